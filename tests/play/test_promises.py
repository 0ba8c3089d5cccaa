"""What front ends are promised: questions with all their parts, keys that stay right, answers at the same time,
undo, and games that stop.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import REQUESTS
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.replay import Record, replay
from cardwright.workbench.scenarios.position import game_of
from cardwright.workbench.scenarios.world import World

SETUP = {"players": 3, "table": "short game"}


def compiled(*paths: Path, **given: str) -> Image:
    result = compile_sets(paths, given={f"{name}.yaml": text.encode() for name, text in given.items()})
    assert result.image is not None, [one.message for one in result.findings]
    return result.image


@pytest.fixture(scope="module")
def core() -> Image:
    return compiled(bundled() / "core")


def position(text: str, players: int = 3, **given: object) -> Game:
    """P1 plays a Hero with this text; everybody has two cards in hand besides, and two in the deck."""
    lines = "".join(f"\n      {line}" for line in text.splitlines())
    image = compiled(
        it=f"set: it\nlanguage: 1\nrequires: [core]\ncards:\n  - kind: Hero\n    name: It\n    text: |{lines}\n"
    )
    hands = {
        f"P{seat}": {
            "hand": [*(["It"] if seat == 1 else []), "S.H.I.E.L.D. Trooper", "S.H.I.E.L.D. Agent"],
            "deck": ["Wound"] * 2,
            **given,
        }
        for seat in range(1, players + 1)
    }
    game = game_of(World(image, "it"), {"players": players, **hands}, 1)  # type: ignore[dict-item]
    game.go()
    answer(game, "It")
    return game


def answer(game: Game, *names: str) -> None:
    """Take the options whose keys hold these names."""
    request = game.request
    assert request is not None
    game.answer(request.id, [next(key for key in request.keys if name in key) for name in names], request.seat)


def test_every_question_has_all_its_parts(core: Image) -> None:
    """Whoever is asked knows what, how many, and why: the sentence with its place in a file that is there."""
    kinds: set[str] = set()
    for seed in range(5):
        game, bot = Game.new(core, SETUP, seed), RandomBot(seed, eager=True)
        while (request := game.request) is not None:
            kinds.add(request.kind)
            assert request.kind in REQUESTS and 0 <= request.min <= request.max <= len(request.options)
            assert len(set(request.keys)) == len(request.keys) and all(one.label for one in request.options)
            assert request.seat in request.seats and request.seat in request.visible
            assert request.why.sentence and Path(request.why.file).is_file() and request.why.line > 0
            assert request.why.sentence in game.explain() and request.why.file in game.explain(request)
            seen = game.view(request.seat)["request"]
            assert [one["key"] for one in seen["options"]][:1] == list(request.keys[:1])  # type: ignore[index]
            game.answer_at(request.id, bot.choose(request))
    assert kinds >= {"act", "pick", "order", "yes-no"}


@pytest.mark.parametrize(
    ("text", "kind", "keys"),
    [
        ("You may draw a card.", "yes-no", ["yes", "no"]),
        ("Draw a card or you get +2 Attack.", "mode", ["mode:draw a card", "mode:you get +2 attack"]),
        ("Choose a player. They draw a card.", "pick", ["P1", "P2", "P3"]),
        ("Put two cards from your hand on top of your deck.", "order", None),
    ],
)
def test_keys_say_what_an_option_is(text: str, kind: str, keys: list[str] | None) -> None:
    request = position(text).request
    assert request is not None and request.kind == kind
    assert keys is None or sorted(key.lower().rstrip(".") for key in request.keys) == sorted(
        key.lower() for key in keys
    )
    assert request.why.card == "It" and request.why.file == "it.yaml"


def stays(one: Game, others: list[Game], seed: int) -> int:
    """Lead all games by the keys of the first; how many questions had the same keys in all of them."""
    bot, asked = RandomBot(seed, eager=True), 0
    while (request := one.request) is not None:
        keys = [request.keys[at] for at in bot.choose(request)]
        for other in others:
            same = other.request
            assert same is not None and (same.id, same.kind, same.seat) == (request.id, request.kind, request.seat)
            assert set(same.keys) == set(request.keys)
            other.answer(same.id, keys)
        one.answer(request.id, keys)
        asked += 1
    assert {other.over for other in others} <= {one.over}
    return asked


def test_keys_stay_over_copies_and_saves(core: Image) -> None:
    game = Game.new(core, SETUP, 5)
    assert stays(game, [game.clone(), Game.load(game.save()), Game.load(game.save(image=False), core)], 5) > 50


MORE = """
set: more
language: 1
requires: [core]
cards:
  - {kind: Hero, name: Newcomer, Hero Name: Newcomers, cost: 3, class: Tech, Attack: 1, text: Draw a card.}
  - {kind: Villain, name: Newcomer in Black, Villain Group: Newcomers in Black, Attack: 3, VP: 1}
  - {kind: Henchman, name: Hired Newcomer, Attack: 3, VP: 1}
"""


def test_keys_stay_when_another_set_is_there(core: Image) -> None:
    """A set that the game does not use is compiled with the others: the same set-up and seed give the same keys."""
    game = Game.new(core, SETUP, 6)
    other = Game.new(compiled(bundled() / "core", more=MORE), game.setup, 6)
    assert other.setup == game.setup
    assert stays(game, [other], 6) > 50


def test_keys_stay_when_a_card_is_added_in_front(core: Image, tmp_path: Path) -> None:
    """The same with a card that stands before all others of the set itself."""
    shutil.copytree(bundled() / "core", tmp_path / "core", ignore=shutil.ignore_patterns("scenarios"))
    (tmp_path / "core" / "a-newcomer.yaml").write_text("cards:" + MORE.partition("cards:")[2])
    image = compiled(tmp_path / "core")
    assert len(image.cards) == len(core.cards) + 3
    game = Game.new(core, SETUP, 7)
    before = Record.of(game)
    assert stays(game, [Game.new(image, before.setup, 7)], 7) > 50
    record = Record.of(game)
    again = replay(image, Record(record.setup, record.seed, record.answers))
    assert again.over == game.over and again.answers == game.answers


def test_a_set_up_settles_what_was_drawn(core: Image) -> None:
    game = Game.new(core, {"players": 2, "table": "short game"}, 3)
    again = Game.new(core, game.setup, 3)
    assert again.digest == game.digest and again.setup == game.setup
    assert all(game.setup["choose"].values())  # type: ignore[attr-defined]


# -- at the same time --------------------------------------------------------------------------------------------------


def texts(game: Game, seat: int, since: int = 0) -> list[str]:
    return [str(one["text"]) for one in game.events(since, seat)]


@pytest.mark.parametrize("text", ["Each player simultaneously discards a card."])
def test_what_is_chosen_at_the_same_time_is_shown_at_the_end(text: str) -> None:
    game = position(text)
    before = [texts(game, seat) for seat in range(3)]
    hands = [place["count"] for place in game.view(0)["places"] if place["zone"] == "hand"]  # type: ignore[attr-defined]
    for seat in range(3):
        asked = game.request
        assert asked is not None and asked.seat == seat
        for other in {0, 1, 2} - {seat}:
            assert texts(game, other)[: len(before[other])] == before[other]
            new = [line for line in texts(game, other)[len(before[other]) :] if f"P{other + 1}" not in line]
            assert not any("Trooper" in line or "Agent" in line for line in new)
            assert "options" not in game.view(other)["request"]  # type: ignore[operator]
        now = [place["count"] for place in game.view(0)["places"] if place["zone"] == "hand"]  # type: ignore[attr-defined]
        assert now == hands
        answer(game, "Trooper" if seat else "Agent")
    for seat in range(3):
        last = texts(game, seat)[-1]
        assert "P1 discarded S.H.I.E.L.D. Agent" in last and "P3 discarded S.H.I.E.L.D. Trooper" in last


def test_an_open_choice_is_told_when_something_has_come_of_it() -> None:
    """What two players choose among is open to all, and yet the second does not hear what the first has chosen."""
    game = position("Each player may draw a card.", players=2)
    told = len(texts(game, 1))
    since = int(str(game.events(0, 1)[-1]["number"]))
    answer(game, "no")
    assert game.request is not None and game.request.seat == 1
    assert texts(game, 1)[told:] == [] and any("no" in line for line in texts(game, 0, since))
    answer(game, "yes")
    assert [line for line in texts(game, 1, since) if line.startswith("P1: yes-no: no")]


# -- undo, and games that stop -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("undo", ["off", "free"])
def test_an_effect_without_an_end_is_refused_and_the_game_goes_on(core: Image, undo: str) -> None:
    game = Game.new(core, SETUP, 1, undo=undo)
    before, asked = game.digest, game.request
    interpreter = game.machine.core.interpreter  # type: ignore[attr-defined]
    fuel, interpreter.fuel = interpreter.fuel, -1
    try:
        assert asked is not None
        with pytest.raises(Refused) as refused:
            game.answer(asked.id, list(asked.keys)[: max(1, asked.min)])
    finally:
        interpreter.fuel = fuel
    assert refused.value.code == "CW861" and refused.value.way_out
    assert game.digest == before and game.request is not None and game.request.id == asked.id
    game.answer(asked.id, list(asked.keys)[: max(1, asked.min)])
    assert game.digest != before


def test_explain_is_of_the_open_question(core: Image) -> None:
    game = Game.new(core, SETUP, 1)
    old = game.request
    assert old is not None
    game.answer(old.id, list(old.keys)[: old.min])
    with pytest.raises(Refused, match="CW822"):
        game.explain(old)
