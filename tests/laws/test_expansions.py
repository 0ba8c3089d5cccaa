"""Law 2: new words, and whole new games, are files. Both play from a temporary folder, with no Python of their own."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright.dsl.source import bundled
from cardwright.dsl.words import Vocabulary
from cardwright.runtime.play.game import Game
from cardwright.workbench.scenarios.suite import run_files

from .games import answers, compiled, dealt, image_of
from .words import NEVER, code_places, hits, pieces

DATA = Path(__file__).resolve().parents[1] / "data"
SETS = ("mini-expansion", "tide")
CORE_HEROES = ["Black Widow", "Captain America", "Hawkeye"]


def placed(name: str, folder: Path) -> Path:
    """The set's one file in a folder where nothing else lies."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.yaml"
    shutil.copyfile(DATA / f"{name}.yaml", path)
    assert [item.suffix for item in folder.iterdir()] == [".yaml"]
    return path


@pytest.mark.parametrize("name", SETS)
def test_its_scenarios_hold(name: str, tmp_path: Path) -> None:
    report = run_files([placed(name, tmp_path)], everywhere=True)
    assert not report.findings, [f"{one.code} {one.span} {one.message}" for one in report.findings]
    failed = [f"{one.scenario.name}: {one.complaints}" for one in report.failed]
    print(f"{name}: {report.counts()}")
    assert not failed, "\n".join(failed)
    assert len(report.results) >= 5


@pytest.mark.parametrize("players", [1, 2, 4])
def test_the_tiny_other_game_plays_to_its_end(players: int, tmp_path: Path) -> None:
    result = compiled([placed("tide", tmp_path)])
    assert set(result.declarations.declared) == {"tide"}, "it needs nothing of another set"
    games = []
    for seed in (1, 2, 3):
        _, game = dealt(image_of(result), players, seed)
        digests = list(answers(game, seed, 5000))
        assert game.over == "won", f"seed {seed}: {len(digests)} questions and no end"
        games.append(len(digests))
    print(f"tide for {players}: {games} questions")


def test_the_expansion_plays_with_core(tmp_path: Path) -> None:
    """Its Scheme moves the losing condition while a step of its own follows every clean-up."""
    image = image_of(compiled([bundled(), placed("mini-expansion", tmp_path)]))
    table = "short game"
    ends: list[str | None] = []
    for seed in range(1, 7):
        chosen = {"Schemes": ["The Long Flood"], "Heroes": CORE_HEROES, "Villain Groups": ["HYDRA"]}
        game = Game.new(image, {"table": table, "players": 2, "choose": chosen}, seed)
        questions = len(list(answers(game, seed, 5000)))
        assert game.over is not None, f"seed {seed}: {questions} questions and no end"
        ends.append(game.over)
    print(f"mini expansion with core: games ended {ends}")


@pytest.mark.parametrize("name", SETS)
def test_no_code_was_written_for_it(name: str, tmp_path: Path) -> None:
    """None of its own kinds, zones, labels, keywords, icons, points or names stands in code."""
    made = compiled([placed(name, tmp_path)]).declarations.declared[name]
    own = Vocabulary.of(made.decl)
    words = {
        pieces(phrase): frozenset(entry.word for entry in entries)
        for phrase, entries in own.entries.items()
        if pieces(phrase) and any(entry.word in NEVER for entry in entries)
    }
    assert len(words) >= 8
    code = (place for place in code_places() if not place.file.endswith(".yaml"))  # examples in messages are no code
    assert not hits(words, code)
