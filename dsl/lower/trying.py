"""Whether the machine could carry a text of a card that is written otherwise: what is suggested to an author must not
only be read. One image with all declarations and no cards is made when it is first needed. Must not report anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.source import Text
from cardwright.dsl.words import Card, Face, SetDecl

from .image import Lowering
from .resolved import Resolver
from .verifying import refusals


class Trials:
    """Texts are tried while a compilation lasts (`over`); at all other times everything that can be read is fine."""

    def __init__(self) -> None:
        self._sets: Sequence[SetDecl] = ()
        self._known: Mapping[str, Resolver] = {}
        self._base: Lowering | None = None

    @contextmanager
    def over(self, sets: Sequence[SetDecl], resolvers: Mapping[str, Resolver]) -> Iterator[None]:
        """Try texts against these sets. What `resolvers` give for declarations is asked, so they have been read."""
        self._sets, self._known = sets, resolvers
        try:
            yield
        finally:
            self._sets, self._known, self._base = (), {}, None

    def carries(self, card: Card, face: Face, text: Text, read: t.CardText) -> bool:
        """Whether a face of a card can be carried with this text, which was read as `read`."""
        if card.set not in self._known:
            return True
        if self._base is None:
            self._base = Lowering(self._sets, dict(self._known), _ignored)
            self._base.begin()
        refused: list[Finding] = []
        base = self._base
        base.report = refused.append
        base.parts = []
        base.resolvers = {**self._known, card.set: _Instead(self._known[card.set], text, read)}
        faces = tuple(replace(one, text=text if one is face else None) for one in card.faces)
        base.card(replace(card, faces=faces, parts={}))
        return not refused and not any(refusals(base.image, base.parts))


def _ignored(found: Finding) -> None:
    """The compilation itself reports what cannot be carried of the declarations."""


class _Instead:
    """A resolver that knows one text in advance."""

    def __init__(self, known: Resolver, text: Text, read: t.CardText) -> None:
        self.known = known
        self.text = text
        self.read = read

    def card(self, card: Card, face: Face) -> t.CardText | None:
        return self.read if face.text is self.text else None

    def fragment(self, kind: str, text: Text, scope: Mapping[str, str], on: str = "") -> t.Node:
        return self.known.fragment(kind, text, scope, on)

    def said_lines(self, text: t.CardText) -> list[str]:
        return self.known.said_lines(text)

    def said(self, effect: t.Effect) -> str:
        return self.known.said(effect)

    def words(self, kind: str, words: str, text: Text, scope: Mapping[str, str]) -> t.Node:
        return self.known.words(kind, words, text, scope)
