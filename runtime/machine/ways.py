"""Native short ways: one callable per event type that commits without a frame when nobody can replace the event.

They do what `event` of the kernel does, for the common case: rows of plain moves and points, written out in one
stretch; anything else goes through rules/events.py. A test plays with them off and compares. Must not know the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.rules.moves import ANYWHERE, TOP
from cardwright.runtime.state.state import S_ZONES, State

if TYPE_CHECKING:
    from .interpreter import Interpreter

Way = Callable[[State, Any, int, int, int, int], Any]


def ways(machine: Interpreter) -> list[Way]:
    """The way of each event type: (state, rows, tail, this, you, ability) -> rows committed, None if a frame was
    entered.
    """
    t = machine.p.tables
    made: list[Way] = []
    for kind, prim in enumerate(t.prim):
        if prim == "none" and not t.recorded[kind] and not t.on[kind] and not t.would[kind]:
            made.append(_fact(machine, kind))
        elif prim == "move":
            made.append(_ending(machine, kind, _moves(machine, kind)))
        elif prim == "points":
            made.append(_ending(machine, kind, _points(machine, kind)))
        else:
            made.append(_ending(machine, kind, None))
    return made


def _fact(machine: Interpreter, kind: int) -> Way:
    """A fact nobody hears of or asks about: nothing but its rows."""
    events, keywords = machine.p.events, machine.keywords
    usual = _ending(machine, kind, None)

    def way(s: State, rows: Any, tail: int, this: int, you: int, ability: int) -> Any:
        if s.watchers or events.sink is not None or not machine.short:
            return usual(s, rows, tail, this, you, ability)
        s.fuel -= 20
        if s.fuel < 0:
            raise Fault("fuel", "a chain of events")
        if this < 0 <= ability:
            this = machine.maker(s, this, ability)
        return events.facts(s, kind, rows, (this, ability, keywords[ability], you))

    return way


def _ending(machine: Interpreter, kind: int, moves: Any) -> Way:
    """Commit, collect, and enter a frame of the kernel only if something is left to do."""
    p = machine.p
    t = p.tables
    events, triggers, keywords = p.events, p.triggers, machine.keywords
    would, on, standing, renew = bool(t.would[kind]), bool(t.on[kind]), bool(t.states), t.renew_event
    whole, after = p.kernel["event"], p.kernel["after"]
    enter = machine.enter

    def way(s: State, rows: Any, tail: int, this: int, you: int, ability: int) -> Any:
        s.fuel -= 20
        if s.fuel < 0:
            raise Fault("fuel", "a chain of events")
        if this < 0 <= ability:
            this = machine.maker(s, this, ability)
        watched = s.watchers
        if (would or watched or not machine.short) and (not machine.short or triggers.replaceable(s, kind, rows)):
            enter(s, whole, this, you, (), (kind, rows, tail), ability)
            return None
        keyword = keywords[ability]
        floor = len(s.pool)
        outs: Any = ()
        if moves is not None and not s.grants and events.sink is None:
            committed, emptied, outs, renewed = moves(s, rows, (this, ability, keyword, you))
        else:
            committed, emptied, outs, renewed = events.commit(s, kind, rows, you, this, ability, keyword)
        if on or watched:
            triggers.collect(s, kind, committed, you, this, ability, keyword)
        if renewed and renew >= 0:
            triggers.collect(s, renew, renewed, you, this, ability, keyword)
        if not outs and not emptied and (tail or len(s.pool) == floor) and not (standing and triggers.due(s)):
            return committed
        enter(s, after, this, you, (), (committed, emptied, outs, floor, tail), ability)
        return None

    return way


def _points(machine: Interpreter, kind: int) -> Any:
    """One row of points that come, from a card that is nothing but what is printed on it."""
    p = machine.p
    t, events = p.tables, p.events
    if p.values.static_grants:
        return None
    recorded, points, get = t.recorded[kind], t.image.points, events.get

    def way(s: State, rows: Any, cause: Any) -> Any:
        who, card, _, point, n, only = rows[0]
        if (
            len(rows) == 1
            and n > 0
            and card >= 0
            and not recorded
            and 0 <= who < s.players
            and 0 <= point < points
            and not s.flags[card]
            and s.defn[card] == s.printed[card]
        ):
            s.fuel -= 4
            get(s, who, point, n, card, only)
            return ((who, card, -1, point, n, only, kind, s.defn[card], s.stamp[card], *cause, None),), (), (), ()
        return events.commit(s, kind, rows, cause[3], cause[0], cause[1], cause[2])

    return way


def _moves(machine: Interpreter, kind: int) -> Any:
    """Rows of moves, written out; a row that is not plain goes through the general writer."""
    p = machine.p
    t, events = p.tables, p.events
    if p.values.static_grants:
        return None
    lay = t.layout
    zone, owner, seen = lay.zone, lay.owner, t.slot_seen
    limited, refilled, stacked = events.slot_limited, events.slot_refilled, events.slot_stack
    recorded, stamp_at = t.recorded[kind], t.history_stamps + kind
    row_writer = events.move_row

    def moves(s: State, rows: Any, cause: Any) -> Any:
        zones, slot, stamp, known, stamps = s.zones, s.slot, s.stamp, s.known, s.stamps
        defn, printed, flags = s.defn, s.printed, s.flags
        last = len(zones)
        out: list[Any] = []
        emptied: list[int] = []
        outs: list[Any] = []
        extra: list[Any] = []
        events.cross(s, rows)
        for row in rows:
            who, card, pile, to, n, place = row
            if place > ANYWHERE or not 0 <= to < last or (card < 0 and not 0 <= pile < last):
                row_writer(s, kind, row, cause, out, emptied, outs, extra)
                continue
            full = limited[to]
            left = n if card < 0 else 1
            while left > 0:
                left -= 1
                if card < 0:
                    if not zones[pile]:
                        row_writer(s, kind, (who, -1, pile, to, left + 1, place), cause, out, emptied, outs, extra)
                        break
                    one = zones[pile][0]
                else:
                    one = card
                if flags[one] or (full and zones[to]) or defn[one] != printed[one]:
                    row_writer(s, kind, (who, one, pile, to, 1, place), cause, out, emptied, outs, extra)
                    continue
                frm = slot[one]
                zones[frm].remove(one)
                if refilled[frm]:
                    emptied.append(frm)
                s.host[one] = -1
                slot[one] = to
                sight = seen[to]
                if sight == 1:
                    known[one] = (1 << s.players) - 1
                elif sight == 2:
                    known[one] |= 1 << owner[to]
                if place == TOP and stacked[to]:
                    zones[to].insert(0, one)
                else:
                    zones[to].append(one)
                a, b = zone[frm], zone[to]
                if a != b or owner[frm] != owner[to]:
                    stamp[one] += 1
                stamps[S_ZONES + a] += 1
                stamps[S_ZONES + b] += 1
                out.append((who, one, frm, to, 1, place, kind, defn[one], stamp[one], *cause, None))
        s.fuel -= 4 * len(out)
        if s.fuel < 0:
            raise Fault("fuel", "a chain of events")
        committed = tuple(out)
        if recorded:
            s.history += committed
            if len(stamps) <= stamp_at:
                stamps += [0] * (t.stamps - len(stamps))
            stamps[stamp_at] += 1
        if extra:
            return committed, tuple(emptied), tuple(outs), tuple(r for r in extra if r[5] == 3)
        return committed, tuple(emptied), (), ()

    return moves
