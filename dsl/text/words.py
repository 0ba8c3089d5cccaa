"""The lexicon of a vocabulary: which classes of word its entries are. It must not know any declared word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.dsl.words import Entry as Declared
from cardwright.dsl.words import Event, Form, Pattern, Vocabulary, WordClass
from cardwright.dsl.words.english import verb_forms

from .lexicon import Entry, Lexicon

FORMS = {
    Form.SINGULAR: "sg",
    Form.PLURAL: "pl",
    Form.BASE: "base",
    Form.THIRD: "third",
    Form.PAST: "past",
    Form.PARTICIPLE: "part",
    Form.ING: "ing",
}
KINDS = {
    WordClass.KIND: "kind",
    WordClass.TERM: "term",
    WordClass.ADJECTIVE: "adjective",
    WordClass.ZONE: "zone",
    WordClass.SPACE: "space",
    WordClass.ICON: "icon",
    WordClass.ICONS: "icons",
    WordClass.POINT: "point",
    WordClass.NUMBER: "number",
    WordClass.NAMEKIND: "name_kind",
    WordClass.NAME: "name",
    WordClass.CARD: "name",
    WordClass.VERB: "verb",
    WordClass.LABEL: "label",
    WordClass.COUNTER: "counter",
    WordClass.PERIOD: "period",
    WordClass.STEP: "step",
    WordClass.COINED: "coined",
}
SMALL = ("with", "to", "by", "from", "for", "of", "—", "If", "a", "an", "the", ":")


def lexicon_of(vocabulary: Vocabulary) -> Lexicon:
    """The lexicon of a vocabulary, made once."""
    made: Lexicon | None = vocabulary.__dict__.get("_lexicon")
    if made is None:
        made = Lexicon(_entries(vocabulary))
        vocabulary.__dict__["_lexicon"] = made
    return made


def _entries(vocabulary: Vocabulary) -> Iterator[Entry]:
    for rows in vocabulary.entries.values():
        for row in rows:
            yield from _entry(row)


def _entry(row: Declared) -> Iterator[Entry]:
    form = FORMS[row.form]
    if row.word is WordClass.EVENT:
        yield from _event(row)
    elif row.word is WordClass.KEYWORD:
        verbal = row.form is not Form.BASE
        head = _head(row.pattern) if row.pattern is not None else row.phrase
        if head and not verbal:
            yield Entry(head, "keyword", row.id, "sg", row)
        if verbal or getattr(row.declaration, "forms", None):
            yield Entry(head, "keyword_verb", row.id, form, row)
    elif row.word is WordClass.PROCEDURE or row.word is WordClass.STEP and row.phrase[:1].islower():
        return  # named by structure only, never by a text
    elif row.pattern is not None and not row.pattern.is_plain:
        yield from _pattern(row, KINDS[row.word])
    elif (
        row.word is WordClass.VERB and row.form is Form.PARTICIPLE and " " in row.phrase
    ):  # "set aside": "the set-aside card"
        yield Entry(row.phrase, "verb", row.id, form, row)
        yield Entry(row.phrase.replace(" ", "-"), "verb", row.id, form, row)
    elif not row.phrase.startswith("your "):  # "your cards" is said by the owner
        yield Entry(row.phrase, KINDS[row.word], row.id, form, row)
        if row.word is WordClass.NUMBER and row.phrase[:1].islower():  # "cards that cost 3": its noun is a verb as well
            yield Entry(row.phrase, "number_verb", row.id, "base" if form == "sg" else "third", row)
            if form == "sg":
                yield Entry(verb_forms(row.phrase).ing, "number_verb", row.id, "ing", row)


def _pattern(row: Declared, kind: str) -> Iterator[Entry]:
    """A noun with slots stands under its last literal words ("{cards}' sequence") or its first ones."""
    assert row.pattern is not None
    head = _head(row.pattern)
    if head:
        yield Entry(head, kind, row.id, "sg", row)


def _head(pattern: Pattern) -> str:
    """The literal words a pattern is found by, without the small words that lead to a slot."""
    for piece in pattern.pieces:
        if isinstance(piece, str):
            words = piece.removeprefix("'s").removeprefix("'").replace(":", " ").split()
            while words and words[-1] in SMALL:
                words.pop()
            while words and words[-1] == "—":
                words.pop()
            if words:
                return " ".join(words)
    return ""


ARTICLES = ("a ", "an ", "the ", "your ")


def _event(row: Declared) -> Iterator[Entry]:
    """An event is a sentence: its verb is the part behind its subject. "a … takes effect" → takes effect, take effect
    …"""
    assert isinstance(row.declaration, Event) and row.pattern is not None
    _subject, verb = split_event(str(row.pattern))
    if row.declaration.ends is not None:
        yield Entry(str(row.pattern), "event", row.id, "base", row)
    head, space, rest = verb.partition(" ")
    base = _base(head)
    if head in ("is", "are"):
        return
    forms = verb_forms(base)
    tail = space + rest
    if "{" in tail:
        tail = tail[: tail.index("{")].rstrip()
    for phrase, form in (
        (base, "base"),
        (forms.third, "third"),
        (forms.past, "past"),
        (forms.participle, "part"),
        (forms.ing, "ing"),
    ):
        yield Entry(phrase + tail, "event", row.id, form, row)
    if head not in (base, forms.third):
        yield Entry(head + tail, "event", row.id, "third", row)


def split_event(text: str) -> tuple[str, str]:
    """Subject and predicate of an event's sentence: the predicate begins at the last word that can be a verb in third
    person (or after a plural subject or “you” in base form)."""
    words = text.split(" ")
    if words[0] == "you":
        return "you", " ".join(words[1:])
    for at in range(len(words) - 1, 0, -1):
        word = words[at]
        if (
            word.isalpha()
            and word.islower()
            and (word.endswith("s") or word == "is")
            and word not in ("against", "this", "players")
        ):
            return " ".join(words[:at]), " ".join(words[at:])
    return " ".join(words[:-1]), words[-1]


def _base(third: str) -> str:
    if third.endswith("ies"):
        return third[:-3] + "y"
    if third.endswith(("ches", "shes", "sses", "xes")):
        return third[:-2]
    return third[:-1] if third.endswith("s") and not third.endswith("ss") else third


def own_names(name: str) -> Iterable[str]:
    """A card's name and the parts of it by which its text may call it."""
    yield name
    for sep in (" (", ",", " of ", " the "):
        if sep in name:
            yield name.split(sep)[0].strip()
    words = name.split()
    if len(words) > 1 and words[0] not in ("The", "A", "An"):
        yield words[-1]
        yield words[0]
    elif len(words) > 1 and words[0] == "The":  # inside a sentence
        yield " ".join(("the", *words[1:]))
