"""Resolvers that keep what they resolved, so that a set that many others require is read once. Must not know what
texts mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.lower.resolved import Resolver, Unresolved
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.source import Text
from cardwright.dsl.words import Card, Face

R = TypeVar("R")
Key = tuple[object, ...]


class Kept:
    """A resolver over two others, for texts of cards and for declarations. `findings` collects those of the results
    that were asked for since `begin`.
    """

    def __init__(self, cards: Resolver, declarations: Resolver, collected: list[Finding]) -> None:
        self._cards = cards
        self._declarations = declarations
        self._collected = collected
        self._results: dict[Key, tuple[object, Unresolved | None, list[Finding]]] = {}
        self._alive: list[object] = []  # what is known by its identity must not be forgotten
        self.findings: list[Finding] = []
        self.told: Callable[[], None] = lambda: None  # when a text of a card was asked for
        self.broken = False  # a declaration could not be read, so that what builds on it cannot be carried either

    def begin(self) -> None:
        """A new compilation."""
        self.findings = []
        self.broken = False

    def card(self, card: Card, face: Face) -> t.CardText | None:
        if face.text is not None:
            self.told()
        return self._once(("card", id(card), id(face)), (card, face), lambda: self._cards.card(card, face))

    def known(self, card: Card, face: Face) -> t.CardText | None:
        """What `card` gave for this face, without asking again; None if it was not asked or has a finding."""
        kept = self._results.get(("card", id(card), id(face)))
        return kept[0] if kept is not None and isinstance(kept[0], t.CardText) else None

    def fragment(self, kind: str, text: Text, scope: Mapping[str, str], on: str = "") -> t.Node:
        key = ("fragment", kind, id(text), tuple(sorted(scope.items())), on)
        return self._once(key, (text,), lambda: self._declarations.fragment(kind, text, scope, on))

    def said(self, effect: t.Effect) -> str:
        return self._cards.said(effect)

    def said_lines(self, text: t.CardText) -> list[str]:
        return self._cards.said_lines(text)

    def words(self, kind: str, words: str, text: Text, scope: Mapping[str, str]) -> t.Node:
        key = ("words", kind, words, id(text), tuple(sorted(scope.items())))
        return self._once(key, (text,), lambda: self._declarations.words(kind, words, text, scope))

    def _once(self, key: Key, alive: tuple[object, ...], work: Callable[[], R]) -> R:
        kept: tuple[Any, Unresolved | None, list[Finding]] | None = self._results.get(key)
        if kept is None:
            before = len(self._collected)
            failure: Unresolved | None = None
            result: Any = None
            try:
                result = work()
            except Unresolved as stopped:
                failure = stopped
            kept = (result, failure, self._collected[before:])
            self._results[key] = kept
            self._alive += alive
        self.findings += kept[2]
        if kept[1] is not None:
            self.broken = True
            raise kept[1]
        made: R = kept[0]
        return made
