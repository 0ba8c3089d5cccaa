"""The tree of a set file: scalars, sequences and mappings with their places, typed by us. Must not know any key or
word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from cardwright.dsl.diagnostics import Span

PLAIN, LITERAL, FOLDED, SINGLE, DOUBLE = "plain", "literal", "folded", "single", "double"

_INT = re.compile(r"[-+]?[0-9]{1,9}\Z")


class Name(str):
    """A string from a file that remembers its place."""

    span: Span

    def __new__(cls, text: str, span: Span) -> Name:
        made = super().__new__(cls, text)
        made.span = span
        return made

    def __reduce__(self) -> tuple[type[Name], tuple[str, Span]]:
        return Name, (str(self), self.span)


@dataclass(frozen=True, eq=False)
class Scalar:
    """A scalar: its place, what it says, and how it was written."""

    span: Span
    value: str
    style: str

    @property
    def name(self) -> Name:
        """The value with its place."""
        return Name(self.value, self.span)

    @property
    def is_null(self) -> bool:
        return self.style == PLAIN and self.value in ("", "~", "null")

    @property
    def as_bool(self) -> bool | None:
        return {"true": True, "false": False}.get(self.value) if self.style == PLAIN else None

    @property
    def as_int(self) -> int | None:
        return int(self.value) if _INT.match(self.value) else None


@dataclass(frozen=True, eq=False)
class Sequence:
    """A list of nodes."""

    span: Span
    items: tuple[Node, ...]
    flow: bool = False

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items)


@dataclass(frozen=True, eq=False)
class Mapping:
    """Keys (always scalars, each once) with their values, in the order of the file."""

    span: Span
    items: tuple[tuple[Scalar, Node], ...]
    flow: bool = False

    @cached_property
    def _by_key(self) -> dict[str, Node]:
        return {key.value: value for key, value in self.items}

    def get(self, key: str) -> Node | None:
        return self._by_key.get(key)

    def key(self, key: str) -> Scalar | None:
        """The node of the key itself."""
        return next((node for node, _ in self.items if node.value == key), None)

    def __contains__(self, key: str) -> bool:
        return key in self._by_key

    def __iter__(self) -> Iterator[tuple[Scalar, Node]]:
        return iter(self.items)


Node = Scalar | Sequence | Mapping


def kind_of(node: Node) -> str:
    """What a node is, in an author's words."""
    if isinstance(node, Mapping):
        return "a group of keys"
    if isinstance(node, Sequence):
        return "a list"
    return "nothing" if node.is_null else "text"
