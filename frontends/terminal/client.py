"""One game led by messages, and what is said when one is refused. The only file here that knows how messages look.

Must not know how anything is shown.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping, Sequence
from typing import Any

from cardwright.runtime.protocol import Session

Data = Mapping[str, Any]


class Told(Exception):
    """A message was refused; nothing has changed."""

    def __init__(self, code: str, message: str, way_out: str = "") -> None:
        self.code = code
        self.message = message
        self.way_out = way_out
        super().__init__(message)


class Client:
    """The messages of one game of a session."""

    def __init__(self, session: Session, game: str) -> None:
        self.session = session
        self.game = game
        self.catalogue: Data = self._ask("catalogue")

    def _ask(self, do: str, **parts: object) -> Any:
        answer = json.loads(self.session.handle(json.dumps({"do": do, **parts})))
        if not answer["ok"]:
            error = answer["error"]
            raise Told(error["code"], error["message"], error.get("help", ""))
        return answer["result"]

    def standing(self) -> Data:
        """How the game stands: players, whether it is over, the seats that may answer."""
        games: list[Data] = self._ask("games")
        return next(one for one in games if one["game"] == self.game)

    def request(self, seat: str | None = None) -> Data:
        """The open question; of the seat that is asked, if none is named."""
        found: Data = self._ask("request", game=self.game, **({} if seat is None else {"seat": seat}))
        return found

    def view(self, seat: str) -> Data:
        """The table as a seat sees it."""
        found: Data = self._ask("view", game=self.game, seat=seat)
        return found

    def events(self, seat: str, since: int) -> list[Data]:
        """What happened after a record."""
        found: list[Data] = self._ask("events", game=self.game, seat=seat, since=since)
        return found

    def refusals(self, seat: str) -> list[Data]:
        """Acts that are not offered, each with its reason."""
        found: list[Data] = self._ask("refusals", game=self.game, seat=seat)
        return found

    def answer(self, request: int, keys: Sequence[str], seat: str) -> None:
        """Answer the open question."""
        self._ask("answer", game=self.game, request=request, keys=list(keys), seat=seat)

    def undo(self) -> None:
        """Take the last answer back."""
        self._ask("undo", game=self.game)

    def save(self) -> bytes:
        """The game as the bytes of a file."""
        return b64decode(self._ask("save", game=self.game)["data"])
