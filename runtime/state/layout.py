"""Where zones lie: a slot is one zone instance (a space of a row, or one player's copy of a zone).

Slots of the table come first, then one block per seat, so that a slot's number does not depend on how many play.
Must not know the state or any rule.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.runtime.bytecode.image import ZoneDef

MAX_SEATS = 8


class Layout:
    """Fixed tables over zones and slots, made once per image."""

    __slots__ = ("block", "first", "of_player", "orders", "owner", "slots", "space", "spaces", "table", "zone", "zones")

    def __init__(self, zones: Sequence[ZoneDef]) -> None:
        self.zones = tuple(zones)
        self.first: list[int] = []  # zone -> its first slot (of a player zone: offset inside a block)
        self.of_player: list[bool] = []
        self.spaces: list[int] = []
        zone: list[int] = []
        space: list[int] = []
        for index, z in enumerate(zones):
            self.of_player.append(z.owner == "player")
            self.spaces.append(max(1, len(z.spaces)))
            self.first.append(-1)
            if z.owner != "player":
                self.first[index] = len(zone)
                zone += [index] * self.spaces[index]
                space += range(self.spaces[index])
        self.table = len(zone)
        owner = [-1] * self.table
        self.block = 0
        for index, z in enumerate(zones):
            if z.owner == "player":
                self.first[index] = self.block
                self.spaces[index] = 1
                self.block += 1
        for seat in range(MAX_SEATS):
            for index, z in enumerate(zones):
                if z.owner == "player":
                    zone.append(index)
                    space.append(0)
                    owner.append(seat)
        self.zone: tuple[int, ...] = tuple(zone)
        self.space: tuple[int, ...] = tuple(space)
        self.owner: tuple[int, ...] = tuple(owner)
        self.slots = len(zone)
        self.orders: tuple[tuple[tuple[int, ...], ...], ...] = tuple(
            tuple(tuple((a + i) % n for i in range(n)) for a in range(n)) for n in range(MAX_SEATS + 1)
        )

    def count(self, players: int) -> int:
        """How many slots a game of so many players has."""
        return self.table + players * self.block

    def slot(self, zone: int, player: int) -> int:
        """The first slot of a zone of the table, or a player's."""
        if self.of_player[zone]:
            return self.table + player * self.block + self.first[zone] if player >= 0 else -1
        return self.first[zone]

    def row(self, slot: int) -> range:
        """All slots of the row a slot is in."""
        zone = self.zone[slot]
        if self.of_player[zone]:
            return range(slot, slot + 1)
        return range(self.first[zone], self.first[zone] + self.spaces[zone])
