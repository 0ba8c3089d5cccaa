"""Who or what comes first where several do something: "Starting to your left, each player …"."""

from __future__ import annotations

from cardwright.dsl.text.flat import Word

from . import tree as t
from .base import YOU
from .context import Stop

LEFT_FIRST = "starting with the player on your left"
RIGHTMOST_FIRST = "starting with the rightmost"
ORDERS = (LEFT_FIRST, RIGHTMOST_FIRST)
EVERYBODY = t.Sel("player", t.Quant("each"))
OTHERS_THEN_YOU = t.Union((t.Sel("player", t.Quant("each"), other=True), YOU))


def in_order(effect: t.Effect, word: Word) -> t.Effect:
    """The effect in the order that was said. The others before oneself is said in the tree; cards of a row begin with
    the rightmost anyhow.

    Raises:
        Stop: Nobody is spoken of whom the order could be meant for.
    """
    if word.id == LEFT_FIRST:
        made = t.mapped(t.Effect, effect, lambda node: OTHERS_THEN_YOU if node == EVERYBODY else None)
        if made != effect:
            return made
    elif any(_each_card(node) for node in effect.walk()):
        return effect
    raise Stop("not yet", word.start, word.end, word.text, "the order of something else")


def _each_card(node: t.Node) -> bool:
    """Whether several cards of a row do something, one after the other."""
    over: t.Value | None = None
    if isinstance(node, t.Each):
        over = node.over
    elif isinstance(node, t.Do):
        over = next((arg.value for arg in node.args if arg.role == "subject"), None)
    return isinstance(over, t.Sel) and over.noun != "player" and over.quant.kind in ("each", "all", "plural")
