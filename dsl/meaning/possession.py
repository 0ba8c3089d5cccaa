"""Conditions of having: cards, points, different classes."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Clause

from . import tree as t
from .base import Base
from .belonging import outnumbers
from .conditions import EVERY, PLAYER_TYPES
from .context import Row, span
from .nouns import Draft
from .types import type_of


class Possession(Base):
    # -- having
    def having_condition(self, clause: Clause, negated: bool) -> t.Condition:
        """ "you have a Wound", "that player has no cards", "you have at least 5 Attack", "it has an Attack icon"."""
        who = self.pile_said(clause) or self.subject_value(clause.subject)
        row = Row(clause.row)
        while row.is_("ADV", "already", "also") or row.is_("PRO", "both"):
            row.take()
        kind = type_of(who)
        if kind in PLAYER_TYPES and clause.verb is not None and clause.verb.senses[0].id == "control":
            found = self.player_controls(who, row)
        elif kind in PLAYER_TYPES:
            found = self.player_has(who, row)
        elif kind in ("zone",):
            value = self.noun_phrase(row)
            if not isinstance(value, t.Sel):
                raise row.stop("type", "cards are meant here")
            there = self.reregister(value, replace(value, where=self.ordered([*value.where, t.InZone((who,))])))
            found = self.exists(self.equal_in_number(there, row))
        else:
            draft = Draft(noun="card", counted=True)
            if not self.having(row, draft, False):
                raise row.stop("left over")
            every = isinstance(who, t.Sel) and who.quant.kind in EVERY
            if negated and every:
                raise row.stop("type")  # none of them has, or not all of them have?
            found = (
                self.every(who, draft.where)
                if isinstance(who, t.Sel) and every
                else t.Is(who, self.ordered(draft.where))
            )
        self.finished_row(row)
        return t.NotCond(found) if negated else found

    def pile_said(self, clause: Clause) -> t.Value | None:
        """ "Shuffle your discard pile … if it holds ten cards": what holds cards is the pile something is done with."""
        verb, subject = clause.verb, clause.subject
        if verb is None or verb.senses[0].id != "hold" or len(subject) != 1 or subject[0].id != "it":
            return None
        word = subject[0]
        found = self.scope.find(lambda c: isinstance(c.value, t.Zone) and c.type == "cards", word.text, span(word))
        if found is None:
            return None
        word.read = True
        return found.value

    def player_has(self, who: t.Value, row: Row) -> t.Condition:
        amount = self.points_have(who, row)
        if amount is not None:
            return amount
        if row.is_("ART", "the") and row.kind(1) == "ATTR" and row.id(1) in ("most", "fewest"):
            return self.has_the_most(who, row)
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

    def player_controls(self, who: t.Value, row: Row) -> t.Condition:
        """ "you control two or more Artifacts": they are in front of you."""
        cards = self.noun_phrase(row)
        if not isinstance(cards, t.Sel) or cards.noun == "player":
            raise row.stop("type", "cards are meant here")
        where = self.ordered([*cards.where, t.InZone(self.in_front(who, cards.noun))])
        return self.exists(self.reregister(cards, replace(cards, where=where)))

    def has_the_most(self, who: t.Value, row: Row) -> t.Condition:
        """ "you have the fewest Bystanders": no player has fewer, ties count."""
        row.take()
        op = ">" if row.take().id == "most" else "<"
        cards = self.noun_phrase(row)
        if not isinstance(cards, t.Sel):
            raise row.stop("type", "cards are meant here")
        self.forget(cards)
        row.took("TIME", self.end_of_game())  # when points are counted that only count then
        return t.Exists(t.Sel("player", t.Quant("no"), (t.Fits(outnumbers(cards, op, who)),)))

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
        total = row.means(1, "point") and row.kind(2) == "ATTR" and row.id(2) == "total of" and row.kind(3) == "NUM"
        if total and row.took("ART", "a"):
            unit = row.take().sense("point")
            assert unit is not None
            row.take()
            n = self.plain_number(row)
            op = (">=" if row.take().id == "or more" else "<=") if row.is_("CMP") else "=="
            return t.Compare(t.Points(who, unit.id), op, n)
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
        way = self.period(row, "") == "way"
        self.finished_row(row)
        op = ">=" if found.op == "==" else found.op
        result = replace(found, left=replace(found.left, made=True, way=way), op=op)
        return t.NotCond(result) if negated else result
