"""`cardwright test`: run the scenarios of sets."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardwright.dsl.cache import cache_at
from cardwright.dsl.source import bundled
from cardwright.workbench.scenarios.runner import Result, tail
from cardwright.workbench.scenarios.suite import Report, SuiteCompiler, files_at, run_files

from .output import Cache, count, show


def test(
    paths: Annotated[
        list[str] | None, typer.Argument(help="Scenario files, folders of them, or sets; the bundled sets if left out.")
    ] = None,
    only: Annotated[str, typer.Option("--only", help="Only scenarios whose name contains this text.")] = "",
    everywhere: Annotated[
        bool, typer.Option("--everywhere", help="Also save, load, clone and undo at every question, and compare.")
    ] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="Show what happened in every scenario, not only in failing ones.")
    ] = False,
    cache: Cache = "",
) -> None:
    """Run scenarios: given a position, what is done, what must be so.

    The exit code is 0 if all hold, 1 if one fails or cannot be read, 2 if the command was used wrongly.
    """
    files = _files(paths)
    report = run_files(files, everywhere=everywhere, trace=trace, only=only, compiler=SuiteCompiler(cache_at(cache)))
    show(report.findings)
    for result in report.results:
        if trace or not result.ok:
            typer.echo(_told(result, trace=trace))
    typer.echo(_summary(report))
    if not report.results:
        typer.echo("no scenario was run", err=True)
    raise typer.Exit(0 if report.ok and report.results else 1)


def _files(paths: list[str] | None) -> list[Path]:
    found: list[Path] = []
    for argument in paths or [str(bundled())]:
        path = Path(argument)
        if not path.exists():
            raise typer.BadParameter(f"there is no file or folder “{argument}”")
        inside = files_at(path)
        if not inside:
            raise typer.BadParameter(f"there are no scenarios in “{argument}”")
        found += [item for item in inside if item not in found]
    return found


def _told(result: Result, *, trace: bool) -> str:
    head = f"{'passed' if result.ok else 'FAILED'}: {result.scenario.name} ({result.scenario.where})"
    lines = [f"  {complaint}" for complaint in result.complaints]
    shown = result.trace if trace else tail(result)
    return "\n".join((head, *lines, *(f"  | {line}" for line in shown), ""))


def _summary(report: Report) -> str:
    numbers = report.counts()
    ran = f"{count(numbers['scenarios'], 'scenario')} in {count(numbers['files'], 'file')}"
    made = f"{ran}: {numbers['passed']:,} passed, {numbers['failed']:,} failed"
    made += f"; {count(numbers['questions'], 'question')} answered"
    return f"{made}, {count(numbers['checks'], 'comparison')} made" if numbers["checks"] else made
