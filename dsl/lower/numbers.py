"""Numbers, names and icons."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import type_of
from cardwright.runtime.bytecode.image import Plan

from .planning import Planning
from .scope import Env
from .unlowered import Unlowered


class Numbers(Planning):
    """Lowers numbers, names and icons."""

    # ---------------------------------------------------------------------- numbers
    def num(self, value: t.Value | None, env: Env) -> Plan:
        if value is None:
            return ("num", 1)
        if isinstance(value, t.Num):
            if value.half:
                raise Unlowered("half points", value)
            return ("num", value.n)
        if isinstance(value, t.Count):
            return self.count(value.of, env)
        if isinstance(value, t.CountValues):
            return ("longest-run" if value.run else "count", self.distinct(value, env))
        if isinstance(value, t.AttrOf):
            return self.attr_of(value, env)
        if isinstance(value, t.Points) and value.way:
            return ("row-amount", self.points_rows(value, env))
        if isinstance(value, t.Points):
            op = "points-made" if value.made else "points"
            return (op, self.player(value.who, env), self.ids.attrs[value.point])
        if isinstance(value, t.Arith):
            left, right = self.num(value.left, env), self.num(value.right, env)
            if value.op == "//":
                return ("div", left, right, 1 if value.rounding == "up" else 0)
            return ({"+": "add", "-": "sub", "*": "mul"}[value.op], left, right)
        if isinstance(value, t.Capped):
            op = "min" if value.kind == "max" else "max"
            return (op, self.num(value.value, env), self.num(value.limit, env))
        if isinstance(value, t.CounterValue):
            return ("counter", self.ids.counters[value.counter])
        if isinstance(value, t.TermValue):
            term = self.defs.terms[value.term]
            params = {arg.role: self.group(arg.value, env) for arg in value.args}
            return self.num_of(term.body, env.with_params(params))
        if isinstance(value, t.KeywordNumber):
            return self.of_keyword(value, env)
        if isinstance(value, t.HistoryCount):
            if any(isinstance(a.value, t.Sel) and a.value.quant.kind in ("any", "plural") for a in value.did.args):
                raise Unlowered("how often several cards at once were handled", value)
            return ("count-rows", self.happened_rows(value.did, env))
        if isinstance(value, t.Ref):
            if value.type in ("cards", "players"):
                return ("count", self.ref(value, env)[0])
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        if isinstance(value, t.Sel):
            return self.count(value, env)
        raise Unlowered("this as a number", value)

    def points_rows(self, value: t.Points, env: Env) -> Plan:
        """What a player got of a kind of points by the effects just before."""
        if env.last_mark is None:
            raise Unlowered('"this way" with no effect before it', value)
        row: Plan = ("cand", env.depth)
        of_kind: Plan = ("eq", ("row-to", row), ("num", self.ids.attrs[value.point]))
        theirs: Plan = ("eq", ("row-who", row), self.player(value.who, env))
        return ("rfilter", ("history-since", self.ids.events["get"], env.last_mark), ("and", of_kind, theirs))

    def of_keyword(self, value: t.KeywordNumber, env: Env) -> Plan:
        """What a keyword makes of a number of a card that has it, or would give a player or make of a card."""
        if value.attr:
            card = self.card(value.of, env)
            return ("attr-from", card, self.ids.attrs[value.attr], self.ids.keywords[value.keyword])
        player = type_of(value.of) in ("player", "players")
        kind = t.Get if player else t.Change
        for body in self.defs.keyword_bodies.get(value.keyword, ()):
            given = body.lines[0].body if len(body.lines) == 1 else None
            if not isinstance(given, kind) or len(given.amounts) != 1:
                continue
            amount = given.amounts[0]
            if player:
                inner = env.declared()
                inner = replace(inner, you=self.player(value.of, env))
            else:
                inner = replace(env, source=self.card(value.of, env))
            number = self.num(amount.value, inner)
            return number if amount.per is None else ("mul", number, self.num(amount.per, inner))
        raise Unlowered(f"the number of {value.keyword}", value)

    def num_of(self, body: t.Value | t.Condition, env: Env) -> Plan:
        if isinstance(body, t.Condition):
            raise Unlowered("a condition as a number", body)
        return self.num(body, env)

    def count(self, of: t.Value, env: Env) -> Plan:
        if (isinstance(of, t.Sel) and of.noun == "player") or (
            isinstance(of, t.Ref) and of.type in ("player", "players")
        ):
            return ("count", self.players(of, env))
        if isinstance(of, t.Space):
            return ("count", self.spaces(of, env))
        if isinstance(of, t.IconValue):
            return ("num", len(of.icons))
        times = self.times_done(of, env)
        return ("count", self.group(of, env)) if times is None else times

    def distinct(self, value: t.CountValues, env: Env) -> Plan:
        inner = env.candidate()
        assert inner.cand is not None
        if value.attr in self.ids.families:
            per: Plan = ("icons", inner.cand, self.ids.families[value.attr])
            if value.attr in self.defs.none_counts:
                per = ("if", ("some", per), per, ("list", ("num", -1)))
        elif value.attr in self.ids.attrs:
            per = self._attr(inner.cand, value.attr, value.printed)
        else:
            per = ("name", inner.cand, self.ids.name_attrs[value.attr])
        found: Plan = ("distinct", self.group(value.of, env), per)
        if value.attr in self.ids.name_attrs:  # a card that has none counts for nothing
            found = ("filter", found, ("le", ("num", 0), inner.cand))
        if value.without:
            left_out: Plan = ("list", *(("num", self.ids.icons[icon]) for icon in value.without))
            found = ("filter", found, ("not", ("member", ("cand", env.depth), left_out)))
        return found

    def attr_of(self, value: t.AttrOf, env: Env) -> Plan:
        if value.attr not in self.ids.attrs:
            raise Unlowered(f"{value.attr} as a number", value)
        if value.fold:
            inner = env.candidate()
            assert inner.cand is not None
            op = {"sum": "sum", "max": "highest", "min": "lowest"}[value.fold]
            return (op, self.group(value.of, env), self._attr(inner.cand, value.attr, value.printed))
        if isinstance(value.of, t.Ref) and value.of.to.startswith("bind"):
            bind = env.binds.get(int(value.of.to.split()[1]))
            if bind is not None and bind.rows is not None and bind.value is None and value.printed:
                # the card as it was when the clause moved it, wherever it is now
                return ("row-attr", ("one", bind.rows), self.ids.attrs[value.attr])
        if isinstance(value.of, t.Sel) and value.of.quant.kind in ("all", "plural", "each"):
            return self.attr_of(t.AttrOf(value.of, value.attr, value.printed, "sum"), env)
        return self._attr(self.card(value.of, env), value.attr, value.printed)

    def _attr(self, card: Plan, attr: str, printed: bool) -> Plan:
        """A number of a card as it is now; what is a price is what is printed, but where it is paid (C-9.7)."""
        printed = printed or attr in self.defs.paid_only
        return ("printed" if printed else "attr", card, self.ids.attrs[attr])

    # ---------------------------------------------------------------------- names, icons
    def name(self, value: t.Value, attr: str, env: Env) -> Plan:
        if isinstance(value, t.NameValue):
            return ("text-name", self.ids.name(value.text))
        if isinstance(value, t.AttrOf):
            return ("name", self.card(value.of, env), self.ids.name_attrs[value.attr])
        if isinstance(value, t.Ref):
            if value.type in ("card", "cards"):
                return ("name", self.card(value, env), self.ids.name_attrs[attr])
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        raise Unlowered("this as a name", value)

    def icons(self, value: t.Value, family: int, env: Env) -> Plan:
        if isinstance(value, t.IconValue):
            return ("group", *(("num", self.ids.icons[i]) for i in value.icons))
        if isinstance(value, t.Ref) and value.type not in ("card", "cards"):
            plan, group = self.ref(value, env)
            return plan if group else ("group", plan)
        if isinstance(value, t.AttrOf):
            return ("icons", self.card(value.of, env), family)
        return ("icons", self.card(value, env), family)
