"""What commands that change set files share: differences on the screen, files written or left as they are."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import typer

from cardwright.dsl.diagnostics import visible
from cardwright.dsl.source.rewriting import NotWritten, Rewrite

from .output import use_colour

_COLOURS = {"-": "\x1b[31m", "+": "\x1b[32m", "@": "\x1b[36m"}


def show_differences(rewrites: Sequence[Rewrite]) -> None:
    """What would change: byte for byte where it is piped, so that `patch` can use it."""
    colour = use_colour()
    for rewrite in rewrites:
        made = rewrite.difference()
        if sys.stdout.isatty():
            made = "\n".join(_painted(visible(line), colour) for line in made.split("\n"))
        typer.echo(made, nl=False)


def _painted(line: str, colour: bool) -> str:
    tone = _COLOURS.get(line[:1]) if colour and not line.startswith(("+++", "---")) else None
    return f"{tone}{line}\x1b[0m" if tone else line


def write_all(rewrites: Sequence[Rewrite]) -> bool:
    """Write the files; whether all of them were. The others are named with the reason."""
    fine = True
    for rewrite in rewrites:
        try:
            rewrite.write()
        except NotWritten as reason:
            typer.echo(f"{visible(str(rewrite.path))} was left as it is: {reason}", err=True)
            fine = False
    return fine
