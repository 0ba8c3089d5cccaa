"""How the rows of a text lie in its file: repairs for a row that begins in the wrong column, and for a label that does
not begin a row. Must not know what a line means.
"""

from __future__ import annotations

from cardwright.dsl.diagnostics import Finding, Fix, finding, replacement
from cardwright.dsl.diagnostics.registry import code
from cardwright.dsl.source import TextLine
from cardwright.dsl.text.job import Job
from cardwright.dsl.text.label_words import is_label
from cardwright.dsl.text.lexicon import Lexicon

ODD, INSIDE = "CW319", "CW318"
FURTHER = 2  # blanks by which a row continues the line above


def too_far(line: TextLine) -> int:
    """By how many blanks a line is indented more than its text; 0 for those of a value beside its key."""
    return len(line.text) - len(line.text.lstrip(" ")) if line.margin >= 0 else 0


def indented(line: TextLine, lexicon: Lexicon, first: bool) -> Finding | None:
    """The finding of a line that neither begins in the column of its text nor continues a line. What begins with a
    label can only be a line of its own, what begins with a small letter only go on with the one above."""
    far = too_far(line)
    if not far:
        return None
    place = line.span(0, far)
    fix: Fix | None = None
    if is_label(Job(lexicon, line.text, far, len(line.text), at=far)):
        fix = replacement(place, "", safe=True, headline=code(ODD).fix)
    elif goes_on(line) and not first:
        fix = replacement(place, " " * FURTHER, safe=True, headline=code(ODD).fix)
    return finding(ODD, place, count="1 space" if far == 1 else f"{far} spaces", fix=fix)


def goes_on(line: TextLine) -> bool:
    """Whether a line in the wrong column can only be more of the line above."""
    far = too_far(line)
    return far > 0 and line.text[far].islower()


def own_row(line: TextLine, at: int) -> Fix | None:
    """A row of its own for what stands at a place of a line; None in a value that has only one."""
    if line.margin < 0:
        return None
    start = at
    while start and line.text[start - 1] == " ":
        start -= 1
    span = line.span(start, at)
    row = line.break_before(at)
    if row >= 0:
        span = line.file.span(row, line.offsets[at])
        return replacement(span, " " * line.margin, safe=True, headline=code(INSIDE).fix)
    return replacement(span, "\n" + " " * line.margin, safe=True, headline=code(INSIDE).fix)
