"""What a card is or has while there are others: "This is also [A] while you have a [B] Hero", another one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from . import tree as t


def while_others(cond: t.Condition, effect: t.Effect, kinds: Collection[str]) -> t.Condition:
    """The condition for a lasting change of this card itself, asked about other cards than it.

    A card that could meet its own condition would need none: what you must have is another one.

    Args:
        cond: what stands behind "while".
        effect: what holds while it is so.
        kinds: what the card with this text is.
    """
    about = effect.what if isinstance(effect, (t.Gain, t.Change)) else None
    if not isinstance(about, t.Ref) or about.to != "this":
        return cond

    def another(node: t.Node) -> t.Node | None:
        if not isinstance(node, t.Exists) or not isinstance(node.what, t.Sel) or node.what.noun not in kinds:
            return None
        one = node.what.quant.kind == "exactly" and node.what.quant.n == t.Num(1)
        yours = any(isinstance(p, t.OwnedBy) and p.player == t.Ref("you", "player", "you") for p in node.what.where)
        return replace(node, what=replace(node.what, other=True)) if one and yours else None

    return t.mapped(t.Condition, cond, another)
