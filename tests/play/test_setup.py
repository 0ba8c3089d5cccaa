"""Dealing by a set-up table: groups, leads, parts, piles, limits; a set-up that cannot be dealt names the number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from cardwright.runtime.bytecode.image import CardDef, IconDef, Image, KindDef, SetupDef, SlotDef, ZoneDef
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.names import Names
from cardwright.runtime.play.port import Dealt
from cardwright.runtime.play.setup import Setup, deal, sums
from cardwright.runtime.state.layout import Layout

WORDS = [
    "attached", "out", "pile", "board", "own deck", "stones",  # zones
    "Rock", "Tree", "Stone", "Boss", "Trick",  # kinds, cards
    "Granite", "Marble", "Oak", "Pine", "Grey Boss", "tricks",
    "Rocks", "Trees", "Few", "Stones", "Bosses", "table", "other",
]  # fmt: skip
N = {word: at for at, word in enumerate(WORDS)}


class FakeMachine:
    """Only what dealing needs: the image and where zones lie."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.layout = Layout(image.zones)

    def slot(self, zone: int, seat: int) -> int:
        return self.layout.slot(zone, seat)


def image() -> Image:
    zones = [
        ZoneDef(N["attached"], "table", "none"),
        ZoneDef(N["out"], "table", "none"),
        ZoneDef(N["pile"], "table", "stack"),
        ZoneDef(N["board"], "table", "none"),
        ZoneDef(N["own deck"], "player", "stack"),
        ZoneDef(N["stones"], "table", "stack"),
    ]
    kinds = [KindDef(N["Rock"]), KindDef(N["Tree"]), KindDef(N["Stone"]), KindDef(N["Boss"]), KindDef(N["Trick"])]
    cards = [
        CardDef(N["Granite"], 0, copies=3, group=N["Granite"]),
        CardDef(N["Marble"], 0, copies=2, group=N["Marble"]),
        CardDef(N["Oak"], 1, copies=4, group=N["Oak"]),
        CardDef(N["Pine"], 1, copies=4, group=N["Pine"]),
        CardDef(N["Stone"], 2, copies=20),
        CardDef(N["Grey Boss"], 3, group=N["Grey Boss"], parts={N["tricks"]: (6,)}, leads=(N["Marble"],)),
        CardDef(N["Trick"], 4, copies=2, group=N["Trick"]),
    ]
    slots = (
        SlotDef(N["Bosses"], "choose", 3, 3, parts=((N["tricks"], 2),)),
        SlotDef(N["Rocks"], "choose", 2, 0),
        SlotDef(N["Trees"], "choose", 2, 1),
        SlotDef(N["Few"], "each", 2, ref=2),
        SlotDef(N["Stones"], "pile", 3, ref=5),
    )
    rows = {
        1: {N["Bosses"]: 1, N["Rocks"]: 1, N["Trees"]: 1, N["Few"]: 2, N["Stones"]: 3},
        2: {N["Bosses"]: 1, N["Rocks"]: 3, N["Trees"]: 1, N["Few"]: -1, N["Stones"]: 3},
        3: {N["Bosses"]: 1, N["Rocks"]: 1, N["Trees"]: 1, N["Few"]: 9, N["Stones"]: 3},
        4: {N["Bosses"]: 1, N["Rocks"]: 1, N["Trees"]: 1, N["Few"]: -1, N["Stones"]: 99},
    }
    table = SetupDef(N["table"], rows, slots, own=((4, 4, 2),), stacks=((4, 5, -1),), checks={1: {2: 6}})
    return Image(sets=(("s", "1"),), names=WORDS, zones=zones, kinds=kinds, cards=cards, setups=[table])


def dealt(setup: dict[str, object], seed: int = 1) -> tuple[Dealt, ...]:
    made = image()
    return deal(FakeMachine(made), Names(made), Setup.read(setup), seed)  # type: ignore[arg-type]


def by_place(cards: tuple[Dealt, ...]) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = {}
    cards_of = image().cards
    for card in cards:
        found.setdefault(card.slot, Counter())[WORDS[cards_of[card.definition].name]] += 1
    return found


def test_one_player() -> None:
    places = by_place(dealt({"players": 1}))
    assert places[3]["Grey Boss"] == 1
    assert places[3]["Stone"] == 3 and places[4]["Stone"] == 15  # 20 less 2 in the own deck and 3 taken from the pile
    assert places[2]["Marble"] == 2 and "Granite" not in places[2]  # the boss leads them into the only place
    assert places[2]["Trick"] == 2
    assert places[2]["Oak"] + places[2]["Pine"] == 2  # two cards of the chosen group, not all four


def test_choices_and_chance() -> None:
    assert by_place(dealt({"players": 1, "Trees": "Pine"}))[2]["Pine"] == 2
    assert {str(by_place(dealt({"players": 1}, seed))[2]) for seed in range(12)} != {
        str(by_place(dealt({"players": 1}))[2])
    }
    assert dealt({"players": 1}, 7) == dealt({"players": 1}, 7)


@pytest.mark.parametrize(
    ("setup", "code", "parts"),
    [
        ({"players": 2}, "CW833", ("table", "2 players", "Rocks needs 3, there are 2")),
        ({"players": 3}, "CW833", ("Few needs 9, there are 4",)),
        ({"players": 4}, "CW833", ("Stones needs 99, there are 12",)),
        ({"players": 5}, "CW832", ("5 players", "1, 2, 3, 4")),
        ({"players": 1, "table": "none such"}, "CW831", ("none such", "table")),
        ({"players": 1, "Rocks": ["Quartz"]}, "CW834", ("Quartz", "Granite, Marble")),
        ({"players": 1, "Rocks": ["Granite", "Granite"]}, "CW835", ("Granite",)),
        ({"players": 1, "Rocks": ["Granite", "Marble"]}, "CW836", ("Rocks takes 1, but 2",)),
        ({"players": 1, "Rockz": ["Granite"]}, "CW837", ("Rockz", "Bosses, Rocks, Trees")),
        ({"players": 0}, "CW838", ("0",)),
        ({"players": True}, "CW838", ("True",)),
        ({"players": 1, "Rocks": [3]}, "CW834", ("names",)),
        ({"players": 1, "Rocks": ["Granite"]}, "CW839", ("Rocks must include Marble",)),
    ],
)
def test_refusals(setup: dict[str, object], code: str, parts: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refused:
        dealt(setup)
    assert refused.value.code == code
    for part in parts:
        assert part in refused.value.message, refused.value.message


def test_sums_of_a_table() -> None:
    """A table's sums are for groups of the usual size; other groups are dealt all the same."""
    made = image()
    made.setups[0].leads = False
    machine, names = FakeMachine(made), Names(made)
    for choice, wanted in (("Marble", []), ("Granite", ["pile: 7 cards, not 6"])):
        setup = Setup.read({"players": 1, "Rocks": choice})
        cards = deal(machine, names, setup, 1)  # type: ignore[arg-type]
        assert sums(machine, names, setup, cards) == wanted  # type: ignore[arg-type]


def deals(change: Callable[[Image], None], setup: dict[str, object], seed: int = 1) -> dict[int, Counter[str]]:
    made = image()
    change(made)
    found: dict[int, Counter[str]] = {}
    for card in deal(FakeMachine(made), Names(made), Setup.read(setup), seed):  # type: ignore[arg-type]
        found.setdefault(card.slot, Counter())[WORDS[made.cards[card.definition].name]] += 1
    return found


def test_what_must_be_there_comes_before_what_is_led() -> None:
    def must(made: Image) -> None:
        made.cards[5].musts = (N["Granite"],)

    found = deals(must, {"players": 1})[2]
    assert found["Granite"] == 3 and "Marble" not in found
    with pytest.raises(Refused) as refused:
        deals(must, {"players": 1, "Rocks": "Marble"})
    assert refused.value.code == "CW839"


def test_so_many_groups_all_of_whose_cards_have_an_icon() -> None:
    def with_icon(made: Image) -> None:
        made.icons = [IconDef(N["other"], 0)]
        made.cards[5].bearing = ((1, 1, 0),)
        made.cards[3].icons = (0,)

    def of_some_cards(made: Image) -> None:
        with_icon(made)
        made.cards.append(CardDef(N["Trick"], 1, copies=1, group=N["Pine"]))

    for seed in range(1, 20):
        assert "Oak" not in deals(with_icon, {"players": 1}, seed)[2]
    for change, setup in ((with_icon, {"players": 1, "Trees": "Oak"}), (of_some_cards, {"players": 1})):
        with pytest.raises(Refused) as refused:
            deals(change, setup)
        assert refused.value.code == "CW844"
        assert "at least 1" in str(refused.value) and "other" in str(refused.value)


def test_groups_that_are_added_bring_all_their_cards() -> None:
    def more(made: Image) -> None:
        made.cards[5].wants = ((1, 1, 1, 1, 9),)

    trees = [deals(more, {"players": 1})[2][name] for name in ("Oak", "Pine")]
    assert sorted(trees) == [2, 4]


def test_a_card_is_chosen_by_either_side() -> None:
    def side(made: Image) -> None:
        made.cards.append(CardDef(N["Stone"], 3, group=N["other"], copies=0, side_of=5))

    found = deals(side, {"players": 1, "Bosses": "other"})
    assert found[3]["Stone"] == 4 and "Grey Boss" not in found[3] and found[2]["Trick"] == 2
    assert "Grey Boss" in deals(side, {"players": 1})[3]
    with pytest.raises(Refused) as refused:
        deals(side, {"players": 1, "Bosses": ["other", "Grey Boss"]})
    assert refused.value.code == "CW835"


def test_cards_that_are_not_used_and_piles_that_need_more() -> None:
    def without(made: Image) -> None:
        made.setups[0].without = (2,)

    def least(made: Image) -> None:
        made.setups[0].least = {5: 21}

    assert "Oak" not in deals(without, {"players": 1})[2]
    with pytest.raises(Refused) as refused:
        deals(without, {"players": 1, "Trees": "Oak"})
    assert refused.value.code == "CW834"
    with pytest.raises(Refused) as refused:
        deals(least, {"players": 1})
    assert "stones needs 21, there are 15" in refused.value.message
