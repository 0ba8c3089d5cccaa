"""Statements: standing abilities, labels, lines, the whole text of a face."""

from __future__ import annotations

from dataclasses import dataclass

from .node import Arg, Condition, Effect, Node, Value


@dataclass(frozen=True)
class EventPattern(Node):
    """What a When / would lead-in matches. `event` id of a verb or event; roles as in Do; `plural`: worded for the
    whole event ("players would gain Wounds"), else for each unit ("you would gain a Wound"); `any_part`: "any"."""

    event: str
    args: tuple[Arg, ...]
    plural: bool = False
    source: Value | None = None  # "an enemy's effect makes you …", "by Salvage"


@dataclass(frozen=True)
class When(Effect):
    """When / whenever / the first time / the next time / after / at the end of … : effect. As a line of its own it
    stands as long as the card works; inside an effect (or with a duration) it is installed then. `would`:
    replacement."""

    pattern: EventPattern
    effect: Effect
    would: bool = False
    once: str = ""  # "", "next", "first" (each period), "once per turn"
    duration: str = ""
    word: str = "when"
    cond: Condition | None = None


@dataclass(frozen=True)
class Label(Node):
    """`id` of a declared label or keyword; or icons (superpower condition); with numbers for "Twists 3-6"."""

    id: str
    icons: tuple[str, ...] = ()
    numbers: tuple[tuple[int, int], ...] = ()
    args: tuple[Arg, ...] = ()


@dataclass(frozen=True)
class Line(Node):
    """One ability line: its labels and its effect. `keywords` alone are UseKeyword effects."""

    labels: tuple[Label, ...]
    body: Effect
    uses: str = ""  # "once per turn", "once per game": an activated ability's limit


@dataclass(frozen=True)
class SetupItem(Effect):
    """One set-up noun phrase: "8 Twists", "an extra Henchman Group", tables by players."""

    what: Value
    players: tuple[tuple[int, int], ...] = ()
    where: Value | None = None
    extra: bool = False  # besides what the set-up has anyhow


@dataclass(frozen=True)
class CardText(Node):
    """All lines of a face; they share one scope where they run together."""

    lines: tuple[Line, ...]
