"""JSON Schema (draft-07) of everything that is said, made from the table: messages, and the answer to each.

Must not know any message by name.
"""

from __future__ import annotations

import json

from .results import DEFINITIONS
from .shapes import Fields, Schema
from .table import BY_NAME, MESSAGES, NAME, RIGHT, VERSION, WRONG


def schema() -> Schema:
    """A message is one of `definitions/message …`, an answer one of `definitions/answer …` or an error."""
    made: Schema = {name: shape.schema() for name, shape in DEFINITIONS.items()}
    for message in MESSAGES:
        made[f"message {message.do}"] = message.shape.schema()
        made[f"answer {message.do}"] = _right(message.do)
    made["error"] = _fixed(WRONG, False)
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": f"{NAME} protocol, version {VERSION}",
        "description": "A line of input is one of messages, a line of output one of answers.",
        "oneOf": [{"$ref": f"#/definitions/message {message.do}"} for message in MESSAGES],
        "definitions": made,
    }


def answer_schema(do: str) -> Schema:
    """Of the answers to one message: the result, or an error."""
    whole = schema()
    either = [{"$ref": f"#/definitions/answer {do}"}] if do in BY_NAME else []
    return {
        "$schema": whole["$schema"],
        "anyOf": [*either, {"$ref": "#/definitions/error"}],
        "definitions": whole["definitions"],
    }


def text() -> str:
    """The schema as it is written out."""
    return json.dumps(schema(), ensure_ascii=False, indent=1) + "\n"


def _right(do: str) -> Schema:
    made = _fixed(RIGHT, True)
    made["properties"]["result"] = BY_NAME[do].result.schema()
    return made


def _fixed(shape: Fields, ok: bool) -> Schema:
    made = shape.schema()
    made["properties"]["ok"] = {"const": ok}
    return made
