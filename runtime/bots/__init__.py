"""Bots: they answer questions and know no more than the seat they sit in. Each draws from a stream of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game

from .greedy import GreedyBot
from .random import RandomBot, play


class Bot(Protocol):
    """Answers the questions a seat is asked in one game."""

    def keys(self, game: Game, seat: int) -> list[str]:
        """The answer to the open question, by keys."""
        ...


BOTS: Mapping[str, Callable[[Image, int], Bot]] = {
    "random": lambda image, seed: RandomBot(seed),
    "greedy": GreedyBot,
}


def seat_bots(names: Mapping[int, str], image: Image, seed: int) -> dict[int, Bot]:
    """Bots by name for some seats, each with a stream of its own made of the seed and the seat."""
    return {seat: BOTS[name](image, seed * 8 + seat) for seat, name in names.items()}


def play_out(game: Game, bots: Mapping[int, Bot], most: int = 100_000) -> int:
    """Let bots play a game to its end; the number of answers. Each answers what its seat is asked."""
    for answered in range(most):
        request = game.request
        if request is None:
            return answered
        game.answer(request.id, bots[request.seat].keys(game, request.seat), request.seat)
    return most


__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "play", "play_out", "seat_bots"]
