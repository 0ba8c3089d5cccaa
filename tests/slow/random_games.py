"""1,000 seeded random games of the bundled sets for 1 to 5 players, with invariants and forced coverage.

In 100 games all invariants are checked at every request, in the others at every 20th. Four in ten games are left to
chance; the others are driven to texts that nobody has seen done, and in half of these players are given points, and
wanted cards with what they ask for. Texts that no game executed, and those that never did anything, are listed with a
scenario in which they do. Prints what it counted; fails below a floor.

    python tests/slow/random_games.py [--games 1000] [--full 100] [--first 1] [--processes 2]
"""

from __future__ import annotations

import argparse
import sys
import time

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.workbench.randomgames.campaign import campaign, explain

FLOORS = {"requests": 100, "decisions": 60, "events": 300}  # for each game, on average
PLAINLY = 0.03  # so many are repeated without caches and short ways


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--full", type=int, default=100, help="games checked at every request")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--table", action="append", default=[], help="only this set-up table (may be repeated)")
    chosen = parser.parse_args()
    result = compile_sets([bundled()])
    if result.image is None:
        print("the bundled sets do not compile", file=sys.stderr)
        return 1
    begun = time.perf_counter()

    def tell(line: str) -> None:
        print(f"{line} ({time.perf_counter() - begun:.0f} s)", file=sys.stderr, flush=True)

    made = campaign(
        result.image,
        games=chosen.games,
        full=chosen.full,
        first=chosen.first,
        plainly=round(PLAINLY * chosen.games),
        processes=chosen.processes,
        tables=chosen.table,
        tell=tell,
    )
    explain(made, [bundled()], tell)
    print("\n".join(made.lines()))
    totals = made.totals
    for fault in totals.faults[:40]:
        print(f"  {fault}")
    many = len(totals.games)
    low = [
        f"{name}: {totals.sum(name) / many:.0f} a game, at least {floor} wanted"
        for name, floor in FLOORS.items()
        if totals.sum(name) < floor * many
    ]
    if many >= 100 and len({one.over for one in totals.games}) < 3:
        low.append("no game was won, or lost, or a draw")
    if totals.sum("secrets") < many:
        low.append("secrecy was tested less than once a game")
    missed = [unit for unit in made.unseen if unit.card >= 0]
    if many >= 1000 and missed:
        low.append(f"{len(missed)} texts of cards were never executed")
    if many >= 1000 and any(unit.place not in made.scenarios for unit in (*made.unseen, *made.idle)):
        low.append("a text did nothing in any game or scenario")
    print("\n".join(low) if low else "  all floors reached")
    print(f"  seeds {chosen.first} to {chosen.first + many - 1}, {time.perf_counter() - begun:.0f} s")
    return 1 if low or totals.faults else 0


if __name__ == "__main__":
    sys.exit(main())
