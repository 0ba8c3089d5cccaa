"""Permissions: who may do which act on which card now, and the reasons why not.

Permission rows come from static abilities (templates that hold while the ability works) and from effects (rows of the
state); shapes in state/rows.py. Pure. Must not know prices beyond handing their rows on.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardwright.runtime.state.rows import (
    C_PERMISSIONS,
    CANNOT,
    MAY,
    ONLY_IF,
    PRICE_ALSO,
    PRICE_AS_IF,
    PRICE_FREE,
    PRICE_LESS,
    USUAL,
    unpacked,
)
from cardwright.runtime.state.state import ODD_DUE, S_ROWS, Row, State

from .tables import Ability, PlanFn, Tables
from .values import Values, is_this

CARD = ("cand", 0)  # in a test of a card
Link = Callable[[Any], PlanFn]
Found = tuple[int, PlanFn | None, tuple[Any, ...], Any, int, int]  # kind, if, locals, price, ability, use row


def lies_there(s: State, row: Row, card: int) -> bool:
    """Whether a permission row speaks of this card by number and it still lies where it lay then (C-9.7)."""
    cards: tuple[int, ...] = row[3]
    return card in cards and s.stamp[card] == row[12][cards.index(card)]


def lowers(s: State, row: Found) -> bool:
    """Whether a permission makes it cost less, so many times only, whichever of several cards it is used on."""
    kind, _, _, change, _, at = row
    limited = at >= 0 and kind == MAY and bool(s.permissions[at][7]) and s.permissions[at][3] == ()
    return limited and type(change) is tuple and change[0] in (PRICE_FREE, PRICE_LESS, PRICE_AS_IF)


class StaticPermission:
    """A permission template of a static ability, linked."""

    __slots__ = ("ability", "act", "filter", "if_", "kind", "lying", "only_this", "places", "price", "test", "who")

    def __init__(self, tables: Tables, ability: Ability, template: tuple[Any, ...], link: Link) -> None:
        self.ability = ability
        self.act = template[0]
        self.kind = template[1]
        self.who = tables.plan[template[2]] if template[2] >= 0 else None
        self.filter = tables.plan[template[3]] if template[3] >= 0 else None
        self.only_this = template[3] >= 0 and is_this(tables.image.plans[template[3]])
        self.if_ = tables.plan[template[4]] if len(template) > 4 and template[4] >= 0 else None
        self.price = template[5] if len(template) > 5 else -1
        self.test = tables.image.plans[template[3]] if template[3] >= 0 else None  # the plan of `filter`
        self.lying = None if self.test is None else _places(self.test)  # the plan of `places`
        self.places = None if self.lying is None else link(self.lying)  # where the cards lie that it speaks of

    @property
    def opens(self) -> bool:
        """Whether it adds cards to those an act is offered on."""
        return self.kind == MAY and self.price == -1 and self.filter is not None


class Permissions:
    def __init__(self, tables: Tables, values: Values) -> None:
        self.t = tables
        self.values = values
        self.static: list[StaticPermission] = []
        self._speaking: dict[tuple[tuple[int, ...], int, int], tuple[StaticPermission, ...]] = {}
        self.copying = False  # whether something may be done on a copy is being worked out

    def link(self, link: Link) -> None:
        """Link templates once the plans are linked. `link`: of parts of plans."""
        self.static = []
        self._speaking.clear()
        for ability in self.t.statics:
            for family, template in ability.image.rows:
                if family == "permission":
                    self.static.append(StaticPermission(self.t, ability, template, link))

    def found(self, s: State, player: int, act: int, card: int) -> list[Found]:
        """All permission rows that speak of this player doing this act on this card."""
        out: list[Found] = []
        static = s.cast[C_PERMISSIONS]
        if not static and not s.permissions:
            return out
        plain = card < 0 or not (s.flags[card] or s.grants or self.values.static_grants)
        for p in self.speaking(static, act, s.defn[card] if plain and card >= 0 else -1):
            if p.only_this:
                sources = [card] if card >= 0 and self.values.works(s, p.ability, card) else []
            else:
                sources = self.values.working(s, p.ability)
            for this in sources:
                v = (this, self.values.controller(s, this) if this >= 0 else s.active, (), card)
                if p.filter is not None and not p.filter(s, v, (card,)):
                    continue
                if p.who is not None and not p.who(s, v, (player,)):
                    continue
                if p.ability.condition is not None and not p.ability.condition(s, v, ()):
                    continue
                out.append((p.kind, p.if_, v, p.price, p.ability.id, -1))
        for at, row in enumerate(s.permissions):
            if row[0] not in (act, -1) or (row[2] != () and player not in row[2]):
                continue
            v = (row[9], row[10], (), card)
            where = row[4]
            if where >= 0:
                if not self.t.plan[where](s, v, (card,)):
                    continue
            elif row[3] != () and not lies_there(s, row, card):
                continue
            condition = row[5]
            out.append((row[1], self.t.plan[condition] if condition >= 0 else None, v, row[6], -1, at))
        return out

    def speaking(self, static: tuple[int, ...], act: int, definition: int) -> tuple[StaticPermission, ...]:
        """Of some static permissions those that can speak of an act on a card of a definition (-1: of any), in their
        order: what a card's own abilities say speaks of that card only."""
        key = (static, act, definition)
        found = self._speaking.get(key)
        if found is None:
            carried = self.t.abilities[definition] if definition >= 0 else ()
            found = self._speaking[key] = tuple(
                p
                for p in map(self.static.__getitem__, static)
                if p.act in (act, -1) and not (p.only_this and definition >= 0 and p.ability.id not in carried)
            )
        return found

    def may(self, s: State, player: int, act: int, card: int) -> bool:
        return self.refusal(s, player, act, card) is None

    def may_copy(self, s: State, player: int, act: int, card: int, definition: int) -> bool:
        """Whether it may be done on a card were it of that definition; copies of copies are not looked through."""
        if not 0 <= definition < len(self.t.abilities) or self.copying:
            return definition >= 0
        carried = self.t.abilities[definition]
        self.copying = True
        try:
            v = (card, player, (), card)
            for p in self.static:
                if p.ability.id not in carried or p.act not in (act, -1) or p.kind == MAY:
                    continue
                if p.filter is not None and not p.filter(s, v, (card,)):
                    continue
                if p.ability.condition is not None and not p.ability.condition(s, v, ()):
                    continue
                holds = p.if_ is None or bool(p.if_(s, v, (card,)))
                if holds == (p.kind == CANNOT):
                    return False
            return True
        finally:
            self.copying = False

    def refusal(self, s: State, player: int, act: int, card: int) -> tuple[object, ...] | None:
        """Why not: ("sentence", its number), or None if it may be done."""
        if not s.cast[C_PERMISSIONS] and not s.permissions:
            return None
        return self.refused_by(s, self.found(s, player, act, card), card)

    def refused_by(self, s: State, found: list[Found], card: int) -> tuple[object, ...] | None:
        for kind, if_, v, _, ability, row in found:
            if kind == MAY:
                continue
            holds = if_ is None or bool(if_(s, v, (card,)))
            if (kind == CANNOT and holds) or (kind == ONLY_IF and not holds):
                if ability >= 0:
                    sentence = self.t.ability[ability].image.sentence
                else:
                    sentence = self._sentence(s, row)
                return ("sentence", sentence)
        return None

    def _sentence(self, s: State, row: int) -> int:
        return int(s.permissions[row][11])

    def opened(self, s: State, player: int, act: int) -> list[int]:
        """Cards that permission rows add to those an act is offered on."""
        out: list[int] = []
        for p in self.speaking(s.cast[C_PERMISSIONS], act, -1):
            if not p.opens or p.act != act or p.filter is None:
                continue
            for this in self.values.working(s, p.ability):
                v = (this, self.values.controller(s, this) if this >= 0 else s.active, ())
                if p.who is not None and not p.who(s, v, (player,)):
                    continue
                there = range(len(s.slot)) if p.places is None else _lying(s, p.places(s, v, ()))
                for card in there:
                    vc = (*v, card)
                    if p.filter(s, vc, (card,)) and (p.if_ is None or p.if_(s, vc, (card,))):
                        out.append(card)
        for row in s.permissions:
            if row[0] != act or row[1] != MAY or (row[2] != () and player not in row[2]):
                continue
            v = (row[9], row[10], ())
            where, condition = row[4], row[5]
            if row[6] != -1:
                continue  # another price for what is offered anyhow
            cards = tuple(c for c in row[3] if lies_there(s, row, c))
            if where >= 0:
                cards = tuple(c for c in range(len(s.slot)) if self.t.plan[where](s, (*v, c), (c,)))
            for card in cards:
                if condition < 0 or self.t.plan[condition](s, (*v, card), (card,)):
                    out.append(card)
        return out

    def spend(
        self, s: State, player: int, act: int, card: int, unusual: frozenset[int] = frozenset(), way: int = -1
    ) -> None:
        """An act was done, or paid in a way: permissions with a number of uses that speak of it have one less, those to
        pay with other points only if some of them (`unusual`) were paid, those to pay less not at the usual price."""
        for row in s.permissions:
            if row[7]:
                break
        else:
            return
        usual = unpacked(way)[0] == USUAL
        for found in self.found(s, player, act, card):
            kind, if_, v, price, _, at = found
            if at < 0 or kind != MAY or not s.permissions[at][7] or (usual and lowers(s, found)):
                continue
            if type(price) is tuple and price[0] == PRICE_ALSO and not unusual.intersection(price[1]):
                continue
            if if_ is not None and not if_(s, v, (card,)):
                continue
            row = s.permissions[at]
            left = row[7] - 1
            s.permissions[at] = (*row[:7], left if left else -1, *row[8:])
        if any(r[7] == -1 for r in s.permissions):
            s.permissions[:] = [r for r in s.permissions if r[7] != -1]
            s.stamps[S_ROWS] += 1
            s.odd |= ODD_DUE


def _lying(s: State, places: tuple[int, ...]) -> list[int]:
    """The cards in some places, in the order of their numbers."""
    if len(places) == 1:
        return sorted(s.zones[places[0]])
    return sorted({card for place in places for card in s.zones[place]})


def _places(plan: Any) -> Any:
    """The plan of the places where a card must lie for a test of it to hold; None if it may lie anywhere."""
    if plan[0] == "and":
        return next((found for part in plan[1:] if (found := _places(part)) is not None), None)
    if plan[0] != "member" or plan[1] != ("slot-of", CARD) or mentions(plan[2], CARD):
        return None
    return plan[2]


def mentions(plan: Any, part: Any) -> bool:
    """Whether a plan has a part."""
    return plan == part or isinstance(plan, tuple) and any(mentions(inner, part) for inner in plan)
