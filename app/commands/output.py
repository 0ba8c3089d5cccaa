"""What several commands need: paths from arguments, standard input, colour, findings on the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

import typer

from cardwright.dsl.diagnostics import Finding, as_text
from cardwright.dsl.source.limits import BYTES

STDIN = "-"


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"


def use_colour() -> bool:
    """Colour only on a terminal, and not if NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def split_paths(arguments: Sequence[str]) -> tuple[list[Path], dict[str, bytes]]:
    """Paths and, for `-`, what stands on standard input. A path that is not there is wrong use."""
    paths: list[Path] = []
    given: dict[str, bytes] = {}
    for argument in arguments:
        if argument == STDIN:
            given["<stdin>"] = sys.stdin.buffer.read(BYTES + 1)
        elif not Path(argument).exists():
            raise typer.BadParameter(f"there is no file or folder “{argument}”")
        else:
            paths.append(Path(argument))
    return paths, given


def show(findings: Sequence[Finding]) -> None:
    """Findings on the screen."""
    if findings:
        typer.echo(as_text(findings, colour=use_colour()))


def show_on_stderr(findings: Sequence[Finding]) -> None:
    """Findings beside an output that programs read."""
    if findings:
        typer.echo(as_text(findings), err=True)


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def finish(findings: Sequence[Finding]) -> None:
    """Leave with 1 if a finding is an error."""
    raise typer.Exit(1 if any(item.is_error for item in findings) else 0)
