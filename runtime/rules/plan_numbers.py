"""Plan nodes: numbers and conditions. Must not know rules."""

from __future__ import annotations

from typing import Any

from .linker import Fn, Linker, bounded, burn, node


# -- numbers ---------------------------------------------------------------------------------------
@node("add")
def _add(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: bounded(x(s, v, c) + y(s, v, c))


@node("sub")
def _sub(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: bounded(x(s, v, c) - y(s, v, c))


@node("mul")
def _mul(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: bounded(x(s, v, c) * y(s, v, c))


@node("div")
def _div(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y, up = k.link(a[0]), k.link(a[1]), a[2]

    def div(s: Any, v: Any, c: Any) -> Any:
        n, d = x(s, v, c), y(s, v, c)
        if d == 0:
            return 0
        return -((-n) // d) if up else n // d

    return div


@node("neg")
def _neg(k: Linker, a: tuple[Any, ...]) -> Fn:
    x = k.link(a[0])
    return lambda s, v, c: -x(s, v, c)


@node("min")
def _min(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: min(x(s, v, c), y(s, v, c))


@node("max")
def _max(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: max(x(s, v, c), y(s, v, c))


@node("count")
def _count(k: Linker, a: tuple[Any, ...]) -> Fn:
    x = k.link(a[0])
    return lambda s, v, c: len(x(s, v, c))


@node("count-rows")
def _count_rows(k: Linker, a: tuple[Any, ...]) -> Fn:
    return _count(k, a)


@node("longest-run")
def _longest_run(k: Linker, a: tuple[Any, ...]) -> Fn:
    x = k.link(a[0])

    def longest_run(s: Any, v: Any, c: Any) -> Any:
        best = run = 0
        before = None
        for n in sorted(set(x(s, v, c))):
            burn(s, 1)
            run = run + 1 if before is not None and n == before + 1 else 1
            before = n
            best = max(best, run)
        return best

    return longest_run


@node("points")
def _points(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, kind = k.link(a[0]), a[1]

    def points(s: Any, v: Any, c: Any) -> Any:
        w = who(s, v, c)
        total = 0
        for row in s.points:
            if row[1] == kind and row[0] == w:
                total += row[2]
        return total

    return points


@node("points-made")
def _points_made(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, kind = k.link(a[0]), a[1]

    def made(s: Any, v: Any, c: Any) -> Any:
        w = who(s, v, c)
        return sum(row[2] for row in s.made if row[1] == kind and row[0] == w)

    return made


@node("points-as")
def _points_as(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, asked, kind = k.link(a[0]), a[1], a[2]
    return lambda s, v, c: k.prices.standing_in(s, who(s, v, c), asked, kind)


@node("counter")
def _counter(k: Linker, a: tuple[Any, ...]) -> Fn:
    n = a[0]
    return lambda s, v, c: s.counters[n]


@node("if")
def _if(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y, z = k.link(a[0]), k.link(a[1]), k.link(a[2])
    return lambda s, v, c: y(s, v, c) if x(s, v, c) else z(s, v, c)


# -- conditions ------------------------------------------------------------------------------------
@node("and")
def _and(k: Linker, a: tuple[Any, ...]) -> Fn:
    parts = [k.link(p) for p in a]
    if len(parts) == 2:
        x, y = parts
        return lambda s, v, c: 1 if x(s, v, c) and y(s, v, c) else 0

    def both(s: Any, v: Any, c: Any) -> Any:
        for p in parts:
            if not p(s, v, c):
                return 0
        return 1

    return both


@node("or")
def _or(k: Linker, a: tuple[Any, ...]) -> Fn:
    parts = [k.link(p) for p in a]

    def either(s: Any, v: Any, c: Any) -> Any:
        for p in parts:
            if p(s, v, c):
                return 1
        return 0

    return either


@node("not")
def _not(k: Linker, a: tuple[Any, ...]) -> Fn:
    x = k.link(a[0])
    return lambda s, v, c: 0 if x(s, v, c) else 1


@node("eq")
def _eq(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: 1 if x(s, v, c) == y(s, v, c) else 0


@node("lt")
def _lt(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: 1 if x(s, v, c) < y(s, v, c) else 0


@node("le")
def _le(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: 1 if x(s, v, c) <= y(s, v, c) else 0


@node("some")
def _some(k: Linker, a: tuple[Any, ...]) -> Fn:
    x = k.link(a[0])
    return lambda s, v, c: 1 if len(x(s, v, c)) else 0


@node("member")
def _member(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])

    def member(s: Any, v: Any, c: Any) -> Any:
        one, group = x(s, v, c), y(s, v, c)
        burn(s, 1)
        if type(one) is tuple:
            return 1 if all(m in group for m in one) else 0
        return 1 if one in group else 0

    return member


@node("odd")
def _odd(k: Linker, a: tuple[Any, ...]) -> Fn:
    x = k.link(a[0])
    return lambda s, v, c: x(s, v, c) & 1


@node("mark")
def _mark(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: s.past + len(s.history)
