"""The set-up tables of the base set:

what can be dealt has the sums the tables give, and the rest names what is missing.
"""

from __future__ import annotations

import pytest

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.joint import Joint, linked
from cardwright.runtime.play.setup import Setup, deal, sums


@pytest.fixture(scope="module")
def machine() -> Joint:
    result = compile_sets([bundled() / "core"])
    assert result.image is not None
    return linked(result.image)


def test_every_table_deals_what_it_says(machine: Joint) -> None:
    """A Scheme without groups of its own, so that the sums of the table are those of the deck."""
    dealt = 0
    for table in machine.image.setups:
        for players in table.rows:
            setup = Setup(players, machine.names.plain(table.name), {"Schemes": ["The Legacy Virus"]})
            cards = deal(machine, machine.names, setup, 1)
            assert sums(machine, machine.names, setup, cards) == []
            dealt += 1
    assert dealt >= 17


def test_a_refusal_names_the_slot_and_both_numbers(machine: Joint) -> None:
    table = next(one for one in machine.image.setups if machine.names.plain(one.name) == "classic")
    groups = next(slot.name for slot in table.slots if machine.names.plain(slot.name) == "Villain Groups")
    row = table.rows[3]
    table.rows[3] = {**row, groups: 99}
    try:
        with pytest.raises(Refused) as refused:
            deal(machine, machine.names, Setup(3, "classic"), 1)
    finally:
        table.rows[3] = row
    assert "“classic” cannot be dealt for 3 players: Villain Groups needs 99, there are " in refused.value.message
