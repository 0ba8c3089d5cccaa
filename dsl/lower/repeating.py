"""Effects done again: so many times, until something is so, from the start of the line."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .code import Label
from .effect_base import EffectBase
from .primitives import PRIMITIVES
from .scope import Bind, Env
from .unlowered import Unlowered


def again(body: t.Node) -> bool:
    """Whether a text says "repeat this process"."""
    return any(isinstance(node, t.Repeat) and node.effect is None for node in body.walk())


class Repeating(EffectBase):
    """Lowers repetitions."""

    _process: Label | None = None

    def begin(self, body: t.Node) -> None:
        """A line begins: what "repeat this process" goes back to."""
        self._process = self.code.here() if again(body) else None

    def repeat(self, effect: t.Repeat, env: Env, tail: bool) -> None:
        body = effect.effect
        if body is None:
            if self._process is None or effect.times is not None or effect.until is not None:
                raise Unlowered("repeating a process", effect)
            self.code.op("JUMP", self._process)
        elif effect.until is not None:
            self._until(body, effect.until, None if effect.times is None else self.plans.num(effect.times, env), env)
        elif isinstance(effect.times, t.Ref) and effect.times.to == "any number":
            self._as_often_as_wanted(body, env)
        elif effect.times is not None:
            self._times(self.plans.num(effect.times, env), lambda: self.effect(body, env))
        else:
            raise Unlowered("repeating a process", effect)

    def _as_often_as_wanted(self, offer: t.Effect, env: Env) -> None:
        """Asked again after each time it was done, until it is declined or can't be done."""
        end = self.code.label()
        if isinstance(offer, t.May):
            env = env.with_you(self.plans.player(offer.who, env))
        cost = offer.effect if isinstance(offer, t.May) else offer.cost if isinstance(offer, t.PayTo) else None
        if cost is None:
            raise Unlowered("any number of times something that must be done", offer)
        start = self.code.here()
        self.code.eval(self.twins.possible(cost, env))
        self.code.op("JFALSE", end)
        self.selecting.yes(env)
        self.code.op("JFALSE", end)
        done = self.complete(cost, env)
        if isinstance(offer, t.PayTo):
            self.code.eval(done)
            self.code.op("JFALSE", end)
            self.effect(offer.effect, env)
        self.code.op("JUMP", start)
        self.code.place(end)

    def _until(self, body: t.Effect, until: t.Condition, most: Plan | None, env: Env) -> None:
        """One round after the other until it is so; a round in which nothing happens is the last. `most`: so many."""
        if not isinstance(body, t.Do) or not body.binds:
            raise Unlowered("repeating something until", body)
        code = self.code
        every = code.cleared()
        env.binds[body.binds] = Bind(rows=("local", every), done=("some", ("local", every)))
        end = code.label()
        left = code.local() if most is not None else -1
        if most is not None:
            code.set(left, most)
        start = code.here()
        code.eval(self.condition(until, env))
        code.op("JTRUE", end)
        if most is not None:
            code.eval(("lt", ("num", 0), ("local", left)))
            code.op("JFALSE", end)
            code.set(left, ("sub", ("local", left), ("num", 1)))
        if isinstance(body.who, (t.Sel, t.Union)):
            made = self._turns(body, until, every, env)
        else:
            made = self._round(body, every, env)
            code.set(every, ("join", ("local", every), made))
        code.eval(made)
        code.op("JTRUE", start)
        code.place(end)

    def _turns(self, body: t.Do, until: t.Condition, every: int, env: Env) -> Plan:
        """A round of several players, one after the other, in which nobody does it any more once it is so."""
        code = self.code
        made = code.cleared()
        code.set(made, ("empty",))
        assert body.who is not None

        def one(inner: Env) -> None:
            after = code.label()
            code.eval(self.condition(until, env))
            code.op("JTRUE", after)
            rows = self._round(replace(body, who=t.Ref("loop", "player", "they")), every, inner)
            code.set(every, ("join", ("local", every), rows))
            code.set(made, ("join", ("local", made), rows))
            code.place(after)

        self._subjects(body.who, env, one)
        return ("local", made)

    def _round(self, body: t.Do, every: int, env: Env) -> Plan:
        """What one round did. Cards that are shown stay where they are, so the next one lies under them."""
        verb = self._verb(body)
        shown = isinstance(verb.does, t.Do) and PRIMITIVES.get(verb.does.verb, verb.does.verb) in ("show", "look")
        deeper = replace(env, binds=dict(env.binds))
        if not shown:
            self.effect(body, deeper)
            made = deeper.binds[body.binds].rows
            if made is None:
                raise Unlowered("repeating something until", body)
            return made
        chosen = self.selecting.choose(self._args(body)["cards"], deeper)
        if chosen.pile is None or chosen.number != ("num", 1) or body.who is not None:
            raise Unlowered("showing cards until", body)
        seen: Plan = ("count-rows", ("local", every))
        self.code.eval(chosen.pile)
        self.code.eval(("add", seen, ("num", 1)))
        self.code.op("NEED")
        card: Plan = ("nth", ("in", ("group", chosen.pile)), seen)
        there: Plan = ("filter", ("group", card), ("le", ("num", 0), ("cand", env.depth)))
        event = self._event(verb, ("rows-move", env.you, there, ("num", -1), 0), None, False, True)
        assert event.rows is not None
        return event.rows
