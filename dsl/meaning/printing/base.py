"""What all families of the printer share: the vocabulary, the state of the sentence being said, and each other.

The families (places, selectors, numbers, conditions, effects, lines) are layers of one class, so that a node of one can
hold nodes of any other; here stand only the entry points they call. It must not know any node by itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

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


class Base(ABC):
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
        said = {
            "digits": digits,
            "source": source,
            "relative": relative,
            "many": many,
            "extra": extra,
            "some": some,
            "chosen": chosen,
        }
        changes: dict[str, Any] = {name: value for name, value in said.items() if value is not None}
        self.now = replace(before, **changes)
        try:
            yield
        finally:
            self.now = before

    # -- entry points ----------------------------------------
    @abstractmethod
    def value(self, value: Value) -> str:
        """A value as an object: "a card", "them", "the number of …"."""

    @abstractmethod
    def subject(self, value: Value) -> Spoken:
        """A value as a subject: "they", "each player"."""

    @abstractmethod
    def possessive(self, value: Value) -> str:
        """A value as an owner: "your", "its", "each player's"."""

    @abstractmethod
    def select(self, sel: Sel) -> str: ...

    @abstractmethod
    def counted(self, sel: Sel) -> str:
        """A selector behind "for each": singular, without a determiner."""

    @abstractmethod
    def several(self, value: Value) -> str:
        """A value behind "the number of" or "among": plural, without a determiner."""

    @abstractmethod
    def number(self, value: Value) -> str: ...

    @abstractmethod
    def per(self, value: Value) -> str:
        """A multiplier: "for each …"."""

    @abstractmethod
    def compared(self, op: str, value: Value) -> str:
        """ "3 or less", "exactly …", "greater than …" """

    @abstractmethod
    def place(self, value: Value) -> str:
        """Where a card lies: "in your hand"."""

    @abstractmethod
    def destination(self, value: Value, marker: str) -> str:
        """Where a card goes: "on top of your deck"."""

    @abstractmethod
    def predicate(self, preds: tuple[Pred, ...], base: bool, was: bool = False, negated: bool = False) -> str:
        """What is said of a subject: "is a Villain", "costs 3 or less"."""

    @abstractmethod
    def condition(self, condition: Condition) -> str: ...

    @abstractmethod
    def effect(self, effect: Effect) -> str:
        """A clause or several sentences, without the first capital and the last stop."""

    @abstractmethod
    def infinitive(self, effect: Effect) -> str:
        """An effect behind "may", "must" or "to": base form, its subject left out."""

    @abstractmethod
    def line(self, line: Line) -> str: ...

    @abstractmethod
    def keyword(self, id: str, args: tuple[object, ...]) -> str: ...
