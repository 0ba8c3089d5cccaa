"""Cards that go along their row: forward to where cards leave it, or toward one of its spaces."""

from __future__ import annotations

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .scope import Env
from .unlowered import Unlowered
from .verb_base import VerbBase


class Stepping(VerbBase):
    """Lowers "move … one space forward"."""

    def steps(self, effect: t.Do, env: Env) -> bool:
        """Whether it is such a move; emits it. The foremost goes first; none goes where another still stands."""
        args = {arg.role: arg.value for arg in effect.args}
        if effect.verb != "move" or "spaces" not in args:
            return False
        number, what, toward = args.pop("spaces"), args.pop("cards", None), args.pop("toward", None)
        forward = effect.mods == ("forward",)
        if args or what is None or not (forward if toward is None else effect.mods in ((), ("if able",))):
            raise Unlowered("such a move by spaces", effect)
        chosen = self.selecting.choose(what, env)
        if chosen.pile is not None:
            raise Unlowered("cards of a pile that go along a row", effect)
        cards = self.code.cleared()
        self.code.set(cards, ("reverse", chosen.group))
        if toward is None:
            self._loop(("local", cards), env, lambda inner: self._forward(number, inner))
            return True
        goal: Plan = self.plans.slot(toward, env)
        lies: Plan = ("slot-of", ("cand", env.depth))
        before: Plan = ("filter", ("local", cards), ("lt", lies, goal))
        behind: Plan = ("reverse", ("filter", ("local", cards), ("lt", goal, lies)))
        self._loop(before, env, lambda inner: self._toward(number, goal, False, inner))
        self._loop(behind, env, lambda inner: self._toward(number, goal, True, inner))
        return True

    def _next(self, card: Plan, back: bool, env: Env) -> Plan:
        """The space beside the one a card lies in."""
        here: Plan = ("slot-of", card)
        there: Plan = ("cand", env.depth)
        return ("filter", ("adjacent", here), ("lt", there, here) if back else ("lt", here, there))

    def _forward(self, number: t.Value, env: Env) -> None:
        assert env.loop is not None
        card = env.loop

        def once() -> None:
            ahead, end = self.code.label(), self.code.label()
            there = self._next(card, False, env)
            self.code.eval(("some", there))
            self.code.op("JTRUE", ahead)
            self._leave(card, env)
            self.code.op("JUMP", end)
            self.code.place(ahead)
            self._step(card, there, env)
            self.code.place(end)

        self._times(self.plans.num(number, env), once)

    def _toward(self, number: t.Value, goal: Plan, back: bool, env: Env) -> None:
        assert env.loop is not None
        card = env.loop

        def once() -> None:
            end = self.code.label()
            self.code.eval(("eq", ("slot-of", card), goal))
            self.code.op("JTRUE", end)
            self._step(card, self._next(card, back, env), env)
            self.code.place(end)

        self._times(self.plans.num(number, env), once)

    def _step(self, card: Plan, there: Plan, env: Env) -> None:
        end = self.code.label()
        self.code.eval(("some", ("empty-slots", there)))
        self.code.op("JFALSE", end)
        self.code.eval(("rows-move", env.you, ("group", card), ("one", there), 0))
        self.code.op("EVENT", self.plans.ids.events["move"], 0)
        self.code.op("POP")
        self.code.place(end)

    def _leave(self, card: Plan, env: Env) -> None:
        """What happens to a card that goes on from the last space of its row is what its zone declares."""
        for zone, procedure in self.plans.leaving.items():
            after = self.code.label()
            self.code.eval(("in-zone", card, zone))
            self.code.op("JFALSE", after)
            self.code.eval(("active",))
            self.code.eval(card)
            self.code.op("CALLAS", self.plans.procedures[procedure], 1)
            self.code.op("POP")
            self.code.place(after)
