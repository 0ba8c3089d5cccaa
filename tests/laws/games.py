"""Sets compiled and games played to look at: what the tests of the laws share. Must not know any declared word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from cardwright.dsl.compile import CompileResult, compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game

HARD = Path(__file__).resolve().parents[1] / "hard"


def compiled(paths: Sequence[Path]) -> CompileResult:
    """Compile sets and say what is wrong if there is no image."""
    result = compile_sets(paths)
    if result.image is None:
        lines = [f"{item.code} {item.span}: {item.message}" for item in result.findings[:20]]
        raise AssertionError("no image: " + "\n".join(lines))
    return result


def image_of(result: CompileResult) -> Image:
    assert result.image is not None
    return result.image


@cache
def core() -> CompileResult:
    """All bundled sets."""
    return compiled([bundled()])


def table_names(image: Image) -> list[str]:
    """Names of the set-up tables, as `Game.new` takes them."""
    return [image.names[table.name].rpartition(":")[2] for table in image.setups]


def dealt(image: Image, players: int, seed: int, undo: str = "off") -> tuple[int, Game]:
    """The first table these sets can deal, by its place, and its game."""
    refused: Refused | None = None
    for place, name in enumerate(table_names(image)):
        try:
            return place, Game.new(image, {"table": name, "players": players}, seed, undo=undo)
        except Refused as found:
            refused = found
    raise AssertionError(f"no table can be dealt: {refused}")


def answers(game: Game, seed: int, most: int, look: Callable[[Game], None] | None = None) -> Iterator[str]:
    """Let a bot answer, and give the digest at every request."""
    bot = RandomBot(seed)
    for _ in range(most):
        request = game.request
        yield game.digest
        if look is not None:
            look(game)
        if request is None:
            return
        game.answer_at(request.id, bot.choose(request))
