"""Quantities: numbers, counts, attributes, points, and the one operator English allows between two of them.

Counts up to ten are words, amounts and comparisons digits. Multipliers ("for each …") and comparisons ("3 or less") are
said here for every layer.
"""

from __future__ import annotations

from dataclasses import replace

from ..tree import (
    Amount,
    Arith,
    AttrOf,
    Capped,
    Count,
    CounterValue,
    CountValues,
    HistoryCount,
    KeywordNumber,
    Num,
    OwnedBy,
    Points,
    Quant,
    Ref,
    Sel,
    Space,
    TermValue,
    Value,
    ValueSort,
)
from .base import Unprintable
from .english import number_word, signed
from .selectors import Selectors

_LESS = {"<=": "less", ">=": "more"}
_THAN = {"<": "less than", ">": "greater than"}


class Numbers(Selectors):
    def number(self, value: Value) -> str:
        match value:
            case Num(n=n, half=half):
                if half:
                    return f"{n} 1/2" if n else "1/2"
                return number_word(n, self.now.digits)
            case Count(of=of):
                with self.saying(source=False):
                    return f"the number of {self.several(of)}"
            case CountValues(attr=attr, of=of, run=True, printed=printed):
                kind = f"{'printed ' if printed else ''}{self.attribute(attr, True)}"
                return f"the length of the longest run of consecutive {kind} {self.among(of)}"
            case CountValues(attr=attr, of=of):
                return f"the number of different {self.attribute(attr, True)}{self.left_out(value)} {self.among(of)}"
            case AttrOf():
                return self.attribute_of(value)
            case Points(who=who, point=point, made=made):
                said = self.subject(who)
                have = f"made {self.period('turn')}" if made else ("have" if said.base else "has")
                return f"the {self.forms.word(point)} {said.words} {have}"
            case Arith():
                return self.arithmetic(value)
            case Capped(value=inner, limit=limit, kind=kind):
                lead = "up to a maximum of" if kind == "max" else "to a minimum of"
                return f"{self.number(inner)}, {lead} {self.digits(limit)}"
            case CounterValue(counter=counter):
                return self.with_the(counter)
            case TermValue(term=term, args=args):
                return self.keyword(term, args)
            case HistoryCount(did=did):
                return f"the number of times {self.condition(did)}"
            case KeywordNumber(keyword=keyword, of=of, attr=""):
                return f"{self.possessive(of)} {self.forms.word(keyword)}"
            case KeywordNumber(keyword=keyword, of=of, attr=attr):
                said = self.subject(of)
                gets = f"{said.words} {'get' if said.base else 'gets'} from {self.forms.word(keyword)}"
                return f"the {self.forms.word(attr)} {gets}"
            case Ref():
                return self.reference(value)
            case Sel():
                return self.select(value)
            case _:
                raise Unprintable(value, "no number")

    def attribute_of(self, value: AttrOf) -> str:
        """ "its printed …", "the total … of those cards", "the highest … among your …"."""
        word = self.attribute(value.attr)
        if isinstance(value.of, Ref) and value.of.form == "" and not (value.of.to == "loop" and self.now.relative):
            return f"the printed {word}" if value.printed else f"that {word}"
        printed = "printed " if value.printed else ""
        match value.fold:
            case "sum":
                if isinstance(value.of, Ref) and " " not in value.of.form:
                    return f"{self.possessive(value.of)} total {printed}{word}"
                return f"the total {printed}{word} of {self.all_of(value.of)}"
            case "max" | "min" as fold:
                return f"the {'highest' if fold == 'max' else 'lowest'} {printed}{word} among {self.several(value.of)}"
            case _:
                if isinstance(value.of, Sel) and (value.of.where or value.of.chooser):
                    return f"the {printed}{word} of {self.value(value.of)}"
                return f"{self.possessive(value.of)} {printed}{word}"

    def all_of(self, value: Value) -> str:
        if isinstance(value, Sel) and value.quant.kind in {"all", "plural", "each"}:
            return self.several(value)
        return self.value(value)

    def arithmetic(self, value: Arith) -> str:
        left, right = value.left, value.right
        match value.op:
            case "*":
                if isinstance(left, Num) and not isinstance(right, Num):
                    left, right = right, left
                if isinstance(right, Num):
                    times = "twice" if right.n == 2 else f"{number_word(right.n)} times"
                    return f"{times} {self.number(left)}"
                return f"{self.number(left)} times {self.number(right)}"
            case "+":
                return f"{self.number(left)} plus {self.digits(right)}"
            case "-":
                return f"{self.number(left)} minus {self.digits(right)}"
            case _:
                rounded = f", rounded {value.rounding}" if value.rounding else ""
                if isinstance(right, Num) and right.n == 2:
                    return f"half {self.number(left)}{rounded}"
                return f"{self.number(left)} divided by {self.digits(right)}{rounded}"

    def among(self, of: Value) -> str:
        return f"among {self.several(of)}"

    def left_out(self, value: CountValues) -> str:
        return f" other than {' or '.join(self.icon(i) for i in value.without)}" if value.without else ""

    # -- multipliers ----------------------------------------
    def per(self, value: Value) -> str:
        match value:
            case Count(of=Space() as space):
                return f"for {self.place_name(replace(space, quant=Quant('each')))}"
            case Count(of=Sel() as sel):
                return f"for each {self.counted(sel)}"
            case Count(of=ValueSort(sort=sort)):
                return f"for each {self.forms.word(sort)}"
            case Count(of=Ref() as ref):
                return f"for each of {self.reference(ref)}" if ref.form else "for each"
            case Arith(op="//", left=Count(of=Sel() as sel), right=Num(n=n)):
                return f"for every {number_word(n)} {self.several(sel)}"
            case Arith(op="//", left=Count(of=Sel() as sel), right=Ref() as number):
                return f"for every {self.number(number)} {self.several(sel)}"
            case CountValues(
                attr=attr,
                of=Sel(noun=noun, quant=Quant(kind="all"), where=(OwnedBy(player=who),), pos=None),
                without=(),
            ) if self.forms.is_icons(attr):
                said = self.subject(who)
                have = "have" if said.base else "has"
                return f"for each {self.attribute(attr)} of {self.forms.word(noun)} {said.words} {have}"
            case CountValues(attr=attr, of=of):
                return f"for each different {self.attribute(attr)}{self.left_out(value)} {self.among(of)}"
            case HistoryCount(did=did):
                return f"for each time {self.condition(did)}"
            case Ref():
                return f"for each {self.reference(value)}".strip()
            case Capped(value=inner, limit=limit, kind="max"):
                lead = "up to a maximum of" if isinstance(limit, Num) else "up to"
                return f"{self.per(inner)}, {lead} {self.digits(limit)}"
            case Capped(value=inner, limit=limit):
                return f"{self.per(inner)}, to a minimum of {self.digits(limit)}"
            case _:
                return f"for each {self.number(value)}"

    # -- comparisons ----------------------------------------
    def compared(self, op: str, value: Value) -> str:
        """Behind a verb or a number's name: "3", "3 or less", "greater than …", "equal to …"."""
        said = self.digits(value)
        plain = isinstance(value, Num)
        match op:
            case "==":
                return said if plain else f"equal to {said}"
            case "!=":
                return f"other than {said}"
            case "<=" | ">=" if plain:
                return f"{said} or {_LESS[op]}"
            case "<=" | ">=":
                return f"at {'least' if op == '>=' else 'most'} {said}"
            case "<" | ">":
                return f"{_THAN[op]} {said}"
            case _:
                raise ValueError(op)

    def at_least(self, op: str, value: Value, noun: str) -> str:
        """How many or how much somebody has: "at least 5 …", "exactly three …"."""
        said = self.digits(value)
        match op:
            case "==":
                return f"exactly {said} {noun}"
            case ">=":
                return f"at least {said} {noun}"
            case "<=":
                return f"{said} or less {noun}"
            case "<":
                return f"less than {said} {noun}"
            case ">":
                return f"more than {said} {noun}"
            case _:
                return f"other than {said} {noun}"

    # -- amounts ----------------------------------------
    def amount(self, amount: Amount) -> str:
        """What somebody or something gets: "+2 … for each …", "+… equal to …"."""
        unit = self.forms.word(amount.unit) if amount.chosen is None else f"of {self.value(amount.chosen)}"
        times = self.per(amount.per) if amount.per is not None else ""
        match amount.value:
            case Num(n=n, half=True):
                said = f"+{self.number(amount.value)} {unit}" if n >= 0 else f"-{-n} 1/2 {unit}"
            case Num(n=n):
                said = f"{signed(n)} {unit}"
            case Ref(to=to) if to.startswith("param "):
                said = f"+{self.number(amount.value)} {unit}"
            case Arith(op="-", left=Num(n=0, half=False), right=Ref(to=to) as slot) if to.startswith("param "):
                said = f"-{self.number(slot)} {unit}"
            case Arith(op="-", left=Num(n=0, half=False), right=right):
                said = f"-{unit} equal to {self.number(right)}"
            case value:
                said = f"+{unit} equal to {self.number(value)}"
        return f"{said} {times}".strip()
