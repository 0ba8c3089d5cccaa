"""What the machine's verifier refuses is shown at the sentence it comes from, and never at the whole card."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl.compile import compile_sets
from cardwright.dsl.lower.code import Code
from cardwright.runtime.bytecode.refused import unverified
from cardwright.runtime.bytecode.verify import Verifier

DRAWN = "Each player draws a card."
SAID = "Each player puts their discard pile on top of their deck."
HAND = ("slot", 3, ("cand", 0))
SET = f"""set: refused
language: 1
requires: [core]
cards:
  - kind: Villain
    name: Tide
    Attack: 3
    VP: 1
    text: |
      Ambush: {DRAWN} {SAID}
      Fight: Draw a card.
"""


def places(folder: Path) -> list[tuple[str, str]]:
    path = folder / "refused.yaml"
    path.write_text(SET, "utf-8")
    return [(found.code, found.span.text) for found in compile_sets([path]).findings if found.span is not None]


def test_a_refused_instruction_is_shown_at_its_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert places(tmp_path) == []
    monkeypatch.setattr(Code, "back", lambda *_: None)  # what was lowered as if nobody were asked stays
    assert places(tmp_path) == [("CW450", SAID)]


def test_a_refused_plan_is_shown_at_its_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checked = Verifier.plan

    def plan(verifier: Verifier, number: int) -> None:
        made = verifier.image.plans[number]
        if made[:2] == ("rows-each", ("players",)) and made[2][:2] == ("rows-pile", ("cand", 0)) and made[2][4] == HAND:
            raise unverified(f"plan {number}")
        checked(verifier, number)

    monkeypatch.setattr(Verifier, "plan", plan)
    assert places(tmp_path) == [("CW450", DRAWN)]
