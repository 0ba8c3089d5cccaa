"""Conditions: what is, what happened, and how a clause went."""

from __future__ import annotations

from dataclasses import dataclass

from .node import Arg, Condition, Effect, Pred, Value


@dataclass(frozen=True)
class Exists(Condition):
    """There is / you have / no …: a selector with its quantity ("at least three", "no", "a"). `binds`: what was found
    can be meant later ("If you have a Wound, you may KO it"): the performer picks one of it then."""

    what: Value
    have: bool = False  # worded as possession
    binds: int = 0


@dataclass(frozen=True)
class Compare(Condition):
    left: Value
    op: str
    right: Value


@dataclass(frozen=True)
class Is(Condition):
    """A bound value or card fits predicates: "it is a Villain", "that card is grey", "the Bank is empty"."""

    what: Value
    preds: tuple[Pred, ...] = ()
    state: str = ""  # "empty", "odd", "even", "faceup" …
    was: bool = False
    period: str = ""  # "it was in the KO pile this game": at any time of it


@dataclass(frozen=True)
class Happened(Condition):
    """Somebody did something in a period: "you recruited a Hero this turn", "if you KO'd one this way"."""

    event: str
    args: tuple[Arg, ...]
    period: str  # turn, game, way, period id
    negated: bool = False


@dataclass(frozen=True)
class Nth(Condition):
    """ "This is the third Hero you played this turn": so many times that was done so far; `only`: no other one was."""

    n: int
    did: Happened
    only: bool = False


@dataclass(frozen=True)
class Last(Condition):
    """ "This is the last Tactic": none is left where cards of that kind begin."""

    kind: str
    place: Value


@dataclass(frozen=True)
class Done(Condition):
    """ "If you do" (complete), "who does", "if you can't / don't" (negated): the outcome of clause `bind`."""

    bind: int
    negated: bool = False
    form: str = "do"  # do, don't, can't; "is you": you are among those who did it
    who: Value | None = None  # "if that player does": None is the performer, or the candidate of a relative clause


@dataclass(frozen=True)
class CanDo(Condition):
    effect: Effect
    negated: bool = False


@dataclass(frozen=True)
class TermCond(Condition):
    term: str
    args: tuple[Arg, ...] = ()
    negated: bool = False


@dataclass(frozen=True)
class NotCond(Condition):
    cond: Condition


@dataclass(frozen=True)
class AllOf(Condition):
    conds: tuple[Condition, ...]


@dataclass(frozen=True)
class AnyCond(Condition):
    conds: tuple[Condition, ...]


@dataclass(frozen=True)
class SlotCond(Condition):
    """The condition given for a parameter: "If {condition}"."""

    name: str
