"""How findings are shown: for people (source line, carets) and as JSON. Must not know who found them."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence

from .finding import Finding, Severity
from .nearest import either
from .registry import code
from .span import Span

_COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "bold": "\x1b[1m", "dim": "\x1b[2m", "help": "\x1b[36m"}
_LONGEST = 160


def as_text(findings: Iterable[Finding], *, colour: bool = False) -> str:
    """Findings for people, a blank line between two. What helps against a code is said at its first finding, unless a
    finding has a repair of its own."""
    told: set[str] = set()
    return "\n".join(_one(item, colour, told) for item in findings)


def as_json(findings: Iterable[Finding], summary: Mapping[str, int], **more: object) -> str:
    """The report of `check --format json`; `more` are further keys."""
    rows = [as_row(item) for item in findings]
    report = {
        "ok": all(row["severity"] != Severity.ERROR for row in rows),
        "summary": dict(summary),
        **more,
        "diagnostics": rows,
    }
    return json.dumps(report, ensure_ascii=False, indent=2)


def as_row(item: Finding) -> dict[str, object]:
    """A finding as data for JSON."""
    return {
        "code": item.code,
        "severity": str(item.severity),
        "message": item.message,
        "file": item.span.file.name,
        "line": item.span.line,
        "column": item.span.column,
        "end_line": item.span.end_line,
        "end_column": item.span.end_column,
        "card": item.card,
        "suggestions": list(item.suggestions),
    }


def _one(item: Finding, colour: bool, told: set[str]) -> str:
    def paint(text: str, tone: str) -> str:
        return f"{_COLOURS[tone]}{text}\x1b[0m" if colour else text

    numbers = [item.span.line, *(label.span.line for label in item.labels)]
    margin = " " * len(str(max(numbers)))
    tone = str(item.severity)
    card = f" ({item.card})" if item.card else ""
    lines = [
        f"{paint(f'{item.severity}[{item.code}]', tone)}{paint(f': {visible(item.message)}', 'bold')}",
        f"{margin}{paint('-->', 'dim')} {visible(str(item.span))}{visible(card)}",
        paint(f"{margin} |", "dim"),
    ]
    lines += _excerpt(item.span, "^", "", margin, tone, paint)
    for label in item.labels:
        if label.span.file is not item.span.file:
            lines.append(f"{margin}{paint('-->', 'dim')} {visible(str(label.span))}")
        lines += _excerpt(label.span, "-", label.text, margin, "help", paint)
    if item.suggestions:
        quoted = [f"“{text}”" for text in item.suggestions]
        lines.append(f"{margin} {paint('=', 'dim')} did you mean {visible(either(quoted))}?")
    if item.fix is not None:
        lines.append(f"{margin} {paint('=', 'dim')} fix: {visible(item.fix.headline)}")
    help = "" if item.suggestions or item.fix is not None or item.code in told else code(item.code).fix
    if help:
        told.add(item.code)
        lines.append(f"{margin} {paint('=', 'dim')} help: {help}")
    return "\n".join(lines) + "\n"


def _excerpt(
    span: Span, mark: str, note: str, margin: str, tone: str, paint: Callable[[str, str], str]
) -> Sequence[str]:
    number = span.line
    source = span.file.line(number)
    first = span.column - 1
    last = len(source) if span.end_line > number else span.end_column - 1
    last = max(last, first + 1)
    if len(source) > _LONGEST:
        cut = max(0, first - _LONGEST // 2)
        source = source[cut : cut + _LONGEST]
        first, last = first - cut, min(last - cut, _LONGEST)
    pad = "".join("\t" if char == "\t" else " " * width(char) for char in source[:first].ljust(first))
    under = mark * max(1, sum(width(char) for char in source[first:last].ljust(last - first)))
    return [
        f"{paint(str(number).rjust(len(margin)) + ' |', 'dim')} {visible(source)}",
        f"{paint(f'{margin} |', 'dim')} {pad}{paint(under, tone)}{' ' + visible(note) if note else ''}",
    ]


def visible(text: str) -> str:
    """Text that cannot steer a terminal: control and direction characters become a replacement mark."""
    return "".join("�" if char != "\t" and unicodedata.category(char) in ("Cc", "Cf", "Cs") else char for char in text)


def width(char: str) -> int:
    """How many columns a terminal gives a character."""
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
