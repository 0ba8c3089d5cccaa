"""All scenarios and many random games under the interpreter and under generated functions, each forced.

The games are of all bundled sets, by every set-up table in turn. The digests must be the same at every question. Prints
its counts, and fails below its floors.

    python tests/slow/back_ends.py [--games 100] [--seed 1]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardwright.dsl import compile_sets  # noqa: E402
from cardwright.dsl.source import bundled  # noqa: E402
from cardwright.runtime.play.names import Names  # noqa: E402
from cardwright.workbench.scenarios.suite import SuiteCompiler, files_at, load  # noqa: E402
from tests.workbench.back_ends import Compared, compare_game, compare_scenarios  # noqa: E402

LEAST_SCENARIOS, LEAST_A_GAME = 900, 100  # scenarios; positions of a game, on average


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="random games, for 1 to 5 players in turn")
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    chosen = parser.parse_args()
    image = compile_sets([bundled()]).image
    if image is None:
        print("the bundled sets do not compile", file=sys.stderr)
        return 1
    compiler = SuiteCompiler()
    compared = Compared()
    compare_scenarios(
        (load(path, compiler) for path in [*files_at(bundled()), *files_at(ROOT / "tests/hard")]), compared
    )
    in_scenarios = compared.questions
    for at in range(chosen.games):
        players = 1 + at % 5
        tables = [Names(image).plain(table.name) for table in image.setups if players in table.rows]
        table = tables[at // 5 % len(tables)]
        compare_game(image, {"players": players, "table": table}, chosen.seed + at, compared)
    print(f"back ends: {compared.scenarios} scenarios with {in_scenarios:,} positions,")
    print(f"  {compared.games} games with {compared.questions - in_scenarios:,} positions;")
    print(f"  {compared.functions} procedures became functions")
    for different in compared.different:
        print(f"  {different}")
    print(f"  {len(compared.different)} differ")
    few = compared.scenarios < LEAST_SCENARIOS or compared.questions - in_scenarios < LEAST_A_GAME * chosen.games
    few = few or not compared.functions
    if few:
        print("  fewer than the floors")
    return 1 if compared.different or few else 0


if __name__ == "__main__":
    sys.exit(main())
