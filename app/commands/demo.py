"""`cardwright demo`: check the bundled sets and play one full game whose every effect comes from text files."""

from __future__ import annotations

from typing import Annotated

import typer

from cardwright.dsl.source import bundled
from cardwright.runtime.bots import seat_bots

from .output import Cache, compile_for, count
from .playing import Transcript, compiled, ending, first_dealt, play_out


def demo(
    players: Annotated[int, typer.Option("--players", min=1, max=5, help="How many play.")] = 2,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same game.")] = 1,
    cache: Cache = "",
) -> None:
    """Check the bundled sets, then let a bot play a full game and show its log."""
    result = compile_for([bundled()], {}, cache)
    numbers = result.summary
    typer.echo(
        f"Checked {count(numbers['sets'], 'set')}: {count(numbers['cards'], 'card')}, "
        f"{count(numbers['texts'], 'line of text', 'lines of text')}, {count(numbers['errors'], 'error')}."
    )
    table, game = first_dealt(compiled(result), players, seed)
    typer.echo(f"A game for {count(players, 'player')} by the table “{table}”, seed {seed}.\n")
    transcript = Transcript(quiet=False)
    answers = play_out(
        game, seat_bots(dict.fromkeys(range(players), "random"), game.machine.image, seed), transcript.say
    )
    typer.echo(f"\n{ending(game, answers, transcript.lines, transcript.digest)}")
