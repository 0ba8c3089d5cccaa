"""What builds an image has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence

from cardwright.dsl.diagnostics import Finding, Span
from cardwright.dsl.words import SetDecl
from cardwright.runtime.bytecode.image import (
    Image,
)

from .abilities import Abilities
from .defs import Defs
from .faces import SentenceOf
from .ids import Ids
from .plans import Plans
from .resolved import Resolver
from .sentences import Sentences

Report = Callable[[Finding], None]


class ImageBase(SentenceOf, ABC):
    """What the parts of the building of an image call of each other."""

    sets: Sequence[SetDecl]
    resolvers: dict[str, Resolver]
    report: Report
    image: Image
    ids: Ids
    defs: Defs
    plans: Plans
    sentences: Sentences
    abilities: Abilities
    visible: dict[str, list[str]]
    facts: set[int]
    grouped: set[str]
    _reader: Resolver | None

    @abstractmethod
    def find(self, table: Iterable[str], name: str, of: str) -> str:
        """The qualified id of a word as a set sees it; KeyError if it sees none (the reader has reported that)."""

    @abstractmethod
    def guarded(self, span: Span, work: Callable[[], None]) -> None:
        """Report what cannot be carried, and go on with the next declaration."""

    @abstractmethod
    def event(self, name: str, prim: str, log: str) -> None: ...
