"""What lowering asks of the resolver: texts of cards and values of declarations as typed trees.

Whatever cannot be resolved was reported by the resolver and is None here; the driver then skips it, so that one bad
text does not hide another. Must not know how a text is parsed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.unresolved import Unresolved
from cardwright.dsl.source import Text
from cardwright.dsl.words import Card, Face


class Resolver(Protocol):
    """Texts to trees, with the words of one set and those it requires."""

    def card(self, card: Card, face: Face) -> t.CardText | None:
        """All lines of a face; None if one of them has a finding."""
        ...

    def fragment(self, kind: str, text: Text, scope: Mapping[str, str], on: str = "") -> t.Node:
        """A declaration's value. `kind`: selector, number, condition, event, effect, place, player, lines (t.CardText).
        `scope`: parameters and the texts of their types; `on`: id of the kind of card it is written for.
        Raises Unresolved after reporting."""
        ...

    def said(self, effect: t.Effect) -> str:
        """An effect as canonical English; "" if it cannot be printed."""
        ...

    def said_lines(self, text: t.CardText) -> list[str]:
        """A text as canonical English, line by line; empty if it cannot be printed."""
        ...

    def words(self, kind: str, words: str, text: Text, scope: Mapping[str, str]) -> t.Node:
        """A piece of a declaration's value, reported at `text`."""
        ...


__all__ = ["Resolver", "Unresolved"]
