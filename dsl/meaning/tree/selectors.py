"""References to what is bound elsewhere, and selectors of cards or players."""

from __future__ import annotations

from dataclasses import dataclass

from .node import Node, Pred, Value


@dataclass(frozen=True)
class Ref(Value):
    """A bound value. `to`: "this" (the card itself), "you", "active" (the player whose turn it is), "event" (the
    thing the lead-in's event is about: its card), "event player", "event number", "loop" (the current one of an
    enclosing each/for each), "param NAME" (a `{slot}` of a declaration), or "bind N" (what clause N of this scope
    bound, see `Do.binds`). `type`: card, cards, player, players, number, name, icon, icons, space, zone, keyword,
    kind. `form`: the words it is written with, lower case, in singular base form ("it", "that card", "that Hero",
    "they", "the rest", "those cards", "this", "he", "there", "that player", "that many" …); kept so that printing is
    faithful. A declared noun in it is its qualified id ("that core:Hero"); a part of the card's own name stands as it
    is; "" = left out ("discard one, draw one", "each player draws a card, then discards one")."""

    to: str
    type: str
    form: str


@dataclass(frozen=True)
class Sel(Value):
    """A selector of cards or players. Who chooses is the performer unless `chooser`."""

    noun: str  # "card", "player", or the qualified id of a kind or term ("core:Hero")
    quant: Quant
    where: tuple[Pred, ...] = ()
    pos: Pos | None = None  # top two / leftmost / highest-cost: narrows before the quantity is taken
    other: bool = False  # another / other: not the source card, else not the one just handled
    chooser: Value | None = None  # "of your choice" / "chosen by that player"
    of: Ref | None = None  # partitive: "one of them", "two of those cards": members of a bound group only
    than: Ref | None = None  # with `other`: the one handled before, left out where the source card is none of those


@dataclass(frozen=True)
class Quant(Node):
    """How many. `kind`: "exactly", "precisely" (worded so: not more), "up to", "at least", "any number", "all",
    "each", "any" (one, whichever), "the" (definite: exactly the one there is), "no", "random" (exactly `n`, by the
    random stream), "plural" (bare plural: all of them), "half", "from" (`least` to `n`, by choice)."""

    kind: str
    n: Value | None = None  # set for exactly, up to, at least, random, from
    least: int = 0


@dataclass(frozen=True)
class Pos(Node):
    """`kind`: "top", "bottom", "leftmost", "rightmost", "highest", "lowest", "first", "last"; `n` how many; `attr` the
    number compared for highest / lowest (or a Value over the candidate); `ties` all tied ones count."""

    kind: str
    n: Value | None = None
    attr: str | None = None
    ties: bool = False
    by: Value | None = None  # compared instead of `attr`, over the candidate (Ref "loop"): "the player with the most …"
