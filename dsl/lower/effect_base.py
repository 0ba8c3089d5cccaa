"""What lowers effects has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .scope import Env
from .verbs import Verbs


class EffectBase(Verbs, ABC):
    """What the parts of the lowering of effects call of each other."""

    _way: int | None

    @abstractmethod
    def effect(self, effect: t.Effect, env: Env, tail: bool = False) -> None:
        """Emit an effect. `tail`: nothing of the ability comes after it, what it triggers joins the caller's pool."""

    @abstractmethod
    def condition(self, cond: t.Condition, env: Env) -> Plan:
        """A condition; what it found can be meant by what follows ("If you have a Wound, you may KO it")."""

    @abstractmethod
    def complete(self, effect: t.Effect, env: Env) -> Plan:
        """Emit an effect and give the plan that tells whether it was done completely."""

    @abstractmethod
    def choose(self, effect: t.Choose, env: Env, tail: bool) -> None:
        """Only modes that can be done are offered (C-15.4); one is taken without asking, none does nothing."""

    @abstractmethod
    def _subjects(self, who: t.Value, env: Env, body: Callable[[Env], None]) -> None:
        """Do something for each of the players a subject means, each finishing first; inside, that player is "you"."""
