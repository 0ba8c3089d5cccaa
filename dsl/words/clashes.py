"""Phrases that would mean two things: the same word class and phrase for different ids, among the words a set can
see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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


def check_clashes(own: SetDecl, requires: Sequence[SetDecl], vocabulary: Vocabulary) -> Iterator[Finding]:
    """Clashes of a set's own words with those it requires, and between two sets it requires that do not see each
    other.
    """
    by_name = {decl.name: decl for decl in (own, *requires)}
    sees = {name: _closure(name, by_name) for name in by_name}
    seen: set[tuple[str, str]] = set()
    for phrase, rows in vocabulary.entries.items():
        by_class: dict[tuple[WordClass, bool], Entry] = {}
        for entry in rows:
            if entry.word in _SHARED or entry.declaration is None or not entry.declaration.name:
                continue
            shape = entry.pattern is not None and not entry.pattern.is_plain
            first = by_class.setdefault((entry.word, shape), entry)
            if first.id == entry.id or first.declaration is None:
                continue
            one, two = first.declaration.set, entry.declaration.set
            if own.name not in (one, two) and (two in sees[one] or one in sees[two]):
                continue  # the one that requires the other reports it
            if (first.id, entry.id) in seen:
                continue  # another form of the same two words
            seen.add((first.id, entry.id))
            yield _clash(own, phrase, first, entry)


def _closure(name: str, by_name: dict[str, SetDecl]) -> set[str]:
    found: set[str] = set()
    open_names = [name]
    while open_names:
        for need in map(str, by_name[open_names.pop()].requires):
            if need in by_name and need not in found:
                found.add(need)
                open_names.append(need)
    return found


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
