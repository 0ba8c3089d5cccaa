"""300 seeded random games of the short game for 1 to 5 players, with invariants. Prints what it counted; fails below
a floor.

    python tests/slow/random_games.py [--games 300] [--first 1] [--table "short game"]
"""

from __future__ import annotations

import argparse
import sys
import time

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.workbench.randomgames.games import Totals, plans, play, unreached

SENTENCES = 0.8
FLOORS = {"requests": 100, "decisions": 60, "events": 300}  # for each game, on average


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--full", type=int, default=50, help="games compared at every request")
    parser.add_argument("--plainly", type=int, default=20, help="games repeated without caches and short ways")
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    parser.add_argument("--table", default="short game")
    chosen = parser.parse_args()
    result = compile_sets([bundled() / "core"])
    if result.image is None:
        print("the base set does not compile", file=sys.stderr)
        return 1
    totals = Totals()
    start = time.perf_counter()
    todo = plans(chosen.games, table=chosen.table, full=chosen.full, plainly=chosen.plainly, first=chosen.first)
    reached: set[int] = set()
    for at, plan in enumerate(todo, 1):
        totals.games.append(play(result.image, plan, reached))
        if at % 25 == 0:
            print(f"… {at} games, {time.perf_counter() - start:.0f} s, {len(totals.faults)} faults", file=sys.stderr)
    print("\n".join(totals.lines()))
    count, missed = unreached(result.image, reached)
    print(f"  {count - len(missed)} of {count} sentences were come to; not to:")
    for line in missed:
        print(f"    {line}")
    for fault in totals.faults[:40]:
        print(f"  {fault}")
    low = [
        f"{name}: {totals.sum(name) / len(totals.games):.0f} a game, at least {floor} wanted"
        for name, floor in FLOORS.items()
        if totals.sum(name) < floor * len(totals.games)
    ]
    if chosen.games >= 60 and count - len(missed) < SENTENCES * count:
        low.append(f"at least {SENTENCES:.0%} of the sentences are wanted")
    if chosen.games >= 100 and len({one.over for one in totals.games}) < 3:
        low.append("no game was won, or lost, or a draw")
    if totals.sum("secrets") < len(totals.games):
        low.append("secrecy was tested less than once a game")
    print("\n".join(low) if low else f"  all floors reached; seeds {chosen.first} to {chosen.first + chosen.games - 1}")
    return 1 if low or totals.faults else 0


if __name__ == "__main__":
    sys.exit(main())
