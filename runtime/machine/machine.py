"""One linked image as a whole: new games, running, answering, saving. The object play holds on to.

Must not know how requests are shown or logged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any, cast

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import STREAMS
from cardwright.runtime.rules.odd import look
from cardwright.runtime.state import saves
from cardwright.runtime.state.layout import MAX_SEATS
from cardwright.runtime.state.state import HEADER, State
from cardwright.runtime.state.streams import seeded

from .back_end import BackEnd
from .interpreter import FUEL, Interpreter, Status
from .program import Program

ORDER = 2


class IllegalAnswer(ValueError):
    """An answer that is not legal; nothing was changed."""


class Machine:
    """A program with an interpreter. `sink` (in `events`) is told what is committed; `watch` the sentences that are
    passed.
    """

    def __init__(self, program: Program, fuel: int = FUEL) -> None:
        self.program = program
        self.interpreter = Interpreter(program, fuel)
        self.image = program.image
        self.hash = program.hash
        self.tables = program.tables
        self.values = program.values
        self.events = program.events
        self.roles = program.roles
        self.acts = program.acts
        self.triggers = program.triggers
        self.permissions = program.permissions
        self.prices = program.prices
        t = program.tables
        cards = program.image.cards
        copies = [cards[card.side_of].copies if card.side_of >= 0 else card.copies for card in cards]
        self._numbers = tuple(range(sum(copies)))  # of all cards there can be: deals are cut out of it
        self._counters = [number for _, number in program.image.counters]
        self.seen_by = [
            [
                (1 << players) - 1 if seen == 1 else 1 << owner if seen == 2 else 0
                for seen, owner in zip(t.slot_seen, t.layout.owner, strict=True)
            ]
            for players in range(MAX_SEATS + 1)
        ]  # by number of players and slot: who sees a card that is laid there

    # ------------------------------------------------------------------------------------------------------- switches
    @property
    def watch(self) -> Callable[[int], None] | None:
        return self.interpreter.watch

    @watch.setter
    def watch(self, watch: Callable[[int], None] | None) -> None:
        self.interpreter.watch = watch

    @property
    def short_ways(self) -> bool:
        return self.interpreter.short

    @short_ways.setter
    def short_ways(self, on: bool) -> None:
        self.interpreter.short = on

    @property
    def caches(self) -> bool:
        return self.program.acts.caching

    @caches.setter
    def caches(self, on: bool) -> None:
        self.program.acts.caching = on
        self.interpreter.functions.cached()
        self.program.triggers.caching = on
        self.program.events.caching = on

    @property
    def back_end(self) -> BackEnd:
        return self.interpreter.back_end

    @back_end.setter
    def back_end(self, chosen: BackEnd) -> None:
        self.interpreter.back_end = chosen

    # ------------------------------------------------------------------------------------------------------- a game
    def new_state(self, players: int, cards: Sequence[tuple[int, ...]], seed: int, entry: str | None = None) -> State:
        """Cards as (definition, slot, …), top first. With `entry` that procedure is about to run."""
        printed, places = tuple(zip(*cards, strict=True))[:2] if cards else ((), ())
        zones = saves.sorted_by(places, self._slots(players))
        known = list(map(self.seen_by[players].__getitem__, places))
        bydef = saves.by_definition(printed, len(self.image.cards))
        s = self._state(players, printed, list(places), zones, known, bydef, seed)
        if entry is not None:
            self.start(s, self.image.entry[entry], ())
        return s

    def deal(self, players: int, piles: Mapping[int, Sequence[tuple[int, int]]], seed: int) -> State:
        """As `new_state`, of what lies in each slot: definitions and how many copies of each lie together. A game has
        hundreds of cards in a few piles, so nothing is done for each of them.
        """
        zones: list[list[int]] = [[] for _ in repeat(None, self._slots(players))]
        bydef: list[tuple[int, ...]] = [()] * len(self.image.cards)
        printed: list[int] = []
        places: list[int] = []
        known: list[int] = []
        seen = self.seen_by[players]
        numbers, at = self._numbers, 0
        for slot in sorted(piles):
            first = at
            for definition, copies in piles[slot]:
                printed += [definition] * copies
                bydef[definition] += numbers[at : at + copies]
                at += copies
            zones[slot] += numbers[first:at]
            places += [slot] * (at - first)
            known += [seen[slot]] * (at - first)
        return self._state(players, tuple(printed), places, zones, known, tuple(bydef), seed)

    def _slots(self, players: int) -> int:
        """How many slots a game of so many players has."""
        if not 1 <= players <= MAX_SEATS:
            raise ValueError(f"{players} players")
        return self.tables.layout.count(players)

    def _state(
        self,
        players: int,
        printed: tuple[int, ...],
        places: list[int],
        zones: list[list[int]],
        known: list[int],
        bydef: tuple[tuple[int, ...], ...],
        seed: int,
    ) -> State:
        streams = seeded(seed, len(STREAMS))
        s = saves.new_state(players, printed, places, zones, known, bydef, self._counters, streams)
        self._room(s)
        return s

    def start(
        self, s: State, proc: int, args: Sequence[Any] = (), you: int | None = None, pc: int = 0, this: int = -1
    ) -> None:
        """Put a procedure on the stack; it runs at the next `run`."""
        self.interpreter.enter(s, proc, this, s.active if you is None else you, (), tuple(args), -1)
        if pc:
            if self.program.procs[proc].code[pc] is None:
                raise ValueError("no instruction begins there")
            s.stack[s.base - 4] = pc

    def run(self, s: State) -> Status:
        """Go on until something is asked or it is over. Raises MachineFault."""
        return self.interpreter.run(s)

    def answer(self, s: State, chosen: Sequence[Any]) -> None:
        """Answer the open question with options of it; then `run`. An illegal answer changes nothing."""
        ask = s.ask
        if ask is None:
            raise IllegalAnswer("nothing is asked")
        options, picked = ask[3], tuple(chosen)
        number = len(picked)
        low, high = (len(options), len(options)) if ask[1] == ORDER else ask[4:6]
        if not low <= number <= high:
            raise IllegalAnswer(f"{number} chosen, {low} to {high} are legal")
        if number == 1:
            if picked[0] not in options:
                raise IllegalAnswer(f"{picked[0]!r} is no option")
        elif number:
            left = list(options)
            for value in picked:
                if value not in left:
                    raise IllegalAnswer(f"{value!r} is no option")
                left.remove(value)
        s.ask = None
        s.stack.append(picked)

    def legal(self, s: State) -> tuple[tuple[Any, ...], int, int]:
        """Options, least and most to choose, of the open question."""
        if s.ask is None:
            return (), 0, 0
        return s.ask[3], s.ask[4], s.ask[5]

    # ------------------------------------------------------------------------------------------------------- saves
    def save(self, s: State) -> dict[str, object]:
        return saves.save(s)

    def load(self, data: object) -> State:
        """A saved state; refused if it cannot be one of this image."""
        layout = self.tables.layout
        s = saves.load(
            data, len(self.image.cards), [layout.count(n) for n in range(MAX_SEATS + 1)], len(self.image.counters)
        )
        self._room(s)
        self._frames(s)
        return s

    def forget(self, s: State) -> None:
        """Drop what was kept of a state that comes from another machine."""
        self._room(s)

    def _room(self, s: State) -> None:
        """Room for every stamp there is and for what is kept: no writer need look."""
        s.cast = self.program.casts.of(s)
        look(self.tables, s)
        s.stamps = stamps = [0] * self.tables.stamps
        first = self.tables.history_stamps
        for row in (*s.history, *s.kept):  # that of an event is 0 as long as none has happened
            if row[6] in range(self.tables.stamps - first):
                stamps[first + row[6]] = 1
        s.cache = [None] * (self.triggers.cache_at + 1 + len(self.image.acts))  # the last by act, for generated code

    def _frames(self, s: State) -> None:
        """Every frame of a loaded state is one of this program, at an instruction."""
        base = s.base
        top = len(s.stack)
        steps = 0
        while base >= 0:
            header = s.stack[base - HEADER : base]
            if len(header) != HEADER or not all(type(v) is int for v in header):
                raise saves.damaged("a frame")
            proc, pc, outer, ability, _ = cast("list[int]", header)
            if not 0 <= proc < len(self.program.procs) or not -1 <= ability < len(self.tables.ability):
                raise saves.damaged("a frame")
            p = self.program.procs[proc]
            if not 0 <= pc < len(p.code) or p.code[pc] is None or base + p.locals > top or not -1 <= outer < base:
                raise saves.damaged("a frame")
            top = base - HEADER
            base = outer
            steps += 1
        if steps and top != 0:
            raise saves.damaged("the frames")


def link(image: Image, check: bool = True) -> Machine:
    """Verify and link an image; raises ImageRefused."""
    return Machine(Program(image, check))
