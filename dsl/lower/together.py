"""Cards that are chosen together: "three cards with different costs", "two Heroes that share a Hero Class".

They are picked one after the other, each time among those that can still make up the number. Must not know verbs.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .planning import Planning
from .scope import Env
from .unlowered import Unlowered

ADJACENT = t.Different("adjacent", same=True)


def said(sel: t.Sel) -> t.Different | None:
    """What a selector says of its cards together."""
    if any(isinstance(p, t.InZone) and _adjacent(p) for p in sel.where):
        return ADJACENT
    return next((p for p in sel.where if isinstance(p, t.Different)), None)


def _adjacent(p: t.InZone) -> bool:
    """ "in adjacent spaces": next to each other, for nothing else is named."""
    place = p.zones[0]
    return isinstance(place, t.Space) and "adjacent" in place.where and place.of is None and place.quant is not None


def alone(sel: t.Sel) -> t.Sel:
    """The selector without what it says of its cards together."""
    return replace(sel, where=tuple(_apart(p) for p in sel.where if not isinstance(p, t.Different)))


def _apart(p: t.Pred) -> t.Pred:
    if not isinstance(p, t.InZone) or not _adjacent(p):
        return p
    spaces = tuple(
        replace(z, where=tuple(w for w in z.where if w != "adjacent")) if isinstance(z, t.Space) else z for z in p.zones
    )
    return replace(p, zones=spaces)


class Together(Planning):
    """Lowers what a group of cards must have in common, or must not."""

    def alike(self, p: t.Different, one: Plan, other: Plan, node: t.Node) -> Plan:
        """Whether two cards have the value in common."""
        if p is ADJACENT:
            return ("member", ("slot-of", other), ("adjacent", ("slot-of", one)))
        if p.attr in self.ids.families:
            family = self.ids.families[p.attr]
            return ("share-icon", ("icons", one, family), ("icons", other, family))
        return ("eq", self.value_of(p, one, node), self.value_of(p, other, node))

    def value_of(self, p: t.Different, card: Plan, node: t.Node) -> Plan:
        if p.attr in self.ids.attrs:
            return ("printed", card, self.ids.attrs[p.attr])
        if p.attr in self.ids.name_attrs:
            return ("name", card, self.ids.name_attrs[p.attr])
        raise Unlowered(f"cards chosen by different {p.attr}", node)

    def enough_together(self, sel: t.Sel, number: Plan, cards: Plan, env: Env) -> Plan:
        """Whether so many can be taken together; of icons, one that so many have."""
        p = said(sel)
        assert p is not None
        if not p.same or p.attr not in self.ids.families:
            return ("le", number, self.most_together(sel, cards, env))
        family = self.ids.families[p.attr]
        has: Plan = ("member", ("cand", env.depth), ("icons", ("cand", env.depth + 1), family))
        every: Plan = ("distinct", cards, ("icons", ("cand", env.depth), family))
        return ("some", ("filter", every, ("le", number, ("count", ("filter", cards, has)))))

    def most_together(self, sel: t.Sel, cards: Plan, env: Env) -> Plan:
        """How many of the cards can be taken together."""
        p = said(sel)
        assert p is not None
        one: Plan = ("cand", env.depth)
        if p.run:
            return ("longest-run", ("distinct", cards, self.value_of(p, one, sel)))
        if not p.same:
            return ("count", ("distinct", cards, self.value_of(p, one, sel)))
        self._pairs(p, sel)
        return ("highest", cards, ("count", self._like(p, one, cards, env.depth + 1, sel)))

    def next_together(self, sel: t.Sel, cards: Plan, chosen: Plan | None, number: Plan, env: Env) -> Plan:
        """Those that may be taken next, when some were chosen already."""
        p = said(sel)
        assert p is not None
        one: Plan = ("cand", env.depth)
        if p.run:
            return self._next_of_run(p, sel, cards, chosen if chosen is not None else ("empty",), number, env)
        if chosen is None:
            if not p.same:
                return cards
            return ("filter", cards, ("le", number, ("count", self._like(p, one, cards, env.depth + 1, sel))))
        if not p.same:
            had: Plan = ("distinct", chosen, self.value_of(p, ("cand", env.depth + 1), sel))
            return ("filter", cards, ("not", ("member", self.value_of(p, one, sel), had)))
        first: Plan = ("one", chosen)
        return ("minus", ("filter", cards, self.alike(p, one, first, sel)), chosen)

    def _next_of_run(self, p: t.Different, sel: t.Sel, cards: Plan, chosen: Plan, number: Plan, env: Env) -> Plan:
        """Numbers that follow one another: what lies with those chosen in so long a run, and is not there already."""
        one, first, other = (self.value_of(p, ("cand", env.depth + deep), sel) for deep in range(3))
        last: Plan = ("sub", ("add", first, number), ("num", 1))
        other_in: Plan = ("and", ("le", first, other), ("le", other, last))
        full: Plan = ("eq", number, ("count", ("distinct", ("filter", cards, other_in), other)))
        fits: Plan = ("eq", ("count", chosen), ("count", ("filter", chosen, other_in)))
        window: Plan = ("and", ("le", first, one), ("le", one, last), full, fits)
        had: Plan = ("distinct", chosen, self.value_of(p, ("cand", env.depth + 1), sel))
        new: Plan = ("not", ("member", one, had))
        return ("filter", cards, ("and", new, ("some", ("filter", cards, window))))

    def _like(self, p: t.Different, one: Plan, cards: Plan, depth: int, node: t.Node) -> Plan:
        """Those of the cards that are like one of them, itself too."""
        itself: Plan = ("eq", ("cand", depth), one)
        return ("filter", cards, ("or", itself, self.alike(p, ("cand", depth), one, node)))

    def _pairs(self, p: t.Different, sel: t.Sel) -> None:
        """Icons are shared by two, and two are adjacent; what three have in common two of them need not tell."""
        if (p is ADJACENT or p.attr in self.ids.families) and sel.quant.n != t.Num(2):
            raise Unlowered("more than two cards that share an icon", sel)
