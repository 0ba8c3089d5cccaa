"""The scenario runner on the tiny game: what passes, what fails and how it says so, and copies everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl.diagnostics import Source
from cardwright.dsl.source import compose
from cardwright.workbench.mutation.gate import KILLED, SURVIVED, UNREACHABLE, gate
from cardwright.workbench.scenarios.model import Scenario, ScenarioFile, read
from cardwright.workbench.scenarios.runner import Result, run, tail
from cardwright.workbench.scenarios.suite import Loaded, SuiteCompiler, load

from . import tiny

IMAGE = tiny.image()
GIVEN = "given: {players: 2, at: Lay, stock: [D, C, B], P1: {rack: [A, B]}, P2: {rack: [{C: 2}]}}"


def scenarios(text: str) -> ScenarioFile:
    root, findings = compose(Source("tiny.yaml", text))
    assert root is not None and not findings, findings
    return read(root, "tiny.yaml", "tiny")


def one(text: str) -> Scenario:
    file = scenarios(f"- scenario: it\n  {text}")
    assert not file.findings
    return file.scenarios[0]


def played(body: str, *, everywhere: bool = False) -> Result:
    return run(one(body), IMAGE, everywhere=everywhere)


PASSING = f"""{GIVEN}
  do:
    - expect: {{open: none, offered: {{P1: lay down A}}, turn: P1}}
    - P1: lay down A
    - P1: done
    - expect: {{open: {{P1: [B]}}}}
    - P1: yes
    - P1: yes
  expect:
    - {{heap: [A], P1: {{rack: [B], mark: 1}}, P2: {{rack: 4}}}}
    - {{stock: 1, turn: P2}}
    - log: [P1 laid A, P1 showed B, P1 looked at D, P2 took D, P2 took C]
    - no log: [P2 laid]
    - asked: [{{P1: [B]}}, {{P1: yes}}]
    - knows: {{P1: [D], P2: [B]}}
    - knows not: {{P1: [C]}}
    - B: {{mark: 1, in: P1 rack, is: Tile}}
    - over: no"""


@pytest.mark.parametrize("everywhere", [False, True])
def test_a_scenario_that_holds(everywhere: bool) -> None:
    result = played(PASSING, everywhere=everywhere)
    assert result.ok, result.complaints
    assert result.questions == 8  # with two seeds
    assert result.checks == (48 if everywhere else 0)


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ("{heap: [A]}", "line 4: heap: expected [A], found []"),
        ("{stock: [C, D, B]}", "stock: expected [C, D, B], found [D, C, B]"),
        ("{stock: 2}", "stock: expected 2 cards, found 3 (D, C, B)"),
        ("{P1: {rack: [A]}}", "P1 rack: expected [A], found [A, B]"),
        ("{P1: {mark: 3}}", "P1 mark: expected 3, found 0"),
        ("{turn: P2}", "turn: expected P2, found P1"),
        ("{over: won}", "over: expected won, found no"),
        ("{A: {mark: 4}}", "A mark: expected 4, found 0"),
        ("{A: {in: heap}}", "A in: expected heap, found P1 rack"),
        ("{offered: {P1: lay down D}}", "is not offered"),
        ("{refused: {P1: lay down A}}", "is offered"),
        ("{log: [laid A]}", "log: no “laid A”"),
        ("{open: {P1: [A]}}", "found act of P1: lay down A, lay down B"),
        ("{knows: {P2: [A]}}", "P2 does not know A"),
        ("{asked: [{P1: yes}]}", "asked: no"),
        ("{heep: 3}", "line 4: “heep” is no zone, space, counter or card; did you mean “heap”?"),
        ("{P1: {rak: 3}}", "line 4: “rak” is no zone and no kind of points of a player; did you mean “rack”?"),
        ("3", "nothing that can be expected"),
        # what means nothing is never offered and never happens: it proves nothing
        ("{refused: {P1: ley down D}}", "line 4: refused: “ley down D” is no act; did you mean “lay down D”?"),
        ("{refused: {P1: lay down Dd}}", "there is no card “Dd”; did you mean"),
        ("{refused: lay down Dd}", "there is no card “Dd”"),
        ("{refused: [{P1: lay down D}, {P1: shout D}]}", "“shout D” is no act; acts begin with: lay down, use"),
        ("{refused: {P1: lay down D (rakc)}}", "“rakc” is no place; did you mean “rack”?"),
        ("{refused: {P1: yes}}", "“yes” is no act"),
        ("{refused: {Q1: lay down D}}", "“Q1” is no player"),
        ("{no log: [shwo D]}", "line 4: no log: the log never says “shwo”; did you mean “show”?"),
        ("{no log: [P2 shows Dora]}", "the log never says “dora”"),
        ("{no log: [score 7 marks]}", "the log never says “marks”; did you mean “mark”?"),
        ("{no log: [the card]}", "says nothing the log could say"),
        ("{log: [shwo D]}", "the log never says “shwo”; did you mean “show”?"),
    ],
)
def test_what_does_not_hold_is_said(entry: str, complaint: str) -> None:
    result = played(f"{GIVEN}\n  expect:\n    - {entry}")
    assert any(complaint in one for one in result.complaints), result.complaints
    assert tail(result) or "is no" in complaint


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("{stok: [A]}", "line 2: “stok” is no zone, space or counter; did you mean “stock”?"),
        ("{players: 2,\n    P1: {rak: [A]}}", "line 3: “rak” is no zone and no kind of points"),
        ("{players: 2,\n    stock: [A,\n    Aa]}", "line 4: there is no card “Aa”; did you mean “A”?"),
        ("{at: Ley}", "line 2: a turn has no step “Ley”; did you mean “lay”?"),
        ("{players: 9}", "line 1: there are 1 to 5 players"),
    ],
)
def test_what_cannot_be_given_is_said_with_its_line(given: str, complaint: str) -> None:
    assert any(complaint in one for one in played(f"given: {given}\n  expect: []").complaints)


@pytest.mark.parametrize(
    ("keys", "complaint"),
    [
        ("given: [A]", "line 2: “given” of a scenario is keys with values (CW604)"),
        ("do: lay down A", "line 2: “do” of a scenario is a list (CW604)"),
        ("expect: {heap: [A]}", "line 2: “expect” of a scenario is a list (CW604)"),
        ("expct: [{heap: [A]}]", "(CW603)"),
    ],
)
def test_a_scenario_of_which_something_cannot_be_read_does_not_pass(keys: str, complaint: str) -> None:
    file = scenarios(f"- scenario: it\n  {keys}\n- scenario: other\n  {GIVEN}")
    broken, other = (run(item, IMAGE) for item in file.scenarios)
    assert [complaint in one for one in broken.complaints] == [True], broken.complaints
    assert other.ok and len(file.findings) == 1


@pytest.mark.parametrize(
    "entry",
    [
        "{stock: [D, C, ...]}",
        "{P1: {rack: [B, A]}}",
        "{P2: {rack: [...]}}",
        "{P2: {rack: [{C: 2}]}}",
        "{stock: {D: 1, C: 1, B: 1}}",
        "{refused: {P1: lay down D}}",
        "{refused: {P1: lay down D (rack)}}",
        "{refused: [{P1: Lay Down D}, {P2: lay down}]}",
        "{no log: [P2 shows D, shown, score 7 mark]}",
        "{P1: {rack: 2}}",
        "{asked: none, open: none}",
    ],
)
def test_ways_to_write_what_holds(entry: str) -> None:
    result = played(f"{GIVEN}\n  expect:\n    - {entry}")
    assert result.ok, result.complaints


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("P2: lay down C", "P2 is not asked; P1 is (act)"),
        ("P1: lay down D", "“lay down D” cannot be chosen; legal: lay down A (P1 rack), lay down B (P1 rack), or done"),
        ("P1: {shout: A}", "“shout” is nothing that can be done"),
        ("yes", "no yes/no question"),
    ],
)
def test_lines_that_cannot_be_done(line: str, complaint: str) -> None:
    result = played(f"{GIVEN}\n  do:\n    - {line}")
    assert any(complaint in one for one in result.complaints), result.complaints


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ("{players: 1, P2: {rack: [A]}}", "P2 is given, but there are 1 players"),
        ("{stok: [A]}", "“stok” is no zone"),
        ("{stock: [Z]}", "no card “Z”"),
        ("{P1: {rack: [A], fame: 3}}", "“fame” is no zone"),
        ("{at: Nowhere}", "no step “Nowhere”"),
        ("{turn: P9}", "is no player"),
    ],
)
def test_positions_that_cannot_be_made(given: str, complaint: str) -> None:
    result = played(f"given: {given}")
    assert any(complaint in one for one in result.complaints), result.complaints


def test_chance_is_found() -> None:
    """A game that is dealt from its table depends on the seed only where something is drawn by lot; here nothing is."""
    assert played("given: {setup: {table: table, players: 2}}\n  expect:\n    - {P1: {rack: [A, A]}}").ok
    refused = (
        "given: {setup: {table: table, players: 5}}\n  expect:\n    - refused: {setup: , because: no row for 5 players}"
    )
    assert played(refused).ok


def test_a_trace_shows_frames_sentences_and_events() -> None:
    result = run(one(PASSING), IMAGE, trace=True)
    text = "\n".join(result.trace)
    assert result.ok and result.questions == 4
    for part in ("→ turn", "→ lay", "“Lay it down.”", "= P1 laid A", "= P2 took D, C"):
        assert part in text


def test_bad_files() -> None:
    assert [one.code for one in scenarios("- scenario: a\n  when: []\n").findings] == ["CW603"]
    assert [one.code for one in scenarios("- given: {}\n").findings] == ["CW602"]
    assert [one.code for one in scenarios("- 3\n").findings] == ["CW602"]
    assert [one.code for one in scenarios("- scenario: a\n  do: {P1: x}\n").findings] == ["CW604"]
    assert [one.code for one in scenarios("set: a\n").findings] == ["CW601"]


def test_a_set_at_the_top_and_cards_of_one_scenario() -> None:
    file = scenarios(
        "set: own\nrequires: [core]\nzones: []\nscenarios:\n"
        "  - scenario: a\n    cards: [{kind: Hero, name: X}]\n  - scenario: b\n"
    )
    assert file.own is not None and file.own.name == "own" and [str(need) for need in file.own.requires] == ["core"]
    assert [made.name for made in file.inline] == ["tiny-1"]
    assert [one.set_name for one in file.scenarios] == ["tiny-1", "own"]


def test_the_mutation_gate_tells_killed_from_survived() -> None:
    text = f"""- scenario: laid
  {GIVEN.replace("at: Lay, ", "")}
  do:
    - P1: lay down A
    - P1: done
    - P1: done
  expect:
    - {{heap: [A]}}
"""
    image = tiny.image()
    made = gate([Loaded(path=None, file=scenarios(text), image=image)])  # type: ignore[arg-type]
    states = {one.text: one.state for one in made.verdicts}
    assert states == {
        "Take two tiles.": UNREACHABLE,
        "Lay tiles down.": KILLED,
        "You may show a tile.": KILLED,
        "You may look at the stock.": SURVIVED,
        "Lay it down.": KILLED,
    }
    assert made.score == 0.75
    assert "3 killed, 1 survived, 1 unreachable: 75.0 %" in made.lines()[0]


def test_scenarios_use_the_set_that_the_set_file_of_their_folder_names(tmp_path: Path) -> None:
    folder = tmp_path / "gull" / "scenarios"
    folder.mkdir(parents=True)
    (tmp_path / "gull" / "set.yaml").write_text("set: gull-rock\nlanguage: 1\nrequires: [core]\n")
    (folder / "a.yaml").write_text("- scenario: nothing happens\n  given: {players: 1}\n  expect: [{turn: P1}]\n")
    loaded = load(folder / "a.yaml", SuiteCompiler())
    assert loaded.ok and loaded.file.requires == ("gull-rock",), loaded.findings
