"""The machine as play sees it: the narrow Protocol of port.py, over the state's columns and the linked machine.

The one file of this package that knows how a state is laid out. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import cast

from cardwright.runtime.bytecode.format import from_plain, to_plain
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.per_image import PerImage
from cardwright.runtime.machine import BackEnd, MachineFault, link
from cardwright.runtime.machine import Machine as Core
from cardwright.runtime.machine.interpreter import HOST_ERRORS as PYTHON_ERRORS
from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.state import saves
from cardwright.runtime.state.layout import MAX_SEATS
from cardwright.runtime.state.state import HEADER, ODD_DUE, S_COUNTERS, State

from .names import Names
from .port import Ask, Dealt, Place, Sink, Value
from .shown import OPEN, OWN, public

HOST_ERRORS = (Fault, *PYTHON_ERRORS)  # what reading a state may end in that came from a save
_ASK = tuple.__new__  # a named tuple's own __new__ is a function of Python, and this is asked at every question
ATTACHED = 0  # the slot of cards under other cards


class Joint:
    """One linked image."""

    def __init__(self, image: Image) -> None:
        self.core: Core = link(image)
        self.image = image
        self.names = Names(image)
        self.hash: str = self.core.hash
        self.run = self.core.interpreter.run
        self.go_on = self.core.interpreter.go_on
        self._public: dict[int, Joint | None] = {}
        self.tap: Callable[[State, tuple[object, ...]], None] | None = None
        layout = self.core.tables.layout
        self.layout = layout
        self._places = tuple(
            Place(layout.zone[slot], layout.owner[slot], layout.space[slot]) for slot in range(layout.slots)
        )
        self._slots = tuple(self._places[: layout.count(players)] for players in range(MAX_SEATS + 1))

    # -- what is told ----------------------------------------------------------------------------------------------

    @property
    def sink(self) -> Sink | None:
        return self.core.events.sink

    @sink.setter
    def sink(self, sink: Sink | None) -> None:
        self.core.events.sink = sink

    @property
    def watch(self) -> Callable[[int], None] | None:
        return self.core.watch

    @watch.setter
    def watch(self, watch: Callable[[int], None] | None) -> None:
        self.core.watch = watch

    @property
    def trace(self) -> Callable[[int, int, int, State], None] | None:
        return cast("Callable[[int, int, int, State], None] | None", self.core.interpreter.trace)

    @trace.setter
    def trace(self, trace: Callable[[int, int, int, State], None] | None) -> None:
        self.core.interpreter.trace = trace

    def doing(self, state: State) -> Iterator[int]:
        """The sentences that are being done, from the innermost frame outwards: of each frame, and of its ability."""
        program, stack = self.core.program, state.stack
        base = state.base
        while base >= HEADER:
            proc, pc, ability = (
                part if isinstance(part, int) else -1 for part in (stack[base - 5], stack[base - 4], stack[base - 2])
            )
            at = program.sentence_at(proc, pc - 1) if pc > 0 else -1
            if at >= 0:
                yield at
            if ability >= 0 and self.image.abilities[ability].sentence >= 0:
                yield self.image.abilities[ability].sentence
            outer = stack[base - 3]
            base = outer if isinstance(outer, int) else -1

    def in_force(self, state: State, ability: int) -> bool:
        """Whether an ability works now, for any card that has it."""
        entry = self.core.tables.ability[ability]
        return bool(self.core.values.working(state, entry))

    def offered(self, state: State, seat: int) -> Sequence[tuple[Value, ...]]:
        """The acts a seat may do now."""
        return self.core.acts.offered(state, seat)

    def frame(self, state: State, proc: int, base: int) -> str:
        """A frame in words: its procedure and its card."""
        name = self.core.program.procs[proc].name
        this = state.stack[base] if base < len(state.stack) else -1
        if isinstance(this, int) and 0 <= this < len(state.defn):
            return f"{name} [{self.image.names[self.image.cards[state.defn[this]].name]}]"
        return name

    def opcodes(self, work: Callable[[], object]) -> int:
        """How many instructions run while some work is done."""
        count = 0

        def one(proc: int, pc: int, base: int, state: State) -> None:
            nonlocal count
            count += 1

        before, self.trace = self.trace, one
        try:
            work()
        finally:
            self.trace = before
        return count

    @property
    def hold(self) -> bool:
        """Whether a run stops at acts even where none is left."""
        return self.core.interpreter.hold

    @hold.setter
    def hold(self, on: bool) -> None:
        self.core.interpreter.hold = on

    def switch(self, *, caches: bool, short_ways: bool) -> None:
        """Caches and short ways on or off: the same game must come out."""
        self.core.caches = caches
        self.core.short_ways = short_ways

    @property
    def back_end(self) -> BackEnd:
        """Which back end runs: by itself, only the interpreter, or only generated functions."""
        return self.core.back_end

    @back_end.setter
    def back_end(self, chosen: BackEnd) -> None:
        self.core.back_end = chosen

    # -- a game ----------------------------------------------------------------------------------------------------

    def new(self, players: int, seed: int, cards: Sequence[Dealt]) -> State:
        state = self.core.new_state(players, cards, seed)
        state.host = hosts = list(map(itemgetter(2), cards))
        if max(hosts, default=-1) >= 0:
            for at in [at for at, host in enumerate(hosts) if host >= 0]:
                state.known[at] = (1 << players) - 1
        return state

    def deal(self, players: int, seed: int, piles: Mapping[int, Sequence[tuple[int, int]]]) -> State:
        return self.core.deal(players, piles, seed)

    def ask(self, state: State) -> Ask | None:
        ask = state.ask
        return None if ask is None else _ASK(Ask, (*ask[:6], self.core.interpreter.sentence(state), *ask[7:]))

    def answer(self, state: State, chosen: tuple[Value, ...]) -> None:
        """Take an answer that is legal: play has chosen it from the options."""
        state.ask = None
        state.stack.append(chosen)

    def clone(self, state: State) -> State:
        return state.clone()

    def digest(self, state: State) -> str:
        return saves.digest(state)

    def save(self, state: State) -> object:
        return saves.save(state)

    def load(self, data: object) -> State:
        return self.core.load(data)

    # -- positions -------------------------------------------------------------------------------------------------

    def slot(self, zone: int, seat: int) -> int:
        return self.layout.slot(zone, seat)

    def row(self, slot: int) -> Sequence[int]:
        return self.layout.row(slot)

    def add_points(self, state: State, seat: int, attr: int, amount: int, name: int) -> None:
        self.core.events.get(state, seat, attr, amount, -1, -1, name)

    def set_counter(self, state: State, counter: int, seat: int, value: int) -> None:
        state.counters[counter] = value
        state.stamps[S_COUNTERS] += 1
        state.odd |= ODD_DUE

    def set_active(self, state: State, seat: int) -> None:
        self.core.roles.turn(state, seat)

    def open_period(self, state: State, period: int) -> None:
        self.core.roles.open(state, period)

    def call(self, state: State, proc: int, args: Sequence[Value], you: int, pc: int = 0) -> None:
        self.core.start(state, proc, tuple(args), you, pc)

    # -- reading ---------------------------------------------------------------------------------------------------

    def slots(self, state: State) -> Sequence[Place]:
        return self._slots[state.players]

    def exists(self, state: State, slot: int) -> bool:
        return not state.gone >> slot & 1

    def cards_in(self, state: State, slot: int) -> Sequence[int]:
        return state.zones[slot]

    def slot_of(self, state: State, card: int) -> int:
        return state.slot[card]

    def held(self, state: State, card: int) -> Sequence[int]:
        return [other for other in state.zones[ATTACHED] if state.host[other] == card]

    def count_cards(self, state: State) -> int:
        return len(state.slot)

    def definition(self, state: State, card: int) -> int:
        """The card as printed on the side that is up, whatever it counts as or is a copy of: what people call it."""
        printed = state.printed[card]
        if not state.side[card]:
            return printed
        tables = self.core.program.tables
        up = (tables.sides[printed] or (printed,) * 2)[state.side[card]]
        return up if tables.name[up] != tables.name[printed] else printed

    def known(self, state: State, card: int) -> int:
        return state.known[card]

    def active(self, state: State) -> int:
        return state.active

    def points(self, state: State, seat: int) -> Sequence[tuple[int, int, int, int]]:
        return [self.point(state, at) for at, row in enumerate(state.points) if row[0] == seat]

    def point(self, state: State, row: int) -> tuple[int, int, int, int]:
        _, attr, amount, name, only = cast("tuple[int, int, int, int, int]", state.points[row][:5])
        return attr, amount, name, only

    def counter(self, state: State, counter: int, seat: int) -> int:
        return state.counters[counter]

    def shown(self, state: State, seat: int) -> tuple[Joint, State]:
        """A machine and a state whose numbers are those a seat may know."""
        if state.result:
            return self, state
        level = OWN if state.active == seat else OPEN
        if level not in self._public:
            image = public(self.image, level)
            self._public[level] = None if image is None else Joint(image)
        machine = self._public[level]
        if machine is None:
            return self, state
        other = state.clone()
        machine.core.forget(other)
        return machine, other

    def number(self, state: State, card: int, attr: int) -> int:
        return self.core.values.attr(state, card, attr)

    def icons(self, state: State, card: int) -> Sequence[int]:
        """The icons a card has now, family by family."""
        icons, families = self.core.values.icons, range(len(self.image.families))
        return [icon for family in families for icon in icons(state, card, family)]

    def price(self, state: State, seat: int, act: int, card: int) -> tuple[int, tuple[int, ...]] | None:
        """What an act on a card costs now, and the kinds of points that may pay for it; None: it has no price."""
        price = self.core.prices.price(state, seat, act, card, True)
        return None if price is None else (price.total, price.kinds + price.instead)

    def evaluated(self, state: State, plan: int, seat: int) -> int:
        """The number a plan of the image has for a player."""
        return int(self.core.tables.plan[plan](state, (-1, seat, ()), ()))

    def isa(self, state: State, card: int, kind: int) -> bool:
        return bool(self.core.values.is_kind(state, card, kind))

    def chance(self, state: State) -> tuple[int, ...]:
        return tuple(state.streams)

    def reasons(self, state: State, seat: int) -> Sequence[tuple[int, int, tuple[object, ...]]]:
        return self.core.acts.reasons(state, seat)

    # -- for tests: secrecy, driven games ---------------------------------------------------------------------------

    def counts_as(self, state: State, card: int) -> Sequence[int]:
        """The definitions whose parts a card plays now."""
        return [row[1] for row in state.roles if card in row[0]]

    def lay(self, state: State, card: int, slot: int) -> None:
        """A card lies somewhere else at once, as if it had always lain there: nothing happens, nobody is told."""
        state.zones[state.slot[card]].remove(card)
        state.zones[slot].append(card)
        state.slot[card], state.host[card] = slot, -1
        state.known[card] = self.core.seen_by[state.players][slot]
        state.stamp[card] += 1
        state.stamps[:] = [stamp + 1 for stamp in state.stamps]
        state.odd |= ODD_DUE

    def permute(self, state: State, mapping: Mapping[int, int], seat: int) -> None:
        """Cards change places: where a card lay lies now the one it is mapped to, known to the same seats."""
        zones = [[mapping.get(card, card) for card in zone] for zone in state.zones]
        columns = (state.slot, state.known, state.host, state.stamp)
        before = [column[:] for column in columns]
        for old, new in mapping.items():
            for column, was in zip(columns, before, strict=True):
                column[new] = was[old]
        state.host = [mapping.get(host, host) if host >= 0 else host for host in state.host]
        state.zones[:] = zones
        ask = self.ask(state)
        if ask is not None and ask.seat == seat and state.ask is not None and ask.option in ("card", "act", "ability"):
            options = tuple(_mapped(value, mapping, ask.option) for value in ask.options)
            if options != ask.options:  # else it stays the question that may have been read
                state.ask = (*state.ask[:3], options, *state.ask[4:])
        state.stamps[:] = [stamp + 1 for stamp in state.stamps]
        state.odd |= ODD_DUE


def _mapped(value: Value, mapping: Mapping[int, int], option: str) -> Value:
    """An option about the card that lies there now."""
    if isinstance(value, int):
        return mapping.get(value, value)
    at = {"act": 3, "ability": 1}[option]
    card = value[at]
    return (*value[:at], mapping.get(card, card) if isinstance(card, int) else card, *value[at + 1 :])


_MOST = 64

linked = PerImage(Joint, _MOST)  # the machine of an image, linked once


def pack(image: Image) -> object:
    """The image as data for a save."""
    return to_plain(image)


def unpack(data: object) -> Image:
    """An image from a save: checked and verified. Refused: anything else."""
    return from_plain(data)


__all__ = ["HOST_ERRORS", "BackEnd", "Joint", "MachineFault", "linked", "pack", "unpack"]
