"""Plan nodes about cards: selecting them, their values, what may be done with them. Must not know events."""

from __future__ import annotations

from typing import Any

from .linker import Fn, Linker, burn, node, sized


@node("in")
def _in(k: Linker, a: tuple[Any, ...]) -> Fn:
    slots = k.link(a[0])

    def cards_in(s: Any, v: Any, c: Any) -> Any:
        places = slots(s, v, c)
        if len(places) == 1:
            x = places[0]
            return tuple(s.zones[x]) if x >= 0 else ()
        out: list[int] = []
        zones = s.zones
        for x in places:
            if x >= 0:
                out += zones[x]
        return tuple(out)

    return cards_in


@node("all-cards")
def _all(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: tuple(range(len(s.slot)))


@node("filter")
def _filter(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, pred = k.link(a[0]), k.link(a[1])

    def keep(s: Any, v: Any, c: Any) -> Any:
        cards = of(s, v, c)
        s.fuel -= len(cards)
        if s.fuel < 0:
            burn(s, 0)
        if c:
            return tuple([x for x in cards if pred(s, v, (*c, x))])
        return tuple([x for x in cards if pred(s, v, (x,))])

    return keep


@node("pfilter")
def _pfilter(k: Linker, a: tuple[Any, ...]) -> Fn:
    return _filter(k, a)


@node("rfilter")
def _rfilter(k: Linker, a: tuple[Any, ...]) -> Fn:
    return _filter(k, a)


@node("top")
def _top(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, n = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: of(s, v, c)[: max(0, n(s, v, c))]


@node("bottom")
def _bottom(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, n = k.link(a[0]), k.link(a[1])

    def bottom(s: Any, v: Any, c: Any) -> Any:
        cards, count = of(s, v, c), n(s, v, c)
        return cards[-count:] if count > 0 else ()

    return bottom


def _values(s: Any, v: Any, c: Any, cards: Any, per: Fn) -> list[Any]:
    burn(s, len(cards))
    return [per(s, v, (*c, x)) for x in cards]


@node("best")
def _best(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, per, sign = k.link(a[0]), k.link(a[1]), a[2]

    def best(s: Any, v: Any, c: Any) -> Any:
        cards = of(s, v, c)
        if not cards:
            return ()
        numbers = _values(s, v, c, cards, per)
        extreme = max(numbers) if sign > 0 else min(numbers)
        return tuple([x for x, n in zip(cards, numbers, strict=True) if n == extreme])

    return best


@node("union")
def _union(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])

    def union(s: Any, v: Any, c: Any) -> Any:
        one, two = x(s, v, c), y(s, v, c)
        burn(s, len(two))
        return sized(one + tuple([m for m in two if m not in one]))

    return union


@node("minus")
def _minus(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])

    def minus(s: Any, v: Any, c: Any) -> Any:
        one, two = x(s, v, c), y(s, v, c)
        burn(s, len(one))
        return tuple([m for m in one if m not in two])

    return minus


@node("held")
def _held(k: Linker, a: tuple[Any, ...]) -> Fn:
    of = k.link(a[0])

    def held(s: Any, v: Any, c: Any) -> Any:
        cards, host = of(s, v, c), s.host
        return tuple([x for x in s.zones[0] if host[x] in cards])

    return held


@node("host")
def _host(k: Linker, a: tuple[Any, ...]) -> Fn:
    card = k.link(a[0])

    def host(s: Any, v: Any, c: Any) -> Any:
        x = card(s, v, c)
        return max(-1, s.host[x]) if x >= 0 else -1

    return host


# -- folds -----------------------------------------------------------------------------------------
@node("sum")
def _sum(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, per = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: sum(_values(s, v, c, of(s, v, c), per))


@node("highest")
def _highest(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, per = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: max(_values(s, v, c, of(s, v, c), per), default=0)


@node("lowest")
def _lowest(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, per = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: min(_values(s, v, c, of(s, v, c), per), default=0)


@node("distinct")
def _distinct(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, per = k.link(a[0]), k.link(a[1])

    def distinct(s: Any, v: Any, c: Any) -> Any:
        out: dict[Any, None] = {}
        for x in _values(s, v, c, of(s, v, c), per):
            for y in x if type(x) is tuple else (x,):
                out[y] = None
        return tuple(out)

    return distinct


# -- what may be done ------------------------------------------------------------------------------
@node("may")
def _may(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, act, card = k.link(a[0]), a[1], k.link(a[2])
    return lambda s, v, c: 1 if k.permissions.may(s, who(s, v, c), act, card(s, v, c)) else 0


@node("allowed")
def _allowed(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, event, of = k.link(a[0]), a[1], k.link(a[2])
    if not k.t.forbids[event]:
        return of

    def allowed(s: Any, v: Any, c: Any) -> Any:
        player, forbidden = who(s, v, c), k.triggers.forbidden
        return tuple([card for card in of(s, v, c) if not forbidden(s, event, player, card)])

    return allowed


@node("part-of")
def _part_of(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, whole = k.link(a[0]), k.link(a[1])
    cards = k.t.image.cards
    own = [frozenset(p for part in c.parts.values() for p in part) for c in cards]
    owned: frozenset[int] = frozenset().union(*own)
    owners, sorts = {c.kind for c in cards if c.parts}, {cards[p].kind for p in owned}
    loose = frozenset(at for at, c in enumerate(cards) if at not in owned and c.kind in sorts)  # of any such card
    parts = [mine | loose if c.kind in owners else mine for mine, c in zip(own, cards, strict=True)]

    def part_of(s: Any, v: Any, c: Any) -> Any:
        x, y = card(s, v, c), whole(s, v, c)
        return 1 if x >= 0 and y >= 0 and s.printed[x] in parts[s.printed[y]] else 0

    return part_of


@node("may-copy")
def _may_copy(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, act, card, definition = k.link(a[0]), a[1], k.link(a[2]), k.link(a[3])

    def may(s: Any, v: Any, c: Any) -> Any:
        return 1 if k.permissions.may_copy(s, who(s, v, c), act, card(s, v, c), definition(s, v, c)) else 0

    return may


@node("copy-def")
def _copy_def(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, copied = k.link(a[0]), k.t.copied

    def definition(s: Any, v: Any, c: Any) -> Any:
        x = card(s, v, c)
        return copied[s.defn[x]] if x >= 0 else -1

    return definition


@node("copy")
def _copy(k: Linker, a: tuple[Any, ...]) -> Fn:
    definition = k.link(a[0])
    return lambda s, v, c: -2 - definition(s, v, c) if definition(s, v, c) >= 0 else -1


@node("in-step")
def _in_step(k: Linker, a: tuple[Any, ...]) -> Fn:
    """Frames keep where they stand: the procedure and the address after the instruction that is being done."""
    spans = [tuple((first, end) for name, first, end in p.steps if name == a[0]) for p in k.t.image.procs]

    def within(s: Any, v: Any, c: Any) -> Any:
        at, stack = s.base, s.stack
        while at >= 0:
            proc, pc = stack[at - 5], stack[at - 4]
            if proc < len(spans) and any(first < pc <= end for first, end in spans[proc]):
                return 1
            at = stack[at - 3]
        return 0

    return within


@node("can-pay")
def _can_pay(k: Linker, a: tuple[Any, ...]) -> Fn:
    who, act, card = k.link(a[0]), a[1], k.link(a[2])
    return lambda s, v, c: 1 if k.prices.payable(s, who(s, v, c), act, card(s, v, c), False) else 0
