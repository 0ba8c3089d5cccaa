"""Conditions."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .planning import Planning
from .primitives import told
from .scope import Env
from .together import alone, said
from .unlowered import Unlowered, all_of, any_of, compare, negate


class Conditions(Planning):
    """Lowers conditions."""

    # ---------------------------------------------------------------------- conditions
    def cond(self, cond: t.Condition, env: Env) -> Plan:
        if isinstance(cond, t.Exists):
            return self.exists(cond, env)
        if isinstance(cond, t.Compare):
            test = compare(cond.op, self.num(cond.left, env), self.num(cond.right, env))
            about = cond.left.of if isinstance(cond.left, t.AttrOf) and not cond.left.fold else None
            if isinstance(about, t.Ref) and about.to.startswith("bind") and about.type == "card":
                return ("and", ("some", self.group(about, env)), test)  # no card costs nothing
            return test
        if isinstance(cond, t.Is):
            return self.is_(cond, env)
        if isinstance(cond, t.Happened):
            return negate(self.happened(cond, env), cond.negated)
        if isinstance(cond, t.Last):
            return self.exists(t.Exists(t.Sel(cond.kind, t.Quant("no"), (t.InZone((cond.place,)),))), env)
        if isinstance(cond, t.Nth):
            return ("eq", ("num", cond.n), ("count-rows", self.as_they_were(cond.did, env)))
        if isinstance(cond, t.Done):
            bind = env.binds.get(cond.bind)
            if isinstance(cond.who, t.Ref) and cond.who.type in ("card", "cards"):
                cond = replace(cond, who=None)  # "if it does": the card is what did it
            elif cond.who is not None or (env.cand is not None and bind is not None and bind.rows is not None):
                if isinstance(cond.who, t.Sel):
                    return self._any_did(cond, cond.who, env)
                # of each player: whether that player has part in what was done
                who = self.player(cond.who, env) if cond.who is not None else env.cand
                assert who is not None
                if cond.form == "is you" and bind is not None and bind.meant is not None:
                    return negate(("member", who, bind.meant), cond.negated)
                if bind is None or bind.rows is None:
                    raise Unlowered("which players did it", cond)
                did: Plan = ("member", who, ("row-players", bind.rows if bind.every is None else bind.every))
                if cond.negated and cond.who is None and bind.meant is not None:  # nobody else was to do it
                    return all_of([("member", who, bind.meant), negate(did, True)])
                return negate(did, cond.negated)
            if bind is None or bind.done is None:
                raise Unlowered(
                    "whether this was done (a keyword is never “done”: ask inside it, or about what it does)", cond
                )
            return negate(bind.done, cond.negated)
        if isinstance(cond, t.TermCond):
            term = self.defs.terms[cond.term]
            params = {arg.role: self.group(arg.value, env) for arg in cond.args}
            return negate(self.fits(term.body, env.with_params(params)), cond.negated)
        if isinstance(cond, t.NotCond):
            asked = cond.cond
            if isinstance(asked, t.Is) and asked.state == "empty" and isinstance(asked.what, t.Space):
                # occupied; of what no longer exists neither is said
                return ("some", ("in", self.slots(asked.what, env)))
            return ("not", self.cond(cond.cond, env))
        if isinstance(cond, t.AllOf):
            return all_of([self.cond(c, env) for c in cond.conds])
        if isinstance(cond, t.AnyCond):
            return any_of([self.cond(c, env) for c in cond.conds])
        raise Unlowered("this condition", cond)

    def _any_did(self, cond: t.Done, who: t.Sel, env: Env) -> Plan:
        """ "If any player does", "if each player does": of those players, one after the other."""
        every = who.quant.kind in ("each", "all", "plural")
        did = self.cond(replace(cond, who=None, negated=cond.negated != every), env.candidate())
        return negate(("some", ("pfilter", self.players(who, env), did)), every)

    def exists(self, cond: t.Exists, env: Env) -> Plan:
        what = cond.what
        if isinstance(what, t.Points):
            return ("lt", ("num", 0), self.num(what, env))
        if isinstance(what, t.Union) and what.either:
            return any_of([self.exists(t.Exists(part, cond.have), env) for part in what.parts])
        if isinstance(what, t.Sel):
            default = self.belongings_of(env.you, env, cond, what.noun) if cond.have else None
            return self.quantified(what, env, default)
        if isinstance(what, t.Space):
            return ("some", self.spaces(what, env))
        return ("some", self.group(what, env))

    def quantified(self, sel: t.Sel, env: Env, default: Plan | None) -> Plan:
        """Whether as many as the quantity says are there."""
        for p in sel.where:
            if isinstance(p, t.HasIconRef) and isinstance(p.of, t.IconValue) and sel.quant.kind == "plural":
                return self.matched(sel, p, p.of.icons, env, default)
        if sel.noun == "player":
            cards = self.players(sel, env)
        else:
            cards = self.selection(alone(sel), env, default)
        kind = sel.quant.kind
        count: Plan = ("count", cards)
        if said(sel) is not None:
            if kind not in ("exactly", "at least"):
                raise Unlowered("so many cards together", sel)
            return self.enough_together(sel, self.num(sel.quant.n, env), cards, env)
        if kind == "no":
            return ("not", ("some", cards))
        if kind == "exactly" and sel.quant.n is not None and sel.quant.n != t.Num(1):
            return ("le", self.num(sel.quant.n, env), count)
        if kind == "at least":
            return ("le", self.num(sel.quant.n, env), count)
        if kind == "precisely":
            return ("eq", self.num(sel.quant.n, env), count)
        if kind == "at most":
            return ("le", count, self.num(sel.quant.n, env))
        return ("some", cards)

    def matched(self, sel: t.Sel, pred: t.HasIconRef, icons: tuple[str, ...], env: Env, default: Plan | None) -> Plan:
        """ "Cards with these icons": one for each icon; equal icons need different cards (C-8.9)."""
        tests: list[Plan] = []
        for icon in dict.fromkeys(icons):
            where = tuple(t.HasIcon(icon) if p is pred else p for p in sel.where)
            count: Plan = ("count", self.selection(replace(sel, where=where), env, default))
            tests.append(("le", ("num", icons.count(icon)), count))
        return all_of(tests)

    def is_(self, cond: t.Is, env: Env) -> Plan:
        if cond.was:
            return self._was(cond, env)
        if cond.state == "empty" and isinstance(cond.what, t.Space):
            return ("some", ("empty-slots", self.slots(cond.what, env)))  # of what no longer exists it is not said
        if cond.state == "empty":
            return ("not", ("some", ("in", self.slots(cond.what, env))))
        if cond.state == "active":
            return ("eq", self.player(cond.what, env), ("active",))
        if cond.state == "faceup" and isinstance(cond.what, t.Ref) and cond.what.to == "this":
            return ("yes",)  # it is the face that is up whose text works
        if cond.state:
            raise Unlowered(f"the state {cond.state}", cond)
        if isinstance(cond.what, t.Ref) and cond.what.type in ("player", "players"):
            inner = env.candidate()
            chosen = self.players(cond.what, env)
            return ("some", ("pfilter", chosen, all_of([self.player_pred(p, inner) for p in cond.preds])))
        if isinstance(cond.what, t.AttrOf) and cond.what.attr in self.ids.name_attrs:
            return all_of([self._name_has(p, cond.what, env) for p in cond.preds])
        inner = env.candidate()
        if env.loop is not None:  # what an enclosing "each" or relative clause is about, not what is tested here
            inner = inner.with_loop(env.loop)
        group, fits = self.group(cond.what, env), all_of([self.pred(p, inner) for p in cond.preds])
        if isinstance(cond.what, t.Ref) and cond.what.type == "cards":  # "if they are grey": each of them
            return ("and", ("some", group), ("not", ("some", ("filter", group, ("not", fits)))))
        return ("some", ("filter", group, fits))

    def _name_has(self, p: t.Pred, name: t.AttrOf, env: Env) -> Plan:
        """ "That Hero Name has no Loved Ones": cards of that name."""
        if isinstance(p, t.Not):
            return ("not", self._name_has(p.pred, name, env))
        if not isinstance(p, t.Holds):
            raise Unlowered("what is said of a name", p)
        cards = replace(p.cards, where=(*p.cards.where, t.Named(name.attr, name)))
        return self.quantified(cards, env, None)

    def _was(self, cond: t.Is, env: Env) -> Plan:
        """Where a card was before what is told: by the event that set this off, or when the ability began."""
        if cond.period:
            return self._had_been(cond, env)
        told = self._as_it_was(cond, env)
        if told is not None:
            return told
        places = [zone for p in cond.preds if isinstance(p, t.InZone) for zone in p.zones]
        this = isinstance(cond.what, t.Ref) and cond.what.to == "this"
        if not this or len(places) == 0 or env.was is None:
            raise Unlowered("how something was", cond)
        slot = self.where_it_was(env)
        return any_of([("member", slot, self.slots(place, env)) for place in places])

    def _had_been(self, cond: t.Is, env: Env) -> Plan:
        """ "If it was in the KO pile this game": it came there by one of the events that move cards, or left it."""
        places = [zone for p in cond.preds if isinstance(p, t.InZone) for zone in p.zones]
        if len(places) == 0 or any(not isinstance(p, t.InZone) for p in cond.preds) or cond.period == "way":
            raise Unlowered("how something was", cond)
        row: Plan = ("cand", env.depth)
        this: Plan = ("member", ("row-card", row), self.group(cond.what, env))
        found: list[Plan] = []
        for name, at in self.ids.events.items():
            prim = self.ids.image.events[at].prim
            if prim not in ("move", "attach"):
                continue
            ends = ("row-from", "row-to") if prim == "move" else ("row-from",)  # what is attached goes to a card
            there = any_of([("member", (end, row), self.slots(p, env)) for p in places for end in ends])
            rows = self.rows(name, ("list",), cond.period, env, None, cond)
            found.append(("some", ("rfilter", rows, ("and", this, there))))
        return any_of(found)

    def where_it_was(self, env: Env) -> Plan:
        """Where this card was before the event that set this off, or when the ability began."""
        assert env.was is not None
        event: Plan = ("event-rows", ("event",))
        row: Plan = ("one", ("rfilter", event, ("eq", ("row-card", ("cand", env.depth)), env.source)))
        about: Plan = ("member", env.source, ("row-cards", event))
        return ("if", about, ("row-from", row), env.was)

    def _as_it_was(self, cond: t.Is, env: Env) -> Plan | None:
        """What a card was when a clause before moved it ("If it was a Villain")."""
        what = cond.what
        bind = (
            env.binds.get(int(what.to.split()[1])) if isinstance(what, t.Ref) and what.to.startswith("bind") else None
        )
        if bind is None or bind.rows is None or bind.value is not None:
            return None
        row: Plan = ("one", bind.rows)
        tests: list[Plan] = [("some", bind.rows)]
        for p in cond.preds:
            if isinstance(p, t.HasIcon) and not p.icon.startswith("big:"):
                tests.append(("row-has-icon", row, self.ids.icons[p.icon]))
            elif isinstance(p, t.IsKind) and p.kind in self.ids.kinds:
                tests.append(("row-kind", row, self.ids.kinds[p.kind]))
            elif isinstance(p, t.Number) and p.value is not None and p.attr in self.ids.attrs:
                tests.append(compare(p.op, ("row-attr", row, self.ids.attrs[p.attr]), self.num(p.value, env)))
            else:
                return None
        return all_of(tests)

    def happened(self, cond: t.Happened, env: Env) -> Plan:
        verb = self.defs.verbs.get(cond.event)
        if verb is not None and verb.lies_in and cond.period == "game" and len(cond.args) == 1:
            cards = cond.args[0].value
            if isinstance(cards, t.Sel) and cards.noun != "player":  # "ten have escaped": those that lie there
                there = t.InZone((t.Zone(verb.lies_in, self.whose(verb.lies_in, None)),))
                return self.quantified(replace(cards, where=(*cards.where, there)), env, None)
        rows = self.happened_rows(cond, env)
        counts = [a.value.quant for a in cond.args if isinstance(a.value, t.Sel) and a.value.noun != "player"]
        if any(count.kind == "no" for count in counts):
            return ("not", ("some", rows))
        if any(count.kind in ("up to", "all", "precisely") for count in counts):
            raise Unlowered("an exact count of what happened", cond)
        together = next((a.value for a in cond.args if isinstance(a.value, t.Sel) and said(a.value) is not None), None)
        if together is not None:
            number = self.num(together.quant.n, env)
            return self.enough_together(together, number, ("row-cards", rows), env)
        least = next((count.n for count in counts), None)
        if least is None or least == t.Num(1):
            return ("some", rows)
        return ("le", self.num(least, env), ("count-rows", rows))

    def as_they_were(self, did: t.Happened, env: Env) -> Plan:
        """Rows of an event about cards that were of a kind then, whatever they are now."""
        about = next(
            (arg for arg in did.args if isinstance(arg.value, t.Sel) and arg.value.noun in self.ids.kinds), None
        )
        if about is None or not isinstance(about.value, t.Sel):
            return self.happened_rows(did, env)
        plain = replace(about, value=replace(about.value, noun="card"))
        args = tuple(plain if a is about else a for a in did.args)
        rows = self.happened_rows(replace(did, args=args), env, about.value.noun)
        return ("rfilter", rows, ("row-kind", ("cand", env.depth), self.ids.kinds[about.value.noun]))

    def happened_rows(self, cond: t.Happened, env: Env, noun: str = "") -> Plan:
        """Rows of an event in a period whose players and cards fit. `noun`: what the cards are called, if that is not
        asked here."""
        who: Plan = ("list",)
        cards: t.Value | None = None
        row: Plan = ("cand", env.depth)
        places: list[Plan] = []
        for arg in cond.args:
            if arg.role in ("who", "player"):
                who = self.players(arg.value, env)
            elif arg.role == "subject" and self.hosts(cond.event):
                host = replace(env, cand=("row-host", row), depth=env.depth + 1)
                if isinstance(arg.value, t.Sel):
                    places.append(self.fits(arg.value, host))
                else:
                    places.append(("member", ("row-host", row), self.group(arg.value, env)))
            elif arg.role in ("cards", "card", "subject"):
                cards = arg.value
            elif arg.role == "but for" and isinstance(arg.value, t.EffectValue) and isinstance(arg.value.effect, t.Do):
                asks = self.card(arg.value.effect.args[0].value, env)  # the card that asks for it to be done
                places.append(("not", ("eq", ("row-cause", row, 0), asks)))
            elif arg.role in ("from", "to"):
                zones = arg.value.parts if isinstance(arg.value, t.Union) else (arg.value,)
                places.append(any_of([("member", (f"row-{arg.role}", row), self.slots(zone, env)) for zone in zones]))
        loose = cards is not None and not isinstance(cards, t.Zone)
        period = cond.period
        if period == "way" and isinstance(cards, t.Ref) and cards.to == "this":
            period = "turn"  # "if you fight this on the Bridge": what set the text off, not what the text has done
        rows = self.rows(told(cond.event, loose), who, period, env, None, cond)
        called = noun or (cards.noun if isinstance(cards, t.Sel) else "")
        rows = self.done_with(cond.event, called, rows, env)
        if places:
            rows = ("rfilter", rows, all_of(places))
        if cards is not None:
            deeper = replace(env, cand=("row-card", row), depth=env.depth + 1)
            if isinstance(cards, t.Sel):
                such = t.Sel(cards.noun, cards.quant, alone(cards).where, other=cards.other)
                rows = ("rfilter", rows, self.fits(such, deeper))
            else:
                rows = ("rfilter", rows, ("member", ("row-card", row), self.group(cards, env)))
        return rows
