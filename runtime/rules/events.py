"""Committing events: the only writer of where cards lie, points, counters, sides, attachments and knowledge.

A row to be is (who, card, from, to, amount, place). With card -1 and `from` a pile it means so many top cards, each
taken when it is needed (renewing the pile if it is empty and its zone says so). A committed row adds (type, definition
and stamp of the card, cause card, cause ability, cause keyword, actor, snapshot): the definition as it was before, the
stamp as it is after. Must not know who listens.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.state.state import ODD_DUE, ODD_ROWS, S_COUNTERS, S_OTHER, S_ROWS, S_ZONES, Row, State

from .fault import Fault
from .linker import burn
from .moves import ANYWHERE, SHUFFLED, Committed, Moves
from .plan_rows import COPY
from .points import Points
from .roles import Roles
from .tables import Tables
from .values import Values

MOST = 4096  # snapshots that are kept


class Events(Moves, Points):
    """Writes events into a state. `sink`, if set, is told every committed event; it lies outside the state."""

    def __init__(self, tables: Tables, values: Values, roles: Roles) -> None:
        Points.__init__(self, tables)
        Moves.__init__(self, tables, roles)
        self.values = values
        self.caching = True
        self._snapshots: dict[Row, Row] = {}
        writers: dict[str, Any] = {
            "move": self.move_row, "attach": self._attach_row, "points": self._points_row, "set": self._set_row,
            "shuffle": self._shuffle_row, "show": self._show_row, "look": self._show_row, "turn": self._turn_row,
            "close": self._close_row, "role": self._fact, "none": self._fact,
        }  # fmt: skip
        self._writer = [writers[prim] for prim in tables.prim]  # by event type

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
        if len(rows) > 1 and self.t.prim[kind] == "move":
            self.cross(s, rows)
        elif self.crossing:
            self.crossing = {}
        for row in rows:
            writer(s, kind, row, cause, out, emptied, outs, extra)
        committed = tuple(out)
        if self.t.recorded[kind]:
            s.history += committed
            s.stamps[self.t.history_stamps + kind] += 1
        if len(emptied) > 1:
            emptied.sort()  # spaces are filled in their order, whatever the order in which they were emptied
        sink = self.sink
        if sink is not None:
            if extra:
                sink(("extra", s.turn, tuple(extra)))
            if committed:
                sink(("event", s.turn, committed))
        if not extra:
            return committed, tuple(emptied), tuple(outs), ()
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
        self.crossing = {}
        s.odd |= ODD_DUE
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
        if s.grants or self.values.static_grants or not self.caching:
            return s.defn[card], self._snapshot(s, card)
        # without grants all of it comes from what the card is, where it lies and the roles it plays
        both = self.t.both[self.t.layout.zone[s.slot[card]]]
        roles = tuple([row[1:4] for row in s.roles if card in row[0]])
        key = (s.defn[card], s.printed[card], s.flags[card], both, roles)
        found = self._snapshots.get(key)
        if found is None:
            if len(self._snapshots) >= MOST:
                self._snapshots.clear()
            found = self._snapshots[key] = self._snapshot(s, card)
        return s.defn[card], found

    def _snapshot(self, s: State, card: int) -> Row:
        v, t = self.values, self.t
        icons = tuple(i for f in range(len(t.icons)) for i in v.icons(s, card, f))
        names = tuple(v.name(s, card, a) for a in range(len(t.names)))
        numbers = tuple((a, v.printed(s, card, a)) for a in range(t.nattrs) if v.has_printed(s, card, a))
        kinds = tuple(k for k in range(len(t.iskind)) if v.is_kind(s, card, k))
        return icons, names, numbers, kinds, v.abilities(s, card)

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
            if place == COPY:
                self._fact(s, kind, row, cause, out)
            return
        if card < 0 and place == COPY:
            self._fact(s, kind, row, cause, out)
            return
        flags, slot, zones = s.flags, s.slot, s.zones
        plain = not s.grants and not self.values.static_grants
        one = card
        if card < 0 and n > 1 and 0 <= frm < len(zones) and len(zones[frm]) < n and self.renewed_from(frm) == to:
            # its top cards leave it together: none of them is among those it is renewed from
            self.renew(s, frm, extra, cause)
            n = min(n, len(zones[frm]))
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
            if s.gone >> to & 1:
                to = self.instead_of(s, origin, to)
                if to < 0:
                    return
            if plain and not flags[one] and s.defn[one] == s.printed[one]:
                definition, snapshot = s.defn[one], None
            else:
                definition, snapshot = self.before(s, one)
            if flags[one] or place > ANYWHERE or (self.slot_limited[to] and zones[to]):
                self.move(s, one, to, place, who, emptied, outs, extra, kind, cause)
            else:
                self._move(s, one, origin, to, place, emptied)
            out.append((who, one, origin, to, 1, place, kind, definition, s.stamp[one], *cause, snapshot))

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
        self.mix(s, slot)
        s.stamps[S_ZONES + self.t.layout.zone[slot]] += 1
        s.stamps[S_OTHER] += 1
        out.append(self._committed(s, kind, row, -1, -1, slot, 1, cause, (-1, None)))

    def _close_row(self, s: State, kind: int, row: Any, cause: Row, out: list[Row], *_: Any) -> None:
        """A space no longer exists. What lies there is not touched."""
        slot = row[3]
        if not 0 <= slot < self.t.layout.table or s.gone >> slot & 1:
            return
        s.gone |= 1 << slot
        s.odd |= ODD_ROWS
        s.stamps[S_ZONES + self.t.layout.zone[slot]] += 1
        s.stamps[S_ROWS] += 1
        s.stamps[S_OTHER] += 1
        out.append(self._committed(s, kind, row, -1, -1, slot, 1, cause, (-1, None)))

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
        chain = self.t.sides[s.printed[card]]
        s.side[card] = (s.side[card] + 1) % max(2, len(chain))
        s.stamps[S_OTHER] += 1
        if chain:
            self.roles.turn_over(s, card, chain[s.side[card]])
        out.append(self._committed(s, kind, row, card, s.slot[card], s.slot[card], row[4], cause, before))
