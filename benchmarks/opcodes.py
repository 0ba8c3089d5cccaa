"""Counts the Python opcodes of both sides per decision: the same on every machine, however busy it is.

    python benchmarks/opcodes.py [--games 20] [--top 40] [--lines]

Shows by function (or by line) what our side does for a decision. Not a measure of time: a call of a C function is one
opcode. Use it to see what a change saves, then benchmarks/run.py.
"""

from __future__ import annotations

import argparse
import linecache
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import peer
import run

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.play.joint import linked

WARM = 3.0
PROCEDURE = re.compile(r"<procedure (\d+), (.*)>")


class Count:
    """Opcodes and calls by code, opcodes by line."""

    def __init__(self) -> None:
        self.opcodes: Counter[CodeType] = Counter()
        self.calls: Counter[CodeType] = Counter()
        self.lines: Counter[tuple[CodeType, int]] = Counter()

    @contextmanager
    def on(self) -> Iterator[None]:
        sys.settrace(self._enter)
        try:
            yield
        finally:
            sys.settrace(None)

    def _enter(self, frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        code = frame.f_code
        self.calls[code] += 1
        frame.f_trace_opcodes, frame.f_trace_lines = True, False

        def inside(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
            if event == "opcode":
                self.opcodes[code] += 1
                self.lines[code, frame.f_lineno] += 1
            return inside

        return inside

    @property
    def total(self) -> int:
        return sum(self.opcodes.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--top", type=int, default=40)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--peer", action="store_true", help="count the other side too")
    chosen = parser.parse_args()
    image = compile_sets([bundled() / "core"]).image
    if image is None:
        print("the base set does not compile", file=sys.stderr)
        return 1
    run.games(image, WARM, chosen.players, 1)
    procs = linked(image).core.program.procs

    def name(code: CodeType) -> str:
        found = PROCEDURE.match(code.co_filename)
        if found:
            return f"{code.co_name} of procedure {found[1]}, {procs[int(found[1])].name}, {found[2]}"
        return f"{code.co_name} ({'/'.join(Path(code.co_filename).parts[-2:])}:{code.co_firstlineno})"

    ours = Count()
    with ours.on():
        decisions = sum(run.one_game(image, chosen.players, seed) for seed in range(1, chosen.games + 1))
    print(f"cardwright: {ours.total / decisions:.0f} opcodes, {ours.calls.total() / decisions:.1f} calls a decision")
    if chosen.peer:
        theirs = Count()
        random.seed(1)
        with theirs.on():
            pace = peer.play(4.0, players=chosen.players)
        print(f"pyminion: {theirs.total / pace.decisions:.0f}, {theirs.calls.total() / pace.decisions:.1f} calls")
    for code, many in ours.opcodes.most_common(chosen.top):
        calls = ours.calls[code]
        print(f"{many / decisions:8.1f}  {calls / decisions:7.3f} × {many / max(1, calls):6.0f}  {name(code)}")
    if chosen.lines:
        for (code, line), many in ours.lines.most_common(chosen.top):
            text = linecache.getline(code.co_filename, line).strip() if line else ""
            print(f"{many / decisions:8.1f}  {name(code)} {line}: {text[:80]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
