"""What `check` says of mutants, counted by operator."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from cardwright.dsl.diagnostics import Finding

from .mutants import TYPOS, Mutant
from .units import FILE, Bench


@dataclass
class Verdict:
    """How one mutant was judged: same, found, legal or missed; for typos whether the original was suggested."""

    mutant: Mutant
    sort: str
    findings: list[Finding] = field(default_factory=list)
    suggested: bool = False
    failing: list[str] = field(default_factory=list)  # suggestions that do not compile


def judge(bench: Bench, mutant: Mutant) -> Verdict:
    findings = bench.read(mutant.text)
    near = _near(mutant, findings)
    if not near or not any(item.is_error for item in findings):
        result = bench.carry(mutant.text)
        findings = result.findings
        near = _near(mutant, findings)
        if not any(item.is_error for item in findings) and bench.signature(result) == mutant.unit.signature:
            return Verdict(mutant, "same", findings)
        if not findings:
            return Verdict(mutant, "legal")
    verdict = Verdict(mutant, "found" if near else "missed", findings)
    for item in findings:
        for place, words in enumerate(item.suggestions):
            repaired = mutant.text[: item.span.start] + words + mutant.text[item.span.end :]
            if repaired == mutant.unit.text:
                verdict.suggested = verdict.suggested or place < 3
            elif not _repairs(bench, repaired, item, findings) and _suggests(bench, mutant, item, words):
                verdict.failing.append(f"{item.code} {item.span.text!r} → {words!r}")
        if item.fix is not None:
            repaired = mutant.text
            for edit in sorted(item.fix.edits, key=lambda edit: -edit.span.start):
                repaired = repaired[: edit.span.start] + edit.text + repaired[edit.span.end :]
            verdict.suggested = verdict.suggested or repaired == mutant.unit.text
    return verdict


def _near(mutant: Mutant, findings: list[Finding]) -> list[Finding]:
    low, high = mutant.reach
    return [item for item in findings if _in(item, low, high)]


def _in(item: Finding, low: int, high: int) -> bool:
    places = [item.span, *(label.span for label in item.labels)]
    return any(place.file.name == FILE and place.start <= high and place.end >= low for place in places)


def _suggests(bench: Bench, mutant: Mutant, item: Finding, words: str) -> bool:
    """Whether `check` says so too, which tries its suggestions in the machine as well."""
    found = bench.check(mutant.text).findings
    return any(one.span == item.span and words in one.suggestions for one in found)


def _repairs(bench: Bench, text: str, item: Finding, before: list[Finding]) -> bool:
    """Whether the text has no error that was not there before, and the one of this finding is gone."""
    known = [(one.code, one.message) for one in before if one.is_error]
    if item.is_error:
        known.remove((item.code, item.message))
    return _fewer(bench.read(text), known) and _fewer(bench.carry(text).findings, known)


def _fewer(findings: list[Finding], known: list[tuple[str, str]]) -> bool:
    left = list(known)
    for one in findings:
        if one.is_error:
            if (one.code, one.message) not in left:
                return False
            left.remove((one.code, one.message))
    return True


@dataclass
class Report:
    verdicts: list[Verdict] = field(default_factory=list)

    def counts(self) -> dict[str, dict[str, int]]:
        made: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(("same", "found", "legal", "missed"), 0))
        for one in self.verdicts:
            made[one.mutant.operator][one.sort] += 1
        return made

    @property
    def counted(self) -> int:
        return sum(one.sort != "same" for one in self.verdicts)

    @property
    def missed(self) -> int:
        return sum(one.sort == "missed" for one in self.verdicts)

    @property
    def typos(self) -> list[Verdict]:
        return [one for one in self.verdicts if one.mutant.operator in TYPOS and one.sort in ("found", "missed")]

    @property
    def failing(self) -> list[Verdict]:
        return [one for one in self.verdicts if one.failing]


def report(bench: Bench, chosen: Iterable[Mutant]) -> Report:
    return Report([judge(bench, mutant) for mutant in chosen])
