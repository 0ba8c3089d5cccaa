"""Arguments about sentences that survive the mutation gate: each survivor has one, and none is about anything else."""

from __future__ import annotations

from cardwright.dsl.source import bundled
from cardwright.workbench.mutation.argued import unsound
from cardwright.workbench.mutation.gate import KILLED, SURVIVED, UNREACHABLE, Gate, Verdict
from cardwright.workbench.mutation.units import units_of
from cardwright.workbench.scenarios.suite import SuiteCompiler, load
from tests.slow.mutation_gate import arguments


def made(*states: tuple[str, str]) -> Gate:
    return Gate([Verdict(("set/cards.yaml", at, 1, at, 9, 0), text, state) for at, (text, state) in enumerate(states)])


def test_a_survivor_needs_an_argument() -> None:
    found = made(("Draw.", SURVIVED), ("Discard.", KILLED), ("Rest.", UNREACHABLE))
    assert unsound(found, {}) == ["not argued: set/cards.yaml Draw."]
    argued = {("set/cards.yaml", "Draw."): "it makes no difference"}
    assert unsound(found, argued) == []
    assert "    it makes no difference" in found.lines(argued)


def test_an_argument_is_about_a_survivor() -> None:
    found = made(("Draw.", KILLED), ("Rest.", UNREACHABLE))
    argued = {("set/cards.yaml", text): "so it is" for text in ("Draw.", "Rest.", "Gone.")}
    assert unsound(found, argued) == [
        "argued, but killed: set/cards.yaml Draw.",
        "argued, but unreachable: set/cards.yaml Rest.",
        "argued, but not there: set/cards.yaml Gone.",
    ]


def test_arguments_are_about_sentences_of_the_bundled_sets() -> None:
    image = load(bundled() / "weapon-x" / "scenarios" / "trying.yaml", SuiteCompiler()).image
    assert image is not None
    there = {(unit.place[0], unit.text) for unit in units_of(image)}
    argued = arguments()
    assert 0 < len(argued) <= 5 and set(argued) <= there
