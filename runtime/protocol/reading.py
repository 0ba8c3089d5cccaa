"""From the bytes of a line to the object of a message, with limits: whatever is in the line, it is read or refused.

Must not know any message, nor where lines come from.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass

from cardwright.runtime.messages import Refused

from .shapes import MOST, short, sort_of

_HALF = re.compile(r"\\u[dD][89a-fA-F]")  # half a character may come of it


@dataclass(frozen=True)
class Limits:
    """How much a client may ask for."""

    line: int = 16_000_000  # bytes of a line: a saved game with its image must go into one
    depth: int = 24  # levels of a message
    games: int = 64  # open at the same time


def read(line: bytes, limits: Limits) -> dict[str, object]:
    """The object of a line. Refused: anything that is none."""
    if len(line) > limits.line:
        raise Refused("CW853", limit=limits.line)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as bad:
        raise Refused("CW854", byte=bad.start + 1) from None
    try:
        value = json.loads(
            text, object_pairs_hook=_object, parse_int=_whole, parse_float=_decimal, parse_constant=_constant
        )
    except RecursionError:
        raise Refused("CW855", limit=limits.depth) from None
    except json.JSONDecodeError as bad:
        raise Refused("CW851", what=f"{bad.msg} at character {bad.pos + 1}") from None
    if not isinstance(value, dict):
        raise Refused("CW858", found=sort_of(value))
    _walk(value, limits.depth, _HALF.search(text) is not None)
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise Refused("CW857", key=_plain(key))
            seen.add(key)
    return made


def _whole(text: str) -> int:
    number = int(text) if len(text) <= 20 else MOST + 1
    if not -MOST <= number <= MOST:
        raise Refused("CW856", number=short(text, 30))
    return number


def _decimal(text: str) -> float:
    number = float(text) if len(text) <= 400 else math.inf
    if not math.isfinite(number):
        raise Refused("CW856", number=short(text, 30))
    return number


def _constant(text: str) -> float:
    raise Refused("CW851", what=f"{text} is no number of JSON")


def _walk(value: object, most: int, halves: bool) -> None:
    """Not too deep, and no text that holds half a character."""
    level: list[object] = [value]
    for _ in range(most):
        inside: list[object] = []
        for one in level:
            if isinstance(one, dict):
                inside += one.values()
                if halves:
                    inside += one
            elif isinstance(one, list):
                inside += one
            elif halves and isinstance(one, str) and one != _plain(one):
                raise Refused("CW851", what=f"“{short(_plain(one))}” holds half a character")
        level = inside
        if not level:
            return
    raise Refused("CW855", limit=most)


def _plain(text: str) -> str:
    """A text without halves of characters."""
    return text.encode("utf-8", "replace").decode("utf-8")
