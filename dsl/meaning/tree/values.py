"""The other values: names, icons, keywords, quoted abilities, roles, several values together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .node import Arg, Condition, Effect, Node, Value

if TYPE_CHECKING:
    from .statements import Line


@dataclass(frozen=True)
class NameValue(Value):
    """A literal name: card name, Hero Name, group, coined word."""

    attr: str  # "name" or declared name attribute
    text: str


@dataclass(frozen=True)
class IconValue(Value):
    icons: tuple[str, ...]  # repeats count


@dataclass(frozen=True)
class KeywordValue(Value):
    keyword: str
    args: tuple[Arg, ...] = ()


@dataclass(frozen=True)
class EffectValue(Value):
    """An effect as an argument (keyword parameter "to rescue three Bystanders")."""

    effect: Effect


@dataclass(frozen=True)
class CondValue(Value):
    cond: Condition


@dataclass(frozen=True)
class AbilityValue(Value):
    """Abilities in quotation marks."""

    lines: tuple[Line, ...]


@dataclass(frozen=True)
class AbilityRef(Value):
    """ "its Fight effect", "your Heroes' Salvage abilities": label or keyword id, of cards. `last`: of a label that
    is counted, as it was the last time."""

    label: str
    of: Value
    last: bool = False


@dataclass(frozen=True)
class Union(Value):
    """Several selectors or values together ("a Wound and two Bystanders"); `either` = one of them by choice."""

    parts: tuple[Value, ...]
    either: bool = False


@dataclass(frozen=True)
class Amount(Node):
    value: Value  # negative: Arith or Num below zero
    unit: str  # point kind or number attribute
    per: Value | None = None  # "for each …": multiplier
    chosen: Value | None = None  # "of that icon": the kind of points that was chosen, instead of `unit`


@dataclass(frozen=True)
class RoleValue(Value):
    """ "a Guild Villain with Attack equal to its cost plus 2 and "Fight: …""."""

    kind: str
    name: Value | None = None
    numbers: tuple[Amount, ...] = ()
    abilities: tuple[Line, ...] = ()
    icons: tuple[str, ...] = ()


@dataclass(frozen=True)
class ValueSort(Value):
    """Any value of a sort: "a Hero Class", "a number", "Recruit or Attack"."""

    sort: str
    options: tuple[Value, ...] = ()
