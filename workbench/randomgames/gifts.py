"""What a driven player is given: points, and wanted cards with others that what they say asks for.

Cards that nobody knows change their places, as if they had been dealt otherwise; none is made or lost. Must not know
any declared word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import OPS
from cardwright.runtime.bytecode.per_image import PerImage
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.port import Machine, State

from ..mutation.units import instructions

POINTS = (3, 8, 16)  # of each kind, once a turn
FIRST = 0.7  # how often wanted cards come up before those that help
COMPANIONS = 2  # cards of each icon that a given card asks for
ASKING = frozenset(("has-icon", "row-has-icon"))  # what of a plan asks for an icon


class Gifts:
    """What is given to the players of one game. `wanted`: definitions of cards it is driven to; `helping`: of those
    that make happen what these wait for."""

    def __init__(self, image: Image, seed: int, wanted: frozenset[int], helping: frozenset[int] = frozenset()) -> None:
        self.lots = Random(seed)
        self.wanted = wanted
        self.helping = helping - wanted
        self._asked = asked_icons(image)
        self._hands = [at for at, zone in enumerate(image.zones) if (zone.owner, zone.seen) == ("player", "owner")]
        self._fits: dict[tuple[int, int], bool] = {}  # by definition and zone
        self._last = (-1, -1)

    def give(self, game: Game, seat: int) -> None:
        """At a question for acts. Once a turn points, so that what is dear can be bought and fought, and a wanted card
        with companions to where the player keeps cards; each time, wanted cards and those that help come to the top of
        the stacks they lie in.
        """
        machine, state = game.machine, game.state
        if self._last != (state.turn, seat):  # only then: who could pay for all at once would have won
            self._last = (state.turn, seat)
            points = self.lots.choice(POINTS)
            for attr in range(machine.image.points):
                machine.add_points(state, seat, attr, points, -1)
            for zone in self._hands:
                self._deal(machine, state, seat, zone)
        for slot in range(len(machine.slots(state))):
            self._raise(machine, state, slot, seat)
        game.look()

    def _deal(self, machine: Machine, state: State, seat: int, zone: int) -> None:
        """A wanted card nobody knows, and what it asks for."""
        hidden: dict[int, list[int]] = {}
        for card in range(machine.count_cards(state)):
            if not machine.known(state, card):
                hidden.setdefault(machine.definition(state, card), []).append(card)
        fit = [one for one in hidden if one in self.wanted and self._fit(machine, state, hidden[one][0], seat, zone)]
        if not fit:
            return
        chosen = self.lots.choice(fit)
        given = [hidden[chosen].pop()]
        for icon in self._asked[chosen]:
            others = [c for cards in hidden.values() for c in cards if icon in machine.icons(state, c)]
            others = [c for c in others if c not in given and self._fit(machine, state, c, seat, zone)]
            given += self.lots.sample(others, min(COMPANIONS, len(others)))
        for card in given:
            machine.lay(state, card, machine.slot(zone, seat))

    def _fit(self, machine: Machine, state: State, card: int, seat: int, zone: int) -> bool:
        """Whether a card belongs there: its texts work there, or something may be done with it there."""
        key = (machine.definition(state, card), zone)
        if key not in self._fits:
            image = machine.image
            self._fits[key] = zone in image.kinds[image.cards[key[0]].kind].works
            if not self._fits[key]:
                other = machine.clone(state)
                machine.lay(other, card, machine.slot(zone, seat))
                self._fits[key] = any(act[3] == card for act in machine.offered(other, seat))
        return self._fits[key]

    def _raise(self, machine: Machine, state: State, slot: int, seat: int) -> None:
        """A wanted card, or one that helps, comes to the top of a stack, if nobody knows what lies there."""
        cards = machine.cards_in(state, slot)
        if len(cards) < 2 or machine.known(state, cards[0]):
            return
        if machine.definition(state, cards[0]) in self.wanted | self.helping:
            return
        for group in (self.wanted, self.helping) if self.lots.random() < FIRST else (self.helping, self.wanted):
            found = (c for c in cards if machine.definition(state, c) in group and not machine.known(state, c))
            card = next(found, None)
            if card is not None:
                machine.permute(state, {cards[0]: card, card: cards[0]}, seat)
                return


def _icons_asked(image: Image) -> Mapping[int, tuple[int, ...]]:
    """Definition -> the icons that its texts ask for."""
    return {number: tuple(sorted(set(_of_card(image, number)))) for number in range(len(image.cards))}


def _of_card(image: Image, number: int) -> Iterator[int]:
    for ability in (image.abilities[one] for one in image.cards[number].abilities):
        plans = [ability.condition, ability.pattern]
        if ability.proc >= 0:
            code = image.procs[ability.proc].code
            for pc, op in instructions(code):
                plans += [code[pc + 1 + at] for at, letter in enumerate(OPS[op].operands) if letter == "p"]
        for plan in plans:
            yield from _of_plan(image.plans[plan]) if plan >= 0 else ()


def _of_plan(plan: object) -> Iterator[int]:
    if not isinstance(plan, tuple):
        return
    if plan and plan[0] in ASKING and isinstance(plan[-1], int):
        yield plan[-1]
    for part in plan:
        yield from _of_plan(part)


asked_icons = PerImage(_icons_asked, 8)
