"""Tests of a card that its definition alone answers, as long as it plays no role and nothing is granted: as tables.

Where such a test filters a whole group, the table is looked up for all of its cards at once. Must not know source.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, le, lt
from typing import Any

from cardwright.runtime.rules.values import Values

AS_PRINTED = "not s.roles or not any(map(s.flags.__getitem__, {}))"  # of cards: none plays a role
COMPARE: dict[str, Callable[[int, int], bool]] = {"eq": eq, "le": le, "lt": lt}


def answered(values: Values, plan: Any, candidate: int) -> tuple[bool, ...] | None:
    """By definition, whether a test holds of a candidate; None if that does not tell it."""
    if values.static_grants:
        return None
    found = _test(values, plan, ("cand", candidate))
    return None if found is None else tuple(found)


def _test(values: Values, plan: Any, card: Any) -> list[bool] | None:
    op, parts, t = plan[0], plan[1:], values.t
    every = range(len(t.kind))
    if op in ("and", "or"):
        tests = [_test(values, part, card) for part in parts]
        known = [test for test in tests if test is not None]
        if not known or len(known) < len(tests):
            return None
        holds = all if op == "and" else any
        return [holds(test[d] for test in known) for d in every]
    if op == "not":
        inner = _test(values, parts[0], card)
        return None if inner is None else [not one for one in inner]
    if op in COMPARE:
        numbers = [_number(values, part, card) for part in parts]
        if numbers[0] is None or numbers[1] is None:
            return None
        return [COMPARE[op](numbers[0][d], numbers[1][d]) for d in every]
    if not parts or parts[0] != card:
        return None
    if op == "is-kind":
        return [bool(t.iskind[parts[1]][d]) for d in every]
    if op == "has-icon":
        return [parts[1] in t.icons[t.icon_family[parts[1]]][d] for d in every]
    if op == "has-keyword":
        return [parts[1] in t.keywords[d] for d in every]
    return None


def _number(values: Values, plan: Any, card: Any) -> list[int] | None:
    t = values.t
    every = range(len(t.kind))
    if plan[0] in ("num", "text-name"):
        return [plan[1] for _ in every]
    if plan[0] == "name" and plan[1] == card:
        return [t.names[plan[2]][d] for d in every]
    if plan[0] == "printed" and plan[1] == card:
        return [t.numbers[d].get(plan[2], 0) for d in every]
    return None
