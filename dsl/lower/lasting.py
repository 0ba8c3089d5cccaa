"""Effects that last: changes, gains, permissions, what waits."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .code import FIXED_LOCALS
from .discounts import discount, fixed
from .effect_base import EffectBase
from .losing import losers
from .people import NOBODY
from .predicates import SINCE
from .rerouting import finished, rerouted
from .rewriting import beyond, bounded, never, replacing, waits_for_this
from .scope import Bind, Env
from .unlowered import Unlowered, any_of

TURN = "turn"
NEXT = f"until the end of your next {TURN}"
TO_NEXT = f"until your next {TURN}"


UNTIL = "until the next "


class Lasting(EffectBase):
    """Lowers effects that last."""

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
        number: Plan = ("num", 0) if what.quant.kind == "no" else self.plans.num(what.quant.n, env)
        out: Plan = ("slot", 1, NOBODY)
        outside: Plan = ("filter", ("in", ("group", out)), kind)
        home = self.plans.slot(effect.where, env) if effect.where is not None else None
        usual = self.plans.home(what.noun, effect, required=False) if home is not None else None
        stack: Plan = ("slot", usual, NOBODY) if usual is not None else home or out
        if home is not None and stack != home:  # none are left outside: they lie in their own stack
            outside = ("if", ("some", outside), outside, ("filter", ("in", ("group", stack)), kind))
            out = stack
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

    def change(self, effect: t.Change, env: Env, tail: bool) -> None:
        """A modifier row that ends with a period. An amount is counted anew each time unless it speaks of what was done
        just now; cards are fixed unless a selector is live."""
        captured, inner = self._captured(effect.what, env)
        unit = effect.amounts[0].unit if effect.amounts else ""
        if effect.duration.startswith(UNTIL):
            self._until_next(effect, env, captured, inner)
            return
        group, where = self.affected(effect.what, env, inner, unit)
        self._modify(effect, env, group, where, captured if where >= 0 else ())

    def _until_next(self, effect: t.Change, env: Env, captured: tuple[Plan, ...], inner: Env) -> None:
        """ "… until the next Master Strike": it is so for what fits as long as there have been no more of them."""
        if not self._later(effect.what):
            raise Unlowered(f'the duration "{effect.duration}" for cards that are chosen now', effect)
        unit = effect.amounts[0].unit if effect.amounts else ""
        since = SINCE + effect.duration.removeprefix(UNTIL)
        meant = self._meant(effect.what, inner.candidate(), unit)
        so_far: Plan = ("count-rows", self.plans.last(since, inner.candidate(), effect))
        same: Plan = ("eq", so_far, ("local", FIXED_LOCALS + len(captured)))
        now: Plan = ("count-rows", self.plans.last(since, env, effect))
        where = self.plans.ids.plan(("and", meant, same))
        self._modify(replace(effect, duration="game"), env, ("list",), where, (*captured, now))

    def _captured(self, what: t.Value, env: Env) -> tuple[tuple[Plan, ...], Env]:
        """Values bound before that a live selector speaks of ("each of that group"), and where it finds them."""
        refs = [n for n in what.walk() if isinstance(n, t.Ref) and n.to.startswith("bind ")]
        numbers = {int(ref.to.removeprefix("bind ")) for ref in refs}
        places = {int(ref.to.removeprefix("bind ")) for ref in refs if ref.type in ("space", "zone")}
        captured: list[Plan] = []
        binds: dict[int, Bind] = {}
        for number in sorted(numbers):
            bind = env.binds.get(number)
            if bind is not None and bind.place is not None and number in places:
                binds[number] = Bind(place=("local", FIXED_LOCALS + len(captured)))
                captured.append(bind.place)
            elif bind is not None and bind.value is not None:
                binds[number] = Bind(value=("local", FIXED_LOCALS + len(captured)))
                captured.append(bind.value)
        return tuple(captured), Env(binds=binds)

    def _modify(self, effect: t.Change, env: Env, group: Plan, where: int, captured: tuple[Plan, ...]) -> None:
        period = self._period(effect.duration or ("game" if self.install.of_table() else "turn"), effect)
        about = [node for a in effect.amounts for node in a.walk() if isinstance(node, t.Ref) and "that " in node.form]
        it = effect.what.to if isinstance(effect.what, t.Ref) else ""
        if it.startswith("bind ") and any(node.to == it for node in about):
            raise Unlowered('"it" beside "that …" for one card', effect)  # one of them means another card
        for said in effect.amounts:
            amount, floor = bounded(effect, said)
            number = self._amount(effect, amount, env)
            live = -1
            if not fixed(number):
                live = self.plans.ids.plan(self._amount(effect, amount, env.candidate()))
                number = ("num", 0)
            self.code.eval(
                (
                    "list",
                    ("num", self.plans.ids.attrs[amount.unit]),
                    ("num", 1 if effect.mode == "set" else 0),
                    group,
                    ("num", where),
                    number,
                    ("num", floor),
                    ("num", period),
                    env.source,
                    env.you,
                    ("num", live),
                    ("list", *captured),
                )
            )
            self.code.op("ADDROW", 0)

    def _amount(self, effect: t.Change, amount: t.Amount, env: Env) -> Plan:
        number = self.plans.num(amount.value, env)
        if amount.per is not None:
            number = ("mul", number, self.plans.num(amount.per, env))
        return ("neg", number) if effect.mode == "less" else number

    def affected(self, what: t.Value, env: Env, inner: Env | None = None, attr: str = "") -> tuple[Plan, int]:
        """A fixed group, or () and the index of a live filter."""
        if self._later(what):
            return ("list",), self.plans.ids.plan(self._meant(what, (inner or Env()).candidate(), attr))
        if isinstance(what, t.Sel):
            return self.selecting.cards(what, env).group, -1
        return self.plans.group(what, env), -1

    def _later(self, what: t.Value) -> bool:
        """Whether cards are meant that come later too: all of a sort, together with what there is one of."""
        if isinstance(what, t.Union):
            return not what.either and all(self._later(part) or self._single(part) for part in what.parts)
        return (
            isinstance(what, t.Sel)
            and what.quant.kind in ("all", "plural", "each", "any")
            and what.of is None
            and what.pos is None
        )

    def _single(self, what: t.Value) -> bool:
        """ "the Mastermind": whichever there is."""
        return isinstance(what, t.Sel) and what.quant.kind == "the" and what.pos is None and what.of is None

    def _meant(self, what: t.Value, inner: Env, attr: str = "") -> Plan:
        if isinstance(what, t.Union):
            return any_of([self._meant(part, inner, attr) for part in what.parts])
        assert isinstance(what, t.Sel)
        paid = self.plans.priced_places(what, attr)
        if paid is not None:
            return ("and", self.plans.fits(what, inner), self.plans.fits(paid, inner))
        return self.plans.fits(self.usual(what), inner)

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
        if duration == NEXT:
            return -3
        if duration == TO_NEXT:
            return -4
        if duration in self.plans.ids.periods:
            return self.plans.ids.periods[duration]
        raise Unlowered(f'the duration "{duration}"', node)

    def gain(self, effect: t.Gain, env: Env, tail: bool) -> None:
        """Grant rows and role rows for the cards there are now, or for all a live selector will name."""
        if isinstance(effect.what, t.Sel) and any(isinstance(value, t.RoleValue) for value in effect.gives):
            chosen = self.selecting.cards(effect.what, env)
            if any(isinstance(value, t.RoleValue) and value.numbers for value in effect.gives):
                # its numbers are each card's own
                each = replace(effect, what=t.Ref("param role", "card", "it"), binds=0)

                def one(inner: Env) -> None:
                    assert inner.loop is not None
                    self.gain(each, inner.with_params({"role": inner.loop}), False)

                self._loop(chosen.group, env, one)
                return
            local = self.code.cleared()
            self.code.set(local, chosen.group)
            env = replace(env, params={**env.params, "role": ("local", local)})
            effect = replace(effect, what=t.Ref("param role", "cards", "it"))
        given = self.install.given(effect, env)
        period = self._period(effect.duration, effect) if effect.duration else -2
        effect = losers(effect)
        group, where = self.affected(effect.what, env)
        lose = 1 if effect.lose else 0
        for what, value in given.grants:
            given_now: Plan = ("num", value) if isinstance(value, int) else value
            row = (("num", what), given_now, ("num", lose), group, ("num", where), ("num", period))
            self.code.eval(("list", *row, env.source, env.you))
            self.code.op("ADDROW", 5)
        for definition, also, numbers in given.roles:
            keep: Plan = ("list",)
            self.code.eval(("list", group, ("num", definition), ("num", also), numbers, keep, ("num", period)))
            self.code.op("ADDROW", 4)
        if effect.binds:
            env.binds[effect.binds] = Bind(value=group, done=("yes",))

    def permit(self, effect: t.Permit, env: Env, tail: bool) -> None:
        deed = effect.act
        if effect.kind == "can't" and isinstance(deed, t.Do) and self.plans.act_of(deed.verb) is None:
            self.when(never(effect, deed), env, tail)
            return
        row = self.install.permission(effect, env)
        period = self._period(effect.duration or "turn", effect)
        act, kind, who, where, cond, price = row
        about = next((a.value for a in deed.args if a.role == "cards"), None) if isinstance(deed, t.Do) else None
        group: Plan = ("list",)
        if isinstance(about, t.Ref) and about.to.startswith("bind"):  # a card named before: that one, not what fits
            if effect.kind == "may" and effect.price is None:
                raise Unlowered("an act on a card that is not offered for it", effect)
            group = self.plans.group(about, env)
        self.code.eval(
            (
                "list",
                ("num", act),
                ("num", kind),
                who,
                group,
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
        effect = finished(beyond(replacing(rerouted(effect, self.plans))), self.plans)
        if effect.word == "before":
            self._before(effect, env, tail)
            return
        changed = discount(effect, self.plans)
        if changed is not None:
            self._discount(effect, changed, env)
            return
        if not effect.duration and not effect.once and waits_for_this(effect):
            self.gain(t.Gain(t.Ref("this", "card", "this"), (t.AbilityValue((t.Line((), effect),)),)), env, tail)
            return
        abilities, captured = self.install.watcher(effect, env, self.selecting.sentence)
        stays = effect.once == "next" or self.install.of_table()
        period = self._period(effect.duration or ("game" if stays else "turn"), effect)
        uses = 1 if effect.once in ("next", "first") else 0
        for ability in abilities:
            self.code.eval(
                ("list", ("num", ability), ("num", period), ("num", uses), env.source, env.you, ("list", *captured))
            )
            self.code.op("ADDROW", 2)

    def _before(self, effect: t.When, env: Env, tail: bool) -> None:
        """ "Before you play any other cards this turn, you may …": now, if that has not happened yet."""
        if effect.duration != "turn" or effect.would or effect.once:
            raise Unlowered("“before” without a time", effect)
        happened = t.Happened(effect.pattern.event, effect.pattern.args, period=effect.duration)
        end = self.code.label()
        self.code.eval(self.plans.happened(happened, env))
        self.code.op("JTRUE", end)
        self.effect(effect.effect, env, tail)
        self.code.place(end)

    def _own_acts(self, changed: t.Change, env: Env) -> None:
        """ "Whenever you fight a Henchman for the rest of the game, it gets -1 Attack": for nobody else, so it holds
        while it is one's own turn."""
        if env.you != ("you",):
            raise Unlowered("a change of somebody else's acts", changed)
        unit = changed.amounts[0].unit
        own: Plan = ("eq", ("active",), ("you",))
        where = self.plans.ids.plan(("and", own, self._meant(changed.what, Env().candidate(), unit)))
        self._modify(changed, env, ("list",), where, ())

    def _discount(self, effect: t.When, changed: t.Change, env: Env) -> None:
        """ "The next time you fight a Villain this turn, it gets …": whoever could be that Villain has it, until one
        was fought."""
        if not effect.once and changed.duration != "turn":
            self._own_acts(changed, env)
            return
        if not effect.once:
            self.change(changed, env, False)
            return
        what = changed.what
        assert isinstance(what, t.Sel)
        if changed.duration != "turn" or any(isinstance(p, t.InZone) for p in what.where):
            raise Unlowered(f"the {effect.once} time of an act, beyond this turn or in some place", effect)
        if env.you != ("you",):
            raise Unlowered("a change of somebody else's next act", effect)

        def so_far(depth: int) -> Plan:
            row: Plan = ("cand", depth)
            inner = Env(cand=("row-card", row), loop=("row-card", row), depth=depth + 1)
            every: Plan = ("history", self.plans.ids.events[effect.pattern.event], ("group", ("you",)), ("num", -1))
            return ("count-rows", ("rfilter", every, self.plans.fits(what, inner)))

        none_since: Plan = ("eq", so_far(1), ("local", FIXED_LOCALS))
        where = self.plans.ids.plan(("and", self._meant(what, Env().candidate(), changed.amounts[0].unit), none_since))
        self._modify(changed, env, ("list",), where, (so_far(0),))
