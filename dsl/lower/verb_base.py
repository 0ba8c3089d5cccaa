"""What lowers verbs and other effects has in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .code import Code
from .plans import Plans
from .scope import Env
from .selecting import Selecting
from .twins import Twins

if TYPE_CHECKING:
    from .installing import Installer
from abc import ABC, abstractmethod


class VerbBase(ABC):
    """What the parts of the lowering of verbs call of each other."""

    plans: Plans
    code: Code
    install: Installer
    selecting: Selecting
    twins: Twins
    asked_about: set[int]  # the clauses that an "if you do" asks about
    owner_asked: set[int]  # those whose card's owner is meant later
    subject_asked: set[int]  # those whose cards that do it are meant later

    @abstractmethod
    def _count_as(self, role: t.RoleValue | None, cards: Plan, env: Env, kept: bool = False, own: bool = False) -> None:
        """ "It enters the city as a Villain": from then on, as long as it lies where cards of that kind work, in a"""

    @abstractmethod
    def effect(self, effect: t.Effect, env: Env, tail: bool = False) -> None: ...

    @abstractmethod
    def _subjects(self, who: t.Value, env: Env, body: Callable[[Env], None]) -> None: ...

    @abstractmethod
    def _loop(self, group: Plan, env: Env, body: Callable[[Env], None]) -> None: ...

    @abstractmethod
    def _times(self, number: Plan, body: Callable[[], None]) -> None: ...
