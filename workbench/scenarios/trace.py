"""Following a run from inside: frames as they are entered and left, sentences, and what is committed, in order.

Costs much time; only for `--trace`. Must not know any declared word.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardwright.runtime.play.game import Game
from cardwright.runtime.play.log import Renderer
from cardwright.runtime.state.state import State

MOST = 20_000


@dataclass
class Tracer:
    """Collects lines. `attach` before a game runs, `detach` afterwards."""

    lines: list[str] = field(default_factory=list)
    _bases: list[int] = field(default_factory=list)
    _game: Game | None = None

    def attach(self, game: Game) -> None:
        self._game = game
        game.sink = self.told
        game.machine.trace = self.step

    def detach(self) -> None:
        if self._game is not None:
            self._game.machine.trace = None

    def say(self, text: str) -> None:
        if len(self.lines) < MOST:
            self.lines.append(f"{'  ' * min(12, len(self._bases))}{text}")

    def step(self, proc: int, pc: int, base: int, state: State) -> None:
        """Before each instruction: a new base is a frame that was entered; a smaller one, frames that were left."""
        while self._bases and self._bases[-1] > base:
            self._bases.pop()
        if not self._bases or self._bases[-1] < base:
            if self._game is not None:
                self.say(f"→ {self._game.machine.frame(state, proc, base)}")
            self._bases.append(base)

    def sentence(self, number: int) -> None:
        if self._game is not None:
            self.say(f"“{self._game.names.sentence(number)}”")

    def told(self, raw: tuple[object, ...]) -> None:
        """What the machine reports goes to the log as ever, and here as text."""
        game = self._game
        if game is None or game.log is None:
            return
        before = len(game.log)
        game.record(raw)
        renderer = Renderer(game.names, game.machine.slots(game.state))
        for entry in game.log.entries[before:]:
            text = renderer.text(entry, None)
            rows = f"  {[tuple(item)[:6] for item in entry.items]}" if entry.items else ""
            if text:
                self.say(f"= {text}{rows}")
