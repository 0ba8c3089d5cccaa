"""The hard cards: their scenarios, with the game saved, loaded, cloned and undone at every question. Prints its counts.

python tests/slow/hard_cards.py [paths …]
"""

from __future__ import annotations

import sys
from pathlib import Path

from cardwright.dsl.diagnostics import as_text
from cardwright.workbench.scenarios.runner import tail
from cardwright.workbench.scenarios.suite import files_at, run_files

HARD = Path(__file__).parents[1] / "hard"


def main() -> int:
    paths = [Path(one) for one in sys.argv[1:]] or [HARD]
    report = run_files((file for path in paths for file in files_at(path)), everywhere=True)
    if report.findings:
        print(as_text(report.findings))
    by_file: dict[str, list[bool]] = {}
    for result in report.results:
        by_file.setdefault(Path(result.scenario.span.file.name).name, []).append(result.ok)
        if not result.ok:
            print(f"FAILED {result.scenario.where} {result.scenario.name}")
            print("\n".join(f"    {line}" for line in [*result.complaints, *tail(result)]))
    for name, results in by_file.items():
        print(f"  {name}: {sum(results)} of {len(results)} scenarios")
    counts = report.counts()
    print(
        f"hard cards: {counts['passed']} of {counts['scenarios']} scenarios in {counts['files']} files;"
        f" {counts['questions']} questions answered;"
        f" {counts['checks']} comparisons of saved, loaded, cloned, undone games"
    )
    return 0 if report.ok and report.results else 1


if __name__ == "__main__":
    sys.exit(main())
