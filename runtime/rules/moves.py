"""Moving cards: laying them down, pushing what is in their way, taking from piles that are renewed, shuffling.

Known is what its place shows, or what was known before; shuffling forgets it. Must not know events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from cardwright.runtime.state.state import ODD_DUE, S_ZONES, Row, State
from cardwright.runtime.state.streams import shuffle, skip

from .roles import Roles
from .tables import Tables

TOP, BOTTOM, ANYWHERE, SHUFFLED, FACE_DOWN = range(5)
PUSHED = 6  # place of the log rows of cards that were pushed along

Committed = tuple[Row, ...]
Sink = Callable[[tuple[object, ...]], None]


class Moves:
    """The writer of places. `sink`, if set, is told what happens; it lies outside the state."""

    sink: Sink | None = None
    crossing: dict[int, int]  # cards of the event being written and where they lay: what leaves is in nobody's way

    def __init__(self, tables: Tables, roles: Roles) -> None:
        self.t = tables
        self.roles = roles
        stack = [z.order == "stack" for z in tables.image.zones]
        self.slot_limited = [tables.limited[z] for z in tables.layout.zone]
        self.slot_refilled = [tables.refill[z] >= 0 for z in tables.layout.zone]
        self.slot_stack = [stack[z] for z in tables.layout.zone]
        lay = tables.layout
        self.home = [zone * 64 + whose for zone, whose in zip(lay.zone, lay.owner, strict=True)]
        self.further = [lay.row(slot)[lay.row(slot).index(slot) + 1 :] for slot in range(lay.slots)]  # along its row
        self.crossing = {}

    def cross(self, s: State, rows: tuple[Row, ...]) -> None:
        """Cards of one event move at once: two may change places where only one has room."""
        limited = self.slot_limited
        self.crossing = {}
        if len(rows) > 1 and any(limited[row[3]] for row in rows if 0 <= row[3] < len(limited)):
            self.crossing = {row[1]: s.slot[row[1]] for row in rows if row[1] >= 0 and s.slot[row[1]] != row[3]}

    def _move(self, s: State, card: int, frm: int, to: int, place: int, emptied: list[int]) -> None:
        """Move one card to where nothing is in its way, that plays no role."""
        t = self.t
        zones = s.zones
        zones[frm].remove(card)
        if self.slot_refilled[frm]:
            emptied.append(frm)
        s.host[card] = -1
        s.slot[card] = to
        seen = t.slot_seen[to]
        if seen == 1:
            s.known[card] = (1 << s.players) - 1
        elif seen == 2:
            s.known[card] |= 1 << t.layout.owner[to]
        if place == TOP and self.slot_stack[to]:
            zones[to].insert(0, card)
        else:
            zones[to].append(card)
        zone = t.layout.zone
        from_zone, to_zone = zone[frm], zone[to]
        if from_zone != to_zone or t.layout.owner[frm] != t.layout.owner[to]:
            s.stamp[card] += 1
        stamps = s.stamps
        stamps[S_ZONES + from_zone] += 1
        stamps[S_ZONES + to_zone] += 1

    def top(self, s: State, slot: int, extra: list[Row], cause: Row) -> int:
        """The top card of a pile, renewing it if it is empty; -1 if there is none."""
        if slot < 0:
            return -1
        pile = s.zones[slot]
        if not pile:
            self.renew(s, slot, extra, cause)
            s.odd |= ODD_DUE
        return pile[0] if pile else -1

    def renewed_from(self, slot: int) -> int:
        """Where the cards lie that a pile is renewed from, -1 if it never is."""
        lay = self.t.layout
        zone = self.t.renew[lay.zone[slot]]
        return lay.slot(zone, lay.owner[slot]) if zone >= 0 else -1

    def renew(self, s: State, slot: int, extra: list[Row], cause: Row) -> None:
        """Shuffle what a pile is renewed from and put it under the pile."""
        lay = self.t.layout
        source = self.renewed_from(slot)
        if source < 0:
            return
        source_zone = lay.zone[source]
        cards = s.zones[source]
        if not cards:
            return
        moved = cards[:]
        cards.clear()
        shuffle(s.streams, 0, moved)
        stamp, lies, known = s.stamp, s.slot, s.known
        hidden = self.t.slot_seen[slot] != 1
        for card in moved:
            stamp[card] += 1
            lies[card] = slot
            if hidden:
                known[card] = 0
        if (s.roles and any(map(s.flags.__getitem__, moved))) or (s.changed and not set(s.changed).isdisjoint(moved)):
            for card in moved:
                if s.flags[card] & 1 or s.defn[card] != s.printed[card]:
                    self.roles.moved(s, card, lay.zone[slot])
        s.zones[slot] += moved
        s.stamps[S_ZONES + source_zone] += 1
        s.stamps[S_ZONES + lay.zone[slot]] += 1
        row = (lay.owner[slot], -1, source, slot, len(moved), SHUFFLED, self.t.renew_event, -1, -1, *cause, None)
        if self.t.renew_event >= 0 and self.t.recorded[self.t.renew_event]:
            s.history.append(row)
            s.stamps[self.t.history_stamps + self.t.renew_event] += 1
        extra.append(row)

    def need(self, s: State, slot: int, n: int, cause: Row) -> Committed:
        """A pile is looked into n cards deep; the renewals this makes."""
        extra: list[Row] = []
        if 0 <= slot < len(s.zones) and len(s.zones[slot]) < n:
            self.renew(s, slot, extra, cause)
            s.odd |= ODD_DUE
        if extra and self.sink is not None:
            self.sink(("extra", s.turn, tuple(extra)))
        return tuple(extra)

    def move(
        self,
        s: State,
        card: int,
        to: int,
        place: int,
        who: int,
        emptied: list[int],
        outs: list[Row],
        extra: list[Row],
        kind: int,
        cause: Row,
    ) -> None:
        """Move one card, pushing along what lies in its way."""
        t = self.t
        zone = t.layout.zone
        frm = s.slot[card]
        s.zones[frm].remove(card)
        from_zone, to_zone = zone[frm], zone[to]
        if self.slot_refilled[frm]:
            emptied.append(frm)
        s.host[card] = -1
        if self.slot_limited[to] and s.zones[to] and self.crossing.get(s.zones[to][0]) != to:
            self._make_room(s, to, who, outs, extra, kind, cause)
        self._lay(s, card, to, place)
        if from_zone != to_zone or t.layout.owner[frm] != t.layout.owner[to]:
            s.stamp[card] += 1
            if s.flags[card] & 1:
                self.roles.moved(s, card, to_zone)
        stamps = s.stamps
        stamps[S_ZONES + from_zone] += 1
        stamps[S_ZONES + to_zone] += 1

    def push(self, s: State, card: int, to: int, place: int) -> tuple[tuple[int, ...], Committed]:
        """As `move`, of a card that plays no role, to where another lies, while nobody is told: refillable spaces that
        became empty, what was pushed out.
        """
        zones, slot = s.zones, s.slot
        frm = slot[card]
        zones[frm].remove(card)
        s.host[card] = -1
        there = zones[to]
        outs: list[Row] = []
        zone = self.t.layout.zone
        if there and self.t.pushes[zone[to]]:
            carried, last = there.pop(0), to
            for at in self.further[to]:
                if s.gone >> at & 1:
                    continue
                along = zones[at]
                slot[carried] = last = at
                if not along:
                    along.append(carried)
                    break
                along.append(carried)
                carried = along.pop(0)
            else:
                zones[last].append(carried)  # it is still counted while it leaves
                self._out(s, carried, -1, outs, [], -1, ())
        elif there:
            self._out(s, there[0], -1, outs, [], -1, ())
        self._lay(s, card, to, place)
        if self.home[frm] != self.home[to]:
            s.stamp[card] += 1
        stamps = s.stamps
        stamps[S_ZONES + zone[frm]] += 1
        stamps[S_ZONES + zone[to]] += 1
        return (frm,) if self.slot_refilled[frm] else (), tuple(outs)

    def _lay(self, s: State, card: int, to: int, place: int) -> None:
        t = self.t
        pile = s.zones[to]
        s.slot[card] = to
        seen = t.slot_seen[to]
        if seen == 1:
            s.known[card] = (1 << s.players) - 1
        elif seen == 2:
            s.known[card] |= 1 << t.layout.owner[to]
        if place == TOP and self.slot_stack[to]:
            pile.insert(0, card)
        elif place == SHUFFLED:
            pile.append(card)
            self.mix(s, to)
        elif place == FACE_DOWN:
            pile.insert(0, card)
            s.known[card] = 0
        else:
            pile.append(card)

    def instead_of(self, s: State, frm: int, gone: int) -> int:
        """Where a card goes that would go to a space that no longer exists: what comes into a row where cards are
        pushed along comes to the first space left, and nothing goes to another one (-1).
        """
        lay = self.t.layout
        row, zone = lay.row(gone), lay.zone[gone]
        if gone != row[0] or lay.zone[frm] == zone or not self.t.pushes[zone]:
            return -1
        return next((slot for slot in row if not s.gone >> slot & 1), -1)

    def _make_room(self, s: State, to: int, who: int, outs: list[Row], extra: list[Row], kind: int, cause: Row) -> None:
        """Push the occupant of a space along its row, or out of a place that holds one card."""
        t = self.t
        lay = t.layout
        zone = lay.zone[to]
        if not t.pushes[zone]:
            self._out(s, s.zones[to][0], who, outs, extra, kind, cause)
            return
        zones, slot, told = s.zones, s.slot, self.sink is not None
        row = lay.row(to)
        at = to
        carried = zones[to].pop(0)
        while True:
            before, at = at, at + 1
            while s.gone >> at & 1:
                at += 1
            if at not in row:
                zones[before].append(carried)  # it is still counted while it leaves
                self._out(s, carried, who, outs, extra, kind, cause)
                return
            place = zones[at]
            occupant = place.pop(0) if place else -1
            place.append(carried)
            slot[carried] = at
            if told:
                pushed = (who, carried, before, at, 1, PUSHED, kind, s.defn[carried], s.stamp[carried], *cause, None)
                extra.append(pushed)
            if occupant < 0:
                return
            carried = occupant

    def _out(self, s: State, card: int, who: int, outs: list[Row], extra: list[Row], kind: int, cause: Row) -> None:
        t = self.t
        frm = s.slot[card]
        to = t.layout.first[t.leaving] if t.leaving >= 0 else t.layout.first[1]
        s.zones[frm].remove(card)
        s.zones[to].append(card)
        s.slot[card] = to
        s.stamp[card] += 1
        s.stamps[S_ZONES + t.layout.zone[to]] += 1
        if self.sink is not None:
            extra.append((who, card, frm, to, 1, PUSHED, kind, s.defn[card], s.stamp[card], *cause, None))
        if s.flags[card] & 1:
            self.roles.moved(s, card, t.layout.zone[to])
        outs.append((card, t.layout.zone[frm]))

    def mix(self, s: State, slot: int) -> None:
        """Shuffle the cards of a slot; who knew them knows them no more."""
        cards = s.zones[slot]
        if not s.turn and _alike(s, cards):
            skip(s.streams, 0, len(cards))
        else:
            shuffle(s.streams, 0, cards)
        if self.t.slot_seen[slot] != 1:
            if self.t.slot_seen[slot] != 2:
                if any(map(s.known.__getitem__, s.zones[slot])):  # nobody knows a deck that has just been dealt
                    fill(s.known, s.zones[slot], 0)
                return
            keep = 1 << self.t.layout.owner[slot]
            for card in s.zones[slot]:
                s.known[card] &= keep


def _alike(s: State, cards: list[int]) -> bool:
    """Whether nobody could tell one order of cards from another: those of a game being dealt, before any turn, when
    nothing has been done to any card.
    """
    if len(cards) < 2 or s.defn[cards[0]] != s.defn[cards[-1]] or s.roles or s.grants or s.modifiers or s.permissions:
        return False
    return [s.defn[cards[0]]] * len(cards) == list(map(s.defn.__getitem__, cards)) and not s.changed and not s.zones[0]


def fill(column: list[int], cards: Iterable[int], value: int) -> None:
    """Write the same for many cards."""
    for card in cards:
        column[card] = value
