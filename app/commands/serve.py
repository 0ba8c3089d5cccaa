"""`cardwright serve`: lead games by messages, for programs that show or play them."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cardwright.dsl.source import bundled
from cardwright.frontends.stdio import serve as serve_stdio
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.protocol import Limits, Session, schema_text
from cardwright.version import VERSION

from .images import image_of, is_image
from .output import Cache, compile_for, show_on_stderr, split_paths

MOST_BYTES = 1_000_000_000


def serve(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Folders or files of sets, or one image file; the bundled sets if left out."),
    ] = None,
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Read messages from standard input, answer on standard output.")
    ] = False,
    games: Annotated[int, typer.Option("--games", min=1, max=10_000, help="How many games may be open.")] = 64,
    line: Annotated[
        int, typer.Option("--line", min=1_000, max=MOST_BYTES, help="How many bytes a message may have.")
    ] = Limits.line,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON Schema of all messages and leave.")] = False,
    cache: Cache = "",
) -> None:
    """Lead games by messages: one JSON object on each line, one answer on each line.

    docs/interface.md describes the messages. The end of the input ends the command; a message that is wrong is answered
    with an error and changes nothing.
    """
    if schema:
        typer.echo(schema_text(), nl=False)
        return
    if not stdio:
        raise typer.BadParameter("say how messages travel: add --stdio")
    if "-" in (paths or ()):
        raise typer.BadParameter("standard input is for messages: a set cannot come from it")
    session = Session(
        _image(paths or [str(bundled())], cache), program=f"cardwright {VERSION}", limits=Limits(line=line, games=games)
    )
    try:
        serve_stdio(session, sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:  # nobody reads any more: that is an end like the end of the input
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _image(paths: list[str], cache: str) -> Image:
    """What is played with; findings go where they are no answer to a message."""
    if any(map(is_image, paths)):
        return image_of(paths)[0]
    found, given = split_paths(paths)
    result = compile_for(found, given, cache)
    if result.image is None:
        show_on_stderr(result.findings)
        raise typer.Exit(1)
    return result.image
