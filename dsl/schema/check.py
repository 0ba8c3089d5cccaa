"""Validating nodes against a schema, and each complaint in an author's words. Must not know what a key means.

Numbers with marks and icons would need `anyOf`, whose complaints blame every branch; they are checked here by their
`x-…` notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from jsonschema import Draft7Validator
from jsonschema.exceptions import ValidationError

from cardwright.dsl.diagnostics import Finding, Span, either, finding, listed, nearest
from cardwright.dsl.source import Mapping, Node, Scalar
from cardwright.dsl.source import Sequence as SequenceNode
from cardwright.dsl.source.limits import FINDINGS_PER_FILE
from cardwright.dsl.words.shapes import Schema

_WORDS = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "array": "a list",
    "object": "a group of keys",
    "boolean": "true or false",
}


def check(node: Node, schema: Schema, *, known: Sequence[str] = ()) -> list[Finding]:
    """Findings about a node and all below it. `known` are keys to suggest in place of an unknown one at the top."""
    instance = value_of(node)
    found: list[Finding] = []
    for error in Draft7Validator(schema).iter_errors(instance):
        found += _translate(error, node, known)
        if len(found) > FINDINGS_PER_FILE:
            break
    return found


def as_meant(node: Mapping, schema: Schema) -> tuple[Mapping, list[Finding]]:
    """A node with each unknown key that is near one it lacks read as that one, so that all below it is still read; and
    the findings of these keys."""
    allowed = list(schema.get("properties", {}))
    found: list[Finding] = []
    items: list[tuple[Scalar, Node]] = []
    for key, value in node:
        near = [] if key.value in allowed else nearest(key.value, [name for name in allowed if name not in node], 1)
        if near and isinstance(value, (Mapping, SequenceNode)):
            found += _unknown_keys(Mapping(node.span, ((key, value),)), schema, allowed)
            key = replace(key, value=near[0])
        items.append((key, value))
    return Mapping(node.span, tuple(items), node.flow), found


def value_of(node: Node) -> Any:
    """A node as plain values, scalars typed as YAML 1.2 does for whole numbers, true, false and null."""
    if isinstance(node, Mapping):
        return {key.value: value_of(value) for key, value in node}
    if isinstance(node, SequenceNode):
        return [value_of(item) for item in node]
    if node.is_null:
        return None
    if node.style == "plain":
        if node.as_bool is not None:
            return node.as_bool
        if node.as_int is not None:
            return node.as_int
    return node.value


def at(node: Node, path: Sequence[str | int]) -> Node:
    """The node at a path of keys and positions."""
    for part in path:
        if isinstance(node, Mapping) and isinstance(part, str):
            node = node.get(part) or node
        elif isinstance(node, SequenceNode) and isinstance(part, int):
            node = node.items[part]
    return node


def place_of(node: Node) -> Span:
    """Where to point when a whole value is meant: a scalar, or the first key of a group."""
    if isinstance(node, Mapping) and node.items and not node.flow:
        return node.items[0][0].span
    if isinstance(node, SequenceNode) and not node.flow and node.items:
        return place_of(node.items[0])
    return node.span


def _translate(error: ValidationError, root: Node, known: Sequence[str]) -> Iterator[Finding]:
    path = list(error.absolute_path)
    node = at(root, path)
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    schema = error.schema if isinstance(error.schema, dict) else {}
    match error.validator:
        case "additionalProperties":
            yield from _unknown_keys(node, schema, known if not path else ())
        case "required":
            for name in schema.get("required", ()):
                if isinstance(node, Mapping) and name not in node:
                    yield finding("CW203", place_of(node), key=name, what=_what(schema))
        case "anyOf":
            yield from _any_of(node, schema, key)
        case "enum":
            yield _enum(node, schema, key)
        case "pattern":
            yield finding("CW206", place_of(node), key=key, what=schema.get("x-what", "written in another way"))
        case "minimum" | "maximum":
            word = "at least" if error.validator == "minimum" else "at most"
            yield finding("CW207", place_of(node), key=key, bound=f"{word} {error.validator_value}")
        case "maxProperties":
            yield finding("CW218", place_of(node), key=key, most=error.validator_value)
        case "minLength" | "minItems":
            yield finding("CW208", place_of(node), key=key)
        case _:
            yield _type(node, schema, key)


def _what(schema: Schema) -> str:
    return str(schema.get("x-what", "group"))


def _unknown_keys(node: Node, schema: Schema, known: Sequence[str]) -> Iterator[Finding]:
    assert isinstance(node, Mapping)
    allowed = list(known) or list(schema.get("properties", {}))
    for place, (key, value) in enumerate(node):
        if key.value in schema.get("properties", {}):
            continue
        if node.flow and place and isinstance(value, Scalar) and value.is_null and value.span.start >= key.span.end:
            yield finding("CW112", key.span, key=key.value)
            continue
        near = nearest(key.value, [name for name in allowed if name not in node])
        what = schema.get("x-what", "group of keys")
        keys = "" if near else f"; its keys: {listed(allowed)}"
        yield finding("CW202", key.span, key=key.value, what=_article(str(what)), keys=keys, suggestions=near[:1])


def _article(what: str) -> str:
    from cardwright.dsl.words.english import article

    return f"{article(what)} {what}"


def _any_of(node: Node, schema: Schema, key: str) -> Iterator[Finding]:
    """Complaints of a value with several forms: one finding about the form it seems to have."""
    icons = schema.get("x-icons")
    if icons is not None:
        items = node.items if isinstance(node, SequenceNode) else (node,)
        for item in items:
            if not isinstance(item, Scalar) or item.value not in icons["enum"]:
                yield _enum(item, icons, key)
        return
    if "x-printed" in schema:
        yield finding("CW206", place_of(node), key=key, what=schema["x-what"])
        return
    if isinstance(node, Mapping):
        inner = next((part for part in schema["anyOf"] if part.get("type") == "object"), None)
        if inner is not None:
            yield from check(node, {**inner, "x-what": schema.get("x-what", "group")})
            return
    yield finding("CW204", place_of(node), key=key or "this", what="text or a group of keys")


def _enum(node: Node, schema: Schema, key: str) -> Finding:
    options = [str(option) for option in schema["enum"]]
    written = node.value if isinstance(node, Scalar) else "this"
    near = nearest(written, options, most=1)
    listed = either(options) if len(options) <= 8 else f"{', '.join(options[:8])}, …"
    family = schema.get("x-family")
    if family is not None:
        said = _article(str(family))
        return finding("CW214", place_of(node), word=written, family=said, options=listed, suggestions=near)
    return finding("CW205", place_of(node), key=key, word=written, options=listed, suggestions=near)


def _type(node: Node, schema: Schema, key: str) -> Finding:
    wanted = schema.get("type", "string")
    kinds = [wanted] if isinstance(wanted, str) else list(wanted)
    if "string" in kinds:
        kinds = [kind for kind in kinds if kind not in ("integer", "number")]
    what = either([_WORDS.get(kind, kind) for kind in kinds])
    return finding("CW204", place_of(node), key=key or "this", what=what)
