"""Every scenario of the bundled sets and of the hard cards holds; those of the hard cards and of every fifth other file
with the game copied at every question. `cardwright test --everywhere` copies in all of them, and so does
`python tests/slow/hard_cards.py sets`."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl.source import bundled
from cardwright.workbench.scenarios.runner import tail
from cardwright.workbench.scenarios.suite import SuiteCompiler, files_at, load, results_of

HARD = Path(__file__).parents[1] / "hard"
BUNDLED = files_at(bundled())
FILES = [*BUNDLED, *files_at(HARD)]
COPIED = {*BUNDLED[::5], *files_at(HARD)}
FLOOR = 700


@pytest.fixture(scope="module")
def compiler() -> SuiteCompiler:
    """What the files share is read once."""
    return SuiteCompiler()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.parent.name}-{path.stem}")
def test_scenarios_hold(path: Path, compiler: SuiteCompiler, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = load(path, compiler)
    assert loaded.ok, [f"{one.code} {one.span}: {one.message}" for one in loaded.findings]
    results = list(results_of(loaded, everywhere=path in COPIED))
    failed = [
        "\n".join([f"{one.scenario.where} {one.scenario.name}", *one.complaints, *tail(one)])
        for one in results
        if not one.ok
    ]
    with capsys.disabled():
        counts = f"{len(results)} scenarios, {sum(one.questions for one in results)} questions"
        print(f"\n{path.name}: {counts}, {sum(one.checks for one in results)} comparisons", end=" ")
    assert not failed, "\n\n".join(failed)
    assert results


def test_there_are_enough() -> None:
    count = sum(path.read_text("utf-8").count("- scenario:") for path in FILES)
    assert count >= FLOOR
