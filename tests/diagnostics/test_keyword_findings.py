"""What is said of keywords that a card has no text for, that were never done, and of names that nothing has."""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import compile_sets
from cardwright.dsl.diagnostics import Finding, nearest

SET = """set: x
language: 1
requires: [core]
keywords:
  - keyword: Comb
    forms: [Combs, Combed, Combing]
    Hero: |
      You may discard a card. If you do, draw a card.
  - keyword: "Dredge {number}"
    of: {number: number}
    forms: [Dredges, Dredged, Dredging]
    Hero: |
      You get +{number} Attack. You get +{number} Recruit.
cards:
"""


def found(kind: str, text: str) -> list[Finding]:
    values = "Attack: 2, VP: 1" if kind == "Villain" else "cost: 2"
    card = f"  - {{kind: {kind}, name: A, {values}, text: {text!r}}}\n"
    return compile_sets(given={"x.yaml": (SET + card).encode()}).findings


@pytest.mark.parametrize("text", ["Comb", "Dredge 2"])
def test_a_keyword_without_text_for_this_kind_of_card(text: str) -> None:
    """Not that its moment is missing: a label would not help such a line of keywords."""
    (one,) = found("Villain", text)
    assert one.code == "CW450" and f"{text[:4]}" in one.message and "has no text" in one.message
    assert not found("Hero", text)


@pytest.mark.parametrize("text", ["Whenever you Dredge, you get +1 Attack.", "If you Dredged this turn, draw a card."])
def test_what_waits_for_a_keyword_that_is_no_one_deed(text: str) -> None:
    (one,) = found("Hero", text)
    assert one.code == "CW450" and "whether Dredge {number} was used" in one.message and "instead" in one.message


@pytest.mark.parametrize("text", ["You may Comb. If you do, draw a card.", "You may Dredge 2. If you do, draw a card."])
def test_whether_a_keyword_was_done(text: str) -> None:
    (one,) = found("Hero", text)
    assert one.code == "CW450" and "a keyword is never “done”" in one.message


def test_nothing_is_near_an_empty_word() -> None:
    """A card without a name is not what a short name may have meant."""
    assert nearest("A", ["", "Bo"]) == []
    assert "" not in nearest("Ab", ["", "Abc"])
