"""The commands as people use them, row by row (commands.yaml), and what holds for all of them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from cardwright import commands
from cardwright.commands import application
from cardwright.dsl.diagnostics.examples import write_file

TABLE: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(
    Path(__file__).with_name("commands.yaml").read_text("utf-8")
)
KEYS = {"name", "files", "args", "input", "exit", "out", "err", "says", "complains", "never", "json"}


def run(args: list[str], where: Path, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    return subprocess.run(
        [sys.executable, "-m", "cardwright", *args],
        cwd=where,
        input=text,
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "120", **environment},
    )


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row["name"])
def test_row(row: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(row) <= KEYS
    for name, content in row.get("files", {}).items():
        write_file(tmp_path / name, content)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(application, row["args"], input=row.get("input", ""), env={"COLUMNS": "120"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert done.exit_code == row["exit"], done.stdout + done.stderr
    if "out" in row:
        assert done.stdout == row["out"]
    if "err" in row:
        assert done.stderr == row["err"]
    for piece in row.get("says", ()):
        assert piece in done.stdout
    for piece in row.get("complains", ()):
        assert piece in " ".join(done.stderr.split())
    for piece in (*row.get("never", ()), "Traceback"):
        assert piece not in done.stdout + done.stderr
    if "json" in row:
        assert json.loads(done.stdout) == row["json"]


def test_every_command_has_rows_for_help_and_for_wrong_use() -> None:
    files = {path.stem for path in Path(commands.__file__).parent.glob("*.py")}
    assert set(commands.COMMANDS) <= files
    assert len(commands.COMMANDS) == len(set(commands.COMMANDS)) >= 5
    for command in commands.COMMANDS:
        rows = [row for row in TABLE if row["args"][:1] == [command]]
        assert any("--help" in row["args"] for row in rows), command
        assert {0, 2} <= {row["exit"] for row in rows}, command


def test_colour_only_on_request_of_a_terminal(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("set: x\nlanguage: 2\n")
    for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in run(["check", "x.yaml"], tmp_path, **environment).stdout


def test_a_reader_that_goes_away_is_no_crash(tmp_path: Path) -> None:
    """As `cardwright … | head -1` does."""
    rows = "".join(f"  - {{kind: Hero, name: C{i}, atack: 1}}\n" for i in range(400))
    (tmp_path / "x.yaml").write_text(f"set: x\nlanguage: 1\nrequires: [core]\ncards:\n{rows}")
    done = subprocess.run(
        f"{sys.executable} -m cardwright check x.yaml | head -1",
        cwd=tmp_path,
        shell=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.count("\n") == 1 and "Traceback" not in done.stderr


def test_nothing_is_written(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text("set: x\nlanguage: 1\nzonse: []\n")
    run(["check", "x.yaml"], tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["x.yaml"]


def test_a_crash_names_the_program_and_not_the_author(tmp_path: Path) -> None:
    code = (
        "import cardwright.__main__ as m\n"
        "def broken() -> None: raise RuntimeError('x')\n"
        "m.application = broken\n"
        "m.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2 and "has a mistake of its own" in done.stderr
