"""A keyword that gives as many points as a text says, instead of as many as it would."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t


def with_amounts(body: t.CardText, given: tuple[t.Amount, ...]) -> t.CardText:
    """The keyword's body with these amounts for those it has of the same points."""
    instead = {one.unit: one for one in given}

    def giving(node: t.Node) -> t.Node | None:
        if not isinstance(node, t.Get):
            return None
        return replace(node, amounts=tuple(instead.get(one.unit, one) for one in node.amounts))

    return t.mapped(t.CardText, body, giving)
