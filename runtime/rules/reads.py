"""What a plan reads: the stamps that must stand still for its value to be the same again.

A stamp per zone, and one each for rows, points, counters, history, whose turn and which periods, and the rest. Values
that depend on locals (who asks, which card) are keyed by those. Of a card that is asked about it may be known where it
lies: then only what happens there can change its place. What cannot be told reads everything. Must not know plans'
values.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardwright.runtime.state.state import S_COUNTERS, S_POINTS, S_ROWS, S_TURN, S_ZONES

from .tables import Ability, Tables, speaks_of

Reads = frozenset[int]
Here = tuple[Any, Reads]  # the plan for a card, and the zones where it certainly lies
ASKED = ("local", 3)  # the card an act is about, in the plans of acts
MEANT = ("cand", 0)  # the card whose number it is, in the plans of modifiers
YOU = ("you", "local")
PLACED = frozenset(("slot-of", "owner", "adjacent", "still"))
ATTACHED = frozenset(("host", "held"))  # they read what is attached: nothing comes or goes there without its stamp
CARD = frozenset(
    (
        "icons",
        "has-icon",
        "is-kind",
        "name",
        "has-keyword",
        "def",
        "copy-def",
        "printed",
        "has-printed",
        "ability-ids",
    )
)
ALL = frozenset(("may", "may-copy", "can-pay", "points-as", "in-step"))
EXTRA: dict[str, tuple[int, ...]] = {
    "active": (S_TURN,), "players": (S_TURN,), "others": (S_TURN,),
    "points": (S_POINTS,), "points-made": (S_POINTS,), "counter": (S_COUNTERS,),
    "history": (S_TURN,), "history-since": (S_TURN,), "rows-after": (S_TURN,),
    "event": (), "rows-each": (S_TURN,),
}  # fmt: skip


class Reading:
    """Works out reads over the tables of one image."""

    def __init__(self, tables: Tables, statics: list[list[Any]], grants: list[Any]) -> None:
        self.t = tables
        self.statics = statics
        self.grants = grants
        self.zones = frozenset(range(S_ZONES, S_ZONES + len(tables.image.zones)))
        self.everything: Reads = frozenset(range(tables.stamps))
        self._attr: dict[tuple[int, Reads | None], Reads] = {}
        self._plans: dict[tuple[int, Here | None], Reads] = {}
        self._card: Reads | None = None

    def plan(self, number: int, here: Here | None = None) -> Reads:
        if number < 0:
            return frozenset()
        known = self._plans.get((number, here))
        if known is None:
            known = self._plans[number, here] = self.node(self.t.image.plans[number], here)
        return known

    def of_card(self, number: int, lie: Reads | None) -> Reads:
        """As `plan`, for a plan of a modifier and a card that lies in one of these zones."""
        return self.plan(number, None if lie is None else (MEANT, lie))

    def lie(self, group: Any) -> Reads | None:
        """The zones where all cards of a group lie; None if that is not known."""
        op = group[0]
        if op in ("filter", "top", "bottom"):
            return self.lie(group[1])
        if op == "in":
            named = self._named(group[1])
            return None if named == self.zones else named
        if op == "union":
            parts = [self.lie(part) for part in group[1:]]
            return None if None in parts else frozenset().union(*(part for part in parts if part is not None))
        return None

    def node(self, plan: Any, here: Here | None = None) -> Reads:
        """Stamps a plan reads."""
        if not isinstance(plan, (tuple, list)) or not plan:
            return frozenset()
        op = plan[0]
        if op in ALL or op == "allowed" and self.t.forbids[plan[2]]:
            return self.everything
        if op == "member" and plan[1][0] == "slot-of":
            known = self.zones if here is None or plan[1][1] != here[0] else here[1]
            named = self._named(plan[2])
            return self._inner(plan[1][1], here) | self.node(plan[2], here) | (known if named == self.zones else named)
        if op == "in-zone":
            return self.node(plan[1], here) | {S_ZONES + plan[2]}
        if op in ("in", "empty-slots"):
            return self.node(plan[1], here) | self._named(plan[1])
        found = self._inner(plan, here)
        meant = here is not None and plan[1:] and plan[1] == here[0]
        if op in PLACED:
            found |= here[1] if here is not None and meant and op == "slot-of" else self.zones
        if op in ATTACHED:
            found |= {S_ZONES}
        if op in CARD:
            found |= self.card()
        if op in ("history", "history-since"):
            found |= {self.t.history_stamps + plan[1]}
        if op == "mark":
            return self.everything
        if op in ("attr", "attr-from"):
            found |= self.attr(plan[2], here[1] if here is not None and meant else None)
        if op == "slots":
            found |= {S_TURN if self.t.layout.of_player[plan[1]] else S_ZONES + plan[1]}
        return found | frozenset(EXTRA.get(op, ()))

    def _inner(self, plan: Any, here: Here | None) -> Reads:
        found: Reads = frozenset()
        for part in plan[1:]:
            if isinstance(part, (tuple, list)):
                found |= self.node(part, here)
        return found

    def _named(self, slots: Any) -> Reads:
        """Zones whose cards are read through an expression for slots; all of them if it does not say which."""
        op = slots[0]
        if op in ("slots", "slot", "space"):
            return frozenset((S_ZONES + slots[1],))
        if op == "group":
            found: Reads = frozenset()
            for part in slots[1:]:
                found |= self._named(part)
            return found
        if op in ("empty-slots", "union", "join"):
            return frozenset().union(*(self._named(p) for p in slots[1:]))
        return self.zones

    def card(self) -> Reads:
        """What kinds, icons, names of a card depend on besides its definition: roles and grants."""
        if self._card is None:
            self._card = self.everything  # while it is worked out, and if grants depend on each other
            found: Reads = frozenset((S_ROWS,))
            found |= {S_ZONES + z for z, both in enumerate(self.t.both) if both}
            for g in self.grants:
                found |= self.ability(g.ability)
                for _, template in g.ability.image.rows:
                    found |= (
                        self.plan(template[4]) if len(template) > 4 and isinstance(template[4], int) else frozenset()
                    )
            self._card = found
        return self._card

    def attr(self, attr: int, lie: Reads | None = None) -> Reads:
        """What the current number of a card depends on, perhaps of one that lies in one of these zones."""
        known = self._attr.get((attr, lie))
        if known is None:
            self._attr[attr, lie] = self.everything  # numbers that depend on each other
            found = self.card() | {S_ROWS}
            for m in self.statics[attr]:
                parts = [t[at] for _, t in m.ability.image.rows if t[0] == attr for at in (3, 4)]
                found |= self.ability(m.ability, self._yours(m.ability, parts))
                for part in parts:
                    found |= self.of_card(part, lie)
            known = self._attr[attr, lie] = found
        return known

    def _yours(self, ability: Ability, parts: list[int]) -> bool:
        """Whether it matters whose an ability is."""
        image, plans = ability.image, self.t.image.plans
        told = (image.condition, image.times, image.you, image.pattern, *parts)
        return any(part >= 0 and speaks_of(plans[part], YOU) for part in told)

    def standing(self, ability: Ability) -> Reads:
        """What a standing condition depends on, as long as it does not hold."""
        return self.ability(ability, not ability.alone or ability.image.pattern >= 0 or self._yours(ability, []))

    def of_states(self, states: Iterable[int]) -> Reads:
        """What a selection of standing conditions depends on, as long as none of them holds."""
        return frozenset((S_ROWS,)).union(*(self.standing(self.t.ability[at]) for at in states))

    def ability(self, ability: Ability, yours: bool = True) -> Reads:
        """Where it works, whose it is if that matters, its condition and times."""
        image = ability.image
        found: Reads = frozenset((S_ROWS, S_TURN) if yours else (S_ROWS,))
        found |= self.plan(image.condition) | self.plan(image.times) | self.plan(image.you)
        found |= self.plan(image.pattern)
        if not ability.always:
            found |= {S_ZONES + z for z, ok in enumerate(ability.zoneok) if ok}
            if ability.zoneok[0]:
                found |= self.zones  # attached: whose it is depends on its host
        return found
