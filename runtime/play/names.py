"""Names of things as people and scenarios see them: labels, and semantic keys that stay the same while the thing does.

Reads name tables of the image only; must not know any declared word.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from cardwright.runtime.bytecode.image import Image, SetupDef

from .port import Machine, Place, State

if TYPE_CHECKING:
    from .offering import Offering


class Names:
    """Labels of one image."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.offerings: dict[int, tuple[SetupDef, Offering]] = {}  # by the name of the table

    def plain(self, name: int) -> str:
        """A name without the set it comes from."""
        return self._plain[name] if 0 <= name < len(self._plain) else ""

    @cached_property
    def _plain(self) -> tuple[str, ...]:
        """All names without their sets: a view asks for hundreds."""
        prefixes = tuple(f"{name}:" for name, _ in self.image.sets)
        return tuple(
            next((text[len(prefix) :] for prefix in prefixes if text.startswith(prefix)), text)
            for text in self.image.names
        )

    def card(self, definition: int) -> str:
        return self.plain(self.image.cards[definition].name) if definition >= 0 else ""

    def kind(self, kind: int) -> str:
        return self.plain(self.image.kinds[kind].name)

    def zone(self, zone: int) -> str:
        return self.plain(self.image.zones[zone].name)

    def attr(self, attr: int) -> str:
        return self.plain(self.image.attrs[attr])

    def counter(self, counter: int) -> str:
        return self.plain(self.image.counters[counter][0])

    def act(self, act: int) -> str:
        return self.plain(self.image.acts[act].name)

    def event(self, event: int) -> str:
        return self.plain(self.image.events[event].name)

    def ability(self, ability: int) -> str:
        """The label an ability stands behind, else the keyword it comes from, else its first words."""
        entry = self.image.abilities[ability]
        if entry.label >= 0:
            return self.plain(entry.label)
        if entry.keyword >= 0:
            return self.plain(self.image.keywords[entry.keyword])
        return self.sentence(entry.sentence)

    def sentence(self, sentence: int) -> str:
        """The canonical text of a sentence."""
        return self.image.sentences[sentence].text if 0 <= sentence < len(self.image.sentences) else ""

    def mode(self, sentence: int, number: int) -> str:
        """One of the ways a sentence may be done."""
        known = self.image.sentences[sentence].modes if 0 <= sentence < len(self.image.sentences) else ()
        return known[number] if 0 <= number < len(known) else f"way {number + 1}"

    @staticmethod
    def player(seat: int) -> str:
        return f"P{seat + 1}" if seat >= 0 else ""

    def space(self, place: Place) -> str:
        """The name of one space of a row; a space without a name of its own is numbered."""
        spaces = self.image.zones[place.zone].spaces
        own = self.plain(spaces[place.space]) if place.space < len(spaces) else ""
        if own and own != self.zone(place.zone) and not own.isdigit():
            return own
        return f"{self.zone(place.zone)} {place.space + 1}"

    def place(self, place: Place) -> str:
        """Where something lies, in words."""
        if place.owner >= 0:
            return f"{self.player(place.owner)} {self.zone(place.zone)}"
        return self.space(place) if len(self.image.zones[place.zone].spaces) > 1 else self.zone(place.zone)

    @cached_property
    def by_card(self) -> dict[str, list[int]]:
        """Definitions by name in lower case, plain and qualified, in the order of the image."""
        found: dict[str, list[int]] = {}
        for index, card in enumerate(self.image.cards):
            plain = self.card(index)
            keys = {plain.lower(), self.image.names[card.name].lower()}
            if 0 <= card.set_id < len(self.image.sets):
                keys.add(f"{self.image.sets[card.set_id][0]}:{plain}".lower())
            for key in sorted(keys):
                found.setdefault(key, []).append(index)
        return found

    @cached_property
    def groups(self) -> dict[int, dict[int, list[int]]]:
        """Kind -> name of a group -> its cards, but for cards that are parts of others."""
        parts = {part for card in self.image.cards for cards in card.parts.values() for part in cards}
        found: dict[int, dict[int, list[int]]] = {}
        for index, card in enumerate(self.image.cards):
            if index not in parts and card.group >= 0:
                found.setdefault(card.kind, {}).setdefault(card.group, []).append(index)
        return found

    @cached_property
    def tables(self) -> dict[str, SetupDef]:
        """Set-up tables by name in lower case; by no name the default one, or the only one."""
        found: dict[str, SetupDef] = {}
        for one in self.image.setups:
            found.setdefault(self.plain(one.name).lower(), one)
        usual = [one for one in self.image.setups if one.default] or self.image.setups
        if usual and (usual[0].default or len(usual) == 1):
            found.setdefault("", usual[0])
        return found

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How many copies of the card a definition is, or is a side of, there are."""
        cards = self.image.cards
        return tuple([cards[card.side_of].copies if card.side_of >= 0 else card.copies for card in cards])


def knows(machine: Machine, state: State, seat: int, card: int) -> bool:
    """Whether a seat knows a card where it lies now."""
    return bool(machine.known(state, card) >> seat & 1)
