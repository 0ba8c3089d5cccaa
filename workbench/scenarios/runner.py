"""Running a scenario: position, lines, expectations; and the run that saves, loads, clones and undoes at every
question.

Must not know any declared word, nor how sets are compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.joint import BackEnd
from cardwright.runtime.play.log import Renderer
from cardwright.runtime.play.port import State
from cardwright.runtime.play.setup import Setup

from . import steps
from .absent import piles, without_tests
from .expect import Asked, Outcome, check
from .model import Entry, Plain, Scenario
from .position import game_of, go_on
from .steps import CannotDo
from .trace import Tracer
from .world import Unknown, World

SEEDS = (1, 2)
TAIL = 30
MAX_ROUNDS = 200
BEYOND = 4
_PROVEN: set[str] = set()  # images of which a save with the image itself was loaded


@dataclass
class Result:
    """How a scenario went.

    `questions`: how many were answered; `checks`: how many comparisons the everywhere run made; `digests`: of the
    position at every question, of all runs, if they were asked for.
    """

    scenario: Scenario
    complaints: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)
    questions: int = 0
    checks: int = 0
    sentences: set[int] = field(default_factory=set)
    digest: str = ""
    digests: list[str] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return not self.complaints


@dataclass
class _Run:
    """One run of a scenario with one seed."""

    scenario: Scenario
    world: World
    result: Result
    everywhere: bool
    tracer: Tracer | None = None
    digests: bool = False
    see: Callable[[Game], None] | None = None
    asked: list[Asked] = field(default_factory=list)
    forks: list[tuple[str, Game]] = field(default_factory=list)
    line: int = 0  # of the entry that is being done or checked; 0: the position is being made

    def play(self, seed: int) -> None:
        given = self.scenario.given
        setup = given.get("setup")
        refused = ""
        if setup is not None:
            try:
                game = Game.new(self.world.image, _setup(setup), _int(given, "seed", seed), undo="free")
            except Refused as error:
                refused = error.message
                game = game_of(self.world, {}, seed)
        else:
            game = game_of(self.world, given, seed)
            if self.tracer is not None:
                self.tracer.attach(game)
            self._go(game)
        self.game = game
        outcome = Outcome(self.world, game, self.asked, refused)
        if refused and not any("setup" in str(entry.value) for entry in self.scenario.expect):
            self._complain(None, f"the set-up was refused: {refused}")
        self._see(game)
        for entry in self.scenario.do:
            self._line(entry, outcome)
        for entry in self.scenario.expect:
            self._expect(entry.value, entry, outcome)
        if self.everywhere:
            self._beyond(seed)
        for how, fork in self.forks:
            self.result.checks += 1
            if fork.digest != game.digest:
                self._complain(None, f"the game {how} went on to another position")
        self.result.digest = game.digest

    def _line(self, entry: Entry, outcome: Outcome) -> None:
        value = entry.value
        self.line = entry.span.line
        if isinstance(value, dict) and set(value) == {"expect"}:
            inner = value["expect"]
            for one in inner if isinstance(inner, list) else [inner]:
                self._expect(one, entry, outcome)
            return
        game = self.game
        line = steps.read(value)
        request = game.request
        if self.everywhere and request is not None:
            self._fork(game)
        keys = steps.do(game, line)
        self.result.questions += 1
        self._go(game)
        if self.everywhere:
            before = game.digest
            game.undo()
            again = game.request
            if again is None:
                raise CannotDo("after undo nothing is asked")
            game.answer(again.id, keys)
            self._go(game)
            self.result.checks += 1
            if game.digest != before:
                self._complain(entry, "after undo the same answer leads to another position")
            for how, fork in self.forks:
                asked = fork.request
                if asked is None:
                    self._complain(entry, f"the game {how} is asked nothing")
                    continue
                fork.answer(asked.id, keys)
                self._go(fork)
        self._see(game)

    def _beyond(self, seed: int) -> None:
        """Behind the last line: some more answers by a bot, so that the last position is copied and goes on too."""
        game = self.game
        bot = RandomBot(seed, eager=True)
        if game.request is not None:
            self._fork(game)
        for _ in range(BEYOND):
            request = game.request
            if request is None:
                return
            answer = bot.choose(request)
            for one in (game, *(fork for _, fork in self.forks)):
                asked = one.request
                if asked is None:
                    return
                one.answer_at(asked.id, answer)
                self._go(one)

    def _fork(self, game: Game) -> None:
        """A saved and loaded game and a clone, to be led along; the first save of each image holds the image itself."""
        number = self.result.questions + 1
        whole = game.machine.hash not in _PROVEN
        _PROVEN.add(game.machine.hash)
        loaded = Game.load(game.save(image=whole), None if whole else game.machine.image)
        loaded.machine.hold = True
        for how, other in ((f"loaded at question {number}", loaded), (f"cloned at question {number}", game.clone())):
            self.result.checks += 1
            if other.digest != game.digest:
                self._complain(None, f"the game {how} is another one")
            self.forks.append((how, other))

    def _go(self, game: Game) -> None:
        """Run on; behind the turn a scenario began with, the game's own procedure follows."""
        if game.over is None and game.request is None:
            game.go()
        for _ in range(MAX_ROUNDS):
            if game.over is not None or game.request is not None or not go_on(self.world, game.state):
                return
            game.go()

    def _see(self, game: Game) -> None:
        request = game.request
        if self.see is not None:
            self.see(game)
        if self.digests:
            self.result.digests.append(game.digest)
        if request is not None and request.kind != "act":
            self.asked.append(Asked.of(request))

    def _expect(self, value: Plain, entry: Entry, outcome: Outcome) -> None:
        self.line = entry.span.line
        for complaint in check(outcome, value):
            self._complain(entry, complaint)

    def _complain(self, entry: Entry | None, text: str) -> None:
        line = entry.span.line if entry is not None else self.scenario.span.line
        self.result.complaints.append(f"line {line}: {text}")


def run(
    scenario: Scenario,
    image: Image,
    *,
    everywhere: bool = False,
    trace: bool = False,
    watch: Callable[[int], None] | None = None,
    tap: Callable[[State, tuple[object, ...]], None] | None = None,
    see: Callable[[Game], None] | None = None,
    digests: bool = False,
    back_end: BackEnd = BackEnd.AUTOMATIC,
) -> Result:
    """Run a scenario with each seed; complaints of the first run that has any.

    `watch` is told the sentences that are passed, `tap` what happens with the state at that moment, `see` the game at
    every question.
    """
    result = Result(scenario)
    if scenario.findings:
        result.complaints = [f"line {one.span.line}: {one.message} ({one.code})" for one in scenario.findings]
        return result
    seed = scenario.given.get("seed")
    whole = image if "setup" in scenario.given else without_tests(image, absent(World(image), scenario.given))
    seeds = (seed,) if isinstance(seed, int) and not isinstance(seed, bool) else SEEDS
    for one in seeds:
        made = _Run(
            scenario, World(whole, scenario.set_name), result, everywhere, Tracer() if trace else None, digests, see
        )
        machine = made.world.machine
        before, machine.back_end = machine.back_end, back_end
        machine.watch, machine.hold = made.tracer.sentence if made.tracer else watch, True
        machine.tap = tap
        try:
            made.play(one)
        except (CannotDo, Unknown) as error:
            named = error.name if isinstance(error, Unknown) else ""
            line = made.line or scenario.line_given(named)
            result.complaints.append(f"line {line}: {error}")
        except Refused as error:
            result.complaints.append(f"line {made.line or scenario.line_given()}: {error.code}: {error.message}")
        finally:
            machine.watch, machine.trace, machine.tap, machine.hold = None, None, None, False
            machine.back_end = before
        if made.tracer is not None:
            result.trace = made.tracer.lines
            break
        if result.complaints:
            result.trace = trace_of(getattr(made, "game", None), made.asked)
            if len(seeds) > 1 and one != seeds[0]:
                result.complaints.insert(0, "only with another seed: the scenario depends on chance; give a `seed:`")
            break
    return result


def absent(world: World, given: dict[str, Plain]) -> frozenset[int]:
    """The table's piles that a scenario does not mention."""
    named = (world.table_key(key) for key in given if world.seat(key) is None)
    return piles(world.image) - {found[1] for found in named if found is not None and found[0] == "zone"}


def trace_of(game: Game | None, asked: Sequence[Asked]) -> list[str]:
    """What happened, line by line, and the question that is open."""
    if game is None or game.log is None:
        return []
    renderer = Renderer(game.names, game.machine.slots(game.state))
    lines = [text for entry in game.log.entries if (text := renderer.text(entry, None))]
    lines.append(game.explain())
    return lines


def tail(result: Result) -> list[str]:
    """The last lines of a failing scenario."""
    return result.trace[-TAIL:]


def _setup(value: Plain) -> Setup:
    data: dict[str, object] = dict(value) if isinstance(value, dict) else {"table": value}
    return Setup.read(data)


def _int(given: dict[str, Plain], key: str, default: int) -> int:
    value = given.get(key)
    return value if isinstance(value, int) and not isinstance(value, bool) else default
