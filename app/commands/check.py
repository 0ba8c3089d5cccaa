"""`cardwright check`: compile sets and report every finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cardwright.dsl.cache import Checked
from cardwright.dsl.diagnostics import Finding, as_json, visible
from cardwright.dsl.source import bundled
from cardwright.version import VERSION

from .output import STDIN, Cache, compile_for, count, finish, show, split_paths
from .rewrites import show_differences, write_all
from .watching import watch


class CheckFormat(StrEnum):
    """How a report of findings is written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="Folders or files of sets; a folder of sets stands for all in it; - reads one from standard input. "
            "The bundled sets if left out.",
            show_default=False,
        ),
    ] = None,
    format: Annotated[
        CheckFormat,
        typer.Option("--format", help="For people, for programs, for GitHub's workflow log, for code hosts."),
    ] = CheckFormat.TEXT,
    faces: Annotated[
        bool,
        typer.Option(
            "--count",
            help="Also count the faces of each set by their kind; those of a kind its cards do not begin as are no "
            "faces of their own.",
        ),
    ] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Make the repairs that keep the meaning.")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Show what --fix would change, and write nothing.")] = False,
    watching: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")
    ] = False,
    cache: Cache = "",
) -> None:
    """Compile sets and report every mistake with its place.

    Only --fix writes to files. The exit code is 0 if all is well, 1 if there are errors (with --diff: or something
    to change), 2 if the command was used wrongly.
    """
    text = format is CheckFormat.TEXT
    if (fix or diff) and not paths:
        raise typer.BadParameter("name what is to be repaired")
    paths = paths or [str(bundled())]
    if (fix or diff) and STDIN in paths:
        raise typer.BadParameter("standard input cannot be repaired; name a file")
    if (fix or diff) and watching:
        raise typer.BadParameter("--watch goes with neither --fix nor --diff")
    if fix and diff:
        raise typer.BadParameter("--fix and --diff do not go together")
    if watching and (not text or STDIN in paths):
        raise typer.BadParameter("--watch shows text, and watches files")
    if diff and not text:
        raise typer.BadParameter("--diff has a format of its own")
    found, given = split_paths(paths)
    if watching:
        watch(found, cache, lambda checked: _text(checked, checked.findings, faces=faces))
    checked = compile_for(found, given, cache)
    if fix or diff:
        _repair(checked, found, given, format, faces=faces, write=fix)
    _report(checked, checked.findings, format, faces=faces)
    finish(checked.findings)


def _repair(
    checked: Checked,
    paths: Sequence[Path],
    given: Mapping[str, bytes],
    format: CheckFormat,
    *,
    faces: bool,
    write: bool,
) -> None:
    """Make or show safe repairs, report what is left, and leave."""
    from cardwright.dsl.compile import Compiler, compile_sets
    from cardwright.dsl.repair import repair
    from cardwright.dsl.source.disk import Disk

    compiler = Compiler()

    def compiled(instead: Mapping[Path, bytes]) -> Sequence[Finding]:
        return compile_sets(paths, given=given, compiler=compiler, disk=Disk(instead)).findings

    made = repair(compiled, checked.files, checked.findings)
    if not write:
        show_differences(made.rewrites)
        typer.echo(_would(made.repairs, len(made.rewrites)), err=True)
        raise typer.Exit(1 if made.rewrites or any(item.is_error for item in made.findings) else 0)
    written = write_all(made.rewrites)
    findings = made.findings if written else checked.findings
    _report(checked, findings, format, faces=faces)
    if format is CheckFormat.TEXT and made.rewrites and written:
        typer.echo(f"made {count(made.repairs, 'repair')} in {count(len(made.rewrites), 'file')}")
    raise typer.Exit(0 if written and not any(item.is_error for item in findings) else 1)


def _would(repairs: int, files: int) -> str:
    return f"{count(repairs, 'repair')} in {count(files, 'file')}" if files else "there is nothing to repair"


def _report(checked: Checked, findings: Sequence[Finding], format: CheckFormat, *, faces: bool) -> None:
    match format:
        case CheckFormat.JSON:
            more = {"faces": {name: dict(kinds) for name, kinds in checked.faces.items()}} if faces else {}
            typer.echo(as_json(findings, _numbers(checked, findings), **more))
        case CheckFormat.GITHUB:
            from cardwright.dsl.diagnostics import as_github

            if findings:
                typer.echo(as_github(findings))
        case CheckFormat.SARIF:
            from cardwright.dsl.diagnostics import as_sarif

            typer.echo(as_sarif(findings, VERSION))
        case _:
            _text(checked, findings, faces=faces)


def _text(checked: Checked, findings: Sequence[Finding], *, faces: bool) -> None:
    show(findings)
    if faces:
        for name, kinds in checked.faces.items():
            typer.echo(visible(f"{name}: {count(sum(kinds.values()), 'face')}"))
            width = max((len(f"{number:,}") for number in kinds.values()), default=0)
            for kind, number in kinds.items():
                typer.echo(visible(f"  {number:>{width},} {kind}"))
    typer.echo(_summary(_numbers(checked, findings)))


def _numbers(checked: Checked, findings: Sequence[Finding]) -> Mapping[str, int]:
    errors = sum(item.is_error for item in findings)
    return {**checked.summary, "errors": errors, "warnings": len(findings) - errors}


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
