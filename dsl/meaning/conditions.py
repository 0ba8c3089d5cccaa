"""Conditions and events: finite clauses that say what holds, what happened, or what is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Cond, FlatLine, Word
from cardwright.dsl.words import Kind as KindDecl
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .complements import Complements
from .context import Row, Stop, span
from .nouns import Draft
from .types import type_of

CARD_TYPES = frozenset(("card", "cards"))
PLAYER_TYPES = frozenset(("player", "players"))
EVERY = frozenset(("all", "each", "plural"))  # quantities of which each one is meant
STATES = frozenset(("empty", "occupied", "odd", "even", "faceup", "facedown", "alone", "tied", "able"))


class Conditions(Complements):
    last_do: int = 0  # the clause that "if you do" asks about
    last_who: t.Value | None = None

    def begins(self, flat: FlatLine) -> None:
        """A line begins: behind a label other than icons it is done at a time of its own."""
        named = any(word.type != "ICON" for label in flat.labels for word in label.words)
        if self.scope.begin(self.scope.line + 1 if named else 0):
            self.last_do, self.last_who, self.last_condition = 0, None, None

    # -- several clauses
    def conditions(self, cond: Cond) -> t.Condition:
        """Clauses joined by "and" or "or"; a later one without subject or verb takes them from the one before."""
        found: list[t.Condition] = []
        before: Clause | None = None
        last = cond.clauses[-1]
        neither = False
        for at, clause in enumerate(cond.clauses):
            later = cond.clauses[at + 1] if at + 1 < len(cond.clauses) else None
            if (
                clause.verb is not None
                and not clause.row
                and later is not None
                and not later.subject
                and later.verb is not None
            ):
                clause = Clause(clause.subject, clause.aux, clause.verb, last.row)
            if before is not None and clause.verb is None and before.verb is not None:
                clause = Clause(before.subject, before.aux, before.verb, clause.row)
            elif before is not None and not clause.subject and clause.verb is not None:
                neither = neither or any(a.id in ("don't", "didn't", "haven't") for a in before.aux)
                clause = Clause(before.subject, clause.aux or before.aux, clause.verb, clause.row)
            shared = before is not None and clause.subject is before.subject
            found.append(self.condition(clause))
            if shared:
                found[:-1] = [self.same_period(c, found[-1]) for c in found[:-1]]
            before = clause
        for join in cond.joins:
            join.read = True
        if len(found) == 1:
            return found[0]
        kinds = {join.type for join in cond.joins}
        if kinds == {"AND_CL"}:
            return t.AllOf(tuple(found))
        if kinds == {"OR_CL"} and neither:
            return t.AllOf(tuple(found))  # "haven't A or B" = neither
        if kinds == {"OR_CL"}:
            return t.AnyCond(tuple(found))
        first = cond.joins[0]
        raise Stop("and or", first.start, first.end, first.text)

    def same_period(self, before: t.Condition, after: t.Condition) -> t.Condition:
        """ "you recruited or fought anything this turn": the time is said once, for both."""
        match before, after:
            case t.NotCond(inner), t.NotCond(last):
                return t.NotCond(self.same_period(inner, last))
            case t.Happened(period="way"), t.Happened(period=period):
                return replace(before, period=period)
            case _:
                return before

    # -- one clause
    def condition(self, clause: Clause) -> t.Condition:
        try:
            return self.verbless(clause) if clause.verb is None else self.verbal(clause, clause.verb)
        except Stop as stop:
            raise stop.at(*clause.words()) from None

    def verbal(self, clause: Clause, verb: Word) -> t.Condition:
        verb.read = True
        aux = [a.id for a in clause.aux]
        sense = verb.senses[0]
        for word in clause.aux:
            word.read = True
            if word.id == "would":  # what would happen is waited for; it is nothing that is so
                raise Stop("not yet", word.start, word.end, word.text, "what has not happened as a condition")
        for word in (*clause.subject, *clause.aux):
            if word.id == "already" and not self.conceding and any(c.verb == sense.id for c in self.scope.candidates):
                raise Stop("not yet", word.start, word.end, word.text, "before what was done just now")
        forms = {s.form for s in verb.senses} | ({"past"} if "didn't" in aux else set())
        negated = any(a in ("don't", "didn't", "haven't") for a in aux)
        if any(a in ("may", "can", "can't") for a in aux):
            return self.able(clause, "can't" in aux)
        if sense.cls == "BE":
            return self.being_condition(clause, sense.id == "be not", sense.form in ("was", "were"))
        if sense.cls in ("DO", "AUX"):
            return self.done_condition(clause, sense.id)
        if sense.cls == "HAVE":
            return self.having_condition(clause, negated)
        if sense.kind == "number_verb":
            self.must_have = sense.id
            subject = self.subject_value(clause.subject)
            self.must_have = ""
            row = Row(clause.row)
            pred = self.cost_predicate(row, sense.id)
            self.finished_row(row)
            found = self.compare(subject, pred)
            return t.NotCond(found) if negated else found
        if sense.kind == "function" and sense.id == "guess":
            return self.guessed_right(clause, negated)
        if sense.kind == "function" and sense.id == "share":
            return self.shares(clause, negated)
        if sense.kind == "function" and (sense.id == "make" or sense.id == "get" and "past" in forms):
            return self.made(clause, negated)
        if sense.kind == "function" and sense.id in ("hold", "control"):
            return self.having_condition(clause, negated)
        if sense.kind == "function" and sense.id == "run out":
            what = self.subject_value(clause.subject)
            self.finished_row(Row(clause.row))
            parts = what.parts if isinstance(what, t.Union) else (what,)
            each = tuple(t.Is(p, state="empty") for p in parts)
            if len(each) == 1:
                return t.NotCond(each[0]) if negated else each[0]
            return t.AnyCond(each) if isinstance(what, t.Union) and what.either else t.AllOf(each)
        present = all(s.form in ("third", "base") for s in verb.senses) and not clause.aux
        if (
            present
            and not self.losing_said
            and not (self.label_happens and sense.kind == "verb" and self.is_act(sense.id))
        ):
            raise Stop("not yet", verb.start, verb.end, verb.text, "what is done now as a condition")
        return self.happened(clause, negated)

    while_said: bool = False

    def verbless(self, clause: Clause) -> t.Condition:
        """ "while alone", "while on the Bridge": what is said of the card itself."""
        row = Row(clause.row)
        this = t.Ref("this", "card", "")
        word = row.peek()
        if word is not None and word.type == "SLOT" and word.form == "condition":
            row.take()
            self.finished_row(row)
            return t.SlotCond(word.id, span=span(word))
        if word is not None and word.type == "ADJ" and word.id in STATES:
            row.take()
            self.finished_row(row)
            return t.Is(this, state=word.id)
        if word is not None and self.with_said:
            return self.with_some(row)
        if word is not None and word.type in ("PREP", "PART"):
            draft = Draft(counted=True)
            self.phrases(row, draft)
            self.finished_row(row)
            return t.Is(this, self.ordered(draft.where))
        if word is not None:
            raise row.stop("expected verb")
        raise Stop("expected verb", 0, 0)

    with_said: str = ""  # "with" or "without" opens the sentence

    def with_some(self, row: Row) -> t.Condition:
        """ "With no Villains in the city, …": whether there are any there."""
        negated = self.with_said == "without"
        start = row.need()
        value = self.value(row)
        self.finished_row(row)
        if not isinstance(value, t.Sel) or not any(isinstance(p, t.InZone) for p in value.where):
            raise Stop("not yet", start.start, start.end, start.text, "“with” what lies nowhere")
        if negated:
            return t.NotCond(t.Exists(value))
        return self.exists(value)

    def subject_value(self, words: Sequence[Word]) -> t.Value:
        """The subject of a clause; the card itself or "you" if there is none."""
        row = Row(words)
        while row.kind() in ("ADV", "TIME"):
            row.take()
        if row.done:
            raise Stop("expected noun", words[0].start if words else 0, words[-1].end if words else 0)
        value = self.asked_again(row) or self.value(row)
        if self.asking and isinstance(value, t.Ref):
            self.asked_about = (self.scope.line, self.scope.sentence, value)
        if row.is_("PRO", "each", "both", "all"):
            row.take()
        while row.kind() in ("ADV", "TIME"):
            row.take()
        self.finished_row(row)
        return value

    def asked_again(self, row: Row) -> t.Ref | None:
        """ "If it's a Villain, …. If it's a Hero, …": questions side by side are about the same card."""
        line, sentence, before = self.asked_about
        if (
            not self.asking
            or not row.is_("PRO", "it")
            or (line, sentence + 1) != (self.scope.line, self.scope.sentence)
        ):
            return None
        if before.form != "it" or before.to.split(" ")[0] != "bind":
            return None
        word = row.take()
        for found in [c for c in self.scope.candidates if (c.ref.to, c.type) == (before.to, before.type)]:
            self.share(found)
        self.scope.again(before)
        return replace(before, span=span(word))

    asking: bool = False  # inside "If …,"
    asked_about: tuple[int, int, t.Ref] = (0, -9, t.Ref("", "", ""))  # line, sentence and subject of the last "If it …"

    def finished_row(self, row: Row) -> None:
        """Nothing may be left."""
        while row.kind() in ("COMMA_PH",) and row.peek(1) is None:
            row.take()
        if not row.done:
            raise row.stop("left over")

    # -- able, done
    def able(self, clause: Clause, negated: bool) -> t.Condition:
        """ "you can pay its price", "you may fight it", "you can't"."""
        bare = Clause(clause.subject, (), clause.verb, clause.row)
        self.any_object = True
        effect = self.effect(bare)
        self.any_object = False
        return t.CanDo(effect, negated)

    def done_condition(self, clause: Clause, verb: str) -> t.Condition:
        """ "you do", "you don't", "that player does", "they can't": the outcome of the clause before."""
        who: t.Value | None = None
        if clause.subject:
            who = self.subject_value(clause.subject)
        row = Row(clause.row)
        row.took("ADV", "so")
        negated = verb in ("don't", "didn't", "can't")
        if row.took("ADV", "not"):
            negated = True
        self.finished_row(row)
        if not self.last_do:
            where = span(clause.verb)
            raise Stop("no antecedent", where[0], where[1], clause.verb.text if clause.verb else "")
        if isinstance(who, t.Ref) and who.to in ("you",) or who is None:
            who = None
        elif self.last_who is not None and isinstance(who, t.Ref) and who.to != "you":
            pass
        form = "can't" if verb == "can't" else "don't" if negated else "do"
        return t.Done(self.last_do, negated, form, who)

    def done(self, row: Row, form: str, draft: Draft) -> t.Condition:
        if not self.last_do:
            raise row.stop("no antecedent")
        return t.Done(self.last_do, form != "do", form)

    # -- being
    def being_condition(self, clause: Clause, negated: bool, was: bool) -> t.Condition:
        subject = Row(clause.subject)
        row = Row(clause.row)
        while row.is_("ADV", "also", "already", "now", "currently") or row.is_("PRO", "all", "both"):
            row.take()
        first = row.peek()
        if first is not None and first.text == "left" and row.kind(1) == "PREP" and row.id(1) in ("in", "on"):
            row.take()  # "no cards are left in your deck": none are there
        if row.took("ADV", "not") or self.neither(row):
            negated = True
        if self.of_its_kind(clause):
            for said in (*clause.subject, *clause.row):
                said.read = True
            none = negated != (clause.subject[0].id == "none" or clause.row[0].id == "none")
            return t.Done(self.last_do, none, "can't" if none else "do")
        if subject.is_("PRO", "there") and len(clause.subject) == 1:
            subject.take()
            return self.there_is(row, negated)
        if subject.is_("PRO", "it") and row.is_("PRO", "you") and row.peek(1) is None and self.last_do:
            row.take()
            subject.take()
            return t.Done(self.last_do, negated, "is you", t.Ref("you", "player", "you"))
        what = self.subject_value(clause.subject)
        word = row.peek()
        if word is None:
            if negated and isinstance(what, t.Ref):
                return self.opposite(clause)
            raise row.stop("expected noun")
        if negated and isinstance(what, t.Sel) and what.quant.kind in EVERY:
            what = self.reregister(what, replace(what, quant=t.Quant("any")))  # "all of them aren't": none is
        found = self.said_of(what, row, was, clause)
        self.finished_row(row)
        if negated and isinstance(found, t.Exists) and isinstance(found.what, t.Sel) and found.what.quant.kind == "no":
            there = replace(found.what, quant=t.Quant("any"))  # not without any: there is one
            return self.exists(self.reregister(found.what, there))
        return t.NotCond(found) if negated else found

    def of_its_kind(self, clause: Clause) -> bool:
        """ "If there isn't one", "if none is there", behind something that was done to one: whether it was."""
        said = [["one" if word.value == 1 else word.id for word in words] for words in (clause.subject, clause.row)]
        asked = said in ([["there"], ["one"]], [["there"], ["none"]], [["none"], ["there"]])
        return asked and bool(self.last_do) and isinstance(self.before_sentence, t.Do)

    def opposite(self, clause: Clause) -> t.Condition:
        """ "If it isn't, …": the last condition, negated."""
        if self.last_condition is None:
            where = span(clause.verb)
            raise Stop("no antecedent", where[0], where[1])
        return t.NotCond(self.last_condition)

    def there_is(self, row: Row, negated: bool) -> t.Condition:
        value = self.value(row)
        if row.is_("ADV", "already", "currently"):
            row.take()
        if isinstance(value, t.Sel) and row.kind() == "PREP":
            draft = Draft(noun=value.noun, where=list(value.where), counted=True)
            self.phrases(row, draft)
            value = self.reregister(value, replace(value, where=self.ordered(draft.where)))
        value = self.equal_in_number(value, row)
        self.finished_row(row)
        found = self.exists(value)
        return t.NotCond(found) if negated else found

    def equal_in_number(self, value: t.Value, row: Row) -> t.Value:
        """ "Bystanders equal to twice the number of players": that many."""
        if not isinstance(value, t.Sel) or value.quant.kind != "plural" or not row.is_("PREP", "equal to"):
            return value
        row.take()
        return self.reregister(value, replace(value, quant=t.Quant("exactly", self.number(row))))

    def exists(self, value: t.Value) -> t.Condition:
        bind = self.commit_weak(value)
        return t.Exists(value, binds=bind) if bind else t.Exists(value)

    def said_of(self, what: t.Value, row: Row, was: bool, clause: Clause) -> t.Condition:
        """What stands behind "is"."""
        kind = type_of(what)
        word = row.need()
        if word.type == "ADJ" and word.id in STATES and not word.sense("adjective"):
            row.take()
            if word.id == "tied":
                raise Stop("not yet", word.start, word.end, word.text)
            several = isinstance(what, t.Union) and (not what.either or type_of(what.parts[0]) == "zone")
            parts = what.parts if isinstance(what, t.Union) and several else (what,)
            each = tuple(t.Is(p, state=word.id, was=was) for p in parts)
            if isinstance(what, t.Sel) and self.is_place_state(word.id):
                raise Stop("type", word.start, word.end, word.text)
            if len(parts) == 1 and isinstance(what, t.Space) and what.name:
                place = t.Ref(f"bind {self.scope.new_bind()}", "space", "")
                self.scope.add(place, what.zone, False, what.span, "", True, what)  # "there"
            if isinstance(what, t.Union) and what.either and several:
                return t.AnyCond(each)
            return each[0] if len(each) == 1 else t.AllOf(each)
        if isinstance(what, t.AttrOf) and row.is_("PRO", "the same") and row.kind(1) == "PREP" and row.id(1) == "as":
            return self.same_as(what, row)
        if kind == "number":
            op, value = self.compared(row)
            return t.Compare(what, op, value)
        if isinstance(what, t.AttrOf | t.CounterValue):
            op, value = self.compared(row)
            return t.Compare(what, op, value)
        if word.type == "PART":
            return self.passive(what, row, clause)
        if isinstance(what, t.Sel) and word.type == "PRO" and word.id == "there":
            here = self.where_it_works()
            if here and not any(c.type in ("space", "zone") for c in self.scope.candidates):
                row.take()  # no place was named: wherever this card is in play
                return self.exists(self.reregister(what, replace(what, where=self.ordered([*what.where, here[0]]))))
        if isinstance(what, t.Sel) and (word.type == "PREP" or word.type == "PRO" and word.id in ("there", "here")):
            draft = Draft(noun=what.noun, where=list(what.where), counted=True)
            self.phrases(row, draft)
            if what.quant.kind in EVERY and what.quant.kind != "plural":
                return self.every(what, [p for p in draft.where if p not in what.where])
            new = self.reregister(what, replace(what, where=self.ordered(draft.where)))
            return self.exists(new)
        if word.type == "PREP" or word.type == "PRO" and word.id in ("there", "here") or self.is_place_phrase(word):
            draft = Draft(counted=True)
            self.phrases(row, draft)
            return t.Is(what, self.ordered(draft.where), was=was, period=self.period(row, "") if was else "")
        self.counted_said = None
        preds = self.complement(row)
        if preds is None:
            raise row.stop("left over")
        counted = self.said_count()
        if counted is not None:
            return counted
        if isinstance(what, t.Sel) and kind in CARD_TYPES:
            if what.quant.kind in EVERY:
                return self.every(what, [t.AnyOf(tuple(preds))] if self.or_said and len(preds) > 1 else preds)
            new = self.reregister(what, replace(what, where=self.ordered([*what.where, *preds])))
            return self.exists(new)
        joined = (t.AnyOf(tuple(preds)),) if self.or_said and len(preds) > 1 else tuple(preds)
        return t.Is(what, joined, was=was)

    def every(self, what: t.Sel, preds: Sequence[t.Pred]) -> t.Condition:
        """ "All Heroes in the HQ are grey": there is none that is not."""
        fails = [replace(what, quant=t.Quant("any"), where=self.ordered([*what.where, t.Not(p)])) for p in preds]
        none = tuple(t.NotCond(t.Exists(sel)) for sel in fails)
        return none[0] if len(none) == 1 else t.AllOf(none)

    def same_as(self, what: t.AttrOf, row: Row) -> t.Condition:
        """ "its class is the same as this card's": they have it in common."""
        row.take()
        row.take()
        other = self.primary(row)
        row.took("POSSN")
        if type_of(other) != "card":
            raise row.stop("type", "a card is meant here")
        if self.is_icons(what.attr):
            return t.Is(what.of, (t.HasIconRef(what.attr, other),))
        if self.is_name(what.attr):
            return t.Is(what.of, (t.Named(what.attr, t.AttrOf(other, what.attr)),))
        return t.Compare(what, "==", t.AttrOf(other, what.attr, what.printed))

    def where_it_works(self) -> list[t.InZone]:
        """The row in which cards of the kind this text stands on are in play."""
        decl = self.vocabulary.declaration(self.carrier.kinds[0], KindDecl) if self.carrier.kinds else None
        works = [str(name) for name in decl.works_in] if decl is not None else []
        rows = [z for z in self.vocabulary.all(ZoneDecl) if str(z.name) in works and z.order == "row"]
        return [t.InZone((t.Zone(z.id),)) for z in rows]

    def shares(self, clause: Clause, negated: bool) -> t.Condition:
        """ "it shares a Hero Class with this card"."""
        what = self.subject_value(clause.subject)
        row = Row(clause.row)
        draft = Draft(counted=True)
        self.sharing(row, draft)
        self.finished_row(row)
        found = t.Is(what, tuple(draft.where))
        return t.NotCond(found) if negated else found

    def is_place_state(self, state: str) -> bool:
        return state in ("empty", "occupied")

    def passive(self, what: t.Value, row: Row, clause: Clause) -> t.Condition:
        """ "any card was KO'd this turn"."""
        word = row.take()
        event = word.senses[0].id
        args: list[t.Arg] = [t.Arg("cards", what)]
        if row.took("PREP", "by"):
            by = self.noun_phrase(row)
            args.insert(0, t.Arg("who", by))
        elif row.kind() == "PREP":
            row.take()
            places = self.places_of(row)
            args.append(t.Arg("to", places[0]))
        perfect = any(a.senses and (a.senses[0].cls == "HAVE" or a.id == "haven't") for a in clause.aux)
        period = self.period(row, "game" if perfect and self.losing_said else "way")
        self.commit_weak(what)
        return t.Happened(event, tuple(args), period)

    def compare(self, subject: t.Value, pred: t.Pred) -> t.Condition:
        """A comparison of a number of what is already named."""
        if isinstance(subject, t.Sel):
            if subject.quant.kind in EVERY:
                return self.every(subject, (pred,))
            return t.Exists(replace(subject, where=self.ordered([*subject.where, pred])))
        if isinstance(pred, t.Number) and pred.value is not None and not pred.parity:
            return t.Compare(t.AttrOf(subject, pred.attr), pred.op, pred.value)
        return t.Is(subject, (pred,))
