"""The second back end, plans: a verified plan as one Python expression over ints, locals and calls from a fixed table.

Nodes without a template here call the closure of the reference back end, so both always mean the same. What walks
over a group becomes a small function of its own, for a comprehension would make cells of all that is around it. Source
is built from numbers and names of this file only, never from a text of an image. Must not know procedures.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import compress
from typing import Any

from cardwright.runtime.bytecode.plantypes import ELEMENT, GROUPS, INTS, PlanChecker
from cardwright.runtime.bytecode.refused import ImageRefused
from cardwright.runtime.rules.linker import Linker
from cardwright.runtime.rules.reads import Reading
from cardwright.runtime.state.rows import C_MODIFIERS

from .plan_helpers import helpers
from .plan_templates import Loc, Templates, among
from .printed import AS_PRINTED, answered
from .space import Space

ROWS = frozenset(("rows",))
COMPARE = {"eq": "==", "lt": "<", "le": "<="}
FILTERS = frozenset(("filter", "pfilter", "rfilter"))
ALL_AT_ONCE = {  # by how a walk begins: what its definition answers of every card
    "    out = []": "tuple(compress(g, map({}, map(s.defn.__getitem__, g))))",
    "    out = 0": "1 if any(map({}, map(s.defn.__getitem__, g))) else 0",
}
BOOLS = frozenset(("and", "or", "not", "eq", "lt", "le", "some", "member"))


class PlanSource(Templates):
    """Writes expressions; `space` is the table of what they may call."""

    def __init__(self, linker: Linker, checker: PlanChecker) -> None:
        self.linker = linker
        self.checker = checker
        self.t = linker.t
        self.reading = Reading(linker.t, [], [])
        self.made = 0
        self.loops: list[str] = []  # functions that walk over groups, for what is being written
        self.around: tuple[str, ...] = ()  # what they are given of what is around them
        self.inside: Loc = str  # how they read locals
        self.types: tuple[str, ...] = ()  # what locals are known to be
        self.seats: set[str] = set()  # players that certainly are there
        self.lying: set[str] = set()  # candidates that certainly are cards: they lie somewhere
        self._owners: dict[str, str] = {}  # of the names of `space`
        self.space = Space()
        self.space |= {
            "len": len,
            "tuple": tuple,
            "type": type,
            "max": max,
            "min": min,
            "sum": sum,
            "zip": zip,
            "dict": dict,
            "map": map,
            "any": any,
            "compress": compress,
        }
        self.enter(self, helpers(linker))

    def enter(self, owner: object, names: Mapping[str, Any]) -> None:
        """Values that functions may call, by name.

        Raises:
            NameError: Another writer has entered one of these names for something else.
        """
        who = type(owner).__name__
        for name, value in names.items():
            if name in self.space and self._owners.get(name) != who and self.space[name] != value:
                raise NameError(f"{name} of {who} is a name of {self._owners.get(name, 'all')}")
            self._owners.setdefault(name, who)
        self.space.enter(names)

    def begin(self, around: tuple[str, ...], inside: Loc) -> None:
        """Something else is written from here on."""
        self.loops = []
        self.around = around
        self.inside = inside
        self.types = ()
        self.kept = {}

    @contextmanager
    def of_card(self, *names: str) -> Iterator[None]:
        """What is written meanwhile speaks of `card`, or of these, which certainly are cards that lie somewhere."""
        named = set(names or ("card",)) - self.lying
        self.lying |= named
        try:
            yield
        finally:
            self.lying -= named

    def fresh(self, prefix: str) -> str:
        """A Python local nobody else uses."""
        self.made += 1
        return f"{prefix}{self.made}"

    def named(self, source: str) -> tuple[str, str]:
        """An expression that is evaluated once, and the name it has from then on."""
        if source.isidentifier():
            return source, source
        name = self.fresh("x")
        return f"({name} := {source})", name

    def name(self, value: Any, prefix: str) -> str:
        """A name in the table for a value."""
        made = self.fresh(prefix)
        self.enter(self, {made: value})
        return made

    # ------------------------------------------------------------------------------------------------------- types
    def type(self, plan: Any, depth: int) -> str:
        """Type of a plan, its candidates typed `any`."""
        if plan[0] == "local" and plan[1] < len(self.types):
            return self.types[plan[1]] or "any"
        if plan[0] == "one":
            return ELEMENT.get(self.type(plan[1], depth), "any")
        try:
            return self.checker.plan(plan, ("any",) * depth, "").type
        except ImageRefused:
            return "any"

    # -------------------------------------------------------------------------------------------------------
    # expressions
    def expr(self, plan: Any, loc: Loc, frame: str, cands: tuple[str, ...] = ()) -> str:
        """An expression for the plan's value. `frame`: an expression for its locals as a sequence."""
        op, a = plan[0], plan[1:]
        if op in BOOLS:
            return f"(1 if {self.cond(plan, loc, frame, cands)} else 0)"
        template = getattr(self, "_" + op.replace("-", "_"), None)
        if template is not None:
            made = template(a, lambda p: self.expr(p, loc, frame, cands), loc, frame, cands)
            if made is not None:
                return str(made)
        needs = frame
        closure = self.name(self.linker.link(plan), "k")
        return f"{closure}(s, {needs}, {_tuple(cands)})"

    def cond(self, plan: Any, loc: Loc, frame: str, cands: tuple[str, ...] = ()) -> str:
        """An expression that is true when the plan is."""

        def go(p: Any) -> str:
            return self.expr(p, loc, frame, cands)

        op, a = plan[0], plan[1:]
        if op in ("and", "or"):
            parts = [self.cond(p, loc, frame, cands) for p in a]
            return "(" + f" {op} ".join(parts) + ")" if parts else ("1" if op == "and" else "0")
        if op == "not":
            return f"(not {self.cond(a[0], loc, frame, cands)})"
        if op in ("eq", "lt", "le"):
            made = f"({go(a[0])} {COMPARE[op]} {go(a[1])})"
            enough = self._enough(a, go, len(cands)) if op == "le" else ""
            return f"({enough} and {made})" if enough else made
        if op == "some":
            if a[0][0] in FILTERS:
                group = a[0][1]
                if group[0] == "group" and len(group) == 2 and self.type(group[1], len(cands)) not in GROUPS:
                    one = go(group[1])
                    if self.type(group[1], len(cands)) in INTS:
                        first, one = self.named(one)
                        test = self.cond(a[0][2], loc, frame, (*cands, one))
                        return test if first == one else f"({first} is not None and {test})"
                    if one.isidentifier():  # mostly a single card: no walk for it
                        walk = self.walk(group, loc, frame, cands, "    out = 0", "out = 1", "    return out", a[0][2])
                        test = self.cond(a[0][2], loc, frame, (*cands, one))
                        return f"({test} if type({one}) is not tuple else {walk})"
                return self.walk(a[0][1], loc, frame, cands, "    out = 0", "out = 1", "    return out", a[0][2])
            pile = self.pile(a[0][1], go, len(cands)) if a[0][0] == "in" else None
            if pile is not None:
                return f"({pile[1]} and {pile[0]})" if pile[1] else pile[0]
            return go(a[0])
        if op == "member":
            if self.type(a[0], len(cands)) in INTS:
                return among(go(a[0]), go(a[1]))
            return f"M(s, {go(a[0])}, {go(a[1])})"
        return go(plan)

    def _enough(self, a: Any, go: Any, cands: int) -> str:
        """Where so many cards of a pile are asked for: a test whether the pile has as many at all; else nothing."""
        if a[0][0] != "num" or a[1][0] != "count" or a[1][1][0] not in FILTERS or a[1][1][1][0] != "in":
            return ""
        made = self.pile(a[1][1][1][1], go, cands)
        if made is None:
            return ""
        return f"{made[1]} and len({made[0]}) >= {a[0][1]}" if made[1] else f"len({made[0]}) >= {a[0][1]}"

    # -- templates: (arguments, sub-expression maker, locals, frame, candidates) -> source or None ---
    def _num(self, a: Any, go: Any, *_: Any) -> str:
        return str(a[0]) if a[0] >= 0 else f"({a[0]})"

    _text_name = _num

    def _yes(self, *_: Any) -> str:
        return "1"

    def _no(self, *_: Any) -> str:
        return "0"

    def _empty(self, *_: Any) -> str:
        return "()"

    def _local(self, a: Any, go: Any, loc: Loc, *_: Any) -> str:
        return loc(a[0])

    def _cand(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        return str(cands[a[0]])

    def _this(self, a: Any, go: Any, loc: Loc, *_: Any) -> str:
        return loc(0)

    def _you(self, a: Any, go: Any, loc: Loc, *_: Any) -> str:
        return loc(1)

    def _event(self, a: Any, go: Any, loc: Loc, *_: Any) -> str:
        return loc(2)

    def _group(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        parts = []
        for p in a:
            kind = self.type(p, len(cands))
            if kind in INTS:
                parts.append(go(p))
            elif kind in GROUPS:
                if len(a) == 1:
                    return str(go(p))
                parts.append(f"*{go(p)}")
            elif (one := go(p)) in self.lying:
                parts.append(one)
            else:  # one or several
                first, value = self.named(one)
                several = f"({value} if type({first}) is tuple else ({value},))"
                if len(a) == 1:
                    return several
                parts.append(f"*{several}")
        made = "(" + "".join(f"{p}, " for p in parts) + ")"
        return made if not any(p.startswith("*") for p in parts) else self.sized(made)

    def _list(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        if not a:
            return "()"
        made = "(" + "".join(f"{self._listed(p, go, loc, frame, cands)}, " for p in a) + ")"
        return made if all(self._shallow(p, len(cands)) for p in a) else f"NE({made})"

    def _listed(self, plan: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        """A part of a list: how deep lists in it are is told of the whole."""
        if plan[0] != "list":
            return str(go(plan))
        return "(" + "".join(f"{self._listed(p, go, loc, frame, cands)}, " for p in plan[1:]) + ")"

    def _shallow(self, plan: Any, cands: int) -> bool:
        """Whether it is known how deep a value is."""
        if plan[0] == "list":
            return all(self._shallow(p, cands) for p in plan[1:])
        return self.type(plan, cands) in INTS | GROUPS - {"options"}

    def _one(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        group = a[0][1] if a[0][0] == "top" and a[0][2][0] == "num" and a[0][2][1] > 0 else a[0]
        made = self.pile(group[1], go, len(cands)) if group[0] == "in" else None
        if made is not None:  # the first of a pile, without a copy of it
            first, name = self.named(made[0])
            return f"({name}[0] if {f'{made[1]} and {first}' if made[1] else first} else -1)"
        first, name = self.named(go(a[0]))
        if self.type(a[0], len(cands)) in (*GROUPS, "rows"):
            return f"({name}[0] if {first} else -1)"
        if self.type(a[0], len(cands)) in INTS:
            return first
        return f"(({name}[0] if {name} else -1) if type({first}) is tuple else {name})"

    def _active(self, *_: Any) -> str:
        return "s.active"

    def _players(self, *_: Any) -> str:
        return "ORD[s.players][s.active]"

    def _others(self, a: Any, go: Any, *_: Any) -> str:
        return f"OTH(s, {go(a[0])})"

    def _left(self, a: Any, go: Any, *_: Any) -> str:
        return f"(({go(a[0])} + 1) % s.players)"

    def _player_count(self, *_: Any) -> str:
        return "s.players"

    def _owner(self, a: Any, go: Any, *_: Any) -> str:
        return f"OW(s, {go(a[0])})"

    def _slot(self, a: Any, go: Any, *_: Any) -> str:
        lay = self.t.layout
        if not lay.of_player[a[0]]:
            return str(lay.first[a[0]])
        seat, slot = self.place(a, go)
        return f"({slot} if {seat} else -1)" if seat else f"({slot})"

    def place(self, a: Any, go: Any) -> tuple[str, str]:
        """Whether there is such a seat (nothing: surely), and the slot before it."""
        lay = self.t.layout
        first, who = self.named(go(a[1]))
        return (
            "" if first in self.seats else f"0 <= {first} < s.players",
            f"{lay.table + lay.first[a[0]]} + {who} * {lay.block}",
        )

    def _slots(self, a: Any, *_: Any) -> str | None:
        lay = self.t.layout
        if lay.of_player[a[0]]:
            return f"SLS(s, {lay.table + lay.first[a[0]]})"
        every = _tuple(tuple(str(x) for x in range(lay.first[a[0]], lay.first[a[0]] + lay.spaces[a[0]])))
        return f"(LFT(s, {every}) if s.gone else {every})" if self.t.closes and lay.spaces[a[0]] > 1 else every

    def _space(self, a: Any, *_: Any) -> str:
        return str(self.t.layout.first[a[0]] + a[1])

    def _slot_of(self, a: Any, go: Any, *_: Any) -> str:
        first, card = self.named(go(a[0]))
        if card in self.lying:
            return f"s.slot[{card}]"
        return f"(s.slot[{card}] if {first} >= 0 else -1)"

    def _in(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        made = self.pile(a[0], go, len(cands))
        if made is not None:
            return f"(tuple({made[0]}) if {made[1]} else ())" if made[1] else f"tuple({made[0]})"
        slots, lay = a[0], self.t.layout
        if slots[0] == "slots" and not lay.of_player[slots[1]]:
            first = lay.first[slots[1]]
            return "(" + ", ".join(f"*s.zones[{first + i}]" for i in range(lay.spaces[slots[1]])) + ")"
        return f"INS(s, {go(slots)})"

    def pile(self, slots: Any, go: Any, cands: int) -> tuple[str, str] | None:
        """The list of the cards of a single slot, and the condition (or none) for there being such a slot; None for
        slots that may be several.
        """
        lay = self.t.layout
        if slots[0] == "slots" and not lay.of_player[slots[1]] and lay.spaces[slots[1]] == 1:
            return f"s.zones[{lay.first[slots[1]]}]", ""
        if slots[0] != "group" or len(slots) != 2 or self.type(slots[1], cands) != "slot":
            return None
        slot = slots[1]
        if slot[0] != "slot":
            first, name = self.named(go(slot))
            return f"s.zones[{name}]", f"{first} >= 0"
        if not lay.of_player[slot[1]]:
            return f"s.zones[{lay.first[slot[1]]}]", ""
        seat, number = self.place(slot[1:], go)
        return f"s.zones[{number}]", seat

    # -- walking over groups ---------------------------------------------------------------------------------------

    def walk(
        self, group: Any, loc: Loc, frame: str, cands: tuple[str, ...], begin: str, found: str, end: str, test: Any
    ) -> str:
        """A call of a new function that does something with the members of a group for which a test holds."""
        x = self.fresh("c")
        if lies(group):
            self.lying.add(x)
        at_once = ALL_AT_ONCE.get(begin) if x in self.lying else None
        table = answered(self.linker.values, test, len(cands)) if at_once else None
        if at_once and table is not None:
            here = at_once.format(self.name(list(table).__getitem__, "h"))
            begin = f"    if not s.grants and ({AS_PRINTED.format('g')}): return {here}\n{begin}"
        condition = self.cond(test, self.inside, frame, (*cands, x))
        return self.loop(
            group, loc, frame, cands, f"{begin}\n    for {x} in g:\n        if {condition}: {found.format(x)}\n{end}"
        )

    def loop(self, group: Any, loc: Loc, frame: str, cands: tuple[str, ...], body: str) -> str:
        """A call of a new function over the members `g` of a group; none if it has no members."""
        name = self.fresh("g")
        given = ", ".join(dict.fromkeys((*self.around, *cands)))
        head = f"def {name}({given}, g):"
        several, nothing = True, "0" if "out = 0" in body else "()"

        def go(p: Any) -> str:
            return self.expr(p, loc, frame, cands)

        made = self.pile(group[1], go, len(cands)) if group[0] == "in" else None
        if made is not None:
            source = f"({made[0]} if {made[1]} else ())" if made[1] else made[0]
        elif group[0] == "group" and len(group) == 2 and self.type(group[1], len(cands)) not in INTS | GROUPS:
            source = go(group[1])
            head += "\n    if type(g) is not tuple: g = (g,)"
            several = False
        else:
            source = go(group)
        self.loops.append(f"{head}\n    s.fuel -= len(g)\n    if s.fuel < 0: F(s, g)\n{body}\n")
        if not several:
            return f"{name}({given}, {source})"
        first, members = self.named(source)
        return f"({name}({given}, {members}) if {first} else {nothing})"

    def _filter(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        return self.walk(a[0], loc, frame, cands, "    out = []", "out.append({})", "    return tuple(out)", a[1])

    def _allowed(self, a: Any, go: Any, *_: Any) -> str | None:
        return None if self.t.forbids[a[1]] else str(go(a[2]))

    _pfilter = _filter
    _rfilter = _filter

    def _top(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        many = str(a[1][1]) if a[1][0] == "num" and a[1][1] >= 0 else f"max(0, {go(a[1])})"
        made = self.pile(a[0][1], go, len(cands)) if a[0][0] == "in" else None
        if made is None:
            return f"{go(a[0])}[:{many}]"
        if many == "1":
            first, name = self.named(made[0])
            return f"(({name}[0],) if {f'{made[1]} and {first}' if made[1] else first} else ())"
        return f"(tuple({made[0]}[:{many}]) if {made[1]} else ())" if made[1] else f"tuple({made[0]}[:{many}])"

    def _bottom(self, a: Any, go: Any, *_: Any) -> str:
        first, many = self.named(go(a[1]))
        return f"({go(a[0])}[-{many}:] if {first} > 0 else ())"

    def each(self, a: Any, loc: Loc, frame: str, cands: tuple[str, ...], begin: str, found: str, end: str) -> str:
        """As `walk`, for a value of every member."""
        x = self.fresh("c")
        value = self.expr(a[1], self.inside, frame, (*cands, x))
        return self.loop(a[0], loc, frame, cands, f"{begin}\n    for {x} in g: {found.format(value)}\n{end}")

    def _sum(self, a: Any, go: Any, loc: Loc, frame: str, cands: tuple[str, ...]) -> str:
        return self.each(a, loc, frame, cands, "    out = 0", "out += {}", "    return out")

    def _attr(self, a: Any, go: Any, *_: Any) -> str:
        unless = "s.flags[{card}] or s.modifiers"
        if self.linker.values.static[a[1]]:
            unless += f" or s.cast[{C_MODIFIERS}][{a[1]}]"
        return self.number("ga{attr}(s, {card})", a, go, f"({unless})")

    def _printed(self, a: Any, go: Any, *_: Any) -> str:
        return self.number("PR(s, {card}, {attr})", a, go, "s.flags[{card}]")

    def number(self, otherwise: str, a: Any, go: Any, unless: str) -> str:
        """A number of a card: as its definition has it, unless something may change that, as a test of {card}."""
        first, card = self.named(go(a[0]))
        there = "" if card in self.lying else f"{first} >= 0 and "
        plain = f"{there}not {unless.format(card=card)}"
        return f"(N{a[1]}[s.defn[{card}]] if {plain} else {otherwise.format(card=card, attr=a[1])})"

    def _is_kind(self, a: Any, go: Any, *_: Any) -> str:
        first, card = self.named(go(a[0]))
        table = f"T{a[1]}"
        self.enter(self, {table: tuple(self.t.iskind[a[1]])})
        more = "" if self.linker.values.static_grants else f"(s.grants or s.flags[{card}]) and "
        made = f"({table}[s.defn[{card}]] or ({more}IK(s, {card}, {a[1]})))"
        return made if card in self.lying else f"({made} if {first} >= 0 else IK(s, {card}, {a[1]}))"

    def _icons(self, a: Any, go: Any, *_: Any) -> str:
        return f"IC(s, {go(a[0])}, {a[1]})"

    def _has_icon(self, a: Any, go: Any, *_: Any) -> str:
        if self.linker.values.static_grants:
            return f"HI(s, {go(a[0])}, {a[1]})"
        first, card = self.named(go(a[0]))
        table = f"I{a[1]}"
        self.enter(self, {table: tuple(1 if a[1] in icons else 0 for icons in self.t.icons[self.t.icon_family[a[1]]])})
        plain = f"{first} >= 0 and not (s.grants or s.flags[{card}])"
        return f"({table}[s.defn[{card}]] if {plain} else HI(s, {card}, {a[1]}))"

    def _name(self, a: Any, go: Any, *_: Any) -> str:
        first, card = self.named(go(a[0]))
        table = f"NA{a[1]}"
        self.enter(self, {table: self.t.names[a[1]]})
        return f"({table}[s.defn[{card}]] if {first} >= 0 and not s.flags[{card}] else NM(s, {card}, {a[1]}))"

    def _has_keyword(self, a: Any, go: Any, *_: Any) -> str:
        return f"HK(s, {go(a[0])}, {a[1]})"


def lies(group: Any) -> bool:
    """Whether all members of a group certainly are cards that lie somewhere."""
    if group[0] in FILTERS or group[0] == "top":
        return lies(group[1])
    return bool(group[0] == "in" or (group[0] == "union" and all(lies(p) for p in group[1:])))


def _tuple(parts: tuple[str, ...]) -> str:
    return "(" + "".join(f"{p}, " for p in parts) + ")"
