"""The second back end, acts: the function that says which acts can be done now, for what is usual.

What is offered of an act with a price is kept with the stamps it was derived from, so that most often only the points
are counted anew. Acts without a price on cards in a place of few cards are looked for each time:
looking is less work than comparing stamps. Where rows change what may be done, `Acts.offered` says it. Must not know
procedures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardwright.runtime.rules.acts import MIXED, Acts, Entry
from cardwright.runtime.state.state import State

from .plan_source import PlanSource

Derived = tuple[Any, tuple[tuple[int, int], ...], Any, int]  # stamps, (amount, card) rows, the least, the player


class ActSource:
    """Writes the function of one image."""

    def __init__(self, writer: PlanSource, acts: Acts, cell: int) -> None:
        self.w = writer
        self.acts = acts
        self.cell = cell  # of the cache, for the first act

    def write(self, statics: int) -> str | None:
        """The source of `offered(s, player)` for games with these static abilities; None where nothing is usual."""
        acts = self.acts
        self.statics = statics
        entries = acts.under(statics)
        image = acts.t.image
        if acts.values.static_grants or (acts.uses and not acts.near):
            return None
        self.w.space |= {"OFFER": acts.offered, "FORBIDDEN": acts.forbidden}
        lines = [
            "def offered(s, player):",
            "    if s.modifiers or s.grants or not CACHING():",
            "        return OFFER(s, player)",
            "    forbidden = FORBIDDEN(s, player) if s.permissions else 0",
            "    if forbidden < 0: return OFFER(s, player)",
            "    out = []",
        ]
        if any(entry.priced for entry in entries):
            lines += [
                "    stamps, cache = s.stamps, s.cache",
                *(f"    p{kind} = 0" for kind in range(image.points)),
                "    for row in s.points:",
                "        if row[0] == player:",
                "            if row[4] >= 0: return OFFER(s, player)",  # some may be spent on certain cards only
                *(
                    f"            {'el' if kind else ''}if row[1] == {kind}: p{kind} += row[2]"
                    for kind in range(image.points)
                ),
            ]
        for entry in entries:
            lines += self._priced(entry) if entry.priced else self._free(entry)
        for ability, places, holders in acts.near:
            self.w.space |= {f"PLACES{ability.id}": places, f"HOLDERS{ability.id}": holders}
            self.w.space |= {f"USABLE{ability.id}": self._usable(ability)}
            lines += [
                f"    for place in PLACES{ability.id}[player]:",
                "        for card in s.zones[place]:",
                f"            if s.defn[card] in HOLDERS{ability.id} or s.flags[card]:",
                f"                out += USABLE{ability.id}(s, player)",
                "                break",
                "        else: continue",
                "        break",
            ]
        lines.append("    return tuple(out)")
        return "\n".join(lines)

    def _free(self, entry: Entry) -> list[str]:
        """Acts without a price: found each time, unless something of the game speaks of them."""
        image = self.acts.t.image
        number = entry.number
        act = image.acts[number]
        if entry.ruled:
            name = f"RULED{self.statics}_{number}"
            self.w.space[name] = lambda s, player: self.acts.offer(s, player, entry)[1]
            return [f"    if not forbidden & {1 << number}: out += {name}(s, player)"]

        def local(n: int) -> str:
            return {0: "(-1)", 1: "player", 2: "()", 3: "card"}[n]

        plan: Any = image.plans[act.cards]
        test = ""
        self.w.begin(("s", "player"), lambda n: {0: "(-1)", 1: "player", 2: "()", 3: "card"}[n])
        if plan[0] == "filter":
            test = self.w.cond(plan[2], local, "(-1, player, ())", ("card",))
            plan = plan[1]
        source = (
            self.w.pile(plan[1], lambda p: self.w.expr(p, local, "(-1, player, ())"), 0) if plan[0] == "in" else None
        )
        if source is None or self.w.loops:  # what walks needs functions of its own: the plan is one already
            self.w.loops.clear()
            self.w.space[f"CARDS{number}"] = self.acts.t.plan[act.cards]
            group, test = f"CARDS{number}(s, (-1, player, ()), ())", ""
        else:
            group = f"({source[0]} if {source[1]} else ())" if source[1] else source[0]
        if act.if_ >= 0:
            self.w.space[f"IF{number}"] = self.acts.t.plan[act.if_]
            test = f"{test} and " if test else ""
            test += f"IF{number}(s, (-1, player, (), card), ())"
        row = f"out.append((player, {number}, -1, card))"
        return [
            f"    if not forbidden & {1 << number}:",
            f"        for card in {group}:",
            f"            if {test}: {row}" if test else f"            {row}",
        ]

    def _priced(self, entry: Entry) -> list[str]:
        """Acts with a price: kept with the stamps of what they read, for every player if it is the same for all."""
        number, reads = entry.number, entry.getter
        worth = self.acts.priced[number]
        assert worth is not None
        cell, name = self.cell + number, f"{self.statics}_{number}"
        self.w.space |= {f"READS{name}": reads, f"DERIVE{name}": self._derive(entry, cell)}
        whose = "" if entry.alike else " or kept[3] != player"
        return [
            f"    if not forbidden & {1 << number}:",
            f"        kept = cache[{cell}]",
            f"        if kept is None or kept[0] != READS{name}(stamps){whose}:",
            f"            kept = DERIVE{name}(s, player)",
            "            if kept is None: return OFFER(s, player)",
            f"        there = {' + '.join(f'p{kind}' for kind in worth[1]) or '0'}",
            "        if kept[2] <= there:",
            "            for amount, card in kept[1]:",
            f"                if amount <= there: out.append((player, {number}, -1, card))",
        ]

    def _derive(self, entry: Entry, cell: int) -> Callable[[State, int], Derived | None]:
        """What is kept of an act with a price, worked out; None if it is not always paid in the usual way."""
        acts, reads = self.acts, entry.getter

        def derive(s: State, player: int) -> Derived | None:
            kinds, rows, least = acts.offer(s, player, entry)
            if kinds is None or kinds == MIXED:
                return None
            cards = tuple([(amount, act[3]) for amount, act in rows])
            kept = s.cache[cell] = (reads(s.stamps), cards, least, player)
            return kept

        return derive

    def _usable(self, ability: Any) -> Callable[[State, int], list[Any]]:
        acts = self.acts
        entry = next(one for one in acts.near if one[0] is ability)

        def usable(s: State, player: int) -> list[Any]:
            return acts.nearby(s, player, (entry,))

        return usable
