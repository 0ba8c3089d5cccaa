"""From nodes to the dataclasses of model.py, by their fields alone. Must not know a particular declaration or word."""

from __future__ import annotations

from collections.abc import Mapping as Dict
from dataclasses import Field, fields
from typing import Any, TypeVar

from cardwright.dsl.source import Mapping, Name, Node, Scalar, language_value

from . import model
from .model import Declaration
from .shapes import Reader, Schema

D = TypeVar("D", bound=Declaration)

# A declaration that is only a text stands for one with this attribute: `rules: ["When …"]`.
SHORT: Dict[type[Declaration], str] = {model.Rule: "does"}


_KEYS: dict[type[Declaration], tuple[Field[Any], ...]] = {}


def key_name(item: Field[Any]) -> str:
    """The key in the file that a field is read from."""
    return item.metadata.get("name") or item.name.rstrip("_").replace("_", " ")


def keys_of(cls: type[Declaration]) -> tuple[Field[Any], ...]:
    """The fields of a declaration that are keys of the file."""
    if cls not in _KEYS:
        _KEYS[cls] = tuple(item for item in fields(cls) if "shape" in item.metadata)
    return _KEYS[cls]


def rest_of(cls: type[Declaration]) -> Field[Any] | None:
    """The field that takes all further keys, if there is one."""
    return next((item for item in fields(cls) if item.metadata.get("rest")), None)


def head_of(cls: type[Declaration]) -> str:
    """The key that names a declaration: `zone`, `kind`, …"""
    return next(key_name(item) for item in keys_of(cls) if item.metadata["head"])


def reader(set_name: str) -> Reader:
    """A reader for a set."""
    made = Reader(set_name)
    made.nested = lambda name, node: read_declaration(getattr(model, name), node, made)
    return made


def read_declaration(cls: type[D], node: Node, reading: Reader) -> D | None:
    """One declaration; None if the node is none (the schema has reported it)."""
    if isinstance(node, Scalar) and cls in SHORT and not node.is_null:
        text = language_value(node, reading.findings, lines=True)
        return cls(set=reading.set, span=node.span, node=node, name=node.name, **{SHORT[cls]: text})
    if not isinstance(node, Mapping):
        return None
    known = {key_name(item): item for item in keys_of(cls)}
    values: dict[str, Any] = {}
    further: list[tuple[Name, Node]] = []
    for key, value in node:
        item = known.get(key.value)
        if item is None:
            further.append((key.name, value))
            continue
        for owner in (entry for entry in keys_of(cls) if key_name(entry) == key.value):
            values[owner.name] = owner.metadata["shape"].read(value, reading)
    if values.get("name") is None:
        if head_of(cls) != "step":
            return None
        values["name"] = Name("", node.span)
    rest = rest_of(cls)
    if rest is not None:
        raw = rest.metadata.get("raw", False)
        taken = {key: value if raw else language_value(value, reading.findings, lines=True) for key, value in further}
        values[rest.name] = {key: value for key, value in taken.items() if value is not None}
    return cls(set=reading.set, span=node.span, node=node, **values)


def schema_of(cls: type[Declaration]) -> Schema:
    """The JSON Schema of a declaration."""
    properties: dict[str, Schema] = {}
    needed: list[str] = []
    for item in keys_of(cls):
        name = key_name(item)
        if name in properties:
            continue
        entry = dict(item.metadata["shape"].schema())
        if item.metadata["doc"]:
            entry["description"] = item.metadata["doc"]
        properties[name] = entry
        if item.metadata["needed"] or (item.metadata["head"] and name != "step"):
            needed.append(name)
    rest = rest_of(cls)
    more: bool | Schema = False
    if rest is not None:
        more = {} if rest.metadata.get("raw") else {"type": ["string", "integer"], "minLength": 1}
    made: Schema = {
        "type": "object",
        "description": " ".join((cls.__doc__ or "").split()),
        "properties": properties,
        "required": needed,
        "additionalProperties": more,
    }
    return {"anyOf": [{"type": "string"}, made]} if cls in SHORT else made
