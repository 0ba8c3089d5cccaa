"""`check --watch`: compile again whenever something that was read, or could have been, changes.

The system tells about changes. Whatever state the files are in meanwhile is a state to report.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NoReturn

import typer

from cardwright.dsl.cache import Checked
from cardwright.dsl.diagnostics import visible
from cardwright.dsl.source import NoSuchPath
from cardwright.dsl.source.disk import Disk, Question

from .output import compile_for, count

SETTLED = 100  # milliseconds without a further change: editors write in several steps
PAUSE = 250  # milliseconds without being told of anything
SECOND_LOOK = 20  # pauses after which is looked without being told, for disks that do not tell


def watch(paths: Sequence[Path], cache: str, show: Callable[[Checked], None]) -> NoReturn:
    """Check and show, and again after every change, until Ctrl-C; then leave with the code of the last check."""
    import watchfiles

    code = 0
    try:
        while True:
            answers: dict[Question, str] = {}
            code = _once(paths, cache, show, answers)
            folders = _folders(answers)
            typer.echo(f"watching {count(len(folders), 'folder')}; Ctrl-C ends it\n")
            sys.stdout.flush()
            told = watchfiles.watch(
                *folders,
                recursive=False,
                debounce=10 * SETTLED,
                step=SETTLED,
                rust_timeout=PAUSE,
                yield_on_timeout=True,
                raise_interrupt=True,
            )
            for number, changes in enumerate(told):  # at the first pause too: of what came before nobody told
                if (changes or number % SECOND_LOOK == 0) and _changed(answers):
                    break
    except KeyboardInterrupt:
        raise typer.Exit(code) from None


def _once(paths: Sequence[Path], cache: str, show: Callable[[Checked], None], answers: dict[Question, str]) -> int:
    disk = Disk()
    gone = [path for path in paths if not disk.is_file(path) and not disk.is_dir(path)]
    answers.update(disk.answers)
    if not gone:
        try:
            checked = compile_for(paths, {}, cache, answers)
        except NoSuchPath as missing:  # it went just now
            gone = [Path(str(missing))]
        else:
            show(checked)
            return 0 if checked.ok else 1
    for path in gone:
        typer.echo(f"there is no file or folder “{visible(str(path))}” now")
    return 1


def _changed(answers: Mapping[Question, str]) -> bool:
    disk = Disk()
    return any(disk.ask(question) != answer for question, answer in answers.items())


def _folders(questions: Iterable[Question]) -> list[Path]:
    """The folders in which something was looked for, as far as they are there."""
    found: dict[Path, None] = {}
    for what, where in questions:
        folder = Path(where) if what == "names" else Path(where).parent
        while not folder.is_dir() and folder != folder.parent:
            folder = folder.parent
        found[folder] = None
    return list(found)
