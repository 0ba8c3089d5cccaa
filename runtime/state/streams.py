"""Random streams: one 64-bit counter per purpose, mixed by splitmix64. The same everywhere, no host randomness.

Must not know what the numbers are used for.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from functools import lru_cache
from struct import Struct
from typing import TypeVar

T = TypeVar("T")
_BYTES = 16  # of a lane: a product of two numbers of 64 bits fits in
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


@lru_cache(maxsize=1024)
def _lanes(n: int) -> tuple[int, int, int]:
    """For n numbers side by side in one: a 1 in every lane, the steps to the 1st to n-th state, the mask of a lane."""
    ones = sum(1 << 8 * _BYTES * i for i in range(n))
    steps = sum((_STEP * (i + 1) & _MASK) << 8 * _BYTES * i for i in range(n))
    return ones, steps, ones * _MASK


def _next(state: int, n: int) -> int:
    """The next n numbers of a stream side by side: as `_mix`, for all of them in one number of the host."""
    ones, steps, mask = _lanes(n)
    z = (ones * state + steps) & mask
    z = ((z ^ (z >> 30 & mask)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27 & mask)) * 0x94D049BB133111EB) & mask
    return z ^ (z >> 31 & mask)


@lru_cache(maxsize=1024)
def _sorting(n: int) -> tuple[int, int, int, Struct, Struct]:
    """What n numbers side by side are sorted with: how many bytes a place takes, the mask of what is kept of each
    number, the places that stand below that, how both are read as floats, and how sorted ones are written.
    """
    size = (n - 1).bit_length() + 7 >> 3
    keep = _MASK >> 2 + 8 * size << 8 * size
    places = sum(i << 8 * _BYTES * i for i in range(n))
    return size, _lanes(n)[0] * keep, places, Struct("<" + "d8x" * n), Struct(f"<{n}d")


def shuffle(streams: list[int], index: int, items: MutableSequence[T]) -> None:
    """Put things in the order of numbers drawn for them: whole decks go through here, with no step of Python for each.

    No two numbers are equal, for the mixing is one to one and a stream counts; so all orders are equally likely. Sorted
    are their upper bits with the place of each thing below: two whose upper 54 bits are equal stay as they lay, which
    befalls one shuffle of a deck in a million million. They are sorted as floats: those whose two uppermost bits are 0
    have the order of their bits, and the host compares them fastest.
    """
    many = len(items)
    if many > 1:
        state = streams[index]
        size, keep, places, read, write = _sorting(many)
        keys = (_next(state, many) >> 2 & keep | places).to_bytes(_BYTES * many, "little")
        order = write.pack(*sorted(read.unpack(keys)))
        if size == 1:
            items[:] = map(items.__getitem__, order[::8])
        else:
            items[:] = [items[int.from_bytes(order[at : at + size], "little")] for at in range(0, 8 * many, 8)]
        streams[index] = (state + _STEP * many) & _MASK
