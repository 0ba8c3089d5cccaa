"""A list item more in a set file: behind the last one, in its indentation, with every other character as it was.

Must not know what is put in.
"""

from __future__ import annotations

from cardwright.dsl.diagnostics import Edit, Source
from cardwright.dsl.source.compose import compose
from cardwright.dsl.source.edits import apply
from cardwright.dsl.source.nodes import Mapping, Sequence


class NoRoom(ValueError):
    """Nothing can be put into this file, and why."""


def with_item(source: Source, key: str, item: str) -> str:
    """The text of a set file with an item more in the list under a key.

    `item` is written as it would stand in the first column, beginning with “- ”. Raises NoRoom if the file cannot be
    read as one group of keys, or if the list stands in one line.
    """
    end = "\r\n" if "\r\n" in source.text else "\n"
    root, _ = compose(source)
    if not isinstance(root, Mapping) or root.flow:
        raise NoRoom(f"{source.name} is no set file that can be read; “cardwright check” says why")
    named, listed = root.key(key), root.get(key)
    if (
        named is None
        or listed is None
        or (not isinstance(listed, Sequence) and listed.span.text.strip() in ("", "~", "null"))
    ):
        return _with_key(source, root, key, item, end)
    if not isinstance(listed, Sequence):
        raise NoRoom(f"“{key}” in {source.name} is no list")
    if listed.flow and not listed.items:
        at = source.span(named.span.end, listed.span.end)
        return apply(source, [Edit(at, f":{end}{_indented(item, 2, end)}".rstrip())])
    if listed.flow:
        raise NoRoom(
            f"“{key}” in {source.name} stands in one line, as [ … ]; write one item below the other to add to it"
        )
    return _behind(source, listed, item, end)


def _with_key(source: Source, root: Mapping, key: str, item: str, end: str) -> str:
    """A file without the list: it comes last; behind a key without a value it takes the place of that."""
    known = root.key(key)
    body = _indented(item, 2, end)
    if known is not None:
        line = source.position(known.span.start)[0]
        stop = source.line_starts[line] if line < len(source.line_starts) else len(source.text)
        before = source.text[:stop]
        gap = "" if before.endswith("\n") else end
        return apply(source, [Edit(source.span(stop, stop), f"{gap}{body}")])
    text = source.text
    gap = "" if text.endswith("\n") else end
    return f"{text}{gap}{end}{key}:{end}{body}"


def _behind(source: Source, listed: Sequence, item: str, end: str) -> str:
    """Behind the last line that belongs to the last item."""
    first = source.line(source.position(listed.items[0].span.start)[0])
    indent = len(first) - len(first.lstrip(" "))
    if not first.lstrip(" ").startswith("- "):
        raise NoRoom(
            f"the list in line {source.position(listed.span.start)[0]} of {source.name} does not begin with “- ”"
        )
    number = last = source.position(listed.items[-1].span.start)[0]
    while number < len(source.line_starts):
        number += 1
        line = source.line(number)
        if not line.strip():
            continue
        if len(line) - len(line.lstrip(" ")) <= indent:
            break
        last = number
    stop = source.line_starts[last] if last < len(source.line_starts) else len(source.text)
    gap = "" if source.text[:stop].endswith("\n") else end
    return apply(source, [Edit(source.span(stop, stop), f"{gap}{_indented(item, indent, end)}")])


def _indented(item: str, indent: int, end: str) -> str:
    lines = item.rstrip("\n").split("\n")
    return "".join(f"{' ' * indent}{line}".rstrip() + end for line in lines)
