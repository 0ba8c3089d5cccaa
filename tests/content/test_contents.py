"""The cards of the bundled sets, counted as the rules that list them do; every face is in a scenario."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache

import pytest

from cardwright.dsl import Compiler, compile_sets
from cardwright.dsl.formatting import formatted
from cardwright.dsl.source import bundled
from cardwright.runtime.bytecode.image import CardDef, Image
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.names import Names

SETS = ("core", "weapon-x")


@cache
def image() -> Image:
    made = compile_sets([bundled()]).image
    assert made is not None
    return made


def plain(number: int) -> str:
    return Names(image()).plain(number)


def printed(which: str, kind: str = "") -> list[CardDef]:
    """The physical cards of a set (of one kind); other sides are no cards of their own."""
    number = [name for name, _ in image().sets].index(which)
    cards = [card for card in image().cards if card.set_id == number and card.copies]
    return [card for card in cards if not kind or plain(image().kinds[card.kind].name) == kind]


def groups(which: str, kind: str) -> dict[str, list[int]]:
    """Group → the copies of its cards, in the order of the file. Cards without a group are left out."""
    found: dict[str, list[int]] = defaultdict(list)
    for card in printed(which, kind):
        if plain(card.group):
            found[plain(card.group)].append(card.copies)
    return dict(found)


@pytest.mark.parametrize(("which", "many"), [("core", 15), ("weapon-x", 4)])
def test_a_hero_is_14_cards(which: str, many: int) -> None:
    """C-3.17 and WX-CONT-02: two commons of five copies, an uncommon of three, a rare."""
    found = groups(which, "Hero")
    assert len(found) == many
    assert {name: sorted(copies) for name, copies in found.items()} == {name: [1, 3, 5, 5] for name in found}


@pytest.mark.parametrize(("which", "many"), [("core", 7), ("weapon-x", 2)])
def test_a_villain_group_is_8_cards(which: str, many: int) -> None:
    """C-3.19 and WX-CONT-03."""
    found = groups(which, "Villain")
    assert len(found) == many
    assert {name: sum(copies) for name, copies in found.items()} == dict.fromkeys(found, 8)


def test_a_henchman_group_is_10_equal_cards() -> None:
    """C-3.19."""
    assert list(groups("core", "Henchman").values()) == [[10]] * 4


@pytest.mark.parametrize(("which", "many", "sides"), [("core", 4, 1), ("weapon-x", 3, 2)])
def test_a_mastermind_has_4_tactics(which: str, many: int, sides: int) -> None:
    """C-3.23 and WX-CONT-04: those of Weapon X have an Epic side."""
    masterminds = printed(which, "Mastermind")
    assert [card.copies for card in masterminds] == [1] * many
    for card in masterminds:
        (tactics,) = card.parts.values()
        assert [image().cards[part].copies for part in tactics] == [1] * 4
        index = image().cards.index(card)
        others = [plain(other.name) for other in image().cards if other.side_of == index]
        assert others == [f"Epic {plain(card.name)}"] * (sides - 1)


@pytest.mark.parametrize(("which", "many"), [("core", 8), ("weapon-x", 3)])
def test_schemes(which: str, many: int) -> None:
    """WX-CONT-06."""
    assert [card.copies for card in printed(which, "Scheme")] == [1] * many


def test_enraging_wounds_are_all_different() -> None:
    """WX-CONT-05."""
    wounds = printed("weapon-x", "Enraging Wound")
    assert [card.copies for card in wounds] == [1] * 10
    assert len({plain(card.name) for card in wounds}) == len({card.text for card in wounds}) == 10


def test_weapon_x_is_100_cards() -> None:
    """WX-CONT-01."""
    assert sum(card.copies for card in printed("weapon-x")) == 4 * 14 + 2 * 8 + 3 * 5 + 10 + 3 == 100


@pytest.mark.parametrize("which", SETS)
def test_every_face_has_a_scenario(which: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is named by a scenario of the bundled sets, alone: not as a part of a longer name."""
    number = [name for name, _ in image().sets].index(which)
    faces = sorted({plain(card.name) for card in image().cards if card.set_id == number and card.name >= 0}, key=len)
    texts = "\n".join(path.read_text("utf-8") for path in sorted(bundled().glob("*/scenarios/*.yaml")))
    unnamed = []
    for name in reversed(faces):  # long ones first, and taken out
        texts, times = re.subn(rf"(?<!\w){re.escape(name)}(?!\w)", "·", texts)
        if not times:
            unnamed.append(name)
    with capsys.disabled():
        print(f"\n{which}: {len(faces)} faces", end=" ")
    assert len(faces) > 50
    assert not unnamed


def test_wounds_are_shuffled_face_down() -> None:
    """WX-WOUND-01: nobody sees which of the 40 Wounds lies where, and another seed gives another order."""
    chosen = {"Masterminds": ["Sabretooth"], "Schemes": ["Go After Heroes' Loved Ones"]}
    orders = []
    for seed in (3, 4):
        game = Game.new(image(), {"players": 2, "choose": chosen}, seed)
        for seat in range(2):
            (stack,) = [one for one in game.view(seat)["places"] if one["place"] == "Wound Stack"]
            assert stack["cards"] == [None] * 40
        slots = game.machine.slots(game.state)
        (slot,) = [at for at, one in enumerate(slots) if plain(image().zones[one.zone].name) == "Wound Stack"]
        cards = [game.machine.definition(game.state, card) for card in game.machine.cards_in(game.state, slot)]
        orders.append([plain(image().cards[card].name) for card in cards])
    assert sorted(orders[0]) == sorted(orders[1])
    assert orders[0] != orders[1]
    assert orders[0].count("Wound") == 30


def test_texts_are_worded_as_they_are_printed() -> None:
    """docs/style.md: the bundled cards have the canonical wording."""
    compiler = Compiler()
    made = formatted(compiler.declare([bundled()]), compiler, wording=True)
    assert made.texts > 150
    assert not made.changed, {file.name: [edit.text for edit in edits] for file, edits in made.edits.items()}
