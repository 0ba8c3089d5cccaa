"""Places: zones, spaces of a row, what lies beside another card."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .node import Value

if TYPE_CHECKING:
    from .selectors import Quant


@dataclass(frozen=True)
class Zone(Value):
    zone: str  # qualified id
    owner: Value | None = None  # whose; None for a zone of the table
    place: str = ""  # as a destination: "top", "bottom", "shuffled", "random", "any order", "face down"
    others: tuple[
        str, ...
    ] = ()  # "any deck": one of these, or of some player; then `owner` is a Ref to the chosen place


@dataclass(frozen=True)
class Space(Value):
    """Spaces of a row zone. `which`: name of one ("Bank") or "" with quant/where."""

    zone: str
    name: str = ""
    quant: Quant | None = None
    where: tuple[str, ...] = ()  # "empty", "adjacent", "occupied", "leftmost", "rightmost", "other" (than the card's)
    of: Value | None = None  # adjacent to / of that card
    holding: Value | None = None  # only those with such a card in or beside them
    lacking: bool = False  # … without one


@dataclass(frozen=True)
class Beside(Value):
    """Next to / above / under a card or space, as a place: `name` is a coined pile ("Dark Omen") or ""."""

    relation: str  # next to, above, under
    of: Value
    name: str = ""
