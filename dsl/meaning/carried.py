"""What is said of each of several cards that come to count as something else: "… enters the city as a Villain. When you
fight one, gain it" is an ability that each of them carries.
"""

from __future__ import annotations

from dataclasses import replace

from . import tree as t
from .context import Stop
from .renumber import renumbered

ROLE = "role"  # what "it" and "one" refer to behind such a sentence; in the ability it is the card itself


def gives_role(effect: t.Do) -> t.Sel | None:
    """The cards that a deed makes count as something else, if there are several."""
    by = {arg.role: arg.value for arg in effect.args}
    cards = by.get("subject", by.get("cards"))
    if not isinstance(by.get("as"), t.RoleValue) or not isinstance(cards, t.Sel):
        return None
    return cards if cards.quant.kind in ("each", "all", "plural") else None


def carried(before: t.Effect | None, said: t.Effect) -> t.Effect | None:
    """The effect before with what is said now among the abilities of the role; None if it speaks of no role.

    Raises:
        Stop: It is not said when something happens to one of them.
    """
    if not any(isinstance(node, t.Ref) and node.to == ROLE for node in said.walk()):
        return None
    about = said.pattern.args if isinstance(said, t.When) and not said.duration else ()
    if before is None or not any(isinstance(arg.value, t.Ref) and arg.value.to == ROLE for arg in about):
        raise Stop("not yet", *said.span, "", "what is said of one of several that count as something else")
    itself = t.mapped(t.Effect, said, lambda n: _this(n) if isinstance(n, t.Ref) and n.to == ROLE else None)
    line = renumbered(t.Line((), itself))

    def added(node: t.Node) -> t.Node | None:
        return replace(node, abilities=(*node.abilities, line)) if isinstance(node, t.RoleValue) else None

    return t.mapped(t.Effect, before, added)


def _this(ref: t.Ref) -> t.Ref:
    return replace(ref, to="this", form="this")
