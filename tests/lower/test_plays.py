"""Texts of widened constructs are played as plays.yaml and others.yaml say, with the game copied at every question."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.workbench.scenarios.runner import tail
from cardwright.workbench.scenarios.suite import SuiteCompiler, load, results_of

FLOORS = {"plays.yaml": 8, "others.yaml": 20, "players.yaml": 10, "piles.yaml": 21}


@pytest.mark.parametrize("name", FLOORS)
def test_what_they_say_is_done(name: str) -> None:
    loaded = load(Path(__file__).with_name(name), SuiteCompiler())
    assert loaded.ok, [f"{one.code} {one.span}: {one.message}" for one in loaded.findings]
    results = list(results_of(loaded, everywhere=True))
    failed = ["\n".join([one.scenario.name, *one.complaints, *tail(one)]) for one in results if not one.ok]
    print(f"{len(results)} scenarios")
    assert not failed, "\n\n".join(failed)
    assert len(results) >= FLOORS[name]
