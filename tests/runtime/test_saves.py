"""Damaged saves: refused, or run to a named fault; nothing else ever comes out."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from typing import Any

import pytest

from cardwright.runtime.machine import Machine, MachineFault, Status, digest, link
from cardwright.runtime.messages import Refused

from .play import pick
from .tiny import deal, listening


def damaged(data: Any, r: random.Random) -> Any:
    """A copy with one or two values changed, at any depth."""
    data = copy.deepcopy(data)
    for _ in range(r.choice((1, 1, 2))):
        node, place = data, None
        while isinstance(node, (dict, list)) and node:
            key: Any = r.choice(list(node)) if isinstance(node, dict) else r.randrange(len(node))
            place = (node, key)
            node = node[key]
        if place is None:
            continue
        parent, key = place
        if type(parent[key]) is int:
            parent[key] += r.choice((-1, 1, 5, -7, 1000))
        elif isinstance(parent, list) and r.random() < 0.5:
            parent.pop(key)
        else:
            parent[key] = r.choice((None, 0, -1, [], [1, 2, 3], "x", True, 1.5))
    return data


def tried(machine: Machine, data: Any, r: random.Random) -> str:
    """Load and play for a few questions: how it ended."""
    try:
        s = machine.load(json.loads(json.dumps(data)))
        for _ in range(6):
            if machine.run(s) != Status.ASK:
                break
            machine.answer(s, pick(s, r, machine))
        digest(s)
    except Refused:
        return "refused"
    except MachineFault as fault:
        return f"fault {fault.kind}"
    return "ran"


def test_damaged_saves_are_refused_or_end_in_a_named_fault() -> None:
    machine = link(listening())
    machine.interpreter.fuel = 20_000
    r = random.Random(1)
    saves = []
    s = deal(machine, 2, 3)
    while machine.run(s) == Status.ASK:
        saves.append(machine.save(s))
        machine.answer(s, pick(s, r, machine))
    counts = Counter(tried(machine, damaged(r.choice(saves), r), r) for _ in range(600))
    assert counts["refused"] > 200, counts
    assert counts["ran"] > 50, counts


def test_a_save_is_the_same_after_loading() -> None:
    machine = link(listening())
    s = deal(machine, 3, 5)
    asked = 0
    while machine.run(s) == Status.ASK:
        data = json.dumps(machine.save(s), sort_keys=True)
        assert json.dumps(machine.save(machine.load(json.loads(data))), sort_keys=True) == data
        machine.answer(s, pick(s, random.Random(asked), machine))
        asked += 1
    assert asked > 5


@pytest.mark.parametrize(
    ("cards", "definition"), [([0], 999), ([0], -1), ([0], [0]), ([999], 0), ([-1], 0), ([[0]], 0), (7, 0)]
)
def test_roles_of_what_is_not_there_are_refused(cards: object, definition: object) -> None:
    machine = link(listening())
    data = machine.save(deal(machine, 2, 3))
    sound = machine.load({**data, "roles": [[[0], 0, 1, [], [], 0]]})
    assert sound.roles == [((0,), 0, 1, (), (), 0)]
    with pytest.raises(Refused):
        machine.load({**data, "roles": [[cards, definition, 1, [], [], 0]]})
