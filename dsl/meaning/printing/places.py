"""Zones, spaces and places beside something: as names, as locations ("in your hand") and as destinations.

Which preposition a place takes, and whether it is named with "the", is declared with the place.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from itertools import groupby

from ..tree import Beside, Pos, Quant, Ref, Sel, Space, TermValue, Union, Value, Zone
from .base import Unprintable
from .english import join_list, quote, with_article
from .nominals import Nominals

_BESIDE = {"under", "above", "below", "next to"}
_SIDES = {"left", "right"}
_TOP = {"top": "on top of", "bottom": "on the bottom of", "top or bottom": "on the top or bottom of"}


class Places(Nominals):
    def place_name(self, value: Value) -> str:
        """The bare name: "your hand", "the Hero Deck", "an empty city space"."""
        match value:
            case Zone(place="top" | "bottom" as place):
                return f"the {place} of {self.place_name(replace(value, place=''))}"
            case Zone(zone=zone, others=others) if others:
                return f"any {self.forms.word(zone)}"
            case Zone(owner=Ref(type="zone") as chosen):
                return self.value(chosen)
            case Zone(zone=zone, owner=None):
                return self.with_the(zone)
            case Zone(zone=zone, owner=Value() as owner):
                return self.owned_zone(zone, owner)
            case Space(zone=zone, name=name) if name:
                return f"the {name}"
            case Space():
                return self.space(value)
            case Beside(relation=relation, of=of):
                return f"{relation} {self.value(of)}"
            case Union(parts=parts, either=either):
                return self.place_list(parts, "or" if either else "and")
            case _:
                return self.value(value)

    def with_the(self, zone: str) -> str:
        word = self.forms.word(zone)
        return f"the {word}" if self.forms.takes_the(zone) else word

    def owned_zone(self, zone: str, owner: Value) -> str:
        """ "their hands" under several owners: each has their own."""
        if isinstance(owner, Sel) and (owner.pos is not None or owner.where):
            return f"the {self.forms.word(zone)} of {self.value(owner)}"
        several = isinstance(owner, Ref) and owner.type == "players" and not owner.form.startswith("each")
        if isinstance(owner, Ref) and owner.form.startswith("the player on"):
            return f"the {self.forms.word(zone)} of {self.reference(owner)}"
        several = several or (isinstance(owner, Sel) and owner.quant.kind in {"all", "plural"})
        return f"{self.possessive(owner)} {self.forms.word(zone, several)}"

    def place_list(self, places: tuple[Value, ...], word: str) -> str:
        """ "your hand or discard pile": one owner, or one "the", said once."""
        said: list[str] = []
        before = ""
        for p in places:
            name = self.place_name(p)
            head, _, rest = name.partition(" ")
            said.append(rest if rest and head == before and self.shares_head(p) else name)
            before = head
        return join_list(said, word)

    def shares_head(self, place: Value) -> bool:
        match place:
            case Zone(owner=Ref(form=form)):
                return " " not in form
            case Zone(owner=None):
                return True
            case Space(name=name):
                return bool(name)
            case _:
                return False

    def space(self, space: Space) -> str:
        """ "an empty city space", "the HQ space under it"."""
        side = next((w for w in space.where if w in _SIDES), "")
        relation = f"to the {side} of" if side and space.of else next((w for w in space.where if w in _BESIDE), "")
        elsewhere = _BESIDE | _SIDES | {"other"}
        adjectives = [w for w in space.where if w not in elsewhere and not (w == "adjacent" and space.of)]
        plural = self.quant_is_many(space.quant or Quant("the"), None)
        zone = [self.forms.word(space.zone)] if space.zone else []
        noun = " ".join([*adjectives, *zone, "spaces" if plural else "space"])
        if "was" in space.where and space.of is not None:
            said = f"the {' '.join([*zone, 'space'])} {self.subject(space.of).words} was"
            return f"{said} {self.forms.preposition(space.zone)}"
        if space.of is not None:
            relation = relation or ("adjacent to" if "adjacent" in space.where else "under")
            noun = f"{noun} {relation} {self.value(space.of)}"
        if space.holding is not None:
            noun = f"{noun} {'without' if space.lacking else 'with'} {self.value(space.holding)}"
        return self.determined(space.quant or Quant("the"), noun, pos=None, other="other" in space.where)

    # -- where something is ----------------------------------------
    def preposition(self, place: Value) -> str:
        match place:
            case Zone(zone=zone):
                return self.forms.preposition(zone)
            case Space(zone=zone, name=name):
                return self.forms.preposition(zone, name)
            case Beside() | Ref(form="there") | Ref(form="here"):
                return ""
            case _:
                return "in"

    def place(self, value: Value) -> str:
        return self.location((value,), "or")

    def location(self, places: tuple[Value, ...], word: str, pos: Pos | None = None) -> str:
        """ "in your hand or discard pile"; behind "the top card" it is "of your deck"."""
        if pos is not None and pos.kind in {"top", "bottom"}:
            return f"of {self.place_list(places, word)}"
        places = tuple(part for place in places for part in (place.parts if isinstance(place, Union) else (place,)))
        groups: list[str] = []
        for preposition, group in groupby(places, self.preposition):
            lead = "from" if preposition and self.now.source and pos is None else preposition
            groups.append(f"{lead} {self.place_list(tuple(group), word)}".strip())
        return join_list(groups, word)

    # -- where something goes ----------------------------------------
    def destination(self, value: Value, marker: str) -> str:
        match value:
            case Zone(place="top" | "bottom") if marker == "to":
                return f"to {self.place_name(value)}"
            case Zone(place=place) if place in _TOP:
                return f"{_TOP[place]} {self.place_name(replace(value, place=''))}"
            case Zone(place=place):
                said = f"{self.toward(value, marker)} {self.place_name(value)}".strip()
                return f"{said} {self.arrangement(place)}".strip()
            case Space():
                return f"{self.toward(value, marker)} {self.place_name(value)}".strip()
            case Beside(name=name) if name:
                return f"{self.place_name(value)} as {with_article(quote(name))}"
            case Beside() | Ref(form="there") | Ref(form="here"):
                return self.place_name(value)
            case Union(parts=parts, either=either):
                return join_list([self.destination(p, marker) for p in parts], "or" if either else "and")
            case Ref():
                return f"{marker or self.reached(value)} {self.reference(value)}".strip()
            case Sel():
                return f"{marker or 'to'} {self.select(value)}".strip()
            case TermValue():
                return f"{marker} {self.value(value)}".strip()
            case _:
                raise Unprintable(value, "this is no place to put a card")

    def reached(self, place: Ref) -> str:
        return "to" if place.type in {"player", "players"} else ""

    def toward(self, place: Zone | Space, marker: str) -> str:
        """Into a hand, onto a bridge: as cards lie there."""
        lies = self.forms.preposition(place.zone, place.name if isinstance(place, Space) else "")
        if marker and not lies:
            return ""
        return "onto" if marker == "into" and lies == "on" else marker

    def arrangement(self, place: str) -> str:
        """How cards lie after they moved; "shuffled" is said by the verb."""
        match place:
            case "" | "shuffled":
                return ""
            case "random":
                return "in random order"
            case "any order":
                return "in any order"
            case _:
                return place

    # -- said in other layers ----------------------------------------
    @abstractmethod
    def quant_is_many(self, quant: Quant, pos: Pos | None) -> bool: ...

    @abstractmethod
    def determined(self, quant: Quant, noun: str, pos: Pos | None, other: bool) -> str: ...
