"""Native short ways: callables per event type that commit without a frame when nobody can replace the event.

They do what `event` of the kernel does, for the common case. `rows` takes any rows. The others take what the usual
rows are made of, so that generated code need not make rows to be: cards that move, the top of a pile, points that come,
a fact nobody hears of. Where something is not plain they make the rows and go the usual way. A test plays with them
off and compares. Must not know the loop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.rules.moves import ANYWHERE, TOP
from cardwright.runtime.state.layout import MAX_SEATS
from cardwright.runtime.state.state import S_ZONES, State

from .plan_helpers import helpers

if TYPE_CHECKING:
    from .interpreter import Interpreter

Way = Callable[[State, Any, int, int, int, int], Any]
COST = 20  # fuel for an event, besides that for its rows


class Ways:
    """The ways of each event type: rows committed, None if a frame was entered.

    `rows(state, rows, tail, this, you, ability)`; the others take the parts of their rows instead of `rows`. By event
    type there may be one of `moved` (who, cards, to, place), with `single` (who, card or cards, to, place) and
    `drawn` (who, pile, number, to, place), for places up to ANYWHERE; of `given` (who, card, point kind, number).
    `unheard`: facts that are nothing but their rows.
    """

    def __init__(self, machine: Interpreter) -> None:
        self.machine = machine
        self.p = machine.p
        self.rows: list[Way] = []
        self.moved: dict[int, Any] = {}
        self.single: dict[int, Any] = {}
        self.drawn: dict[int, Any] = {}
        self.given: dict[int, Any] = {}
        self.unheard: set[int] = set()  # facts that nobody hears of unless a row of the state waits for them
        t = self.p.tables
        made = helpers(self.p.linker)
        self.rows_move, self.rows_pile, self.rows_points, self.rows_fact = (made[n] for n in ("RM", "RP", "RPT", "RF"))
        layout = t.layout
        self.seen_by = [
            [
                (1 << players) - 1 if seen == 1 else 1 << owner if seen == 2 else 0
                for seen, owner in zip(t.slot_seen, layout.owner, strict=True)
            ]
            for players in range(MAX_SEATS + 1)
        ]  # by number of players and slot: who sees a card that is laid there
        plain = not self.p.values.static_grants
        for kind, prim in enumerate(t.prim):
            usual = self._usual(kind)
            if prim == "none" and not t.recorded[kind] and not t.on[kind] and not t.would[kind]:
                self.rows.append(self._fact(kind, usual))
                self.unheard.add(kind)
            elif prim == "move" and plain and not t.would[kind]:
                moved, single = self.moved[kind], self.single[kind] = self._moved(kind, usual)
                self.drawn[kind] = drawn = self._drawn(usual, moved, single)
                self.rows.append(_one_move(usual, single, drawn))
            else:
                self.rows.append(usual)
                if prim == "points" and plain and not t.would[kind]:
                    self.given[kind] = self._given(kind, usual)

    def _usual(self, kind: int) -> Way:
        """Commit, collect, and enter a frame of the kernel only if something is left to do."""
        p, machine = self.p, self.machine
        t = p.tables
        events, triggers, keywords = p.events, p.triggers, machine.keywords
        would, on, standing, renew = bool(t.would[kind]), bool(t.on[kind]), bool(t.states), t.renew_event
        whole, after = p.kernel["event"], p.kernel["after"]
        enter, due_at = machine.enter, triggers.cache_at

        def way(s: State, rows: Any, tail: int, this: int, you: int, ability: int) -> Any:
            s.fuel -= COST
            if s.fuel < 0:
                raise Fault("fuel", "a chain of events")
            if this < 0 and ability >= 0:
                this = machine.maker(s, this, ability)
            watched = s.watchers
            if (would or watched or not machine.short) and (not machine.short or triggers.replaceable(s, kind, rows)):
                enter(s, whole, this, you, (), (kind, rows, tail), ability)
                return None
            keyword = keywords[ability]
            floor = len(s.pool)
            committed, emptied, outs, renewed = events.commit(s, kind, rows, you, this, ability, keyword)
            if on or watched:
                triggers.collect(s, kind, committed, you, this, ability, keyword)
            if renewed and renew >= 0:
                triggers.collect(s, renew, renewed, you, this, ability, keyword)
            if (
                not outs
                and not emptied
                and (tail or len(s.pool) == floor)
                and not (standing and s.cache[due_at] != triggers.reads(s.stamps) and triggers.due(s))
            ):
                return committed
            enter(s, after, this, you, (), (committed, emptied, outs, floor, tail), ability)
            return None

        return way

    # ------------------------------------------------------------------------------------------------------- facts
    def _fact(self, kind: int, usual: Way) -> Way:
        """A fact nobody hears of or asks about: nothing but its rows."""
        machine, events, keywords = self.machine, self.p.events, self.machine.keywords

        def way(s: State, rows: Any, tail: int, this: int, you: int, ability: int) -> Any:
            if s.watchers or events.sink is not None or not machine.short:
                return usual(s, rows, tail, this, you, ability)
            s.fuel -= COST
            if s.fuel < 0:
                raise Fault("fuel", "a chain of events")
            if this < 0 and ability >= 0:
                this = machine.maker(s, this, ability)
            return events.facts(s, kind, rows, (this, ability, keywords[ability], you))

        return way

    # ------------------------------------------------------------------------------------------------------- points
    def _given(self, kind: int, usual: Way) -> Any:
        """Points that come, or go if the number is below zero, by a card that is nothing but what is printed on it."""
        p, machine = self.p, self.machine
        t = p.tables
        events, triggers, keywords, points = p.events, p.triggers, machine.keywords, t.image.points
        on, standing, after, points_of = bool(t.on[kind]), bool(t.states), p.kernel["after"], self.rows_points
        due_at, cost = triggers.cache_at, COST + 4
        recorded, history_at = t.recorded[kind], t.history_stamps + kind

        def way(s: State, who: int, card: int, point: int, n: int, tail: int, this: int, you: int, ability: int) -> Any:
            if (
                not n or s.watchers or s.roles or s.changed or s.grants
                or events.sink is not None or not machine.short or not 0 <= who < s.players or not 0 <= point < points
            ):  # fmt: skip
                return usual(s, points_of(who, card, point, n), tail, this, you, ability) if n else ()
            if this < 0 and ability >= 0:
                this = machine.maker(s, this, ability)
            s.fuel -= cost
            if s.fuel < 0:
                raise Fault("fuel", "a chain of events")
            if n > 0:
                events.get(s, who, point, n, card if card >= 0 else this, -1)
            else:
                n = -events.lose(s, who, point, -n)
            keyword = keywords[ability]
            definition, stamp = (s.defn[card], s.stamp[card]) if card >= 0 else (-1, -1)
            committed = ((who, card, -1, point, n, -1, kind, definition, stamp, this, ability, keyword, you, None),)
            if recorded:
                s.history += committed
                s.stamps[history_at] += 1
            floor = -1
            if on:
                floor = len(s.pool)
                triggers.collect(s, kind, committed, you, this, ability, keyword)
            if (not on or tail or len(s.pool) == floor) and not (
                standing and s.cache[due_at] != triggers.reads(s.stamps) and triggers.due(s)
            ):
                return committed
            machine.enter(s, after, this, you, (), (committed, (), (), floor if on else len(s.pool), tail), ability)
            return None

        return way

    # ------------------------------------------------------------------------------------------------------- moves
    def _moved(self, kind: int, usual: Way) -> tuple[Any, Any]:
        """Cards that are nothing but what is printed on them, to a place where nothing is in their way: a group of
        them, and a single one (or a group after all).
        """
        p, machine = self.p, self.machine
        t = p.tables
        lay = t.layout
        events, triggers, keywords, enter = p.events, p.triggers, machine.keywords, machine.enter
        on, standing, after, rows_of = bool(t.on[kind]), bool(t.states), p.kernel["after"], self.rows_move
        limited, refilled, stacked = events.slot_limited, events.slot_refilled, events.slot_stack
        recorded, history_at = t.recorded[kind], t.history_stamps + kind
        stamp_of = [S_ZONES + zone for zone in lay.zone]
        home = [zone * 64 + whose for zone, whose in zip(lay.zone, lay.owner, strict=True)]  # where a card keeps marks
        seen_by, due_at, cost = self.seen_by, triggers.cache_at, COST + 4

        def group(
            s: State, who: int, cards: Any, to: int, place: int, tail: int, this: int, you: int, ability: int,
            pile: int = -1,
        ) -> Any:  # fmt: skip
            if not cards:
                return ()
            zones = s.zones
            if (
                s.watchers or s.roles or s.changed or s.grants or events.sink is not None or not machine.short
                or not 0 <= to < len(zones) or min(cards) < 0
                or (limited[to] and (zones[to] or len(cards) > 1))
            ):  # fmt: skip
                rows = rows_of(s, who, cards, to, place)
                return usual(s, rows, tail, this, you, ability) if rows else ()
            s.fuel -= COST + 4 * len(cards)
            if s.fuel < 0:
                raise Fault("fuel", "a chain of events")
            if this < 0 and ability >= 0:
                this = machine.maker(s, this, ability)
            slot, stamp, known, stamps, host, defn = s.slot, s.stamp, s.known, s.stamps, s.host, s.defn
            keyword = keywords[ability]
            eyes = seen_by[s.players][to]
            target, here = zones[to], home[to]
            top = place == TOP and stacked[to]
            out: list[Any] = []
            emptied: list[int] = []
            if pile >= 0:  # they are the top of this pile
                del zones[pile][: len(cards)]
                stamps[stamp_of[pile]] += 1
                target[:0] = cards[::-1] if top else ()
                target += () if top else cards
                leaves = home[pile] != here
                for one in cards:
                    slot[one] = to
                    if eyes:
                        known[one] |= eyes
                    if leaves:
                        stamp[one] += 1
                    out.append(
                        (who, one, pile, to, 1, place, kind, defn[one], stamp[one], this, ability, keyword, you, None)
                    )
                cards = ()
            last, source, fills, leaves = -1, target, False, False
            for one in cards:
                frm = slot[one]
                if frm != last:  # most come from one place
                    last, source, fills, leaves = frm, zones[frm], refilled[frm], home[frm] != here
                    stamps[stamp_of[frm]] += 1
                source.remove(one)
                if fills:
                    emptied.append(frm)
                host[one] = -1
                slot[one] = to
                if eyes:
                    known[one] |= eyes
                if top:
                    target.insert(0, one)
                else:
                    target.append(one)
                if leaves:
                    stamp[one] += 1
                out.append(
                    (who, one, frm, to, 1, place, kind, defn[one], stamp[one], this, ability, keyword, you, None)
                )
            stamps[stamp_of[to]] += 1
            committed = tuple(out)
            if recorded:
                s.history += committed
                stamps[history_at] += 1
            floor = -1
            if on:
                floor = len(s.pool)
                triggers.collect(s, kind, committed, you, this, ability, keyword)
            if (
                not emptied
                and (not on or tail or len(s.pool) == floor)
                and not (standing and s.cache[due_at] != triggers.reads(s.stamps) and triggers.due(s))
            ):
                return committed
            enter(s, after, this, you, (), (committed, tuple(emptied), (), floor if on else len(s.pool), tail), ability)
            return None

        def single(
            s: State, who: int, one: Any, to: int, place: int, tail: int, this: int, you: int, ability: int
        ) -> Any:
            zones = s.zones
            if (
                type(one) is tuple or one < 0
                or s.watchers or s.roles or s.changed or s.grants or events.sink is not None or not machine.short
                or not 0 <= to < len(zones) or (limited[to] and zones[to])
            ):  # fmt: skip
                return group(s, who, one if type(one) is tuple else (one,), to, place, tail, this, you, ability)
            s.fuel -= cost
            if s.fuel < 0:
                raise Fault("fuel", "a chain of events")
            if this < 0 and ability >= 0:
                this = machine.maker(s, this, ability)
            slot, stamps = s.slot, s.stamps
            frm = slot[one]
            zones[frm].remove(one)
            s.host[one] = -1
            slot[one] = to
            eyes = seen_by[s.players][to]
            if eyes:
                s.known[one] |= eyes
            if place == TOP and stacked[to]:
                zones[to].insert(0, one)
            else:
                zones[to].append(one)
            if home[frm] != home[to]:
                s.stamp[one] += 1
            stamps[stamp_of[frm]] += 1
            stamps[stamp_of[to]] += 1
            keyword = keywords[ability]
            committed = (
                (who, one, frm, to, 1, place, kind, s.defn[one], s.stamp[one], this, ability, keyword, you, None),
            )
            if recorded:
                s.history += committed
                stamps[history_at] += 1
            floor = -1
            if on:
                floor = len(s.pool)
                triggers.collect(s, kind, committed, you, this, ability, keyword)
            if (
                not refilled[frm]
                and (not on or tail or len(s.pool) == floor)
                and not (standing and s.cache[due_at] != triggers.reads(s.stamps) and triggers.due(s))
            ):
                return committed
            emptied = (frm,) if refilled[frm] else ()
            enter(s, after, this, you, (), (committed, emptied, (), floor if on else len(s.pool), tail), ability)
            return None

        return group, single

    def _drawn(self, usual: Way, moved: Any, single: Any) -> Any:
        """The top cards of a pile. One that has not so many is renewed first: what comes under it comes in the same
        order as if it had been emptied before.
        """
        machine, events, pile_of, t = self.machine, self.p.events, self.rows_pile, self.p.tables
        lay = t.layout
        renewed = [
            lay.slot(t.renew[zone], owner) if t.renew[zone] >= 0 else -1
            for zone, owner in zip(lay.zone, lay.owner, strict=True)
        ]
        unheard = t.renew_event < 0 or not t.on[t.renew_event]
        limited, refilled, keywords = events.slot_limited, events.slot_refilled, machine.keywords

        def way(
            s: State, who: int, pile: int, n: int, to: int, place: int, tail: int, this: int, you: int, ability: int
        ) -> Any:
            if n <= 0 or pile < 0:
                return ()
            zones = s.zones
            if (
                pile >= len(zones) or pile == to
                or s.watchers or s.roles or s.changed or s.grants or events.sink is not None or not machine.short
            ):  # fmt: skip
                return usual(s, pile_of(who, pile, n, to, place), tail, this, you, ability)
            if len(zones[pile]) < n:
                source = renewed[pile]
                if source < 0 or source == to or not unheard or not 0 <= to < len(zones) or limited[to]:
                    return usual(s, pile_of(who, pile, n, to, place), tail, this, you, ability)
                card = machine.maker(s, this, ability) if this < 0 <= ability else this
                events.renew(s, pile, [], (card, ability, keywords[ability], you))
                if not zones[pile]:
                    return usual(s, pile_of(who, pile, n, to, place), tail, this, you, ability)
            if n == 1:
                return single(s, who, zones[pile][0], to, place, tail, this, you, ability)
            whole = -1 if refilled[pile] or not pile else pile
            return moved(s, who, zones[pile][:n], to, place, tail, this, you, ability, whole)

        return way


def _one_move(usual: Way, single: Any, drawn: Any) -> Way:
    """A single row goes the short way."""

    def way(s: State, rows: Any, tail: int, this: int, you: int, ability: int) -> Any:
        if len(rows) == 1:
            who, card, pile, to, n, place = rows[0]
            if card >= 0:
                if n == 1 and pile == s.slot[card] and place <= ANYWHERE:
                    return single(s, who, card, to, place, tail, this, you, ability)
            elif place <= ANYWHERE:
                return drawn(s, who, pile, n, to, place, tail, this, you, ability)
        return usual(s, rows, tail, this, you, ability)

    return way
