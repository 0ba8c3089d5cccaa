"""Plan nodes about one card: its numbers, icons, names, kinds, abilities. Must not know events."""

from __future__ import annotations

import re
from operator import attrgetter
from typing import Any

from .linker import Fn, Linker, node


# -- values ----------------------------------------------------------------------------------------
@node("attr")
def _attr(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, attr = k.link(a[0]), a[1], k.values.attr
    return lambda s, v, c: attr(s, card(s, v, c), n)


@node("attr-from")
def _attr_from(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, keyword, attr_from = k.link(a[0]), a[1], a[2], k.values.attr_from
    return lambda s, v, c: attr_from(s, card(s, v, c), n, keyword)


@node("printed")
def _printed(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, printed = k.link(a[0]), a[1], k.values.printed
    return lambda s, v, c: printed(s, card(s, v, c), n)


@node("has-printed")
def _has_printed(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, has = k.link(a[0]), a[1], k.values.has_printed
    return lambda s, v, c: has(s, card(s, v, c), n)


@node("icons")
def _icons(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, icons = k.link(a[0]), a[1], k.values.icons
    return lambda s, v, c: icons(s, card(s, v, c), n)


@node("name-has")
def _name_has(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, names = k.link(a[0]), a[1], k.t.image.names
    said = re.compile(rf"\b{re.escape(names[a[2]])}\b")
    having = frozenset(i for i, name in enumerate(names) if said.search(name))
    name = k.values.name
    return lambda s, v, c: 1 if name(s, card(s, v, c), n) in having else 0


@node("has-icon")
def _has_icon(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, has = k.link(a[0]), a[1], k.values.has_icon
    return lambda s, v, c: has(s, card(s, v, c), n)


@node("share-icon")
def _share_icon(k: Linker, a: tuple[Any, ...]) -> Fn:
    x, y = k.link(a[0]), k.link(a[1])

    def share(s: Any, v: Any, c: Any) -> Any:
        one, two = x(s, v, c), y(s, v, c)
        return 1 if any(i in two for i in one) else 0

    return share


@node("is-kind")
def _is_kind(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, is_kind = k.link(a[0]), a[1], k.values.is_kind
    return lambda s, v, c: is_kind(s, card(s, v, c), n)


@node("base-kind")
def _base_kind(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, table = k.link(a[0]), k.t.iskind[a[1]]

    def base_kind(s: Any, v: Any, c: Any) -> Any:
        x = card(s, v, c)
        return table[s.printed[x]] if x >= 0 else 0

    return base_kind


@node("name")
def _name(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, name = k.link(a[0]), a[1], k.values.name
    return lambda s, v, c: name(s, card(s, v, c), n)


@node("has-keyword")
def _has_keyword(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, has = k.link(a[0]), a[1], k.values.has_keyword
    return lambda s, v, c: has(s, card(s, v, c), n)


def _definition(k: Linker, a: tuple[Any, ...], column: str) -> Fn:
    card, of = k.link(a[0]), attrgetter(column)

    def definition(s: Any, v: Any, c: Any) -> Any:
        x = card(s, v, c)
        return of(s)[x] if x >= 0 else k.values.copied(x)

    return definition


@node("def")
def _def(k: Linker, a: tuple[Any, ...]) -> Fn:
    return _definition(k, a, "defn")


@node("printed-def")
def _printed_def(k: Linker, a: tuple[Any, ...]) -> Fn:
    return _definition(k, a, "printed")


@node("digit")
def _digit(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, n, cards = k.link(a[0]), a[1], k.t.image.cards

    def digit(s: Any, v: Any, c: Any) -> Any:
        x = card(s, v, c)
        return 1 if x >= 0 and n in cards[s.printed[x]].digits else 0

    return digit


@node("ability-ids")
def _ability_ids(k: Linker, a: tuple[Any, ...]) -> Fn:
    card, label, abilities, table = k.link(a[0]), a[1], k.values.abilities, k.t.ability

    def ids(s: Any, v: Any, c: Any) -> Any:
        x = card(s, v, c)
        return tuple([i for i in abilities(s, x) if table[i].label == label])

    return ids
