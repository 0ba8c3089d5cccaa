"""The bot that answers at random: every legal answer may come. Its stream is its own; the game's are never touched.

Must not know any rule or declared word.
"""

from __future__ import annotations

from random import Random

from cardwright.runtime.play.game import Game
from cardwright.runtime.play.request import ORDERED, Request


class RandomBot:
    """Answers by position, so that no key or label is made for it.

    An `eager` one never ends its acts while one is left.
    """

    def __init__(self, seed: int, *, eager: bool = False) -> None:
        self._next = Random(seed).random
        self.eager = eager

    def below(self, bound: int) -> int:
        return int(self._next() * bound)

    def keys(self, game: Game, seat: int) -> list[str]:
        """The answer to the open question of a game, by keys; of the acts that are open, those of this seat only."""
        request = game.request
        if request is None:
            return []
        own = [option.key for option in request.options if option.seat == seat]
        if len(own) == len(request.options):
            return [request.options[at].key for at in self.choose(request)]
        at = self.below(len(own) + 1)
        return own[at : at + 1]

    def choose(self, request: Request) -> list[int]:
        """The positions of the chosen options."""
        many = len(request.values)
        kind = request.kind
        if kind == "act":
            at = int(self._next() * (many if self.eager and many else many + 1))
            return [at] if at < many else []
        if kind == ORDERED:
            return self._some(many, many)
        low, high = request.min, min(request.max, many)
        number = low if low >= high else low + self.below(high - low + 1)
        return [int(self._next() * many)] if number == 1 else self._some(many, number)

    def _some(self, many: int, number: int) -> list[int]:
        """So many positions, in a random order."""
        left = list(range(many))
        return [left.pop(self.below(len(left))) for _ in range(number)]


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
