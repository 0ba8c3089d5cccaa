"""The vocabulary of a set: which phrases mean what, for the words of the set and of those it requires, and of no other.

How the language side uses it
-----------------------------
`vocabulary.entries` maps each phrase (as written, case kept) to the `Entry` objects it may stand for, in a fixed order:
the set's own words first, then those of its requirements. `lookup(phrase)` is the same for one phrase. The lexer
builds its trie from `vocabulary.phrases()`. Articles, function words and numbers are not here: they stand in
`grammar/`.

An `Entry` says: `word` (its class), `id` (the qualified id, `core:Hero`), `form`, `canonical` (false: understood, never
printed), `declaration` (the dataclass of model.py, with everything the file says about it), `pattern` (words with
slots).

| class     | from                     | phrase                                | form                                |
| --------- | ------------------------ | ------------------------------------- | ----------------------------------- |
| KIND      | kinds                    | Hero, Heroes                          | SINGULAR / PLURAL                   |
| TERM      | terms                    | Enemy, Enemies; `{cards}' sequence`   | SINGULAR / PLURAL, pattern if slots |
| ADJECTIVE | terms, adjective: true   | grey                                  | SINGULAR                            |
| ZONE      | zones                    | discard pile, HQ, the Harbor    | SINGULAR / PLURAL                   |
| SPACE     | zones with named spaces  | Sewers, Bank; `of` is the zone        | SINGULAR                            |
| ICON      | `of` of icon families    | Tech, Avengers; `of` is the family    | SINGULAR                            |
| ICONS     | icon families            | Hero Class, team                      | SINGULAR / PLURAL                   |
| POINT     | points                   | Attack                                | SINGULAR (plural if declared)       |
| NUMBER    | numbers, fields of kinds | cost, costs                           | SINGULAR / PLURAL                   |
| NAMEKIND  | names                    | Hero Name, Villain Group              | SINGULAR / PLURAL                   |
| NAME      | values on cards          | Black Widow; `of` is its kind of name | SINGULAR                            |
| CARD      | cards                    | Dangerous Rescue, Dr. Doom            | SINGULAR                            |
| VERB      | verbs                    | draw, draws, drew, drawn, drawing     | BASE, THIRD, PAST, PARTICIPLE, ING  |
| EVENT     | events                   | `a fight against {enemy} fails`       | BASE, pattern                       |
| LABEL     | labels                   | Fight, Always Leads; plural Twists    | SINGULAR / PLURAL                   |
| KEYWORD   | keywords                 | Salvage; `Fed by {classes}`     | BASE …, pattern if slots            |
| COUNTER   | counters                 | Flood                          | SINGULAR / PLURAL                   |
| PROCEDURE | procedures               | fight                                 | BASE                                |
| PERIOD    | `period` of procedures   | fight, turn (for “this fight”)        | SINGULAR                            |
| STEP      | named steps              | Clean Up Phase; `of`: the procedure   | SINGULAR                            |
| COINED    | a text (`coin`)          | Rift, Couriers                        | SINGULAR / PLURAL                   |

When a pattern has slots, its entry stands under its *head*, the first literal words (`Fed by`);
`pattern.begins_with_slot` tells that a slot comes before them. One phrase may stand for several entries of different
classes (`Fight` a label, `fight` a verb and a procedure); the parser's state decides. The same phrase twice in the
*same* class for different ids is a clash, and is reported when sets are combined (`clashes.py`).

`vocabulary.declaration(id, cls)` finds a declaration by id and class (`declaration("core:discard", Verb)`), since a
verb and a procedure may share an id. `vocabulary.all(cls)` lists all declarations of a class. `vocabulary.coin(...)`
gives a child with further words of one card. `form_of(id, cls, form)` gives the canonical phrase of a word in a form,
for printing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from .declared import SetDecl
from .english import plural, verb_forms
from .model import (
    Counter,
    Declaration,
    Event,
    Icons,
    Keyword,
    Kind,
    Label,
    NameKind,
    Noun,
    Number,
    Point,
    Procedure,
    Step,
    Term,
    Verb,
    Zone,
)
from .pattern import Pattern, pattern

D = TypeVar("D", bound=Declaration)


class WordClass(StrEnum):
    """What kind of word a phrase is; see the table above."""

    KIND = "kind"
    TERM = "term"
    ADJECTIVE = "adjective"
    ZONE = "zone"
    SPACE = "space"
    ICON = "icon"
    ICONS = "icons"
    POINT = "point"
    NUMBER = "number"
    NAMEKIND = "name kind"
    NAME = "name"
    CARD = "card"
    VERB = "verb"
    EVENT = "event"
    LABEL = "label"
    KEYWORD = "keyword"
    COUNTER = "counter"
    PROCEDURE = "procedure"
    PERIOD = "period"
    STEP = "step"
    COINED = "coined"


class Form(StrEnum):
    """The English form a phrase is in."""

    SINGULAR = "singular"
    PLURAL = "plural"
    BASE = "base"
    THIRD = "third"
    PAST = "past"
    PARTICIPLE = "participle"
    ING = "ing"


@dataclass(frozen=True)
class Entry:
    """One thing a phrase may mean."""

    phrase: str
    word: WordClass
    id: str
    form: Form
    declaration: Declaration | None = field(default=None, repr=False, compare=False)
    canonical: bool = True
    of: str = ""
    pattern: Pattern | None = field(default=None, compare=False)


class Vocabulary:
    """Phrases and declarations of a set and its requirements."""

    def __init__(self, entries: Iterable[Entry], declarations: Sequence[Declaration], parent: Vocabulary | None = None):
        self.parent = parent
        self.declarations = declarations
        self.doubtful: frozenset[str] = frozenset()  # first words of keywords whose declaration has a finding
        self.entries: dict[str, list[Entry]] = {}
        for entry in entries:
            rows = self.entries.setdefault(entry.phrase, [])
            if entry not in rows:
                rows.append(entry)
        self._by_id: dict[tuple[type[Declaration], str], Declaration] = {}
        for item in declarations:
            self._by_id.setdefault((type(item), item.id), item)
        self._forms: dict[tuple[WordClass, str, Form], str] = {}
        for rows in self.entries.values():
            for entry in rows:
                if entry.canonical:
                    self._forms.setdefault((entry.word, entry.id, entry.form), entry.phrase)

    @classmethod
    def of(cls, own: SetDecl, requires: Sequence[SetDecl] = (), *, hidden: bool = False) -> Vocabulary:
        """The vocabulary of a set: its own words, then those of all sets it requires, nearest first.

        With `hidden`, words that only declarations may use are among them.
        """
        sets = (own, *requires)
        declarations = [item for decl in sets for item in decl.declarations()]
        numbers = {
            str(word).casefold()
            for item in declarations
            if isinstance(item, (Number, Point))
            for word in (item.name, *item.also)
        }
        return cls((entry for decl in sets for entry in _entries(decl, numbers, hidden)), declarations)

    def lookup(self, phrase: str) -> Sequence[Entry]:
        """All that a phrase may mean."""
        return self.entries.get(phrase, ())

    def phrases(self) -> Iterator[str]:
        """Every phrase, in the order of declaration."""
        return iter(self.entries)

    def words(self, *classes: WordClass) -> list[str]:
        """Canonical phrases of some classes, for suggestions."""
        return [
            phrase
            for phrase, rows in self.entries.items()
            if any(row.canonical and (not classes or row.word in classes) for row in rows)
        ]

    def declaration(self, id: str, cls: type[D]) -> D | None:
        """The declaration of that id and class."""
        found = self._by_id.get((cls, id))
        return found if isinstance(found, cls) else None

    def all(self, cls: type[D]) -> list[D]:
        """All declarations of a class, the set's own first."""
        return [item for item in self.declarations if type(item) is cls and isinstance(item, cls)]

    def form_of(self, id: str, word: WordClass, form: Form) -> str | None:
        """The canonical phrase of a word in a form."""
        return self._forms.get((word, id, form))

    def coin(self, set: str, singular: str, plural_form: str | None = None) -> Vocabulary:
        """This vocabulary with a noun that one card's text coins."""
        id = f"{set}:{singular}"
        new = [
            Entry(singular, WordClass.COINED, id, Form.SINGULAR),
            Entry(plural_form or plural(singular), WordClass.COINED, id, Form.PLURAL),
        ]
        old = (entry for rows in self.entries.values() for entry in rows)
        return Vocabulary((*new, *old), self.declarations, self)


def _entries(decl: SetDecl, numbers: set[str], hidden: bool) -> Iterator[Entry]:
    for item in decl.declarations():
        if isinstance(item, Zone) and item.hidden_word and not hidden:
            continue
        yield from _of_declaration(item)
        if isinstance(item, Kind):
            yield from _own_fields(item, numbers)
    yield from _of_cards(decl)


def _of_declaration(item: Declaration) -> Iterator[Entry]:
    match item:
        case Kind():
            yield from _noun(item, WordClass.KIND)
        case Term():
            yield from _noun(item, WordClass.ADJECTIVE if item.adjective else WordClass.TERM)
        case Zone():
            yield from _noun(item, WordClass.ZONE)
            if isinstance(item.spaces, tuple):
                for space in item.spaces:
                    id = f"{item.set}:{space}"
                    yield Entry(str(space), WordClass.SPACE, id, Form.SINGULAR, item, of=item.id)
        case Icons():
            yield from _noun(item, WordClass.ICONS)
            for icon in item.of:
                yield Entry(str(icon), WordClass.ICON, f"{item.set}:{icon}", Form.SINGULAR, item, of=item.id)
        case Point():
            yield from _noun(item, WordClass.POINT, regular=False)
        case Number():
            yield from _noun(item, WordClass.NUMBER, regular=item.name[:1].islower())
        case NameKind():
            yield from _noun(item, WordClass.NAMEKIND)
            for value in item.values:
                yield Entry(str(value), WordClass.NAME, f"{item.set}:{value}", Form.SINGULAR, item, of=item.id)
        case Counter():
            yield from _noun(item, WordClass.COUNTER)
        case Label():
            yield from _noun(item, WordClass.LABEL, regular=False)
        case Verb():
            yield from _verb(item, item.name, item.forms, WordClass.VERB)
            for other in item.also:
                yield from _verb(item, other, _as_given(item, str(other)), WordClass.VERB, canonical=False)
        case Event():
            for place, phrase in enumerate((item.name, *item.also)):
                made = pattern(phrase, {str(key): str(value) for key, value in item.of.items()})
                yield Entry(made.head, WordClass.EVENT, item.id, Form.BASE, item, place == 0, pattern=made)
        case Keyword():
            yield from _keyword(item)
        case Procedure():
            yield Entry(str(item.name), WordClass.PROCEDURE, item.id, Form.BASE, item)
            if item.period is not None:
                yield Entry(str(item.period), WordClass.PERIOD, f"{item.set}:{item.period}", Form.SINGULAR, item)
            yield from _steps(item.steps, item)
        case Step():
            if item.name:
                yield Entry(str(item.name), WordClass.STEP, item.id, Form.SINGULAR, item, of=_of_step(item))


def _own_fields(kind: Kind, numbers: set[str]) -> Iterator[Entry]:
    """Numbers and prices that only cards of one kind carry."""
    for name, type_ in kind.fields.items():
        if type_ is not None and str(type_) in ("number", "price") and name.casefold() not in numbers:
            yield Entry(str(name), WordClass.NUMBER, f"{kind.set}:{name}", Form.SINGULAR, kind)


def _of_step(step: Step) -> str:
    return f"{step.set}:{step.of}" if step.of else ""


def _steps(steps: Iterable[Step], of: Procedure) -> Iterator[Entry]:
    for step in steps:
        if step.name:
            yield Entry(str(step.name), WordClass.STEP, f"{of.set}:{step.name}", Form.SINGULAR, step, of=of.id)
        yield from _steps(step.steps, of)


def _noun(item: Noun, word: WordClass, *, regular: bool = True) -> Iterator[Entry]:
    made = pattern(item.name)
    if not made.is_plain:
        yield Entry(made.head, word, item.id, Form.SINGULAR, item, pattern=made)
        for phrase in item.also:
            other = pattern(phrase)
            yield Entry(other.head, word, item.id, Form.SINGULAR, item, False, pattern=other)
        return
    yield Entry(str(item.name), word, item.id, Form.SINGULAR, item)
    many = (
        str(item.plural) if item.plural else plural(item.name) if regular and word is not WordClass.ADJECTIVE else None
    )
    if many is not None:
        yield Entry(many, word, item.id, Form.PLURAL, item)
    for phrase in item.also:
        form = Form.PLURAL if many is not None and _looks_plural(phrase, item) else Form.SINGULAR
        yield Entry(str(phrase), word, item.id, form, item, False)


def _looks_plural(phrase: str, item: Noun) -> bool:
    """Another wording is a plural if a wording before it has it as its plural, or it only differs in case from the
    plural.
    """
    singulars = [str(item.name), *(str(other) for other in item.also if other != phrase)]
    known = {plural(one).lower() for one in singulars} | ({item.plural.lower()} if item.plural else set())
    return phrase.lower() in known


def _verb(
    item: Declaration, base: str, given: Sequence[str], word: WordClass, *, canonical: bool = True
) -> Iterator[Entry]:
    forms = verb_forms(str(base), tuple(str(form) for form in given))
    for phrase, form in (
        (forms.base, Form.BASE),
        (forms.third, Form.THIRD),
        (forms.past, Form.PAST),
        (forms.participle, Form.PARTICIPLE),
        (forms.ing, Form.ING),
    ):
        yield Entry(phrase, word, item.id, form, item, canonical)


def _as_given(item: Verb, other: str) -> tuple[str, ...]:
    """The forms of another wording that begins with the same verb: as those given of the first."""
    verb, _, rest = other.partition(" ")
    if not rest or verb != str(item.name).partition(" ")[0]:
        return ()
    return tuple(f"{str(form).partition(' ')[0]} {rest}" for form in item.forms)


def _keyword(item: Keyword) -> Iterator[Entry]:
    types = {str(key): str(value) for key, value in item.of.items()}
    for place, phrase in enumerate((item.name, *item.also)):
        made = pattern(phrase, types)
        shape = None if made.is_plain else made
        yield Entry(made.head, WordClass.KEYWORD, item.id, Form.BASE, item, place == 0, pattern=shape)
    if item.forms:
        yield from _verb(item, pattern(item.name).head, item.forms, WordClass.KEYWORD)


def _of_cards(decl: SetDecl) -> Iterator[Entry]:
    for card in decl.all_cards():
        for face in card.faces:
            if face.name:
                yield Entry(str(face.name), WordClass.CARD, f"{decl.name}:{face.name}", Form.SINGULAR, card)
            for kind_id, value in face.names.items():
                yield Entry(str(value), WordClass.NAME, f"{decl.name}:{value}", Form.SINGULAR, card, of=kind_id)
