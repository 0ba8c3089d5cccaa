"""Linking plans: every node becomes a callable f(state, locals, candidates); no callable is ever in a state.

`locals` is a sequence that starts with this, you, event; `candidates` holds the candidate of each enclosing filter. The
builders of the single nodes stand in the files `plan_*.py`; this file joins them. Must not know opcodes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from cardwright.runtime.bytecode.image import Plan
from cardwright.runtime.state.state import State

from .fault import Fault
from .tables import Cands, Locals, PlanFn, Tables
from .values import Values

if TYPE_CHECKING:
    from .permissions import Permissions
    from .prices import Prices
    from .triggers import Triggers

LIMIT = 1 << 40  # no number grows beyond
MAX_GROUP = 20_000
MAX_NEST = 8

# A plan's value has one of several types; nodes are verified before they are linked, so builders read them as they are.
Fn = Callable[[State, Locals, Cands], Any]
Builder = Callable[["Linker", tuple[Any, ...]], Fn]
BUILDERS: dict[str, Builder] = {}


def node(name: str) -> Callable[[Builder], Builder]:
    """Register the builder of a plan node."""

    def register(builder: Builder) -> Builder:
        BUILDERS[name] = builder
        return builder

    return register


class Linker:
    """Turns plans into callables over the tables of one image."""

    permissions: Permissions
    prices: Prices
    triggers: Triggers

    def __init__(self, tables: Tables, values: Values) -> None:
        self.t = tables
        self.values = values
        self._made: dict[Plan, Fn] = {}

    def link(self, plan: object) -> PlanFn:
        """The callable of a plan; equal plans share one."""
        key = freeze(plan)
        made = self._made.get(key)
        if made is None:
            made = self._made[key] = BUILDERS[cast(str, key[0])](self, key[1:])
        return made


def freeze(plan: object) -> Plan:
    """A plan as nested tuples."""
    if isinstance(plan, (list, tuple)):
        return tuple(freeze(p) if isinstance(p, (list, tuple)) else p for p in plan)
    raise Fault("image", "no plan")


def burn(s: State, n: int) -> None:
    """Use fuel inside a query."""
    s.fuel -= n
    if s.fuel < 0:
        raise Fault("fuel", "a query")


def sized(group: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(group) > MAX_GROUP:
        raise Fault("size", "a group grew too large")
    return group


_FLAT = frozenset((int, bool, type(None)))


def bounded(n: int) -> int:
    if -LIMIT < n < LIMIT:
        return n
    raise Fault("size", "a number grew too large")


def nested(value: object, depth: int = 0) -> object:
    """The value, if it is not nested too deeply to be kept."""
    if isinstance(value, tuple):
        if depth > MAX_NEST:
            raise Fault("size", "a value is nested too deeply")
        for part in value:
            if isinstance(part, tuple) and (depth == MAX_NEST or not _FLAT.issuperset(map(type, part))):
                nested(part, depth + 1)
    return value
