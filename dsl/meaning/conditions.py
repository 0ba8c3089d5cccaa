"""Conditions and events: finite clauses that say what holds, what happened, or what is waited for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Cond, Word
from cardwright.dsl.words import Event, Verb
from cardwright.dsl.words import Kind as KindDecl
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, span
from .nouns import NOUN_START, Draft
from .types import type_of

CARD_TYPES = frozenset(("card", "cards"))
PLAYER_TYPES = frozenset(("player", "players"))
STATES = frozenset(("empty", "occupied", "odd", "even", "faceup", "facedown", "alone", "tied", "able"))


class Conditions(Base):
    last_do: int = 0  # the clause that "if you do" asks about
    last_who: t.Value | None = None

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
        verb = clause.verb
        if verb is None:
            return self.verbless(clause)
        verb.read = True
        aux = [a.id for a in clause.aux]
        for word in clause.aux:
            word.read = True
        sense = verb.senses[0]
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
        if sense.kind == "function" and sense.id == "make":
            return self.made(clause, negated)
        if sense.kind == "function" and sense.id == "hold":
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
        if word is not None and word.type in ("PREP", "PART"):
            draft = Draft(counted=True)
            self.phrases(row, draft)
            self.finished_row(row)
            return t.Is(this, self.ordered(draft.where))
        if word is not None:
            raise row.stop("expected verb")
        raise Stop("expected verb", 0, 0)

    def subject_value(self, words: Sequence[Word]) -> t.Value:
        """The subject of a clause; the card itself or "you" if there is none."""
        row = Row(words)
        while row.kind() in ("ADV", "TIME"):
            row.take()
        if row.done:
            raise Stop("expected noun", words[0].start if words else 0, words[-1].end if words else 0)
        value = self.value(row)
        if row.is_("PRO", "each", "both", "all"):
            row.take()
        while row.kind() in ("ADV", "TIME"):
            row.take()
        self.finished_row(row)
        return value

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
        return t.CanDo(self.effect(bare), negated)

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
        if row.took("ADV", "not"):
            negated = True
        if subject.is_("PRO", "there") and len(clause.subject) == 1:
            subject.take()
            return self.there_is(row, negated)
        what = self.subject_value(clause.subject)
        word = row.peek()
        if word is None:
            if negated and isinstance(what, t.Ref):
                return self.opposite(clause)
            raise row.stop("expected noun")
        found = self.said_of(what, row, was, clause)
        self.finished_row(row)
        if negated and isinstance(found, t.Exists) and isinstance(found.what, t.Sel) and found.what.quant.kind == "no":
            there = replace(found.what, quant=t.Quant("any"))  # not without any: there is one
            return self.exists(self.reregister(found.what, there))
        return t.NotCond(found) if negated else found

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
        self.finished_row(row)
        found = self.exists(value)
        return t.NotCond(found) if negated else found

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
            parts = what.parts if isinstance(what, t.Union) and not what.either else (what,)
            each = tuple(t.Is(p, state=word.id, was=was) for p in parts)
            if isinstance(what, t.Sel) and self.is_place_state(word.id):
                raise Stop("type", word.start, word.end, word.text)
            return each[0] if len(each) == 1 else t.AllOf(each)
        if kind == "number":
            op, value = self.compared(row)
            return t.Compare(what, op, value)
        if isinstance(what, t.AttrOf | t.CounterValue):
            op, value = self.compared(row)
            return t.Compare(what, op, value)
        if word.type == "PART":
            return self.passive(what, row, clause)
        if isinstance(what, t.Sel) and (word.type == "PREP" or word.type == "PRO" and word.id in ("there", "here")):
            draft = Draft(noun=what.noun, where=list(what.where), counted=True)
            self.phrases(row, draft)
            new = self.reregister(what, replace(what, where=self.ordered(draft.where)))
            return self.exists(new)
        if word.type == "PREP" or word.type == "PRO" and word.id in ("there", "here") or self.is_place_phrase(word):
            draft = Draft(counted=True)
            self.phrases(row, draft)
            return t.Is(what, self.ordered(draft.where), was=was)
        self.counted_said = None
        preds = self.complement(row)
        if preds is None:
            raise row.stop("left over")
        if self.counted_said is not None:
            return self.counted_said
        if isinstance(what, t.Sel) and kind in CARD_TYPES:
            new = self.reregister(what, replace(what, where=self.ordered([*what.where, *preds])))
            return self.exists(new)
        joined = (t.AnyOf(tuple(preds)),) if self.or_said and len(preds) > 1 else tuple(preds)
        return t.Is(what, joined, was=was)

    def is_place_state(self, state: str) -> bool:
        return state in ("empty", "occupied")

    or_said: bool = False
    counted_said: t.Condition | None = None

    def complement(self, row: Row) -> list[t.Pred] | None:
        """Behind "is": adjectives, icons, a kind; several joined by "or"."""
        self.or_said = False
        found: list[t.Pred] = []
        while True:
            word = row.peek()
            if word is None:
                break
            pred = self.one_complement(row, word)
            if pred is None:
                if not found:
                    return None
                break
            found.extend(pred)
            if row.kind() in ("OR_PH", "AND_PH", "COMMA_PH"):
                ahead = 2 if row.kind(1) in ("OR_PH", "AND_PH") else 1
                nxt = row.peek(ahead)
                if nxt is None or nxt.type not in ("ICON", "NOUN", "ART", "ADJ", "ATTR"):
                    break
                for _ in range(ahead):
                    joint = row.take()
                    if joint.type == "OR_PH":
                        self.or_said = True
                continue
            break
        if self.or_said and len(found) > 1:
            return [t.AnyOf(tuple(found))]
        return found or None

    def one_complement(self, row: Row, word: Word) -> list[t.Pred] | None:
        at = row.at
        if word.type == "ICON":
            row.take()
            return [t.HasIcon(word.id, span=span(word))]
        negate = False
        if word.type == "ATTR" and word.id == "non-":
            row.take()
            negate = True
            word = row.peek() or word
        if word.type == "ADJ":
            sense = word.sense("adjective")
            row.take()
            if sense is not None:
                kind: t.Pred = t.IsKind(sense.id, span=span(word))
                return [t.Not(kind) if negate else kind]
            return [t.Fits(t.Is(t.Ref("loop", "card", ""), state=word.id))]
        if word.type == "NOUN" and word.sense("kind", "term") is not None and row.kind(1) not in ("NOUN",):
            row.take()
            sense = word.sense("kind", "term")
            assert sense is not None
            return [t.IsKind(sense.id, span=span(word))]
        if word.type == "ART" and word.id == "the" and row.kind(1) == "ATTR":
            return self.ordinal(row)
        if word.type in NOUN_START:
            value = self.noun_phrase(row)
            if (
                isinstance(value, t.Sel)
                and value.quant.kind in ("exactly", "plural", "any", "the")
                and value.pos is None
            ):
                self.forget(value)
                preds: list[t.Pred] = [] if value.noun == "card" else [t.IsKind(value.noun, span=value.span)]
                preds.extend(value.where)
                if not preds:
                    row.back(at)
                    return None
                return preds
            if isinstance(value, t.Union) and value.either:
                self.or_said = True
                out: list[t.Pred] = []
                for part in value.parts:
                    if isinstance(part, t.Sel):
                        self.forget(value)
                        out.append(t.IsKind(part.noun, span=part.span))
                return out
            if isinstance(value, t.NameValue):
                return [t.Named(value.attr, value)]
            row.back(at)
        return None

    def ordinal(self, row: Row) -> list[t.Pred] | None:
        """ "the first Villain you fought this turn", "the only card you have played this turn": a count of the
        history."""
        at = row.at
        row.take()
        which = row.take().id
        n = {"first": 1, "second": 2, "third": 3, "only": 1}.get(which)
        if which in ("last", "final") and row.kind() == "NOUN":
            found = self.none_left(row)
            if found is not None:
                self.counted_said = found
                return [t.Fits(found)]
        if n is not None and row.kind() in NOUN_START:
            value = self.noun_phrase(row)
            if isinstance(value, t.Sel) and any(isinstance(p, t.Did) for p in value.where):
                self.forget(value)
                every = replace(value, quant=t.Quant("all"))
                self.counted_said = t.Compare(t.Count(every), "==", t.Num(n))
                return [t.Fits(self.counted_said)]
        row.back(at)
        raise row.stop("not yet", "an ordinal")

    def none_left(self, row: Row) -> t.Condition | None:
        """ "the last Tactic": none is left where cards of its kind begin."""
        word = row.peek()
        sense = word.sense("kind") if word is not None else None
        decl = self.vocabulary.declaration(sense.id, KindDecl) if sense is not None else None
        if sense is None or decl is None or decl.home is None:
            return None
        row.take()
        for zone in self.vocabulary.all(ZoneDecl):
            if str(zone.name) == str(decl.home):
                return t.Exists(t.Sel(sense.id, t.Quant("no"), (t.InZone((t.Zone(zone.id),)),)))
        return None

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

    # -- having
    def having_condition(self, clause: Clause, negated: bool) -> t.Condition:
        """ "you have a Wound", "that player has no cards", "you have at least 5 Attack", "it has an Attack icon"."""
        who = self.subject_value(clause.subject)
        row = Row(clause.row)
        while row.is_("ADV", "already", "also") or row.is_("PRO", "both"):
            row.take()
        kind = type_of(who)
        if kind in PLAYER_TYPES:
            found = self.player_has(who, row)
        elif kind in ("zone",):
            value = self.noun_phrase(row)
            if not isinstance(value, t.Sel):
                raise row.stop("type", "cards are meant here")
            found = self.exists(
                self.reregister(value, replace(value, where=self.ordered([*value.where, t.InZone((who,))])))
            )
        else:
            draft = Draft(noun="card", counted=True)
            if not self.having(row, draft, False):
                raise row.stop("left over")
            found = t.Is(who, self.ordered(draft.where))
        self.finished_row(row)
        return t.NotCond(found) if negated else found

    def player_has(self, who: t.Value, row: Row) -> t.Condition:
        amount = self.points_have(who, row)
        if amount is not None:
            return amount
        different = self.different_have(row, who)
        if different is not None:
            return different
        if isinstance(who, t.Sel):
            return self.some_player_has(who, row)
        if row.kind() == "PREP" and row.id() in ("fewer than", "more than", "less than") and row.kind(1) == "NUM":
            op = "<" if row.take().id in ("fewer than", "less than") else ">"
            n = self.plain_number(row)
            counted = self.noun_phrase(row)
            if not isinstance(counted, t.Sel):
                raise row.stop("type", "cards are meant here")
            self.forget(counted)
            where = list(counted.where)
            if not any(isinstance(p, t.InZone) for p in where):
                where.append(t.OwnedBy(who))
            return t.Compare(t.Count(replace(counted, quant=t.Quant("all"), where=self.ordered(where))), op, n)
        value = self.value(row)
        parts = value.parts if isinstance(value, t.Union) else (value,)
        owned: list[t.Value] = []
        for part in parts:
            if not isinstance(part, t.Sel):
                raise row.stop("type", "cards are meant here")
            if part.of is not None or any(isinstance(p, t.InZone) for p in part.where):
                owned.append(part)
            else:
                owned.append(replace(part, where=self.ordered([*part.where, t.OwnedBy(who)])))
        if len(owned) == 1:
            made = owned[0]
            assert isinstance(made, t.Sel)
            new = self.reregister(value, made)
            bind = self.commit_weak(new)
            return t.Exists(new, have=True, binds=bind)
        conds = tuple(t.Exists(p, have=True) for p in owned)
        either = isinstance(value, t.Union) and value.either
        return t.AnyCond(conds) if either else t.AllOf(conds)

    def some_player_has(self, who: t.Sel, row: Row) -> t.Condition:
        """ "any player has a Wound": there is one who has; "each player has …": there is none who has not."""
        draft = Draft(noun="player", counted=True, where=list(who.where))
        saved, self.performer = self.performer, who
        if not self.having(row, draft, False):
            raise row.stop("left over")
        self.performer = saved
        self.forget(who)
        if who.quant.kind in ("each", "all", "plural"):
            has = t.Not(draft.where.pop())
            without = replace(who, quant=t.Quant("any"), where=self.ordered([*draft.where, has]))
            return t.NotCond(t.Exists(without))
        found = replace(who, where=self.ordered(draft.where))
        if who.quant.kind == "no":
            return t.Exists(found)
        return t.Exists(found, binds=self.commit_weak(found))

    def different_have(self, row: Row, who: t.Value) -> t.Condition | None:
        """ "at least three different classes among your Heroes"."""
        at = row.at
        exact = row.took("ART", "at least", "exactly")
        if row.kind() == "NUM" and row.kind(1) == "ATTR" and row.id(1) == "different":
            n = self.plain_number(row)
            row.take()
            noun = row.peek()
            if noun is not None and noun.sense("icons", "name_kind", "number") is not None:
                values = self.different_values(row)
                return t.Compare(values, ">=" if exact is not None and exact.id == "at least" else "==", n)
        row.back(at)
        return None

    def points_have(self, who: t.Value, row: Row) -> t.Condition | None:
        """ "at least 5 Attack", "an Attack total of 10 or more"."""
        at = row.at
        exact = row.took("ART", "at least", "exactly")
        if row.kind() == "NUM":
            n = self.plain_number(row)
            op = ">=" if exact is not None and exact.id == "at least" else "=="
            if row.is_("CMP"):
                op = ">=" if row.take().id == "or more" else "<="
            word = row.peek()
            sense = word.sense("point") if word is not None else None
            if sense is not None:
                row.take()
                return t.Compare(t.Points(who, sense.id), op, n)
        row.back(at)
        return None

    def made(self, clause: Clause, negated: bool) -> t.Condition:
        """ "you made at least 7 Recruit this turn"."""
        who = self.subject_value(clause.subject)
        row = Row(clause.row)
        found = self.points_have(who, row)
        if not isinstance(found, t.Compare) or not isinstance(found.left, t.Points):
            raise row.stop("type", "points are meant here")
        self.period(row, "")
        self.finished_row(row)
        op = ">=" if found.op == "==" else found.op
        result = replace(found, left=replace(found.left, made=True), op=op)
        return t.NotCond(result) if negated else result

    def compare(self, subject: t.Value, pred: t.Pred) -> t.Condition:
        """A comparison of a number of what is already named."""
        if isinstance(subject, t.Sel):
            if subject.quant.kind in ("all", "plural", "each"):
                return t.NotCond(
                    t.Exists(replace(subject, quant=t.Quant("any"), where=self.ordered([*subject.where, t.Not(pred)])))
                )
            return t.Exists(replace(subject, where=self.ordered([*subject.where, pred])))
        if isinstance(pred, t.Number) and pred.value is not None and not pred.parity:
            return t.Compare(t.AttrOf(subject, pred.attr), pred.op, pred.value)
        return t.Is(subject, (pred,))

    # -- what happened, what is waited for
    def happened(self, clause: Clause, negated: bool) -> t.Condition:
        event, args, period = self.happening(clause)
        perfect = any(a.senses and (a.senses[0].cls == "HAVE" or a.id == "haven't") for a in clause.aux)
        return t.Happened(event, args, period or ("game" if perfect or self.losing_said else "way"), negated)

    losing_said: bool = False

    def happened_row(self, row: Row) -> t.Happened:
        """A clause inside a noun phrase: "each time you rescued a Bystander this turn"."""
        subject: list[Word] = []
        while not row.done and row.kind() not in ("V_REL", "AUX_REL"):
            subject.append(row.take())
        while row.kind() == "AUX_REL":
            row.take()
        if row.done:
            raise row.stop("expected verb")
        verb = row.take()
        rest = [row.take() for _ in list(row.rest())]
        event, args, period = self.happening(Clause(tuple(subject), (), verb, tuple(rest)))
        return t.Happened(event, args, period or "way")

    def happening(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        """The event of a finite clause, its parts, and the period that is said."""
        verb = clause.verb
        assert verb is not None
        verb.read = True
        for word in clause.aux:
            word.read = True
        sense = verb.senses[0]
        if sense.kind == "event" or clause.subject and clause.subject[0].sense("event"):
            return self.declared_event(clause)
        if sense.cls == "BE":
            return self.passive_event(clause)
        if sense.kind == "function" and sense.id in ("make", "cause"):
            return self.made_to(clause)
        who = self.subject_value(clause.subject) if clause.subject else YOU
        self.performer = who if type_of(who) in PLAYER_TYPES else None
        row = Row(clause.row)
        decl = self.vocabulary.declaration(sense.id, Verb)
        args: list[t.Arg] = []
        if decl is not None and decl.subject is not None:
            args.append(t.Arg("subject", who))
        else:
            args.append(t.Arg("who", who))
        period = ""
        while not row.done:
            word = row.need()
            if word.type in NOUN_START and not any(a.role == "cards" for a in args):
                if decl is not None and decl.takes is None and decl.to is not None:
                    args.append(t.Arg("to", self.noun_phrase(row)))
                    continue
                value = self.value(row)
                args.append(t.Arg(self.takes(decl), value))
                continue
            if (
                word.type == "PREP"
                and (decl is None or decl.to is not None)
                and word.id in ("into", "to", "onto", "on", "in", "next to", "on top of", "under", "on the bottom of")
            ):
                row.take()
                args.append(t.Arg("to", self.places_of(row)[0]))
                continue
            step = row.peek(2) if row.kind(1) == "ART" else row.peek(1)
            if word.type == "PREP" and word.id == "in" and step is not None and step.sense("step") is not None:
                while row.peek() is not step:
                    row.take()
                row.take()
                args.append(t.Arg("during", t.NameValue("step", step.id)))
                continue
            if word.type == "PREP" and word.id in ("from", "on", "in"):
                row.take()
                places = self.places_of(row)
                args.append(t.Arg("from", places[0] if len(places) == 1 else t.Union(places, either=True)))
                continue
            if word.type == "PREP" and word.id in ("with", "using", "by"):
                row.take()
                args.append(t.Arg(word.id, self.noun_phrase(row)))
                continue
            if word.type in ("TIME", "ADV"):
                found = self.period(row, "")
                if found:
                    period = found
                    continue
                if word.type == "ADV" and word.id in ("already", "only", "again", "yet"):
                    row.take()
                    if word.id == "already" and any(c.verb == sense.id for c in self.scope.candidates):
                        raise Stop("not yet", word.start, word.end, word.text, "before what was done just now")
                    continue
            raise row.stop("left over")
        self.performer = None
        return sense.id, tuple(args), period

    def made_to(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        """ "an enemy's effect makes you discard this": the event, and whose effect it is (`EventPattern.source`)."""
        words = list(clause.subject)
        end = next((i for i, w in enumerate(words) if w.type == "POSS"), len(words))
        subject = Row(
            words[:end]
            if end < len(words)
            else [w for w in words if not (w.kind == "function" and w.id in ("effect", "ability"))]
        )
        for word in words:
            word.read = True
        source = self.noun_phrase(subject)
        while subject.kind() == "NOUN" and subject.is_function():
            subject.take()
        self.finished_row(subject)
        before: list[Word] = []
        words = list(clause.row)
        while words and words[0].type not in ("V_REL", "INF"):
            before.append(words.pop(0))
        if words and words[0].type == "INF":
            words.pop(0).read = True
        if not words:
            raise Stop("expected verb", *clause.span)
        inner = Clause(tuple(before), (), words[0], tuple(words[1:]))
        found = self.happening(inner)
        self.source_said = source
        return found

    def takes(self, decl: Verb | None) -> str:
        return str(decl.takes) if decl is not None and decl.takes is not None else "cards"

    def passive_event(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        """ "a Wound would be gained", "when a Villain is defeated", "when she's fought"."""
        what = self.subject_value(clause.subject)
        row = Row(clause.row)
        while row.kind() == "ADV" and row.id() in ("already",):
            row.take()
        if row.kind() != "PART":
            raise row.stop("expected verb")
        word = row.take()
        args: list[t.Arg] = [t.Arg("cards", what)]
        source: t.Value | None = None
        if row.took("PREP", "by"):
            source = self.by_effect(row)
            if source is None:
                args.insert(0, t.Arg("who", self.noun_phrase(row)))
        period = ""
        while row.kind() == "PREP" and row.id() in ("from", "into", "to", "onto", "next to"):
            prep = row.take()
            place = self.places_of(row)
            args.append(
                t.Arg(
                    "from" if prep.id == "from" else "to", place[0] if len(place) == 1 else t.Union(place, either=True)
                )
            )
        if not row.done:
            period = self.period(row, "")
        self.finished_row(row)
        self.source_said = source
        return word.senses[0].id, tuple(args), period

    def by_effect(self, row: Row) -> t.Value | None:
        """ "by an enemy effect", "by a card's effect": whose effect it is (`EventPattern.source`)."""
        words = list(row.rest())
        end = next((i for i, w in enumerate(words) if w.kind == "function" and w.id == "effect"), 0)
        if not end:
            return None
        source = Row([w for w in words[:end] if w.type != "POSS"])
        value = self.noun_phrase(source)
        self.finished_row(source)
        for _ in range(end + 1):
            row.take()
        return value

    def declared_event(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        """An event declared as a sentence: the declaration whose subject fits, with its parameters filled."""
        verb = clause.verb
        assert verb is not None
        row = Row(clause.subject)
        values: list[t.Value] = []
        while not row.done:
            if row.kind() in NOUN_START:
                at = row.at
                try:
                    values.append(self.noun_phrase(row))
                    continue
                except Stop:
                    row.back(at)
            row.take()
        tail = Row(clause.row)
        for sense in verb.senses:
            decl = self.vocabulary.declaration(sense.id, Event)
            if decl is None:
                continue
            args: list[t.Arg] = []
            ok = True
            for name, kind in decl.of.items():
                fit = next((v for v in values if self.event_fits(v, str(kind))), None)
                if fit is None:
                    ok = str(name) == "you"
                    if ok:
                        args.append(t.Arg("who", YOU))
                    break
                args.append(t.Arg(str(name), fit))
            if not ok or not decl.of and values and not self.subject_said(clause, str(decl.name)):
                continue
            if not decl.of and not self.subject_said(clause, str(decl.name)):
                continue
            if tail.kind() in NOUN_START:
                args.append(t.Arg("card", self.noun_phrase(tail)))
            period = self.period(tail, "")
            self.finished_row(tail)
            return sense.id, tuple(args), period
        where = span(*clause.subject, verb) if clause.subject else span(verb)
        raise Stop("no such event", where[0], where[1], verb.text)

    def subject_said(self, clause: Clause, name: str) -> bool:
        said = " ".join(w.text for w in clause.subject)
        return name.lower().startswith(said.lower()) if said else False

    def event_fits(self, value: t.Value, kind: str) -> bool:
        """Whether a value can be what an event is about: a card of that kind, a player, or a bound card."""
        if kind in ("player", "a player"):
            return type_of(value) in PLAYER_TYPES
        if isinstance(value, t.Ref):
            return value.type == "card"
        if isinstance(value, t.Sel):
            name = value.noun.split(":", 1)[-1]
            words = kind.removeprefix("a ").removeprefix("an ")
            return name == words or self.related(value.noun, words)
        return False

    def related(self, noun: str, word: str) -> bool:
        return any(wide.split(":", 1)[-1] == word for wide in self.wider(noun))
