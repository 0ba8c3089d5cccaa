"""The printer's words from a vocabulary: nouns, verb forms and frames as their declarations say.

A function verb ("get", "pay") comes from grammar/function_words.yaml. Everything else is asked of the vocabulary by
qualified id; nothing here knows a declared word.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cardwright.dsl.text.lexicon import function_words
from cardwright.dsl.text.words import split_event
from cardwright.dsl.words import (
    Event,
    Form,
    Icons,
    Keyword,
    Label,
    Number,
    Point,
    Procedure,
    Term,
    Verb,
    Vocabulary,
    WordClass,
    Zone,
    pattern,
)
from cardwright.dsl.words.english import VerbForms, plural, verb_forms

from .forms import Frame, NumberStyle, Pattern, Sentence, VerbForm

_NOUNS = (
    WordClass.KIND,
    WordClass.TERM,
    WordClass.ADJECTIVE,
    WordClass.ZONE,
    WordClass.SPACE,
    WordClass.ICON,
    WordClass.ICONS,
    WordClass.POINT,
    WordClass.NUMBER,
    WordClass.NAMEKIND,
    WordClass.LABEL,
    WordClass.COUNTER,
    WordClass.PERIOD,
    WordClass.STEP,
    WordClass.NAME,
    WordClass.CARD,
    WordClass.COINED,
    WordClass.KEYWORD,
    WordClass.PROCEDURE,
)
_MOVES = "Move "
_GOALS = {"shuffle": "into"}
_PARTICLES = {"aside", "off", "over", "up", "down", "out", "away", "back"}
_SEEN = {"look at", "move", "choose", "turn", "attach"}
_HOLDS = "Attach "


@cache
def _function_verbs() -> Mapping[str, list[str]]:
    verbs = function_words()["VERBS"]
    return verbs if isinstance(verbs, Mapping) else {}


class VocabularyForms:
    """`Forms` over the vocabulary of a set."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def word(self, id: str, plural_form: bool = False) -> str:
        if id == "turn":
            return self.round()
        form = Form.PLURAL if plural_form else Form.SINGULAR
        if ":" not in id:  # a role that a declaration serves: the period that is a turn
            served = (p for p in self.vocabulary.all(Procedure) if p.serves == id and p.period is not None)
            return next((str(p.period) for p in served), id)
        for cls in _NOUNS:
            found = self.vocabulary.form_of(id, cls, form)
            if found is None and plural_form:
                one = self.vocabulary.form_of(id, cls, Form.SINGULAR)
                found = plural(one) if one is not None and cls is not WordClass.POINT else one
            if found is None and cls in {WordClass.KEYWORD, WordClass.PROCEDURE}:
                found = self.vocabulary.form_of(id, cls, Form.BASE)
            if found is not None:
                return found
        name = id.split(":", 1)[-1]
        return plural(name) if plural_form else name

    def round(self) -> str:
        """The period that is a player's turn, as it is declared."""
        periods = (p.period for p in self.vocabulary.all(Procedure) if p.serves is not None and str(p.serves) == "turn")
        return next((str(p) for p in periods if p is not None), "turn")

    def verb(self, id: str, form: VerbForm) -> str:
        for cls in (WordClass.VERB, WordClass.KEYWORD):
            found = self.vocabulary.form_of(id, cls, Form(form))
            if found is not None:
                return found
        given = _function_verbs().get(id)
        forms = verb_forms(id.split(":", 1)[-1])
        if given is not None:
            third, past, participle, ing = given
            return {"base": id, "third": third, "past": past, "participle": participle, "ing": ing}[form]
        return str(getattr(forms, form))

    def frame(self, id: str) -> Frame:
        """The roles as declared: what it is done to, where from, where to, and what else it takes."""
        verb = self.vocabulary.declaration(id, Verb)
        if verb is None:
            goal = _GOALS.get(id, "to")
            return Frame(roles=(("cards", ""), ("from", "from"), ("to", goal)), takes_from=id not in _SEEN)
        goal = str(verb.goal) if verb.goal is not None else "to"
        goal = "" if goal == "none" else goal
        further = tuple((str(name), str(name)) for name in verb.with_ or {})
        thing = str(verb.takes) if verb.takes is not None else "cards"
        roles = ((thing, ""), ("amount", ""), ("from", "from"), ("to", goal), *further)
        subject = "subject" if verb.subject is not None else ""
        last = str(verb.name).rpartition(" ")[2]
        particle = last if last in _PARTICLES else ""
        return Frame(
            subject, roles, self.moves(verb), particle, bool(subject) and verb.takes is None and verb.to is not None
        )

    def moves(self, verb: Verb) -> bool:
        """Whether it takes cards from where they lie: then "from" is said, else "in"."""
        does = str(verb.does) if verb.does is not None else ""
        if verb.from_ is not None or verb.to is not None or (_MOVES in does and " to " in does):
            return True
        procedure = next((p for p in self.vocabulary.all(Procedure) if p.name == verb.procedure), None)
        return procedure is not None and any(_MOVES in str(s.text) for s in procedure.steps if s.text is not None)

    def is_point(self, id: str) -> bool:
        return self.vocabulary.declaration(id, Point) is not None

    def holder(self) -> str:
        verbs = self.vocabulary.all(Verb)
        return next((v.id for v in verbs if v.subject is not None and v.takes is not None and _attaches(v)), "")

    def is_priced(self, id: str) -> bool:
        verb = self.vocabulary.declaration(id, Verb)
        name = verb.procedure if verb is not None else None
        return name is not None and any(p.name == name and bool(p.price) for p in self.vocabulary.all(Procedure))

    def is_name(self, text: str) -> bool:
        return any(e.word in {WordClass.CARD, WordClass.NAME} for e in self.vocabulary.lookup(text))

    def is_coined(self, name: str) -> bool:
        return any(e.word is WordClass.COINED for e in self.vocabulary.lookup(name))

    def is_adjective(self, id: str) -> bool:
        return self.vocabulary.form_of(id, WordClass.ADJECTIVE, Form.SINGULAR) is not None

    def takes_the(self, id: str) -> bool:
        """A zone of the table has "the" before it, unless its name is a phrase or brings its own article."""
        zone = self.vocabulary.declaration(id, Zone)
        if zone is None:
            return True
        name = str(zone.name)
        return not (zone.is_phrase or name.startswith("the "))

    def preposition(self, id: str, space: str = "") -> str:
        zone = self.vocabulary.declaration(id, Zone)
        if zone is None:
            return "in"
        if zone.is_phrase:
            return str(zone.preposition or "")
        return "on" if space and space in map(str, zone.on) else str(zone.preposition or "in")

    def number_style(self, id: str) -> NumberStyle:
        """A number named by a small word is also a verb ("costs 3"); another one is a worth; points are attributes."""
        if self.vocabulary.declaration(id, Point) is not None:
            return "attribute"
        number = self.vocabulary.declaration(id, Number)
        if number is None:
            return "attribute"
        return "verb" if str(number.name)[:1].islower() else "worth"

    def patterns(self, id: str) -> tuple[Pattern, ...]:
        for cls in (Keyword, Term):
            item = self.vocabulary.declaration(id, cls)
            if item is not None:
                also = item.also if isinstance(item, Keyword | Term) else ()
                made = [pattern(words) for words in (item.name, *also)]
                return tuple(Pattern(str(each)) for each in made if not each.is_plain)
        return ()

    def event(self, id: str) -> Sentence | None:
        item = self.vocabulary.declaration(id, Event)
        return None if item is None else sentence_of(str(item.text) if item.text is not None else str(item.name))

    def is_icons(self, id: str) -> bool:
        return self.vocabulary.declaration(id, Icons) is not None

    def fills(self, id: str) -> bool:
        item = self.vocabulary.declaration(id, Verb)
        return item is not None and item.fills is not None

    def ending(self, result: str) -> str:
        """A label that says when the game is lost says it by itself as well."""
        if result == "lost":
            for label in self.vocabulary.all(Label):
                if label.loses_when:
                    return f"{label.name}!"
        for item in self.vocabulary.all(Event):
            if item.ends is not None and str(item.ends) == result:
                return str(item.name)
        return "the game ends"


def _attaches(verb: Verb) -> bool:
    return verb.does is not None and str(verb.does).startswith(_HOLDS)


def _table(forms: VerbForms) -> dict[VerbForm, str]:
    return {"base": forms.base, "third": forms.third, "past": forms.past, "participle": forms.participle}


def sentence_of(text: str) -> Sentence:
    """An event's sentence in its parts; its verb is regular, since only its third person (or base form) is written."""
    subject, predicate = split_event(text)
    head, _, tail = predicate.partition(" ")
    forms = verb_forms(head)
    for base in (head.removesuffix("es"), head.removesuffix("s"), f"{head.removesuffix('ies')}y"):
        if base != head and verb_forms(base).third == head:
            forms = verb_forms(base)
    return Sentence(subject, _table(forms), tail)
