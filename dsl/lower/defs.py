"""What lowering needs to know of declared words, already resolved to trees: terms, verbs, zones, kinds.

The driver (image.py) fills it from the declarations; plans.py and effects.py read it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.dsl.meaning.tree import CardText, Condition, Effect, Value


@dataclass
class TermDef:
    """A declared term: a selector (`is`), a number or a condition over its parameters."""

    params: tuple[str, ...]
    body: Value | Condition
    adjective: bool = False
    home: str | None = None


@dataclass
class VerbDef:
    """A declared verb. `does` is one primitive clause over {cards}, {to}, {subject}; else `procedure` is called."""

    id: str
    subject: str = "player"  # or "card"
    takes: str = ""  # "", "cards", "players"
    source: Value | str | None = None  # place of objects named without one; "home" = the home pile of their kind
    target: Value | str | None = None  # place when none is named; "required"
    does: Effect | None = None
    procedure: str | None = None
    event: str = ""
    lies_in: str = ""  # the zone of cards that "have done" it
    from_end: bool = False  # several of a row do it from its last space on
    finish: str = ""  # the verb that happens when all is done that this one sets off
    filling: str = ""  # the zone of a player that cards given to one come into
    further: tuple[str, ...] = ()  # roles of its own beside what it is done to
    ends: str = ""  # the game ends when it happens: won, lost, draw
    only_if: Condition | None = None  # it happens only if this holds


@dataclass
class ZoneInfo:
    """What plans must know of a zone."""

    of_player: bool
    row: bool
    stack: bool
    unseen: bool = False  # nobody sees its cards
    spaces: tuple[str, ...] = ()
    renew: bool = False
    renewed_from: str = ""  # the zone what is missing comes from
    shuffled: bool = False  # cards put into it without a place are shuffled in
    above: str = ""  # the row above whose spaces its own lie
    way_in: str = ""  # the procedure by which cards come in from elsewhere
    for_good: bool = False  # what lies there comes back only by a text that names it


@dataclass
class Defs:
    terms: dict[str, TermDef] = field(default_factory=dict)
    verbs: dict[str, VerbDef] = field(default_factory=dict)
    zones: dict[str, ZoneInfo] = field(default_factory=dict)
    kind_home: dict[str, str] = field(default_factory=dict)  # kind -> zone
    kind_place: dict[str, tuple[str, ...]] = field(default_factory=dict)  # kind -> zones meant when none is named
    kind_lacking: dict[str, dict[int, int]] = field(default_factory=dict)  # kind -> number, and the number instead
    kind_yours: dict[str, tuple[str, ...]] = field(default_factory=dict)  # kind -> where a player has its cards
    part_kinds: set[str] = field(default_factory=set)  # kinds whose cards belong to other cards as printed
    kind_parts: dict[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # kind -> kinds of the cards that are its parts
    none_counts: set[str] = field(default_factory=set)  # families under which a card without an icon counts as one more
    turn_points: set[str] = field(default_factory=set)  # points that only the player whose turn it is can have
    deeds: dict[str, str] = field(default_factory=dict)  # keyword -> the verb it does to cards, if it is one
    side_names: dict[str, tuple[str, ...]] = field(default_factory=dict)  # name of a side -> those of the other sides
    keyword_bodies: dict[str, list[CardText]] = field(default_factory=dict)
    paid_only: set[str] = field(default_factory=set)  # numbers that are prices: what changes them changes what is paid
    alone: dict[str, int] = field(default_factory=dict)  # kind -> counter that says its player plays alone
    sorts: dict[tuple[str, str], str] = field(default_factory=dict)  # (name attribute, name) -> kind of such cards
    forbidden: set[str] = field(default_factory=set)  # verbs of which some card says that it can't be done
    coined: set[str] = field(default_factory=set)  # what the text that is being lowered calls cards it puts somewhere
    chosen_by_name: set[str] = field(default_factory=set)  # kinds of which a set-up counts names, not cards
    label_counter: dict[str, str] = field(default_factory=dict)  # label -> what counts how often it has happened
    label_event: dict[str, str] = field(default_factory=dict)  # kind -> the event that a label waits for of its cards
    written_on: tuple[str, ...] = ()  # kinds of the card whose text is being lowered
    led: list[str] = field(default_factory=list)  # groups it leads
    belongings: str | None = None  # id of the term "your cards"
