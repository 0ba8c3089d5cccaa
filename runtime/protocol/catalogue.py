"""What can be played with an image, for front ends: set-up tables with what can be chosen, zones, kinds, cards.

Read off the image's tables; must not know any declared word.
"""

from __future__ import annotations

from cardwright.runtime.bytecode.image import CardDef, Image, KindDef, SetupDef, SlotDef, ZoneDef
from cardwright.runtime.play.names import Names
from cardwright.runtime.play.offering import groups_of
from cardwright.runtime.play.setup import ALL

Data = dict[str, object]
SERVING = ("resolving", "leaving")  # what a zone may be to the machine itself


def catalogue(image: Image, names: Names) -> Data:
    """All of it."""
    return {
        "sets": [{"set": name, "version": version} for name, version in image.sets],
        "tables": [_table(image, names, table) for table in image.setups],
        "zones": [_zone(image, names, at) for at in range(2, len(image.zones))],
        "kinds": [_kind(names, kind) for kind in image.kinds],
        "numbers": [names.attr(at) for at in range(len(image.attrs))],
        "points": [names.attr(at) for at in range(image.points)],
        "icons": {
            names.plain(family): [names.plain(icon.name) for icon in image.icons if icon.family == at]
            for at, family in enumerate(image.families)
        },
        "keywords": [names.plain(keyword) for keyword in image.keywords],
        "counters": [names.counter(at) for at in range(len(image.counters))],
        "acts": [names.act(at) for at in range(len(image.acts))],
        "cards": [_face(image, names, card) for card in image.cards],
    }


def _table(image: Image, names: Names, table: SetupDef) -> Data:
    return {
        "table": names.plain(table.name),
        "default": table.default,
        "slots": [_slot(image, names, table, slot) for slot in table.slots],
        "players": {
            str(players): {names.plain(slot): None if many == ALL else many for slot, many in row.items()}
            for players, row in sorted(table.rows.items())
        },
    }


def _slot(image: Image, names: Names, table: SetupDef, slot: SlotDef) -> Data:
    of = ""
    if slot.how == "each":
        of = names.plain(table.slots[slot.ref].name)
    elif slot.how == "pile":
        of = names.zone(slot.ref)
    elif slot.how == "deal":
        of = names.card(slot.ref)
    chooses = slot.how == "choose"
    return {
        "slot": names.plain(slot.name),
        "how": slot.how,
        "of": of,
        "kind": names.kind(slot.kind) if chooses and slot.kind >= 0 else "",
        "to": names.zone(slot.to) if slot.to >= 0 else "",
        "choices": [
            {"name": names.plain(group), "cards": list(cards)}
            for group, cards in (groups_of(names, slot).items() if chooses else ())
        ],
    }


def _zone(image: Image, names: Names, at: int) -> Data:
    zone: ZoneDef = image.zones[at]
    return {
        "zone": names.zone(at),
        "of": zone.owner,
        "order": zone.order,
        "seen": zone.seen,
        "spaces": [names.plain(space) for space in zone.spaces],
        "renews": names.zone(zone.renew) if zone.renew >= 0 else None,
        "refills": names.zone(zone.refill) if zone.refill >= 0 else None,
        "serves": next((role for role in SERVING if image.system.get(role) == at), None),
    }


def _kind(names: Names, kind: KindDef) -> Data:
    return {
        "kind": names.plain(kind.name),
        "is": [names.kind(one) for one in kind.isa],
        "home": names.zone(kind.home) if kind.home >= 0 else None,
        "works": [names.zone(zone) for zone in kind.works],
    }


def _face(image: Image, names: Names, card: CardDef) -> Data:
    return {
        "name": names.plain(card.name),
        "set": image.sets[card.set_id][0] if 0 <= card.set_id < len(image.sets) else "",
        "kind": names.kind(card.kind),
        "group": names.plain(card.group),
        "copies": card.copies,
        "numbers": {names.attr(attr): number for attr, number in sorted(card.numbers.items())},
        "icons": [names.plain(image.icons[icon].name) for icon in card.icons],
        "names": {
            names.plain(image.name_attrs[attr][0]): names.plain(name) for attr, name in sorted(card.names.items())
        },
        "keywords": [names.plain(image.keywords[keyword]) for keyword in card.keywords],
        "text": list(card.text),
        "rules": list(card.rules),
        "leads": [names.plain(group) for group in card.leads],
    }
