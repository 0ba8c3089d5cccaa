"""The fixed table generated expressions call: what plan nodes do, as plain functions. Must not know source."""

from __future__ import annotations

from itertools import compress
from typing import Any

from cardwright.runtime.rules.linker import Linker, bounded, burn, nested, sized
from cardwright.runtime.rules.plan_events import copies_moved
from cardwright.runtime.rules.plan_rows import LONG, SORT
from cardwright.runtime.rules.plan_rows import history as history_since
from cardwright.runtime.rules.plan_rows import row_card as card_of
from cardwright.runtime.state.state import State


def helpers(linker: Linker) -> dict[str, Any]:
    """What expressions may call, by the short names they use."""
    values, layout = linker.values, linker.t.layout
    orders = layout.orders

    def fuelled(s: State, g: Any) -> Any:
        s.fuel -= len(g)
        if s.fuel < 0:
            burn(s, 0)
        return g

    def others(s: State, w: int) -> Any:
        return tuple([p for p in orders[s.players][s.active] if p != w])

    def cards_in(s: State, slots: Any) -> Any:
        zones = s.zones
        if len(slots) == 1:
            return tuple(zones[slots[0]]) if slots[0] >= 0 else ()
        return tuple([c for x in slots if x >= 0 for c in zones[x]])

    def slots(s: State, base: int) -> Any:
        return tuple([base + w * layout.block for w in orders[s.players][s.active]])

    def left(s: State, slots: Any) -> Any:
        return tuple([x for x in slots if not s.gone >> x & 1])

    def points(s: State, who: int, kind: int) -> int:
        total = 0
        for row in s.points:
            if row[1] == kind and row[0] == who:
                total += row[2]
        return total

    def history(s: State, event: int, players: Any) -> Any:
        if len(s.history) > LONG:
            burn(s, len(s.history) >> 3)
        if event not in map(SORT, s.history):  # mostly there is none
            return ()
        if players:
            return tuple([r for r in s.history if r[6] == event and r[0] in players])
        return tuple([r for r in s.history if r[6] == event])

    def field(r: Any, at: int) -> Any:
        return r[at] if type(r) is tuple and len(r) > at else -1

    def row_card(s: State, r: Any) -> Any:
        if type(r) is not tuple:
            return -1
        return r[1] if r[1] >= 0 else card_of(s, r)

    def row_cards(s: State, rows: Any) -> Any:
        if len(rows) == 1:
            x = card_of(s, rows[0])
            return (x,) if x >= 0 else ()
        return tuple(dict.fromkeys([x for x in [card_of(s, r) for r in rows] if x >= 0]))

    def rows_move(s: State, who: int, cards: Any, to: int, at: int) -> Any:
        slot = s.slot
        if cards and min(cards) < -1:
            return copies_moved(values, s, who, cards, to, at)
        return tuple([(who, x, slot[x], to, 1, at) for x in cards if x >= 0])

    def rows_pile(who: int, source: int, n: int, to: int, at: int) -> Any:
        return ((who, -1, source, to, n, at),) if n > 0 and source >= 0 else ()

    def rows_points(who: int, this: int, kind: int, n: int) -> Any:
        return ((who, this, -1, kind, n, -1),) if n else ()

    def rows_fact(s: State, who: int, cards: Any, n: int) -> Any:
        if not cards:
            return ((who, -1, -1, -1, n, 0),)
        return tuple([(who, x, s.slot[x] if x >= 0 else -1, -1, n, 0) for x in cards])

    def member(s: State, x: Any, group: Any) -> int:
        if type(x) is tuple:
            return 1 if all(m in group for m in x) else 0
        return 1 if x in group else 0

    def union(s: State, x: Any, y: Any) -> Any:
        if not x or not y:
            return x or y
        there = set(x)
        return sized(x + (y if there.isdisjoint(y) else tuple([m for m in y if m not in there])))

    def held(s: State, cards: Any) -> Any:
        attached = s.zones[0]
        if not attached:
            return ()
        if len(cards) == 1:
            only, host, found = cards[0], s.host, []
            for card in attached:
                if host[card] == only:
                    found.append(card)
            return tuple(found)
        return tuple(compress(attached, map(cards.__contains__, map(s.host.__getitem__, attached))))

    def rows_from(rows: Any, card: int) -> Any:
        return tuple([(r[0], card if card >= 0 else r[1], *r[2:]) for r in rows])

    def row_players(rows: Any) -> Any:
        if len(rows) == 1:
            who = rows[0][0]
            return (who,) if who >= 0 else ()
        return tuple(dict.fromkeys([r[0] for r in rows if r[0] >= 0]))

    def definition(s: State, card: int) -> int:
        return s.defn[card] if card >= 0 else values.copied(card)

    return {
        "UN": union, "HD": held, "RFR": rows_from, "RPL": row_players, "DF": definition,
        "F": fuelled, "OTH": others, "INS": cards_in, "SLS": slots, "LFT": left, "PT": points,
        "H": history, "HS": history_since, "FD": field,
        "RC": row_card, "RCS": row_cards, "RM": rows_move, "RP": rows_pile,
        "RPT": rows_points, "RF": rows_fact, "M": member, "B": bounded, "SZ": sized, "NE": nested,
        "ORD": orders, "PR": values.printed, "IK": values.is_kind, "IC": values.icons,
        "HI": values.has_icon, "NM": values.name, "HK": values.has_keyword, "OW": values.owner,
    }  # fmt: skip
