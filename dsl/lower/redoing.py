"""Effects done again: the same effect, another card's, the same thing to others."""

from __future__ import annotations

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .effect_base import EffectBase
from .scope import Env
from .unlowered import Unlowered


class Redoing(EffectBase):
    """Lowers what repeats an effect that was said elsewhere."""

    def same_effect(self, effect: t.SameEffect, env: Env, tail: bool) -> None:
        if effect.on is not None:
            self._on_another(effect, effect.on, env)
            return
        if effect.edit is not None:
            if not isinstance(effect.edit, t.Do) or "first" not in effect.edit.mods:
                raise Unlowered("an edited effect", effect)
            self.effect(effect.edit, env)
        if effect.of is not None and not effect.label:
            card = self.code.local()
            self.code.set(card, self._remembered(effect.of, env))

            def once() -> None:
                self._as_played(card, env)
        elif effect.of is not None:
            other = effect.of
            card = self.code.local()
            self.code.set(card, self._having(other, effect.label, env))

            def once() -> None:
                self._labelled(card, effect, env)
        else:
            proc = self.install.labelled(effect)

            def once() -> None:
                self.code.op("CALL", proc, 0)
                self.code.op("POP")

        if effect.times is not None:
            self._times(self.plans.num(effect.times, env), once)
        else:
            once()

    def _remembered(self, of: t.Value, env: Env) -> Plan:
        """The card whose effects are copied, by choice, wherever it is now."""
        if not isinstance(of, t.Sel):
            return self.plans.card(of, env)
        return ("one", self.selecting.quantity(of, self.plans.selection(of, env), env).group)

    def _as_played(self, card: int, env: Env) -> None:
        """What is done when a card is played, by the card that says so: not its points, and it is not played."""
        end = self.code.label()
        self.code.eval(("le", ("num", 0), ("local", card)))
        self.code.op("JFALSE", end)
        self.code.eval(("def", ("local", card)))
        self.code.eval(env.source)
        self.code.eval(env.you)
        self.code.op("ABILITIES")
        self.code.place(end)

    def _on_another(self, effect: t.SameEffect, on: t.Value, env: Env) -> None:
        """ "Do the same thing to each other player's deck": who does it stays who they are; "for each other player":
        each of them does it."""
        again = effect.edit
        if again is None:
            raise Unlowered("the same thing here", effect)
        if isinstance(on, t.Zone) and isinstance(on.owner, t.Sel):
            owners = self.selecting.players(on.owner, env)

            def one(inner: Env) -> None:
                assert inner.loop is not None
                self.effect(again, env.with_params({"owner": inner.loop}))

            self._loop(owners.group, env, one)
        elif isinstance(on, t.Sel) and on.noun == "player" or isinstance(on, t.Ref) and on.type == "players":
            self._subjects(on, env, lambda inner: self.effect(again, inner))
        elif isinstance(on, t.Ref) and on.type == "player":
            self.effect(again, env.with_you(self.plans.player(on, env)))
        else:
            self.effect(again, env)

    def _having(self, of: t.Value, label: str, env: Env) -> Plan:
        """The card whose labelled effect is done: by choice among those that have one."""
        if not isinstance(of, t.Sel) or of.quant.kind != "exactly":
            return self.plans.card(of, env)
        cards = self.plans.selection(of, env)
        has: Plan = ("some", ("ability-ids", ("cand", env.depth), self.plans.ids.name(label)))
        return ("one", self.selecting.quantity(of, ("filter", cards, has), env).group)

    def _labelled(self, card: int, effect: t.SameEffect, env: Env) -> None:
        """Run a card's abilities with a label, without their event; "its last Twist effect": if there was one."""
        local: Plan = ("local", card)
        label, end = effect.label, self.code.label()
        if effect.last:
            counter = self.plans.defs.label_counter.get(label)
            if counter is None:
                raise Unlowered("the last effect of a label that is not counted", effect)
            self.code.eval(("lt", ("num", 0), ("counter", self.plans.ids.counters[counter])))
            self.code.op("JFALSE", end)

        def run(inner: Env) -> None:
            assert inner.loop is not None
            self.code.eval(inner.loop)
            self.code.eval(local)
            self.code.eval(env.you)
            self.code.op("NONE")
            self.code.op("RUN")
            self.code.op("POP")

        self._loop(("ability-ids", local, self.plans.ids.name(label)), env, run)
        self.code.place(end)
