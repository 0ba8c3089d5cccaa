"""Predicates of a selector; each says something about the candidate."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .node import Arg, Condition, Pred, Value

if TYPE_CHECKING:
    from .selectors import Sel


@dataclass(frozen=True)
class HasIcon(Pred):
    icon: str  # qualified id of an icon ("core:Tech"); "big:core:Attack" = the large printed icon of a point kind


@dataclass(frozen=True)
class HasIconRef(Pred):
    """Shares / has the bound icon: "of that class", "shares a class with it" (family given, of = the card)."""

    family: str
    of: Value
    none: bool = False


@dataclass(frozen=True)
class NoIcon(Pred):
    """Has no icon of the family: "with no Hero Class"."""

    family: str


@dataclass(frozen=True)
class IsKind(Pred):
    """Is of that kind or term: "that is a Villain", adjectives such as grey or Henchman Villain. `printed`: as it is
    printed, whatever it counts as."""

    kind: str
    printed: bool = False


@dataclass(frozen=True)
class Named(Pred):
    """Its card name, Hero Name, group … (`attr`, "name" or a declared name attribute) equals the value."""

    attr: str
    value: Value


@dataclass(frozen=True)
class NameHas(Pred):
    """One of these words stands in its name: "with "Storm" or "Rain" in its Hero Name"."""

    attr: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class AnyOf(Pred):
    preds: tuple[Pred, ...]


@dataclass(frozen=True)
class Not(Pred):
    pred: Pred


@dataclass(frozen=True)
class InZone(Pred):
    """Lies in one of these places (`mode` "in", "on", "next to", "under" … as declared by the zone's preposition)."""

    zones: tuple[Value, ...]  # Zone / Space / Ref


@dataclass(frozen=True)
class Number(Pred):
    """Compares a number of the candidate: attr op value. op: == != < <= > >= ; `parity` odd / even instead of value."""

    attr: str
    op: str
    value: Value | None = None
    printed: bool = False
    parity: str | None = None


@dataclass(frozen=True)
class Did(Pred):
    """History: the candidate took part in events. `event` qualified id of a verb or event; `role`: which part it had
    ("cards", "player", "subject"); `who`: the player who did it or None; `by`: a keyword id, ability label or card that
    caused it; `period`: "turn", "game", a period id ("core:fight"), or "way" (by the effect just before);
    `first`: ordinal asked for ("the first card you drew"), 0 = any."""

    event: str
    role: str
    who: Value | None
    period: str
    by: Value | None = None
    negated: bool = False
    extra: bool = False  # "each extra card you drew this turn": beyond the new hand, which comes when the turn is over


@dataclass(frozen=True)
class HasKeyword(Pred):
    keyword: str
    args: tuple[Arg, ...] = ()


@dataclass(frozen=True)
class Holds(Pred):
    """Has such cards: attached to a card (captured) or in a player's zones / "you have"."""

    cards: Sel
    verb: str = field(default="have", compare=False)  # how it was worded: have, hold, with


@dataclass(frozen=True)
class AttachedTo(Pred):
    host: Value


@dataclass(frozen=True)
class OwnedBy(Pred):
    """ "your Heroes", "their cards": cards the player has, by the declared term of `scope`."""

    player: Value


@dataclass(frozen=True)
class Fits(Pred):
    """A whole condition about the candidate (Ref "loop"): relative clauses no shorter predicate expresses."""

    cond: Condition


@dataclass(frozen=True)
class HasDigit(Pred):
    """A digit is printed on its face: in a number, a name of an icon or the text ("a "2" Hero")."""

    digit: str


@dataclass(frozen=True)
class Different(Pred):
    """On a group chosen together: pairwise different / all the same in an attribute ("with different costs"), or
    numbers that follow one another (`run`: "with consecutive costs")."""

    attr: str
    same: bool = False
    run: bool = False
