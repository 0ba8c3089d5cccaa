"""Names that texts ask for and nothing has: no card is printed with it, and no text gives it to one. Must not compile.

A set may mean a card of another set that it does not require, so this warns and refuses nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.dsl.diagnostics import Finding, finding, nearest
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.resolving import Kept
from cardwright.dsl.words import SetDecl

OWN_NAME = "name"


def nameless(sets: Iterable[tuple[SetDecl, Kept]], named: Iterable[str]) -> Iterator[Finding]:
    """A finding for each name in a text of the sets called `named` that no card of any of the sets can have."""
    faces = [(one, reader, card, face) for one, reader in sets for card in one.all_cards() for face in card.faces]
    texts = [(one, face, text) for one, reader, card, face in faces if (text := reader.known(card, face)) is not None]
    known = {str(face.name) for *_, card, face in faces} | {str(card.name) for *_, card, _ in faces}
    for *_, text in texts:
        known.update(given(text))
    wanted = set(named)
    for one, face, text in texts:
        if one.name not in wanted or face.text is None:
            continue
        for line, source in zip(text.lines, face.text.lines, strict=False):
            for name in asked(line):
                if name.text not in known and name.span != t.NO_SPAN:
                    near = nearest(name.text, sorted(known), 3)
                    yield finding("CW315", source.span(*name.span), suggestions=near, word=name.text)


def asked(line: t.Line) -> Iterator[t.NameValue]:
    """Names by which cards are looked for."""
    for node in line.walk():
        if isinstance(node, t.Named) and isinstance(node.value, t.NameValue) and node.value.attr == OWN_NAME:
            yield node.value


def given(text: t.CardText) -> Iterator[str]:
    """Names that a text gives to cards or piles."""
    looked_for = {id(name) for line in text.lines for name in asked(line)}
    for node in text.walk():
        if isinstance(node, t.NameValue) and id(node) not in looked_for:
            yield node.text
        elif isinstance(node, t.Beside):
            yield node.name
