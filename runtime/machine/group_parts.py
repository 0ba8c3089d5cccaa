"""The parts of a group that can be walked one after the other, with the tests that are left of their members.

A union of cards in different places is walked place by place, and a test that only asks where a card lies, or what was
tested before, is settled when the code is written. Must not know source.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardwright.runtime.rules.reads import Reading

CARD = ("cand", 0)
YES = ("yes",)


class Part(NamedTuple):
    """A group without tests, and the tests of its members (of candidate 0)."""

    group: Any
    tests: tuple[Any, ...]


def parts_of(group: Any, reading: Reading) -> list[Part]:
    """The parts of a group, in its order; itself where it cannot be taken apart."""
    op = group[0]
    if op == "filter":
        found = parts_of(group[1], reading)
        return [Part(base, _added(base, tests, group[2])) for base, tests in found]
    if op == "union":
        lie = [reading.lie(part) for part in group[1:]]
        known = [zones for zones in lie if zones is not None]
        if len(known) == len(lie) and sum(map(len, known)) == len(frozenset().union(*known)):  # none is in two
            return [part for inner in group[1:] for part in parts_of(inner, reading)]
    return [Part(group, ())]


def _added(group: Any, tests: tuple[Any, ...], test: Any) -> tuple[Any, ...]:
    left = settled(test, (*tests, *_place(group)))
    return tests if left == YES else (*tests, left)


def _place(group: Any) -> tuple[Any, ...]:
    """What lies in a place is there."""
    if group[0] in ("top", "bottom"):
        return _place(group[1])
    return (("member", ("slot-of", CARD), group[1]),) if group[0] == "in" else ()


def settled(test: Any, facts: tuple[Any, ...]) -> Any:
    """A test without what is known of its card."""
    if test in facts:
        return YES
    if test[0] == "and":
        left = [part for part in (settled(part, facts) for part in test[1:]) if part != YES]
        return YES if not left else left[0] if len(left) == 1 else ("and", *left)
    if test[0] == "or":
        left = [settled(part, facts) for part in test[1:]]
        return YES if YES in left else ("or", *left)
    return test
