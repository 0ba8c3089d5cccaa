"""What may be done now: acts of the image and abilities that are used, and why the rest is not offered.

An act is (seat, act or -1, ability or -1, card). Pure but for the uses it counts when one is chosen. Must not know which
acts there are.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.state.state import State

from .permissions import Permissions
from .prices import Prices
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

    def link(self) -> None:
        image, plan = self.t.image, self.t.plan
        self._acts = [
            (number, plan[a.cards], plan[a.if_] if a.if_ >= 0 else None, a.price >= 0)
            for number, a in enumerate(image.acts)
        ]
        self._opens = [False] * len(image.acts)
        self.any_turn = any(a.image.any_turn for a in self.t.uses)

    def offered(self, s: State, player: int) -> tuple[Act, ...]:
        """All acts that can be done now: those of the player, then abilities other seats may use."""
        out: list[Act] = []
        permissions, prices = self.permissions, self.prices
        rules = bool(permissions.static) or bool(s.permissions)
        v = (-1, player, ())
        for number, cards, if_, priced in self._acts:
            group = cards(s, v, ())
            if rules:
                group = tuple(dict.fromkeys((*group, *permissions.opened(s, player, number))))
            for card in group:
                if if_ is not None and not if_(s, (-1, player, (), card), ()):
                    continue
                if rules:
                    found = permissions.found(s, player, number, card)
                    if found and permissions.refused_by(s, found, card) is not None:
                        continue
                    if priced and not prices.payable(s, player, number, card, True, found):
                        continue
                elif priced and not prices.payable(s, player, number, card, True, []):
                    continue
                out.append((player, number, -1, card))
        if self.t.uses:
            self._abilities(s, player, out)
        return tuple(out)

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
