"""Points as rows: coming to a player, being lost. Spending them on a price stands in prices.py.

Points carry the name of the physical card that made them, so that a price may ask for points of one name. Must not know
any particular kind of points.
"""

from __future__ import annotations

from cardwright.runtime.state.state import S_POINTS, State

from .tables import Tables


class Points:
    """Writes rows of points: (seat, kind, amount, name, filter, source, this, you)."""

    def __init__(self, tables: Tables) -> None:
        self.t = tables
        # the first kind of name that stands in for card names, or the one some price asks for
        self.name_attr = next((a for a, (_, own) in enumerate(tables.image.name_attrs) if a and own), -1)

    def get(self, s: State, who: int, point: int, n: int, card: int, only: int, name: int = -1) -> None:
        """Points come to a player, with the name of the physical card that made them if names can matter."""
        if self.name_attr >= 0 and card >= 0:
            name = self.t.names[self.name_attr][s.printed[card]]
        s.stamps[S_POINTS] += 1
        source = card if only >= 0 else -1
        for i, p in enumerate(s.points):
            if p[0] == who and p[1] == point and p[3] == name and p[4] == only and p[5] == source:
                s.points[i] = (who, point, p[2] + n, name, only, source, source, who)
                break
        else:
            s.points.append((who, point, n, name, only, source, source, who))
        if not self.t.counts_points:
            return
        for i, m in enumerate(s.made):
            if m[0] == who and m[1] == point:
                s.made[i] = (who, point, m[2] + n)
                break
        else:
            s.made.append((who, point, n))

    def lose(self, s: State, who: int, point: int, n: int) -> int:
        """Take points away, first those for anything, nameless ones first; how many there were to take."""
        s.stamps[S_POINTS] += 1
        rows = s.points
        amounts = [p[2] for p in rows if p[1] == point and p[0] == who]
        there: int = sum(amounts)
        if n >= there:
            if len(amounts) == len(rows):
                rows.clear()
            elif amounts:
                rows[:] = [p for p in rows if p[1] != point or p[0] != who]
            return there
        left = n
        held = [i for i, p in enumerate(rows) if p[1] == point and p[0] == who]
        if len(held) > 1:
            held.sort(key=lambda i: (rows[i][4] >= 0, rows[i][3] != -1, i))
        for i in held:
            p = rows[i]
            if left <= 0:
                break
            taken = min(left, p[2])
            left -= taken
            rows[i] = (*p[:2], p[2] - taken, *p[3:])
        if held:
            rows[:] = [p for p in rows if p[2] > 0]
        return n - left
