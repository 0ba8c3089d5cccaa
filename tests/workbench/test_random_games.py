"""A few random games of the bundled sets with all invariants; tests/slow/random_games.py plays the full number."""

from __future__ import annotations

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bytecode.image import Image
from cardwright.workbench.mutation.units import Unit
from cardwright.workbench.randomgames.campaign import Campaign, campaign
from cardwright.workbench.randomgames.driven import bringing
from cardwright.workbench.randomgames.games import Plan, play

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
        print("\n" + "\n".join([*totals.lines(), *made.lines()[5:7]]))
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
