"""A keyword that gives as many points as a text says, instead of as many as it would."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardwright.dsl.meaning import tree as t


def with_amounts(body: t.CardText, given: tuple[t.Amount, ...]) -> t.CardText:
    """The keyword's body with these amounts for those it has of the same points."""
    made = _given(body, {one.unit: one for one in given})
    assert isinstance(made, t.CardText)
    return made


def _given(node: object, given: dict[str, t.Amount]) -> object:
    if isinstance(node, tuple):
        return tuple(_given(part, given) for part in node)
    if isinstance(node, t.Get):
        return replace(node, amounts=tuple(given.get(one.unit, one) for one in node.amounts))
    if isinstance(node, t.Node):
        changed: dict[str, Any] = {
            name: _given(old, given)
            for name in node.__dataclass_fields__
            if isinstance(old := getattr(node, name), (t.Node, tuple))
        }
        return replace(node, **changed)
    return node
