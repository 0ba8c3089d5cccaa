"""The public interface as messages: one JSON object in, one out. A message that is none is refused and changes nothing.

    {"id": 1, "do": "answer", "request": 4, "keys": ["yes"], "seat": 0}
    {"id": 1, "ok": true, "result": {…}}
    {"id": 1, "ok": false, "code": "CW823", "message": "…"}

What can be done: new, request, answer, view, events, refusals, explain, save, load, undo, digest. Everything a seat is
told passes through its view. Must not know any declared word, nor how messages travel.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping
from dataclasses import asdict

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.undo import POLICIES

MAX_BYTES = 64_000_000
Message = Mapping[str, object]


class Session:
    """One game at a time, led by messages. `image`: what new games are played with."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.game: Game | None = None
        self._verbs: dict[str, Callable[[Message], object]] = {
            "new": self._new, "request": self._request, "answer": self._answer, "view": self._view,
            "events": self._events, "refusals": self._refusals, "explain": self._explain, "save": self._save,
            "load": self._load, "undo": self._undo, "digest": self._digest,
        }  # fmt: skip

    def handle(self, data: str | bytes) -> str:
        """The answer to a message, always one line of JSON."""
        number: object = None
        try:
            message = read(data)
            number = message.get("id")
            if not isinstance(number, (int, str, type(None))):
                number = None
                raise Refused("CW851", what="its id is no number and no text")
            verb = message.get("do")
            if not isinstance(verb, str) or verb not in self._verbs:
                raise Refused("CW851", what=f"“do” is one of {', '.join(self._verbs)}")
            result = self._verbs[verb](message)
        except Refused as refused:
            return _line({"id": number, "ok": False, "code": refused.code, "message": refused.message})
        return _line({"id": number, "ok": True, "result": result})

    # -- verbs -------------------------------------------------------------------------------------

    def _new(self, message: Message) -> object:
        setup = message.get("setup", {})
        undo = message.get("undo", POLICIES[0])
        if not isinstance(setup, dict):
            raise Refused("CW851", what="“setup” is no object")
        if undo not in POLICIES:
            raise Refused("CW851", what=f"“undo” is one of {', '.join(POLICIES)}")
        self.game = Game.new(self.image, setup, number_of(message, "seed", 0), undo=str(undo))
        return self._state(self.game)

    def _request(self, message: Message) -> object:
        game = self._running()
        return game.view(self._seat(message))["request"]

    def _answer(self, message: Message) -> object:
        keys = message.get("keys")
        if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
            raise Refused("CW851", what="“keys” is no list of texts")
        game = self._running()
        game.answer(number_of(message, "request", -1), keys, self._seat(message))
        return self._state(game)

    def _view(self, message: Message) -> object:
        return self._running().view(self._seat(message))

    def _events(self, message: Message) -> object:
        return self._running().events(number_of(message, "since", 0), self._seat(message))

    def _refusals(self, message: Message) -> object:
        return [asdict(one) for one in self._running().refusals(self._seat(message))]

    def _explain(self, message: Message) -> object:
        game = self._running()
        request = game.request
        if request is None or self._seat(message) in request.seats:
            return game.explain()
        return ""

    def _save(self, message: Message) -> object:
        return b64encode(self._running().save(image=message.get("image") is not False)).decode("ascii")

    def _load(self, message: Message) -> object:
        data = message.get("data")
        if not isinstance(data, str):
            raise Refused("CW851", what="“data” is no text")
        try:
            saved = b64decode(data, validate=True)
        except (NotBase64, ValueError):
            raise Refused("CW811", what="it is not base64") from None
        self.game = Game.load(saved, self.image)
        return self._state(self.game)

    def _undo(self, message: Message) -> object:
        game = self._running()
        game.undo()
        return self._state(game)

    def _digest(self, message: Message) -> object:
        return self._running().digest

    # -- parts -------------------------------------------------------------------------------------

    def _running(self) -> Game:
        if self.game is None:
            raise Refused("CW851", what="no game has been begun")
        return self.game

    def _seat(self, message: Message) -> int:
        seat = number_of(message, "seat", 0)
        if not 0 <= seat < self._running().state.players:
            raise Refused("CW852", seat=seat)
        return seat

    @staticmethod
    def _state(game: Game) -> object:
        """What everybody may know: who is waited for, and whether the game is over."""
        request = game.request
        return {
            "players": game.state.players,
            "over": game.over,
            "request": request.id if request is not None else None,
            "seats": list(request.seats) if request is not None else [],
        }


def read(data: str | bytes) -> Message:
    """The object of a message. Refused: anything that is none."""
    if len(data) > MAX_BYTES:
        raise Refused("CW851", what="it is too large")
    try:
        plain = json.loads(data)
    except (ValueError, RecursionError):
        raise Refused("CW851", what="it is not JSON") from None
    if not isinstance(plain, dict):
        raise Refused("CW851", what="it is no object")
    return plain


def number_of(message: Message, key: str, default: int) -> int:
    value = message.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not -(1 << 63) <= value <= 1 << 63:
        raise Refused("CW851", what=f"“{key}” is no whole number")
    return value


def _line(answer: Mapping[str, object]) -> str:
    return json.dumps(answer, ensure_ascii=False, separators=(",", ":"), default=str)
