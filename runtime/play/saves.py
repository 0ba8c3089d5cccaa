"""A game as a file: the state, the log and the image once (or its hash). JSON only, with limits; a damaged file is
refused.

Must not know any declared word, nor how a state is laid out.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from cardwright.runtime.messages import Refused

from .log import Entry, Item, Log

FORMAT = "cardwright game"
VERSION = 1
MAX_BYTES = 64_000_000
MAX_RECORDS = 2_000_000
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


def log_of(data: object) -> Log:
    """The records of a save."""
    if not isinstance(data, list) or len(data) > MAX_RECORDS:
        raise Refused("CW814", what="the log")
    entries: list[Entry] = []
    for record in data:
        if not isinstance(record, list) or len(record) != 4:
            raise Refused("CW814", what="a record of the log")
        sort, head, rows, mask = record
        fine = isinstance(sort, str) and isinstance(head, list) and isinstance(rows, list) and type(mask) is int
        if not fine or not all(
            isinstance(row, list) and len(row) == _ITEM and all(type(part) is int for part in row) for row in rows
        ):
            raise Refused("CW814", what="a record of the log")
        if not all(isinstance(part, (int, str)) for part in head):
            raise Refused("CW814", what="a record of the log")
        entries.append(Entry(len(entries) + 1, sort, tuple(head), tuple(Item(*row) for row in rows), mask))
    return Log(entries)


def answers_of(data: object) -> list[tuple[int, tuple[str, ...]]]:
    """The answers of a save: who, and the keys."""
    if not isinstance(data, list) or len(data) > MAX_RECORDS:
        raise Refused("CW814", what="the answers")
    answers: list[tuple[int, tuple[str, ...]]] = []
    for one in data:
        if not isinstance(one, list) or len(one) != 2 or type(one[0]) is not int or not isinstance(one[1], list):
            raise Refused("CW814", what="an answer")
        if not all(isinstance(key, str) for key in one[1]):
            raise Refused("CW814", what="an answer")
        answers.append((one[0], tuple(one[1])))
    return answers
