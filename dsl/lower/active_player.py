"""What is offered to the active player, "the active player may KO one of their Heroes to …": who uses it is "you"."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cardwright.dsl.meaning import tree as t

YOU = t.Ref("you", "player", "you")


def offered_to_you(line: t.Line) -> t.Line:
    """The line, where only the active player can use it and it says so of them."""
    who = next((node.who for node in line.body.walk() if isinstance(node, (t.Do, t.Pay, t.May))), None)
    return line if not is_active(who) else replace(line, body=_own(line.body, who))


def is_active(who: object) -> bool:
    """Whether the player whose turn it is is meant, and nobody else."""
    if not isinstance(who, t.Sel) or who.noun != "player" or who.quant.kind != "the" or len(who.where) != 1:
        return False
    pred = who.where[0]
    return isinstance(pred, t.Fits) and isinstance(pred.cond, t.Is) and pred.cond.state == "active"


def _own(node: Any, who: object) -> Any:
    if node == who or isinstance(node, t.Ref) and (node.to, node.type) == ("loop", "player"):
        return YOU
    if isinstance(node, tuple):
        return tuple(_own(part, who) for part in node)
    if isinstance(node, t.Node):
        parts = {name: getattr(node, name) for name in node.__dataclass_fields__ if name != "span"}
        return replace(node, **{n: _own(p, who) for n, p in parts.items() if isinstance(p, (t.Node, tuple))})
    return node
