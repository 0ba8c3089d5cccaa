"""A few seeded mistakes; the whole table is tests/slow/seeded_mistakes.py."""

from __future__ import annotations

from functools import cache

import pytest

from .judge import report
from .mutants import OPERATORS, mutants
from .units import Bench

MUTANTS, SEED = 52, 5


@cache
def bench() -> Bench:
    return Bench(every=9)


def test_most_mistakes_are_found_where_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    made = report(bench(), mutants(bench().units, bench().icons, MUTANTS, SEED))
    hits = sum(one.suggested for one in made.typos)
    with capsys.disabled():
        print(
            f"\nmutants: {made.counted} counted, {made.missed} missed, {hits} of {len(made.typos)} typos suggested",
            end="",
        )
    assert made.counted >= 36 and len(made.typos) >= 9
    assert set(made.counts()) == set(OPERATORS)
    assert made.missed <= 2
    assert hits >= 0.75 * len(made.typos)
    assert not made.failing, [words for one in made.failing for words in one.failing]


def test_what_is_carried_is_what_check_finds() -> None:
    """The judge lowers only the cards of the mutant: the findings are those of `check`."""
    for one in mutants(bench().units, bench().icons, 26, SEED + 1):
        quick, whole = bench().carry(one.text).findings, bench().check(one.text).findings
        rows = [[(f.code, f.message, f.span.start, f.span.end, f.suggestions) for f in one] for one in (quick, whole)]
        assert rows[0] == rows[1], one.text
