"""Every keyword of our schemas has a message of its own; none blames the branches of a choice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardwright.dsl.compile import Compiler
from cardwright.dsl.schema.build import card_schema, file_schema
from cardwright.dsl.source import bundled
from cardwright.dsl.words.fields import card_form

ANNOTATIONS = {"$schema", "$ref", "description", "definitions", "title"}
APPLY = {"properties", "items"}  # they only lead to inner schemas
TRANSLATED = {
    *(
        "additionalProperties",
        "anyOf",
        "enum",
        "maximum",
        "maxProperties",
        "minItems",
        "minLength",
        "minimum",
        "pattern",
        "required",
        "type",
    ),
}


def keywords(schema: Any, *, names: bool = False) -> Iterator[str]:
    """The keywords of a schema and of all inside it; keys of `properties` are names and none."""
    if isinstance(schema, list):
        for inner in schema:
            yield from keywords(inner)
    elif isinstance(schema, dict):
        for key, value in schema.items():
            if not names and not key.startswith("x-"):
                yield key
            if names or not key.startswith("x-"):
                yield from keywords(value, names=not names and key in ("properties", "definitions"))


def test_every_keyword_is_translated() -> None:
    declared = Compiler().declare([bundled()]).declared
    used = set(keywords(file_schema()))
    forms = 0
    for item in declared.values():
        for kind in item.decl.kinds:
            form = card_form(kind, item.visible)
            used |= set(keywords(card_schema(form, face=False))) | set(keywords(card_schema(form, face=True)))
            forms += 1
    assert forms >= 10
    assert used - ANNOTATIONS - APPLY <= TRANSLATED
    assert "oneOf" not in used
