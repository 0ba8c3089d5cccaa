"""Plan nodes: rows of an event to be, (who, card, from, to, amount, place). Must not commit anything."""

from __future__ import annotations

from typing import Any

from cardwright.runtime.state.state import State

from .linker import Fn, Linker, node, sized
from .plan_rows import COPY
from .values import Values


# -- rows of an event to be ------------------------------------------------------------------------
def copies_moved(values: Values, s: State, who: int, cards: Any, to: int, place: int) -> Any:
    """Rows of a move with copies without a card among the cards: those lie nowhere, they only take part."""
    copies = [(who, -1, -1, values.copied(x), 1, COPY) for x in cards if x < -1]
    return (*copies, *[(who, x, s.slot[x], to, 1, place) for x in cards if x >= 0])


@node("rows-move")
def _rows_move(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, of, to, place = k.link(a[0]), k.link(a[1]), k.link(a[2]), a[3]

    def rows(s: Any, v: Any, c: Any) -> Any:
        w, t, slot = who(s, v, c), to(s, v, c), s.slot
        cards = of(s, v, c)
        if cards and min(cards) < -1:
            return copies_moved(k.values, s, w, cards, t, place)
        return tuple([(w, x, slot[x], t, 1, place) for x in cards if x >= 0])

    return rows


@node("rows-pile")
def _rows_pile(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, pile, n, to, place = k.link(a[0]), k.link(a[1]), k.link(a[2]), k.link(a[3]), a[4]

    def rows(s: Any, v: Any, c: Any) -> Any:
        count, source = n(s, v, c), pile(s, v, c)
        if count <= 0 or source < 0:
            return ()
        return ((who(s, v, c), -1, source, to(s, v, c), count, place),)

    return rows


@node("rows-each")
def _rows_each(k: Linker, a: tuple[Any, ...]) -> Fn:
    players, rows = k.link(a[0]), k.link(a[1])

    def each(s: Any, v: Any, c: Any) -> Any:
        out: tuple[Any, ...] = ()
        for p in players(s, v, c):
            out += rows(s, v, (*c, p))
        return sized(out)

    return each


@node("rows-points")
def _rows_points(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, kind, n = k.link(a[0]), a[1], k.link(a[2])

    def rows(s: Any, v: Any, c: Any) -> Any:
        amount = n(s, v, c)
        return ((who(s, v, c), v[0], -1, kind, amount, -1),) if amount else ()

    return rows


@node("rows-as")
def _rows_as(k: Linker, a: tuple[Any, ...]) -> Fn:
    rows, kind = k.link(a[0]), a[1]

    def other(s: Any, v: Any, c: Any) -> Any:
        return tuple((*row[:3], kind, *row[4:]) for row in rows(s, v, c))

    return other


@node("rows-from")
def _rows_from(k: Linker, a: tuple[Any, ...]) -> Fn:
    rows, card = k.link(a[0]), k.link(a[1])

    def made(s: Any, v: Any, c: Any) -> Any:
        source = card(s, v, c)
        return tuple((row[0], source if source >= 0 else row[1], *row[2:]) for row in rows(s, v, c))

    return made


@node("rows-points-for")
def _rows_points_for(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, kind, n, only = k.link(a[0]), a[1], k.link(a[2]), a[3]

    def rows(s: Any, v: Any, c: Any) -> Any:
        amount = n(s, v, c)
        return ((who(s, v, c), v[0], -1, kind, amount, only),) if amount else ()

    return rows


@node("rows-set")
def _rows_set(k: Linker, a: tuple[Any, ...]) -> Fn:
    counter, n = a[0], k.link(a[1])
    return lambda s, v, c: ((v[1], -1, -1, counter, n(s, v, c), 0),)


@node("rows-fact")
def _rows_fact(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, of, n = k.link(a[0]), k.link(a[1]), k.link(a[2])

    def rows(s: Any, v: Any, c: Any) -> Any:
        w, amount, cards = who(s, v, c), n(s, v, c), of(s, v, c)
        if not cards:
            return ((w, -1, -1, -1, amount, 0),)
        return tuple([(w, x, s.slot[x] if x >= 0 else -1, -1, amount, 0) for x in cards])

    return rows


@node("rows-slot")
def _rows_slot(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, slot = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: ((who(s, v, c), -1, -1, slot(s, v, c), 1, 0),)


@node("rows-attach")
def _rows_attach(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, of, host = k.link(a[0]), k.link(a[1]), k.link(a[2])

    def rows(s: Any, v: Any, c: Any) -> Any:
        w, h = who(s, v, c), host(s, v, c)
        if h < 0:
            return ()
        return tuple([(w, x, s.slot[x], h, 1, 0) for x in of(s, v, c) if x >= 0 and x != h])

    return rows


@node("rows-attach-pile")
def _rows_attach_pile(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, pile, n, host = k.link(a[0]), k.link(a[1]), k.link(a[2]), k.link(a[3])

    def rows(s: Any, v: Any, c: Any) -> Any:
        count, source, h = n(s, v, c), pile(s, v, c), host(s, v, c)
        return ((who(s, v, c), -1, source, h, count, 0),) if count > 0 and source >= 0 and h >= 0 else ()

    return rows


@node("rows-turn")
def _rows_turn(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, of, side = k.link(a[0]), k.link(a[1]), k.link(a[2])

    def rows(s: Any, v: Any, c: Any) -> Any:
        w, n = who(s, v, c), side(s, v, c)
        return tuple([(w, x, s.slot[x], s.slot[x], n, 0) for x in of(s, v, c) if x >= 0])

    return rows


@node("rows-without")
def _rows_without(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])

    def without(s: Any, v: Any, c: Any) -> Any:
        gone = list(y(s, v, c))
        out: list[Any] = []
        for row in x(s, v, c):
            if row in gone:
                gone.remove(row)
            else:
                out.append(row)
        return tuple(out)

    return without


@node("rows-less")
def _rows_less(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, who, n = k.link(a[0]), k.link(a[1]), k.link(a[2])

    def less(s: Any, v: Any, c: Any) -> Any:
        w, left = who(s, v, c), n(s, v, c)
        out: list[Any] = []
        for row in of(s, v, c):
            if row[0] == w and left > 0:
                taken = min(left, row[4])
                left -= taken
                if row[4] > taken:
                    out.append((*row[:4], row[4] - taken, *row[5:]))
            else:
                out.append(row)
        return tuple(out)

    return less
