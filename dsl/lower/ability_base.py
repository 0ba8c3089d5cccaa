"""What lowers lines of a face into abilities has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from .code import Code
from .faces import Face, KeywordDef, LabelDef, SentenceOf, Superpower
from .ids import Ids
from .installing import Installer
from .patterns import Patterns
from .plans import Plans
from .roles import Given
from .scope import Env
from .unlowered import Unlowered

GRANTED = -3  # card of abilities that work only for cards that are granted them


class AbilityBase(Installer, ABC):
    """What the parts of the lowering of faces share: the face, the declarations, and how an ability is added."""

    plans: Plans
    ids: Ids
    patterns: Patterns
    labels: dict[str, list[LabelDef]]
    keywords: dict[str, KeywordDef]
    superpower: Superpower
    sentence_of: SentenceOf
    face: Face
    _made: dict[tuple[object, ...], int]
    _granted: dict[tuple[object, ...], list[int]]
    label_ids: dict[str, str]
    grouped: set[str]

    @abstractmethod
    def lower(self, face: Face, text: t.CardText) -> None:
        """All abilities of a face, in order. Lines done when the card is played run together in one procedure."""

    @abstractmethod
    def no_moment(self, done: t.Node, label: str = "") -> Unlowered:
        """What is wrong with something that is done where only what holds all the time can stand."""

    @abstractmethod
    def moments(self) -> list[str]:
        """The labels of this kind of card behind which something is done."""

    @abstractmethod
    def used(
        self,
        line: t.Line,
        proc: int,
        label: int,
        env: Env,
        zones: tuple[int, ...] = (),
        uses: str = "",
        cond: t.Condition | None = None,
        given: Plan | None = None,
    ) -> None:
        """A use ability: offered only when it can be done."""

    @abstractmethod
    def use_line(self, line: t.Line) -> None: ...

    @abstractmethod
    def chosen(self, effect: t.Effect) -> t.Effect:
        """What is done once its player has chosen to use it: the "may" is the choice to use it."""

    @abstractmethod
    def sentences(self, line: t.Line, body: t.Effect) -> list[tuple[int, t.Effect]]:
        """The sentences of a line's body with their index in the image."""

    @abstractmethod
    def standing(self, body: t.Effect) -> bool:
        """Whether an unlabelled line holds as long as the card works, instead of being done."""

    @abstractmethod
    def standing_line(self, line: t.Line) -> None: ...

    @abstractmethod
    def owner(self) -> Plan:
        """ "you" of standing text: the owner of the card, or the player whose turn it is if the table owns it."""

    @abstractmethod
    def listener(
        self,
        part: t.When,
        conditions: list[t.Condition],
        sentence: int,
        keyword: int = -1,
        times: int = -1,
        tests: Sequence[Plan] = (),
    ) -> int:
        """A standing When or would. `tests`: what else must hold."""

    @abstractmethod
    def modifier(self, part: t.Change, conditions: list[t.Condition], sentence: int) -> None:
        """A change that holds as long as the card works."""

    @abstractmethod
    def labelled_line(self, line: t.Line, labels: list[t.Label]) -> None: ...

    @abstractmethod
    def meant(self, noun: str) -> bool: ...

    @abstractmethod
    def keyword(
        self,
        keyword: str,
        args: tuple[t.Arg, ...],
        line: t.Line | None,
        conditions: list[t.Condition],
        times: t.Value | None = None,
    ) -> None:
        """The standing abilities a keyword gives this face."""

    @abstractmethod
    def given(self, effect: t.Gain, env: Env) -> Given: ...

    @abstractmethod
    def proc(self, code: Code) -> int: ...

    @abstractmethod
    def add(self, ability: AbilityDef) -> int: ...

    @abstractmethod
    def body_for(self, keyword: str, kinds: tuple[str, ...]) -> t.CardText | None: ...

    @abstractmethod
    def granted(
        self, kinds: tuple[str, ...], text: t.CardText, args: tuple[t.Arg, ...], keyword: str, card: int = GRANTED
    ) -> list[int]:
        """Abilities of a text that belongs to no card (or to a role), written for these kinds of cards."""

    @abstractmethod
    def itself(self, what: t.Value) -> tuple[int, ...]:
        """A text that changes its own card does so wherever the card lies."""

    @abstractmethod
    def shown_from(self) -> tuple[int, ...]:
        """Where a card lies that its player can show."""
