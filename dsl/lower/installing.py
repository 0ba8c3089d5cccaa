"""What effects need of the abilities of a face."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .scope import Env

if TYPE_CHECKING:
    from .roles import Given


class Installer(ABC):
    """What effects need from the driver: abilities and procedures made on the way."""

    @abstractmethod
    def told(self, sentence: int, modes: tuple[t.Effect, ...]) -> int:
        """Keep the words of the modes with the sentence; the number of the first of them."""

    @abstractmethod
    def once(self, part: t.Node) -> int:
        """The event that says that this part of a card's text was done, by whichever copy of the card."""

    @abstractmethod
    def keyword_effect(self, effect: t.UseKeyword, env: Env, picked: int = 0) -> int:
        """Index of the ability that carries out a keyword used as an effect."""

    @abstractmethod
    def as_one_deed(self, effect: t.UseKeyword) -> t.Effect | None:
        """What a keyword does first, if it does that to the cards it is given."""

    @abstractmethod
    def labelled(self, effect: t.SameEffect) -> int:
        """Procedure of the card's labelled effect meant by "Same effect"."""

    @abstractmethod
    def permission(self, effect: t.Permit, env: Env) -> tuple[int, int, Plan, int, int, Plan]:
        """(act, kind, players plan, filter, condition, price plan) of a permission."""

    @abstractmethod
    def dealt(self, item: t.SetupItem) -> bool:
        """Whether a set-up item is about what is dealt before the game, and not done by moving cards."""

    @abstractmethod
    def of_table(self) -> bool:
        """Whether the text stands on a card that works for nobody's turn: what it says without a time lasts."""

    @abstractmethod
    def given(self, effect: t.Gain, env: Env) -> Given:
        """What cards gain: abilities, keywords, icons and roles made on the way."""

    @abstractmethod
    def called(self, name: str) -> int:
        """A definition that gives a card that name and nothing else."""

    @abstractmethod
    def remade(self, effect: t.Make) -> int:
        """Index of the ability that lets cards make points of another kind."""

    @abstractmethod
    def watcher(self, effect: t.When, env: Env, sentence: int) -> tuple[list[int], list[Plan]]:
        """(abilities, captured plans) of a When inside an effect, which this sentence installs."""
