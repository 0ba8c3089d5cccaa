"""Selectors and references: which cards are meant, and where they are looked for."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .planning import Planning
from .scope import Env
from .unlowered import Unlowered, all_of, any_of

# so many plain cards of a stack are its top ones: nobody chooses among cards that nobody has seen
UNSEEN = ("exactly", "precisely", "up to", "any number", "from")


class Selections(Planning):
    """Lowers selectors."""

    def selection(self, sel: t.Sel, env: Env, default: Plan | None = None, live: bool = False) -> Plan:
        """The candidates of a selector, narrowed by its position. `live`: to act on, so cards that events of the
        history are about count only where those events left them."""
        sel, env = self.argued(sel, env)
        inner = env.candidate()
        tops = self._tops(sel, env)
        if tops is not None:
            return tops
        base, rest = self._base(sel, env, default, live)
        preds = [self._owned(p, inner, env) if isinstance(p, t.OwnedBy) else self.pred(p, inner) for p in rest]
        noun = self.noun(sel.noun, inner)
        if noun is not None:
            preds.insert(0, self._serving(sel, noun, inner))
        if env.spared is not None and sel.of is None:
            preds.append(("not", ("member", ("cand", env.depth), env.spared)))
        if sel.other and sel.than is None:
            assert inner.cand is not None
            preds.append(("not", ("eq", inner.cand, env.source)))
        plan: Plan = ("filter", base, all_of(preds)) if preds else base
        if sel.than is not None:
            left_out: Plan = ("if", ("member", env.source, plan), ("group", env.source), self.group(sel.than, env))
            plan = ("minus", plan, left_out)
        several = sel.pos is not None and sel.pos.n is not None and sel.pos.n != t.Num(1)
        if several and not live and sel.pos is not None and sel.pos.kind in ("highest", "lowest"):
            raise Unlowered("several of the highest or lowest that nobody takes", sel)
        return self._position(sel.pos, plan, env) if sel.pos else plan

    def _serving(self, sel: t.Sel, noun: Plan, inner: Env) -> Plan:
        """ "A Hero in the city": where only cards of another kind are at work, those count that are printed as such."""
        named = [zone for p in sel.where if isinstance(p, t.InZone) for zone in p.zones]
        others = [places for kind, places in self.defs.kind_place.items() if kind not in self.kinds_of(sel.noun)]
        own = {zone for kind in self.kinds_of(sel.noun) for zone in self.defs.kind_place.get(kind, ())}
        there = [
            zone
            for zone in named
            if isinstance(zone, (t.Zone, t.Space))
            and zone.zone not in own
            and self.defs.zones[zone.zone].row
            and any(zone.zone in places for places in others)
        ]
        if sel.noun not in self.ids.kinds or not there:
            return noun
        assert inner.cand is not None
        lying = any_of([self.lies(inner.cand, zone, inner) for zone in there])
        return any_of([noun, all_of([("base-kind", inner.cand, self.ids.kinds[sel.noun]), lying])])

    def _owned(self, p: t.OwnedBy, inner: Env, env: Env) -> Plan:
        """ "their" in a selector means the player of the clause around it, not its candidate."""
        assert inner.cand is not None
        return ("member", inner.cand, self.belongings(p.player, replace(env, depth=inner.depth), p))

    def _tops(self, sel: t.Sel, env: Env) -> Plan | None:
        """The top cards of each of several players' piles."""
        found = self.piles(sel, env)
        if found is None:
            return None
        slots, count = found
        assert sel.pos is not None
        if len(sel.where) > 1 or sel.noun != "card" or sel.other:
            raise Unlowered("some of the top cards of several piles", sel)
        return ("distinct", ("group", slots), (sel.pos.kind, ("in", ("group", ("cand", env.depth))), count))

    def piles(self, sel: t.Sel, env: Env) -> tuple[Plan, Plan] | None:
        """The piles of several players whose top (or bottom) cards a selector means, and how many of each."""
        place = next((p for p in sel.where if isinstance(p, t.InZone)), None)
        if sel.pos is None or sel.pos.kind not in ("top", "bottom") or place is None or len(place.zones) != 1:
            return None
        zone = place.zones[0]
        if not isinstance(zone, t.Zone) or not isinstance(zone.owner, t.Sel) or zone.owner.quant.kind == "any":
            return None
        count = self.num(sel.pos.n, env) if sel.pos.n is not None else ("num", 1)
        return self.slots(zone, env), count

    def argued(self, sel: t.Sel, env: Env) -> tuple[t.Sel, Env]:
        """ "a Loved One of that Hero Name": the name is what the term asks for. Participles that say where a card lies
        now ("a KO'd Hero") are places."""
        sel = self.whichever_side(sel)
        owned = next((p for p in sel.where if isinstance(p, t.OwnedBy)), None)
        where = tuple(self.now(p, owned.player if owned is not None else None) for p in sel.where)
        if owned is not None and where != sel.where:
            where = tuple(p for p in where if p is not owned)  # "your rescued Bystanders": where they lie says whose
        term = self.defs.terms.get(sel.noun)
        for name in term.params if term is not None else ():
            said = next((p for p in where if isinstance(p, t.Named)), None)
            if said is not None and name not in env.params and name != "you":
                env = env.with_params({name: self.name(said.value, said.attr, env)})
                where = tuple(p for p in where if p is not said)
        return (sel if where == sel.where else replace(sel, where=where)), env

    def whichever_side(self, sel: t.Sel) -> t.Sel:
        """A card that a text calls by its name is that card, whichever side is up."""
        named = sel.where[0] if len(sel.where) == 1 and sel.noun == "card" and sel.quant.kind == "the" else None
        if not isinstance(named, t.Named) or named.attr != "name" or not isinstance(named.value, t.NameValue):
            return sel
        others = self.defs.side_names.get(named.value.text, ())
        if not others:
            return sel
        ways = (named, *(replace(named, value=replace(named.value, text=name)) for name in others))
        return replace(sel, where=(t.AnyOf(ways),))

    def _base(self, sel: t.Sel, env: Env, default: Plan | None, live: bool) -> tuple[Plan, list[t.Pred]]:
        """Where the candidates are looked for, and the predicates that are left to test."""
        where = list(sel.where)
        if sel.other and any(_here(zone) for p in where if isinstance(p, t.InZone) for zone in p.zones):
            raise Unlowered("other cards in the space a card lies in", sel)
        if sel.of is not None:
            return (self.live(sel.of, env) if live else self.group(sel.of, env)), where
        for p in where:
            if isinstance(p, t.InZone):
                where.remove(p)
                return self._in(p, env), where
        for p in where:
            if isinstance(p, t.Did) and not p.negated and self.held_now(p):
                where.remove(p)
                if any(isinstance(other, t.AttachedTo) for other in where):
                    break
                return ("held", ("all-cards",)), where
        for p in where:
            if isinstance(p, t.Did) and not p.negated and p.role == "cards":
                where.remove(p)
                rows = self.done_with(p.event, sel.noun, self.did(p, env), env)
                return ("still" if live else "row-cards", rows), where
        for p in where:
            if isinstance(p, t.OwnedBy):
                where.remove(p)
                return self.belongings(p.player, env, p, sel.noun), where
            if isinstance(p, t.AttachedTo) and sel.noun not in self.defs.part_kinds:
                where.remove(p)
                return ("held", self.group(p.host, env)), where
        if default is not None:
            return default, where
        term = self.defs.terms.get(sel.noun)
        if term is not None and isinstance(term.body, t.Value) and self._placed(term.body):
            return self.group(term.body, env), where
        return self._usual_place(sel, env), where

    def remembered(self, sel: t.Sel) -> bool:
        """Whether cards are meant by what was done with them, and by nothing that says where they are."""
        return (
            sel.of is None
            and any(isinstance(p, t.Did) and not p.negated and p.role == "cards" for p in sel.where)
            and not any(isinstance(p, (t.InZone, t.OwnedBy, t.AttachedTo)) for p in map(self.now, sel.where))
        )

    def times_done(self, sel: t.Value, env: Env) -> Plan | None:
        """What a count of cards by what was done with them counts: every time, the same card twice too (C-8.17)."""
        times = self.times_played(sel, env) if isinstance(sel, t.Sel) else None
        if times is not None:
            return times
        if not isinstance(sel, t.Sel) or not self.remembered(sel) or sel.pos is not None or sel.quant.n is not None:
            return None
        if sel.quant.kind not in ("all", "each", "plural"):
            return None
        by = next(p for p in sel.where if isinstance(p, t.Did) and not p.negated and p.role == "cards")
        if by.period in ("way", "now") or self.held_now(by):
            return None
        row: Plan = ("cand", env.depth)
        rows = self.done_with(by.event, sel.noun, self.did(by, env), env)
        inner = replace(env, cand=("row-card", row), depth=env.depth + 1)
        such = replace(sel, where=tuple(p for p in sel.where if p is not by))
        return ("count-rows", ("rfilter", rows, self.fits(such, inner)))

    def elsewhere(self, sel: t.Sel) -> bool:
        """Whether cards are looked for in places of other players than the one who acts."""
        owners = [z.owner for p in sel.where if isinstance(p, t.InZone) for z in p.zones if isinstance(z, t.Zone)]
        return any(owner is not None and not (isinstance(owner, t.Ref) and owner.to == "you") for owner in owners)

    def _placed(self, body: t.Value) -> bool:
        """Whether a term's meaning names places itself."""
        return any(isinstance(node, (t.InZone, t.AttachedTo)) for node in body.walk())

    def _in(self, p: t.InZone, env: Env) -> Plan:
        plan: Plan | None = None
        for zone in p.zones:
            cards = self._beside(zone, env) if isinstance(zone, t.Beside) else ("in", self.slots(zone, env))
            plan = cards if plan is None else ("union", plan, cards)
        assert plan is not None
        return plan

    def _beside(self, place: t.Beside, env: Env) -> Plan:
        """What lies at a card, and in the spaces beside it where it lies in a row."""
        held = self.group(place, env)
        if place.relation not in ("next to", "adjacent to"):
            return held
        return ("union", held, ("in", ("adjacent", ("slot-of", self.card(place.of, env)))))

    def _usual_place(self, sel: t.Sel, env: Env) -> Plan:
        """Zones meant when none is named: those of the kind (CONSTRUCTS, default rule 6)."""
        zones = self.usual_zones(sel.noun)
        for p in sel.where:
            if isinstance(p, t.Named) and not zones:
                zones = self.named_zones(p.attr)
        if sel.quant.kind == "the" and sel.pos is None and not sel.where and sel.noun in self.ids.kinds:
            return self._in_play()  # "the Mastermind": wherever it is in play
        if not zones and any(_by_name(p) for p in sel.where):
            return ("all-cards",)  # a card meant by its name, wherever it is
        if not zones:
            raise Unlowered("a selector that names no place", sel)
        plan: Plan | None = None
        for zone in zones:
            cards: Plan = ("in", self._zone_slots(zone, None, env))
            plan = cards if plan is None else ("union", plan, cards)
        assert plan is not None
        return plan

    def _in_play(self) -> Plan:
        """Cards lying in rows of the table, and where texts of some kind work."""
        zones = [
            name
            for name, info in self.defs.zones.items()
            if not info.of_player and (info.row or any(name in places for places in self.defs.kind_place.values()))
        ]
        plan: Plan | None = None
        for zone in zones:
            if self.defs.zones[zone].stack:
                continue
            cards: Plan = ("in", self._zone_slots(zone, None, Env()))
            plan = cards if plan is None else ("union", plan, cards)
        assert plan is not None
        return plan

    def had(self, objects: t.Value, env: Env, node: t.Do) -> Plan | None:
        """ "KO a [Tech] card": of cards of no kind that lie nowhere by themselves, those that one has."""
        own = self.yours(objects, env, node)
        if own is not None:
            return own
        plain = isinstance(objects, t.Sel) and objects.noun == "card" and self.defs.belongings is not None
        if not isinstance(objects, t.Sel) or not plain or any(isinstance(p, t.Named) for p in objects.where):
            return None
        return self.belongings_of(env.you, env, objects)

    def supplied(self, value: t.Value, node: t.Do) -> bool:
        """ "Each player puts a Wound on top of their deck": what everybody takes from one stack comes from there, if it
        goes to a place of a player and nothing is said of where it lies."""
        to = next((arg.value for arg in node.args if arg.role == "to"), None)
        if not isinstance(to, t.Zone) or not self.defs.zones[to.zone].of_player or not isinstance(value, t.Sel):
            return False
        if value.of is not None or value.pos is not None or any(arg.role == "from" for arg in node.args):
            return False
        if any(isinstance(p, (t.InZone, t.OwnedBy, t.AttachedTo, t.Did)) for p in value.where):
            return False
        home = self.defs.zones.get(self.defs.kind_home.get(value.noun, ""))
        return home is not None and home.stack and not home.of_player and not home.shuffled

    def yours(self, value: t.Value, env: Env, node: t.Do) -> Plan | None:
        """ "Each player KOs a Bystander": cards that lie nowhere else but with a player and in the pile new ones come
        from are those the performer has."""
        if not isinstance(value, t.Sel) or value.of is not None or value.pos is not None:
            return None
        if any(arg.role in ("from", "to", "under") for arg in node.args):
            return None
        if any(isinstance(p, (t.InZone, t.OwnedBy, t.AttachedTo, t.Did)) for p in value.where):
            return None
        kinds = self.kinds_of(value.noun)
        if kinds and all(self._kept_by_players(kind) for kind in kinds):
            return self.belongings_of(env.you, env, node, value.noun)
        homes = [self.defs.kind_home.get(kind) for kind in kinds]
        if not kinds or any(self.defs.kind_place.get(k) != (h,) for k, h in zip(kinds, homes, strict=True)):
            return None
        if not all(self.defs.kind_yours.get(kind) for kind in kinds):
            return None
        return self.belongings_of(env.you, env, node, value.noun)

    def _kept_by_players(self, kind: str) -> bool:
        """Whether cards of a kind are usually where a player keeps some of what belongs to them: all of it is meant."""
        term = self.defs.terms.get(self.defs.belongings or "")
        own = {node.zone for node in term.body.walk() if isinstance(node, t.Zone)} if term is not None else set()
        places = self.defs.kind_place.get(kind, ())
        return bool(places) and own.issuperset(places)

    def holds_only(self, zone: t.Value, noun: str) -> bool:
        """ "A Wound from the Wound Stack": the noun says no more of a card than the pile does."""
        assert isinstance(zone, t.Zone)
        at_home = {kind for kind, home in self.defs.kind_home.items() if home == zone.zone}
        return bool(at_home) and at_home <= set(self.kinds_of(noun))

    def unseen_piles(self, sel: t.Sel) -> list[t.Zone]:
        """The piles whose cards nobody sees, if some of those cards are to be chosen by what they are."""
        if sel.pos is not None or sel.of is not None or sel.quant.kind not in UNSEEN:
            return []
        zones = [zone for p in sel.where if isinstance(p, t.InZone) for zone in p.zones]
        piles = [zone for zone in zones if isinstance(zone, t.Zone) and not isinstance(zone.owner, t.Sel)]
        return [zone for zone in piles if self.defs.zones[zone.zone].stack and self.defs.zones[zone.zone].unseen]

    def usual_zones(self, noun: str) -> list[str]:
        """Zones meant by a noun that names none."""
        zones: list[str] = []
        for kind in self.kinds_of(noun):
            for zone in self.defs.kind_place.get(kind, ()):
                if zone not in zones:
                    zones.append(zone)
        return zones

    def priced_places(self, sel: t.Sel, attr: str) -> t.Value | None:
        """ "Heroes cost 1 more": cards whose number is a price are meant where that price is paid, if they are usually
        spoken of elsewhere."""
        if any(isinstance(p, (t.InZone, t.OwnedBy, t.AttachedTo)) for p in sel.where):
            return None
        kinds, usual = set(self.kinds_of(sel.noun)), set(self.usual_zones(sel.noun))
        fitting: list[t.Value] = []
        for about in self.priced.get(attr, ()):
            noun = about.noun if isinstance(about, t.Sel) else ""
            term = self.defs.terms.get(noun)
            nodes = [*about.walk(), *(term.body.walk() if term is not None else ())]
            if not kinds & set(self.kinds_of(noun)):
                continue
            if usual & {node.zone for node in nodes if isinstance(node, t.Zone)}:
                return None
            fitting.append(about)
        return fitting[0] if fitting else None

    def named_zones(self, attr: str) -> list[str]:
        """Where new cards lie that carry such a name: "for each Hero Name, one of its cards"."""
        kinds = self.ids.image.name_kinds[self.ids.name_attrs[attr]] if attr in self.ids.name_attrs else ()
        homes = self.defs.kind_home
        found = [homes[name] for name, kind in self.ids.kinds.items() if kind in kinds and name in homes]
        return list(dict.fromkeys(found))

    def home(self, noun: str, node: t.Node, required: bool = True) -> int | None:
        """The zone cards of that noun come from ("gain a Wound"); None if they have no home of their own."""
        term = self.defs.terms.get(noun)
        zone = term.home if term is not None else self.defs.kind_home.get(noun)
        if zone is None:
            if required:
                raise Unlowered(f"{noun} has no home pile", node)
            return None
        return self.ids.zones[zone]

    def kinds_of(self, noun: str) -> list[str]:
        """The kinds a noun speaks of: itself, or those in a term's meaning."""
        if noun in self.ids.kinds:
            return [noun]
        term = self.defs.terms.get(noun)
        if term is None:
            return []
        kinds: list[str] = []
        for node in term.body.walk():
            if isinstance(node, t.Sel) and node.noun in self.ids.kinds:
                kinds.append(node.noun)
            elif isinstance(node, t.IsKind) and node.kind in self.ids.kinds:
                kinds.append(node.kind)
        return kinds

    def _position(self, pos: t.Pos, plan: Plan, env: Env) -> Plan:
        count = self.num(pos.n, env) if pos.n is not None else ("num", 1)
        if pos.kind in ("top", "rightmost", "first"):
            return ("top", plan, count)
        if pos.kind in ("bottom", "leftmost", "last"):
            return ("bottom", plan, count)
        if pos.kind in ("highest", "lowest") and (pos.attr is not None or pos.by is not None):
            inner = env.candidate()
            assert inner.cand is not None
            if pos.by is not None:
                value = self.num(pos.by, inner)
            else:
                assert pos.attr is not None
                value = self._attr(inner.cand, pos.attr, False)
            return ("best", plan, value, 1 if pos.kind == "highest" else -1, 1)
        raise Unlowered(f"position {pos.kind}", pos)

    def belongings(self, player: t.Value, env: Env, node: t.Node, noun: str = "card") -> Plan:
        """ "your Heroes", "cards they have": what the declared term calls so, or where their kind says a player has
        them ("your Bystanders")."""
        kinds = self.kinds_of(noun)
        if kinds and all(self.defs.kind_yours.get(kind) for kind in kinds):
            zones = dict.fromkeys(zone for kind in kinds for zone in self.defs.kind_yours[kind])
            return self._in(t.InZone(tuple(t.Zone(zone, player) for zone in zones)), env)
        name = self.defs.belongings
        if name is None:
            raise Unlowered("no term says what belongs to a player", node)
        term = self.defs.terms[name]
        assert isinstance(term.body, t.Value)
        you = self.player(player, env)
        inner = Env(you=you, params=dict.fromkeys(term.params, you), binds={}, depth=env.depth)
        return self.group(term.body, inner)


def _here(place: t.Value) -> bool:
    """Whether a place is the space this card lies in."""
    return isinstance(place, t.Ref) and place.to == "this" and place.type == "space"


def _by_name(p: t.Pred) -> bool:
    """Whether cards are meant by their names."""
    if isinstance(p, t.AnyOf):
        return all(_by_name(part) for part in p.preds)
    return isinstance(p, t.Named) and p.attr == "name"
