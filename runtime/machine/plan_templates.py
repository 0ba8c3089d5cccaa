"""Templates of plan nodes for numbers, events and their rows; those for cards and groups are in plan_source.py.

A template is given the arguments, a maker of sub-expressions, how locals are read, the frame and the candidates; it
gives source, or None where the closure of the reference is called. Must not know procedures.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from cardwright.runtime.rules.linker import MAX_GROUP
from cardwright.runtime.rules.reads import Reading, Reads
from cardwright.runtime.rules.tables import Tables

Loc = Callable[[int], str]
WRITTEN = re.compile(r"\((\d+, )+\)")
SMALL = 1 << 29  # numbers below are one digit of Python's, which are compared at once


def among(number: str, group: str) -> str:
    """A test whether a number is one of a group: by comparing if the group is written out and without a gap."""
    there = [int(part) for part in group.strip("(, )").split(",")] if WRITTEN.fullmatch(group) else []
    if len(there) == 1:
        return f"({number} == {there[0]})"
    if there and there == list(range(there[0], there[-1] + 1)):
        return f"({there[0]} <= {number} <= {there[-1]})"
    return f"({number} in {group})"


class Templates(ABC):
    """What is written with nothing but sub-expressions."""

    reading: Reading
    t: Tables
    lying: set[str]  # candidates that certainly are cards
    kept: dict[int, Reads]  # the zones of the cards that lie in a local

    @abstractmethod
    def fresh(self, prefix: str) -> str:
        """A Python local nobody else uses."""

    @abstractmethod
    def named(self, source: str) -> tuple[str, str]:
        """An expression that is evaluated once, and the name it has from then on."""

    @abstractmethod
    def type(self, plan: Any, depth: int) -> str:
        """Type of a plan, its candidates typed `any`."""

    @abstractmethod
    def cond(self, plan: Any, loc: Loc, frame: str, cands: tuple[str, ...] = ()) -> str:
        """An expression that is true when the plan is."""

    @abstractmethod
    def each(self, a: Any, loc: Loc, frame: str, cands: tuple[str, ...], begin: str, found: str, end: str) -> str:
        """A call of a new function over a value of every member of a group."""

    def _add(self, a: Any, go: Any, *_: Any) -> str:
        return self.bounded(f"{go(a[0])} + {go(a[1])}")

    def _sub(self, a: Any, go: Any, *_: Any) -> str:
        return self.bounded(f"{go(a[0])} - {go(a[1])}")

    def _mul(self, a: Any, go: Any, *_: Any) -> str:
        if ("num", 1) in a:  # a number for each, as most texts have it
            return str(go(a[1] if a[0] == ("num", 1) else a[0]))
        return self.bounded(f"{go(a[0])} * {go(a[1])}")

    def bounded(self, number: str) -> str:
        """A number that may grow: a test in place of a call as long as it is small."""
        name = self.fresh("x")
        return f"({name} if -{SMALL} < ({name} := {number}) < {SMALL} else B({name}))"

    def sized(self, group: str) -> str:
        """A group that may grow, likewise."""
        name = self.fresh("x")
        return f"({name} if len({name} := {group}) <= {MAX_GROUP} else SZ({name}))"

    def _neg(self, a: Any, go: Any, *_: Any) -> str:
        return f"(-{go(a[0])})"

    def _min(self, a: Any, go: Any, *_: Any) -> str:
        return f"min({go(a[0])}, {go(a[1])})"

    def _max(self, a: Any, go: Any, *_: Any) -> str:
        return f"max({go(a[0])}, {go(a[1])})"

    def _count(self, a: Any, go: Any, *_: Any) -> str:
        return f"len({go(a[0])})"

    _count_rows = _count

    def _points(self, a: Any, go: Any, *_: Any) -> str:
        return f"(PT(s, {go(a[0])}, {a[1]}) if s.points else 0)"

    def _counter(self, a: Any, *_: Any) -> str:
        return f"s.counters[{a[0]}]"

    def _if(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        return f"({go(a[1])} if {self.cond(a[0], loc, frame, cands)} else {go(a[2])})"

    def _mark(self, *_: Any) -> str:
        return "(s.past + len(s.history))"

    def _history(self, a: Any, go: Any, *_: Any) -> str | None:
        rows = f"H(s, {a[0]}, {go(a[1])})" if a[2] == ("num", -1) else f"HS(s, {a[0]}, {go(a[1])}, {go(a[2])})"
        return f"({rows} if s.stamps[{self.t.history_stamps + a[0]}] else ())"  # none has happened in this game

    def _event_rows(self, a: Any, go: Any, *_: Any) -> str:
        first, event = self.named(go(a[0]))
        return f"({event}[5] if {first} else ())"

    def _row_card(self, a: Any, go: Any, *_: Any) -> str:
        return f"RC(s, {go(a[0])})"

    def _row_cards(self, a: Any, go: Any, *_: Any) -> str:
        return f"RCS(s, {go(a[0])})"

    def _row_who(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        return self._field(a[0], 0, go, cands)

    def _row_from(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        return self._field(a[0], 2, go, cands)

    def _row_to(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        return self._field(a[0], 3, go, cands)

    def _field(self, row: Any, at: int, go: Any, cands: tuple[str, ...]) -> str:
        """A part of a row; the first of some rows needs no look at what it is."""
        if row[0] != "one" or self.type(row[1], len(cands)) != "rows":
            return f"FD({go(row)}, {at})"
        first, rows = self.named(go(row[1]))
        return f"({rows}[0][{at}] if {first} else -1)"

    def _union(self, a: Any, go: Any, *_: Any) -> str:
        one, other = str(go(a[0])), str(go(a[1]))
        if one == "()":
            return other
        lie = [self.lie(part) for part in a]
        if lie[0] is not None and lie[1] is not None and not lie[0] & lie[1]:  # none can be in both
            return f"({one} + {other})"
        return f"UN(s, {one}, {other})"

    def lie(self, group: Any) -> Reads | None:
        """The zones where all cards of a group lie, as far as known where it is written."""
        if group[0] == "local":
            return self.kept.get(group[1])
        if group[0] != "union":
            return frozenset() if group == ("list",) else self.reading.lie(group)
        one, other = self.lie(group[1]), self.lie(group[2])
        return None if one is None or other is None else one | other

    def _held(self, a: Any, go: Any, *_: Any) -> str:
        return f"HD(s, {go(a[0])})"

    def _join(self, a: Any, go: Any, *_: Any) -> str:
        return self.sized(f"{go(a[0])} + {go(a[1])}")

    def _def(self, a: Any, go: Any, *_: Any) -> str:
        first, card = self.named(go(a[0]))
        if card in self.lying:
            return f"s.defn[{card}]"
        return f"(s.defn[{card}] if {first} >= 0 else DF(s, {card}))"

    def _row_players(self, a: Any, go: Any, *_: Any) -> str:
        return f"RPL({go(a[0])})"

    def _rows_from(self, a: Any, go: Any, *_: Any) -> str:
        return f"RFR({go(a[0])}, {go(a[1])})"

    def _rows_slot(self, a: Any, go: Any, *_: Any) -> str:
        return f"(({go(a[0])}, -1, -1, {go(a[1])}, 1, 0),)"

    def _rows_set(self, a: Any, go: Any, loc: Loc, *_: Any) -> str:
        return f"(({loc(1)}, -1, -1, {a[0]}, {go(a[1])}, 0),)"

    def _rows_move(self, a: Any, go: Any, *_: Any) -> str:
        return f"RM(s, {go(a[0])}, {go(a[1])}, {go(a[2])}, {a[3]})"

    def _rows_pile(self, a: Any, go: Any, *_: Any) -> str:
        return f"RP({go(a[0])}, {go(a[1])}, {go(a[2])}, {go(a[3])}, {a[4]})"

    def _rows_points(self, a: Any, go: Any, loc: Loc, *_: Any) -> str:
        return f"RPT({go(a[0])}, {loc(0)}, {a[1]}, {go(a[2])})"

    def _rows_fact(self, a: Any, go: Any, *_: Any) -> str:
        return f"RF(s, {go(a[0])}, {go(a[1])}, {go(a[2])})"

    def _rows_each(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        return self.each(
            a, loc, frame, cands, "    out = ()", "out += {}", f"    return out if len(out) <= {MAX_GROUP} else SZ(out)"
        )
