"""Shuffling: the numbers drawn at once are those drawn one by one, and every order comes."""

from __future__ import annotations

from collections import Counter

from cardwright.runtime.state.streams import below, seeded, shuffle

WHOLE = 1 << 64  # below this bound a number of a stream is drawn as it is


def test_a_shuffle_sorts_by_numbers_drawn_one_for_each() -> None:
    for many in (0, 1, 2, 7, 8, 9, 17, 60, 250, 256, 257, 300):
        for seed in (0, 1, -5, 1 << 70):
            one, other = seeded(seed, 3), seeded(seed, 3)
            cards = list(range(many))
            shuffle(one, 1, cards)
            drawn = {card: below(other, 1, WHOLE) for card in range(many)} if many > 1 else {}
            assert cards == sorted(range(many), key=lambda card: drawn.get(card, 0)), (many, seed)
            assert one == other, (many, seed)


def test_every_order_is_as_likely_as_any_other() -> None:
    streams, rounds = seeded(7, 1), 24_000
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(rounds):
        cards = [0, 1, 2, 3]
        shuffle(streams, 0, cards)
        orders[tuple(cards)] += 1
    assert len(orders) == 24
    expected = rounds / 24
    chi = sum((many - expected) ** 2 / expected for many in orders.values())
    assert chi < 50, chi  # 23 degrees of freedom: beyond that in fewer than one case of a thousand
