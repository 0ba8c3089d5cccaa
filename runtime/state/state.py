"""The state of a game: one object of ints, byte arrays and lists of plain values. Nothing else ever lies in it.

Columns are per card; `zones` holds the cards of each slot (top first); `stack` holds all frames. Rows (see rows.py) are
immutable tuples, so a clone copies lists only one level deep. Must not know opcodes, words or rules.

A frame on the stack, from its base: PROC, PC (where it goes on), BASE of the caller, ABILITY that caused it, FLOOR of
the pool, then the locals (this, you, event, …), then operands. `base` is the index of the running frame's first local.
"""

from __future__ import annotations

from typing import Any

HEADER = 5
F_PROC, F_PC, F_BASE, F_ABILITY, F_FLOOR = -5, -4, -3, -2, -1

# stamps: what caches depend on; each grows when something of its kind is written. One per zone from
# S_ZONES on, then one per event type for its history.
S_ROWS, S_POINTS, S_COUNTERS, S_TURN, S_OTHER, S_ZONES = range(6)

# flags of a card: what else than its definition must be looked at
FLAG_ROLE = 1  # role rows
FLAG_GRANT = 2  # grant rows by number

# flags of a state: why an event may be more than what is printed on its cards
ODD_ROWS = 1  # something was granted
ODD_RUN = 2  # all of this run: it is logged, or short ways are off
ODD_DUE = 4  # what standing conditions read may have been written by something that is no event
ODD_WATCH = 3  # from this bit on, by event type: somebody watches for such events

Row = tuple[Any, ...]  # ints, None and tuples of these; their shapes are in rows.py


class State:
    __slots__ = (
        "acting", "active", "ask", "base", "bydef", "cache", "cast", "changed", "counters", "defn", "fired",
        "flags", "fuel", "gone", "grants",
        "history", "host",
        "kept", "known", "made", "modifiers", "odd",
        "past", "pending", "periods", "permissions", "players", "points", "pool",
        "printed", "result", "roles", "serial", "side", "slot", "stack", "stamp", "stamps", "streams", "turn",
        "used", "watchers", "zones",
    )  # fmt: skip

    # -- fixed when the game is dealt, shared by clones
    printed: tuple[int, ...]  # card -> its physical definition
    bydef: tuple[tuple[int, ...], ...]  # definition -> cards, from printed
    players: int
    # -- numbers
    active: int
    turn: int
    result: int
    serial: int  # of the last period opened
    past: int  # history rows dropped so far: marks count from the beginning
    base: int
    gone: int  # spaces that no longer exist, a bit for each slot
    fuel: int  # left for this run; no part of digest or save
    acting: int  # definitions that cards count as, and that are printed on those, a bit each; no part of digest or save
    odd: int  # flags: what short ways do not look at, see rules/odd.py; no part of digest or save
    # -- columns
    slot: list[int]
    defn: list[int]  # definition now
    stamp: list[int]
    known: list[int]  # mask of the seats that know it where it lies
    host: list[int]  # -1 none, card, or -2 - slot
    side: bytearray
    flags: list[int]  # a byte each
    # -- places
    zones: list[list[int]]
    # -- rows
    changed: list[int]  # cards whose definition is not the printed one
    roles: list[Row]
    grants: list[Row]
    points: list[Row]
    modifiers: list[Row]
    permissions: list[Row]
    watchers: list[Row]
    used: list[Row]
    made: list[Row]  # points made this turn: (seat, kind, amount)
    history: list[Row]
    kept: list[Row]  # history of the whole game, of the event types asked for
    fired: list[int]  # standing conditions that have become true
    periods: list[Row]  # (kind, serial, history mark)
    pending: list[Row]  # proposals
    pool: list[Row]  # triggered abilities
    counters: list[int]
    streams: list[int]
    # -- control
    stack: list[Any]
    ask: Row | None
    # -- for caches only; no part of digest or save
    stamps: list[int]
    cast: Row  # what of the image can matter in this game, see rows.py
    cache: list[Row | None]  # what was derived, with the stamps it was derived from; see rules/acts.py

    def clone(self) -> State:
        """An independent copy; what is immutable is shared."""
        new = object.__new__(State)
        new.printed = self.printed
        new.bydef = self.bydef
        new.players = self.players
        new.acting = self.acting
        new.active = self.active
        new.turn = self.turn
        new.result = self.result
        new.serial = self.serial
        new.past = self.past
        new.gone = self.gone
        new.base = self.base
        new.fuel = self.fuel
        new.odd = self.odd & ~ODD_RUN
        new.slot = self.slot[:]
        new.defn = self.defn[:]
        new.stamp = self.stamp[:]
        new.known = self.known[:]
        new.host = self.host[:]
        new.side = self.side[:]
        new.flags = self.flags[:]
        new.zones = [z[:] for z in self.zones]
        new.changed = self.changed[:]
        new.roles = self.roles[:]
        new.grants = self.grants[:]
        new.points = self.points[:]
        new.modifiers = self.modifiers[:]
        new.permissions = self.permissions[:]
        new.watchers = self.watchers[:]
        new.used = self.used[:]
        new.made = self.made[:]
        new.history = self.history[:]
        new.kept = self.kept[:]
        new.fired = self.fired[:]
        new.periods = self.periods[:]
        new.pending = self.pending[:]
        new.pool = self.pool[:]
        new.counters = self.counters[:]
        new.streams = self.streams[:]
        new.stack = self.stack[:]
        new.ask = self.ask
        new.stamps = self.stamps[:]
        new.cast = self.cast
        new.cache = self.cache[:]
        return new
