"""Zones, kinds, counters, events and other tables of an image, from declarations."""

from __future__ import annotations

from cardwright.dsl.words import Kind, Procedure, SetDecl, Zone
from cardwright.runtime.bytecode.image import (
    EventDef,
    IconDef,
    KindDef,
    PeriodDef,
    ZoneDef,
)
from cardwright.runtime.bytecode.optable import SYSTEM

from .defs import ZoneInfo
from .image_base import ImageBase
from .primitives import LOGS, PRIMITIVES
from .setups import slot_names


class Tables(ImageBase):
    """Builds the tables of an image."""

    # ---------------------------------------------------------------------- words
    def tables(self) -> None:
        image, ids = self.image, self.ids
        for name in ("attached", "out"):
            image.zones.append(ZoneDef(ids.name(name), "table", "none"))
        image.name_attrs.append((ids.name("name"), True))
        image.name_kinds.append(())
        for verb, primitive in PRIMITIVES.items():
            if primitive not in ("refill", "close"):
                self.event(verb, primitive, LOGS[verb])
        for name, primitive in (("refill", "move"), ("renew", "none")):
            self.event(name, primitive, LOGS[name])
            self.image.system[name] = self.ids.events[name]
        self.event("get", "points", LOGS["get"])
        for one in self.sets:
            for point in one.points:
                ids.attrs[point.id] = len(image.attrs)
                image.attrs.append(ids.name(point.id))
                if point.of is not None:
                    self.defs.turn_points.add(point.id)
        image.points = len(image.attrs)
        for one in self.sets:
            for number in one.numbers:
                ids.attrs[number.id] = len(image.attrs)
                image.attrs.append(ids.name(number.id))
            for kind in one.kinds:
                for name, type_ in kind.fields.items():
                    if type_ == "number":
                        ids.attrs[f"{one.name}:{name}"] = len(image.attrs)
                        image.attrs.append(ids.name(f"{one.name}:{name}"))
            for family in one.icons:
                if family.same_as is not None:
                    ids.families[family.id] = ids.families[self.find(ids.families, family.same_as, one.name)]
                    if family.none is not None:
                        self.defs.none_counts.add(family.id)
                    continue
                ids.families[family.id] = len(image.families)
                image.families.append(ids.name(family.id))
                for icon in family.of:
                    ids.icons[f"{one.name}:{icon}"] = len(image.icons)
                    image.icons.append(IconDef(ids.name(f"{one.name}:{icon}"), ids.families[family.id]))
            for attr in one.names:
                ids.name_attrs[attr.id] = len(image.name_attrs)
                image.name_attrs.append((ids.name(attr.id), attr.else_ is not None))
            for zone in one.zones:
                self.zone(zone)
        for one in self.sets:
            for kind in one.kinds:
                ids.kinds[kind.id] = len(ids.kinds)
                image.kinds.append(KindDef(ids.name(kind.id)))
        for one in self.sets:
            for kind in one.kinds:
                self.kind(one, kind)
            self._name_kinds(one)
            for counter in one.counters:
                ids.counters[counter.id] = len(image.counters)
                image.counters.append((ids.name(counter.id), counter.starts or 0))
            for keyword in one.keywords:
                ids.keywords[keyword.id] = len(image.keywords)
                image.keywords.append(ids.name(keyword.id))
            for procedure in one.procedures:
                self.period(procedure)
            for label in one.labels:
                ids.labels[label.id] = ids.name(label.id)
        for one in self.sets:
            for zone in one.zones:
                self.zone_links(one, zone)
            for kind in one.kinds:
                if kind.alone is not None:
                    self.defs.alone[kind.id] = ids.counters[self.find(ids.counters, kind.alone, one.name)]
        self.system()

    def event(self, name: str, prim: str, log: str) -> None:
        self.ids.events[name] = len(self.image.events)
        self.image.events.append(EventDef(self.ids.name(name), prim, log))

    def zone(self, zone: Zone) -> None:
        ids = self.ids
        ids.zones[zone.id] = len(self.image.zones)
        spaces: tuple[int, ...] = (ids.name(zone.id),)
        names: tuple[str, ...] = ()
        if isinstance(zone.spaces, tuple):
            names = tuple(str(name) for name in zone.spaces)
            spaces = tuple(ids.name(name) for name in names)
        elif isinstance(zone.spaces, int):
            spaces = tuple(ids.name(f"{zone.name} {i + 1}") for i in range(zone.spaces))
        self.image.zones.append(
            ZoneDef(
                ids.name(zone.id),
                "player" if zone.of == "player" else "table",
                zone.order or "none",
                spaces,
                zone.seen_by or "all",
                both=zone.both_kinds,
            )
        )
        self.defs.zones[zone.id] = ZoneInfo(
            zone.of == "player",
            zone.order == "row",
            zone.order == "stack",
            zone.seen_by == "nobody",
            names,
            zone.renew_from is not None,
            for_good=zone.for_good,
            shuffled=(zone.put_back or ("shuffled" if zone.seen_by == "nobody" else "")) == "shuffled",
        )

    def zone_links(self, one: SetDecl, zone: Zone) -> None:
        made = self.image.zones[self.ids.zones[zone.id]]
        if zone.renew_from is not None:
            source = self.find(self.ids.zones, zone.renew_from, one.name)
            made.renew = self.ids.zones[source]
            self.defs.zones[zone.id].renewed_from = source
        if zone.above is not None:
            self.defs.zones[zone.id].above = self.find(self.ids.zones, zone.above, one.name)
        if zone.refill_from is not None:
            made.refill = self.ids.zones[self.find(self.ids.zones, zone.refill_from, one.name)]

    def kind(self, one: SetDecl, kind: Kind) -> None:
        made = self.image.kinds[self.ids.kinds[kind.id]]
        above = [self.find(self.ids.kinds, name, one.name) for name in kind.is_]
        made.isa = tuple(
            dict.fromkeys(
                (
                    self.ids.kinds[kind.id],
                    *(k for a in above for k in (self.ids.kinds[a], *self.image.kinds[self.ids.kinds[a]].isa)),
                )
            )
        )
        if kind.home is not None:
            home = self.find(self.ids.zones, kind.home, one.name)
            made.home = self.ids.zones[home]
            self.defs.kind_home[kind.id] = home
        places = tuple(self.find(self.ids.zones, zone, one.name) for zone in kind.works_in)
        made.works = tuple(self.ids.zones[zone] for zone in places)
        if not places:  # as for the kinds whose words it answers to
            made.works = next((known.works for a in above if (known := self.image.kinds[self.ids.kinds[a]]).works), ())
        parts = tuple(self.find(self.ids.kinds, str(name), one.name) for name in kind.parts.values() if name)
        self.defs.part_kinds |= set(parts)
        self.defs.kind_parts[kind.id] = parts
        self.defs.kind_lacking[kind.id] = {
            self.ids.attrs[self.find(self.ids.attrs, str(a), one.name)]: self.ids.attrs[
                self.find(self.ids.attrs, str(b), one.name)
            ]
            for a, b in kind.lacking.items()
        }
        yours = tuple(self.find(self.ids.zones, zone, one.name) for zone in kind.yours_in)
        inherited = next((self.defs.kind_yours[name] for name in above if self.defs.kind_yours.get(name)), ())
        self.defs.kind_yours[kind.id] = yours or inherited
        self.defs.kind_place[kind.id] = places or ((home,) if kind.home is not None else ())

    def _name_kinds(self, one: SetDecl) -> None:
        """A name attribute stands for the card name only on kinds that carry it."""
        for attr in one.names:
            carrying = tuple(self.ids.kinds[kind.id] for s in self.sets for kind in s.kinds if attr.name in kind.fields)
            self.image.name_kinds.append(carrying)
            self.grouped |= {kind.id for s in self.sets for kind in s.kinds if attr.name in kind.fields}
        slots = slot_names(self.sets)
        called = {kind.id for s in self.sets for kind in s.kinds if str(kind.plural) in slots}
        self.defs.chosen_by_name |= called & self.grouped

    def period(self, procedure: Procedure) -> None:
        if procedure.period is not None:
            name = f"{procedure.set}:{procedure.period}"
            if name not in self.ids.periods:
                self.ids.periods[name] = len(self.image.periods)
                self.image.periods.append(PeriodDef(self.ids.name(name)))

    def system(self) -> None:
        """Words of the sets the kernel must know by number, found by what they are declared to be."""
        for one in self.sets:
            for zone in one.zones:
                if zone.serves:
                    self.image.system.setdefault(zone.serves, self.ids.zones[zone.id])
            for procedure in one.procedures:
                if procedure.serves in SYSTEM and procedure.period is not None:
                    period = self.ids.periods[f"{procedure.set}:{procedure.period}"]
                    self.image.system.setdefault(procedure.serves, period)
