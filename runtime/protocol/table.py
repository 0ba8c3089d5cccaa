# ruff: noqa: E501  # a table: one row a line
"""The table of messages: what can be asked, with which keys, and what is answered. The single source of what a session
accepts, of the JSON Schema and of the reference in the documents.

Must not know how anything is done.
"""

from __future__ import annotations

from dataclasses import dataclass

from . import results
from .shapes import Either, Field, Fields, Flag, Listed, Nothing, Shape, Text, Whole

NAME = "cardwright"
VERSION = 1  # grows when a message that was right is no longer, or an answer loses a key

ID = Either("Given back with the answer.", (Whole(), Text(most=200), Nothing()))
_IDS, _LIKE = results.GAME.pattern, results.GAME.like
_GAME = Field("game", results.GAME)
_NEW = Field("game", Text("The id it gets; one is made if left out.", pattern=_IDS, like=_LIKE), optional=True)  # fmt: skip
_SEAT = Field(
    "seat",
    Text(
        "Who sees or answers. Left out: the seat the connection is bound to, else the one that is asked, else P1.",
        pattern=results.SEAT.pattern, like=results.SEAT.like,
    ),
    optional=True,
)  # fmt: skip
_UNDO = Field("undo", results.UNDO, optional=True)


@dataclass(frozen=True)
class Message:
    """One thing that can be asked. `open`: also by a connection that is bound to a seat of the game."""

    do: str
    doc: str
    fields: tuple[Field, ...]
    result: Shape
    open: bool = True

    @property
    def shape(self) -> Fields:
        """The whole message."""
        head = (Field("id", ID, optional=True), Field("do", Text(words=(self.do,))))
        return Fields(self.doc, (*head, *self.fields))


MESSAGES: tuple[Message, ...] = (
    Message("hello", "Say who answers, which version of the protocol, and the limits.", (), results.HELLO),
    Message("catalogue", "List what can be played: sets, set-up tables with what can be chosen, zones, kinds, cards.", (), results.CATALOGUE),
    Message("new", "Deal a game and play it to its first question.", (
        _NEW, Field("setup", results.SETUP, optional=True), Field("seed", results.SEED, optional=True), _UNDO,
    ), results.STANDING),
    Message("games", "List the open games.", (), Listed(of=results.STANDING)),
    Message("bind", "From now on this connection speaks for one seat in that game, and cannot be told more than that seat may know.", (
        _GAME, Field("seat", results.SEAT),
    ), results.STANDING),
    Message("request", "The open question as a seat may see it.", (_GAME, _SEAT), results.ASKED),
    Message("answer", "Answer the open question.", (
        _GAME, _SEAT, Field("request", Whole("The id of the question.")), Field("keys", Listed("The keys of the chosen options; for “order” all of them in that order.", of=Text())),
    ), results.STANDING),
    Message("view", "The table as a seat may see it, the open question included.", (_GAME, _SEAT), results.VIEW),
    Message("events", "What happened after a number, as a seat may know it.", (
        _GAME, _SEAT, Field("since", Whole("All after this number; 0 if left out.", least=0), optional=True),
        Field("most", Whole("At most so many; all if left out.", least=1), optional=True),
    ), Listed(of=results.EVENT)),
    Message("refusals", "The acts that are not offered to a seat now, each with its reason.", (_GAME, _SEAT), Listed(of=results.REFUSAL)),
    Message("explain", "The open question in one line, and what asks it.", (
        _GAME, _SEAT, Field("request", Whole("The id of the question; the open one if left out."), optional=True),
    ), results.EXPLAINED),
    Message("clone", "Copy a game; its events begin here, and nothing can be undone yet.", (
        _GAME, Field("as", Text("The id of the copy; one is made if left out.", pattern=_IDS, like=_LIKE), optional=True), _UNDO,
    ), results.STANDING, open=False),
    Message("save", "A game as text, to be given to “load”.", (
        _GAME, Field("image", Flag("With what is played with (usual), so that it can be loaded anywhere; or only its hash."), optional=True),
        Field("log", Flag("With all that happened (usual), or without."), optional=True),
    ), Fields(fields=(Field("data", Text("The saved game.")), Field("bytes", Whole()))), open=False),
    Message("load", "Go on with a saved game. Its undo setting comes with it; what was answered before cannot be undone.", (
        _NEW, Field("data", Text("What “save” gave.")),
    ), results.STANDING),
    Message("undo", "Take the last answer back, if the game's setting allows it.", (_GAME,), results.STANDING),
    Message("record", "A game as set-up, seed and answers by key, to be given to “replay”.", (_GAME,), results.RECORD, open=False),
    Message("replay", "Play a record. It is refused at the first answer that no longer fits.", (
        _NEW, Field("record", results.RECORD), _UNDO,
    ), results.STANDING),
    Message("digest", "A fingerprint of all that can influence the future of a game.", (_GAME,), Text(), open=False),
    Message("close", "End a game; its id is free again.", (_GAME,), results.GAME, open=False),
)  # fmt: skip

BY_NAME = {message.do: message for message in MESSAGES}

ERROR = Fields(
    "What is wrong, where, and the way out.",
    (
        Field("code", Text("Stable; docs/errors.md lists them all.", pattern="CW8[0-9][0-9]", like="a code")),
        Field("message", Text()),
        Field("help", Text("What to do instead.")),
        Field("line", Whole("Which line of the input, from 1.")),
        Field("at", Text("The part of the message, as a JSON pointer; empty for all of it.")),
        Field("values", Shape("What the message names, by itself: for CW833 slot, wanted and there, for instance.")),
    ),
)
RIGHT = Fields(fields=(Field("id", ID), Field("ok", Flag()), Field("result", Shape())))
WRONG = Fields(fields=(Field("id", ID), Field("ok", Flag()), Field("error", ERROR)))
