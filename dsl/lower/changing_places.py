"""Cards that change places. "Move A to a space. If it is occupied, swap them.": instead of one pushing the other; what
is moved and what lies there are exchanged at once, so it is said of the move before that is done. "Choose A and swap it
with B": only such an A is chosen for which there is a B. Must not know any declared verb.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from cardwright.dsl.meaning import tree as t

from .unlowered import Unlowered

CHANGING = "changing places"  # a manner of moving


@dataclass(frozen=True)
class Partnered(t.Pred):
    """There is one of the `others` where the candidate is what clause `bind` has chosen."""

    bind: int
    others: t.Sel


def changing_places(effects: tuple[t.Effect, ...], exchanges: Callable[[str], bool]) -> tuple[t.Effect, ...]:
    """The clauses, with a move that changes places for a move and the sentence that says so."""
    made: list[t.Effect] = []
    for part in effects:
        bind = _exchanged(part, exchanges)
        if bind < 0:
            made.append(part)
            continue
        assert isinstance(part, t.If)
        told = [_told(before, bind) for before in made]
        if told == made or not _occupied(part.cond, bind):
            raise Unlowered("changing places without a move", part)
        made = told
    return _paired(made, exchanges)


def _paired(parts: list[t.Effect], exchanges: Callable[[str], bool]) -> tuple[t.Effect, ...]:
    """The clauses, with choices of one card that the next clause exchanges narrowed to those that can be (C-15.2)."""
    for at, (choice, deed) in enumerate(pairwise(tuple(parts))):
        if not isinstance(choice, t.ChooseValue) or not isinstance(choice.what, t.Sel) or choice.what.pos is not None:
            continue
        if not isinstance(deed, t.Do) or not exchanges(deed.verb) or choice.what.quant != t.Quant("exactly", t.Num(1)):
            continue
        values = [arg.value for arg in deed.args]
        others = [value for value in values if isinstance(value, t.Sel)]
        if len(others) == 1 and any(isinstance(v, t.Ref) and v.to == f"bind {choice.binds}" for v in values):
            where = (*choice.what.where, Partnered(choice.binds, others[0]))
            parts[at] = replace(choice, what=replace(choice.what, where=where))
    return tuple(parts)


def _exchanged(part: t.Effect, exchanges: Callable[[str], bool]) -> int:
    """The clause whose card changes places with whoever is in its new space, or -1."""
    deed = part.then if isinstance(part, t.If) and part.otherwise is None and not part.unless else None
    if not isinstance(deed, t.Do) or not exchanges(deed.verb) or [arg.role for arg in deed.args] != ["cards"]:
        return -1
    value = deed.args[0].value
    refs = value.parts if isinstance(value, t.Union) else (value,)
    binds = [ref.to for ref in refs if isinstance(ref, t.Ref) and ref.to.startswith("bind ")]
    return int(binds[0].removeprefix("bind ")) if binds and len(binds) == len(refs) else -1


def _occupied(cond: t.Condition, bind: int) -> bool:
    """Whether a condition says that somebody is in the space."""
    match cond:
        case t.Is(what=t.Space(name=name), state="occupied"):
            return bool(name)
        case t.Is(what=t.Ref(to=to), state="occupied"):
            return to == f"bind {bind}"
        case t.Exists(what=t.Sel(quant=t.Quant(kind="exactly"), where=(t.InZone(zones=(t.Ref(to=to),)),))):
            return to == f"bind {bind}"
        case _:
            return False


def _told(node: Any, bind: int) -> Any:
    if isinstance(node, t.Do) and node.binds == bind and node.verb == "move":
        return replace(node, mods=(*node.mods, CHANGING))
    if isinstance(node, t.May):
        return replace(node, effect=_told(node.effect, bind))
    if isinstance(node, t.Seq):
        return replace(node, effects=tuple(_told(part, bind) for part in node.effects))
    if isinstance(node, t.If):
        return replace(node, then=_told(node.then, bind))
    return node
