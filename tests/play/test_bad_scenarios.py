"""Scenarios that are well-formed files and make no sense: each gives complaints, never a traceback."""

from __future__ import annotations

import random

import pytest

from cardwright.workbench.scenarios.runner import run

from .test_scenarios import IMAGE, one

VALUES = [
    "3", "-1", "null", "true", "yes", "''", "[]", "{}", "P1", "P9", "A", "rack", "stock", "[A,B]", "[null]",
    "[[A]]", "{A:|B}", "{A:|[B]}", "{A:|{B:|C}}", "{P1:|A}", "{P1:|{rack:|A}}", "{P1:|{P1:|P1}}", "none",
    "99999999999999999999", "...", "[...]", "{A:|3}", "{A:|-3}",
]  # fmt: skip
KEYS = [
    "P1", "P2", "P9", "stock", "heap", "rack", "A", "mark", "players", "turn", "at", "seed", "log", "no|log",
    "asked", "open", "refused", "offered", "over", "knows", "knows|not", "because", "choose", "pick", "pay",
    "order", "number", "expect", "setup",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(300))
def test_nonsense_is_answered(seed: int) -> None:
    draw = random.Random(seed)

    def mapping(count: int) -> str:
        keys = draw.sample(KEYS, count)
        return "{" + ", ".join(f"{key}: {draw.choice(VALUES)}" for key in keys).replace("|", " ") + "}"

    given = mapping(draw.randint(0, 3)) if seed % 3 == 0 else "{players: 2, stock: [D, C, B], P1: {rack: [A, B]}}"
    lines = "\n".join(
        f"    - {draw.choice([mapping(1), draw.choice(VALUES).replace('|', ' ')])}" for _ in range(draw.randint(1, 2))
    )
    wanted = "\n".join(f"    - {mapping(draw.randint(1, 2))}" for _ in range(2))
    done = f"  do:\n{lines}\n" if seed % 2 else ""
    result = run(one(f"given: {given}\n{done}  expect:\n{wanted}"), IMAGE)
    assert isinstance(result.complaints, list)
