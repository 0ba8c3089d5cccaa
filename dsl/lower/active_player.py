"""What is offered to the active player, "the active player may KO one of their Heroes to …": who uses it is "you"."""

from __future__ import annotations

from dataclasses import replace

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


def _own(effect: t.Effect, who: object) -> t.Effect:
    def own(node: t.Node) -> t.Node | None:
        them = isinstance(node, t.Ref) and (node.to, node.type) == ("loop", "player")
        return YOU if them or node == who else None

    return t.mapped(t.Effect, effect, own)
