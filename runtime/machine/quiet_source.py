"""The second back end, events that move nothing: as those of way_source.py, of facts, counters, points and piles that
are shuffled.

Must not know procedures.
"""

from __future__ import annotations

from cardwright.runtime.state.rows import C_EARS, C_ON, C_WAKE, WAKES
from cardwright.runtime.state.state import S_COUNTERS, S_OTHER, S_POINTS

from .way_source import BY, GIVEN, PLAYS, WaySource
from .ways import COST

NOTHING = -1  # no stamp of what standing conditions may read
SAFE = 1 << 30  # counters that cannot grow too large


class QuietSource(WaySource):
    """Writes also ways of facts, of counters, of points and of shuffles."""

    def fact(self, kind: int, tail: int, wanted: bool) -> str:
        """`(s, who, cards, number, …)`: something is so of cards, or of nothing."""
        return self._made(("fact", kind, tail, wanted), lambda: self._fact(kind, tail, wanted))

    def _fact(self, kind: int, tail: int, wanted: bool) -> list[str]:
        cause = "this, ability, keyword, you, None"
        rows = [
            f"made, keyword = [], {BY}",
            f"if not cards: made.append((who, -1, -1, -1, n, 0, {kind}, -1, -1, {cause}))",
            "for one in cards:",
            f"    made.append((who, one, s.slot[one], -1, n, 0, {kind}, s.defn[one], s.stamp[one], {cause}))",
            "rows = tuple(made)",
        ]
        froms = "[s.slot[one] for one in cards] or NOTHING"
        alone = self._hears(kind, "cards[0]", "s.slot[cards[0]]")
        someone = f"{alone} if len(cards) == 1 else s.cast[{C_EARS}][{kind}]"
        how = f"{self._gather(kind)} if len(cards) == 1 else {self._collect(kind, 'cards or NOTHING', froms)}"
        return [
            f"s, who, cards, n, {GIVEN}):",
            f"if {self._odd(kind)} or cards and (min(cards) < 0 or {PLAYS}):",
            f"    return W{kind}(s, RF(s, who, cards, n), {tail}, {GIVEN})",
            f"s.fuel -= {COST}",
            "if s.fuel < 0: SPENT()",
            *(["to = -1"] if self.t.on[kind] else []),
            *self._end(kind, tail, rows, wanted, None, (someone, how), writes=NOTHING),
        ]

    def set(self, kind: int, counter: int, tail: int, wanted: bool) -> str:
        """`(s, who, number, …)`: a counter changes by a number."""
        return self._made(("set", kind, counter, tail, wanted), lambda: self._set(kind, counter, tail, wanted))

    def _set(self, kind: int, counter: int, tail: int, wanted: bool) -> list[str]:
        row = [f"rows = ((who, -1, -1, {counter}, n, 0, {kind}, -1, -1, this, ability, {BY}, you, None),)"]
        heard = f"s.cast[{C_ON}][{kind}]", f"COLLECT(s, {kind}, rows, you, this, ability, {BY})"
        return [
            f"s, who, n, {GIVEN}):",
            f"if {self._odd(kind)} or not -{SAFE} < s.counters[{counter}] + n < {SAFE}:",
            f"    return W{kind}(s, ((who, -1, -1, {counter}, n, 0),), {tail}, {GIVEN})",
            f"s.counters[{counter}] += n",
            f"s.stamps[{S_COUNTERS}] += 1",
            *self._end(kind, tail, row, wanted, None, heard, writes=S_COUNTERS),
        ]

    def shuffle(self, kind: int, tail: int, wanted: bool) -> str:
        """`(s, who, pile, …)`: the cards of a pile come into another order."""
        return self._made(("shuffle", kind, tail, wanted), lambda: self._shuffled(kind, tail, wanted))

    def _shuffled(self, kind: int, tail: int, wanted: bool) -> list[str]:
        row = [f"rows = ((who, -1, -1, to, 1, 0, {kind}, -1, -1, this, ability, {BY}, you, None),)"]
        heard = f"s.cast[{C_ON}][{kind}]", f"COLLECT(s, {kind}, rows, you, this, ability, {BY})"
        wakes = [f"s.cast[{C_WAKE}][to] & {WAKES}"] if self.t.states else []
        return [
            f"s, who, to, {GIVEN}):",
            f"if {self._odd(kind)} or not 0 <= to < len(s.zones):",
            f"    return W{kind}(s, ((who, -1, -1, to, 1, 0),), {tail}, {GIVEN})",
            f"s.fuel -= {COST}",
            "if s.fuel < 0: SPENT()",
            "SHUFFLE(s, to)",
            "s.stamps[STAMP[to]] += 1",
            f"s.stamps[{S_OTHER}] += 1",
            *self._end(kind, tail, row, wanted, None, heard, wakes, writes=NOTHING),
        ]

    # ------------------------------------------------------------------------------------------------------- points
    def points(self, kind: int, point: int, tail: int, wanted: bool, seat: bool = False, sure: bool = False) -> str:
        """`(s, who, card, number, …)`: points come by a card, or go if the number is below zero. `seat`: surely there
        is such a player; `sure`: surely it is a card.
        """
        key = ("points", kind, point, tail, wanted, seat, sure)
        return self._made(key, lambda: self._points(kind, point, tail, wanted, seat, sure))

    def _points(self, kind: int, point: int, tail: int, wanted: bool, seat: bool, sure: bool) -> list[str]:
        named = self.p.events.name_attr >= 0
        name = "name" if named else "-1"
        row = f"(who, card, -1, {point}, n, -1, {kind}, s.defn[card] if card >= 0 else -1"
        row += f", s.stamp[card] if card >= 0 else -1, this, ability, {BY}, you, None)"
        held = f"(who, {point}, {{}}, {name}, -1, -1, -1, who)"
        made = [
            "    rows = s.made",
            "    for row in rows:",
            f"        if row[1] == {point} and row[0] == who:",
            f"            rows[rows.index(row)] = (who, {point}, row[2] + n)",
            "            break",
            f"    else: rows.append((who, {point}, n))",
        ]
        odd = self._odd(kind) if 0 <= point < self.t.image.points else "True"
        nobody = "" if seat else " or not 0 <= who < s.players"
        flagged = "s.flags[card]" if sure else "card >= 0 and s.flags[card]"
        heard = f"s.cast[{C_ON}][{kind}]", f"COLLECT(s, {kind}, rows, you, this, ability, {BY})"
        maker = [
            "    by = card if card >= 0 else this",
            "    if by < 0 <= ability: by = MAKER(s, this, ability)",
            "    name = NAMES[s.printed[by]] if by >= 0 else -1",
        ]
        return [
            f"s, who, card, n, {GIVEN}):",
            f"if {odd}{nobody} or {flagged}:",
            f"    return W{kind}(s, RPT(who, card, {point}, n), {tail}, {GIVEN}) if n else ()",
            "if n > 0:",
            *(["    name = NAMES[s.printed[card]]"] if named and sure else maker if named else []),
            f"    s.stamps[{S_POINTS}] += 1",
            "    rows = s.points",
            "    for row in rows:",
            f"        if row[1] == {point} and row[0] == who and row[3] == {name} and row[4] == -1:",
            f"            rows[rows.index(row)] = {held.format('row[2] + n')}",
            "            break",
            f"    else: rows.append({held.format('n')})",
            *(made if self.t.counts_points else []),
            f"elif n: n = -LOSE(s, who, {point}, -n)",
            "else: return ()",
            *self._end(kind, tail, [f"rows = ({row},)"], wanted, None, heard, writes=S_POINTS),
        ]
