"""Keywords said as verbs: what fills their slots is read, and printed again, whatever it is and whoever does it."""

from __future__ import annotations

from functools import cache

import pytest

from cardwright.dsl.compile import Compiler
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.resolve import Carrier, resolve_lines
from cardwright.dsl.words import Vocabulary

SET = """\
set: used
language: 1
requires: [core]
keywords:
  - keyword: "Dredge {number}"
    of: {number: number}
    forms: [Dredges, Dredged, Dredging]
    Hero: |
      You may discard the top {number} cards of your deck.
  - keyword: "Comb by {icons}"
    of: {icons: icons}
    forms: [Combs, Combed, Combing]
    Hero: |
      You get +1 Attack for each of your {icons} Heroes.
  - keyword: "Lash {cards} for {number}"
    of: {cards: cards, number: number}
    forms: [Lashes, Lashed, Lashing]
    Hero: |
      KO {cards}. You get +{number} Attack.
  - keyword: "Tow {cards}"
    of: {cards: cards}
    forms: [Tows, Towed, Towing]
    Hero: |
      KO {cards}.
  - keyword: "Shoal {icons}"
    of: {icons: icons}
    forms: [Shoals, Shoaled, Shoaling]
    Hero: |
      You get +1 Attack for each of your {icons} Heroes.
  - keyword: Berth
    forms: [Berths, Berthed, Berthing]
    Hero: |
      Draw a card.
"""
SLOTS = [
    ("Dredge", ("1", "2", "the number of Villains in the city")),
    ("Comb", ("by [Tech]", "by [Tech][Covert]")),
    ("Lash", ("a Bystander for 2", "a Wound for the number of Villains in the city")),
    ("Tow", ("a Bystander", "two Wounds", "a Hero from the HQ")),
    ("Shoal", ("[Tech]", "[Tech][Covert]")),
    ("Berth", ("",)),
]
THIRD = {"Dredge": "Dredges", "Comb": "Combs", "Lash": "Lashes", "Tow": "Tows", "Shoal": "Shoals", "Berth": "Berths"}
BASE = ("You {}.", "You may {}.", "Draw a card, then {}.", "You draw a card and {}.", "You {} twice.")
OTHERS = ("Each player {}.", "Each other player {}.", "Choose a player. That player {}.", "Each player {} twice.")
TEXTS = [
    frame.format(" ".join(filter(None, (verb if base else THIRD[verb], filled))))
    for base, frames in ((True, BASE), (False, OTHERS))
    for frame in frames
    for verb, fillings in SLOTS
    for filled in fillings
    if verb != "Comb" or "draw" not in frame.lower()  # joined to a deed, small words behind it are not read yet
]


@cache
def words() -> Vocabulary:
    return Compiler().declare([], given={"used.yaml": SET.encode()}).declared["used"].vocabulary


@pytest.mark.parametrize("text", TEXTS)
def test_a_keyword_verb_keeps_what_fills_its_slots(text: str) -> None:
    carrier = Carrier(("core:Hero",), (), "used")
    made = resolve_lines([text], words(), carrier)
    assert made.text is not None, [(p.code, p.word, p.note) for _, p in made.problems]
    uses = [node for node in made.text.walk() if isinstance(node, t.UseKeyword)]
    assert len(uses) == 1 and bool(uses[0].args) == ("Berth" not in text)
    lines = canonical(made.text, VocabularyForms(words()))
    assert resolve_lines(lines, words(), carrier).text == made.text, lines
    for piece in ("1", "2", "[Tech]", "[Tech][Covert]", "Wound", "Bystander", "number of Villains"):
        assert (piece in text) == (piece in " ".join(lines)), lines


def test_each_frame_has_each_slot() -> None:
    assert len(set(TEXTS)) == len(TEXTS) >= 100
