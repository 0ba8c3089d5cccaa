"""Who hears of an event: what the second back end leaves out is not triggered by it."""

from __future__ import annotations

from random import Random

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.joint import linked
from cardwright.runtime.state.rows import C_EARS

LEAST_TRIGGERED, LEAST_SPARED, LEAST_UNHEARD = 100, 100, 300


def test_listeners_that_are_left_out_are_not_triggered() -> None:
    """Cards of running games move, by rows made up at random, for every type of event: alone and several at once."""
    image = compile_sets([bundled() / "core"]).image
    assert image is not None
    core = linked(image).core
    program, space = core.program, core.interpreter.functions.writer.space
    lots = Random(1)
    triggered = spared = unheard = 0
    for seed in range(1, 6):
        game, bot = Game.new(image, {"players": 2, "table": "short game"}, seed, log=False), RandomBot(seed)
        for _ in range(40):
            if (request := game.request) is None:
                break
            game.answer_at(request.id, bot.choose(request))
        state = game.state
        plain = [card for card in range(len(state.slot)) if not state.flags[card]]
        for kind, listeners in enumerate(state.cast[0]):
            for many in (1, 1, 1, 2, 3, 6) if listeners else ():
                cards = lots.sample(plain, many)
                froms, to = [lots.randrange(len(state.zones)) for _ in cards], lots.randrange(len(state.zones))
                rows = tuple(
                    (0, card, frm, to, 1, 0, kind, state.defn[card], state.stamp[card], -1, -1, -1, 0, None)
                    for card, frm in zip(cards, froms, strict=True)
                )
                ears = space["EARS"][state.cast[C_EARS][kind]]
                some_ear = any(ears[frm][state.defn[card]] for card, frm in zip(cards, froms, strict=True))
                every, some = state.clone(), state.clone()
                program.triggers.collect(every, kind, rows, 0, -1, -1, -1, listeners)
                if not some_ear:
                    unheard += 1
                elif many == 1:
                    space["GATHER"][state.cast[C_EARS][kind]](some, kind, rows, 0, -1, -1, -1)
                else:
                    heard = space["HEARDS"][listeners](state, 0, cards, froms, to)
                    spared += len(listeners) - len(heard)
                    program.triggers.collect(some, kind, rows, 0, -1, -1, -1, heard)
                assert some.pool == every.pool, (seed, kind, rows)
                triggered += len(every.pool)
    assert triggered >= LEAST_TRIGGERED, triggered
    assert spared >= LEAST_SPARED, spared
    assert unheard >= LEAST_UNHEARD, unheard


def test_a_name_that_functions_call_stands_for_one_thing() -> None:
    """All functions that are written share one table: a writer may not take a name that another has given."""
    image = compile_sets([bundled() / "core"]).image
    assert image is not None
    functions = linked(image).core.interpreter.functions
    writer, counts = functions.writer, {**functions.writer.space}
    writer.enter(functions, {"SPENT": writer.space["SPENT"], "len": len})  # the same again
    for name in ("SPENT", "len", "DUES"):
        with pytest.raises(NameError, match=name):
            writer.enter(writer, {name: object()})
    assert writer.space == counts
