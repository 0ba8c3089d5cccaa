"""Values and conditions of the typed tree become plans: pure queries of the image.

Single cards, players, places and numbers are ints, groups are tuples; `group`, `card`, `player`, `players`, `slots`,
`slot`, `num` and `cond` say which is wanted. Must not emit code: what has to be asked belongs to effects.py.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .defs import Defs
from .ids import Ids
from .scope import Bind, Env

NOBODY: Plan = ("num", -1)
EMPTY: Plan = ("empty",)
GROUP_TYPES = ("cards", "players", "names", "icons", "spaces")


class Unlowered(Exception):
    """A tree the machine cannot carry: reported as a finding at the node's span."""

    def __init__(self, what: str, node: t.Node) -> None:
        super().__init__(what)
        self.what = what
        self.node = node


def all_of(plans: list[Plan]) -> Plan:
    """Conjunction; true if there is none."""
    if not plans:
        return ("yes",)
    return plans[0] if len(plans) == 1 else ("and", *plans)


def any_of(plans: list[Plan]) -> Plan:
    return plans[0] if len(plans) == 1 else ("or", *plans)


def negate(plan: Plan, negated: bool) -> Plan:
    return ("not", plan) if negated else plan


COMPARE = {"==": "eq", "<": "lt", "<=": "le"}


def compare(op: str, left: Plan, right: Plan) -> Plan:
    if op in COMPARE:
        return (COMPARE[op], left, right)
    if op == "!=":
        return ("not", ("eq", left, right))
    return (COMPARE[{">": "<", ">=": "<="}[op]], right, left)


class Plans:
    """Lowers pure trees with the words of one image."""

    def __init__(self, ids: Ids, defs: Defs) -> None:
        self.ids = ids
        self.defs = defs
        self.procedures: dict[str, int] = {}  # qualified id -> procedure
        self.acts: dict[str, int] = {}  # procedure -> its act
        self.begins: dict[str, int] = {}  # procedure -> the first event of it
        self.subjects: dict[str, str] = {}  # procedure of an act -> the noun of the cards it is done on

    def act_of(self, verb: str) -> int | None:
        """The act a verb is: the one offered for its procedure."""
        declared = self.defs.verbs.get(verb)
        if declared is None or declared.procedure is None:
            return None
        return self.acts.get(declared.procedure)

    # ---------------------------------------------------------------------- references
    def ref(self, ref: t.Ref, env: Env) -> tuple[Plan, bool]:
        """Plan of a reference, and whether it gives a group."""
        to = ref.to
        if to == "this":
            return env.source, False
        if to == "you":
            return env.you, False
        if to == "active":
            return ("active",), False
        if to == "loop" and ref.type == "name" and env.item is not None:
            return env.item, False
        if to == "loop":
            if env.loop is None:
                raise Unlowered("nothing to loop over here", ref)
            return env.loop, False
        if to in ("left", "right"):
            return (to, env.you), False
        if to == "event":
            return ("row-cards", ("event-rows", ("event",))), True
        if to == "event player":
            return ("row-players", ("event-rows", ("event",))), True
        if to == "event number":
            return ("row-amount", ("event-rows", ("event",))), False
        kind, _, name = to.partition(" ")
        if kind == "param":
            if name not in env.params:
                raise Unlowered(f"no parameter {{{name}}} here", ref)
            return env.params[name], ref.type in GROUP_TYPES
        if kind == "bind":
            return self._bound(ref, env.binds.get(int(name)), env)
        raise Unlowered(f"a reference to {to}", ref)

    def _bound(self, ref: t.Ref, bind: Bind | None, env: Env) -> tuple[Plan, bool]:
        if bind is None:
            raise Unlowered(f'"{ref.form}" refers to a clause that binds nothing', ref)
        if ref.type in ("zone", "space") and bind.place is not None:
            return bind.place, True
        if ref.type in ("card", "cards"):
            if bind.value is not None:
                return bind.value, True
            if bind.rows is not None:
                return ("row-cards", bind.rows), True
        elif ref.type in ("player", "players"):
            if bind.rows is not None:
                return ("row-players", bind.rows), True
            if bind.value is not None:
                return bind.value, True
        elif ref.type == "number":
            if bind.number is not None:
                return bind.number, False
            if bind.rows is not None:
                return ("row-amount", bind.rows), False
            if bind.value is not None:
                return ("one", bind.value), False
        elif bind.value is not None:
            return bind.value, True
        raise Unlowered(f'"{ref.form}" refers to a clause that binds no {ref.type}', ref)

    # ---------------------------------------------------------------------- cards
    def card(self, value: t.Value, env: Env) -> Plan:
        """One card: the only member of a group."""
        if isinstance(value, t.Ref):
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        return ("one", self.group(value, env))

    def group(self, value: t.Value, env: Env, default: Plan | None = None) -> Plan:
        """All cards a value means, before a quantity is chosen from them."""
        if isinstance(value, t.Ref):
            plan, group = self.ref(value, env)
            return plan if group else ("group", plan)
        if isinstance(value, t.Sel):
            return self.selection(value, env, default)
        if isinstance(value, t.Union):
            plans = [self.group(part, env, default) for part in value.parts]
            joined = plans[0]
            for plan in plans[1:]:
                joined = ("union", joined, plan)
            return joined
        if isinstance(value, t.Beside):
            return ("held", self.group(value.of, env))
        if isinstance(value, (t.Zone, t.Space)):
            return ("in", self.slots(value, env))
        raise Unlowered(f"{type(value).__name__} as cards", value)

    def live(self, ref: t.Ref, env: Env) -> Plan:
        """Cards a pronoun means, if they are still where the clause that bound them left them."""
        kind, _, number = ref.to.partition(" ")
        if kind == "bind" and ref.type in ("card", "cards"):
            bind = env.binds.get(int(number))
            if bind is not None and bind.rows is not None and bind.value is None:
                return ("still", bind.rows)
        return self.group(ref, env)

    def selection(self, sel: t.Sel, env: Env, default: Plan | None = None, live: bool = False) -> Plan:
        """The candidates of a selector, narrowed by its position. `live`: to act on, so cards that events of the
        history are about count only where those events left them."""
        sel, env = self.argued(sel, env)
        inner = env.candidate()
        base, rest = self._base(sel, env, default, live)
        preds = [self.pred(p, inner) for p in rest]
        noun = self.noun(sel.noun, inner)
        if noun is not None:
            preds.insert(0, noun)
        if sel.other:
            assert inner.cand is not None
            preds.append(("not", ("eq", inner.cand, env.source)))
        plan: Plan = ("filter", base, all_of(preds)) if preds else base
        return self._position(sel.pos, plan, env) if sel.pos else plan

    def argued(self, sel: t.Sel, env: Env) -> tuple[t.Sel, Env]:
        """ "a Loved One of that Hero Name": the name is what the term asks for. Participles that say where a card lies
        now ("a KO'd Hero") are places."""
        where = tuple(self.now(p) for p in sel.where)
        term = self.defs.terms.get(sel.noun)
        for name in term.params if term is not None else ():
            said = next((p for p in where if isinstance(p, t.Named)), None)
            if said is not None and name not in env.params and name != "you":
                env = env.with_params({name: self.name(said.value, said.attr, env)})
                where = tuple(p for p in where if p is not said)
        return (sel if where == sel.where else replace(sel, where=where)), env

    def now(self, p: t.Pred) -> t.Pred:
        """A participle without a time, of a verb that puts cards into one place: they lie there."""
        verb = self.defs.verbs.get(p.event) if isinstance(p, t.Did) and p.period == "now" else None
        if verb is None or not isinstance(verb.does, t.Do):
            return p
        to = next((arg.value for arg in verb.does.args if arg.role == "to"), None)
        return t.InZone((to,)) if isinstance(to, t.Zone) and to.owner is None else p

    def _base(self, sel: t.Sel, env: Env, default: Plan | None, live: bool) -> tuple[Plan, list[t.Pred]]:
        """Where the candidates are looked for, and the predicates that are left to test."""
        where = list(sel.where)
        if sel.of is not None:
            return (self.live(sel.of, env) if live else self.group(sel.of, env)), where
        for p in where:
            if isinstance(p, t.InZone):
                where.remove(p)
                return self._in(p, env), where
        for p in where:
            if isinstance(p, t.Did) and not p.negated and p.role == "cards":
                where.remove(p)
                return ("still" if live else "row-cards", self.did(p, env)), where
        for p in where:
            if isinstance(p, t.OwnedBy):
                where.remove(p)
                return self.belongings(p.player, env, p), where
            if isinstance(p, t.AttachedTo) and sel.noun not in self.defs.part_kinds:
                where.remove(p)
                return ("held", self.group(p.host, env)), where
        if default is not None:
            return default, where
        term = self.defs.terms.get(sel.noun)
        if term is not None and isinstance(term.body, t.Value) and self._placed(term.body):
            return self.group(term.body, env), where
        return self._usual_place(sel, env), where

    def _placed(self, body: t.Value) -> bool:
        """Whether a term's meaning names places itself."""
        return any(isinstance(node, (t.InZone, t.AttachedTo)) for node in body.walk())

    def _in(self, p: t.InZone, env: Env) -> Plan:
        plan: Plan | None = None
        for zone in p.zones:
            cards = self.group(zone, env) if isinstance(zone, t.Beside) else ("in", self.slots(zone, env))
            plan = cards if plan is None else ("union", plan, cards)
        assert plan is not None
        return plan

    def _usual_place(self, sel: t.Sel, env: Env) -> Plan:
        """Zones meant when none is named: those of the kind (CONSTRUCTS, default rule 6)."""
        zones = self.usual_zones(sel.noun)
        for p in sel.where:
            if isinstance(p, t.Named) and not zones:
                zones = self.named_zones(p.attr)
        if sel.quant.kind == "the" and sel.pos is None and not sel.where and sel.noun in self.ids.kinds:
            return self._in_play()  # "the Mastermind": wherever it is in play
        if not zones and any(isinstance(p, t.Named) and p.attr == "name" for p in sel.where):
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

    def usual_zones(self, noun: str) -> list[str]:
        """Zones meant by a noun that names none."""
        zones: list[str] = []
        for kind in self.kinds_of(noun):
            for zone in self.defs.kind_place.get(kind, ()):
                if zone not in zones:
                    zones.append(zone)
        return zones

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

    def belongings(self, player: t.Value, env: Env, node: t.Node) -> Plan:
        """ "your Heroes", "cards they have": what the declared term calls so."""
        name = self.defs.belongings
        if name is None:
            raise Unlowered("no term says what belongs to a player", node)
        term = self.defs.terms[name]
        assert isinstance(term.body, t.Value)
        you = self.player(player, env)
        inner = Env(you=you, params=dict.fromkeys(term.params, you), binds={}, depth=env.depth)
        return self.group(term.body, inner)

    # ---------------------------------------------------------------------- predicates
    def noun(self, noun: str, env: Env) -> Plan | None:
        """What the noun of a selector says about its candidate; None for "card"."""
        if noun in ("card", "player"):
            return None
        assert env.cand is not None
        if noun in self.ids.kinds:
            return ("is-kind", env.cand, self.ids.kinds[noun])
        return self.term_pred(noun, env)

    def term_pred(self, name: str, env: Env) -> Plan:
        term = self.defs.terms[name]
        return self.fits(term.body, env)

    def fits(self, body: t.Value | t.Condition, env: Env) -> Plan:
        """Whether the candidate is one of those a selector (with its places and other predicates) means."""
        if isinstance(body, t.Condition):
            return self.cond(body, env)
        if isinstance(body, t.Union):
            return any_of([self.fits(part, env) for part in body.parts])
        if not isinstance(body, t.Sel):
            raise Unlowered("a term that is no selector", body)
        body, env = self.argued(body, env)
        preds = [self.pred(p, env) for p in body.where]
        noun = self.noun(body.noun, env)
        return all_of(([noun] if noun is not None else []) + preds)

    def pred(self, p: t.Pred, env: Env) -> Plan:
        cand = env.cand
        assert cand is not None
        if isinstance(p, t.HasIcon):
            if p.icon.startswith("big:"):
                return ("has-printed", cand, self.ids.attrs[p.icon[4:]])
            return ("has-icon", cand, self.ids.icons[p.icon])
        if isinstance(p, t.HasIconRef) and isinstance(p.of, t.IconValue):
            having = any_of([("has-icon", cand, self.ids.icons[i]) for i in dict.fromkeys(p.of.icons)])
            return negate(having, p.none)
        if isinstance(p, t.HasIconRef):
            if p.family not in self.ids.families:
                raise Unlowered("an icon of no family", p)
            family = self.ids.families[p.family]
            share: Plan = ("share-icon", ("icons", cand, family), self.icons(p.of, family, env))
            return negate(share, p.none)
        if isinstance(p, t.NoIcon):
            return ("not", ("some", ("icons", cand, self.ids.families[p.family])))
        if isinstance(p, t.IsKind):
            if p.printed:
                return ("base-kind", cand, self.ids.kinds[p.kind])
            if p.kind in self.ids.kinds:
                return ("is-kind", cand, self.ids.kinds[p.kind])
            return self.term_pred(p.kind, env)
        if isinstance(p, t.Named):
            return ("eq", ("name", cand, self.ids.name_attrs[p.attr]), self.name(p.value, p.attr, env))
        if isinstance(p, t.AnyOf):
            return any_of([self.pred(part, env) for part in p.preds])
        if isinstance(p, t.Not):
            return ("not", self.pred(p.pred, env))
        p = self.now(p)
        if isinstance(p, t.InZone):
            return any_of([self.lies(cand, zone, env) for zone in p.zones])
        if isinstance(p, t.Number):
            number = self._attr(cand, p.attr, p.printed)
            if p.parity:
                return negate(("odd", number), p.parity == "even")
            assert p.value is not None
            return compare(p.op, number, self.num(p.value, env))
        if isinstance(p, t.Did):
            if p.role == "player":
                rows = self.did(p, env, who=("group", cand))
                return negate(("some", rows), p.negated)
            return negate(("member", cand, ("row-cards", self.did(p, env))), p.negated)
        if isinstance(p, t.HasKeyword):
            return ("has-keyword", cand, self.ids.keywords[p.keyword])
        if isinstance(p, t.Holds):
            return self.held(p, env)
        if isinstance(p, t.AttachedTo):
            attached: Plan = ("member", ("host", cand), self.group(p.host, env))
            if self.defs.part_kinds and isinstance(p.host, t.Ref) and p.host.type == "card":
                return ("or", attached, ("part-of", cand, self.card(p.host, env)))
            return attached
        if isinstance(p, t.OwnedBy):
            return ("member", cand, self.belongings(p.player, env, p))
        if isinstance(p, t.Fits):
            return self.cond(p.cond, env.with_loop(cand))
        raise Unlowered(f"predicate {type(p).__name__}", p)

    def lies(self, cand: Plan, place: t.Value, env: Env) -> Plan:
        if isinstance(place, t.Beside):
            return ("member", ("host", cand), self.group(place.of, env))
        return ("member", ("slot-of", cand), self.slots(place, env))

    def held(self, p: t.Holds, env: Env) -> Plan:
        """A candidate that has such cards: attached to a card, or among a player's belongings."""
        cand = env.cand
        assert cand is not None
        return self.quantified(p.cards, env, ("held", ("group", cand)))

    def did(self, p: t.Did, env: Env, who: Plan | None = None) -> Plan:
        """Committed rows a history predicate speaks of."""
        by = who if who is not None else (self.players(p.who, env) if p.who is not None else ("list",))
        return self.rows(p.event, by, p.period, env, p.by, p)

    def rows(self, event: str, who: Plan, period: str, env: Env, by: t.Value | None, node: t.Node) -> Plan:
        """Committed rows of an event in a period ("turn", "game", "way", a period id), perhaps by a keyword."""
        number = self.ids.events.get(event)
        if number is None:
            raise Unlowered(f"history of {event}", node)
        if period == "way":
            if env.last_mark is None:
                raise Unlowered('"this way" with no effect before it', node)
            rows: Plan = ("history-since", number, env.last_mark)
            if who != ("list",):
                rows = ("rfilter", rows, ("member", ("row-who", ("cand", env.depth)), who))
        else:
            kind = -1 if period == "turn" else -2 if period == "game" else self.ids.periods[period]
            rows = ("history", number, who, ("num", kind))
        if isinstance(by, t.KeywordValue):
            inner: Plan = ("cand", env.depth)
            rows = ("rfilter", rows, ("eq", ("row-cause", inner, 2), ("num", self.ids.keywords[by.keyword])))
        elif by is not None:
            inner = ("cand", env.depth)
            rows = ("rfilter", rows, ("member", ("row-cause", inner, 0), self.group(by, env)))
        return rows

    # ---------------------------------------------------------------------- players
    def player(self, value: t.Value, env: Env) -> Plan:
        if isinstance(value, t.Ref):
            if value.type in ("card", "cards"):
                return ("owner", self.card(value, env))
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        return ("one", self.players(value, env))

    def players(self, value: t.Value | None, env: Env) -> Plan:
        """A group of players, in turn order."""
        if value is None:
            return ("group", env.you)
        if isinstance(value, t.Ref):
            plan, group = self.ref(value, env)
            return plan if group else ("group", plan)
        if isinstance(value, t.Union):
            return ("group", *(self.players(part, env) for part in value.parts))
        if isinstance(value, t.Sel) and value.noun == "player":
            if value.pos is not None and value.pos.kind in ("left", "right"):
                return ("group", (value.pos.kind, env.you))
            base: Plan = ("others", env.you) if value.other else ("players",)
            if value.of is not None:
                base = self.players(value.of, env)
            if not value.where and value.pos is None:
                return base
            inner = env.candidate()
            plan = base
            if value.where:
                plan = ("pfilter", base, all_of([self.player_pred(p, inner) for p in value.where]))
            if value.pos is not None:
                return self._most(value.pos, plan, env)
            return plan
        raise Unlowered(f"{type(value).__name__} as players", value)

    def _most(self, pos: t.Pos, players: Plan, env: Env) -> Plan:
        """ "the player with the most Wounds": those with the extreme value; the chooser breaks ties."""
        if pos.kind not in ("highest", "lowest") or pos.by is None:
            raise Unlowered("players by a superlative", pos)
        inner = env.candidate()
        assert inner.cand is not None
        value = self.num(pos.by, inner.with_you(inner.cand))
        return ("best", players, value, 1 if pos.kind == "highest" else -1, 1)

    def player_pred(self, p: t.Pred, env: Env) -> Plan:
        cand = env.cand
        assert cand is not None
        inner = env.with_you(cand)
        if isinstance(p, t.Holds):
            return self.quantified(p.cards, inner, self.belongings_of(cand, inner, p))
        if isinstance(p, t.Fits):
            return self.cond(p.cond, inner)
        if isinstance(p, t.Not):
            return ("not", self.player_pred(p.pred, env))
        if isinstance(p, t.Did):
            return negate(("some", self.did(p, env, who=("group", cand))), p.negated)
        raise Unlowered(f"players with {type(p).__name__}", p)

    def belongings_of(self, player: Plan, env: Env, node: t.Node) -> Plan:
        return self.belongings(t.Ref("loop", "player", "they"), env.with_loop(player), node)

    # ---------------------------------------------------------------------- places
    def slot(self, value: t.Value, env: Env) -> Plan:
        """One zone instance: where cards go."""
        if isinstance(value, t.Zone):
            info = self.defs.zones[value.zone]
            owner = NOBODY
            if info.of_player:
                owner = self.player(value.owner, env) if value.owner is not None else env.you
            return ("slot", self.ids.zones[value.zone], owner)
        if isinstance(value, t.Ref) and value.type in ("space", "zone", "slot"):
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        return ("one", self.slots(value, env))

    def slots(self, value: t.Value, env: Env) -> Plan:
        if isinstance(value, t.Zone):
            return self._zone_slots(value.zone, value.owner, env)
        if isinstance(value, t.Space):
            return self.spaces(value, env)
        if isinstance(value, t.Ref):
            plan, group = self.ref(value, env)
            return plan if group else ("group", plan)
        raise Unlowered(f"{type(value).__name__} as a place", value)

    def _zone_slots(self, zone: str, owner: t.Value | None, env: Env) -> Plan:
        info = self.defs.zones[zone]
        number = self.ids.zones[zone]
        if info.of_player and owner is None:
            return ("group", ("slot", number, env.you))
        if info.of_player:
            assert owner is not None
            if isinstance(owner, t.Sel):
                if not owner.other and not owner.where and owner.of is None:
                    return ("slots", number)
                raise Unlowered("zones of some players", owner)
            return ("group", ("slot", number, self.player(owner, env)))
        if not info.of_player and not info.row:
            return ("group", ("slot", number, NOBODY))
        return ("slots", number)

    def beside(self, space: t.Space, of: t.Value, env: Env) -> Plan:
        """Spaces next to the one a card lies in; the left is where cards go."""
        plan: Plan = ("adjacent", ("slot-of", self.card(of, env)))
        at: Plan = ("slot-of", self.card(of, env.candidate()))
        cand: Plan = ("cand", env.depth)
        for where in space.where:
            if where == "left":
                plan = ("filter", plan, ("lt", at, cand))
            elif where == "right":
                plan = ("filter", plan, ("lt", cand, at))
            elif where == "empty":
                plan = ("empty-slots", plan)
            elif where != "adjacent":
                raise Unlowered(f"{where} spaces", space)
        return plan

    def spaces(self, space: t.Space, env: Env) -> Plan:
        if not space.zone and space.of is not None:
            return self.beside(space, space.of, env)
        if space.zone not in self.defs.zones:
            raise Unlowered("spaces of no place", space)
        info = self.defs.zones[space.zone]
        number = self.ids.zones[space.zone]
        if space.name:
            return ("group", ("space", number, info.spaces.index(space.name)))
        plan: Plan = ("slots", number)
        for where in space.where:
            if where == "empty":
                plan = ("empty-slots", plan)
            elif where == "adjacent" and space.of is not None:
                near: Plan = ("adjacent", ("slot-of", self.card(space.of, env)))
                plan = ("filter", near, ("member", ("cand", env.depth), plan))
            elif where in ("leftmost", "rightmost"):
                plan = ("bottom" if where == "leftmost" else "top", plan, ("num", 1))
            else:
                raise Unlowered(f"{where} spaces", space)
        return plan

    # ---------------------------------------------------------------------- numbers
    def num(self, value: t.Value | None, env: Env) -> Plan:
        if value is None:
            return ("num", 1)
        if isinstance(value, t.Num):
            if value.half:
                raise Unlowered("half points", value)
            return ("num", value.n)
        if isinstance(value, t.Count):
            return self.count(value.of, env)
        if isinstance(value, t.CountValues):
            return ("count", self.distinct(value, env))
        if isinstance(value, t.AttrOf):
            return self.attr_of(value, env)
        if isinstance(value, t.Points):
            op = "points-made" if value.made else "points"
            return (op, self.player(value.who, env), self.ids.attrs[value.point])
        if isinstance(value, t.Arith):
            left, right = self.num(value.left, env), self.num(value.right, env)
            if value.op == "//":
                return ("div", left, right, 1 if value.rounding == "up" else 0)
            return ({"+": "add", "-": "sub", "*": "mul"}[value.op], left, right)
        if isinstance(value, t.Capped):
            op = "min" if value.kind == "max" else "max"
            return (op, self.num(value.value, env), self.num(value.limit, env))
        if isinstance(value, t.CounterValue):
            return ("counter", self.ids.counters[value.counter])
        if isinstance(value, t.TermValue):
            term = self.defs.terms[value.term]
            params = {arg.role: self.group(arg.value, env) for arg in value.args}
            return self.num_of(term.body, env.with_params(params))
        if isinstance(value, t.HistoryCount):
            return ("count-rows", self.happened_rows(value.did, env))
        if isinstance(value, t.Ref):
            if value.type in ("cards", "players"):
                return ("count", self.ref(value, env)[0])
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        if isinstance(value, t.Sel):
            return self.count(value, env)
        raise Unlowered(f"{type(value).__name__} as a number", value)

    def num_of(self, body: t.Value | t.Condition, env: Env) -> Plan:
        if isinstance(body, t.Condition):
            raise Unlowered("a condition as a number", body)
        return self.num(body, env)

    def count(self, of: t.Value, env: Env) -> Plan:
        if (isinstance(of, t.Sel) and of.noun == "player") or (
            isinstance(of, t.Ref) and of.type in ("player", "players")
        ):
            return ("count", self.players(of, env))
        if isinstance(of, t.Space):
            return ("count", self.spaces(of, env))
        if isinstance(of, t.IconValue):
            return ("num", len(of.icons))
        return ("count", self.group(of, env))

    def distinct(self, value: t.CountValues, env: Env) -> Plan:
        inner = env.candidate()
        assert inner.cand is not None
        if value.attr in self.ids.families:
            per: Plan = ("icons", inner.cand, self.ids.families[value.attr])
            if value.attr in self.defs.none_counts:
                per = ("if", ("some", per), per, ("list", ("num", -1)))
        elif value.attr in self.ids.attrs:
            per = self._attr(inner.cand, value.attr, False)
        else:
            per = ("name", inner.cand, self.ids.name_attrs[value.attr])
        return ("distinct", self.group(value.of, env), per)

    def attr_of(self, value: t.AttrOf, env: Env) -> Plan:
        if value.attr not in self.ids.attrs:
            raise Unlowered(f"{value.attr} as a number", value)
        if value.fold:
            inner = env.candidate()
            assert inner.cand is not None
            op = {"sum": "sum", "max": "highest", "min": "lowest"}[value.fold]
            return (op, self.group(value.of, env), self._attr(inner.cand, value.attr, value.printed))
        if isinstance(value.of, t.Ref) and value.of.to.startswith("bind"):
            bind = env.binds.get(int(value.of.to.split()[1]))
            if bind is not None and bind.rows is not None and bind.value is None and value.printed:
                # the card as it was when the clause moved it, wherever it is now
                return ("row-attr", ("one", bind.rows), self.ids.attrs[value.attr])
        if isinstance(value.of, t.Sel) and value.of.quant.kind in ("all", "plural", "each"):
            return self.attr_of(t.AttrOf(value.of, value.attr, value.printed, "sum"), env)
        return self._attr(self.card(value.of, env), value.attr, value.printed)

    def _attr(self, card: Plan, attr: str, printed: bool) -> Plan:
        return ("printed" if printed else "attr", card, self.ids.attrs[attr])

    # ---------------------------------------------------------------------- names, icons
    def name(self, value: t.Value, attr: str, env: Env) -> Plan:
        if isinstance(value, t.NameValue):
            return ("text-name", self.ids.name(value.text))
        if isinstance(value, t.AttrOf):
            return ("name", self.card(value.of, env), self.ids.name_attrs[value.attr])
        if isinstance(value, t.Ref):
            if value.type in ("card", "cards"):
                return ("name", self.card(value, env), self.ids.name_attrs[attr])
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        raise Unlowered(f"{type(value).__name__} as a name", value)

    def icons(self, value: t.Value, family: int, env: Env) -> Plan:
        if isinstance(value, t.IconValue):
            return ("group", *(("num", self.ids.icons[i]) for i in value.icons))
        if isinstance(value, t.Ref) and value.type not in ("card", "cards"):
            plan, group = self.ref(value, env)
            return plan if group else ("group", plan)
        if isinstance(value, t.AttrOf):
            return ("icons", self.card(value.of, env), family)
        return ("icons", self.card(value, env), family)

    # ---------------------------------------------------------------------- conditions
    def cond(self, cond: t.Condition, env: Env) -> Plan:
        if isinstance(cond, t.Exists):
            return self.exists(cond, env)
        if isinstance(cond, t.Compare):
            return compare(cond.op, self.num(cond.left, env), self.num(cond.right, env))
        if isinstance(cond, t.Is):
            return self.is_(cond, env)
        if isinstance(cond, t.Happened):
            return negate(self.happened(cond, env), cond.negated)
        if isinstance(cond, t.Done):
            bind = env.binds.get(cond.bind)
            if cond.who is not None or (env.cand is not None and bind is not None and bind.rows is not None):
                # of each player: whether that player has part in what was done
                who = self.player(cond.who, env) if cond.who is not None else env.cand
                assert who is not None
                if bind is None or bind.rows is None:
                    raise Unlowered("which players did it", cond)
                return negate(("member", who, ("row-players", bind.rows)), cond.negated)
            if bind is None or bind.done is None:
                raise Unlowered("the outcome of a clause that has none", cond)
            return negate(bind.done, cond.negated)
        if isinstance(cond, t.TermCond):
            term = self.defs.terms[cond.term]
            params = {arg.role: self.group(arg.value, env) for arg in cond.args}
            return negate(self.fits(term.body, env.with_params(params)), cond.negated)
        if isinstance(cond, t.NotCond):
            return ("not", self.cond(cond.cond, env))
        if isinstance(cond, t.AllOf):
            return all_of([self.cond(c, env) for c in cond.conds])
        if isinstance(cond, t.AnyCond):
            return any_of([self.cond(c, env) for c in cond.conds])
        raise Unlowered(f"condition {type(cond).__name__}", cond)

    def exists(self, cond: t.Exists, env: Env) -> Plan:
        what = cond.what
        if isinstance(what, t.Points):
            return ("lt", ("num", 0), self.num(what, env))
        if isinstance(what, t.Union) and what.either:
            return any_of([self.exists(t.Exists(part, cond.have), env) for part in what.parts])
        if isinstance(what, t.Sel):
            default = self.belongings_of(env.you, env, cond) if cond.have else None
            return self.quantified(what, env, default)
        if isinstance(what, t.Space):
            return ("some", self.spaces(what, env))
        return ("some", self.group(what, env))

    def quantified(self, sel: t.Sel, env: Env, default: Plan | None) -> Plan:
        """Whether as many as the quantity says are there."""
        if sel.noun == "player":
            cards = self.players(sel, env)
        else:
            cards = self.selection(sel, env, default)
        for p in sel.where:
            if isinstance(p, t.Different):
                cards = self.distinct(t.CountValues(p.attr, sel), env)
        kind = sel.quant.kind
        count: Plan = ("count", cards)
        if kind == "no":
            return ("not", ("some", cards))
        if kind == "exactly" and sel.quant.n is not None and sel.quant.n != t.Num(1):
            return ("le", self.num(sel.quant.n, env), count)
        if kind == "at least":
            return ("le", self.num(sel.quant.n, env), count)
        if kind == "precisely":
            return ("eq", self.num(sel.quant.n, env), count)
        if kind == "at most":
            return ("le", count, self.num(sel.quant.n, env))
        return ("some", cards)

    def is_(self, cond: t.Is, env: Env) -> Plan:
        if cond.was:
            return self._was(cond, env)
        if cond.state == "empty":
            return ("not", ("some", ("in", self.slots(cond.what, env))))
        if cond.state:
            raise Unlowered(f"the state {cond.state}", cond)
        if isinstance(cond.what, t.Ref) and cond.what.type in ("player", "players"):
            inner = env.candidate()
            chosen = self.players(cond.what, env)
            return ("some", ("pfilter", chosen, all_of([self.player_pred(p, inner) for p in cond.preds])))
        if isinstance(cond.what, t.AttrOf) and cond.what.attr in self.ids.name_attrs:
            return all_of([self._name_has(p, cond.what, env) for p in cond.preds])
        inner = env.candidate()
        if env.loop is not None:  # what an enclosing "each" or relative clause is about, not what is tested here
            inner = inner.with_loop(env.loop)
        return ("some", ("filter", self.group(cond.what, env), all_of([self.pred(p, inner) for p in cond.preds])))

    def _name_has(self, p: t.Pred, name: t.AttrOf, env: Env) -> Plan:
        """ "That Hero Name has no Loved Ones": cards of that name."""
        if isinstance(p, t.Not):
            return ("not", self._name_has(p.pred, name, env))
        if not isinstance(p, t.Holds):
            raise Unlowered("what is said of a name", p)
        cards = replace(p.cards, where=(*p.cards.where, t.Named(name.attr, name)))
        return self.quantified(cards, env, None)

    def _was(self, cond: t.Is, env: Env) -> Plan:
        """Where a card was before what is told: by the event that set this off, or when the ability began."""
        places = [zone for p in cond.preds if isinstance(p, t.InZone) for zone in p.zones]
        this = isinstance(cond.what, t.Ref) and cond.what.to == "this"
        if not this or len(places) == 0 or env.was is None:
            raise Unlowered("how something was", cond)
        event: Plan = ("event-rows", ("event",))
        row: Plan = ("one", ("rfilter", event, ("eq", ("row-card", ("cand", env.depth)), env.source)))
        about: Plan = ("member", env.source, ("row-cards", event))
        slot: Plan = ("if", about, ("row-from", row), env.was)
        return any_of([("member", slot, self.slots(place, env)) for place in places])

    def happened(self, cond: t.Happened, env: Env) -> Plan:
        rows = self.happened_rows(cond, env)
        least = next(
            (a.value.quant.n for a in cond.args if isinstance(a.value, t.Sel) and a.value.noun != "player"), None
        )
        if least is None or least == t.Num(1):
            return ("some", rows)
        return ("le", self.num(least, env), ("count-rows", rows))

    def happened_rows(self, cond: t.Happened, env: Env) -> Plan:
        """Rows of an event in a period whose players and cards fit."""
        who: Plan = ("list",)
        cards: t.Value | None = None
        for arg in cond.args:
            if arg.role in ("who", "player"):
                who = self.players(arg.value, env)
            elif arg.role in ("cards", "card", "subject"):
                cards = arg.value
        rows = self.rows(cond.event, who, cond.period, env, None, cond)
        if cards is not None:
            row: Plan = ("cand", env.depth)
            deeper = Env(
                env.you, env.loop, ("row-card", row), env.depth + 1, env.params, env.binds, env.source, env.last_mark
            )
            if isinstance(cards, t.Sel):
                test = self.fits(t.Sel(cards.noun, cards.quant, cards.where), deeper)
                if cards.other:
                    test = all_of([test, ("not", ("eq", ("row-card", row), env.source))])
                rows = ("rfilter", rows, test)
            else:
                rows = ("rfilter", rows, ("member", ("row-card", row), self.group(cards, env)))
        return rows
