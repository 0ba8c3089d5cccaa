"""What `play` and `demo` share: a compiled image, a table that can be dealt, and a game played by a bot with its log
shown.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

import typer

from cardwright.dsl.cache import Checked
from cardwright.runtime.bots import Bot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.log import Entry, Renderer

from .output import show

if TYPE_CHECKING:
    from cardwright.dsl.compile import CompileResult

MOST_ANSWERS = 200_000


def compiled(result: CompileResult | Checked) -> Image:
    """The image, or the findings and exit code 1."""
    if result.image is None:
        show(result.findings)
        raise typer.Exit(1)
    return result.image


def plain(image: Image, name: int) -> str:
    """A name of the image without its set."""
    text = image.names[name]
    return text.partition(":")[2] or text


def tables(image: Image) -> list[str]:
    """The names of the set-up tables, the default one first."""
    ordered = sorted(image.setups, key=lambda setup: not setup.default)
    return [plain(image, setup.name) for setup in ordered]


def first_dealt(image: Image, players: int, seed: int) -> tuple[str, Game]:
    """The first table that these sets can deal, and its game; the last reason if there is none."""
    reason = Refused("CW838", what="there is no set-up table")
    for table in tables(image):
        try:
            return table, Game.new(image, {"table": table, "players": players}, seed)
        except Refused as refused:
            reason = refused
    typer.echo(f"error[{reason.code}]: {reason.message}\n  = {reason.way_out}", err=True)
    raise typer.Exit(1)


def play_out(game: Game, bots: Mapping[int, Bot], say: Callable[[str], None]) -> int:
    """Let bots play to the end and say each line of the log as it comes; the number of answers."""
    reader = LogReader(game)
    answers = 0
    while True:
        for line in reader.lines():
            say(line)
        request = game.request
        if request is None:
            return answers
        if answers >= MOST_ANSWERS:
            say(f"stopped after {answers:,} answers")
            return answers
        game.answer(request.id, bots[request.seat].keys(game, request.seat), request.seat)
        answers += 1


class LogReader:
    """The log as people read it: turns as headings, acts of players, what followed indented below."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.read = 0
        self.turns = 0
        self.renderer = Renderer(game.names, game.machine.slots(game.state))

    def lines(self) -> Iterator[str]:
        """What was added to the log since the last time."""
        log = self.game.log
        entries = log.entries[self.read :] if log is not None else []
        self.read += len(entries)
        for entry in entries:
            yield from self._line(entry)

    def _line(self, entry: Entry) -> Iterator[str]:
        if entry.sort == "turn":
            self.turns += 1
            (seat,) = entry.head
            player = self.game.names.player(seat) if isinstance(seat, int) else ""
            yield from ("", f"Turn {self.turns}: {player}")
        elif entry.sort == "answer":
            who, said, kind = entry.head
            what = str(said).partition(": ")[2]
            if kind != "act":
                yield f"  {who} chose {what}"
            elif what != "no more":
                yield f"{who}: {what}"
        elif text := self.renderer.text(entry, None):
            yield f"  {text}"


def ending(game: Game, answers: int, lines: int, digest: str) -> str:
    """The last line of a played game."""
    return f"The game is over: {game.over or 'stopped'} ({answers:,} answers, {lines:,} lines, log {digest})."


class Transcript:
    """Counts and fingerprints the lines of a log, and passes them on unless it is to be quiet."""

    def __init__(self, *, quiet: bool) -> None:
        self.quiet = quiet
        self.lines = 0
        self._hash = hashlib.sha256()

    def say(self, line: str) -> None:
        self.lines += 1
        self._hash.update(line.encode() + b"\n")
        if not self.quiet:
            typer.echo(line)

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()[:12]
