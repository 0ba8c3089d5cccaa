"""The usual payment, in one go: a price in points of one kind that nothing changes, with points that may pay for
anything.

It does what the kernel's procedure of a payment does where nobody has to be asked; wherever that is not plain it does
nothing, and the procedure runs. Must not know any particular kind of points.
"""

from __future__ import annotations

from cardwright.runtime.state.rows import C_PERMISSIONS
from cardwright.runtime.state.state import ODD_RUN, S_POINTS, State

from .prices import Prices


class Paying:
    """Pays usual prices of one image."""

    def __init__(self, prices: Prices) -> None:
        image = prices.t.image
        self.prices = prices
        self.usual = [  # by act: the plan of the amount and the kind of points
            (image.prices[act.price].amount, image.prices[act.price].points[0])
            if act.price >= 0 and len(image.prices[act.price].points) == 1
            else None
            for act in image.acts
        ]

    def paid(self, s: State, player: int, act: int, card: int) -> int | None:
        """1: the price was paid; 0: the points are not there; None: this is no usual payment, nothing was done."""
        usual = self.usual[act]
        if usual is None or s.odd & ODD_RUN or s.permissions:
            return None
        prices = self.prices
        if s.cast[C_PERMISSIONS] and prices.permissions.found(s, player, act, card):
            return None
        plan, kind = usual
        left = prices.t.plan[plan](s, (-1, player, (), card), ())
        if left <= 0:
            return None
        rows = s.points
        held = []
        there = 0
        for at, row in enumerate(rows):
            if row[1] == kind and row[0] == player:
                if row[4] >= 0:
                    return None
                there += row[2]
                held.append(at)
        if there < left:
            return 0
        if len(held) > 1:
            if there > left and prices.names_matter(s):
                return None
            held.sort(key=lambda at: (rows[at][3] >= 0, at))  # nameless ones first
        s.stamps[S_POINTS] += 1
        for at in held:
            row = rows[at]
            more = row[2] - left
            rows[at] = (*row[:2], max(0, more), *row[3:])
            if more >= 0:
                break
            left = -more
        if len(held) > 1:
            rows[:] = [row for row in rows if row[2]]
        elif not more:
            del rows[at]
        return 1
