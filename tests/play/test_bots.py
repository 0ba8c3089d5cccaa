"""Bots: the greedy one knows its seat's view only, chooses as its numbers say, and plays better than chance."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import BOTS, GreedyBot, RandomBot, play_out, seat_bots
from cardwright.runtime.bots.outlook import Outlook
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game

from . import tiny

SHORT = {"players": 2, "table": "short game"}


@cache
def image() -> Image:
    made = compile_sets([bundled() / "core"]).image
    assert made is not None
    return made


def new(seed: int = 1, players: int = 2) -> Game:
    return Game.new(image(), {**SHORT, "players": players}, seed, log=False)


def card(number: int, name: str, kind: str = "Hero", **numbers: int) -> dict[str, Any]:
    return {"id": number, "name": name, "kind": kind, "numbers": numbers, "icons": [], "text": []}


WOUND = card(900, "Wound", "Wound", cost=0)
AGENT = card(901, "S.H.I.E.L.D. Agent", cost=0, Recruit=1)
OFFICER = card(902, "S.H.I.E.L.D. Officer", cost=3, Recruit=2)
RARE = card(903, "Silent Sniper", cost=7, Attack=4)


def table(request: dict[str, Any], **piles: list[dict[str, Any]]) -> dict[str, Any]:
    """P1's view of a table with certain cards of P1's and of the table in certain zones."""
    view = new().view(0)
    for place in view["places"]:  # type: ignore[attr-defined]
        if place["player"] in ("P1", None) and place["zone"] not in ("Wound Stack", "Bystander Stack"):
            place["cards"] = piles.get(place["zone"].replace(" ", "_"), []) if place["player"] else []
        if place["place"] in piles:
            place["cards"] = piles[place["place"]]
    request = {"id": 1, "seat": "P1", "min": 1, "max": 1, **request}
    return {**view, "request": request}


def option(one: dict[str, Any], place: str, act: str = "", price: int = -1, points: str = "") -> dict[str, Any]:
    key = f"{act} card:{one['name']}#{one['id']}".strip()
    cost = {"amount": price, "points": [points]} if price >= 0 else None
    return {"key": key, "label": key, "card": one["id"], "place": place, "act": act or None, "price": cost}


def pick(sentence: str, cards: list[dict[str, Any]], place: str, **more: Any) -> dict[str, Any]:
    return {"kind": "pick", "options": [option(one, place) for one in cards], "why": {"sentence": sentence}, **more}


def chosen(view: dict[str, Any]) -> list[str]:
    answers = {tuple(GreedyBot(image(), seed).choose(view)) for seed in range(4)}
    assert len(answers) == 1, "the seed decides between equal options only"
    return list(answers.pop())


@pytest.mark.parametrize(
    ("sentence", "where", "expected"),
    [
        ("You may KO a card from your hand or discard pile.", "hand", "card:Wound#900"),
        ("Each player discards a card.", "hand", "card:Wound#900"),
        ("You may recruit a [Tech] or [Ranged] Hero from the HQ for free.", "HQ 1", "card:Silent Sniper#903"),
        ("KO a Hero in the HQ that costs 6 or less.", "HQ 1", "card:Wound#900"),
    ],
)
def test_where_a_card_goes_decides_which_is_chosen(sentence: str, where: str, expected: str) -> None:
    cards = [AGENT, RARE, WOUND, OFFICER]
    assert chosen(table(pick(sentence, cards, where), **{where: cards})) == [expected]


def test_what_may_be_left_is_left_if_it_does_not_help() -> None:
    sentence = "You may KO a card from your hand or discard pile."
    good = [RARE, OFFICER]
    view = table(pick(sentence, [RARE], "P1 hand", min=0), hand=good)
    assert chosen(view) == []
    asked = {"kind": "yes-no", "options": [{"key": "yes", "place": ""}, {"key": "no", "place": ""}]}
    for hand, answer in (([WOUND, *good], "yes"), ([RARE], "no")):
        view = table({**asked, "why": {"sentence": sentence, "card": "Dangerous Rescue"}}, hand=hand)
        assert chosen(view) == [answer]


def test_each_question_of_a_sentence_has_its_own_end() -> None:
    """“KO one, discard one, and put one on top of your deck”: the worst, then the next, and the best comes back."""
    sentence = "KO one, discard one, and put one on top of your deck."
    left, chosen_ = [RARE, WOUND, AGENT], []
    bot = GreedyBot(image(), 1)
    for _ in range(3):
        (key,) = bot.choose(table(pick(sentence, left, "P1 deck"), deck=left))
        chosen_.append(key)
        left = [one for one in left if not key.endswith(str(one["id"]))]
    assert chosen_ == ["card:Wound#900", "card:S.H.I.E.L.D. Agent#901", "card:Silent Sniper#903"]


def test_a_way_is_chosen_by_what_it_does() -> None:
    sentence = "Choose one: Each other player draws a card, or each other player discards a card."
    modes = ["mode:Each other player draws a card.", "mode:Each other player discards a card."]
    asked = {"kind": "mode", "options": [{"key": key, "place": ""} for key in modes], "why": {"sentence": sentence}}
    assert chosen(table(asked, hand=[AGENT, RARE])) == [modes[0]]


def test_points_buy_what_is_worth_most_together() -> None:
    wares = [(AGENT, 2), (OFFICER, 3), (RARE, 7)]
    view = table(
        {
            "kind": "act",
            "min": 0,
            "options": [option(one, "HQ 1", "recruit", price, "Recruit") for one, price in wares],
        },
        **{"HQ 1": [one for one, _ in wares]},
    )
    for there, expected in ((7, ["recruit card:Silent Sniper#903"]), (6, ["recruit card:S.H.I.E.L.D. Officer#902"])):
        view["points"] = {"P1": {"Recruit": there}, "P2": {}}
        assert chosen(view) == expected


def test_everything_free_is_done_before_anything_is_bought_and_then_it_ends() -> None:
    options = [option(OFFICER, "HQ 1", "recruit", 3, "Recruit"), option(AGENT, "P1 hand", "play")]
    view = table({"kind": "act", "min": 0, "options": options}, hand=[AGENT], **{"HQ 1": [OFFICER]})
    view["points"] = {"P1": {"Recruit": 3}, "P2": {}}
    assert chosen(view) == ["play card:S.H.I.E.L.D. Agent#901"]
    assert chosen(table({"kind": "act", "min": 0, "options": []})) == []


def test_it_reads_the_image_by_its_roles() -> None:
    outlook = Outlook(image())
    zones = {outlook.names.zone(at) for at in outlook.cycle}
    assert zones == {"deck", "hand", "discard pile"}
    assert outlook.keeping == {"recruit"}
    assert [outlook.names.kind(kind) for kind in sorted(outlook.goals)] == ["Mastermind"]


def test_equal_views_and_seeds_give_equal_games() -> None:
    """And a view that went through JSON is enough to play by."""
    ends = []
    for through_json in (False, True):
        game = new(5)
        bots = [GreedyBot(image(), seat) for seat in range(2)]
        while (request := game.request) is not None:
            view = game.view(request.seat)
            seen = json.loads(json.dumps(view)) if through_json else view
            game.answer(request.id, bots[request.seat].choose(seen), request.seat)
        ends.append((game.over, game.digest))
    assert ends[0] == ends[1]


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_plays_any_game_to_its_end(name: str) -> None:
    """Also one that is no deck-building game at all."""
    game = Game.new(tiny.image(), {"players": 3}, 2)
    play_out(game, seat_bots(dict.fromkeys(range(3), name), tiny.image(), 2))
    assert game.over is not None


def test_greedy_wins_where_random_loses() -> None:
    """The short game of one player, six seeds; tests/slow/bots.py has the full numbers."""
    ends: dict[str, list[str | None]] = {}
    for name in BOTS:
        for seed in range(6):
            game = new(seed, players=1)
            play_out(game, seat_bots({0: name}, image(), seed))
            ends.setdefault(name, []).append(game.over)
    assert ends["greedy"].count("won") >= 3 and "won" not in ends["random"], ends


def test_random_answers_for_its_seat_only() -> None:
    bot = RandomBot(3)
    game = new(4)
    for _ in range(200):
        request = game.request
        if request is None:
            break
        keys = bot.keys(game, request.seat)
        assert {option.seat for option in request.options if option.key in keys} <= {request.seat}
        game.answer(request.id, keys, request.seat)
