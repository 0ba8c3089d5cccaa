"""Findings as commands of GitHub's workflow log, one line each: they appear beside the changed lines."""

from __future__ import annotations

from collections.abc import Iterable

from .finding import Finding
from .nearest import either
from .render import visible

_IN_TEXT = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_VALUE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def as_github(findings: Iterable[Finding]) -> str:
    """The report of `check --format github`."""
    return "\n".join(_one(item) for item in findings)


def _one(item: Finding) -> str:
    span = item.span
    values = {
        "file": span.file.name,
        "line": str(span.line),
        "endLine": str(span.end_line),
        "col": str(span.column),
        "endColumn": str(max(span.end_column, span.column + 1) if span.end_line == span.line else span.end_column),
        "title": f"{item.code} ({item.card})" if item.card else item.code,
    }
    said = visible(item.message)
    if item.suggestions:
        quoted = [f"“{text}”" for text in item.suggestions]
        said += f". Did you mean {visible(either(quoted))}?"
    listed = ",".join(f"{key}={visible(value).translate(_IN_VALUE)}" for key, value in values.items())
    return f"::{item.severity} {listed}::{said.translate(_IN_TEXT)}"
