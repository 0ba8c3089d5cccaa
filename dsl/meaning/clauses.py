"""One clause as an effect: its chunks go to the roles of its verb, by the verb's declaration and by type.

Structural verbs ("get", "have", "be", "choose", …) are few and stand in verbs.py. Nothing here knows a declared verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Keyword, Procedure, Verb

from . import tree as t
from .agreement import check_form
from .base import YOU, Base
from .context import Row, Stop, Tail, number_said, span
from .keywords import MEANT, shape_of
from .nouns import NOUN_START, Draft
from .turn_order import ORDERS
from .types import type_of

DESTINATIONS = frozenset(
    (
        "into",
        "onto",
        "to",
        "on top of",
        "on the top",
        "on top",
        "on the bottom of",
        "on the bottom",
        "on the top or bottom of",
        "on the top or bottom",
        "under",
        "next to",
        "above",
        "in front of",
        "back on top of",
        "back under",
        "back into",
        "back to",
        "in",
        "toward",
        "on",
    )
)
PLACES = {
    "on top of": "top",
    "on the top": "top",
    "on top": "top",
    "back on top of": "top",
    "onto": "top",
    "on the bottom of": "bottom",
    "on the bottom": "bottom",
    "under": "bottom",
    "back under": "bottom",
    "on the top or bottom of": "top or bottom",
    "on the top or bottom": "top or bottom",
}
MODS = frozenset(
    (
        "at random",
        "for free",
        "in any order",
        "in random order",
        "again",
        "at the same time",
        "immediately",
        "back",
        "together",
        "as normal",
        "in turn",
        "also",
        "first",
        "now",
        "if able",
        "too",
        "forward",
        "backward",
        "apart",
        "already",
        "currently",
        "one at a time",
    )
)
SPOKEN_MODS = {"at the same time": "simultaneously"}
TIMES = {"once": 1, "twice": 2, "three times": 3, "four times": 4}


class Clauses(Base):
    mays: bool = False

    # -- entry
    def effect(self, clause: Clause) -> t.Effect:
        """A clause as an effect, without its auxiliaries."""
        self.tail = Tail()
        verb = clause.verb
        if verb is None:
            return self.verbless_effect(clause)
        verb.read = True
        for word in clause.aux:
            word.read = True
            if word.type in ("TIME", "TIMEL") or word.type == "ADV" and word.id not in ("only", "also"):
                self.adverb(word)
        sense = verb.senses[0]
        subject = self.subject(clause)
        check_form(verb, subject, bool(clause.aux) or self.any_object or self.caused)
        self.caused = False
        row = Row(clause.row)
        self.shown_first = None
        try:
            made = self.verb_effect(clause, sense, subject, row)
        except Stop as stop:
            raise stop.at(verb) from None
        made = self.after_showing(made)
        self.end_of(row)
        if self.tail.duration and not self.lasts(made):
            raise Stop("duration", verb.start, verb.end, verb.text)
        return made

    def lasts(self, effect: t.Effect) -> bool:
        """Whether the time that was said is kept; points last to the end of the turn anyway."""
        if isinstance(effect, t.Get):
            return self.tail.duration == "turn"
        return any(getattr(node, "duration", "") == self.tail.duration for node in effect.walk())

    def verb_effect(self, clause: Clause, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        if sense.kind == "slot":
            return t.SlotEffect(sense.id)
        if sense.kind == "keyword_verb":
            made = self.keyword_verb(sense, subject, row)
            wordings = self.patterns(sense.id)
            verb = clause.verb
            if verb is not None and not made.args and wordings and all(one.slots for one in wordings):
                raise Stop("parameter", verb.start, verb.end, verb.text, str(wordings[0]))
            return made
        if sense.kind == "event":
            return self.event_effect(clause, sense)
        if sense.kind == "verb":
            return self.declared(sense, subject, row)
        return self.structural(clause, sense, subject, row)

    def subject(self, clause: Clause) -> t.Value | None:
        """Who does it: None for an imperative."""
        words = clause.subject
        if not words:
            return None
        row = Row(words)
        while row.kind() in ("ADV", "TIME"):
            word = row.take()
            self.adverb(word)
        if row.peek() is None:
            return None
        if row.kind() == "ING" and row.id() == "start" and row.kind(1) == "PREP" and row.id(1) == "with":
            self.usual_order(row)
        if row.is_("PREP", "of"):
            return self.one_of_those(row)
        if len(words) == 1 and row.is_("PRO", "all"):
            return t.Sel("player", t.Quant("all"), span=span(row.take()))
        if row.kind() == "ING" or row.kind() == "PREP":
            raise row.stop("not yet", "a phrase before the subject")
        self.in_subject = True
        try:
            value = self.value(row)
        finally:
            self.in_subject = False
        if isinstance(value, t.NameValue) and value.attr != "name":  # a group that does something: its cards do
            named = t.Sel("card", t.Quant("plural"), (t.Named(value.attr, value),), span=value.span)
            value = self.register(named, words[0])
        if (words[0].type, words[0].id) == ("ART", "a") and isinstance(value, t.Sel) and _by_outcome(value):
            value = replace(value, quant=t.Quant("any"))
        while not row.done:
            word = row.need()
            if word.type == "PRO" and word.id in ("each", "all", "both"):
                row.take()
            elif word.type in ("ADV", "TIME"):
                row.take()
                self.adverb(word)
            elif word.type == "COMMA_PH":
                row.take()
            else:
                raise row.stop("left over")
        return value

    def one_of_those(self, row: Row) -> t.Value:
        """ "Of the other players, the one with the fewest cards …": one of them."""
        start = row.take()
        group = self.noun_phrase(row)
        self.forget(group)
        row.took("COMMA_PH")
        said = row.is_("ART", "the") and row.kind(1) == "NUM" and row.words[row.at + 1].value == 1
        if not isinstance(group, t.Sel) or group.pos is not None or not said:
            raise Stop("not yet", start.start, start.end, start.text, "a phrase before the subject")
        row.take()
        noun = row.take()
        draft = Draft(noun=group.noun, quant=t.Quant("the"), where=list(group.where), other=group.other, counted=True)
        self.phrases(row, draft)
        if not row.done:
            raise row.stop("left over")
        return self.finished(draft, noun)

    def usual_order(self, row: Row) -> None:
        """ "Starting with you, each player …": the order that holds anyway; another one cannot be said yet."""
        at = row.at
        row.take()
        row.take()
        first = self.noun_phrase(row)
        self.forget(first)
        active = isinstance(first, t.Sel) and any(
            isinstance(p, t.Fits) and isinstance(p.cond, t.Is) and p.cond.state == "active" for p in first.where
        )
        if not (active or isinstance(first, t.Ref) and first.to == "you"):
            row.back(at)
            raise row.stop("not yet", "another order of players")
        row.took("COMMA_PH")

    def adverb(self, word: Word) -> None:
        """An adverb or a time phrase, wherever it stands in the clause."""
        name = word.id
        if word.type in ("TIME", "TIMEL"):
            period = self.period_of(word)
            if period:
                self.tail.duration = period
                return
            moment = self.moment(word)
            if moment is not None:
                self.tail.moment = moment
                return
            if name.startswith(("once per", "once ")):
                self.tail.once = name
                return
            self.tail.duration = name
            return
        if name == "instead":
            self.tail.instead = True
        elif name in TIMES:
            self.tail.times = t.Num(TIMES[name])
        elif name in ("then", "either way", "otherwise", "only", "always"):
            if name == "only":
                self.only_said = True
        elif name == "fewer":  # "discard one fewer": of what would be
            self.tail.mods += (name,)
        elif name == "of your choice":
            self.tail.choice = True
        elif name == "if you wish":
            self.tail.wish = True
        elif name == "any number of times":
            self.tail.times = t.Ref("any number", "number", "any number of times")
        elif name in ORDERS:
            self.order_said = word
        elif name in MODS:
            if name == "back":
                self.back_said = True
            if name not in ("back", "already", "now", "currently", "too", "immediately"):
                self.tail.mods += (SPOKEN_MODS.get(name, name),)
        else:
            raise Stop("not yet", word.start, word.end, word.text)

    def so_often(self, row: Row) -> bool:
        """ "six times": how often, beyond what an adverb says."""
        if not row.is_("NUM") or not (row.kind(1) == "NOUN" and row.id(1) == "time"):
            return False
        self.tail.times = number_said(row.take())
        row.take()
        return True

    def end_of(self, row: Row) -> None:
        """What stands behind all roles: times, adverbs, multipliers; anything else is an error."""
        while not row.done:
            word = row.need()
            if self.so_often(row):
                continue
            if word.type in ("ADV", "TIME"):
                row.take()
                self.adverb(word)
            elif word.type == "COMMA_PH" and (row.peek(1) is None or row.kind(1) in ("ADV", "TIME", "FOREACH", "PREP")):
                row.take()
            elif word.type == "ADJ" and word.id in ("faceup", "facedown"):
                row.take()
                self.tail.mods += (word.id,)
            else:
                raise row.stop("left over")

    def finish(self, made: t.Do) -> t.Do:
        """Times, durations and manner of a deed."""
        return replace(made, times=self.tail.times, duration=self.tail.duration, mods=self.tail.mods)

    # -- without a verb
    def verbless_effect(self, clause: Clause) -> t.Effect:
        """Keywords alone ("Salvage, Salvage"); anything else needs a verb."""
        row = Row(clause.row)
        while row.kind() in ("ADV", "TIME"):
            self.adverb(row.take())
        word = row.peek()
        if word is None:
            raise Stop("expected verb", *clause.span)
        if word.type == "ATTR" and word.id in ("double", "doubled") and row.kind(1) == "NOUN":
            row.take()
            made = self.keyword_use(row)
            form = word.id if word.id == "doubled" else ""
            return replace(made, times=t.Num(2), form=form) if isinstance(made, t.UseKeyword) else made
        if word.type == "NOUN" and word.sense("keyword") is not None:
            found: list[t.Effect] = [self.keyword_use(row)]
            while row.kind() in ("COMMA_PH", "AND_PH") and row.kind(1) == "NOUN":
                row.take()
                found.append(self.keyword_use(row))
            self.end_of(row)
            if self.tail.times is not None and len(found) == 1 and isinstance(found[0], t.UseKeyword):
                found[0] = replace(found[0], times=self.tail.times)
            return found[0] if len(found) == 1 else t.Seq(tuple(found), (",",) * (len(found) - 1))
        if word.type == "ATTR" and word.id == "same" and row.kind(1) == "NOUN" and row.id(1) == "effect":
            row.take()
            row.take()
            edit = self.choosing_else(row)
            self.end_of(row)
            self.same_said = edit is None
            return t.SameEffect(times=self.tail.times, edit=edit, span=span(word))
        if word.type == "PREP" and word.id == "with" and self.same_said:  # "…, but with [Tech] or [Covert]"
            row.take()
            other = self.choice(row)
            if not isinstance(other, t.ValueSort) or not other.options:
                raise Stop("not yet", word.start, word.end, word.text, "what is chosen this time")
            self.end_of(row)
            return t.ChooseValue(None, other)
        label = word.sense("label") if word.type == "NOUN" else None
        if label is not None and row.peek(1) is None:
            row.take()
            return self.label_effect(label, word)
        raise Stop("expected verb", *clause.span)

    def label_effect(self, sense: Sense, word: Word) -> t.Effect:
        """ "Evil Wins!": a label that says when the game is lost, said by itself."""
        from cardwright.dsl.words import Label

        decl = sense.decl.declaration if hasattr(sense.decl, "declaration") else None
        if isinstance(decl, Label) and decl.loses_when:
            return t.End("lost", span=span(word))
        raise Stop("expected verb", word.start, word.end, word.text)

    # -- keywords
    def keyword_use(self, row: Row) -> t.Effect:
        """A keyword alone, with its parameters."""
        word = row.take()
        sense = word.sense("keyword")
        if sense is None:
            raise Stop("expected verb", word.start, word.end, word.text)
        args = self.keyword_args(row, sense)
        self.reminder(row, sense.id)
        bind = self.scope.new_bind()
        if row.is_("ADV", *TIMES) and row.kind(1) == "COMMA_PH" and row.kind(2) == "ING":  # "twice, using …"
            self.adverb(row.take())
        instead = self.other_points(row)
        using = self.other_place(row)
        made = t.UseKeyword(sense.id, None, args, None, "", bind, instead, using, span=span(word))
        self.bind_keyword(made, None)
        return made

    def after_showing(self, made: t.Effect) -> t.Effect:
        """What a clause picks among is shown first."""
        shown, self.shown_first = self.shown_first, None
        return made if shown is None else t.Seq((shown, made), ("and",))

    def other_points(self, row: Row) -> tuple[str, ...]:
        """ "…, getting Recruit instead of Attack": points of another kind than the keyword says."""
        at = row.at
        row.took("ADV", "again")
        if not (row.is_("COMMA_PH") and row.kind(1) == "ING" and row.id(1) == "get"):
            row.back(at)
            return ()
        row.take()
        row.take()
        given = self.unit(row)
        if not row.took("PREP", "instead of"):
            raise row.stop("expected", "“instead of”")
        return given, self.unit(row)

    def other_place(self, row: Row) -> tuple[t.Value, ...]:
        """ "…, using the Wound Stack instead of your deck": a place other than the keyword says."""
        if not (row.is_("COMMA_PH") and row.kind(1) == "ING" and row.id(1) == "use"):
            return ()
        row.take()
        row.take()
        places = [self.noun_phrase(row)]
        if not row.took("PREP", "instead of"):
            raise row.stop("expected", "“instead of”")
        places.append(self.noun_phrase(row))
        for place in places:
            if type_of(place) not in ("zone", "space"):
                raise Stop("type", *place.span, "", "a place is meant here")
        return tuple(places)

    def keyword_verb(self, sense: Sense, subject: t.Value | None, row: Row) -> t.UseKeyword:
        """A keyword used as a verb: who does it, to what."""
        decl = self.vocabulary.declaration(sense.id, Keyword)
        args: tuple[t.Arg, ...] = ()
        shapes = [shape_of(one) for one in self.patterns(sense.id) if one.slots]
        if not row.done and any(len(one.slots) > 1 or " " in one.head.strip() for one in shapes):
            args = self.keyword_args(row, sense)  # small words before or between its slots
        elif row.kind() in NOUN_START and decl is not None and decl.scope:
            name, kind = next(iter(decl.scope.items()))
            number = self.slot_type(kind) == "number"
            first = row.need()
            value = self.number(row) if number else self.value(row)
            said = row.words[row.words.index(first) : row.at]
            place = (first.start, said[-1].end)
            if number and (value == t.Num(0) or isinstance(value, t.Count) and first.id in ("a", "an")):
                raise Stop("type", *place, first.text, MEANT["number"])  # one of something is no number
            self.of_slot(value, self.slot_type(kind), place, first.text)
            args = (t.Arg(name, value),)
        bind = self.scope.new_bind()
        made = t.UseKeyword(sense.id, subject, args, None, "", bind)
        self.bind_keyword(made, subject)
        while not row.done and (
            row.kind() in ("ADV", "TIME", "FOREACH") or (row.kind(1) == "NOUN" and row.id(1) == "time")
        ):
            if row.is_("FOREACH"):
                self.tail.times = self.per(row)
            elif not self.so_often(row):
                self.adverb(row.take())
        instead = self.other_points(row)
        using = self.other_place(row)
        return replace(made, times=self.tail.times, instead=instead, using=using)

    def event_effect(self, clause: Clause, sense: Sense) -> t.Effect:
        """ "Evil wins", "the players win": an event that ends the game; others only happen."""
        from cardwright.dsl.words import Event

        for each in clause.verb.senses if clause.verb is not None else ():
            decl = self.vocabulary.declaration(each.id, Event)
            if decl is None or decl.ends is None:
                continue
            said = " ".join(w.text for w in clause.subject) or str(decl.name).split(" ")[0]
            if str(decl.name).lower().startswith(said.lower()):
                for word in (*clause.subject, *clause.row):
                    word.read = True
                return t.End(str(decl.ends), span=clause.span)
        where = span(clause.verb)
        raise Stop("not yet", where[0], where[1], clause.verb.text if clause.verb else "")

    # -- acts
    def is_act(self, verb: str) -> bool:
        """Whether a verb is something a player is offered to do by the rules."""
        decl = self.vocabulary.declaration(verb, Verb)
        if decl is None or decl.procedure is None:
            return False
        for procedure in self.vocabulary.all(Procedure):
            if str(procedure.name) == str(decl.procedure):
                return procedure.act is not None
        return False

    # -- said in other layers

    def rest_words(self, words: Sequence[Word]) -> list[Word]:
        return [w for w in words if not w.read]


MOVERS = frozenset(("move", "attach", "shuffle"))
__all__ = ["YOU", "Clauses", "Tail"]


def _by_outcome(value: t.Sel) -> bool:
    """Whether players are told apart by what they did just before: "a player who can't" is each of them."""
    return value.noun == "player" and any(isinstance(p, t.Fits) and isinstance(p.cond, t.Done) for p in value.where)
