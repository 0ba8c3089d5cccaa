"""A state as JSON-able data and back, and its digest.

A loaded state is checked for shape and ranges, so a damaged save is refused and never half loaded. Must not know
opcodes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import cast

from cardwright.runtime.bytecode.optable import OPTIONS, REQUESTS, RESULTS
from cardwright.runtime.messages import Refused

from .layout import MAX_SEATS
from .state import HEADER, Row, State

VERSION = 1
MAX_ROWS = 200_000
MAX_DEPTH = 40
MAX_INT = 1 << 64

INTS = ("active", "turn", "result", "serial", "past", "base", "gone")
IDLE_FUEL = 50_000_000  # for queries between runs
COLUMNS = ("slot", "defn", "stamp", "known", "host")
INT_LISTS = ("changed", "fired", "counters", "streams")
ROW_LISTS = (
    "roles", "grants", "points", "modifiers", "permissions", "watchers", "used", "made", "history", "kept", "periods",
    "pending", "pool",
)  # fmt: skip
# how long the rows of each family are, see rows.py and the rules that write them
LENGTHS = {
    "roles": (6,), "grants": (8,), "points": (8,), "modifiers": (11,), "permissions": (13,), "watchers": (6,),
    "used": (4,),
    "made": (3,), "history": (14,), "kept": (14,), "periods": (3,), "pending": (8,), "pool": (6,),
}  # fmt: skip
ASK = 9


def digest(s: State) -> str:
    """A fingerprint of all that can influence the future; the same in every process."""
    parts: list[object] = [s.printed, s.players, bytes(s.side), bytes(s.flags), s.ask, s.zones, s.stack]
    for name in INTS:
        parts.append(getattr(s, name))
    for name in COLUMNS + INT_LISTS + ROW_LISTS:
        parts.append(getattr(s, name))
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:32]


def save(s: State) -> dict[str, object]:
    """The state as data for JSON."""
    out: dict[str, object] = {"version": VERSION, "printed": list(s.printed), "players": s.players}
    for name in INTS:
        out[name] = getattr(s, name)
    for name in COLUMNS + INT_LISTS:
        out[name] = list(getattr(s, name))
    out["side"] = list(s.side)
    out["flags"] = list(s.flags)
    out["zones"] = [list(z) for z in s.zones]
    for name in ROW_LISTS:
        out[name] = [_thaw(row) for row in getattr(s, name)]
    out["stack"] = [_thaw(v) for v in s.stack]
    out["ask"] = _thaw(s.ask)
    return out


def _thaw(value: object) -> object:
    return [_thaw(v) for v in value] if isinstance(value, tuple) else value


def _freeze(value: object, depth: int = 0) -> object:
    if value is None:
        return None
    if isinstance(value, bool):
        raise damaged("a truth value")
    if isinstance(value, int):
        if not -MAX_INT <= value <= MAX_INT:
            raise damaged("a number out of range")
        return value
    if isinstance(value, list) and depth < MAX_DEPTH:
        return tuple(_freeze(v, depth + 1) for v in value)
    raise damaged(f"a {type(value).__name__}")


def damaged(what: str) -> Refused:
    return Refused("CW814", what=what)


def load(data: object, definitions: int, zones_of: Sequence[int], counters: int) -> State:
    """A state from data. `zones_of`: how many slots a game of n players has; raises Refused."""
    if not isinstance(data, Mapping):
        raise Refused("CW811", what="no object")
    if data.get("version") != VERSION:
        raise Refused("CW812", found=data.get("version"), wanted=VERSION)
    s = object.__new__(State)
    s.players = _int(data, "players")
    if not 1 <= s.players <= MAX_SEATS:
        raise damaged("the number of players")
    for name in INTS:
        setattr(s, name, _int(data, name))
    s.printed = tuple(_ints(data, "printed"))
    n = len(s.printed)
    for name in COLUMNS:
        column = _ints(data, name)
        if len(column) != n:
            raise damaged(name)
        setattr(s, name, column)
    for name in INT_LISTS:
        setattr(s, name, _ints(data, name))
    for name in ("side", "flags"):
        column = _ints(data, name)
        if len(column) != n or any(not 0 <= v < 256 for v in column):
            raise damaged(name)
        setattr(s, name, column if name == "flags" else bytearray(column))
    zones = data.get("zones")
    if not isinstance(zones, list) or len(zones) != zones_of[s.players]:
        raise damaged("the zones")
    s.zones = [_ints({"zone": z}, "zone") for z in zones]
    _cards(s, n, definitions)
    for name in ROW_LISTS:
        rows = data.get(name)
        if not isinstance(rows, list) or len(rows) > MAX_ROWS:
            raise damaged(name)
        frozen = [_freeze(row) for row in rows]
        if not all(isinstance(row, tuple) and len(row) in LENGTHS[name] for row in frozen):
            raise damaged(name)
        setattr(s, name, frozen)
    _roles(s, n, definitions)
    if not all(_same_length(row[3], row[12]) for row in s.permissions):
        raise damaged("permissions")
    stack = data.get("stack")
    if not isinstance(stack, list) or len(stack) > MAX_ROWS:
        raise damaged("the stack")
    s.stack = [_freeze(v) for v in stack]
    ask = _freeze(data.get("ask"))
    if ask is not None and not _question(ask, s.players):
        raise damaged("the question")
    s.ask = cast("Row | None", ask)
    if not 0 <= s.result < len(RESULTS):
        raise damaged("the end")
    if len(s.counters) != counters or not 0 <= s.active < s.players:
        raise damaged("a table")
    if not (s.base == -1 or HEADER <= s.base <= len(s.stack)):
        raise damaged("the frames")
    s.fuel = IDLE_FUEL
    s.odd = s.acting = 0
    s.cast = ()
    s.stamps = []  # the machine makes room for as many as its image has
    s.cache = []
    s.bydef = by_definition(s.printed, definitions)
    return s


def _int(data: Mapping[object, object], name: str) -> int:
    value = _freeze(data.get(name))
    if not isinstance(value, int):
        raise damaged(name)
    return value


def _ints(data: Mapping[str, object] | Mapping[object, object], name: str) -> list[int]:
    value = data.get(name)
    if not isinstance(value, list) or len(value) > MAX_ROWS:
        raise damaged(name)
    out: list[int] = []
    for v in value:
        if type(v) is not int or not -MAX_INT <= v <= MAX_INT:
            raise damaged(name)
        out.append(v)
    return out


def _question(ask: object, players: int) -> bool:
    """Whether this can be an open question: seat, kind, sort of options, options, least, most, sentence, card,
    ability.
    """
    if not isinstance(ask, tuple) or len(ask) != ASK or not isinstance(ask[3], tuple):
        return False
    if not all(type(v) is int for i, v in enumerate(ask) if i != 3):
        return False
    return bool(
        0 <= ask[0] < players and 0 <= ask[1] < len(REQUESTS) and 0 <= ask[2] < len(OPTIONS)
        and 0 <= ask[4] <= ask[5] <= len(ask[3])
    )  # fmt: skip


def _same_length(cards: object, stamps: object) -> bool:
    return isinstance(cards, tuple) and isinstance(stamps, tuple) and len(cards) == len(stamps)


def _cards(s: State, n: int, definitions: int) -> None:
    seen = 0
    for slot, zone in enumerate(s.zones):
        for card in zone:
            if not 0 <= card < n or s.slot[card] != slot:
                raise damaged(f"card {card} does not lie where it should")
            seen += 1
    if seen != n:
        raise damaged("the number of cards")
    for d in (*s.printed, *s.defn):
        if not 0 <= d < definitions:
            raise damaged("a definition")
    for h in s.host:
        if not -2 - len(s.zones) < h < n:
            raise damaged("an attachment")


def _roles(s: State, n: int, definitions: int) -> None:
    for row in s.roles:
        cards, definition = row[:2]
        if type(definition) is not int or not 0 <= definition < definitions or type(cards) is not tuple:
            raise damaged("a role")
        if not all(type(card) is int and 0 <= card < n for card in cards):
            raise damaged("a role")


def by_definition(printed: Sequence[int], definitions: int) -> tuple[tuple[int, ...], ...]:
    """Cards of each definition, from the printed ones."""
    return tuple(map(tuple, sorted_by(printed, definitions)))


def sorted_by(column: Sequence[int], many: int) -> list[list[int]]:
    """The cards of each value of a column."""
    found: list[list[int]] = [[] for _ in repeat(None, many)]
    for card, value in enumerate(column):
        found[value].append(card)
    return found


def new_state(
    players: int,
    printed: tuple[int, ...],
    places: list[int],
    zones: list[list[int]],
    known: list[int],
    bydef: tuple[tuple[int, ...], ...],
    counters: Sequence[int],
    streams: Sequence[int],
) -> State:
    """A state of cards: of each its definition, its slot and who knows it, the cards of each slot (top first) and of
    each definition.
    """
    s = object.__new__(State)
    n = len(printed)
    s.printed = printed
    s.bydef = bydef
    s.players = players
    s.active = s.turn = s.result = s.serial = s.past = s.gone = 0
    s.base = -1
    s.fuel = IDLE_FUEL
    s.odd = s.acting = 0
    s.slot = places
    s.zones = zones
    s.defn = list(s.printed)
    s.stamp = [0] * n
    s.known = known
    s.host = [-1] * n
    s.side = bytearray(n)
    s.flags = [0] * n
    for name in ROW_LISTS:
        setattr(s, name, [])
    empty: list[Row] = []
    s.pool = empty
    s.changed = []
    s.fired = []
    s.counters = list(counters)
    s.streams = list(streams)
    s.stack = []
    s.ask = None
    s.cast = ()
    s.stamps = []  # the machine makes room for as many as its image has
    s.cache = []
    return s
