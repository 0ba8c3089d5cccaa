"""Which cards use a word: in their texts, by the typed tree, and as what is printed on them.

A word is known in a tree by its qualified id; where an id has several classes (a verb and the procedure of that name),
the field it stands in tells which is meant. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from cardwright.dsl.compile import Compiler, Declarations
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.text.flat import FlatLine
from cardwright.dsl.text.parser import Context, parse_line
from cardwright.dsl.text.words import lexicon_of
from cardwright.dsl.words import Card, Face
from cardwright.dsl.words import WordClass as W

from .words import PHRASE, Word

_NOUNS = (W.KIND, W.TERM, W.ADJECTIVE)
_VALUES = (W.NUMBER, W.POINT, W.NAMEKIND, W.ICONS, W.COUNTER)
# the classes of word that a field of the tree may hold; fields that are not here hold no words
FIELDS: dict[str, tuple[W, ...]] = {
    "noun": _NOUNS,
    "kind": _NOUNS,
    "icon": (W.ICON, W.POINT),
    "icons": (W.ICON,),
    "without": (W.ICON,),
    "family": (W.ICONS,),
    "sort": (W.ICONS, W.NAMEKIND, W.ZONE, *_NOUNS),
    "attr": _VALUES,
    "unit": _VALUES,
    "point": (W.POINT,),
    "points": (W.POINT,),
    "swap": (W.POINT,),
    "counter": (W.COUNTER,),
    "zone": (W.ZONE,),
    "verb": (W.VERB,),
    "event": (W.VERB, W.EVENT, W.KEYWORD),
    "by": (W.KEYWORD, W.LABEL),
    "term": (W.TERM,),
    "keyword": (W.KEYWORD,),
    "label": (W.LABEL, W.KEYWORD),
    "id": (W.LABEL, W.KEYWORD),
    "duration": (W.PERIOD,),
    "period": (W.PERIOD,),
    "uses": (W.PERIOD,),
    "form": (*_NOUNS, W.ZONE, W.ICONS),
}
# the list of function words that a class of the lexer comes from, where it is called otherwise
LISTS = {"ADV": "ADVW", "TIME": "TIMEW", "NOUN": "NOUNS", "V": "VERBS", "HAVE": "AUXV", "DO": "AUXV"}
Key = tuple[str, str]


@dataclass
class Usage:
    """Cards by word: those whose text says it, and those it is printed on."""

    said: dict[Key, list[Card]] = field(default_factory=dict)
    printed: dict[Key, list[Card]] = field(default_factory=dict)

    def cards(self, word: Word) -> list[Card]:
        """All cards of a word, in the order of their sets."""
        return list(dict.fromkeys((*self.said.get(word.key, ()), *self.printed.get(word.key, ()))))


def usage(declarations: Declarations, compiler: Compiler) -> Usage:
    """The use of every word on the cards of the named sets. A text with a finding uses nothing."""
    made = Usage()
    for name in declarations.loaded.named:
        item = declarations.declared.get(name)
        if item is None:
            continue
        resolver = compiler.resolver(item)
        names = {
            entry.phrase: (str(entry.word), entry.id)
            for rows in item.vocabulary.entries.values()
            for entry in rows
            if entry.word in (W.NAME, W.CARD)
        }
        context = Context(lexicon_of(item.vocabulary))
        for card in item.decl.all_cards():
            for face in card.faces:
                text = resolver.card(card, face)
                keys = list(said(text, names)) if text is not None else []
                for line in face.text.lines if text is not None and face.text is not None else ():
                    keys += functions(parse_line(line.text, context, []))
                for key in dict.fromkeys(keys):
                    _add(made.said, key, card)
                for key in dict.fromkeys(printed(card, face)):
                    _add(made.printed, key, card)
    return made


def _add(rows: dict[Key, list[Card]], key: Key, card: Card) -> None:
    cards = rows.setdefault(key, [])
    if card not in cards:
        cards.append(card)


def said(text: t.Node, names: dict[str, Key]) -> Iterator[Key]:
    """The words of a tree, as kind and id."""
    for node in text.walk():
        if isinstance(node, t.NameValue) and node.text in names:
            yield names[node.text]
        if isinstance(node, t.Space) and node.name:
            yield str(W.SPACE), f"{node.zone.partition(':')[0]}:{node.name}"
        for part in fields(node):
            for id in _ids(getattr(node, part.name)):
                for kind in FIELDS.get(part.name, ()):
                    yield str(kind), id


def functions(line: FlatLine) -> Iterator[Key]:
    """The function words of a line, by its tokens; those of quotations and parentheses too."""
    for word in line.tokens:
        for sense in word.senses:
            if sense.kind in ("", "function"):
                yield PHRASE, f"{LISTS.get(sense.cls, sense.cls)}:{sense.id}"
        for inner in word.inner:
            yield from functions(inner)


def _ids(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if ":" in value:
            yield value.removeprefix("big:")
            yield value[value.rfind(" ", 0, value.index(":")) + 1 :].removeprefix("big:")  # an id in a longer phrase
    elif isinstance(value, tuple):
        for one in value:
            yield from _ids(one)


def printed(card: Card, face: Face) -> Iterator[Key]:
    """The words printed on a face beside its text."""
    yield str(W.KIND), face.kind
    yield str(W.CARD), f"{card.set}:{face.name}"
    for icon in face.icons:
        yield str(W.ICON), icon
    for number in face.numbers:
        yield str(W.POINT), number
        yield str(W.NUMBER), number
    for kind, value in face.names.items():
        yield str(W.NAMEKIND), kind
        yield str(W.NAME), f"{card.set}:{value}"
