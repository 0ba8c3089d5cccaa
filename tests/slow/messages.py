"""Made-up and damaged messages for games of the bundled sets, and damaged saved games: no traceback, always one
well-formed answer for each line. Prints what it counted; fails below a floor.

    python tests/slow/messages.py [--messages 40000] [--first 1]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from tests.protocol.fuzz import run

EACH = 500


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=40_000)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    chosen = parser.parse_args()
    image = compile_sets([bundled()]).image
    if image is None:
        print("the bundled sets do not compile", file=sys.stderr)
        return 1
    table = {"table": "short game"}
    setups = (*({"players": players, **table} for players in (1, 2, 3, 5)), {"players": 8}, {"table": "none"})
    counts: Counter[str] = Counter()
    begun = time.perf_counter()
    last = chosen.first + chosen.messages // EACH
    for seed in range(chosen.first, last):
        counts += run(image, seed, EACH, setups)
    said = sum(number for key, number in counts.items() if key == "right" or key.startswith("CW"))
    print(f"messages: {said} said in {time.perf_counter() - begun:.0f} s, {counts['right']} right, one answer each")
    print("  done: " + ", ".join(f"{key[3:]} {n}" for key, n in sorted(counts.items()) if key.startswith("do ")))
    print("  refused: " + ", ".join(f"{key} {n}" for key, n in sorted(counts.items()) if key.startswith("CW")))
    print(f"  seeds {chosen.first} to {last - 1}")
    low = [key for key in ("do answer", "do load", "do view", "CW814", "CW823") if counts[key] < said / 500]
    print("\n".join(f"too few: {key}" for key in low) if low else "  all floors reached")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
