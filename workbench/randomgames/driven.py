"""A bot that is driven to cards nobody has seen at work yet, and set-ups in which such cards take part.

It knows the state: it is no player but a tool. Among acts it prefers those on wanted cards, then whatever is open; what
it may do it mostly does. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.names import Names
from cardwright.runtime.play.offering import groups_of
from cardwright.runtime.play.request import Request

FEW = 4  # cards that help, of one event
AIMED = 6  # cards that one game is driven to, if there are more: who wants everything gets at nothing rare
YES = 0.8
LAST = 0.8  # how often wanted cards are played behind others
SPARED = 0.25  # how often it pays nothing for a wanted card in a whole game: some do most where they lie
STRAY = 0.15  # how often it answers by chance


class DrivenBot:
    """Answers by position. `wanted`: definitions of cards it is driven to."""

    def __init__(self, seed: int, wanted: frozenset[int]) -> None:
        self.lots = Random(seed)
        self.wanted = wanted
        self.spared = frozenset(one for one in sorted(wanted) if self.lots.random() < SPARED)

    def choose(self, game: Game, request: Request) -> list[int]:
        """The positions of the chosen options."""
        many = len(request.values)
        if request.ordered:
            return self.lots.sample(range(many), many)
        low, high = request.min, min(request.max, many)
        if request.kind == "act":
            return self._best(game, request) if many and self.lots.random() > STRAY / 5 else []
        if request.kind == "yes-no" and self.lots.random() < YES:
            return [at for at, value in enumerate(request.values) if value == 1][:1]
        number = high if self.lots.random() < YES else self.lots.randint(low, high)
        ranked = sorted(range(many), key=lambda at: (not self._wants(game, request.values[at]), self.lots.random()))
        return ranked[:number] if self.lots.random() > STRAY else self.lots.sample(range(many), number)

    def _best(self, game: Game, request: Request) -> list[int]:
        """An act on a wanted card, if there is one, but what costs nothing mostly after all else that costs nothing:
        cards do most behind others. Else one that costs nothing, else any but to pay for what is spared."""
        many = range(len(request.values))
        if self.lots.random() < STRAY:
            return [self.lots.choice(many)]
        free = [at for at in many if request.prices[at] is None]
        why = {at: self._wants(game, request.values[at]) for at in many}
        spared = [at for at in many if why[at] and why[at] <= self.spared and at not in free]
        wanted = [at for at in many if why[at] and at not in spared]
        rest = [at for at in free if at not in wanted]
        if rest and wanted and all(at in free for at in wanted) and self.lots.random() < LAST:
            return [self.lots.choice(rest)]
        open_ = wanted or free or [at for at in many if at not in spared]
        return [self.lots.choice(open_)] if open_ else []

    def _wants(self, game: Game, value: object) -> frozenset[int]:
        """What is wanted of the card an option is about: its definition, and the parts it plays."""
        card = value[-1] if isinstance(value, tuple) and value else value
        machine, state = game.machine, game.state
        if not isinstance(card, int) or not 0 <= card < machine.count_cards(state):
            return frozenset()
        return self.wanted & {machine.definition(state, card), *machine.counts_as(state, card)}


def setups(
    image: Image, wanted: Mapping[int, float], count: int, seed: int, tables: Sequence[str] = ()
) -> list[tuple[dict[str, object], frozenset[int]]]:
    """So many set-ups for 1 to 5 players by any table that has a row for them, and the definitions each is driven to.

    `wanted`: how much is wanted of each definition; a game is driven to some of them. Groups that have these are
    chosen, others are drawn by lot when the game is dealt.
    """
    lots, names = Random(seed), Names(image)
    found: list[tuple[dict[str, object], frozenset[int]]] = []
    for at in range(count):
        order = sorted(wanted, key=lambda one: lots.expovariate(wanted[one]))
        aims = frozenset(order[: max(AIMED, len(wanted) // 8)])
        weights = {one: wanted[one] for one in aims}
        players = 1 + at % 5
        fit = [one for one in image.setups if players in one.rows and (not tables or names.plain(one.name) in tables)]
        table = lots.choice(fit)
        choose: dict[str, list[str]] = {}
        for slot in table.slots:
            if slot.how != "choose" or not weights:
                continue
            number = table.rows[players].get(slot.name, 0)
            weight = {
                names.plain(group): _weight(image, cards, weights) for group, cards in groups_of(names, slot).items()
            }
            ranked = sorted((g for g in weight if weight[g]), key=lambda g: lots.random() * weight[g], reverse=True)
            if number > 0 and ranked:
                choose[names.plain(slot.name)] = ranked[: lots.randint(1, min(number, len(ranked)))]
        found.append(({"players": players, "table": names.plain(table.name), "choose": choose}, aims))
    return found


def bringing(image: Image, wanted: Collection[int]) -> frozenset[int]:
    """The cards that bring wanted ones into a game: whoever wants them has to get at these."""
    return frozenset(
        number
        for number, card in enumerate(image.cards)
        if any(part in wanted for group in card.parts.values() for part in group)
    )


def helping(image: Image, about: Mapping[int, Collection[int]], wanted: Collection[int]) -> frozenset[int]:
    """The cards that make happen what wanted ones wait for. `about`: event type -> cards it has been about; who waits
    for what happens to many cards needs no help."""
    waited = {image.abilities[one].event for card in wanted for one in image.cards[card].abilities}
    return frozenset(card for event in waited if len(about.get(event, ())) <= FEW for card in about.get(event, ()))


def _weight(image: Image, cards: Sequence[int], wanted: Mapping[int, float]) -> float:
    """How much is wanted of a group: of its cards and of the parts they bring."""
    parts = [part for card in cards for group in image.cards[card].parts.values() for part in group]
    return sum(wanted.get(card, 0) for card in (*cards, *parts))
