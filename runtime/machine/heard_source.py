"""The second back end, those who listen: tests that tell without a call of anybody that an event triggers nothing.

For the abilities that listen to a type of event in a game, one function of a card that has moved: it is false only if
none of them can be triggered. What their patterns ask of the row is asked here, at once for all of them; what they ask
of anything else is taken as true, for `Triggers.collect` asks again. The same for standing conditions, exactly.
Must not know procedures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.runtime.rules.tables import CARDS, TOLD, Ability, speaks_of

from .plan_source import PlanSource

if TYPE_CHECKING:
    from .program import Program

ROW = ("one", ("event-rows", ("event",)))
PARTS = {("row-who", ROW): "who", ("row-card", ROW): "card", ("row-from", ROW): "frm", ("row-to", ROW): "to"}
NOBODY = "(-1, s.active, ())"
Test = tuple[str, bool]  # an expression, and whether it is exact: else it may be true though the plan is not


class HeardSource:
    """Writes tests of one program."""

    def __init__(self, writer: PlanSource, program: Program) -> None:
        self.w = writer
        self.p = program

    def _begin(self, given: tuple[str, ...]) -> None:
        self.w.begin(given, lambda n: {0: "(-1)", 1: "s.active", 2: "()"}.get(n, "None"))

    def _expr(self, plan: Any) -> str:
        return self.w.expr(plan, self.w.inside, NOBODY)

    def _cond(self, plan: Any, cands: tuple[str, ...] = ()) -> str:
        return self.w.cond(plan, self.w.inside, NOBODY, cands)

    # ------------------------------------------------------------------------------------------------------- events
    def heard(self, listeners: tuple[int, ...]) -> str:
        """The source of `heard(s, who, card, frm, to)` for a card that is what is printed on it, or for none."""
        self._begin(("s",))
        abilities = [self.p.tables.ability[number] for number in listeners]
        tests: list[str] = []
        holders = frozenset(d for a in abilities if a.about_only for d in self.p.tables.holders[a.id])
        if holders:
            tests.append(f"s.defn[card] in {self.w.name(holders, 'd')}")
        for ability in abilities:
            if not ability.about_only:
                tests.append(self._listens(ability))
        tests = ["1"] if "1" in tests else list(dict.fromkeys(tests))
        return f"def heard(s, who, card, frm, to):\n    return {' or '.join(tests)}\n"

    def _listens(self, ability: Ability) -> str:
        if not ability.level or ability.image.pattern < 0:
            return "1"
        found = self._test(self.p.image.plans[ability.image.pattern])
        return "1" if found is None else found[0]

    def _test(self, plan: Any) -> Test | None:
        """What a plan asks of the row; None if that is nothing which can be told here."""
        op, parts = plan[0], plan[1:]
        if op in ("and", "or"):
            tests = [self._test(part) for part in parts]
            known = [test for test in tests if test is not None]
            if not known or (op == "or" and len(known) < len(tests)):
                return None
            exact = len(known) == len(tests) and all(test[1] for test in known)
            return f"({f' {op} '.join(test[0] for test in known)})", exact
        if op == "not":
            inner = self._test(parts[0])
            return (f"(not {inner[0]})", True) if inner is not None and inner[1] else None
        made = ""
        if op == "member" and parts[0] in PARTS and not speaks_of(parts[1], TOLD):
            made = f"({PARTS[parts[0]]} in {self._expr(parts[1])})"
        elif op == "some" and parts[0][0] == "filter" and parts[0][1] == CARDS and not speaks_of(parts[0][2], TOLD):
            self.w.lying.add("card")
            made = f"(card >= 0 and {self._cond(parts[0][2], ('card',))})"
            self.w.lying.discard("card")
        if self.w.loops:  # what walks is not asked for here
            self.w.loops.clear()
            return None
        return (made, True) if made else None

    # ------------------------------------------------------------------------------------------------------- states
    def due(self, states: tuple[int, ...], number: int) -> str:
        """The source of `due(s)` for these standing conditions, a selection by its number."""
        triggers = self.p.triggers
        self._begin(("s",))
        lines = ["def due(s):"]
        for at in states:
            ability = self.p.tables.ability[at]
            holds = f"TRUE(s, {self.w.name(ability, 'a')}) is not None"
            if ability.alone:
                holds = f"{self._cond(self.p.image.plans[ability.image.condition])} and {holds}"
            lines.append(f"    if {holds}: return True")
        lines += [
            f"    if CACHING(): s.cache[{triggers.cache_at}] = READERS[{number}](s.stamps)",
            "    return False",
        ]
        return "\n".join((*lines, *self.w.loops)) + "\n"


class Made(dict[Any, Any]):
    """Functions by what they are for; made when they are first asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Any) -> Any:
        made = self[key] = self.make(key)
        return made
