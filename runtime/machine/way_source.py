"""The second back end, events: for each use of an event one function that does what is usual and nothing else.

Where nothing is unusual in a state (`State.odd`) and the cards play no role, cards that move, the top of a pile, and
points need no rows to be, no proposal and no frame: the columns of the state are written at once. What is known when
the code is written (the zone they come to, whether anybody listens, whether the rows are asked for) is not asked when
it runs. Anything else goes the usual way of ways.py, with the rows the parts make. A test plays with short ways off and
compares the digest at every question. Must not know procedures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.runtime.rules.moves import ANYWHERE, TOP, fill
from cardwright.runtime.rules.odd import watched
from cardwright.runtime.state.layout import MAX_SEATS
from cardwright.runtime.state.rows import C_DUE, C_EARS, C_ON, C_STATES, C_WAKE, C_WARY, C_WOULD, WAKES
from cardwright.runtime.state.state import ODD_DUE, ODD_ROWS, ODD_RUN, S_COUNTERS, S_ROWS, S_ZONES, State

from .plan_source import PlanSource

if TYPE_CHECKING:
    from .interpreter import Interpreter

EVERYBODY = "ALL[s.players]"
SEVERAL, ONE, SURE = range(3)  # what moves: perhaps several cards, one if any, surely a card
GIVEN = "this, you, ability"  # what every way is told of its cause
BY = (
    "KEYWORD[ability] if ability >= 0 else -1"  # the keyword that is the cause: no negative index, Python is slow there
)
PLAYS = "s.roles and FLAGGED(s, cards)"  # one of the cards counts as what is not printed on it


def flagged(s: State, cards: Iterable[int]) -> bool:
    """Whether one of the cards may be something else than what is printed on it."""
    return any(map(s.flags.__getitem__, cards))


def lying(slot: list[int], cards: Iterable[int], frm: int) -> list[int]:
    """The cards that lie there."""
    return [one for one in cards if slot[one] == frm]


class WaySource:
    """Writes ways into what a writer is writing; each is written once."""

    def __init__(self, writer: PlanSource, machine: Interpreter, direct: Callable[[int], str]) -> None:
        self.w = writer
        self.direct = direct
        p = self.p = machine.p
        t = self.t = p.tables
        lay = t.layout
        self.names: dict[tuple[Any, ...], str] = {}
        events, triggers = p.events, p.triggers
        seats = range(MAX_SEATS + 1)
        seen_by = [
            tuple(
                (1 << players) - 1 if seen == 1 else 1 << owner if seen == 2 else 0
                for seen, owner in zip(t.slot_seen, lay.owner, strict=True)
            )
            for players in seats
        ]  # by number of players and slot: who sees a card that is laid there
        renewed = tuple(
            lay.slot(t.renew[zone], owner) if t.renew[zone] >= 0 else -1
            for zone, owner in zip(lay.zone, lay.owner, strict=True)
        )
        refilled = tuple(events.slot_refilled)
        self.reads = triggers.reading.of_states([ability.id for ability in t.states])
        moves = range(S_ZONES, S_ZONES + len(t.image.zones))
        # whether what standing conditions read is written by events of these ways only, or told by `ODD_DUE`
        self.told = self.reads <= {S_ROWS, S_COUNTERS, *moves}
        self.refills = any(zone >= 0 for zone in t.refill)
        self.unheard = {
            kind
            for kind, prim in enumerate(t.prim)
            if prim == "none" and not t.recorded[kind] and not t.on[kind] and not t.would[kind]
        }  # facts that are nothing but their rows
        self.facts = {kind for kind, prim in enumerate(t.prim) if prim == "none"}
        self.movable = {kind for kind, prim in enumerate(t.prim) if prim == "move"}
        self.setting = {kind for kind, prim in enumerate(t.prim) if prim == "set"}
        self.shuffling = {kind for kind, prim in enumerate(t.prim) if prim == "shuffle"}
        self.giving = {kind for kind, prim in enumerate(t.prim) if prim == "points"}
        writer.enter(self, {
            "EYES": seen_by, "STAMP": tuple(S_ZONES + zone for zone in lay.zone), "LIMITED": tuple(events.slot_limited),
            "HOME": tuple(zone * 64 + whose for zone, whose in zip(lay.zone, lay.owner, strict=True)),
            "REFILLED": refilled, "STACKED": tuple(events.slot_stack), "RENEWED": renewed,
            "RENEW": events.renew, "COLLECT": triggers.collect, "MAKER": machine.maker,
            "KEYWORD": tuple(machine.keywords),
            "FROM": lying, "FILLED": lambda froms: tuple(sorted([at for at in froms if refilled[at]])),
            "FLAGGED": flagged, "LOSE": events.lose, "PUSH": events.push, "FILL": fill,
            "SHUFFLE": events.mix,

            "NOTHING": (-1,),
            "list": list, "map": map,
            "REPLACEABLE": triggers.replaceable,
            "READERS": triggers.reads, "ALL": tuple((1 << n) - 1 for n in seats),
        })  # fmt: skip
        if events.name_attr >= 0:
            writer.enter(self, {"NAMES": t.names[events.name_attr]})

    # ------------------------------------------------------------------------------------------------------- parts
    def _made(self, key: tuple[Any, ...], write: Any) -> str:
        """The name of a way, written if it is not there yet."""
        name = self.names.get(key)
        if name is None:
            name = self.names[key] = self.w.fresh("gw")
        head = f"def {name}("
        if name not in self.w.space and not any(text.startswith(head) for text in self.w.loops):
            self.w.loops.append(head + "\n    ".join(write()) + "\n")
        return name

    def stale(self, *writes: int) -> str:
        """Whether a standing condition must be looked at after these stamps were written, as the rest of a test;
        nothing if none reads them. What is written by something that is no event is told by `ODD_DUE`.
        """
        if not self.t.states or (self.told and self.reads.isdisjoint(writes)):
            return ""
        at = self.p.triggers.cache_at
        due = f"DUES[s.cast[{C_DUE}]](s)"
        some = "" if any(a.always for a in self.t.states) else f"s.cast[{C_STATES}] and "
        return f"{some}s.cache[{at}] != READERS[s.cast[{C_DUE}]](s.stamps) and {due}"

    def _wary(self, kind: int) -> str:
        """Whether something may replace a move of one card that is what is printed on it."""
        return f"EARS[s.cast[{C_WARY}][{kind}]][s.slot[one]][s.defn[one]]"

    def odd(self, *kinds: int) -> str:
        """Whether events of these types may be more than usual for what is granted, who watches, or the run."""
        flags = ODD_RUN | ODD_ROWS | ODD_DUE
        for kind in kinds:
            flags |= watched(kind)
        return f"s.odd & {flags}"

    def _odd(self, kind: int, *kinds: int) -> str:
        """As `odd`, or the first of them may be replaced."""
        odd = self.odd(kind, *kinds)
        return f"{odd} or s.cast[{C_WOULD}][{kind}]" if self.t.would[kind] else odd

    def _end(
        self,
        kind: int,
        tail: int,
        rows: list[str],
        wanted: bool,
        emptied: tuple[str, str] | None,
        heard: tuple[str, str],
        wakes: Sequence[str] = (),
        outs: str = "()",
        writes: int = S_ROWS,
    ) -> list[str]:
        """What follows when it is done: those who listen, standing conditions, spaces to fill. `rows`: how they are
        made; `emptied`: a test for there being some, and which; `heard`: a test that somebody may hear of it, and how
        they do; `wakes`: quick tests, one of which is true if spaces or standing conditions must be looked at; `outs`:
        what was pushed out; `writes`: the stamp that was written, if it moves nothing.
        """
        t = self.t
        always, on = wanted or bool(t.recorded[kind]), bool(t.on[kind])
        make = ["if this < 0 <= ability: this = MAKER(s, this, ability)", *rows]
        lines = make[:] if always else []
        if t.recorded[kind]:
            one = len(rows) == 1
            lines += [
                "s.history.append(rows[0])" if one else "s.history += rows",
                f"s.stamps[{t.history_stamps + kind}] += 1",
            ]
        stale = self.stale(*(self.reads if wakes else (writes,)))
        left = [*([emptied[0]] if emptied is not None else []), *([f"({stale})"] if stale else [])]
        if not self.told:
            wakes = ()
        ear = ["heard"] if on else []
        done = "return rows" if always else "return ()"
        if not (ear or left):
            return [*lines, done]
        if on:
            lines.append(f"heard = {heard[0]}")
        if wakes:  # most moves need nothing else to be looked at, and that shows at a glance
            lines.append(f"if not ({' or '.join([*ear, *wakes])}): {done}")
        if left or not wakes:
            lines.append(f"if not ({' or '.join([*ear, *left])}): {done}")
        if not always:
            lines += make
        lines.append("floor = len(s.pool)")
        if on:  # it is usual that nothing is left to do: here it is asked again, by those who may hear of it
            lines += ["if heard:", f"    {heard[1]}"]
            tests = [*left[:1], *([] if tail else ["len(s.pool) != floor"]), *left[1:]]
            lines.append(f"if not ({' or '.join(tests)}): return rows" if tests else "return rows")
            if not tests:
                return lines
        out = emptied[1] if emptied is not None else "()"
        told = f"s, s.stack, s.base, ability, this, you, (), rows, {out}, {outs}, floor, {tail}"
        return [*lines, f"return {self.direct(self.p.kernel['after'])}({told})"]

    def _wakes(self, zone: int, frm: str = "frm", to: str = "to") -> list[str]:
        """The quick tests of cards that have moved: something may be left to do where they were, or where they are."""
        if not self.t.states and not self.refills:
            return []
        there = bool(self.t.states) if zone < 0 else S_ZONES + zone in self.reads
        return [f"s.cast[{C_WAKE}][{frm}]", *([f"s.cast[{C_WAKE}][{to}] & {WAKES}"] if there else [])]

    def _hears(self, kind: int, card: str, frm: str) -> str:
        """Whether somebody may hear of a card that is what is printed on it."""
        return f"EARS[s.cast[{C_EARS}][{kind}]][{frm}][s.defn[{card}]]"

    def _gather(self, kind: int) -> str:
        """One card is heard of."""
        return f"GATHER[s.cast[{C_EARS}][{kind}]](s, {kind}, rows, you, this, ability, {BY})"

    def _heard(self, kind: int) -> tuple[str, str]:
        """The test of one card that has moved, and how it is heard of."""
        return self._hears(kind, "one", "frm"), self._gather(kind)

    def _collect(self, kind: int, cards: str, froms: str) -> str:
        """Several cards are heard of."""
        heard = f"HEARDS[s.cast[{C_ON}][{kind}]](s, who, {cards}, {froms}, to)"
        return f"COLLECT(s, {kind}, rows, you, this, ability, {BY}, {heard})"

    def _row(self, kind: int, place: int, who: str, card: str, frm: str, to: str) -> str:
        """A committed row of a move."""
        cause = f"this, ability, {BY}, you, None"
        return f"({who}, {card}, {frm}, {to}, 1, {place}, {kind}, s.defn[{card}], s.stamp[{card}], {cause})"

    def _alone(self, kind: int, place: int, to: str = "to") -> list[str]:
        """The rows of one card."""
        return [f"rows = ({self._row(kind, place, 'who', 'one', 'frm', to)},)"]

    def _rows(self, kind: int, place: int, frm: str) -> list[str]:
        """As `_alone`, of many cards. A loop: Python makes a cell of each name that a comprehension takes from here."""
        row = self._row(kind, place, "who", "one", frm, "to").replace(BY, "keyword").replace("s.stamp[", "stamp[")
        return [
            f"made, defn, keyword = [], s.defn, {BY}",
            "for one in cards:" if frm == "pile" else "for one, frm in zip(cards, froms):",
            f"    made.append({row.replace('s.defn[', 'defn[')})",
            "rows = tuple(made)",
        ]

    # ------------------------------------------------------------------------------------------------------- moves
    def move(self, kind: int, zone: int, place: int, tail: int, wanted: bool, known: int, there: bool = False) -> str:
        """`(s, who, cards, to, …)`: a card (`known` says if it is one) or a group comes to a slot, of a known zone if
        `zone` is not below 0; `there`: surely to one there is.
        """
        key = ("move", kind, zone, place, tail, wanted, known, there)
        return self._made(key, lambda: self._single(kind, zone, place, tail, wanted, known, there))

    def group(self, kind: int, zone: int, place: int, tail: int, wanted: bool) -> str:
        key = ("group", kind, zone, place, tail, wanted)
        return self._made(key, lambda: self._group(kind, zone, place, tail, wanted))

    def draw(self, kind: int, zone: int, place: int, tail: int, wanted: bool) -> str:
        """`(s, who, pile, number, to, …)`: the top cards of a pile come to a slot."""
        key = ("draw", kind, zone, place, tail, wanted)
        return self._made(key, lambda: self._draw(kind, zone, place, tail, wanted))

    def _known(self, zone: int, table: str, value: Any) -> str:
        """What is so of the slot they come to: now if its zone is known, else looked up when it runs."""
        return f"{table}[to]" if zone < 0 else str(value)

    def _lands(self, zone: int) -> tuple[str, str]:
        """Tests: there is no such slot; a card lying there would be in the way."""
        limited = self._known(zone, "LIMITED", int(zone >= 0 and self.t.limited[zone]))
        return ("to < 0" if zone >= 0 else "not 0 <= to < len(zones)"), "" if limited == "0" else limited

    def _eyes(self, zone: int) -> str:
        """Who comes to know a card laid there; nothing if nobody does."""
        seen = self.t.seen[zone] if zone >= 0 else -1
        return {0: "", 1: EVERYBODY}.get(seen, "EYES[s.players][to]")

    def _columns(self, zone: int, leave: str = "") -> list[str]:
        """Where the cards lie, who knows them, and that they are not what they were, in one walk; `leave`: a test for
        the last, if that is not so of all.
        """
        eyes = self._eyes(zone)
        each = ["slot[one] = to"]
        lines = []
        if eyes:
            lines = [f"known, eyes = s.known, {eyes}"]
            each.append(f"known[one] {'' if eyes == EVERYBODY else '|'}= eyes")
        moved = f"for one in cards: {'; '.join((*each, 'stamp[one] += 1'))}"
        if not leave:
            return [*lines, moved]
        return [*lines, f"if {leave}:", f"    {moved}", f"else:\n        for one in cards: {'; '.join(each)}"]

    def _on_top(self, zone: int, place: int) -> bool | None:
        """Whether they are laid on top; None if that shows only when it runs."""
        if place != TOP:
            return False
        return self.t.image.zones[zone].order == "stack" if zone >= 0 else None

    def _lay(self, zone: int, place: int, top: str, under: str) -> list[str]:
        match self._on_top(zone, place):
            case None:
                return [f"if STACKED[to]: {top}", f"else: {under}"]
            case on_top:
                return [top if on_top else under]

    def _single(self, kind: int, zone: int, place: int, tail: int, wanted: bool, known: int, there: bool) -> list[str]:
        away, full = self._lands(zone)
        away = "" if there else f" or {away}"
        exists = "" if known == SURE else "one < 0 or "
        group = f"return {self.group(kind, zone, place, tail, wanted)}(s, who, one, to, {GIVEN})" if not known else ""
        several = [f"if type(one) is tuple: {group}"] if group else []
        pushing = [
            f"if {full} and zones[to]:",
            f"    emptied, outs = PUSH(s, one, to, {place})",
            *(
                "    " + line
                for line in self._end(
                    kind,
                    tail,
                    self._alone(kind, place),
                    wanted,
                    ("emptied or outs", "emptied"),
                    self._heard(kind),
                    ["emptied", "outs", *self._wakes(zone)],
                    "outs",
                )
            ),
        ]
        row = f"((who, one, s.slot[one], to, 1, {place}),)"
        replaced = f" or ({self._wary(kind)} and REPLACEABLE(s, {kind}, {row}))" if self.t.would[kind] else ""
        eyes = self._eyes(zone)
        return [
            f"s, who, one, to, {GIVEN}):",
            "zones = s.zones",
            *several,
            f"if {self.odd(kind)} or {exists}s.flags[one]{away}{replaced}:",
            *self._usually(kind, place, tail, "(one,)"),
            "slot = s.slot",
            "frm = slot[one]",
            *(pushing if full else []),
            "zones[frm].remove(one)",
            "if not frm: s.host[one] = -1",
            "slot[one] = to",
            *([f"s.known[one] {'' if eyes == EVERYBODY else '|'}= {eyes}"] if eyes else []),
            *self._lay(zone, place, "zones[to].insert(0, one)", "zones[to].append(one)"),
            "if HOME[frm] != HOME[to]: s.stamp[one] += 1",
            "stamps = s.stamps",
            "stamps[STAMP[frm]] += 1",
            f"stamps[{self._known(zone, 'STAMP', S_ZONES + zone)}] += 1",
            *self._end(
                kind,
                tail,
                self._alone(kind, place),
                wanted,
                ("REFILLED[frm]", "(frm,) if REFILLED[frm] else ()") if self.refills else None,
                self._heard(kind),
                self._wakes(zone),
            ),
        ]

    def _usually(self, kind: int, place: int, tail: int, cards: str) -> list[str]:
        """They move in the usual way."""
        return [
            f"    rows = RM(s, who, {cards}, to, {place})",
            f"    return W{kind}(s, rows, {tail}, {GIVEN}) if rows else ()",
        ]

    def _group(self, kind: int, zone: int, place: int, tail: int, wanted: bool) -> list[str]:
        away, full = self._lands(zone)
        full = f" or {full}" if full else ""  # there is room for one
        rows, wakes = self._rows(kind, place, "frm"), self._wakes(zone)
        one = self.move(kind, zone, place, tail, wanted, ONE)
        listening = [
            "    ear = ears[frm]",
            "    if ear is not DEAF:",
            "        for one in those:",
            "            if ear[defn[one]]: heard = 1",
        ]
        return [
            f"s, who, cards, to, {GIVEN}):",
            "if not cards: return ()",
            f"if len(cards) == 1: return {one}(s, who, cards[0], to, {GIVEN})",
            "zones = s.zones",
            f"if {self._odd(kind)} or min(cards) < 0 or len({{*cards}}) < len(cards) or {away}{full} or {PLAYS}:",
            *self._usually(kind, place, tail, "cards"),
            "s.fuel -= 4 * len(cards)",
            "slot, stamp, stamps = s.slot, s.stamp, s.stamps",
            "here = HOME[to]",
            *(["emptied = ()"] if self.refills else []),
            *([f"woken, wake = 0, s.cast[{C_WAKE}]"] if wakes else []),
            *([f"heard, defn, ears = 0, s.defn, EARS[s.cast[{C_EARS}][{kind}]]"] if self.t.on[kind] else []),
            "froms = list(map(slot.__getitem__, cards))",
            "many = len(froms)",
            "for frm in {*froms}:",
            "    source, some = zones[frm], froms.count(frm)",
            "    if some == len(source): those = source[:]; source.clear()",  # whole piles go at once
            "    else:",
            "        those = cards if some == many else FROM(slot, cards, frm)",
            "        for one in those: source.remove(one)",
            "    stamps[STAMP[frm]] += 1",
            *(listening if self.t.on[kind] else []),
            *(["    if wake[frm]:", "        woken = 1"] if wakes else []),
            *(["        if REFILLED[frm]: emptied = FILLED(froms)"] if self.refills else []),
            "    if not frm: FILL(s.host, those, -1)",
            "    if HOME[frm] == here:",
            "        for one in those: stamp[one] -= 1",  # to be what it was below
            *self._columns(zone),
            *self._lay(zone, place, "zones[to][:0] = cards[::-1]", "zones[to] += cards"),
            f"stamps[{self._known(zone, 'STAMP', S_ZONES + zone)}] += 1",
            *self._end(
                kind,
                tail,
                rows,
                wanted,
                ("emptied", "emptied") if self.refills else None,
                ("heard", self._collect(kind, "cards", "froms")),
                ["woken", *wakes[1:]] if wakes else (),
            ),
        ]

    def _draw(self, kind: int, zone: int, place: int, tail: int, wanted: bool) -> list[str]:
        away, full = self._lands(zone)
        t = self.t
        unheard = t.renew_event < 0 or not t.on[t.renew_event]
        several = self.group(kind, zone, place, tail, wanted)
        rows, wakes = self._rows(kind, place, "pile"), self._wakes(zone, "pile")
        usual = f"W{kind}(s, RP(who, pile, n, to, {place}), {tail}, {GIVEN})"
        one_at_a_time = f"REFILLED[pile] or {full}" if full and self.refills else full
        if self.refills and not full:
            one_at_a_time = "REFILLED[pile]"
        return [
            f"s, who, pile, n, to, {GIVEN}):",
            "if n <= 0 or pile < 0: return ()",
            "zones = s.zones",
            f"if {self._odd(kind, t.renew_event)} or not 0 < pile < len(zones) or pile == to or {away}: return {usual}",
            "cards = zones[pile][:n]",
            *(["renewed = 0"] if wakes and unheard else []),
            f"if {PLAYS}: return {usual}",
            "if len(cards) < n:",
            "    source = RENEWED[pile]",
            f"    if source < 0 or source == to{f' or {full}' if full else ''}: return {usual}",
            *(
                [
                    "    card = MAKER(s, this, ability) if this < 0 <= ability else this",
                    f"    RENEW(s, pile, [], (card, ability, {BY}, you))",
                    *(["    renewed = 1"] if wakes else []),
                    "    cards = zones[pile][:n]",
                    f"    if not cards or {PLAYS}: return {usual}",
                ]
                if unheard
                else [f"    return {usual}"]
            ),
            *([f"if {one_at_a_time}: return {several}(s, who, tuple(cards), to, {GIVEN})"] if one_at_a_time else []),
            "s.fuel -= 4 * n",
            "slot, stamp, stamps = s.slot, s.stamp, s.stamps",
            "del zones[pile][:n]",
            *self._lay(zone, place, "zones[to][:0] = cards[::-1]", "zones[to] += cards"),
            *self._columns(zone, "HOME[pile] != HOME[to]"),
            "stamps[STAMP[pile]] += 1",
            f"stamps[{self._known(zone, 'STAMP', S_ZONES + zone)}] += 1",
            *self._end(
                kind,
                tail,
                rows,
                wanted,
                None,
                (
                    f"EARS[s.cast[{C_EARS}][{kind}]][pile] is not DEAF",
                    self._collect(kind, "cards", "[pile] * len(cards)"),
                ),
                [*wakes, *(["renewed"] if unheard else [])] if wakes else (),
            ),
        ]

    def refill(self, tail: int) -> str:
        """`(s, rows, …)`: the top card of a pile comes to a space that is empty."""
        return self._made(("refill", tail), lambda: self._refill(tail))

    def _refill(self, tail: int) -> list[str]:
        kind = self.t.refill_event
        usual = f"return W{kind}(s, rows, {tail}, {GIVEN})"
        if kind not in self.movable:
            return [f"s, rows, {GIVEN}):", usual]
        return [
            f"s, rows, {GIVEN}):",
            "who, card, pile, to, n, place = rows[0]",
            f"if {self._odd(kind)} or card >= 0 or place != {ANYWHERE} or s.flags[s.zones[pile][0]]: {usual}",
            f"return {self.move(kind, -1, ANYWHERE, tail, True, SURE)}(s, who, s.zones[pile][0], to, {GIVEN})",
        ]
