"""Made-up messages, a few; tests/slow/messages.py says many more."""

from __future__ import annotations

from collections import Counter

import pytest

from ..play import tiny
from .fuzz import run

SETUPS = ({"players": 2}, {"players": 1}, {"players": 3}, {"players": 9})


def test_there_is_always_one_well_formed_answer(capsys: pytest.CaptureFixture[str]) -> None:
    counts: Counter[str] = Counter()
    for seed in range(6):
        counts += run(tiny.image(), seed, 300, SETUPS)
    said = sum(counts[key] for key in counts if key == "right" or key.startswith("CW"))
    with capsys.disabled():
        print(f"\nmessages: {said} said, {counts['right']} right; {len(counts)} sorts of answers", end="")
    assert said == 1800
    assert counts["right"] > 500 and counts["do answer"] > 100 and counts["do load"] > 10
    for code in ("CW814", "CW823", "CW826", "CW851", "CW859", "CW871", "CW872", "CW873", "CW874", "CW877"):
        assert counts[code], f"{code} never came: {counts}"
