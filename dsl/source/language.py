"""Language values of set files: which ways of writing keep every place, and the `Text` they give. Must not know any
key.
"""

from __future__ import annotations

from cardwright.dsl.diagnostics import Finding, Source, Span, finding

from .nodes import DOUBLE, FOLDED, LITERAL, PLAIN, Node, Scalar
from .texts import Text, TextLine, text_of


def language_value(node: Node, findings: list[Finding], *, lines: bool) -> Text | None:
    """The language value of a node. What is no text at all is left to the schema; forms that lose places are
    reported.
    """
    if not isinstance(node, Scalar) or node.is_null:
        return None
    source, start, end = node.span.file, node.span.start, node.span.end
    if node.style == LITERAL:
        text = _block(source, start, end)
        if not text.lines:
            findings.append(finding("CW116", node.span))
            return None
        if not lines and len(text.lines) > 1:
            findings.append(finding("CW117", text.lines[1].span()))
            return None
        return text
    if node.style == FOLDED:
        findings.append(finding("CW113", Span(source, start, start + 1), form="A folded text (“>”)"))
        return None
    if node.style != PLAIN:
        inner = source.text[start + 1 : end - 1]
        mark = "\\" if node.style == DOUBLE else "''"
        if mark in inner:
            at = start + 1 + inner.index(mark)
            findings.append(finding("CW113", Span(source, at, at + 2), form="A quoted text with escapes"))
            return None
        start, end = start + 1, end - 1
    written = source.text[start:end]
    if "\n" in written:
        findings.append(finding("CW113", Span(source, start, end), form="A text that goes on in the next line"))
        return None
    if not written.strip():
        findings.append(finding("CW116", node.span))
        return None
    return text_of(source, start, end, block=False)


def _block(source: Source, start: int, end: int) -> Text:
    """The rows of a literal block, without what follows it at a smaller indentation."""
    first = source.text.find("\n", start, end)
    if first < 0:
        return Text(Span(source, start, end), ())
    at = first + 1
    margin: int | None = None
    while at < end:
        stop = source.text.find("\n", at, end)
        stop = end if stop < 0 else stop
        row = source.text[at:stop].rstrip("\r")
        body = row.lstrip(" ")
        if body:
            indent = len(row) - len(body)
            margin = indent if margin is None else margin
            if indent < margin:
                end = at
                break
        at = stop + 1
    return text_of(source, first + 1, end, block=True)


__all__ = ["Text", "TextLine", "language_value"]
