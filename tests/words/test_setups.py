"""Set-up tables name zones, cards, kinds, slots and tables that must be there; mistakes have their place."""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import Compiler

HEAD = "set: x\nlanguage: 1\nrequires: [core]\nsetup:\n  - setup: mine\n"
WHOLE = (
    "    each player: {S.H.I.E.L.D. Agent: 8}\n"
    "    stacks: {Wound: all}\n"
    "    slots:\n"
    "      - {slot: Heroes, choose: a Hero Name, of: Hero, to: Hero Deck}\n"
    "      - {slot: Extra, each: Heroes, to: Hero Deck}\n"
    "    players:\n"
    "      2: {Heroes: 3}\n"
    "    check:\n"
    "      2: {Hero Deck: 42}\n"
)


def found(body: str) -> list[tuple[str, int, int]]:
    result = Compiler().declare(given={"x.yaml": (HEAD + body).encode()})
    return [(f.code, f.span.line, f.span.column) for f in result.findings]


def test_a_whole_table() -> None:
    assert found(WHOLE) == []


@pytest.mark.parametrize(
    ("right", "wrong", "code", "line", "column"),
    [
        ("S.H.I.E.L.D. Agent: 8", "S.H.I.E.L.D. Agnet: 8", "CW210", 6, 19),
        ("Wound: all", "Wound: many", "CW206", 7, 21),
        ("of: Hero,", "of: Heroo,", "CW210", 9, 49),
        ("of: Hero, to: Hero Deck}", "of: Hero, to: Hero Dekc}", "CW210", 9, 59),
        ("each: Heroes", "each: Villains", "CW210", 10, 29),
        ("each: Heroes, to", "to", "CW215", 10, 9),
        ("2: {Heroes: 3}", "9: {Heroes: 3}", "CW202", 12, 7),
        ("{Heroes: 3}", "{Heros: 3}", "CW210", 12, 11),
        ("{Hero Deck: 42}", "{Hreo Deck: 42}", "CW210", 14, 11),
        ("    stacks:", "    like: yours\n    stacks:", "CW210", 7, 11),
        ("    slots:", "    slotz:", "CW202", 8, 5),
    ],
)
def test_mistakes(right: str, wrong: str, code: str, line: int, column: int) -> None:
    assert right in WHOLE
    assert found(WHOLE.replace(right, wrong, 1))[0] == (code, line, column)
