"""The usual way of an event, per event type: commit, and enter a frame of the kernel only if something is left to do.

It does what `event` of the kernel does, for events nothing can replace. The reference back end knows no other way;
way_source.py writes shorter ones for the second. A test plays with the kernel's own and compares. Must not know the
loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.state.rows import C_DUE, C_ON, C_STATES, C_WOULD
from cardwright.runtime.state.state import ODD_DUE, ODD_RUN, State

if TYPE_CHECKING:
    from .interpreter import Interpreter

Way = Callable[[State, Any, int, int, int, int], Any]
COST = 20  # fuel for an event, besides that for its rows


def usual_ways(machine: Interpreter) -> list[Way]:
    """`way(state, rows, tail, this, you, ability)`, by event type: rows committed, None if a frame was entered."""
    return [_usual(machine, kind) for kind in range(len(machine.p.tables.prim))]


def _usual(machine: Interpreter, kind: int) -> Way:
    p = machine.p
    t = p.tables
    events, triggers, keywords = p.events, p.triggers, machine.keywords
    renew = t.renew_event
    whole, after = p.kernel["event"], p.kernel["after"]
    enter, due_at = machine.enter, triggers.cache_at

    def way(s: State, rows: Any, tail: int, this: int, you: int, ability: int) -> Any:
        s.fuel -= COST
        if s.fuel < 0:
            raise Fault("fuel", "a chain of events")
        if this < 0 and ability >= 0:
            this = machine.maker(s, this, ability)
        watched, cast = s.watchers, s.cast
        if (cast[C_WOULD][kind] or watched or s.odd & ODD_RUN) and (
            not machine.short or triggers.replaceable(s, kind, rows)
        ):
            enter(s, whole, this, you, (), (kind, rows, tail), ability)
            return None
        keyword = keywords[ability]
        floor = len(s.pool)
        committed, emptied, outs, renewed = events.commit(s, kind, rows, you, this, ability, keyword)
        if cast[C_ON][kind] or watched:
            triggers.collect(s, kind, committed, you, this, ability, keyword)
        if renewed and renew >= 0:
            triggers.collect(s, renew, renewed, you, this, ability, keyword)
        s.odd &= ~ODD_DUE  # now they are looked at, here or after the event
        if (
            not outs
            and not emptied
            and (tail or len(s.pool) == floor)
            and not (cast[C_STATES] and s.cache[due_at] != triggers.reads[cast[C_DUE]](s.stamps) and triggers.due(s))
        ):
            return committed
        enter(s, after, this, you, (), (committed, emptied, outs, floor, tail), ability)
        return None

    return way
