"""Problems of a text that are only there because another line of it could not be read."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.dsl.text.problems import Problem

SOFT = frozenset(("article", "agreement", "capital", "stop"))
MISSED = "no antecedent"


def without_consequences(problems: Sequence[tuple[int, Problem]]) -> list[tuple[int, Problem]]:
    """The problems without words that may mean what another line says, where that line has a mistake of its own:
    "the captured Hero" below an Ambush that cannot be read. They are told when they remain.
    """
    broken = {line for line, p in problems if p.code != MISSED and p.code not in SOFT}
    return [(line, p) for line, p in problems if p.code != MISSED or not any(other < line for other in broken)]
