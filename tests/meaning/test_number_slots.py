"""Where a keyword wants a number, what can only be counted is no number."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl.compile import compile_sets

SET = """set: slots
language: 1
requires: [core]
keywords:
  - keyword: "Dredge {{number}}"
    of: {{number: number}}
    forms: [Dredges, Dredged, Dredging]
    Hero: |
      Draw {{number}} cards.
cards:
  - {{kind: Hero, name: Tester, class: Tech, cost: 3, text: "{said}"}}
"""


def codes(folder: Path, said: str) -> list[str]:
    path = folder / "slots.yaml"
    path.write_text(SET.format(said=said), "utf-8")
    return [found.code for found in compile_sets([path]).findings]


@pytest.mark.parametrize("said", ["Dredge a Wound", "Dredge an Enemy", "Dredge 1-3", "Dredge 0", "You may Dredge 0."])
def test_no_number(tmp_path: Path, said: str) -> None:
    assert codes(tmp_path, said) == ["CW406"]


@pytest.mark.parametrize("said", ["Dredge 2", "You may Dredge 1.", "Dredge the number of Wounds you have"])
def test_a_number(tmp_path: Path, said: str) -> None:
    assert codes(tmp_path, said) == []
