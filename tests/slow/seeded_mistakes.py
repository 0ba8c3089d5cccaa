"""Seeded mistakes: entries of the bundled sets with one mistake each, by fixed operators and a fixed seed.

    python tests/slow/seeded_mistakes.py [--mutants 3600] [--seed 7] [--show found|legal|missed|unsuggested|failing]

A mutant counts unless its cards say the same as before. It is found if a finding overlaps the edit or a token beside
it, a legal different card if there is no finding at all, else missed. For typos in one word: whether the original is
among the first three suggestions. Every suggestion is put in its place and checked again.
"""

from __future__ import annotations

import argparse
import sys
import time
from multiprocessing import Pool
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.seeded.judge import Report, Verdict, judge
from tests.seeded.mutants import mutants
from tests.seeded.units import Bench

MISSED, SUGGESTED, FLOOR = 0.02, 0.85, 3000
BENCH: list[Bench] = []


def _begin() -> None:
    BENCH.append(Bench())


def _part(task: tuple[int, int, int, int]) -> list[Verdict]:
    wanted, seed, part, parts = task
    bench = BENCH[0]
    made = []
    chosen = mutants(bench.units, bench.icons, wanted, seed)[part::parts]
    for number, one in enumerate(chosen, 1):
        verdict = judge(bench, one)
        verdict.findings = verdict.findings[:5]
        made.append(verdict)
        if verdict.sort == "missed" or verdict.failing or number % 100 == 0:
            print(f"{number} of {len(chosen)}: {describe(verdict)}", file=sys.stderr, flush=True)
    for verdict in made:
        verdict.mutant.unit.signature = None
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=3600)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--show", choices=("found", "legal", "missed", "unsuggested", "failing"), action="append")
    chosen = parser.parse_args()
    begun = time.monotonic()
    parts = chosen.processes
    with Pool(parts, _begin) as pool:
        tasks = [(chosen.mutants, chosen.seed, part, parts) for part in range(parts)]
        report = Report([one for rows in pool.map(_part, tasks, 1) for one in rows])
    for sort in chosen.show or ():
        show(report, sort)
    print(f"{'operator':22}{'counted':>9}{'found':>8}{'legal':>8}{'missed':>8}{'same':>8}")
    for operator, row in report.counts().items():
        counted = sum(row.values()) - row["same"]
        print(f"{operator:22}{counted:9}{row['found']:8}{row['legal']:8}{row['missed']:8}{row['same']:8}")
    share = report.missed / max(1, report.counted)
    hits = sum(one.suggested for one in report.typos)
    rate = hits / max(1, len(report.typos))
    print(f"{report.counted} mutants, seed {chosen.seed}: {report.missed} missed, {share:.1%} (at most {MISSED:.0%})")
    print(f"typos in one word: the original among three suggestions in {hits} of {len(report.typos)}, {rate:.1%}")
    print(f"suggestions that do not compile: {sum(len(one.failing) for one in report.failing)} (none)")
    print(f"{time.monotonic() - begun:.0f} s")
    fine = (
        share <= MISSED
        and rate >= SUGGESTED
        and not report.failing
        and report.counted >= min(FLOOR, chosen.mutants // 2)
    )
    return 0 if fine else 1


def show(report: Report, sort: str) -> None:
    for one in report.verdicts:
        if sort == "unsuggested":
            wanted = one in report.typos and not one.suggested
        elif sort == "failing":
            wanted = bool(one.failing)
        else:
            wanted = one.sort == sort
        if wanted:
            print(describe(one))


def describe(one: Verdict) -> str:
    """A mutant with its edit marked, what was there, and what was found."""
    mutant = one.mutant
    text = mutant.text
    start = text.rfind("\n", 0, mutant.start) + 1
    end = text.find("\n", mutant.start + len(mutant.new))
    lines = [
        f"{one.sort}, {mutant.operator} ({mutant.unit.set}: {mutant.unit.name})",
        f"  {text[start : mutant.start].lstrip()}«{mutant.new}»{text[mutant.start + len(mutant.new) : end]}",
        f"  was «{mutant.unit.text[mutant.start : mutant.end]}»",
    ]
    for item in one.findings:
        lines.append(f"  {item.span.line}:{item.span.column} {item.code} {item.message} {list(item.suggestions)}")
    return "\n".join((*lines, *(f"  {words}" for words in one.failing)))


if __name__ == "__main__":
    sys.exit(main())
