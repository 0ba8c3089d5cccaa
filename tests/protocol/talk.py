"""What the tests of the protocol share: a session of the tiny game, and a way to talk to it in which every answer is
checked against the schema.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft7Validator

from cardwright.runtime.protocol import Limits, Session
from cardwright.runtime.protocol.schema import answer_schema, schema
from cardwright.runtime.protocol.table import BY_NAME

from ..play import tiny

SETUP = {"players": 2}


@cache
def answers_to(do: str) -> Draft7Validator:
    return Draft7Validator(answer_schema(do))


@cache
def messages() -> Draft7Validator:
    return Draft7Validator(schema())


def session(**limits: int) -> Session:
    return Session(tiny.image(), program="test", limits=Limits(**limits))


def begun(**fields: object) -> Session:
    """A session with one game, g1."""
    made = session()
    say(made, do="new", setup=SETUP, seed=1, **fields)
    return made


def heard(line: str, do: object = "") -> Any:
    """An answer: one line, JSON, and what the schema says of answers to that message."""
    assert len(line.splitlines()) == 1, line
    answer = json.loads(line)
    name = do if isinstance(do, str) and do in BY_NAME else ""
    answers_to(name).validate(answer)
    return answer


def say(to: Session, **message: object) -> Any:
    """The result of a message that is right."""
    assert messages().is_valid(message), message
    answer = heard(to.handle(json.dumps(message)), message["do"])
    assert answer["ok"], answer
    return answer["result"]


def refused(to: Session, message: object) -> Any:
    """The error of a message that is not."""
    line = message if isinstance(message, (str, bytes)) else json.dumps(message)
    answer = heard(to.handle(line), message.get("do") if isinstance(message, dict) else "")
    assert not answer["ok"], answer
    assert answer["error"]["help"] and answer["error"]["line"] == to.lines
    return answer["error"]
