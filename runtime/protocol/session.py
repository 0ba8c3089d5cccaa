"""The public interface as messages: the bytes of a line in, one line of JSON out, whatever came in.

    {"id": 1, "do": "answer", "game": "g1", "request": 4, "keys": ["yes"], "seat": "P1"}
    {"id": 1, "ok": true, "result": {…}}
    {"id": 1, "ok": false, "error": {"code": "CW823", "message": "…", "help": "…", "at": "/keys", …}}

What can be asked stands in table.py. A session is one connection; several may share their games. It may ask as any seat
until it binds itself to a seat of a game: then it is told what that seat may know and nothing else. Must not know any
declared word, nor how lines travel.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import cached_property

from cardwright.runtime.bytecode.format import content_hash
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.joint import HOST_ERRORS
from cardwright.runtime.play.names import Names
from cardwright.runtime.play.replay import Record, replay
from cardwright.runtime.play.request import Why
from cardwright.runtime.play.undo import OFF
from cardwright.runtime.play.view import asked, plain

from .catalogue import catalogue
from .reading import Limits, read
from .shapes import short
from .table import BY_NAME, ID, NAME, VERSION, Message

Data = Mapping[str, object]

# Which part of a message a refusal of a game is about, where it does not say so itself.
PLACES = {
    "CW811": "/data", "CW812": "/data", "CW813": "/data", "CW814": "/data", "CW815": "/data", "CW816": "/record",
    "CW822": "/request", "CW823": "/keys", "CW824": "/keys", "CW825": "/keys", "CW826": "/seat",
    "CW831": "/setup/table", "CW832": "/setup/players", "CW833": "/setup", "CW834": "/setup/choose",
    "CW835": "/setup/choose", "CW836": "/setup/choose", "CW837": "/setup/choose", "CW838": "/setup",
    "CW839": "/setup/choose",
    "CW852": "/seat",
}  # fmt: skip
LONGEST = 2_000  # characters of a value that is given back in a refusal


class Session:
    """One connection. `image`: what new games are played with; `games`: shared with other connections, if given."""

    def __init__(
        self,
        image: Image,
        *,
        program: str = "",
        limits: Limits | None = None,
        games: dict[str, Game] | None = None,
    ) -> None:
        self.image = image
        self.program = program
        self.limits = limits or Limits()
        self.games: dict[str, Game] = games if games is not None else {}
        self.bound: dict[str, int] = {}
        self.lines = 0
        self._made = 0
        self._verbs: dict[str, Callable[[Data], object]] = {
            name: getattr(self, f"_{name}")  # one method for each row of the table
            for name in BY_NAME
        }

    def handle(self, line: str | bytes) -> str:
        """The answer to a line: always one line of JSON, without the end of the line."""
        self.lines += 1
        number: object = None
        try:
            data = read(line if isinstance(line, bytes) else line.encode("utf-8", "surrogatepass"), self.limits)
            number = data.get("id")
            try:
                ID.check(number, "/id")
            except Refused:
                number = None
                raise
            return _line({"id": number, "ok": True, "result": self._done(self._checked(data), data)})
        except Refused as refused:
            return _line({"id": number, "ok": False, "error": self._error(refused)})

    @cached_property
    def _hash(self) -> str:
        return content_hash(self.image)

    def too_long(self) -> str:
        """The answer to a line of which only the beginning was read."""
        self.lines += 1
        return _line({"id": None, "ok": False, "error": self._error(Refused("CW853", limit=self.limits.line))})

    def _done(self, message: Message, data: Data) -> object:
        """The result of a message that fits the table. A game from a save may be damaged where no check of saves looks:
        what it then does is no mistake of the program.
        """
        try:
            return self._verbs[message.do](data)
        except Refused:
            raise
        except HOST_ERRORS as error:
            game = self.games.get(_text(data, "game", ""))
            if game is None or not game.foreign:
                raise
            raise Refused("CW818", "/game", what=type(error).__name__) from None

    def _checked(self, data: Data) -> Message:
        """The row of the table a message belongs to. Refused: a message that does not fit it."""
        name = data.get("do")
        if "do" not in data:
            raise Refused("CW871", key="do")
        if not isinstance(name, str) or name not in BY_NAME:
            shown = short(name) if isinstance(name, str) else json.dumps(name)[:100]
            raise Refused("CW859", "/do", name=shown, known=", ".join(BY_NAME))
        message = BY_NAME[name]
        message.shape.check(data, "")
        game = data.get("game")
        if not message.open and isinstance(game, str) and game in self.bound and game in self.games:
            what = f"“{name}” gives more than it may know"
            raise self._speaks(game, what, "/do")
        return message

    def _error(self, refused: Refused) -> dict[str, object]:
        return {
            "code": refused.code,
            "message": _shown(refused.message),
            "help": refused.way_out,
            "line": self.lines,
            "at": refused.at or PLACES.get(refused.code, ""),
            "values": {key: _shown(value) for key, value in refused.values_.items()},
        }

    # -- what can be asked: one method for each row of the table -----------------------------------------------------

    def _hello(self, data: Data) -> object:
        return {
            "protocol": {"name": NAME, "version": VERSION},
            "program": self.program,
            "image": self._hash,
            "sets": [name for name, _ in self.image.sets],
            "do": list(BY_NAME),
            "limits": asdict(self.limits),
        }

    def _catalogue(self, data: Data) -> object:
        return catalogue(self.image, Names(self.image))

    def _new(self, data: Data) -> object:
        name = self._free(data, "game")
        setup = data.get("setup", {})
        assert isinstance(setup, dict)
        return self._begun(name, Game.new(self.image, setup, _number(data, "seed", 1), undo=_text(data, "undo", OFF)))

    def _games(self, data: Data) -> object:
        return [self._standing(name) for name in self.games]

    def _bind(self, data: Data) -> object:
        name, game = self._running(data)
        seat = self._seat(data, name, game)
        self.bound[name] = seat
        return self._standing(name)

    def _request(self, data: Data) -> object:
        name, game = self._running(data)
        return asked(game.request, game.names, self._seat(data, name, game))

    def _answer(self, data: Data) -> object:
        name, game = self._running(data)
        keys = data["keys"]
        assert isinstance(keys, list)
        game.answer(_number(data, "request", -1), keys, self._seat(data, name, game))
        return self._standing(name)

    def _view(self, data: Data) -> object:
        name, game = self._running(data)
        return game.view(self._seat(data, name, game))

    def _events(self, data: Data) -> object:
        name, game = self._running(data)
        found = game.events(_number(data, "since", 0), self._seat(data, name, game))
        return found[: _number(data, "most", len(found))]

    def _refusals(self, data: Data) -> object:
        name, game = self._running(data)
        sentences = game.names.image.sentences
        found = []
        for one in game.refusals(self._seat(data, name, game)):
            why = None
            if 0 <= one.sentence < len(sentences):
                told = sentences[one.sentence]
                place = (told.file, told.line, told.column)
                why = plain(Why("", told.text, *place, told.asks, told.rules))
            told_of = asdict(one)
            del told_of["sentence"]
            found.append({**told_of, "why": why})
        return found

    def _explain(self, data: Data) -> object:
        name, game = self._running(data)
        seat = self._seat(data, name, game)
        request = game.request
        if request is None:
            return {"text": game.explain(), "why": None}
        if "request" in data and data["request"] != request.id:
            raise Refused("CW822", given=data["request"], wanted=request.id)
        if seat == request.seat:
            return {"text": game.explain(), "why": plain(request.why)}
        if seat in request.visible:
            return {"text": f"waiting for {game.names.player(request.seat)}", "why": plain(request.why)}
        return {"text": "somebody is waited for", "why": None}

    def _clone(self, data: Data) -> object:
        _, game = self._running(data)
        copy = self._free(data, "as")
        return self._begun(copy, game.clone(log=True, undo=_text(data, "undo", game.history.policy)))

    def _save(self, data: Data) -> object:
        _, game = self._running(data)
        saved = game.save(image=data.get("image") is not False, log=data.get("log") is not False)
        return {"data": b64encode(saved).decode("ascii"), "bytes": len(saved)}

    def _load(self, data: Data) -> object:
        name = self._free(data, "game")
        try:
            saved = b64decode(_text(data, "data", ""), validate=True)
        except (NotBase64, ValueError):
            raise Refused("CW811", what="it is not base64") from None
        return self._begun(name, Game.load(saved, self.image, log=True))

    def _undo(self, data: Data) -> object:
        name, game = self._running(data)
        seat = self.bound.get(name)
        if seat is not None and game.answers and game.answers[-1][0] != seat:
            raise self._speaks(name, "the last answer was not its own", "/game")
        game.undo()
        return self._standing(name)

    def _record(self, data: Data) -> object:
        _, game = self._running(data)
        made = Record.of(game).plain()
        made["answers"] = [[game.names.player(seat), list(keys)] for seat, keys in game.answers]
        return made

    def _replay(self, data: Data) -> object:
        name = self._free(data, "game")
        given = data["record"]
        assert isinstance(given, dict)
        answers = []
        for at, one in enumerate(given["answers"]):
            if len(one) != 2 or not isinstance(one[0], str) or not isinstance(one[1], list):
                raise Refused("CW873", f"/record/answers/{at}", found="something else", wanted="a seat and its keys")
            answers.append([int(one[0][1:]) - 1, one[1]])
        record = Record.read({**given, "answers": answers})
        return self._begun(name, replay(self.image, record, undo=_text(data, "undo", OFF)))

    def _digest(self, data: Data) -> object:
        return self._running(data)[1].digest

    def _close(self, data: Data) -> object:
        name, _ = self._running(data)
        del self.games[name]
        self.bound.pop(name, None)
        return name

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _running(self, data: Data) -> tuple[str, Game]:
        name = _text(data, "game", "")
        game = self.games.get(name)
        if game is None:
            raise Refused("CW874", "/game", game=name, known=", ".join(self.games) or "none")
        return name, game

    def _free(self, data: Data, key: str) -> str:
        """The id of a game to come. Refused: one that is taken, or a game too many."""
        if len(self.games) >= self.limits.games:
            raise Refused("CW876", limit=self.limits.games)
        name = _text(data, key, "")
        if name in self.games:
            raise Refused("CW875", f"/{key}", game=name)
        while not name:
            self._made += 1
            if f"g{self._made}" not in self.games:
                name = f"g{self._made}"
        return name

    def _begun(self, name: str, game: Game) -> object:
        self.games[name] = game
        self.bound.pop(name, None)
        return self._standing(name)

    def _seat(self, data: Data, name: str, game: Game) -> int:
        """Who sees or answers. Refused: a seat that is not there, or another one than the connection's."""
        bound = self.bound.get(name)
        given = data.get("seat")
        if given is None:
            if bound is not None:
                return bound
            return game.request.seat if game.request is not None else 0
        seat = int(str(given)[1:]) - 1
        if seat >= game.state.players:
            known = ", ".join(map(game.names.player, range(game.state.players)))
            raise Refused("CW852", seat=given, known=known)
        if bound is not None and seat != bound:
            raise self._speaks(name, f"it cannot ask or answer for {given}", "/seat")
        return seat

    def _speaks(self, name: str, what: str, at: str) -> Refused:
        seat = self.games[name].names.player(self.bound[name])
        return Refused("CW877", at, seat=seat, game=name, what=what)

    def _standing(self, name: str) -> object:
        """How a game stands, as far as this connection may know: who is waited for only if that is public."""
        game = self.games[name]
        bound = self.bound.get(name)
        try:
            request = game.request
            seats: list[int] = list(request.seats) if request is not None else []
        except HOST_ERRORS:
            if not game.foreign:
                raise
            request, seats = None, []
        player = game.names.player
        number = request.id if request is not None else None
        if request is not None and bound is not None:
            own = bound in seats
            seats = sorted({*([bound] if own else []), *([request.seat] if bound in request.visible else [])})
            number = request.id if own else None
        return {
            "game": name,
            "players": [player(seat) for seat in range(game.state.players)],
            "over": game.over,
            "request": number,
            "seats": [player(seat) for seat in seats],
            "setup": dict(game.setup),
            "undo": game.history.policy,
            "seat": player(bound) if bound is not None else None,
        }


def _text(data: Data, key: str, usual: str) -> str:
    """A text the shape of the message has checked."""
    return str(data.get(key, usual))


def _number(data: Data, key: str, usual: int) -> int:
    """A number the shape of the message has checked."""
    value = data.get(key, usual)
    return value if isinstance(value, int) else usual


def _shown(value: object) -> object:
    """A value as it is given back: short, and something JSON has."""
    if value is None or isinstance(value, (bool, int, float)):
        return value
    return short(str(value), LONGEST)


def _line(answer: Data) -> str:
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085")
