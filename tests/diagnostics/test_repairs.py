"""What is suggested for a mistake in one word: the word that was meant, and only what can be read."""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.diagnostics import Finding

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
    ("Fight: Draw a card from your Victory.", "Victory", "Victory Pile"),  # a phrase that is not finished
    ("At the end of the gamee, this is worth +1 VP.", "At the end of the gamee", "At the end of the game"),
    ("FIGHT: Draw a card.", "FIGHT", "Fight"),
    ("Fight: KO the lowset-cost Hero in the HQ.", "lowset-cost", "lowest-cost"),  # one of two words in one
    ("Fight: KO the higest-cost Hero in the HQ.", "higest-cost", "highest-cost"),
    # words of other games, in the form that was written, all of a sentence at once
    ("Fight: Destroy a card from your hand.", "Destroy", "KO"),
    ("Fight: Each other player destroys a card from their hand.", "destroys", "KOs"),
    ("Fight: You may purchase a Hero.", "purchase", "recruit"),
    ("Fight: Put a card from your graveyard on top of your deck.", "graveyard", "discard pile"),
    ("Fight: You get +2 gold.", "gold", "Recruit"),
    ("Fight: Show the top card of your deck.", "Show", "Reveal"),
    ("Fight: Each player receives an injury.", "receives an injury", "gains a Wound"),
    ("Fight: You may remove a monster from the city.", "remove a monster", "KO a Villain"),
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


def test_what_can_be_read_and_not_carried_is_not_suggested() -> None:
    """ "play", "plays" and "played" can all be read here."""
    head = "set: x\nlanguage: 1\nrequires: [core]\ncards:\n  - kind: Wound\n    name: A\n    text: |\n      "
    line = "Healing: If you {} two cards with the same Hero Class this turn, you may KO this."
    found: dict[str, list[Finding]] = {}
    for word in ("playde", "play", "played"):
        data = f"{head}{line.format(word)}\n".encode()
        found[word] = compile_sets(given={"x.yaml": data}, compiler=COMPILER).findings
    assert [(item.code, item.suggestions) for item in found["playde"]] == [("CW301", ("played",))]
    assert [item.code for item in found["play"]] == ["CW450"] and not found["played"]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("{kind: Heor, name: A, Hero Name: B, cost: 2, class: Tech, text: Draw a card.}", ["Hero"]),
        ("{kind: Hero, name: A, Hero Name: B, cots: 2, class: Tehc, text: Draw a card.}", ["cost", "Tech"]),
        ("{kind: Hero, name: A, Hero Name: B, cost: 2, copy: 2, class: Tech, text: Draw a card.}", ["copies"]),
        ("{kind: Hero, name: A, Hero Name: B, cost: 2, class: Tehc, text: Drraw a card.}", ["Tech", "Draw"]),
        # a Villain has neither a Hero Name nor a class: the suggestion would not do
        ("{kind: Vilain, name: A, Hero Name: B, cost: 2, class: Tech, text: Draw a card.}", []),
        # the text fits on no Scheme
        ("{kind: Scheem, name: A, text: 'Fight: Draw a card.'}", []),
    ],
)
def test_keys_and_values_are_tried_too(written: str, meant: list[str]) -> None:
    data = f"set: x\nlanguage: 1\nrequires: [core]\ncards:\n  - {written}\n".encode()
    found = compile_sets(given={"x.yaml": data}, compiler=COMPILER).findings
    assert found
    assert [word for item in found for word in item.suggestions] == meant


def test_very_many_wrong_keys_are_tried_within_bounds() -> None:
    entry = "  - {{kind: Hero, name: A{}, Hero Name: B, cots: 2, class: Tehc}}\n"
    data = "set: x\nlanguage: 1\nrequires: [core]\ncards:\n" + "".join(entry.format(n) for n in range(200))
    found = compile_sets(given={"x.yaml": data.encode()}, compiler=COMPILER).findings
    suggested = sum(len(item.suggestions) for item in found)
    assert len(found) >= 200 and 1 <= suggested <= 24


def check(text: str) -> list[Finding]:
    data = f"{HEAD}{text}\n".encode()
    return compile_sets(given={"x.yaml": data}, compiler=COMPILER).findings


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        # behind an unknown word neither its sound nor its number is told: what is read next does not stand beside it
        ("Choose a Vilain in the city. It gets -1 Attack this turn.", ["CW301"]),
        ("KO an Heero. Draw a card.", ["CW301"]),
        ("KO two Hero Gruops.", ["CW301"]),
        ("Draw a xyzzy. Each player draws a card.", ["CW301"]),
        # what is read beside it has its finding all the same
        ("KO an Hero. Draw a xyzzy.", ["CW301", "CW313"]),
        ("KO two Hero. Draw a xyzzy.", ["CW301", "CW313"]),
    ],
)
def test_nothing_has_to_agree_with_an_unknown_word(line: str, codes: list[str]) -> None:
    head = "set: x\nlanguage: 1\nrequires: [core]\ncards:\n  - {kind: Hero, name: A, Hero Name: B, cost: 2, class: Tech"
    found = compile_sets(given={"x.yaml": f"{head}, text: '{line}'}}\n".encode()}, compiler=COMPILER).findings
    assert sorted(item.code for item in found) == codes


@pytest.mark.parametrize(
    ("kind", "keys", "line", "place", "meant"),
    [
        ("Scheme", "", "8 Twists.", "8 Twists", "Setup: 8 Twists"),
        (
            "Scheme",
            "",
            "When three Villains have escaped.",
            "When three Villains have escaped.",
            "Evil Wins: When three Villains have escaped.",
        ),
        ("Mastermind", "Attack: 7, VP: 5", "HYDRA.", "HYDRA", "Always Leads: HYDRA"),
    ],
)
def test_a_label_that_is_missing(kind: str, keys: str, line: str, place: str, meant: str) -> None:
    """What can be read behind a label only: the label comes with it."""
    card = "".join(f"    {key.strip()}\n" for key in keys.split(",") if key)
    head = f"set: x\nlanguage: 1\nrequires: [core]\ncards:\n  - kind: {kind}\n    name: A\n{card}    text: |\n      "
    found = compile_sets([], given={"x": (head + line).encode()}, compiler=COMPILER).findings
    (item,) = [one for one in found if one.suggestions]
    assert item.span.text == place and item.suggestions == (meant,)
