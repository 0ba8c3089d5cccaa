"""Rows that are true for a while: adding them, and ending them with their period, their card's zone, or by hand.

Modifiers, permissions, watchers, delayed abilities, grants and roles; shapes in state/rows.py. Roles also move the
definition pointer of their cards. Must not know opcodes or who reads the rows.
"""

from __future__ import annotations

from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.optable import FAMILIES
from cardwright.runtime.state.rows import C_HERE, P_GAME, P_NEXT, P_TO_NEXT, P_TURN, WAITING
from cardwright.runtime.state.state import FLAG_GRANT, FLAG_ROLE, S_ROWS, S_TURN, Row, State

from .fault import Fault
from .linker import nested
from .odd import look
from .tables import Tables

if TYPE_CHECKING:
    from .casts import Casts

MAX_ROWS = 5_000

# family -> (list of the state, length as pushed, index of PERIOD)
SHAPE: dict[str, tuple[str, int, int]] = {
    "modifier": ("modifiers", 7, 6),
    "permission": ("permissions", 9, 8),
    "watcher": ("watchers", 3, 1),
    "delayed": ("watchers", 3, 1),
    "role": ("roles", 6, 5),
    "grant": ("grants", 6, 5),
}
ENDS = tuple(dict.fromkeys((attribute, at) for attribute, _, at in SHAPE.values()))
_ROWS: attrgetter[tuple[list[Row], ...]] = attrgetter(*(attribute for attribute, _ in ENDS))
_WITH = {at: itemgetter(at) for _, at in ENDS}  # what a row ends with

_SORT = itemgetter(6)  # the event type of a committed row


class Roles:
    """Keeper of the row families."""

    casts: Casts  # joined when the image is linked

    def __init__(self, tables: Tables) -> None:
        self.t = tables
        self.keeps = frozenset(kind for kind, kept in enumerate(tables.kept) if kept)

    def serial(self, s: State, period: int, you: int) -> int:
        """The open period a row ends with, 0 for the game."""
        if period == P_GAME:
            return 0
        if period == P_NEXT:
            return -1 - you
        if period == P_TO_NEXT:
            return WAITING - you
        kind = self.t.turn_period if period == P_TURN else period
        for p in reversed(s.periods):
            if p[0] == kind:
                return int(p[1])
        return int(s.periods[-1][1]) if s.periods and period != P_TURN else 0

    def add(self, s: State, family: int, row: Any, this: int, you: int) -> None:
        """A row as an effect pushed it: its period becomes a serial number; this and you are the frame's if it has
        none.
        """
        name = FAMILIES[family]
        attribute, length, at = SHAPE[name]
        if type(row) is not tuple or len(row) < length:
            raise Fault("row", f"a {name} row has the wrong shape")
        nested(row)
        serial = self.serial(s, row[at], you)
        made: Row
        if name in ("watcher", "delayed"):
            captured = row[-1] if type(row[-1]) is tuple else ()
            if len(row) >= 6:
                this, you = row[3], row[4]
            made = (row[0], serial, row[2], this, you, captured)
            if not 0 <= row[0] < len(self.t.ability):
                raise Fault("row", "no such ability")
        elif name == "role":
            made = (row[0], row[1], row[2], row[3], row[4], serial)
        else:
            if len(row) >= length + 2:
                this, you = row[length], row[length + 1]
            made = (*row[:at], serial, this, you, *row[length + 2 : length + 4])
            if name == "modifier" and len(made) < 11:
                made = (*made[:9], -1, ())
            elif name == "permission":
                sentence = made[11] if len(made) > 11 else -1
                made = (*made[:11], sentence, tuple([s.stamp[card] for card in row[3]]))
        rows: list[Row] = getattr(s, attribute)
        if len(rows) >= MAX_ROWS:
            raise Fault("size", f"too many {name} rows")
        rows.append(made)
        s.stamps[S_ROWS] += 1
        if name == "grant" or (name == "role" and row[1] >= 0 and not s.cast[C_HERE] >> row[1] & 1):
            s.cast = self.casts.full  # what was no part of this game has come into it
        if name == "role":
            self._play(s, made)
        elif name == "grant" and row[4] == -1:
            for card in row[3]:
                s.flags[card] |= FLAG_GRANT
        look(self.t, s)

    # ------------------------------------------------------------------------------------------------------- roles
    def _play(self, s: State, row: Row) -> None:
        cards, definition, also = row[0], row[1], row[2]
        if not 0 <= definition < len(self.t.kind) or type(cards) is not tuple:
            raise Fault("row", "no such definition")
        for card in cards:
            s.flags[card] |= FLAG_ROLE
            if not also:
                self._point(s, card, definition)

    def turn_over(self, s: State, card: int, definition: int) -> None:
        """Another side of a card is up: what it counts as besides it goes on counting."""
        sides = self.t.sides[s.printed[card]]
        s.roles[:] = [r for r in s.roles if not (r[0] == (card,) and r[1] in sides and not r[2])]
        if definition != s.printed[card]:
            s.flags[card] |= FLAG_ROLE
            s.roles.insert(0, ((card,), definition, 0, (), (), 0))
        self._settle(s, card)

    def _point(self, s: State, card: int, definition: int) -> None:
        s.defn[card] = definition
        if definition != s.printed[card]:
            if card not in s.changed:
                s.changed.append(card)
        elif card in s.changed:
            s.changed.remove(card)
        s.stamps[S_ROWS] += 1
        look(self.t, s)

    def _settle(self, s: State, card: int) -> None:
        """Look again at which roles a card still plays."""
        definition = s.printed[card]
        plays = False
        for row in s.roles:
            if card in row[0]:
                plays = True
                if not row[2]:
                    definition = row[1]
        if not plays:
            s.flags[card] &= ~FLAG_ROLE
        self._point(s, card, definition)

    def moved(self, s: State, card: int, zone: int) -> None:
        """A card with roles came to another zone: roles that do not last there end."""
        changed = False
        for i, row in enumerate(s.roles):
            cards, keep = row[0], row[4]
            if card in cards and keep and zone not in keep:
                s.roles[i] = (tuple(c for c in cards if c != card), *row[1:])
                changed = True
        if changed:
            s.roles[:] = [r for r in s.roles if r[0]]
            s.stamps[S_ROWS] += 1
            look(self.t, s)
            self._settle(s, card)

    # ------------------------------------------------------------------------------------------------------- periods
    def open(self, s: State, kind: int) -> None:
        """Open a period; the rows of it end when it closes."""
        s.serial += 1
        if len(s.periods) >= 500:
            raise Fault("size", "too many open periods")
        s.periods.append((kind, s.serial, s.past + len(s.history)))
        s.stamps[S_TURN] += 1
        if kind == self.t.turn_period and (s.modifiers or s.permissions or s.watchers or s.roles or s.grants):
            for (_, at), rows in zip(ENDS, _ROWS(s), strict=True):
                if rows and min(map(_WITH[at], rows)) < 0:  # else none waits for any turn
                    self._begun(s, -1 - s.active)
                    self._end(s, {WAITING - s.active})
                    return

    def _begun(self, s: State, waiting: int) -> None:
        """The turn that rows wait for has begun: they end with it."""
        for (_, at), rows in zip(ENDS, _ROWS(s), strict=True):
            if not rows or waiting not in map(_WITH[at], rows):
                continue
            rows[:] = [(*r[:at], s.serial, *r[at + 1 :]) if r[at] == waiting else r for r in rows]

    def close(self, s: State, kind: int) -> None:
        """Close the innermost open period of that kind, and those opened inside it."""
        periods = s.periods
        if periods and periods[-1][0] == kind:  # as is usual, none was opened inside it
            ended = {periods.pop()[1]}
        else:
            at = next((at for at in range(len(periods) - 1, -1, -1) if periods[at][0] == kind), -1)
            if at < 0:
                return
            ended = {p[1] for p in periods[at:]}
            del periods[at:]
        if s.modifiers or s.permissions or s.watchers or s.roles or s.grants:
            self._end(s, ended)
        s.stamps[S_TURN] += 1

    def _end(self, s: State, serials: set[int]) -> None:
        for (attribute, at), rows in zip(ENDS, _ROWS(s), strict=True):
            if not rows or serials.isdisjoint(map(_WITH[at], rows)):
                continue
            gone = [r for r in rows if r[at] in serials]
            rows[:] = [r for r in rows if r[at] not in serials]
            s.stamps[S_ROWS] += 1
            look(self.t, s)
            if attribute == "roles":
                for row in gone:
                    for card in row[0]:
                        self._settle(s, card)
            elif attribute == "grants":
                self._regrant(s)

    def _regrant(self, s: State) -> None:
        for card in range(len(s.flags)):
            s.flags[card] &= ~FLAG_GRANT
        for row in s.grants:
            if row[4] == -1:
                for card in row[3]:
                    s.flags[card] |= FLAG_GRANT

    def end_rows(self, s: State, family: int, card: int) -> None:
        """Rows of a family that speak of this card by number end."""
        name = FAMILIES[family]
        attribute = SHAPE[name][0]
        rows: list[Row] = getattr(s, attribute)
        at = {"modifier": 2, "permission": 3, "role": 0, "grant": 3}.get(name)
        if at is None:
            gone = [r for r in rows if r[3] == card]
        else:
            gone = [r for r in rows if type(r[at]) is tuple and card in r[at]]
        rows[:] = [r for r in rows if r not in gone]
        s.stamps[S_ROWS] += 1
        look(self.t, s)
        if name == "role":
            for one in dict.fromkeys((card, *(c for row in gone for c in row[0]))):  # a row may speak of several cards
                self._settle(s, one)
        elif name == "grant":
            self._regrant(s)

    def turn(self, s: State, player: int) -> None:
        """It is this player's turn from now on: what was kept for a turn only is dropped."""
        if not 0 <= player < s.players:
            raise Fault("value", "no such player")
        s.active = player
        s.turn += 1
        history = s.history
        if not self.keeps.isdisjoint(map(_SORT, history)):
            s.kept += [row for row in history if row[6] in self.keeps]
        s.past += len(history)
        history.clear()
        s.made.clear()
        if s.used:
            s.used[:] = [u for u in s.used if u[3] == 3]
        s.stamps[S_TURN] += 1
