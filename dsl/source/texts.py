"""Language values: the lines of a text, each code point with its place in the file. Must not know what a line means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from cardwright.dsl.diagnostics import Source, Span


@dataclass(frozen=True)
class TextLine:
    """One line of a text (an ability). `text[i]` stands at `offsets[i]` of the file.

    A line indented by two more spaces continues the one before it; the space that joins the two stands for the line
    break. A line indented otherwise keeps the spaces it has too many.
    """

    file: Source = field(repr=False)
    text: str
    offsets: Sequence[int] = field(repr=False)
    margin: int = -1  # how far the text it belongs to is indented; -1: the text is one line beside its key

    def break_before(self, at: int) -> int:
        """Where in the file the row begins that starts with `text[at]` and continues the line; -1 if none does."""
        if at < 1 or self.file.text[self.offsets[at - 1]] not in "\r\n":
            return -1
        return self.file.text.rfind("\n", 0, self.offsets[at]) + 1

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """The place in the file of `text[start:end]`; an empty piece lies just before `text[start]` or at the end."""
        end = len(self.text) if end is None else end
        if not self.offsets:
            return Span(self.file, 0, 0)
        if start >= end:
            at = self.offsets[start] if start < len(self.offsets) else self.offsets[-1] + 1
            return Span(self.file, at, at)
        return Span(self.file, self.offsets[start], self.offsets[end - 1] + 1)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Text:
    """A language value: its lines, and the place of the whole."""

    span: Span
    lines: tuple[TextLine, ...]

    def __iter__(self) -> Iterator[TextLine]:
        return iter(self.lines)

    def __str__(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def line(self) -> TextLine:
        """The only line of a value that must have one."""
        return self.lines[0]


def text_of(source: Source, start: int, end: int, *, block: bool) -> Text:
    """The language value that stands at a place: a literal block from its first content line on, or one line."""
    if not block:
        return Text(Span(source, start, end), (TextLine(source, source.text[start:end], range(start, end)),))
    raw = _rows(source, start, end)
    if not raw:
        return Text(Span(source, start, end), ())
    margin = min(first - line_start for line_start, first, _ in raw)
    lines: list[TextLine] = []
    for line_start, first, last in raw:
        piece = source.text[first:last]
        places: Sequence[int] = range(first, last)
        if lines and first - line_start == margin + 2:
            before = lines.pop()
            joint = before.offsets[-1] + 1
            piece = f"{before.text} {piece}"
            places = (*before.offsets, joint, *places)
        elif first - line_start > margin:
            first = line_start + margin
            piece, places = source.text[first:last], range(first, last)
        lines.append(TextLine(source, piece, places, margin))
    return Text(Span(source, lines[0].offsets[0], lines[-1].offsets[-1] + 1), tuple(lines))


def _rows(source: Source, start: int, end: int) -> list[tuple[int, int, int]]:
    """Lines that are not blank: where the line begins, where its text begins, where its text ends."""
    rows: list[tuple[int, int, int]] = []
    at = start
    while at < end:
        stop = source.text.find("\n", at, end)
        stop = end if stop < 0 else stop
        last = stop - 1 if stop > at and source.text[stop - 1] == "\r" else stop
        body = source.text[at:last]
        if body.strip(" "):
            rows.append((at, at + len(body) - len(body.lstrip(" ")), last))
        at = stop + 1
    return rows


def plain_text(text: str, name: str = "<text>") -> Text:
    """A text that stands in no file, for tests and tools: lines separated by line feeds."""
    source = Source(name, text)
    return text_of(source, 0, len(text), block=True) if "\n" in text else text_of(source, 0, len(text), block=False)
