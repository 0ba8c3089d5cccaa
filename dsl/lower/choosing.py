"""Choosing a value that later clauses mean: a card, a player, an icon, a number, a name."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .effect_base import EffectBase
from .scope import Bind, Env
from .selecting import ICON, NAME, SPACE, Chosen
from .unlowered import Unlowered, any_of

DIFFERENT = t.Different("card")


def chosen_apart(effect: t.Each) -> tuple[t.Effect, ...]:
    """ "Each player chooses a different Hero and gains it": all choose first, then it is done to all of it at once."""
    parts = effect.effect.effects if isinstance(effect.effect, t.Seq) else ()
    first = parts[0] if parts else None
    if not isinstance(first, t.ChooseValue) or not isinstance(first.what, t.Sel) or DIFFERENT not in first.what.where:
        return ()
    rest = tuple(part for part in parts[1:] if isinstance(part, t.Do))
    if len(rest) + 1 != len(parts):
        raise Unlowered("something else with different cards of several players", effect)
    return (replace(first, who=effect.over), *(replace(part, who=effect.over) for part in rest))


class Choosing(EffectBase):
    """Lowers the choice of a value."""

    def choose_value(self, effect: t.ChooseValue, env: Env, tail: bool) -> None:
        if isinstance(effect.who, (t.Sel, t.Union)):
            self._each_chooses(effect.who, effect, env)
            return
        inner = env.with_you(self.plans.performer(effect.who, env)) if effect.who is not None else env
        what = effect.what
        if isinstance(what, t.Sel) and what.noun == "player":
            chosen = self.selecting.players(what, inner)
        elif isinstance(what, t.Space):
            options = self.plans.spaces(what, inner)
            chosen = self.selecting.pick(options, ("num", 1), ("num", 1), inner, _one(what), SPACE)
        elif isinstance(what, t.Sel) and self.plans.remembered(what):
            self._choose_remembered(effect, what, inner)
            return
        elif isinstance(what, (t.Sel, t.Union)):
            chosen = self.selecting.cards(what, inner)
        elif isinstance(what, t.ValueSort):
            chosen = self._sort(what, inner)
        elif isinstance(what, (t.Count, t.CountValues, t.HistoryCount)):
            number = self.code.zeroed()  # "count the Wounds you have": a number nobody chooses
            self.code.set(number, self.plans.num(what, inner))
            env.binds[effect.binds] = Bind(number=("local", number), done=("yes",))
            return
        else:
            raise Unlowered("choosing this", effect)
        local = self.code.cleared()
        self.code.set(local, chosen.group)
        env.binds[effect.binds] = Bind(value=("local", local), done=("some", ("local", local)))

    def _each_chooses(self, who: t.Sel | t.Union, effect: t.ChooseValue, env: Env) -> None:
        """Each of several players chooses a card, one after the other: "those cards" are all of them, "that card" is
        what the player of whom it is said has chosen."""
        if not isinstance(effect.what, t.Sel) or effect.what.noun == "player":
            raise Unlowered("each of several players choosing a value", effect)
        rows = self.code.cleared()
        apart = DIFFERENT in effect.what.where  # nobody takes what another one has chosen
        what = replace(effect.what, where=tuple(p for p in effect.what.where if p != DIFFERENT))
        one = replace(effect, who=None, what=what)

        def choice(inner: Env) -> None:
            taken: Plan = ("row-cards", ("local", rows))
            self.choose_value(one, replace(inner, spared=taken) if apart else inner, False)
            chosen = inner.binds[effect.binds].value
            assert chosen is not None
            self.code.set(rows, ("join", ("local", rows), ("rows-fact", inner.you, chosen, ("num", 1))))

        self._subjects(who, env, choice)
        every: Plan = ("local", rows)
        env.binds[effect.binds] = Bind(rows=every, value=("row-cards", every), done=("some", every), each=True)

    def _choose_remembered(self, effect: t.ChooseValue, what: t.Sel, env: Env) -> None:
        """ "Choose a Hero you played this turn": wherever it is now; to do something to it, it must still be there."""
        chosen = self.selecting.quantity(what, self.plans.selection(what, env), env)
        local, there = self.code.cleared(), self.code.cleared()
        self.code.set(local, chosen.group)
        unmoved = self.plans.selection(what, env, live=True)
        self.code.set(there, ("filter", ("local", local), ("member", ("cand", env.depth), unmoved)))
        some: Plan = ("some", ("local", local))
        env.binds[effect.binds] = Bind(value=("local", local), done=some, unmoved=("local", there))

    def _sort(self, what: t.ValueSort, env: Env) -> Chosen:
        ids = self.plans.ids
        if what.sort in ids.families:
            family = ids.families[what.sort]
            icons = [i for i, icon in enumerate(ids.image.icons) if icon.family == family]
            options: Plan = ("list", *(("num", i) for i in icons))
            return self.selecting.pick(options, ("num", 1), ("num", 1), env, _one(what), ICON)
        if what.sort in ids.name_attrs and not what.options:
            attr = ids.name_attrs[what.sort]
            kinds = ids.image.name_kinds[attr]
            of = any_of([("is-kind", ("cand", 0), kind) for kind in kinds]) if kinds else ("yes",)
            found: Plan = ("distinct", ("filter", ("all-cards",), of), ("name", ("cand", 0), attr))
            options = ("filter", found, ("le", ("num", 0), ("cand", 0)))
            return self.selecting.pick(options, ("num", 1), ("num", 1), env, _one(what), NAME)
        large = [i for o in what.options if isinstance(o, t.IconValue) for i in o.icons if i.startswith("big:")]
        if large and len(large) == len(what.options):
            names = [ids.image.attrs[ids.attrs[i.removeprefix("big:")]] for i in large]
            options = ("list", *(("num", name) for name in names))
            return self.selecting.pick(options, ("num", 1), ("num", 1), env, _one(what), NAME)
        if what.options and all(isinstance(o, t.IconValue) for o in what.options):
            icons = [ids.icons[o.icons[0]] for o in what.options if isinstance(o, t.IconValue)]
            options = ("list", *(("num", i) for i in icons))
            return self.selecting.pick(options, ("num", 1), ("num", 1), env, _one(what), ICON)
        raise Unlowered(f"choosing a {what.sort}", what)


def _one(node: t.Value) -> t.Sel:
    return t.Sel("card", t.Quant("exactly", t.Num(1)), span=node.span)
