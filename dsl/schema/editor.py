"""The schema for editors: a whole set file, cards by `if`/`then` on their kind, with the words of the bundled sets.

Written to grammar/set.schema.json by `python -m cardwright.dsl.schema.editor`; a test compares. Unlike the checks of
the compiler it spells keys in both cases, because JSON Schema can't ignore case. Must not know any declared word.
"""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path

from cardwright.dsl.words.fields import FieldSpec, Type, card_form
from cardwright.dsl.words.model import Kind
from cardwright.dsl.words.shapes import WORD, Schema
from cardwright.dsl.words.visible import Visible

from .build import TEXT, field_schema, file_schema


def editor_schema(visible: Visible) -> Schema:
    """The schema of a set file for what a set can see."""
    made = dict(file_schema())
    kinds = [kind for kind in visible.all("kinds") if isinstance(kind, Kind)]
    definitions = dict(made["definitions"])
    definitions["card"] = _card(kinds, visible)
    made["definitions"] = definitions
    made["properties"] = {
        **made["properties"],
        "cards": {"type": "array", "items": {"$ref": "#/definitions/card"}, "description": "cards, or groups of cards"},
    }
    made["title"] = "A set of cards"
    cleaned = _without_notes(made)
    assert isinstance(cleaned, dict)
    return cleaned


def editor_schema_text(visible: Visible) -> str:
    """The same as the text of the file."""
    return json.dumps(editor_schema(visible), ensure_ascii=False, indent=1) + "\n"


def _card(kinds: list[Kind], visible: Visible) -> Schema:
    """A card or a group. A group's members may take their kind from it, so a key is only wrong if no kind has it."""
    every: dict[str, Schema] = {}
    branches: list[Schema] = []
    for kind in kinds:
        properties: dict[str, Schema] = {}
        for spec in dict.fromkeys(card_form(kind, visible).fields.values()):
            for spelling in _spellings(spec):
                properties[spelling] = _value(spec)
                every.setdefault(spelling, {})
        branches.append(
            {
                "if": {"properties": {"kind": {"const": str(kind.name)}}, "required": ["kind"]},
                "then": {"properties": properties},
            }
        )
    return {
        "type": "object",
        "properties": {
            "kind": {"enum": [str(kind.name) for kind in kinds]},
            "name": WORD,
            "copies": {"type": "integer", "minimum": 1, "maximum": 1000},
            "text": TEXT,
            "note": {"type": ["string", "integer"]},
            "faces": {"type": ["array", "object"]},
            "cards": {"type": "array", "items": {"$ref": "#/definitions/card"}},
            **every,
        },
        "anyOf": [{"required": ["name"]}, {"required": ["cards"]}],
        "additionalProperties": False,
        "allOf": branches,
    }


def _spellings(spec: FieldSpec) -> list[str]:
    return list(dict.fromkeys((spec.key, spec.key.lower())))


def _value(spec: FieldSpec) -> Schema:
    if spec.type is Type.PART:
        return {"type": ["array", "object"], "items": {"$ref": "#/definitions/card"}}
    return field_schema(spec)


def _without_notes(value: object) -> object:
    """Without the `x-…` notes, which only our own messages use."""
    if isinstance(value, dict):
        return {key: _without_notes(item) for key, item in value.items() if not str(key).startswith("x-")}
    if isinstance(value, list):
        return [_without_notes(item) for item in value]
    return value


def bundled_schema_text() -> str:
    """The file's text for the base games among the bundled sets: the grammar names no expansion (`cardwright schema`
    writes it for any sets)."""
    from cardwright.dsl.compile import Compiler
    from cardwright.dsl.source import bundled

    declared = Compiler().declare([bundled()]).declared
    decls = [item.decl for item in declared.values() if not item.decl.requires]
    return editor_schema_text(Visible(decls[0], decls[1:]))


def schema_path() -> Path:
    """Where the file lies."""
    return Path(str(files("cardwright.grammar"))) / "set.schema.json"


if __name__ == "__main__":
    schema_path().write_text(bundled_schema_text(), encoding="utf-8")
    sys.stdout.write(f"wrote {schema_path()}\n")
