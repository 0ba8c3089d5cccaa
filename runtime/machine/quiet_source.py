"""The second back end, events that move nothing: as those of way_source.py, of facts and of counters.

Must not know procedures.
"""

from __future__ import annotations

from cardwright.runtime.state.rows import C_EARS, C_ON
from cardwright.runtime.state.state import S_COUNTERS

from .way_source import GIVEN, PLAYS, WaySource
from .ways import COST

SAFE = 1 << 30  # counters that cannot grow too large


class QuietSource(WaySource):
    """Writes also ways of facts and of counters."""

    def fact(self, kind: int, tail: int, wanted: bool) -> str:
        """`(s, who, cards, number, …)`: something is so of cards, or of nothing."""
        return self._made(("fact", kind, tail, wanted), lambda: self._fact(kind, tail, wanted))

    def _fact(self, kind: int, tail: int, wanted: bool) -> list[str]:
        cause = "this, ability, KEYWORD[ability], you, None"
        none = f"((who, -1, -1, -1, n, 0, {kind}, -1, -1, {cause}),)"
        row = f"(who, one, s.slot[one], -1, n, 0, {kind}, s.defn[one], s.stamp[one], {cause})"
        rows = f"tuple([{row} for one in cards]) if cards else {none}"
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
            *self._end(kind, tail, rows, wanted, None, (someone, how)),
        ]

    def set(self, kind: int, counter: int, tail: int, wanted: bool) -> str:
        """`(s, who, number, …)`: a counter changes by a number."""
        return self._made(("set", kind, counter, tail, wanted), lambda: self._set(kind, counter, tail, wanted))

    def _set(self, kind: int, counter: int, tail: int, wanted: bool) -> list[str]:
        row = f"((who, -1, -1, {counter}, n, 0, {kind}, -1, -1, this, ability, KEYWORD[ability], you, None),)"
        heard = f"s.cast[{C_ON}][{kind}]", f"COLLECT(s, {kind}, rows, you, this, ability, KEYWORD[ability])"
        return [
            f"s, who, n, {GIVEN}):",
            f"if {self._odd(kind)} or not -{SAFE} < s.counters[{counter}] + n < {SAFE}:",
            f"    return W{kind}(s, ((who, -1, -1, {counter}, n, 0),), {tail}, {GIVEN})",
            f"s.counters[{counter}] += n",
            f"s.stamps[{S_COUNTERS}] += 1",
            *self._end(kind, tail, row, wanted, None, heard),
        ]
