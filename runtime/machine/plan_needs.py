"""What a plan needs of its frame. Must not know what plans mean."""

from __future__ import annotations


def locals_of(plan: object) -> int:
    """How many locals a plan reads: one more than the highest."""
    if not isinstance(plan, (tuple, list)):
        return 0
    if len(plan) == 2 and plan[0] == "local":
        return int(plan[1]) + 1
    return max((locals_of(p) for p in plan[1:]), default=0)
