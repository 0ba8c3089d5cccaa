"""A finding points at the mistake: what it underlines, for kinds of mistakes whose cause lies beside the word that
could not be read."""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import Compiler, compile_sets

COMPILER = Compiler()
HEAD = "set: x\nlanguage: 1\nrequires: [core]\n"


def found(text: str) -> list[tuple[str, str]]:
    findings = compile_sets(given={"x.yaml": f"{HEAD}{text}\n".encode()}, compiler=COMPILER).findings
    return [(one.code, one.span.text) for one in findings]


@pytest.mark.parametrize(
    ("kind", "text", "code", "place"),
    [
        # a word is missing between two others
        (
            "Wound",
            "Healing: If you defeated a Villain worth 2 or more this turn, KO this.",
            "CW402",
            "or more this turn",
        ),
        ("Hero", "Gain a Wound to top of your deck.", "CW302", "top of"),
        ("Hero", "Put a card on top of your discard.", "CW302", "your discard"),
        ("Hero", "Draw two cards from.", "CW402", "from"),
        ("Villain", 'This gains "Fight: You gain." this turn.', "CW405", "gain"),
        ("Hero", "If you made at least 8 Recruit this turn, you +3 Attack.", "CW403", "you +3 Attack"),
        ("Hero", "If you a Henchman this turn, you may KO a Wound.", "CW403", "If you a Henchman this turn"),
        ("Hero", "You may KO a Wound from your hand. If you do, a card.", "CW403", "a card"),
        ("Hero", "You get +1 Recruit for each color of you have.", "CW404", "you have"),
        ("Hero", "Each other player discards [Instinct] or [Tech] Hero.", "CW311", "[Instinct] or [Tech] Hero"),
        ("Hero", "If isn't the last Mastermind Tactic, draw a card.", "CW402", "isn't the last Mastermind Tactic"),
        ("Scheme", "When the Wound Stack runs out.", "CW303", "When the Wound Stack runs out."),
        ("Scheme", "Evil Wins: When 12 Villains.", "CW403", "12 Villains"),
        ("Scheme", "1-6: KO the rightmost Hero in the HQ.", "CW402", "1-6"),
        # a word stands twice, and what follows can't be read
        ("Hero", "Any Villain you fight fight on the Bridge this turn gets -2 Attack.", "CW316", "fight fight"),
        # a stop is missing between two items of a set-up
        ("Scheme", "Setup: 2-3 players: 8 Twists 4-5 players: 5 Twists.", "CW402", "Twists 4-5"),
        # a label with other capitals
        ("Scheme", "Evil wins: When 8 Villains escape.", "CW301", "Evil wins"),
        ("Villain", "fight: Draw a card.", "CW301", "fight"),
    ],
)
def test_texts(kind: str, text: str, code: str, place: str) -> None:
    numbers = "" if kind in ("Scheme", "Wound") else "    cost: 2\n" if kind == "Hero" else "    Attack: 2\n    VP: 1\n"
    assert found(f"cards:\n  - kind: {kind}\n    name: A\n{numbers}    text: |\n      {text}") == [(code, place)]


def test_two_things_of_the_line_above_are_shown_there() -> None:
    card = "cards:\n  - kind: Hero\n    name: A\n    cost: 2\n    text: |\n"
    text = "      When this is KO'd, choose a Hero in the HQ.\n      Gain that Hero.\n"
    findings = compile_sets(given={"x.yaml": f"{HEAD}{card}{text}".encode()}, compiler=COMPILER).findings
    assert [(one.code, one.span.text) for one in findings] == [("CW408", "that Hero")]
    assert "“that Hero”" in findings[0].message
    assert [label.span.text for label in findings[0].labels] == ["this", "a Hero"]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("{kin: Hero, name: A, cost: 2}", [("CW202", "kin")]),
        ("{kind: Hero, name: A, cost: 2, cots: 2}", [("CW202", "cots")]),
        # said once of a key that a group hands down
        ("{Hero Name: B, kidn: Hero, cards: [{name: A, cost: 2}, {name: C, cost: 2}]}", [("CW202", "kidn")]),
    ],
)
def test_a_key_where_the_kind_should_stand(card: str, expected: list[tuple[str, str]]) -> None:
    assert found(f"cards:\n  - {card}") == expected


def test_a_strange_key_is_shown_where_the_kind_is_missing() -> None:
    text = f"{HEAD}cards:\n  - {{name: A, flavor: Hero, cost: 2}}\n"
    (one,) = compile_sets(given={"x.yaml": text.encode()}, compiler=COMPILER).findings
    assert one.code == "CW203" and [label.span.text for label in one.labels] == ["flavor"]


def test_a_name_that_the_text_gives_is_shown_beside_a_word_that_is_not_known() -> None:
    text = (
        f"{HEAD}cards:\n  - kind: Scheme\n    name: A\n    text: |\n"
        '      Setup: 7 Twists. Each Twist is a "Dark Portla."\n      Evil Wins: When there are 4 Dark Portals.\n'
    )
    (one,) = compile_sets(given={"x.yaml": text.encode()}, compiler=COMPILER).findings
    assert (one.code, one.span.text) == ("CW301", "Dark")
    assert [label.span.text for label in one.labels] == ["Dark Portla."]


KEYWORDS = """keywords:
  - keyword: "Beacon {number}"
    of: {number: nmber}
    Hero: You get +{number} Attack.
  - keyword: "Chorus {icons}"
    Hero: You get +1 Attack for each other {icons} Hero you played this turn.
  - keyword: "Hunt {cards}"
    Hero: You may KO {cards}.
cards:
  - {kind: Hero, name: A, Hero Name: B, cost: 2, text: "%s"}"""


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("Beacon 2", []),  # what a keyword with a wrong type is written with is not known
        ("Chorus [Tech]", []),
        ("Chorus Villain", [("CW406", "Villain"), ("CW311", "Villain")]),
        ("Chorus a Wound", [("CW406", "a Wound")]),
        ("Chorus 3", [("CW409", "Chorus")]),
        ("Hunt a Wound from your hand", []),
        ("Hunt [Tech]", [("CW406", "[Tech]")]),
    ],
)
def test_types_of_slots(text: str, more: list[tuple[str, str]]) -> None:
    assert sorted(found(KEYWORDS % text)) == sorted([("CW205", "nmber"), *more])


def test_a_score_that_cannot_be_read() -> None:
    table = "setup: [{setup: s, like: short game, score: worth}]"
    term = "terms: [{term: worth, of: player, number: the number of nothings}]"
    assert found(f"{table}\n{term}") == [("CW301", "nothings")]


def test_a_number_as_a_parameter_is_an_amount() -> None:
    text = KEYWORDS.replace("nmber", "number") % "Beacon 2"
    text += '\n  - {kind: Hero, name: C, Hero Name: B, cost: 2, text: "Chorus [Tech]"}'
    assert found(text) == []
