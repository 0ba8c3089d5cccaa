"""Phrases that would mean two things: the same word class and phrase for different ids, among the words a set can see."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl.diagnostics import Finding, Label, Span, finding

from .declared import SetDecl
from .vocabulary import Entry, Vocabulary, WordClass

# Names are values and may be shared: cards of two sets may have one name. Steps and periods belong to their procedure.
_SHARED = frozenset(
    (
        WordClass.CARD,
        WordClass.NAME,
        WordClass.STEP,
        WordClass.PERIOD,
        WordClass.LABEL,
        WordClass.EVENT,
        WordClass.COINED,
    )
)


def check_clashes(own: SetDecl, vocabulary: Vocabulary) -> Iterator[Finding]:
    """Clashes of a set's own words with those it requires, and between two sets it requires."""
    for phrase, rows in vocabulary.entries.items():
        by_class: dict[tuple[WordClass, bool], Entry] = {}
        for entry in rows:
            if entry.word in _SHARED or entry.declaration is None or not entry.declaration.name:
                continue
            shape = entry.pattern is not None and not entry.pattern.is_plain
            first = by_class.setdefault((entry.word, shape), entry)
            if first.id == entry.id or first.declaration is None:
                continue
            yield _clash(own, phrase, first, entry)


def _clash(own: SetDecl, phrase: str, first: Entry, second: Entry) -> Finding:
    one, two = _place(first), _place(second)
    mine = first if first.declaration is not None and first.declaration.set == own.name else None
    place = one if mine is not None or not own.requires else own.requires[0].span
    labels = [Label(two, f"{second.id}, in {two.file.name}")]
    if place is not one:
        labels.insert(0, Label(one, f"{first.id}, in {one.file.name}"))
    word = str(first.word)
    return finding("CW505", place, phrase=phrase, what=word, first=first.id, second=second.id, labels=labels)


def _place(entry: Entry) -> Span:
    assert entry.declaration is not None
    return entry.declaration.name.span
