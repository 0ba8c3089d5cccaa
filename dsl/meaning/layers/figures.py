"""Of the layers that read numbers, amounts, roles, keywords."""

from __future__ import annotations

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.text.flat import Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Pattern, Verb

from ..context import Row

if TYPE_CHECKING:
    from ..nouns import Draft


class FigureLayers(ABC):
    """What other layers call of them."""

    @abstractmethod
    def all_of(self, value: t.Value) -> t.Value: ...

    @abstractmethod
    def amounts(self, row: Row) -> tuple[list[t.Amount], bool]: ...

    @abstractmethod
    def as_role(self, row: Row, args: list[t.Arg]) -> t.Arg: ...

    @abstractmethod
    def origin_of(self, value: t.Value) -> t.Zone | None: ...

    @abstractmethod
    def back_place(self, args: list[t.Arg]) -> t.Zone | None: ...

    @abstractmethod
    def check_object(self, value: t.Value, role: str, row: Row) -> None: ...

    @abstractmethod
    def compared(self, row: Row) -> tuple[str, t.Value]: ...

    @abstractmethod
    def comparison(self, row: Row) -> tuple[str, str, t.Value]: ...

    @abstractmethod
    def cost_predicate(self, row: Row, attr: str) -> t.Pred: ...

    @abstractmethod
    def count_of(self, row: Row) -> t.Value: ...

    @abstractmethod
    def counted(self, row: Row) -> t.Value: ...

    @abstractmethod
    def destination(self, row: Row, args: list[t.Arg]) -> t.Value: ...

    @abstractmethod
    def different_values(self, row: Row) -> t.Value: ...

    @abstractmethod
    def extreme(self, row: Row, which: str) -> t.Value: ...

    @abstractmethod
    def forget(self, value: t.Value) -> None: ...

    @abstractmethod
    def is_unit(self, word: Word | None) -> bool: ...

    @abstractmethod
    def patterns(self, id: str) -> list[Pattern]: ...

    @abstractmethod
    def of_slot(self, value: t.Value, slot: str, place: tuple[int, int], word: str) -> None:
        """Whether a value is of a slot's type; what has no type of its own may stand in any."""

    @abstractmethod
    def keyword_args(self, row: Row, sense: Sense) -> tuple[t.Arg, ...]: ...

    @abstractmethod
    def whatever_behind(self, free: bool = True) -> AbstractContextManager[None]: ...

    @abstractmethod
    def limited(self, row: Row, value: t.Value) -> t.Value: ...

    @abstractmethod
    def number(self, row: Row) -> t.Value: ...

    @abstractmethod
    def number_noun_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None: ...

    @abstractmethod
    def per(self, row: Row) -> t.Value | None: ...

    @abstractmethod
    def plain_number(self, row: Row) -> t.Value: ...

    @abstractmethod
    def prepositional(self, verb: str, decl: Verb | None, row: Row, args: list[t.Arg]) -> t.Arg | None: ...

    @abstractmethod
    def price_phrase(self, row: Row) -> t.Arg | None: ...

    @abstractmethod
    def quantity(self, row: Row) -> t.Value: ...

    @abstractmethod
    def quoted_ability(self, row: Row) -> t.Value: ...

    @abstractmethod
    def reminder(self, row: Row, id: str) -> None: ...

    @abstractmethod
    def role(self, row: Row) -> t.Value: ...

    @abstractmethod
    def rounding(self, row: Row) -> str: ...

    @abstractmethod
    def special_object(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect | None:
        """Keywords and quoted abilities as an object: "gains Salvage this turn"."""

    @abstractmethod
    def unit(self, row: Row) -> str: ...

    @abstractmethod
    def times_that(self, row: Row) -> t.Value: ...
