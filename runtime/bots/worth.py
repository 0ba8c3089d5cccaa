"""What cards and effects are worth to a seat at a moment: numbers for a bot to compare, in points.

A card that comes back again and again is worth what it costs, its printed points and what its text gives; a card that
is bought once is worth what must be paid for it and the rest of its numbers. The weights are the bot's and no rule of
any game. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .outlook import STAYS, UNKNOWN, Effect, Outlook

View = Mapping[str, Any]

TEXT = 0.5  # of what a text gives: half counts, for what it costs says it too
COUNTED = 1.5  # an amount that must be counted
SOON = 0.3  # of what a card is worth more than others: to have it sooner
MORE = 1.5  # a card more to use at once
LESS = 0.7  # a card less
UNSURE = 0.5  # what stands behind a condition
OTHERS = 0.5  # what others get: the players win together
CROWD = 1.5  # what one more card that comes back takes from the others
POOR = 1.0  # cards of less are better away; so are those of less than half the usual
SPENT = 0.3  # a card that cannot be used now is parted with more easily
GOAL = 12.0  # a card without which the players do not win
HELD = 2.0  # a card that lies under one that is bought
NEAR = 0.6  # each space of a row that a card has gone: what leaves at its end is lost


class Worth:
    """What definitions of an image are worth, apart from any position."""

    def __init__(self, outlook: Outlook) -> None:
        self.outlook = outlook
        image, names = outlook.image, outlook.names
        self.point_names = {names.attr(at) for at in range(image.points)}
        self.price_names = {names.attr(at) for at in outlook.prices}
        self.text = [sum(self.given(one) for one in outlook.gives[at]) for at in range(len(image.cards))]
        self.more = [any(self.is_more(one) and one.sure for one in outlook.gives[at]) for at in range(len(image.cards))]

        self.free = {at for at, card in enumerate(image.cards) if card.kind in outlook.free_kinds}
        self.goals = {at for at, card in enumerate(image.cards) if card.kind in outlook.goals}
        self._faces: dict[tuple[str, str], int] = {}

    def face(self, name: str, kind: str) -> int:
        """The definition of a card by its name and kind, -1 if there is none."""
        found = self._faces.get((name, kind))
        if found is None:
            named = self.outlook.names.by_card.get(name.lower(), ())
            same = [at for at in named if self.outlook.names.kind(self.outlook.image.cards[at].kind) == kind]
            found = self._faces[name, kind] = (*same, *named, -1)[0]
        return found

    def given(self, effect: Effect) -> float:
        """What an effect of a text is worth, whatever the position."""
        amount = effect.amount or COUNTED
        part = (1.0 if effect.sure else UNSURE) * (1.0 if effect.own else OTHERS)
        if effect.sort == "points":
            return amount * part
        if effect.sort == "forbid":
            return 0.0
        return (MORE * amount if self.is_more(effect) else UNSURE) * part

    def is_more(self, effect: Effect) -> bool:
        """Whether it brings cards from an unseen stack of a player to where they can be used at once."""
        outlook = self.outlook
        return effect.sort == "pile" and effect.to in outlook.private and bool(set(effect.start) & outlook.stacks)


class Table:
    """A view, looked up: where cards lie, what they are worth there, what options are worth."""

    def __init__(self, view: View, outlook: Outlook, worth: Worth, turns: int) -> None:
        self.view = view
        self.outlook = outlook
        self.worth = worth
        self.me: str = view["seat"]
        self.turns = turns
        self.cards: dict[int, View] = {}
        self.where: dict[int, tuple[int, bool, int]] = {}  # card -> zone, whether a player's, how far it has gone
        self.piles: dict[tuple[int, str | None], list[View]] = {}
        zones = {outlook.names.zone(at): at for at in range(len(outlook.image.zones))}
        steps: dict[int, int] = {}
        for place in view["places"]:
            zone = zones[place["zone"]]
            step = steps[zone] = steps.get(zone, -1) + 1
            moving = outlook.image.zones[zone].out >= 0
            for card in place["cards"]:
                if card is not None:
                    self._add(card, (zone, place["player"] is not None, step if moving else 0))
                    self.piles.setdefault((zone, place["player"]), []).append(card)
        mine = [card for (zone, player), cards in self.piles.items() if player == self.me for card in cards
                if self._usable(card)]  # fmt: skip
        self.mean = sum(map(self.keep, mine)) / len(mine) if mine else 0.0

    def _add(self, card: View, where: tuple[int, bool, int]) -> None:
        self.cards[card["id"]] = card
        self.where[card["id"]] = where
        for held in card.get("holds", ()):
            if held is not None:
                self._add(held, where)

    # -- cards -----------------------------------------------------------------------------------------------------

    def definition(self, card: int | None) -> int:
        """The definition of a card that is seen, -1 if it is not."""
        seen = self.cards.get(card) if card is not None else None
        return self._face(seen) if seen is not None else -1

    def _face(self, card: View) -> int:
        return self.worth.face(card["name"], card["kind"])

    def _usable(self, card: View) -> bool:
        """Whether a card is one that comes back to its player: it has a price, or is used without one."""
        return self._face(card) in self.worth.free or not self.worth.price_names.isdisjoint(card["numbers"])

    def keep(self, card: View) -> float:
        """What a card that comes back is worth."""
        face = self._face(card)
        free = face in self.worth.free
        found = TEXT * self.worth.text[face] if face >= 0 else 0.0
        for name, number in card["numbers"].items():
            if name in self.worth.price_names:
                found += number
            elif free and name in self.worth.point_names:
                found += TEXT * number
        return found

    def take(self, card: View) -> float:
        """What a card is worth that is paid for once: what it asks for, and the rest of its numbers."""
        held = len([one for one in card.get("holds", ()) if one is not None])
        _, _, step = self.where.get(card["id"], (UNKNOWN, False, 0))
        face = self._face(card)
        goal = GOAL if face in self.worth.goals else 0.0
        return float(sum(card["numbers"].values())) + HELD * held + NEAR * step + goal

    def seen(self, label: str) -> int:
        """How often a name, icon or kind stands on the cards that are seen."""
        return sum(label in (card["name"], card["kind"], *card["icons"]) for card in self.cards.values())

    # -- effects ---------------------------------------------------------------------------------------------------

    def gain(self, effect: Effect, asking: str = "") -> float:
        """What an effect would bring now."""
        part = 1.0 if effect.own else OTHERS
        if effect.sort == "points":
            return (effect.amount or COUNTED) * part
        if effect.sort == "pile":
            return self._pile(effect) * part
        if effect.sort == "move":
            found = [self.moved(card, effect.to) for card in self._candidates(effect, asking)]
            if not found:
                return 0.0
            return (max(found) if effect.chosen or effect.this else sum(found)) * part
        return 0.0

    def _pile(self, effect: Effect) -> float:
        outlook = self.outlook
        amount = effect.amount or COUNTED
        if self.worth.is_more(effect):
            return MORE * amount
        if effect.to == STAYS:
            return 0.0
        if set(effect.start) & outlook.stacks:
            return -LESS * amount
        top = next((self.piles[zone, None][0] for zone in effect.start if self.piles.get((zone, None))), None)
        return amount * self.moved(top, effect.to) if top is not None else 0.0

    def _candidates(self, effect: Effect, asking: str) -> list[View]:
        """The cards a move may be about, as far as they are seen."""
        if effect.this:
            return [card for card in self.cards.values() if card["name"] == asking][:1]
        kinds = {self.outlook.names.kind(kind) for kind in effect.kinds}
        # what was named before and is in no place of its own lies open on an unseen stack, or is not known here
        zones = set(effect.start) or self.outlook.stacks
        return [
            card
            for (zone, player), cards in self.piles.items()
            if zone in zones and player in (self.me, None)
            for card in cards
            if not kinds or card["kind"] in kinds
        ]

    def moved(self, card: View, to: int) -> float:
        """What it brings that a card goes there."""
        outlook = self.outlook
        zone, players, _ = self.where[card["id"]]
        if to == STAYS:
            return 0.0
        if to in outlook.cycle:
            if not players:
                return self.keep(card) - CROWD
            if zone in outlook.private:
                return -self.keep(card)
            if to in outlook.private:
                return self.keep(card)
            if zone not in outlook.cycle or zone == to:
                return 0.0
            sooner = self.keep(card) - self.mean  # it is better on top of what comes than behind it
            return SOON * (sooner if to in outlook.stacks else -sooner)
        if to in outlook.mine:
            return self.take(card)
        if to == UNKNOWN:
            return 0.0
        if not players:
            return -self.keep(card) if self._usable(card) else self.take(card)
        if not self._usable(card):
            return -self.take(card)
        return max(self.mean / 2, POOR) - self.keep(card) + (0.0 if zone in outlook.private else SPENT)

    # -- options ---------------------------------------------------------------------------------------------------

    def choice(self, option: View, fates: Iterable[int]) -> float:
        """What it brings to choose a card."""
        card = self.cards.get(option["card"]) if option["card"] is not None else None
        if card is None:
            return 0.0
        if not fates:
            return self.keep(card) if self._usable(card) else self.take(card)
        return sum(self.moved(card, to) for to in fates)

    def turn_of_use(self, option: View) -> tuple[bool, bool, float]:
        """What is used first: what brings cards, then what stands by itself, then what counts what came before."""
        face = self.definition(option["card"])
        if face < 0:
            return (False, False, 0.0)
        return (not self.worth.more[face], face in self.outlook.looks_back, self.worth.text[face])

    def best_buys(self, options: Sequence[View]) -> tuple[View | None, float]:
        """The purchases that are worth most together: the first of them, and their value.

        Points of one kind are shared out at a time; what may be paid in several ways is counted with what suffices.
        """
        purse: dict[str, int] = self.view["points"][self.me]
        groups: dict[tuple[str, ...], list[tuple[int, float, View]]] = {}
        for one in options:
            price = one["price"]
            value = self._bought(one)
            if value > 0:
                groups.setdefault(tuple(price["points"]), []).append((max(0, price["amount"]), value, one))
        best: tuple[float, View] | None = None
        total = 0.0
        for kinds, wares in sorted(groups.items()):
            there = sum(purse.get(kind, 0) for kind in kinds)
            value, chosen = _fill(there, wares)
            total += value
            for worth, one in chosen:
                keeping = one["act"] in self.outlook.keeping
                rank = worth - (1000 if keeping else 0)  # what is taken may bring points for what is kept
                if best is None or rank > best[0]:
                    best = (rank, one)
        return (best[1] if best is not None else None), total

    def _bought(self, option: View) -> float:
        card = self.cards.get(option["card"]) if option["card"] is not None else None
        if card is None:
            return TEXT
        return self.keep(card) - CROWD if option["act"] in self.outlook.keeping else self.take(card)


def _fill(there: int, wares: Iterable[tuple[int, float, View]]) -> tuple[float, list[tuple[float, View]]]:
    """Which wares are worth most together for so many points."""
    best: list[tuple[float, list[tuple[float, View]]]] = [(0.0, []) for _ in range(there + 1)]
    for price, value, one in wares:
        for left in range(there, price - 1, -1):
            worth, chosen = best[left - price]
            if worth + value > best[left][0]:
                best[left] = (worth + value, [*chosen, (value, one)])
    return best[there]
