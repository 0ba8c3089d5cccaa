"""Plan nodes: constants, locals, players, places, numbers and conditions. Must not know rules."""

from __future__ import annotations

from typing import Any

from .linker import Fn, Linker, nested, node, sized


@node("num")
def _num(k: Linker, a: tuple[Any, ...]) -> Fn:
    n = a[0]
    return lambda s, v, c: n


@node("text-name")
def _text_name(k: Linker, a: tuple[Any, ...]) -> Fn:
    n = a[0]
    return lambda s, v, c: n


@node("yes")
def _yes(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: 1


@node("no")
def _no(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: 0


@node("empty")
def _empty(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: ()


@node("local")
def _local(k: Linker, a: tuple[Any, ...]) -> Fn:
    n = a[0]
    return lambda s, v, c: v[n]


@node("cand")
def _cand(k: Linker, a: tuple[Any, ...]) -> Fn:
    n = a[0]
    return lambda s, v, c: c[n]


@node("group")
def _group(k: Linker, a: tuple[Any, ...]) -> Fn:
    parts = [k.link(p) for p in a]
    if len(parts) == 1:
        only = parts[0]

        def single(s: Any, v: Any, c: Any) -> Any:
            x = only(s, v, c)
            return x if type(x) is tuple else (x,)

        return single

    def group(s: Any, v: Any, c: Any) -> Any:
        out: list[Any] = []
        for p in parts:
            x = p(s, v, c)
            if type(x) is tuple:
                out += x
            else:
                out.append(x)
        return sized(tuple(out))

    return group


@node("list")
def _list(k: Linker, a: tuple[Any, ...]) -> Fn:
    parts = [k.link(p) for p in a]
    return lambda s, v, c: nested(tuple([p(s, v, c) for p in parts]))


@node("join")
def _join(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])
    return lambda s, v, c: sized(x(s, v, c) + y(s, v, c))


@node("reverse")
def _reverse(k: Linker, a: tuple[Any, ...]) -> Fn:
    group = k.link(a[0])
    return lambda s, v, c: tuple(reversed(group(s, v, c)))


@node("range")
def _range(k: Linker, a: tuple[Any, ...]) -> Fn:
    n = k.link(a[0])
    return lambda s, v, c: tuple(range(min(n(s, v, c), 1000) + 1))


@node("one")
def _one(k: Linker, a: tuple[Any, ...]) -> Fn:
    of = k.link(a[0])

    def one(s: Any, v: Any, c: Any) -> Any:
        g = of(s, v, c)
        if type(g) is not tuple:
            return g
        return g[0] if g else -1

    return one


@node("nth")
def _nth(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, at = k.link(a[0]), k.link(a[1])

    def nth(s: Any, v: Any, c: Any) -> Any:
        g, i = of(s, v, c), at(s, v, c)
        return g[i] if 0 <= i < len(g) else -1

    return nth


@node("this")
def _this(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: v[0]


@node("you")
def _you(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: v[1]


@node("event")
def _event(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: v[2]


# -- players ---------------------------------------------------------------------------------------
@node("active")
def _active(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: s.active


@node("players")
def _players(k: Linker, a: tuple[Any, ...]) -> Fn:
    orders = k.t.layout.orders
    return lambda s, v, c: orders[s.players][s.active]


@node("others")
def _others(k: Linker, a: tuple[Any, ...]) -> Fn:
    orders, who = k.t.layout.orders, k.link(a[0])

    def others(s: Any, v: Any, c: Any) -> Any:
        w = who(s, v, c)
        return tuple([p for p in orders[s.players][s.active] if p != w])

    return others


@node("left")
def _left(k: Linker, a: tuple[Any, ...]) -> Fn:
    who = k.link(a[0])
    return lambda s, v, c: (who(s, v, c) + 1) % s.players


@node("right")
def _right(k: Linker, a: tuple[Any, ...]) -> Fn:
    who = k.link(a[0])
    return lambda s, v, c: (who(s, v, c) - 1) % s.players


@node("owner")
def _owner(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, owner = k.link(a[0]), k.values.owner
    return lambda s, v, c: owner(s, card(s, v, c))


@node("player-count")
def _player_count(k: Linker, a: tuple[Any, ...]) -> Fn:
    return lambda s, v, c: s.players


# -- places ----------------------------------------------------------------------------------------
@node("slot")
def _slot(k: Linker, a: tuple[Any, ...]) -> Fn:
    lay, zone, who = k.t.layout, a[0], k.link(a[1])
    if not lay.of_player[zone]:
        first = lay.first[zone]
        return lambda s, v, c: first
    base, block = lay.table + lay.first[zone], lay.block

    def slot(s: Any, v: Any, c: Any) -> Any:
        w = who(s, v, c)
        return base + w * block if 0 <= w < s.players else -1

    return slot


@node("slots")
def _slots(k: Linker, a: tuple[Any, ...]) -> Fn:
    lay, zone = k.t.layout, a[0]
    if not lay.of_player[zone]:
        fixed = tuple(range(lay.first[zone], lay.first[zone] + lay.spaces[zone]))
        if k.t.closes and len(fixed) > 1:
            return lambda s, v, c: tuple([x for x in fixed if not s.gone >> x & 1]) if s.gone else fixed
        return lambda s, v, c: fixed
    base, block, orders = lay.table + lay.first[zone], lay.block, lay.orders
    return lambda s, v, c: tuple([base + w * block for w in orders[s.players][s.active]])


@node("space")
def _space(k: Linker, a: tuple[Any, ...]) -> Fn:
    slot = k.t.layout.first[a[0]] + a[1]
    return lambda s, v, c: slot


@node("slot-of")
def _slot_of(k: Linker, a: tuple[Any, ...]) -> Fn:
    card = k.link(a[0])

    def slot_of(s: Any, v: Any, c: Any) -> Any:
        x = card(s, v, c)
        return s.slot[x] if x >= 0 else -1

    return slot_of


@node("empty-slots")
def _empty_slots(k: Linker, a: tuple[Any, ...]) -> Fn:
    slots = k.link(a[0])
    return lambda s, v, c: tuple([x for x in slots(s, v, c) if not s.zones[x] and not s.gone >> x & 1])


@node("adjacent")
def _adjacent(k: Linker, a: tuple[Any, ...]) -> Fn:
    slot, lay = k.link(a[0]), k.t.layout

    def adjacent(s: Any, v: Any, c: Any) -> Any:
        x = slot(s, v, c)
        if x < 0:
            return ()
        row, gone = lay.row(x), s.gone
        if not gone:
            return tuple([y for y in (x - 1, x + 1) if y in row])
        left = [y for y in row if y == x or not gone >> y & 1]  # what no longer exists separates nothing
        at = left.index(x)
        return tuple(left[max(0, at - 1) : at] + left[at + 1 : at + 2])

    return adjacent


@node("slot-owner")
def _slot_owner(k: Linker, a: tuple[Any, ...]) -> Fn:
    slot, owner = k.link(a[0]), k.t.layout.owner

    def slot_owner(s: Any, v: Any, c: Any) -> Any:
        x = slot(s, v, c)
        return owner[x] if x >= 0 else -1

    return slot_owner


@node("in-zone")
def _in_zone(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, zone, wanted = k.link(a[0]), k.t.layout.zone, a[1]

    def in_zone(s: Any, v: Any, c: Any) -> Any:
        x = card(s, v, c)
        return 1 if x >= 0 and zone[s.slot[x]] == wanted else 0

    return in_zone
