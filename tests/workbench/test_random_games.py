"""A few random games of the bundled sets with all invariants; tests/slow/random_games.py plays the full number."""

from __future__ import annotations

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game
from cardwright.workbench.mutation.units import Unit, units_of
from cardwright.workbench.randomgames import driven
from cardwright.workbench.randomgames.campaign import Campaign, campaign, wanted_of
from cardwright.workbench.randomgames.driven import FEW, DrivenBot, bringing, helping
from cardwright.workbench.randomgames.games import Plan, conserved, play
from cardwright.workbench.randomgames.gifts import COMPANIONS, Gifts, asked_icons
from cardwright.workbench.randomgames.secrecy import differs

TABLE = "short game"


@pytest.fixture(scope="module")
def image() -> Image:
    result = compile_sets([bundled()])
    assert result.image is not None, [one.message for one in result.findings]
    return result.image


def test_games_for_one_to_five_players(image: Image, capsys: pytest.CaptureFixture[str]) -> None:
    """By chance, then driven to texts; the driven ones show more of them."""
    early: list[int] = []
    made = campaign(
        image, games=10, full=2, rounds=1, by_chance=0.5, plainly=2, processes=1, tables=(TABLE,),
        tell=lambda line: early.append(int(line.split(";")[1].split()[0])),
    )  # fmt: skip
    totals = made.totals
    with capsys.disabled():
        print("\n" + "\n".join([*totals.lines(), *made.lines()[5:8]]))
    assert totals.faults == []
    assert {one.plan.setup["players"] for one in totals.games} == {1, 2, 3, 4, 5}
    assert totals.sum("decisions") > 500 and totals.sum("events") > 2000 and totals.sum("secrets") >= 20
    assert totals.sum("agreed") > 50 and totals.sum("compared") == 2
    assert made.driven == 5 and made.gifts == 3
    assert len(made.executed) > 100 and early[1] < early[0]


def test_the_same_seed_is_the_same_game(image: Image) -> None:
    one, two, other = (play(image, Plan(seed, {"players": 2, "table": TABLE}, 0, 0)) for seed in (4, 4, 5))
    assert one.digest == two.digest != other.digest
    assert one.requests == two.requests


def test_what_brings_a_wanted_card_is_wanted_too(image: Image) -> None:
    for number, card in enumerate(image.cards):
        for part in (part for group in card.parts.values() for part in group):
            assert number in bringing(image, {part})
    assert bringing(image, ()) == frozenset()


def test_half_of_a_line_is_idle_only_if_all_of_it_is() -> None:
    whole = ("a.yaml", 1, 2, 1, 9)
    first, second = ((*whole, at) for at in range(2))
    units = {
        place: Unit(place, f"Row ({place[5] + 1} of 2)", "ability", place[5], part=True) for place in (first, second)
    }
    made = Campaign(units, executed={first, second}, effective={second})
    assert made.idle == []
    assert [unit.place for unit in Campaign(units, executed={first, second}).idle] == [first, second]


def test_a_part_is_wanted_of_the_card_that_makes_others_play_it(image: Image) -> None:
    """A part has no card of its own: who wants it done has to get at what makes cards play it."""
    units = {unit.place: unit for unit in units_of(image)}
    parts = {n for n, card in enumerate(image.cards) if not card.copies and card.side_of < 0}
    spoken = {unit.card for unit in units.values()} & parts
    assert len(spoken) >= 3
    for part in spoken:
        done = {place for place, unit in units.items() if unit.card != part}
        wanted = wanted_of(image, Campaign(units, executed=set(units), effective=done))
        assert part in wanted and len(wanted) > 1 and not (set(wanted) - {part}) & parts


def test_what_was_driven_to_in_vain_is_wanted_less(image: Image) -> None:
    units = {unit.place: unit for unit in units_of(image)}
    made = Campaign(units)
    before = wanted_of(image, made)
    card = min(before)
    made.aimed[card] += 3
    after = wanted_of(image, made)
    assert after[card] == before[card] / 4
    assert {one: after[one] for one in after if one != card} == {one: before[one] for one in before if one != card}


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_wanted_card_comes_to_hand_with_what_it_asks_for(image: Image, seed: int) -> None:
    """Of the cards that nobody knew: none is lost, and what others do not know stays unknown to them."""
    game = Game.new(image, {"players": 2, "table": TABLE}, seed)
    machine, state = game.machine, game.state
    bot = RandomBot(seed)
    while (request := game.request) is not None and request.kind != "act":
        game.answer_at(request.id, bot.choose(request))
    assert request is not None
    seat, count = request.seat, machine.count_cards(state)
    hero = image.kinds.index(next(kind for kind in image.kinds if image.names[kind.name] == "core:Hero"))
    hidden = {c for c in range(count) if not machine.known(state, c)}
    asked = asked_icons(image)
    one = next(
        card
        for card in sorted(hidden)
        if image.cards[state.printed[card]].kind == hero and len(asked[state.printed[card]]) == 1
    )
    wanted = state.printed[one]
    (icon,) = asked[wanted]
    Gifts(image, seed, frozenset({wanted})).give(game, seat)
    came = [card for card in hidden if machine.known(state, card)]
    assert {machine.known(state, card) for card in came} == {1 << seat}
    assert [state.printed[card] for card in came].count(wanted) >= 1
    assert 2 <= len(came) <= 1 + COMPANIONS
    assert all(icon in machine.icons(state, card) for card in came if state.printed[card] != wanted)
    assert conserved(machine, state, count) == ""
    assert not any(differs(game, other, len(game.log.entries) if game.log else 0, seed) for other in range(2))


def test_a_card_counts_as_what_another_says(image: Image) -> None:
    setup = {"players": 2, "choose": {"Schemes": ["Secret Invasion of the Skrull Shapeshifters"]}}
    game, bot = Game.new(image, setup, 3), RandomBot(3)
    machine, state = game.machine, game.state
    for _ in range(200):
        request = game.request
        assert request is not None
        found = {part for card in range(machine.count_cards(state)) for part in machine.counts_as(state, card)}
        if found:
            break
        game.answer_at(request.id, bot.choose(request))
    assert found and all(not image.cards[part].copies for part in found)


def test_what_makes_happen_what_a_wanted_card_waits_for_helps(image: Image) -> None:
    waits = {n: image.abilities[one].event for n, card in enumerate(image.cards) for one in card.abilities}
    card, event = next((card, event) for card, event in waits.items() if event >= 0)
    few, many = set(range(FEW)), set(range(FEW + 1))
    assert helping(image, {event: few}, {card}) == few
    assert helping(image, {event: many}, {card}) == helping(image, {event: few}, ()) == frozenset()


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_spared_card_is_never_paid_for(image: Image, share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is driven to all cards and spares all of them pays for none; who spares none does."""
    monkeypatch.setattr(driven, "SPARED", share)
    monkeypatch.setattr(driven, "STRAY", 0.0)
    every = frozenset(range(len(image.cards)))
    game = Game.new(image, {"players": 1, "table": TABLE}, 2)
    bot, gifts = DrivenBot(2, every), Gifts(image, 2, every)
    acts = paid = 0
    for _ in range(300):
        request = game.request
        if request is None:
            break
        if request.kind == "act":
            gifts.give(game, request.seat)
        answer = bot.choose(game, request)
        if request.kind == "act":
            acts += 1
            paid += sum(request.prices[at] is not None for at in answer)
        game.answer_at(request.id, answer)
    assert acts > 10
    assert (paid == 0) == (share == 1.0)
