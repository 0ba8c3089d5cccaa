"""One form for equal texts: binds count up in the order in which the clauses stand in the tree.

The resolver numbers clauses in the order it comes to them, which depends on the wording; after this, it does not. It
must not know any construct: every `binds` field, every reference to a bind and every question about one is renamed.
What an event is about stands first among its arguments, wherever it stood in the sentence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any, TypeVar

from . import tree as t

N = TypeVar("N", bound=t.Node)
_BIND = "bind "
_SUBJECTS = ("who", "subject")


def renumbered(text: N) -> N:
    """The same tree with clauses numbered from 1 as they stand."""
    names: dict[int, int] = {}
    for node in text.walk():
        bound = getattr(node, "binds", 0)
        if bound:
            names.setdefault(bound, len(names) + 1)
    return _renamed(text, names)


def again(effect: N, new: Callable[[], int]) -> N:
    """The same effect once more, with numbers of its own for its clauses."""
    names = {bound: new() for node in effect.walk() if (bound := getattr(node, "binds", 0))}
    return _renamed(effect, names)


def _renamed(node: N, names: dict[int, int]) -> N:
    changes: dict[str, Any] = {}
    for field in fields(node):
        old: object = getattr(node, field.name)
        new = old
        if field.name == "binds" and isinstance(old, int):
            new = names.get(old, 0)
        elif isinstance(node, t.Done) and field.name == "bind":
            new = names.get(node.bind, node.bind)
        elif isinstance(node, t.Ref) and field.name == "to" and _BIND in node.to:
            before, _, number = node.to.partition(_BIND)  # "bind 2", "left of bind 2"
            new = f"{before}{_BIND}{names.get(int(number), int(number))}"
        elif isinstance(old, t.Node):
            new = _renamed(old, names)
        elif isinstance(old, tuple):
            parts = tuple(_renamed(part, names) if isinstance(part, t.Node) else part for part in old)
            new = parts if any(a is not b for a, b in zip(parts, old, strict=True)) else old
        if field.name == "args" and isinstance(node, t.EventPattern | t.Happened) and isinstance(new, tuple):
            new = tuple(sorted(new, key=lambda arg: arg.role not in _SUBJECTS))
        if new is not old and new != old:
            changes[field.name] = new
    return replace(node, **changes) if changes else node
