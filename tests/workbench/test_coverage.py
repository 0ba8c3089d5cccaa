"""Rule coverage of made-up sets: each way a rule can be proven, with and without its proof."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.workbench.coverage.rules import coverage

SCENARIO = "  - scenario: nothing happens\n    rules: [{rule}]\n    given: {{players: 1}}\n"


def made(folder: Path, proof: str, scenarios: str = "") -> tuple[list[str], list[str]]:
    """The states of the one rule and the codes of the findings."""
    (folder / "x.yaml").write_text(
        f"set: x\nlanguage: 1\nrules:\n  - rule: X-1\n    text: All is well.\n    {proof}\n{scenarios}"
    )
    found = coverage([folder / "x.yaml"])
    return [one.state for one in found.rules], [one.code for one in found.findings]


@pytest.mark.parametrize(
    ("proof", "state", "codes"),
    [
        ("proof: scenario", "uncovered", ["CW606"]),
        ("reminders: [All is well.]", "uncovered", ["CW606"]),
        ("proof: data", "covered", []),
        ("{proof: words, because: it is so}", "covered", []),
        ("{proof: words}", "covered", ["CW203"]),
        ("{proof: not built, because: no card needs it}", "not built", []),
        ("{proof: not built}", "not built", ["CW203"]),
        ("{proof: test, test: 'tests/test_x.py::test_well'}", "covered", []),
        ("{proof: test, test: 'tests/test_x.py::Group::test_inside'}", "covered", []),
        ("{proof: test, test: 'tests/test_x.py::test_ill'}", "uncovered", ["CW607"]),
        ("{proof: test, test: 'tests/test_y.py::test_well'}", "uncovered", ["CW607"]),
        ("{proof: test, test: 'x.yaml::test_well'}", "uncovered", ["CW607"]),
        ("{proof: test}", "uncovered", ["CW203"]),
        ("proof: hope", "uncovered", ["CW205"]),
    ],
)
def test_without_a_scenario(proof: str, state: str, codes: list[str], tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_x.py").write_text(
        "def test_well(): ...\nclass Group:\n    def test_inside(self): ...\n"
    )
    assert made(tmp_path, "\n    ".join(proof.strip("{}").split(", ")), "") == ([state], codes)


def test_with_scenarios_in_the_file_of_the_set(tmp_path: Path) -> None:
    assert made(tmp_path, "proof: scenario", "scenarios:\n" + SCENARIO.format(rule="X-1")) == (["covered"], [])
    assert made(tmp_path, "proof: scenario", "scenarios:\n" + SCENARIO.format(rule="X-2"))[1] == ["CW606", "CW605"]


def test_a_set_may_begin_with_a_remark(tmp_path: Path) -> None:
    made(tmp_path, "proof: scenario", "scenarios:\n" + SCENARIO.format(rule="X-1"))
    path = tmp_path / "x.yaml"
    path.write_text("# a remark\n" + path.read_text())
    assert [one.state for one in coverage([path]).rules] == ["covered"]


def test_with_scenarios_in_a_file_of_their_own(tmp_path: Path) -> None:
    made(tmp_path, "proof: scenario")
    (tmp_path / "more.yaml").write_text("requires: [x]\nscenarios:\n" + SCENARIO.format(rule="X-1"))
    found = coverage([tmp_path / "x.yaml", tmp_path / "more.yaml"])
    assert [one.state for one in found.rules] == ["covered"] and not found.findings
    assert found.scenarios == 1


def test_with_scenarios_in_the_folder_of_the_set(tmp_path: Path) -> None:
    made(tmp_path, "proof: scenario")
    folder = tmp_path / "y"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "set.yaml").write_text(
        "set: y\nlanguage: 1\nrequires: [x]\nrules:\n  - {rule: Y-1, text: Well., proof: scenario}\n"
    )
    (folder / "scenarios" / "a.yaml").write_text(SCENARIO.format(rule="Y-1, X-1"))
    found = coverage([folder])  # a rule of a required set may be named, and is counted where its set is named
    assert [(one.rule.id, one.state) for one in found.rules] == [("y:Y-1", "covered")] and not found.findings
    found = coverage([tmp_path / "x.yaml", folder])
    assert [one.state for one in found.rules] == ["covered", "covered"] and not found.findings


def test_an_installed_set_is_taken_at_its_word(tmp_path: Path) -> None:
    proof = "proof: test\n    test: tests/test_x.py::test_well"
    assert made(tmp_path, proof) == (["covered"], [])
