"""From `given` to a game in that position.

Anything not given is out of the scenario. Must not know any declared word.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.runtime.bytecode.optable import OPCODE, OPS
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.port import Dealt, State
from cardwright.runtime.play.setup import Setup, table_of
from cardwright.runtime.play.undo import FREE

from .model import Plain
from .world import Unknown, World

_RESERVED = ("players", "turn", "at", "seed", "setup", "table", "undo")


@dataclass
class Position:
    """A position being put together."""

    world: World
    players: int
    dealt: list[Dealt] = field(default_factory=list)
    points: list[tuple[int, int, int, int]] = field(default_factory=list)
    counters: list[tuple[int, int]] = field(default_factory=list)

    def card(self, text: str, slot: int, held: Plain = None) -> None:
        """One card, and those attached to it."""
        at = len(self.dealt)
        self.dealt.append(Dealt(self.world.card(text), slot))
        below = held if isinstance(held, list) else [] if held is None else [held]
        for item in below:
            for name, more in _items(item):
                self.attached(name, at, more)

    def attached(self, text: str, host: int, held: Plain) -> None:
        at = len(self.dealt)
        self.dealt.append(Dealt(self.world.card(text), self.world.machine.slot(0, -1), host))
        for item in held if isinstance(held, list) else []:
            for name, more in _items(item):
                self.attached(name, at, more)

    def pile(self, slot: int, value: Plain) -> None:
        """The cards of one place, top first."""
        for item in value if isinstance(value, list) else [value]:
            for name, held in _items(item):
                self.card(name, slot, held)

    def zone(self, zone: int, seat: int, value: Plain) -> None:
        """A zone: of a row the spaces in order or by name."""
        machine = self.world.machine
        first = machine.slot(zone, seat)
        row = machine.row(first)
        if len(row) == 1:
            self.pile(first, value)
        elif isinstance(value, dict) and all(self.world.table_key(str(key)) for key in value):
            for key, cards in value.items():
                found = self.world.table_key(key)
                if found is None or found[0] != "space" or found[1] != zone:
                    raise Unknown(f"“{key}” is no space of {self.world.names.zone(zone)}", key, self.world.spaces)
                self.pile(row[found[2]], cards)
        else:
            items = value if isinstance(value, list) else [value]
            if len(items) > len(row):
                raise Unknown(f"{self.world.names.zone(zone)} has {len(row)} spaces")
            for slot, item in zip(row, items, strict=False):
                self.pile(slot, item)


def players_of(given: dict[str, Plain]) -> int:
    """`players`, or the highest seat that is named."""
    wanted = given.get("players")
    named = [seat + 1 for key in given if (seat := World.seat(key)) is not None]
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if named and max(named) > wanted:
            raise Unknown(f"P{max(named)} is given, but there are {wanted} players")
        return wanted
    return max([1, *named])


def game_of(world: World, given: dict[str, Plain], seed: int, *, undo: str = FREE) -> Game:
    """A game in the given position, not yet run."""
    machine = world.machine
    players = players_of(given)
    if not 1 <= players <= 5:
        raise Unknown("there are 1 to 5 players")
    made = Position(world, players)
    for key, value in given.items():
        if key in _RESERVED:
            continue
        seat = world.seat(key)
        if seat is not None:
            _player(made, seat, value)
            continue
        found = world.table_key(key)
        if found is None:
            raise Unknown(f"“{key}” is no zone, space or counter", key, world.of_table)
        what, at, index = found
        if what == "counter":
            if not isinstance(value, int):
                raise Unknown(f"{key} is a number")
            made.counters.append((at, value))
        elif what == "space":
            made.pile(machine.row(machine.slot(at, -1))[index], value)
        else:
            made.zone(at, -1, value)
    state = machine.new(players, seed, made.dealt)
    for seat, attr, amount, name in made.points:
        machine.add_points(state, seat, attr, amount, name)
    table = given.get("table")
    if isinstance(table, str):
        made.counters[:0] = table_of(world.image, world.names, table).starts.items()
    for counter, value in made.counters:
        machine.set_counter(state, counter, -1, value)
    turn = given.get("turn")
    active = world.seat(turn) if isinstance(turn, str) else 0
    if active is None or active >= players:
        raise Unknown(f"“{turn}” is no player of this scenario")
    machine.set_active(state, active)
    start_turn(world, state, active, given.get("at"))
    return Game(machine, state, Setup(players, table if isinstance(table, str) else "").plain(), seed, undo=undo)


def _player(made: Position, seat: int, value: Plain) -> None:
    world = made.world
    if not isinstance(value, dict):
        raise Unknown(f"P{seat + 1} takes zones and points")
    for key, part in value.items():
        found = world.player_key(key)
        if found is None:
            raise Unknown(f"“{key}” is no zone and no kind of points of a player", key, world.of_player)
        what, at = found
        if what == "zone":
            made.zone(at, seat, part)
        elif isinstance(part, dict):
            for name, amount in part.items():
                if not isinstance(amount, int):
                    raise Unknown(f"{key} made by {name} is a number")
                made.points.append((seat, at, amount, _name_id(world, name)))
        elif isinstance(part, int):
            if part:
                made.points.append((seat, at, part, -1))
        else:
            raise Unknown(f"{key} is a number")


def _name_id(world: World, name: str) -> int:
    if name == "none":
        return -1
    for at, text in enumerate(world.image.names):
        if text.lower() == name.lower() or world.names.plain(at).lower() == name.lower():
            return at
    raise Unknown(f"nothing is called “{name}”", name, map(world.names.plain, range(len(world.image.names))))


def _items(item: Plain) -> list[tuple[str, Plain]]:
    """(card, what it holds) of an item: `A`, `{A: [B]}`, `{A: 3}` (three of them), null (nothing)."""
    if item is None:
        return []
    if isinstance(item, dict):
        found: list[tuple[str, Plain]] = []
        for name, value in item.items():
            if isinstance(value, int) and not isinstance(value, bool):
                found.extend((name, None) for _ in range(value))
            else:
                found.append((name, value))
        return found
    return [(str(item), None)]


# -- whose turn, and where in it ---------------------------------------------------------------------------------------


def start_turn(world: World, state: State, seat: int, at: Plain) -> None:
    """Put the turn's procedure on the stack, at a step of that name or at the first that offers acts."""
    image = world.image
    proc = image.entry.get("turn", -1)
    if proc < 0:
        proc = next((index for index, one in enumerate(image.procs) if _find_op(one.code, "ACTS", 0) >= 0), -1)
    if proc < 0:
        raise Unknown("no procedure of the sets at hand offers acts")
    code = image.procs[proc].code
    steps = image.procs[proc].steps
    if isinstance(at, str):
        starts = [first for name, first, _ in steps if world.names.plain(name).lower() == at.lower()]
        if not starts:
            raise Unknown(f"a turn has no step “{at}”", at, [world.names.plain(name) for name, _, _ in steps])
        pc = starts[0]
    else:
        acts = _find_op(code, "ACTS", 0)
        pc = next((first for _, first, end in steps if first <= acts < end), 0)
    game, after = _after_first_turn(world)
    around = open_periods(image.procs[game].code, after) if game >= 0 else []
    for period in (*around, *open_periods(code, pc)):
        world.machine.open_period(state, period)
    world.machine.call(state, proc, (seat,) * image.procs[proc].params, seat, pc)


def go_on(world: World, state: State) -> bool:
    """After the turn a scenario began with: go on with the procedure that plays the game, behind its first turn."""
    game, after = _after_first_turn(world)
    if game < 0:
        return False
    world.machine.call(state, game, (), world.machine.active(state), after)
    return True


def _after_first_turn(world: World) -> tuple[int, int]:
    """The procedure that plays the game, and where its first step that calls the turn ends; -1 if there is none."""
    image = world.image
    game, turn = image.entry.get("game", -1), image.entry.get("turn", -1)
    if game < 0 or turn < 0:
        return (-1, -1)
    code = image.procs[game].code
    pc = 0
    while pc < len(code):
        op = OPS[code[pc]]
        if op.name in ("CALL", "CALLAS") and code[pc + 1] == turn:
            ends = [end for _, first, end in image.procs[game].steps if first <= pc < end]
            return (game, ends[0]) if ends else (-1, -1)
        pc += 1 + len(op.operands)
    return (-1, -1)


def open_periods(code: tuple[int, ...], until: int) -> list[int]:
    """The periods that the code before an address has opened and not closed."""
    found: list[int] = []
    pc = 0
    while pc < min(until, len(code)):
        op = OPS[code[pc]]
        if op.name == "OPEN":
            found.append(code[pc + 1])
        elif op.name == "CLOSE" and code[pc + 1] in found:
            found.remove(code[pc + 1])
        pc += 1 + len(op.operands)
    return found


def _find_op(code: tuple[int, ...], name: str, start: int) -> int:
    pc = start
    while pc < len(code):
        if code[pc] == OPCODE[name]:
            return pc
        pc += 1 + len(OPS[code[pc]].operands)
    return -1
