"""Who or what comes first where several do something: "Starting to your left, each player …"."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word

from . import tree as t
from .base import YOU
from .context import Stop

LEFT_FIRST = "starting with the player on your left"
RIGHTMOST_FIRST = "starting with the rightmost"
LEFTMOST_FIRST = "starting with the leftmost"
ORDERS = (LEFT_FIRST, RIGHTMOST_FIRST, LEFTMOST_FIRST)
EVERYBODY = t.Sel("player", t.Quant("each"))
OTHERS_THEN_YOU = t.Union((t.Sel("player", t.Quant("each"), other=True), YOU))


def in_order(effect: t.Effect, word: Word) -> t.Effect:
    """The effect in the order that was said. The others before oneself and the leftmost first are said in the tree;
    cards of a row begin with the rightmost anyhow.

    Raises:
        Stop: Nobody is spoken of whom the order could be meant for.
    """
    if word.id == LEFT_FIRST:
        made = t.mapped(t.Effect, effect, lambda node: OTHERS_THEN_YOU if node == EVERYBODY else None)
        if made != effect:
            return made
    elif any(_each_card(node) for node in effect.walk()):
        if word.id == RIGHTMOST_FIRST:
            return effect
        last = t.mapped(t.Effect, effect, _from_the_end)
        if last != effect:
            return last
    raise Stop("not yet", word.start, word.end, word.text, "the order of something else")


def _each_card(node: t.Node) -> bool:
    """Whether several cards of a row do something, one after the other."""
    over: t.Value | None = None
    if isinstance(node, t.Each):
        over = node.over
    elif isinstance(node, t.Do):
        over = next((arg.value for arg in node.args if arg.role == "subject"), None)
    return isinstance(over, t.Sel) and over.noun != "player" and over.quant.kind in ("each", "all", "plural")


def _from_the_end(node: t.Node) -> t.Node | None:
    if not isinstance(node, t.Do) or not any(arg.role == "subject" for arg in node.args) or not _each_card(node):
        return None
    return replace(node, mods=(*node.mods, LEFTMOST_FIRST))
