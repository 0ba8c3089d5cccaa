"""Effects become code: control as opcodes, selections as plans and questions, writing as events.

One instance lowers one procedure. Must not know YAML, and no declared word: verbs and events come from Defs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan
from cardwright.runtime.bytecode.optable import OPCODE

from .code import Code
from .people import NOBODY
from .plans import Plans
from .scope import Bind, Env
from .selecting import ICON, MODE, SPACE, WAY, Chosen, Selecting
from .twins import Twins
from .unlowered import Unlowered
from .verbs import Verbs

if TYPE_CHECKING:
    from .roles import Given


class Effects(Verbs):
    """Lowers effects into one procedure."""

    def __init__(self, plans: Plans, code: Code, install: Installer) -> None:
        self.plans = plans
        self.code = code
        self.install = install
        self.selecting = Selecting(plans, code)
        self.twins = Twins(plans)
        self._way: int | None = None

    # ---------------------------------------------------------------------- sentences
    def sentence(self, index: int) -> None:
        """What follows belongs to this sentence of the image."""
        self.selecting.sentence = index
        self.code.op("SENTENCE", index)

    def start(self, env: Env, body: t.Node) -> Env:
        """Remember where the history stood if the text looks back at what it did "this way"."""
        if env.was is None and any(isinstance(node, t.Is) and node.was for node in body.walk()):
            place = self.code.local()
            self.code.prologue += self._remembering(("slot-of", env.source), place)
            env = replace(env, was=("local", place))
        if any(getattr(node, "period", "") == "way" for node in body.walk()):
            mark = self.code.local()
            self.code.prologue += self._remembering(("mark",), mark)
            return replace(env, last_mark=("local", mark))
        return env

    def _remembering(self, plan: Plan, local: int) -> list[int]:
        return [OPCODE["EVAL"], self.plans.ids.plan(plan), OPCODE["STORE"], local]

    # ---------------------------------------------------------------------- dispatch
    def effect(self, effect: t.Effect, env: Env, tail: bool = False) -> None:
        """Emit an effect. `tail`: nothing of the ability comes after it, what it triggers joins the caller's pool."""
        for kind, lower in self._table():
            if isinstance(effect, kind):
                lower(effect, env, tail)
                return
        raise Unlowered(f"effect {type(effect).__name__}", effect)

    def _table(self) -> tuple[tuple[type, Callable[..., None]], ...]:
        return (
            (t.Do, self.do),
            (t.Get, self.get),
            (t.Pay, self.pay),
            (t.Seq, self.seq),
            (t.If, self.if_),
            (t.May, self.may),
            (t.PayTo, self.pay_to),
            (t.Choose, self.choose),
            (t.ChooseValue, self.choose_value),
            (t.Each, self.each),
            (t.Repeat, self.repeat),
            (t.UseKeyword, self.use_keyword),
            (t.Instead, self.instead),
            (t.End, self.end),
            (t.Change, self.change),
            (t.Gain, self.gain),
            (t.Permit, self.permit),
            (t.When, self.when),
            (t.SameEffect, self.same_effect),
            (t.SetupItem, self.set_up),
            (t.Nothing, self.nothing),
        )

    # ---------------------------------------------------------------------- control
    def seq(self, effect: t.Seq, env: Env, tail: bool) -> None:
        parts = exchanged(effect.effects)
        for i, part in enumerate(parts):
            self.effect(part, env, tail and i == len(parts) - 1)

    def if_(self, effect: t.If, env: Env, tail: bool) -> None:
        condition = self.condition(effect.cond, env)
        otherwise, end = self.code.label(), self.code.label()
        self.code.eval(condition)
        self.code.op("JTRUE" if effect.unless else "JFALSE", otherwise)
        self.effect(effect.then, env, tail)
        if effect.otherwise is not None:
            self.code.op("JUMP", end)
            self.code.place(otherwise)
            self.effect(effect.otherwise, env, tail)
            self.code.place(end)
        else:
            self.code.place(otherwise)
            self.code.place(end)

    def condition(self, cond: t.Condition, env: Env) -> Plan:
        """A condition; what it found can be meant by what follows ("If you have a Wound, you may KO it")."""
        if isinstance(cond, t.Exists) and cond.binds and isinstance(cond.what, t.Sel):
            default = self.plans.belongings_of(env.you, env, cond) if cond.have else None
            found = self.code.cleared()
            self.code.set(found, self.plans.selection(cond.what, env, default))
            env.binds[cond.binds] = Bind(value=("local", found), done=("some", ("local", found)))
        return self.plans.cond(cond, env)

    def may(self, effect: t.May, env: Env, tail: bool) -> None:
        """Offered only if it is possible; nobody is asked yes or no where "up to" already lets him take nothing."""
        if isinstance(effect.who, t.Sel):
            self._subjects(
                effect.who,
                env,
                lambda inner: self.may(t.May(t.Ref("loop", "player", "they"), effect.effect), inner, False),
            )
            return
        inner = env.with_you(self.plans.player(effect.who, env))
        end = self.code.label()
        if not isinstance(effect.effect, t.Permit):
            self.code.eval(self.twins.possible(effect.effect, inner))
            self.code.op("JFALSE", end)
        self.selecting.yes(inner)
        self.code.op("JFALSE", end)
        self.effect(effect.effect, inner, tail)
        self.code.place(end)

    def pay_to(self, effect: t.PayTo, env: Env, tail: bool) -> None:
        """may A to B: B only if A was done completely."""
        end = self.code.label()
        if effect.may:
            self.code.eval(self.twins.possible(effect.cost, env))
            self.code.op("JFALSE", end)
            self.selecting.yes(env)
            self.code.op("JFALSE", end)
        done = self.complete(effect.cost, env)
        self.code.eval(done)
        self.code.op("JFALSE", end)
        self.effect(effect.effect, env, tail)
        self.code.place(end)

    def complete(self, effect: t.Effect, env: Env) -> Plan:
        """Emit an effect and give the plan that tells whether it was done completely."""
        if isinstance(effect, (t.Do, t.UseKeyword)):
            number = effect.binds or -len(self.code.code) - 1  # a bind of its own where the text has none
            self.effect(replace(effect, binds=number), env)
            bind = env.binds.get(number)
            return bind.done if bind is not None and bind.done is not None else ("yes",)
        if isinstance(effect, t.Seq):
            done: Plan = ("yes",)
            for part in effect.effects:
                done = ("and", done, self.complete(part, env))
            return done
        self.effect(effect, env)
        return ("yes",)

    def choose(self, effect: t.Choose, env: Env, tail: bool) -> None:
        """Only modes that can be done are offered (C-15.4); one is taken without asking, none does nothing."""
        if isinstance(effect.who, t.Sel):
            one = replace(effect, who=t.Ref("loop", "player", "they"))
            self._subjects(effect.who, env, lambda inner: self.choose(one, inner, False))
            return
        inner = env.with_you(self.plans.player(effect.who, env)) if effect.who is not None else env
        code = self.code
        base = self.install.told(self.selecting.sentence, effect.modes)
        options: list[Plan] = [
            ("if", self.twins.begun(mode, inner), ("group", ("num", base + i)), ("list",))
            for i, mode in enumerate(effect.modes)
        ]
        code.eval(inner.you)
        code.eval(("group", *options))
        code.op("PUSH", effect.n)
        code.op("PUSH", effect.n)
        code.op("ASK", MODE, WAY, self.selecting.sentence)
        chosen = code.store_new()
        for i, mode in enumerate(effect.modes):
            after = code.label()
            code.eval(("member", ("num", base + i), ("local", chosen)))
            code.op("JFALSE", after)
            self.effect(mode, inner, tail and effect.n == 1)
            code.place(after)

    def each(self, effect: t.Each, env: Env, tail: bool) -> None:
        """One at a time, in order; the group is taken when the clause starts."""
        over = effect.over
        if isinstance(over, t.Sel) and over.noun == "player":
            self._subjects(over, env, lambda inner: self.effect(effect.effect, inner))
            return
        if isinstance(
            over, (t.Num, t.Count, t.Arith, t.CountValues, t.HistoryCount, t.AttrOf, t.CounterValue, t.TermValue)
        ):
            self._times(self.plans.num(over, env), lambda: self.effect(effect.effect, env))
            return
        if isinstance(over, t.ValueSort) and over.sort in self.plans.ids.name_attrs:
            self._loop(self._names(over.sort), env, lambda inner: self.effect(effect.effect, inner))
            return
        group = self.plans.group(over, env)
        self._loop(group, env, lambda inner: self.effect(effect.effect, inner))

    def _names(self, attr: str) -> Plan:
        """Every name of a sort among the cards that lie where new ones of their kind do, once each."""
        cards: Plan = ("empty",)
        for zone in self.plans.named_zones(attr):
            cards = ("union", cards, ("in", ("slots", self.plans.ids.zones[zone])))
        names: Plan = ("distinct", cards, ("name", ("cand", 0), self.plans.ids.name_attrs[attr]))
        return ("filter", names, ("le", ("num", 0), ("cand", 0)))

    def repeat(self, effect: t.Repeat, env: Env, tail: bool) -> None:
        if effect.times is None or effect.effect is None:
            raise Unlowered("repeating a process", effect)
        body = effect.effect
        self._times(self.plans.num(effect.times, env), lambda: self.effect(body, env))

    def _times(self, number: Plan, body: Callable[[], None]) -> None:
        code = self.code
        code.eval(number)
        left = code.store_new()
        end = code.label()
        start = code.here()
        code.eval(("lt", ("num", 0), ("local", left)))
        code.op("JFALSE", end)
        body()
        code.set(left, ("sub", ("local", left), ("num", 1)))
        code.op("JUMP", start)
        code.place(end)

    def _loop(self, group: Plan, env: Env, body: Callable[[Env], None]) -> None:
        code = self.code
        code.eval(group)
        members = code.store_new()
        index, item = code.local(), code.local()
        code.set(index, ("num", 0))
        end = code.label()
        start = code.here()
        code.op("NEXT", members, index, item, end)
        body(env.with_item(("local", item)))
        code.op("JUMP", start)
        code.place(end)

    def _subjects(self, who: t.Value, env: Env, body: Callable[[Env], None]) -> None:
        """Do something for each of the players a subject means, each finishing first; inside, that player is "you"."""
        chosen = self.selecting.players(who, env)

        def one(inner: Env) -> None:
            assert inner.loop is not None
            body(inner.with_you(inner.loop))

        self._loop(chosen.group, env, one)

    # ---------------------------------------------------------------------- values
    def choose_value(self, effect: t.ChooseValue, env: Env, tail: bool) -> None:
        if isinstance(effect.who, t.Sel):
            raise Unlowered("each of several players choosing a value", effect)
        inner = env.with_you(self.plans.player(effect.who, env)) if effect.who is not None else env
        what = effect.what
        if isinstance(what, t.Sel) and what.noun == "player":
            chosen = self.selecting.players(what, inner)
        elif isinstance(what, t.Space):
            options = self.plans.spaces(what, inner)
            chosen = self.selecting.pick(options, ("num", 1), ("num", 1), inner, _one(what), SPACE)
        elif isinstance(what, (t.Sel, t.Union)):
            chosen = self.selecting.choose(what, inner)
        elif isinstance(what, t.ValueSort):
            chosen = self._sort(what, inner)
        else:
            raise Unlowered(f"choosing {type(what).__name__}", effect)
        local = self.code.cleared()
        self.code.set(local, chosen.group)
        env.binds[effect.binds] = Bind(value=("local", local), done=("some", ("local", local)))

    def _sort(self, what: t.ValueSort, env: Env) -> Chosen:
        ids = self.plans.ids
        if what.sort in ids.families:
            family = ids.families[what.sort]
            icons = [i for i, icon in enumerate(ids.image.icons) if icon.family == family]
            options: Plan = ("list", *(("num", i) for i in icons))
            return self.selecting.pick(options, ("num", 1), ("num", 1), env, _one(what), ICON)
        if what.options and all(isinstance(o, t.IconValue) for o in what.options):
            icons = [ids.icons[o.icons[0]] for o in what.options if isinstance(o, t.IconValue)]
            options = ("list", *(("num", i) for i in icons))
            return self.selecting.pick(options, ("num", 1), ("num", 1), env, _one(what), ICON)
        raise Unlowered(f"choosing a {what.sort}", what)

    def play_copies(self, effect: t.Do, of: t.Value, env: Env) -> Plan:
        from .copies import without_card

        return without_card(self, effect, of, env)

    # ---------------------------------------------------------------------- points
    def get(self, effect: t.Get, env: Env, tail: bool) -> None:
        if isinstance(effect.who, t.Sel):
            one = replace(effect, who=t.Ref("loop", "player", "they"))
            self._subjects(effect.who, env, lambda inner: self.get(one, inner, False))
            return
        inner = env.with_you(self.plans.player(effect.who, env))
        if effect.either:
            modes = tuple(replace(effect, amounts=(a,), either=False) for a in effect.amounts)
            self.choose(t.Choose(effect.who, modes), env, tail)
            return
        only = self._usable_for(effect.only) if effect.only is not None else -1
        event = self.plans.ids.events["get"]
        rows = self.code.cleared() if effect.binds else None
        for i, amount in enumerate(effect.amounts):
            if amount.unit not in self.plans.ids.attrs or not self.plans.ids.point(amount.unit):
                raise Unlowered(f"getting {amount.unit}", amount)
            number = self.plans.num(amount.value, inner)
            if amount.per is not None:
                number = ("mul", number, self.plans.num(amount.per, inner))
            made: Plan = ("rows-points", inner.you, self.plans.ids.attrs[amount.unit], number)
            if only >= 0:
                made = ("rows-points-for", inner.you, self.plans.ids.attrs[amount.unit], number, only)
            if isinstance(amount.value, t.AttrOf) and isinstance(amount.value.of, t.Ref):
                about = amount.value.of
                if about.to.startswith("param ") and about.type == "card":
                    made = ("rows-from", made, self.plans.card(about, inner))  # a procedure speaks for its card
            self.code.eval(made)
            last = tail and i == len(effect.amounts) - 1
            self.code.op("EVENT", event, 1 if last else 0)
            if rows is not None:
                self.code.op("STORE", rows)
            else:
                self.code.op("POP")
        if rows is not None:
            env.binds[effect.binds] = Bind(rows=("local", rows), done=("some", ("local", rows)))

    def _usable_for(self, only: t.Effect) -> int:
        """The plan of the cards that points may be spent on: those the act they are for is done on."""
        if not isinstance(only, t.Do) or only.verb not in self.plans.ids.acts:
            raise Unlowered("points for something that is no act", only)
        inner = Env().candidate()
        cards = [self.plans.fits(arg.value, inner) for arg in only.args if arg.role == "cards"]
        return self.plans.ids.plan(cards[0] if cards else ("yes",))

    def pay(self, effect: t.Pay, env: Env, tail: bool) -> None:
        """Points given up: complete only if there are as many."""
        if isinstance(effect.who, t.Sel):
            one = replace(effect, who=t.Ref("loop", "player", "they"))
            self._subjects(effect.who, env, lambda inner: self.pay(one, inner, False))
            return
        inner = env.with_you(self.plans.player(effect.who, env)) if effect.who is not None else env
        if effect.either:
            modes = tuple(replace(effect, amounts=(a,), either=False) for a in effect.amounts)
            self.choose(t.Choose(effect.who, modes), env, tail)
            return
        event = self.plans.ids.events["get"]
        done = self.code.zeroed()
        end = self.code.label()
        owed = [(a.unit, self.plans.num(a.value, inner)) for a in effect.amounts]
        if effect.verb != "lose":
            for unit, number in owed:
                self.code.eval(("le", number, ("points", inner.you, self.plans.ids.attrs[unit])))
                self.code.op("JFALSE", end)
        for unit, number in owed:
            self.code.eval(("rows-points", inner.you, self.plans.ids.attrs[unit], ("neg", number)))
            self.code.op("EVENT", event, 0)
            self.code.op("POP")
        self.code.set(done, ("num", 1))
        self.code.place(end)
        if effect.binds:
            env.binds[effect.binds] = Bind(done=("local", done))

    # ---------------------------------------------------------------------- the rest
    def use_keyword(self, effect: t.UseKeyword, env: Env, tail: bool) -> None:
        if isinstance(effect.who, t.Sel):
            one = replace(effect, who=None)
            self._subjects(effect.who, env, lambda inner: self.use_keyword(one, inner, False))
            return
        if isinstance(effect.who, t.Ref):
            env = env.with_you(self.plans.player(effect.who, env))
        ability = self.install.keyword_effect(effect, env)

        def once() -> None:
            self.code.op("PUSH", ability)
            self.code.eval(env.source)
            self.code.eval(env.you)
            self.code.op("LOAD", 2)
            self.code.op("RUN")
            self.code.op("POP")

        if effect.times is not None:
            self._times(self.plans.num(effect.times, env), once)
        else:
            once()

    def instead(self, effect: t.Instead, env: Env, tail: bool) -> None:
        """In a replacement: the rows that matched do not happen."""
        if effect.of != "event":
            raise Unlowered(f"instead of a {effect.of}", effect)
        if isinstance(effect.effect, t.May):
            # declined: the event goes on
            inner = effect.effect
            self.may(replace(inner, effect=replace(effect, effect=inner.effect)), env, tail)
            return
        if env.matched is not None:
            self.code.eval(("rows-without", ("event-rows", ("event",)), env.matched))
        else:
            self.code.op("NONE")
        self.code.op("SETROWS")
        self.effect(effect.effect, env, tail)

    def same_effect(self, effect: t.SameEffect, env: Env, tail: bool) -> None:
        if effect.edit is not None:
            raise Unlowered("an edited effect", effect)
        if effect.of is not None:
            other = effect.of
            card = self.code.local()
            self.code.set(card, self.plans.card(other, env))

            def once() -> None:
                self._labelled(card, effect.label, env)
        else:
            proc = self.install.labelled(effect)

            def once() -> None:
                self.code.op("CALL", proc, 0)
                self.code.op("POP")

        if effect.times is not None:
            self._times(self.plans.num(effect.times, env), once)
        else:
            once()

    def _labelled(self, card: int, label: str, env: Env) -> None:
        """Run a card's abilities with a label, without their event."""
        local: Plan = ("local", card)

        def run(inner: Env) -> None:
            assert inner.loop is not None
            self.code.eval(inner.loop)
            self.code.eval(local)
            self.code.eval(env.you)
            self.code.op("NONE")
            self.code.op("RUN")
            self.code.op("POP")

        self._loop(("ability-ids", local, self.plans.ids.name(label)), env, run)

    def end(self, effect: t.End, env: Env, tail: bool) -> None:
        self.code.op("OVER", {"won": 1, "lost": 2, "draw": 3}[effect.result])

    def set_up(self, effect: t.SetupItem, env: Env, tail: bool) -> None:
        """So many cards of a kind: put into their home from outside the game, or so many in a named pile."""
        what = effect.what
        if self.install.dealt(effect):
            return
        if not isinstance(what, t.Sel) or (
            what.noun not in self.plans.ids.kinds and what.noun not in self.plans.defs.terms
        ):
            raise Unlowered("this set-up", effect)
        end = self.code.label()
        if effect.players:
            count: Plan = ("player-count",)
            rows: list[Plan] = [
                ("and", ("le", ("num", low), count), ("le", count, ("num", high))) for low, high in effect.players
            ]
            self.code.eval(rows[0] if len(rows) == 1 else ("or", *rows))
            self.code.op("JFALSE", end)
        inner = env.candidate()
        kind = self.plans.noun(what.noun, inner) or ("yes",)
        number = self.plans.num(what.quant.n, env)
        out: Plan = ("slot", 1, NOBODY)
        outside: Plan = ("filter", ("in", ("group", out)), kind)
        home = self.plans.slot(effect.where, env) if effect.where is not None else None
        if home is None:
            zone = self.plans.home(what.noun, effect)
            home = ("slot", zone, NOBODY)
        there: Plan = ("filter", ("in", ("group", home)), kind)
        missing: Plan = ("sub", number, ("count", there))
        event = self.plans.ids.events["move"]
        for cards, slot in (
            (("top", outside, ("max", ("num", 0), missing)), home),
            (("bottom", there, ("max", ("num", 0), ("neg", missing))), out),
        ):
            self.code.eval(("rows-move", ("active",), cards, slot, 1))
            self.code.op("EVENT", event, 1)
            self.code.op("POP")
        self.code.place(end)

    def nothing(self, effect: t.Nothing, env: Env, tail: bool) -> None:
        return

    def change(self, effect: t.Change, env: Env, tail: bool) -> None:
        """A modifier row that ends with a period: amounts are fixed now, cards too unless a selector is live."""
        period = self._period(effect.duration or "turn", effect)
        for amount in effect.amounts:
            number = self.plans.num(amount.value, env)
            if amount.per is not None:
                number = ("mul", number, self.plans.num(amount.per, env))
            if effect.mode == "less":
                number = ("neg", number)
            group, where = self.affected(effect.what, env)
            mode = 1 if effect.mode == "set" else 0
            self.code.eval(
                (
                    "list",
                    ("num", self.plans.ids.attrs[amount.unit]),
                    ("num", mode),
                    group,
                    ("num", where),
                    number,
                    ("num", 1 if effect.floor else 0),
                    ("num", period),
                    env.source,
                    env.you,
                )
            )
            self.code.op("ADDROW", 0)

    def affected(self, what: t.Value, env: Env) -> tuple[Plan, int]:
        """A fixed group, or () and the index of a live filter."""
        if isinstance(what, t.Sel) and what.quant.kind in ("all", "plural", "each", "any") and what.of is None:
            inner = Env().candidate()
            return ("list",), self.plans.ids.plan(self.plans.fits(self.usual(what), inner))
        if isinstance(what, t.Sel):
            return self.selecting.choose(what, env).group, -1
        return self.plans.group(what, env), -1

    def usual(self, sel: t.Sel) -> t.Sel:
        """The selector with the place its noun implies written out, so that a filter can test it."""
        if any(isinstance(p, (t.InZone, t.OwnedBy, t.AttachedTo)) for p in sel.where):
            return sel
        zones = self.plans.usual_zones(sel.noun)
        if not zones:
            return sel
        return replace(sel, where=(*sel.where, t.InZone(tuple(t.Zone(zone) for zone in zones))))

    def _period(self, duration: str, node: t.Node) -> int:
        if duration == "turn":
            return -1
        if duration == "game":
            return -2
        if duration in self.plans.ids.periods:
            return self.plans.ids.periods[duration]
        raise Unlowered(f'the duration "{duration}"', node)

    def gain(self, effect: t.Gain, env: Env, tail: bool) -> None:
        """Grant rows and role rows for the cards there are now, or for all a live selector will name."""
        if isinstance(effect.what, t.Sel) and any(isinstance(value, t.RoleValue) for value in effect.gives):
            chosen = self.selecting.choose(effect.what, env)
            local = self.code.cleared()
            self.code.set(local, chosen.group)
            env = replace(env, params={**env.params, "role": ("local", local)})
            effect = replace(effect, what=t.Ref("param role", "cards", "it"))
        given = self.install.given(effect, env)
        period = self._period(effect.duration, effect) if effect.duration else -2
        group, where = self.affected(effect.what, env)
        lose = 1 if effect.lose else 0
        for what, value in given.grants:
            row = (("num", what), ("num", value), ("num", lose), group, ("num", where), ("num", period))
            self.code.eval(("list", *row, env.source, env.you))
            self.code.op("ADDROW", 5)
        for definition, also, numbers in given.roles:
            keep: Plan = ("list",)
            self.code.eval(("list", group, ("num", definition), ("num", also), numbers, keep, ("num", period)))
            self.code.op("ADDROW", 4)
        if effect.binds:
            env.binds[effect.binds] = Bind(value=group, done=("yes",))

    def permit(self, effect: t.Permit, env: Env, tail: bool) -> None:
        row = self.install.permission(effect, env)
        period = self._period(effect.duration or "turn", effect)
        act, kind, who, where, cond, price = row
        self.code.eval(
            (
                "list",
                ("num", act),
                ("num", kind),
                who,
                ("list",),
                ("num", where),
                ("num", cond),
                price,
                ("num", effect.uses),
                ("num", period),
                env.source,
                env.you,
                ("num", self.selecting.sentence),
            )
        )
        self.code.op("ADDROW", 1)

    def when(self, effect: t.When, env: Env, tail: bool) -> None:
        """Installs a watcher: what it refers to outside is captured now."""
        ability, captured = self.install.watcher(effect, env)
        period = self._period(effect.duration or ("game" if effect.once == "next" else "turn"), effect)
        uses = 1 if effect.once in ("next", "first") else 0
        self.code.eval(
            ("list", ("num", ability), ("num", period), ("num", uses), env.source, env.you, ("list", *captured))
        )
        self.code.op("ADDROW", 2)


class Installer:
    """What effects need from the driver: abilities and procedures made on the way."""

    def told(self, sentence: int, modes: tuple[t.Effect, ...]) -> int:
        """Keep the words of the modes with the sentence; the number of the first of them."""
        raise NotImplementedError

    def keyword_effect(self, effect: t.UseKeyword, env: Env) -> int:
        """Index of the ability that carries out a keyword used as an effect."""
        raise NotImplementedError

    def labelled(self, effect: t.SameEffect) -> int:
        """Procedure of the card's labelled effect meant by "Same effect"."""
        raise NotImplementedError

    def permission(self, effect: t.Permit, env: Env) -> tuple[int, int, Plan, int, int, Plan]:
        """(act, kind, players plan, filter, condition, price plan) of a permission."""
        raise NotImplementedError

    def dealt(self, item: t.SetupItem) -> bool:
        """Whether a set-up item is about what is dealt before the game, and not done by moving cards."""
        raise NotImplementedError

    def given(self, effect: t.Gain, env: Env) -> Given:
        """What cards gain: abilities, keywords, icons and roles made on the way."""
        raise NotImplementedError

    def watcher(self, effect: t.When, env: Env) -> tuple[int, list[Plan]]:
        """(ability, captured plans) of a When inside an effect."""
        raise NotImplementedError


def exchanged(effects: tuple[t.Effect, ...]) -> tuple[t.Effect, ...]:
    """ "A. If C, B instead": B takes the place of A where C holds, so it is tested before A is done."""
    made: list[t.Effect] = []
    for part in effects:
        then = part.then if isinstance(part, t.If) and part.otherwise is None else None
        if made and isinstance(then, t.Instead) and then.of == "sentence" and isinstance(part, t.If):
            before = made.pop()
            better = t.Seq((before, then.effect)) if then.both else then.effect
            made.append(replace(part, then=better, otherwise=before))
        else:
            made.append(part)
    return tuple(made)


def _one(node: t.Value) -> t.Sel:
    return t.Sel("card", t.Quant("exactly", t.Num(1)), span=node.span)
