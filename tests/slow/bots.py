"""The greedy bot against chance: 300 seeded games of three set-ups, by random bots, by greedy bots, and mixed.

    python tests/slow/bots.py [--games 300] [--first 1]

Players win or lose together, so the first two columns compare whole tables of bots on the same seeds; in the mixed
games one greedy bot sits among random ones, in each seat in turn, and is compared with them by the VP in front of it.
Intervals are Wilson's, 95 %. Fails unless greedy wins clearly more often (intervals apart), has the most VP in
clearly more than its share of the mixed games, and the games can be won and lost.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import play_out, seat_bots
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game

SETUPS = (
    ("classic, 1 player", {"players": 1, "table": "classic"}),
    ("classic, 2 players", {"players": 2, "table": "classic"}),
    ("classic, 3 players", {"players": 3, "table": "classic"}),
    ("short game, 1 player", {"players": 1, "table": "short game"}),
    ("short game, 2 players", {"players": 2, "table": "short game"}),
    ("short game, 3 players", {"players": 3, "table": "short game"}),
)
WANTED = 3
Z = 1.96


@dataclass
class Row:
    """Games of one set-up by one table of bots."""

    ends: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    points: int = 0
    ahead: float = 0.0  # games in which the greedy seat had the most VP (shared ones in part)

    @property
    def games(self) -> int:
        return self.ends.total()


def wilson(hits: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    share, square = hits / games, Z * Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def vp(game: Game) -> list[int]:
    """VP in front of each player."""
    found = [0] * game.state.players
    players = [f"P{seat + 1}" for seat in range(game.state.players)]
    for place in game.view(0)["places"]:  # type: ignore[attr-defined]
        if place["zone"] == "Victory Pile":
            found[players.index(place["player"])] = sum(card["numbers"].get("VP", 0) for card in place["cards"])
    return found


def play(image: Image, setup: dict[str, object], seed: int, greedy: set[int], row: Row) -> None:
    """One game, with greedy bots in some seats and random ones in the others."""
    game = Game.new(image, setup, seed)
    players = game.state.players
    names = {seat: "greedy" if seat in greedy else "random" for seat in range(players)}
    play_out(game, seat_bots(names, image, seed))
    row.ends[game.over or "not over"] += 1
    row.turns += sum(entry.sort == "turn" for entry in game.log.entries) if game.log is not None else 0
    points = vp(game)
    row.points += sum(points)
    if len(greedy) == 1 < players:
        best = [seat for seat in range(players) if points[seat] == max(points)]
        row.ahead += sum(seat in greedy for seat in best) / len(best)


def dealt(image: Image) -> list[tuple[str, dict[str, object]]]:
    """The first three set-ups that the sets at hand can deal."""
    found: list[tuple[str, dict[str, object]]] = []
    for name, setup in SETUPS:
        try:
            Game.new(image, setup, 1, log=False)
        except Refused:
            continue
        found.append((name, dict(setup)))
    return found[:WANTED]


def line(name: str, who: str, row: Row) -> str:
    low, high = wilson(row.ends["won"], row.games)
    ends = f"{row.ends['won']:>4} {row.ends['lost']:>5} {row.ends['draw']:>5}"
    return (
        f"{name:22} {who:7} {row.games:>5} {ends}   {low:>4.0%} to {high:>4.0%}   {row.turns / row.games:>5.1f}"
        f" {row.points / row.games:>6.1f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--first", type=int, default=1, help="the first seed")
    chosen = parser.parse_args()
    image = compile_sets([bundled() / "core"]).image
    if image is None:
        print("the base set does not compile", file=sys.stderr)
        return 1
    setups = dealt(image)
    if not setups:
        print("no set-up can be dealt", file=sys.stderr)
        return 1
    each = -(-chosen.games // len(setups))
    print(f"{'set-up':22} {'bots':7} games  won  lost  draw   won, 95 %     turns     VP")
    sums = {who: Row() for who in ("random", "greedy")}
    ahead, mixed, share = 0.0, 0, 0.0
    start = time.perf_counter()
    for name, setup in setups:
        players = int(str(setup["players"]))
        rows = {"random": Row(), "greedy": Row(), "mixed": Row()}
        for seed in range(chosen.first, chosen.first + each):
            play(image, setup, seed, set(), rows["random"])
            play(image, setup, seed, set(range(players)), rows["greedy"])
            if players > 1:
                play(image, setup, seed, {seed % players}, rows["mixed"])
                share += 1 / players
        for who, row in rows.items():
            if row.games:
                print(line(name, who, row), flush=True)
            if who in sums:
                sums[who].ends += row.ends
                sums[who].turns += row.turns
                sums[who].points += row.points
        ahead += rows["mixed"].ahead
        mixed += rows["mixed"].games
    for who, row in sums.items():
        print(line("all", who, row))
    low, high = wilson(ahead, mixed)
    print(f"mixed: the greedy seat has the most VP in {ahead:.1f} of {mixed} games ({low:.0%} to {high:.0%})")
    print(f"{time.perf_counter() - start:.0f} s; seeds {chosen.first} to {chosen.first + each - 1} of each set-up")
    greedy, chance = sums["greedy"], sums["random"]
    bad = []
    if wilson(greedy.ends["won"], greedy.games)[0] <= wilson(chance.ends["won"], chance.games)[1]:
        bad.append("greedy does not win clearly more often")
    if mixed and low <= share / mixed:
        bad.append("greedy does not have more VP clearly more often than its share")
    if not greedy.ends["won"] or not greedy.ends["lost"]:
        bad.append("the games cannot be both won and lost")
    if len(setups) < WANTED:
        bad.append("fewer than three set-ups")
    print("\n".join(bad) if bad else "all floors reached")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
