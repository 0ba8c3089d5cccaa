"""What several commands need: paths from arguments, standard input, colour, findings on the screen."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer

from cardwright.dsl.cache import Checked, cache_at, compile_kept
from cardwright.dsl.diagnostics import Finding, as_text
from cardwright.dsl.source.disk import Question
from cardwright.dsl.source.limits import BYTES

if TYPE_CHECKING:
    import rich.progress

STDIN = "-"


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"


Cache = Annotated[
    str,
    typer.Option(
        "--cache",
        envvar="CARDWRIGHT_CACHE",
        metavar="FOLDER|off",
        show_default=False,
        help="Where results of compiling are kept; “off” keeps and uses none. The user's cache folder if left out.",
    ),
]


def compile_for(
    paths: Sequence[Path], given: Mapping[str, bytes], cache: str, answers: dict[Question, str] | None = None
) -> Checked:
    """Compile sets for a command, with what was kept of earlier times; says on a terminal how far it is."""
    with Bar() as bar:
        return compile_kept(paths, given=given, cache=cache_at(cache), progress=bar.tell, answers=answers)


class Bar:
    """Progress of long work on a terminal, none when errors are piped. It appears when the work has taken a while."""

    AFTER = 0.7

    def __init__(self) -> None:
        self._shown: rich.progress.Progress | None = None
        self._timer = threading.Timer(self.AFTER, self._show)
        self._timer.daemon = True
        self._lock = threading.Lock()
        self._state: tuple[int, int | None] = (0, None)
        self._task: rich.progress.TaskID | None = None
        self._over = False

    def __enter__(self) -> Self:
        if sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            self._timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._over = True
            if self._shown is not None:
                self._shown.stop()

    def tell(self, done: int, whole: int) -> None:
        """How many texts were read."""
        self._state = (done, whole)
        if self._shown is not None and self._task is not None:
            self._shown.update(self._task, completed=done, total=whole, description="Reading texts")

    def _show(self) -> None:
        from rich import progress
        from rich.console import Console

        with self._lock:
            if self._over:
                return
            columns = (
                progress.SpinnerColumn(),
                "{task.description}",
                progress.BarColumn(),
                progress.MofNCompleteColumn(),
            )
            made = progress.Progress(*columns, console=Console(stderr=True), transient=True)
            done, whole = self._state
            words = "Reading files" if whole is None else "Reading texts"
            self._task = made.add_task(words, completed=done, total=whole)
            made.start()
            self._shown = made


def use_colour() -> bool:
    """Colour only on a terminal, and not if NO_COLOR is set."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def split_paths(arguments: Sequence[str]) -> tuple[list[Path], dict[str, bytes]]:
    """Paths and, for `-`, what stands on standard input. A path that is not there is wrong use."""
    paths: list[Path] = []
    given: dict[str, bytes] = {}
    for argument in dict.fromkeys(arguments):
        path = Path(argument)
        if argument == STDIN:
            given["<stdin>"] = sys.stdin.buffer.read(BYTES + 1)
        elif not _is_there(path):
            raise typer.BadParameter(f"there is no file or folder “{argument}”")
        elif path.is_file() or path.is_dir():
            paths.append(path)
        else:  # a pipe, as `cardwright check <(…)` gives
            with path.open("rb") as stream:
                given[argument] = stream.read(BYTES + 1)
    return paths, given


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # in a folder that must not be read, or no possible name
        return False


def show(findings: Sequence[Finding], *, err: bool = False) -> None:
    """Findings on the screen; with `err` on standard error, where the output is something else."""
    if findings:
        typer.echo(as_text(findings, colour=use_colour() and not err), err=err)


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
