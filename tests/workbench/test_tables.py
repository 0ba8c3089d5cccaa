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


def test_every_table_deals_or_says_what_is_missing(machine: Joint) -> None:
    dealt: list[str] = []
    missing: list[str] = []
    for table in machine.image.setups:
        for players in table.rows:
            setup = Setup(players, machine.names.plain(table.name))
            try:
                cards = deal(machine, machine.names, setup, 1)
            except Refused as refused:
                assert refused.code == "CW833" and "needs" in refused.message, refused
                missing.append(f"{setup.table} {players}")
                continue
            assert sums(machine, machine.names, setup, cards) == []
            dealt.append(f"{setup.table} {players}")
    assert [one for one in dealt if one.startswith("short game")] == [
        f"short game {players}" for players in range(1, 6)
    ]
    assert {"classic 2", "classic 5", "updated 3"} <= set(missing)


def test_a_refusal_names_the_slot_and_both_numbers(machine: Joint) -> None:
    with pytest.raises(Refused) as refused:
        deal(machine, machine.names, Setup(3, "classic"), 1)
    assert refused.value.message == "“classic” cannot be dealt for 3 players: Villain Groups needs 3, there are 1"
