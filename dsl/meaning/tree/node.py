"""The node that every part of a meaning is, and the four families: values, predicates, conditions, effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self, TypeVar

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

    def with_children(self, change: Callable[[Node], Node]) -> Self:
        """This node with every node directly inside it changed; itself, where nothing is."""
        changed: dict[str, Any] = {}
        for name in self.__dataclass_fields__:
            old = getattr(self, name)
            new = _changed(old, change)
            if new is not old:
                changed[name] = new
        return replace(self, **changed) if changed else self


N = TypeVar("N", bound=Node)


def mapped(kind: type[N], node: Node, change: Callable[[Node], Node | None]) -> N:
    """A tree of that kind, changed from the outside in: what `change` gives for a node stands there and is not looked
    into; where it gives None, the node stays and what lies in it is asked about."""

    def made(part: Node) -> Node:
        new = change(part)
        return part.with_children(made) if new is None else new

    result = made(node)
    assert isinstance(result, kind)
    return result


def _changed(value: object, change: Callable[[Node], Node]) -> object:
    if isinstance(value, Node):
        return change(value)
    if isinstance(value, tuple):
        parts = tuple(_changed(part, change) for part in value)
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else parts
    return value


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
