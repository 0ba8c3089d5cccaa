"""The mutation gate over the bundled sets and the hard cards: at least 95 % of the sentences reached must be needed.

    python tests/slow/mutation_gate.py [--floor 0.95] [--operators] [--progress] [--of FILE …] [paths …]

Each survivor is listed with the argument for it that stands in tests/data/survivors.yaml. The gate fails below its
floor, for a survivor without an argument, and for an argument about a sentence that is killed or not there any more.

`--of` looks only at the sentences of these files of a set (`--of heroes-x-men.yaml sets/core/scenarios/hero-*.yaml` is
quick: images are made once, and only scenarios that reach one of the sentences are run again). `--operators` also
prints the second list (numbers, may, traits, each other, zones), without a gate.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from ruamel.yaml import YAML

from cardwright.dsl.source import bundled
from cardwright.workbench.mutation.argued import unsound
from cardwright.workbench.mutation.gate import Argued, gate
from cardwright.workbench.mutation.operators import lines, tally
from cardwright.workbench.mutation.units import Unit
from cardwright.workbench.scenarios.suite import SuiteCompiler, files_at, load

HARD = Path(__file__).parents[1] / "hard"
ARGUED = Path(__file__).parents[1] / "data" / "survivors.yaml"
LEAST_UNITS = 100
KEYS = {"file", "sentence", "because"}


def arguments(path: Path = ARGUED) -> dict[Argued, str]:
    """Why each of these sentences (as the gate prints them) can't be missed."""
    found: dict[Argued, str] = {}
    for entry in YAML(typ="safe").load(path.read_text(encoding="utf-8"))["survivors"]:
        key = (entry["file"], entry["sentence"])
        if set(entry) != KEYS or not entry["because"].strip() or key in found:
            raise ValueError(f"{path.name}: once for each sentence {', '.join(sorted(KEYS))}: {dict(entry)}")
        found[key] = entry["because"]
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--floor", type=float, default=0.95)
    parser.add_argument("--of", action="append", default=[], metavar="FILE")
    parser.add_argument("--operators", action="store_true")
    parser.add_argument("--progress", action="store_true")
    chosen = parser.parse_args()
    compiler = SuiteCompiler()
    found = [file for path in (chosen.paths or [bundled(), HARD]) for file in files_at(path)]
    files = [load(path, compiler) for path in found]
    print(f"{len(files)} scenario files, {sum(len(one.file.scenarios) for one in files)} scenarios")
    start = time.perf_counter()
    say = (lambda text: print(text, file=sys.stderr, flush=True)) if chosen.progress else None
    of = tuple(f"/{name.rsplit('/', 1)[-1]}" for name in chosen.of)
    whole = not of and not chosen.paths

    def wanted(unit: Unit) -> bool:
        return not of or unit.place[0].endswith(of)

    made = gate(files, wanted=wanted, progress=say)
    argued = arguments()
    print("\n".join(made.lines(argued)))
    wrong = unsound(made, argued) if whole else []  # some scenarios alone tell nothing about an argument
    if whole:
        print("\n".join(f"  {line}" for line in wrong) if wrong else "  each survivor has its argument")
    print(f"  {time.perf_counter() - start:.0f} s")
    if chosen.operators:
        print("second operators (no gate):")
        print("\n".join(lines(tally(files, wanted=wanted))))
    few = whole and len(made.verdicts) < LEAST_UNITS
    if few:
        print(f"  only {len(made.verdicts)} sentences were looked at, at least {LEAST_UNITS} wanted")
    return 0 if made.score >= chosen.floor and not few and not wrong else 1


if __name__ == "__main__":
    sys.exit(main())
