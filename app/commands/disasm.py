"""`cardwright disasm`: show the bytecode of sets, with the sentences it was made from."""

from __future__ import annotations

from typing import Annotated

import typer

from cardwright.dsl.compile import compile_sets
from cardwright.dsl.diagnostics import nearest
from cardwright.runtime.bytecode import disassemble
from cardwright.runtime.bytecode.image import Image

from .output import split_paths
from .playing import compiled


def disasm(
    paths: Annotated[list[str], typer.Argument(help="Folders or files of sets; - reads one from standard input.")],
    card: Annotated[str, typer.Option("--card", help="Only this card.")] = "",
) -> None:
    """Show the bytecode of sets, with the sentences it was made from."""
    found, given = split_paths(paths)
    image = compiled(compile_sets(found, given=given))
    wanted = _card(image, card) if card else None
    typer.echo(disassemble(image, card=wanted))


def _card(image: Image, name: str) -> int:
    names = [image.names[card.name].partition(":")[2] or image.names[card.name] for card in image.cards]
    for place, known in enumerate(names):
        if known.casefold() == name.casefold():
            return place
    near = nearest(name, names)
    hint = f"; did you mean “{near[0]}”?" if near else ""
    raise typer.BadParameter(f"there is no card “{name}”{hint}")
