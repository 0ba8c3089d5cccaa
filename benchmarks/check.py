"""Prints how long `cardwright check` takes, as ratios measured in the same run. Not a test: numbers differ by machine.

    python benchmarks/check.py [--runs 7] [--json]

Each run starts three processes in turn: a process that only composes the files of the bundled sets in pure Python;
`cardwright check` of them with an empty cache; and the same again with what that one kept. Processor time of whole
processes, user and system, from their start; the ratios are medians of the ratios of the runs, so that a busy machine
matters little. Python's own compiled modules are there, as after installing: a first run makes them and does not count.
Leaves with 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from cardwright.dsl.source import bundled

COLD_GOAL = 5.0  # times composing, at most
WARM_GOAL = 0.3  # times cold, less than that
SETS = ("core", "weapon-x")
_COMPOSE = """
import sys
from pathlib import Path
from ruamel.yaml import YAML
for name in sys.argv[1:]:
    YAML(typ="rt", pure=True).compose(Path(name).read_text("utf-8"))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    if chosen.runs < 1:
        parser.error("--runs must be at least 1")
    files = [str(path) for name in SETS for path in sorted((bundled() / name).glob("*.yaml"))]
    with tempfile.TemporaryDirectory() as modules:
        one_run(files, modules)
        rows = [one_run(files, modules) for _ in range(chosen.runs)]
    composed, cold, warm = (statistics.median(column) for column in zip(*rows, strict=True))
    to_composing = statistics.median(row[1] / row[0] for row in rows)
    to_cold = statistics.median(row[2] / row[1] for row in rows)
    fine = to_composing <= COLD_GOAL and to_cold < WARM_GOAL
    if chosen.json:
        numbers = {
            "runs": chosen.runs,
            "files": len(files),
            "composed_seconds": composed,
            "cold_seconds": cold,
            "warm_seconds": warm,
            "cold_to_composed": to_composing,
            "warm_to_cold": to_cold,
        }
        print(json.dumps(numbers, indent=2))
    else:
        print(f"{len(files)} files of {' and '.join(SETS)}, medians of {chosen.runs} runs")
        print(f"composing: {composed * 1000:.0f} ms")
        print(f"cold check: {cold * 1000:.0f} ms, {to_composing:.2f} × composing (goal ≤ {COLD_GOAL:.0f})")
        print(f"warm check: {warm * 1000:.0f} ms, {to_cold:.2f} × cold (goal < {WARM_GOAL})")
    return 0 if fine else 1


def one_run(files: list[str], modules: str) -> tuple[float, float, float]:
    """Seconds for composing, a cold check and a warm one."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = modules
    with tempfile.TemporaryDirectory() as folder:
        check = [sys.executable, "-m", "cardwright", "check", "--cache", str(Path(folder) / "cache")]
        check += [str(bundled() / name) for name in SETS]
        composed = processor_time([sys.executable, "-c", _COMPOSE, *files], environment)
        return composed, processor_time(check, environment), processor_time(check, environment)


def processor_time(command: list[str], environment: dict[str, str]) -> float:
    """Seconds of the processor that a process takes in all.

    Raises subprocess.CalledProcessError if it fails.
    """
    before = os.times()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    sys.exit(main())
