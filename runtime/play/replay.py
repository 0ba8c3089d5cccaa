"""A game as set-up and answers by key, and playing it again; the first divergence is named.

A record outlives changes of the sets as long as the same things may be answered. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused

from .game import Game
from .saves import answers_of, number
from .undo import OFF


@dataclass(frozen=True)
class Record:
    """What is needed to play a game again."""

    setup: Mapping[str, object]
    seed: int
    answers: Sequence[tuple[int, tuple[str, ...]]]
    digest: str = ""

    @classmethod
    def of(cls, game: Game) -> Record:
        """The record of a game. Refused: one that kept no log, or was saved without it."""
        if not game.whole or game.log is None:
            raise Refused("CW817")
        return cls(dict(game.setup), game.seed, tuple(game.answers), game.digest)

    def plain(self) -> dict[str, object]:
        return {
            "setup": dict(self.setup),
            "seed": self.seed,
            "answers": [[seat, list(keys)] for seat, keys in self.answers],
            "digest": self.digest,
        }

    @classmethod
    def read(cls, data: Mapping[str, object]) -> Record:
        setup, digest = data.get("setup"), data.get("digest", "")
        if not isinstance(setup, dict) or not isinstance(digest, str):
            raise Refused("CW814", what="the set-up")
        return cls(setup, number(data, "seed", -(1 << 63), 1 << 64), answers_of(data.get("answers")), digest)


def replay(image: Image, record: Record, *, undo: str = OFF) -> Game:
    """Play a record. Refused (CW816): at the first answer that is asked of another seat or is not legal any more."""
    game = Game.new(image, record.setup, record.seed, undo=undo)
    for index, (seat, keys) in enumerate(record.answers):
        asked = game.request
        if asked is None:
            raise Refused("CW816", index=index + 1, what="the game is already over")
        try:
            game.answer(asked.id, keys, seat)
        except Refused as refused:
            raise Refused("CW816", index=index + 1, what=refused.message) from None
    if record.digest and game.digest != record.digest:
        raise Refused("CW816", index=len(record.answers), what="all answers fit, but the position is another one")
    return game
