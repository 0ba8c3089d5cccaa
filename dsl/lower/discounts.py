"""What changes the number of a card an act is done on: it must hold before the act is paid, so it is no reaction to it.

"The next time you fight a Villain this turn, that Villain gets -2 Attack" changes every Villain it could be. Must not
emit code.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t

from .plans import Plans
from .unlowered import Unlowered

CONSTANT = frozenset(("num", "neg", "mul", "add", "sub"))
MOMENT = frozenset(("local", "event", "mark", "history-since"))  # what is only known while an effect is done


def fixed(plan: object) -> bool:
    """Whether a number cannot change any more: a constant, or made of what was done just now."""
    return _only(plan, CONSTANT) or _speaks(plan, MOMENT)


def _only(plan: object, ops: frozenset[str]) -> bool:
    if not isinstance(plan, (tuple, list)):
        return True
    return plan[0] in ops and all(_only(part, ops) for part in plan[1:])


def _speaks(plan: object, ops: frozenset[str]) -> bool:
    if not isinstance(plan, (tuple, list)) or not plan:
        return False
    return plan[0] in ops or any(_speaks(part, ops) for part in plan[1:])


def discount(part: t.When, plans: Plans) -> t.Change | None:
    """The change such a reaction means, of all cards that fit; None if it is another reaction."""
    pattern = part.pattern
    if part.would or plans.act_of(pattern.event) is None:
        return None
    procedure = plans.defs.verbs[pattern.event].procedure
    if procedure is not None and plans.begins.get(procedure) == plans.ids.events.get(pattern.event):
        return None  # told when the act begins
    changes = [node for node in part.effect.walk() if isinstance(node, t.Change) and _its(node.what)]
    if not changes:
        return None
    change = part.effect
    cards = next((arg.value for arg in pattern.args if arg.role == "cards"), None)
    who = next((arg.value for arg in pattern.args if arg.role == "who"), None)
    doer = isinstance(who, t.Ref) and who.to == "you"
    if not isinstance(change, t.Change) or not doer or not isinstance(cards, t.Sel) or part.cond is not None:
        raise Unlowered("a number changed when the act that asks for it is over", part)
    every = replace(cards, quant=t.Quant("all", None))
    return replace(change, what=every, duration=part.duration)


def _its(what: t.Value) -> bool:
    return isinstance(what, t.Ref) and what.to == "event" and what.type in ("card", "cards")
