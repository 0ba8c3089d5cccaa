"""The cast of a game: which abilities of an image can matter in it, because a card that carries them takes part.

An image holds the cards of whole sets; a game is played with a part of them. Who listens to an event, what replaces it,
what holds all the time and what ends the game is looked for in the cast only. A cast is a tuple of ints and tuples,
worked out from the printed cards of a state: no part of digest or save. Cards that are never dealt (roles, other faces)
always belong to it, other sides with the side that is there; when a card comes to count as one that was not, or is
granted anything, everything does. Must not know what abilities do.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import or_

from cardwright.runtime.state.state import Row, State

from .permissions import Permissions, StaticPermission
from .tables import Ability, Tables
from .values import StaticModifier, Values

MOST = 4096  # casts that are remembered


class Casts:
    """Works out casts of one image."""

    def __init__(self, tables: Tables, values: Values, permissions: Permissions) -> None:
        self.t = tables
        self.values = values
        self.permissions = permissions
        self.statics: list[Row] = [((), ((),) * tables.nattrs)]  # selections of statics, by number
        self.states: list[tuple[int, ...]] = [()]  # selections of standing conditions, by number
        self._made: dict[bytes, Row] = {}
        cards = tables.image.cards
        # dealt to no game, but part of each: but for other sides, which are there with the side they are one of
        self._never = bytes(card.copies == 0 and card.side_of < 0 for card in cards)
        self._sides = [(number, card.side_of) for number, card in enumerate(cards) if card.side_of >= 0]

    def of(self, s: State) -> Row:
        """The cast of a state."""
        if s.grants or self.values.static_grants:
            return self.full
        here = bytearray(map(or_, self._never, map(bool, s.bydef)))
        for side, of in self._sides:
            if s.bydef[of]:
                here[side] = 1
        for card in s.changed:
            here[s.defn[card]] = 1
        for row in s.roles:
            here[row[1]] = 1
        return self._select(bytes(here))

    @property
    def full(self) -> Row:
        """Everything the image has."""
        return self._select(b"\1" * len(self._never))

    def _select(self, here: bytes) -> Row:
        made = self._made.get(here)
        if made is not None:
            return made
        if len(self._made) >= MOST:
            self._made.clear()
        t = self.t
        everything = 0 not in here
        ids = {a for definition, carried in enumerate(t.abilities) if here[definition] for a in carried}

        def some(abilities: list[Ability]) -> tuple[int, ...]:
            return tuple([a.id for a in abilities if everything or a.always or a.id in ids])

        def those(statics: Sequence[StaticPermission | StaticModifier]) -> tuple[int, ...]:
            found = some([one.ability for one in statics])
            return tuple([at for at, one in enumerate(statics) if one.ability.id in found])

        permissions = those(self.permissions.static)
        modifiers = tuple([those(of_attribute) for of_attribute in self.values.static])
        states, uses = some(t.states), some(t.uses)
        statics = (permissions, modifiers)
        if statics not in self.statics:
            self.statics.append(statics)
        if states not in self.states:
            self.states.append(states)
        made = self._made[here] = (
            tuple([some(listeners) if listeners else () for listeners in t.on]),
            tuple([some(listeners) if listeners else () for listeners in t.would]),
            states,
            permissions,
            modifiers,
            self.statics.index(statics),
            self.states.index(states),
            tuple(here),
            tuple([at for at, one in enumerate(t.uses) if one.id in uses]),
        )
        return made
