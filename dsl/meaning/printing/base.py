"""What all families of the printer share: the vocabulary, the state of the sentence being said, and each other.

The families (places, selectors, numbers, conditions, effects, lines) are layers of one class, so that a node of one can
hold nodes of any other; here stand only the entry points they call. It must not know any node by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from ..tree import Condition, Effect, Line, Node, Pred, Sel, Value
from .forms import Forms


class Unprintable(ValueError):
    """A tree that no sentence of the language says: an internal error, never a finding about a text."""

    def __init__(self, node: Node, why: str) -> None:
        super().__init__(f"{why}: {type(node).__name__}")
        self.node = node
        self.why = why


@dataclass(frozen=True)
class Spoken:
    """A phrase with what agreement needs of it. `base` = the verb takes its base form ("you", "they", plurals)."""

    words: str
    base: bool


@dataclass(frozen=True)
class Now:
    """The state of the sentence: numbers in digits; zones named as sources ("from"); the pronoun that stands for the
    candidate inside a relative clause ("who", "that", "" outside); whether it is plural; "extra" or "fewer" cards;
    whether "any" asks for one or more ("if you played any cards"); whether a sort is one of your choice."""

    digits: bool = False
    source: bool = False
    relative: str = ""
    many: bool = False
    extra: str = ""
    some: bool = False
    chosen: bool = False


class Base:
    """Entry points of the families; each is defined in the layer that owns it."""

    def __init__(self, forms: Forms) -> None:
        self.forms = forms
        self.now = Now()

    @contextmanager
    def saying(
        self,
        *,
        digits: bool | None = None,
        source: bool | None = None,
        relative: str | None = None,
        many: bool | None = None,
        extra: str | None = None,
        some: bool | None = None,
        chosen: bool | None = None,
    ) -> Iterator[None]:
        """Changes the state of the sentence for the phrases said inside."""
        before = self.now
        changes: dict[str, bool | str] = {}
        if digits is not None:
            changes["digits"] = digits
        if source is not None:
            changes["source"] = source
        if relative is not None:
            changes["relative"] = relative
        if many is not None:
            changes["many"] = many
        if extra is not None:
            changes["extra"] = extra
        if some is not None:
            changes["some"] = some
        if chosen is not None:
            changes["chosen"] = chosen
        self.now = replace(before, **changes)  # type: ignore[arg-type]
        try:
            yield
        finally:
            self.now = before

    # -- entry points ----------------------------------------
    def value(self, value: Value) -> str:
        """A value as an object: "a card", "them", "the number of …"."""
        raise NotImplementedError

    def subject(self, value: Value) -> Spoken:
        """A value as a subject: "they", "each player"."""
        raise NotImplementedError

    def possessive(self, value: Value) -> str:
        """A value as an owner: "your", "its", "each player's"."""
        raise NotImplementedError

    def select(self, sel: Sel) -> str:
        raise NotImplementedError

    def counted(self, sel: Sel) -> str:
        """A selector behind "for each": singular, without a determiner."""
        raise NotImplementedError

    def several(self, value: Value) -> str:
        """A value behind "the number of" or "among": plural, without a determiner."""
        raise NotImplementedError

    def number(self, value: Value) -> str:
        raise NotImplementedError

    def per(self, value: Value) -> str:
        """A multiplier: "for each …"."""
        raise NotImplementedError

    def compared(self, op: str, value: Value) -> str:
        """ "3 or less", "exactly …", "greater than …" """
        raise NotImplementedError

    def place(self, value: Value) -> str:
        """Where a card lies: "in your hand"."""
        raise NotImplementedError

    def destination(self, value: Value, marker: str) -> str:
        """Where a card goes: "on top of your deck"."""
        raise NotImplementedError

    def predicate(self, preds: tuple[Pred, ...], base: bool, was: bool = False, negated: bool = False) -> str:
        """What is said of a subject: "is a Villain", "costs 3 or less"."""
        raise NotImplementedError

    def condition(self, condition: Condition) -> str:
        raise NotImplementedError

    def effect(self, effect: Effect) -> str:
        """A clause or several sentences, without the first capital and the last stop."""
        raise NotImplementedError

    def infinitive(self, effect: Effect) -> str:
        """An effect behind "may", "must" or "to": base form, its subject left out."""
        raise NotImplementedError

    def line(self, line: Line) -> str:
        raise NotImplementedError

    def keyword(self, id: str, args: tuple[object, ...]) -> str:
        raise NotImplementedError
