"""Findings as SARIF 2.1.0, which code hosts and editors read: a rule for each code that occurs, a result for each
finding, repairs and suggestions as fixes. Columns count code points, as everywhere here.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from .finding import Edit, Finding
from .registry import codes
from .span import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"


def as_sarif(findings: Sequence[Finding], version: str, base: Path | None = None) -> str:
    """The report of `check --format sarif`. Places are relative to `base`, the working folder if left out."""
    base = base or Path.cwd()
    used = sorted({item.code for item in findings})
    order = {name: place for place, name in enumerate(used)}
    run = {
        "tool": {
            "driver": {
                "name": "cardwright",
                "semanticVersion": version,
                "rules": [_rule(name) for name in used],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": [_result(item, order[item.code], base) for item in findings],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rule(name: str) -> Mapping[str, object]:
    code = codes()[name]
    return {
        "id": name,
        "shortDescription": {"text": re.sub(r"\{[a-z_]+\}", "…", code.headline)},
        "fullDescription": {"text": code.why},
        "help": {"text": code.fix or code.why},
        "defaultConfiguration": {"level": str(code.severity)},
    }


def _result(item: Finding, rule: int, base: Path) -> Mapping[str, object]:
    location = _location(item.span, base)
    if item.card:
        location["logicalLocations"] = [{"name": item.card, "kind": "element"}]
    made: dict[str, object] = {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": str(item.severity),
        "message": {"text": item.message},
        "locations": [location],
    }
    if item.labels:
        made["relatedLocations"] = [
            {**_location(label.span, base), "id": place, "message": {"text": label.text}}
            for place, label in enumerate(item.labels, 1)
        ]
    fixes = [_fix(f"write “{text}”", [Edit(item.span, text)], base) for text in item.suggestions]
    if item.fix is not None:
        fixes.insert(0, _fix(item.fix.headline, item.fix.edits, base))
    if fixes:
        made["fixes"] = fixes
    return made


def _fix(headline: str, edits: Sequence[Edit], base: Path) -> Mapping[str, object]:
    files: dict[str, list[Mapping[str, object]]] = {}
    for edit in edits:
        row = {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}
        files.setdefault(edit.span.file.name, []).append(row)
    changes = [{"artifactLocation": _artifact(name, base), "replacements": rows} for name, rows in files.items()]
    return {"description": {"text": headline}, "artifactChanges": changes}


def _location(span: Span, base: Path) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": _artifact(span.file.name, base), "region": _region(span)}}


def _region(span: Span) -> Mapping[str, int]:
    return {
        "startLine": span.line,
        "startColumn": span.column,
        "endLine": span.end_line,
        "endColumn": span.end_column,
    }


def _artifact(name: str, base: Path) -> Mapping[str, str]:
    path = name
    if Path(name).is_absolute():
        try:
            path = os.path.relpath(name, base)
        except ValueError:  # another drive
            return {"uri": Path(name).as_uri()}
    return {"uri": quote(Path(path).as_posix(), safe="/"), "uriBaseId": ROOT}
