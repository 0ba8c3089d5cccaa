"""What acts are offered on and how they are paid for: the quick ways do what the reference does."""

from __future__ import annotations

from random import Random

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.machine.group_parts import CARD, parts_of
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.joint import Joint, linked
from cardwright.runtime.rules.paying import Paying
from cardwright.runtime.rules.reads import Reading
from cardwright.runtime.state.state import State

HERE, THERE = ("slots", 9), ("slots", 10)
KIND = ("is-kind", CARD, 0)


@pytest.fixture(scope="module")
def machine() -> Joint:
    image = compile_sets([bundled() / name for name in ("core", "weapon-x")]).image
    assert image is not None
    return linked(image)


def lies(slots: object) -> tuple[object, ...]:
    return ("member", ("slot-of", CARD), slots)


@pytest.mark.parametrize(
    ("group", "parts"),
    [
        (("in", HERE), [(("in", HERE), ())]),
        (("filter", ("in", HERE), lies(HERE)), [(("in", HERE), ())]),
        (("filter", ("in", HERE), lies(THERE)), [(("in", HERE), (lies(THERE),))]),
        (("filter", ("in", HERE), ("and", KIND, lies(HERE))), [(("in", HERE), (KIND,))]),
        (("filter", ("filter", ("in", HERE), KIND), ("or", lies(THERE), KIND)), [(("in", HERE), (KIND,))]),
        (
            ("filter", ("union", ("filter", ("in", HERE), KIND), ("in", THERE)), ("or", KIND, lies(THERE))),
            [(("in", HERE), (KIND,)), (("in", THERE), ())],
        ),
        (("union", ("in", HERE), ("in", HERE)), [(("union", ("in", HERE), ("in", HERE)), ())]),
    ],
)
def test_a_group_is_taken_apart(machine: Joint, group: object, parts: list[object]) -> None:
    assert [tuple(part) for part in parts_of(group, Reading(machine.core.tables, [], []))] == parts


def test_what_is_offered_is_what_the_reference_offers(machine: Joint) -> None:
    acts, functions = machine.core.acts, machine.core.interpreter.functions
    functions.warm()
    asked = offered = 0
    for seed in range(1, 4):
        game = Game.new(machine.image, {"players": 2, "table": "short game"}, seed, log=False)
        bot = RandomBot(seed)
        while (request := game.request) is not None:
            if request.kind == "act":
                state = game.state.clone()
                found = functions.offered(state.cast[5])(state, request.seat)
                machine.core.forget(state)
                assert found == acts.offered(state, request.seat)
                asked, offered = asked + 1, offered + len(found)
            game.answer_at(request.id, bot.choose(request))
    assert asked > 150
    assert offered > asked


def reference(machine: Joint, state: State, act: int, card: int) -> int | None:
    """Pay as the kernel's procedure does: 1 or 0; None if a player would be asked how."""
    prices = machine.core.program.prices
    ways = prices.payments(state, 0, act, card)
    if len(ways) != 1:
        return None if ways else 0
    price, way = prices.asked(state, 0, act, card, ways[0])
    assert price is not None
    _, choice = prices.choose(state, 0, price, card, way)
    if choice:
        return None
    prices.spend(state, 0, price, card, way, ())
    return 1


def test_a_usual_price_is_paid_as_the_kernel_does(machine: Joint) -> None:
    paying = Paying(machine.core.program.prices)
    random = Random(1)
    seen: dict[int | None, int] = {}
    for seed in range(1, 7):
        state = Game.new(machine.image, {"players": 2, "table": "short game"}, seed, log=False).state
        for _ in range(200):
            act = random.choice([number for number, usual in enumerate(paying.usual) if usual is not None])
            state.points[:] = [
                (
                    random.randrange(2),
                    random.randrange(machine.image.points),
                    random.randrange(1, 4),
                    name,
                    -1,
                    -1,
                    -1,
                    0,
                )
                for name in random.sample((-1, 5, 6, 7), random.randrange(4))
            ]
            card = random.randrange(len(state.slot))
            mine, other = state.clone(), state.clone()
            paid = paying.paid(mine, 0, act, card)
            seen[paid] = seen.get(paid, 0) + 1
            if paid is not None:
                assert reference(machine, other, act, card) == paid
                assert (mine.points, mine.stamps) == (other.points, other.stamps)
    assert min(seen.get(0, 0), seen.get(1, 0)) > 20
