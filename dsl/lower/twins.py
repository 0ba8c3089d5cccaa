"""The pure twin of an effect: whether it could be done completely now. Decides "A or B", "each player who can't", and
whether a "may" is offered. Must not emit code.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .defs import VerbDef
from .losing import losers
from .plans import Plans
from .rewriting import performers, within
from .scope import Env
from .together import alone, said
from .unlowered import Unlowered, all_of, any_of

YES: Plan = ("yes",)
ONE: Plan = ("num", 1)


def is_place(value: t.Value) -> bool:
    return isinstance(value, (t.Zone, t.Space))


class Twins:
    """Lowers effects to bool plans."""

    def __init__(
        self, plans: Plans, part: bool = False, does: Callable[[t.UseKeyword], t.Effect | None] | None = None
    ) -> None:
        self.plans = plans
        self.part = part  # a part of it is enough
        self.does = does  # what a keyword does first with the cards it is given

    def begun(self, effect: t.Effect, env: Env) -> Plan:
        """Whether it could be done at least in part: what decides "A or B" (C-15.2, C-15.4)."""
        return Twins(self.plans, True, self.does).possible(effect, env)

    def possible(self, effect: t.Effect, env: Env) -> Plan:
        if isinstance(effect, t.Do):
            return self._do(effect, env)
        if isinstance(effect, t.UseKeyword) and self.does is not None and not isinstance(effect.who, (t.Sel, t.Union)):
            inner = env.with_you(self.plans.performer(effect.who, env)) if effect.who is not None else env
            first = self.does(effect)
            return YES if first is None else self.possible(first, inner)
        if isinstance(effect, t.Seq):
            # what comes later depends on what the first has changed: only the first can be known
            return self.possible(effect.effects[0], env)
        if isinstance(effect, t.Pay) and effect.verb != "lose" and not isinstance(effect.who, t.Sel):
            inner = env.with_you(self.plans.performer(effect.who, env)) if effect.who is not None else env
            tests: list[Plan] = [
                ("le", self.plans.num(a.value, inner), self.plans.payable(inner.you, a.unit)) for a in effect.amounts
            ]
            return any_of(tests) if effect.either else all_of(tests)
        if isinstance(effect, t.PayTo):
            return Twins(self.plans, does=self.does).possible(effect.cost, env)
        if isinstance(effect, t.Gain) and isinstance(effect.what, t.Sel):
            return self._enough(losers(effect).what, env, None)
        if isinstance(effect, t.SameEffect) and effect.of is not None:
            return ("some", self.plans.group(effect.of, env))
        if isinstance(effect, t.Choose):
            return any_of([self.possible(mode, env) for mode in effect.modes])
        if isinstance(effect, (t.May, t.Instead)):
            return self.possible(effect.effect, env)
        if isinstance(effect, t.If) and effect.otherwise is None and not effect.unless:
            return all_of([self.plans.cond(effect.cond, env), self.possible(effect.then, env)])
        if isinstance(effect, t.ChooseValue):
            if isinstance(effect.what, t.Sel) and effect.what.noun != "player":
                return self._enough(effect.what, env, None)
            return YES
        return YES

    def _do(self, effect: t.Do, env: Env) -> Plan:
        if effect.who is not None:
            if isinstance(effect.who, t.Ref) and effect.who.type == "player":
                env = env.with_you(self.plans.performer(effect.who, env))
            elif isinstance(effect.who, t.Sel):
                return YES
        verb = self.plans.defs.verbs.get(effect.verb)
        other = next((arg.value for arg in effect.args if arg.role == "with"), None)
        if other is not None:  # both of the two things it is done to
            rest = replace(effect, args=tuple(arg for arg in effect.args if arg.role != "with"))
            return all_of([self._enough(other, env, None, verb), self._do(rest, env)])
        if verb is not None and verb.subject == "card":
            who = next((arg.value for arg in effect.args if arg.role == "subject"), effect.who)
            if isinstance(who, t.Sel) and who.noun != "player":
                effect = replace(effect, who=None, args=tuple(a for a in effect.args if a.role != "subject"))
                return all_of([self._enough(who, env, None, verb), self._do(effect, env)])
        for arg in effect.args:
            if arg.role == "cards" and isinstance(arg.value, (t.Sel, t.Union)):
                if effect.verb in ("reveal", "look at") and self.plans.defs.belongings is not None:
                    return self._enough(arg.value, env, self.plans.belongings_of(env.you, env, effect))
                source = verb.source if verb is not None else None
                source = next((a.value for a in effect.args if a.role == "from" and is_place(a.value)), source)
                if source is None and self.plans.supplied(arg.value, effect):
                    source = "home"
                if source is None and isinstance(arg.value, t.Sel):
                    return self._enough(arg.value, env, self.plans.had(arg.value, env, effect), verb)
                return self._enough(arg.value, env, source, verb)
            if arg.role == "subject" and isinstance(arg.value, t.Sel) and arg.value.noun != "player":
                return self._enough(arg.value, env, None, verb)
            if arg.role == "cards" and isinstance(arg.value, t.Ref) and self._bound(arg.value, env):
                if arg.value.to == "this":
                    card: Plan = ("not", ("eq", self.plans.card(arg.value, env), ("num", -1)))
                    reach = self.plans.within_reach(arg.value, env)
                    return card if reach[0] != "filter" else all_of([card, ("some", reach)])
                return ("some", self.plans.allowed(verb, self.plans.live(arg.value, env), env))
        return YES

    def _bound(self, ref: t.Ref, env: Env) -> bool:
        """Whether what is meant has been bound already."""
        kind, _, number = ref.to.partition(" ")
        return kind != "bind" or (int(number) in env.binds and ref.type in ("card", "cards"))

    def _pile(self, source: t.Sel, env: Env, verb: VerbDef | None, number: Plan) -> Plan:
        """Whether a pile has so many cards, together with what it would be renewed from."""
        place = next((p for p in source.where if isinstance(p, t.InZone)), None)
        zone = place.zones[0] if place is not None else None
        if not isinstance(zone, t.Zone) or zone.others or isinstance(zone.owner, t.Sel):
            return YES  # which pile it is, is asked when it is done
        slots = self.plans.slots(zone, env)
        renewed = self.plans.defs.zones[zone.zone].renewed_from
        if renewed:
            slots = ("union", slots, self.plans.slots(replace(zone, zone=renewed), env))
        there = self.plans.allowed(verb, ("in", slots), env)
        return ("some", there) if self.part or number == ("num", 1) else ("le", number, ("count", there))

    def _enough(
        self, value: t.Value, env: Env, source: t.Value | Plan | str | None, verb: VerbDef | None = None
    ) -> Plan:
        """As many candidates as the quantity asks for; none for an optional quantity still needs one to be offered."""
        if isinstance(value, t.Union):
            parts = [self._enough(part, env, source, verb) for part in value.parts]
            return any_of(parts) if value.either else all_of(parts)
        if not isinstance(value, t.Sel):
            return YES
        if isinstance(source, (t.Zone, t.Space)) and any(isinstance(p, t.OwnedBy) for p in value.where):
            value = within(value, performers(source))
        default: Plan | None = source if isinstance(source, tuple) else None
        if isinstance(source, (t.Zone, t.Space)):
            default = ("in", self.plans.slots(source, env.declared()))
        elif isinstance(source, t.Sel):
            exact = value.quant.kind == "exactly" and value.quant.n is not None
            return self._pile(source, env.declared(), verb, self.plans.num(value.quant.n, env) if exact else ONE)
        elif source == "home":
            home = self.plans.home(value.noun, value, required=False)
            default = ("in", ("group", ("slot", home, ("num", -1)))) if home is not None else None
        try:
            cards = self.plans.allowed(verb, self.plans.selection(alone(value), env, default), env)
        except Unlowered:
            return YES
        if said(value) is not None:
            return ("le", self.plans.num(value.quant.n, env), self.plans.most_together(value, cards, env))
        if value.pos is not None and value.pos.kind in ("top", "bottom"):
            if any(isinstance(z, t.Zone) and self.plans.defs.zones[z.zone].renewed_from for z in value.walk()):
                return self._pile(value, env, verb, self.plans.num(value.pos.n, env) if value.pos.n else ONE)
            return ("some", cards)
        if value.quant.kind in ("exactly", "precisely") and not self.part:
            return ("le", self.plans.num(value.quant.n, env), ("count", cards))
        if value.quant.kind == "from" and not self.part:
            return ("le", ("num", value.quant.least), ("count", cards))
        return ("some", cards)
