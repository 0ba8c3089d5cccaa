"""Texts of cards in their canonical form, as edits by place. Must not know files on disk or how edits are applied.

Without `wording` only the form of numbers changes: words of the canonical line that are the same number as those at
their place. With it a whole line becomes the canonical one. An edit is made only if the text means the same
afterwards, tree for tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from cardwright.dsl.compile import Compiler, Declarations
from cardwright.dsl.diagnostics import Edit, Source
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import Unprintable, canonical
from cardwright.dsl.meaning.printing.english import WORDS
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.reader import TextResolver
from cardwright.dsl.meaning.renumber import renumbered
from cardwright.dsl.source import Text, TextLine, plain_text
from cardwright.dsl.words import Card, Face
from cardwright.dsl.words.declare import DeclaredSet

_WORD = re.compile(r"[^\s,.:;!?\"()\[\]]+|[,.:;!?\"()\[\]]")
_ASIDE = re.compile(r"\([^()]*\)$")


@dataclass
class Formatted:
    """The edits by file, and how many texts were looked at, would change, or could not be read."""

    edits: dict[Source, list[Edit]] = field(default_factory=dict)
    texts: int = 0
    changed: int = 0
    unread: int = 0


def formatted(declared: Declarations, compiler: Compiler, *, wording: bool) -> Formatted:
    """The texts of all cards of the sets that were named."""
    result = Formatted()
    for name in declared.loaded.named:
        if name in declared.declared:
            _OneSet(declared.declared[name], compiler, wording, result).run()
    return result


class _OneSet:
    def __init__(self, item: DeclaredSet, compiler: Compiler, wording: bool, result: Formatted) -> None:
        self.kept = compiler.resolver(item)
        self.cards = list(item.decl.all_cards())
        self.wording = wording
        self.result = result
        self.forms = VocabularyForms(item.vocabulary)
        self.reader = TextResolver(item.vocabulary, item.decl.name, [])

    def run(self) -> None:
        for card in self.cards:
            for face in card.faces:
                if face.text is not None:
                    self.face(card, face, face.text)

    def face(self, card: Card, face: Face, text: Text) -> None:
        self.result.texts += 1
        tree = self.kept.known(card, face) or self.kept.card(card, face)
        if tree is None:
            self.result.unread += 1
            return
        try:
            wanted = canonical(tree, self.forms)
        except Unprintable:
            return
        if len(wanted) != len(text.lines):
            return
        made = [self.line(old, new) for old, new in zip(text.lines, wanted, strict=True)]
        edits = [edit for rows in made for edit in rows]
        lines = [_applied(line, rows) for line, rows in zip(text.lines, made, strict=True)]
        if edits and self.means(card, face, lines, tree):
            self.result.edits.setdefault(text.span.file, []).extend(edits)
            self.result.changed += 1

    def line(self, old: TextLine, new: str) -> list[Edit]:
        if old.text == new:
            return []
        if self.wording:
            kept = with_aside(old.text, new)
            return [Edit(old.span(), kept)] if kept is not None and kept != old.text else []
        return [Edit(old.span(start, end), word) for start, end, word in _same_words(old.text, new)]

    def means(self, card: Card, face: Face, lines: Sequence[str], tree: t.CardText) -> bool:
        """Whether these lines say what the tree says."""
        again = self.reader.card(card, replace(face, text=plain_text("\n".join(lines))))
        return again is not None and renumbered(again) == renumbered(tree)


def with_aside(old: str, new: str) -> str | None:
    """The new wording with the parenthesis that closed the line: it means nothing, so no tree says it. None if another
    one would be lost."""
    aside = _ASIDE.search(old)
    if aside is not None and new.count("(") < old.count("("):
        new = f"{new} {aside.group()}"
    return new if new.count("(") >= old.count("(") else None


def _same_words(old: str, new: str) -> Iterator[tuple[int, int, str]]:
    """Words of a line that stand in the other one in another form: where, and the form."""
    mine, other = list(_WORD.finditer(old)), [match.group() for match in _WORD.finditer(new)]
    steps = SequenceMatcher(None, [match.group() for match in mine], other, autojunk=False).get_opcodes()
    for what, a, b, c, d in steps:
        if what == "replace" and b - a == d - c:
            for match, word in zip(mine[a:b], other[c:d], strict=True):
                if _same(match.group(), word):
                    yield match.start(), match.end(), word


def _same(one: str, other: str) -> bool:
    """Whether two words are forms of one number. Agreement is mended by its findings before."""
    low, high = one.casefold(), other.casefold()
    numbers = [int(word) if word.isdigit() else WORDS.index(word) if word in WORDS else -1 for word in (low, high)]
    return low != high and numbers[0] == numbers[1] >= 0


def _applied(line: TextLine, edits: Sequence[Edit]) -> str:
    """The line after its edits."""
    whole = line.span()
    if len(edits) == 1 and edits[0].span == whole:
        return edits[0].text
    places = {place: at for at, place in enumerate(line.offsets)}
    made = line.text
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        start, last = places[edit.span.start], places[edit.span.end - 1]
        made = made[:start] + edit.text + made[last + 1 :]
    return made
