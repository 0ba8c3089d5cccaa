"""Points, numbers and abilities that are got, lost, paid or changed."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Keyword, Procedure, Verb

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop
from .nouns import NOUN_START
from .types import type_of
from .verbs import PLAYERS

LIMITS = ("to a minimum of", "to a maximum of", "up to a maximum of")


class Giving(Base):
    def changed(self, what: t.Value, row: Row) -> t.Change:
        """ "gets +2 Attack", "each Villain gets +1 Attack for each Bystander it has": counted for each of them. What
        stands says so of any one: "A Villain gets …"."""
        before = self.each_said
        if self.standing and isinstance(what, t.Sel) and what.quant == t.Quant("exactly", t.Num(1)):
            what = self.reregister(what, replace(what, quant=t.Quant("each")))
        self.each_said = isinstance(what, t.Sel) and what.quant.kind in ("each", "all", "plural", "any")
        try:
            amounts, _ = self.amounts(row)
        finally:
            self.each_said = before
        self.modifier_tail(row, amounts)
        if self.standing and isinstance(what, t.Sel) and what.quant.kind in ("each", "any"):
            self.forget(what)
            self.scope.add(t.Ref("each of them", "card", ""), what.noun, False, what.span, "", True, what)
        return t.Change(what, tuple(amounts), duration=self.tail.duration)

    # -- get
    def get(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        """ "You get +2 Attack", "it gets -1 Attack this turn", "you get Fed by [Tech]", "you get its printed
        Attack"."""
        if sense.id == "give":
            return self.give(subject, row)
        while row.kind() in ("ADV",):
            self.adverb(row.take())
        who: t.Value = subject if subject is not None else YOU
        player = type_of(who) in PLAYERS
        self.performer = who if player else None
        word = row.peek()
        if word is None:
            raise row.stop("expected noun")
        if word.type == "NOUN" and word.sense("keyword") is not None:
            found = self.keyword_use(row)
            if isinstance(found, t.UseKeyword):
                found = replace(found, who=who, form="get")
            return self.with_tail(found, row)
        if not player:
            return self.changed(who, row)
        if (
            word.type == "PLUS"
            or word.type == "PRO"
            and word.id == "another"
            or self.is_unit(word)
            and row.kind(1) == "PREP"
            and row.id(1) == "equal to"
        ):
            amounts, either = self.amounts(row)
            self.usable_unit = amounts[-1].unit
            only = self.usable(row)
            self.modifier_tail(row, amounts)
            bind = self.scope.new_bind()
            self.bind_number(bind, word)
            return t.Get(who, tuple(amounts), either, only, bind)
        return self.printed_points(who, row)

    def shift(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect:
        """ "Raise the Flood by 1": a counter changes."""
        counter = self.noun_phrase(row)
        if not isinstance(counter, t.CounterValue):
            raise row.stop("type", "a counter is meant here")
        if row.took("PREP", "by") is None:
            raise row.stop("missing", "by how much")
        args = (t.Arg("counter", counter), t.Arg("amount", self.number(row)))
        return t.Do(verb, subject, args, self.scope.new_bind())

    def give(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "Each … gives you +1 Attack": you get it for each; "Give a Villain -2 Attack": its number changes."""
        if isinstance(subject, t.Sel) and row.is_("PRO", "you") and row.kind(1) == "PLUS":
            row.take()
            amounts, either = self.amounts(row)
            self.modifier_tail(row, amounts)
            if either or len(amounts) > 1 or amounts[0].per is not None:
                raise row.stop("not yet", "“give”")
            self.forget(subject)
            per = t.Count(self.all_of(subject))
            return t.Get(YOU, (replace(amounts[0], per=per),), False, None, self.scope.new_bind())
        if isinstance(subject, t.AbilityRef):
            return self.given_by_keyword(subject, row)
        if isinstance(subject, t.KeywordValue) and row.kind() == "PLUS":
            amounts, either = self.amounts(row)
            if either:
                raise row.stop("not yet", "“give”")
            bind = self.scope.new_bind()
            return t.UseKeyword(subject.keyword, None, subject.args, form="gives", binds=bind, giving=tuple(amounts))
        handed = self.given_over(subject, row)
        if handed is not None:
            return handed
        if subject is None and row.kind() in NOUN_START and row.kind() != "PLUS":
            what = self.noun_phrase(row)
            if type_of(what) in ("card", "cards") and row.kind() == "PLUS":
                amounts, _ = self.amounts(row)
                self.modifier_tail(row, amounts)
                bind = self.scope.new_bind()
                del bind
                return t.Change(what, tuple(amounts), duration=self.tail.duration)
        raise row.stop("not yet", "“give”")

    def given_by_keyword(self, ability: t.AbilityRef, row: Row) -> t.Effect:
        """ "Each of your Heroes' Salvage abilities gives an extra +1 Attack this turn": whenever one Salvages."""
        if self.vocabulary.declaration(ability.label, Keyword) is None or row.kind() not in ("ART", "ATTR", "PLUS"):
            raise row.stop("not yet", "“give”")
        amounts, either = self.amounts(row)
        self.modifier_tail(row, amounts)
        if not self.tail.duration or self.tail.instead:
            raise row.stop("not yet", "“give”")
        one = ability.of
        if isinstance(one, t.Sel):
            self.forget(one)
            one = replace(one, quant=t.Quant("exactly", t.Num(1)))
        got = t.Get(YOU, tuple(amounts), either, None, self.scope.new_bind())
        pattern = t.EventPattern(ability.label, (t.Arg("who", one),))
        return t.When(pattern, got, False, "", self.tail.duration, "whenever")

    def given_over(self, subject: t.Value | None, row: Row) -> t.Effect | None:
        """ "Each other player gives you a card from their hand": it comes to the same place of somebody else's."""
        at = row.at
        if not row.is_("PRO", "you", "they") and not row.is_("PRO", "that") and not row.is_("ART", "the", "a"):
            return None
        self.performer = subject
        receiver = self.noun_phrase(row)
        if type_of(receiver) not in PLAYERS or row.kind() not in NOUN_START or row.kind() == "PLUS":
            row.back(at)
            return None
        what = self.value(row)
        places = [p.zones[0] for p in what.where if isinstance(p, t.InZone)] if isinstance(what, t.Sel) else []
        if len(places) != 1 or not isinstance(places[0], t.Zone) or places[0].owner is None:
            raise row.stop("not yet", "“give”")
        to = replace(places[0], owner=receiver)
        made = self.finish(t.Do("move", subject, (t.Arg("cards", what), t.Arg("to", to)), self.scope.new_bind()))
        self.bind_deed(made, "move")
        return made

    def with_tail(self, made: t.Effect, row: Row) -> t.Effect:
        while row.kind() in ("ADV", "TIME", "FOREACH"):
            if row.is_("FOREACH"):
                self.tail.times = self.per(row)
            else:
                self.adverb(row.take())
        if isinstance(made, t.UseKeyword) and self.tail.times is not None:
            return replace(made, times=self.tail.times)
        return made

    def modifier_tail(self, row: Row, amounts: list[t.Amount]) -> None:
        """Behind amounts: times and adverbs; a multiplier or a limit that came after them."""
        while not row.done:
            word = row.need()
            if word.type == "FOREACH" and amounts and amounts[-1].per is None:
                per = self.per(row)
                amounts[-1] = replace(amounts[-1], per=per)
            elif word.type in ("ADV", "TIME"):
                row.take()
                self.adverb(word)
            elif word.type == "COMMA_PH" and row.kind(1) in ("ADV", "TIME", "PREP"):
                at = row.at
                row.take()
                nxt = row.need()
                if nxt.type == "PREP" and nxt.id in LIMITS and amounts:
                    row.back(at)
                    last = amounts[-1]
                    if last.per is not None:
                        amounts[-1] = replace(last, per=self.limited(row, last.per))
                    else:
                        amounts[-1] = replace(last, value=self.limited(row, last.value))
            elif word.type == "PREP" and word.id == "including":
                row.take()
                value = self.noun_phrase(row)
                self.forget(value)
                row.took("NUM")
            else:
                return

    def usable(self, row: Row) -> t.Effect | None:
        """ "usable only to recruit grey Heroes", "usable only against Henchmen"."""
        at = row.at
        row.took("COMMA_PH")
        if not row.took("ADV", "usable only"):
            row.back(at)
            return None
        binds = self.scope.binds
        try:
            made = self.use_of(row)
        finally:
            self.scope.binds = binds
        return replace(made, binds=0) if isinstance(made, t.Do) else made

    def use_of(self, row: Row) -> t.Effect:
        """What points may be spent on: it is not done now, and binds nothing."""
        if row.is_("INF"):
            row.take()
            verb = row.take()
            rest = [row.take() for _ in list(row.rest())]
            binds = self.scope.binds  # what points are for is no clause that happens: it binds nothing
            purpose = self.inner_effect(Clause((), (), verb, tuple(rest)))
            self.scope.binds = binds
            return replace(purpose, binds=0) if isinstance(purpose, t.Do) else purpose
        if row.is_("PREP", "against"):
            row.take()
            return self.act_with(self.usable_unit, self.value(row), row)
        if row.is_("PREP", "when") and row.kind(1) == "ING" or row.kind() == "ING":
            row.took("PREP", "when")
            verb = row.take()
            value = self.value(row)
            return t.Do(verb.senses[0].id, None, (t.Arg("cards", value),))
        raise row.stop("not yet", "what these points are for")

    usable_unit: str = ""

    def act_with(self, unit: str, cards: t.Value, row: Row) -> t.Effect:
        """ "usable only against Henchmen": the act that is paid with these points."""
        name = unit.split(":", 1)[-1]
        for procedure in self.vocabulary.all(Procedure):
            if procedure.act is not None and any(str(points) == name for points in procedure.price.values()):
                return t.Do(f"{procedure.set}:{procedure.act}", None, (t.Arg("cards", cards),))
        raise row.stop("not yet", "what these points are for")

    def printed_points(self, who: t.Value, row: Row) -> t.Effect:
        """ "You get its printed Attack", "the total of their printed Attack"."""
        value = self.value(row)
        parts = value.parts if isinstance(value, t.Union) else (value,)
        amounts: list[t.Amount] = []
        for part in parts:
            if isinstance(part, t.AttrOf) and self.is_point(part.attr):
                amounts.append(t.Amount(part, part.attr))
            else:
                raise row.stop("type", "points are meant here")
        bind = self.scope.new_bind()
        return t.Get(who, tuple(amounts), False, self.usable(row), bind)

    # -- have
    def have(self, subject: t.Value | None, row: Row) -> t.Effect:
        """Static: "has Salvage for each card …", "have +1 Attack", "has “Ambush: …”". Causative: "have a Villain
        escape"."""
        while row.kind() == "ADV":
            self.adverb(row.take())
        word = row.peek()
        if word is None:
            raise row.stop("expected noun")
        what = subject
        if what is not None and type_of(what) not in PLAYERS:
            if word.type == "PLUS":
                return self.changed(what, row)
            if word.type in ("QUOTE", "NOUN", "ART") or self.icon_named(row):
                return self.grant(what, row, lose=False)
        return self.causative(subject, row)

    def causative(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "have a Henchman capture a Bystander": that one does it."""
        before: list[Word] = []
        while not row.done and row.kind() != "V_REL":
            before.append(row.take())
        if row.done:
            raise row.stop("expected verb")
        verb = row.take()
        rest = [row.take() for _ in list(row.rest())]
        for word in (*before, *rest):
            word.read = False
        self.caused = True
        try:
            made = self.effect(Clause(tuple(before), (), verb, tuple(rest)))
        finally:
            self.caused = False
        self.causer = subject if subject is not None else YOU
        return made

    def grant(self, what: t.Value, row: Row, lose: bool) -> t.Effect:
        """Keywords and quoted abilities that cards have, gain or lose."""
        gives: list[t.Value] = []
        times: t.Value | None = None
        while True:
            word = row.peek()
            if word is None:
                break
            if word.type == "QUOTE":
                gives.append(self.quoted_ability(row))
            elif word.type == "SLOT" or (word.type == "NOUN" and word.sense("keyword") is not None):
                with self.whatever_behind(lose):
                    gives.append(self.noun_phrase(row))
            elif word.type == "ART" and word.id == "the" and row.kind(1) == "NOUN" and row.id(1) == "ability":
                row.take()
                row.take()
                continue
            elif word.type == "ICON" or self.icon_named(row):
                gives.append(self.noun_phrase(row))
            else:
                break
            if row.kind() in ("AND_PH", "COMMA_PH") and row.kind(1) in ("QUOTE", "NOUN", "ICON"):
                row.take()
                continue
            break
        if not gives:
            raise row.stop("left over")
        old: t.Value | None = None
        while row.kind() in ("ADV", "TIME", "FOREACH") or row.is_("PREP", "instead of") and row.kind(1) == "ICON":
            if row.is_("FOREACH"):
                times = self.per(row)
            elif row.is_("PREP", "instead of"):
                row.take()
                old = self.noun_phrase(row)
            else:
                self.adverb(row.take())
        made = t.Gain(what, tuple(gives), lose, True, self.tail.duration, times=times)
        if old is None:
            return made
        lost = replace(made, gives=(old,), lose=True, times=None)  # "has that class instead of [A]"
        return t.Seq((lost, made), ("and",))

    def icon_named(self, row: Row) -> bool:
        """ "(has) that class": an icon that was chosen."""
        return row.id() == "that" and row.kind(1) == "NOUN" and row.means(1, "icons")

    # -- numbers of cards
    def number_change(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        """ "cost 1 less this turn", "costs 3"."""
        if subject is None:
            raise row.stop("expected noun")
        n = self.number(row)
        word = row.peek()
        mode = "set"
        if word is not None and word.type in ("ADV", "ATTR") and word.id in ("less", "more"):
            row.take()
            mode = "add"
            if word.id == "less":
                n = t.Num(-n.n) if isinstance(n, t.Num) else t.Arith("-", t.Num(0), n)
        per = self.per(row)
        amounts = [t.Amount(n, sense.id, per)]
        if per is not None and row.kind() == "COMMA_PH":
            amounts[0] = replace(amounts[0], per=self.limited(row, per))
        verb = row.peek(1)
        if row.is_("INF") and verb is not None and verb.type == "V_INF" and self.is_act(verb.id) and mode == "add":
            row.take()
            row.take()
            self.modifier_tail(row, amounts)
            return self.priced(subject, verb.id, amounts[0])
        self.modifier_tail(row, amounts)
        return t.Change(subject, tuple(amounts), mode, self.tail.duration)

    def priced(self, cards: t.Value, verb: str, amount: t.Amount) -> t.Effect:
        """ "[X-Men] Heroes cost 2 less to recruit this turn": an act at another price, not another cost."""
        n = amount.value
        if not isinstance(n, t.Num) or amount.per is not None:
            raise Stop("not yet", *cards.span, "", "a price that is counted")
        price = t.Price("less" if n.n < 0 else "more", by=t.Num(abs(n.n)))
        act = t.Do(verb, None, (t.Arg("cards", cards),), self.scope.new_bind())
        return t.Permit(YOU, "may", act, duration=self.tail.duration, price=price)

    def equals(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "Its Attack equals its cost plus 2"."""
        if not isinstance(subject, t.AttrOf):
            raise row.stop("type", "a number of a card is meant here")
        value = self.number(row)
        return t.Change(self.itself(subject.of, value), (t.Amount(value, subject.attr),), "set", self.tail.duration)

    def itself(self, of: t.Value, value: t.Value) -> t.Value:
        """ "Its Attack equals that Hero's cost": one card needs no two words, so "its" is this card's."""
        if not isinstance(of, t.Ref) or of.form != "it" or not of.to.startswith("bind ") or not self.carrier.living:
            return of
        others = [n for n in value.walk() if isinstance(n, t.Ref) and n.to == of.to and n.form.startswith("that ")]
        return t.Ref("this", "card", of.form, span=of.span) if others else of

    # -- points as an object
    def points_out(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect:
        """ "pay 2 Attack", "lose all your Attack and Recruit", "spend 3 Recruit to …"; "loses Salvage this turn"."""
        if (
            verb == "lose"
            and subject is not None
            and type_of(subject) not in PLAYERS
            and row.kind() in ("NOUN", "QUOTE", "ICON")
        ):
            return self.grant(subject, row, lose=True)
        amounts: list[t.Amount] = []
        either = False
        if verb == "lose" and subject is not None and type_of(subject) not in PLAYERS:
            if row.kind() in ("ART", "PRO", "NUM") and not self.is_unit(row.peek(1)):
                return self.loses_cards(verb, subject, row)
            return self.loses_points(subject, row)
        if row.is_("PRO", "all") and row.kind(1) == "ART":
            row.take()
            whose = row.take()
            owner: t.Value = YOU if whose.id == "your" else self.their(whose)
            while True:
                unit = self.unit(row)
                amounts.append(t.Amount(t.Points(owner, unit), unit))
                if row.kind() in ("AND_PH", "COMMA_PH") and self.is_unit(row.peek(1)):
                    row.take()
                    continue
                break
        else:
            while True:
                if row.kind() == "SLOT":  # a price as a parameter: how many, and of what
                    amounts.append(t.Amount(self.slot_value(row), ""))
                    break
                n = self.plain_number(row)
                unit = self.unit(row)
                amounts.append(t.Amount(n, unit))
                if row.kind() in ("AND_PH", "OR_PH") and row.kind(1) == "NUM" and self.is_unit(row.peek(2)):
                    either = row.take().type == "OR_PH"
                    continue
                break
        made = t.Pay(verb, subject, tuple(amounts), either, self.scope.new_bind())
        if row.is_("INF"):
            self.tail.purpose = list(row.rest())
            row.at = len(row.words)
        return made

    def loses_points(self, subject: t.Value, row: Row) -> t.Effect:
        """ "That Villain loses 2 Attack this turn": it gets -2."""
        n = self.plain_number(row)
        lost = t.Num(-n.n) if isinstance(n, t.Num) else t.Arith("-", t.Num(0), n)
        amounts = [t.Amount(lost, self.unit(row))]
        self.modifier_tail(row, amounts)
        return t.Change(subject, tuple(amounts), duration=self.tail.duration)

    def loses_cards(self, verb: str, subject: t.Value, row: Row) -> t.Effect:
        """ "The Mastermind loses two captured Bystanders": of the cards it has, by the verb of that name."""
        decl = next((v for v in self.vocabulary.all(Verb) if str(v.name) == verb), None)
        start = row.need()
        if decl is None or not (
            isinstance(subject, t.Ref) or isinstance(subject, t.Sel) and subject.quant.kind == "the"
        ):
            raise row.stop("not yet", "what cards lose")
        made = self.deed(decl.id, decl, subject, row)
        args = [arg for arg in made.args if arg.role == "cards"] if isinstance(made, t.Do) else []
        cards = args[0].value if args else None
        if not isinstance(made, t.Do) or not isinstance(cards, t.Sel):
            raise Stop("not yet", start.start, start.end, start.text, "what cards lose")
        has = t.AttachedTo(replace(subject, span=t.NO_SPAN))
        where = [p for p in cards.where if p != has and not self.held_now(p)]
        theirs = replace(cards, where=self.ordered([*where, has]))
        return replace(made, args=tuple(replace(a, value=theirs) if a is args[0] else a for a in made.args))

    def held_now(self, p: t.Pred) -> bool:
        """ "captured" of cards that lie at another one now."""
        decl = self.vocabulary.declaration(p.event, Verb) if isinstance(p, t.Did) and p.period == "now" else None
        return decl is not None and str(decl.does).startswith("Attach ")

    def double(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "Double the Recruit you have": as much again."""
        value = self.noun_phrase(row)
        if not isinstance(value, t.Points):
            raise row.stop("type", "points are meant here")
        return t.Get(YOU, (t.Amount(value, value.point),), binds=self.scope.new_bind())
