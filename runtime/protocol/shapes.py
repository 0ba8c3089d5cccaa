"""What a value of a message may be: one description that checks what came, and that gives the JSON Schema.

A value that does not fit is refused with the place where it stands (a JSON pointer). Must not know any message.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardwright.runtime.messages import Refused

Schema = dict[str, Any]
MOST = (1 << 63) - 1


@dataclass(frozen=True)
class Shape:
    """One sort of values. `doc`: what it is, for the schema and the documents."""

    doc: str = ""

    def schema(self) -> Schema:
        """JSON Schema of such values."""
        return {"description": self.doc, **self.own()} if self.doc else self.own()

    def own(self) -> Schema:
        return {}

    def said(self) -> str:
        """In words, as in “it must be …”."""
        return "any value"

    def check(self, value: object, at: str) -> None:
        """Refused: a value of another sort."""

    def wrong(self, value: object, at: str) -> Refused:
        return Refused("CW873", at, found=sort_of(value), wanted=self.said())


@dataclass(frozen=True)
class Text(Shape):
    """A text: one of some words, or one that fits a pattern, or any."""

    words: tuple[str, ...] = ()
    pattern: str = ""
    like: str = ""  # what fits the pattern, in words
    most: int = 0

    def own(self) -> Schema:
        made: Schema = {"type": "string"}
        if self.words:
            made["enum"] = list(self.words)
        if self.pattern:
            made["pattern"] = f"^(?:{self.pattern})$"
        if self.most:
            made["maxLength"] = self.most
        return made

    def said(self) -> str:
        if self.words:
            return f"one of {', '.join(self.words)}"
        if self.like:
            return self.like
        return f"a text of at most {self.most} characters" if self.most else "a text"

    def check(self, value: object, at: str) -> None:
        fits = isinstance(value, str) and (not self.most or len(value) <= self.most)
        if fits and self.words:
            fits = value in self.words
        if fits and self.pattern:
            fits = re.fullmatch(self.pattern, str(value)) is not None
        if not fits:
            raise self.wrong(value, at)


@dataclass(frozen=True)
class Whole(Shape):
    """A whole number."""

    least: int = -MOST
    most: int = MOST

    def own(self) -> Schema:
        made: Schema = {"type": "integer"}
        if self.least > -MOST:
            made["minimum"] = self.least
        if self.most < MOST:
            made["maximum"] = self.most
        return made

    def said(self) -> str:
        if self.least == -MOST and self.most == MOST:
            return "a whole number"
        if self.most == MOST:
            return f"a whole number from {self.least}"
        return f"a whole number from {self.least} to {self.most}"

    def check(self, value: object, at: str) -> None:
        if type(value) is not int or not self.least <= value <= self.most:
            raise self.wrong(value, at)


@dataclass(frozen=True)
class Flag(Shape):
    """True or false."""

    def own(self) -> Schema:
        return {"type": "boolean"}

    def said(self) -> str:
        return "true or false"

    def check(self, value: object, at: str) -> None:
        if type(value) is not bool:
            raise self.wrong(value, at)


@dataclass(frozen=True)
class Listed(Shape):
    """A list."""

    of: Shape = Shape()
    most: int = 10_000

    def own(self) -> Schema:
        return {"type": "array", "items": self.of.schema()}

    def said(self) -> str:
        return f"a list (of {self.of.said()}) of at most {self.most}"

    def check(self, value: object, at: str) -> None:
        if not isinstance(value, list) or len(value) > self.most:
            raise self.wrong(value, at)
        for number, one in enumerate(value):
            self.of.check(one, f"{at}/{number}")


@dataclass(frozen=True)
class Keyed(Shape):
    """An object whose keys are names of things."""

    of: Shape = Shape()
    most: int = 1_000

    def own(self) -> Schema:
        return {"type": "object", "additionalProperties": self.of.schema()}

    def said(self) -> str:
        return f"an object (of {self.of.said()})"

    def check(self, value: object, at: str) -> None:
        if not isinstance(value, dict) or len(value) > self.most:
            raise self.wrong(value, at)
        for key, one in value.items():
            self.of.check(one, f"{at}/{pointed(key)}")


@dataclass(frozen=True)
class Field:
    """A key of an object."""

    name: str
    shape: Shape
    optional: bool = False

    @property
    def doc(self) -> str:
        return self.shape.doc


@dataclass(frozen=True)
class Fields(Shape):
    """An object with known keys and no others."""

    fields: tuple[Field, ...] = ()

    def own(self) -> Schema:
        return {
            "type": "object",
            "properties": {field.name: field.shape.schema() for field in self.fields},
            "required": [field.name for field in self.fields if not field.optional],
            "additionalProperties": False,
        }

    def said(self) -> str:
        return "an object"

    def check(self, value: object, at: str) -> None:
        if not isinstance(value, dict):
            raise self.wrong(value, at)
        known = {field.name: field for field in self.fields}
        for key in value:
            if key not in known:
                raise Refused("CW872", f"{at}/{pointed(key)}", key=key, known=", ".join(known) or "none")
        for name, field in known.items():
            if name in value:
                field.shape.check(value[name], f"{at}/{pointed(name)}")
            elif not field.optional:
                raise Refused("CW871", at, key=name)


@dataclass(frozen=True)
class Either(Shape):
    """One of several sorts."""

    of: tuple[Shape, ...] = ()

    def own(self) -> Schema:
        return {"anyOf": [one.schema() for one in self.of]}

    def said(self) -> str:
        return " or ".join(one.said() for one in self.of)

    def check(self, value: object, at: str) -> None:
        for one in self.of:
            try:
                one.check(value, at)
            except Refused:
                continue
            return
        raise self.wrong(value, at)


@dataclass(frozen=True)
class Nothing(Shape):
    """null."""

    def own(self) -> Schema:
        return {"type": "null"}

    def said(self) -> str:
        return "null"

    def check(self, value: object, at: str) -> None:
        if value is not None:
            raise self.wrong(value, at)


@dataclass(frozen=True)
class Named(Shape):
    """A shape that is described once and referred to by name: it may hold itself."""

    name: str = ""

    def own(self) -> Schema:
        return {"$ref": f"#/definitions/{self.name}"}

    def said(self) -> str:
        return f"a {self.name}"


def maybe(shape: Shape) -> Shape:
    """That, or null."""
    return Either(shape.doc, (shape, Nothing()))


def pointed(key: str) -> str:
    """A key as a step of a JSON pointer."""
    return short(key).replace("~", "~0").replace("/", "~1")


def short(text: str, most: int = 100) -> str:
    """So much of a text that came from outside."""
    return text if len(text) <= most else text[:most] + "…"


def sort_of(value: object) -> str:
    """What a value is, in words."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {short(str(value), 30)}"
        case str():
            return f"the text “{short(value)}”"
        case list():
            return f"a list of {len(value)}"
        case Mapping():
            return "an object"
        case _:
            return "no value"
