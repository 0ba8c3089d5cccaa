"""The second back end, acts: the function that says which acts can be done now, for what is usual.

What is offered of an act with a price is kept with the stamps it was derived from, so that most often only the points
are counted anew. Acts without a price on cards in a place of few cards are looked for each time: looking is less work
than comparing stamps. Whether a card's own permissions let it be done is asked last, of those few that carry any. Where
rows change what may be done, `Acts.offered` says it. Must not know procedures.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardwright.runtime.rules.acts import MIXED, REFUSED, Acts, Entry
from cardwright.runtime.rules.tables import Ability, speaks_of
from cardwright.runtime.state.state import State

from .group_parts import parts_of
from .plan_source import PlanSource
from .plan_templates import Loc
from .printed import answered

# number of the reader of what it depends on, its stamps, (amount, card) rows, the least, the player
Derived = tuple[int, Any, tuple[tuple[int, int], ...], int, int]
MOST = 256  # sets of rows whose reads are remembered
LOCALS = ("(-1)", "player", "()", "card")  # of plans of acts
RULE = ("(-1)", "s.active", "()", "card")  # of a rule: it is the active player's
CARD = "(-1, player, (), card)"
FAR = -REFUSED  # an amount nobody has


def _short(line: str) -> str:
    """A line of a function that has these columns at hand."""
    return line.replace("s.defn[", "defn[").replace("s.flags[", "flags[")


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
        self.texts: list[str] = []
        self.printed: dict[str, str] = {}  # tests of a card: what is left of them if no card plays a role
        self.tables: dict[str, tuple[bool, ...]] = {}  # such a test: what it is of each definition
        self.tested: dict[str, str] = {}  # where cards are walked to offer an act without a price: the test of each
        entries = acts.under(statics)
        if acts.values.static_grants:
            return None
        self.w.enter(self, {
            "OFFER": acts.offered, "FORBIDDEN": acts.forbidden, "MAY": acts.permissions.may, "sorted": sorted,
            "READERS_OF": acts.readers,
        })  # fmt: skip
        parts: list[tuple[int, list[str]]] = []
        with self.w.of_card():
            for entry in entries:
                parts.append((entry.number, self._priced(entry) if entry.priced else self._free(entry)))
        points, near = self._points(entries), self._near()
        lines = ["def offered(s, player):", "    if s.grants: return OFFER(s, player)"]
        lines += [
            f"    if s.permissions or s.roles: return gl{statics}(s, player)",
            "    out, defn = [], s.defn",
            *points,
        ]
        usual = [self._printed(line) for _, part in parts for line in part]
        left = self._together(usual, [self._printed(line) for line in near])
        for line in (*(f"    {line}" for line in usual), *left):
            lines.append(line.replace("s.defn[", "defn["))
        lines += ["    return tuple(out)", ""]
        # where rows forbid some acts altogether, or cards are not what is printed on them
        lines += [f"def gl{statics}(s, player):", "    forbidden = FORBIDDEN(s, player) if s.permissions else 0"]
        lines += ["    if forbidden < 0: return OFFER(s, player)", "    out = []", *points]
        lines += ["    defn, flags = s.defn, s.flags"]
        for number, part in parts:
            lines += [f"    if not forbidden & {1 << number}:", *(f"        {_short(line)}" for line in part)]
        lines += [*map(_short, near), "    return tuple(out)", ""]
        return "\n".join((*lines, *self.texts))

    def _points(self, entries: list[Entry]) -> list[str]:
        """The points of the player, of each kind."""
        image = self.acts.t.image
        lines: list[str] = []
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
        return lines

    def _near(self) -> list[str]:
        """Abilities that are used: looked for where few cards lie, if that is so of all, else kept."""
        acts = self.acts
        lines: list[str] = []
        if acts.uses and not acts.near:
            return self._used()
        for ability, places, holders in acts.near:
            held = tuple([d in holders for d in range(len(acts.t.kind))])
            self.w.enter(
                self, {f"PLACES{ability.id}": places, f"HOLDERS{ability.id}": holders, f"HELD{ability.id}": held}
            )
            with self.w.of_card():
                usable = self._usable(ability, places)
            carries = f"HELD{ability.id}[s.defn[card]] or s.flags[card]"
            self.printed[carries] = f"HELD{ability.id}[s.defn[card]]"
            lines += [
                f"    for place in PLACES{ability.id}[player]:",
                "        for card in s.zones[place]:",
                f"            if {carries}:",
                f"                out += {usable}(s, player)",
                "                break",
                "        else: continue",
                "        break",
            ]
        return lines

    def _printed(self, line: str) -> str:
        """A line as it is where no card plays a role."""
        for usual, short in self.printed.items():
            line = line.replace(usual, short)
        return line

    def _together(self, usual: list[str], near: list[str]) -> list[str]:
        """What is left of looking for abilities that are used, when cards of one place are looked at once: an act is
        looked for on each of them, and none that carries the ability can be what the act is offered on.
        """
        block = self.acts.t.layout.block
        if len(self.acts.near) != 1:
            return near
        ability, places, holders = self.acts.near[0]
        first = places[0][0] if places[0] else -1
        if any(of != (first + seat * block,) for seat, of in enumerate(places)):
            return near
        for at, line in enumerate(usual):
            table = self.tables.get(self.tested.get(line, ""))
            if table is None or f"s.zones[{first} + player * {block}]" not in line or any(table[d] for d in holders):
                continue
            usual.insert(at + 2, f"    elif HELD{ability.id}[s.defn[card]]: near = 1")
            usual.insert(at, "near = 0")
            return [f"    if near: out += gu{self.statics}_{ability.id}(s, player)"]
        return near

    def _used(self) -> list[str]:
        """Abilities that are used, of all sorts: asked for if a card that carries any lies where it may."""
        acts = self.acts
        places = acts.places(self.statics)
        if places is None:
            self.w.enter(self, {"USABLE": acts.usable})
            return ["    out += USABLE(s, player)"]
        if not any(places):
            return []
        around, carriers = f"PLACES_{self.statics}", f"HELD_{self.statics}"
        self.w.enter(self, {around: places, carriers: acts.carriers(self.statics), "ABILITIES": acts.abilities})
        carries = f"{carriers}[s.defn[card]] or s.flags[card]"
        self.printed[carries] = f"{carriers}[s.defn[card]]"
        return [
            f"    for place in {around}[player]:",
            "        for card in s.zones[place]:",
            f"            if {carries}:",
            "                out += ABILITIES(s, player)",
            "                break",
            "        else: continue",
            "        break",
        ]

    # ------------------------------------------------------------------------------------------------------- plans
    def _local(self, n: int) -> str:
        return LOCALS[n]

    def _writing(self, *around: str) -> Loc:
        """What follows is written among these names; how it reads locals."""
        self.texts += self.w.loops
        self.w.begin(("s", *around), self._local)
        return self._local

    def _cards(self, entry: Entry) -> list[tuple[str, str]]:
        """The cards an act is about, part by part, and the test of each card of a part (or nothing)."""
        act = self.acts.t.image.acts[entry.number]
        plans = self.acts.t.image.plans
        found = self._parts(plans[act.cards], LOCALS)
        if act.if_ >= 0:
            local = self._writing("player", "card")
            own = self.w.cond(plans[act.if_], local, CARD)
            self.texts += self.w.loops
            self.w.loops = []
            found = [(cards, f"{test} and {own}" if test else own) for cards, test in found]
        return found

    def _parts(self, group: Any, given: tuple[str, ...]) -> list[tuple[str, str]]:
        """A group, part by part, and the test of each card of a part (or nothing)."""
        found = []
        local = given.__getitem__
        frame, of_card = f"({', '.join(given[:3])})", f"({', '.join(given)})"
        for part, tests in parts_of(group, self.w.reading):
            self.w.begin(("s", "player"), local)
            pile = self.w.pile(part[1], lambda p: self.w.expr(p, local, frame), 0) if part[0] == "in" else None
            if pile is None:
                cards = self.w.expr(part, local, frame)
            else:
                cards = f"({pile[0]} if {pile[1]} else ())" if pile[1] else pile[0]
            test = " and ".join([self._of_card(test, local, of_card) for test in tests])
            self.texts += self.w.loops
            self.w.loops = []
            found.append((cards, test))
        return found

    def _of_card(self, test: Any, local: Loc, frame: str) -> str:
        """A test of a card: what its definition answers, unless the card is more than what is printed on it."""
        made = self.w.cond(test, local, frame, ("card",))
        table = answered(self.acts.values, test, 0)
        if table is None:
            return made
        short = f"{self.w.name(table, 'h')}[s.defn[card]]"
        usual = f"({short} if not s.flags[card] else {made})"
        self.printed[usual], self.tables[usual] = short, table
        return usual

    def _allowed(self, entry: Entry, name: str) -> list[str]:
        """A test of what the permissions of a card itself say of it."""
        if not entry.ruled:
            return []
        self.w.enter(self, {f"RULING{name}": self.acts.ruling(self.statics, entry.number)})
        carries = f"(RULING{name}[s.defn[card]] or s.flags[card])"
        self.printed[carries] = f"RULING{name}[s.defn[card]]"
        return [f"(not {carries} or MAY(s, player, {entry.number}, card))"]

    # ------------------------------------------------------------------------------------------------------- acts
    def _free(self, entry: Entry) -> list[str]:
        """Acts without a price: found each time, unless something of the game speaks of cards but the one it is on."""
        number, name = entry.number, f"{self.statics}_{entry.number}"
        if entry.ruled and not entry.soft:
            self.w.enter(self, {f"RULED{name}": lambda s, player: self.acts.offer(s, player, entry)[1]})
            return [f"out += RULED{name}(s, player)"]
        parts = self._cards(entry)
        allowed = self._allowed(entry, name)
        act = f"(player, {number}, -1, card)"
        row = f"out.append({act})"
        lines = []
        for cards, tested in parts:
            test = " and ".join(filter(None, (tested, *allowed)))
            self.tested.setdefault(f"for card in {cards}:", tested)
            if allowed and tested in self.tables:
                self._joined(entry, test, self.tables[tested])
            lines += [f"for card in {cards}:", f"    if {test}: {row}" if test else f"    {row}"]
        if entry.opens:
            lines += self._opened(number, allowed)
        return lines

    def _joined(self, entry: Entry, test: str, offered: tuple[bool, ...]) -> None:
        """Whether an act is offered on a card, and whether what its own permissions say is asked, as one table."""
        asked = self.acts.ruling(self.statics, entry.number)
        table = tuple([2 if may and ask else int(may) for may, ask in zip(offered, asked, strict=True)])
        may = f"(may := {self.w.name(table, 'h')}[s.defn[card]])"
        self.printed = {test: f"{may} and (may == 1 or MAY(s, player, {entry.number}, card))", **self.printed}

    def _opened(self, number: int, allowed: list[str]) -> list[str]:
        """Cards that an act is not offered on otherwise."""
        acts, lines = self.acts, ["opened = []"]
        opening = acts.opening(self.statics, number)
        if all(p.ability.always and p.lying and not (p.who or p.if_ or p.ability.condition) for p in opening):
            for p in opening:
                for cards, test in self._parts(("filter", ("in", p.lying), p.test), RULE):
                    row = "opened.append(card)"
                    lines += [f"for card in {cards}:", f"    if {test}: {row}" if test else f"    {row}"]
        else:
            self.w.enter(self, {"OPENED_ON": acts.permissions.opened})
            lines = [f"opened = OPENED_ON(s, player, {number})"]
        act = f"(player, {number}, -1, card)"
        if_ = acts.t.image.acts[number].if_
        own = [] if if_ < 0 else [self.w.cond(acts.t.image.plans[if_], self._writing("player", "card"), CARD)]
        self.texts += self.w.loops
        self.w.loops = []
        test = " and ".join((*own, *allowed, f"{act} not in out"))
        return [*lines, "for card in sorted(opened) if opened else ():", f"    if {test}: out.append({act})"]

    def _priced(self, entry: Entry) -> list[str]:
        """Acts with a price: kept with the stamps of what they read, for every player if it is the same for all."""
        acts = self.acts
        number, name = entry.number, f"{self.statics}_{entry.number}"
        worth = acts.priced[number]
        assert worth is not None
        cell, tests, derive = self.cell + number, [], f"gp{name}"
        own = entry.ruled and not entry.opens and not entry.soft and acts.own(self.statics, number)
        if own:
            self.w.enter(self, {f"RULING{name}": acts.ruling(self.statics, number)})
            self.w.enter(self, {"AMOUNT": acts.amount, "REFUSED": REFUSED})
            self._prices(entry, name, cell, own=True)
        elif entry.ruled and (entry.opens or not entry.soft):
            derive = f"DERIVE{name}"
            self.w.enter(self, {f"DERIVE{name}": self._derive(entry, cell)})
        else:
            tests = self._allowed(entry, name)
            if entry.ruled:
                entry = acts.unruled(self.statics, number)
            self._prices(entry, name, cell)
        affordable = " and ".join(("amount <= there", *tests))
        whose = "" if entry.alike else " or kept[4] != player"
        return [
            f"kept = cache[{cell}]",
            f"if kept is None or kept[1] != {self._read(entry, 'kept[0]')}{whose}:",
            f"    kept = {derive}(s, player)",
            *(["    if kept is None: return OFFER(s, player)"] if own or derive.startswith("DERIVE") else []),
            f"there = {' + '.join(f'p{kind}' for kind in worth[1]) or '0'}",
            "if kept[3] <= there:",
            "    for amount, card in kept[2]:",
            f"        if {affordable}: out.append((player, {number}, -1, card))",
        ]

    def _prices(self, entry: Entry, name: str, cell: int, own: bool = False) -> None:
        """Write the function that works out what is kept of an act with a price, and keeps it. `own`: permissions on a
        card itself may change its price; it returns None where one is not paid in the usual way.
        """
        acts = self.acts
        image = acts.t.image
        parts = self._cards(entry)
        before, amount, printed = self._amount(image.plans[image.prices[image.acts[entry.number].price].amount])
        row = [f"rows.append(({amount}, card))"]
        if own:
            row = [
                f"if RULING{name}[s.defn[card]] or s.flags[card]:",
                f"    amount = AMOUNT(s, player, {entry.number}, card)",
                "    if amount is None: return None",
                "    if amount == REFUSED: continue",
                f"else: amount = {amount}",
                "rows.append((amount, card))",
            ]
        lines = [f"def gp{name}(s, player):", "    rows = []"]
        usual = None if own or printed is None else self._as_printed(parts, printed)
        there = "    " if usual is None else "        "
        if usual is not None:
            lines += ["    if not s.roles and not s.modifiers:", "        defn = s.defn", *usual, "    else:"]
            before = [f"    {line}" for line in before]
        lines += [*before, f"{there}defn, flags = s.defn, s.flags"]
        for cards, test in parts:
            lines += [f"{there}for card in {cards}:"]
            lines += [f"{there}    if not ({_short(test)}): continue"] if test else []
            lines += [f"{there}    {_short(line)}" for line in row]
        self.w.enter(self, {f"MODIFIED{name}": self._modified(entry)})
        lines += [
            f"    reader, stamps = {acts.reader(entry.reads)} if not s.modifiers else MODIFIED{name}(s), s.stamps",
            "    least = min(rows)[0] if rows else 0",
            f"    kept = s.cache[{cell}] = (reader, {self._read(entry, 'reader')}, tuple(rows), least, player)",
            "    return kept",
            "",
        ]
        self.texts.append("\n".join(lines))

    def _as_printed(self, parts: list[tuple[str, str]], printed: str) -> list[str] | None:
        """The rows of an act's cards where no card plays a role and no row modifies numbers. What a definition costs
        and whether the act is offered on it is one table then: what is not offered is out of reach.
        """
        lines = []
        for cards, test in parts:
            if test and test not in self.tables:
                return None
            lines += [f"        for card in {cards}:"]
            costs = self.w.space.get(printed.removesuffix("[s.defn[card]]"))
            if costs is None:
                offered = [f"            if {self.printed[test]}:"] if test else []
                lines += [*offered, f"            {'    ' if test else ''}rows.append(({printed}, card))"]
            else:
                if test:
                    costs = tuple([n if may else FAR for n, may in zip(costs, self.tables[test], strict=True)])
                lines.append(f"            rows.append(({self.w.name(costs, 'h')}[s.defn[card]], card))")
        return [line.replace("s.defn[", "defn[") for line in lines]

    def _read(self, entry: Entry, reader: str) -> str:
        """What a reader finds now. Stamps only grow: of those that are usually read the sum says as much as all."""
        total = " + ".join([f"stamps[{at}]" for at in sorted(entry.reads)])
        return f"({total} if {reader} == {self.acts.reader(entry.reads)} else READERS_OF[{reader}](stamps))"

    def _amount(self, plan: Any) -> tuple[list[str], str, str | None]:
        """The amount of a price: what is worked out before the cards are gone through, its expression, and that of a
        card as it is printed, if that is simpler. Most are one number of the card, and which static abilities may
        change it is known of the game.
        """
        values = self.acts.values
        if plan[0] != "attr" or plan[1] != ("local", 3) or values.static_grants:
            made = self.w.expr(plan, self._writing("player", "card"), CARD)
            self.texts += self.w.loops
            self.w.loops = []
            return [], made, None
        attr = plan[2]
        static = self.acts.static(self.statics)[attr]
        before = ["    changed = 0", "    for row in s.modifiers:", f"        if row[0] == {attr}: changed = 1"]
        added = [f"gm{attr}_{at}" for at in static]
        if any(
            name not in self.w.space or values.static[attr][at].floor == 0
            for name, at in zip(added, static, strict=True)
        ):
            return [], f"ga{attr}(s, card)", None
        number = f"N{attr}[s.defn[card]]"
        if static:
            number = f"(n if (n := {' + '.join((number, *(f'{name}(s, card)' for name in added)))}) > 0 else 0)"
        return before, f"({number} if not (changed or s.flags[card]) else ga{attr}(s, card))", number

    def _modified(self, entry: Entry) -> Callable[[State], int]:
        """The number of the reader of what is kept of an act, while rows modify numbers."""
        acts = self.acts
        made: dict[Any, int] = {}

        def modified(s: State) -> int:
            rows = s.modifiers
            said = (bool(s.permissions), *[part for row in rows for part in (row[3], row[9])])
            reader = made.get(said)
            if reader is None:
                if len(made) > MOST:
                    made.clear()
                reader = made[said] = acts.reader(acts.modified(s, entry))
            return reader

        return modified

    def _derive(self, entry: Entry, cell: int) -> Callable[[State, int], Derived | None]:
        """What is kept of an act with a price, where permissions change it; None if it is not always paid in the usual
        way.
        """
        acts, modified = self.acts, self._modified(entry)
        usual = acts.reader(entry.reads)

        def derive(s: State, player: int) -> Derived | None:
            kinds, offered, _ = acts.offer(s, player, entry)
            if kinds is None or kinds == MIXED:
                return None
            rows = tuple([(amount, act[3]) for amount, act in offered])
            reader = usual if not s.modifiers else modified(s)
            least = min(rows)[0] if rows else 0
            stamps = s.stamps
            now = sum([stamps[at] for at in entry.reads]) if reader == usual else acts.readers[reader](stamps)
            kept = s.cache[cell] = (reader, now, rows, least, player)
            return kept

        return derive

    def _usable(self, ability: Ability, places: Any) -> str:
        """Write the function that finds where an ability may be used; its name."""
        name, number = f"gu{self.statics}_{ability.id}", ability.id
        lay, plans = self.acts.t.layout, self.acts.t.image.plans
        self.w.enter(self, {
            f"AB{number}": ability, "CARRIES": self.acts.values.carries, "USER": self.acts.user,
            "USED": self.acts.triggers.is_used,
        })  # fmt: skip
        before: list[str] = ["found"]
        after: list[str] = []
        if ability.you is not None or any(lay.owner[x] != seat for seat, of in enumerate(places) for x in of):
            after.append(f"USER(s, AB{number}, card) == player")
        if ability.uses:
            after.append(f"not USED(s, AB{number}, card, player)")
        self.texts += self.w.loops
        for at in (ability.image.condition, ability.image.pattern):
            if at >= 0:
                alone = not speaks_of(plans[at], ("this", "local"))
                given = ("(-1)" if alone else "card", "player", "()")
                self.w.begin(("s", "player") if alone else ("s", "player", "card"), given.__getitem__)
                test = self.w.cond(plans[at], given.__getitem__, f"({', '.join(given)})")
                (before if alone else after).append(test)
                self.texts += self.w.loops
        self.w.loops = []
        row = f"out.append((player, -1, {number}, card))"
        lines = [
            f"def {name}(s, player):",
            "    found = []",
            f"    for place in PLACES{number}[player]:",
            "        for card in s.zones[place]:",
            f"            if CARRIES(s, AB{number}, card) if s.flags[card] else s.defn[card] in HOLDERS{number}:",
            "                found.append(card)",
            f"    if not ({' and '.join(before)}): return ()",
            "    if len(found) > 1: found.sort()",
            "    out = []",
            "    for card in found:",
            f"        if {' and '.join(after)}: {row}" if after else f"        {row}",
            "    return out",
            "",
        ]
        self.texts.append("\n".join(lines))
        return name
