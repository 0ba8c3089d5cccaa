"""What may be done now: acts of the image and abilities that are used, and why the rest is not offered.

An act is (seat, act or -1, ability or -1, card). Pure but for the uses it counts when one is chosen. Must not know
which acts there are.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any

from cardwright.runtime.state.state import S_OTHER, S_ROWS, S_TURN, State

from .permissions import Found, Permissions
from .prices import Price, Prices
from .reads import Reading
from .tables import Ability, Tables
from .triggers import Triggers
from .values import Values

Act = tuple[int, int, int, int]


class Acts:
    def __init__(
        self, tables: Tables, values: Values, permissions: Permissions, prices: Prices, triggers: Triggers
    ) -> None:
        self.t = tables
        self.values = values
        self.permissions = permissions
        self.prices = prices
        self.triggers = triggers
        self.any_turn = False
        self.caching = True

    def link(self, reading: Reading) -> None:
        image, plan = self.t.image, self.t.plan
        self.reading = reading
        self._acts = [
            (number, plan[a.cards], plan[a.if_] if a.if_ >= 0 else None, a.price >= 0)
            for number, a in enumerate(image.acts)
        ]
        self.any_turn = any(a.image.any_turn for a in self.t.uses)
        static = frozenset((S_ROWS, S_OTHER))
        for p in self.permissions.static:
            static |= reading.ability(p.ability)
            for _, template in p.ability.image.rows:
                for part in (
                    *template[2:5],
                    template[5][2] if len(template) > 5 and isinstance(template[5], tuple) else -1,
                ):
                    static |= reading.plan(part) if isinstance(part, int) else frozenset()
        self._reads: list[frozenset[int]] = []
        self._alike: list[bool] = []  # the same for every player
        for act in image.acts:
            found = static | reading.plan(act.cards) | reading.plan(act.if_)
            if act.price >= 0:
                found |= reading.plan(image.prices[act.price].amount)
            self._reads.append(found)
            plans = [act.cards, act.if_, image.prices[act.price].amount if act.price >= 0 else -1]
            self._alike.append(
                not self.permissions.static and not any(speaks_of_you(image.plans[p]) for p in plans if p >= 0)
            )
        used = frozenset((S_ROWS, S_TURN)).union(*(reading.ability(a) for a in self.t.uses))
        self._used_reads = tuple(sorted(used))
        # what the prices of an act depend on, for acts whose prices are the same for every player
        self._prices: list[itemgetter[Any] | None] = []
        for act in image.acts:
            amount = image.prices[act.price].amount if act.price >= 0 else -1
            if amount < 0 or self.permissions.static or speaks_of_you(image.plans[amount]):
                self._prices.append(None)
            else:
                self._prices.append(itemgetter(*sorted(reading.plan(amount) | {S_ROWS, S_OTHER})))
        self._usual = [itemgetter(*sorted(reads)) for reads in self._reads]  # without permissions given for a time
        self._getters: dict[tuple[int, ...], itemgetter[Any]] = {}

    def _stamps(self, reads: tuple[int, ...]) -> itemgetter[Any]:
        made = self._getters.get(reads)
        if made is None:
            made = self._getters[reads] = itemgetter(*reads)
        return made

    def offered(self, s: State, player: int) -> tuple[Act, ...]:
        """All acts that can be done now: those of the player, then abilities other seats may use."""
        out: list[Act] = []
        if len(s.stamps) < self.t.stamps:
            s.stamps += [0] * (self.t.stamps - len(s.stamps))
        totals = self._totals(s, player)
        can = self.prices.can
        for entry in self._acts:
            number = entry[0]
            if not entry[3]:
                out += [(player, number, -1, card) for card, _ in self._possible(s, player, entry)]
                continue
            for card, price in self._possible(s, player, entry):
                if price is None:
                    out.append((player, number, -1, card))
                elif totals is not None and price[2] < 0 and not price[3]:
                    there = 0
                    for kind in price[1]:
                        there += totals[kind]
                    if there >= price[0]:
                        out.append((player, number, -1, card))
                elif can(s, player, Price(*price), card):
                    out.append((player, number, -1, card))
        if self.t.uses:
            out += self._usable(s, player)
        return tuple(out)

    def _totals(self, s: State, player: int) -> list[int] | None:
        """Points of each kind; None if some may be spent on certain cards only."""
        totals = [0] * self.t.image.points
        for row in s.points:
            if row[0] == player:
                if row[4] >= 0:
                    return None
                totals[row[1]] += row[2]
        return totals

    def _possible(self, s: State, player: int, entry: Any) -> Any:
        """(card, price or None) of every card an act is allowed on, whether or not there are the points."""
        number = entry[0]
        if not self.caching:
            return self._candidates(s, player, entry)
        cache = s.cache
        if len(cache) <= number:
            cache += [None] * (number + 1 - len(cache))
        known = cache[number]
        if (
            known is not None
            and (known[0] == player or (self._alike[number] and not s.permissions))
            and (self._stamps(known[1]) if known[1] else self._usual[number])(s.stamps) == known[2]
        ):
            return known[3]
        if s.permissions:
            made = self._candidates(s, player, entry)
            reads = self._reads[number]
            for row in s.permissions:
                for part in (row[4], row[5]):
                    reads |= self.reading.plan(part)
            read = tuple(sorted(reads))
            cache[number] = (player, read, self._stamps(read)(s.stamps), made, None)
            return made
        prices = self._prices[number]
        stamps = None if prices is None else prices(s.stamps)
        if stamps is not None and known is not None and known[4] == stamps:
            made = self._repriced(s, player, entry, known[3])
        else:
            made = self._candidates(s, player, entry)
        cache[number] = (player, (), self._usual[number](s.stamps), made, stamps)
        return made

    def _repriced(self, s: State, player: int, entry: Any, known: Any) -> Any:
        """As `_candidates`, where what prices depend on has not changed: those that are known stand."""
        number, cards, if_, _ = entry
        out: list[tuple[int, Any]] = []
        for card in cards(s, (-1, player, ()), ()):
            if if_ is not None and not if_(s, (-1, player, (), card), ()):
                continue
            for pair in known:
                if pair[0] == card:
                    out.append(pair)
                    break
            else:
                price = self.prices.price(s, player, number, card, True, [])
                out.append((card, None if price is None else (*price,)))
        return tuple(out)

    def _candidates(self, s: State, player: int, entry: Any) -> Any:
        number, cards, if_, priced = entry
        permissions, prices = self.permissions, self.prices
        rules = bool(permissions.static) or bool(s.permissions)
        group: tuple[int, ...] = cards(s, (-1, player, ()), ())
        if not rules and if_ is None and not priced:
            return tuple([(card, None) for card in group])
        if rules:
            group = tuple(dict.fromkeys((*group, *permissions.opened(s, player, number))))
        out: list[tuple[int, Any]] = []
        found: list[Found] = []
        for card in group:
            if if_ is not None and not if_(s, (-1, player, (), card), ()):
                continue
            if rules:
                found = permissions.found(s, player, number, card)
                if found and permissions.refused_by(s, found, card) is not None:
                    continue
            price = prices.price(s, player, number, card, True, found) if priced else None
            out.append((card, None if price is None else (*price,)))
        return tuple(out)

    def _usable(self, s: State, player: int) -> Any:
        """Abilities that may be used, by the player and then by other seats."""
        if not self.caching:
            made: list[Act] = []
            self._abilities(s, player, made)
            return made
        at = len(self._acts)
        cache = s.cache
        if len(cache) <= at:
            cache += [None] * (at + 1 - len(cache))
        known = cache[at]
        if known is not None and known[0] == player and self._stamps(self._used_reads)(s.stamps) == known[2]:
            return known[3]
        out: list[Act] = []
        self._abilities(s, player, out)
        cache[at] = (player, 0, self._stamps(self._used_reads)(s.stamps), tuple(out))
        return out

    def _abilities(self, s: State, player: int, out: list[Act]) -> None:
        others: list[Act] = []
        for ability in self.t.uses:
            for this in self.values.working(s, ability):
                you = self._user(s, ability, this)
                if not 0 <= you < s.players or (you != player and not ability.image.any_turn):
                    continue
                if self._why_not(s, ability, this, you) is None:
                    (out if you == player else others).append((you, -1, ability.id, this))
        out += sorted(others, key=lambda a: (a[0] - player) % s.players)

    def _user(self, s: State, ability: Ability, this: int) -> int:
        base = self.values.controller(s, this) if this >= 0 else s.active
        return base if ability.you is None else ability.you(s, (this, base, ()), ())

    def _why_not(self, s: State, ability: Ability, this: int, you: int) -> tuple[object, ...] | None:
        if self.triggers.is_used(s, ability, this, you):
            return ("used", ability.id)
        v = (this, you, ())
        if (ability.condition is not None and not ability.condition(s, v, ())) or (
            ability.pattern is not None and not ability.pattern(s, v, ())
        ):
            return ("sentence", ability.image.sentence)
        return None

    def reasons(self, s: State, player: int) -> list[tuple[int, int, tuple[object, ...]]]:
        """(act, card, reason) for every act that is not offered though its cards are there."""
        out: list[tuple[int, int, tuple[object, ...]]] = []
        v = (-1, player, ())
        for number, cards, if_, priced in self._acts:
            for card in cards(s, v, ()):
                reason: tuple[object, ...] | None = None
                if player != s.active:
                    reason = ("turn",)
                elif if_ is not None and not if_(s, (-1, player, (), card), ()):
                    reason = ("no",)
                else:
                    found = self.permissions.found(s, player, number, card)
                    reason = self.permissions.refused_by(s, found, card)
                    if reason is None and priced:
                        price = self.prices.price(s, player, number, card, True, found)
                        if price is not None and not self.prices.can(s, player, price, card):
                            reason = self.prices.refusal(s, player, price, card)
                if reason is not None:
                    out.append((number, card, reason))
        return out

    def chosen(self, s: State, act: Any) -> tuple[int, int, int, int, tuple[int, ...]]:
        """What to run: 0 procedure or 1 ability, its number, this, you, arguments; its use is counted."""
        seat, number, ability, card = act
        if number >= 0:
            self.permissions.spend(s, seat, number, card)
            return 0, self.t.image.acts[number].proc, -1, seat, (card,)
        self.triggers.use(s, self.t.ability[ability], card, seat)
        return 1, ability, card, seat, ()


def speaks_of_you(plan: Any) -> bool:
    """Whether a plan depends on who asks."""
    if not isinstance(plan, (tuple, list)) or not plan:
        return False
    if plan[0] == "you" or (plan[0] == "local" and plan[1] == 1):
        return True
    return plan[0] in ("rows-set", "may", "can-pay", "price") or any(speaks_of_you(p) for p in plan[1:])
