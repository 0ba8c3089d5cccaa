"""`cardwright play`: play a game of some sets. A bot answers every question."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from cardwright.dsl.source import bundled

from .output import Cache, compile_for, split_paths
from .playing import Transcript, compiled, deal, ending, play_out, tables

MOST_PLAYERS = 8


class Bot(StrEnum):
    """Who answers."""

    RANDOM = "random"


def play(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Folders or files of sets; - reads one from standard input; the bundled sets if left out."),
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="Let a bot answer every question.")] = False,
    bot: Annotated[Bot, typer.Option("--bot", help="Which bot.")] = Bot.RANDOM,
    players: Annotated[int, typer.Option("--players", min=1, max=MOST_PLAYERS, help="How many play.")] = 2,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same game.")] = 1,
    table: Annotated[
        str, typer.Option("--table", help="The set-up table; the default one of the sets if left out.")
    ] = "",
    quiet: Annotated[bool, typer.Option("--quiet", help="Only say how the game ended.")] = False,
    cache: Cache = "",
) -> None:
    """Play a game of some sets and show its log.

    Sets, seed and options decide everything: the same command gives the same game on every machine.
    """
    if not auto:
        raise typer.BadParameter("this command has no seat for a person yet; add --auto")
    found, given = split_paths(paths or [str(bundled())])
    image = compiled(compile_for(found, given, cache))
    known = tables(image)
    chosen = table or (known[0] if known else "")
    game = deal(image, chosen, players, seed)
    transcript = Transcript(quiet=quiet)
    answers = play_out(game, seed, transcript.say)
    typer.echo(ending(game, answers, transcript.lines, transcript.digest))
