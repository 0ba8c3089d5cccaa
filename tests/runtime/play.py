"""Helpers of the tests: playing a state by a seeded player, and checking it at every question."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

from cardwright.runtime.machine import Machine, Status, digest
from cardwright.runtime.state.state import State


def pick(s: State, r: random.Random, machine: Machine) -> tuple[Any, ...]:
    """A legal answer."""
    options, low, high = machine.legal(s)
    count = len(options) if s.ask is not None and s.ask[1] == 2 else r.randint(low, high)
    return tuple(r.sample(list(options), count))


def play(
    machine: Machine, s: State, seed: int = 1, limit: int = 5000, at: Callable[[State], None] | None = None
) -> int:
    """Play to the end by a seeded player; how many questions there were."""
    r = random.Random(seed)
    asked = 0
    while machine.run(s) == Status.ASK:
        if at is not None:
            at(s)
        machine.answer(s, pick(s, r, machine))
        asked += 1
        assert asked < limit
    return asked


def same_future(machine: Machine, s: State, seed: int) -> int:
    """At every question: clone, save and load go on to the same digest. How many questions were checked."""
    r = random.Random(seed)
    asked = 0
    ends: list[str] = []
    twins: list[State] = []
    while machine.run(s) == Status.ASK:
        saved = json.loads(json.dumps(machine.save(s)))
        loaded, cloned = machine.load(saved), s.clone()
        assert digest(loaded) == digest(cloned) == digest(s)
        answer = pick(s, r, machine)
        for twin in (loaded, cloned, *twins[-2:]):
            assert digest(twin) == digest(s) or twin in twins
        for twin in (loaded, cloned):
            machine.answer(twin, answer)
            machine.run(twin)
        machine.answer(s, answer)
        machine.run(s)
        assert digest(loaded) == digest(cloned) == digest(s), s.ask
        asked += 1
        ends.append(digest(s))
    return asked


def plain(value: object, depth: int = 0) -> bool:
    """Whether a value may lie in a state: int, None, nested tuples of these."""
    if value is None or type(value) is int:
        return True
    return type(value) is tuple and depth < 12 and all(plain(v, depth + 1) for v in value)


def flat(s: State) -> None:
    """Every attribute of a state is of the few kinds that may be there."""
    for name in State.__slots__:
        value = getattr(s, name)
        if name == "zones":
            assert type(value) is list and all(type(z) is list and all(type(c) is int for c in z) for z in value)
        elif type(value) is list:
            assert all(plain(v) for v in value), name
        else:
            assert type(value) in (int, bytearray) or plain(value), name


def conserved(s: State) -> None:
    """Every card lies in exactly one place, the one its column says."""
    seen = sorted(card for zone in s.zones for card in zone)
    assert seen == list(range(len(s.slot)))
    assert all(s.slot[card] == slot for slot, zone in enumerate(s.zones) for card in zone)
