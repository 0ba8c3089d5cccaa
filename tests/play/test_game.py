"""The public face of a game, on the tiny game: answers, refusals, views, events, copies, undo, saves, replays."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import MESSAGES, Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.replay import Record, replay
from cardwright.workbench.randomgames.games import Plan, play
from cardwright.workbench.randomgames.secrecy import differs

from . import tiny


@pytest.fixture(scope="module")
def image() -> Image:
    return tiny.image()


def new(image: Image, players: int = 2, seed: int = 1, undo: str = "off") -> Game:
    return Game.new(image, {"players": players}, seed, undo=undo)


def run_out(game: Game, seed: int = 3, most: int = 10_000) -> Game:
    bot = RandomBot(seed)
    for _ in range(most):
        request = game.request
        if request is None:
            break
        game.answer_at(request.id, bot.choose(request))
    return game


def second_turn(game: Game) -> Game:
    """P2's first turn; P1 has laid nothing, shown nothing and looked at nothing."""
    game.answer(1, [])
    game.answer(2, [])
    game.answer(3, ["no"])
    return game


def refused(code: str, what: Callable[[], object]) -> str:
    with pytest.raises(Refused) as caught:
        what()
    assert caught.value.code == code, caught.value
    return caught.value.message


def test_a_question_has_all_that_is_needed(image: Image) -> None:
    request = new(image).request
    assert request is not None
    assert (request.kind, request.seat, request.min, request.max) == ("act", 0, 0, 1)
    assert request.keys == ("lay down card:A#0", "lay down card:A#1")
    assert request.why.sentence == "Lay tiles down." and request.why.file == "tiny.yaml"
    assert request.visible == (0, 1)


@pytest.mark.parametrize(
    ("keys", "code"),
    [
        (["lay down card:D#19"], "CW823"),
        (["lay down card:A#0", "lay down card:A#1"], "CW824"),
        (["lay down card:A#0", "lay down card:A#0"], "CW825"),
        ("lay down card:A#0", "CW823"),
        ([3], "CW823"),
    ],
)
def test_an_illegal_answer_changes_nothing_and_says_what_is_legal(image: Image, keys: object, code: str) -> None:
    game = new(image, undo="free")
    before, log = game.digest, game.events()
    assert game.request is not None
    number = game.request.id
    message = refused(code, lambda: game.answer(number, keys))  # type: ignore[arg-type]
    assert "card:A#0" in message
    assert game.digest == before and game.events() == log and game.request.id == number


def test_wrong_question_wrong_seat_and_nothing_asked(image: Image) -> None:
    game = new(image)
    assert game.request is not None
    refused("CW822", lambda: game.answer(99, []))
    assert "card" not in refused("CW826", lambda: game.answer(1, ["lay down card:A#0"], seat=1))
    assert "card" not in refused("CW826", lambda: game.answer(1, ["nonsense"], seat=1))
    refused("CW852", lambda: game.answer(1, [], seat=7))
    refused("CW852", lambda: game.view(2))
    refused("CW852", lambda: game.events(0, -1))
    run_out(game)
    assert game.over == "won" and game.request is None
    refused("CW821", lambda: game.answer(1, []))
    assert "over: won" in game.explain()


def test_views_are_whitelists(image: Image) -> None:
    game = second_turn(new(image))
    mine, theirs = game.view(1), game.view(0)
    assert theirs["request"] == {"waiting": True, "for": "P2", "kind": "act", "why": "Lay tiles down."}
    places = {place["place"]: place for place in theirs["places"]}  # type: ignore[union-attr, index, call-overload]
    assert places["P2 rack"]["cards"] == [None, None] and places["P2 rack"]["count"] == 2
    assert places["stock"]["cards"] == [None] * 16
    known = {place["place"]: place for place in mine["places"]}  # type: ignore[union-attr, index, call-overload]
    assert all(card["name"] for card in known["P2 rack"]["cards"])
    assert "seed" not in json.dumps(mine) and "out" not in known and "attached" not in known


def test_events_by_seat(image: Image) -> None:
    game = second_turn(new(image))
    taken = [one["text"] for one in game.events(0, 0) if "took" in str(one["text"])]
    assert taken[0] == "P1 took 2 × A" and taken[1] == "P2 took 2 cards"
    assert "card:" not in json.dumps(game.events(0, 0)) and len(game.events(0)) >= len(game.events(0, 0))
    last = game.events(0, 0)[-1]["number"]
    assert game.events(int(str(last)), 0) == []


@pytest.mark.parametrize("players", [1, 2, 3])
def test_copies_go_on_to_the_same_position(image: Image, players: int) -> None:
    game = new(image, players)
    bot = RandomBot(5)
    while (request := game.request) is not None:
        answer = bot.choose(request)
        copies = [game.clone(), Game.load(game.save()), Game.load(game.save(image=False), image)]
        assert {one.digest for one in copies} == {game.digest}
        assert [one.request.keys for one in copies if one.request] == [request.keys] * 3
        game.answer_at(request.id, answer)
        for one in copies:
            assert one.request is not None
            one.answer_at(one.request.id, answer)
            assert one.digest == game.digest
    assert game.save() == Game.load(game.save()).save()


def test_clones_do_not_disturb_each_other(image: Image) -> None:
    game = new(image)
    before = game.digest
    run_out(game.clone())
    assert game.digest == before and game.request is not None


def test_undo_is_a_setting(image: Image) -> None:
    off = run_out(new(image), most=1)
    refused("CW841", off.undo)
    free = new(image, undo="free")
    refused("CW842", free.undo)
    digests, logs = [], []
    bot = RandomBot(5)
    while (request := free.request) is not None:
        digests.append(free.digest)
        logs.append(free.events())
        free.answer_at(request.id, bot.choose(request))
    while digests:
        free.undo()
        assert free.digest == digests.pop() and free.events() == logs.pop()
        assert free.request is not None
    assert free.answers == []


def test_undo_until_new_information(image: Image) -> None:
    game = new(image, players=1, undo="until new information")
    assert game.request is not None
    game.answer(1, [game.request.keys[0]])  # a tile the player knew is laid down: nobody learns anything
    game.undo()
    assert game.request.id == 1
    game.answer(1, [])
    assert game.request.kind == "pick"
    game.answer(2, [])
    game.undo()
    game.answer(2, [])
    game.answer(3, ["yes"])  # a look at the stock cannot be taken back
    refused("CW843", game.undo)


def test_a_record_plays_again_and_names_its_first_divergence(image: Image) -> None:
    game = run_out(new(image))
    record = Record.read(json.loads(json.dumps(Record.of(game).plain())))
    assert replay(image, record).digest == game.digest
    broken = Record(record.setup, record.seed, [*record.answers[:4], (1, ("no such key",)), *record.answers[5:]])
    assert "at answer 5" in refused("CW816", lambda: replay(image, broken))
    longer = Record(record.setup, record.seed, [*record.answers, (0, ())])
    assert "already over" in refused("CW816", lambda: replay(image, longer))
    other = Record(record.setup, record.seed, record.answers[:3], record.digest)
    assert "another one" in refused("CW816", lambda: replay(image, other))


def damaged(image: Image) -> list[tuple[str, bytes]]:
    save = new(image).save(image=False)
    plain = json.loads(save)
    state = plain["state"]

    def without(**changes: object) -> bytes:
        return json.dumps({**plain, **changes}).encode()

    return [
        ("CW811", b"no json"),
        ("CW811", b"[" * 5000),
        ("CW811", b"{}"),
        ("CW812", without(version=99)),
        ("CW813", without(hash="0" * 64)),
        ("CW814", without(setup=3)),
        ("CW814", without(undo="sometimes")),
        ("CW814", without(seed="x")),
        ("CW814", without(log=[[1]])),
        ("CW814", without(answers=[3])),
        ("CW814", without(state={**state, "zones": []})),
        ("CW814", without(state={**state, "slot": [10**9] * len(state["slot"])})),
        ("CW814", without(state={**state, "stack": [1, 2, 3]})),
        ("CW814", without(state={**state, "active": 7})),
        ("CW811", without(state=None)),
    ]


@pytest.mark.parametrize("at", range(15))
def test_damaged_saves_are_refused(image: Image, at: int) -> None:
    code, data = damaged(image)[at]
    refused(code, lambda: Game.load(data, image))


def test_a_save_that_names_its_image_needs_it(image: Image) -> None:
    refused("CW814", lambda: Game.load(new(image).save(image=False)))


@pytest.mark.parametrize("seed", range(6))
def test_secrecy_and_conservation(image: Image, seed: int) -> None:
    played = play(image, Plan(seed, {"players": 1 + seed % 3}, agree_every=1, secrecy_every=1))
    assert played.faults == []
    assert played.over == "won" and played.secrets == played.requests > 10 and played.conserved == played.events > 10


def test_the_secrecy_test_finds_a_leak(image: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    game = second_turn(new(image))
    assert differs(game, 0, 0, 1) == ""

    def leaking(game: Game) -> dict[str, object]:
        cards = game.machine.cards_in(game.state, game.machine.slot(tiny.STOCK, -1))
        return {"leak": [game.machine.definition(game.state, card) for card in cards]}

    monkeypatch.setattr(Game, "view", lambda self, seat: leaking(self))
    assert differs(game, 0, 0, 4) != ""


def test_messages_have_codes_of_the_machine() -> None:
    assert all(code.startswith("CW8") and len(code) == 5 for code in MESSAGES)
