"""The examples of a guide, done in the order in which they stand: files are written, commands are run, and what a
command prints is what the page shows.

A block ```yaml whose first line is `# NAME.yaml` is a file. A block ```console holds commands behind `$ ` and what they
print; a block ```python is run. A line `…` stands for any lines, and `…` in a line for any text. Must not know what any
guide says.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from typer.testing import CliRunner

from cardwright.commands import application

ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"^```(yaml|console|python)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Step:
    """A file to write, or a command with what it must print."""

    place: str
    file: str = ""
    command: str = ""
    body: str = ""


def steps(page: str) -> Iterator[Step]:
    """What a page has its reader do."""
    text = (ROOT / page).read_text("utf-8")
    for match in _BLOCK.finditer(text):
        place = f"{page}:{text.count(chr(10), 0, match.start()) + 1}"
        sort, body = match.groups()
        if sort == "yaml":
            first = body.split("\n", 1)[0]
            if re.fullmatch(r"# [\w/.-]+\.yaml", first):
                yield Step(place, file=first[2:], body=body)
            continue
        if sort == "python":
            yield Step(place, command="python", body=body)
            continue
        for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
            command, _, printed = part.partition("\n")
            yield Step(place, command=command, body=printed)


def follow(page: str, folder: Path) -> tuple[int, int]:
    """Do all steps in a folder; how many files and commands there were. Fails where the page says something else."""
    files = commands = 0
    for step in steps(page):
        if step.file:
            path = folder / step.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.body, "utf-8")
            files += 1
            continue
        if step.command == "python":
            exec(compile(step.body, step.place, "exec"), {"__name__": "example"})
            commands += 1
            continue
        program, *arguments = shlex.split(step.command)
        assert program == "cardwright", step.place
        done = CliRunner().invoke(application, arguments, env={"COLUMNS": "100"})
        assert done.exception is None or isinstance(done.exception, SystemExit), (step.place, done.exception)
        assert fits(step.body, done.output), f"{step.place}: {step.command}\n--- printed\n{done.output}"
        commands += 1
    return files, commands


def fits(shown: str, printed: str) -> bool:
    """Whether an output is what a page shows of it."""
    parts = ["".join(f"{re.escape(line).replace('…', '.*')}\n" for line in part) for part in _parts(shown.split("\n"))]
    return re.fullmatch("(?:.*\n)*?".join(parts), printed.rstrip("\n") + "\n") is not None


def _parts(lines: list[str]) -> Iterator[list[str]]:
    part: list[str] = []
    for line in lines[:-1] if lines and not lines[-1] else lines:
        if line == "…":
            yield part
            part = []
        else:
            part.append(line)
    yield part
