"""Law 3: a state is plain values. `problems` walks a live state and names every value that is not.

Allowed are one object with slots, of int, bytearray, array, None, lists of (int, None, nested tuples of these, or lists
of ints), and tuples that are fixed when the game is dealt. Must not know what any column means.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

LEAVES = (int, type(None), bytearray, array)


def is_plain(value: object) -> bool:
    """An int, None, or tuples of these, however deep."""
    todo = [value]
    while todo:
        one = todo.pop()
        if type(one) is tuple:
            todo.extend(one)
        elif one is not None and type(one) is not int:
            return False
    return True


def problems(state: object) -> Iterator[str]:
    """Every place of a state that holds something else."""
    names = [name for cls in type(state).__mro__ for name in getattr(cls, "__slots__", ())]
    if not names or hasattr(state, "__dict__"):
        yield "the state has no slots, or a dictionary besides"
    for name in names:
        if hasattr(state, name):
            yield from _column(name, getattr(state, name))


def _column(name: str, value: object) -> Iterator[str]:
    if type(value) in (bytearray, array) or is_plain(value):
        return
    if type(value) is not list:
        yield f"{name} is a {type(value).__name__}"
        return
    for place, item in enumerate(value):
        if type(item) is list:
            if not all(type(one) is int for one in item):
                yield f"{name}[{place}] is a list that holds more than ints"
        elif not is_plain(item):
            yield f"{name}[{place}] is {item!r}"
