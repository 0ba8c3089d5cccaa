"""Repairs as edits of places: the text of a file with some places replaced. Must not know why."""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.dsl.diagnostics import Edit, Source


class Overlap(ValueError):
    """Two edits want the same place; whoever asks applies them one after the other, reading the file anew between."""


def apply(source: Source, edits: Iterable[Edit]) -> str:
    """The text of a file after some edits. Equal edits count once; everything outside their places stays as it is."""
    ordered = sorted({(edit.span.start, edit.span.end, edit.text) for edit in edits if edit.span.file is source})
    pieces: list[str] = []
    at = 0
    for start, end, text in ordered:
        if start < at:
            raise Overlap(f"{source.name}: two edits at {start}")
        pieces += (source.text[at:start], text)
        at = end
    return "".join((*pieces, source.text[at:]))
