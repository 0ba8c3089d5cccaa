"""Which texts were executed and which of them did anything, over games and scenarios.

A sentence is *executed* when its code is passed; one that has no code of its own (it says what is true as long as it
works), when it works at a question. It *did something* when an event was committed, a row was written or a price paid
while it was being done: by itself, or by what it called. A sentence that is always true did something if without it
other numbers, acts or reasons would be there. Sentences are counted by their places in the set files, so games and
scenarios can be compared. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import OPCODE
from cardwright.runtime.play.game import ROW_DEFINITION, ROW_TYPE, Game
from cardwright.runtime.play.joint import linked
from cardwright.runtime.play.port import Machine, State

from ..mutation.units import Place, Unit, instructions, units_of, without

DOING = frozenset(
    OPCODE[name]
    for name in (
        *("EVENT", "EVENTAS", "ADDROW", "CALL", "CALLAS", "RUN", "RUNWITH", "PAY", "OVER", "OPEN", "ACTIVE", "ACTS"),
        *("ABILITIES", "REFILL"),
    )
)
TOLD = ("event", "extra", "row", "paid", "over", "turn", "open")  # what is told of a sentence that does something
LOOK_EVERY = 15  # at every how many questions standing sentences are looked at


class Effects:
    """What the sentences of one image did."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.units = {unit.place: unit for unit in units_of(image)}
        self.reached: set[int] = set()
        self.did: set[int] = set()
        self.about: dict[int, set[int]] = {}  # event type -> definitions of the cards it has been about
        self._last = -1
        self._idle = {one.sentence for one in self.units.values() if one.code and not _acts(image, one)}
        self._standing = [one for one in self.units.values() if one.abilities]
        self._without: dict[Place, Machine] = {}
        self._looks = 0

    def forget(self, known: Collection[Place] = ()) -> None:
        """Begin anew; standing sentences known to have done something are not looked at again."""
        self.reached.clear()
        self.did.clear()
        self._standing = [u for u in self.units.values() if u.abilities and u.place not in known]

    # -- while a game runs ---------------------------------------------------------------------------------------------

    @contextmanager
    def watching(self, machine: Machine) -> Iterator[None]:
        """Hear what games of a machine do."""
        before = machine.watch, machine.tap
        machine.watch, machine.tap = self.passed, self.told
        try:
            yield
        finally:
            machine.watch, machine.tap = before

    def passed(self, sentence: int) -> None:
        self._last = sentence
        self.reached.add(sentence)
        if sentence in self._idle:  # it only asks, or says by what others are replaced
            self.did.add(sentence)

    def told(self, state: State, raw: tuple[object, ...]) -> None:
        if raw[0] not in TOLD:
            return
        if raw[0] == "event":
            self._note(raw[2])
        self.did.add(self._last)
        for sentence in linked(self.image).doing(state):
            self.did.add(sentence)
            self.reached.add(sentence)

    def _note(self, rows: object) -> None:
        for row in rows if isinstance(rows, tuple) else ():
            if row[ROW_DEFINITION] >= 0:
                self.about.setdefault(row[ROW_TYPE], set()).add(row[ROW_DEFINITION])

    def look(self, game: Game, *, now: bool = False) -> None:
        """At a question: which standing sentences work, and whether anything would be otherwise without one."""
        self._looks += 1
        if not now and self._looks % LOOK_EVERY:
            return
        machine = game.machine
        seen: list[object] | None = None
        for unit in self._standing:
            if unit.sentence in self.did or not any(machine.in_force(game.state, one) for one in unit.abilities):
                continue
            self.reached.add(unit.sentence)
            if not any(self.image.abilities[one].rows for one in unit.abilities):
                continue
            other = self._without.get(unit.place)
            if other is None:
                other = self._without[unit.place] = linked(without(self.image, unit))
            if seen is None:
                seen = _seen(machine, game.state)
            if seen != _seen(other, other.load(machine.save(game.state))):
                self.did.add(unit.sentence)

    # -- afterwards ----------------------------------------------------------------------------------------------------

    @property
    def executed(self) -> set[Place]:
        return {place for place, unit in self.units.items() if unit.sentence in self.reached}

    @property
    def effective(self) -> set[Place]:
        return {place for place, unit in self.units.items() if unit.sentence in self.did}


def _acts(image: Image, unit: Unit) -> bool:
    """Whether the code of a unit can do anything but ask and choose."""
    for number, start, end in unit.code:
        code = image.procs[number].code
        if any(op in DOING for pc, op in instructions(code) if start <= pc < end):
            return True
    return False


def _seen(machine: Machine, state: State) -> list[object]:
    """Numbers of all cards, and what each seat may do and may not."""
    attrs = range(len(machine.image.attrs))
    numbers = [machine.number(state, card, attr) for card in range(machine.count_cards(state)) for attr in attrs]
    found: list[object] = [numbers]
    for seat in range(state.players):
        acts = tuple(machine.offered(state, seat))
        prices = [machine.price(state, seat, int(str(act[1])), int(str(act[3]))) for act in acts if act[1] != -1]
        found += [acts, prices, tuple(machine.reasons(state, seat))]
    return found
