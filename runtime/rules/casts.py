"""The cast of a game: which abilities of an image can matter in it, because a card that carries them takes part.

An image holds the cards of whole sets; a game is played with a part of them. Who listens to an event, what replaces it,
what holds all the time and what ends the game is looked for in the cast only. A cast is a tuple of ints and tuples,
worked out from the printed cards of a state: no part of digest or save. Cards that are never dealt (roles, other faces)
always belong to it, other sides with the side that is there; when a card comes to count as one that was not, or is
granted anything, everything does. Must not know what abilities do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from itertools import compress
from operator import or_
from typing import Any

from cardwright.runtime.state.rows import FILLS, WAKES
from cardwright.runtime.state.state import S_ZONES, Row, State

from .permissions import Permissions
from .tables import Ability, Tables
from .values import Values

MOST = 4096  # casts that are remembered


class Selection(dict[int, tuple[int, ...]]):
    """Some of a few abilities, as numbers that stand for them: by those of them that are in the cast, a bit each.
    Nearly every game has another cast, but few of these abilities are its own: so most selections are there already.
    """

    def __init__(self, of: Iterable[tuple[Ability, int]]) -> None:
        self.of = tuple(of)
        self.mask = sum({1 << ability.id for ability, _ in self.of if not ability.always})

    def __missing__(self, ids: int) -> tuple[int, ...]:
        made = self[ids] = tuple([at for ability, at in self.of if ability.always or ids >> ability.id & 1])
        return made

    def among(self, ids: int) -> tuple[int, ...]:
        """Those of abilities, a bit each."""
        return self[ids & self.mask]


class Ears(dict[int, int]):
    """The numbers of what a selection has chosen, by the same bits."""

    def __init__(self, selection: Selection, number: Callable[[tuple[int, ...]], int]) -> None:
        self.selection, self.number = selection, number
        self.mask = selection.mask

    def __missing__(self, ids: int) -> int:
        made = self[ids] = self.number(self.selection[ids])
        return made


def _by_id(abilities: Iterable[Ability]) -> Selection:
    return Selection((ability, ability.id) for ability in abilities)


def _by_place(abilities: Iterable[Ability]) -> Selection:
    return Selection((ability, at) for at, ability in enumerate(abilities))


class Casts:
    """Works out casts of one image."""

    reads: Callable[[tuple[int, ...]], frozenset[int]]  # the stamps that standing conditions depend on

    def __init__(self, tables: Tables, values: Values, permissions: Permissions) -> None:
        self.t = tables
        self.values = values
        self.permissions = permissions
        self.statics: list[Row] = [((), ((),) * tables.nattrs, ())]  # what offers depend on, by number
        self.states: list[tuple[int, ...]] = [()]  # selections of standing conditions, by number
        self.ears: list[tuple[int, ...]] = [()]  # selections of those that listen to a type of event or replace it
        self._statics: dict[Row, int] = {self.statics[0]: 0}
        self._states: dict[Row, int] = {(): 0}
        self._ears: dict[Row, int] = {(): 0}
        self._hears: Callable[[tuple[int, ...]], None] | None = None
        self._made: dict[bytes, Row] = {}
        self._wakes: dict[tuple[int, ...], tuple[int, ...]] = {}
        cards = tables.image.cards
        self._carried = [sum({1 << ability for ability in card.abilities}) for card in cards]  # a bit each
        # dealt to no game, but part of each: but for other sides, which are there with the side they are one of
        self._never = bytes(card.copies == 0 and card.side_of < 0 for card in cards)
        self._sides = [(number, card.side_of) for number, card in enumerate(cards) if card.side_of >= 0]

    def link(self) -> None:
        """Note which abilities there are, when static ones are linked."""
        t = self.t
        self._on = [_by_id(listeners) for listeners in t.on]
        self._would = [_by_id(listeners) for listeners in t.would]
        self._on_ears = [Ears(one, self._ear) if one.of else None for one in self._on]
        self._would_ears = [Ears(one, self._ear) if one.of else None for one in self._would]
        self._due, self._uses = _by_id(t.states), _by_place(t.uses)
        self._permissions = _by_place(one.ability for one in self.permissions.static)
        self._modifiers = [_by_place(one.ability for one in of_attribute) for of_attribute in self.values.static]

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

    def _wake(self, states: tuple[int, ...]) -> tuple[int, ...]:
        """By slot whether something may be left to do when cards have moved, with these standing conditions."""
        made = self._wakes.get(states)
        if made is None:
            t, reads = self.t, self.reads(states)
            made = self._wakes[states] = tuple(
                [WAKES * (S_ZONES + zone in reads) + FILLS * (t.refill[zone] >= 0) for zone in t.layout.zone]
            )
        return made

    def tell(self, hears: Callable[[tuple[int, ...]], None]) -> None:
        """Tell of each selection of those that listen, of all there are and will be, in the order of their numbers."""
        if self._hears is None:
            self._hears = hears
            for one in self.ears:
                hears(one)

    def _ear(self, listeners: tuple[int, ...]) -> int:
        """The number of a selection of those that listen or replace."""
        many = len(self.ears)
        number = _number(self.ears, self._ears, listeners)
        if number == many and self._hears is not None:
            self._hears(listeners)
        return number

    def every_modifier(self) -> tuple[tuple[int, ...], ...]:
        """The static modifiers of the whole image, by attribute."""
        return tuple([one.among(-1) for one in self._modifiers])

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
            self.link()
        ids = reduce(or_, compress(self._carried, here), 0) if 0 in here else -1  # all: also those no card carries
        permissions = self._permissions.among(ids)
        modifiers = tuple([one.among(ids) for one in self._modifiers])
        states, uses = self._due.among(ids), self._uses.among(ids)
        made = self._made[here] = (
            tuple([one[ids & one.mask] for one in self._on]),
            tuple([one[ids & one.mask] for one in self._would]),
            states,
            permissions,
            modifiers,
            _number(self.statics, self._statics, (permissions, modifiers, uses)),
            _number(self.states, self._states, states),
            tuple(here),
            uses,
            tuple([0 if one is None else one[ids & one.mask] for one in self._on_ears]),
            tuple([0 if one is None else one[ids & one.mask] for one in self._would_ears]),
            self._wake(states),
        )
        return made


def _number(known: list[Any], numbers: dict[Row, int], one: Row) -> int:
    """The number of a selection, which is noted if it is new."""
    if one not in numbers:
        numbers[one] = len(known)
        known.append(one)
    return numbers[one]
