"""Rules and what proves them: the rulebook of each set, the scenarios that name its rules, the tests that rules name.

A rule says under `proof` how it is proven: by scenarios, by the data of the set, by words alone, by a test of the
program, or that it is not built. Nothing is compiled here, so a set with mistakes has a coverage as well. Must not know
any rule.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardwright.dsl import Compiler
from cardwright.dsl.diagnostics import Finding, either, finding, in_order
from cardwright.dsl.source import Mapping as MappingNode
from cardwright.dsl.source import Name, SetFile, begins_with_set, compose, read_file
from cardwright.dsl.words import Rule
from cardwright.workbench.scenarios.model import Scenario, ScenarioFile, read
from cardwright.workbench.scenarios.suite import FOLDER, default_set, files_at, has_scenarios

COVERED, UNCOVERED, NOT_BUILT = "covered", "uncovered", "not built"
BY_SCENARIO, BY_TEST = "scenario", "test"
_PROJECT = ("pyproject.toml", ".git")


@dataclass(frozen=True)
class Covered:
    """One rule with the scenarios that name it and its state."""

    rule: Rule
    scenarios: tuple[Scenario, ...]
    state: str

    @property
    def proof(self) -> str:
        return self.rule.proof or BY_SCENARIO

    def as_data(self) -> dict[str, object]:
        """The rule for JSON."""
        made: dict[str, object] = {
            "id": str(self.rule.name),
            "set": self.rule.set,
            "text": str(self.rule.text or self.rule.does or ""),
            "proof": self.proof,
            "state": self.state,
            "scenarios": [
                {"name": one.name, "file": one.span.file.name, "line": one.span.line} for one in self.scenarios
            ],
        }
        if self.rule.because is not None:
            made["because"] = str(self.rule.because)
        if self.rule.test is not None:
            made["test"] = str(self.rule.test)
        return made


@dataclass
class Coverage:
    """All rules of the sets that were named, in the order of their rulebooks."""

    rules: list[Covered] = field(default_factory=list)
    scenarios: int = 0
    findings: list[Finding] = field(default_factory=list)

    def in_state(self, *states: str) -> list[Covered]:
        return [one for one in self.rules if one.state in states]

    def as_data(self) -> dict[str, object]:
        """The report for JSON: `covered` and `uncovered` together are all rules; one not built is uncovered."""
        return {
            "rules": [one.as_data() for one in self.rules],
            "covered": [str(one.rule.name) for one in self.in_state(COVERED)],
            "uncovered": [str(one.rule.name) for one in self.in_state(UNCOVERED, NOT_BUILT)],
        }


def coverage(paths: Sequence[Path] = (), given: Mapping[str, bytes] | None = None) -> Coverage:
    """The coverage of the sets at these paths. A path may also be a file of scenarios, which then count as well."""
    further = [path for path in paths if _only_scenarios(path)]
    declarations = Compiler().declare([path for path in paths if path not in further], given=given)
    made = Coverage(findings=list(declarations.findings))
    named = declarations.loaded.named
    by_set: dict[str, dict[str, Rule]] = {}
    for name, item in declarations.declared.items():
        seen = [item.decl, *item.requires]
        by_set[name] = {str(rule.name): rule for decl in reversed(seen) for rule in decl.rules if rule.name}
    every = {key: rule for rules in by_set.values() for key, rule in rules.items()}
    proven: dict[str, list[Scenario]] = {}
    for name in named:
        if name in by_set:
            for file in _files(declarations.loaded.sets[name].files, name, made.findings):
                _collect(file, by_set[name], f"{name} and the sets it requires", proven, made)
    for path in further:
        for file in _read([path], default_set(path), made.findings):
            _collect(file, every, either(list(by_set), "and") or "these files", proven, made)
    tests = _Tests()
    for name in named:
        for rule in declarations.declared[name].decl.rules if name in by_set else ():
            if rule.name:
                made.rules.append(_covered(rule, tuple(proven.get(rule.id, ())), tests, made.findings))
    made.findings = in_order(made.findings)
    return made


def _only_scenarios(path: Path) -> bool:
    """Whether a file holds scenarios and is no set: it does not begin with `set:`, or lies in a folder of scenarios."""
    if not path.is_file() or not has_scenarios(path):
        return False
    return path.parent.name == FOLDER or not begins_with_set(path.read_bytes())


def _files(parts: Iterable[SetFile], name: str, findings: list[Finding]) -> Iterator[ScenarioFile]:
    """The scenarios of a set: those in its own files, and those of its folder."""
    folder: Path | None = None
    for part in parts:
        root, source = part.root, part.source
        if root is not None and root.get(FOLDER) is not None:
            yield read(root, source.name, name)
        if Path(source.name).name == "set.yaml":
            folder = Path(source.name).parent
    if folder is not None and (folder / FOLDER).is_dir():
        yield from _read(files_at(folder), name, findings)


def _read(paths: Iterable[Path], default: str, findings: list[Finding]) -> Iterator[ScenarioFile]:
    for path in paths:
        source, found = read_file(path, str(path))
        root, complaints = compose(source)
        findings += [*found, *complaints]
        if root is not None and not any(one.is_error for one in (*found, *complaints)):
            file = read(root, str(path), default)
            findings += file.findings
            yield file


def _collect(
    file: ScenarioFile, rules: Mapping[str, Rule], known: str, proven: dict[str, list[Scenario]], made: Coverage
) -> None:
    """Note which rules the scenarios of a file name; a name that no rulebook has is a finding."""
    made.scenarios += len(file.scenarios)
    for scenario in file.scenarios:
        for name in dict.fromkeys(scenario.rules):
            rule = rules.get(str(name))
            if rule is None:
                made.findings.append(finding("CW605", name.span, rule=name, known=known))
            else:
                proven.setdefault(rule.id, []).append(scenario)


def _covered(rule: Rule, scenarios: tuple[Scenario, ...], tests: _Tests, findings: list[Finding]) -> Covered:
    state = COVERED
    if rule.proof == NOT_BUILT:
        state = NOT_BUILT
    elif rule.proof in ("", BY_SCENARIO) and not scenarios:
        state = UNCOVERED
        if rule.proof or not (
            isinstance(rule.node, MappingNode) and rule.node.get("proof")
        ):  # a wrong word is a finding
            findings.append(finding("CW606", rule.name.span, rule=rule.name))
    elif rule.proof == BY_TEST and (rule.test is None or not tests.has(rule.test)):
        state = UNCOVERED
        if rule.test is not None:
            findings.append(finding("CW607", rule.test.span, test=rule.test))
    return Covered(rule, scenarios, state)


class _Tests:
    """The tests that rules name, looked up in the project a set lies in; each file is read once."""

    def __init__(self) -> None:
        self._names: dict[Path, frozenset[str]] = {}

    def has(self, test: Name) -> bool:
        """Whether the test is there. A set that lies in no project, as an installed one, is taken at its word."""
        project = _project(Path(test.span.file.name))
        if project is None:
            return True
        path, _, name = str(test).partition("::")
        file = project / path
        if file not in self._names:
            self._names[file] = _functions(file)
        return name in self._names[file]


def _project(path: Path) -> Path | None:
    """The nearest folder above a file that is the top of a project."""
    return next((up for up in path.resolve().parents if any((up / mark).exists() for mark in _PROJECT)), None)


def _functions(file: Path) -> frozenset[str]:
    """The names of a file's functions, those of its classes as `Class::name`. None if it is no Python file."""
    try:
        tree = ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError):
        return frozenset()
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.add(node.name)
        elif isinstance(node, ast.ClassDef):
            found |= {f"{node.name}::{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
    return frozenset(found)


def by_proof(rules: Iterable[Covered]) -> dict[str, Counter[str]]:
    """How many rules of each proof are in each state."""
    found: dict[str, Counter[str]] = {}
    for one in rules:
        found.setdefault(one.proof, Counter())[one.state] += 1
    return found
