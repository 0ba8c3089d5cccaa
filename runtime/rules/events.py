"""Committing events: the only writer of where cards lie, points, counters, sides, attachments and knowledge.

A row to be is (who, card, from, to, amount, place). With card -1 and `from` a pile it means so many top cards, each
taken
when it is needed (renewing the pile if it is empty and its zone says so). A committed row adds (type, definition and
stamp
of the card — the definition as it was before, the stamp as it is after —, cause card, cause ability, cause keyword,
actor,
snapshot). Must not know who listens.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardwright.runtime.state.state import S_COUNTERS, S_OTHER, S_POINTS, S_ZONES, Row, State
from cardwright.runtime.state.streams import shuffle

from .fault import Fault
from .linker import burn
from .plan_rows import COPY
from .roles import Roles
from .tables import Tables
from .values import Values

TOP, BOTTOM, ANYWHERE, SHUFFLED, FACE_DOWN = range(5)
PUSHED = 6  # place of the log rows of cards that were pushed along

Committed = tuple[Row, ...]
Sink = Callable[[tuple[object, ...]], None]


class Events:
    """Writes events into a state. `sink`, if set, is told every committed event; it lies outside the state."""

    sink: Sink | None = None

    def __init__(self, tables: Tables, values: Values, roles: Roles) -> None:
        self.t = tables
        self.values = values
        self.roles = roles
        # points carry the name of the physical card that made them (C-8.5): the first kind of name that stands in for
        # card names, or the one some price asks for
        self.name_attr = next((a for a, (_, own) in enumerate(tables.image.name_attrs) if a and own), -1)
        writers: dict[str, Any] = {
            "move": self.move_row, "attach": self._attach_row, "points": self._points_row, "set": self._set_row,
            "shuffle": self._shuffle_row, "show": self._show_row, "look": self._show_row, "turn": self._turn_row,
            "role": self._fact, "none": self._fact,
        }  # fmt: skip
        self._writer = [writers[prim] for prim in tables.prim]  # by event type
        self._stack = [z.order == "stack" for z in tables.image.zones]
        self.slot_limited = [tables.limited[z] for z in tables.layout.zone]
        self.slot_refilled = [tables.refill[z] >= 0 for z in tables.layout.zone]
        self.slot_stack = [self._stack[z] for z in tables.layout.zone]

    def commit(
        self, s: State, kind: int, rows: tuple[Any, ...], actor: int, ccard: int, cability: int, ckeyword: int
    ) -> tuple[Committed, tuple[int, ...], Committed, Committed]:
        """Write rows; what was committed, refillable spaces that became empty, (card, zone) pushed out, renewals."""
        writer = self._writer[kind]
        cause = (ccard, cability, ckeyword, actor)
        out: list[Row] = []
        emptied: list[int] = []
        outs: list[Row] = []
        extra: list[Row] = []  # pushes and renewals: for the log, and renewals for those who listen
        s.fuel -= 4 * len(rows)
        if s.fuel < 0:
            burn(s, 0)
        for row in rows:
            writer(s, kind, row, cause, out, emptied, outs, extra)
        committed = tuple(out)
        if self.t.recorded[kind]:
            s.history += committed
            at = self.t.history_stamps + kind
            if len(s.stamps) <= at:
                s.stamps += [0] * (self.t.stamps - len(s.stamps))
            s.stamps[at] += 1
        sink = self.sink
        if sink is not None:
            if extra:
                sink(("extra", s.turn, tuple(extra)))
            if committed:
                sink(("event", s.turn, committed))
        if not extra:
            return committed, tuple(emptied), (), ()
        return committed, tuple(emptied), tuple(outs), tuple(r for r in extra if r[5] == SHUFFLED)

    def facts(self, s: State, kind: int, rows: tuple[Any, ...], cause: Row) -> Committed:
        """Rows of an event that writes nothing."""
        out: list[Row] = []
        for row in rows:
            self._fact(s, kind, row, cause, out)
        return tuple(out)

    def silent(self, s: State, rows: tuple[Any, ...]) -> None:
        """Move cards without an event: nobody listens, only the log is told."""
        extra: list[Row] = []
        cause = (-1, -1, -1, s.active)
        for who, card, frm, to, _, place in rows:
            one = card if card >= 0 else self.top(s, frm, extra, cause)
            if one >= 0:
                self.move(s, one, to, place, who, [], [], extra, -1, cause)
                extra.append((who, one, frm, to, 1, place, -1, s.defn[one], s.stamp[one], *cause, None))
        if self.sink is not None and extra:
            self.sink(("extra", s.turn, tuple(extra)))

    # ------------------------------------------------------------------------------------------------------- rows
    def _committed(
        self, s: State, kind: int, row: Any, card: int, frm: int, to: int, n: int, cause: Row, before: Any
    ) -> Row:
        definition, snapshot = before
        stamp = s.stamp[card] if card >= 0 else -1
        return (row[0], card, frm, to, n, row[5], kind, definition, stamp, *cause, snapshot)

    def before(self, s: State, card: int) -> tuple[int, Row | None]:
        """Definition and snapshot of a card as it is now; a snapshot only if the definition does not say it all."""
        if card < 0:
            return -1, None
        if not s.flags[card] and not s.grants and not self.values.static_grants and s.defn[card] == s.printed[card]:
            return s.defn[card], None
        v, t = self.values, self.t
        icons = tuple(i for f in range(len(t.icons)) for i in v.icons(s, card, f))
        names = tuple(v.name(s, card, a) for a in range(len(t.names)))
        numbers = tuple((a, v.printed(s, card, a)) for a in range(t.nattrs) if v.has_printed(s, card, a))
        kinds = tuple(k for k in range(len(t.iskind)) if v.is_kind(s, card, k))
        return s.defn[card], (icons, names, numbers, kinds)

    def _fact(self, s: State, kind: int, row: Any, cause: Row, out: list[Row], *_: Any) -> None:
        card = row[1]
        if card < 0 and row[5] != COPY:
            out.append((*row, kind, -1, -1, *cause, None))
            return
        before = (row[3], None) if card < 0 else self.before(s, card)
        out.append(self._committed(s, kind, row, card, row[2], row[3], row[4], cause, before))

    # ------------------------------------------------------------------------------------------------------- moving
    def move_row(
        self,
        s: State,
        kind: int,
        row: Any,
        cause: Row,
        out: list[Row],
        emptied: list[int],
        outs: list[Row],
        extra: list[Row],
    ) -> None:
        who, card, frm, to, n, place = row
        if to < 0 or to >= len(s.zones):
            if place == COPY and card < 0:
                self._fact(s, kind, row, cause, out)
            return
        if card < 0 and place == COPY:
            self._fact(s, kind, row, cause, out)
            return
        flags, slot, zones = s.flags, s.slot, s.zones
        plain = not s.grants and not self.values.static_grants
        one = card
        for _ in range(n if card < 0 else 1):
            if card < 0:
                if 0 <= frm < len(zones) and zones[frm]:
                    one = zones[frm][0]
                else:
                    one = self.top(s, frm, extra, cause)
                    if one < 0:
                        return
                s.fuel -= 4
                if s.fuel < 0:
                    burn(s, 0)
            origin = slot[one]
            if plain and not flags[one] and s.defn[one] == s.printed[one]:
                definition, snapshot = s.defn[one], None
            else:
                definition, snapshot = self.before(s, one)
            if flags[one] or place > ANYWHERE or (self.slot_limited[to] and zones[to]):
                self.move(s, one, to, place, who, emptied, outs, extra, kind, cause)
            else:
                self._move(s, one, origin, to, place, emptied)
            out.append((who, one, origin, to, 1, place, kind, definition, s.stamp[one], *cause, snapshot))

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
        return pile[0] if pile else -1

    def renew(self, s: State, slot: int, extra: list[Row], cause: Row) -> None:
        """Shuffle what a pile is renewed from and put it under the pile."""
        lay = self.t.layout
        source_zone = self.t.renew[lay.zone[slot]]
        if source_zone < 0:
            return
        source = lay.slot(source_zone, lay.owner[slot])
        cards = s.zones[source]
        if not cards:
            return
        moved = cards[:]
        cards.clear()
        shuffle(s.streams, 0, moved)
        hidden = self.t.slot_seen[slot] != 1
        for card in moved:
            s.slot[card] = slot
            s.stamp[card] += 1
            if hidden:
                s.known[card] = 0
            if s.flags[card] & 1 or s.defn[card] != s.printed[card]:
                self.roles.moved(s, card, lay.zone[slot])
        s.zones[slot] += moved
        s.stamps[S_ZONES + source_zone] += 1
        s.stamps[S_ZONES + lay.zone[slot]] += 1
        row = (lay.owner[slot], -1, source, slot, len(moved), SHUFFLED, self.t.renew_event, -1, -1, *cause, None)
        if self.t.renew_event >= 0 and self.t.recorded[self.t.renew_event]:
            s.history.append(row)
            if len(s.stamps) < self.t.stamps:
                s.stamps += [0] * (self.t.stamps - len(s.stamps))
            s.stamps[self.t.history_stamps + self.t.renew_event] += 1
        extra.append(row)

    def need(self, s: State, slot: int, n: int, cause: Row) -> Committed:
        """A pile is looked into n cards deep; the renewals this makes."""
        extra: list[Row] = []
        if 0 <= slot < len(s.zones) and len(s.zones[slot]) < n:
            self.renew(s, slot, extra, cause)
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
        if t.refill[from_zone] >= 0:
            emptied.append(frm)
        if s.host[card] != -1:
            s.host[card] = -1
        if t.limited[to_zone] and s.zones[to]:
            self._make_room(s, to, who, outs, extra, kind, cause)
        self._lay(s, card, to, place)
        if from_zone != to_zone or t.layout.owner[frm] != t.layout.owner[to]:
            s.stamp[card] += 1
            if s.flags[card] & 1:
                self.roles.moved(s, card, to_zone)
        stamps = s.stamps
        stamps[S_ZONES + from_zone] += 1
        stamps[S_ZONES + to_zone] += 1

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
            self._shuffle(s, to)
        elif place == FACE_DOWN:
            pile.insert(0, card)
            s.known[card] = 0
        else:
            pile.append(card)

    def _make_room(self, s: State, to: int, who: int, outs: list[Row], extra: list[Row], kind: int, cause: Row) -> None:
        """Push the occupant of a space along its row, or out of a place that holds one card."""
        t = self.t
        lay = t.layout
        zone = lay.zone[to]
        if not t.pushes[zone]:
            self._out(s, s.zones[to][0], who, outs, extra, kind, cause)
            return
        row = lay.row(to)
        at = to
        carried = s.zones[to].pop(0)
        while True:
            nxt = at + 1
            if nxt not in row:
                s.zones[at].append(carried)  # it is still counted while it leaves
                self._out(s, carried, who, outs, extra, kind, cause)
                return
            occupant = s.zones[nxt].pop(0) if s.zones[nxt] else -1
            s.zones[nxt].append(carried)
            s.slot[carried] = nxt
            extra.append((who, carried, at, nxt, 1, PUSHED, kind, s.defn[carried], s.stamp[carried], *cause, None))
            if occupant < 0:
                return
            carried, at = occupant, nxt

    def _out(self, s: State, card: int, who: int, outs: list[Row], extra: list[Row], kind: int, cause: Row) -> None:
        t = self.t
        frm = s.slot[card]
        to = t.layout.first[t.leaving] if t.leaving >= 0 else t.layout.first[1]
        s.zones[frm].remove(card)
        s.zones[to].append(card)
        s.slot[card] = to
        s.stamp[card] += 1
        s.stamps[S_ZONES + t.layout.zone[to]] += 1
        extra.append((who, card, frm, to, 1, PUSHED, kind, s.defn[card], s.stamp[card], *cause, None))
        if s.flags[card] & 1:
            self.roles.moved(s, card, t.layout.zone[to])
        outs.append((card, t.layout.zone[frm]))

    # ------------------------------------------------------------------------------------------------------- others
    def _attach_row(
        self,
        s: State,
        kind: int,
        row: Any,
        cause: Row,
        out: list[Row],
        emptied: list[int],
        outs: list[Row],
        extra: list[Row],
    ) -> None:
        who, card, frm, host, n, _ = row
        for _ in range(n if card < 0 else 1):
            one = card if card >= 0 else self.top(s, frm, extra, cause)
            if one < 0 or one == host or not -2 - len(s.zones) < host < len(s.slot):
                return
            up = host
            while up >= 0:  # nothing is attached to what is attached to it
                if up == one:
                    return
                up = s.host[up]
            origin = s.slot[one]
            before = self.before(s, one)
            self.move(s, one, 0, ANYWHERE, who, emptied, outs, extra, kind, cause)
            s.host[one] = host
            out.append(self._committed(s, kind, row, one, origin, host, 1, cause, before))

    def _points_row(self, s: State, kind: int, row: Any, cause: Row, out: list[Row], *_: Any) -> None:
        who, card, _frm, point, n, only = row
        if not 0 <= who < s.players or not 0 <= point < self.t.image.points:
            return
        if n < 0:
            n = -self.lose(s, who, point, -n)
        elif n:
            self.get(s, who, point, n, card if card >= 0 else cause[0], only)
        out.append(self._committed(s, kind, row, card, -1, point, n, cause, self.before(s, card)))

    def get(self, s: State, who: int, point: int, n: int, card: int, only: int, name: int = -1) -> None:
        """Points come to a player, with the name of the physical card that made them if names can matter."""
        if self.name_attr >= 0 and card >= 0:
            name = self.t.names[self.name_attr][s.printed[card]]
        s.stamps[S_POINTS] += 1
        source = card if only >= 0 else -1
        for i, p in enumerate(s.points):
            if p[0] == who and p[1] == point and p[3] == name and p[4] == only and p[5] == source:
                s.points[i] = (who, point, p[2] + n, name, only, source, source, who)
                break
        else:
            s.points.append((who, point, n, name, only, source, source, who))
        for i, m in enumerate(s.made):
            if m[0] == who and m[1] == point:
                s.made[i] = (who, point, m[2] + n)
                break
        else:
            s.made.append((who, point, n))

    def lose(self, s: State, who: int, point: int, n: int) -> int:
        """Take points away, nameless ones first; how many there were to take."""
        s.stamps[S_POINTS] += 1
        left = n
        rows = sorted(range(len(s.points)), key=lambda i: (s.points[i][3] != -1, i))
        for i in rows:
            p = s.points[i]
            if p[0] == who and p[1] == point and left > 0:
                taken = min(left, p[2])
                left -= taken
                s.points[i] = (*p[:2], p[2] - taken, *p[3:])
        s.points[:] = [p for p in s.points if p[2] > 0]
        return n - left

    def _set_row(self, s: State, kind: int, row: Any, cause: Row, out: list[Row], *_: Any) -> None:
        counter = row[3]
        s.counters[counter] += row[4]
        if not -(1 << 40) < s.counters[counter] < 1 << 40:
            raise Fault("size", "a counter grew too large")
        s.stamps[S_COUNTERS] += 1
        out.append(self._committed(s, kind, row, row[1], -1, counter, row[4], cause, (-1, None)))

    def _shuffle_row(self, s: State, kind: int, row: Any, cause: Row, out: list[Row], *_: Any) -> None:
        slot = row[3]
        if not 0 <= slot < len(s.zones):
            return
        self._shuffle(s, slot)
        s.stamps[S_ZONES + self.t.layout.zone[slot]] += 1
        s.stamps[S_OTHER] += 1
        out.append(self._committed(s, kind, row, -1, -1, slot, 1, cause, (-1, None)))

    def _shuffle(self, s: State, slot: int) -> None:
        shuffle(s.streams, 0, s.zones[slot])
        if self.t.slot_seen[slot] != 1:
            keep = 1 << self.t.layout.owner[slot] if self.t.slot_seen[slot] == 2 else 0
            for card in s.zones[slot]:
                s.known[card] &= keep

    def _show_row(
        self,
        s: State,
        kind: int,
        row: Any,
        cause: Row,
        out: list[Row],
        emptied: list[int],
        outs: list[Row],
        extra: list[Row],
    ) -> None:
        who, card, frm, _, n, _ = row
        mask = (1 << s.players) - 1 if self.t.prim[kind] == "show" else 1 << max(0, who)
        if card >= 0:
            cards = [card]
        else:
            if 0 <= frm < len(s.zones) and len(s.zones[frm]) < n:
                self.renew(s, frm, extra, cause)
            cards = s.zones[frm][:n] if 0 <= frm < len(s.zones) else []
        for one in cards:
            s.known[one] |= mask
            s.stamps[S_OTHER] += 1
            place = s.slot[one]
            out.append(self._committed(s, kind, row, one, place, place, 1, cause, self.before(s, one)))

    def _turn_row(self, s: State, kind: int, row: Any, cause: Row, out: list[Row], *_: Any) -> None:
        card = row[1]
        if card < 0:
            return
        before = self.before(s, card)
        s.side[card] = row[4] & 7
        s.stamps[S_OTHER] += 1
        out.append(self._committed(s, kind, row, card, s.slot[card], s.slot[card], row[4], cause, before))
