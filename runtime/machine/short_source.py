"""The short way of an event for the place it stands in: which one it is, and the parts of its rows as arguments.

Must not know how it is called.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.bytecode.optable import OPS
from cardwright.runtime.bytecode.plantypes import GROUPS, INTS
from cardwright.runtime.rules.moves import ANYWHERE

from .attach_source import AttachSource
from .quiet_source import NOTHING
from .stretches import Stretches
from .way_source import ONE, SEVERAL, SURE


class ShortSource(Stretches):
    """Chooses short ways for the events of one procedure."""

    ways: AttachSource
    unheard: dict[int, str] | None  # locals known before the test an unheard fact stands under

    def short(self, plan: Any, frame: str, after: int) -> tuple[str, list[str], str] | None:
        """The short way of the event whose rows this plan makes, if it is next and has one, the parts of the rows as
        its arguments, and a test (or none) for there being any.
        """
        if not self.follows(after, "EVENT"):
            return None
        event = self.words[after]
        kind, op, a = event[1], plan[0], plan[1:]
        taker = self.taker(self.sizes[after])
        how = event[2], taker is None or OPS[taker[0]].name != "POP"  # tail, and whether the rows are asked for
        ways = self.ways
        if op == "if" and a[2] == ("list",):  # rows only if something holds
            found = self.short(a[1], frame, after)
            if found is None:
                return None
            holds = self.w.cond(a[0], self.loc, frame)
            return found[0], found[1], f"{holds} and {found[2]}" if found[2] else holds

        def go(*plans: Any) -> list[str]:
            return [self.w.expr(p, self.loc, frame) for p in plans]

        if op == "rows-move" and kind in ways.movable and a[3] <= ANYWHERE:
            zone = _zone(a[2])
            if a[1][0] == "group" and len(a[1]) == 2 and (sort := self.w.type(a[1][1], 0)) not in GROUPS:
                one = go(a[1][1])[0]
                known = SURE if one in self.w.lying else ONE if sort in INTS else SEVERAL
                to = self.w.expr(a[2], self.loc, frame)
                there = zone >= 0 and " else " not in to
                return ways.move(kind, zone, a[3], *how, known, there), [*go(a[0]), one, to], ""
            return ways.group(kind, zone, a[3], *how), go(*a[:3]), ""
        if op == "rows-pile" and kind in ways.movable and a[4] <= ANYWHERE:
            return ways.draw(kind, _zone(a[3]), a[4], *how), go(*a[:4]), ""
        if op == "rows-attach" and ways.attaching(kind):
            single = a[1][0] == "group" and len(a[1]) == 2
            return ways.attach(kind, *how), go(a[0], a[1][1] if single else a[1], a[2]), ""
        if op == "rows-set" and kind in ways.setting:
            return ways.set(kind, a[0], *how), [self.loc(1), *go(a[1])], ""
        if op == "rows-slot" and kind in ways.shuffling:
            return ways.shuffle(kind, *how), go(*a), ""
        if op == "rows-points" and kind in ways.giving:
            who, n = go(a[0], a[2])
            return self.points(ways.points(kind, a[1], *how, who in self.w.seats), [who, n], self.loc(0))
        if op == "rows-from" and a[0][0] == "rows-points" and kind in ways.giving:
            (who, point, n), card = a[0][1:], *go(a[1])
            sure = card in self.w.lying
            source = card if sure else f"{card} if {card} >= 0 else {self.loc(0)}"
            who, n = go(who, n)
            return self.points(ways.points(kind, point, *how, who in self.w.seats, sure), [who, n], source)
        if op == "rows-fact" and kind in ways.unheard and not how[1]:
            stale = ways.stale(NOTHING)
            odd = ways.odd(kind)
            self.put(f"if {odd} or {stale}:" if stale else f"if {odd}:")
            self.unheard = dict(self.known)
            self.depth += 1
            return f"W{kind}", [self.w.expr(plan, self.loc, frame), str(how[0])], ""
        if op == "rows-fact" and kind in ways.facts:
            return ways.fact(kind, *how), go(*a), ""
        return None

    def points(self, way: str, parts: list[str], card: str) -> tuple[str, list[str], str]:
        """Most cards give points of one kind only: no call for none."""
        who, n = parts
        first, number = self.w.named(n)
        return way, [who, card, number], first


def _zone(slot: Any) -> int:
    """The zone of a plan for a slot, -1 if it does not say."""
    return int(slot[1]) if slot[0] in ("slot", "space") else -1
