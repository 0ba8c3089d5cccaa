"""The verifier: an image that passes can be linked and run without a crash, a hang or a reach into the host.

Tables first (every id in range, every word of a closed list known), then plans, then procedures. What types cannot tell
(a number that is no card) the machine answers with a named fault. Must not know the compiler.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .flow import Flow
from .image import AbilityDef, Image
from .optable import SYSTEM
from .plantypes import PlanChecker, PlanType, assignable
from .refused import ImageRefused, unverified
from .setups import verify_setups

ORDERS = ("stack", "row", "none")
SEEN = ("all", "owner", "nobody")
PRIMS = ("move", "points", "set", "shuffle", "show", "look", "turn", "attach", "close", "role", "none")
KINDS = ("play", "on", "would", "static", "use", "label", "state")
USES = ("", "turn", "each turn", "game")
MAX_SPACES = 100
MAX_TABLE = 100_000


def verify(image: Image) -> None:
    """Refuse an image that is not well formed."""
    Verifier(image).run()


class Verifier:
    def __init__(self, image: Image) -> None:
        self.image = image
        self.plans = PlanChecker(image)
        self.flow = Flow(image, image.procs, image.plans, self.plans, False)

    def run(self) -> None:
        self._tables()
        self._zones()
        self._definitions()
        for number in range(len(self.image.plans)):
            self.plan(number)
        for number in range(len(self.image.abilities)):
            self.ability(number)
        self._acts()
        verify_setups(self.image)
        for number, table in enumerate(self.image.setups):
            self._plan(table.score, "num", 3, (), f"set-up {number}: the score")
        for number in range(len(self.image.procs)):
            self.proc(number)

    def plan(self, number: int) -> None:
        self._any_plan(self.image.plans[number], f"plan {number}")

    def ability(self, number: int) -> None:
        self._ability(self.image.abilities[number], f"ability {number}")

    def proc(self, number: int) -> None:
        self.flow.proc(number)

    # ------------------------------------------------------------------------------------------------------- helpers
    def _in(self, value: Any, table: int, where: str, none: bool = True) -> None:
        if type(value) is not int or not (-1 if none else 0) <= value < table:
            raise unverified(f"{where}: number {value!r} of a table of {table}")

    def _ins(self, values: Iterable[Any], table: int, where: str) -> None:
        for value in values:
            self._in(value, table, where, none=False)

    def _one_of(self, value: Any, known: tuple[str, ...], where: str) -> None:
        if value not in known:
            raise unverified(f"{where}: {str(value)[:40]!r}")

    def _any_plan(self, plan: object, where: str) -> PlanType:
        """A plan may be used with candidates, up to two; they are typed `any` here and again where it is used."""
        for cands in ((), ("any",)):
            try:
                return self.plans.plan(plan, cands, where)
            except ImageRefused:
                continue
        return self.plans.plan(plan, ("any", "any"), where)

    def _plan(
        self, number: int, wanted: str, locals_: int, cands: tuple[str, ...], where: str, none: bool = True
    ) -> None:
        self._in(number, len(self.image.plans), where, none)
        if number < 0:
            return
        found = self.plans.plan(self.image.plans[number], cands, where)
        if not assignable(found.type, wanted):
            raise unverified(f"{where}: a {wanted} is wanted, not {found.type}")
        if found.locals > locals_:
            raise unverified(f"{where}: the plan reads local {found.locals - 1}")

    # ------------------------------------------------------------------------------------------------------- tables
    def _tables(self) -> None:
        i = self.image
        for name in ("names", "zones", "kinds", "attrs", "events", "cards", "abilities", "procs", "plans", "sentences"):
            if len(getattr(i, name)) > MAX_TABLE:
                raise unverified(f"{name}: too many")
        names = len(i.names)
        if not 0 <= i.points <= len(i.attrs):
            raise unverified("points: more than there are numbers")
        self._ins(i.attrs, names, "attrs")
        self._ins(i.families, names, "families")
        self._ins(i.keywords, names, "keywords")
        self._ins((n for n, _ in i.name_attrs), names, "name_attrs")
        self._ins((n for n, _ in i.counters), names, "counters")
        for period in i.periods:
            self._in(period.name, names, "periods", none=False)
        for icon in i.icons:
            self._in(icon.name, names, "icons", none=False)
            self._in(icon.family, len(i.families), "icons", none=False)
        for event in i.events:
            self._in(event.name, names, "events", none=False)
            self._one_of(event.prim, PRIMS, "an event")
        for kinds in i.name_kinds:
            self._ins(kinds, len(i.kinds), "name_kinds")
        for key, proc in i.entry.items():
            self._in(proc, len(i.procs), f"entry {key[:40]}", none=False)
        limits = {"turn": len(i.periods), "leaving": len(i.zones), "resolving": len(i.zones)}
        for key, value in i.system.items():
            self._one_of(key, SYSTEM, "system")
            self._in(value, limits.get(key, len(i.events)), f"system {key}")

    def _zones(self) -> None:
        i = self.image
        if len(i.zones) < 2 or any(z.owner != "table" or len(z.spaces) > 1 for z in i.zones[:2]):
            raise unverified("zones: the first two are those of attached cards and of cards that are out")
        for number, zone in enumerate(i.zones):
            where = f"zone {number}"
            self._in(zone.name, len(i.names), where, none=False)
            self._one_of(zone.owner, ("table", "player"), where)
            self._one_of(zone.order, ORDERS, where)
            self._one_of(zone.seen, SEEN, where)
            if len(zone.spaces) > MAX_SPACES:
                raise unverified(f"{where}: too many spaces")
            for other in (zone.renew, zone.refill):
                self._in(other, len(i.zones), where)
                if other >= 0 and i.zones[other].owner == "player" and zone.owner != "player":
                    raise unverified(f"{where}: fed from a player's zone")
            for proc in (zone.out, zone.on_full):
                self._in(proc, len(i.procs), where)
                if proc >= 0 and i.procs[proc].params > 1:
                    raise unverified(f"{where}: its procedure takes more than the card")
        leaving = i.system.get("leaving", -1)
        if leaving >= 0 and (i.zones[leaving].owner != "table" or len(i.zones[leaving].spaces) > 1):
            raise unverified("system leaving: a zone of the table without spaces")

    def _definitions(self) -> None:
        i = self.image
        for number, kind in enumerate(i.kinds):
            where = f"kind {number}"
            self._in(kind.name, len(i.names), where, none=False)
            self._ins(kind.isa, len(i.kinds), where)
            self._in(kind.home, len(i.zones), where)
            self._ins(kind.works, len(i.zones), where)
        for number, card in enumerate(i.cards):
            where = f"card {number}"
            self._in(card.name, len(i.names), where)
            self._in(card.kind, len(i.kinds), where, none=False)
            self._ins(card.numbers, len(i.attrs), where)
            self._ins(card.icons, len(i.icons), where)
            self._ins(card.names, max(1, len(i.name_attrs)), where)
            self._ins(card.names.values(), len(i.names), where)
            self._ins(card.abilities, len(i.abilities), where)
            self._ins(card.keywords, len(i.keywords), where)
            self._in(card.copied, len(i.cards), where)
            self._in(card.turned, len(i.cards), where)
            for want in card.wants:
                self._in(want[0], len(i.kinds), where, none=False)
            for part in card.parts.values():
                self._ins(part, len(i.cards), where)

    # ------------------------------------------------------------------------------------------------------- abilities
    def _ability(self, a: AbilityDef, where: str) -> None:
        i = self.image
        if type(a.card) is not int or not -3 <= a.card < len(i.cards):
            raise unverified(f"{where}: its card")
        self._one_of(a.kind, KINDS, where)
        self._one_of(a.level, ("event", "unit"), where)
        self._one_of(a.uses, USES, where)
        self._in(a.proc, len(i.procs), where)
        self._in(a.event, len(i.events), where, none=a.kind not in ("on", "would"))
        self._ins(a.zones, len(i.zones), where)
        self._in(a.label, len(i.names), where)
        self._in(a.keyword, len(i.keywords), where)
        self._in(a.sentence, len(i.sentences), where)
        captured = i.procs[a.proc].params if a.proc >= 0 else 0
        self._plan(a.pattern, "bool", 3 + captured, (), where)
        self._plan(a.you, "player", 3 + captured, (), where)
        self._plan(a.condition, "bool", 3 + captured, (), where)
        self._plan(a.times, "num", 3, ("card",) if a.kind == "static" else (), where)
        for family, template in a.rows:
            self._template(family, template, where)

    def _template(self, family: str, template: tuple[Any, ...], where: str) -> None:
        i = self.image
        lengths = {"modifier": 6, "permission": 6, "grant": 5}
        if family not in lengths or len(template) != lengths[family]:
            raise unverified(f"{where}: a template of {family[:40]}")
        card = ("card",)
        if family == "modifier":
            attr, mode, group, filter_, amount, floor = template
            self._in(attr, len(i.attrs), where, none=False)
            self._in(mode, 2, where, none=False)
            self._in(floor, MAX_TABLE, where, none=False)
            if group != ():
                raise unverified(f"{where}: a template with cards")
            self._plan(filter_, "bool", 3, card, where)
            self._plan(amount, "num", 3, card, where, none=False)
        elif family == "grant":
            what, value, lose, group, filter_ = template
            tables = (len(i.abilities), len(i.keywords), len(i.icons), len(i.kinds))
            self._in(what, 4, where, none=False)
            self._in(value, tables[what], where)
            self._in(lose, 2, where, none=False)
            if group != ():
                raise unverified(f"{where}: a template with cards")
            self._plan(filter_, "bool", 3, card, where)
        else:
            act, kind, who, filter_, if_, price = template
            self._in(act, len(i.acts), where)
            self._in(kind, 3, where, none=False)
            self._plan(who, "bool", 3, ("player",), where)
            self._plan(filter_, "bool", 4, card, where)
            self._plan(if_, "bool", 4, card, where)
            self._price(price, where)

    def _price(self, price: Any, where: str) -> None:
        if price == -1:
            return
        if not isinstance(price, tuple) or len(price) != 4 or not isinstance(price[1], tuple):
            raise unverified(f"{where}: a price")
        self._in(price[0], 10, where, none=False)
        self._ins(price[1], self.image.points, where)
        if price[0] in (3, 4, 6, 7):
            self._plan(price[2], "num", 4, ("card",), where, none=False)
        if price[0] == 5:
            self._in(price[3], max(1, len(self.image.name_attrs)), where, none=False)

    def _acts(self) -> None:
        i = self.image
        for number, price in enumerate(i.prices):
            self._plan(price.amount, "num", 4, (), f"price {number}", none=False)
            self._ins(price.points, i.points, f"price {number}")
        for number, act in enumerate(i.acts):
            where = f"act {number}"
            self._in(act.name, len(i.names), where, none=False)
            self._plan(act.cards, "cards", 3, (), where, none=False)
            self._plan(act.if_, "bool", 4, (), where)
            self._in(act.proc, len(i.procs), where)
            if act.proc >= 0 and i.procs[act.proc].params != 1:
                raise unverified(f"{where}: its procedure takes the card")
            self._in(act.price, len(i.prices), where)
