"""Effects become code: control as opcodes, selections as plans and questions, writing as events.

One instance lowers one procedure. Must not know YAML, and no declared word: verbs and events come from Defs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import several_players
from cardwright.runtime.bytecode.image import Plan
from cardwright.runtime.bytecode.optable import OPCODE

from . import once
from .changing_places import changing_places
from .choosing import Choosing, chosen_apart
from .code import Code, Label
from .installing import Installer
from .lasting import Lasting
from .payments import Payments
from .picking import picked
from .plans import Plans
from .redoing import Redoing
from .repeating import Repeating
from .rerouting import PLACE, still_in
from .rewriting import PERFORMER, each_chooses
from .scope import Bind, Env
from .selecting import MODE, WAY, Selecting
from .shared import SHARED, choice, said_of, sharers
from .together import said
from .twins import Twins
from .unlowered import Unlowered, all_of, any_of

OWNER_OF, SUBJECT_OF = "owner of bind ", "subject of bind "


class Effects(Payments, Lasting, Repeating, Choosing, Redoing):
    """Lowers effects into one procedure."""

    def __init__(self, plans: Plans, code: Code, install: Installer) -> None:
        self.plans = plans
        self.code = code
        self.install = install
        self.selecting = Selecting(plans, code)
        self.twins = Twins(plans, does=install.as_one_deed)
        self._way: int | None = None
        self.asked_about = set()
        self.owner_asked = set()
        self.subject_asked = set()

    # ---------------------------------------------------------------------- sentences
    def sentence(self, index: int) -> None:
        """What follows belongs to this sentence of the image."""
        self.selecting.sentence = index
        self.code.op("SENTENCE", index)

    def start(self, env: Env, body: t.Node) -> Env:
        """Remember where the history stood if the text looks back at what it did "this way"."""
        self.asked_about |= {node.bind for node in body.walk() if isinstance(node, t.Done)}
        asked = [node.to for node in body.walk() if isinstance(node, t.Ref)]
        self.owner_asked |= {int(to.removeprefix(OWNER_OF)) for to in asked if to.startswith(OWNER_OF)}
        self.subject_asked |= {int(to.removeprefix(SUBJECT_OF)) for to in asked if to.startswith(SUBJECT_OF)}
        self.selecting.told_to_shuffle(body)
        if env.was is None and any(_looks_back(node) for node in body.walk()):
            place = self.code.local()
            self.code.prologue += self._remembering(("slot-of", env.source), place)
            env = replace(env, was=("local", place))
        if any(getattr(node, "period", "") == "way" or getattr(node, "way", False) for node in body.walk()):
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
                alone = self._neighbour(getattr(effect, "who", None), env, effect)
                lower(effect, env, tail)
                if alone is not None:
                    self.code.place(alone)
                return
        raise Unlowered("this effect", effect)

    def _neighbour(self, who: t.Value | None, env: Env, effect: t.Effect | None = None) -> Label | None:
        """What the player on one's left or right does or is given, nobody does or gives who plays alone; nor what the
        owner of a card does that is nobody's: where to go on then."""
        if isinstance(who, t.Ref) and who.to.startswith("owner of "):
            nobody = self.code.label()
            self.code.eval(("le", ("num", 0), self.plans.player(who, env)))
            self.code.op("JFALSE", nobody)
            return nobody
        given = [arg.value for arg in effect.args] if isinstance(effect, t.Do) else []
        if not any(_beside(value) for value in (who, *given)):
            return None
        alone = self.code.label()
        self.code.eval(("lt", ("num", 1), ("player-count",)))
        self.code.op("JFALSE", alone)
        return alone

    def _table(self) -> tuple[tuple[type, Callable[..., None]], ...]:
        return (
            (t.Do, self.do),
            (t.Get, self.get),
            (t.Make, self.make),
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
    def arranged(self, effects: tuple[t.Effect, ...]) -> tuple[t.Effect, ...]:
        """Clauses of which a later one says how an earlier one is done."""
        return changing_places(exchanged(effects), self.plans.exchanges)

    def seq(self, effect: t.Seq, env: Env, tail: bool) -> None:
        parts = self.arranged(effect.effects)
        for i in range(len(parts)):
            number = sharers(parts[i:])
            if number:
                one = choice(parts[i])
                env.binds[SHARED] = Bind(value=self._kept(self.selecting.cards(one, env).group))
                told = tuple(said_of(part, one, SHARED) for part in parts[i : i + number])
                parts = (*parts[:i], *told, *parts[i + number :])
            self.effect(parts[i], env, tail and i == len(parts) - 1)

    def _kept(self, group: Plan) -> Plan:
        """A group that was chosen, in a local of its own."""
        local = self.code.cleared()
        self.code.set(local, group)
        return ("local", local)

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
        if isinstance(cond, t.AllOf):
            return all_of([self.condition(part, env) for part in cond.conds])
        if isinstance(cond, t.Exists) and cond.binds and isinstance(cond.what, t.Sel) and said(cond.what) is None:
            default = self.plans.belongings_of(env.you, env, cond, cond.what.noun) if cond.have else None
            found = self.code.cleared()
            self.code.set(found, self.plans.selection(cond.what, env, default))
            env.binds[cond.binds] = Bind(value=("local", found), done=("some", ("local", found)), found=True)
        return self.plans.cond(cond, env)

    def may(self, effect: t.May, env: Env, tail: bool) -> None:
        """Offered only if it is possible; nobody is asked yes or no where "up to" already lets him take nothing."""
        if isinstance(effect.who, (t.Sel, t.Union)):
            if isinstance(effect.who, t.Sel) and effect.who.quant.kind == "any":  # whoever wants to: each is asked
                effect = replace(effect, who=replace(effect.who, quant=t.Quant("each")))
            assert isinstance(effect.who, (t.Sel, t.Union))
            self._each_may(effect.who, t.May(t.Ref("loop", "player", "they"), effect.effect), env)
            return
        inner = env.with_you(self.plans.performer(effect.who, env))
        end = self.code.label()
        if not isinstance(effect.effect, t.Permit):
            self.code.eval(self._worth_offering(effect, inner))
            self.code.op("JFALSE", end)
        self.selecting.yes(inner)
        self.code.op("JFALSE", end)
        first, rest = _looked(effect.effect)
        if rest is not None:
            self.effect(first, inner)
            self.may(replace(effect, effect=rest), env, tail)
        else:
            self.effect(first, inner, tail)
        self.code.place(end)

    def _worth_offering(self, effect: t.May, env: Env) -> Plan:
        """What can be done in part may be done (C-15.2), but not where more depends on its being done (C-15.5)."""
        if self.asked_about & {getattr(node, "binds", 0) for node in effect.walk()}:
            return self.twins.possible(effect.effect, env)
        return self.twins.begun(effect.effect, env)

    def _each_may(self, who: t.Sel | t.Union, effect: t.May, env: Env) -> None:
        """Each of them is asked; what those did who did it can be meant by what follows ("for each who does")."""
        binds = [node.binds for node in effect.walk() if isinstance(node, t.Do) and node.binds]
        every = {bind: self.code.cleared() for bind in binds}
        meant = self.code.cleared() if self.asked_about & set(binds) else -1

        def one(inner: Env) -> None:
            if meant >= 0:
                self.code.set(meant, ("group", ("local", meant), inner.you))
            self.may(effect, inner, False)
            for bind, rows in every.items():
                made = inner.binds.get(bind)
                if made is not None and made.rows is not None:
                    self.code.set(rows, ("join", ("local", rows), made.rows))
                    if made.rows[0] == "local" and isinstance(made.rows[1], int):
                        self.code.set(made.rows[1], ("empty",))  # the next one may decline

        self._subjects(who, env, one)
        for bind, rows in every.items():
            made = env.binds.get(bind)
            if made is not None and made.rows is not None:
                asked: Plan | None = ("local", meant) if meant >= 0 else None
                env.binds[bind] = Bind(rows=("local", rows), done=("some", ("local", rows)), meant=asked, shared=True)

    def choose(self, effect: t.Choose, env: Env, tail: bool, told: tuple[t.Effect, ...] = ()) -> None:
        """Only modes that can be done are offered (C-15.4); one is taken without asking, none does nothing."""
        if isinstance(effect.who, (t.Sel, t.Union)):
            one = each_chooses(effect, effect.who)
            outer = env.with_params({PERFORMER: env.you})
            self._subjects(effect.who, outer, lambda inner: self.choose(one, inner, False, effect.modes))
            return
        inner = env.with_you(self.plans.performer(effect.who, env)) if effect.who is not None else env
        code = self.code
        base = self.install.told(self.selecting.sentence, told or effect.modes)
        offered = self._offered(effect, inner)
        deeds = [self.install.once(mode) for mode in effect.modes] if effect.once else []
        if deeds:
            unused = [once.not_yet(deed, inner.you, effect.once) for deed in deeds]
            offered = [all_of([new, can]) for new, can in zip(unused, offered, strict=True)]
        options: list[Plan] = [("if", can, ("group", ("num", base + i)), ("list",)) for i, can in enumerate(offered)]
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
            if deeds:
                once.note(code, deeds[i], inner.you)
            self.effect(mode, self._sparing(effect.modes, mode, inner), tail and effect.n == 1)
            code.place(after)

    def _sparing(self, modes: tuple[t.Effect, ...], mode: t.Effect, env: Env) -> Env:
        """ "KO that Hero unless you discard two cards": what is given instead is not the card itself."""
        spared: Plan | None = None
        for other in modes:
            if not isinstance(other, t.Do) or other is mode:
                continue
            for about in (arg.value for arg in other.args if arg.role == "cards"):
                if isinstance(about, t.Ref) and about.to.startswith("bind ") and about.type == "card":
                    self.code.eval(self.plans.group(about, env))
                    spared = ("local", self.code.store_new())
        return env if spared is None else replace(env, spared=spared)

    def _offered(self, effect: t.Choose, env: Env) -> list[Plan]:
        """What decides "A or B": those that can be done completely; if there is none, those that can be begun."""
        whole = [self.twins.possible(mode, self._sparing(effect.modes, mode, env)) for mode in effect.modes]
        begun = [self.twins.begun(mode, self._sparing(effect.modes, mode, env)) for mode in effect.modes]
        if whole == begun:
            return whole
        self.code.eval(any_of(whole))
        some: Plan = ("eq", ("num", 1), ("local", self.code.store_new()))
        return [w if w == b else ("if", some, w, b) for w, b in zip(whole, begun, strict=True)]

    def each(self, effect: t.Each, env: Env, tail: bool) -> None:
        """One at a time, in order; the group is taken when the clause starts."""
        over = effect.over
        if apart := chosen_apart(effect):
            for part in apart:
                self.effect(part, env)
            return
        if isinstance(over, t.Sel) and over.noun == "player" and effect.form == "for each":
            chosen = self.selecting.players(over, env)  # whoever does the whole does each part of it
            self._loop(chosen.group, env, lambda inner: self.effect(effect.effect, inner))
            return
        if isinstance(over, t.Union) and several_players(over) or isinstance(over, t.Sel) and over.noun == "player":
            self._each_player(over, effect.effect, env)
            return
        if isinstance(
            over,
            (
                t.Num,
                t.Count,
                t.Arith,
                t.CountValues,
                t.HistoryCount,
                t.AttrOf,
                t.CounterValue,
                t.TermValue,
                t.KeywordNumber,
            ),
        ):
            self._times(self.plans.num(over, env), lambda: self.effect(effect.effect, env))
            return
        if isinstance(over, t.ValueSort) and over.sort in self.plans.ids.name_attrs:
            self._loop(self._names(over.sort), env, lambda inner: self.effect(effect.effect, inner))
            return
        times = None if _of_each(effect.effect) else self.plans.times_done(over, env)
        if times is not None:
            self._times(times, lambda: self.effect(effect.effect, env))
            return
        group = self.plans.spaces(over, env) if isinstance(over, t.Space) else self.plans.group(over, env)
        self._loop(group, env, lambda inner: self.effect(effect.effect, inner))

    def _each_player(self, over: t.Value, effect: t.Effect, env: Env) -> None:
        """Each does the whole. "Each player who can't …" asks what all of them did, not only the last one."""
        asked = sorted(self.asked_about & {getattr(node, "binds", 0) for node in effect.walk()})
        every = {bind: self.code.cleared() for bind in asked}
        meant = self.code.cleared() if asked else -1

        def one(inner: Env) -> None:
            if asked:
                self.code.set(meant, ("group", ("local", meant), inner.you))
            self.effect(effect, inner)
            for bind, local in every.items():
                rows = inner.binds[bind].rows if bind in inner.binds else None
                if rows is not None:
                    self.code.set(local, ("join", ("local", local), rows))

        self._subjects(over, env, one)
        for bind, local in every.items():
            if bind in env.binds and env.binds[bind].rows is not None:
                env.binds[bind] = replace(env.binds[bind], every=("local", local), meant=("local", meant))

    def _names(self, attr: str) -> Plan:
        """Every name of a sort among the cards that lie where new ones of their kind do, once each."""
        cards: Plan = ("empty",)
        for zone in self.plans.named_zones(attr):
            cards = ("union", cards, ("in", ("slots", self.plans.ids.zones[zone])))
        names: Plan = ("distinct", cards, ("name", ("cand", 0), self.plans.ids.name_attrs[attr]))
        return ("filter", names, ("le", ("num", 0), ("cand", 0)))

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
        self.code.each(group, lambda item: body(env.with_item(("local", item))))

    def each_of(self, group: Plan, env: Env, body: Callable[[Env], None]) -> None:
        """Do something for each member of a group."""
        self._loop(group, env, body)

    def _subjects(self, who: t.Value, env: Env, body: Callable[[Env], None]) -> None:
        """Do something for each of the players a subject means, each finishing first; inside, that player is "you"."""
        if isinstance(who, t.Union) and not who.either:  # as they are named, each chosen when it is their turn
            for part in who.parts:
                alone = self._neighbour(part, env)
                self._subjects(part, env, body)
                if alone is not None:
                    self.code.place(alone)
            return
        chosen = self.selecting.players(who, env)

        def one(inner: Env) -> None:
            assert inner.loop is not None
            body(inner.with_you(inner.loop))

        self._loop(chosen.group, env, one)

    # ---------------------------------------------------------------------- values
    def make(self, effect: t.Make, env: Env, tail: bool) -> None:
        from .making import make

        make(self, effect, env)

    def play_copies(self, effect: t.Do, of: t.Value, env: Env) -> Plan:
        from .copies import without_card

        return without_card(self, effect, of, env)

    # ---------------------------------------------------------------------- the rest
    def use_keyword(self, effect: t.UseKeyword, env: Env, tail: bool) -> None:
        if isinstance(effect.who, (t.Sel, t.Union)):
            one = replace(effect, who=None)
            self._subjects(effect.who, env, lambda inner: self.use_keyword(one, inner, False))
            return
        if isinstance(effect.who, t.Ref):
            env = env.with_you(self.plans.performer(effect.who, env))
        effect, values = picked(self, effect, env)
        ability = self.install.keyword_effect(effect, env, len(values))

        def once() -> None:
            self.code.op("PUSH", ability)
            self.code.eval(env.source)
            self.code.eval(env.you)
            self.code.op("LOAD", 2)
            for value in values:
                self.code.eval(value)
            if values:
                self.code.op("RUNWITH", len(values))
            else:
                self.code.op("RUN")
            self.code.op("POP")

        if effect.times is not None:
            self._times(self.plans.num(effect.times, env), once)
        else:
            once()

    def instead(self, effect: t.Instead, env: Env, tail: bool) -> None:
        """In a replacement: the rows that matched do not happen."""
        if effect.of == PLACE:
            self.code.eval(still_in(env))
            self.code.op("SETROWS")
            return self.effect(effect.effect, env, tail)
        if effect.of != "event":
            raise Unlowered(f"“instead” where no {effect.of} before it can be replaced", effect)
        if isinstance(effect.effect, t.May):
            # declined: the event goes on
            inner = effect.effect
            self.may(replace(inner, effect=replace(effect, effect=inner.effect)), env, tail)
            return
        if env.matched is not None and env.left >= 0:
            self.code.set(env.left, ("rows-without", ("local", env.left), env.matched))
            self.code.eval(("local", env.left))
        elif env.matched is not None:
            self.code.eval(("rows-without", ("event-rows", ("event",)), env.matched))
        else:
            self.code.op("NONE")
        self.code.op("SETROWS")
        self.effect(effect.effect, env, tail)

    def end(self, effect: t.End, env: Env, tail: bool) -> None:
        self.code.op("OVER", {"won": 1, "lost": 2, "draw": 3}[effect.result])

    def nothing(self, effect: t.Nothing, env: Env, tail: bool) -> None:
        return


def _of_each(effect: t.Effect) -> bool:
    """Whether something is said of each of the cards for which it is done."""
    return any(isinstance(node, t.Ref) and node.to == "loop" and node.type == "card" for node in effect.walk())


def _looks_back(node: t.Node) -> bool:
    """Whether something is said of where the card was."""
    return isinstance(node, t.Is) and node.was or isinstance(node, t.Space) and "was" in node.where


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


def _looked(effect: t.Effect) -> tuple[t.Effect, t.Effect | None]:
    """ "You may look at a card and play it": whoever has seen it decides anew."""
    if not isinstance(effect, t.Seq) or len(effect.effects) < 2:
        return effect, None
    first, rest = effect.effects[0], effect.effects[1:]
    if not isinstance(first, t.Do) or first.verb != "look at":
        return effect, None
    return first, rest[0] if len(rest) == 1 else replace(effect, effects=rest, joins=effect.joins[1:])


def _beside(value: t.Value | None) -> bool:
    """Whether it is the player on one's left or right, or a place of theirs."""
    who = value.owner if isinstance(value, t.Zone) else value
    return isinstance(who, t.Ref) and who.to.partition(" of ")[0] in ("left", "right")
