# ruff: noqa: E501  # assembly reads best as it runs
"""The straight path: assemble, verify, link, run, ask, answer, digest; and the same future from every question."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardwright.runtime.bytecode.format import dump_image, load_image
from cardwright.runtime.machine import IllegalAnswer, Status, digest, link
from cardwright.runtime.messages import Refused

from .play import conserved, flat, play, same_future
from .tiny import deal, tiny

ROOT = Path(__file__).parents[2]


def test_a_game_is_played_to_its_end() -> None:
    machine = link(tiny())
    s = deal(machine, 2)
    asked = play(machine, s, at=lambda state: (flat(state), conserved(state))[0])
    assert (s.result, asked > 5) == (1, True)


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_every_question_has_the_same_future(players: int) -> None:
    machine = link(tiny())
    assert same_future(machine, deal(machine, players, seed=players), 3) > 5


def test_the_same_game_in_other_processes() -> None:
    code = (
        "from tests.runtime.tiny import *; from tests.runtime.play import play; from cardwright.runtime.machine import *\n"
        "m = link(tiny()); s = deal(m, 3); play(m, s); print(digest(s))"
    )
    seen = set()
    for hashseed in ("0", "1"):
        out = subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": hashseed, "PYTHONPATH": str(ROOT)}, capture_output=True,
            text=True, check=True,
        )  # fmt: skip
        seen.add(out.stdout)
    assert len(seen) == 1


def test_an_illegal_answer_changes_nothing() -> None:
    machine = link(tiny())
    s = deal(machine, 2)
    assert machine.run(s) == Status.ASK
    before = digest(s)
    options, _, high = machine.legal(s)
    for wrong in [((0, 0, 0, 99),), (options[0],) * (high + 1), ("card",), (None,)]:
        with pytest.raises(IllegalAnswer):
            machine.answer(s, wrong)
        assert digest(s) == before


def test_an_image_survives_its_text() -> None:
    image = tiny()
    again = load_image(dump_image(image))
    assert dump_image(again) == dump_image(image)
    one, two = link(image), link(again)
    s, r = deal(one, 2), deal(two, 2)
    play(one, s)
    play(two, r)
    assert digest(s) == digest(r)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda d: d.pop("form"), "CW801"),
        (lambda d: d.update(version=7), "CW802"),
        (lambda d: d["image"]["names"].append("x"), "CW803"),
        (lambda d: d["image"].update(strange=1), "CW801"),
        (lambda d: d["image"].update(points="many"), "CW801"),
        (lambda d: d["image"].update(points=True), "CW801"),
        (lambda d: d["image"]["zones"][0].pop("name"), "CW801"),
        (lambda d: d["image"]["plans"].append(["num", 1 << 60]), "CW805"),
        (lambda d: d["image"].update(names=["x" * 30_000]), "CW805"),
        (lambda d: d["image"]["cards"][0]["numbers"].update({"a": 1}), "CW801"),
    ],
)
def test_damaged_images_are_refused(change: object, code: str) -> None:
    data = json.loads(dump_image(tiny()))
    change(data)  # type: ignore[operator]
    with pytest.raises(Refused) as refused:
        load_image(json.dumps(data))
    assert refused.value.code == code


def test_no_json_is_refused() -> None:
    for text in ("", "{", "[]", "[" * 100_000, "7", b"\xff\xfe"):
        with pytest.raises(Refused):
            load_image(text)


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d.update(players=99),
        lambda d: d.update(base=3),
        lambda d: d["zones"][0].append(0),
        lambda d: d["slot"].append(0),
        lambda d: d["stack"].append("text"),
        lambda d: d["stack"].pop(0),
        lambda d: d["stack"].__setitem__(0, 99),
        lambda d: d["stack"].__setitem__(1, 3),
        lambda d: d.update(defn=[999] * len(d["defn"])),
        lambda d: d.update(host=[-99] * len(d["host"])),
        lambda d: d.update(streams="no"),
        lambda d: d.pop("pool"),
        lambda d: d.update(ask=True),
        lambda d: d.update(ask=[0, 1]),
        lambda d: d["ask"].__setitem__(0, 9),
        lambda d: d["ask"].__setitem__(5, 99),
        lambda d: d["ask"].__setitem__(3, 0),
        lambda d: d["watchers"].append([1]),
        lambda d: d["history"].append(3),
        lambda d: d.update(version=3),
    ],
)
def test_damaged_saves_are_refused(change: object) -> None:
    machine = link(tiny())
    s = deal(machine, 2)
    machine.run(s)
    data = json.loads(json.dumps(machine.save(s)))
    change(data)  # type: ignore[operator]
    with pytest.raises(Refused):
        machine.load(data)
