"""The bot that answers at random: every legal answer may come. Its stream is its own; the game's are never touched.

Must not know any rule or declared word.
"""

from __future__ import annotations

from cardwright.runtime.play.game import Game
from cardwright.runtime.play.request import Request
from cardwright.runtime.state.streams import below, seeded, shuffle


class RandomBot:
    """Answers by position, so that no key or label is made for it."""

    def __init__(self, seed: int) -> None:
        self.streams = seeded(seed, 1)

    def below(self, bound: int) -> int:
        return below(self.streams, 0, bound)

    def choose(self, request: Request) -> list[int]:
        """The positions of the chosen options."""
        many = len(request.values)
        if request.kind == "act":
            at = self.below(many + 1)
            return [at] if at < many or request.min else []
        if request.ordered:
            order = list(range(many))
            shuffle(self.streams, 0, order)
            return order
        low, high = request.min, min(request.max, many)
        number = low if low >= high else low + self.below(high - low + 1)
        if number == 1:
            return [self.below(many)]
        order = list(range(many))
        shuffle(self.streams, 0, order)
        return order[:number]


def play(game: Game, seed: int, most: int = 100_000) -> int:
    """Play a game to its end; the number of decisions (answered requests with at least two legal answers)."""
    bot = RandomBot(seed)
    decisions = 0
    for _ in range(most):
        request = game.request
        if request is None:
            break
        decisions += request.decision
        game.answer_at(request.id, bot.choose(request))
    return decisions
