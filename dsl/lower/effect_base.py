"""What lowers effects has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from cardwright.dsl.meaning import tree as t

from .scope import Env
from .verbs import Verbs


class EffectBase(Verbs, ABC):
    """What the parts of the lowering of effects call of each other."""

    _way: int | None

    @abstractmethod
    def effect(self, effect: t.Effect, env: Env, tail: bool = False) -> None:
        """Emit an effect. `tail`: nothing of the ability comes after it, what it triggers joins the caller's pool."""

    @abstractmethod
    def choose(self, effect: t.Choose, env: Env, tail: bool) -> None:
        """Only modes that can be done are offered (C-15.4); one is taken without asking, none does nothing."""

    @abstractmethod
    def _subjects(self, who: t.Value, env: Env, body: Callable[[Env], None]) -> None:
        """Do something for each of the players a subject means, each finishing first; inside, that player is "you"."""
