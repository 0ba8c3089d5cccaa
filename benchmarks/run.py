"""Prints how fast things are, as ratios beside peers measured in the same run. Not a test: numbers differ by machine.

    pip install -e ".[bench]" && python benchmarks/run.py [--seconds 12] [--players 2] [--json]

Cold compile beside pure-Python composing of the same files; random games beside the peer (peer.py), and those of all
bundled sets; clone, save and load in the middle of a game; memory; and a profile of where the time goes. Processor
time, and both sides in turns of a few games: the ratio is the median of the ratios of the turns, so that a busy machine
does not matter.

A decision is counted alike on both sides: a question with at least two legal answers that a player's bot answers.
What can be answered in one way only is not counted, whether or not somebody is asked. Random bots answer; neither
side keeps a log; dealing a game is part of its time. Functions are written while the first games run: what these cost
is a line of its own, the ratio is that of the games after them.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import json
import statistics
import subprocess
import sys
import time
import tracemalloc
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import peer

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game

GOAL, FLOOR = 0.5, 0.15
TURNS = 60  # of each side
FIRST, WARM = 100, 1500  # games: those that are told apart, and those before the measure
CLONE_GOAL = 20.0
COMPILE_GOAL = 6.0
TABLE = "short game"
_COLD = """
import time, sys
from pathlib import Path
start = time.process_time()
from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
imported = time.process_time()
result = compile_sets([bundled() / "core"])
compiled = time.process_time()
from ruamel.yaml import YAML
files = sorted((bundled() / "core").glob("*.yaml"))
begin = time.process_time()
for path in files:
    YAML(typ="rt", pure=True).compose(path.read_text("utf-8"))
print(compiled - imported, time.process_time() - begin, imported - start, int(result.ok), len(files))
"""


@dataclass
class Report:
    """Lines for people, numbers for programs."""

    lines: list[str] = field(default_factory=list)
    numbers: dict[str, float] = field(default_factory=dict)

    def add(self, name: str, value: float, text: str) -> None:
        self.numbers[name] = value
        self.lines.append(text)


def compile_cold(report: Report) -> None:
    """In a fresh process: the whole compiler on the base set, and composing the same files."""
    rows = []
    for _ in range(3):
        out = subprocess.run([sys.executable, "-c", _COLD], capture_output=True, text=True, check=True).stdout
        rows.append([float(part) for part in out.split()])
    compiled, composed, imported, ok, files = min(rows)
    ratio = compiled / composed
    report.add("compile_ratio", ratio, "")
    report.lines[-1] = (
        f"cold compile of core ({int(files)} files{'' if ok else ', with findings'}): {compiled * 1000:.0f} ms;"
        f" composing them in pure Python: {composed * 1000:.0f} ms; {ratio:.1f} × (goal ≤ {COMPILE_GOAL:.0f});"
        f" imports {imported * 1000:.0f} ms"
    )


def games(image: Image, seconds: float, players: int, first: int) -> peer.Pace:
    """Our random games, without a log."""
    count = decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        decisions += one_game(image, players, first + count)
        count += 1
    return peer.Pace(count, decisions, time.process_time() - start)


def one_game(image: Image, players: int, seed: int) -> int:
    game = Game.new(image, {"players": players, "table": TABLE}, seed, log=False)
    bot = RandomBot(seed)
    decisions = 0
    while (request := game.request) is not None:
        decisions += request.decision
        game.answer_at(request.id, bot.choose(request))
    return decisions


def pace(report: Report, image: Image, seconds: float, players: int) -> None:
    """Both sides in turns, so that a busy machine slows both."""
    begun = warmed(image, players)
    peer.play(1.0, players=players, first=9000)
    gc.collect()
    gc.freeze()  # what the compiler left is not looked through again, for neither side
    ours, theirs = peer.Pace(0, 0, 0.0), peer.Pace(0, 0, 0.0)
    ratios = []
    for turn in range(TURNS):
        one = games(image, seconds / 2 / TURNS, players, 1 + 100 * turn)
        other = peer.play(seconds / 2 / TURNS, players=players, first=1 + 100 * turn)
        ratios.append(one.per_second / other.per_second)
        ours, theirs = _sum(ours, one), _sum(theirs, other)
    ratio = statistics.median(ratios)
    low, _, high = statistics.quantiles(ratios, n=4)
    mark = "goal reached" if ratio >= GOAL else "above the floor" if ratio >= FLOOR else "BELOW THE FLOOR"
    report.add("decisions", ours.per_second, f"random games, {players} players:")
    for name, one in (("cardwright", ours), ("pyminion 0.4.0", theirs)):
        report.lines.append(
            f"  {name}: {one.per_second:,.0f} decisions/s, {one.games_per_second:.1f} games/s"
            f" ({one.games} games, {one.decisions / max(1, one.games):.0f} decisions each)"
        )
    report.add("ratio", ratio, f"  {ratio:.3f} × pyminion (goal {GOAL}, floor {FLOOR}): {mark}")
    report.lines.append(f"  median of {TURNS} turns of each side; half of them lie between {low:.2f} and {high:.2f}")
    report.add(
        "decisions_first",
        begun,
        f"  the first {FIRST} games of all, while functions are written: {begun:,.0f} decisions/s",
    )


def warmed(image: Image, players: int) -> float:
    """Play until the functions of the image are written; decisions per second of the first games."""
    start = time.process_time()
    decisions = sum(one_game(image, players, 9000 + seed) for seed in range(FIRST))
    begun = decisions / (time.process_time() - start)
    for seed in range(FIRST, WARM):
        one_game(image, players, 9000 + seed)
    return begun


def of_all_sets(report: Report, seconds: float, players: int) -> None:
    """Games with every bundled set in one image, which have no peer: more cards, more that may change prices."""
    sets = [path for path in sorted(bundled().iterdir()) if any(path.glob("*.yaml"))]
    image = compile_sets(sets).image
    if image is None:
        raise SystemExit("the bundled sets do not compile together")
    warmed(image, players)
    found = games(image, seconds / 4, players, 1)
    each = f"{found.per_second:,.0f} decisions/s, {found.games_per_second:.1f} games/s ({found.games} games)"
    report.add("decisions_all_sets", found.per_second, f"random games with {len(sets)} sets: {each}")


def _sum(one: peer.Pace, other: peer.Pace) -> peer.Pace:
    return peer.Pace(one.games + other.games, one.decisions + other.decisions, one.seconds + other.seconds)


def middle(image: Image, players: int, requests: int = 150) -> Game:
    """A game some way in."""
    seed = 1
    while True:
        game = Game.new(image, {"players": players, "table": TABLE}, seed, log=False)
        bot = RandomBot(seed)
        for _ in range(requests):
            request = game.request
            if request is None:
                break
            game.answer_at(request.id, bot.choose(request))
        if game.request is not None or seed > 50:
            return game
        seed += 1


def copies(report: Report, image: Image, players: int) -> None:
    """Clone, save and load in the middle of a game."""
    game = middle(image, players)
    machine, state = game.machine, game.state
    clone = _each(lambda: machine.clone(state), 2000)
    saved = game.save(image=False)
    save = _each(lambda: game.save(image=False), 50)
    load = _each(lambda: Game.load(saved, image), 50)
    cards = machine.count_cards(state)
    report.add("clone_us", clone * 1e6, f"state of {cards} cards: clone {clone * 1e6:.1f} µs (goal ≤ {CLONE_GOAL:.0f})")
    report.add(
        "save_ms", save * 1000, f"  save {save * 1000:.1f} ms, load {load * 1000:.1f} ms, {len(saved) / 1000:.0f} kB"
    )
    report.numbers["load_ms"] = load * 1000


def _each(what: object, times: int) -> float:
    """Seconds per call, the best of three rounds."""
    assert callable(what)
    rounds = []
    for _ in range(3):
        start = time.process_time()
        for _ in range(times):
            what()
        rounds.append((time.process_time() - start) / times)
    return min(rounds)


def memory(report: Report, image: Image, players: int) -> None:
    """What a game takes, when the machine has made its functions."""
    middle(image, players)
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    game = middle(image, players)
    after = tracemalloc.get_traced_memory()[0]
    kept = [game.machine.clone(game.state) for _ in range(100)]
    cloned = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    each = (cloned - after) / 1000 / len(kept)
    report.add("clone_kb", each, f"memory: a running game {(after - before) / 1000:.0f} kB, each clone {each:.1f} kB")


def opcodes(report: Report, image: Image, players: int) -> None:
    """How many opcodes a second, counted in one set of games and timed in another."""
    game = Game.new(image, {"players": players, "table": TABLE}, 1, log=False)
    count = game.machine.opcodes(lambda: [one_game(image, players, seed) for seed in range(1, 6)])
    start = time.process_time()
    for seed in range(1, 6):
        one_game(image, players, seed)
    seconds = time.process_time() - start
    report.add("opcodes", count / seconds, f"opcodes: {count / seconds:,.0f} /s ({count:,} in 5 games)")


def profile(report: Report, image: Image, players: int, games_: int = 10, top: int = 15) -> None:
    """Where the time goes: by function, own time."""
    made = cProfile.Profile()
    made.enable()
    for seed in range(1, games_ + 1):
        one_game(image, players, seed)
    made.disable()
    rows = made.getstats()
    total = sum(row.inlinetime for row in rows)
    report.lines.append(f"where the time goes ({games_} games, own time):")
    for row in sorted(rows, key=lambda row: -row.inlinetime)[:top]:
        if isinstance(row.code, str):
            where = row.code
        else:
            file = "/".join(Path(row.code.co_filename).parts[-2:])
            where = f"{row.code.co_name} ({file}:{row.code.co_firstlineno})"
        report.lines.append(f"  {100 * row.inlinetime / total:5.1f} %  {row.callcount:>9,} ×  {where}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=12.0, help="for the games of both sides together")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="numbers only")
    parser.add_argument("--no-profile", action="store_true")
    chosen = parser.parse_args()
    result = compile_sets([bundled() / "core"])
    if result.image is None:
        print("the base set does not compile", file=sys.stderr)
        return 1
    report = Report()
    compile_cold(report)
    pace(report, result.image, chosen.seconds, chosen.players)
    of_all_sets(report, chosen.seconds, chosen.players)
    opcodes(report, result.image, chosen.players)
    copies(report, result.image, chosen.players)
    memory(report, result.image, chosen.players)
    if not chosen.no_profile:
        profile(report, result.image, chosen.players)
    print(json.dumps(report.numbers, indent=1) if chosen.json else "\n".join(report.lines))
    return 0 if report.numbers["ratio"] >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
