"""Choosing what a clause acts on: a selector with its quantity becomes a plan, a pile, or a question.

Emits the one ASK a selector may need. Must not know verbs' destinations or events (effects.py).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan
from cardwright.runtime.bytecode.optable import OPTIONS, REQUESTS

from .code import Code
from .defs import VerbDef
from .people import NOBODY
from .plans import Plans
from .primitives import PRIMITIVES
from .scope import Bind, Env
from .selections import UNSEEN
from .together import alone, said
from .unlowered import Unlowered

PICK, ORDER, YES_NO, MODE, NUMBER = (REQUESTS.index(kind) for kind in ("pick", "order", "yes-no", "mode", "number"))
CARD, PLAYER, YES, WAY, COUNT, ICON, SPACE, NAME = (
    OPTIONS.index(kind) for kind in ("card", "player", "yes-no", "mode", "number", "icon", "slot", "name")
)


@dataclass
class Chosen:
    """What was chosen. `group`: plan of cards (or players); or a pile: the top `number` cards of `pile`. `need`: how
    many make the clause complete; None: whatever there was."""

    group: Plan = ("empty",)
    need: Plan | None = None
    pile: Plan | None = None
    number: Plan = ("num", 1)


def some_spaces(sel: t.Sel) -> t.Space | None:
    """ "All Villains in two city spaces": the spaces, which are chosen first. For a card in some space none is."""
    if sel.quant.kind not in ("all", "each"):
        return None
    places = [zone for pred in sel.where if isinstance(pred, t.InZone) for zone in pred.zones]
    if len(places) != 1 or not isinstance(places[0], t.Space) or places[0].name or places[0].quant is None:
        return None
    return places[0] if places[0].quant.kind == "exactly" else None


class Selecting:
    """Lowers selectors into code of one procedure."""

    def __init__(self, plans: Plans, code: Code) -> None:
        self.plans = plans
        self.code = code
        self.sentence = 0
        self.doing: VerbDef | None = None  # what the cards that are chosen are for
        self.told: set[str] = set()  # piles of which the text says when they are shuffled
        self.searching = False  # whoever chooses has just looked through the place

    # ---------------------------------------------------------------------- cards
    def choose(self, value: t.Value, env: Env, default: Plan | None = None, pile: Plan | None = None) -> Chosen:
        """What the performer (env.you) takes. `default`: where objects without a place are looked for; `pile`: the pile
        plain cards come from ("draw two cards")."""
        if isinstance(value, t.Ref):
            if value.type == "card" and value.to.startswith("bind "):
                self._one_found(value, env)
            return Chosen(self.plans.within_reach(value, env), ("num", 1) if value.type == "card" else None)
        if isinstance(value, t.Union):
            return self._union(value, env, default)
        if isinstance(value, (t.Zone, t.Space)):
            return Chosen(self.plans.group(value, env))
        if isinstance(value, t.Sel):
            found = self._pile(value, env, pile)
            if found is not None:
                return found
            self._renewed(value, env)
            doing = self.doing
            if said(value) is not None:
                several = self.plans.selection(alone(value), env, default, live=True)
                return self._together(value, self.plans.allowed(doing, several, env), env)
            cards = self.plans.selection(value, env, default, live=True)
            space = some_spaces(value)
            if space is not None:
                cards = self._in_chosen(space, cards, env)
            searched = self._looked_through(value, env)
            chosen = self.quantity(value, self.plans.allowed(doing, cards, env), env)
            for slot in searched:
                self._happens("shuffle", ("rows-slot", env.you, slot))
            return chosen
        if isinstance(value, (t.Num, t.Count, t.Arith, t.Capped)) and pile is not None:
            number = self.plans.num(value, env)
            return Chosen(pile=pile, number=number, need=number)
        raise Unlowered("this as the object of a verb", value)

    def _looked_through(self, sel: t.Sel, env: Env) -> list[Plan]:
        """ "KO a Hero from your hand or deck": who chooses among cards of a pile that nobody sees looks through it. The
        pile is shuffled then; its slots."""
        if self.searching:
            return []
        unseen = self.plans.unseen_piles(sel)
        for zone in unseen:
            there: Plan = ("in", ("group", self.plans.slot(zone, env)))
            self._happens("look at", ("rows-move", self._chooser(sel, env), there, NOBODY, 0))
        return [self.plans.slot(zone, env) for zone in unseen if zone.zone not in self.told]

    def told_to_shuffle(self, body: t.Node) -> None:
        """A text that says itself when a pile is shuffled is not said more of it."""
        shuffles = [node for node in body.walk() if isinstance(node, t.Do) and node.verb == "shuffle"]
        self.told |= {zone.zone for node in shuffles for zone in node.walk() if isinstance(zone, t.Zone)}

    def _happens(self, event: str, rows: Plan) -> None:
        self.code.eval(rows)
        self.code.op("EVENT", self.plans.ids.events[event], 0)
        self.code.op("POP")

    def _chooser(self, sel: t.Sel, env: Env) -> Plan:
        return self.plans.player(sel.chooser, env) if sel.chooser is not None else env.you

    def _in_chosen(self, space: t.Space, cards: Plan, env: Env) -> Plan:
        """Those of the cards that lie in so many spaces, by choice."""
        assert space.quant is not None
        number = self.plans.num(space.quant.n, env)
        asked = t.Sel("card", space.quant, span=space.span)
        chosen = self.pick(self.plans.spaces(space, env), number, number, env, asked, SPACE).group
        return ("filter", cards, ("member", ("slot-of", ("cand", env.depth)), chosen))

    def _renewed(self, sel: t.Sel, env: Env) -> None:
        """Piles are looked into, not from the top of one: those that hold too few cards are renewed first."""
        if self.reaches(sel):
            place = sel.where[0]
            assert isinstance(place, t.InZone) and sel.pos is not None
            self.code.eval(self.plans.slot(place.zones[0], env))
            self.code.eval(("num", 1) if self._seen_only() else self.plans.num(sel.pos.n, env))
            self.code.op("NEED")
            return
        found = self.plans.piles(sel, env)
        if found is None:
            return
        slots, count = found

        def need(slot: int) -> None:
            self.code.eval(("local", slot))
            self.code.eval(count)
            self.code.op("NEED")

        self.code.each(slots, need)

    def _together(self, sel: t.Sel, candidates: Plan, env: Env) -> Chosen:
        """ "Three cards with different costs": one after the other, all or none."""
        alike = said(sel)
        uncounted = not isinstance(sel.quant.n, t.Num) and (alike is None or alike.same)
        if sel.quant.kind != "exactly" or uncounted:
            raise Unlowered("so many cards together", sel)
        number = self._n(sel, env)
        every = self._fix(candidates)
        enough: Plan = ("le", number, self.plans.most_together(sel, ("local", every), env))
        self.code.set(every, ("if", enough, ("local", every), ("empty",)))
        taken = self.code.cleared()
        one: Plan = ("num", 1)
        if not isinstance(sel.quant.n, t.Num):
            self._until_enough(sel, every, taken, number, env)
            return Chosen(("local", taken), number)
        for at in range(sel.quant.n.n):
            before: Plan | None = ("local", taken) if at else None
            options = self.plans.next_together(sel, ("local", every), before, number, env)
            chosen = self.pick(self._forced(options, ("num", sel.quant.n.n - at)), one, one, env, sel)
            self.code.set(taken, ("group", ("local", taken), chosen.group))
        return Chosen(("local", taken), number)

    def _until_enough(self, sel: t.Sel, every: int, taken: int, number: Plan, env: Env) -> None:
        """As many as a number says that is not printed; none if there are not enough."""
        code = self.code
        code.eval(("if", ("some", ("local", every)), number, ("num", 0)))
        wanted = code.store_new()
        end, start = code.label(), code.here()
        code.eval(("lt", ("count", ("local", taken)), ("local", wanted)))
        code.op("JFALSE", end)
        options = self.plans.next_together(sel, ("local", every), ("local", taken), ("local", wanted), env)
        left: Plan = ("sub", ("local", wanted), ("count", ("local", taken)))
        chosen = self.pick(self._forced(options, left), ("num", 1), ("num", 1), env, sel)
        code.set(taken, ("group", ("local", taken), chosen.group))
        code.op("JUMP", start)
        code.place(end)

    def _forced(self, options: Plan, left: Plan) -> Plan:
        """Those that may be taken next; the first of them if all are needed, for then there is nothing to choose."""
        some: Plan = ("local", self._fix(options))
        return ("if", ("eq", ("count", some), left), ("top", some, ("num", 1)), some)

    def cards(self, value: t.Value, env: Env, default: Plan | None = None) -> Chosen:
        """As `choose`, but cards of a pile are those that lie on top of it now."""
        return self.lying(self.choose(value, env, default), value)

    def lying(self, chosen: Chosen, value: t.Value) -> Chosen:
        """What was chosen, as cards that lie there now."""
        if chosen.pile is None:
            return chosen
        if any(isinstance(z, t.Zone) and self.plans.defs.zones[z.zone].renew for z in value.walk()):
            raise Unlowered("cards of a pile that may have to be renewed, before anything happens to them", value)
        return Chosen(("top", ("in", ("group", chosen.pile)), chosen.number), chosen.need)

    def _one_found(self, ref: t.Ref, env: Env) -> None:
        """ "If you have a Wound, KO it": one of those there are, and from then on that one."""
        number = int(ref.to.removeprefix("bind "))
        bind = env.binds.get(number)
        if bind is None or bind.value is None or not bind.found:
            return
        one = self.pick(bind.value, ("num", 1), ("num", 1), env, t.Sel("card", t.Quant("exactly", t.Num(1))))
        local = self.code.cleared()
        self.code.set(local, one.group)
        env.binds[number] = Bind(value=("local", local), done=("some", ("local", local)))

    def _union(self, value: t.Union, env: Env, default: Plan | None) -> Chosen:
        if value.either:
            candidates = self.plans.group(value, env, default)
            first = value.parts[0]
            assert isinstance(first, t.Sel)
            return self.quantity(first, candidates, env)
        local = self.code.cleared()
        need: Plan = ("num", 0)
        last = value.parts[-1]
        for part in value.parts:
            if isinstance(part, t.Sel) and isinstance(last, t.Sel) and last.of is not None and part.of is None:
                part = replace(part, of=last.of)  # "a Hero and a Wound from among them": both of them
            if isinstance(part, t.Sel) and part.quant.kind in ("exactly", "up to") and part.pos is None:
                # one card is chosen once
                left: Plan = ("minus", self.plans.selection(part, env, default, live=True), ("local", local))
                chosen = self.quantity(part, left, env)
            else:
                chosen = self.choose(part, env, default)
            if chosen.pile is not None:
                raise Unlowered("cards of a pile joined with others", part)
            self.code.set(local, ("union", ("local", local), chosen.group))
            need = ("add", need, chosen.need or ("num", 0))
        return Chosen(("local", local), need)

    def _seen_only(self) -> bool:
        """Whether the cards are only shown and stay: a pile does not run out by that, so only an empty one is renewed
        (C-13.6); cards put under the others would be others than those at its bottom."""
        does = self.doing.does if self.doing is not None else None
        return isinstance(does, t.Do) and PRIMITIVES.get(does.verb, does.verb) in ("show", "look")

    def _pile(self, sel: t.Sel, env: Env, pile: Plan | None) -> Chosen | None:
        """The top cards of one pile, taken one by one when they commit (so that an empty deck is renewed)."""
        number: Plan | None = None
        if sel.pos is not None and sel.pos.kind == "top" and len(sel.where) == 1:
            place = sel.where[0]
            single = isinstance(place, t.InZone) and len(place.zones) == 1 and self._stack(place.zones[0])
            if single and sel.quant.kind in ("the", "exactly", "precisely", "all", "plural"):
                assert isinstance(place, t.InZone)
                count = sel.pos.n if sel.pos.n is not None else sel.quant.n
                number = self.plans.num(count, env)
                return Chosen(pile=self.plans.slot(place.zones[0], env), number=number, need=number)
        if sel.pos is None and len(sel.where) == 1 and sel.quant.kind in UNSEEN:
            place = sel.where[0]
            if (
                isinstance(place, t.InZone)
                and len(place.zones) == 1
                and self._stack(place.zones[0])
                and (sel.noun == "card" or self.plans.holds_only(place.zones[0], sel.noun))
            ):
                slot = self.plans.slot(place.zones[0], env)
                if sel.quant.kind == "any number":
                    number = self.ask_number(("count", ("in", ("group", slot))), env)
                else:
                    number = self.plans.num(sel.quant.n, env)
                    if sel.quant.kind in ("up to", "from"):
                        least = sel.quant.least if sel.quant.kind == "from" else 0
                        number = self.ask_number(("min", number, self._there(place.zones[0], env)), env, least)
                return Chosen(pile=slot, number=number, need=number)
        if pile is not None and not sel.where and sel.pos is None and sel.of is None:
            if sel.quant.kind == "exactly":
                number = self.plans.num(sel.quant.n, env)
            elif sel.quant.kind == "up to":
                number = self.ask_number(self.plans.num(sel.quant.n, env), env)
            if number is not None:
                return Chosen(pile=pile, number=number, need=number)
        return None

    def _there(self, zone: t.Value, env: Env) -> Plan:
        """How many cards can be taken from a pile, with those it is renewed from."""
        assert isinstance(zone, t.Zone)
        count: Plan = ("count", ("in", ("group", self.plans.slot(zone, env))))
        source = self.plans.defs.zones[zone.zone].renewed_from
        if not source:
            return count
        return ("add", count, ("count", ("in", ("group", self.plans.slot(replace(zone, zone=source), env)))))

    def reaches(self, sel: t.Sel) -> bool:
        """Whether a selector means the bottom cards of one pile that is renewed."""
        if sel.pos is None or sel.pos.kind != "bottom" or not sel.where:
            return False
        place = sel.where[0]
        if not isinstance(place, t.InZone) or len(place.zones) != 1 or not self._stack(place.zones[0]):
            return False
        zone = place.zones[0]
        assert isinstance(zone, t.Zone)
        return self.plans.defs.zones[zone.zone].renew

    def _stack(self, zone: t.Value) -> bool:
        if not isinstance(zone, t.Zone) or isinstance(zone.owner, t.Sel):
            return False
        return self.plans.defs.zones[zone.zone].stack

    def quantity(self, sel: t.Sel, candidates: Plan, env: Env, y: int = CARD) -> Chosen:
        """Ask for as many of the candidates as the quantity says."""
        kind = sel.quant.kind
        code = self.code
        if sel.pos is not None and sel.pos.kind in ("highest", "lowest") and not sel.pos.ties:
            number = self.plans.num(sel.pos.n if sel.pos.n is not None else sel.quant.n, env)
            if number != ("num", 1) and candidates[0] == "best":
                return self._best(candidates, number, env, sel, y)
            return self.pick(candidates, number, number, env, sel, y)
        if kind == "the" and sel == t.Sel(sel.noun, sel.quant, span=sel.span) and sel.noun in self.plans.ids.kinds:
            return self.pick(candidates, ("num", 1), ("num", 1), env, sel, y)  # usually there is only one
        if kind in ("all", "each", "plural", "the") or (sel.pos is not None and kind != "up to"):
            need: Plan | None = ("num", 1) if kind == "the" and sel.pos is None else None
            return Chosen(candidates, need)
        if kind == "random":
            local = self._fix(candidates)
            number = self._n(sel, env)
            code.eval(("local", local))
            code.eval(number)
            code.op("RANDOM", 0)
            return Chosen(("local", code.store_new()), number)
        if kind == "any number":
            local = self._fix(candidates)
            return self.pick(("local", local), ("num", 0), ("count", ("local", local)), env, sel, y)
        if kind == "up to":
            return self.pick(candidates, ("num", 0), self._n(sel, env), env, sel, y)
        if kind == "from":
            return self.pick(candidates, ("num", sel.quant.least), self._n(sel, env), env, sel, y)
        if kind in ("exactly", "precisely", "any", "half"):
            number = self._n(sel, env)
            if kind == "half":
                local = self._fix(candidates)
                candidates = ("local", local)
                number = ("div", ("count", candidates), ("num", 2), 0)
            return self.pick(candidates, number, number, env, sel, y)
        raise Unlowered(f'the quantity "{kind}" here', sel)

    def _best(self, candidates: Plan, number: Plan, env: Env, sel: t.Sel, y: int) -> Chosen:
        """ "The two highest-cost Heroes": the highest, then the highest of the others; only ties are asked about."""
        code = self.code
        inner = candidates[1]
        assert isinstance(inner, tuple)
        left = self._fix(inner)
        taken = code.local()
        code.op("NONE")
        code.op("STORE", taken)
        code.eval(number)
        more = code.store_new()
        end = code.label()
        start = code.here()
        code.eval(("lt", ("num", 0), ("local", more)))
        code.op("JFALSE", end)
        one = self.pick(("best", ("local", left), *candidates[2:]), ("num", 1), ("num", 1), env, sel, y)
        code.set(taken, ("union", ("local", taken), one.group))
        code.set(left, ("minus", ("local", left), one.group))
        code.set(more, ("sub", ("local", more), ("num", 1)))
        code.op("JUMP", start)
        code.place(end)
        return Chosen(("local", taken), number)

    def _n(self, sel: t.Sel, env: Env) -> Plan:
        return self.plans.num(sel.quant.n, env)

    def _fix(self, plan: Plan) -> int:
        self.code.eval(plan)
        return self.code.store_new()

    def pick(self, options: Plan, least: Plan, most: Plan, env: Env, sel: t.Sel, y: int = CARD) -> Chosen:
        """One question to the chooser; as many as there are if fewer."""
        code = self.code
        code.eval(self._chooser(sel, env))
        code.eval(options)
        code.eval(least)
        code.eval(most)
        code.op("ASK", PICK, y, self.sentence)
        return Chosen(("local", code.store_new()), least)

    def ask_number(self, most: Plan, env: Env, least: int = 0) -> Plan:
        """A number from `least` to `most`, as a local."""
        code = self.code
        numbers: Plan = ("range", most)
        code.eval(env.you)
        code.eval(("minus", numbers, ("range", ("num", least - 1))) if least else numbers)
        code.op("PUSH", 1)
        code.op("PUSH", 1)
        code.op("ASK", NUMBER, COUNT, self.sentence)
        return ("one", ("local", code.store_new()))

    # ---------------------------------------------------------------------- players
    def players(self, value: t.Value | None, env: Env) -> Chosen:
        """Players a clause speaks of, chosen if they are to be chosen."""
        if isinstance(value, t.Sel) and value.noun == "player":
            group = self.plans.players(value, env)
            if value.pos is not None and (value.pos.ties or value.quant.kind in ("all", "each", "plural")):
                return Chosen(group)
            if value.quant.kind == "any" and any(isinstance(p, t.Fits | t.Did) for p in value.where):
                return Chosen(group)  # "any player who does": every one of them
            return self.quantity(value, group, env, PLAYER)
        if isinstance(value, t.Union) and not value.either:
            parts = [self.players(part, env).group for part in value.parts]
            alone = self.plans.alone() if any(isinstance(p, t.Sel) and p.other for p in value.parts) else None
            every: Plan = ("group", *parts)
            return Chosen(every if alone is None else ("if", alone, ("players",), every))  # each once
        return Chosen(self.plans.players(value, env))

    def yes(self, env: Env) -> None:
        """Push whether the performer wants to."""
        code = self.code
        code.eval(env.you)
        code.eval(("list", ("num", 1), ("num", 0)))
        code.op("PUSH", 1)
        code.op("PUSH", 1)
        code.op("ASK", YES_NO, YES, self.sentence)
        local = code.store_new()
        code.eval(("one", ("local", local)))
