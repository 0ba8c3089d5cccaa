"""The node that every part of a meaning is, and the four families: values, predicates, conditions, effects."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Span = tuple[int, int]
NO_SPAN: Span = (0, 0)


_INSIDE = "_inside"  # where a node keeps what lies in it: a tree never changes, and is walked many times


@dataclass(frozen=True, kw_only=True)
class Node:
    span: Span = field(default=NO_SPAN, compare=False, repr=False)

    def children(self) -> Iterator[Node]:
        """The nodes directly inside this one, in field order."""
        for name in self.__dataclass_fields__:
            yield from _nodes(getattr(self, name))

    def walk(self) -> tuple[Node, ...]:
        """This node and all nodes inside it, outermost first."""
        found: tuple[Node, ...] | None = self.__dict__.get(_INSIDE)
        if found is None:
            inside: list[Node] = [self]
            for child in self.children():
                inside += child.walk()
            found = tuple(inside)
            object.__setattr__(self, _INSIDE, found)
        return found


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)


class Value(Node):
    """Something a slot of a verb or a comparison takes; `type_of` in types.py tells which type."""


class Pred(Node):
    pass


@dataclass(frozen=True)
class Arg(Node):
    """A named argument of a verb, keyword, term or procedure."""

    role: str
    value: Value


class Condition(Node):
    pass


class Effect(Node):
    pass
