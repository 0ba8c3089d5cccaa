"""A few random games of the base set with all invariants; tests/slow/random_games.py plays the full number."""

from __future__ import annotations

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bytecode.image import Image
from cardwright.workbench.randomgames.games import Plan, Totals, play

TABLE = "short game"


@pytest.fixture(scope="module")
def image() -> Image:
    result = compile_sets([bundled() / "core"])
    assert result.image is not None, [one.message for one in result.findings]
    return result.image


def test_games_for_one_to_five_players(image: Image, capsys: pytest.CaptureFixture[str]) -> None:
    totals = Totals()
    for seed in range(1, 11):
        setup = {"players": 1 + seed % 5, "table": TABLE}
        totals.games.append(play(image, Plan(seed, setup, agree_every=10, secrecy_every=40, plainly=seed <= 3)))
    with capsys.disabled():
        print("\n" + "\n".join(totals.lines()))
    assert totals.faults == []
    assert totals.sum("decisions") > 500 and totals.sum("events") > 2000 and totals.sum("secrets") >= 10
    assert totals.sum("agreed") > 50 and totals.sum("compared") == 3


def test_the_same_seed_is_the_same_game(image: Image) -> None:
    one, two, other = (play(image, Plan(seed, {"players": 2, "table": TABLE}, 0, 0)) for seed in (4, 4, 5))
    assert one.digest == two.digest != other.digest
    assert one.requests == two.requests
