"""Prices: what an act on a card costs now, with which points it can be paid, and taking them.

A price is an amount of points of certain kinds, perhaps of one name only, perhaps with extra points besides. Amounts
come from the image's price plans; permission rows change them: first what may also pay, then what alone may;
restrictions compose. A price below zero is paid out. Must not know any particular kind of points.
"""

from __future__ import annotations

from typing import NamedTuple

from cardwright.runtime.state.rows import (
    CANNOT,
    LOWER,
    PRICE_ALSO,
    PRICE_AS,
    PRICE_AS_IF,
    PRICE_EACH,
    PRICE_EXTRA,
    PRICE_FREE,
    PRICE_INSTEAD,
    PRICE_LESS,
    PRICE_ONE_NAME,
    PRICE_ONLY,
    PRICE_STEP,
    USUAL,
    unpacked,
)
from cardwright.runtime.state.state import S_POINTS, State

from .fault import Fault
from .permissions import Found, Permissions, lowers
from .tables import Tables

MAX_POINTS = 400
NO_ACT = -2  # a payment that is no act: rows of every act speak of it
Point = tuple[int, int, int, int]  # one point to pay with: name or -1, 1, kind, row it is of


class Price(NamedTuple):
    amount: int
    kinds: tuple[int, ...]
    name: int = -1  # name attribute the points must share, -1 none
    extra: tuple[tuple[int, tuple[int, ...]], ...] = ()  # (amount, kinds) besides
    instead: tuple[int, ...] = ()  # kinds with which alone it may be paid as well

    @property
    def plain(self) -> bool:
        """Whether so many points of those kinds are all that is asked for."""
        return self.name < 0 and not self.extra and not self.instead

    @property
    def total(self) -> int:
        """The amount together with what of it must be of a certain kind."""
        return self.amount + sum(more for more, kinds in self.extra if all(kind in self.kinds for kind in kinds))


def _with_others(kinds: tuple[int, ...], stand: list[tuple[tuple[int, ...], int]]) -> tuple[int, ...]:
    """The kinds, and those that stand for one of them."""
    return kinds + tuple(p for points, of in stand if of in kinds for p in points if p not in kinds)


class Prices:
    def __init__(self, tables: Tables, permissions: Permissions) -> None:
        self.t = tables
        self.permissions = permissions
        # definitions whose prices can tell points of different names apart; -1: they always can
        self.naming: set[int] = set()

    # ------------------------------------------------------------------------------------------------------- amounts
    def price(
        self, s: State, player: int, act: int, card: int, offering: bool, found: list[Found] | None = None
    ) -> Price | None:
        """The price of an act, None if it is free. `offering`: what must be at hand to start."""
        number = self.t.image.acts[act].price
        if number < 0:
            return None
        base = self.t.image.prices[number]
        amount = self.t.plan[base.amount](s, (-1, player, (), card), ())
        kinds = tuple(base.points)
        if found is None:
            found = self.permissions.found(s, player, act, card)
        if not found:
            return Price(amount, kinds)
        return self._changed(s, Price(amount, kinds), found, card, offering)

    def _changed(self, s: State, price: Price, found: list[Found], card: int, offering: bool) -> Price:
        amount, kinds, name = price.amount, price.kinds, -1
        only: tuple[int, ...] | None = None
        extra: list[tuple[int, tuple[int, ...]]] = []
        less = 0
        each: tuple[int, ...] = ()
        instead: tuple[int, ...] = ()
        stand: list[tuple[tuple[int, ...], int]] = []
        for kind, if_, v, change, ability, _ in found:
            if (
                change == -1
                or kind == CANNOT
                or type(change) is not tuple
                or (if_ is not None and not if_(s, v, (card,)))
            ):
                continue
            what, points, value, attr = (*change, -1, -1, -1, -1)[:4]
            if ability >= 0 and what in (PRICE_LESS, PRICE_AS, PRICE_AS_IF, PRICE_EXTRA):
                value = self.t.plan[value](s, v, (card,))
            if what == PRICE_ALSO and attr >= 0:
                stand.append((points, attr))
            elif what == PRICE_ALSO:
                kinds += tuple(p for p in points if p not in kinds)
            elif what == PRICE_ONLY:
                only = points if only is None else tuple(p for p in only if p in points)
            elif what == PRICE_FREE:
                amount = min(amount, 0)
            elif what == PRICE_LESS:
                less += value
            elif what == PRICE_AS:
                if offering:
                    amount = value
            elif what == PRICE_AS_IF:
                amount = min(amount, value)
            elif what == PRICE_ONE_NAME:
                name = attr
            elif what == PRICE_INSTEAD:
                instead += tuple(p for p in points if p not in kinds and p not in instead)
            elif what == PRICE_EACH:
                each = points
            elif what == PRICE_EXTRA:
                extra.append((value, tuple(points)))
        if less:
            amount = amount if amount < 0 else max(0, amount - less)
        if stand:
            kinds = _with_others(kinds, stand)
            extra = [(more, _with_others(of, stand)) for more, of in extra]
        if only is not None:
            kinds = only
        if each:
            kinds = each
            extra += [(1, (kind,)) for kind in each]
            amount = max(0, amount - len(each))
        return Price(amount, kinds, name, tuple(extra), instead if only is None and not each else ())

    def standing_in(self, s: State, player: int, asked: int, kind: int) -> int:
        """How many points of a kind the player may pay where an effect asks for points of another, or of that kind:
        points for certain acts alone pay for no effect."""
        found = self.permissions.found(s, player, NO_ACT, -1) if asked != kind else []
        given = asked == kind or any(
            change[0] == PRICE_ALSO and change[3] == asked and kind in change[1]
            for allowed, if_, v, change, _, _ in found
            if type(change) is tuple and allowed != CANNOT and (if_ is None or if_(s, v, (-1,)))
        )
        if not given:
            return 0
        return sum(row[2] for row in s.points if row[0] == player and row[1] == kind and row[4] < 0)

    def least(self, s: State, player: int, act: int, card: int) -> int:
        price = self.price(s, player, act, card, False)
        return 0 if price is None else price.amount

    # ------------------------------------------------------------------------------------------------------- paying
    def asked(self, s: State, player: int, act: int, card: int, way: int) -> tuple[Price | None, int]:
        """What is to be paid for an act in a way, and that way at its price."""
        which, way = unpacked(way)
        found = self.permissions.found(s, player, act, card)
        if which == USUAL:
            found = [row for row in found if not lowers(s, row)]
        return self.price(s, player, act, card, False, found), way

    def payments(self, s: State, player: int, act: int, card: int) -> tuple[int, ...]:
        """The ways an act can be paid, as `ways`; at either price if a permission with a number of uses makes it less
        and the other price can be paid as well: nobody has to use it up."""
        price, _ = self.asked(s, player, act, card, -1)
        if price is None:
            return (-1,)
        ways = self.ways(s, player, price, card) if self.can(s, player, price, card) else ()
        if not ways or not s.permissions:
            return ways
        if not any(lowers(s, row) for row in self.permissions.found(s, player, act, card)):
            return ways
        dear, _ = self.asked(s, player, act, card, -1 - USUAL * PRICE_STEP)
        if dear is None or not self.can(s, player, dear, card):
            return ways
        usual = tuple(way - USUAL * PRICE_STEP for way in self.ways(s, player, dear, card))
        if dear == price:  # nothing is won by using it
            return usual
        return (*(way - LOWER * PRICE_STEP for way in ways), *usual)

    def _usable(self, s: State, player: int, kinds: tuple[int, ...], card: int) -> list[int]:
        """Rows of points that may pay for this card."""
        out: list[int] = []
        for at, row in enumerate(s.points):
            if row[0] != player or row[1] not in kinds:
                continue
            only = row[4]
            if only >= 0 and not self.t.plan[only](s, (row[6], row[7], (), card), (card,)):
                continue
            out.append(at)
        return out

    def payable(
        self, s: State, player: int, act: int, card: int, offering: bool, found: list[Found] | None = None
    ) -> bool:
        price = self.price(s, player, act, card, offering, found)
        return price is None or self.can(s, player, price, card)

    def can(self, s: State, player: int, price: Price, card: int) -> bool:
        """Whether the player has the points."""
        amount = price.amount
        if price.plain:
            if amount <= 0:
                return True
            kinds = price.kinds
            for row in s.points:
                if row[0] == player and row[1] in kinds:
                    only = row[4]
                    if only < 0 or self.t.plan[only](s, (row[6], row[7], (), card), (card,)):
                        amount -= row[2]
                        if amount <= 0:
                            return True
            return False
        return bool(self.ways(s, player, price, card))

    def ways(self, s: State, player: int, price: Price, card: int) -> tuple[int, ...]:
        """How it can be paid: (-1,) with any points; with points of one name, the names that suffice; with points of
        one kind, those that suffice as -2 - kind; () not at all."""
        if price.plain:
            return (-1,) if self.can(s, player, price, card) else ()
        if price.instead and price.amount > 0:
            return self._unmixed(s, player, price, card)
        usable = self._usable(s, player, price.kinds, card)
        totals: dict[int, int] = {}
        for at in usable:
            name = s.points[at][3] if price.name >= 0 else -1
            if price.name < 0 or name >= 0:
                totals[name] = totals.get(name, 0) + s.points[at][2]
        if price.amount <= 0:
            totals = {-1: 0}
        good = tuple(sorted(n for n, total in totals.items() if total >= max(0, price.amount)))
        parts = (*price.extra, (max(0, price.amount), price.kinds))
        for some in range(1, 1 << len(parts)) if price.extra else ():
            asked = [part for at, part in enumerate(parts) if some >> at & 1]
            together = tuple({kind for _, kinds in asked for kind in kinds})
            there = sum(s.points[at][2] for at in self._usable(s, player, together, card))
            if there < sum(amount for amount, _ in asked):
                return ()
        return good

    def _unmixed(self, s: State, player: int, price: Price, card: int) -> tuple[int, ...]:
        """The usual points and each of the others, if they suffice alone."""
        found: list[int] = []
        for kind in (price.kinds[0], *price.instead):
            kinds = self._kinds(price, -2 - kind)
            there = sum(s.points[at][2] for at in self._usable(s, player, kinds, card))
            if there >= price.amount:
                found.append(-2 - kind)
        return tuple(found)

    @staticmethod
    def _kinds(price: Price, way: int) -> tuple[int, ...]:
        """The kinds of points a way pays with."""
        kind = -2 - way
        return (kind,) if kind in price.instead else price.kinds

    def refusal(self, s: State, player: int, price: Price, card: int) -> tuple[object, ...]:
        """Why it cannot be paid: ("price", kind, needed, there are, name attribute, (name, amount) pairs)."""
        usable = self._usable(s, player, price.kinds, card)
        kind = price.kinds[0] if price.kinds else -1
        for more, kinds in price.extra:
            there = sum(s.points[at][2] for at in self._usable(s, player, kinds, card))
            if there < more:
                return ("price", kinds[0], more, there, -1, ())
        total = sum(s.points[at][2] for at in usable)
        if price.name < 0:
            return ("price", kind, price.total, total, -1, ())
        totals: dict[int, int] = {}
        for at in usable:
            name = s.points[at][3]
            if name >= 0:
                totals[name] = totals.get(name, 0) + s.points[at][2]
        best = max(totals.values(), default=0)
        return ("price", kind, price.amount, best, price.name, tuple(totals.items()))

    def names_matter(self, s: State) -> bool:
        """Whether some card of this game can tell points of different names apart."""
        return any(d < 0 or s.bydef[d] or d in s.defn for d in self.naming)

    def choose(self, s: State, player: int, price: Price, card: int, way: int) -> tuple[int, tuple[Point, ...]]:
        """How many points, and the points to choose from; () when there is nothing to choose."""
        amount = max(0, price.amount)
        kinds = self._kinds(price, way)
        usable = self._usable(s, player, kinds, card)
        if len(usable) < 2 and not price.extra:
            return amount, ()
        usable = [at for at in usable if price.name < 0 or s.points[at][3] == way]
        kept: dict[int, int] = {}  # for what is asked besides
        for more, of in price.extra:
            self._fill(s, self._usable(s, player, of, card), more, kept)
        rows = [(at, left) for at in usable if (left := s.points[at][2] - kept.get(at, 0))]
        if len(rows) <= 1 or sum(n for _, n in rows) <= amount or not amount:
            return amount, ()
        matter = self.names_matter(s)
        if len({(s.points[at][1], s.points[at][3] if matter else -1) for at, _ in rows}) == 1:
            return amount, ()  # only what they may be spent on differs: the most restricted go first
        out: list[Point] = []
        for at, n in rows:
            out += [(s.points[at][3], 1, s.points[at][1], at)] * min(n, amount)
        if len(out) > MAX_POINTS:
            raise Fault("size", "too many points to choose from")
        return amount, tuple(out)

    def spend(
        self, s: State, player: int, price: Price, card: int, way: int, chosen: tuple[Point, ...]
    ) -> tuple[tuple[int, int, int], ...]:
        """Take the points: the chosen ones, else restricted ones first, then nameless ones; what was taken."""
        taken: dict[int, int] = {}
        amount = max(0, price.amount)
        if price.plain and not chosen:
            usable = self._usable(s, player, price.kinds, card)
            if len(usable) == 1:
                return self._take(s, usable[0], amount)
        if chosen:
            for point in chosen:
                taken[point[3]] = taken.get(point[3], 0) + 1
        else:
            kinds = self._kinds(price, way)
            usable = [at for at in self._usable(s, player, kinds, card) if price.name < 0 or s.points[at][3] == way]
            for more, of in price.extra:
                self._fill(s, self._usable(s, player, of, card), more, taken)
            self._fill(s, usable, amount, taken)
        for more, of in price.extra if chosen else ():
            self._fill(s, self._usable(s, player, of, card), more, taken)
        out: list[tuple[int, int, int]] = []
        for at, n in taken.items():
            row = s.points[at]
            out.append((row[1], row[3], n))
            s.points[at] = (*row[:2], row[2] - n, *row[3:])
        if any(r[2] < 0 for r in s.points):
            raise Fault("value", "points that are not there were spent")
        s.points[:] = [r for r in s.points if r[2]]
        s.stamps[S_POINTS] += 1
        return tuple(out)

    @staticmethod
    def _take(s: State, at: int, amount: int) -> tuple[tuple[int, int, int], ...]:
        """As `spend`, from one row."""
        s.stamps[S_POINTS] += 1
        row = s.points[at]
        left = row[2] - amount
        if left > 0:
            s.points[at] = (*row[:2], left, *row[3:])
        else:
            del s.points[at]
        return ((row[1], row[3], min(amount, row[2])),) if amount else ()

    @staticmethod
    def _fill(s: State, usable: list[int], amount: int, taken: dict[int, int]) -> None:
        usable.sort(key=lambda at: (s.points[at][4] < 0, s.points[at][3] >= 0, at))
        for at in usable:
            if amount <= 0:
                return
            n = min(amount, s.points[at][2] - taken.get(at, 0))
            if n > 0:
                taken[at] = taken.get(at, 0) + n
                amount -= n
