"""The peer: pyminion, a Python engine for another deck-building game, played by random bots; decisions counted as
ours are.

A decision is a question with at least two legal answers that a player's decider answers. Its log is switched off.
"""

from __future__ import annotations

import logging
import random
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Pace:
    """How fast games were played."""

    games: int
    decisions: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.decisions / self.seconds

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds


class Endless(Exception):
    """A game that random players do not bring to an end: its decisions count, and the next one is begun."""


MOST_TURNS = 400


class RandomDecider:
    """Answers every question at random and counts those with at least two legal answers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.decisions = 0

    def _one_or_none(self, cards: list[Any]) -> Any:
        """None is legal too, so one card is already a choice."""
        self.decisions += bool(cards)
        at = self.random.randrange(len(cards) + 1)
        return cards[at] if at < len(cards) else None

    def _some(self, cards: list[Any], low: int, high: int) -> list[Any]:
        high = len(cards) if high < 0 else min(high, len(cards))
        low = min(low, high)
        self.decisions += bool(cards) and (low < high or 0 < low < len(cards))
        return self.random.sample(cards, self.random.randint(low, high))

    def action_phase_decision(self, valid_actions: list[Any], player: Any, game: Any) -> Any:
        return self._one_or_none(valid_actions)

    def treasure_phase_decision(self, valid_treasures: list[Any], player: Any, game: Any) -> list[Any]:
        self.decisions += bool(valid_treasures)
        return valid_treasures

    def buy_phase_decision(self, valid_cards: list[Any], player: Any, game: Any) -> Any:
        if player.turns > MOST_TURNS:
            raise Endless
        return self._one_or_none(valid_cards)

    def binary_decision(self, prompt: str, card: Any, player: Any, game: Any, relevant_cards: Any = None) -> bool:
        self.decisions += 1
        return self.random.random() < 0.5

    def multiple_option_decision(
        self, card: Any, options: list[str], player: Any, game: Any, num_choices: int = 1, unique: bool = True
    ) -> list[int]:
        self.decisions += len(options) > 1
        numbers = range(len(options))
        return self.random.sample(numbers, num_choices) if unique else self.random.choices(numbers, k=num_choices)

    def discard_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, min_num_discard: int = 0,
        max_num_discard: int = -1,
    ) -> list[Any]:  # fmt: skip
        return self._some(valid_cards, min_num_discard, max_num_discard)

    def trash_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, min_num_trash: int = 0,
        max_num_trash: int = -1,
    ) -> list[Any]:  # fmt: skip
        return self._some(valid_cards, min_num_trash, max_num_trash)

    def gain_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, min_num_gain: int = 0,
        max_num_gain: int = -1,
    ) -> list[Any]:  # fmt: skip
        return self._some(valid_cards, min_num_gain, max_num_gain)

    def topdeck_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, min_num_topdeck: int = 0,
        max_num_topdeck: int = -1,
    ) -> list[Any]:  # fmt: skip
        return self._some(valid_cards, min_num_topdeck, max_num_topdeck)

    def reveal_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, min_num_reveal: int = 0,
        max_num_reveal: int = -1,
    ) -> list[Any]:  # fmt: skip
        return self._some(valid_cards, min_num_reveal, max_num_reveal)

    def pass_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, min_num_pass: int = 0,
        max_num_pass: int = -1,
    ) -> list[Any]:  # fmt: skip
        return self._some(valid_cards, min_num_pass, max_num_pass)

    def name_card_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, min_num_name: int = 0,
        max_num_name: int = -1,
    ) -> list[Any]:  # fmt: skip
        return self._some(valid_cards, min_num_name, max_num_name)

    def deck_position_decision(self, prompt: str, card: Any, player: Any, game: Any, num_deck_cards: int) -> int:
        self.decisions += num_deck_cards > 0
        return self.random.randint(0, num_deck_cards)

    def multi_play_decision(
        self, prompt: str, card: Any, valid_cards: list[Any], player: Any, game: Any, required: bool = True
    ) -> Any:
        if required:
            self.decisions += len(valid_cards) > 1
            return self.random.choice(valid_cards)
        return self._one_or_none(valid_cards)


def play(seconds: float, *, players: int = 2, first: int = 1) -> Pace:
    """Play games for about so many seconds."""
    from pyminion.bots.bot import Bot
    from pyminion.expansions import base
    from pyminion.game import Game

    logging.getLogger().setLevel(logging.CRITICAL)
    kingdom = [getattr(base, name) for name in dir(base) if _is_kingdom(base, name)]
    games = decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        random.seed(first + games)
        deciders = [RandomDecider(first + games * 10 + seat) for seat in range(players)]
        seats = [Bot(decider=decider, player_id=f"P{at}") for at, decider in enumerate(deciders)]
        with suppress(Endless, AssertionError):  # it stumbles over a card that finds no card to work on
            Game(players=seats, expansions=[kingdom], log_stdout=False).play()
        decisions += sum(decider.decisions for decider in deciders)
        games += 1
    return Pace(games, decisions, time.process_time() - start)


def _is_kingdom(module: Any, name: str) -> bool:
    from pyminion.core import Card

    basic = ("copper", "silver", "gold", "estate", "duchy", "province", "curse")
    return isinstance(getattr(module, name), Card) and name not in basic
