"""What a face, a label and a keyword are while they are lowered."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from cardwright.dsl.meaning import tree as t

from .scope import Bind


@dataclass
class LabelDef:
    """A declared label on one kind: how text behind it comes to happen."""

    id: str
    on: t.Value
    when: t.EventPattern | None = None
    you: t.Value | None = None
    use: bool = False
    once: bool = False  # used once a turn
    cond: t.Condition | None = None  # used only while that is so
    standing: bool = False
    loses: bool = False
    set_up: str = ""
    counter: str = ""


@dataclass
class KeywordDef:
    """A declared keyword: its bodies by the selector of the cards they are for."""

    id: str
    params: tuple[str, ...] = ()
    bodies: list[tuple[str, t.CardText]] = field(default_factory=list)  # (kind or term id, body)
    copied: t.CardText | None = None  # what a copy gets instead
    single: tuple[str, ...] = ()  # parameters that are one icon: written with several, it is there once for each


@dataclass
class Superpower:
    """What an icon label asks for: another card with the icon in such an event this turn by the same player."""

    event: str = ""
    told: str = ""  # what a player does who uses such a line


@dataclass
class Face:
    """What is being lowered: a card definition, its kinds, and the lines of each label for "Same effect"."""

    card: int
    kinds: tuple[str, ...]
    labelled: dict[str, int] = field(default_factory=dict)  # label -> procedure
    last: int = -1  # procedure of the labelled line before
    abilities: list[int] = field(default_factory=list)
    name: str = ""
    starts: dict[str, int] = field(default_factory=dict)  # where counters stand when its text begins to hold
    places: tuple[int, ...] = ()  # places in play its text names: it works there too
    leads: list[str] = field(default_factory=list)  # names of groups it leads into a set-up
    words: list[tuple[int, int, tuple[str, ...]]] = field(default_factory=list)  # see CardDef
    bearing: list[tuple[int, int, int]] = field(default_factory=list)  # see CardDef
    musts: list[str] = field(default_factory=list)  # names of groups a set-up must include
    wants: list[tuple[int, int, int, int, int]] = field(default_factory=list)  # see CardDef
    binds: dict[int, Bind] = field(default_factory=dict)
    counted: tuple[str, ...] = ()  # kinds its own text says it comes to count as
    others: dict[str, int] = field(default_factory=dict)  # its other faces, by kind
    kept: int = -1  # the definition a copy has besides the copied one


class SentenceOf(ABC):
    """Index of a part of a line among the image's sentences, and the words of a node."""

    @abstractmethod
    def words(self, node: t.Node) -> str:
        """As it is written; "" if it stands in no text of its own."""

    @abstractmethod
    def follow(self, lines: Sequence[t.Line]) -> None:
        """These are the lines of the text being lowered, one for one, as they were rewritten."""

    @abstractmethod
    def at(self, line: t.Line) -> None:
        """What has no place of its own from now on (the body of a keyword) is said by this line."""

    @abstractmethod
    def within(self, keyword: str, args: tuple[t.Arg, ...], had: bool = True) -> AbstractContextManager[None]:
        """What has no place of its own meanwhile is said by the body of this keyword, which a card has or does."""

    @abstractmethod
    def __call__(self, card: int, line: t.Line, part: t.Node) -> int: ...
