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

from cardwright.runtime.state.rows import FILLS, WAKES
from cardwright.runtime.state.state import S_ZONES, Row, State

from .permissions import Permissions
from .tables import Ability, Tables
from .values import Values

MOST = 4096  # selections that are remembered


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


class Numbers(list[Row]):
    """Selections by number."""

    def __init__(self, none: Row) -> None:
        super().__init__((none,))
        self._numbers = {none: 0}
        self._told: list[Callable[[Row], None]] = []

    def number(self, one: Row) -> int:
        """The number of a selection, which is noted if it is new."""
        number = self._numbers.get(one)
        if number is None:
            number = self._numbers[one] = len(self)
            self.append(one)
            for tell in self._told:
                tell(one)
        return number

    def tell(self, hears: Callable[[Row], None]) -> None:
        """Tell of each selection there is and will be, in the order of their numbers."""
        for one in self:
            hears(one)
        self._told.append(hears)


class Casts:
    """Works out casts of one image."""

    reads: Callable[[tuple[int, ...]], frozenset[int]]  # the stamps that standing conditions depend on

    def __init__(self, tables: Tables, values: Values, permissions: Permissions) -> None:
        self.t = tables
        self.values = values
        self.permissions = permissions
        self.statics = Numbers(((), ((),) * tables.nattrs, ()))  # what offers depend on
        self.states = Numbers(())  # selections of standing conditions
        self.ears = Numbers(())  # selections of those that listen to a type of event or replace it
        self._wakes: dict[tuple[int, ...], tuple[int, ...]] = {}
        cards = tables.image.cards
        self._first = len(tables.ability)  # bit of the first definition
        # each definition and the abilities it carries, a bit each
        self._bits = [sum({1 << a for a in card.abilities}, 1 << self._first + d) for d, card in enumerate(cards)]
        self._all = reduce(or_, self._bits, 0)
        # dealt to no game, but part of each: but for other sides, which are there with the side they are one of
        never = [bits for bits, card in zip(self._bits, cards, strict=True) if card.copies == 0 and card.side_of < 0]
        self._never = reduce(or_, never, 0)
        self._sides = [(self._bits[number], card.side_of) for number, card in enumerate(cards) if card.side_of >= 0]

    def link(self) -> None:
        """Note which abilities there are, when static ones are linked."""
        t = self.t
        self._on = [_by_id(listeners) for listeners in t.on]
        self._would = [_by_id(listeners) for listeners in t.would]
        # of the types of events somebody listens to, or replaces: most are none
        self._heard = [(kind, one, Ears(one, self.ears.number)) for kind, one in enumerate(self._on) if one.of]
        self._wary = [(kind, one, Ears(one, self.ears.number)) for kind, one in enumerate(self._would) if one.of]
        self._due, self._uses = _by_id(t.states), _by_place(t.uses)
        self._permissions = _by_place(one.ability for one in self.permissions.static)
        self._modifiers = [_by_place(one.ability for one in of_attribute) for of_attribute in self.values.static]
        one_by_one = (self._due, self._uses, self._permissions, *self._modifiers)
        self._mask = reduce(or_, (one.mask for one in (*self._on, *self._would, *one_by_one)), 0)
        self._selected: dict[int, Row] = {}  # by those abilities of a cast that are selected at all

    def of(self, s: State) -> Row:
        """The cast of a state."""
        if s.grants or self.values.static_grants:
            return self.full
        bits, bydef = self._bits, s.bydef
        here = reduce(or_, compress(bits, bydef), self._never)
        for side, of in self._sides:
            if bydef[of]:
                here |= side
        for card in s.changed:
            here |= bits[s.defn[card]]
        for row in s.roles:
            here |= bits[row[1]]
        return self._cast(here)

    def _wake(self, states: tuple[int, ...]) -> tuple[int, ...]:
        """By slot whether something may be left to do when cards have moved, with these standing conditions."""
        made = self._wakes.get(states)
        if made is None:
            t, reads = self.t, self.reads(states)
            made = self._wakes[states] = tuple(
                [WAKES * (S_ZONES + zone in reads) + FILLS * (t.refill[zone] >= 0) for zone in t.layout.zone]
            )
        return made

    def every_modifier(self) -> tuple[tuple[int, ...], ...]:
        """The static modifiers of the whole image, by attribute."""
        return tuple([one.among(-1) for one in self._modifiers])

    @property
    def full(self) -> Row:
        """Everything the image has."""
        return self._cast(self._all)

    def _cast(self, here: int) -> Row:
        """Nearly every game has another cast, but most abilities are in none of the selections: those are often made
        already.
        """
        ids = here & self._mask if here != self._all else self._mask  # all: also those no card carries
        made = self._selected.get(ids)
        if made is None:
            if len(self._selected) >= MOST:
                self.link()
            made = self._selected[ids] = self._select(ids)
        return (*made, here >> self._first)

    def _select(self, ids: int) -> Row:
        permissions = self._permissions.among(ids)
        modifiers = tuple([one.among(ids) for one in self._modifiers])
        states, uses = self._due.among(ids), self._uses.among(ids)
        numbers = self.statics.number((permissions, modifiers, uses))
        due = self.states.number(states)
        on, ears = self._by_event(self._heard, ids)
        would, wary = self._by_event(self._wary, ids)
        return on, would, states, permissions, modifiers, numbers, due, uses, ears, wary, self._wake(states)

    def _by_event(self, chosen: list[tuple[int, Selection, Ears]], ids: int) -> tuple[Row, Row]:
        """By event type the abilities that are in the cast, and the number of this selection."""
        found: list[tuple[int, ...]] = [()] * len(self._on)
        numbers = [0] * len(self._on)
        for kind, one, ears in chosen:
            among = ids & one.mask
            found[kind], numbers[kind] = one[among], ears[among]
        return tuple(found), tuple(numbers)
