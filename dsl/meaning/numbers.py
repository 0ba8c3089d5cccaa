"""Quantities: numbers, counts, attributes, points, one operator between two of them, comparisons, amounts,
multipliers."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import WordClass

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, number_said, span
from .nouns import NOUN_START, ONE, Draft
from .types import type_of

TIMES = {
    "twice the number of": 2,
    "three times the number of": 3,
    "four times the number of": 4,
    "five times the number of": 5,
}
COMPARE = {
    "equal to": "==",
    "greater than": ">",
    "more than": ">",
    "less than": "<",
    "fewer than": "<",
    "at most": "<=",
}


class Numbers(Base):
    # -- whole numbers
    def plain_number(self, row: Row) -> t.Value:
        """A number word or digits; a bound or computed number."""
        word = row.peek()
        if word is None:
            raise row.stop("expected number")
        if word.type == "NUM":
            row.take()
            if "/" in word.text:
                return t.Num(0, half=True, span=span(word))
            return number_said(word)
        if word.type == "SLOT":
            return self.slot_value(row)
        if word.type == "PRO" and word.id == "that many":
            row.take()
            return self.that_many(word)
        raise row.stop("expected number")

    def quantity(self, row: Row) -> t.Value:
        """ "the number of …", "twice the number of …", "a total of …", "+2 Attack" as a value."""
        word = row.take()
        if word.type == "PLUS":
            raise Stop("type", word.start, word.end, word.text, "an amount cannot stand here")
        match word.id:
            case "the number of" if row.is_("ATTR", "different"):
                row.take()
                value: t.Value = self.different_values(row)
            case "the number of" if row.is_("NOUN", "time"):
                value = self.times_that(row)
            case "the number of":
                value = self.count(row)
            case "the length of the longest run of consecutive":
                printed = row.took("ATTR", "printed") is not None
                word = row.need()
                if word.sense("number", "point") is None:
                    raise Stop("type", word.start, word.end, word.text, "a number of cards is meant here")
                counted = self.different_values(row)
                assert isinstance(counted, t.CountValues)
                value = replace(counted, run=True, printed=printed)
            case "your number of":
                inner = self.count_of(row)
                if isinstance(inner, t.Sel):
                    inner = replace(inner, where=self.ordered([*inner.where, t.OwnedBy(YOU)]))
                value = t.Count(inner)
            case "the total of":
                inner = self.noun_phrase(row)
                if not isinstance(inner, t.AttrOf):
                    raise row.stop("type", "a number is meant here")
                value = replace(inner, fold="sum")
            case "a total of":
                return self.noun_phrase(row)
            case times if times in TIMES and row.is_("ATTR", "different"):
                row.take()
                value = t.Arith("*", self.different_values(row), t.Num(TIMES[times]))
            case times if times in TIMES:
                value = t.Arith("*", self.count(row), t.Num(TIMES[times]))
            case _:
                raise Stop("not yet", word.start, word.end, word.text)
        return self.operated(row, value)

    def count(self, row: Row) -> t.Value:
        return self.as_count(self.count_of(row))

    def as_count(self, value: t.Value) -> t.Value:
        if isinstance(value, t.CountValues | t.Count):
            return value
        return t.Count(value)

    def count_of(self, row: Row) -> t.Value:
        """What is counted: a selector of all that fit."""
        self.bare_ok = True
        value = self.value(row)
        self.bare_ok = False
        self.forget(value)
        return self.all_of(value)

    def all_of(self, value: t.Value) -> t.Value:
        if isinstance(value, t.Sel):
            if value.quant.kind in ("plural", "exactly", "the", "each", "any") and value.pos is None:
                return replace(value, quant=t.Quant("all"))
            return value
        if isinstance(value, t.Union):
            return replace(value, parts=tuple(self.all_of(p) for p in value.parts), either=False)
        if isinstance(value, t.Space) and value.quant is not None:
            return replace(value, quant=t.Quant("all"))
        return value

    def forget(self, value: t.Value) -> None:
        """What is only counted or held is no antecedent."""
        self.pending[:] = [p for p in self.pending if p[0] is not value]

    def number(self, row: Row) -> t.Value:
        """Any number: digits, "its cost", "the number of …", "twice its cost", with one operator behind it."""
        word = row.peek()
        if word is None:
            raise row.stop("expected number")
        if (
            word.type in ("NUM", "SLOT")
            and row.kind(1) != "POSS"
            and not (row.kind(1) == "NOUN" and row.means(1, "kind", "term"))
        ):
            value: t.Value = self.plain_number(row)
            if row.took("ART", "times the number of"):
                value = t.Arith("*", self.count(row), value)
        elif word.type == "PRO" and word.id == "what":  # "what it requires"
            row.take()
            of = self.noun_phrase(row)
            attr = row.peek()
            entries = (
                [e for e in self.vocabulary.lookup(attr.text) if e.word is WordClass.NUMBER] if attr is not None else []
            )
            if not entries:
                raise row.stop("expected", "the name of a number")
            row.take()
            value = t.AttrOf(of, entries[0].id)
        elif word.type == "ADV" and word.id in ("twice", "three times"):
            row.take()
            factor = {"twice": 2, "three times": 3}[word.id]
            inner = self.noun_phrase(row)
            value = t.Arith("*", self.as_number(inner, row), t.Num(factor))
        elif word.type == "ART" and word.id == "half":
            row.take()
            inner = self.number(row) if row.is_("ART", "the number of") else self.noun_phrase(row)
            value = t.Arith("//", self.as_number(inner, row), t.Num(2), self.rounding(row))
        elif word.type == "ART" and word.id == "the" and row.kind(1) == "NOUN" and row.id(1) == "number":
            raise row.stop("not yet", "“number”")
        elif word.type in NOUN_START:
            inner = self.noun_phrase(row)
            value = self.as_number(inner, row)
        else:
            raise row.stop("expected number")
        return self.operated(row, value)

    def as_number(self, value: t.Value, row: Row) -> t.Value:
        """A value where a number is meant: "draw cards equal to your …" counts."""
        kind = type_of(value)
        if kind == "number":
            return value
        if isinstance(value, t.Sel):
            self.forget(value)
            return t.Count(self.all_of(value))
        if isinstance(value, t.Ref) and kind in ("cards", "players"):
            return t.Count(value)
        raise row.stop("type", "a number is meant here")

    def rounding(self, row: Row) -> str:
        at = row.at
        row.took("COMMA_PH")
        if row.is_("ADV", "round up", "round down"):
            return row.take().id.split(" ")[1]
        if row.is_("PAREN"):
            word = row.need()
            text = word.text.strip("()").lower().rstrip(".")
            if text in ("round up", "rounded up", "round down", "rounded down"):
                row.take()
                self.read_inner(word)
                return text.split(" ")[1]
        row.back(at)
        return ""

    def read_inner(self, word: Word) -> None:
        for line in word.inner:
            for token in line.tokens:
                token.read = True

    def operated(self, row: Row, value: t.Value) -> t.Value:
        """ "… plus 2", "… minus the number of …", "…, up to a maximum of 6", "divided by two (round down)".

        From left to right: what stands behind an operator takes none of its own.
        """
        while not self.operand:
            at = row.at
            parted = row.took("COMMA_PH")
            word = row.peek()
            short = parted is not None and row.is_("ART", "up to") and row.kind(1) in ("NUM", "PLUS")
            if word is None or word.type not in ("PREP", "ADV") and not short:
                row.back(at)
                return value
            if word.id in ("plus", "minus"):
                row.take()
                self.operand = True
                try:
                    right = self.number(row)
                    per = self.per(row)
                finally:
                    self.operand = False
                if per is not None:
                    right = per if right == t.Num(1) else t.Arith("*", right, per)
                value = t.Arith("+" if word.id == "plus" else "-", value, right)
            elif word.id == "divided by":
                row.take()
                right = self.plain_number(row)
                value = t.Arith("//", value, right, self.rounding(row))
            elif short or word.id in ("up to a maximum of", "to a maximum of", "to a minimum of"):
                row.take()
                row.took("PLUS")
                before = row.words[row.at - 1]
                limit: t.Value = (
                    t.Num(before.value) if before.type == "PLUS" and before.id != "+" else self.plain_number(row)
                )
                value = t.Capped(value, limit, "min" if word.id == "to a minimum of" else "max")
            elif (
                word.id in ("round up", "round down")
                and isinstance(value, t.Arith)
                and value.op == "//"
                and not value.rounding
            ):
                row.take()
                value = replace(value, rounding=word.id.split(" ")[1])
            else:
                row.back(at)
                return value
        return value

    def extreme(self, row: Row, which: str) -> t.Value:
        """ "the highest cost among the cards in your hand"."""
        attr = row.take()
        sense = attr.sense("number", "point")
        assert sense is not None
        if not row.took("PREP", "among", "of"):
            raise row.stop("expected", "“among”")
        group = self.value(row)
        self.forget(group)
        return t.AttrOf(self.all_of(group), sense.id, fold="max" if which == "highest" else "min")

    # -- nouns that are numbers
    def number_noun_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        """ "Attack" as a value; "the printed Attack of that card", "3 Recruit", "an Attack icon"."""
        row.take()
        if row.is_("NOUN", "icon"):
            row.take()
            return t.IconValue(("big:" + sense.id,), span=span(word))
        if self.is_point(sense.id) and draft.counted and draft.quant.n is not None and not draft.definite:
            assert draft.quant.n is not None
            return t.ValueSort(sense.id, (draft.quant.n,), span=span(draft.start, word))
        printed = self.printed_said
        total = self.total_said
        self.printed_said = self.total_said = False
        if row.is_("PREP", "of", "among"):
            row.take()
            of = self.value(row)
            if isinstance(of, t.Sel):
                self.forget(of)
                many = type_of(of) == "cards"
                if not many or of.pos is not None:
                    return t.AttrOf(of, sense.id, printed, "sum" if many else "")
                return t.AttrOf(
                    self.all_of(of) if of.quant.kind in ("plural", "the", "each") else of, sense.id, printed, "sum"
                )
            return t.AttrOf(of, sense.id, printed, "sum" if total or type_of(of) == "cards" else "")
        if draft.definite and row.kind() == "PRO" and row.id() == "you" and row.kind(1) in ("V_REL", "AUX_REL"):
            row.take()
            made = False
            if row.kind() == "AUX_REL":
                row.take()
            verb = row.take()
            made = verb.id == "make"
            if row.is_("TIME"):
                row.take()
            return t.Points(YOU, sense.id, made, span=span(draft.start, verb))
        got = self.got_from(row, sense.id) if draft.definite and not printed else None
        if got is not None:
            return got
        if printed:
            return t.AttrOf(self.unsaid(word), sense.id, True)
        return t.ValueSort(sense.id, (), span=span(word))

    def got_from(self, row: Row, attr: str) -> t.Value | None:
        """ "the Attack this gets from Salvage": what a keyword makes of the number now."""
        at = row.at
        if row.kind() not in NOUN_START:
            return None
        pending = list(self.pending)
        try:
            card = self.noun_phrase(row)
        except Stop:
            card = None
        self.pending = pending
        verb = row.peek()
        keyword = row.peek(2)
        said = verb is not None and verb.id == "get" and verb.kind == "function" and row.kind(1) == "PREP"
        if card is None or not said or row.id(1) != "from" or keyword is None or keyword.sense("keyword") is None:
            row.back(at)
            return None
        row.take()
        row.take()
        sense = row.take().sense("keyword")
        assert sense is not None
        return t.KeywordNumber(sense.id, card, attr)

    printed_said: bool = False
    total_said: bool = False

    # -- comparisons
    def comparison(self, row: Row) -> tuple[str, str, t.Value]:
        """ "cost 3 or less", "5 Attack or less", "3 or less Attack", "Attack equal to its cost", "exactly 2 VP"."""
        word = row.need()
        sense = word.sense("number", "point")
        if sense is not None:
            row.take()
            if row.kind() == "PRO" or row.kind() == "ART" and row.id() not in ("exactly", "at least"):
                raise row.stop("expected", "“equal to”")
            op, value = self.compared(row)
            return sense.id, op, value
        exact = row.took("ART", "exactly", "at least")
        n = self.plain_number(row)
        op = ">=" if exact is not None and exact.id == "at least" else "=="
        if row.is_("CMP"):
            op = self.cmp(row.take())
        unit = row.peek()
        attr = unit.sense("number", "point") if unit is not None else None
        if attr is None:
            raise row.stop("expected", "the name of a number")
        row.take()
        if row.is_("CMP"):
            op = self.cmp(row.take())
        return attr.id, op, n

    def cmp(self, word: Word) -> str:
        return ">=" if word.id == "or more" else "<="

    def compared(self, row: Row) -> tuple[str, t.Value]:
        """Behind a number's name or "is": "4", "4 or less", "less than its cost", "exactly 4", "equal to …"."""
        if row.took("ART", "exactly"):
            return "==", self.number(row)
        if row.took("ART", "at least"):
            return ">=", self.number(row)
        if row.kind() == "PREP" and row.id() in COMPARE:
            op = COMPARE[row.take().id]
            return op, self.number(row)
        if row.is_("ADV", "twice") or row.kind() in NOUN_START:
            n = self.number(row)
            if row.is_("CMP"):
                return self.cmp(row.take()), n
            return "==", n
        raise row.stop("expected number")

    def cost_predicate(self, row: Row, attr: str) -> t.Pred:
        """Behind "costs": "3", "3 or less", "1, 2, or 4", "between 2 and 5", "the same"."""
        if row.took("PREP", "between"):
            low = self.plain_number(row)
            row.took("AND_PH")
            high = self.plain_number(row)
            raise_both = (t.Number(attr, ">=", low), t.Number(attr, "<=", high))
            return t.Fits(t.AllOf(tuple(t.Is(t.Ref("loop", "card", ""), (p,)) for p in raise_both)))
        if row.is_("PRO", "the same"):
            return t.Number(attr, "==", t.AttrOf(self.unsaid(row.take()), attr))
        op, value = self.compared(row)
        first = t.Number(attr, op, value)
        if op != "==" or not isinstance(value, t.Num):
            return first
        several: list[t.Pred] = [first]
        while row.kind() in ("COMMA_PH", "OR_PH") and (
            row.kind(1) == "NUM" or row.kind(1) == "OR_PH" and row.kind(2) == "NUM"
        ):
            if row.kind(1) == "NUM" and row.kind(2) in ("NOUN", "LNOUN"):
                break
            row.take()
            row.took("OR_PH")
            several.append(t.Number(attr, "==", self.plain_number(row)))
        return several[0] if len(several) == 1 else t.AnyOf(tuple(several))


__all__ = ["ONE", "Numbers"]
