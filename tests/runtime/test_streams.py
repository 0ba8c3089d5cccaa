"""Shuffling: as one would do it by hand, and every order comes."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b

from cardwright.runtime.state.streams import below, seeded, shuffle

STEP, WHOLE = 0x9E3779B97F4A7C15, 1 << 64


def by_hand(streams: list[int], index: int, cards: list[int]) -> None:
    """Each place from the last on gets one of the cards that are left, by the next byte that is below a multiple of
    their number; where they are too many for a byte, by a number of the stream."""
    left, drawn = len(cards), b""
    while left > 1:
        if left > 256:
            chosen = below(streams, index, left)
        else:
            if not drawn:
                streams[index] = (streams[index] + STEP) % WHOLE
                drawn = blake2b(streams[index].to_bytes(8, "little")).digest()
            byte, drawn = drawn[0], drawn[1:]
            if byte >= 256 // left * left:
                continue
            chosen = byte % left
        left -= 1
        cards[left], cards[chosen] = cards[chosen], cards[left]


def test_a_shuffle_gives_each_place_one_of_those_that_are_left() -> None:
    for many in (0, 1, 2, 7, 8, 9, 17, 60, 250, 256, 257, 300):
        for seed in (0, 1, -5, 1 << 70):
            one, other = seeded(seed, 3), seeded(seed, 3)
            cards, expected = list(range(many)), list(range(many))
            shuffle(one, 1, cards)
            by_hand(other, 1, expected)
            assert cards == expected, (many, seed)
            assert sorted(cards) == list(range(many))
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
