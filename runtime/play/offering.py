"""What a set-up table offers its slots, worked out once per table, so that dealing a game is quick.

Pure data of the image. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardwright.runtime.bytecode.image import Image, SetupDef, SlotDef

from .names import Names

Groups = Mapping[int, Sequence[int]]
Run = tuple[int, int]  # a definition, and how many copies of it lie one upon the other


@dataclass(frozen=True)
class Asks:
    """What the cards of a group ask of the slots behind theirs, card by card."""

    leads: tuple[int, ...]
    musts: tuple[int, ...]
    words: tuple[tuple[int, int, tuple[int, ...]], ...]
    bearing: tuple[tuple[int, int, int], ...]
    wanting: tuple[int, ...]  # its cards that change how many groups another slot has


@dataclass(frozen=True)
class Choice:
    """A choosing slot: its groups (name -> cards), those that are no other side of a card, and what each asks for."""

    at: int
    slot: SlotDef
    name: str
    key: str
    groups: Groups
    first: tuple[int, ...]
    asks: Mapping[int, Asks]
    fronts: Mapping[int, int]  # by group, the card that its first card is or is a side of
    plain: Mapping[int, str]  # by group, its name


@dataclass(frozen=True)
class Laid:
    """Cards that are laid together: what lies where, and how many copies of each definition that is."""

    piles: Mapping[int, Sequence[Run]]
    used: Mapping[int, int]


class Filling(NamedTuple):
    """A slot of a table, and where its cards come to lie."""

    at: int
    slot: SlotDef
    target: int  # -1: nowhere
    source: int  # the pile its cards are taken from


class Offering:
    """What one table of an image offers."""

    def __init__(self, image: Image, names: Names, table: SetupDef) -> None:
        self.slots = {names.plain(slot.name).lower(): slot for slot in table.slots}
        self.choices = tuple(
            _choice(image, names, table, at, slot) for at, slot in enumerate(table.slots) if slot.how == "choose"
        )
        self.limits = tuple(  # by slot: those of the slots that let only so many cards of its groups take part
            tuple([other.name for other in table.slots if other.how == "each" and other.ref == at])
            for at in range(len(table.slots))
        )
        self.laid: dict[tuple[int, int, bool], Laid] = {}  # by choosing slot, group and whether only its parts are
        self.begun: dict[int, Laid] = {}  # by number of players: what lies there before slots are filled
        self.fillings: tuple[Filling, ...] = ()


def offering(image: Image, names: Names, table: SetupDef) -> Offering:
    """What a table offers."""
    found = names.offerings.get(table.name)
    if found is None or found[0] is not table:
        found = names.offerings[table.name] = (table, Offering(image, names, table))
    return found[1]


def groups_of(names: Names, slot: SlotDef) -> Groups:
    """The groups a slot chooses among: name of the group -> its cards (no parts of other cards)."""
    return names.groups.get(slot.kind, {})


def _choice(image: Image, names: Names, table: SetupDef, at: int, slot: SlotDef) -> Choice:
    barred = set(table.without)
    groups = {group: cards for group, cards in groups_of(names, slot).items() if not barred.intersection(cards)}
    name = names.plain(slot.name)
    first = tuple([group for group, cards in groups.items() if image.cards[cards[0]].side_of < 0])
    asks = {one: _asks(image, groups[one]) for one in groups}
    fronts = {one: _front(image, cards[0]) for one, cards in groups.items()}
    plain = {one: names.plain(one) for one in groups}
    return Choice(at, slot, name, name.lower(), groups, first, asks, fronts, plain)


def _front(image: Image, card: int) -> int:
    """The card that a definition is, or is a side of."""
    side_of = image.cards[card].side_of
    return side_of if side_of >= 0 else card


def _asks(image: Image, cards: Sequence[int]) -> Asks:
    of = [image.cards[card] for card in cards]
    return Asks(
        tuple([group for card in of for group in card.leads]),
        tuple([group for card in of for group in card.musts]),
        tuple([asked for card in of for asked in card.words]),
        tuple([asked for card in of for asked in card.bearing]),
        tuple([one for one in cards if image.cards[one].wants]),
    )
