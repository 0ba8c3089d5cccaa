"""The driver: declarations and cards of linked sets become one image.

Order: tables of words, verbs and terms, procedures (numbered first, so that they may call each other), labels and
keywords, cards, rules, set-up tables. A tree the machine cannot carry is reported at its place and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cardwright.dsl.diagnostics import Span
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.source import Mapping, Scalar, Text
from cardwright.dsl.words import Card, Kind, Procedure, SetDecl, Step, Zone
from cardwright.dsl.words import Face as Face_
from cardwright.runtime.bytecode.image import (
    ActDef,
    CardDef,
    EventDef,
    IconDef,
    Image,
    KindDef,
    PeriodDef,
    PriceDef,
    ProcDef,
    ZoneDef,
)
from cardwright.runtime.bytecode.optable import SYSTEM

from .abilities import Abilities
from .code import FIXED_LOCALS, Code
from .copies import as_copied
from .defs import Defs, TermDef, VerbDef, ZoneInfo
from .faces import Face, KeywordDef, LabelDef, SentenceOf
from .ids import Ids
from .plans import Plans
from .primitives import LOGS, PRIMITIVES
from .procedures import Procedures
from .resolved import Resolver, Unresolved
from .rewriting import located, substituted
from .scope import Env
from .sentences import Sentences
from .setups import lower_setups
from .unlowered import Unlowered

ICON_LABEL = "{icons}"
Report = Callable[[str, Span], None]


class Lowering(SentenceOf):
    """One image under construction."""

    def __init__(self, sets: Sequence[SetDecl], resolvers: dict[str, Resolver], report: Report) -> None:
        self.sets = sets
        self.resolvers = resolvers
        self.report = report
        self.image = Image()
        self.ids = Ids(self.image)
        self.defs = Defs()
        self.plans = Plans(self.ids, self.defs)
        self.sentences = Sentences(self.image)
        self.abilities = Abilities(self.plans, self)
        self.visible: dict[str, list[str]] = {}
        self.facts: set[int] = set()
        self.grouped: set[str] = (
            self.abilities.grouped
        )  # kinds whose cards are chosen by a name they share, or not at all
        self._reader: Resolver | None = None
        self._text: Text | None = None
        self._lines: tuple[t.Line, ...] = ()
        self._known: dict[tuple[int, int], int] = {}

    # ---------------------------------------------------------------------- driver
    def lower(self) -> Image:
        for one in self.sets:
            self.visible[one.name] = [one.name, *self._requires(one)]
        self.image.sets = tuple((s.name, s.version) for s in self.sets)
        self.tables()
        for one in self.sets:
            self.declared(one)
        self.procedures()
        for one in self.sets:
            self.labels_and_keywords(one)
        for one in self.sets:
            for card in one.cards:
                self.card(card)
        for one in self.sets:
            self.rules(one)
            self.places(one)
        homes = {
            str(term.name): self.ids.zones[zone]
            for one in self.sets
            for term in one.terms
            for zone in [self.defs.terms[term.id].home if term.id in self.defs.terms else None]
            if zone is not None
        }
        lower_setups(self.sets, self.ids, self.find, homes)
        return self.image

    def _requires(self, one: SetDecl) -> list[str]:
        by_name = {s.name: s for s in self.sets}
        found: list[str] = []
        for name in one.requires:
            if name in by_name and name not in found:
                found += [name, *(n for n in self._requires(by_name[name]) if n not in found)]
        return found

    def find(self, table: Iterable[str], name: str, of: str) -> str:
        """The qualified id of a word as a set sees it; KeyError if it sees none (the reader has reported that)."""
        known = set(table)
        if name in known:
            return name
        for one in self.visible[of]:
            if f"{one}:{name}" in known:
                return f"{one}:{name}"
        raise KeyError(name)

    def guarded(self, span: Span, work: Callable[[], None]) -> None:
        """Report what cannot be carried, and go on with the next declaration."""
        try:
            work()
        except Unlowered as failure:
            self.report(failure.what, self.place(failure.node) or span)
        except Unresolved:
            return
        except KeyError as missing:
            self.report(f"what depends on {missing.args[0]}", span)

    def place(self, node: t.Node) -> Span | None:
        """Where a node stands, if it is of the text being lowered."""
        if self._text is None or node.span == t.NO_SPAN:
            return None
        for line, source in zip(self._lines, self._text.lines, strict=False):
            if any(inner is node for inner in line.walk()):
                return source.span(*node.span)
        return None

    # ---------------------------------------------------------------------- words
    def tables(self) -> None:
        image, ids = self.image, self.ids
        for name in ("attached", "out"):
            image.zones.append(ZoneDef(ids.name(name), "table", "none"))
        image.name_attrs.append((ids.name("name"), True))
        image.name_kinds.append(())
        for verb, primitive in PRIMITIVES.items():
            if primitive != "refill":
                self.event(verb, primitive, LOGS[verb])
        for name, primitive in (("refill", "move"), ("renew", "none")):
            self.event(name, primitive, LOGS[name])
            self.image.system[name] = self.ids.events[name]
        self.event("get", "points", LOGS["get"])
        for one in self.sets:
            for point in one.points:
                ids.attrs[point.id] = len(image.attrs)
                image.attrs.append(ids.name(point.id))
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
            names,
            zone.renew_from is not None,
            zone.order == "stack" and zone.seen_by == "nobody",
        )

    def zone_links(self, one: SetDecl, zone: Zone) -> None:
        made = self.image.zones[self.ids.zones[zone.id]]
        if zone.renew_from is not None:
            made.renew = self.ids.zones[self.find(self.ids.zones, zone.renew_from, one.name)]
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
        self.defs.part_kinds |= {self.find(self.ids.kinds, str(name), one.name) for name in kind.parts.values() if name}
        self.defs.kind_place[kind.id] = places or ((home,) if kind.home is not None else ())

    def _name_kinds(self, one: SetDecl) -> None:
        """A name attribute stands for the card name only on kinds that carry it."""
        for attr in one.names:
            carrying = tuple(self.ids.kinds[kind.id] for s in self.sets for kind in s.kinds if attr.name in kind.fields)
            self.image.name_kinds.append(carrying)
            self.grouped |= {kind.id for s in self.sets for kind in s.kinds if attr.name in kind.fields}

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

    # ---------------------------------------------------------------------- verbs, terms
    def declared(self, one: SetDecl) -> None:
        resolver = self.resolvers[one.name]
        for verb in one.verbs:
            self.event(verb.id, "none", str(verb.log) if verb.log is not None else "")
        for event in one.events:
            self.event(event.id, "none", str(event.log) if event.log is not None else "")
            ends = str(event.ends) if event.ends is not None else ""
            self.defs.verbs[event.id] = VerbDef(
                event.id, "card" if event.of and "you" not in event.of else "player", event=event.id, ends=ends
            )
        for term in one.terms:
            self.guarded(term.span, lambda term=term: self.term(one, term, resolver))  # type: ignore[misc]
        for verb in one.verbs:
            self.guarded(verb.span, lambda verb=verb: self.verb(one, verb, resolver))  # type: ignore[misc]

    def term(self, one: SetDecl, term, resolver: Resolver) -> None:  # type: ignore[no-untyped-def]
        owner = isinstance(term.of, Scalar) and term.of.value == "player"
        scope: dict[str, str] = {}
        if isinstance(term.of, Mapping):
            scope = {str(key.value): str(value.value) for key, value in term.of if isinstance(value, Scalar)}
        params = ("you",) if owner else tuple(scope)
        for kind, text in (
            ("selector", term.is_),
            ("number", term.number),
            ("condition", term.condition),
            ("place", term.place),
        ):
            if text is not None:
                body = resolver.fragment(kind, text, scope)
                assert isinstance(body, (t.Value, t.Condition))
                home = self.find(self.ids.zones, term.home, one.name) if term.home is not None else None
                self.defs.terms[term.id] = TermDef(params, body, term.adjective, home)
                if owner:
                    self.defs.belongings = term.id

    def verb(self, one: SetDecl, verb, resolver: Resolver) -> None:  # type: ignore[no-untyped-def]
        made = VerbDef(verb.id, "card" if verb.subject == "card" else "player", str(verb.takes or ""), event=verb.id)
        self.defs.verbs[verb.id] = made
        if verb.from_ is not None:
            made.source = (
                "home" if str(verb.from_) == "home" else self.source(resolver.fragment("place", verb.from_, {}))
            )
        if verb.to is not None:
            target = "required" if str(verb.to) == "required" else resolver.fragment("place", verb.to, {})
            made.target = target  # type: ignore[assignment]
        if verb.procedure is not None:
            made.procedure = self.find((p.id for s in self.sets for p in s.procedures), verb.procedure, one.name)
        if verb.does is not None:
            scope = {"cards": "cards", "to": "a place", "subject": "a card", "amount": "a number"}
            does = resolver.fragment("effect", verb.does, scope)
            assert isinstance(does, t.Effect)
            made.does = does
            if isinstance(does, t.Do) and does.verb in PRIMITIVES:
                self.image.events[self.ids.events[verb.id]].prim = PRIMITIVES[does.verb]

    def source(self, place: t.Node) -> t.Value:
        """ "the top of your deck" as the place objects come from is the selector of its top cards."""
        if isinstance(place, t.Zone) and place.place in ("top", "bottom"):
            zone = replace(place, place="")
            return t.Sel("card", t.Quant("the"), (t.InZone((zone,)),), t.Pos(place.place))
        assert isinstance(place, t.Value)
        return place

    # ---------------------------------------------------------------------- procedures
    def procedures(self) -> None:
        decls = {p.id: p for one in self.sets for p in one.procedures}
        for decl in decls.values():
            self.plans.procedures[decl.id] = len(self.image.procs)
            self.image.procs.append(ProcDef(decl.id, 0, FIXED_LOCALS, ()))
            if decl.serves:
                self.image.entry.setdefault(decl.serves, self.plans.procedures[decl.id])
        for decl in decls.values():
            if decl.act is not None:
                self.ids.acts[f"{decl.set}:{decl.act}"] = len(self.image.acts)
                self.plans.acts[decl.id] = len(self.image.acts)
                self.image.acts.append(ActDef(self.ids.name(str(decl.act)), -1, proc=self.plans.procedures[decl.id]))
        for decl in decls.values():
            self.guarded(decl.span, lambda decl=decl: self.procedure(decl, decls))  # type: ignore[misc]
        for one in self.sets:
            for zone in one.zones:
                if zone.out is not None:
                    self._out(one, zone)

    def procedure(self, decl: Procedure, decls: dict[str, Procedure]) -> None:
        resolver = self._reader = self.resolvers[decl.set]
        lowering = Procedures(self.plans, self.abilities, resolver, self.sentences)
        lowering.decls, lowering.facts, lowering.readers = decls, self.facts, self.resolvers
        index = self.plans.procedures[decl.id]
        self.image.procs[index] = ProcDef(
            decl.id, len([n for n in decl.of if n != "you"]), FIXED_LOCALS + len(decl.of), self._nothing()
        )
        self.image.procs[index] = lowering.lower(decl, self._steps(decl))
        if decl.act is not None:
            self.act(decl, resolver)

    def _nothing(self) -> tuple[int, ...]:
        return Code(self.ids, "").finish().code

    def _steps(self, decl: Procedure) -> tuple[Step, ...]:
        """Its steps, with those other sets put before, after or in place of one."""
        steps = list(decl.steps)
        for one in self.sets:
            for step in one.steps:
                anchor = step.before or step.after or step.instead_of
                places = [i for i, s in enumerate(steps) if s.name == anchor]
                if not places or (step.of is not None and str(step.of) not in (decl.name, decl.id)):
                    continue
                at = places[0]
                if step.instead_of is not None:
                    steps[at] = replace(step, name=steps[at].name)
                else:
                    steps.insert(at if step.before is not None else at + 1, step)
        return tuple(steps)

    def act(self, decl: Procedure, resolver: Resolver) -> None:
        assert decl.act is not None
        made = self.image.acts[self.ids.acts[f"{decl.set}:{decl.act}"]]
        scope: dict[str, str] = {str(name): str(text) for name, text in decl.of.items()}
        card, on = next((name, text) for name, text in decl.of.items() if name != "you")
        selector = resolver.fragment("selector", on, {})
        assert isinstance(selector, t.Value)
        made.cards = self.ids.plan(self.plans.group(selector, Env()))
        if isinstance(selector, t.Sel):
            self.plans.subjects[decl.id] = selector.noun
        env = Env(params={card: ("local", FIXED_LOCALS)})
        if decl.start_if is not None:
            condition = resolver.fragment("condition", decl.start_if, scope)
            assert isinstance(condition, t.Condition)
            made.if_ = self.ids.plan(self.plans.cond(condition, env))
        for amount, points in decl.price.items():
            number = resolver.words("number", str(amount), points, scope)
            assert isinstance(number, t.Value)
            kinds = tuple(
                self.ids.attrs[self.find(self.ids.attrs, name.strip(), decl.set)] for name in str(points).split(" or ")
            )
            made.price = len(self.image.prices)
            self.image.prices.append(PriceDef(self.ids.plan(self.plans.num(number, env)), kinds))

    def _out(self, one: SetDecl, zone: Zone) -> None:
        """A card pushed out of a row runs the declared procedure with itself as argument."""
        verb = self.defs.verbs.get(self.find(self.defs.verbs, str(zone.out), one.name))
        if verb is None or verb.procedure is None:
            return
        code = Code(self.ids, f"{zone.id}: out")
        for plan in (("you",), ("this",)):
            code.eval(plan)
        code.op("CALLAS", self.plans.procedures[verb.procedure], 1)
        code.op("POP")
        self.image.zones[self.ids.zones[zone.id]].out = len(self.image.procs)
        self.image.procs.append(code.finish())

    # ---------------------------------------------------------------------- labels
    def labels_and_keywords(self, one: SetDecl) -> None:
        resolver = self.resolvers[one.name]
        for label in one.labels:
            self.guarded(label.span, lambda label=label: self.label(one, label, resolver))  # type: ignore[misc]
        for keyword in one.keywords:
            self.guarded(keyword.span, lambda keyword=keyword: self.keyword(one, keyword, resolver))  # type: ignore[misc]

    def label(self, one: SetDecl, label, resolver: Resolver) -> None:  # type: ignore[no-untyped-def]
        when = resolver.fragment("event", label.when, {}) if label.when is not None else None
        assert when is None or isinstance(when, t.EventPattern)
        if str(label.name) == ICON_LABEL:
            assert when is not None
            self.abilities.superpower.event = when.event
            return
        you = resolver.fragment("player", label.you, {}) if label.you is not None else None
        nouns = tuple(t.Sel(self.noun(name, one.name), t.Quant("any")) for name in label.on)
        made = LabelDef(
            label.id,
            t.Union(nouns, either=True),
            when,
            you if isinstance(you, t.Value) else None,
            use=label.use is not None,
            standing=label.standing,
            loses=label.loses_when,
            set_up=str(label.set_up or ""),
            counter=self.find(self.ids.counters, label.numbered_by, one.name) if label.numbered_by is not None else "",
        )
        self.abilities.labels.setdefault(label.id, []).append(made)

    def noun(self, name: str, of: str) -> str:
        return self.find([*self.ids.kinds, *self.defs.terms], name, of)

    def keyword(self, one: SetDecl, keyword, resolver: Resolver) -> None:  # type: ignore[no-untyped-def]
        made = KeywordDef(keyword.id)
        self.abilities.keywords[keyword.id] = made
        scope = {name: str(text) for name, text in keyword.of.items()}
        for name, text in keyword.bodies.items():
            noun = self.noun(str(name), one.name)
            body = resolver.fragment("lines", text, scope, noun)
            assert isinstance(body, t.CardText)
            made.bodies.append((noun, body))
        if keyword.copied is not None and made.bodies:
            copied = resolver.fragment("lines", keyword.copied, scope, made.bodies[0][0])
            assert isinstance(copied, t.CardText)
            made.copied = copied

    # ---------------------------------------------------------------------- cards
    def card(self, card: Card) -> int:
        """A card and those that belong to it; its index."""
        face = card.face
        index = self.ids.cards[card.id] = len(self.image.cards)
        made = self.printed(card, face)
        made.copies = card.copies
        own = {a: n for a, n in made.names.items() if n != made.name or not self.image.name_attrs[a][1]}
        made.group = next(iter(own.values()), -1 if face.kind in self.grouped else made.name)
        others: dict[str, int] = {}
        for other in card.faces[1:]:
            others.setdefault(other.kind, len(self.image.cards))
            self.printed(card, other)
        for number, other in zip((index, *range(index + 1, len(self.image.cards))), card.faces, strict=False):
            self.face_of(card, other, number, others)
        made.parts = {
            self.ids.name(part): tuple(self.card(inner) for inner in cards) for part, cards in card.parts.items()
        }
        return index

    def printed(self, card: Card, face: Face_) -> CardDef:
        """A definition with what is printed on a face besides its text."""
        made = CardDef(self.ids.name(str(card.name)), self.ids.kinds[face.kind], copies=0)
        self.image.cards.append(made)
        made.numbers = {
            self.ids.attrs[number]: printed.value
            for number, printed in face.numbers.items()
            if number in self.ids.attrs
        }
        made.icons = tuple(self.ids.icons[icon] for icon in face.icons)
        made.names = {self.ids.name_attrs[attr]: self.ids.name(str(name)) for attr, name in face.names.items()}
        return made

    def face_of(self, card: Card, face: Face_, index: int, others: dict[str, int]) -> None:
        if face.text is not None:
            self.guarded(face.span, lambda: self.face(card, face, index, others))
            self.image.cards[index].text = tuple(str(line) for line in face.text.lines)

    def face(self, card: Card, face: Face_, index: int, others: dict[str, int]) -> None:
        self._reader = self.resolvers[card.set]
        text = self.resolvers[card.set].card(card, face)
        if text is None or face.text is None:
            return
        self._text, self._lines, self._known = face.text, text.lines, {}
        kinds = tuple(
            name for name, number in self.ids.kinds.items() if number in self.image.kinds[self.ids.kinds[face.kind]].isa
        )
        made = Face(index, kinds, name=str(face.name), others=others)
        try:
            self.abilities.lower(made, text)
            self.copied(index, made, text)
        finally:
            self.image.cards[index].abilities = tuple(made.abilities)
            self.image.cards[index].keywords = self._keywords(text)
            self.image.cards[index].leads = tuple(self.ids.name(name) for name in made.leads)
            self.image.cards[index].wants = tuple(made.wants)
            self._text, self._lines = None, ()

    def copied(self, index: int, face: Face, text: t.CardText) -> None:
        """A definition for copies of a card, if a keyword of it says what copies get."""
        said = {name: keyword.copied for name, keyword in self.abilities.keywords.items() if keyword.copied is not None}
        changed = as_copied(text, said, substituted)
        if changed is None:
            return
        made = replace(self.image.cards[index], copies=0, abilities=(), parts={}, leads=(), wants=())
        self.image.cards[index].copied = len(self.image.cards)
        inner = Face(len(self.image.cards), face.kinds, name=face.name)
        self.image.cards.append(made)
        self.abilities.lower(inner, changed)
        made.abilities = tuple(inner.abilities)
        made.keywords = self._keywords(changed)

    def _keywords(self, text: t.CardText) -> tuple[int, ...]:
        found = [
            n.keyword
            for line in text.lines
            for n in line.walk()
            if isinstance(n, (t.UseKeyword, t.KeywordValue)) and not line.labels
        ]
        return tuple(dict.fromkeys(self.ids.keywords[k] for k in found))

    def places(self, one: SetDecl) -> None:
        """What holds for cards in a place: a rule about it."""
        for zone in one.zones:
            if zone.text is not None:
                self.guarded(zone.span, lambda zone=zone: self.place_rule(one, zone))  # type: ignore[misc]

    def place_rule(self, one: SetDecl, zone: Zone) -> None:
        assert zone.text is not None
        text = self.resolvers[one.name].fragment("lines", zone.text, {})
        assert isinstance(text, t.CardText)
        here = located(text, zone.id)
        self._text, self._lines, self._known = zone.text, here.lines, {}
        try:
            self.abilities.lower(Face(-1, (), name=zone.id), here)
        finally:
            self._text, self._lines = None, ()

    def rules(self, one: SetDecl) -> None:
        for rule in one.rules:
            self.image.rules.append((rule.id, str(rule.text) if rule.text is not None else ""))
            if rule.does is not None:
                self.guarded(rule.span, lambda rule=rule: self.rule(one, rule))  # type: ignore[misc]

    def rule(self, one: SetDecl, rule) -> None:  # type: ignore[no-untyped-def]
        text = self.resolvers[one.name].fragment("lines", rule.does, {})
        assert isinstance(text, t.CardText)
        self._text, self._lines, self._known = rule.does, text.lines, {}
        try:
            self.abilities.lower(Face(-1, (), name=rule.id), text)
        finally:
            self._text, self._lines = None, ()

    def __call__(self, card: int, line: t.Line, part: t.Node) -> int:
        """A sentence of the text being lowered; keyword bodies and declarations have a sentence of their own line."""
        key = (id(line), id(part))
        if key not in self._known:
            self._known[key] = self._sentence(card, line, part)
        return self._known[key]

    def words(self, node: t.Node) -> str:
        if isinstance(node, t.Effect) and self._reader is not None:
            return self._reader.said(node)
        place = self.place(node)
        return place.text if place is not None else ""

    def _sentence(self, card: int, line: t.Line, part: t.Node) -> int:
        if self._text is not None and line in self._lines and len(self._lines) == len(self._text.lines):
            source = self._text.lines[self._lines.index(line)]
            span = source.span(*part.span) if part.span != t.NO_SPAN else source.span()
            return self.sentences.add(card, span, span.text)
        if self._text is not None:
            return self.sentences.add(card, self._text.span, str(self._text))
        return self.sentences.add_plain(card)


def lower(sets: Sequence[SetDecl], resolvers: dict[str, Resolver], report: Report) -> Image:
    """Image of linked sets, in the order of `sets` (required ones first). `report(what, span)` is called for every tree
    the machine cannot carry."""
    return Lowering(sets, resolvers, report).lower()
