"""The interpreter and generated functions do the same, forced each. tests/slow/back_ends.py does it with everything."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.joint import BackEnd, Joint, linked
from cardwright.workbench.scenarios.suite import SuiteCompiler, files_at, load

from .back_ends import BOTH, Compared, back_end_of, compare_game, compare_scenarios, digests

HARD = Path(__file__).parents[1] / "hard"
EVERY = 25


@pytest.fixture(scope="module")
def image() -> Image:
    made = compile_sets([bundled() / "core"]).image
    assert made is not None
    return made


def test_scenarios_go_the_same_under_both() -> None:
    compiler = SuiteCompiler()
    compared = Compared()
    compare_scenarios((load(path, compiler) for path in files_at(bundled())[::2]), compared, every=EVERY)
    assert compared.different == []
    assert compared.scenarios >= 3
    assert compared.questions > compared.scenarios


def test_games_go_the_same_under_both(image: Image) -> None:
    compared = Compared()
    for players in (1, 3):
        compare_game(image, {"players": players, "table": "short game"}, players, compared, most=60)
    assert compared.different == []
    assert compared.questions > 100
    assert compared.functions > 20


def test_a_game_may_change_its_back_end_at_every_question(image: Image) -> None:
    setup: dict[str, object] = {"players": 2, "table": "short game"}
    with back_end_of(image, BackEnd.INTERPRETER):
        reference = digests(image, setup, 2, 80)
    machine = linked(image)
    with back_end_of(image, BackEnd.AUTOMATIC):
        game = Game.new(image, setup, 2, log=False)
        bot = RandomBot(2)
        seen = []
        while (request := game.request) is not None and len(seen) < 80:
            seen.append(game.digest)
            machine.back_end = BOTH[len(seen) % 2]
            game.answer_at(request.id, bot.choose(request))
    assert [*seen, game.digest] == reference


def test_the_switch_says_what_runs(image: Image) -> None:
    machine = Joint(image)
    assert machine.back_end is BackEnd.AUTOMATIC
    functions = machine.core.interpreter.functions
    for chosen, plans in ((BackEnd.INTERPRETER, False), (BackEnd.GENERATED, True), (BackEnd.INTERPRETER, False)):
        machine.back_end = chosen
        assert machine.back_end is chosen
        files = {plan.__code__.co_filename for plan in machine.core.tables.plan}
        assert ("<plans>" in files) == plans
    assert not functions.many
