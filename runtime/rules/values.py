"""What a card is now: its kinds, numbers, icons, names, keywords and abilities, and where an ability works.

Printed values come from the definition; roles replace or add definitions, grants add or take single things, modifiers
change numbers. While the number of a card is being worked out, the same question answers the printed number, so the
order of evaluation cannot matter. Pure: never writes. Must not know opcodes or any declared word.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import Any

from cardwright.runtime.state.rows import C_MODIFIERS, G_ABILITY, G_ICON, G_KEYWORD, G_KIND, SET
from cardwright.runtime.state.state import State

from .fault import Fault
from .tables import Ability, Tables

MAX_OPEN = 48  # how deep numbers may depend on each other

_FIRST, _ALSO = itemgetter(0), itemgetter(2)  # what a modifier is of; whether a role is played besides


class StaticModifier:
    """A modifier template of a static ability, linked."""

    __slots__ = ("ability", "amount", "attr", "filter", "floor", "mode", "only_this", "template")

    def __init__(self, tables: Tables, ability: Ability, template: tuple[Any, ...]) -> None:
        self.template = template
        self.attr, mode, _, filter_, amount, floor = template[:6]
        self.ability = ability
        self.mode = mode
        self.filter = tables.plan[filter_] if filter_ >= 0 else None
        self.only_this = filter_ < 0 or is_this(tables.image.plans[filter_])
        self.amount = tables.plan[amount]
        self.floor = floor


class StaticGrant:
    """A grant template of a static ability, linked."""

    __slots__ = ("ability", "filter", "lose", "value", "what")

    def __init__(self, tables: Tables, ability: Ability, template: tuple[Any, ...]) -> None:
        what, value, lose, _, filter_ = template[:5]
        self.ability = ability
        self.what = what
        self.value = value
        self.lose = lose
        self.filter = tables.plan[filter_] if filter_ >= 0 else None


def is_this(plan: object) -> bool:
    return plan in (("eq", ("cand", 0), ("this",)), ("eq", ("this",), ("cand", 0)))


class Values:
    """Queries about single cards, over the static tables of one image."""

    def __init__(self, tables: Tables) -> None:
        self.t = tables
        self.open: list[int] = []  # (card, attribute) being worked out
        self.static: list[list[StaticModifier]] = [[] for _ in range(tables.nattrs)]
        self.static_grants: list[StaticGrant] = []
        self.live: Any = tables.plan  # plans of rows, where nothing is being worked out
        self.busy = 0  # sorts of grants being worked out, a bit each

    def link(self) -> None:
        """Link templates once the plans are linked."""
        self.static = [[] for _ in range(self.t.nattrs)]
        self.static_grants = []
        self.live = self.t.plan
        for ability in self.t.statics:
            for family, template in ability.image.rows:
                if family == "modifier":
                    modifier = StaticModifier(self.t, ability, template)
                    self.static[modifier.attr].append(modifier)
                elif family == "grant":
                    self.static_grants.append(StaticGrant(self.t, ability, template))

    # ------------------------------------------------------------------------------------------------------- owners
    def owner(self, s: State, card: int) -> int:
        """Owner of the place it lies in (for an attached card: of its host), -1 for the table."""
        if card < 0:
            return -1
        for _ in range(8):
            host = s.host[card]
            if host < 0:
                break
            card = host
        return self.t.layout.owner[s.slot[card]]

    def controller(self, s: State, card: int) -> int:
        """Who "you" is for an ability of a card when nothing says otherwise."""
        owner = self.owner(s, card)
        return owner if owner >= 0 else s.active

    def copied(self, card: int) -> int:
        """The definition of a copy without a card (numbers below -1), -1 for no card."""
        definition = -2 - card
        return definition if 0 <= definition < len(self.t.kind) else -1

    # ------------------------------------------------------------------------------------------------------- numbers
    def printed(self, s: State, card: int, attr: int) -> int:
        """Its printed number, or that of the role it plays; 0 if it has none."""
        if card < 0:
            return self.t.numbers[self.copied(card)].get(attr, 0) if card < -1 else 0
        value = self._printed(s, card, attr)
        return 0 if value is None else value

    def _printed(self, s: State, card: int, attr: int) -> int | None:
        if s.flags[card] & 1:
            return self._role_number(s, card, attr)
        return self.t.numbers[s.defn[card]].get(attr)

    def _role_number(self, s: State, card: int, attr: int) -> int | None:
        t = self.t
        also: int | None = None
        for row in reversed(s.roles):
            cards, definition, more, numbers = row[0], row[1], row[2], row[3]
            if card not in cards:
                continue
            value = next((v for a, v in numbers if a == attr), None)
            if value is None:
                value = t.numbers[definition].get(attr)
            if more:
                also = value if also is None else also
                continue
            if value is not None or t.name[definition] >= 0:
                return value if value is not None else also
        own = t.numbers[s.defn[card]].get(attr)
        if own is None and s.defn[card] != s.printed[card] and t.name[s.defn[card]] < 0:
            own = t.numbers[s.printed[card]].get(attr)
        return own if own is not None else also

    def has_printed(self, s: State, card: int, attr: int) -> int:
        return 1 if card >= 0 and self._printed(s, card, attr) is not None else 0

    def attr(self, s: State, card: int, attr: int) -> int:
        """Its current number."""
        if card < 0:
            return self.printed(s, card, attr)
        base = self._printed(s, card, attr) or 0
        static = s.cast[C_MODIFIERS][attr]
        if not static and not s.modifiers:
            return base
        key = card * self.t.nattrs + attr
        if key in self.open:
            return base
        if len(self.open) >= MAX_OPEN:
            self.open.clear()
            raise Fault("depth", "numbers depend on each other too deeply")
        self.open.append(key)
        value = base
        plus = 0
        free = 0
        least = 0
        every = self.static[attr]
        for at in static:
            m = every[at]
            ability = m.ability
            if m.only_this:
                sources: Iterable[int] = (card,) if self.works(s, ability, card) else ()
            else:
                sources = self.working(s, ability)
            for this in sources:
                v = (this, self.controller(s, this) if this >= 0 else s.active, ())
                c = (card,)
                if not m.only_this and m.filter is not None and not m.filter(s, v, c):
                    continue
                if ability.condition is not None and not ability.condition(s, v, ()):
                    continue
                amount = m.amount(s, v, c)
                if ability.times is not None:
                    amount *= ability.times(s, v, ())
                if m.mode == SET:
                    value = amount
                elif m.floor:
                    plus += amount
                    least = max(least, m.floor - 1)
                else:
                    free += amount
        value = self._modified(s, card, attr, self.t.plan, value, plus, free, least)
        self.open.pop()
        return value

    def by_rows(self, s: State, card: int, attr: int, value: int, plus: int, free: int) -> int:
        """As `attr`, where nothing is being worked out and static modifiers are known: `plus` of those that do not make
        it less than nothing, `free` of those that may.
        """
        if attr not in map(_FIRST, s.modifiers):
            value += plus
            return value + free if value > 0 else free
        self.open.append(card * self.t.nattrs + attr)
        value = self._modified(s, card, attr, self.live, value, plus, free, 0)
        self.open.pop()
        return value

    def _modified(
        self, s: State, card: int, attr: int, plans: Any, value: int, plus: int, free: int, least: int
    ) -> int:
        """What rows make of a number besides."""
        for row in s.modifiers:
            if row[0] != attr:
                continue
            if row[3] == -1:
                if card not in row[2]:
                    continue
            elif not plans[row[3]](s, (row[7], row[8], (), *row[10]), (card,)):
                continue
            amount = row[4] if row[9] < 0 else plans[row[9]](s, (row[7], row[8], (), *row[10]), (card,))
            if row[1] == SET:
                value = amount
            elif row[5]:
                plus += amount
                least = max(least, row[5] - 1)
            else:
                free += amount
        start = value
        value += plus
        if value < least:
            value = max(0, min(least, start))  # a bound raises nothing
        return value + free

    def attr_from(self, s: State, card: int, attr: int, keyword: int) -> int:
        """What the abilities of a keyword add to a number of a card now."""
        total = 0
        key = card * self.t.nattrs + attr
        if card < 0 or key in self.open or len(self.open) >= MAX_OPEN:
            return 0
        self.open.append(key)
        for m in self.static[attr]:
            ability = m.ability
            if ability.image.keyword != keyword or m.mode == SET:
                continue
            for this in (card,) if m.only_this else self.working(s, ability):
                v = (this, self.controller(s, this) if this >= 0 else s.active, ())
                if m.only_this and not self.works(s, ability, card):
                    continue
                if not m.only_this and m.filter is not None and not m.filter(s, v, (card,)):
                    continue
                if ability.condition is None or ability.condition(s, v, ()):
                    amount = m.amount(s, v, (card,))
                    total += amount if ability.times is None else amount * ability.times(s, v, ())
        self.open.pop()
        return total

    # ------------------------------------------------------------------------------------------------------- traits
    def is_kind(self, s: State, card: int, kind: int) -> int:
        t = self.t
        if card < 0:
            return t.iskind[kind][self.copied(card)] if card < -1 else 0
        if t.iskind[kind][s.defn[card]]:
            return 1
        if not s.flags[card] and not s.grants and not self.static_grants:
            return 0
        if s.flags[card] & 1:
            if t.both[t.layout.zone[s.slot[card]]] and t.iskind[kind][s.printed[card]]:
                return 1
            for row in filter(_ALSO, s.roles):
                if card in row[0] and t.iskind[kind][row[1]]:
                    return 1
            if not s.grants and not self.static_grants:
                return 0
        return 1 if any(kind in t.isa[k] for k in self._granted(s, card, G_KIND)) else 0

    def _granted(self, s: State, card: int, what: int) -> list[int]:
        """What grants give this card (what they take is taken away again)."""
        if self.busy & 1 << what:
            return []  # a grant that depends on grants of its own sort sees what is printed
        self.busy |= 1 << what
        given: list[int] = []
        for g in self.static_grants:
            if g.what != what:
                continue
            for this in self._plainly(s, g.ability):
                v = (this, self.controller(s, this) if this >= 0 else s.active, ())
                if g.filter is not None and not g.filter(s, v, (card,)):
                    continue
                if g.ability.condition is not None and not g.ability.condition(s, v, ()):
                    continue
                self._give(given, g.value, g.lose)
        for row in s.grants:
            if row[0] != what:
                continue
            if row[4] == -1:
                if card not in row[3]:
                    continue
            elif not self.t.plan[row[4]](s, (row[6], row[7], ()), (card,)):
                continue
            self._give(given, row[1], row[2])
        self.busy &= ~(1 << what)
        return given

    @staticmethod
    def _give(given: list[int], value: int, lose: int) -> None:
        if not lose:
            given.append(value)
        elif value in given:
            given.remove(value)
        else:
            given.append(-2 - value)  # a mark: it loses what it has by itself

    def icons(self, s: State, card: int, family: int) -> tuple[int, ...]:
        t = self.t
        if card < 0:
            return t.icons[family][self.copied(card)] if card < -1 else ()
        base = t.icons[family][s.defn[card]]
        if not s.flags[card] and not s.grants and not self.static_grants:
            return base
        if s.flags[card] & 1:
            d = s.defn[card]
            if not base and d != s.printed[card] and t.name[d] < 0:
                base = t.icons[family][s.printed[card]]
            for row in s.roles:
                if row[2] and card in row[0]:
                    base += t.icons[family][row[1]]
        given = self._granted(s, card, G_ICON)
        if given:
            lost = [-2 - g for g in given if g < 0]
            base = tuple(i for i in base if i not in lost)
            base += tuple(g for g in given if g >= 0 and t.icon_family[g] == family and g not in base)
        return base

    def has_icon(self, s: State, card: int, icon: int) -> int:
        return 1 if icon in self.icons(s, card, self.t.icon_family[icon]) else 0

    def name(self, s: State, card: int, attr: int) -> int:
        if card < 0:
            return -1
        if s.flags[card] & 1 and any(map(_ALSO, s.roles)):
            for row in reversed(s.roles):  # what it is called besides
                if row[2] and card in row[0] and self.t.names[attr][row[1]] >= 0:
                    return self.t.names[attr][row[1]]
        d = s.defn[card]
        found = self.t.names[attr][d]
        if found < 0 and d != s.printed[card] and self.t.name[d] < 0:
            found = self.t.names[attr][s.printed[card]]
        return found

    def has_keyword(self, s: State, card: int, keyword: int) -> int:
        if card < 0:
            return 0
        has = keyword in self.t.keywords[s.defn[card]]
        if not s.flags[card] and not s.grants and not self.static_grants:
            return 1 if has else 0
        for row in s.roles:
            if row[2] and card in row[0] and keyword in self.t.keywords[row[1]]:
                has = True
        for g in self._granted(s, card, G_KEYWORD):
            if g == keyword:
                has = True
            elif g == -2 - keyword:
                has = False
        return 1 if has else 0

    # ------------------------------------------------------------------------------------------------------- abilities
    def abilities(self, s: State, card: int) -> tuple[int, ...]:
        """Its abilities now, in printed order, then those it was given."""
        if card < 0:
            return self.t.abilities[self.copied(card)] if card < -1 else ()
        d = s.defn[card]
        base = self.t.abilities[d]
        if not s.flags[card] and not s.grants and not self.static_grants:
            return base
        if not base and d != s.printed[card] and self.t.name[d] < 0:
            base = self.t.abilities[s.printed[card]]  # it is something else now, with the text it has
        for row in s.roles:
            if row[2] and card in row[0]:
                base += self.t.abilities[row[1]]
        for g in self._granted(s, card, G_ABILITY):
            if g >= 0:
                base += (g,)
            elif g == -1:
                base = ()
            else:
                base = tuple(a for a in base if a != -2 - g)
        return self._without(s, card, base)

    def _without(self, s: State, card: int, ids: tuple[int, ...]) -> tuple[int, ...]:
        """Abilities but for those of keywords the card has lost."""
        lost = {row[1] for row in s.grants if row[0] == G_KEYWORD and row[2]}
        lost.update(g.value for g in self.static_grants if g.what == G_KEYWORD and g.lose)
        lost = {keyword for keyword in lost if not self.has_keyword(s, card, keyword)}
        ability = self.t.ability
        return tuple(a for a in ids if ability[a].image.keyword not in lost) if lost else ids

    def playable(self, s: State, definition: int, card: int) -> tuple[int, ...]:
        """The play abilities of a definition, or of a card of that definition as it is now."""
        unusual = s.roles or s.grants or self.static_grants
        if unusual and card >= 0 and s.defn[card] == definition and (s.flags[card] or s.grants or self.static_grants):
            return tuple([i for i in self.abilities(s, card) if self.t.ability[i].kind == "play"])
        return self.t.plays[definition] if definition >= 0 else ()

    def works(self, s: State, ability: Ability, card: int) -> bool:
        """Whether this card carries the ability and lies where it works."""
        if not ability.zoneok[self.t.layout.zone[s.slot[card]]]:
            return False
        return self.carries(s, ability, card)

    def carries(self, s: State, ability: Ability, card: int) -> bool:
        if not s.flags[card] and not s.grants and not self.static_grants:
            return ability.id in self.t.abilities[s.defn[card]]
        return ability.id in self.abilities(s, card)

    def working(self, s: State, ability: Ability, seat: int = -1) -> list[int]:
        """Cards this ability works for now (-1: a rule), in card order. With a seat those before other seats may be
        left out.
        """
        if ability.always:
            return [-1]
        t = self.t
        found: list[int] = []
        zone = t.layout.zone
        ok = ability.zoneok
        slot = s.slot
        defn = s.defn
        holders = t.holders[ability.id]
        if ability.few:  # it works where few cards lie: look there
            zones = s.zones
            for place in ability.few if seat < 0 else ability.few_of[seat]:
                if place >= len(zones):
                    break
                for card in zones[place]:
                    if defn[card] in holders:
                        found.append(card)
            if len(found) > 1:
                found.sort()
        else:
            for d in holders:
                for card in s.bydef[d]:
                    if ok[zone[slot[card]]] and defn[card] == d:
                        found.append(card)
        if s.acting & ability.mask or s.grants or self.static_grants:
            return self._working_slow(s, ability, found)
        return found

    def _plainly(self, s: State, ability: Ability) -> list[int]:
        """As `working`, by definitions alone: abilities that grant are never granted."""
        if ability.always:
            return [-1]
        zone = self.t.layout.zone
        holders = self.t.holders[ability.id]
        found = [c for d in holders for c in s.bydef[d] if s.defn[c] == d]
        found += [c for c in s.changed if s.defn[c] in holders]
        return [c for c in found if ability.zoneok[zone[s.slot[c]]]]

    def reset(self) -> None:
        """Forget what was being worked out when a fault ended it."""
        self.open.clear()
        self.busy = 0

    def _working_slow(self, s: State, ability: Ability, found: list[int]) -> list[int]:
        zone = self.t.layout.zone
        if not s.grants and not self.static_grants:
            return self._working_roles(s, ability, found)
        more = set(found)
        more.update(s.changed)
        for role in s.roles:
            more.update(role[0])
        for row in s.grants:
            if row[0] == G_ABILITY:
                if row[4] == -1:
                    more.update(row[3])
                elif row[1] == ability.id or row[2]:
                    more.update(range(len(s.slot)))
        if any(g.what == G_ABILITY and g.value == ability.id for g in self.static_grants):
            more.update(range(len(s.slot)))
        return [c for c in sorted(more) if ability.zoneok[zone[s.slot[c]]] and ability.id in self.abilities(s, c)]

    def _working_roles(self, s: State, ability: Ability, found: list[int]) -> list[int]:
        """As `working`, where cards play roles: those may carry it as what they count as, or no longer."""
        t = self.t
        zone, flags = t.layout.zone, s.flags
        more: set[int] = set()
        for definition in t.holders[ability.id]:
            for card in s.bydef[definition]:
                if flags[card]:
                    more.add(card)
        for row in s.roles:
            if ability.id in t.abilities[row[1]]:
                more.update(row[0])
        if not more:
            return found
        plain = [card for card in found if not flags[card]]
        plain += [c for c in more if ability.zoneok[zone[s.slot[c]]] and ability.id in self.abilities(s, c)]
        plain.sort()
        return plain

    def times(self, s: State, ability: Ability, this: int, you: int) -> int:
        """How many copies of it this card has now."""
        if ability.times is None:
            return 1
        return max(0, int(ability.times(s, (this, you, ()), ())))
