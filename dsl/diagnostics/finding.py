"""What a finding is: a code, a message, places, and what would mend it. Must not know how it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

from .span import Span


class Severity(StrEnum):
    """An error keeps the set from compiling; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Label:
    """A second place that belongs to a finding, with what is to be said about it."""

    span: Span
    text: str


@dataclass(frozen=True)
class Edit:
    """Replace what stands at a place by other text."""

    span: Span
    text: str


@dataclass(frozen=True)
class Fix:
    """A repair. A safe one keeps the meaning, so that a command may apply it unasked."""

    headline: str
    edits: tuple[Edit, ...]
    safe: bool = False


@dataclass(frozen=True)
class Finding:
    """One thing that is wrong, in one place."""

    code: str
    severity: Severity
    message: str
    span: Span
    labels: tuple[Label, ...] = ()
    suggestions: tuple[str, ...] = ()
    fix: Fix | None = None
    card: str | None = None

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    @property
    def key(self) -> tuple[str, int, int, str, str]:
        """Where it stands in a report."""
        return (self.span.file.name, self.span.start, self.span.end, self.code, self.message)


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by file and place; the same one at the same place only once (one cause, one finding)."""
    seen: dict[tuple[str, int, int, str, str], Finding] = {}
    for item in findings:
        seen.setdefault(item.key, item)
    return [seen[key] for key in sorted(seen)]


def at_most(findings: Iterable[Finding], number: int, more: Callable[[Finding], Finding]) -> list[Finding]:
    """Ordered findings with at most so many of one file; `more` makes the one that says so from the first left out."""
    kept: list[Finding] = []
    counts: dict[str, int] = {}
    for item in findings:
        name = item.span.file.name
        counts[name] = counts.get(name, 0) + 1
        if counts[name] <= number:
            kept.append(item)
        elif counts[name] == number + 1:
            kept.append(more(item))
    return kept
