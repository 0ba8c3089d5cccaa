"""Random streams: one 64-bit counter per purpose, mixed or hashed. The same everywhere, no host randomness.

Must not know what the numbers are used for.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import cache, lru_cache
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def _mix(z: int) -> int:
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


def seeded(seed: int, count: int) -> list[int]:
    """Streams for a seed (any integer)."""
    return list(_seeded(seed, count))


@lru_cache(maxsize=16)
def _seeded(seed: int, count: int) -> tuple[int, ...]:
    """Kept, for a game is dealt in steps that all begin with its streams."""
    start = _mix((seed * 2 + 1) & _MASK) ^ _mix((seed >> 63) & _MASK)
    return tuple([_mix((start + _STEP * (i + 1)) & _MASK) for i in range(count)])


def skip(streams: list[int], index: int, many: int) -> None:
    """Pass over so many numbers that do not matter."""
    streams[index] = (streams[index] + _STEP * many) & _MASK


def below(streams: list[int], index: int, bound: int) -> int:
    """A number from 0 to bound - 1, without bias."""
    limit = (1 << 64) - (1 << 64) % bound
    while True:
        streams[index] = state = (streams[index] + _STEP) & _MASK
        z = _mix(state)
        if z < limit:
            return z % bound


@cache
def _row(bound: int) -> tuple[int, ...]:
    """For each byte a number from 0 to bound - 1, as many bytes for each; -1 for those that are left over."""
    limit = 256 - 256 % bound
    return tuple([byte % bound if byte < limit else -1 for byte in range(256)])


@cache
def _rows(many: int) -> tuple[tuple[int, ...], ...]:
    return ((), *map(_row, range(1, many + 1)))


def shuffle(streams: list[int], index: int, items: MutableSequence[T]) -> None:
    """Put things in a random order: each place from the last on gets one of those that are left, all as likely.

    Whole decks go through here, so the numbers are looked up for bytes, which come 64 at a time from a hash of the next
    state of the stream: the host has that ready made. A byte for which there is no number is left out.
    """
    left = len(items)
    while left > 256:
        at = below(streams, index, left)
        left -= 1
        items[left], items[at] = items[at], items[left]
    rows, state = _rows(left), streams[index]
    while left > 1:
        state = (state + _STEP) & _MASK
        for byte in blake2b(state.to_bytes(8, "little")).digest():
            at = rows[left][byte]
            if at >= 0:
                left -= 1
                items[left], items[at] = items[at], items[left]
                if left < 2:
                    break
    streams[index] = state
