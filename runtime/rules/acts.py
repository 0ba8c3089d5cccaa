"""What may be done now: acts of the image and abilities that are used, and why the rest is not offered.

An act is (seat, act or -1, ability or -1, card). Pure but for the uses it counts when one is chosen. Must not know
which acts there are.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.runtime.state.layout import MAX_SEATS
from cardwright.runtime.state.rows import C_STATICS, C_USES, CANNOT, MAY
from cardwright.runtime.state.state import S_ROWS, S_TURN, Row, State

from .permissions import Permissions, StaticPermission
from .prices import Price, Prices
from .reads import ASKED, Reading
from .tables import Ability, PlanFn, Tables
from .triggers import Triggers
from .values import Values

if TYPE_CHECKING:
    from .casts import Casts

Act = tuple[int, int, int, int]
MOST_PLACES = 4  # so many places are looked through for abilities to use
REFUSED = -(1 << 60)  # the amount of what is forbidden
MIXED = -1  # an offer whose prices are not all alike


class Entry(NamedTuple):
    """An act with its plans, and what its offer reads when no permissions are given for a time."""

    number: int
    cards: PlanFn
    if_: PlanFn | None
    priced: bool
    getter: itemgetter[Any]
    reads: frozenset[int]
    wide: frozenset[int]  # … when permissions given for a time may open it on any card
    lie: frozenset[int] | None  # zones where the cards lie that it is offered on, if that is known
    alike: bool  # the same for every player
    prices: itemgetter[Any] | None  # of what its prices depend on, if they are the same for every player
    reading: Reading
    ruled: bool  # static permissions of the game speak of it
    soft: bool  # they only forbid it, each on the card that carries it, or offer it on more cards
    opens: bool  # some offer it on more cards


class Acts:
    """What is offered. For each act is kept, with the stamps it was derived from, its *offer*: (kinds, rows, least).

    Kinds None: the rows are acts without a price; a tuple of point kinds: rows are (amount, act), all to be paid with
    those, none for less than `least`; MIXED: rows are (act, price or None). So only the points are looked at again
    when nothing else has changed.
    """

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
        self.readers: list[itemgetter[Any]] = []  # getters of stamps; states keep their numbers
        self._readers: dict[frozenset[int], int] = {}

    def link(self, reading: Callable[[Row], Reading], casts: Casts) -> None:
        """Bind plans. `reading`: of what values depend on under some static modifiers."""
        image, plan = self.t.image, self.t.plan
        self._reading, self._casts = reading, casts
        self.any_turn = any(a.image.any_turn for a in self.t.uses)
        every = reading(casts.every_modifier())
        used = frozenset((S_ROWS, S_TURN)).union(*(every.ability(a) for a in self.t.uses))
        self._used = itemgetter(*sorted(used))
        # abilities that only the player they lie before may use: no other place need be looked at
        self.uses = [(a, a.you is None and not a.image.any_turn) for a in self.t.uses]
        near = all(own and a.few for a, own in self.uses) and not self.values.static_grants
        self.near = [(a, a.few_of, frozenset(self.t.holders[a.id])) for a, _ in self.uses] if near else []
        # the plan of the amount and the kinds of points of each act with a price
        self.priced = [
            (plan[image.prices[a.price].amount], tuple(image.prices[a.price].points)) if a.price >= 0 else None
            for a in image.acts
        ]
        self._getters: dict[tuple[int, ...], itemgetter[Any]] = {}
        self._entries: dict[int, list[Entry]] = {}
        self.entries = self.under(0)

    def under(self, statics: int) -> list[Entry]:
        """The acts with what their offers read, where some static abilities of the image take part in a game."""
        made = self._entries.get(statics)
        if made is not None:
            return made
        image = self.t.image
        reading = self._reading(self._casts.statics[statics][1])
        made = self._entries[statics] = []
        for number in range(len(image.acts)):
            made.append(self._entry(number, self._ruling(statics, number), reading))
        return made

    def _entry(self, number: int, ruling: list[StaticPermission], reading: Reading) -> Entry:
        """An act, where some static permissions speak of it."""
        image, plan = self.t.image, self.t.plan
        act = image.acts[number]
        static = frozenset((S_ROWS,))
        for p in ruling:
            static |= reading.ability(p.ability)
            for _, template in p.ability.image.rows:
                for part in (
                    *template[2:5],
                    template[5][2] if len(template) > 5 and isinstance(template[5], tuple) else -1,
                ):
                    static |= reading.plan(part) if isinstance(part, int) else frozenset()
        amount = image.prices[act.price].amount if act.price >= 0 else -1
        wide = static | reading.plan(act.cards) | reading.plan(act.if_) | reading.plan(amount)
        lie = None if any(p.kind == MAY and p.price == -1 for p in ruling) else reading.lie(image.plans[act.cards])
        here = None if lie is None else (ASKED, lie)
        reads = static | reading.plan(act.cards) | reading.plan(act.if_, here) | reading.plan(amount, here)
        yours = [p >= 0 and speaks_of_you(image.plans[p]) for p in (act.cards, act.if_, amount)]
        prices = None
        if amount >= 0 and not ruling and not yours[2]:
            prices = itemgetter(*sorted(reading.plan(amount, here) | {S_ROWS}))
        return Entry(
            number,
            plan[act.cards],
            plan[act.if_] if act.if_ >= 0 else None,
            act.price >= 0,
            itemgetter(*sorted(reads)),
            reads,
            wide,
            lie,
            not ruling and not any(yours),
            prices,
            reading,
            bool(ruling),
            all(p.price == -1 and (p.opens or p.only_this and p.kind != MAY) for p in ruling),
            any(p.opens and p.act == number for p in ruling),
        )

    def _ruling(self, statics: int, number: int) -> list[StaticPermission]:
        permissions = self._casts.statics[statics][0]
        return [p for p in [self.permissions.static[at] for at in permissions] if p.act in (number, -1)]

    def static(self, statics: int) -> tuple[tuple[int, ...], ...]:
        """By attribute, which static modifiers take part in a game."""
        modifiers: tuple[tuple[int, ...], ...] = self._casts.statics[statics][1]
        return modifiers

    def places(self, statics: int) -> tuple[tuple[int, ...], ...] | None:
        """By seat the places where all cards lie whose abilities the player may use in a game; None where more has to
        be looked at.
        """
        used = [self.uses[at] for at in self._casts.statics[statics][2]]
        lay = self.t.layout
        if any(a.always or not own for a, own in used):
            return None
        there = [slot for slot, zone in enumerate(lay.zone) if any(a.zoneok[zone] for a, _ in used)]
        found = tuple(tuple(slot for slot in there if lay.owner[slot] in (-1, seat)) for seat in range(MAX_SEATS))
        return found if max(map(len, found)) <= MOST_PLACES else None

    def carriers(self, statics: int) -> tuple[bool, ...]:
        """By definition, whether it carries an ability that is used in a game."""
        holders = {d for at in self._casts.statics[statics][2] for d in self.t.holders[self.uses[at][0].id]}
        return tuple([d in holders for d in range(len(self.t.kind))])

    def ruling(self, statics: int, number: int) -> tuple[bool, ...]:
        """By definition, whether it carries a static permission that speaks of an act."""
        holders = {d for p in self._ruling(statics, number) for d in self.t.holders[p.ability.id]}
        return tuple([d in holders for d in range(len(self.t.kind))])

    def unruled(self, statics: int, number: int) -> Entry:
        """An act, where no static permissions speak of it."""
        return self._entry(number, [], self._reading(self._casts.statics[statics][1]))

    def opening(self, statics: int, number: int) -> list[StaticPermission]:
        """The static permissions of a game that offer an act on more cards."""
        return [p for p in self._ruling(statics, number) if p.opens and p.act == number]

    def own(self, statics: int, number: int) -> bool:
        """Whether all static permissions of a game that speak of an act do so on the card that carries them."""
        return all(p.only_this for p in self._ruling(statics, number))

    def amount(self, s: State, player: int, number: int, card: int) -> int | None:
        """What an act on a card costs with what permissions say, if that is paid in the usual way (else None);
        REFUSED: they forbid it.
        """
        found = self.permissions.found(s, player, number, card)
        if found and self.permissions.refused_by(s, found, card) is not None:
            return REFUSED
        price = self.prices.price(s, player, number, card, True, found)
        usual = self.priced[number]
        if price is None or usual is None or price.kinds != usual[1] or not price.plain:
            return None
        return price.amount

    def reader(self, reads: frozenset[int]) -> int:
        """The number of the getter of these stamps."""
        made = self._readers.get(reads)
        if made is None:
            made = self._readers[reads] = len(self.readers)
            self.readers.append(itemgetter(*sorted(reads)))
        return made

    def modified(self, s: State, entry: Entry) -> frozenset[int]:
        """What an offer reads, with what rows that modify numbers read."""
        reads, lie = (entry.wide, None) if s.permissions else (entry.reads, entry.lie)
        for row in s.modifiers:
            for part in (row[3], row[9]):
                if part >= 0:
                    reads |= entry.reading.of_card(part, lie)
        return reads

    def _stamps(self, reads: tuple[int, ...]) -> itemgetter[Any]:
        made = self._getters.get(reads)
        if made is None:
            made = self._getters[reads] = itemgetter(*reads)
        return made

    def offered(self, s: State, player: int) -> tuple[Act, ...]:
        """All acts that can be done now: those of the player, then abilities other seats may use."""
        out: list[Act] = []
        stamps, cache, acts = s.stamps, s.cache, self.under(s.cast[C_STATICS])
        caching = self.caching
        plain = caching and not s.permissions and not s.modifiers
        points = [0] * self.t.image.points  # of each kind
        totals: list[int] | None = points
        for row in s.points:
            if row[0] == player:
                if row[4] >= 0:  # some may be spent on certain cards only
                    totals = None
                    break
                points[row[1]] += row[2]
        for entry in acts:
            number = entry[0]
            kept = cache[number]
            now = entry[4](stamps)
            if caching and kept is not None and kept[0] == player and now == kept[2] and not kept[1]:
                kinds, rows, least = kept[3]
            elif plain and not entry[3]:
                kinds, rows, least = offer = self._derived(s, player, entry)
                cache[number] = (player, (), now, offer, None)
            else:
                kinds, rows, least = self._offer(s, player, entry, now)
            if kinds is None:
                out += rows
            elif kinds == MIXED or totals is None:
                out += self._affordable(s, player, kinds, rows)
            else:
                there = 0
                for kind in kinds:
                    there += totals[kind]
                if least <= there:
                    for amount, act in rows:
                        if amount <= there:
                            out.append(act)
        if self.near and not s.grants:
            out += self.nearby(s, player, self.near)
        elif self.uses:
            out += self.usable(s, player)
        return tuple(out)

    def offer(self, s: State, player: int, entry: Any) -> Any:
        """The offer of an act, kept or derived."""
        now = entry[4](s.stamps)
        kept = s.cache[entry[0]]
        if kept is not None and kept[0] == player and now == kept[2] and not kept[1]:
            return kept[3]
        return self._offer(s, player, entry, now)

    def forbidden(self, s: State, player: int) -> int:
        """The acts, as bits, that rows of the state forbid the player on every card; -1 if rows say anything else."""
        found = 0
        for act, kind, who, cards, where, condition in [row[:6] for row in s.permissions]:
            if kind != CANNOT or cards or where >= 0 or condition >= 0:
                return -1
            if not who or player in who:
                found |= 1 << act if act >= 0 else (1 << len(self.entries)) - 1
        return found

    def nearby(self, s: State, player: int, near: Any) -> list[Act]:
        """As `abilities`, where all lie before the player in places of few cards: looking is less work than telling
        whether something has changed.
        """
        out: list[Act] = []
        zones, defn, flags = s.zones, s.defn, s.flags
        for ability, places, holders in near:
            found = []
            for place in places[player]:
                for card in zones[place]:
                    if defn[card] in holders if not flags[card] else ability.id in self.values.abilities(s, card):
                        found.append(card)
            if found:
                for this in sorted(found):
                    if self.user(s, ability, this) == player and self._why_not(s, ability, this, player) is None:
                        out.append((player, -1, ability.id, this))
        return out

    def _affordable(self, s: State, player: int, kinds: Any, rows: Any) -> list[Act]:
        """The acts of an offer that can be paid for, each looked at by itself."""
        can = self.prices.can
        if kinds == MIXED:
            return [act for act, price in rows if price is None or can(s, player, Price(*price), act[3])]
        return [act for amount, act in rows if can(s, player, Price(amount, kinds), act[3])]

    def _offer(self, s: State, player: int, entry: Any, now: Any) -> Any:
        """The offer of an act, whether or not there are the points: as it is kept, or derived and kept. `now`: the
        stamps of what it reads when no permissions are given for a time.
        """
        if not self.caching:
            return self._derived(s, player, entry)
        number = entry[0]
        cache, stamps = s.cache, s.stamps
        known = cache[number]
        if s.permissions or s.modifiers:
            if known is not None and known[0] == player and known[1] and self._stamps(known[1])(stamps) == known[2]:
                return known[3]
            offer = self._derived(s, player, entry)
            reads = self.modified(s, entry)
            for row in s.permissions:
                for part in (row[4], row[5]):
                    reads |= entry.reading.plan(part)
            read = tuple(sorted(reads))
            cache[number] = (player, read, self._stamps(read)(stamps), offer, None)
            return offer
        worth = None
        if known is not None and known[2] == now and not known[1] and entry.alike:
            offer, worth = _handed(known[3], player), known[4]
        elif not entry[3]:
            offer = self._derived(s, player, entry)
        else:
            prices = entry.prices
            worth = None if prices is None else prices(stamps)
            if worth is not None and known is not None and known[4] == worth and known[3][0] != MIXED:
                offer = self._repriced(s, player, entry, known[3])
            else:
                offer = self._derived(s, player, entry)
        cache[number] = (player, (), now, offer, worth)
        return offer

    def _derived(self, s: State, player: int, entry: Any) -> Any:
        """The offer of an act, worked out."""
        number, cards, if_ = entry[:3]
        price = self.priced[number]
        if entry.ruled or s.permissions:
            return self._ruled(s, player, entry)
        group = cards(s, (-1, player, ()), ())
        if if_ is not None:
            group = [card for card in group if if_(s, (-1, player, (), card), ())]
        if price is None:
            return None, tuple([(player, number, -1, card) for card in group]), 0
        amount, kinds = price
        return _offered(kinds, [(amount(s, (-1, player, (), card), ()), (player, number, -1, card)) for card in group])

    def _ruled(self, s: State, player: int, entry: Any) -> Any:
        """As `_derived`, where permissions speak of acts."""
        number, cards, if_, priced = entry[:4]
        permissions, prices = self.permissions, self.prices
        group = (*cards(s, (-1, player, ()), ()), *permissions.opened(s, player, number))
        out: list[tuple[Act, Price | None]] = []
        for card in dict.fromkeys(group):
            if if_ is not None and not if_(s, (-1, player, (), card), ()):
                continue
            found = permissions.found(s, player, number, card)
            if found and permissions.refused_by(s, found, card) is not None:
                continue
            price = prices.price(s, player, number, card, True, found) if priced else None
            out.append(((player, number, -1, card), price))
        if not priced:
            return None, tuple([act for act, _ in out]), 0
        usual = self.priced[number]
        assert usual is not None
        if any(price is None or price.kinds != usual[1] or not price.plain for _, price in out):
            return MIXED, tuple([(act, None if price is None else (*price,)) for act, price in out]), 0
        return _offered(usual[1], [(price.amount, act) for act, price in out if price is not None])

    def _repriced(self, s: State, player: int, entry: Any, known: Any) -> Any:
        """As `_derived`, where what prices depend on has not changed: those that are known stand."""
        number, cards, if_ = entry[:3]
        kinds, rows, _ = known
        worth = self.priced[number]
        assert worth is not None
        amounts = {act[3]: amount for amount, act in rows}
        out: list[tuple[int, Act]] = []
        for card in cards(s, (-1, player, ()), ()):
            if if_ is not None and not if_(s, (-1, player, (), card), ()):
                continue
            amount = amounts.get(card)
            if amount is None:
                amount = worth[0](s, (-1, player, (), card), ())
            out.append((amount, (player, number, -1, card)))
        return _offered(kinds, out)

    def usable(self, s: State, player: int) -> Any:
        """Abilities that may be used, by the player and then by other seats."""
        if not self.caching:
            return self.abilities(s, player)
        at = len(self.entries)
        known, now = s.cache[at], self._used(s.stamps)
        if known is not None and known[0] == player and known[2] == now:
            return known[3]
        out = tuple(self.abilities(s, player))
        s.cache[at] = (player, 0, now, out)
        return out

    def abilities(self, s: State, player: int) -> list[Act]:
        mine: list[Act] = []
        others: list[Act] = []
        for at in s.cast[C_USES]:
            ability, own = self.uses[at]
            for this in self.values.working(s, ability, player if own else -1):
                you = self.user(s, ability, this)
                if not 0 <= you < s.players or (you != player and not ability.image.any_turn):
                    continue
                if self._why_not(s, ability, this, you) is None:
                    (mine if you == player else others).append((you, -1, ability.id, this))
        if others:
            mine += sorted(others, key=lambda a: (a[0] - player) % s.players)
        return mine

    def user(self, s: State, ability: Ability, this: int) -> int:
        """Who may use an ability of a card."""
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
        for number, cards, if_, priced in [entry[:4] for entry in self.entries]:
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

    def begun(self, s: State, act: Act) -> None:
        """An act was chosen: its use is counted."""
        seat, number, ability, card = act
        if number < 0:
            self.triggers.use(s, self.t.ability[ability], card, seat)
        elif s.permissions and self.priced[number] is None:  # what has a price is counted when it is paid
            self.permissions.spend(s, seat, number, card)


def _offered(kinds: tuple[int, ...], rows: list[tuple[int, Act]]) -> tuple[tuple[int, ...], Any, int]:
    """An offer of acts that are all paid for with the same kinds of points."""
    return kinds, tuple(rows), min([amount for amount, _ in rows], default=0)


def _handed(offer: Any, player: int) -> Any:
    """The same offer to another player."""
    kinds, rows, least = offer
    if kinds is None:
        return kinds, tuple([(player, *act[1:]) for act in rows]), least
    if kinds == MIXED:
        return kinds, tuple([((player, *act[1:]), price) for act, price in rows]), least
    return kinds, tuple([(amount, (player, *act[1:])) for amount, act in rows]), least


def speaks_of_you(plan: Any) -> bool:
    """Whether a plan depends on who asks."""
    if not isinstance(plan, (tuple, list)) or not plan:
        return False
    if plan[0] == "you" or (plan[0] == "local" and plan[1] == 1):
        return True
    return plan[0] in ("rows-set", "may", "can-pay", "price") or any(speaks_of_you(p) for p in plan[1:])
