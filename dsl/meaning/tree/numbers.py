"""Numbers: literals, counts, attributes, sums, and what was done so many times."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .node import Arg, Value

if TYPE_CHECKING:
    from .conditions import Happened


@dataclass(frozen=True)
class Num(Value):
    n: int
    half: bool = False  # n + 1/2


@dataclass(frozen=True)
class Count(Value):
    of: Value  # Sel of cards, players, spaces …


@dataclass(frozen=True)
class CountValues(Value):
    """How many different values: "for each different cost among …", "each class you have". `run`: how many follow one
    another at most ("the length of the longest run of consecutive printed costs among …")."""

    attr: str  # number, name attribute or icon family
    of: Value
    without: tuple[str, ...] = ()  # icons of the family that do not count: "each team other than [Avengers]"
    run: bool = False
    printed: bool = False


@dataclass(frozen=True)
class AttrOf(Value):
    """A number, name or icons of cards: "its cost", "that card's printed Attack", "the total of their Attack"."""

    of: Value
    attr: str
    printed: bool = False
    fold: str = ""  # "", "sum", "max", "min" over several cards


@dataclass(frozen=True)
class Points(Value):
    """Points a player has (`made` false) or made this turn; `way`: by the effects just before."""

    who: Value
    point: str
    made: bool = False
    way: bool = False


@dataclass(frozen=True)
class Arith(Value):
    op: str  # + - * // (with rounding "down"/"up")
    left: Value
    right: Value
    rounding: str = ""


@dataclass(frozen=True)
class Capped(Value):
    """value, up to a maximum / to a minimum."""

    value: Value
    limit: Value
    kind: str  # "max" or "min"


@dataclass(frozen=True)
class CounterValue(Value):
    counter: str


@dataclass(frozen=True)
class TermValue(Value):
    """A declared term that is a number, name or icon, with its arguments: "{cards}' sequence"."""

    term: str
    args: tuple[Arg, ...] = ()


@dataclass(frozen=True)
class KeywordNumber(Value):
    """The number a keyword speaks of: "your Crescendo" is what it would give a player, "this card's" what it
    would make of a card. `attr`: what it makes now of that number of a card that has it ("the Attack it gets from
    …")."""

    keyword: str
    of: Value
    attr: str = ""


@dataclass(frozen=True)
class HistoryCount(Value):
    """How often: "the number of cards you drew this turn" is Count(Sel … Did); this is "for each time you …"."""

    did: Happened
