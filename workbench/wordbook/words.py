"""All words that the texts of a set may use: those declared by it and by the sets it requires, and function words.

One `Word` stands for one meaning of a phrase, with all its forms; the same phrase may be several words. Must not know
any declared word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache

from cardwright.dsl.compile import Declarations
from cardwright.dsl.diagnostics import Span
from cardwright.dsl.text.lexicon import function_words
from cardwright.dsl.words import Declaration, Entry, Form, WordClass

PHRASE = "phrase"
KINDS = (*(str(one) for one in WordClass if one is not WordClass.COINED), PHRASE)
_FORMS = ("base", "third", "past", "participle", "ing")

# what the classes of function words are called, by the name of their list in grammar/function_words.yaml
FUNCTIONS = {
    "ART": "determiner",
    "PRO": "pronoun",
    "NUM": "number",
    "CMP": "comparison",
    "ATTR": "attribute",
    "ADJ": "adjective",
    "NOUNS": "noun",
    "PREP": "preposition",
    "FOREACH": "multiplier",
    "INF": "infinitive",
    "RELW": "relative word",
    "IF": "opens a condition",
    "WHEN": "opens an event",
    "AUX": "auxiliary verb",
    "AUXV": "auxiliary verb",
    "ADVW": "adverb",
    "TIMEW": "time",
    "NEGBE": "form of be",
    "BE": "form of be",
    "VERBS": "verb",
}


@dataclass(frozen=True)
class Word:
    """One word: its canonical phrase, its class, where it is declared, its forms, and wordings understood besides."""

    phrase: str
    kind: str
    id: str
    set: str = ""
    of: str = ""  # the family of an icon, the zone of a space, the procedure of a step, what a function word is
    forms: Mapping[str, str] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    declaration: Declaration | None = field(default=None, repr=False, compare=False)

    @property
    def suggested_for(self) -> tuple[str, ...]:
        """Words of other games that mean it and are not understood."""
        return tuple(str(one) for one in getattr(self.declaration, "suggested_for", ()) if not self.of)

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.id

    @property
    def place(self) -> Span | None:
        """Where it is declared."""
        return self.declaration.span if self.declaration is not None else None

    def phrases(self) -> Iterator[str]:
        """Every way to write it."""
        yield from dict.fromkeys((self.phrase, *self.forms.values(), *self.also))

    def as_data(self) -> dict[str, object]:
        """The word for JSON."""
        place = self.place
        where = {"file": place.file.name, "line": place.line, "column": place.column} if place is not None else {}
        made = {"word": self.phrase, "kind": self.kind, "id": self.id, "set": self.set, "of": self.of}
        return {
            **made,
            "forms": dict(self.forms),
            "also": list(self.also),
            "suggested_for": list(self.suggested_for),
            **where,
        }


def words_of(declarations: Declarations) -> list[Word]:
    """The words that the named sets may use, own ones first, then those of required sets, then function words."""
    found: dict[tuple[str, str], Word] = {}
    for name in declarations.loaded.named:
        item = declarations.declared.get(name)
        if item is not None:
            for word in _declared(entry for rows in item.vocabulary.entries.values() for entry in rows):
                found.setdefault(word.key, word)
    return [*found.values(), *phrases()]


def _declared(entries: Iterable[Entry]) -> Iterator[Word]:
    rows: dict[tuple[WordClass, str], list[Entry]] = {}
    for entry in entries:
        rows.setdefault((entry.word, entry.id), []).append(entry)
    for (kind, id), same in rows.items():
        canonical = [entry for entry in same if entry.canonical] or same
        first = canonical[0]
        main = str(first.pattern) if first.pattern is not None else first.phrase
        forms = {str(one.form): one.phrase for one in canonical if one.pattern is None}
        if set(forms) <= {str(Form.SINGULAR), str(Form.BASE)}:
            forms = {}
        said = (str(one.pattern) if one.pattern is not None else one.phrase for one in same if not one.canonical)
        also = tuple(dict.fromkeys(said))
        owner = first.declaration.set if first.declaration is not None else id.partition(":")[0]
        of = first.of.partition(":")[2]
        yield Word(main, str(kind), id, owner, of, forms, also, first.declaration)


@cache
def phrases() -> tuple[Word, ...]:
    """The function words of the language, which no set declares."""
    return tuple(_functions())


def _functions() -> Iterator[Word]:
    for cls, rows in function_words().items():
        what = FUNCTIONS.get(cls, cls.lower())
        if isinstance(rows, Mapping) and cls in ("NOUNS", "VERBS"):
            for base, more in rows.items():
                if isinstance(more, str):
                    forms = {"singular": str(base), "plural": more}
                else:
                    forms = dict(zip(_FORMS, (str(base), *(str(one).strip() for one in more)), strict=False))
                yield Word(str(base), PHRASE, f"{cls}:{base}", "", what, forms)
            continue
        also: dict[str, list[str]] = {}
        for phrase, canonical in _pairs(rows):
            known = also.setdefault(canonical, [])
            if phrase != canonical:
                known.append(phrase)
        for canonical, others in also.items():
            yield Word(canonical, PHRASE, f"{cls}:{canonical}", "", what, {}, tuple(others))


def _pairs(rows: object) -> Iterator[tuple[str, str]]:
    for row in rows.items() if isinstance(rows, Mapping) else rows if isinstance(rows, list) else ():
        if isinstance(row, Mapping):
            yield from ((str(a), str(b)) for a, b in row.items())
        elif isinstance(row, tuple):
            yield str(row[0]), str(row[1])
        else:
            yield str(row), str(row)


def search(words: Sequence[Word], pattern: str = "", kinds: Sequence[str] = ()) -> list[Word]:
    """Words of some kinds with a form that holds the pattern; `*` and `?` stand for any characters. Case is no matter.
    Words that are exactly the pattern come first, then those that begin with it; last those that mean such a word of
    another game."""
    wanted = pattern.casefold().strip()
    wanted = wanted[1:-1] if wanted.startswith("[") and wanted.endswith("]") else wanted  # an icon as texts have it
    glob = any(char in wanted for char in "*?")
    scored: list[tuple[int, int, Word]] = []
    for place, word in enumerate(words):
        if kinds and word.kind not in kinds:
            continue
        rank = min((_rank(one.casefold(), wanted, glob) for one in word.phrases()), default=9)
        if rank == 9 and any(_rank(one.casefold(), wanted, glob) < 3 + glob for one in word.suggested_for):
            rank = 4
        if rank < 9:
            scored.append((rank, place, word))
    return [word for _, _, word in sorted(scored, key=lambda row: row[:2])]


def _rank(phrase: str, wanted: str, glob: bool) -> int:
    if not wanted:
        return 3
    if glob:
        return 3 if fnmatchcase(phrase, wanted) else 9
    if phrase == wanted:
        return 0
    if phrase.startswith(wanted):
        return 1
    if re.search(rf"(?<!\w){re.escape(wanted)}", phrase):
        return 2
    return 3 if wanted in phrase else 9
