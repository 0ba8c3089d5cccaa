"""Safe repairs of findings, applied to the files of the sets that were named: pass by pass, because one repair may lay
bare the next. Nothing is written here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardwright.dsl.diagnostics import Edit, Finding, Source
from cardwright.dsl.source.rewriting import Rewrite, rewritten

PASSES = 12


@dataclass
class Repaired:
    """What repairing came to: files that would change, how many repairs were made, what is left to be found."""

    findings: Sequence[Finding]
    rewrites: list[Rewrite] = field(default_factory=list)
    repairs: int = 0


def repair(
    compiled: Callable[[Mapping[Path, bytes]], Sequence[Finding]], files: Iterable[str], first: Sequence[Finding]
) -> Repaired:
    """Apply safe repairs until there is none left. `compiled` gives the findings when some files hold other bytes;
    `files` are those that may be changed, by the names that findings give them; `first` are the findings of now.

    A pass after which there are more errors than before is taken back.
    """
    known = {name: Path(name) for name in files}
    result = Repaired(first)
    instead: dict[Path, bytes] = {}
    before: dict[Path, bytes] = {}
    for _ in range(PASSES):
        edits = chosen(item for item in result.findings if item.span.file.name in known)
        if not edits:
            break
        made = dict(instead)
        for source, rows in edits.items():
            path = known[source.name]
            if path not in before:
                before[path] = _bytes(path)
            if made.get(path, before[path]).decode("utf-8-sig", "replace") == source.text:
                made[path] = rewritten(source, rows, before[path])
        if made == instead:
            break
        findings = compiled(made)
        if _errors(findings) > _errors(result.findings):
            break
        instead = made
        result.findings = findings
        result.repairs += sum(len(rows) for rows in edits.values())
    result.rewrites = [Rewrite(path, before[path], data) for path, data in instead.items() if data != before[path]]
    return result


def chosen(findings: Iterable[Finding]) -> dict[Source, list[Edit]]:
    """The edits of safe repairs that do not touch each other, by file. Of two that do, the first one is taken."""
    taken: dict[str, list[Edit]] = {}
    sources: dict[str, Source] = {}
    for item in findings:
        if item.fix is None or not item.fix.safe:
            continue
        rows = [edit for edit in item.fix.edits if edit.span.text != edit.text]
        if any(edit.span.file.name != item.span.file.name for edit in rows):
            continue
        mine = taken.setdefault(item.span.file.name, [])
        if any(_touch(edit, other) for edit in rows for other in mine):
            continue
        mine += rows
        sources[item.span.file.name] = item.span.file
    return {sources[name]: rows for name, rows in taken.items() if rows}


def _touch(one: Edit, other: Edit) -> bool:
    return one.span.start <= other.span.end and other.span.start <= one.span.end


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _errors(findings: Sequence[Finding]) -> int:
    return sum(item.is_error for item in findings)
