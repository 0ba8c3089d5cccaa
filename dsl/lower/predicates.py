"""Predicates: what a candidate must be."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import type_of
from cardwright.runtime.bytecode.image import Plan

from .changing_places import Partnered
from .planning import Planning
from .primitives import told
from .rewriting import performers
from .scope import Bind, Env
from .unlowered import Unlowered, all_of, any_of, compare, negate, unheard


class Predicates(Planning):
    """Lowers what narrows candidates."""

    def now(self, p: t.Pred, owner: t.Value | None = None) -> t.Pred:
        """A participle without a time, of a verb that puts cards into one place: they lie there. `owner`: whose place
        it is if each player has one; nobody: that of whoever the text speaks to. In the same way "have done", of a
        verb that is declared with the place of what it was done to."""
        have = self.defs.verbs.get(p.event) if isinstance(p, t.Did) and p.period == "game" else None
        if isinstance(p, t.Did) and have is not None and have.lies_in and p.role != "player" and not p.negated:
            return t.InZone((t.Zone(have.lies_in, self.whose(have.lies_in, p.who)),)) if p.by is None else p
        verb = self.defs.verbs.get(p.event) if isinstance(p, t.Did) and p.period == "now" else None
        if verb is None or not isinstance(verb.does, t.Do):
            return p
        to = next((arg.value for arg in verb.does.args if arg.role == "to"), None)
        if not isinstance(to, t.Zone):
            return p
        return t.InZone((replace(to, owner=owner) if to.owner is not None and owner is not None else performers(to),))

    def whose(self, zone: str, who: t.Value | None) -> t.Value | None:
        """The players whose place is meant: of those who did it, of all if that is not said."""
        return (who or t.Sel("player", t.Quant("each"))) if self.defs.zones[zone].of_player else None

    def held_now(self, p: t.Did) -> bool:
        """ "A captured Hero": of a verb that attaches cards, without a time."""
        verb = self.defs.verbs.get(p.event)
        return p.period == "now" and verb is not None and isinstance(verb.does, t.Do) and verb.does.verb == "attach"

    # ---------------------------------------------------------------------- predicates
    def noun(self, noun: str, env: Env) -> Plan | None:
        """What the noun of a selector says about its candidate; None for "card"."""
        if noun in ("card", "player"):
            return None
        assert env.cand is not None
        if noun in self.ids.kinds:
            return ("is-kind", env.cand, self.ids.kinds[noun])
        return self.term_pred(noun, env)

    def term_pred(self, name: str, env: Env) -> Plan:
        term = self.defs.terms[name]
        return self.fits(term.body, env)

    def fits(self, body: t.Value | t.Condition, env: Env) -> Plan:
        """Whether the candidate is one of those a selector (with its places and other predicates) means."""
        if isinstance(body, t.Condition):
            return self.cond(body, env)
        if isinstance(body, t.Union):
            return any_of([self.fits(part, env) for part in body.parts])
        if not isinstance(body, t.Sel):
            raise Unlowered("a term that is no selector", body)
        body, env = self.argued(body, env)
        preds = [self.owned(p, body.noun, env) if isinstance(p, t.OwnedBy) else self.pred(p, env) for p in body.where]
        noun = self.noun(body.noun, env)
        if body.other and env.cand is not None:  # "other": not the card with the text
            preds.append(("not", ("eq", env.cand, env.source)))
        if body.than is not None and env.cand is not None:  # nor the one just handled, if that card is none of them
            itself = self.fits(replace(body, other=False, than=None), replace(env, cand=env.source))
            preds.append(("or", itself, ("not", ("member", env.cand, self.group(body.than, env)))))
        return all_of(([noun] if noun is not None else []) + preds)

    def pred(self, p: t.Pred, env: Env) -> Plan:
        cand = env.cand
        assert cand is not None
        if isinstance(p, t.HasIcon):
            if p.icon.startswith("big:"):
                return ("has-printed", cand, self.ids.attrs[p.icon[4:]])
            return ("has-icon", cand, self.ids.icons[p.icon])
        if isinstance(p, t.HasIconRef) and isinstance(p.of, t.IconValue):
            having = any_of([("has-icon", cand, self.ids.icons[i]) for i in dict.fromkeys(p.of.icons)])
            return negate(having, p.none)
        if isinstance(p, t.HasIconRef):
            if not p.family and isinstance(p.of, t.Ref) and p.of.to.startswith("param "):
                return negate(self._any_family(cand, p.of, env), p.none)
            if not p.family and isinstance(p.of, t.Ref) and p.of.type == "icon":
                return negate(self._large(cand, p.of, env), p.none)
            if p.family not in self.ids.families:
                raise Unlowered("an icon of no family", p)
            family = self.ids.families[p.family]
            share: Plan = ("share-icon", ("icons", cand, family), self.icons(p.of, family, env))
            return negate(share, p.none)
        if isinstance(p, t.NoIcon):
            return ("not", ("some", ("icons", cand, self.ids.families[p.family])))
        if isinstance(p, t.IsKind):
            if p.printed:
                return ("base-kind", cand, self.ids.kinds[p.kind])
            if p.kind in self.ids.kinds:
                return ("is-kind", cand, self.ids.kinds[p.kind])
            return self.term_pred(p.kind, env)
        if isinstance(p, t.Named):
            if p.attr == "name" and isinstance(p.value, t.NameValue) and p.value.text in self.defs.coined:
                return ("is-kind", cand, self.called_kind(p.value.text))  # what was called so, not what has that name
            named: Plan = ("eq", ("name", cand, self.ids.name_attrs[p.attr]), self.name(p.value, p.attr, env))
            return self._in_use(p, named, cand)
        if isinstance(p, t.NameHas):
            attr = self.ids.name_attrs[p.attr]
            return any_of([("name-has", cand, attr, self.ids.name(word)) for word in p.words])
        if isinstance(p, t.AnyOf):
            return any_of([self.pred(part, env) for part in p.preds])
        if isinstance(p, t.Not):
            return ("not", self._said(p.pred, env))
        p = self.now(p)
        if isinstance(p, t.InZone):
            return any_of([self.lies(cand, zone, env) for zone in p.zones])
        if isinstance(p, t.Number):
            number = self._attr(cand, p.attr, p.printed)
            like = self._like_one(p, env)
            if like is not None:
                return like
            if p.parity:
                return negate(("odd", number), p.parity == "even")
            assert p.value is not None
            return compare(p.op, number, self.num(p.value, env))
        if isinstance(p, t.Did) and self.held_now(p):
            return negate(("le", ("num", 0), ("host", cand)), p.negated)
        if isinstance(p, t.Did):
            if p.role == "player":
                rows = self.did(p, env, who=("group", cand))
                return negate(("some", rows), p.negated)
            return negate(("member", cand, ("row-cards", self.did(p, env))), p.negated)
        if isinstance(p, t.HasDigit):
            return ("digit", cand, int(p.digit))
        if isinstance(p, t.HasKeyword) and p.args:
            raise Unlowered("cards by what stands behind a keyword of theirs", p)
        if isinstance(p, t.HasKeyword):
            return ("has-keyword", cand, self.ids.keywords[p.keyword])
        if isinstance(p, t.Holds):
            return self.held(p, env)
        if isinstance(p, t.AttachedTo):
            attached: Plan = ("member", ("host", cand), self.group(p.host, env))
            one = p.host.type == "card" if isinstance(p.host, t.Ref) else _the_one(p.host)
            if self.defs.part_kinds and one:
                return ("or", attached, ("part-of", cand, self.card(p.host, env)))
            return attached
        if isinstance(p, t.OwnedBy):
            return self.owned(p, "card", env)
        if isinstance(p, t.Fits):
            return self.cond(p.cond, env.with_loop(cand))
        if isinstance(p, Partnered):
            chosen = replace(env, binds={**env.binds, p.bind: Bind(value=("group", cand))})
            return ("some", self.selection(p.others, chosen, live=True))
        raise Unlowered("what is said of these cards", p)

    def _like_one(self, p: t.Number, env: Env) -> Plan | None:
        """ "with the same cost as one of your other cards": as any of them that is not the candidate itself."""
        of = p.value.of if isinstance(p.value, t.AttrOf) and not p.value.fold else None
        if not isinstance(of, t.Sel) or of.pos is not None or of.quant != t.Quant("exactly", t.Num(1)) or p.op != "==":
            return None
        assert isinstance(p.value, t.AttrOf) and env.cand is not None
        inner = replace(env, cand=("cand", env.depth), depth=env.depth + 1)
        assert inner.cand is not None
        same: Plan = (
            "eq",
            self._attr(inner.cand, p.value.attr, p.value.printed),
            self._attr(env.cand, p.attr, p.printed),
        )
        if of.other:
            same = ("and", ("not", ("eq", inner.cand, env.cand)), same)
        return ("some", ("filter", self.selection(replace(of, other=False, than=None), env), same))

    def _said(self, p: t.Pred, env: Env) -> Plan:
        """What "non-" denies of a card: what an adjective says of it, not what it is ("non-grey": it has a class)."""
        term = self.defs.terms.get(p.kind) if isinstance(p, t.IsKind) else None
        if term is None or not term.adjective or not isinstance(term.body, t.Sel) or not term.body.where:
            return self.pred(p, env)
        body, env = self.argued(term.body, env)
        return all_of([self.pred(part, env) for part in body.where])

    def owned(self, p: t.OwnedBy, noun: str, env: Env) -> Plan:
        """Whether the candidate is one of a player's cards of that noun."""
        assert env.cand is not None
        return ("member", env.cand, self.belongings(p.player, env, p, noun))

    def _any_family(self, cand: Plan, of: t.Ref, env: Env) -> Plan:
        """Whether it has one of the icons a parameter stands for, of whatever family they are."""
        families = dict.fromkeys(self.ids.families.values())
        given = self.icons(of, 0, env)
        return any_of([("share-icon", ("icons", cand, family), given) for family in families])

    def _large(self, cand: Plan, of: t.Ref, env: Env) -> Plan:
        """ "with that icon", where a kind of points was chosen: it is printed in large."""
        plan, group = self.ref(of, env)
        chosen: Plan = ("one", plan) if group else plan
        image = self.ids.image
        return any_of(
            [
                ("and", ("eq", chosen, ("text-name", image.attrs[attr])), ("has-printed", cand, attr))
                for attr in range(image.points)
            ]
        )

    def lies(self, cand: Plan, place: t.Value, env: Env) -> Plan:
        if isinstance(place, t.Beside):
            if type_of(place.of) in ("player", "players"):
                raise Unlowered("a place in front of a player", place)
            held: Plan = ("member", ("host", cand), self.group(place.of, env))
            if place.relation not in ("next to", "adjacent to"):
                return held
            near: Plan = ("adjacent", ("slot-of", self.card(place.of, env)))
            return any_of([held, ("member", ("slot-of", cand), near)])  # in a row, or at a card that lies alone
        return ("member", ("slot-of", cand), self.slots(place, env))

    def _in_use(self, p: t.Named, named: Plan, cand: Plan) -> Plan:
        """For who plays alone, the group that a card leads is any of its sort that takes part."""
        alone = self.alone()
        if alone is None or not isinstance(p.value, t.NameValue) or p.value.text not in self.defs.led:
            return named
        sort = self.defs.sorts.get((p.attr, p.value.text))
        if sort is None:
            return named
        number = self.ids.kinds[sort]
        under = [at for at, kind in enumerate(self.ids.image.kinds) if number in kind.isa and at != number]
        grouped = ("not", ("eq", ("name", cand, self.ids.name_attrs[p.attr]), ("num", -1)))
        alike = all_of([("is-kind", cand, number), *(("not", ("is-kind", cand, at)) for at in under), grouped])
        return ("or", named, ("and", alone, alike))

    def held(self, p: t.Holds, env: Env) -> Plan:
        """A candidate that has such cards: attached to a card, or among a player's belongings."""
        cand = env.cand
        assert cand is not None
        return self.quantified(p.cards, env, ("held", ("group", cand)))

    def did(self, p: t.Did, env: Env, who: Plan | None = None) -> Plan:
        """Committed rows a history predicate speaks of."""
        by = who if who is not None else (self.players(p.who, env) if p.who is not None else ("list",))
        return self.rows(told(p.event, p.role == "cards"), by, p.period, env, p.by, p)

    def times_played(self, sel: t.Sel, env: Env) -> Plan | None:
        """ "Each [A] Hero you played this turn", counted: every time one was played, the same one twice too, and with
        what it was then; None if something else is asked of them."""
        did = next((p for p in sel.where if isinstance(p, t.Did)), None)
        if did is None or did.role != "cards" or did.negated or did.extra or sel.of is not None or sel.pos is not None:
            return None
        number = self.ids.events.get(told(did.event, True))
        if number not in self.playing or sel.quant.kind not in ("all", "plural", "any"):
            return None
        row: Plan = ("cand", env.depth)
        asked = [self._of_row(p, row) for p in sel.where if p is not did]
        if sel.noun != "card":
            asked.append(self._of_row(t.IsKind(sel.noun), row))
        tests = [test for test in asked if test is not None]
        if len(tests) < len(asked):
            return None
        if sel.other:
            tests.append(("not", ("eq", ("row-card", row), env.source)))
        rows = self.done_with(did.event, sel.noun, self.did(did, env), env)
        return ("count-rows", ("rfilter", rows, all_of(tests)))

    def _of_row(self, p: t.Pred, row: Plan) -> Plan | None:
        """What is asked of the card of a row, as it was then."""
        if isinstance(p, t.HasIcon) and not p.icon.startswith("big:"):
            return ("row-has-icon", row, self.ids.icons[p.icon])
        if isinstance(p, t.IsKind) and p.kind in self.ids.kinds:
            return ("row-kind", row, self.ids.kinds[p.kind])
        if isinstance(p, t.Not):
            test = self._of_row(p.pred, row)
            return None if test is None else ("not", test)
        if isinstance(p, t.AnyOf):
            tests = [self._of_row(part, row) for part in p.preds]
            return None if None in tests else any_of([test for test in tests if test is not None])
        return None

    def last(self, since: str, env: Env, node: t.Node) -> Plan:
        """ "since the last Master Strike": every time that a card of that kind took effect."""
        kind = since.removeprefix(SINCE)
        event = self.defs.label_event.get(kind)
        if event is None:
            raise Unlowered(f'the time "{since}"', node)
        every: Plan = ("history", self.ids.events[event], ("list",), ("num", -2))
        return ("rfilter", every, ("row-kind", ("cand", env.depth), self.ids.kinds[kind]))

    def _of_keyword(self, keyword: str, who: Plan, env: Env, since: Plan | None) -> Plan:
        """What a keyword of this card did with cards, this turn ("a card you Salvaged") or since a mark."""
        row: Plan = ("cand", env.depth)
        by: Plan = ("eq", ("row-cause", row, 2), ("num", self.ids.keywords[keyword]))
        mine: Plan = ("eq", ("row-cause", row, 0), env.source)
        deed = self.ids.events[self.defs.deeds[keyword]]
        if since is None:
            return ("rfilter", ("history", deed, who, ("num", -1)), ("and", by, mine))
        theirs = ("member", ("row-who", row), who) if who != ("list",) else ("yes",)
        return ("rfilter", ("history-since", deed, since), all_of([by, mine, theirs]))

    def done_with(self, event: str, noun: str, rows: Plan, env: Env) -> Plan:
        """ "Cards you played": rows of an act but for those of cards that are only resolved, as one of a deck is that
        is played by nobody in particular. A noun that names such cards means them."""
        row: Plan = ("cand", env.depth)
        resolved = self.resolved(event, noun, ("row-to", row))
        return rows if resolved is None else ("rfilter", rows, ("not", resolved))

    def resolved(self, event: str, noun: str, to: Plan) -> Plan | None:
        """Whether a row of an act, with this destination, is of a card that is only resolved."""
        zone = self.ids.image.system.get("resolving")
        if noun != "card" or zone is None or self.act_of(event) is None:
            return None
        return ("eq", to, ("slot", zone, ("num", -1)))

    def rows(self, event: str, who: Plan, period: str, env: Env, by: t.Value | None, node: t.Node) -> Plan:
        """Committed rows of an event in a period ("turn", "game", "way", a period id), perhaps by a keyword."""
        if event in self.defs.deeds:
            way = isinstance(node, t.Happened) and period == "way"
            return self._of_keyword(event, who, env, env.last_mark if way else None)
        number = self.ids.events.get(event)
        if number is None:
            raise Unlowered(unheard(event, self.ids.keywords), node)
        if period == "way":
            if env.last_mark is None:
                raise Unlowered('"this way" with no effect before it', node)
            rows: Plan = ("history-since", number, env.last_mark)
            if who != ("list",):
                rows = ("rfilter", rows, ("member", ("row-who", ("cand", env.depth)), who))
        elif period.startswith(SINCE):
            rows = ("rows-after", ("history", number, who, ("num", -2)), self.last(period, env, node), ("event",))
        else:
            kind = -1 if period == "turn" else -2 if period == "game" else self.ids.periods[period]
            rows = ("history", number, who, ("num", kind))
        if isinstance(by, t.KeywordValue):
            inner: Plan = ("cand", env.depth)
            rows = ("rfilter", rows, ("eq", ("row-cause", inner, 2), ("num", self.ids.keywords[by.keyword])))
        elif by is not None:
            inner = ("cand", env.depth)
            rows = ("rfilter", rows, ("member", ("row-cause", inner, 0), self.group(by, env)))
        if event == "move" and who != ("list",):  # what a text moved: the game moves cards by its own steps too
            rows = ("rfilter", rows, ("le", ("num", 0), ("row-cause", ("cand", env.depth), 1)))
        return rows


SINCE = "since the last "


def _the_one(host: t.Value) -> bool:
    """Whether a selector names a single card, "the Mastermind"."""
    return isinstance(host, t.Sel) and host.quant.kind == "the" and host.quant.n is None
