"""Texts of cards printed anew under a renamed vocabulary: the canonical printer with made-up words.

Trees name declared words by id, so only words that stand in a tree as they are (names, parts of the own name) are
renamed in it; all others come from `RenamedForms`. Must not know any declared word.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import cast

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.forms import Pattern, Sentence, VerbForm
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.reader import TextResolver
from cardwright.dsl.source import Scalar
from cardwright.dsl.words import Vocabulary, WordClass
from cardwright.dsl.words.declare import DeclaredSet

from .renaming import Printed
from .wordmap import WordMap

LITERAL = frozenset(
    (
        ("Ref", "form"),
        ("Space", "name"),
        ("NameValue", "text"),
        ("Nothing", "words"),
        ("Beside", "name"),
        ("NameHas", "words"),
    )
)


class RenamedForms(VocabularyForms):
    """A vocabulary's words, renamed."""

    def __init__(self, vocabulary: Vocabulary, words: WordMap) -> None:
        super().__init__(vocabulary)
        self.words = words
        self._names = self._phrases(WordClass.CARD, WordClass.NAME)
        self._coined = self._phrases(WordClass.COINED)

    def _phrases(self, *classes: WordClass) -> frozenset[str]:
        entries = self.vocabulary.entries.items()
        return frozenset(self.words.renamed(phrase) for phrase, rows in entries if any(e.word in classes for e in rows))

    def is_name(self, text: str) -> bool:
        return text in self._names

    def is_coined(self, name: str) -> bool:
        return name in self._coined

    def word(self, id: str, plural_form: bool = False) -> str:
        return self.words.renamed(super().word(id, plural_form))

    def verb(self, id: str, form: VerbForm) -> str:
        return self.words.renamed(super().verb(id, form))

    def patterns(self, id: str) -> tuple[Pattern, ...]:
        return tuple(Pattern(self.words.renamed(made.words)) for made in super().patterns(id))

    def event(self, id: str) -> Sentence | None:
        made = super().event(id)
        return None if made is None else self._sentence(made)

    def ending(self, result: str) -> str:
        return self.words.renamed(super().ending(result))

    def _sentence(self, made: Sentence) -> Sentence:
        verb = {form: self.words.renamed(word) for form, word in made.verb.items()}
        return Sentence(self.words.renamed(made.subject), verb, self.words.renamed(made.tail))


def renamed_tree(node: t.Node, words: WordMap) -> t.Node:
    """The tree with the words that stand in it as they are renamed."""
    changes: dict[str, object] = {}
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        if isinstance(value, str):
            if (type(node).__name__, field.name) in LITERAL or (field.name == "duration" and " " in value):
                changes[field.name] = " ".join(
                    part if ":" in part else words.renamed(part) for part in _parts(value, words)
                )
        elif isinstance(value, tuple) and (type(node).__name__, field.name) in LITERAL:
            changes[field.name] = tuple(words.renamed(part) for part in value)
        elif isinstance(value, (t.Node, tuple)):
            changes[field.name] = _renamed(value, words)
    return dataclasses.replace(node, **changes)  # type: ignore[arg-type]


def _parts(text: str, words: WordMap) -> list[str]:
    """A form is words and ids; an id may hold spaces ("that core:Hero Class"), a text without ids is one part."""
    if ":" not in text:
        return [text]
    head, _, rest = text.partition(" ")
    return [head] if not rest else [head, *_parts(rest, words)] if ":" not in head else [text]


def _renamed(value: object, words: WordMap) -> object:
    if isinstance(value, t.Node):
        return renamed_tree(value, words)
    if isinstance(value, tuple):
        return tuple(_renamed(part, words) for part in value)
    return value


def printer(declared: Iterable[DeclaredSet], words: WordMap) -> Printed:
    """The lines of a card's text under the renamed vocabulary, by the node it stands in."""
    found: dict[tuple[str, int], list[str]] = {}
    for made in declared:
        resolver = TextResolver(made.vocabulary, made.decl.name, [])
        forms = RenamedForms(made.vocabulary, words)
        for card in made.decl.all_cards():
            for face in card.faces:
                if face.text is None or not face.text.lines:
                    continue
                tree = resolver.card(card, face)
                if tree is not None:
                    text = cast(t.CardText, renamed_tree(tree, words))
                    first = face.text.lines[0].span()
                    found[(first.file.name, first.start)] = canonical(text, forms)

    def printed(node: Scalar) -> list[str] | None:
        name = node.span.file.name
        inside = [at for file, at in found if file == name and node.span.start <= at < node.span.end]
        return found[(name, min(inside))] if inside else None

    return printed
