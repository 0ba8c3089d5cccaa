"""Resources: getting, paying, what is paid for an effect."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .effect_base import EffectBase
from .scope import Bind, Env
from .selecting import COUNT, NUMBER
from .unlowered import Unlowered


class Payments(EffectBase):
    """Lowers getting and paying."""

    def pay_to(self, effect: t.PayTo, env: Env, tail: bool) -> None:
        """may A to B: B only if A was done completely. Of several players each decides and pays."""
        several = next((n.who for n in paying(effect.cost) if isinstance(n.who, t.Sel)), None)
        if several is not None:
            one = replace(effect, cost=paid_by(effect.cost, t.Ref("loop", "player", "they")))
            self._subjects(several, env, lambda inner: self.pay_to(one, inner, False))
            return
        end = self.code.label()
        if effect.may:
            self.code.eval(self.twins.possible(effect.cost, env))
            self.code.op("JFALSE", end)
            self.selecting.yes(env)
            self.code.op("JFALSE", end)
        done = self.complete(effect.cost, env)
        self.code.eval(done)
        self.code.op("JFALSE", end)
        self.effect(effect.effect, env, tail)
        self.code.place(end)

    def complete(self, effect: t.Effect, env: Env) -> Plan:
        """Emit an effect and give the plan that tells whether it was done completely."""
        if isinstance(effect, (t.Do, t.UseKeyword)):
            number = effect.binds or -len(self.code.code) - 1  # a bind of its own where the text has none
            self.effect(replace(effect, binds=number), env)
            bind = env.binds.get(number)
            return bind.done if bind is not None and bind.done is not None else ("yes",)
        if isinstance(effect, t.Seq):
            done: Plan = ("yes",)
            for part in effect.effects:
                done = ("and", done, self.complete(part, env))
            return done
        self.effect(effect, env)
        return ("yes",)

    # ---------------------------------------------------------------------- points
    def get(self, effect: t.Get, env: Env, tail: bool) -> None:
        if isinstance(effect.who, t.Sel):
            one = replace(effect, who=t.Ref("loop", "player", "they"))
            self._subjects(effect.who, env, lambda inner: self.get(one, inner, False))
            return
        inner = env.with_you(self.plans.performer(effect.who, env))
        if effect.either:
            modes = tuple(replace(effect, amounts=(a,), either=False) for a in effect.amounts)
            self.choose(t.Choose(effect.who, modes), env, tail)
            return
        only = self._usable_for(effect.only) if effect.only is not None else -1
        event = self.plans.ids.events["get"]
        rows = self.code.cleared() if effect.binds else None
        for i, amount in enumerate(effect.amounts):
            self.code.eval(self._points_made(amount, only, inner))
            last = tail and i == len(effect.amounts) - 1
            self.code.op("EVENT", event, 1 if last else 0)
            if rows is not None:
                self.code.op("STORE", rows)
            else:
                self.code.op("POP")
        if rows is not None:
            env.binds[effect.binds] = Bind(rows=("local", rows), done=("some", ("local", rows)))

    def _points_made(self, amount: t.Amount, only: int, env: Env) -> Plan:
        """The rows of points of one amount; of a kind that was chosen: of whichever kind it was."""
        if amount.chosen is not None:
            chosen: Plan = ("one", self.plans.group(amount.chosen, env))
            image = self.plans.ids.image
            kinds = [name for name, at in self.plans.ids.attrs.items() if at < image.points]
            ways: Plan = ("list",)
            for kind in kinds:
                is_it: Plan = ("eq", chosen, ("text-name", image.attrs[self.plans.ids.attrs[kind]]))
                ways = ("if", is_it, self._points_made(replace(amount, unit=kind, chosen=None), only, env), ways)
            return ways
        if amount.unit not in self.plans.ids.attrs or not self.plans.ids.point(amount.unit):
            raise Unlowered(f"getting {amount.unit}", amount)
        number = self.plans.num(amount.value, env)
        if amount.per is not None:
            number = ("mul", number, self.plans.num(amount.per, env))
        made: Plan = ("rows-points", env.you, self.plans.ids.attrs[amount.unit], number)
        if only >= 0:
            made = ("rows-points-for", env.you, self.plans.ids.attrs[amount.unit], number, only)
        if isinstance(amount.value, t.AttrOf) and isinstance(amount.value.of, t.Ref):
            about = amount.value.of
            if about.to.startswith("param ") and about.type == "card":
                made = ("rows-from", made, self.plans.card(about, env))  # a procedure speaks for its card
        if amount.unit in self.plans.defs.turn_points and env.you != ("active",):
            made = ("if", ("eq", env.you, ("active",)), made, ("list",))
        return made

    def _usable_for(self, only: t.Effect) -> int:
        """The plan of the cards that points may be spent on: those the act they are for is done on."""
        if not isinstance(only, t.Do) or only.verb not in self.plans.ids.acts:
            raise Unlowered("points for something that is no act", only)
        inner = Env().candidate()
        cards = [self.plans.fits(arg.value, inner) for arg in only.args if arg.role == "cards"]
        return self.plans.ids.plan(cards[0] if cards else ("yes",))

    def pay(self, effect: t.Pay, env: Env, tail: bool) -> None:
        """Points given up: complete only if there are as many."""
        if isinstance(effect.who, t.Sel):
            one = replace(effect, who=t.Ref("loop", "player", "they"))
            self._subjects(effect.who, env, lambda inner: self.pay(one, inner, False))
            return
        inner = env.with_you(self.plans.performer(effect.who, env)) if effect.who is not None else env
        if effect.either:
            modes = tuple(replace(effect, amounts=(a,), either=False) for a in effect.amounts)
            self.choose(t.Choose(effect.who, modes), env, tail)
            return
        done = self.code.zeroed()
        end = self.code.label()
        owed = [(a.unit, self.plans.num(a.value, inner)) for a in effect.amounts]
        if effect.verb != "lose":
            for unit, number in owed:
                self.code.eval(("le", number, self.plans.payable(inner.you, unit)))
                self.code.op("JFALSE", end)
        for unit, number in owed:
            if effect.verb != "lose":
                for other in self.plans.ids.other_points(unit):
                    number = self._with_others(inner.you, self.plans.ids.attrs[unit], other, number)
            self._given_up(inner.you, self.plans.ids.attrs[unit], number)
        self.code.set(done, ("num", 1))
        self.code.place(end)
        if effect.binds:
            env.binds[effect.binds] = Bind(done=("local", done))

    def _given_up(self, you: Plan, kind: int, number: Plan) -> None:
        self.code.eval(("rows-points", you, kind, ("neg", number)))
        self.code.op("EVENT", self.plans.ids.events["get"], 0)
        self.code.op("POP")

    def _with_others(self, you: Plan, kind: int, other: int, number: Plan) -> Plan:
        """Where points of another kind may be paid instead, the payer says how many are; what is left to pay."""
        code = self.code
        there: Plan = ("points-as", you, kind, other)
        rest = code.zeroed()
        code.set(rest, number)
        end = code.label()
        code.eval(("lt", ("num", 0), ("min", ("local", rest), there)))
        code.op("JFALSE", end)
        least: Plan = ("max", ("num", 0), ("sub", ("local", rest), self.plans.free_points(you, kind)))
        most: Plan = ("min", ("local", rest), there)
        code.eval(you)
        code.eval(("filter", ("range", most), ("le", least, ("cand", 0))))
        code.op("PUSH", 1)
        code.op("PUSH", 1)
        code.op("ASK", NUMBER, COUNT, self.selecting.sentence)
        of_other = code.store_new()
        code.set(of_other, ("one", ("local", of_other)))
        self._given_up(you, other, ("local", of_other))
        code.set(rest, ("sub", ("local", rest), ("local", of_other)))
        code.place(end)
        return ("local", rest)


def paying(cost: t.Effect) -> tuple[t.Do | t.Pay | t.UseKeyword, ...]:
    """The clauses of a price, one by one."""
    match cost:
        case t.Do() | t.Pay() | t.UseKeyword():
            return (cost,)
        case t.Seq(effects=parts) | t.Choose(modes=parts):
            return tuple(clause for part in parts for clause in paying(part))
        case _:
            return ()


def paid_by(cost: t.Effect, who: t.Value) -> t.Effect:
    """A price that somebody else pays."""
    match cost:
        case t.Do() | t.Pay() | t.UseKeyword():
            return replace(cost, who=who) if isinstance(cost.who, t.Sel) else cost
        case t.Seq(effects=parts):
            return replace(cost, effects=tuple(paid_by(part, who) for part in parts))
        case t.Choose(modes=modes):
            return replace(cost, modes=tuple(paid_by(mode, who) for mode in modes))
        case _:
            return cost
