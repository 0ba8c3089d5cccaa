"""Clauses that share what they are said of: "A Hero in the HQ loses that keyword and gains another" is one Hero."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t

from .losing import losers

SHARED = -1_000  # binds of what clauses share; the clauses of a text count up from 1


def subject(effect: t.Effect) -> t.Sel | None:
    """The cards that a clause is said of, if some of several are to be chosen."""
    if isinstance(effect, (t.Gain, t.Change)):
        what: t.Value | None = effect.what
    elif isinstance(effect, t.Do):
        what = next((arg.value for arg in effect.args if arg.role == "subject"), None)
    else:
        what = None
    chosen = isinstance(what, t.Sel) and what.noun != "player" and what.quant.kind in ("exactly", "up to", "any")
    return what if chosen and isinstance(what, t.Sel) else None


def sharers(parts: tuple[t.Effect, ...]) -> int:
    """How many of the first clauses were written with one subject."""
    first = subject(parts[0])
    if first is None or first.span == t.NO_SPAN:
        return 0
    number = 0
    for part in parts:
        other = subject(part)
        if other is None or other != first or other.span != first.span:
            break
        number += 1
    return number if number > 1 else 0


def choice(first: t.Effect) -> t.Sel:
    """Whom the clauses are said of: the first of them says who can be."""
    made = subject(losers(first) if isinstance(first, t.Gain) else first)
    assert made is not None
    return made


def said_of(effect: t.Effect, one: t.Sel, bind: int) -> t.Effect:
    """The clause with those that were chosen."""
    several = one.quant.n not in (None, t.Num(1))
    ref = t.Ref(f"bind {bind}", "cards" if several else "card", f"that {one.noun}", span=one.span)
    if isinstance(effect, (t.Gain, t.Change)):
        return replace(effect, what=ref)
    assert isinstance(effect, t.Do)
    return replace(effect, args=tuple(replace(a, value=ref) if a.role == "subject" else a for a in effect.args))
