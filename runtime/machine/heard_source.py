"""The second back end, those who listen: what tells without a call of anybody that an event triggers nothing.

For the abilities that listen to a type of event in a game: by slot, the definitions of cards from there that one of
them may hear of; one function of a card that has moved, which writes the pool; one of several cards, which tells who
may hear. What their patterns ask of the row is asked here, at once for all of them; what they ask of anything else is
taken as true, for `Triggers` asks again. The same for standing conditions, exactly. Must not know procedures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.runtime.rules.casts import Numbers
from cardwright.runtime.rules.tables import CARDS, THIS, TOLD, Ability, speaks_of

from .plan_source import PlanSource

if TYPE_CHECKING:
    from .program import Program

ROWS = ("event-rows", ("event",))
ROW = ("one", ROWS)
PARTS = {("row-who", ROW): "who", ("row-card", ROW): "card", ("row-from", ROW): "frm", ("row-to", ROW): "to"}
NOBODY = "(-1, s.active, ())"
SLOTS = re.compile(r"\([\d, ]+\)")  # slots that are known now


class Test(NamedTuple):
    """An expression; whether it is exact, else it may be true though the plan is not; the slots a card must come from,
    and the definitions it must have, None if it may be any.
    """

    source: str
    exact: bool
    places: frozenset[int] | None = None
    kinds: frozenset[int] | None = None


PERHAPS = Test("1", False)


def _together(those: Iterable[frozenset[int] | None]) -> frozenset[int] | None:
    """The slots or definitions of several tests, one of which must be true."""
    found: frozenset[int] = frozenset()
    for one in those:
        if one is None:
            return None
        found |= one
    return found


def _common(those: Iterable[frozenset[int] | None]) -> frozenset[int] | None:
    """The slots or definitions of several tests, all of which must be true."""
    found: frozenset[int] | None = None
    for one in those:
        if one is not None:
            found = one if found is None else found & one
    return found


class HeardSource:
    """Writes tests of one program."""

    def __init__(self, writer: PlanSource, program: Program) -> None:
        self.w = writer
        self.p = program
        self.deaf = (False,) * len(program.tables.kind)
        self.own = False  # those that listen carry the card it happens to

    def _begin(self, given: tuple[str, ...]) -> None:
        self.w.begin(given, lambda n: {0: "(-1)", 1: "s.active", 2: "()"}.get(n, "None"))

    def _expr(self, plan: Any) -> str:
        return self.w.expr(plan, self.w.inside, NOBODY)

    def _cond(self, plan: Any, cands: tuple[str, ...] = ()) -> str:
        return self.w.cond(plan, self.w.inside, NOBODY, cands)

    # ------------------------------------------------------------------------------------------------------- events
    def gather(self, listeners: tuple[int, ...]) -> str:
        """The source of `gather(s, kind, rows, actor, cause, ability, keyword)`: as `Triggers.collect`, of one card
        that is what is printed on it. What is known of those who listen is not asked when it runs.
        """
        t = self.p.tables
        self._begin(("s",))
        lines: list[str] = []
        for number in listeners:
            ability = t.ability[number]
            test = self._listens(ability)
            tests = [] if test.source == "1" else [test.source]
            if ability.about_only:
                tests.insert(0, self._carries(number))
            lines.append(f"    if {' and '.join(tests)}:" if tests else "    if 1:")
            lines += [f"        {line}" for line in self._pooled(ability, test.exact)]
        said = "\n".join(lines)
        begin = [
            "def gather(s, kind, rows, actor, cause, ability, keyword):",
            "    row = rows[0]",
            *(f"    {part} = row[{at}]" for at, part in enumerate(PARTS.values()) if re.search(rf"\b{part}\b", said)),
            "    definition = s.defn[row[1]]",
            "    event = (kind, actor, cause, ability, keyword, rows)",
        ]
        return "\n".join((*begin, *lines, *self.w.loops)) + "\n"

    def _carries(self, ability: int) -> str:
        """Whether the card of the event carries an ability: Python looks into a tuple faster than into a set."""
        holders = frozenset(self.p.tables.holders[ability])
        return f"{self.w.name(tuple([d in holders for d in range(len(self.p.tables.kind))]), 'd')}[definition]"

    def _pooled(self, ability: Ability, exact: bool) -> list[str]:
        """What happens if one may be triggered: an entry of the pool, or all of it is asked again."""
        named = self.w.name(ability, "a")
        far = not ability.about_only and not ability.always  # it listens with a card that lies somewhere
        this = "card" if ability.about_only else "this" if far else "-1"
        you = self._you(ability, this)
        if not exact or you is None or ability.condition or ability.uses or ability.times:
            call = f"LISTEN(s, {named}, rows, event)" if far else f"ENTER(s, {named}, {this}, event)"
            return [call]
        pooled = f"if 0 <= (you := {you}) < s.players: s.pool.append(({ability.id}, {this}, you, event, (), -1))"
        if not far:
            return [pooled]
        return [
            f"if {self._carries(ability.id)}: LISTEN(s, {named}, rows, event)",  # perhaps it is the card itself
            "else:",
            f"    for this in WORKING(s, {named}):",
            f"        {pooled}",
        ]

    def _you(self, ability: Ability, this: str) -> str | None:
        """Whose an ability is that listens with a card, or alone; None if it must be asked."""
        if ability.image.you < 0:
            return "s.active" if this == "-1" else f"OWNS(s, {this})"
        return self._whose(self.p.image.plans[ability.image.you], this)

    def _whose(self, plan: Any, this: str) -> str | None:
        match plan:
            case ("active",):
                return "s.active"
            case ("owner", ("this",)):
                return f"OW(s, {this})"
            case ("one", ("row-players", ("event-rows", ("event",)))):
                return "who"
            case ("if", ("lt", ("owner", ("this",)), ("num", 0)), nobodys, owned):
                nobody, owner = self._whose(nobodys, this), self._whose(owned, this)
                if this == "-1":
                    return nobody
                return None if nobody is None or owner is None else f"({nobody} if OW(s, {this}) < 0 else {owner})"
            case ("if", ("some", ("row-players", ("event-rows", ("event",)))), known, unknown):
                some, none = self._whose(known, this), self._whose(unknown, this)
                return None if some is None or none is None else f"({some} if who >= 0 else {none})"
        return None

    def heards(self, listeners: tuple[int, ...]) -> str:
        """As `heard`, of several cards: `heard(s, who, cards, froms, to)`."""
        about, tests = self._tests(listeners)
        lines = ["def heard(s, who, cards, froms, to):", "    out = []"]
        if about:
            lines += [
                f"    if not {about}.keys().isdisjoint(map(s.defn.__getitem__, cards)):",
                f"        for card in cards: out += {about}.get(s.defn[card], ())",
            ]
        places = _together([test.places for test in tests.values()])
        if tests:  # whether they come from elsewhere is told of all cards at once
            moved = "zip(cards, froms)"
            if places is not None:
                moved = f"() if {self.w.name(places, 'd')}.isdisjoint(froms) else {moved}"
            lines += [
                f"    for card, frm in {moved}:",
                *(f"        if {test.source}: out.append({number})" for number, test in tests.items()),
            ]
        return "\n".join((*lines, self._in_order(listeners)))

    def ears(self, listeners: tuple[int, ...]) -> tuple[tuple[bool, ...], ...]:
        """By slot and definition: whether somebody may hear of such a card from there, if it is what is printed on it.
        Most events are heard by nobody, and this tells so at a glance; `deaf` stands where nobody hears of any.
        """
        self._begin(("s",))
        t = self.p.tables
        every = frozenset(range(len(t.kind)))
        found: list[frozenset[int]] = [frozenset()] * t.layout.slots
        for number in listeners:
            ability = t.ability[number]
            test = self._listens(ability)
            heard = every if test.kinds is None else test.kinds
            if ability.about_only:
                heard &= frozenset(t.holders[ability.id])
            for slot in range(len(found)) if test.places is None else test.places:
                found[slot] |= heard
        made = {one: tuple(definition in one for definition in range(len(t.kind))) for one in {*found}}
        made[frozenset()] = self.deaf
        return tuple([made[one] for one in found])

    def _in_order(self, listeners: tuple[int, ...]) -> str:
        """What was found, each once, in the order of the listeners."""
        return f"    return [at for at in {self.w.name(listeners, 'd')} if at in out] if out else out\n"

    def _tests(self, listeners: tuple[int, ...]) -> tuple[str, dict[int, Test]]:
        """A name for those that listen to what happens to themselves, by definition; the tests of the others."""
        self._begin(("s",))
        t = self.p.tables
        abilities = [t.ability[number] for number in listeners]
        about: dict[int, tuple[int, ...]] = {}
        for ability in abilities:
            for definition in t.holders[ability.id] if ability.about_only else ():
                about[definition] = (*about.get(definition, ()), ability.id)
        tests = {ability.id: self._listens(ability) for ability in abilities if not ability.about_only}
        return self.w.name(about, "d") if about else "", tests

    def _listens(self, ability: Ability) -> Test:
        self.own = ability.about_only
        if not ability.level or ability.image.pattern < 0:
            return PERHAPS
        return self._test(self.p.image.plans[ability.image.pattern]) or PERHAPS

    def _test(self, plan: Any) -> Test | None:
        """What a plan asks of the row; None if that is nothing which can be told here."""
        op, parts = plan[0], plan[1:]
        if self.own and plan in THIS:
            return Test("1", True)
        if op in ("and", "or"):
            tests = [self._test(part) for part in parts]
            known = [test for test in tests if test is not None]
            if not known or (op == "or" and len(known) < len(tests)):
                return None
            exact = len(known) == len(tests) and all(test.exact for test in known)
            both = _common if op == "and" else _together
            places, kinds = both([test.places for test in known]), both([test.kinds for test in known])
            return Test(f"({f' {op} '.join(test.source for test in known)})", exact, places, kinds)
        if op == "not":
            inner = self._test(parts[0])
            return Test(f"(not {inner.source})", True) if inner is not None and inner.exact else None
        made, slots, kinds = "", None, None
        if op == "member" and parts[0] in PARTS and not speaks_of(parts[1], TOLD):
            where = self._expr(parts[1])
            made = f"({PARTS[parts[0]]} in {where})"
            if PARTS[parts[0]] == "frm" and SLOTS.fullmatch(where):
                slots = frozenset(int(slot) for slot in where[1:-1].split(",") if slot.strip())
        elif op == "some" and parts[0][0] == "filter" and parts[0][1] == CARDS and not speaks_of(parts[0][2], TOLD):
            with self.w.of_card():
                made = f"(card >= 0 and {self._cond(parts[0][2], ('card',))})"
            kinds = self._kinds(parts[0][2], ("cand", 0))
        elif op == "some" and parts[0][0] == "rfilter" and parts[0][1] == ROWS:
            kinds = self._kinds(parts[0][2], ("row-card", ("cand", 0)))
        if self.w.loops:  # what walks is not asked for here
            self.w.loops.clear()
            return None
        if not made:
            return None if kinds is None else PERHAPS._replace(kinds=kinds)
        return Test(made, True, slots, kinds)

    def _kinds(self, plan: Any, card: Any) -> frozenset[int] | None:
        """The definitions of which a test of a card may be true, if it is what is printed on it; None: of any."""
        if plan[0] == "is-kind" and plan[1] == card:
            return frozenset(d for d, it_is in enumerate(self.p.tables.iskind[plan[2]]) if it_is)
        if plan[0] in ("and", "or"):
            return (_common if plan[0] == "and" else _together)([self._kinds(part, card) for part in plan[1:]])
        return None

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
        if triggers.caching:
            lines.append(f"    s.cache[{triggers.cache_at}] = READERS[{number}](s.stamps)")
        lines.append("    return False")
        return "\n".join((*lines, *self.w.loops)) + "\n"


class Listed:
    """Functions by the number of a selection, in a plain list, which is read fastest; made when first called."""

    def __init__(self, make: Callable[[int], Any], selections: Numbers) -> None:
        self.make = make
        self.functions: list[Any] = []
        selections.tell(lambda _: self.functions.append(self._stub(len(self.functions))))

    def clear(self) -> None:
        """Make them anew."""
        self.functions[:] = map(self._stub, range(len(self.functions)))

    def _stub(self, number: int) -> Any:
        def stub(*given: Any) -> Any:
            made = self.functions[number] = self.make(number)
            return made(*given)

        return stub


class Made(dict[Any, Any]):
    """Functions by what they are for; made when they are first asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: Any) -> Any:
        made = self[key] = self.make(key)
        return made
