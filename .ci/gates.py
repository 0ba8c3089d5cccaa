#!/usr/bin/env python3
"""Everything that must hold, on a machine with nothing but Python 3.11 and git: the README's promises, on a clean copy.

    .ci/run            all gates
    .ci/run --here     the working tree as it is, uncommitted files included

Each gate prints what it counted and fails below a floor, so that a gate that checks nothing cannot pass.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLOORS = {"tests": 1200, "typed files": 220, "contracts": 4, "linted files": 330, "data files": 30, "scenarios": 110}


class Failed(Exception):
    """A gate did not hold."""


def run(command: list[str] | str, where: Path, **environment: str) -> str:
    """Run a command and give what it printed; a shell line if it is a string."""
    env = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV")}
    done = subprocess.run(
        command, cwd=where, shell=isinstance(command, str), capture_output=True, text=True, env={**env, **environment}
    )
    output = done.stdout + done.stderr
    if done.returncode:
        shown = command if isinstance(command, str) else " ".join(command)
        raise Failed(f"{shown}\nleft with {done.returncode}:\n{output[-6000:]}")
    return output


def number(pattern: str, output: str) -> int:
    found = re.search(pattern, output)
    if found is None:
        raise Failed(f"no count like “{pattern}” in:\n{output[-2000:]}")
    return int(found.group(1).replace(",", ""))


def floor(what: str, count: int) -> str:
    if count < FLOORS[what]:
        raise Failed(f"{count} {what}, but at least {FLOORS[what]} are expected")
    return f"{count} {what}"


class Gates:
    """The gates in order; each gives a line about what it saw."""

    def __init__(self, work: Path, here: bool) -> None:
        self.copy = work / "copy"
        self.wheels = work / "wheels"
        self.venv = work / "wheel-venv"
        self.here = here
        self.passed = 0  # tests

    def clean_copy(self) -> str:
        """A fresh clone, or the files that one would hold if everything were committed."""
        if not self.here:
            run(["git", "clone", "-q", str(ROOT), str(self.copy)], ROOT)
            return f"{len(run(['git', 'ls-files'], self.copy).splitlines())} files"
        names = [
            name for name in run(["git", "ls-files", "-z", "-c", "-o", "--exclude-standard"], ROOT).split("\0") if name
        ]
        for name in names:
            source, target = ROOT / name, self.copy / name
            if source.is_file():
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        run(["git", "init", "-q"], self.copy)
        run(["git", "add", "-A"], self.copy)
        return f"{len(names)} files"

    def commands(self) -> list[str]:
        """The README's two commands."""
        blocks = re.findall(r"```sh\n(.*?)```", (self.copy / "README.md").read_text("utf-8"), re.S)
        if len(blocks) < 2:
            raise Failed("the README has no two commands")
        return [block.strip() for block in blocks[:2]]

    def demo(self) -> str:
        """README, first command: a full game from text files; the same bytes whatever the hash seed."""
        run(self.commands()[0], self.copy)
        program = str(self.copy / ".venv" / "bin" / "cardwright")
        begun = time.monotonic()
        games = []
        for seed in ("0", "1"):
            logs = {
                run([program, "demo", "--seed", seed], self.copy, PYTHONHASHSEED=hashing) for hashing in ("1", "77")
            }
            if len(logs) != 1:
                raise Failed(f"the game with seed {seed} depends on PYTHONHASHSEED")
            games.append(len(next(iter(logs)).splitlines()))
        took = (time.monotonic() - begun) / 4
        if took > 60:
            raise Failed(f"a demo takes {took:.0f} s")
        return f"2 seeds × 2 hash seeds, equal logs of {games[0]} and {games[1]} lines, {took:.1f} s each"

    def tests(self) -> str:
        """README, second command: all tests."""
        self.passed = number(r"([\d,]+) passed", run(self.commands()[1], self.copy))
        return floor("tests", self.passed)

    def users(self) -> str:
        """No gate: what few texts use is listed, one line each (docs/decisions/0008)."""
        lines = run([str(self.copy / ".venv" / "bin" / "python"), "tools/users.py"], self.copy).rstrip().split("\n")
        print("\n".join(lines[1:]), flush=True)
        return lines[0].removeprefix("users: ")

    def lint(self) -> str:
        ruff = str(self.copy / ".venv" / "bin" / "ruff")
        files = run([ruff, "check", "--show-files", "."], self.copy).count(".py")
        run([ruff, "check", "."], self.copy)
        return floor("linted files", files)

    def wheel(self) -> str:
        """The wheel holds every data file of the packages, and works where nothing else is installed."""
        run([sys.executable, "-m", "venv", str(self.venv)], self.copy)
        python = str(self.venv / "bin" / "python")
        run([python, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(self.wheels), "."], self.copy)
        (wheel,) = self.wheels.glob("*.whl")
        inside = {Path(name).name for name in zipfile.ZipFile(wheel).namelist()}
        tracked = run(["git", "ls-files", "sets", "grammar", "dsl", "runtime", "workbench", "app"], self.copy).split(
            "\n"
        )
        data = [name for name in tracked if name.endswith((".yaml", ".lark", ".json", ".asm", "py.typed"))]
        missing = sorted(name for name in data if Path(name).name not in inside)
        if missing:
            raise Failed(f"not in the wheel: {missing}")
        tools = ["mypy>=1.10", "import-linter>=2.0,<3", "types-jsonschema>=4.21"]
        run([python, "-m", "pip", "install", "-q", str(wheel), *tools], self.copy)
        program = str(self.venv / "bin" / "cardwright")
        elsewhere = self.wheels
        run([program, "demo"], elsewhere)
        scenarios = number(r"([\d,]+) scenarios? in", run([program, "test"], elsewhere))
        return (
            f"{floor('data files', len(data))}, {floor('scenarios', scenarios)} of the bundled sets pass from the wheel"
        )

    def types(self) -> str:
        """mypy --strict on the installed wheel, and on all of it."""
        site = next(self.venv.glob("lib/python*/site-packages")) / "cardwright"
        expected = len(list(site.rglob("*.py")))
        mypy = [str(self.venv / "bin" / "mypy"), "--strict", "--no-namespace-packages", "-p", "cardwright"]
        output = run([*mypy, "--cache-dir", str(self.wheels / "mypy")], self.wheels)
        checked = number(r"in ([\d,]+) source files", output)
        if checked != expected:
            raise Failed(f"mypy checked {checked} files, the wheel has {expected}")
        return floor("typed files", checked)

    def contracts(self) -> str:
        output = run(
            [str(self.venv / "bin" / "lint-imports"), "--config", str(self.copy / "pyproject.toml")], self.wheels
        )
        broken = number(r"([\d,]+) broken", output)
        if broken:
            raise Failed(output)
        return floor("contracts", number(r"([\d,]+) kept", output))


def main() -> int:
    here = "--here" in sys.argv[1:]
    failures = 0
    with tempfile.TemporaryDirectory(prefix="cardwright-ci-") as folder:
        gates = Gates(Path(folder), here)
        first = (gates.clean_copy, gates.demo, gates.tests, gates.users)
        for gate in (*first, gates.lint, gates.wheel, gates.types, gates.contracts):
            begun = time.monotonic()
            name = gate.__name__.replace("_", " ")
            try:
                said = gate()
            except Failed as failure:
                failures += 1
                print(f"FAILED  {name}: {failure}", flush=True)
                if name == "clean copy":
                    break
            else:
                print(f"ok      {name}: {said} ({time.monotonic() - begun:.0f} s)", flush=True)
        print(f"{gates.passed} passed, {failures} failed")
    print("all gates hold" if not failures else f"{failures} gates failed")
    return 1 if failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
