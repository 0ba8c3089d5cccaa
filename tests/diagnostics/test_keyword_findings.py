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


SLOTS = """set: x
language: 1
requires: [core]
keywords:
  - {keyword: "Haunt {icon}", of: {icon: Hero Class}, Hero: "If you have a {icon} Hero, draw a card."}
  - {keyword: "Enlist {side}", of: {side: team}, Hero: "If you have a {side} Hero, draw a card."}
  - {keyword: "Tint {shade}", of: {shade: color}, Hero: "If you have a {shade} Hero, draw a card."}
  - {keyword: "Span {classes}", of: {classes: Hero Classes}, Hero: Draw a card.}
  - {keyword: "Summon {whom}", of: {whom: Hero Name}, Hero: Draw a card.}
cards:
"""


@pytest.mark.parametrize(
    ("right", "wrong", "meant"),
    [
        ("Haunt [Tech]", "Haunt [Avengers]", "Strength, Instinct, Covert, Tech, Ranged"),
        ("Haunt [Tech]", "Haunt [Tech][Covert]", "one Hero Class"),
        ("Enlist [X-Men]", "Enlist [Tech]", "Avengers, X-Men"),
        ("Tint [Tech]", "Tint [X-Men]", "Strength, Instinct"),
        ("Span [Tech][Covert]", "Span [Tech][X-Men]", "Strength, Instinct"),
        ("Summon Wolverine", "Summon [Tech]", "a Hero Name"),
    ],
)
def test_what_fills_a_slot_is_of_the_family_it_names(right: str, wrong: str, meant: str) -> None:
    """An icon of another family is not taken for one of those the slot asks for."""

    def codes(text: str) -> list[Finding]:
        card = f"  - {{kind: Hero, name: A, cost: 2, text: {text!r}}}\n"
        return compile_sets(given={"x.yaml": (SLOTS + card).encode()}).findings

    assert not codes(right)
    (one,) = codes(wrong)
    assert one.code == "CW406" and meant in one.message


@pytest.mark.parametrize(
    ("text", "meant"),
    [("Dredge -1", "1"), ("Dredge +2", "2"), ("Dredge 2 cards", "2"), ("You may Dredge +1.", "1")],
)
def test_a_slot_for_a_number_takes_it_plain(text: str, meant: str) -> None:
    (one,) = found("Hero", text)
    assert [said.removesuffix(".") for said in one.suggestions] == [meant]


def test_a_name_of_one_letter_is_near_no_word() -> None:
    text = "A Villain captures a Bystander. It gets +1 Attack this turn."
    card = f"  - {{kind: Hero, name: Bo, Hero Name: T, cost: 2, text: {text!r}}}\n"
    (one,) = compile_sets(given={"x.yaml": (SET + card).encode()}).findings
    assert one.code == "CW408" and not one.suggestions


def test_instead_of_nothing() -> None:
    (one,) = found("Hero", "[Tech]: Draw two cards instead.")
    assert one.code == "CW450" and "before it can be replaced" in one.message


@pytest.mark.parametrize(
    "wrong", ["Ambush: This captures a Hero frm the HQ.", "Ambush: This captures a Hero a the HQ."]
)
def test_what_a_broken_line_would_have_named_is_no_second_mistake(wrong: str) -> None:
    lines = f"      {wrong}\n      Fight: Gain the captured Hero.\n"
    card = f"  - kind: Villain\n    name: Bo\n    Attack: 2\n    VP: 1\n    text: |\n{lines}"
    assert [one.code for one in compile_sets(given={"x.yaml": (SET + card).encode()}).findings] != []
    assert "CW407" not in {one.code for one in compile_sets(given={"x.yaml": (SET + card).encode()}).findings}
    alone = card.replace(f"      {wrong}\n", "")
    assert "CW407" in {one.code for one in compile_sets(given={"x.yaml": (SET + alone).encode()}).findings}
