"""What a verb is done with: the rows of its event, its places, its numbers."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .changing_places import Partnered
from .defs import VerbDef
from .people import NOBODY
from .primitives import OTHER_SIDE, PRIMITIVES, SIDES
from .rewriting import is_card, performers, within
from .scope import Bind, Env
from .selecting import CARD, ORDER, PICK, SPACE, Chosen, some_spaces
from .unlowered import Unlowered
from .verb_base import VerbBase

PLACES = {"": 0, "top": 0, "bottom": 1, "any order": 0, "shuffled": 3, "face down": 4, "random": 2}
ONE = t.Quant("exactly", t.Num(1))
SINGLE = (t.Quant("exactly", t.Num(1)), t.Quant("the"), t.Quant("any"))
THE_CARDS = t.Ref("param cards", "cards", "cards")


def _two(cards: t.Sel) -> bool:
    """ "Two Villains", "the Villains in two city spaces"."""
    space = some_spaces(cards)
    quant = cards.quant if space is None or space.quant is None else space.quant
    return quant.n == t.Num(2)


def _all_of(groups: list[Plan]) -> Plan:
    made = groups[0]
    for other in groups[1:]:
        made = ("union", made, other)
    return made


class VerbRows(VerbBase):
    """Lowers what a verb puts into the rows of its event."""

    def _fact(self, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan], tail: bool) -> Bind:
        """A verb or event that changes nothing by itself: it only happens."""
        objects = self._args(effect).get("cards")
        cards: Plan = ("group", params["subject"]) if "subject" in params else ("list",)
        if objects is not None:
            cards = self.selecting.cards(objects, env).group
        others = [arg.value for arg in effect.args if arg.role in verb.further]
        meant = self._kept(self.selecting.cards(others[0], env).group) if others else None
        amount = self._args(effect).get("amount")
        number = self.plans.num(amount, env) if amount is not None else ("num", 1)
        made = self._event(verb, ("rows-fact", env.you, cards, number), None, tail, bool(effect.binds))
        if meant is None:
            return made
        if len(others) > 1 or isinstance(objects, t.Sel):
            raise Unlowered(f"{effect.verb} with two sorts of cards, either of which may be meant then", effect)
        return Bind(value=meant, done=made.done)  # "Throw this at a Villain: That Villain …"

    def _event(self, verb: VerbDef, rows: Plan, need: Plan | None, tail: bool, keep: bool, op: str = "EVENT") -> Bind:
        self.code.eval(rows)
        self.code.op(op, self.plans.ids.events[verb.event], 1 if tail else 0)
        if not keep:
            self.code.op("POP")
            return Bind()
        local = self.code.cleared()
        self.code.op("STORE", local)
        result: Plan = ("local", local)
        least = need if need is not None else ("num", 1)
        return Bind(rows=result, done=("le", least, ("count-rows", result)))

    def _bind(self, effect: t.Do, env: Env, bind: Bind) -> None:
        if effect.binds:
            to = self._args(effect).get("to")
            named = isinstance(to, t.Zone) or (isinstance(to, t.Space) and bool(to.name))
            if isinstance(to, t.Zone) and isinstance(to.owner, t.Ref) and to.owner.to.endswith(("loop", "owner")):
                # else each player's own: no one place
                named = named and to.owner.to.endswith("loop") and env.loop is not None
            if bind.place is None and named and to is not None:
                bind = replace(bind, place=self.plans.slots(to, env))
            env.binds[effect.binds] = bind

    def _args(self, effect: t.Do) -> dict[str, t.Value]:
        return {arg.role: arg.value for arg in effect.args}

    def _rows(self, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan]) -> tuple[Plan, Plan | None]:
        """Rows of the verb's primitive, and how many make it complete. Emits the questions of its selectors."""
        does = verb.does
        assert isinstance(does, t.Do)
        args = self._args(effect)
        role = args.pop("as", None)
        primitive = PRIMITIVES.get(does.verb, does.verb)
        if ":" in primitive:
            raise Unlowered(f"{verb.id} is declared over {primitive}, which is no primitive", effect)
        if does.verb == "exchange":
            return self._exchanged(args["cards"], args.get("with", args.get("for")), verb, env, effect), ("num", 2)
        if primitive == "shuffle":
            return ("rows-slot", env.you, self._place(args, verb, env, effect)), ("num", 1)
        if primitive == "set":
            return self._counter({**self._args(does), **args}, does if does.args else effect, env), None
        objects = args.get("cards", args.get("amount"))
        if objects is None:
            objects = THE_CARDS if "cards" in env.params else None
        if objects is None and "subject" in params:  # a verb over its subject: "it ascends"
            env = env.with_params(params)
            objects = self._args(does).get("cards")
        if objects is None:
            raise Unlowered(f"{verb.id} without an object", effect)
        if "from" in args and isinstance(objects, t.Sel):
            if not is_card(args["from"]):
                objects = within(objects, args["from"])
            elif objects.noun in self.plans.defs.part_kinds:  # of its own ones
                objects = replace(objects, where=(*objects.where, t.AttachedTo(args["from"])))
        chosen = self._objects(objects, verb, env, effect)
        if isinstance(role, t.RoleValue):
            chosen = self.selecting.lying(chosen, objects)
            own = isinstance(objects, t.Ref) and objects.to == "this"
            self._count_as(role, chosen.group, env, kept=True, own=own)
        self._call(role, args.get("to"), chosen, env, attached=primitive == "attach")
        if primitive in ("show", "look"):
            return self._seen(chosen, env), chosen.need
        if primitive == "attach":
            host = self._host(args, params, env, effect)
            if chosen.pile is not None:
                return ("rows-attach-pile", env.you, chosen.pile, chosen.number, host), chosen.need
            return ("rows-attach", env.you, chosen.group, host), chosen.need
        if primitive == "turn":
            side = next((SIDES[mod] for mod in effect.mods if mod in SIDES), OTHER_SIDE)
            return ("rows-turn", env.you, chosen.group, ("num", side)), chosen.need
        beside = args.get("to")
        if isinstance(beside, t.Beside):
            host = self.plans.card(beside.of, env)
            if chosen.pile is not None:
                return ("rows-attach-pile", env.you, chosen.pile, chosen.number, host), chosen.need
            return ("rows-attach", env.you, chosen.group, host), chosen.need
        if isinstance(beside, t.Zone) and isinstance(beside.owner, t.Ref) and beside.owner.to == "owner":
            return self._to_owners(beside, chosen, env), chosen.need
        slot, place = self._target(args, does, verb, env, effect, chosen.group)
        if chosen.pile is not None:
            return ("rows-pile", env.you, chosen.pile, chosen.number, slot, place), chosen.need
        if place in (0, 1) and self._ordered(args, does, verb) and chosen.need != ("num", 1):
            if "in random order" in effect.mods:
                chosen.group = self._mixed(chosen.group)
            else:
                chosen.group = self._order(chosen.group, place, env)
        if self._anybodys(objects, args, verb, slot, env):
            zone = next(zone for zone, number in self.plans.ids.zones.items() if number == slot[1])
            rows = self._to_owners(t.Zone(zone), chosen, env)
            nobodys: Plan = ("filter", chosen.group, ("lt", ("owner", ("cand", env.depth)), ("num", 0)))
            return ("join", rows, ("rows-move", env.you, nobodys, slot, place)), chosen.need
        if verb.lies_in and "to" not in args and isinstance(objects, t.Ref) and objects.to == "this":
            # where it lies already it has been done: "Rescue this" of a card that was rescued when it was defeated
            elsewhere: Plan = ("not", ("eq", ("slot-of", ("cand", env.depth)), slot))
            return ("rows-move", env.you, ("filter", chosen.group, elsewhere), slot, place), chosen.need
        return ("rows-move", env.you, chosen.group, slot, place), chosen.need

    def _exchanged(self, one: t.Value, other: t.Value | None, verb: VerbDef, env: Env, node: t.Do) -> Plan:
        """Two cards that change places, at once; nothing if there are no two."""
        if other is None and isinstance(one, t.Sel) and not _two(one):
            raise Unlowered("exchanging one thing with nothing", node)
        local = self.code.cleared()
        spoken = other is not None and any(isinstance(n, t.Ref) and n.to == f"bind {node.binds}" for n in other.walk())
        if spoken:  # "with one of the same cost": only such a card can be chosen for which there is one
            if not isinstance(one, t.Sel) or not isinstance(other, t.Sel) or one.quant != ONE:
                raise Unlowered("exchanging cards that depend on each other", node)
            one = replace(one, where=(*one.where, Partnered(node.binds, other)))
            named: Plan = ("group", ("nth", ("local", local), ("num", 0)))
            env = replace(env, binds={**env.binds, node.binds: Bind(value=named)})
        for at, value in enumerate((one,) if other is None else (one, other)):
            chosen = self._objects(value, verb, env, node)
            if chosen.pile is not None:
                raise Unlowered("exchanging cards of a pile", node)
            self.code.set(local, ("group", ("local", local), chosen.group) if at else chosen.group)
        both: Plan = ("local", local)
        first, second = (("nth", both, ("num", at)) for at in (0, 1))
        moves = [("rows-move", env.you, ("group", a), ("slot-of", b), 0) for a, b in ((first, second), (second, first))]
        return ("if", ("eq", ("num", 2), ("count", both)), ("join", *moves), ("list",))

    def _to_owners(self, zone: t.Zone, chosen: Chosen, env: Env) -> Plan:
        """ "… on the bottom of its owner's deck": each card to a place of whoever has it now."""
        if chosen.pile is not None or zone.place not in PLACES:
            raise Unlowered("cards of a pile that go to their owners", zone)
        if chosen.group[0] != "local":  # a filter of its own would lie inside the one over players
            chosen.group = self._kept(chosen.group)
        whose: Plan = ("cand", env.depth)
        theirs: Plan = ("filter", chosen.group, ("eq", ("owner", ("cand", env.depth + 1)), whose))
        slot: Plan = ("slot", self.plans.ids.zones[zone.zone], whose)
        return ("rows-each", ("players",), ("rows-move", env.you, theirs, slot, PLACES[zone.place]))

    def _call(self, role: t.Value | None, to: t.Value | None, chosen: Chosen, env: Env, attached: bool = False) -> None:
        """ "Put this next to the Scheme as a "Seal"": its name as long as it lies there."""
        name = role.text if isinstance(role, t.NameValue) else to.name if isinstance(to, t.Beside) else ""
        about = role if role is not None else to
        if not name or about is None:
            return
        if chosen.pile is not None:
            raise Unlowered("cards of a pile that are called something", about)
        zone = self.plans.ids.zones.get(to.zone) if isinstance(to, t.Zone) else None
        if attached or isinstance(to, t.Beside):
            zone = 0
        if zone is None:
            raise Unlowered("a name without a place", about)
        chosen.group = self._kept(chosen.group)
        row: tuple[Plan, ...] = (chosen.group, ("num", self.install.called(name)), ("num", 1), ("list",))
        self.code.eval(("list", *row, ("list", ("num", zone)), ("num", -2)))
        self.code.op("ADDROW", 4)

    def _kept(self, group: Plan) -> Plan:
        """The cards there are now, so that they are found again when they lie elsewhere."""
        local = self.code.cleared()
        self.code.set(local, group)
        return ("local", local)

    def _anybodys(self, objects: t.Value, args: dict[str, t.Value], verb: VerbDef, slot: Plan, env: Env) -> bool:
        """Whether a verb that takes from a player's place and puts into one is done with what may be another player's:
        each card goes to its owner's."""
        own = isinstance(verb.source, t.Zone) and self.plans.defs.zones[verb.source.zone].of_player
        if not own or "to" in args or slot[0] != "slot" or slot[2] != env.you:
            return False
        return (isinstance(objects, t.Ref) and objects.to.startswith("bind")) or (
            isinstance(objects, t.Sel) and (objects.of is not None or self.plans.elsewhere(objects))
        )

    def _counter(self, args: dict[str, t.Value], effect: t.Do, env: Env) -> Plan:
        """Raise, lower or set a counter."""
        counter = args.get("counter", args.get("cards"))
        if not isinstance(counter, t.CounterValue):
            raise Unlowered(f"to {effect.verb} something that is no counter", effect)
        number = self.plans.num(args.get("amount", args.get("to")), env)
        index = self.plans.ids.counters[counter.counter]
        if effect.verb == "lower":
            number = ("neg", number)
        elif effect.verb == "set":
            number = ("sub", number, ("counter", index))
        return ("rows-set", index, number)

    def _seen(self, chosen: Chosen, env: Env) -> Plan:
        if chosen.pile is not None:
            return ("rows-pile", env.you, chosen.pile, chosen.number, NOBODY, 0)
        return ("rows-move", env.you, chosen.group, NOBODY, 0)

    def _objects(self, objects: t.Value, verb: VerbDef, env: Env, node: t.Do) -> Chosen:
        """Where objects without a place come from is the verb's to say."""
        source = verb.source
        self.selecting.doing = verb
        try:
            return self._from(source, objects, verb, env, node)
        finally:
            self.selecting.doing = None

    def _from(self, source: t.Value | str | None, objects: t.Value, verb: VerbDef, env: Env, node: t.Do) -> Chosen:
        if source is None and self.plans.supplied(objects, node):
            source = "home"
        if "at random" in node.mods and isinstance(objects, t.Sel):
            objects = replace(objects, quant=t.Quant("random", objects.quant.n))
        if source == "home":
            home = self.plans.home(objects.noun, objects, required=False) if isinstance(objects, t.Sel) else None
            if home is not None:
                pile: Plan = ("slot", home, NOBODY)
                return self.selecting.choose(objects, env, default=("in", ("group", pile)), pile=pile)
            return self.selecting.choose(objects, env)
        if isinstance(source, t.Sel):  # the top of a pile
            place = source.where[0]
            assert isinstance(place, t.InZone)
            pile = self.plans.slot(place.zones[0], env.declared())
            return self.selecting.choose(objects, env, default=("in", ("group", pile)), pile=pile)
        if isinstance(source, t.Value):
            if isinstance(objects, t.Sel) and any(isinstance(p, t.OwnedBy) for p in objects.where):
                # of what they have, what lies where the verb takes from; so too for "all but two of their cards"
                least = objects.quant.n
                if isinstance(least, t.Arith) and isinstance(least.left, t.Count) and isinstance(least.left.of, t.Sel):
                    those = within(least.left.of, performers(source))
                    objects = replace(
                        objects, quant=replace(objects.quant, n=replace(least, left=replace(least.left, of=those)))
                    )
                objects = within(objects, performers(source))
            return self.selecting.choose(objects, env, default=("in", self.plans.slots(source, env.declared())))
        if verb.does is not None and isinstance(verb.does, t.Do) and verb.does.verb in ("show", "look"):
            # to show a card one must have it: in hand or in front of one (C-15.11)
            mine = self.plans.belongings_of(env.you, env, node) if self.plans.defs.belongings is not None else None
            return self.selecting.choose(objects, env, default=mine)
        return self.selecting.choose(objects, env, default=self.plans.had(objects, env, node))

    def _target(
        self, args: dict[str, t.Value], does: t.Do, verb: VerbDef, env: Env, node: t.Do, moved: Plan = ("list",)
    ) -> tuple[Plan, int]:
        """Slot and place of the destination: named in the text, else the verb's, else what `does` says."""
        to = args.get("to")
        if to is None:
            if verb.target == "required":
                raise Unlowered(f"{verb.id} without a destination", node)
            env = env.declared()
            if isinstance(verb.target, t.Value):
                to = verb.target
            else:
                to = self._args(does).get("to")
        if to is None:
            raise Unlowered(f"{verb.id} without a destination", node)
        if isinstance(to, t.Space) and not to.name:
            return self._one_space(to, env.with_loop(("one", moved))), 0
        place = to.place if isinstance(to, t.Zone) else ""
        if place not in PLACES:
            raise Unlowered(f"putting something {place}", to)
        info = self.plans.defs.zones[to.zone] if isinstance(to, t.Zone) else None
        if info is not None and info.stack and not place and "in any order" not in node.mods:
            place = "shuffled" if info.shuffled else "bottom"  # no place was said
        return self.plans.slot(to, env), PLACES[place]

    def _one_space(self, to: t.Space, env: Env) -> Plan:
        """One of several spaces, by choice; "adjacent" to the card that moves, the loop's."""
        if "adjacent" in to.where and to.of is None:
            to = replace(to, of=t.Ref("loop", "card", "it"))
        options = self.plans.spaces(to, env)
        one = t.Sel("card", t.Quant("exactly", t.Num(1)), span=to.span)
        return ("one", self.selecting.pick(options, ("num", 1), ("num", 1), env, one, SPACE).group)

    def _one_left(self, space: t.Value, env: Env) -> Plan:
        """One of the spaces that exist, by choice if they are several."""
        parts = space.parts if isinstance(space, t.Union) and space.either else (space,)
        options: list[Plan] = []
        for part in parts:
            if isinstance(part, t.Ref):
                options.append(self.plans.slots(part, env))
                continue
            if not isinstance(part, t.Space) or not (part.name or part.quant in SINGLE):
                raise Unlowered("several spaces, or none named", space)
            those = self.plans.spaces(part, replace(env, depth=env.depth + 1))
            every: Plan = ("slots", self.plans.ids.zones[part.zone])
            options.append(("filter", every, ("member", ("cand", env.depth), those)))
        one = t.Sel("card", t.Quant("exactly", t.Num(1)), span=space.span)
        return ("one", self.selecting.pick(_all_of(options), ("num", 1), ("num", 1), env, one, SPACE).group)

    def _ordered(self, args: dict[str, t.Value], does: t.Do, verb: VerbDef) -> bool:
        """Whether the order in which cards arrive there matters."""
        to = args.get("to") or (verb.target if isinstance(verb.target, t.Value) else self._args(does).get("to"))
        return isinstance(to, t.Zone) and self.plans.defs.zones[to.zone].stack

    def _order(self, group: Plan, place: int, env: Env) -> Plan:
        """Whoever puts several cards on a pile chooses their order, top first."""
        code = self.code
        code.eval(env.you)
        code.eval(group)
        code.eval(("count", group))
        code.eval(("count", group))
        code.op("ASK", ORDER, CARD, self.selecting.sentence)
        ordered: Plan = ("local", code.store_new())
        return ("reverse", ordered) if place == 0 else ordered

    def _mixed(self, group: Plan) -> Plan:
        """The cards in an order nobody chooses."""
        code = self.code
        code.eval(group)
        local = code.store_new()
        code.op("LOAD", local)
        code.eval(("count", ("local", local)))
        code.op("RANDOM", 0)
        return ("local", code.store_new())

    def _place(self, args: dict[str, t.Value], verb: VerbDef, env: Env, node: t.Do) -> Plan:
        for role in ("cards", "zone", "to"):
            value = args.get(role)
            if isinstance(value, (t.Zone, t.Space)) or (isinstance(value, t.Ref) and value.type == "zone"):
                return self.plans.slot(value, env)
        raise Unlowered(f"{verb.id} without a pile", node)

    def _host(self, args: dict[str, t.Value], params: dict[str, Plan], env: Env, node: t.Do) -> Plan:
        if "subject" in params:
            return params["subject"]
        for role in ("to", "under"):
            value = args.get(role)
            if value is not None:
                return self.plans.card(value.of if isinstance(value, t.Beside) else value, env)
        raise Unlowered("attaching to nothing", node)

    def _fewer(self, effect: t.Do, env: Env) -> Bind:
        """ "gains one fewer Wound": the amount of that player's row of the event being proposed."""
        if env.proposed != effect.verb:
            raise Unlowered("one fewer of something else than what would happen", effect)
        number: Plan = ("num", 1)
        for arg in effect.args:
            if isinstance(arg.value, t.Sel):
                number = self.plans.num(arg.value.quant.n, env)
        code = self.code
        every: Plan = ("event-rows", ("event",))
        own: Plan = ("rfilter", every, ("eq", ("row-who", ("cand", env.depth)), env.you))
        alike, end = code.label(), code.label()
        code.eval(("lt", ("num", 1), ("count-rows", own)))
        code.op("JFALSE", alike)
        still: Plan = ("max", ("num", 0), ("sub", ("count-rows", own), number))
        code.eval(env.you)  # cards that were chosen: who would do it says to which of them it is done
        code.eval(("row-cards", own))
        code.eval(still)
        code.eval(still)
        code.op("ASK", PICK, CARD, self.selecting.sentence)
        kept: Plan = ("local", code.store_new())
        left: Plan = ("rfilter", own, ("not", ("member", ("row-card", ("cand", env.depth)), kept)))
        code.eval(("rows-without", every, left))
        code.op("SETROWS")
        code.op("JUMP", end)
        code.place(alike)
        code.eval(("rows-less", every, env.you, number))
        code.op("SETROWS")
        code.place(end)
        return Bind(done=("yes",))
