"""Standing effects of a face: modifiers, permissions, prohibitions, costs and roles."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from .ability_base import AbilityBase
from .code import Code
from .copies import Copies, copied_by
from .discounts import discount
from .effects import Effects
from .patterns import ROWS
from .rerouting import finished, rerouted
from .rewriting import bounded, never, others, replacing
from .scope import Bind, Env
from .twins import Twins
from .unlowered import NoMoment, Unlowered, all_of

EVERY_ACT = -1
SPENDING = frozenset(("use", "spend", "pay"))


class Standing(AbilityBase):
    """Lowers what holds as long as its card is there."""

    # ---------------------------------------------------------------------- standing text
    def standing(self, body: t.Effect) -> bool:
        """Whether an unlabelled line holds as long as the card works, instead of being done."""
        if isinstance(body, t.Seq):
            return all(self.standing(part) for part in body.effects)
        if isinstance(body, t.If):
            return body.otherwise is None and self.standing(body.then)
        if isinstance(body, t.When):
            return body.duration == "" and body.once != "next"
        if isinstance(body, t.Gain) and not body.also and any(isinstance(v, t.RoleValue) for v in body.gives):
            return False  # to become something is done once
        if isinstance(body, (t.Change, t.Permit, t.Gain)):
            return body.duration == ""
        return isinstance(body, t.PayTo) and not body.may or copied_by(body) is not None

    def standing_line(self, line: t.Line) -> None:
        parts = self.sentences(line, line.body)
        if copied_by(parts[0][1]) is not None:
            Copies(self).line(parts)
            return
        for index, part in parts:
            self.stand(part, [], index)

    def no_moment(self, done: t.Node, label: str = "") -> Unlowered:
        """What is wrong with something that is done where only what holds all the time can stand."""
        if isinstance(done, t.UseKeyword) and self.body_for(done.keyword, self.face.kinds) is None:
            return Unlowered(f"{done.keyword} on a card of a kind for which it has no text", done)
        if self.face.card < 0:
            return Unlowered("something that is done, where only what holds all the time can stand", done)
        return NoMoment(label, self.moments(), done)

    def stand(self, part: t.Effect, conditions: list[t.Condition], sentence: int) -> None:
        if isinstance(part, t.Seq):
            for inner in part.effects:
                self.stand(inner, conditions, sentence)
        elif isinstance(part, t.If):
            cond = t.NotCond(part.cond) if part.unless else part.cond
            self.stand(part.then, [*conditions, cond], sentence)
        elif isinstance(part, t.When):
            part = finished(replacing(rerouted(part, self.plans)), self.plans)
            changed = discount(part, self.plans)
            if changed is not None and part.once not in ("", "first"):
                raise Unlowered("a number changed by the next of some acts", part)
            if changed is not None:
                before = t.Happened(part.pattern.event, part.pattern.args, "turn")  # the first: none was before it
                asked = [*conditions, t.NotCond(before)] if part.once else conditions
                self.modifier(changed, asked, sentence)
            else:
                self.listener(part, conditions, sentence)
        elif isinstance(part, t.Change):
            self.modifier(part, conditions, sentence)
        elif isinstance(part, t.Permit):
            self.standing_permission(part, conditions, sentence)
        elif isinstance(part, t.Gain):
            self.standing_gain(part, conditions, sentence)
        elif isinstance(part, t.PayTo):
            self.act_cost(part, conditions, sentence)
        else:
            raise self.no_moment(part)

    def condition(self, conditions: list[t.Condition], env: Env) -> int:
        if not conditions:
            return -1
        return self.ids.plan(all_of([self.plans.cond(c, env) for c in conditions]))

    def owner(self) -> Plan:
        """ "you" of standing text: the owner of the card, or the player whose turn it is if the table owns it."""
        owner: Plan = ("owner", ("this",))
        return ("if", ("lt", owner, ("num", 0)), ("active",), owner)

    def itself(self, what: t.Value, attr: str = "") -> tuple[int, ...]:
        """A text that changes its own card does so wherever the card lies; what an act on a card of the table costs it
        changes only on the table: in a pile, a deck or with a player the card has what is printed (C-19.13)."""
        if not isinstance(what, t.Ref) or what.to != "this":
            return ()
        image, card = self.ids.image, self.face.card
        works = image.kinds[image.cards[card].kind].works if card >= 0 else ()
        zones = range(2, len(image.zones))
        if attr not in self.plans.priced or not works or any(image.zones[zone].owner == "player" for zone in works):
            return tuple(zones)
        piles = {self.ids.zones[name] for name, zone in self.plans.defs.zones.items() if zone.for_good}
        piles |= {zone for zone in zones if image.zones[zone].both or image.zones[zone].order == "stack"}
        return tuple(zone for zone in zones if zone not in piles and image.zones[zone].owner != "player")

    def modifier(self, part: t.Change, conditions: list[t.Condition], sentence: int) -> None:
        env = Env()
        rows: list[tuple[str, tuple[object, ...]]] = []
        zones: tuple[int, ...] = ()
        for said in part.amounts:
            amount, floor = bounded(part, said)
            inner = env.candidate()  # a template is read with the card it may change as its candidate
            number = self.plans.num(amount.value, inner)
            if amount.per is not None:
                number = ("mul", number, self.plans.num(amount.per, inner))
            if part.mode == "less":
                number = ("neg", number)
            where = self.affects(part.what, inner, amount.unit)
            zones = tuple(dict.fromkeys((*zones, *self.itself(part.what, amount.unit))))
            mode = 1 if part.mode == "set" else 0
            row = (
                self.ids.attrs[amount.unit],
                mode,
                (),
                self.ids.plan(where),
                self.ids.plan(number),
                floor,
            )
            rows.append(("modifier", row))
        self.add(
            AbilityDef(
                self.face.card,
                "static",
                zones=zones or self.where(part, *conditions),
                rows=tuple(rows),
                condition=self.condition(conditions, env),
                sentence=sentence,
            )
        )

    def affects(self, what: t.Value, inner: Env, attr: str = "") -> Plan:
        assert inner.cand is not None
        if isinstance(what, t.Ref):
            return ("eq", inner.cand, self.plans.card(what, inner))
        if isinstance(what, t.Sel) and what.pos is not None:
            if what.pos.by is not None or what.pos.attr is not None and what.pos.attr == attr:
                raise Unlowered("which is the highest or lowest, where that is what is changed", what)
            return ("member", inner.cand, self.plans.selection(self._placed(what), inner))
        if isinstance(what, t.Sel):
            paid = self.plans.priced_places(what, attr)
            test = self.plans.fits(what if paid is not None else self._placed(what), inner)
            if paid is not None:
                test = ("and", test, self.plans.fits(paid, inner))
            return test
        return self.plans.fits(what, inner)

    def _placed(self, sel: t.Sel) -> t.Sel:
        if any(isinstance(p, (t.InZone, t.OwnedBy, t.AttachedTo)) for p in sel.where):
            return sel
        zones = self.plans.usual_zones(sel.noun)
        place = t.InZone(tuple(t.Zone(zone) for zone in zones))
        return replace(sel, where=(*sel.where, place)) if zones else sel

    def standing_permission(self, part: t.Permit, conditions: list[t.Condition], sentence: int) -> None:
        if part.kind == "can't" and isinstance(part.act, t.Do) and self.plans.act_of(part.act.verb) is None:
            self.prohibited(part, part.act, conditions, sentence)
            return
        act, kind, _, where, cond, _ = self.permission(part, Env())
        price = part.price
        rows: tuple[tuple[str, tuple[object, ...]], ...] = ()
        if part.kind == "only" and price is not None:
            # "can be fought only with Recruit": they can, and nothing else pays
            rows = (("permission", (act, 0, -1, where, cond, -1)),)
            price, kind = replace(price, only=True), 0
            part = replace(part, kind="only", price=price)
        template = -1 if price is None else self.price_template(_unmixed(replace(part, price=price)), part)
        rows += (("permission", (act, kind, -1, where, cond, template)),)
        self.add(
            AbilityDef(
                self.face.card,
                "static",
                rows=rows,
                condition=self.condition(conditions, Env()),
                sentence=sentence,
            )
        )

    def prohibited(self, part: t.Permit, deed: t.Do, conditions: list[t.Condition], sentence: int) -> None:
        """ "Those cards are not put into Victory Piles": what is no act of a player just does not happen to them."""
        if part.if_ is not None:
            conditions = [*conditions, t.NotCond(part.if_) if part.unless else part.if_]
            part = replace(part, if_=None)
        about = [arg.value for arg in deed.args if arg.role == "cards"]
        acts = self.plans.acts_doing.get(deed.verb, []) if about and len(deed.args) == 1 else []
        if acts:  # nor can an act be begun that comes to it
            where = self.ids.plan(self.affects(about[0], Env().candidate()))
            condition = self.condition(conditions, Env())
            rows = tuple(("permission", (act, 1, -1, where, -1, -1)) for act in dict.fromkeys(acts))
            self.add(AbilityDef(self.face.card, "static", rows=rows, condition=condition, sentence=sentence))
        self.listener(never(part, deed), conditions, sentence)

    def where(self, *said: t.Node) -> tuple[int, ...]:
        """Where a standing text works that says where its card lies: there, or attached if it says what holds it."""
        for node in (inner for each in said for inner in each.walk()):
            if not isinstance(node, t.Is) or not isinstance(node.what, t.Ref) or node.what.to != "this":
                continue
            if any(isinstance(p, t.AttachedTo) for p in node.preds):
                return (0,)
            places = [zone for p in node.preds if isinstance(p, t.InZone) for zone in p.zones]
            if places and all(isinstance(place, t.Zone) for place in places):
                return tuple(self.ids.zones[place.zone] for place in places if isinstance(place, t.Zone))
        return ()

    def act_cost(self, part: t.PayTo, conditions: list[t.Condition], sentence: int) -> None:
        """ "To fight this, you must also discard a card": the act is offered only if that can be done, and it is done
        when the act begins."""
        act = part.effect
        verb = self.plans.defs.verbs.get(act.verb) if isinstance(act, t.Do) else None
        if not isinstance(act, t.Do) or verb is None or verb.procedure not in self.plans.begins:
            raise Unlowered("a cost of something that is no act", part)
        number = self.plans.act_of(act.verb)
        if number is None:
            raise Unlowered(f"a cost to {act.verb}", part)
        about: t.Value = next((arg.value for arg in act.args if arg.role == "cards"), t.Ref("this", "card", "this"))
        place = act.args[0].value if act.args and act.args[0].role == "from" else None
        if place is not None and len(act.args) == 1 and verb.procedure in self.plans.subjects:
            about = t.Sel(self.plans.subjects[verb.procedure], t.Quant("any"), (t.InZone((place,)),))
        elif any(arg.role != "cards" for arg in act.args):
            raise Unlowered(f"a cost to {act.verb} from a place", part)
        where = self.ids.plan(self.affects(about, Env().candidate()))
        cost = others(part.cost)  # what one pays with is not the card itself
        possible = self.ids.plan(Twins(self.plans).possible(cost, Env().candidate()))
        zones = self.itself(about)
        condition = self.condition(conditions, Env())
        row = (number, 2, -1, where, possible, -1)
        self.add(AbilityDef(self.face.card, "static", zones=zones, rows=(("permission", row),), condition=condition))
        code = Code(self.ids, f"{self.face.name}: cost")
        effects = Effects(self.plans, code, self)
        effects.sentence(sentence)
        payable, end = code.label(), code.label()
        code.eval(("not", Twins(self.plans).possible(cost, Env())))
        code.op("JFALSE", payable)
        code.op("NONE")  # begun by an effect, though nobody could have chosen to: it does not happen (C-8.3)
        code.op("SETROWS")
        code.op("JUMP", end)
        code.place(payable)
        effects.effect(cost, Env())
        code.place(end)
        inner = Env().candidate()
        pattern: Plan = ("some", ("filter", ("row-cards", ROWS), self.affects(about, inner)))
        self.add(
            AbilityDef(
                self.face.card,
                "would",
                self.proc(code),
                event=self.plans.begins[verb.procedure],
                pattern=self.ids.plan(pattern),
                you=self.ids.plan(("one", ("row-players", ROWS))),
                zones=zones,
                condition=condition,
                label=self.ids.name(f"cost {act.verb}") if isinstance(about, t.Ref) else -1,
                sentence=sentence,
            )
        )

    def standing_gain(self, part: t.Gain, conditions: list[t.Condition], sentence: int) -> None:
        """A keyword this card has n times, or for each of something: its abilities with a number of copies."""
        if isinstance(part.what, t.Ref) and part.what.to == "this" and not part.lose:
            keywords = [value for value in part.gives if isinstance(value, t.KeywordValue)]
            if len(keywords) == len(part.gives) and not conditions:
                for value in keywords:
                    self.keyword(value.keyword, value.args, None, conditions, part.times)
                return
        given = self.given(part, Env())
        if given.roles or not all(isinstance(value, int) for _, value in given.grants):
            raise Unlowered("a standing role" if given.roles else "what was chosen, as standing text", part)
        where = self.ids.plan(self.affects(part.what, Env().candidate()))
        lose = 1 if part.lose else 0
        rows = tuple(("grant", (what, value, lose, (), where)) for what, value in given.grants)
        self.add(
            AbilityDef(
                self.face.card,
                "static",
                rows=rows,
                zones=self.had(part.what),
                condition=self.condition(conditions, Env()),
                sentence=sentence,
            )
        )

    def had(self, what: t.Value) -> tuple[int, ...]:
        """What a card says of itself holds among all that belongs to its player, if it works in a part of that."""
        works = self.ids.image.kinds[self.ids.image.cards[self.face.card].kind].works if self.face.card >= 0 else ()
        mine = self.shown_from() if self.plans.defs.belongings else ()
        if not isinstance(what, t.Ref) or what.to != "this" or not set(works) & set(mine):
            return ()
        return tuple(dict.fromkeys((*works, *self.face.places, *mine)))

    def permission(self, effect: t.Permit, env: Env) -> tuple[int, int, Plan, int, int, Plan]:
        act = effect.act
        if not isinstance(act, t.Do):
            raise Unlowered("permission for something that is no act", effect)
        number = self.plans.act_of(act.verb)
        if number is None and act.verb in SPENDING and effect.price is not None and effect.price.attr:
            number = EVERY_ACT
        if number is None:
            raise Unlowered(f"permission to {act.verb}", effect)
        where = -1
        for arg in act.args:
            bound = isinstance(arg.value, t.Ref) and arg.value.to.startswith("bind")
            if arg.role == "cards" and not bound:
                where = self.ids.plan(self.affects(arg.value, Env().candidate()))
        cond = -1
        kind = {"may": 0, "can't": 1, "only": 2}.get(effect.kind)
        if kind is None:
            raise Unlowered(f"permission {effect.kind}", effect)
        if effect.if_ is not None:
            asked = Env().candidate()
            assert asked.cand is not None  # "they": the card that is looked at
            plan = self.plans.cond(effect.if_, replace(asked, binds={act.binds: Bind(value=("list", asked.cand))}))
            cond = self.ids.plan(plan)
            if effect.unless:
                kind = 2 if kind == 1 else kind
        who: Plan = ("list",) if isinstance(effect.who, t.Sel) else ("group", self.plans.player(effect.who, env))
        price: Plan = ("num", -1) if effect.price is None else self.price(_unmixed(effect), effect)
        return number, kind, who, where, cond, price

    def price(self, price: t.Price, node: t.Node) -> Plan:
        kind = self.price_kind(price, node)
        points: Plan = ("list", *(("num", self.ids.attrs[p]) for p in price.points))
        number = self.plans.num(price.by, Env()) if price.by is not None else ("num", 0)
        attr = self.price_attr(price)
        return ("list", ("num", kind), points, number, ("num", attr))

    def price_template(self, price: t.Price, node: t.Node) -> tuple[int, tuple[int, ...], int, int]:
        """As `price`, live: the amount is a plan."""
        number = self.plans.num(price.by, Env().candidate()) if price.by is not None else ("num", 0)
        points = tuple(self.ids.attrs[p] for p in price.points)
        attr = self.price_attr(price)
        return self.price_kind(price, node), points, self.ids.plan(number), attr

    def price_attr(self, price: t.Price) -> int:
        """The sort of name that is meant, or the kind of points that others stand for."""
        if price.kind == "points":
            return self.ids.attrs[price.attr] if price.attr else -1
        return self.ids.name_attrs.get(price.attr, 0)

    def price_kind(self, price: t.Price, node: t.Node) -> int:
        kinds = {
            "points": 1 if price.only else 0,
            "free": 2,
            "less": 3,
            "gate": 4,
            "one name": 5,
            "extra": 6,
            "as if": 7,
            "instead": 8,
            "each": 9,
        }
        if price.kind not in kinds:
            raise Unlowered(f"a price {price.kind}", node)
        return kinds[price.kind]


def _unmixed(permit: t.Permit) -> t.Price:
    """The price of a permission: what "may" be paid with only one kind of points may still be paid as usual."""
    price = permit.price
    assert price is not None
    if price.kind != "points" or price.attr:
        return price
    if price.each:
        return replace(price, kind="each")
    return replace(price, kind="instead") if permit.kind == "may" and price.only else price
