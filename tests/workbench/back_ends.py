"""Scenarios and random games under both back ends: the same digest at every question. Numbers are the caller's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.joint import BackEnd, linked
from cardwright.workbench.scenarios.runner import run
from cardwright.workbench.scenarios.suite import Loaded

BOTH = (BackEnd.INTERPRETER, BackEnd.GENERATED)


@dataclass
class Compared:
    """What was run twice, and what came out differently."""

    scenarios: int = 0
    games: int = 0
    questions: int = 0
    functions: int = 0  # made for the second runs
    different: list[str] = field(default_factory=list)

    def take(self, what: str, seen: list[list[str]]) -> None:
        one, other = seen
        self.questions += len(one)
        if one != other:
            pairs = enumerate(zip(one, other, strict=False))
            at = next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
            self.different.append(f"{what}: another position at question {at + 1}")


def compare_scenarios(files: Iterable[Loaded], compared: Compared, every: int = 1) -> None:
    """Every so many scenarios of some files."""
    at = 0
    for loaded in files:
        assert loaded.image is not None, loaded.path
        for scenario in loaded.file.scenarios:
            at += 1
            if at % every:
                continue
            results = [run(scenario, loaded.image, digests=True, back_end=back_end) for back_end in BOTH]
            compared.scenarios += 1
            compared.take(scenario.where, [one.digests for one in results])
            compared.different += [f"{scenario.where}: {said}" for one in results for said in one.complaints]


@contextmanager
def back_end_of(image: Image, chosen: BackEnd) -> Iterator[None]:
    machine = linked(image)
    before, machine.back_end = machine.back_end, chosen
    try:
        yield
    finally:
        machine.back_end = before


def compare_game(image: Image, setup: dict[str, object], seed: int, compared: Compared, most: int = 100_000) -> None:
    """A random game, twice."""
    seen = []
    for chosen in BOTH:
        with back_end_of(image, chosen):
            seen.append(digests(image, setup, seed, most))
            made = linked(image).core.interpreter.functions.many
    compared.functions = max(compared.functions, made)
    compared.games += 1
    compared.take(f"{setup}, seed {seed}", seen)


def digests(image: Image, setup: dict[str, object], seed: int, most: int) -> list[str]:
    """The digest at each question of a game, and at its end."""
    game = Game.new(image, setup, seed, log=False)
    bot = RandomBot(seed, eager=bool(seed & 1))
    seen: list[str] = []
    while (request := game.request) is not None and len(seen) < most:
        seen.append(game.digest)
        game.answer_at(request.id, bot.choose(request))
    return [*seen, game.digest]
