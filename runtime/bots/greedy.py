"""The greedy bot: uses what helps, buys by value, keeps the best cards and parts with the worst.

It sees what its seat sees (a view with the open question in it) and the image, which everybody knows; never the state.
What a card is worth comes from what the image says of it: what it costs, the points printed on it, what its text gives.
Equal views and seed give equal answers. Must not know any declared word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.per_image import PerImage
from cardwright.runtime.play.game import Game

from .outlook import Effect, Outlook, Sentence
from .worth import Table, Worth

View = Mapping[str, Any]
MOST_TRIES = 2  # how often one act is chosen in a turn: what has not helped twice will not help


class GreedyBot:
    """Answers the questions of one game."""

    def __init__(self, image: Image, seed: int) -> None:
        self.outlook = outlook_of(image)
        self.worth = Worth(self.outlook)
        self._lots = Random(seed)
        self._tried: Counter[str] = Counter()
        self._turns = 0
        self._asked: tuple[str, int, int] = ("", -1, 0)  # the last sentence that asked, the way chosen, its questions

    def keys(self, game: Game, seat: int) -> list[str]:
        """The answer to the open question of a game, by keys. It looks at nothing but the seat's view."""
        return self.choose(game.view(seat))

    def choose(self, view: View) -> list[str]:
        """The answer to the question in a view, by keys."""
        request = view["request"]
        table = Table(view, self.outlook, self.worth, self._turns)
        options: Sequence[View] = request["options"]
        kind: str = request["kind"]
        if kind == "act":
            return self._act(table, options)
        low, high = request["min"], min(request["max"], len(options))
        sentence = (request.get("why") or {}).get("sentence", "")
        said = self.outlook.sentences.get(sentence, Sentence())
        if kind == "order":
            return [one["key"] for one in options]
        if kind == "yes-no":
            asking = (request.get("why") or {}).get("card", "")
            return ["yes" if self._worthwhile(table, said, asking) else "no"]
        if kind == "mode":
            ranked = [
                (sum(table.gain(one) for one in said.ways.get(at, ())), option) for at, option in enumerate(options)
            ]
        elif kind == "pick" and any(one["place"] for one in options):
            fates = self._fates(sentence, said)
            ranked = [(table.choice(one, fates), one) for one in options]
        elif kind == "number":
            ranked = [(float(at), one) for at, one in enumerate(options)]
        elif kind in ("trigger", "replace", "allocate"):
            ranked = [(float(-at), one) for at, one in enumerate(options)]
        else:
            ranked = [(float(table.seen(one["label"])), one) for one in options]
        answer = self._best(ranked, low, high)
        if kind == "mode":
            keys = [one["key"] for one in options]
            self._asked = (sentence, keys.index(answer[0]) if answer else -1, 0)
        return answer

    def _fates(self, sentence: str, said: Sentence) -> frozenset[int]:
        """Where the card that is chosen now goes: by the way chosen before, and by which question it is."""
        before, way, number = self._asked
        if before != sentence:
            way, number = -1, 0
        picks = [pick for pick in said.picks if pick.way in (way, -1)] or said.picks
        self._asked = (sentence, way, number + 1)
        return picks[number % len(picks)].fates if picks else frozenset()

    def _best(self, ranked: Sequence[tuple[float, View]], low: int, high: int) -> list[str]:
        """As many as must be, and those more that help; equal ones by lot."""
        mixed = [(value, self._lots.random(), option["key"]) for value, option in ranked]
        mixed.sort(key=lambda one: (-one[0], one[1]))
        return [key for at, (value, _, key) in enumerate(mixed[:high]) if at < low or value > 0]

    def _worthwhile(self, table: Table, said: Sentence, asking: str) -> bool:
        effects = [*said.effects, *said.then]
        if not effects and not said.ways:
            return True  # nothing is known against it
        return sum(table.gain(one, asking) for one in effects) >= 0

    # -- acts ------------------------------------------------------------------------------------------------------

    def _act(self, table: Table, options: Sequence[View]) -> list[str]:
        """Everything that costs nothing and helps, then what the points can buy, then the end."""
        open_ = [one for one in options if self._tried[one["key"]] < MOST_TRIES]
        acts = self.outlook.acts
        free = [one for one in open_ if one["act"] in acts and one["price"] is None]
        if free:
            return self._do(min(free, key=table.turn_of_use)["key"])
        bought, value = table.best_buys([one for one in open_ if one["price"] is not None])
        for one in open_:
            if one["act"] in acts:
                continue
            effects = self._effects(table, one)
            gain = sum(table.gain(effect) for effect in effects)
            lost = value if any(effect.sort == "forbid" for effect in effects) else 0.0
            if gain > lost or not effects:
                return self._do(one["key"])
        if bought is not None:
            return self._do(bought["key"])
        self._tried.clear()
        self._turns += 1
        return []

    def _do(self, key: str) -> list[str]:
        self._tried[key] += 1
        return [key]

    def _effects(self, table: Table, option: View) -> list[Effect]:
        """What an ability that may be used does."""
        face = table.definition(option["card"])
        names = self.outlook.names
        return [
            effect
            for ability in (self.outlook.image.cards[face].abilities if face >= 0 else ())
            if option["act"] == f"use {names.ability(ability)}"
            for effect in self.outlook.ability(ability)
        ]


_MOST = 16

outlook_of = PerImage(Outlook, _MOST)  # what a bot reads of an image, read once
