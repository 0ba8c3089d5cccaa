"""Messages: whole games led by them, several at once, connections bound to a seat, and messages that are refused."""

from __future__ import annotations

import json
from base64 import b64decode
from random import Random
from typing import Any

import pytest

from cardwright.runtime.messages import MESSAGES, WAYS_OUT
from cardwright.runtime.protocol import Session
from cardwright.runtime.protocol.table import BY_NAME

from .talk import SETUP, begun, messages, refused, say, session


def play(it: Session, game: str, chance: Random, most: int = 10_000) -> Any:
    """Answer by chance to the end, or so often."""
    state = next(one for one in say(it, do="games") if one["game"] == game)
    for _ in range(most):
        if state["over"]:
            break
        seat = state["seats"][0]
        request = say(it, do="request", game=game, seat=seat)
        keys = [option["key"] for option in request["options"]]
        number = len(keys) if request["kind"] == "order" else chance.randint(request["min"], request["max"])
        chosen = chance.sample(keys, number)
        state = say(it, do="answer", game=game, request=request["id"], keys=chosen, seat=seat)
    return state


def test_a_game_by_messages() -> None:
    it = begun(undo="free")
    assert play(it, "g1", Random(1))["over"] == "won"
    assert say(it, do="request", game="g1") is None
    assert say(it, do="view", game="g1", seat="P2")["over"] == "won"
    assert "over: won" in say(it, do="explain", game="g1")["text"]
    before = say(it, do="digest", game="g1")
    saved = say(it, do="save", game="g1")
    assert saved["bytes"] == len(b64decode(saved["data"]))
    say(it, do="undo", game="g1")
    assert say(it, do="digest", game="g1") != before
    again = say(it, do="load", data=saved["data"])
    assert again["game"] == "g2" and again["over"] == "won" and again["undo"] == "free"
    assert say(it, do="digest", game="g2") == before


def test_hello_says_what_can_be_done() -> None:
    hello = say(session(games=3), do="hello", id="x")
    assert hello["protocol"] == {"name": "cardwright", "version": 1}
    assert hello["do"] == list(BY_NAME) and hello["limits"]["games"] == 3


def test_the_catalogue_is_enough_to_draw_a_table() -> None:
    it = begun()
    catalogue = say(it, do="catalogue")
    (table,) = catalogue["tables"]
    assert table["default"] and list(table["players"]) == ["1", "2", "3"]
    zones = {zone["zone"]: zone for zone in catalogue["zones"]}
    assert (zones["rack"]["of"], zones["rack"]["seen"]) == ("player", "owner")
    assert zones["stock"]["order"] == "stack" and zones["stock"]["seen"] == "nobody"
    assert {place["zone"] for place in say(it, do="view", game="g1")["places"]} == set(zones)
    assert [card["name"] for card in catalogue["cards"]] == list("ABCD")
    assert catalogue["acts"] == ["lay down"]


def test_games_are_apart() -> None:
    it = begun()
    say(it, do="new", game="other", setup=SETUP, seed=2)
    assert say(it, do="new", setup={"players": 3}, seed=1)["game"] == "g2"
    assert [one["game"] for one in say(it, do="games")] == ["g1", "other", "g2"]
    before = say(it, do="digest", game="other")
    play(it, "g1", Random(2), 8)
    assert say(it, do="digest", game="other") == before
    assert say(it, do="close", game="other") == "other"
    assert refused(it, {"do": "view", "game": "other"})["code"] == "CW874"
    assert say(it, do="new", game="other", setup=SETUP)["seat"] is None


def test_the_same_seed_is_the_same_game_and_1_is_usual() -> None:
    it = session()
    for fields in ({"seed": 1}, {}, {"seed": 2}):
        say(it, do="new", setup=SETUP, **fields)
    one, usual, two = (say(it, do="digest", game=f"g{n}") for n in (1, 2, 3))
    assert one == usual != two


def test_a_clone_goes_its_own_way() -> None:
    it = begun(undo="free")
    play(it, "g1", Random(3), 5)
    before = say(it, do="digest", game="g1")
    copy = say(it, do="clone", game="g1", **{"as": "copy"})
    assert copy["undo"] == "free" and say(it, do="digest", game="copy") == before
    assert say(it, do="events", game="copy") == []
    assert refused(it, {"do": "undo", "game": "copy"})["code"] == "CW842"
    play(it, "copy", Random(4), 3)
    assert say(it, do="events", game="copy")
    assert say(it, do="digest", game="g1") == before
    for _ in range(3):
        say(it, do="undo", game="copy")
    assert say(it, do="digest", game="copy") == before


def test_a_record_is_played_again() -> None:
    it = begun()
    play(it, "g1", Random(5))
    record = say(it, do="record", game="g1")
    assert {seat for seat, _ in record["answers"]} == {"P1", "P2"}
    assert say(it, do="replay", record=record, game="again")["over"] == "won"
    assert say(it, do="digest", game="again") == record["digest"]
    broken = {**record, "answers": [*record["answers"][:3], ["P1", ["nonsense"]]]}
    error = refused(it, {"do": "replay", "record": broken})
    assert error["code"] == "CW816" and error["at"] == "/record" and error["values"]["index"] == 4


def test_a_save_without_its_past_goes_on() -> None:
    it = begun()
    play(it, "g1", Random(6), 6)
    whole, bare = say(it, do="save", game="g1"), say(it, do="save", game="g1", log=False, image=False)
    assert bare["bytes"] < whole["bytes"]
    say(it, do="load", data=bare["data"], game="bare")
    assert say(it, do="events", game="bare") == []
    assert refused(it, {"do": "record", "game": "bare"})["code"] == "CW817"
    assert play(it, "bare", Random(6))["over"] == "won" and say(it, do="events", game="bare")


def test_events_since() -> None:
    it = begun()
    play(it, "g1", Random(7), 12)
    seen: list[Any] = []
    while more := say(it, do="events", game="g1", seat="P1", since=seen[-1]["number"] if seen else 0, most=3):
        assert len(more) <= 3
        seen += more
    assert seen == say(it, do="events", game="g1", seat="P1")
    moves = [move for one in seen for move in one["moves"] if move["to"] == "P2 rack"]
    assert {"card": None, "id": None, "from": "stock", "to": "P2 rack"} in moves
    own = [
        move for one in say(it, do="events", game="g1", seat="P2") for move in one["moves"] if move["to"] == "P2 rack"
    ]
    assert len(own) == len(moves) and None not in {move["card"] for move in own}


# -- seats -------------------------------------------------------------------------------------------------------------


def test_only_the_seat_that_is_asked_is_told() -> None:
    it = begun()
    asked = say(it, do="request", game="g1", seat="P1")
    assert asked["options"] and asked == say(it, do="request", game="g1")
    assert asked["visible"] == ["P1", "P2"] and asked["why"]["sentence"] == "Lay tiles down."
    assert "options" not in say(it, do="request", game="g1", seat="P2")
    assert "card:" not in json.dumps(say(it, do="explain", game="g1", seat="P2"))
    error = refused(it, {"do": "answer", "game": "g1", "request": 1, "keys": ["lay down card:A#0"], "seat": "P2"})
    assert error["code"] == "CW826" and "card" not in json.dumps(error)


def test_a_bound_connection_speaks_for_one_seat() -> None:
    host = begun(undo="free")
    guest = Session(host.image, games=host.games)
    assert say(guest, do="bind", game="g1", seat="P2")["seat"] == "P2"
    assert say(guest, do="view", game="g1")["seat"] == "P2" == say(guest, do="view", game="g1", seat="P2")["seat"]
    for do in ("clone", "save", "record", "digest", "close"):
        assert refused(guest, {"do": do, "game": "g1"})["code"] == "CW877"
    for do in ("view", "events", "refusals", "request", "explain", "bind"):
        error = refused(guest, {"do": do, "game": "g1", "seat": "P1"})
        assert error["code"] == "CW877" and error["at"] == "/seat"
    asked = say(host, do="request", game="g1")
    say(host, do="answer", game="g1", request=asked["id"], keys=[], seat="P1")
    assert refused(guest, {"do": "undo", "game": "g1"})["code"] == "CW877"
    assert say(host, do="undo", game="g1")["request"] == 1
    say(guest, do="new", game="own", setup={"players": 1})
    assert say(guest, do="save", game="own")["data"]


def test_a_bound_connection_knows_who_is_asked_only_if_that_is_public() -> None:
    host = begun()
    guest = Session(host.image, games=host.games)
    say(guest, do="bind", game="g1", seat="P2")
    (mine,), (theirs,) = say(host, do="games"), say(guest, do="games")
    assert (mine["request"], mine["seats"]) == (1, ["P1"])
    assert (theirs["request"], theirs["seats"]) == (None, ["P1"])  # a rule asks: everybody may know whom


# -- what is refused ---------------------------------------------------------------------------------------------------

G = {"game": "g1"}
WRONG: list[tuple[object, str, str]] = [
    ("no json", "CW851", ""),
    ("", "CW851", ""),
    ('{"do": "hello"} {}', "CW851", ""),
    ('{"do": "hello", "id": NaN}', "CW851", ""),
    ('{"do": "hello", "id": "\\ud800"}', "CW851", ""),
    ("\ufeff{}", "CW851", ""),
    (b"\xff\xfe", "CW854", ""),
    (b'{"do": "hello", "id": "\xed\xa0\x80"}', "CW854", ""),
    ("[" * 100_000, "CW855", ""),
    ('{"do":"new","setup":' + '{"choose":' * 30 + "1" + "}" * 31, "CW855", ""),
    ('{"do": "hello", "id": 99999999999999999999}', "CW856", ""),
    ('{"do": "hello", "id": ' + "9" * 10_000 + "}", "CW856", ""),
    ('{"do": "hello", "id": 1e999}', "CW856", ""),
    ('{"do": "hello", "do": "games"}', "CW857", ""),
    ('{"do": "new", "setup": {"players": 2, "players": 3}}', "CW857", ""),
    ([], "CW858", ""),
    ("3", "CW858", ""),
    ({}, "CW871", ""),
    ({"do": "dance"}, "CW859", "/do"),
    ({"do": ["view"]}, "CW859", "/do"),
    ({"do": "games", "id": []}, "CW873", "/id"),
    ({"do": "games", "id": 1.5}, "CW873", "/id"),
    ({"do": "games", "id": "x" * 300}, "CW873", "/id"),
    ({"do": "hello", "extra": 1}, "CW872", "/extra"),
    ({"do": "view"}, "CW871", ""),
    ({"do": "view", "game": "g7"}, "CW874", "/game"),
    ({"do": "view", "game": "no id!"}, "CW873", "/game"),
    ({"do": "view", **G, "seat": "P9"}, "CW852", "/seat"),
    ({"do": "view", **G, "seat": "P3"}, "CW852", "/seat"),
    ({"do": "view", **G, "seat": "P0"}, "CW873", "/seat"),
    ({"do": "view", **G, "seat": 0}, "CW873", "/seat"),
    ({"do": "events", **G, "since": 1.5}, "CW873", "/since"),
    ({"do": "events", **G, "since": -1}, "CW873", "/since"),
    ({"do": "events", **G, "since": True}, "CW873", "/since"),
    ({"do": "answer", **G, "request": 1, "keys": "yes"}, "CW873", "/keys"),
    ({"do": "answer", **G, "request": 1, "keys": [1]}, "CW873", "/keys/0"),
    ({"do": "answer", **G, "keys": []}, "CW871", ""),
    ({"do": "answer", **G, "request": 7, "keys": []}, "CW822", "/request"),
    ({"do": "explain", **G, "request": 7}, "CW822", "/request"),
    ({"do": "answer", **G, "request": 1, "keys": ["yes"]}, "CW823", "/keys"),
    ({"do": "answer", **G, "request": 1, "keys": ["lay down card:A#0"] * 2}, "CW825", "/keys"),
    ({"do": "load", "data": "***"}, "CW811", "/data"),
    ({"do": "load", "data": "e30="}, "CW811", "/data"),
    ({"do": "load"}, "CW871", ""),
    ({"do": "new", "setup": 3}, "CW873", "/setup"),
    ({"do": "new", "setup": {"players": 0}}, "CW873", "/setup/players"),
    ({"do": "new", "setup": {"Heroes": []}}, "CW872", "/setup/Heroes"),
    ({"do": "new", "setup": {"choose": {"a/b~": [1]}}}, "CW873", "/setup/choose/a~1b~0"),
    ({"do": "new", "setup": {"players": 5}}, "CW832", "/setup/players"),
    ({"do": "new", "setup": {"table": "none such"}}, "CW831", "/setup/table"),
    ({"do": "new", "setup": {"choose": {"Boats": "x"}}}, "CW837", "/setup/choose"),
    ({"do": "new", "seed": 1 << 62, "undo": "never"}, "CW873", "/undo"),
    ({"do": "new", "game": "g1"}, "CW875", "/game"),
    ({"do": "clone", **G, "as": "g1"}, "CW875", "/as"),
    ({"do": "undo", **G}, "CW841", ""),
    ({"do": "replay", "record": {"setup": {}, "seed": 1, "answers": [["P1"]]}}, "CW873", "/record/answers/0"),
    ({"do": "replay", "record": {"setup": {}, "seed": 1}}, "CW871", "/record"),
]  # fmt: skip


@pytest.mark.parametrize(("message", "code", "at"), WRONG, ids=[f"{at}-{row[1]}" for at, row in enumerate(WRONG)])
def test_refused_messages_leave_the_game_alone(message: object, code: str, at: str) -> None:
    it = begun()
    before = say(it, do="digest", game="g1")
    error = refused(it, message)
    assert (error["code"], error["at"]) == (code, at), error
    assert say(it, do="digest", game="g1") == before and len(it.games) == 1
    if isinstance(message, dict) and code in ("CW871", "CW872", "CW873", "CW859") and "answers" not in str(at):
        assert not messages().is_valid(message)  # the schema says the same


def test_limits_are_kept() -> None:
    it = session(games=2, line=200)
    say(it, do="new")
    say(it, do="new")
    assert refused(it, {"do": "new"})["code"] == "CW876"
    assert refused(it, {"do": "load", "data": "x" * 300})["code"] == "CW853"
    say(it, do="close", game="g1")
    assert say(it, do="new")["game"] == "g3"


def test_the_id_comes_back() -> None:
    it = begun()
    for number in (7, "seven", None, -3, ""):
        for do in ("games", "nonsense"):
            assert json.loads(it.handle(json.dumps({"id": number, "do": do})))["id"] == number
    assert json.loads(it.handle('{"do": "games"}'))["id"] is None
    assert json.loads(it.handle('{"id": [], "do": "games"}'))["id"] is None


def test_a_long_text_comes_back_short() -> None:
    it = begun()
    error = refused(it, {"do": "answer", "game": "g1", "request": 1, "keys": ["x" * 100_000]})
    assert error["code"] == "CW823" and len(json.dumps(error)) < 10_000


def test_every_refusal_has_a_way_out() -> None:
    assert set(WAYS_OUT) == set(MESSAGES)
    assert all(way.endswith(".") and way[0].isupper() for way in WAYS_OUT.values())
