"""`cardwright compile`: sets as one image file, which plays without the compiler."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cardwright.dsl.compile import compile_sets
from cardwright.dsl.source import Loaded
from cardwright.runtime.bytecode.format import VERSION, content_hash, dump_image
from cardwright.runtime.bytecode.image import Image

from .images import write_image
from .output import STDIN, count, show, split_paths
from .playing import compiled


def compile(
    paths: Annotated[list[str], typer.Argument(help="Folders or files of sets; - reads one from standard input.")],
    output: Annotated[
        str, typer.Option("--output", "-o", help="The image file to write; - writes to standard output.")
    ],
) -> None:
    """Compile sets, with all they require, into one image file.

    The file holds bytecode, names and canonical texts; it has a version and the hash of its content. The same sets give
    the same file, wherever they lie. Nothing is written if there is an error.
    """
    found, given = split_paths(paths)
    result = compile_sets(found, given=given)
    image = compiled(result)
    name_places(image, result.declarations.loaded)
    text = dump_image(image)
    if output == STDIN:
        typer.echo(text)
        return
    write_image(Path(output), text + "\n")
    show(result.findings)
    parts = (count(len(image.sets), "set"), count(len(image.cards), "card"), count(len(image.procs), "procedure"))
    typer.echo(f"{output}: {', '.join(parts)}, {count(len(text.encode()), 'byte')}")
    typer.echo(f"version {VERSION}, hash {content_hash(image)}")


def name_places(image: Image, loaded: Loaded) -> None:
    """Name the files of sentences by set and file, so that an image does not tell where its sets lay."""
    short: dict[str, str] = {}
    for name, item in loaded.sets.items():
        for part in item.files:
            last = Path(part.source.name).name
            single = len(item.files) == 1 and last != "set.yaml"
            short[part.source.name] = last if single else f"{name}/{last}"
    image.sentences = [replace(one, file=short.get(one.file, one.file)) for one in image.sentences]
