"""A report as JSON and back. What is read is compared with what a report may be, field by field. No image here."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardwright.dsl.diagnostics import Edit, Finding, Fix, Label, Severity, Source, Span

Faces = Mapping[str, Mapping[str, int]]


class Damaged(ValueError):
    """An entry that is no report."""


@dataclass(frozen=True)
class Entry:
    """What a check says: findings, counts, faces by set and kind, the sets that were named and their files."""

    findings: Sequence[Finding]
    summary: Mapping[str, int]
    faces: Faces
    named: Sequence[str]
    files: Sequence[str]  # those of the named sets that lie on disk
    whole: bool  # whether there is an image


def write_entry(entry: Entry) -> bytes:
    """The entry as bytes."""
    sources: dict[int, int] = {}
    texts: list[list[str]] = []

    def place(span: Span) -> list[int]:
        if id(span.file) not in sources:
            sources[id(span.file)] = len(texts)
            texts.append([span.file.name, span.file.text])
        return [sources[id(span.file)], span.start, span.end]

    rows = [
        {
            "code": item.code,
            "severity": str(item.severity),
            "message": item.message,
            "span": place(item.span),
            "labels": [[place(label.span), label.text] for label in item.labels],
            "suggestions": list(item.suggestions),
            "fix": None
            if item.fix is None
            else [item.fix.headline, item.fix.safe, [[place(edit.span), edit.text] for edit in item.fix.edits]],
            "card": item.card,
        }
        for item in entry.findings
    ]
    made = {
        "findings": rows,
        "sources": texts,
        "summary": dict(entry.summary),
        "faces": {name: dict(kinds) for name, kinds in entry.faces.items()},
        "named": list(entry.named),
        "files": list(entry.files),
        "whole": entry.whole,
    }
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def read_entry(body: bytes) -> Entry:
    """The entry of these bytes.

    Raises Damaged if they are none.
    """
    try:
        data = json.loads(body.decode("utf-8", "surrogatepass"))
        sources = [Source(_is(name, str), _is(text, str)) for name, text in data["sources"]]
        return Entry(
            findings=[_finding(row, sources) for row in _is(data["findings"], list)],
            summary={_is(key, str): _is(value, int) for key, value in data["summary"].items()},
            faces={
                _is(name, str): {_is(kind, str): _is(number, int) for kind, number in kinds.items()}
                for name, kinds in data["faces"].items()
            },
            named=[_is(name, str) for name in _is(data["named"], list)],
            files=[_is(name, str) for name in _is(data["files"], list)],
            whole=_is(data["whole"], bool),
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError) as error:
        raise Damaged from error


def _finding(row: Any, sources: Sequence[Source]) -> Finding:
    if not re.fullmatch(r"CW[0-9]{3}", _is(row["code"], str)):
        raise Damaged
    fix = None
    if row["fix"] is not None:
        headline, safe, edits = row["fix"]
        made = tuple(Edit(_span(place, sources), _is(text, str)) for place, text in edits)
        fix = Fix(_is(headline, str), made, _is(safe, bool))
    return Finding(
        code=row["code"],
        severity=Severity(row["severity"]),
        message=_is(row["message"], str),
        span=_span(row["span"], sources),
        labels=tuple(Label(_span(place, sources), _is(text, str)) for place, text in row["labels"]),
        suggestions=tuple(_is(text, str) for text in _is(row["suggestions"], list)),
        fix=fix,
        card=None if row["card"] is None else _is(row["card"], str),
    )


def _span(place: Any, sources: Sequence[Source]) -> Span:
    at, start, end = (_is(number, int) for number in place)
    if not 0 <= at < len(sources) or not 0 <= start <= end <= len(sources[at].text) + 1:
        raise Damaged
    return Span(sources[at], start, end)


def _is(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise Damaged
    return value
