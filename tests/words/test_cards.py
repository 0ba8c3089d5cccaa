"""Card entries: groups, keys in any case, faces, parts, typed values. Expectations follow the design's section on set
files.
"""

from __future__ import annotations

from cardwright.dsl.compile import Compiler
from cardwright.dsl.words import Card, Printed, SetDecl


def declared(text: str) -> tuple[SetDecl, list[tuple[str, int, int]]]:
    result = Compiler().declare(given={"x.yaml": f"set: x\nlanguage: 1\nrequires: [core]\n{text}".encode()})
    return result.declared["x"].decl, [(f.code, f.span.line, f.span.column) for f in result.findings]


def cards(text: str) -> list[Card]:
    decl, found = declared(text)
    assert not found
    return list(decl.cards)


def test_a_card_on_one_line() -> None:
    (card,) = cards("cards: [{kind: Villain, name: Mauler, attack: 4, text: Berserk.}]\n")
    assert (card.id, card.kind, card.copies) == ("x:Mauler", "core:Villain", 1)
    assert card.face.numbers == {"core:Attack": Printed(4)}
    assert card.face.text is not None and str(card.face.text) == "Berserk."


def test_keys_in_any_case_and_other_spellings() -> None:
    one, two = cards(
        "cards:\n"
        "  - {kind: Hero, name: A, COST: 3, ATTACK: 2+, hero name: Wasp, Classes: [Tech, Tech], Team: Avengers}\n"
        "  - {Kind: Hero, Name: B, Cost: 0*}\n"
    )
    assert one.face.numbers == {"core:cost": Printed(3), "core:Attack": Printed(2, "+")}
    assert one.face.icons == ("core:Tech", "core:Tech", "core:Avengers")
    assert one.face.names == {"core:Hero Name": "Wasp"}
    assert two.face.numbers == {"core:cost": Printed(0, "*")}


def test_a_card_without_a_hero_name_uses_its_own() -> None:
    (card,) = cards("cards: [{kind: Hero, name: Rookie}]\n")
    assert card.face.names == {"core:Hero Name": "Rookie"}


def test_groups_hand_down_their_keys() -> None:
    one, two = cards(
        "cards:\n"
        "  - Hero Name: Black Widow\n"
        "    kind: Hero\n"
        "    team: Avengers\n"
        "    cards:\n"
        "      - {name: A, class: Covert, copies: 5}\n"
        "      - {name: B, team: X-Men}\n"
    )
    assert one.face.names["core:Hero Name"] == two.face.names["core:Hero Name"] == "Black Widow"
    assert one.face.icons == ("core:Covert", "core:Avengers")
    assert one.copies == 5 and two.copies == 1
    assert two.face.icons == ("core:X-Men",)


def test_parts_of_a_mastermind() -> None:
    (card,) = cards(
        "cards:\n"
        "  - kind: Mastermind\n"
        "    name: Dr. X\n"
        "    Attack: 9\n"
        "    tactics:\n"
        "      - {name: One, VP: 5}\n"
        "      - {name: Two, VP: 5}\n"
    )
    tactics = card.parts["tactics"]
    assert [(t.name, t.kind, t.part_of, t.face.numbers) for t in tactics] == [
        ("One", "core:Mastermind Tactic", "Dr. X", {"core:Attack": Printed(9), "core:VP": Printed(5)}),
        ("Two", "core:Mastermind Tactic", "Dr. X", {"core:Attack": Printed(9), "core:VP": Printed(5)}),
    ]
    assert [inner.name for inner in card.with_parts()] == ["Dr. X", "One", "Two"]


MISSION = (
    "kinds:\n"
    "  - {kind: Mission, plural: Missions, fields: {requires: price, danger: number, vp: number}, home: Villain Deck}\n"
)


def test_faces_of_other_kinds() -> None:
    (card,) = cards(
        MISSION + "cards:\n"
        "  - kind: Mastermind Tactic\n"
        "    name: M4\n"
        "    faces:\n"
        "      tactic: {text: 'Fight: This becomes a Mission.'}\n"
        "      mission: {requires: 6 Attack, danger: 1, vp: 5}\n"
    )
    tactic, mission = card.faces
    assert (tactic.side, tactic.kind, tactic.name) == ("tactic", "core:Mastermind Tactic", "M4")
    assert (mission.side, mission.kind, mission.name) == ("mission", "x:Mission", "M4")
    assert mission.numbers == {"x:danger": Printed(1), "core:VP": Printed(5)}
    assert str(mission.values["x:requires"]) == "6 Attack"


def test_a_card_with_text_and_further_faces_begins_as_itself() -> None:
    (card,) = cards("cards: [{kind: Hero, name: A, text: Draw a card., faces: {reversed: {name: B}}}]\n")
    assert [(face.side, face.name) for face in card.faces] == [("", "A"), ("reversed", "B")]


def test_mistakes_have_their_place() -> None:
    _, found = declared(
        "cards:\n"
        "  - {kind: Hero, name: A, class: Techh}\n"
        "  - {kind: Hero, name: A}\n"
        "  - {kind: Heroo, name: C}\n"
        "  - {kind: Hero, name: D, atack: 3}\n"
        "  - {kind: Hero, cost: 3}\n"
        "  - {kind: Hero, name: E, cost: many, copies: 0}\n"
        "  - {name: F}\n"
        "  - Hero\n"
        "  - {kind: Hero, name: G, cost: 1, Cost: 2}\n"
    )
    assert sorted(found, key=lambda row: row[1:]) == [
        ("CW214", 5, 34),
        ("CW213", 6, 24),
        ("CW212", 7, 12),
        ("CW202", 8, 27),
        ("CW203", 9, 5),
        ("CW206", 10, 33),
        ("CW207", 10, 47),
        ("CW203", 11, 5),
        ("CW204", 12, 5),
        ("CW109", 13, 36),
    ]


def test_a_wrong_key_of_a_group_is_said_once() -> None:
    _, found = declared("cards:\n  - kind: Hero\n    tem: Avengers\n    cards:\n      - {name: A}\n      - {name: B}\n")
    assert found == [("CW202", 6, 5)]


def test_a_missing_set_does_not_make_its_words_unknown() -> None:
    result = Compiler().declare(
        given={"x.yaml": b"set: x\nlanguage: 1\nrequires: [weapon-y]\ncards: [{kind: Gizmo, name: A}]\n"}
    )
    assert [f.code for f in result.findings] == ["CW501"]
