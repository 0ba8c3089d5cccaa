"""Amounts and multipliers: "+2 Attack", "for each …", "for every two …", "for each different …"."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word

from . import tree as t
from .base import Base
from .context import Row, Stop, number_said, span
from .nouns import NOUN_START, Draft


def signed(sign: Word, value: t.Value) -> t.Value:
    """What stands behind a "+" or a "-"."""
    return value if sign.text == "+" else t.Arith("-", t.Num(0), value)


class Amounts(Base):
    # -- amounts
    def amounts(self, row: Row) -> tuple[list[t.Amount], bool]:
        """ "+2 Attack", "+1 Attack and +1 Recruit", "+Attack equal to …", "its printed Attack"; True if one of them
        is chosen."""
        found = [self.amount(row)]
        either = False
        while row.kind() in ("AND_PH", "OR_PH", "COMMA_PH") and self.amount_ahead(
            row, 1 if row.kind(1) not in ("AND_PH", "OR_PH") else 2
        ):
            joint = row.take()
            if row.kind() in ("AND_PH", "OR_PH"):
                joint = row.take()
            either = either or joint.type == "OR_PH"
            found.append(self.amount(row))
        return found, either

    def amount_ahead(self, row: Row, ahead: int) -> bool:
        return (
            row.kind(ahead) == "PLUS"
            or row.kind(ahead) == "PRO"
            and row.id(ahead) == "another"
            and row.kind(ahead + 1) == "PLUS"
        )

    def amount(self, row: Row) -> t.Amount:
        start = row.peek()
        row.took("PRO", "another")
        row.took("ART", "a")
        row.took("ATTR", "extra", "additional")
        word = row.peek()
        if word is None:
            raise row.stop("expected number")
        if word.type == "PLUS":
            row.take()
            if word.text.endswith("1/2"):
                value: t.Value = t.Num(0, half=True)
            elif word.id == "+" and not row.means(0, "slot"):
                unit = self.unit(row)
                if not row.took("PREP", "equal to"):
                    raise row.stop("expected", "“equal to”")
                return t.Amount(signed(word, self.number(row)), unit, self.per(row), span=span(start))
            elif word.id == "+":
                value = signed(word, self.plain_number(row))
            else:
                value = t.Num(word.value, span=span(word))
            chosen = self.chosen_unit(row)
            unit = self.unit(row) if chosen is None else ""
            self.amount_capped = False
            per = self.per(row)
            if self.amount_capped and chosen is not None:
                raise row.stop("not yet", "a limit of points of a chosen kind")
            if self.amount_capped and isinstance(per, t.Capped):  # "+2 for each …, up to a maximum of +6": of all of it
                whole = replace(per, value=t.Arith("*", per.value, value))
                return t.Amount(whole, unit, span=span(start))
            return t.Amount(value, unit, per, chosen, span=span(start))
        if self.is_unit(word) and row.kind(1) == "PREP" and row.id(1) == "equal to":
            unit = self.unit(row)
            row.take()
            return t.Amount(self.number(row), unit, self.per(row), span=span(start))
        if word.type == "PRO" and word.id == "that many" and self.is_unit(row.peek(1)):  # "that much Attack"
            row.take()
            return t.Amount(self.that_many(word), self.unit(row), self.per(row), span=span(start))
        if word.type == "NUM" and self.is_unit(row.peek(1)):
            row.take()
            unit = self.unit(row)
            return t.Amount(number_said(word), unit, self.per(row), span=span(start))
        raise row.stop("expected number")

    def is_unit(self, word: Word | None) -> bool:
        return word is not None and word.sense("point", "number") is not None

    def unit(self, row: Row) -> str:
        word = row.peek()
        sense = word.sense("point", "number") if word is not None else None
        if sense is None:
            raise row.stop("expected", "the name of a number")
        row.take()
        return sense.id

    def chosen_unit(self, row: Row) -> t.Ref | None:
        """ "+2 of that icon": the kind of points that was chosen before."""
        said = row.is_("PREP", "of") and row.kind(1) == "PRO" and row.id(1) == "that" and row.id(2) == "icon"
        if not said:
            return None
        row.take()
        that = row.take()
        row.take()
        return self.bound_icon(that)

    def per(self, row: Row) -> t.Value | None:
        """ "for each …", "for every two …", "per player" behind an amount or a clause."""
        if row.is_("PREP", "per"):
            row.take()
            value = self.noun_phrase(row)
            self.forget(value)
            return t.Count(self.all_of(value))
        if not row.is_("FOREACH"):
            return None
        row.take()
        value = self.counted(row)
        if row.kind() in ("COMMA_PH", "PREP", "ADV", "ART"):
            value = self.limited(row, value)
        return value

    amount_capped: bool = False  # the limit just read has a sign: it is one of points, not of a count

    def limited(self, row: Row, value: t.Value) -> t.Value:
        at = row.at
        parted = row.took("COMMA_PH")
        if row.is_("ART", "up to") and row.kind(1) == "ART" and row.id(1) == "the number of" and row.id(2) == "icon":
            row.take()
            row.take()
            row.take()
            for name, kind in self.carrier.slots.items():
                if kind.split(" ")[-1] == "icons":
                    return t.Capped(value, t.Count(t.Ref(f"param {name}", "icons", "icons")), "max")
            raise row.stop("left over")
        short = parted is not None and row.is_("ART", "up to") and row.kind(1) in ("NUM", "PLUS")
        if short or row.is_("PREP", "to a minimum of", "to a maximum of", "up to a maximum of"):
            word = row.take()
            self.amount_capped = row.need().text.startswith("+")
            plus = row.took("PLUS")
            limit: t.Value = t.Num(plus.value) if plus is not None and plus.id != "+" else self.plain_number(row)
            return t.Capped(value, limit, "min" if word.id == "to a minimum of" else "max")
        row.back(at)
        return value

    def counted(self, row: Row) -> t.Value:
        """Behind "for each": what is counted."""
        word = row.peek()
        if (
            word is None
            or word.type not in NOUN_START
            and word.type != "RELW"
            and not (word.type == "PREP" and word.id == "of")
        ):
            return t.Count(self.last_group(word))
        if word.type == "PREP":
            row.take()
            group = self.noun_phrase(row)
            self.forget(group)
            return t.Count(self.all_of(group))
        if word.type == "NOUN" and word.kind == "function" and word.id == "time":
            return self.times_that(row)
        if (
            word.type == "NOUN"
            and word.kind == "function"
            and word.id == "point"
            and row.kind(1) == "PREP"
            and row.id(1) == "of"
        ):
            row.take()
            row.take()
            value = self.noun_phrase(row)
            if not isinstance(value, t.CounterValue):
                raise row.stop("type", "a counter is meant here")
            return value
        if (
            word.type == "NUM"
            and row.kind(1) in NOUN_START
            and not word.text.endswith("-")
            and not (self.is_unit(row.peek(1)) and row.kind(1) == "LNOUN")
        ):
            row.take()
            inner = self.counted(row)
            return t.Arith("//", inner, number_said(word))
        if word.type == "ATTR" and word.id == "different":
            row.take()
            return self.different_values(row)
        sense = word.sense("icons", "name_kind") if word.type == "NOUN" else None
        if (
            sense is not None
            and row.kind(1) in ("PRO", "PREP")
            or word.type == "NOUN"
            and sense is not None
            and row.id(1) == "icon"
        ):
            return self.different_values(row)
        if word.type == "RELW":
            draft = Draft(noun="player", quant=t.Quant("all"), start=word, counted=True)
            self.phrases(row, draft)
            return t.Count(t.Sel("player", t.Quant("all"), self.ordered(draft.where)))
        self.bare_ok = True
        value = self.value(row)
        self.bare_ok = False
        if isinstance(value, t.Ref | t.Zone):
            return t.Count(value)
        self.forget(value)
        return t.Count(self.all_of(value))

    def different_values(self, row: Row) -> t.Value:
        """ "for each different cost among …", "for each class you have", "for each Hero Name you have"."""
        word = row.take()
        sense = word.sense("icons", "name_kind", "number", "point")
        if sense is None and word.kind == "function" and word.id in ("name", "card name"):
            attr = "name"
        elif sense is None:
            raise Stop("type", word.start, word.end, word.text)
        else:
            attr = sense.id
        row.took("NOUN", "icon")
        where: list[t.Pred] = []
        without: list[str] = []
        if row.is_("PREP", "other than") and row.kind(1) == "ICON":
            row.take()
            without.append(row.take().id)
            while row.kind() in ("OR_PH", "AND_PH") and row.kind(1) == "ICON":
                row.take()
                without.append(row.take().id)
        if row.kind() == "PREP" and row.id() in ("greater than", "above", "less than"):
            op = ">" if row.take().id in ("greater than", "above") else "<"
            where.append(t.Number(attr, op, self.plain_number(row)))
        if row.took("PREP", "among", "of"):
            bare, self.bare_ok = self.bare_ok, True
            of = self.value(row)
            self.bare_ok = bare
            self.forget(of)
            of = self.all_of(of)
        elif row.is_("PRO", "you", "they", "he", "she", "it"):
            draft = Draft(noun="card", quant=t.Quant("all"), start=word, counted=True)
            self.phrases(row, draft)
            left_out = [p.pred for p in draft.where if isinstance(p, t.Not) and isinstance(p.pred, t.HasIcon)]
            without.extend(p.icon for p in left_out)
            draft.where = [p for p in draft.where if not (isinstance(p, t.Not) and p.pred in left_out)]
            of = t.Sel("card", t.Quant("all"), self.ordered(draft.where))
        else:
            raise row.stop("expected", "“among”")
        note = row.peek()
        if note is not None and note.type == "PAREN" and self.counts_itself(note, attr, of):
            row.take()
        if where and isinstance(of, t.Sel):
            of = replace(of, where=self.ordered([*of.where, *where]))
        return t.CountValues(attr, of, tuple(without))

    def times_that(self, row: Row) -> t.Value:
        """ "for each time you rescued a Bystander this turn"."""
        row.take()
        happened = self.happened_row(row)
        return t.HistoryCount(happened)

    def last_group(self, word: Word | None) -> t.Ref:
        """ "for each" alone: the cards just handled."""
        found = self.scope.find(lambda c: c.type in ("cards", "players") or c.many, "each", span(word))
        if found is None:
            found = self.scope.find(lambda c: c.type in ("card",), "each", span(word))
        if found is None:
            where = span(word)
            raise Stop("no antecedent", where[0], where[1], "each")
        return replace(found.ref, form="")
