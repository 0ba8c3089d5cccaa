"""The line scan before composing: plain values that YAML would cut, misread or give up on.

In a plain value YAML takes `: ` for a key, ` #` for a comment, and a mark such as `[` at the start for structure.
Such a value is reported and masked by letters of the same length, so that every place in the file stays the same and
the rest is still checked; the composer reads the value back from the file. Must not know what any key means, only
which hold language.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from cardwright.dsl.diagnostics import Finding, Source, finding

# Keys whose values are English: in these a comment sign or a mark at the start can only be meant as text. A sentence
# under a key that begins with a capital letter (a kind, in the body of a keyword) is taken for English too.
LANGUAGE_KEYS = frozenset(
    (
        *(
            "text",
            "does",
            "is",
            "when",
            "if",
            "use",
            "log",
            "event",
            "do",
            "pay",
            "call",
            "number",
            "condition",
            "place",
        ),
        *("reminder", "copied", "you", "from", "to", "start if", "in game", "repeat while"),
    )
)

_KEY = re.compile(r"([A-Za-z][\w '’.!-]{0,60}?|\"[^\"]*\"):[ ]+(?=\S)")
_INDICATORS = "[{*&!%@`\"'|>#"


def is_language(key: str) -> bool:
    """Whether a key's value is English."""
    return key.strip("\"'") in LANGUAGE_KEYS


@dataclass
class PreScan:
    """The masked text, the findings, and where masked values stand."""

    masked: str
    findings: list[Finding] = field(default_factory=list)
    values: dict[int, int] = field(default_factory=dict)


def prescan(source: Source) -> PreScan:
    """Look at each line that is not inside a block or a quoted value."""
    return _Scan(source).run()


class _Scan:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.text = source.text
        self.result = PreScan(source.text)
        self.masks: list[tuple[int, int]] = []
        self.flow: list[str] = []  # open brackets that were not closed on an earlier line
        self.quote = ""  # a quotation that was not closed on an earlier line
        self.work = 20 * len(source.text)  # looking ahead inside braces may take so many steps, whatever the file holds
        self.block: int | None = None  # lines indented deeper than this belong to a block value

    def run(self) -> PreScan:
        starts = self.source.line_starts
        for start, after in zip(starts, (*starts[1:], len(self.text) + 1), strict=True):
            stop = after - 1
            if stop > start and self.text[stop - 1] == "\r":
                stop -= 1
            self._line(start, stop)
        if self.masks:
            pieces: list[str] = []
            at = 0
            for start, stop in self.masks:
                pieces += (self.text[at:start], "x" * (stop - start))
                self.result.values[start] = stop
                at = stop
            self.result.masked = "".join((*pieces, self.text[at:]))
        return self.result

    def _line(self, start: int, stop: int) -> None:
        line = self.text[start:stop]
        body = line.lstrip(" ")
        if not body:
            return
        indent = len(line) - len(body)
        if self.block is not None:
            if indent > self.block:
                return
            self.block = None
        at = start
        if not self.flow and not self.quote:
            at = self._block_line(start + indent, stop)
        self._flow_line(at, stop)

    def _block_line(self, at: int, stop: int) -> int:
        """Markers and keys of block style at the start of a line; returns where a value in flow style begins."""
        indent = at - self.source.line_starts[self.source.position(at)[0] - 1]
        while self.text.startswith(("- ", "? "), at):
            at += 1
            while at < stop and self.text[at] == " ":
                at += 1
            indent = at - self.source.line_starts[self.source.position(at)[0] - 1]
        match = _KEY.match(self.text, at, stop)
        if match is None:
            if re.match(r"[|>][-+0-9]*\s*(#.*)?$", self.text[at:stop]):
                self.block = indent - 1
                return stop
            return at
        value = match.end()
        rest = self.text[value:stop]
        if re.match(r"[|>][-+0-9]*\s*(#.*)?$", rest):
            self.block = indent
            return stop
        end = value + len(rest.rstrip(" "))
        if self._is_cut(match.group(1), value, end, flow=False):
            self._mask(value, end)
            return stop
        return value

    def _flow_line(self, at: int, stop: int) -> None:
        """Brackets and quotations, and plain values of keys inside braces."""
        if not self.flow and not self.quote and self.text[at : at + 1] not in ("{", "[", '"', "'"):
            return
        while at < stop:
            char = self.text[at]
            if self.quote:
                if char == "\\" and self.quote == '"':
                    at += 1
                elif char == self.quote:
                    self.quote = ""
                    if not self.flow:
                        return
                at += 1
                continue
            before = self.text[at - 1] if at else "\n"
            if char in "\"'" and (before in " [{,:\n" or not self.flow):
                self.quote = char
            elif char in "{[":
                self.flow.append(char)
            elif char in "}]":
                if self.flow:
                    self.flow.pop()
                if not self.flow:
                    return
            elif char == "#" and before in " \n":
                return
            elif self.flow and self.flow[-1] == "{" and before in " {,\n":
                match = _KEY.match(self.text, at, stop)
                if match is not None:
                    value = match.end()
                    end = self._flow_end(value, stop, is_language(match.group(1)))
                    if self._is_cut(match.group(1), value, end, flow=True):
                        self._mask(value, end)
                        at = end
                        continue
                    at = value
                    continue
            at += 1

    def _flow_end(self, at: int, stop: int, language: bool) -> int:
        """Where a plain value inside braces ends: at a comma or closing bracket that does not close one of its own.

        An author's text goes on over commas, up to the next key.
        """
        begin = at
        depth = 0
        while at < stop and self.work > 0:
            self.work -= 1
            char = self.text[at]
            if char in "{[":
                depth += 1
            elif char in "}]":
                if not depth:
                    break
                depth -= 1
            elif char == "," and not depth and not (language and self._goes_on(at + 1, stop)):
                break
            at += 1
        return begin + len(self.text[begin:at].rstrip(" "))

    def _goes_on(self, at: int, stop: int) -> bool:
        """Whether what follows a comma is more of a text and no further key."""
        while at < stop and self.text[at] == " ":
            at += 1
        rest = self.text[at:stop]
        return bool(rest) and rest[0] not in "}]\"'#" and not re.match(r"[A-Za-z][\w ]{0,30}:( |$)", rest)

    def _is_cut(self, key: str, start: int, end: int, *, flow: bool) -> bool:
        value = self.text[start:end]
        sentence = key[:1].isupper() and value.partition(" #")[0].rstrip().endswith((".", ".)"))
        language = is_language(key) or sentence
        first = value[:1]
        if first in ("|", ">"):
            return False
        if first in ('"', "'"):
            if not language:
                return False
            close = _close(value)
            rest = value[close:].strip()
            return close > 0 and bool(rest) and not rest.startswith("#")
        if first in ("{", "["):
            self.work -= len(value)
            close = _balanced(value) if self.work > 0 else 0
            rest = value[close:].strip()
            return language and close > 0 and bool(rest) and not rest.startswith("#")
        if first == "#" or (first in "*&!%@`" and not language):
            return language
        if ": " in value or value.endswith(":"):
            return True
        if not language:
            return False
        if first in "*&!%@`" or " #" in value:
            return True
        return flow and any(char in value for char in "{}[],")

    def _mask(self, start: int, end: int) -> None:
        value = self.text[start:end]
        self.masks.append((start, end))
        self.result.findings.append(finding("CW110", self.source.span(start, end), mark=_mark(value)))


def _mark(value: str) -> str:
    if value[:1] in _INDICATORS:
        return value[:1]
    if ": " in value or value.endswith(":"):
        return ":"
    if " #" in value:
        return "#"
    return next((char for char in value if char in "{}[],"), value[:1])


def _close(value: str) -> int:
    """After the closing mark of a quotation; 0 if it is not closed on this line."""
    quote = value[0]
    at = 1
    while at < len(value):
        if value[at] == "\\" and quote == '"':
            at += 2
            continue
        if value[at] == quote:
            if quote == "'" and value[at + 1 : at + 2] == "'":
                at += 2
                continue
            return at + 1
        at += 1
    return 0


def _balanced(value: str) -> int:
    """After the bracket that closes the first one; 0 if there is none on this line."""
    depth = 0
    quote = ""
    for at, char in enumerate(value):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and value[at - 1] in " [{,:":
            quote = char
        elif char in "[{":
            depth += 1
        elif char in "]}":
            depth -= 1
            if not depth:
                return at + 1
    return 0
