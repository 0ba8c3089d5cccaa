"""Games with the hard cards under every combination of caches, short ways and the second back end.

The digests must be the same at every question. Prints its counts.

    python tests/slow/switches.py [--games 2] [--questions 400]
"""

from __future__ import annotations

import argparse
import itertools
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardwright.runtime.bots import RandomBot  # noqa: E402
from cardwright.runtime.bytecode.image import Image  # noqa: E402
from cardwright.runtime.play.game import Game  # noqa: E402
from cardwright.runtime.play.joint import BackEnd, linked  # noqa: E402
from tests.lower.test_hard_games import FILES, image_of, wishes  # noqa: E402

LEAST_QUESTIONS = 1000


def digests(image: Image, wanted: dict[str, object], seed: int, most: int) -> list[str]:
    """The digest at each question of a game, and at its end."""
    game = Game.new(image, wanted, seed, log=False)
    bot = RandomBot(seed, eager=True)
    seen: list[str] = []
    while (request := game.request) is not None and len(seen) < most:
        seen.append(game.digest)
        game.answer_at(request.id, bot.choose(request))
    return [*seen, game.digest]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--questions", type=int, default=400)
    chosen = parser.parse_args()
    questions = games = different = made = 0
    folder = Path(tempfile.mkdtemp())
    for path in FILES:
        image = image_of(folder, path)
        wanted = wishes(image)
        core = linked(image).core
        for seed in range(1, chosen.games + 1):
            first: list[str] = []
            for caches, short, generated in itertools.product((False, True), repeat=3):
                core.caches, core.short_ways = caches, short
                core.back_end = BackEnd.GENERATED if generated else BackEnd.INTERPRETER
                seen = digests(image, wanted, seed, chosen.questions)
                first = first or seen
                games += 1
                questions += len(seen) - 1
                if seen != first:
                    different += 1
                    at = next(
                        (i for i, (a, b) in enumerate(zip(seen, first, strict=False)) if a != b),
                        min(len(seen), len(first)),
                    )
                    switches = f"caches {caches}, short ways {short}, functions {generated}"
                    print(f"  {path.stem}, seed {seed}: other at question {at} ({switches})")
        made += core.interpreter.functions.many
    print(f"switches: {games} games of {len(FILES)} sets, {questions} questions; {made} procedures became functions")
    print(f"  {different} games differ")
    return 1 if different or questions < LEAST_QUESTIONS or not made else 0


if __name__ == "__main__":
    sys.exit(main())
