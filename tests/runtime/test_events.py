# ruff: noqa: E501  # assembly reads best as it runs
"""Events: replacements of whole events and of units, triggers and their order, pushes, refills, renewals, standing
ends.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.bytecode.image import AbilityDef, Image
from cardwright.runtime.machine import BackEnd, Machine, Status, digest, link
from cardwright.runtime.state.state import State

from .play import play
from .tiny import (
    ATTACHED,
    COIN,
    COIN_POINT,
    DRAW,
    FIST,
    GEM,
    HEAP,
    LEAVING,
    MARKET,
    NOTE,
    PILE,
    RENEWED,
    RUBY,
    STOCK,
    TABLE,
    deal,
    listening,
    number,
    plan,
    tiny,
)  # fmt: skip

TALLY = ("counter", 0)


def start(
    image: Image, proc: str, cards: list[tuple[int, int, int]], players: int = 2, args: tuple[Any, ...] = ()
) -> tuple[Machine, State]:
    """A state with cards (definition, zone, seat) and a procedure about to run."""
    machine = link(image)
    lay = machine.tables.layout
    s = machine.new_state(players, [(d, lay.slot(z, seat)) for d, z, seat in cards], 1)
    machine.start(s, number(image, proc), args)
    return machine, s


def answers(machine: Machine, s: State, *chosen: Any) -> list[tuple[int, int, tuple[Any, ...]]]:
    """Run, answering each question; who was asked what."""
    asked = []
    for answer in chosen:
        assert machine.run(s) == Status.ASK
        assert s.ask is not None
        asked.append((s.ask[0], s.ask[1], s.ask[3]))
        machine.answer(s, answer)
    assert machine.run(s) == Status.OVER, s.ask
    return asked


def zone(machine: Machine, s: State, z: int, seat: int = -1) -> list[int]:
    return s.zones[machine.tables.layout.slot(z, seat)]


DRAW_TWO = "proc go\n EVAL (rows-pile you (slot 5 you) (num 2) (slot 6 you) 2) ; EVENT draw 0 ; POP ; PUSH 1 ; RET\n"


def test_a_pile_is_renewed_when_a_card_is_needed() -> None:
    machine, s = start(tiny(DRAW_TWO), "go", [(COIN, PILE, 0), (COIN, HEAP, 0), (GEM, HEAP, 0)])
    assert machine.run(s) == Status.OVER
    assert (len(zone(machine, s, FIST, 0)), len(zone(machine, s, PILE, 0)), zone(machine, s, HEAP, 0)) == (2, 1, [])


def test_both_empty_draws_what_there_is() -> None:
    machine, s = start(tiny(DRAW_TWO), "go", [(COIN, PILE, 0)])
    machine.run(s)
    assert zone(machine, s, FIST, 0) == [0]


def test_renewing_is_an_event() -> None:
    image = tiny(DRAW_TWO + "proc heard\n EVAL (rows-set 0 (num 1)) ; EVENT count 0 ; POP ; PUSH 1 ; RET\n")
    image.abilities = [AbilityDef(-1, "on", number(image, "heard"), RENEWED)]
    machine, s = start(image, "go", [(COIN, HEAP, 0), (COIN, HEAP, 0)])
    machine.run(s)
    assert s.counters == [1]


def would(image: Image, proc: str, event: int, level: str, pattern: tuple[Any, ...], **more: Any) -> AbilityDef:
    return AbilityDef(-1, "would", number(image, proc), event, level, plan(image, pattern), **more)


THREE = """
proc go
    EVAL (rows-each (players) (rows-pile (cand 0) (slot 3 (num -1)) (num 1) (slot 7 (cand 0)) 2)) ; EVENT draw 0 ; POP
    PUSH 1 ; RET
proc fewer
local who
    LOAD you ; EVAL (row-players (event-rows event)) ; PUSH 1 ; PUSH 1 ; ASK pick player _ ; STORE who
    EVAL (rows-less (event-rows event) (one who) (num 1)) ; SETROWS
    PUSH 1 ; RET
proc elsewhere
    EVAL (rows-move you (row-cards (event-rows event)) (slot 1 (num -1)) 2) ; SETROWS ; PUSH 1 ; RET
"""


def test_a_whole_event_is_replaced_once_per_card() -> None:
    """Two shields in two fists: each may take one row away; the others' rows stay."""
    image = tiny(THREE)
    shield = AbilityDef(
        GEM,
        "would",
        number(image, "fewer"),
        DRAW,
        "event",
        plan(image, ("yes",)),
        zones=(FIST,),
        optional=True,
        uses="each turn",
    )
    image.abilities = [shield]
    image.cards[GEM].abilities = (0,)
    cards = [(GEM, FIST, 1), (GEM, FIST, 2), *[(COIN, STOCK, -1)] * 5]
    machine, s = start(image, "go", cards, 3)
    asked = answers(machine, s, (1,), (2,), (1,), (1,))
    assert [(a, k) for a, k, _ in asked] == [(1, 3), (1, 1), (2, 3), (2, 1)]
    assert asked[3][2] == (0, 1)
    assert [len(zone(machine, s, HEAP, p)) for p in range(3)] == [1, 0, 0]


def test_a_declined_replacement_is_not_asked_again() -> None:
    image = tiny(THREE)
    image.abilities = [AbilityDef(GEM, "would", number(image, "fewer"), DRAW, "event", zones=(FIST,), optional=True)]
    image.cards[GEM].abilities = (0,)
    machine, s = start(image, "go", [(GEM, FIST, 1), *[(COIN, STOCK, -1)] * 5], 2)
    answers(machine, s, (0,))
    assert [len(zone(machine, s, HEAP, p)) for p in range(2)] == [1, 1]


def test_units_are_replaced_one_by_one() -> None:
    image = tiny(THREE)
    image.abilities = [
        would(image, "elsewhere", DRAW, "unit", ("is-kind", ("row-card", ("one", ("event-rows", ("event",)))), 2))
    ]
    machine, s = start(image, "go", [(GEM, STOCK, -1), (COIN, STOCK, -1)], 2)
    answers(machine, s)
    assert [zone(machine, s, HEAP, p) for p in range(2)] == [[], [1]]
    assert zone(machine, s, 1) == [0]


TRIGGERS = """
proc go
    EVAL (rows-fact you (empty) (num 1)) ; EVENT note 0 ; POP
    EVAL (counter 0) ; RET
proc one
    EVAL (rows-set 0 (add (mul (counter 0) (num 10)) (sub (num 1) (counter 0)))) ; EVENT count 1 ; POP ; PUSH 1 ; RET
proc two
    EVAL (rows-set 0 (add (mul (counter 0) (num 10)) (sub (num 2) (counter 0)))) ; EVENT count 1 ; POP ; PUSH 1 ; RET
"""


def test_rules_first_then_the_owner_picks() -> None:
    """`one` and `two` write their digit behind the tally."""
    image = tiny(TRIGGERS)
    first = AbilityDef(COIN, "on", number(image, "one"), NOTE)
    second = AbilityDef(COIN, "on", number(image, "two"), NOTE)
    rule = AbilityDef(-1, "on", number(image, "two"), NOTE)
    image.abilities = [first, second, rule]
    image.cards[COIN].abilities = (0, 1)
    machine, s = start(image, "go", [(COIN, TABLE, 1)], 2)
    assert machine.run(s) == Status.ASK
    assert s.ask is not None and s.ask[0] == 1 and [o[0] for o in s.ask[3]] == [0, 1]  # type: ignore[union-attr, index]
    machine.answer(s, (s.ask[3][1],))  # type: ignore[index]
    assert machine.run(s) == Status.OVER
    assert s.counters == [221]


def test_identical_ones_are_not_asked() -> None:
    image = tiny(TRIGGERS)
    image.abilities = [AbilityDef(COIN, "on", number(image, "one"), NOTE)]
    image.cards[COIN].abilities = (0,)
    machine, s = start(image, "go", [(COIN, TABLE, 0), (COIN, TABLE, 0), (COIN, TABLE, 1)], 2)
    answers(machine, s)
    assert s.counters == [111]


def test_once_a_turn_and_times() -> None:
    image = tiny(
        TRIGGERS.replace(
            "EVENT note 0 ; POP", "EVENT note 0 ; POP ; EVAL (rows-fact you (empty) (num 1)) ; EVENT note 0 ; POP", 1
        )
    )
    image.abilities = [
        AbilityDef(COIN, "on", number(image, "one"), NOTE, uses="turn"),
        AbilityDef(GEM, "on", number(image, "two"), NOTE, times=plan(image, ("num", 2)), zones=(TABLE,)),
    ]
    image.cards[COIN].abilities = (0,)
    machine, s = start(image, "go", [(COIN, TABLE, 0)], 1)
    answers(machine, s)
    assert s.counters == [1]
    image.cards[COIN].abilities = ()
    image.cards[GEM].abilities = (1,)
    machine, s = start(image, "go", [(GEM, TABLE, 0)], 1)
    answers(machine, s)
    assert s.counters == [2222]


PUSH = """
proc go card
    EVAL (rows-move you (group card) (space 2 0) 2) ; EVENT lay 0 ; POP ; PUSH 1 ; RET
proc gone card
    EVAL (rows-set 0 (add card (num 1))) ; EVENT count 0 ; POP
    EVAL (rows-move you (group card) (slot 1 (num -1)) 2) ; EVENT drop 0 ; POP ; PUSH 1 ; RET
"""


def test_a_full_row_pushes_the_last_one_out() -> None:
    image = tiny(PUSH)
    image.zones[MARKET].out = number(image, "gone")
    image.zones[MARKET].refill = -1
    machine = link(image)
    s = machine.new_state(1, [(COIN, 2), (COIN, 3), (COIN, 4), (GEM, machine.tables.layout.slot(HEAP, 0))], 1)
    machine.start(s, number(image, "go"), (3,))
    machine.run(s)
    assert [s.zones[x] for x in (2, 3, 4)] == [[3], [0], [1]]
    assert (s.zones[1], s.counters, zone(machine, s, LEAVING)) == ([2], [3], [])


def test_pushing_stops_at_a_gap() -> None:
    image = tiny(PUSH)
    image.zones[MARKET].refill = -1
    machine = link(image)
    s = machine.new_state(1, [(COIN, 2), (COIN, 4), (GEM, machine.tables.layout.slot(HEAP, 0))], 1)
    stamps = s.stamp[:]
    machine.start(s, number(image, "go"), (2,))
    machine.run(s)
    assert [s.zones[x] for x in (2, 3, 4)] == [[2], [0], [1]]
    assert s.stamp[:2] == stamps[:2]


def test_spaces_are_refilled_after_the_instruction() -> None:
    image = tiny("proc go\n EVAL (rows-move you (in (slots 2)) (slot 7 you) 2) ; EVENT buy 0 ; POP ; PUSH 1 ; RET\n")
    machine, s = start(image, "go", [(RUBY, STOCK, -1), (COIN, STOCK, -1)], 1)
    for space in (2, 3):
        s.zones[space].append(len(s.slot))
        s.printed += (GEM,)
        for column, value in ((s.slot, space), (s.defn, GEM), (s.stamp, 0), (s.known, 1), (s.host, -1)):
            column.append(value)
        s.side.append(0)
        s.flags.append(0)
    machine.run(s)
    assert [s.zones[x] for x in (2, 3, 4)] == [[0], [1], []]


def test_a_standing_condition_ends_the_game_at_once() -> None:
    image = tiny(
        "proc go\n EVAL (rows-set 0 (num 3)) ; EVENT count 1 ; POP ; EVAL (rows-set 0 (num 1)) ; EVENT count 0 ; POP ; PUSH 1 ; RET\nproc lost\n OVER 2\n"
    )
    image.abilities = [AbilityDef(-1, "state", number(image, "lost"), condition=plan(image, ("le", ("num", 3), TALLY)))]
    machine, s = start(image, "go", [], 1)
    assert machine.run(s) == Status.OVER
    assert (s.result, s.counters) == (2, [3])


def test_attached_cards_follow_no_zone_but_their_host() -> None:
    image = tiny(
        "proc go\n EVAL (rows-attach you (group (num 1)) (num 0)) ; EVENT tie 0 ; POP ; EVAL (group (held (group (num 0))) (host (num 1)) (owner (num 1))) ; RET\n"
    )
    machine, s = start(image, "go", [(GEM, HEAP, 1), (COIN, STOCK, -1)], 2)
    machine.run(s)
    assert (s.host, s.slot[1], zone(machine, s, ATTACHED)) == ([-1, 0], 0, [1])
    assert machine.values.owner(s, 1) == 1


def test_points_come_and_go() -> None:
    image = tiny(
        "proc go\n EVAL (points-made you 0) ; POP ; EVAL (rows-points you 0 (num 3)) ; EVENT get 0 ; POP ; EVAL (rows-points you 0 (num -5)) ; EVENT get 0 ; RET\n"
    )
    machine, s = start(image, "go", [], 1)
    machine.run(s)
    assert (s.points, s.made) == ([], [(0, COIN_POINT, 3)])


def test_a_watcher_waits_for_its_event_and_ends_with_its_period() -> None:
    image = tiny(
        """
proc go
    OPEN 0
    EVAL (list (num 0) (num 0) (num 1) (num -1) you (list (num 7))) ; ADDROW watcher
    EVAL (rows-fact you (empty) (num 1)) ; EVENT note 0 ; POP
    EVAL (rows-fact you (empty) (num 1)) ; EVENT note 0 ; POP
    EVAL (list (num 0) (num 0) (num 0) (num -1) you (list (num 5))) ; ADDROW watcher
    CLOSE 0
    EVAL (rows-fact you (empty) (num 1)) ; EVENT note 0 ; POP
    PUSH 1 ; RET
proc heard n
    EVAL (rows-set 0 n) ; EVENT count 0 ; POP ; PUSH 1 ; RET
"""
    )
    image.abilities = [AbilityDef(-2, "on", number(image, "heard"), NOTE)]
    machine, s = start(image, "go", [], 1)
    machine.run(s)
    assert (s.counters, s.watchers) == ([7], [])


def test_caches_short_ways_and_the_second_back_end_change_nothing() -> None:
    """The same digests at every question, whichever of them are on."""
    machine = link(listening())
    games = []
    for switches in range(8):
        machine.caches, machine.short_ways = bool(switches & 1), bool(switches & 2)
        machine.back_end = BackEnd.GENERATED if switches & 4 else BackEnd.INTERPRETER
        seen: list[str] = []
        for seed in range(4):
            s = deal(machine, 1 + seed, seed)
            play(machine, s, seed, at=lambda state, seen=seen: seen.append(digest(state)))  # type: ignore[misc]
            seen.append(digest(s))
        games.append(seen)
    assert len(games[0]) > 100
    assert all(game == games[0] for game in games)
    assert machine.interpreter.functions.many
