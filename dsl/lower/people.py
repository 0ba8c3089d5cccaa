"""Players and the places of cards."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .planning import Planning
from .scope import Env
from .unlowered import Unlowered, all_of, any_of, negate

NOBODY: Plan = ("num", -1)


class People(Planning):
    """Lowers players and places."""

    # ---------------------------------------------------------------------- players
    def player(self, value: t.Value, env: Env) -> Plan:
        if isinstance(value, t.Ref):
            if value.type in ("card", "cards"):
                return ("owner", self.card(value, env))
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        return ("one", self.players(value, env))

    def speaker(self, env: Env) -> Plan:
        """Whom the text calls "you"."""
        return env.speaker if env.speaker is not None else env.you

    def performer(self, who: t.Value, env: Env) -> Plan:
        """Who does a clause. Without another subject it is whoever does what is around it."""
        return env.you if isinstance(who, t.Ref) and who.to == "you" else self.player(who, env)

    def players(self, value: t.Value | None, env: Env) -> Plan:
        """A group of players, in turn order."""
        if value is None:
            return ("group", env.you)
        if isinstance(value, t.Ref):
            plan, group = self.ref(value, env)
            return plan if group else ("group", plan)
        if isinstance(value, t.Union):
            if any(isinstance(part, t.Sel) and part.quant.kind == "exactly" for part in value.parts):
                raise Unlowered("a player of somebody's choice together with others", value)
            return ("group", *(self.players(part, env) for part in value.parts))
        if isinstance(value, t.Sel) and value.noun == "player":
            if value.pos is not None and value.pos.kind in ("left", "right"):
                return ("group", (value.pos.kind, self.speaker(env)))
            base: Plan = ("others", env.you) if value.other else ("players",)
            if value.other and (alone := self.alone()) is not None:
                base = ("if", alone, ("players",), base)
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
        raise Unlowered("this as players", value)

    def _most(self, pos: t.Pos, players: Plan, env: Env) -> Plan:
        """ "the player with the most Wounds": those with the extreme value; the chooser breaks ties."""
        if pos.kind not in ("highest", "lowest") or pos.by is None:
            raise Unlowered("players by a superlative", pos)
        inner = env.candidate()
        assert inner.cand is not None
        value = self.num(pos.by, inner.with_you(inner.cand))
        if pos.kind == "highest" and not isinstance(pos.by, t.AttrOf):  # nobody has the most of what nobody has
            players = ("pfilter", players, ("lt", ("num", 0), value))
        return ("best", players, value, 1 if pos.kind == "highest" else -1, 1)

    def player_pred(self, p: t.Pred, env: Env) -> Plan:
        cand = env.cand
        assert cand is not None
        inner = env.with_you(cand)
        if isinstance(p, t.Holds):
            return self.quantified(p.cards, inner, self.belongings_of(cand, inner, p, p.cards.noun))
        if isinstance(p, t.Fits):
            return self.cond(p.cond, inner)
        if isinstance(p, t.Not):
            return ("not", self.player_pred(p.pred, env))
        if isinstance(p, t.Did):
            return negate(("some", self.did(p, env, who=("group", cand))), p.negated)
        raise Unlowered("players of whom that is said", p)

    def belongings_of(self, player: Plan, env: Env, node: t.Node, noun: str = "card") -> Plan:
        return self.belongings(t.Ref("loop", "player", "they"), env.with_loop(player), node, noun)

    # ---------------------------------------------------------------------- places
    def slot(self, value: t.Value, env: Env) -> Plan:
        """One zone instance: where cards go."""
        if isinstance(value, t.Zone) and isinstance(value.owner, t.Ref) and value.owner.type == "zone":
            return self.slot(value.owner, env)
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
        if isinstance(value, t.Ref) and value.to == "this" and value.type == "space":
            raise Unlowered(f"“{value.form}” with no place named before it", value)
        if isinstance(value, t.Ref) and value.type not in ("player", "players"):
            plan, group = self.ref(value, env)
            return plan if group else ("group", plan)
        raise Unlowered("this as a place", value)

    def _zone_slots(self, zone: str, owner: t.Value | None, env: Env) -> Plan:
        info = self.defs.zones[zone]
        number = self.ids.zones[zone]
        if isinstance(owner, t.Ref) and owner.type == "zone":  # the place that was chosen
            plan, group = self.ref(owner, env)
            return plan if group else ("group", plan)
        if info.of_player and owner is None:
            return ("group", ("slot", number, env.you))
        if info.of_player:
            assert owner is not None
            if isinstance(owner, t.Sel):
                if not owner.other and not owner.where and owner.of is None:
                    return ("slots", number)
                if owner.quant.kind not in ("all", "each", "plural"):
                    raise Unlowered("zones of some players", owner)
                those = self.players(owner, replace(env, depth=env.depth + 1))
                return ("filter", ("slots", number), ("member", ("slot-owner", ("cand", env.depth)), those))
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

    def _under(self, zone: str, of: t.Value, env: Env) -> Plan:
        """Whether a space of a row lies under a space of another row, or under a card there: rows lie side by side."""
        inner = replace(env, depth=env.depth + 1)
        above: Plan = self.slots(of, inner) if isinstance(of, t.Space) else ("group", ("slot-of", self.card(of, inner)))
        rows = [of.zone] if isinstance(of, t.Space) else [n for n, i in self.defs.zones.items() if i.row and n != zone]
        first: Plan = ("slot", self.ids.zones[zone], NOBODY)
        place: Plan = ("sub", ("cand", env.depth), first)
        return any_of([("member", ("add", place, ("slot", self.ids.zones[row], NOBODY)), above) for row in rows])

    def _holds(self, space: t.Space, env: Env) -> Plan:
        """Whether a space of a row has such a card, in it or in the space above it."""
        here: Plan = ("cand", env.depth)
        places: Plan = ("group", here)
        if over := self.over(space.zone):
            places = ("union", places, ("group", self.moved_over(here, space.zone, over)))
        assert space.holding is not None
        inner = replace(env, depth=env.depth + 1).candidate()
        return ("some", ("filter", ("in", places), self.fits(space.holding, inner)))

    def over(self, row: str) -> str:
        """The zone whose spaces lie above those of a row, if there is one."""
        return next((name for name, info in self.defs.zones.items() if info.above == row), "")

    def moved_over(self, slot: Plan, row: str, over: str) -> Plan:
        """The space of `over` above a space of `row`."""
        index: Plan = ("sub", slot, ("slot", self.ids.zones[row], NOBODY))
        return ("add", index, ("slot", self.ids.zones[over], NOBODY))

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
        if space.holding is not None:
            plan = ("filter", plan, negate(self._holds(space, env), space.lacking))
        for where in space.where:
            if where == "empty":
                plan = ("empty-slots", plan)
            elif where == "other" and env.loop is not None:
                plan = ("filter", plan, ("not", ("eq", ("cand", env.depth), ("slot-of", env.loop))))
            elif where == "next to" and isinstance(space.of, t.Space) and space.of.name and space.of.zone == space.zone:
                at = info.spaces.index(space.of.name)
                beside = [("space", number, n) for n in (at - 1, at + 1) if 0 <= n < len(info.spaces)]
                plan = ("filter", plan, ("member", ("cand", env.depth), ("group", *beside)))
            elif where == "under" and space.of is not None:
                plan = ("filter", plan, self._under(space.zone, space.of, env))
            elif where == "adjacent" and space.of is not None:
                near: Plan = ("adjacent", ("slot-of", self.card(space.of, env)))
                plan = ("filter", near, ("member", ("cand", env.depth), plan))
            elif where == "was" and isinstance(space.of, t.Ref) and space.of.to == "this" and env.was is not None:
                plan = (
                    "filter",
                    plan,
                    ("eq", ("cand", env.depth), self.where_it_was(replace(env, depth=env.depth + 1))),
                )
            elif where in ("leftmost", "rightmost"):
                plan = ("bottom" if where == "leftmost" else "top", plan, ("num", 1))
            else:
                raise Unlowered(f"{where} spaces", space)
        return plan
