"""A verb with its arguments becomes an event: who does it, rows of what happens, what it binds.

A verb whose `does` is one primitive clause is an event of its own; any other is a procedure. Primitives (their ids have
no set): move, show, look, shuffle, turn, attach, set. Must not know any declared verb.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan
from cardwright.runtime.bytecode.optable import FAMILIES

from .code import Code
from .defs import VerbDef
from .people import NOBODY
from .plans import Plans
from .scope import Bind, Env
from .selecting import CARD, ORDER, SPACE, Chosen, Selecting
from .twins import Twins
from .unlowered import Unlowered

if TYPE_CHECKING:
    from .effects import Installer

PLACES = {"": 0, "top": 0, "bottom": 1, "any order": 0, "shuffled": 3, "face down": 4, "random": 2}
# verbs of the language itself, and what committing their event does
PRIMITIVES = {
    "move": "move",
    "reveal": "show",
    "look at": "look",
    "shuffle": "shuffle",
    "turn": "turn",
    "attach": "attach",
    "raise": "set",
    "lower": "set",
    "refill": "refill",
    "set": "set",
}
# how the events of the language's own verbs are told
LOGS = {
    "move": "{cards} moved to {to}",
    "reveal": "{you} revealed {cards}",
    "look at": "{you} looked at {cards}",
    "shuffle": "{to} was shuffled",
    "turn": "{cards} turned over",
    "attach": "{cards} went under another card",
    "raise": "{n}",
    "lower": "{n}",
    "set": "{n}",
    "get": "{you} got {n}",
    "refill": "{cards} came to {to}",
    "renew": "{to} was renewed",
}
GRANT = FAMILIES.index("grant")
# what lowering reads of a verb's arguments and adverbs; anything else would be dropped silently
ROLES = frozenset(
    ("cards", "from", "to", "amount", "subject", "counter", "as", "zone", "under", "place", "during", "copy of")
)
MODS = frozenset(
    ("at random", "for free", "in any order", "in random order", "extra", "fewer", "again", "also", "instead", "first")
)
THE_CARDS = t.Ref("param cards", "cards", "cards")


class Verbs:
    """Lowers `Do`."""

    plans: Plans
    code: Code
    install: Installer
    selecting: Selecting
    twins: Twins

    def effect(self, effect: t.Effect, env: Env, tail: bool = False) -> None:
        raise NotImplementedError

    def _subjects(self, who: t.Value, env: Env, body: Callable[[Env], None]) -> None:
        raise NotImplementedError

    def _loop(self, group: Plan, env: Env, body: Callable[[Env], None]) -> None:
        raise NotImplementedError

    def _times(self, number: Plan, body: Callable[[], None]) -> None:
        raise NotImplementedError

    # ---------------------------------------------------------------------- subjects
    def do(self, effect: t.Do, env: Env, tail: bool) -> None:
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
        elif isinstance(effect.who, (t.Sel, t.Union)):
            self._players_do(effect, verb, env, tail)
        elif isinstance(effect.who, t.Ref) and effect.who.type == "players":
            self._each_do(effect, verb, env, self.plans.players(effect.who, env))
        else:
            inner = env.with_you(self.plans.player(effect.who, env)) if effect.who is not None else env
            self._bind(effect, env, self._one_does(effect, verb, inner, {}, tail))

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
        chosen = self.selecting.players(effect.who, env)
        if verb.does is not None and "fewer" not in effect.mods and not self._asks(effect, verb):
            cand: Plan = ("cand", env.depth)
            inner = replace(env, loop=cand, cand=cand, depth=env.depth + 1).with_you(cand)
            rows, need = self._rows(effect, verb, inner, {})
            if need is not None:
                self._bind(
                    effect, env, self._event(verb, ("rows-each", chosen.group, rows), None, tail, bool(effect.binds))
                )
                return
        self._each_do(effect, verb, env, chosen.group)

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
        env.binds[effect.binds] = Bind(rows=("local", rows), done=("local", done))

    def _one_player(self, effect: t.Do, verb: VerbDef, inner: Env) -> None:
        assert inner.loop is not None
        self._one_does(effect, verb, inner.with_you(inner.loop), {}, False)

    def _asks(self, effect: t.Do, verb: VerbDef) -> bool:
        """Whether a player may have to choose in it."""
        for arg in effect.args:
            for node in arg.walk():
                if not isinstance(node, t.Sel):
                    continue
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
        if isinstance(who, t.Ref) and who.type == "card":
            subject = self.plans.card(who, env)
            inner = env.with_loop(subject) if who.to != "loop" else env
            self._count_as(role, subject, env)
            self._bind(effect, env, self._one_does(effect, verb, inner, {"subject": subject}, tail))
            return
        chosen = self.selecting.choose(who, env)

        def one(inner: Env) -> None:
            assert inner.loop is not None
            self._count_as(role, inner.loop, env)
            self._bind(effect, env, self._one_does(effect, verb, inner, {"subject": inner.loop}, False))

        self._loop(chosen.group, env, one)

    def _count_as(self, role: t.RoleValue | None, cards: Plan, env: Env, kept: bool = False) -> None:
        """ "It enters the city as a Villain": from then on, as long as it lies where cards of that kind work, in a
        space of its own, or where it is of both kinds. `kept`: until it comes to a place where new cards of some kind
        lie."""
        term = self.plans.defs.terms.get(role.kind) if role is not None else None
        if role is None or (term is not None and term.params):
            return  # what they are called from now on is said by where they lie
        image = self.plans.ids.image
        group: Plan = cards if kept else ("group", cards)
        there: Plan = ("lt", ("num", -1), ("cand", env.depth))
        plain = not (role.numbers or role.abilities or role.icons or role.name)
        if plain and role.kind in self.plans.ids.kinds:  # what it is by itself it is with all that is printed on it
            number = self.plans.ids.kinds[role.kind]
            there = ("and", there, ("not", ("base-kind", ("cand", env.depth), number)))
        local = self.code.cleared()
        self.code.set(local, ("filter", group, there))
        end = self.code.label()
        self.code.op("LOAD", local)
        self.code.op("JFALSE", end)
        inner = env.with_params({"role": ("one", ("local", local))})
        given = self.install.given(t.Gain(t.Ref("param role", "card", "it"), (role,), also=False), inner)
        for definition, also, numbers in given.roles:
            zones = self._kept_zones() if kept else self._role_zones(image.cards[definition].kind)
            keep: Plan = ("list", *(("num", zone) for zone in sorted(zones)))
            row = (("local", local), ("num", definition), ("num", also), numbers, keep, ("num", -2))
            self.code.eval(("list", *row))
            self.code.op("ADDROW", 4)
        self.code.place(end)

    def _role_zones(self, kind: int) -> set[int]:
        image = self.plans.ids.image
        serving = {image.system[name] for name in ("resolving", "leaving") if name in image.system}
        single = {n for n, z in enumerate(image.zones) if z.order == "row" and z.refill < 0 or z.both}
        return {*image.kinds[kind].works, *serving, *single}

    def _kept_zones(self) -> set[int]:
        image = self.plans.ids.image
        return set(range(len(image.zones))) - {kind.home for kind in image.kinds}

    # ---------------------------------------------------------------------- one subject
    def _one_does(self, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan], tail: bool) -> Bind:
        for arg in effect.args:
            if arg.role not in ROLES:
                raise Unlowered(f"{effect.verb} with “{arg.role}”", arg)
        for mod in effect.mods:
            if mod not in MODS:
                raise Unlowered(f"{effect.verb} “{mod}”", effect)
        if "fewer" in effect.mods:
            return self._fewer(effect, env)
        if verb.ends:
            self.code.op("OVER", {"won": 1, "lost": 2, "draw": 3}[verb.ends])
            return Bind(done=("yes",))
        if verb.procedure is not None:
            return self._procedure(effect, verb, env, params)
        if verb.does is None:
            return self._fact(effect, verb, env, params, tail)
        if isinstance(verb.does, t.Do) and verb.does.verb == "refill":
            return self._refill(effect)
        to = self._args(effect).get("to")
        if isinstance(verb.does, t.Do) and verb.does.verb == "attach" and isinstance(to, t.Sel):
            self._attach_when_there(effect, to, env)
        rows, need = self._rows(effect, verb, env, params)
        if isinstance(to, t.Beside):
            return self._event(replace(verb, event="attach"), rows, need, tail, bool(effect.binds))
        giver = self._args(effect).get("from")
        if giver is not None and is_card(giver):
            # taken from a card: that card is what the event comes from
            self.code.eval(env.you)
            self.code.eval(self.plans.card(giver, env))
            return self._event(verb, rows, need, tail, bool(effect.binds), "EVENTAS")
        return self._event(verb, rows, need, tail, bool(effect.binds))

    def _attach_when_there(self, effect: t.Do, to: t.Sel, env: Env) -> None:
        """ "Attach this to the …": if that card still waits in the pile it comes from, it is done when it enters."""
        home = self.plans.home(to.noun, to, required=False)
        if to.quant.kind != "the" or to.where or home is None or not self.plans.usual_zones(to.noun):
            return
        zone = next(name for name, number in self.plans.ids.zones.items() if number == home)
        waits = replace(to, quant=t.Quant("any"), where=(t.InZone((t.Zone(zone),)),))
        end = self.code.label()
        self.code.eval(("some", self.plans.selection(to, env)))
        self.code.op("JTRUE", end)
        self.code.eval(("some", self.plans.selection(waits, env)))
        self.code.op("JFALSE", end)
        event = t.Ref("event", "card", "it")
        args = tuple(replace(a, value=event) if a.role == "to" else a for a in effect.args)
        deed = replace(effect, args=args, binds=0)
        for verb in self.plans.defs.verbs.values():
            if verb.subject == "card" and verb.target == "required":
                comes = t.EventPattern(verb.id, (t.Arg("subject", replace(to, quant=t.Quant("any"))),))
                self.effect(t.When(comes, deed, once="next", duration="game"), env)
        self.code.place(end)

    def _refill(self, effect: t.Do) -> Bind:
        """Fill the empty spaces of a row."""
        for value in self._args(effect).values():
            if isinstance(value, t.Zone):
                self.code.op("REFILL", self.plans.ids.zones[value.zone])
                return Bind(done=("yes",))
        raise Unlowered("refilling something that is no row", effect)

    def _fact(self, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan], tail: bool) -> Bind:
        """A verb or event that changes nothing by itself: it only happens."""
        objects = self._args(effect).get("cards")
        cards: Plan = ("group", params["subject"]) if "subject" in params else ("list",)
        if objects is not None:
            cards = self.selecting.choose(objects, env).group
        amount = self._args(effect).get("amount")
        number = self.plans.num(amount, env) if amount is not None else ("num", 1)
        return self._event(verb, ("rows-fact", env.you, cards, number), None, tail, bool(effect.binds))

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
        if "from" in args and isinstance(objects, t.Sel) and not is_card(args["from"]):
            objects = _within(objects, args["from"])
        chosen = self._objects(objects, verb, env, effect)
        if isinstance(role, t.RoleValue):
            if chosen.pile is not None:
                raise Unlowered("cards of a pile that become something", role)
            self._count_as(role, chosen.group, env, kept=True)
        if primitive in ("show", "look"):
            return self._seen(chosen, env), chosen.need
        if primitive == "attach":
            host = self._host(args, params, env, effect)
            if chosen.pile is not None:
                return ("rows-attach-pile", env.you, chosen.pile, chosen.number, host), chosen.need
            return ("rows-attach", env.you, chosen.group, host), chosen.need
        if primitive == "turn":
            return ("rows-turn", env.you, chosen.group, ("num", 1)), chosen.need
        beside = args.get("to")
        if isinstance(beside, t.Beside):
            host = self.plans.card(beside.of, env)
            if chosen.pile is not None:
                return ("rows-attach-pile", env.you, chosen.pile, chosen.number, host), chosen.need
            return ("rows-attach", env.you, chosen.group, host), chosen.need
        slot, place = self._target(args, does, verb, env, effect, chosen.group)
        if chosen.pile is not None:
            return ("rows-pile", env.you, chosen.pile, chosen.number, slot, place), chosen.need
        if place in (0, 1) and self._ordered(args, does, verb) and chosen.need != ("num", 1):
            chosen.group = self._order(chosen.group, place, env)
        return ("rows-move", env.you, chosen.group, slot, place), chosen.need

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
            pile = self.plans.slot(place.zones[0], env)
            return self.selecting.choose(objects, env, default=("in", ("group", pile)), pile=pile)
        if isinstance(source, t.Value):
            return self.selecting.choose(objects, env, default=("in", self.plans.slots(source, env)))
        if verb.does is not None and isinstance(verb.does, t.Do) and verb.does.verb in ("show", "look"):
            # to show a card one must have it: in hand or in front of one (C-15.11)
            mine = self.plans.belongings_of(env.you, env, node) if self.plans.defs.belongings is not None else None
            return self.selecting.choose(objects, env, default=mine)
        return self.selecting.choose(objects, env)

    def _target(
        self, args: dict[str, t.Value], does: t.Do, verb: VerbDef, env: Env, node: t.Do, moved: Plan = ("list",)
    ) -> tuple[Plan, int]:
        """Slot and place of the destination: named in the text, else the verb's, else what `does` says."""
        to = args.get("to")
        if to is None:
            if verb.target == "required":
                raise Unlowered(f"{verb.id} without a destination", node)
            if isinstance(verb.target, t.Value):
                to = verb.target
            else:
                to = self._args(does).get("to")
        if to is None:
            raise Unlowered(f"{verb.id} without a destination", node)
        if isinstance(to, t.Space) and not to.name:
            # one of several spaces, by choice; "adjacent" to the card that moves
            inner = env.with_loop(("one", moved))
            if "adjacent" in to.where and to.of is None:
                to = replace(to, of=t.Ref("loop", "card", "it"))
            options = self.plans.spaces(to, inner)
            one = t.Sel("card", t.Quant("exactly", t.Num(1)), span=to.span)
            return ("one", self.selecting.pick(options, ("num", 1), ("num", 1), env, one, SPACE).group), 0
        place = to.place if isinstance(to, t.Zone) else ""
        if place not in PLACES:
            raise Unlowered(f"putting something {place}", to)
        return self.plans.slot(to, env), PLACES[place]

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
        number: Plan = ("num", 1)
        for arg in effect.args:
            if isinstance(arg.value, t.Sel):
                number = self.plans.num(arg.value.quant.n, env)
        self.code.eval(("rows-less", ("event-rows", ("event",)), env.you, number))
        self.code.op("SETROWS")
        return Bind(done=("yes",))

    def _procedure(self, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan]) -> Bind:
        """Call the verb's procedure for each of its cards, one after the other."""
        assert verb.procedure is not None
        args = self._args(effect)
        if verb.subject == "card":
            extra = [self._argument(value, env) for role, value in args.items()]
            result = self.install_call(verb.procedure, env, [params["subject"], *extra])
            return Bind(value=("group", params["subject"]), done=result)
        objects = args.get("cards")
        if objects is None and "copy of" in args:
            return Bind(done=self.play_copies(effect, args["copy of"], env))
        if objects is None:
            raise Unlowered(f"{verb.id} without an object", effect)
        if "from" in args and isinstance(objects, t.Sel):
            objects = _within(objects, args["from"])
        chosen = self._objects(objects, verb, env, effect)
        if chosen.pile is not None:
            return self._piles(verb, chosen, env)
        local = self.code.cleared()
        self.code.set(local, chosen.group)
        if "for free" in effect.mods:
            self._free(effect, ("local", local), env)
        done = self.code.zeroed()

        def one(inner: Env) -> None:
            assert inner.loop is not None and verb.procedure is not None
            self.code.set(done, self.install_call(verb.procedure, env, [inner.loop]))

        self._loop(("local", local), env, one)
        return Bind(value=("local", local), done=("local", done))

    def play_copies(self, effect: t.Do, of: t.Value, env: Env) -> Plan:
        raise NotImplementedError

    def _free(self, effect: t.Do, cards: Plan, env: Env) -> None:
        """The next time this act is done on these cards it costs nothing."""
        act = self.plans.act_of(effect.verb)
        if act is None:
            return
        price: Plan = ("list", ("num", 2), ("list",), ("num", 0), ("num", 0))
        row = (
            ("num", act),
            ("num", 0),
            ("group", env.you),
            cards,
            ("num", -1),
            ("num", -1),
            price,
            ("num", 1),
            ("num", -1),
        )
        self.code.eval(("list", *row, env.source, env.you))
        self.code.op("ADDROW", 1)

    def _piles(self, verb: VerbDef, chosen: Chosen, env: Env) -> Bind:
        """The top cards of a pile, each seen and done completely before the next (C-6.8)."""
        assert chosen.pile is not None and verb.procedure is not None
        procedure, pile = verb.procedure, chosen.pile
        taken, done = self.code.cleared(), self.code.zeroed()

        def once() -> None:
            skip = self.code.label()
            local = self.code.local()
            self.code.set(local, ("one", ("top", ("in", ("group", pile)), ("num", 1))))
            top: Plan = ("local", local)
            self.code.eval(("le", ("num", 0), top))
            self.code.op("JFALSE", skip)
            self.code.set(taken, ("group", ("local", taken), top))
            self.code.set(done, self.install_call(procedure, env, [top]))
            self.code.place(skip)

        self._times(chosen.number, once)
        return Bind(value=("local", taken), done=("local", done))

    def _argument(self, value: t.Value, env: Env) -> Plan:
        if isinstance(value, (t.Zone, t.Space)):
            return self.plans.slot(value, env)
        return self.plans.card(value, env)

    def install_call(self, procedure: str, env: Env, arguments: list[Plan]) -> Plan:
        """Emit a call with `env.you` as performer; its value as a plan."""
        proc = self.plans.procedures[procedure]
        self.code.eval(env.you)
        for argument in arguments:
            self.code.eval(argument)
        self.code.op("CALLAS", proc, len(arguments))
        return ("local", self.code.store_new())


def is_card(value: t.Value) -> bool:
    """Whether a value is cards and no place."""
    return isinstance(value, t.Sel) or (isinstance(value, t.Ref) and value.type in ("card", "cards"))


def _within(sel: t.Sel, place: t.Value) -> t.Sel:
    """A selector with its source written as a place."""
    zones = place.parts if isinstance(place, t.Union) else (place,)
    if any(isinstance(p, t.InZone) for p in sel.where):
        return sel
    return replace(sel, where=(*sel.where, t.InZone(zones)))
