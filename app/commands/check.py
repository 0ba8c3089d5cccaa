"""`cardwright check`: compile sets and report every finding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer

from cardwright.dsl.compile import compile_sets
from cardwright.dsl.diagnostics import as_json

from .output import Format, count, finish, show, split_paths


def check(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Folders or files of sets; a folder of sets stands for all in it; - reads one from standard input."
        ),
    ],
    format: Annotated[Format, typer.Option("--format", help="For people, or for programs.")] = Format.TEXT,
) -> None:
    """Compile sets and report every mistake with its place.

    Nothing is written. The exit code is 0 if all is well, 1 if there are errors, 2 if the command was used wrongly.
    """
    found, given = split_paths(paths)
    result = compile_sets(found, given=given)
    if format is Format.JSON:
        typer.echo(as_json(result.findings, result.summary))
    else:
        show(result.findings)
        typer.echo(_summary(result.summary))
    finish(result.findings)


def _summary(numbers: Mapping[str, int]) -> str:
    checked = ", ".join(
        (
            count(numbers["sets"], "set"),
            count(numbers["words"], "declaration"),
            count(numbers["cards"], "card"),
            count(numbers["texts"], "line of text", "lines of text"),
        )
    )
    if not numbers["errors"] and not numbers["warnings"]:
        return f"{checked}: no findings"
    return f"{checked}: {count(numbers['errors'], 'error')}, {count(numbers['warnings'], 'warning')}"
