"""Lines of `do`: how they are read, and which options they name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import pytest

from cardwright.runtime.play.request import Option, Request
from cardwright.workbench.scenarios.steps import CannotDo, Line, fitting, keys_for, read


@dataclass
class Stub:
    """A question with fixed options."""

    kind: str
    options: tuple[Option, ...]
    min: int = 1
    max: int = 1
    seat: int = 0

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(sorted({self.seat, *(one.seat for one in self.options)}))


def ask(kind: str, *options: Option, least: int = 1, most: int = 1, seat: int = 0) -> Request:
    return cast(Request, Stub(kind, options, least, most, seat))


def card(name: str, number: int, place: str = "P1 hand", verb: str = "", seat: int = 0) -> Option:
    start = f"{verb} " if verb else ""
    return Option(f"{start}card:{name}#{number}", f"{start}{name}", seat, number, place)


ACTS = ask(
    "act",
    card("Bruiser", 1, verb="play"),
    card("Bruiser", 2, verb="play"),
    card("Mauler", 3, "Bank", "fight"),
    Option("use Healing: card:Wound#4", "use Healing: Wound", 0, 4, "P1 hand"),
    Option("use Ritual: card:Book#5", "use Ritual: Book", 1, 5, "P2 play area"),
    least=0,
)


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ({"P1": "fight Mauler"}, Line(0, "act", "fight Mauler")),
        ({"P2": {"choose": "A"}}, Line(1, "choose", "A")),
        ({"P2": "choose A"}, Line(1, "choose", "A")),
        ({"choose": "A"}, Line(None, "choose", "A")),
        ("yes", Line(None, "yes", None)),
        ({"P3": True}, Line(2, "yes", None)),
        ({"P1": "done"}, Line(0, "done", None)),
        ({"pick": ["A", "B"]}, Line(None, "pick", ["A", "B"])),
        ({"P1": ["A"]}, Line(0, "pick", ["A"])),
        ({"number": 3}, Line(None, "number", 3)),
        ({"pay": {"Wasp": 2}}, Line(None, "pay", {"Wasp": 2})),
    ],
)
def test_reading(value: object, line: Line) -> None:
    assert read(value) == line  # type: ignore[arg-type]


@pytest.mark.parametrize("value", [{"P1": {"shout": "A"}}, {"choose": "A", "pick": ["B"]}])
def test_not_readable(value: object) -> None:
    with pytest.raises(CannotDo):
        read(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("fight Mauler", "fight card:Mauler#3"),
        ("play Bruiser", "play card:Bruiser#1"),
        ("Healing Wound", "use Healing: card:Wound#4"),
        ("use Wound", "use Healing: card:Wound#4"),
        ("PLAY bruiser (hand)", "play card:Bruiser#1"),
    ],
)
def test_acts_by_name(text: str, key: str) -> None:
    assert keys_for(ACTS, Line(0, "act", text)) == [key]


def test_acts_of_another_seat() -> None:
    assert keys_for(ACTS, Line(1, "act", "use Book")) == ["use Ritual: card:Book#5"]
    with pytest.raises(CannotDo, match="cannot be chosen"):
        keys_for(ACTS, Line(0, "act", "use Book"))
    with pytest.raises(CannotDo, match="P3 is not asked"):
        keys_for(ACTS, Line(2, "act", "use Book"))


def test_places_tell_alike_cards_apart() -> None:
    asked = ask("pick", card("Wound", 1), card("Wound", 2, "P2 discard pile"), card("Wound", 3, "P2 discard pile"))
    with pytest.raises(CannotDo, match="may be any of"):
        keys_for(asked, Line(None, "choose", "Wound"))
    assert keys_for(asked, Line(None, "choose", "Wound (P2 discard)")) == ["card:Wound#2"]
    assert keys_for(asked, Line(None, "choose", "Wound (hand)")) == ["card:Wound#1"]


def test_copies_in_one_place_do_not_differ() -> None:
    asked = ask("pick", card("Wound", 1), card("Wound", 2), card("Agent", 3), most=2)
    assert keys_for(asked, Line(None, "pick", ["Wound", "Wound"])) == ["card:Wound#1", "card:Wound#2"]
    assert fitting(asked.options, "agent")[0].card == 3


def test_yes_no_and_done() -> None:
    question = ask("yes-no", Option("yes", "yes", 0), Option("no", "no", 0))
    assert keys_for(question, Line(0, "yes", None)) == ["yes"]
    assert keys_for(question, Line(None, "no", None)) == ["no"]
    optional = ask("pick", card("Wound", 1), least=0)
    assert keys_for(optional, Line(0, "no", None)) == [] == keys_for(optional, Line(0, "done", None))
    assert keys_for(optional, Line(0, "yes", None)) == ["card:Wound#1"]
    with pytest.raises(CannotDo, match="something must be chosen"):
        keys_for(ask("pick", card("A", 1), card("B", 2)), Line(0, "done", None))


def test_paying_by_name() -> None:
    points = (
        *(Option(f"points:Wasp:Attack{'' if at == 1 else f'~{at}'}", "Wasp", 0) for at in (1, 2)),
        Option("points:none:Attack", "none", 0),
    )
    asked = ask("allocate", *points, least=2, most=2)
    assert len(keys_for(asked, Line(None, "pay", {"Wasp": 2}))) == 2
    assert keys_for(asked, Line(None, "pay", {"Wasp": 1, "none": 1})) == ["points:Wasp:Attack", "points:none:Attack"]
    with pytest.raises(CannotDo, match="not so many points"):
        keys_for(asked, Line(None, "pay", {"Wasp": 3}))
