"""A game as a file: the state, the log and the image once (or its hash). JSON only, with limits; a damaged file is
refused.

Must not know any declared word, nor how a state is laid out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from cardwright.runtime.messages import Refused

from .log import ANSWER, EVENT, MOVED, PAID, ROW, TURN, Entry, Item, Log
from .port import Machine, State
from .setup import MAX_SEATS, Setup

FORMAT = "cardwright game"
VERSION = 1
MAX_BYTES = 64_000_000
MAX_RECORDS = 2_000_000
MAX_INT = 1 << 62
_ITEM = len(Item._fields)


def write(data: Mapping[str, object]) -> bytes:
    """The bytes of a save, always the same for the same game."""
    return json.dumps({"format": FORMAT, "version": VERSION, **data}, separators=(",", ":"), sort_keys=True).encode()


def read(data: bytes | str) -> Mapping[str, object]:
    """The outermost object of a save. Refused: anything that is none."""
    if len(data) > MAX_BYTES:
        raise Refused("CW815", what=f"{len(data)} bytes")
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        raise Refused("CW811", what="it is not JSON") from None
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise Refused("CW811", what="it does not say what it is")
    if plain.get("version") != VERSION:
        raise Refused("CW812", found=plain.get("version"), wanted=VERSION)
    return plain


def number(data: Mapping[str, object], key: str, low: int, high: int) -> int:
    """A whole number of a save."""
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise Refused("CW814", what=key)
    return value


def log_of(data: object, machine: Machine, state: State) -> Log:
    """The records of a save, each one that can be told of this game."""
    if not isinstance(data, list) or len(data) > MAX_RECORDS:
        raise Refused("CW814", what="the log")
    check = _Records(machine, state)
    entries: list[Entry] = []
    for record in data:
        if not isinstance(record, list) or len(record) != 4:
            raise Refused("CW814", what="a record of the log")
        sort, head, rows, mask = record
        fine = isinstance(sort, str) and isinstance(head, list) and isinstance(rows, list) and _small(mask)
        if not fine or not all(
            isinstance(row, list) and len(row) == _ITEM and all(_small(part) for part in row) for row in rows
        ):
            raise Refused("CW814", what="a record of the log")
        entry = Entry(len(entries) + 1, sort, tuple(head), tuple(Item(*row) for row in rows), mask)
        if not check.fine(entry):
            raise Refused("CW814", what=f"record {entry.number} of the log")
        entries.append(entry)
    return Log(entries)


def _small(value: object) -> bool:
    return type(value) is int and -MAX_INT <= value <= MAX_INT


class _Records:
    """What records of one game may name."""

    def __init__(self, machine: Machine, state: State) -> None:
        image = machine.image
        self.players = state.players
        self.cards = machine.count_cards(state)
        self.definitions = len(image.cards)
        self.events = len(image.events)
        self.attrs = len(image.attrs)

    def fine(self, entry: Entry) -> bool:
        """Whether a record can be told."""
        head, items = entry.head, entry.items
        if not all(-1 <= one.definition < self.definitions and -1 <= one.card < self.cards for one in items):
            return False
        if not all(-1 <= one.who < self.players for one in items):
            return False
        if entry.sort == ANSWER:
            return len(head) == 3 and all(isinstance(part, str) for part in head)
        if entry.sort == ROW:
            return (
                len(head) == 3
                and isinstance(head[0], str)
                and (head[1] == -1 or self._attr(head[1]))
                and _small(head[2])
            )
        if not all(_small(part) for part in head):
            return False
        numbers = [part for part in head if isinstance(part, int)]
        if entry.sort in (EVENT, MOVED):
            return len(numbers) == 3 and 0 <= numbers[0] < self.events and (entry.sort == EVENT or bool(items))
        if entry.sort == PAID:
            return bool(numbers) and all(self._attr(one.target) for one in items)
        return entry.sort != TURN or len(numbers) == 1

    def _attr(self, value: object) -> bool:
        return isinstance(value, int) and 0 <= value < self.attrs


def setup_of(data: object, players: int) -> dict[str, object]:
    """The set-up of a save: one that could have been asked for."""
    try:
        setup = Setup.read(data if isinstance(data, dict) else {})
    except Refused:
        raise Refused("CW814", what="the set-up") from None
    if not isinstance(data, dict) or data != setup.plain() or setup.players != players:
        raise Refused("CW814", what="the set-up")
    return data


def answers_of(data: object, players: int = MAX_SEATS) -> list[tuple[int, tuple[str, ...]]]:
    """The answers of a save: who, and the keys."""
    if not isinstance(data, list) or len(data) > MAX_RECORDS:
        raise Refused("CW814", what="the answers")
    answers: list[tuple[int, tuple[str, ...]]] = []
    for one in data:
        if not isinstance(one, list) or len(one) != 2 or type(one[0]) is not int or not isinstance(one[1], list):
            raise Refused("CW814", what="an answer")
        if not all(isinstance(key, str) for key in one[1]) or not 0 <= one[0] < players:
            raise Refused("CW814", what="an answer")
        answers.append((one[0], tuple(one[1])))
    return answers
