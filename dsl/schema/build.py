"""Schemas (JSON Schema draft-07) of set files: sections from the declaration classes, cards from declared kinds.

Each part carries `x-…` notes that check.py turns into messages. Must not know any declared word.
"""

from __future__ import annotations

from functools import cache

from cardwright.dsl.words.fields import CardForm, FieldSpec, Type
from cardwright.dsl.words.model import SECTIONS, Declaration
from cardwright.dsl.words.reading import head_of, schema_of
from cardwright.dsl.words.shapes import WORD, Schema

DRAFT = "http://json-schema.org/draft-07/schema#"
TEXT: Schema = {"type": ["string", "integer"], "minLength": 1}
PRINTED: Schema = {
    "anyOf": [
        {"type": "integer", "minimum": -999, "maximum": 9999},
        {"type": "string", "pattern": r"^-?[0-9]{1,4}[+*]?$"},
    ],
    "x-printed": True,
    "x-what": "a number, or a number with “+” or “*” behind it",
}

HEAD: dict[str, Schema] = {
    "set": {**WORD, "description": "the set's name: letters, digits and hyphens"},
    "title": {"type": ["string", "integer", "number"], "description": "the name printed on the box"},
    "language": {"type": "integer", "enum": [1], "description": "the version of the card language"},
    "version": {"type": ["string", "number", "integer"], "description": "the version of the set"},
    "requires": {"type": ["array", "string"], "items": WORD, "description": "sets whose words this one uses"},
    "note": {"type": ["string", "integer"], "description": "a remark for readers of the file"},
}


def declaration_classes() -> dict[str, type[Declaration]]:
    """All classes of declarations by name."""
    return {section.cls.__name__: section.cls for section in SECTIONS}


@cache
def file_schema() -> Schema:
    """A file of a set, without what depends on declared kinds: cards are only known to be a list."""
    sections: dict[str, Schema] = {
        section.name: {
            "type": "array",
            "items": {"$ref": f"#/definitions/{section.cls.__name__}"},
            "description": " ".join((section.cls.__doc__ or "").split()),
        }
        for section in SECTIONS
    }
    definitions: dict[str, Schema] = {}
    for name, cls in declaration_classes().items():
        definitions[name] = {**schema_of(cls), "x-what": head_of(cls)}
    return {
        "$schema": DRAFT,
        "type": "object",
        "properties": {**HEAD, **sections, "cards": {"type": "array"}, "scenarios": {"type": "array"}},
        "additionalProperties": False,
        "definitions": definitions,
        "x-what": "set file",
    }


def field_schema(spec: FieldSpec) -> Schema:
    """The value of one key of a card."""
    if spec.type is Type.NUMBER:
        return PRINTED
    if spec.type is Type.ICONS and spec.icons is not None:
        one: Schema = {"enum": [str(icon) for icon in spec.icons.of], "x-family": str(spec.icons.name)}
        return {"anyOf": [one, {"type": "array", "items": one}], "x-icons": one}
    if spec.type is Type.NAME:
        return WORD
    return TEXT


@cache
def _general() -> dict[str, Schema]:
    return {
        "kind": WORD,
        "name": WORD,
        "copies": {"type": "integer", "minimum": 1, "maximum": 1000},
        "text": TEXT,
        "note": {"type": ["string", "integer"]},
        "faces": {"type": ["array", "object"]},
    }


def card_schema(form: CardForm, *, face: bool) -> Schema:
    """A card of a kind (or one face of a card), with its keys already in their canonical spelling."""
    properties = dict(_general())
    if face:
        for key in ("copies", "faces"):
            properties.pop(key)
    for spec in dict.fromkeys(form.fields.values()):
        properties[spec.key] = {"type": ["array", "object"]} if spec.type is Type.PART else field_schema(spec)
    return {
        "type": "object",
        "properties": properties,
        "required": [] if face else ["name"],
        "additionalProperties": False,
        "x-what": str(form.kind.name),
    }
