"""Playing seeded random games and checking, after every event and at every request, what must always hold.

Cards are conserved; a saved and loaded game and a clone are the same game and go on to the same position; a seat never
learns what it does not know; without caches and short ways the same game comes out. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.joint import linked
from cardwright.runtime.play.port import Machine, State
from cardwright.runtime.play.request import Request
from cardwright.runtime.play.view import over

from .driven import DrivenBot
from .effects import Effects
from .gifts import Gifts
from .secrecy import differs

MOST = 20_000


@dataclass(frozen=True)
class Plan:
    """What to check in one game. `agree_every`: at every how many requests copies are compared (0: never)."""

    seed: int
    setup: Mapping[str, object]
    agree_every: int = 20
    secrecy_every: int = 50
    conserve: bool = True
    plainly: bool = False  # also without caches and short ways
    eager: bool = False  # players act as long as they can
    wanted: frozenset[int] | None = None  # definitions of cards that players are driven to
    helping: frozenset[int] = frozenset()  # definitions of cards that make happen what those wait for
    gifts: bool = False  # players are given points and wanted cards each turn
    watched: bool = True  # what texts did is noted


@dataclass
class Played:
    """What was seen in one game."""

    plan: Plan
    over: str | None = None
    digest: str = ""
    requests: int = 0
    decisions: int = 0
    events: int = 0
    conserved: int = 0
    agreed: int = 0
    secrets: int = 0
    compared: int = 0
    turns: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.faults


@dataclass
class Totals:
    """Sums over many games, for a report."""

    games: list[Played] = field(default_factory=list)

    def sum(self, name: str) -> int:
        return sum(int(getattr(one, name)) for one in self.games)

    @property
    def faults(self) -> list[str]:
        return [f"seed {one.plan.seed}: {fault}" for one in self.games for fault in one.faults]

    def lines(self) -> list[str]:
        ends: dict[str, int] = {}
        players: dict[int, int] = {}
        for one in self.games:
            ends[one.over or "not at all"] = ends.get(one.over or "not at all", 0) + 1
            seats = one.plan.setup.get("players", 0)
            players[int(str(seats))] = players.get(int(str(seats)), 0) + 1
        return [
            f"random games: {len(self.games)} (players {_counts(players)}; ended {_counts(ends)})",
            f"  {self.sum('requests')} requests, {self.sum('decisions')} decisions, {self.sum('events')} events",
            f"  cards conserved after {self.sum('conserved')} events; copies agreed at {self.sum('agreed')} requests;",
            f"  secrecy at {self.sum('secrets')} requests;"
            f" {self.sum('compared')} games equal without caches and short ways",
            f"  {len(self.faults)} faults",
        ]


def _counts(counts: Mapping[object, int] | Mapping[str, int] | Mapping[int, int]) -> str:
    return ", ".join(f"{key}: {number}" for key, number in sorted(counts.items(), key=str))


def conserved(machine: Machine, state: State, count: int) -> str:
    """ "" if every card lies in exactly one place, the one it says."""
    seen = 0
    for slot in range(len(machine.slots(state))):
        for card in machine.cards_in(state, slot):
            if not 0 <= card < count or machine.slot_of(state, card) != slot:
                return f"card {card} does not lie where it says"
            seen += 1
    return "" if seen == count == machine.count_cards(state) else f"{seen} cards lie somewhere, there are {count}"


class _Watch:
    """Counts and checks what the machine reports while a game is played."""

    def __init__(self, game: Game, played: Played) -> None:
        self.game = game
        self.played = played
        self.count = game.machine.count_cards(game.state)
        self.inner = game.sink

    def __call__(self, raw: tuple[object, ...]) -> None:
        if raw[0] == "event":
            self.played.events += 1
            if self.played.plan.conserve:
                self.played.conserved += 1
                fault = conserved(self.game.machine, self.game.state, self.count)
                if fault:
                    self.played.faults.append(fault)
        if self.inner is not None:
            self.inner(raw)


def play(image: Image, plan: Plan, effects: Effects | None = None) -> Played:
    """Play one game to its end, checking on the way. `effects` is told which sentences were come to, what they did."""
    if effects is None:
        return _play(image, plan, None)
    with effects.watching(linked(image)):
        return _play(image, plan, effects)


def _play(image: Image, plan: Plan, effects: Effects | None) -> Played:
    played = Played(plan)
    try:
        game = Game.dealt(image, plan.setup, plan.seed, log=plan.secrecy_every > 0)
        game.sink = _Watch(game, played)
        game.go()
    except Refused as refused:
        played.faults.append(f"{refused.code}: {refused.message}")
        return played
    choose, gifts = _chooser(plan), Gifts(image, plan.seed, plan.wanted or frozenset(), plan.helping)
    since = 0
    for _ in range(MOST):
        request = game.request
        if request is None:
            break
        played.requests += 1
        played.decisions += request.decision
        if plan.gifts and request.kind == "act":
            gifts.give(game, request.seat)
        if effects is not None:
            effects.look(game)
        if plan.secrecy_every and played.requests % plan.secrecy_every == 0:
            _secrecy(game, played, since)
        since = len(game.log) if game.log is not None else 0
        answer = choose(game, request)
        copies = _copies(game, played) if plan.agree_every and played.requests % plan.agree_every == 0 else []
        try:
            game.answer_at(request.id, answer)
        except Refused as refused:
            played.faults.append(f"request {played.requests}: {refused.code}: {refused.message}")
            return played
        for how, other in copies:
            asked = other.request
            if asked is None:
                played.faults.append(f"request {played.requests}: the game {how} is asked nothing")
                continue
            other.answer_at(asked.id, answer)
            if other.digest != game.digest:
                played.faults.append(f"request {played.requests}: the game {how} goes on to another position")
        if len(played.faults) > 20:
            break
    if effects is not None:
        effects.look(game, now=True)
    played.over = over(game.state)
    played.digest = game.digest
    if played.over is None:
        played.faults.append(
            "the game did not end" if game.request is not None else "nothing is asked and nobody has won"
        )
    if plan.plainly:
        _plainly(image, plan, played)
    return played


def _chooser(plan: Plan) -> Callable[[Game, Request], list[int]]:
    """Who answers."""
    if plan.wanted is not None:
        return DrivenBot(plan.seed, plan.wanted).choose
    bot = RandomBot(plan.seed, eager=plan.eager)
    return lambda game, request: bot.choose(request)


def _secrecy(game: Game, played: Played, since: int) -> None:
    seat = played.requests % game.state.players
    played.secrets += 1
    fault = differs(game, seat, since, played.plan.seed + played.requests)
    if fault:
        played.faults.append(f"request {played.requests}: {fault}")


def _copies(game: Game, played: Played) -> list[tuple[str, Game]]:
    """A saved and loaded game and a clone; both must be this very game."""
    played.agreed += 1
    loaded = Game.load(game.save(image=False, log=played.agreed % 20 == 0), game.machine.image)
    copies = [("that was loaded", loaded), ("that was cloned", game.clone())]
    for how, other in copies:
        if other.digest != game.digest:
            played.faults.append(f"request {played.requests}: the game {how} is another one")
    return copies


def _plainly(image: Image, plan: Plan, played: Played) -> None:
    """The same game without caches and short ways."""
    machine = linked(image)
    with switched(machine):
        game = Game.new(image, plan.setup, plan.seed, log=False)
        choose, gifts = _chooser(plan), Gifts(image, plan.seed, plan.wanted or frozenset(), plan.helping)
        for _ in range(MOST):
            request = game.request
            if request is None:
                break
            if plan.gifts and request.kind == "act":
                gifts.give(game, request.seat)
            game.answer_at(request.id, choose(game, request))
    played.compared += 1
    if game.digest != played.digest:
        played.faults.append("without caches and short ways another game came out")


@contextmanager
def switched(machine: Machine) -> Iterator[None]:
    """Caches and short ways off."""
    machine.switch(caches=False, short_ways=False)
    try:
        yield
    finally:
        machine.switch(caches=True, short_ways=True)


def plans(count: int, *, table: str = "", full: int = 50, plainly: int = 20, first: int = 1) -> list[Plan]:
    """So many games for 1 to 5 players in turn, every other one with eager players; `full` are compared everywhere."""
    return [
        Plan(
            first + at,
            {"players": 1 + at % 5, "table": table},
            agree_every=1 if at < full else 20,
            plainly=at < plainly,
            eager=at % 2 == 1,
        )
        for at in range(count)
    ]
