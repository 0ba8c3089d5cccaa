"""What a set declares, read and typed: its words and its cards. Plain data; must not know how it was read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cardwright.dsl.diagnostics import Span
from cardwright.dsl.source import Name, Node, Text

from .model import (
    NO_SPAN,
    Counter,
    Declaration,
    Event,
    Icons,
    Keyword,
    Kind,
    Label,
    NameKind,
    Number,
    Point,
    Procedure,
    Rule,
    Setup,
    Step,
    Term,
    Verb,
    Zone,
)


@dataclass(frozen=True)
class Printed:
    """A number as it is printed: its value, and the mark after it (`+` or `*`), which other text explains."""

    value: int
    mark: str = ""

    def __str__(self) -> str:
        return f"{self.value}{self.mark}"


@dataclass(frozen=True, kw_only=True, eq=False)
class Face:
    """One face or side of a card. All ids are qualified, those of values and icons too."""

    name: Name
    kind: str
    side: str = ""
    numbers: Mapping[str, Printed] = field(default_factory=dict)
    icons: tuple[str, ...] = ()
    names: Mapping[str, Name] = field(default_factory=dict)
    values: Mapping[str, Text] = field(default_factory=dict)
    text: Text | None = None
    span: Span = field(default=NO_SPAN, repr=False, compare=False)


@dataclass(frozen=True, kw_only=True, eq=False)
class Card(Declaration):
    """A card: how many copies, its faces (the first one is what it begins as), cards that belong to it."""

    kind: str = ""
    copies: int = 1
    faces: tuple[Face, ...] = ()
    parts: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    part_of: str = ""

    @property
    def face(self) -> Face:
        return self.faces[0]

    def with_parts(self) -> Iterator[Card]:
        """This card and those that belong to it."""
        yield self
        for cards in self.parts.values():
            for card in cards:
                yield from card.with_parts()


@dataclass(frozen=True, kw_only=True, eq=False)
class SetDecl:
    """A set: its head and every declaration, in the order of its files."""

    name: str
    title: str = ""
    language: int = 1
    version: str = ""
    requires: tuple[Name, ...] = ()
    span: Span = field(default=NO_SPAN, repr=False, compare=False)
    numbers: tuple[Number, ...] = ()
    points: tuple[Point, ...] = ()
    icons: tuple[Icons, ...] = ()
    names: tuple[NameKind, ...] = ()
    zones: tuple[Zone, ...] = ()
    kinds: tuple[Kind, ...] = ()
    terms: tuple[Term, ...] = ()
    labels: tuple[Label, ...] = ()
    counters: tuple[Counter, ...] = ()
    verbs: tuple[Verb, ...] = ()
    events: tuple[Event, ...] = ()
    procedures: tuple[Procedure, ...] = ()
    steps: tuple[Step, ...] = ()
    keywords: tuple[Keyword, ...] = ()
    rules: tuple[Rule, ...] = ()
    setup: tuple[Setup, ...] = ()
    cards: tuple[Card, ...] = ()
    further: Mapping[str, Node] = field(default_factory=dict, repr=False, compare=False)

    def declarations(self) -> Iterator[Declaration]:
        """Every declaration except cards, section by section."""
        for section in (
            *(self.numbers, self.points, self.icons, self.names, self.zones, self.kinds, self.terms, self.labels),
            *(
                self.counters,
                self.verbs,
                self.events,
                self.procedures,
                self.steps,
                self.keywords,
                self.rules,
                self.setup,
            ),
        ):
            yield from section

    def all_cards(self) -> Iterator[Card]:
        """Every card, those that belong to others included."""
        for card in self.cards:
            yield from card.with_parts()
