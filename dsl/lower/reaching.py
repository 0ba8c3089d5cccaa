"""Counters that reach a number: one that loses the game at 9 also does when it goes from 8 to 10."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t

from .ids import Ids


def starts(text: t.CardText, ids: Ids) -> dict[str, int]:
    """Where counters stand at first: as declared, or where the text sets them. One that it sets to several numbers, or
    to one it works out, is left out."""
    found = {name: ids.image.counters[at][1] for name, at in ids.counters.items()}
    placed: dict[str, set[int]] = {}
    for node in text.walk():
        if not isinstance(node, t.Do) or node.verb != "set":
            continue
        args = {arg.role: arg.value for arg in node.args}
        counter, amount = args.get("counter"), args.get("amount", args.get("to"))
        if not isinstance(counter, t.CounterValue):
            continue
        if isinstance(amount, t.Num) and not amount.half:
            placed.setdefault(counter.counter, set()).add(amount.n)
        else:
            found.pop(counter.counter, None)
    for name, numbers in placed.items():
        if len(numbers) > 1:
            found.pop(name, None)
        elif name in found:
            found[name] = next(iter(numbers))
    return found


def reached(cond: t.Condition, first: dict[str, int]) -> t.Condition:
    """The same, where a counter that has come to a number or gone past it is at it. `first`: where counters begin."""
    if isinstance(cond, (t.AllOf, t.AnyCond)):
        return replace(cond, conds=tuple(reached(part, first) for part in cond.conds))
    if not isinstance(cond, t.Compare) or cond.op != "==":
        return cond
    if not isinstance(cond.left, t.CounterValue) or not isinstance(cond.right, t.Num) or cond.right.half:
        return cond
    begins, end = first.get(cond.left.counter), cond.right.n
    if begins is None or begins == end:
        return cond
    return replace(cond, op=">=" if begins < end else "<=")
