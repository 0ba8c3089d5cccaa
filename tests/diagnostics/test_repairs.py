"""What is suggested for a mistake in one word: the word that was meant, and only what can be read."""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import Compiler, compile_sets

COMPILER = Compiler()
HEAD = """set: x
language: 1
requires: [core]
cards:
  - kind: Villain
    name: Green Goblin
    Villain Group: B
    Attack: 2
    VP: 1
    text: |
      """
CASES = [
    ("Ambush: Grreen Goblin captures a Bystander.", "Grreen", "Green"),
    ("Fight: When you draw your new and this turn, draw an extra card.", "and", "hand"),
    ("Fight: Yoou get +1 Recruit.", "Yoou", "You"),
    ("Fight: KO all cards from your Victory Pil.", "Victory Pil", "Victory Pile"),
    ("Fight: KO a Hero from he HQ.", "he HQ", "the HQ"),
    ("Fight: Each OTHER player gains a Wound.", "OTHER", "other"),
    ("Fight: You may discard a card If you do, draw a card.", "card If", "card. If"),
    ("Figth: Draw a card.", "Figth", "Fight"),
    ("Fight: Each player gains a Wound Wound.", "Wound Wound", "Wound"),
    ("Fight: Draw two crads.", "crads", "cards"),
]


@pytest.mark.parametrize(("text", "place", "meant"), CASES)
def test_the_word_that_was_meant(text: str, place: str, meant: str) -> None:
    found = [item for item in check(text) if item.is_error]
    (item,) = [one for one in found if one.suggestions]
    assert item.span.text == place and meant in item.suggestions[:3]
    for words in item.suggestions:
        start = text.index(place)
        assert not [one for one in check(text[:start] + words + text[start + len(place) :]) if one.is_error], words


def test_a_hostile_file_is_not_read_over_and_over() -> None:
    """Very many unknown words: the number of lines that are tried is bounded, and all of them are found."""
    lines = "".join(f"      Fight: Drraw a carrd from yourr hannd nmber{n}.\n" for n in range(60))
    assert len(check(lines.strip())) >= 60


def check(text: str) -> list:  # type: ignore[type-arg]
    data = f"{HEAD}{text}\n".encode()
    return compile_sets(given={"x.yaml": data}, compiler=COMPILER).findings
