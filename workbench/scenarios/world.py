"""The names a scenario may use, looked up in an image: zones, spaces, counters, points, cards, players, acts.

A shorter form of a name is fine while only one fits. Must not know any declared word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from cardwright.dsl.diagnostics.nearest import either, nearest
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.joint import Joint, linked
from cardwright.runtime.play.names import Names

_SEAT = re.compile(r"P([1-8])\Z")


class Unknown(Exception):
    """A name that does not fit, or fits too much.

    `name`: as it was written; `known`: the names there are, of which the nearest are suggested.
    """

    def __init__(self, text: str, name: str = "", known: Iterable[str] = ()) -> None:
        super().__init__(f"{text}{meant(name, known)}")
        self.name = name


FEW = 12  # names that are all listed where none of them is near


def meant(name: str, known: Iterable[str], *, few: int = FEW) -> str:
    """“; did you mean …?”, if a known name is near; else the names, if they are no more than `few`."""
    names = list(dict.fromkeys(known)) if name else []
    near = [f"“{one}”" for one in nearest(name, names)]
    if near:
        return f"; did you mean {either(near)}?"
    return f"; it can be {either(names)}" if 0 < len(names) <= few else ""


@dataclass
class World:
    """Name tables of an image, as seen from one set of it."""

    image: Image
    set_name: str = ""
    names: Names = field(init=False)
    table: dict[str, int] = field(init=False)
    player: dict[str, int] = field(init=False)
    spaces: dict[str, tuple[int, int]] = field(init=False)
    counters: dict[str, int] = field(init=False)
    attrs: dict[str, int] = field(init=False)

    def __post_init__(self) -> None:
        image = self.image
        self.names = Names(image)
        zones = list(enumerate(image.zones))
        self.table = {self.names.zone(at).lower(): at for at, zone in zones if zone.owner != "player"}
        self.player = {self.names.zone(at).lower(): at for at, zone in zones if zone.owner == "player"}
        self.spaces = {}
        for at, zone in zones:
            for index, name in enumerate(zone.spaces if len(zone.spaces) > 1 else ()):
                plain = self.names.plain(name).lower()
                if plain and not plain.isdigit():
                    self.spaces.setdefault(plain, (at, index))
                self.spaces[f"{self.names.zone(at)} {index + 1}".lower()] = (at, index)
        self.counters = {self.names.counter(at).lower(): at for at in range(len(image.counters))}
        self.attrs = {self.names.attr(at).lower(): at for at in range(len(image.attrs))}

    @cached_property
    def machine(self) -> Joint:
        """The linked machine; made when it is needed."""
        return linked(self.image)

    # -- names -----------------------------------------------------------------------------------------------------

    @staticmethod
    def seat(text: str) -> int | None:
        """P1 is seat 0."""
        found = _SEAT.match(text)
        return int(found.group(1)) - 1 if found else None

    def table_key(self, text: str) -> tuple[str, int, int] | None:
        """A zone, a space or a counter of the table: ("zone", zone, 0), ("space", zone, index), ("counter", id, 0)."""
        low = text.lower()
        for exact in (True, False):
            if (zone := _find(self.table, low, exact)) is not None:
                return ("zone", zone, 0)
            if low in self.spaces:
                zone, index = self.spaces[low]
                return ("space", zone, index)
            if (counter := _find(self.counters, low, exact)) is not None:
                return ("counter", counter, 0)
        return None

    def player_key(self, text: str) -> tuple[str, int] | None:
        """A zone or a kind of points of a player: ("zone", zone), ("points", attribute)."""
        low = text.lower()
        points = {name: at for name, at in self.attrs.items() if at < self.image.points}
        for exact in (True, False):
            if (zone := _find(self.player, low, exact)) is not None:
                return ("zone", zone)
            if (attr := _find(points, low, exact)) is not None:
                return ("points", attr)
        return None

    def attr(self, text: str) -> int | None:
        return _find(self.attrs, text.lower(), True)

    def kind(self, text: str) -> int | None:
        kinds = {self.names.kind(at).lower(): at for at in range(len(self.image.kinds))}
        return _find(kinds, text.lower(), True)

    def card(self, text: str) -> int:
        """The definition of that name: of the scenario's set, then of the others in the order of the image."""
        found = self.names.by_card.get(text.lower(), [])
        if not found:
            raise Unknown(f"there is no card “{text}”", text, self.cards)
        own = [at for at in found if self._set(at) == self.set_name]
        return (own or self._nearest(found))[0]

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The names of all cards, without their sets."""
        return tuple(dict.fromkeys(self.names.card(at) for at in range(len(self.image.cards))))

    @property
    def of_table(self) -> list[str]:
        """The names of zones, spaces and counters of the table."""
        zones = [self.names.zone(at) for at in self.table.values()]
        return [*zones, *self._spaces, *(self.names.counter(at) for at in self.counters.values())]

    @property
    def _spaces(self) -> list[str]:
        """Spaces by their own names."""
        named = [self.names.plain(name) for zone in self.image.zones if len(zone.spaces) > 1 for name in zone.spaces]
        return [name for name in named if name and not name.isdigit()]

    @cached_property
    def places(self) -> tuple[str, ...]:
        """How places are named: zones, zones of each player, spaces."""
        mine = [self.names.zone(at) for at in self.player.values()]
        seats = [f"P{seat + 1} {zone}" for seat in range(8) for zone in mine]
        return (*map(self.names.zone, self.table.values()), *mine, *self._spaces, *self.spaces, *seats)

    @property
    def of_player(self) -> list[str]:
        """The names of zones and points of a player."""
        points = [self.names.attr(at) for at in self.attrs.values() if at < self.image.points]
        return [*(self.names.zone(at) for at in self.player.values()), *points]

    def has_card(self, text: str) -> bool:
        return text.lower() in self.names.by_card

    def _set(self, definition: int) -> str:
        at = self.image.cards[definition].set_id
        return self.image.sets[at][0] if 0 <= at < len(self.image.sets) else ""

    def _nearest(self, found: list[int]) -> list[int]:
        """Cards of sets that are no other scenario's own come first; later sets (nearer) before earlier ones."""
        head = self.set_name.rsplit("-", 1)[0]
        foreign = [at for at in found if self._set(at) != head and self._is_scenario(self._set(at))]
        rest = [at for at in found if at not in foreign]
        return sorted(rest, key=lambda at: (-self.image.cards[at].set_id, at)) or foreign

    @staticmethod
    def _is_scenario(name: str) -> bool:
        return name.rsplit("-", 1)[-1].isdigit()

    # -- what may be named in a phrase -------------------------------------------------------------------------------

    def phrase_names(self, cards: Iterable[str]) -> list[str]:
        """Names that count as names in `log` and `because`."""
        return [
            *cards,
            *(self.names.card(at) for at in range(len(self.image.cards))),
            *(f"P{seat + 1}" for seat in range(8)),
            *self.table,
            *self.player,
            *self.spaces,
            *(name for name, at in self.attrs.items() if at < self.image.points),
            *self.counters,
        ]


def _find(known: dict[str, int], text: str, exact: bool) -> int | None:
    """The entry of that name; with `exact` false the only one that begins or ends with it."""
    if exact or not text:
        return known.get(text)
    hits = [at for name, at in known.items() if name.startswith(f"{text} ") or name.endswith(f" {text}")]
    return hits[0] if len(hits) == 1 else None
