"""From a `Source` to nodes: one pass over the parser's events with our own checks. Must not know any key.

The tree is built from events rather than from ruamel's nodes: depth and size are bounded while reading, aliases are
refused before anything is expanded, and duplicate keys are seen. Findings carry no text of the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from cardwright.dsl.diagnostics import Finding, Source, Span, finding

from . import limits
from .nodes import DOUBLE, FOLDED, LITERAL, PLAIN, SINGLE, Mapping, Node, Scalar, Sequence
from .prescan import prescan

if TYPE_CHECKING:
    from ruamel.yaml.error import MarkedYAMLError

_STYLES = {"|": LITERAL, ">": FOLDED, "'": SINGLE, '"': DOUBLE}


def compose(source: Source) -> tuple[Node | None, list[Finding]]:
    """The one document of a file, or None with findings."""
    from ruamel.yaml.error import MarkedYAMLError, YAMLError  # half of the time that a warm check would take

    scan = prescan(source)
    composer = _Composer(source, scan.values)
    try:
        root = composer.document(_events(scan.masked))
    except _Refused as refused:
        return None, [*scan.findings, *composer.findings, refused.finding]
    except MarkedYAMLError as error:
        return None, [*scan.findings, *composer.findings, _syntax(source, error)]
    except YAMLError:
        return None, [*scan.findings, *composer.findings, finding("CW101", source.span(0, 1))]
    if root is None and not composer.findings:
        composer.findings.append(finding("CW114", source.span(0, 0)))
    return root, [*scan.findings, *composer.findings]


class _Refused(Exception):
    def __init__(self, found: Finding) -> None:
        self.finding = found


def _events(text: str) -> Iterator[Any]:
    """Parser events: from the C parser if it is installed and has no complaint, else from the pure one."""
    from importlib import import_module

    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    try:
        c_parser = import_module("_ruamel_yaml").CParser
    except ImportError:
        yield from YAML(typ="safe", pure=True).parse(text)
        return
    events: list[Any] = []
    parser = c_parser(text)
    try:
        while (event := parser.get_event()) is not None and len(events) <= 3 * limits.NODES:
            events.append(event)
    except YAMLError:  # the pure parser says where, in one way on every machine
        yield from YAML(typ="safe", pure=True).parse(text)
        return
    yield from events


class _Frame:
    """A collection that is still open."""

    __slots__ = ("flow", "items", "key", "seen", "start", "values")

    def __init__(self, start: int, flow: bool, mapping: bool) -> None:
        self.start = start
        self.flow = flow
        self.items: list[Node] | None = None if mapping else []
        self.values: list[tuple[Scalar, Node]] = []
        self.key: Scalar | None = None
        self.seen: dict[str, Scalar] = {}


class _Composer:
    def __init__(self, source: Source, masked: dict[int, int]) -> None:
        self.source = source
        self.masked = masked
        self.findings: list[Finding] = []
        self.stack: list[_Frame] = []
        self.count = 0
        self.documents = 0
        self.root: Node | None = None

    def document(self, events: Iterator[Any]) -> Node | None:
        for event in events:
            kind = type(event).__name__
            if kind == "ScalarEvent":
                self._check(event)
                self._add(self._scalar(event))
            elif kind in ("MappingStartEvent", "SequenceStartEvent"):
                self._check(event)
                if len(self.stack) >= limits.DEPTH:
                    self._refuse(event, "CW105", what="The depth of nesting", limit=str(limits.DEPTH))
                if self.stack and self.stack[-1].items is None and self.stack[-1].key is None:
                    self._refuse(event, "CW111")
                mapping = kind == "MappingStartEvent"
                self.stack.append(_Frame(event.start_mark.index, bool(event.flow_style), mapping))
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                self._add(self._close(self.stack.pop(), event.end_mark.index))
            elif kind == "AliasEvent":
                self._refuse(event, "CW107", mark="*")
            elif kind == "DocumentStartEvent":
                self.documents += 1
                if self.documents > 1:
                    self._refuse(event, "CW115")
        return None if isinstance(self.root, Scalar) and self.root.is_null else self.root

    def _check(self, event: Any) -> None:
        self.count += 1
        if self.count > limits.NODES:
            self._refuse(event, "CW105", what="The number of values", limit=f"{limits.NODES:,}")
        if event.anchor is not None:
            self._refuse(event, "CW107", mark="&")
        tag = getattr(event, "tag", None) or getattr(event, "ctag", None)
        if tag is not None and str(tag) not in ("None", ""):
            self._refuse(event, "CW108")

    def _refuse(self, event: Any, code: str, **values: str) -> None:
        start = event.start_mark.index
        end = start
        while end < len(self.source.text) and not self.source.text[end].isspace():
            end += 1
        place = self.source.span(start, max(end, start + 1))
        raise _Refused(finding(code, place, labels=(), suggestions=(), fix=None, card=None, **values))

    def _scalar(self, event: Any) -> Scalar:
        start, end = event.start_mark.index, event.end_mark.index
        style = _STYLES.get(event.style or "", PLAIN)
        value = event.value
        if style == PLAIN:
            if start in self.masked:
                end = self.masked[start]
                value = self.source.text[start:end]
            elif not value:
                start = end = self._after_key(start)
        return Scalar(Span(self.source, start, end), value, style)

    def _after_key(self, start: int) -> int:
        """Where a value that was left out would stand."""
        frame = self.stack[-1] if self.stack else None
        return frame.key.span.end + 1 if frame is not None and frame.key is not None else start

    def _add(self, node: Node) -> None:
        if not self.stack:
            self.root = node
            return
        frame = self.stack[-1]
        if frame.items is not None:
            frame.items.append(node)
        elif frame.key is None:
            assert isinstance(node, Scalar)
            frame.key = node
        else:
            self._pair(frame, frame.key, node)
            frame.key = None

    def _pair(self, frame: _Frame, key: Scalar, value: Node) -> None:
        first = frame.seen.get(key.value)
        if first is not None:
            self.findings.append(
                finding("CW109", key.span, key=key.value, labels=[(first.span, "it stands here already")])
            )
            return
        frame.seen[key.value] = key
        frame.values.append((key, value))

    def _close(self, frame: _Frame, end: int) -> Node:
        if frame.items is not None:
            stop = end if frame.flow else _last(frame.items, frame.start)
            return Sequence(Span(self.source, frame.start, stop), tuple(frame.items), frame.flow)
        stop = end if frame.flow else _last([value for _, value in frame.values], frame.start)
        return Mapping(Span(self.source, frame.start, stop), tuple(frame.values), frame.flow)


def _last(nodes: list[Node], start: int) -> int:
    return nodes[-1].span.end if nodes else start


def _syntax(source: Source, error: MarkedYAMLError) -> Finding:
    """Our own words for what the parser cannot read; its place, not its text."""
    mark = error.problem_mark or error.context_mark
    start = min(mark.index if mark is not None else 0, len(source.text))
    line_start = source.text.rfind("\n", 0, start) + 1
    lead = source.text[line_start : start + 1]
    if "\t" in lead and not lead.strip():
        tab = line_start + lead.index("\t")
        return finding("CW102", source.span(tab, tab + 1))
    above = _text_above(source.text, line_start)
    if above is not None:
        body = len(source.text[line_start:].split("\n", 1)[0].rstrip())
        place = source.span(line_start + above[2], line_start + max(body, above[2] + 1))
        return finding("CW120", place, labels=[(source.span(*above[:2]), "the text begins here")])
    other = _indented_unlike(source.text, line_start)
    labels = (
        [(source.span(*other[:2]), f"begins at column {other[2]}, the next one at column {other[3]}")] if other else []
    )
    return finding("CW101", source.span(start, min(start + 1, len(source.text))), labels=labels)


def _indented_unlike(text: str, line_start: int) -> tuple[int, int, int, int] | None:
    """The first word of the line above, if the next one starts where none before it does; and both columns."""
    line = text[line_start:].split("\n", 1)[0]
    here = len(line) - len(line.lstrip(" "))
    above = text[:line_start].splitlines(keepends=True)
    at = line_start
    nearest: tuple[int, int, int, int] | None = None
    while above:
        row = above.pop()
        at -= len(row)
        words = row.strip()
        if not words or words.startswith("#"):
            continue
        column = len(row) - len(row.lstrip(" "))
        inner = column + 2 if words.startswith("- ") else column
        if nearest is None:
            if words.endswith((":", "|", ">", "[", "{", ",")):
                return None
            nearest = (at + inner, at + len(row.rstrip()), inner + 1, here + 1)
        if here in (column, inner):
            return None
        if column == 0:
            break
    return nearest


def _text_above(text: str, line_start: int) -> tuple[int, int, int] | None:
    """The place of the first row of the block value above a line, and the line's column, if the line begins between
    the key of the value and that row."""
    line = text[line_start:].split("\n", 1)[0]
    here = len(line) - len(line.lstrip(" "))
    first: tuple[int, int] | None = None
    at = line_start
    for row in reversed(text[:line_start].splitlines(keepends=True)):
        at -= len(row)
        column = len(row) - len(row.lstrip(" "))
        if not row.strip():
            continue
        if column <= here:
            block = re.search(r":[ ]+[|>][-+0-9]*[ ]*(#.*)?$", row.rstrip("\r\n"))
            return (*first, here) if block is not None and column < here and first is not None else None
        first = (at + column, at + len(row.rstrip()))
    return None
