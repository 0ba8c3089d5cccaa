"""Verifying what a set-up deals from: tables, copies, groups, counters.

Numbers are bounded, so that a hostile image cannot ask for more cards than a table holds. Must not know how a set-up is
dealt.
"""

from __future__ import annotations

from collections.abc import Iterable

from .image import Image, SetupDef, SlotDef
from .refused import unverified

MAX_COPIES = 1_000
MAX_CARDS = 50_000
MAX_COUNTER = 1 << 31
HOW = ("choose", "each", "pile", "deal")


def _check(value: object, table: int, where: str, least: int = 0) -> None:
    if type(value) is not int or not least <= value < table:
        raise unverified(f"{where}: number {value!r} of a table of {table}")


def _all(values: Iterable[object], table: int, where: str) -> None:
    for value in values:
        _check(value, table, where)


def verify_setups(image: Image) -> None:
    """Refuse a set-up that names what is not there, or asks for too much."""
    names, cards = len(image.names), len(image.cards)
    for number, card in enumerate(image.cards):
        where = f"card {number}"
        _check(card.copies, MAX_COPIES + 1, f"{where}: copies")
        _check(card.group, names, f"{where}: its group", -1)
        _all((*card.leads, *card.musts), names, f"{where}: a group it leads")
        _check(card.side_of, cards, f"{where}: what it is a side of", -1)
        for _, many, words in card.words:
            _check(many, MAX_COPIES, f"{where}: how many groups with a word")
            _all(words, names, f"{where}: a word")
        for _, many, icon in card.bearing:
            _check(many, MAX_COPIES, f"{where}: how many groups with an icon")
            _check(icon, len(image.icons), f"{where}: an icon")
        for part in card.parts:
            _check(part, names, f"{where}: a part")
        for _, many, _, low, high in card.wants:
            _check(many, MAX_COPIES, f"{where}: what it wants")
            _all((low, high), 100, f"{where}: what it wants")
    if sum(card.copies for card in image.cards) > MAX_CARDS:
        raise unverified("cards: too many copies")
    for name, starts in image.counters:
        _check(name, names, "counters")
        _check(starts, MAX_COUNTER, "counters", -MAX_COUNTER)
    for number, table in enumerate(image.setups):
        _table(image, table, f"set-up {number}", names, cards)


def _table(image: Image, table: SetupDef, where: str, names: int, cards: int) -> None:
    zones = len(image.zones)
    _check(table.name, names, where)
    for at, slot in enumerate(table.slots):
        _slot(image, table, slot, f"{where}, slot {at}", names)
    for players, row in table.rows.items():
        _check(players, 9, f"{where}: players", 1)
        for name, many in row.items():
            _check(name, names, where)
            _check(many, MAX_COPIES + 1, f"{where}: a number", -1)
    for definition, zone, many in table.own:
        _check(definition, cards, where)
        _check(zone, zones, where)
        _check(many, MAX_COPIES + 1, f"{where}: a number")
        if image.zones[zone].owner != "player":
            raise unverified(f"{where}: each player's cards in a zone of the table")
    for definition, zone, many in table.stacks:
        _check(definition, cards, where)
        _check(zone, zones, where)
        _check(many, MAX_COPIES + 1, f"{where}: a number", -1)
        if image.zones[zone].owner == "player":
            raise unverified(f"{where}: cards of the table in a player's zone")
    _all((*table.out, *table.without), cards, where)
    _all(table.least, zones, where)
    _all(table.least.values(), MAX_CARDS, f"{where}: a number")
    _all(table.starts, len(image.counters), where)
    for starts in table.starts.values():
        _check(starts, MAX_COUNTER, f"{where}: a counter", -MAX_COUNTER)
    for players, checks in table.checks.items():
        _check(players, 9, f"{where}: players", 1)
        _all(checks, zones, where)


def _slot(image: Image, table: SetupDef, slot: SlotDef, where: str, names: int) -> None:
    zones = len(image.zones)
    _check(slot.name, names, where)
    if slot.how not in HOW:
        raise unverified(f"{where}: {slot.how[:40]!r}")
    _check(slot.to, zones, where, -1)
    _check(slot.kind, len(image.kinds), where, -1)
    refs = {"each": len(table.slots), "pile": zones, "deal": len(image.cards)}.get(slot.how)
    if refs is not None:
        _check(slot.ref, refs, where)
    if slot.how == "each" and table.slots[slot.ref].how != "choose":
        raise unverified(f"{where}: of a slot that chooses nothing")
    for part, zone in slot.parts:
        _check(part, names, where)
        _check(zone, zones, where)
    for zone in (slot.to, *(zone for _, zone in slot.parts)):
        if zone >= 0 and image.zones[zone].owner == "player":
            raise unverified(f"{where}: cards of the table in a player's zone")
