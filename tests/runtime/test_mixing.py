"""Decks of cards that nobody can tell apart lie as they lie: shuffling them is nothing but drawing the numbers."""

from __future__ import annotations

import pytest

from cardwright.runtime.machine import Machine, link
from cardwright.runtime.state.state import State

from .tiny import COIN, GEM, PILE, tiny

SEEDS = range(20)


def pile_of(*definitions: int, seed: int) -> tuple[Machine, State, int]:
    machine = link(tiny())
    slot = machine.tables.layout.slot(PILE, 0)
    return machine, machine.new_state(2, [(one, slot) for one in definitions], seed), slot


def orders(*definitions: int, turn: int = 0, attached: bool = False) -> set[tuple[int, ...]]:
    """The orders that a pile comes into, over the seeds."""
    found = set()
    for seed in SEEDS:
        machine, s, slot = pile_of(*definitions, seed=seed)
        s.turn = turn
        if attached:
            s.zones[0].append(s.zones[slot].pop())
        machine.program.events.mix(s, slot)
        found.add(tuple(s.zones[slot]))
    return found


def test_alike_cards_keep_their_order_while_a_game_is_dealt() -> None:
    assert orders(*[COIN] * 8) == {tuple(range(8))}


@pytest.mark.parametrize("at", range(8))
def test_one_other_card_is_enough_wherever_it_lies(at: int) -> None:
    assert len(orders(*[GEM if place == at else COIN for place in range(8)])) == len(SEEDS)


def test_alike_cards_are_shuffled_once_something_may_tell_them_apart() -> None:
    assert len(orders(*[COIN] * 8, turn=1)) == len(SEEDS)
    assert len(orders(*[COIN] * 8, attached=True)) == len(SEEDS)


def test_numbers_are_drawn_all_the_same() -> None:
    machine, s, slot = pile_of(*[COIN] * 8, seed=3)
    before = s.streams[0]
    machine.program.events.mix(s, slot)
    assert s.streams[0] != before
