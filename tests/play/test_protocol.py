"""The public interface as messages: a whole game led by them, and messages that are refused without touching it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cardwright.runtime.protocol import Session

from . import tiny


def session() -> Session:
    return Session(tiny.image())


def say(to: Session, **message: object) -> Any:
    answer = json.loads(to.handle(json.dumps(message)))
    assert answer["ok"], answer
    return answer["result"]


def refused(to: Session, message: object) -> str:
    answer = json.loads(to.handle(message if isinstance(message, (str, bytes)) else json.dumps(message)))
    assert not answer["ok"]
    return str(answer["code"])


def test_a_game_by_messages() -> None:
    it = session()
    state = say(it, do="new", setup={"players": 2}, seed=1, undo="free")
    answers = 0
    while state["over"] is None:
        seat = state["seats"][0]
        request = say(it, do="request", seat=seat)
        keys = [option["key"] for option in request["options"]][: request["min"]]
        state = say(it, do="answer", request=request["id"], keys=keys, seat=seat)
        answers += 1
    assert state["over"] == "won" and answers > 20
    assert say(it, do="view", seat=1)["over"] == "won"
    assert say(it, do="events", since=0, seat=1)
    before = say(it, do="digest")
    saved = say(it, do="save")
    say(it, do="undo")
    assert say(it, do="digest") != before
    assert say(it, do="load", data=saved)["over"] == "won" and say(it, do="digest") == before


def test_only_the_seat_that_is_asked_is_told() -> None:
    it = session()
    say(it, do="new", setup={"players": 2}, seed=1)
    assert say(it, do="request", seat=0)["options"] and "options" not in say(it, do="request", seat=1)
    assert say(it, do="explain", seat=0) and say(it, do="explain", seat=1) == ""
    assert refused(it, {"do": "answer", "request": 1, "keys": ["lay down card:A#0"], "seat": 1}) == "CW826"


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("no json", "CW851"),
        (b"\xff\xfe", "CW851"),
        ("[" * 100_000, "CW851"),
        ([], "CW851"),
        ({}, "CW851"),
        ({"do": "dance"}, "CW851"),
        ({"do": ["view"]}, "CW851"),
        ({"do": "view", "seat": 9}, "CW852"),
        ({"do": "view", "seat": True}, "CW851"),
        ({"do": "view", "seat": "0"}, "CW851"),
        ({"do": "events", "since": 1.5}, "CW851"),
        ({"do": "answer", "request": 1, "keys": "yes"}, "CW851"),
        ({"do": "answer", "request": 1, "keys": [1]}, "CW851"),
        ({"do": "answer", "request": 7, "keys": []}, "CW822"),
        ({"do": "answer", "request": 1, "keys": ["yes"]}, "CW823"),
        ({"do": "load", "data": "***"}, "CW811"),
        ({"do": "load", "data": "e30="}, "CW811"),
        ({"do": "load"}, "CW851"),
        ({"do": "new", "setup": 3}, "CW851"),
        ({"do": "new", "undo": "never"}, "CW851"),
        ({"do": "new", "setup": {"players": 5}}, "CW832"),
        ({"do": "undo"}, "CW841"),
        ({"id": [], "do": "view"}, "CW851"),
    ],
)
def test_refused_messages_leave_the_game_alone(message: object, code: str) -> None:
    it = session()
    say(it, do="new", setup={"players": 2}, seed=1)
    before = say(it, do="digest")
    assert refused(it, message) == code
    assert say(it, do="digest") == before


def test_nothing_without_a_game() -> None:
    assert refused(session(), {"do": "view"}) == "CW851"
