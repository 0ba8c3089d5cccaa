"""`cardwright play`: play a game of some sets at the terminal; bots sit where nobody else does."""

from __future__ import annotations

import sys
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from cardwright.dsl.source import bundled
from cardwright.frontends.terminal import Client, Terminal
from cardwright.runtime.bots import Bot, seat_bots
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.undo import OFF
from cardwright.runtime.protocol import Session
from cardwright.version import VERSION

from .images import image_of
from .output import STDIN, Cache, use_colour
from .playing import Transcript, ending, play_out
from .setting_up import chosen_slots, deal, refuse, seats_of

MOST_PLAYERS = 8
GAME = "game"
NAMES = "; once for each name."
Names = list[str] | None


class Undo(StrEnum):
    """Which answers can be taken back."""

    OFF = "off"
    NEW = "until-new-information"
    FREE = "free"


def play(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Folders or files of sets; - reads one from standard input; the bundled sets if left out."),
    ] = None,
    players: Annotated[int, typer.Option("--players", min=1, max=MOST_PLAYERS, help="How many play.")] = 2,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same game.")] = 1,
    table: Annotated[
        str, typer.Option("--table", help="The set-up table; the default one of the sets if left out.")
    ] = "",
    mastermind: Annotated[Names, typer.Option("--mastermind", help=f"Takes part{NAMES}")] = None,
    scheme: Annotated[Names, typer.Option("--scheme", help=f"Takes part{NAMES}")] = None,
    villains: Annotated[Names, typer.Option("--villains", help=f"A Villain Group that takes part{NAMES}")] = None,
    henchmen: Annotated[Names, typer.Option("--henchmen", help=f"A Henchman Group that takes part{NAMES}")] = None,
    hero: Annotated[Names, typer.Option("--hero", help=f"A Hero that takes part{NAMES}")] = None,
    choose: Annotated[
        Names, typer.Option("--choose", metavar="SLOT=NAME", help="What takes part, by any slot of the table.")
    ] = None,
    bot: Annotated[
        Names, typer.Option("--bot", metavar="[SEAT=]random|greedy", help="A bot for a seat, or for every seat.")
    ] = None,
    auto: Annotated[bool, typer.Option("--auto", help="Let random bots play the seats that have none.")] = False,
    undo: Annotated[Undo, typer.Option("--undo", help="Which answers can be taken back.")] = Undo.NEW,
    load: Annotated[Path | None, typer.Option("--load", help="Go on with a saved game.")] = None,
    save: Annotated[Path | None, typer.Option("--save", help="Save the game here when it is left or over.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="If bots play: only say how the game ended.")] = False,
    cache: Cache = "",
) -> None:
    """Play a game of some sets at the terminal.

    What is not chosen is drawn by lot. Seats without a bot are played by people at this terminal; if bots have all
    seats, the log is shown. Sets, seed, options and answers decide everything: the same ones give the same game on
    every machine.
    """
    wanted = {
        "--mastermind": mastermind or [], "--scheme": scheme or [], "--villains": villains or [],
        "--henchmen": henchmen or [], "--hero": hero or [],
    }  # fmt: skip
    rest = "random" if auto else ""
    if load is not None:
        if paths or table or choose or any(wanted.values()):
            raise typer.BadParameter("a saved game has its sets and its set-up already; leave them out with --load")
        game = _loaded(load)
        seats = seats_of(bot or [], game.state.players, rest=rest)
    else:
        seats = seats_of(bot or [], players, rest=rest)
        if len(seats) < players and STDIN in (paths or ()):
            raise typer.BadParameter("standard input is for answers: a set comes from it only if bots have all seats")
        image, _ = image_of(paths or [str(bundled())], cache)
        slots = chosen_slots(image, table, wanted, choose or [])
        policy = undo.value.replace("-", " ") if len(seats) < players else OFF
        game = deal(image, {"table": table, "players": players, "choose": slots}, seed, policy)
    bots = seat_bots(seats, game.machine.image, seed)
    if len(bots) == game.state.players:
        transcript = Transcript(quiet=quiet)
        answers = play_out(game, bots, transcript.say)
        typer.echo(ending(game, answers, transcript.lines, transcript.digest))
        if save is not None:
            _write(save, game)
    else:
        _at_terminal(game, bots, save or load)


def _at_terminal(game: Game, bots: dict[int, Bot], file: Path | None) -> None:
    """People play at this terminal, or lines that are piped in."""
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    console = Console(file=sys.stdout, highlight=False, color_system="auto" if use_colour() else None)
    session = Session(game.machine.image, program=f"cardwright {VERSION}", games={GAME: game})
    player = game.names.player
    people = [player(seat) for seat in range(game.state.players) if seat not in bots]
    plays = "plays" if len(people) == 1 else "play"
    console.print(f"{' and '.join(people)} {plays} here; help says what you can type.")

    def reads(prompt: str) -> str | None:
        if interactive:
            try:
                return input(prompt)
            except EOFError:
                return None
        line = sys.stdin.readline()
        console.print(f"{prompt}{line.rstrip()}", markup=False)
        return line or None

    if interactive:
        import readline  # noqa: F401  # lets lines be edited and called back
    terminal = Terminal(
        Client(session, GAME),
        console,
        reads,
        bots={player(seat): partial(one.keys, game, seat) for seat, one in bots.items()},
        file=file,
        interactive=interactive,
    )
    terminal.run()


def _loaded(path: Path) -> Game:
    """The game of a file, or the reason why it is none."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise typer.BadParameter(f"“{path}” cannot be read: {error.strerror}", param_hint="--load") from None
    try:
        return Game.load(data)
    except Refused as refused:
        refuse(refused)
        raise typer.Exit(1) from None


def _write(path: Path, game: Game) -> None:
    try:
        path.write_bytes(game.save())
    except OSError as error:
        raise typer.BadParameter(f"“{path}” cannot be written: {error.strerror}", param_hint="--save") from None
