"""One player or card does a verb: its procedure is called for each of its cards, or its event is raised.

Must not know any declared verb.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import type_of
from cardwright.runtime.bytecode.image import Plan

from .arriving import arrive, way_in
from .changing_places import CHANGING
from .code import Label
from .defs import VerbDef
from .primitives import SIDES, told
from .rewriting import is_card, within
from .scope import Bind, Env
from .searching import Searching
from .selecting import Chosen
from .unlowered import Unlowered, any_of
from .verb_rows import VerbRows

# what lowering reads of a verb's arguments and adverbs; anything else would be dropped silently
ROLES = frozenset(
    ("cards", "from", "to", "amount", "subject", "counter", "as", "zone", "under", "place", "during", "copy of", "with")
) | {"for", "price", "spaces"}
AS_IF = ("num", 7)  # the kind of a price that is as if something else were asked
MODS = frozenset(
    ("at random", "for free", "in any order", "in random order", "extra", "fewer", "again", "also", "instead", "first")
) | {"more", "additional", "simultaneously", CHANGING}


class Deeds(VerbRows, Searching):
    """Lowers what one player or card does."""

    def _one_does(self, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan], tail: bool) -> Bind:
        if any(arg.role == "for" for arg in effect.args) and not self.plans.exchanges(effect.verb):
            return self.search(effect, verb, env)
        for arg in effect.args:
            own = arg.role in verb.further and verb.does is None and verb.procedure is None
            if arg.role not in ROLES and not own or arg.role == "price" and verb.procedure is None:
                raise Unlowered(f"{effect.verb} with “{arg.role}”", arg)
        for mod in effect.mods:
            turned = mod in SIDES and effect.verb == "turn"
            # what lies at another card is known to those who knew it before, which is what "face down" means
            hidden = mod == "facedown" and isinstance(self._args(effect).get("to"), t.Beside)
            if mod not in MODS and not turned and not hidden and not mod.startswith("without "):
                raise Unlowered(f"{effect.verb} “{mod}”", effect)
        if "fewer" in effect.mods:
            return self._fewer(effect, env)
        if verb.ends:
            end = self.code.label()
            if verb.only_if is not None:
                self.code.eval(self.plans.cond(verb.only_if, env))
                self.code.op("JFALSE", end)
            self.code.op("OVER", {"won": 1, "lost": 2, "draw": 3}[verb.ends])
            self.code.place(end)
            return Bind(done=("yes",))
        if verb.procedure is not None:
            return self._procedure(effect, verb, env, params)
        if verb.does is None:
            return self._fact(effect, verb, env, params, tail)
        if isinstance(verb.does, t.Do) and verb.does.verb == "refill":
            return self._refill(effect)
        if isinstance(verb.does, t.Do) and verb.does.verb == "close":
            return self._closed(effect, verb, env, tail)
        way = way_in(self, effect, verb)
        if way:
            return arrive(self, effect, verb, env, params, way)
        to = self._args(effect).get("to")
        if isinstance(to, t.Beside) and type_of(to.of) in ("player", "players"):
            raise Unlowered("a place in front of a player", to)
        if isinstance(to, t.Beside) and isinstance(to.of, t.Space) and self.plans.over(to.of.zone):
            return self._above(effect, verb, env, params, to, tail)
        if isinstance(verb.does, t.Do) and verb.does.verb == "attach" and isinstance(to, t.Sel):
            self._attach_when_there(effect, to, env)
        if self._pile_in(effect):
            self._mixed_anyhow(effect, env)
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

    def _pile_in(self, effect: t.Do) -> bool:
        """Whether a whole pile is shuffled into another one."""
        args = self._args(effect)
        return (
            effect.verb == told("shuffle", cards=True)
            and isinstance(args.get("cards"), t.Zone)
            and bool(args.get("to"))
        )

    def _mixed_anyhow(self, effect: t.Do, env: Env) -> None:
        """What an empty pile is shuffled into is shuffled all the same."""
        args = self._args(effect)
        code, some = self.code, self.code.label()
        code.eval(("some", ("in", ("group", self.plans.slot(args["cards"], env)))))
        code.op("JTRUE", some)
        code.eval(("rows-slot", env.you, self.plans.slot(args["to"], env)))
        code.op("EVENT", self.plans.ids.events["shuffle"], 0)
        code.op("POP")
        code.place(some)

    def _closed(self, effect: t.Do, verb: VerbDef, env: Env, tail: bool) -> Bind:
        """A space that no longer exists: one of those there are; what lies there is what follows speaks of."""
        space = self._args(effect).get("spaces")
        if space is None:
            raise Unlowered(f"{verb.id} without a space", effect)
        there = self._kept(("group", self._one_left(space, env)))
        made = self._event(verb, ("rows-slot", env.you, ("one", there)), ("num", 1), tail, bool(effect.binds))
        return replace(made, place=there)

    def _above(self, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan], to: t.Beside, tail: bool) -> Bind:
        """ "Put it above the leftmost city space without one": which space is asked once, it is "that space" then."""
        assert isinstance(to.of, t.Space)
        below = self._kept(self.plans.slots(to.of, env))
        above = self.plans.moved_over(("one", below), to.of.zone, self.plans.over(to.of.zone))
        there = t.Arg("to", t.Ref("param above", "slot", ""))
        made = replace(effect, args=tuple(there if arg.role == "to" else arg for arg in effect.args))
        rows, need = self._rows(made, verb, env.with_params({"above": above}), params)
        return replace(self._event(verb, rows, need, tail, bool(effect.binds)), place=below)

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

    def _procedure(self, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan]) -> Bind:
        """Call the verb's procedure for each of its cards, one after the other."""
        assert verb.procedure is not None
        args = self._args(effect)
        if verb.subject == "card":
            extra = [self._argument(value, env.with_loop(params["subject"])) for value in args.values()]
            result = self.install_call(verb.procedure, env, [params["subject"], *extra])
            return Bind(value=("group", params["subject"]), done=result)
        objects = args.get("cards")
        if objects is None and "copy of" in args:
            return Bind(done=self.play_copies(effect, args["copy of"], env))
        if objects is None:
            raise Unlowered(f"{verb.id} without an object", effect)
        if "from" in args and isinstance(objects, t.Sel):
            objects = within(objects, args["from"])
        chosen = self._objects(objects, verb, env, effect)
        if chosen.pile is not None:
            renews = any(isinstance(z, t.Zone) and self.plans.defs.zones[z.zone].renew for z in objects.walk())
            return self._piles(verb, chosen, env, renews)
        local = self.code.cleared()
        self.code.set(local, chosen.group)
        if "for free" in effect.mods:
            self._free(effect, ("local", local), env)
        done = self.code.zeroed()

        def one(inner: Env) -> None:
            assert inner.loop is not None and verb.procedure is not None
            skip = self.code.label()
            if "price" in args:
                self._priced(effect, args["price"], inner.loop, inner, skip)
            self.code.set(done, self.install_call(verb.procedure, env, [inner.loop]))
            self.code.place(skip)

        self._loop(("local", local), env, one)
        return Bind(value=("local", local), done=("local", done))

    @abstractmethod
    def play_copies(self, effect: t.Do, of: t.Value, env: Env) -> Plan:
        """Play a copy of each card without the card itself."""

    def _free(self, effect: t.Do, cards: Plan, env: Env) -> None:
        """The next time this act is done on these cards it costs nothing."""
        act = self.plans.act_of(effect.verb)
        if act is not None:
            self._costs(act, cards, (("num", 2), ("list",), ("num", 0), ("num", 0)), env)

    def _priced(self, effect: t.Do, price: t.Value, card: Plan, env: Env, declined: Label) -> None:
        """ "For half its cost": what its performer need not pay, and is not asked for without the points."""
        act = self.plans.act_of(effect.verb)
        if act is None or "for free" in effect.mods or not (isinstance(price, t.Arith) and price.op == "//"):
            raise Unlowered(f"{effect.verb} at this price", price)
        image = self.plans.ids.image
        number = self._kept_number(self.plans.num(price, env))
        there: Plan = ("num", 0)
        for kind in image.prices[image.acts[act].price].points:
            there = ("add", there, ("points", env.you, kind))
        self.code.eval(any_of([("can-pay", env.you, act, card), ("le", number, there)]))
        self.code.op("JFALSE", declined)
        self.selecting.yes(env)
        self.code.op("JFALSE", declined)
        self._costs(act, ("group", card), (AS_IF, ("list",), number, ("num", 0)), env)

    def _kept_number(self, number: Plan) -> Plan:
        local = self.code.zeroed()
        self.code.set(local, number)
        return ("local", local)

    def _costs(self, act: int, cards: Plan, made: tuple[Plan, ...], env: Env) -> None:
        """The next time this act is done on these cards it has that price."""
        price: Plan = ("list", *made)
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

    def _piles(self, verb: VerbDef, chosen: Chosen, env: Env, renews: bool) -> Bind:
        """The top cards of a pile, each seen and done completely before the next (C-6.8). `renews`: the pile is renewed
        when a card of it is needed and there is none (C-13.6)."""
        assert chosen.pile is not None and verb.procedure is not None
        procedure, pile = verb.procedure, chosen.pile
        taken, done = self.code.cleared(), self.code.zeroed()

        def once() -> None:
            skip = self.code.label()
            local = self.code.local()
            if renews:
                self.code.eval(pile)
                self.code.eval(("num", 1))
                self.code.op("NEED")
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
        if isinstance(value, t.Space) and not value.name:
            return self._one_space(value, env)
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
        result = self.code.zeroed()  # what a call that was not reached leaves
        self.code.op("STORE", result)
        return ("local", result)
