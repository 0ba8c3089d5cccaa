"""Shuffling: the numbers drawn at once are those drawn one by one."""

from __future__ import annotations

from cardwright.runtime.state.streams import MANY, below, seeded, shuffle


def test_a_shuffle_is_one_draw_for_each_place() -> None:
    for many in (0, 1, 2, MANY, MANY + 1, MANY + 2, 17, 60, 250):
        for seed in (0, 1, -5, 1 << 70):
            one, other = seeded(seed, 3), seeded(seed, 3)
            cards, dealt = list(range(many)), list(range(many))
            shuffle(one, 1, cards)
            for at in range(many - 1, 0, -1):
                drawn = below(other, 1, at + 1)
                dealt[at], dealt[drawn] = dealt[drawn], dealt[at]
            assert (cards, one) == (dealt, other), (many, seed)
