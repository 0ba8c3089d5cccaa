"""Plan nodes about rows: history, events, and rows of an event to be. Must not commit anything.

A row to be is (who, card, from, to, amount, place); a committed one adds (type, definition, stamp, cause card, cause
ability, cause keyword, actor, snapshot); see events.py. An event is (type, actor, cause card, cause ability, cause
keyword, rows).
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from .linker import Builder, Fn, Linker, burn, node

R_WHO, R_CARD, R_FROM, R_TO, R_N, R_PLACE, R_TYPE, R_DEF, R_STAMP, R_CCARD, R_CABILITY, R_CKEYWORD, R_ACTOR, R_SNAP = (
    range(14)
)
E_TYPE, E_ACTOR, E_CARD, E_ABILITY, E_KEYWORD, E_ROWS = range(6)
SORT = itemgetter(R_TYPE)
LONG = 255  # rows of a history that are looked through without being counted as work
COPY = 5  # place of a row about a definition without a card, or about a card that takes part and goes nowhere


def row_card(s: Any, r: Any) -> int:
    """The card of a row, or the copy without a card it is about (-2 less its definition); for a row to be that takes
    from a pile, the one that lies on top."""
    card: int = r[1]
    if card < 0 and r[5] == COPY:
        return -2 - int(r[3])
    if card < 0 and len(r) == 6 and 0 <= r[2] < len(s.zones) and s.zones[r[2]]:
        card = s.zones[r[2]][0]
    return card


# -- history ---------------------------------------------------------------------------------------
@node("history")
def _history(k: Linker, a: tuple[Any, ...]) -> Fn:
    event, who, when = a[0], k.link(a[1]), k.link(a[2])
    return lambda s, v, c: history(s, event, who(s, v, c), when(s, v, c))


def history(s: Any, event: int, players: Any, kind: int) -> Any:
    """The events of a type that players did: this turn (-1), in this game (-2), or in a period of a kind."""
    rows = s.history
    if kind == -2:
        if s.kept:
            rows = s.kept + rows
    elif kind >= 0:
        for p in reversed(s.periods):
            if p[0] == kind:
                rows = rows[max(0, p[2] - s.past) :]
                break
        else:
            rows = ()
    if len(rows) > LONG:
        burn(s, len(rows) >> 3)
    if event not in map(SORT, rows):  # mostly there is none
        return ()
    if players:
        return tuple([r for r in rows if r[6] == event and r[0] in players])
    return tuple([r for r in rows if r[6] == event])


@node("history-since")
def _history_since(k: Linker, a: tuple[Any, ...]) -> Fn:
    event, mark = a[0], k.link(a[1])

    def since(s: Any, v: Any, c: Any) -> Any:
        rows = s.history[max(0, mark(s, v, c) - s.past) :]
        burn(s, len(rows) >> 3)
        return tuple([r for r in rows if r[6] == event]) if event in map(SORT, rows) else ()

    return since


@node("rows-after")
def _rows_after(k: Linker, a: tuple[Any, ...]) -> Fn:
    of, last, event = k.link(a[0]), k.link(a[1]), k.link(a[2])

    def after(s: Any, v: Any, c: Any) -> Any:
        rows, ends, e = of(s, v, c), last(s, v, c), event(s, v, c)
        now = e[5] if e else ()
        ends = tuple([r for r in ends if r not in now])
        if not ends or not rows:
            return rows
        found: list[Any] = []
        for r in reversed((*s.kept, *s.history)):
            if r == ends[-1]:
                break
            if r in rows:
                found.append(r)
        burn(s, (len(s.kept) + len(s.history)) >> 3)
        return tuple(reversed(found))

    return after


@node("event-rows")
def _event_rows(k: Linker, a: tuple[Any, ...]) -> Fn:
    event = k.link(a[0])

    def rows(s: Any, v: Any, c: Any) -> Any:
        e = event(s, v, c)
        return e[5] if e else ()

    return rows


@node("event-cause")
def _event_cause(k: Linker, a: tuple[Any, ...]) -> Fn:
    event, at = k.link(a[0]), (2, 3, 4, 1, 3)[a[1]]
    # the price of an act is no effect of the card that asks for it
    prices = (
        {i for i, one in enumerate(k.t.image.abilities) if one.kind == "would" and one.label >= 0} if a[1] == 1 else ()
    )

    def cause(s: Any, v: Any, c: Any) -> Any:
        e = event(s, v, c)
        return e[at] if e and not (at == 3 and e[at] in prices) else -1

    return cause


def _still(s: Any, row: Any) -> bool:
    return len(row) > 8 and row[1] >= 0 and s.stamp[row[1]] == row[8]


@node("still")
def _still_node(k: Linker, a: tuple[Any, ...]) -> Fn:
    of = k.link(a[0])

    def still(s: Any, v: Any, c: Any) -> Any:
        return tuple(dict.fromkeys([r[1] for r in of(s, v, c) if _still(s, r)]))

    return still


@node("row-cards")
def _row_cards(k: Linker, a: tuple[Any, ...]) -> Fn:
    of = k.link(a[0])

    def cards(s: Any, v: Any, c: Any) -> Any:
        return tuple(dict.fromkeys([x for x in [row_card(s, r) for r in of(s, v, c)] if x >= 0]))

    return cards


@node("row-players")
def _row_players(k: Linker, a: tuple[Any, ...]) -> Fn:
    of = k.link(a[0])
    return lambda s, v, c: tuple(dict.fromkeys([r[0] for r in of(s, v, c) if r[0] >= 0]))


@node("row-amount")
def _row_amount(k: Linker, a: tuple[Any, ...]) -> Fn:
    of = k.link(a[0])
    return lambda s, v, c: sum([r[4] for r in of(s, v, c)])


def _field(at: int) -> Builder:
    def build(k: Linker, a: tuple[Any, ...]) -> Fn:
        row = k.link(a[0])

        def read(s: Any, v: Any, c: Any) -> Any:
            r = row(s, v, c)
            return r[at] if type(r) is tuple and len(r) > at else -1

        return read

    return build


@node("row-card")
def _row_card(k: Linker, a: tuple[Any, ...]) -> Fn:
    row = k.link(a[0])

    def card(s: Any, v: Any, c: Any) -> Any:
        r = row(s, v, c)
        if type(r) is not tuple:
            return -1
        x = r[1]
        return x if x >= 0 else row_card(s, r)

    return card


node("row-who")(_field(R_WHO))
node("row-from")(_field(R_FROM))
node("row-to")(_field(R_TO))
node("row-host")(_field(R_TO))  # of an event that attaches


@node("row-cause")
def _row_cause(k: Linker, a: tuple[Any, ...]) -> Fn:
    return _field((R_CCARD, R_CABILITY, R_CKEYWORD, R_ACTOR)[a[1]])(k, a)


def _definition(s: Any, r: Any) -> int:
    """Definition of the row's card as it was (a row to be: as it is)."""
    if type(r) is not tuple:
        return -1
    if len(r) > 7:
        then: int = r[7]
        return then
    card = row_card(s, r)
    if card >= 0:
        now: int = s.defn[card]
        return now
    return r[3] if r[5] == COPY else -1


@node("row-attr")
def _row_attr(k: Linker, a: tuple[Any, ...]) -> Fn:
    row, n, numbers = k.link(a[0]), a[1], k.t.numbers

    def read(s: Any, v: Any, c: Any) -> Any:
        r = row(s, v, c)
        d = _definition(s, r)
        if d < 0:
            return 0
        if len(r) > 13 and r[13] is not None:
            for at, value in r[13][2]:
                if at == n:
                    return value
        return numbers[d].get(n, 0)

    return read


def _row_icons(k: Linker, a: tuple[Any, ...]) -> Fn:
    row, family, icons, families = k.link(a[0]), a[1], k.t.icons, k.t.icon_family

    def read(s: Any, v: Any, c: Any) -> Any:
        r = row(s, v, c)
        d = _definition(s, r)
        if d < 0:
            return ()
        if len(r) > 13 and r[13] is not None:
            return tuple([i for i in r[13][0] if families[i] == family])
        return icons[family][d]

    return read


@node("row-has-icon")
def _row_has_icon(k: Linker, a: tuple[Any, ...]) -> Fn:
    icons = _row_icons(k, (a[0], k.t.icon_family[a[1]]))
    icon = a[1]
    return lambda s, v, c: 1 if icon in icons(s, v, c) else 0


@node("row-kind")
def _row_kind(k: Linker, a: tuple[Any, ...]) -> Fn:
    row, kind, iskind = k.link(a[0]), a[1], k.t.iskind[a[1]]

    def read(s: Any, v: Any, c: Any) -> Any:
        r = row(s, v, c)
        d = _definition(s, r)
        if d < 0:
            return 0
        if iskind[d]:
            return 1
        return 1 if len(r) > 13 and r[13] is not None and kind in r[13][3] else 0

    return read
