"""What a plan reads: the stamps that must stand still for its value to be the same again.

A stamp per zone, and one each for rows, points, counters, history, whose turn and which periods, and the rest. Values
that depend on locals (who asks, which card) are keyed by those. What cannot be told reads everything. Must not know
plans' values.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.state.state import S_COUNTERS, S_POINTS, S_ROWS, S_TURN, S_ZONES

from .tables import Ability, Tables

Reads = frozenset[int]
PLACED = frozenset(("slot-of", "owner", "host", "held", "adjacent", "still"))
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
    "history": (S_TURN,), "history-since": (S_TURN,),
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
        self._attr: dict[int, Reads] = {}
        self._plans: dict[int, Reads] = {}
        self._card: Reads | None = None

    def plan(self, number: int) -> Reads:
        if number < 0:
            return frozenset()
        known = self._plans.get(number)
        if known is None:
            known = self._plans[number] = self.node(self.t.image.plans[number])
        return known

    def node(self, plan: Any) -> Reads:
        """Stamps a plan reads."""
        if not isinstance(plan, (tuple, list)) or not plan:
            return frozenset()
        op = plan[0]
        if op in ALL:
            return self.everything
        if op == "member" and plan[1][0] == "slot-of":
            return self._inner(plan[1][1]) | self.node(plan[2]) | self._named(plan[2])
        if op == "in-zone":
            return self.node(plan[1]) | {S_ZONES + plan[2]}
        if op in ("in", "empty-slots"):
            return self.node(plan[1]) | self._named(plan[1])
        found = self._inner(plan)
        if op in PLACED:
            found |= self.zones
        if op in CARD:
            found |= self.card()
        if op in ("history", "history-since"):
            found |= {self.t.history_stamps + plan[1]}
        if op == "mark":
            return self.everything
        if op in ("attr", "attr-from"):
            found |= self.attr(plan[2])
        if op == "slots" and self.t.layout.of_player[plan[1]]:
            found |= {S_TURN}
        return found | frozenset(EXTRA.get(op, ()))

    def _inner(self, plan: Any) -> Reads:
        found: Reads = frozenset()
        for part in plan[1:]:
            if isinstance(part, (tuple, list)):
                found |= self.node(part)
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

    def attr(self, attr: int) -> Reads:
        """What the current number of a card depends on."""
        known = self._attr.get(attr)
        if known is None:
            self._attr[attr] = self.everything  # numbers that depend on each other
            found = self.card() | {S_ROWS}
            for m in self.statics[attr]:
                found |= self.ability(m.ability)
                for _, template in m.ability.image.rows:
                    if template[0] == attr:
                        found |= self.plan(template[3]) | self.plan(template[4])
            known = self._attr[attr] = found
        return known

    def ability(self, ability: Ability) -> Reads:
        """Where it works, whose it is, its condition and times."""
        image = ability.image
        found: Reads = (
            frozenset((S_ROWS, S_TURN)) | self.plan(image.condition) | self.plan(image.times) | self.plan(image.you)
        )
        found |= self.plan(image.pattern)
        if not ability.always:
            found |= {S_ZONES + z for z, ok in enumerate(ability.zoneok) if ok}
            if ability.zoneok[0]:
                found |= self.zones  # attached: whose it is depends on its host
        return found
