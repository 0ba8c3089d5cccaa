"""Sources and places in them. A place is (file, start, end) in code points; lines and columns are computed when asked.

Must not know YAML, cards or findings: everything above builds on it.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, eq=False)
class Source:
    """One file as it was read: the name shown to people and its decoded text."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which lines begin. Only line feeds end a line, as in editors and in YAML after reading."""
        starts = [0]
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line (counted from 1) without its end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] - 1 if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r")

    def span(self, start: int, end: int) -> Span:
        """A place in this file."""
        return Span(self, start, end)


@dataclass(frozen=True)
class Span:
    """A place in a file: code points `start` to `end` (exclusive)."""

    file: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.file.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.file.position(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.file.position(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after the last code point."""
        return self.file.position(self.end)[1]

    @property
    def text(self) -> str:
        return self.file.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the start of this place to the end of another one in the same file."""
        return Span(self.file, self.start, max(self.end, other.end))

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}:{self.column}"
