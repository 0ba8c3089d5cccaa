"""Image files as commands read and write them. A file of images comes from anywhere, so it is verified before use."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import typer

from cardwright.dsl.diagnostics import visible
from cardwright.runtime.bytecode.format import MAX_BYTES, load_image
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused

from .output import STDIN, compile_for, split_paths
from .playing import compiled

SUFFIX = ".json"


def is_image(argument: str) -> bool:
    """Whether an argument names an image file: by its suffix, or because it begins as one does."""
    path = Path(argument)
    if argument == STDIN or not path.is_file():
        return False
    return path.suffix == SUFFIX or _head(path).startswith(b'{"form":')


def read_image(path: Path) -> Image:
    """The image of a file, verified; one that is refused ends the command with a finding."""
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
        return load_image(data)
    except Refused as refused:
        fail(refused.code, refused.message, str(path))
    except OSError as error:
        raise typer.BadParameter(f"“{path}” cannot be read: {error.strerror}") from None


def fail(code: str, message: str, place: str) -> NoReturn:
    """Say why something from outside is refused, and leave with 1."""
    typer.echo(visible(f"error[{code}]: {message}"), err=True)
    typer.echo(visible(f" --> {place}"), err=True)
    raise typer.Exit(1)


def image_of(arguments: Sequence[str], cache: str = "") -> tuple[Image, frozenset[str]]:
    """The image of one image file, or of the sets at some paths; and the sets that were named."""
    images = [one for one in arguments if is_image(one)]
    if images and len(arguments) > 1:
        raise typer.BadParameter("an image file stands alone: it holds its sets already")
    if images:
        image = read_image(Path(images[0]))
        return image, frozenset(name for name, _ in image.sets)
    found, given = split_paths(arguments)
    result = compile_for(found, given, cache)
    return compiled(result), frozenset(result.named)


def write_image(path: Path, text: str) -> None:
    """Write a file whole or not at all. What stands there and is no image stays."""
    if path.is_dir():
        raise typer.BadParameter(f"“{path}” is a folder")
    if path.exists() and not _head(path).startswith(b'{"form":'):
        raise typer.BadParameter(f"“{path}” is there already and is no image; nothing was written")
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    except OSError as error:
        raise typer.BadParameter(f"“{path}” cannot be written: {error.strerror}") from None
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(text)
    os.chmod(name, 0o666 & ~_umask())
    os.replace(name, path)


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as stream:
            return stream.read(64).lstrip()
    except OSError:
        return b""


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


__all__ = ["fail", "image_of", "is_image", "read_image", "write_image"]
