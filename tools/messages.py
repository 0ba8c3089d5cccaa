#!/usr/bin/env python3
"""docs/messages.md and docs/protocol.schema.json from the table of messages (runtime/protocol/table.py)."""

from __future__ import annotations

import sys

from generated import DOCS, fresh, head, main, table

from cardwright.runtime.protocol import MESSAGES, schema_text
from cardwright.runtime.protocol.results import DEFINITIONS
from cardwright.runtime.protocol.shapes import Either, Fields, Keyed, Listed, Named, Shape

SCHEMA = DOCS / "protocol.schema.json"


def _rows(shape: Shape, before: str = "") -> list[list[str]]:
    """Key, type and meaning of all there is in an object, one level under the other."""
    rows: list[list[str]] = []
    if isinstance(shape, Fields):
        for field in shape.fields:
            name = f"{before}{field.name}"
            rows.append([f"`{name}`", _type(field.shape) + (" (may be left out)" if field.optional else ""), field.doc])
            rows += _rows(field.shape, f"{name}.")
    elif isinstance(shape, Listed):
        rows += _rows(shape.of, f"{before.removesuffix('.')}[].")
    elif isinstance(shape, Keyed):
        rows += _rows(shape.of, f"{before}*.")
    elif isinstance(shape, Either):
        for one in shape.of:
            rows += _rows(one, before)
    return rows


def _type(shape: Shape) -> str:
    match shape:
        case Fields():
            return "object"
        case Listed():
            return f"list of {_type(shape.of)}"
        case Keyed():
            return f"object of {_type(shape.of)} by name"
        case Either():
            return " or ".join(dict.fromkeys(_type(one) for one in shape.of))
        case Named():
            return f"[{shape.name}](#{shape.name})"
        case _:
            return shape.said()


def make() -> str:
    """The page."""
    parts = [
        head("messages"),
        "# All messages\n",
        "What [interface.md](interface.md) describes, key by key. Each may have an `id`; `…[]` is one of a list,",
        "`*` stands for the names of an object.\n",
    ]
    for message in MESSAGES:
        parts += [f"## {message.do}\n", message.doc + "\n"]
        if not message.open:
            parts.append("Not for a connection that is bound to a seat of the game.\n")
        rows = [
            [f"`{f.name}`", _type(f.shape) + (" (may be left out)" if f.optional else ""), f.doc]
            for f in message.fields
        ]
        inner = [row for field in message.fields for row in _rows(field.shape, f"{field.name}.")]
        if rows:
            parts.append(table(["key", "value", "meaning"], rows + inner))
        parts.append(f"Answers {_type(message.result)}. {message.result.doc}".rstrip() + "\n")
        found = _rows(message.result)
        if found:
            parts.append(table(["key", "value", "meaning"], found))
    for name, shape in DEFINITIONS.items():
        parts += [f"## {name}\n", shape.doc + "\n", table(["key", "value", "meaning"], _rows(shape))]
    return "\n".join(parts)


if __name__ == "__main__":
    main("messages.md", make)
    if "--check" in sys.argv[1:]:
        if not fresh(SCHEMA, schema_text()):
            sys.exit("docs/protocol.schema.json is stale: run python tools/messages.py")
    else:
        SCHEMA.write_text(schema_text(), encoding="utf-8")
        print(f"docs/{SCHEMA.name}: {schema_text().count(chr(10))} lines")
