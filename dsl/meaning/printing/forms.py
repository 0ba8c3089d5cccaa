"""What the printer asks of a vocabulary: the English forms of declared words, by qualified id.

The printer knows words only through `Forms`; a vocabulary, a test table, or a renamed one can stand behind it. It must
not know how a vocabulary is read or stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

VerbForm = Literal["base", "third", "past", "participle", "ing"]
"""Forms of a verb: reveal, reveals, revealed, revealed, revealing."""

NumberStyle = Literal["verb", "worth", "attribute"]
"""How a comparison with a number of a card is said: "that costs 3", "worth 3 VP", "with 3 Attack"."""


@dataclass(frozen=True)
class Frame:
    """How a verb's roles stand in a clause, as its declaration says.

    `subject` is the role that stands before the verb ("" = whoever performs it). `roles` are the ones behind it, in
    order, each with the word that introduces it; "" = as it is. `takes_from` says that cards it acts on are named
    *from* where they lie rather than *in* it; `moves_subject` that this holds of its subject. `particle` closes the
    verb ("set … aside")."""

    subject: str = ""
    roles: tuple[tuple[str, str], ...] = (("cards", ""), ("from", "from"), ("to", "to"))
    takes_from: bool = True
    particle: str = ""
    moves_subject: bool = False


@dataclass(frozen=True)
class Pattern:
    """A phrase with `{slots}`: a keyword, a term or an event as its declaration words it."""

    words: str

    @property
    def slots(self) -> tuple[str, ...]:
        return tuple(piece.split("}")[0] for piece in self.words.split("{")[1:])


@dataclass(frozen=True)
class Sentence:
    """A declared event: a sentence of its own, "a fight against {enemy} fails". What stands before its verb, the verb
    in its forms, what stands behind it."""

    subject: str
    verb: dict[VerbForm, str]
    tail: str = ""


class Forms(Protocol):
    def word(self, id: str, plural: bool = False) -> str:
        """A declared noun of any sort: kind, term, zone, number, point, icon, family, name, label, period, counter."""
        ...

    def verb(self, id: str, form: VerbForm) -> str: ...

    def frame(self, id: str) -> Frame: ...

    def is_point(self, id: str) -> bool:
        """A kind of points; said without an article."""
        ...

    def holder(self) -> str:
        """The verb by which a card gets other cards under it; empty if no set declares one."""
        ...

    def is_priced(self, id: str) -> bool:
        """An act that has a price already: what else it asks for is asked for as well."""
        ...

    def is_name(self, text: str) -> bool:
        """The name of a card."""
        ...

    def is_coined(self, name: str) -> bool:
        """A noun that the text itself coined."""
        ...

    def is_adjective(self, id: str) -> bool:
        """A term that stands before the noun ("grey") and takes "non-"."""
        ...

    def takes_the(self, id: str) -> bool:
        """A zone or counter named with "the" in front ("the HQ"), not by a bare name or an owner."""
        ...

    def preposition(self, id: str, space: str = "") -> str:
        """How cards lie there: "in" the hand, "on" a bridge; empty if the zone's own name says it ("next to …")."""
        ...

    def number_style(self, id: str) -> NumberStyle: ...

    def patterns(self, id: str) -> tuple[Pattern, ...]:
        """The wordings of a keyword or term with slots, the canonical one first; none if it is only its name."""
        ...

    def event(self, id: str) -> Sentence | None:
        """The sentence of a declared event; None for a verb."""
        ...

    def is_icons(self, id: str) -> bool:
        """Whether an attribute is a family of icons."""
        ...

    def fills(self, id: str) -> bool:
        """Whether a place is filled anew when this happens."""
        ...

    def ending(self, result: str) -> str:
        """What says that the game ends so: "lost", "won", "draw"."""
        ...
