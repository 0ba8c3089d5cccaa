"""A verb with its arguments becomes an event: who does it, rows of what happens, what it binds.

A verb whose `does` is one primitive clause is an event of its own; any other is a procedure. Primitives (their ids have
no set): move, show, look, shuffle, turn, attach, set. Must not know any declared verb.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.turn_order import LEFTMOST_FIRST
from cardwright.runtime.bytecode.image import Plan
from cardwright.runtime.bytecode.optable import FAMILIES

from .counting_as import CountingAs
from .deeds import Deeds
from .defs import VerbDef
from .in_turn import in_turn
from .owners import each_owner, of_one
from .people import NOBODY
from .plans import plural
from .primitives import PRIMITIVES, told
from .rewriting import top_or_bottom
from .scope import Bind, Env
from .selecting import SPACE, Chosen
from .stepping import Stepping
from .unlowered import Unlowered

GRANT = FAMILIES.index("grant")


def _shuffled_in(effect: t.Do) -> t.Do:
    """ "Shuffle those cards into your deck": they move there, and what lies there is shuffled."""
    args = {arg.role: arg.value for arg in effect.args}
    to = args.get("to")
    if effect.verb != "shuffle" or not isinstance(to, t.Zone) or "cards" not in args:
        return effect
    there = tuple(replace(a, value=replace(to, place="shuffled")) if a.role == "to" else a for a in effect.args)
    return replace(effect, verb=told(effect.verb, cards=True), args=there)


def _owned(value: t.Value, zone: t.Zone, owner: t.Ref) -> t.Value:
    """The same with that place being this player's."""
    if value == zone:
        return replace(zone, owner=owner)
    assert isinstance(value, t.Sel)
    return replace(value, where=(t.InZone((replace(zone, owner=owner),)),))


def _instead(value: t.Value, old: t.Zone, new: t.Zone) -> t.Value:
    """The same with another place."""
    if value == old:
        return new
    assert isinstance(value, t.Sel)
    return replace(value, where=(t.InZone((new,)),))


def _one_is_chosen(who: t.Sel) -> bool:
    """Whether one player has to be chosen: anyone, or the one with the most of something, where several may have."""
    if who.pos is None:
        return who.quant.kind in ("any", "exactly")
    return who.quant.kind == "the" and who.pos.by is not None and not who.pos.ties


class Verbs(Deeds, Stepping, CountingAs):
    """Lowers `Do`."""

    # ---------------------------------------------------------------------- subjects
    def do(self, effect: t.Do, env: Env, tail: bool) -> None:
        effect = self._supplied(self._to_a_player(_shuffled_in(effect)))
        if effect.who is None or isinstance(effect.who, t.Ref):
            said = self._whose(effect, env)
            if said is not None:
                self.do(said[0], said[1], tail)
                if effect.binds in env.binds:
                    params = said[1].params
                    place: Plan | None = ("group", params["pile"]) if "pile" in params else None
                    made = env.binds[effect.binds]
                    player = params["owner"] if place is None else made.player
                    env.binds[effect.binds] = replace(made, player=player, place=place or made.place)
                return
        if self.steps(effect, env):
            return
        ways = top_or_bottom(effect)
        if ways is not None:
            self.effect(ways, env, tail)
            return
        owners = each_owner(effect)
        if owners is not None:
            self._from_each(effect, owners, env)
            return
        verb = self._verb(effect)
        ignored = next((arg for arg in effect.args if arg.role == "ignoring"), None)
        if ignored is not None:
            self._ignoring(effect, ignored, env)
            return
        if effect.times is not None:
            once = replace(effect, times=None)
            self._times(self.plans.num(effect.times, env), lambda: self.do(once, env, False))
            return
        if verb.subject == "card":
            self._cards_do(effect, verb, env, tail)
        elif isinstance(effect.who, t.Ref) and effect.who.type in ("card", "cards"):
            self._cards_do(self._held(effect, verb), self._verb(self._held(effect, verb)), env, tail)
        elif isinstance(effect.who, (t.Sel, t.Union)):
            self._players_do(effect, verb, env, tail)
        elif isinstance(effect.who, t.Ref) and effect.who.type == "players":
            self._each_do(effect, verb, env, self.plans.players(effect.who, env))
        else:
            inner = env.with_you(self.plans.performer(effect.who, env)) if effect.who is not None else env
            self._bind(effect, env, self._one_does(effect, verb, inner, {}, tail))

    def _held(self, effect: t.Do, verb: VerbDef) -> t.Do:
        """ "The Enemy gains a Bystander": a card has cards by the verb that attaches them to the card that does it."""
        moves = isinstance(verb.does, t.Do) and verb.does.verb == "move" and verb.takes == "cards"
        for other in self.plans.defs.verbs.values() if moves else ():
            attaches = isinstance(other.does, t.Do) and other.does.verb == "attach" and other.subject == "card"
            if attaches and other.takes == "cards" and all(arg.role in ("cards", "from", "as") for arg in effect.args):
                assert effect.who is not None
                return replace(effect, verb=other.id, who=None, args=(t.Arg("subject", effect.who), *effect.args))
        raise Unlowered(f"{effect.verb} by a card", effect)

    def _supplied(self, effect: t.Do) -> t.Do:
        """ "Put a Wound on top of your deck": a player has new cards by the verb that takes them from their stack, so
        that whatever waits for that, or replaces it, does."""
        verb = self.plans.defs.verbs.get(effect.verb)
        moves = verb is not None and isinstance(verb.does, t.Do) and verb.does.verb == "move" and verb.source is None
        cards = next((arg.value for arg in effect.args if arg.role == "cards"), None)
        if not moves or cards is None or not self.plans.supplied(cards, effect):
            return effect
        for other in self.plans.defs.verbs.values():
            to = other.target
            if other.source == "home" and isinstance(to, t.Zone) and self.plans.defs.zones[to.zone].of_player:
                return replace(effect, verb=other.id)
        return effect

    def _whose(self, effect: t.Do, env: Env) -> tuple[t.Do, Env] | None:
        """ "The top card of any player's deck": that player is chosen first, and can be meant by what follows."""
        found = next((zone for arg in effect.args for zone in self._chosen_zones(arg)), None)
        if found is None:
            return None
        doer = env.with_you(self.plans.player(effect.who, env)) if effect.who is not None else env
        if found.others:
            return self._any_pile(effect, found, env, doer)
        chosen = self.selecting.players(found.owner, doer)
        owner = t.Ref("param owner", "player", "they")
        args = tuple(
            replace(arg, value=_owned(arg.value, found, owner)) if found in tuple(arg.walk()) else arg
            for arg in effect.args
        )
        return replace(effect, args=args), env.with_params({"owner": ("one", chosen.group)})

    def _any_pile(self, effect: t.Do, found: t.Zone, env: Env, doer: Env) -> tuple[t.Do, Env]:
        """ "The top card of any deck": which pile is chosen first, and can be meant by what follows."""
        tables: Plan = ("group", *(("slot", self.plans.ids.zones[zone], NOBODY) for zone in found.others))
        piles: Plan = ("union", ("slots", self.plans.ids.zones[found.zone]), tables)
        one = t.Sel("card", t.Quant("exactly", t.Num(1)))
        pile: Plan = ("one", self._kept(self.selecting.pick(piles, ("num", 1), ("num", 1), doer, one, SPACE).group))
        there = replace(found, owner=t.Ref("param pile", "zone", ""), others=())
        args = tuple(
            replace(arg, value=_instead(arg.value, found, there)) if found in tuple(arg.walk()) else arg
            for arg in effect.args
        )
        return replace(effect, args=args), env.with_params({"pile": pile})

    def _from_each(self, effect: t.Do, owners: t.Sel, env: Env) -> None:
        """ "A Hero from the discard pile of each player": of each one's cards, and they choose (C-15.8)."""
        every = self.code.cleared()

        def one(inner: Env) -> None:
            assert inner.loop is not None
            theirs = env.with_params({"owner": inner.loop})
            self.do(of_one(effect, owners), theirs, False)
            made = env.binds.get(effect.binds)
            if made is not None and made.rows is not None:
                self.code.set(every, ("join", ("local", every), made.rows))

        self._loop(self.selecting.players(owners, env).group, env, one)
        if effect.binds:
            env.binds[effect.binds] = Bind(rows=("local", every), done=("some", ("local", every)))

    def _chosen_zones(self, arg: t.Arg) -> list[t.Zone]:
        """Places of one player, whom somebody has to choose: where cards go, piles, and all that lies somewhere."""
        value = arg.value
        zones: list[t.Value] = [value] if isinstance(value, t.Zone) else []
        if isinstance(value, t.Sel) and len(value.where) == 1 and isinstance(value.where[0], t.InZone):
            places = value.where[0].zones
            stack = isinstance(places[0], t.Zone) and self.plans.defs.zones[places[0].zone].stack
            zones = list(places) if len(places) == 1 and stack and (value.pos or value.noun == "card") else []
        return [
            zone
            for zone in zones
            if isinstance(zone, t.Zone) and isinstance(zone.owner, t.Sel) and _one_is_chosen(zone.owner)
        ]

    def _ignoring(self, effect: t.Do, ignored: t.Arg, env: Env) -> None:
        """ "… ignoring its Ambush ability": the card does without those abilities while it is done."""
        value = ignored.value
        if not isinstance(value, t.AbilityRef):
            raise Unlowered("ignoring something that is no ability", ignored)
        card = self.code.local()
        self.code.set(card, self.plans.card(value.of, env))
        local: Plan = ("local", card)
        label = self.plans.ids.name(value.label)

        def without(inner: Env) -> None:
            assert inner.loop is not None
            row = (("num", 0), inner.loop, ("num", 1), ("group", local), ("num", -1), ("num", -1))
            self.code.eval(("list", *row, env.source, env.you))
            self.code.op("ADDROW", GRANT)

        self._loop(("ability-ids", local, label), env, without)
        self.do(replace(effect, args=tuple(arg for arg in effect.args if arg is not ignored)), env, False)
        self.code.eval(local)
        self.code.op("ENDROWS", GRANT)

    def _verb(self, effect: t.Do) -> VerbDef:
        verb = self.plans.defs.verbs.get(effect.verb)
        if verb is not None:
            return verb
        if effect.verb not in PRIMITIVES:
            raise Unlowered(f"the verb {effect.verb}", effect)
        return VerbDef(effect.verb, takes="cards", does=t.Do(PRIMITIVES[effect.verb], None, ()), event=effect.verb)

    def _players_do(self, effect: t.Do, verb: VerbDef, env: Env, tail: bool) -> None:
        """Several players: one event if nobody chooses, else player by player, each finishing first."""
        assert effect.who is not None
        if isinstance(effect.who, t.Union) and not effect.who.either and "simultaneously" not in effect.mods:
            in_turn(self, effect, effect.who, env)
            return
        chosen = self.selecting.players(effect.who, env)
        if effect.binds not in self.asked_about:
            self._all_do(effect, verb, env, tail, chosen)
            return
        meant = self._kept(chosen.group)  # "If it's you": whoever was meant, though it could not be done
        self._all_do(effect, verb, env, tail, replace(chosen, group=meant))
        env.binds[effect.binds] = replace(env.binds[effect.binds], meant=meant)

    def _all_do(self, effect: t.Do, verb: VerbDef, env: Env, tail: bool, chosen: Chosen) -> None:
        if verb.does is not None and "simultaneously" in effect.mods:
            self._together_do(effect, verb, env, chosen.group, tail)
            return
        one_event = verb.does is not None and "fewer" not in effect.mods and not self._pile_in(effect)
        if one_event and not self._asks(effect, verb):
            cand: Plan = ("cand", env.depth)
            inner = replace(env, loop=cand, cand=cand, depth=env.depth + 1).with_you(cand)
            before = self.code.state()
            rows, need = self._rows(effect, verb, inner, {})
            # else each is asked something: in which order cards go on their deck
            if need is not None and not self.code.asks_of(cand, before):
                made = self._event(verb, ("rows-each", chosen.group, rows), None, tail, bool(effect.binds))
                self._bind(effect, env, replace(made, shared=True))
                return
            self.code.back(before)
        self._each_do(effect, verb, env, chosen.group)

    def _to_a_player(self, effect: t.Do) -> t.Do:
        """ "Each player passes a card to the player on their left": into the place the verb is about; what several
        give to each other they choose before any of it moves."""
        verb = self.plans.defs.verbs.get(effect.verb)
        to = self._args(effect).get("to")
        player = isinstance(to, t.Sel) and to.noun == "player" or isinstance(to, t.Ref) and to.type == "player"
        if verb is None or not verb.filling or to is None or not player:
            return effect
        there = t.Zone(verb.filling, to)
        args = tuple(replace(arg, value=there) if arg.role == "to" else arg for arg in effect.args)
        return replace(effect, args=args, mods=tuple(dict.fromkeys((*effect.mods, "simultaneously"))))

    def _together_do(self, effect: t.Do, verb: VerbDef, env: Env, group: Plan, tail: bool) -> None:
        """Each chooses, unseen by the others; then it happens to all of it at once."""
        rows = self.code.cleared()

        def one(inner: Env) -> None:
            assert inner.loop is not None
            mine, _ = self._rows(effect, verb, inner.with_you(inner.loop), {})
            self.code.set(rows, ("join", ("local", rows), mine))

        self._loop(group, env, one)
        made = self._event(verb, ("local", rows), None, tail, bool(effect.binds))
        self._bind(effect, env, replace(made, shared=True))

    def _each_do(self, effect: t.Do, verb: VerbDef, env: Env, group: Plan) -> None:
        if not effect.binds:
            self._loop(group, env, lambda inner: self._one_player(effect, verb, inner))
            return
        rows, done = self.code.cleared(), self.code.zeroed()

        def one(inner: Env) -> None:
            assert inner.loop is not None
            bind = self._one_does(effect, verb, inner.with_you(inner.loop), {}, False)
            if bind.rows is not None:
                self.code.set(rows, ("join", ("local", rows), bind.rows))
            if bind.done is not None:
                self.code.set(done, ("or", ("local", done), bind.done))

        self._loop(group, env, one)
        env.binds[effect.binds] = Bind(rows=("local", rows), done=("local", done), shared=True)

    def _one_player(self, effect: t.Do, verb: VerbDef, inner: Env) -> None:
        assert inner.loop is not None
        self._one_does(effect, verb, inner.with_you(inner.loop), {}, False)

    def _asks(self, effect: t.Do, verb: VerbDef) -> bool:
        """Whether a player may have to choose in it."""
        for arg in effect.args:
            for node in arg.walk():
                if not isinstance(node, t.Sel):
                    continue
                if node.pos is not None and node.pos.kind in ("highest", "lowest") and not node.pos.ties:
                    return True  # who chooses breaks ties
                if self.selecting.reaches(node):
                    return True  # a pile that may have to be renewed: one after the other
                if node.quant.kind in ("all", "plural", "the", "no") or node.noun == "player":
                    continue
                if node.pos is not None and node.pos.kind in ("top", "bottom", "leftmost", "rightmost"):
                    continue
                if verb.source is not None and not node.where and self._piled(verb, node):
                    continue
                return True
        return False

    def _piled(self, verb: VerbDef, sel: t.Sel) -> bool:
        if sel.quant.kind != "exactly":
            return False
        if verb.source == "home":
            return self.plans.home(sel.noun, sel, required=False) is not None
        return isinstance(verb.source, t.Sel) and sel.noun == "card"

    def _cards_do(self, effect: t.Do, verb: VerbDef, env: Env, tail: bool) -> None:
        """Cards as subjects ("each Villain captures …"): one after the other."""
        who = self._args(effect).get("subject", effect.who) or t.Ref("this", "card", "this")
        role = self._args(effect).get("as")
        role = role if isinstance(role, t.RoleValue) else None
        effect = replace(
            effect, args=tuple(a for a in effect.args if a.role != "subject" and (role is None or a.role != "as"))
        )
        if isinstance(who, t.Ref) and plural(who):
            self._several_do(effect, verb, who, role, env)
            return
        if isinstance(who, t.Ref) and who.type == "card":
            subject = self.plans.card(who, env)
            inner = env.with_loop(subject) if who.to != "loop" else env
            self._count_as(role, subject, env)
            self._subject_does(effect, verb, env, inner, subject, tail)
            return
        chosen = self.selecting.cards(who, env)
        chosen.group = self._left(effect, who, chosen.group, env)
        leftmost = LEFTMOST_FIRST in effect.mods
        effect = replace(effect, mods=tuple(mod for mod in effect.mods if mod != LEFTMOST_FIRST))
        if verb.from_end or leftmost:
            chosen.group = ("reverse", chosen.group)
        if effect.binds in self.subject_asked:
            doers = self.code.cleared()
            self.code.set(doers, chosen.group)
            chosen.group = ("local", doers)

        def one(inner: Env) -> None:
            assert inner.loop is not None
            self._count_as(role, inner.loop, env)
            self._subject_does(effect, verb, env, inner, inner.loop, False)

        self._loop(self._in_need(effect, verb, who, chosen.group, env), env, one)
        if effect.binds in self.subject_asked:
            env.binds[effect.binds] = replace(env.binds.get(effect.binds, Bind()), subject=chosen.group)

    def _left(self, effect: t.Do, who: t.Value, group: Plan, env: Env) -> Plan:
        """Several that go from spaces that are filled again: all have left them before the first is filled (C-9.5)."""
        system = self.plans.ids.image.system
        places: list[t.Value] = []
        if isinstance(who, t.Sel) and "to" in self._args(effect) and who.quant.kind in ("each", "all", "plural"):
            places = [zone for p in who.where if isinstance(p, t.InZone) for zone in p.zones]
        ids = self.plans.ids
        row = any(isinstance(place, t.Zone) and ids.image.zones[ids.zones[place.zone]].refill >= 0 for place in places)
        if not row or "resolving" not in system:
            return group
        going = self.code.cleared()
        self.code.set(going, group)
        self.code.eval(("rows-move", env.you, ("local", going), ("slot", system["resolving"], NOBODY), 2))
        self.code.op("EVENT", self.plans.ids.events["move"], 0)
        self.code.op("POP")
        return ("local", going)

    def _subject_does(self, effect: t.Do, verb: VerbDef, env: Env, inner: Env, subject: Plan, tail: bool) -> None:
        """One card does it; whose it was can be meant by what follows ("Its owner draws a card")."""
        owner = self._kept_owner(effect, subject)
        made = self._one_does(effect, verb, inner, {"subject": subject}, tail)
        self._bind(effect, env, made if owner is None else replace(made, owner=owner))

    def _kept_owner(self, effect: t.Do, card: Plan) -> Plan | None:
        if effect.binds not in self.owner_asked:
            return None
        local = self.code.nobody()
        self.code.set(local, ("owner", card))
        return ("local", local)

    def _in_need(self, effect: t.Do, verb: VerbDef, who: t.Value, group: Plan, env: Env) -> Plan:
        """Several who take from one pile: if it does not hold enough, whose turn it is says who comes first."""
        cards = self._args(effect).get("cards")
        several = isinstance(who, t.Sel) and who.quant.kind in ("each", "all", "plural")
        if not several or verb.source != "home" or not isinstance(cards, t.Sel) or cards.where or cards.quant.n is None:
            return group
        zone = self.plans.home(cards.noun, cards, required=False)
        if zone is None:
            return group
        takers = self.code.cleared()
        self.code.set(takers, group)
        pile: Plan = ("in", ("group", ("slot", zone, NOBODY)))
        wanted: Plan = ("mul", ("count", ("local", takers)), self.plans.num(cards.quant.n, env))
        enough = self.code.label()
        self.code.eval(("and", ("some", pile), ("lt", ("count", pile), wanted)))
        self.code.op("JFALSE", enough)
        self.code.set(takers, self._order(("local", takers), 1, env.with_you(("active",))))
        self.code.place(enough)
        return ("local", takers)

    def _several_do(self, effect: t.Do, verb: VerbDef, who: t.Ref, role: t.RoleValue | None, env: Env) -> None:
        """Cards named before, as subjects: whose turn it is says in which order, if it could matter."""
        local = self.code.cleared()
        self.code.set(local, self.plans.live(who, env))
        to = self._args(effect).get("to")
        piled = isinstance(to, t.Zone) and self.plans.defs.zones[to.zone].stack and to.place != "bottom"
        group = self._order(("local", local), 0 if piled else 1, env if piled else env.with_you(("active",)))

        def one(inner: Env) -> None:
            assert inner.loop is not None
            self._count_as(role, inner.loop, env)
            self._bind(effect, env, self._one_does(effect, verb, inner, {"subject": inner.loop}, False))

        self._loop(group, env, one)
