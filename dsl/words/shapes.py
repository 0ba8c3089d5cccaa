"""Shapes of values in declarations: how each is read from a node and what JSON Schema describes it.

Reading never fails: what does not fit gives the shape's `empty`, because the schema has already reported it. A new
key of a declaration is one line in model.py with one of these shapes. Must not know any particular declaration.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Mapping as Dict
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, cast

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.source import Mapping, Name, Node, Scalar, Sequence, Text, language_value

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
Schema = dict[str, Any]

WORD: Schema = {"type": ["string", "integer"], "minLength": 1}


@dataclass
class Reader:
    """What reading needs and collects: the set's name and the findings."""

    set: str
    findings: list[Finding] = field(default_factory=list)
    nested: Callable[[str, Node], object] = lambda name, node: None


class Shape(Protocol[T_co]):
    """A kind of value."""

    @property
    def empty(self) -> T_co: ...

    def read(self, node: Node, reader: Reader) -> T_co: ...

    def schema(self) -> Schema: ...


@dataclass(frozen=True)
class Word:
    """A name or phrase. `ref`: the section whose words it must be one of; `options`: the only words there are."""

    ref: str = ""
    options: tuple[str, ...] = ()
    empty: Name | None = None

    def read(self, node: Node, reader: Reader) -> Name | None:
        return node.name if isinstance(node, Scalar) and not node.is_null else None

    def schema(self) -> Schema:
        return {"enum": list(self.options)} if self.options else WORD


@dataclass(frozen=True)
class Words:
    """One phrase or a list of them."""

    ref: str = ""
    empty: tuple[Name, ...] = ()

    def read(self, node: Node, reader: Reader) -> tuple[Name, ...]:
        items = node.items if isinstance(node, Sequence) else (node,)
        return tuple(item.name for item in items if isinstance(item, Scalar) and not item.is_null)

    def schema(self) -> Schema:
        return {"type": ["string", "integer", "array"], "items": WORD, "minLength": 1}


@dataclass(frozen=True)
class Choice:
    """One of a few words that the machine knows."""

    options: tuple[str, ...]
    empty: str = ""

    def read(self, node: Node, reader: Reader) -> str:
        return node.value if isinstance(node, Scalar) and node.value in self.options else self.empty

    def schema(self) -> Schema:
        return {"enum": list(self.options)}


@dataclass(frozen=True)
class Flag:
    """true or false."""

    empty: bool = False

    def read(self, node: Node, reader: Reader) -> bool:
        return bool(node.as_bool) if isinstance(node, Scalar) else self.empty

    def schema(self) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Whole:
    """A whole number."""

    least: int = 0
    most: int = 1_000_000
    empty: int | None = None

    def read(self, node: Node, reader: Reader) -> int | None:
        return node.as_int if isinstance(node, Scalar) else None

    def schema(self) -> Schema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True)
class Lang:
    """A value in the language: a clause, a condition, a phrase. With `lines` it may have several lines."""

    lines: bool = False
    empty: Text | None = None

    def read(self, node: Node, reader: Reader) -> Text | None:
        return language_value(node, reader.findings, lines=self.lines)

    def schema(self) -> Schema:
        return {"type": ["string", "integer"], "minLength": 1}


@dataclass(frozen=True)
class LangList:
    """A language value or a list of them."""

    empty: tuple[Text, ...] = ()

    def read(self, node: Node, reader: Reader) -> tuple[Text, ...]:
        items = node.items if isinstance(node, Sequence) else (node,)
        read = [language_value(item, reader.findings, lines=False) for item in items]
        return tuple(item for item in read if item is not None)

    def schema(self) -> Schema:
        return {"type": ["string", "integer", "array"], "items": {"type": ["string", "integer"]}, "minLength": 1}


@dataclass(frozen=True)
class LangMap:
    """Names with a language value each: parameters with their types, prices; at most so many."""

    most: int = 20
    empty: Dict[Name, Text] = field(default_factory=dict)

    def read(self, node: Node, reader: Reader) -> Dict[Name, Text]:
        found: dict[Name, Text] = {}
        for key, value in node if isinstance(node, Mapping) else ():
            text = language_value(value, reader.findings, lines=False)
            if text is not None:
                found[key.name] = text
        return found

    def schema(self) -> Schema:
        value = {"type": ["string", "integer"], "minLength": 1}
        return {"type": "object", "additionalProperties": value, "maxProperties": self.most}


@dataclass(frozen=True)
class WordMap:
    """Names with a name each: parts of a kind, types of fields. A list of names stands for names without a second
    one.
    """

    ref: str = ""
    empty: Dict[Name, Name | None] = field(default_factory=dict)

    def read(self, node: Node, reader: Reader) -> Dict[Name, Name | None]:
        if isinstance(node, Sequence):
            return {item.name: None for item in node if isinstance(item, Scalar)}
        if not isinstance(node, Mapping):
            return {}
        return {key.name: value.name for key, value in node if isinstance(value, Scalar)}

    def schema(self) -> Schema:
        return {"type": ["object", "array"], "items": WORD, "additionalProperties": WORD}


@dataclass(frozen=True)
class Spaces:
    """How many spaces a place has, or their names in order."""

    empty: int | tuple[Name, ...] | None = None

    def read(self, node: Node, reader: Reader) -> int | tuple[Name, ...] | None:
        if isinstance(node, Sequence):
            return tuple(item.name for item in node if isinstance(item, Scalar))
        return node.as_int if isinstance(node, Scalar) else None

    def schema(self) -> Schema:
        return {"type": ["integer", "array"], "items": WORD, "minItems": 1, "minimum": 1, "maximum": 1000}


@dataclass(frozen=True)
class Raw:
    """Any nodes; whoever uses them reads them."""

    empty: Node | None = None

    def read(self, node: Node, reader: Reader) -> Node | None:
        return node

    def schema(self) -> Schema:
        return {}


@dataclass(frozen=True)
class Many:
    """A list of declarations of one class of model.py, given by its name so that a class may hold its own kind."""

    cls: str
    empty: tuple[Any, ...] = ()

    def read(self, node: Node, reader: Reader) -> tuple[Any, ...]:
        items = node.items if isinstance(node, Sequence) else ()
        made = [reader.nested(self.cls, item) for item in items]
        return tuple(item for item in made if item is not None)

    def schema(self) -> Schema:
        return {"type": "array", "items": {"$ref": f"#/definitions/{self.cls}"}}


def key(shape: Shape[T], name: str = "", *, doc: str = "", needed: bool = False, head: bool = False) -> T:
    """A key of a declaration. Its name in the file is the attribute's, with spaces for underscores, unless given."""
    empty = shape.empty
    metadata = {"shape": shape, "name": name, "doc": doc, "needed": needed, "head": head}
    if isinstance(empty, dict):
        return cast(T, field(default_factory=dict, metadata=metadata))
    made: T = field(default=empty, metadata=metadata)
    return made


def head(name: str) -> Name:
    """The key that names a declaration."""
    return cast(Name, key(Word(), name, head=True))


__all__ = [
    "Choice",
    "Flag",
    "Lang",
    "LangList",
    "LangMap",
    "Many",
    "Raw",
    "Reader",
    "Schema",
    "Shape",
    "Spaces",
    "Whole",
    "Word",
    "WordMap",
    "Words",
    "head",
    "key",
]
