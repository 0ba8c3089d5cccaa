"""Lead-ins: "If …,", "When …,", "For each …,", "This turn,", "To fight this,": what governs all clauses behind it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Lead, Unit, Word
from cardwright.dsl.words import Keyword, Procedure, Step, Zone
from cardwright.dsl.words import Verb as VerbDecl

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop
from .keeping import while_others
from .renumber import again as anew
from .turn_order import ORDERS, in_order


class Leads(Base):
    # -- units
    def chain(self, units: list[Unit], at: int) -> t.Effect:
        """The units from one on: lead-ins of the first wrap all that follows."""
        unit = units[at]
        return self.led(list(unit.leads), units, at)

    def led(self, leads: list[Lead], units: list[Unit], at: int) -> t.Effect:
        if not leads:
            return self.parts(units, at)
        lead, rest = leads[0], leads[1:]
        lead.word.read = True
        self.scope.in_lead = True
        try:
            match lead.kind:
                case "if":
                    return self.lead_if(lead, rest, units, at)
                case "when":
                    return self.lead_when(lead, rest, units, at)
                case "if when":
                    return self.lead_if_when(lead, rest, units, at)
                case "each":
                    return self.lead_each(lead, rest, units, at)
                case "time":
                    return self.lead_time(lead, rest, units, at)
                case "to":
                    return self.lead_to(lead, rest, units, at)
                case _:
                    return self.lead_adverb(lead, rest, units, at)
        finally:
            self.scope.in_lead = False

    def after_lead(self, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        self.scope.in_lead = False
        return self.led(rest, units, at)

    def lead_if(self, lead: Lead, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        assert lead.cond is not None
        if any(a.id == "would" for c in lead.cond.clauses for a in c.aux):
            return self.replacing(lead, rest, units, at)
        if lead.word.id == "if" and len(lead.cond.clauses) == 1 and self.act_ahead(lead.cond.clauses[0]):
            return self.lead_when(lead, rest, units, at)
        self.pending = []
        if lead.word.id == "unless" and len(lead.cond.clauses) == 1 and self.is_offer(lead.cond.clauses[0]):
            offer = self.effect(lead.cond.clauses[0])
            return self.unless_offered(offer, self.after_lead(rest, units, at), lead.word)
        if lead.word.id == "even if":
            for clause in lead.cond.clauses:
                self.conceded(clause)
            return self.after_lead(rest, units, at)
        word = lead.word.id
        self.ahead = [] if word == "if" else None
        self.asking = word == "if"
        self.with_said = word if word in ("with", "without") else ""
        cond = self.conditions(lead.cond)
        self.asking, self.with_said = False, ""
        ahead, self.ahead = self.ahead, None
        self.last_condition = cond
        were, self.none_there = self.none_there, self.nouns_denied(cond)
        try:
            effect = self.after_lead(rest, units, at)
        finally:
            self.none_there = were
        if ahead:
            parts = cond.conds if isinstance(cond, t.AllOf) else (cond,)
            return self.kept_up(t.If(cond, effect), [c for c in parts if isinstance(c, t.Happened)], lead)
        if word in ("unless",):
            return t.If(cond, effect, unless=True, word="if")
        if word == "while":
            return t.If(while_others(cond, effect, self.carrier.kinds), effect, word="while")
        return t.If(cond, effect, word="if")

    def nouns_denied(self, cond: t.Condition) -> frozenset[str]:
        """ "If there are no Villains in the city, …": of what there are none, nothing that follows can speak."""
        match cond:
            case t.AllOf(conds):
                return frozenset().union(*map(self.nouns_denied, conds))
            case t.Exists(what=t.Sel(quant=t.Quant(kind="no"), noun=noun, where=where)):
                return frozenset((noun,)) if all(isinstance(p, t.InZone) for p in where) else frozenset()
            case _:
                return frozenset()

    def kept_up(self, made: t.If, ahead: list[t.Happened], lead: Lead) -> t.Effect:
        """ "If you don't play any cards this turn, …": if you haven't; once this is done, you can't."""
        effect = made.then.effect if isinstance(made.then, t.May) else made.then
        if not isinstance(effect, t.Do) or not effect.binds:
            raise Stop("not yet", lead.word.start, lead.word.end, lead.word.text, "what must not be done later either")
        never: list[t.Effect] = []
        for said in ahead:
            args = tuple(arg for arg in said.args if arg.role != "who" and not _anything(arg.value))
            act = t.Do(said.event, None, args, binds=self.scope.new_bind())
            never.append(t.Permit(t.Ref("you", "player", "you"), "can't", act, duration=said.period))
        one = never[0] if len(never) == 1 else t.Seq(tuple(never), ("and",) * (len(never) - 1))
        return t.Seq((made, t.If(t.Done(effect.binds), one)), (".",))

    def act_ahead(self, clause: Clause) -> bool:
        """ "If you fight this on the Bridge, …": an act, whenever it happens, in a text that stands."""
        verb = clause.verb
        if verb is None or clause.aux or self.label_happens or not self.line_start or verb.senses[0].kind != "verb":
            return False
        present = all(s.form in ("third", "base") for s in verb.senses)
        return present and self.is_act(verb.senses[0].id)

    def replacing(self, lead: Lead, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        """ "If you would gain a Wound, …": a replacement of the event."""
        assert lead.cond is not None
        pattern, duration = self.event_pattern(lead.cond.clauses[0])
        if len(lead.cond.clauses) > 1 or lead.word.id not in ("if", "when", "whenever", "the next time"):
            raise Stop("not yet", lead.word.start, lead.word.end, lead.word.text)
        self.would = True
        effect = self.after_lead(rest, units, at)
        self.would = False
        return t.When(pattern, effect, True, "", duration, "when")

    def lead_when(self, lead: Lead, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        assert lead.cond is not None
        word = lead.word
        if word.id == "once" and any(a.id == "have" for c in lead.cond.clauses for a in c.aux):
            self.pending = []
            return t.If(self.conditions(lead.cond), self.after_lead(rest, units, at))
        patterns: list[tuple[t.EventPattern, str]] = []
        before: Clause | None = None
        would = any(a.id == "would" for c in lead.cond.clauses for a in c.aux)
        shared = lead.cond.clauses[-1].row if all(join.type == "OR_CL" for join in lead.cond.joins) else ()
        for clause in lead.cond.clauses:
            if clause.verb is not None and not clause.row and shared and self.takes_cards(clause.verb):
                clause = Clause(clause.subject, clause.aux, clause.verb, tuple(shared))  # "gain or recruit a Hero"
            if before is not None and not clause.subject and clause.verb is not None:
                clause = Clause(before.subject, clause.aux, clause.verb, clause.row or before.row)
            if word.id == "the first time" and clause.row and self.each_turn(clause.row[-1]):
                clause.row[-1].read = True
                clause = Clause(clause.subject, clause.aux, clause.verb, clause.row[:-1])
            patterns.append(self.event_pattern(clause))
            before = clause
        for join in lead.cond.joins:
            join.read = True
        cond: t.Condition | None = None
        if (
            rest
            and rest[0].kind == "if"
            and rest[0].cond is not None
            and not any(a.id == "would" for c in rest[0].cond.clauses for a in c.aux)
            and not would
        ):
            rest[0].word.read = True
            self.pending = []
            cond = self.conditions(rest[0].cond)
            if rest[0].word.id != "if":
                raise Stop("not yet", rest[0].word.start, rest[0].word.end, rest[0].word.text)
            rest = rest[1:]
        self.would = would
        effect = self.after_lead(rest, units, at)
        self.would = False
        once = {"the first time": "first", "the next time": "next"}.get(word.id, "")
        spoken = word.id if word.id in ("whenever", "after", "before") else "when"
        effects = [effect, *(anew(effect, self.scope.new_bind) for _ in patterns[1:])]
        made = [t.When(p, e, would, once, d, spoken, cond) for (p, d), e in zip(patterns, effects, strict=True)]
        if word.id == "as" and len(made) == 1 and not (made[0].duration or cond) and self.carried_out(made[0].pattern):
            return replace(made[0], word="as")
        if word.id in ("until", "as", "once") or once and len(made) > 1:
            raise Stop("not yet", word.start, word.end, word.text)
        return made[0] if len(made) == 1 else t.Seq(tuple(made), (".",) * (len(made) - 1))

    def carried_out(self, pattern: t.EventPattern) -> bool:
        """ "As you play this card, …": the first of what is done when this card is played, which its first line is."""
        decl = self.vocabulary.declaration(pattern.event, VerbDecl)
        about = [arg.value for arg in pattern.args if arg.role == "cards"]
        if decl is None or self.label_happens or self.scope.line or not self.line_start:
            return False
        if not about or not all(isinstance(value, t.Ref) and value.to == "this" for value in about):
            return False
        procedures = [p for p in self.vocabulary.all(Procedure) if str(p.name) == str(decl.procedure)]
        return any(step.do is not None for p in procedures for step in _all_steps(p.steps))

    def takes_cards(self, verb: Word) -> bool:
        decl = self.vocabulary.declaration(verb.id, VerbDecl)
        return decl is not None and decl.takes is not None

    def lead_if_when(self, lead: Lead, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        """ "If this is in your hand when you fight a Villain, …": what is asked is nearer to "it" than what happens."""
        assert lead.cond is not None and lead.when is not None and lead.when.cond is not None
        event, word = lead.when.cond, lead.when.word
        word.read = True
        if lead.word.id != "if" or word.id != "when" or len(event.clauses) > 1 or len(lead.cond.clauses) > 1:
            raise Stop("not yet", word.start, word.end, word.text)
        pattern, duration = self.event_pattern(event.clauses[0])
        for candidate in self.scope.candidates:
            candidate.weak = candidate.weak or candidate.ref.to == "event"
        cond = self.conditions(lead.cond)
        if isinstance(cond, t.Is) and isinstance(cond.what, t.Ref):
            self.scope.again(cond.what)
        return t.When(pattern, self.after_lead(rest, units, at), False, "", duration, "if", cond)

    def event_pattern(self, clause: Clause) -> tuple[t.EventPattern, str]:
        """What a lead-in waits for, and how long."""
        if clause.verb is None:
            raise Stop("expected verb", *clause.span)
        self.pending = []
        self.source_said = None
        event, args, period = self.happening(clause)
        source, self.source_said = self.source_said, None
        plural = False
        for arg in args:
            if (
                isinstance(arg.value, t.Sel)
                and arg.value.noun == "player"
                and arg.value.quant.kind in ("plural", "all")
            ):
                plural = True
        used = self.vocabulary.declaration(event, Keyword) is not None
        self.bind_event(() if used else args)
        self.keyword_gives(event, clause.span)
        if self.filled(event, args, clause) and self.label_happens:
            period = period or "turn"  # whose effect speaks of "the new hand" means the one that comes next
        return t.EventPattern(event, args, plural, source), period

    def filled(self, event: str, args: tuple[t.Arg, ...], clause: Clause) -> bool:
        """ "When you draw your new hand this turn, add it to that hand": the place an event is about, if it is."""
        decl = self.vocabulary.declaration(event, VerbDecl)
        who = next((arg.value for arg in args if arg.role == "who"), None)
        if decl is None or decl.fills is None or not isinstance(who, t.Ref):
            return False
        for zone in self.vocabulary.all(Zone):
            if str(zone.name) == str(decl.fills):
                self.scope.add(t.Ref("event", "zone", ""), zone.id, False, clause.span, "", True, t.Zone(zone.id, who))
        return True

    def lead_each(self, lead: Lead, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        self.pending = []
        row = Row(lead.row)
        over = self.counted(row)
        self.end_lead(row)
        subject = over.of if isinstance(over, t.Count) else over
        if isinstance(subject, t.Sel):
            kind = "player" if subject.noun == "player" else "card"
            self.scope.add(t.Ref("loop", kind, ""), subject.noun, False, subject.span, "", value=subject)
        elif isinstance(subject, t.Space):
            self.scope.add(t.Ref("loop", "space", ""), "space", False, subject.span)
        elif isinstance(subject, t.ValueSort) and self.is_name(subject.sort):
            self.scope.add(t.Ref("loop", "name", ""), subject.sort, False, subject.span)
        effect = self.after_lead(rest, units, at)
        self.drop_loop()
        if isinstance(effect, t.Change) and not effect.duration and len(effect.amounts) == 1 and not self.label_happens:
            amount = effect.amounts[0]
            if amount.per is None:  # it holds all the time, so many times
                return replace(effect, amounts=(replace(amount, per=over),))
        return t.Each(subject, effect)

    def drop_loop(self) -> None:
        self.scope.candidates[:] = [c for c in self.scope.candidates if c.ref.to != "loop"]

    def end_lead(self, row: Row) -> None:
        if not row.done:
            raise row.stop("left over")

    def lead_time(self, lead: Lead, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        """ "This turn, …", "Once per turn, …", "At the end of this turn, …"."""
        word = lead.word
        name = word.id
        if name.startswith(("once per", "once this", "once during", "once each", "any number of times this")):
            limit = self.limit(word)
            self.fronted = "turn" if limit.endswith(" this turn") else ""
            effect = self.after_lead(rest, units, at)
            self.fronted = ""
            if limit == "once this turn" and isinstance(effect, t.Permit):
                return replace(effect, uses=1, duration="turn")
            if isinstance(effect, t.When) and not effect.once:
                return replace(effect, once=limit)
            self.uses = limit
            return effect
        if name == self.end_of_game():
            return self.counted_at_the_end(self.at_the_end(rest, units, at), word)
        moment = self.moment(word)
        if moment is not None:
            effect = self.after_lead(rest, units, at)
            return self.at_moment(moment, effect)
        period = self.period_of(word)
        if period:
            self.fronted = period
            effect = self.after_lead(rest, units, at)
            self.fronted = ""
            return self.with_duration(effect, period, word)
        if name.startswith("until "):
            return self.with_duration(self.after_lead(rest, units, at), name, word)
        if name.startswith("during your "):
            return t.If(t.Is(YOU, state="active"), self.after_lead(rest, units, at))
        raise Stop("not yet", word.start, word.end, word.text)

    def end_of_game(self) -> str:
        """The time of what is only counted when the game has ended."""
        served = (p.period for p in self.vocabulary.all(Procedure) if p.serves == "game" and p.period is not None)
        return f"at the end of this {next(served, '')}"

    def at_the_end(self, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        self.all_places = True  # "all your cards" are those in all places then
        try:
            return self.after_lead(rest, units, at)
        finally:
            self.all_places = False

    def counted_at_the_end(self, effect: t.Effect, word: Word) -> t.Effect:
        """A number that is only counted at the end of the game, and so holds all the time."""
        inner = self.led_by(effect)
        units = [amount.unit for amount in inner.amounts] if isinstance(inner, t.Change) and not inner.duration else ()
        if not units or any(self.paid_with(unit) for unit in units):
            raise Stop("not yet", word.start, word.end, word.text)
        return effect

    def paid_with(self, unit: str) -> bool:
        """Whether a number is one of points, or what an act costs."""
        name = unit.split(":", 1)[-1]
        acts = [p for p in self.vocabulary.all(Procedure) if p.act is not None]
        return self.is_point(unit) or any(f"'s {name}" in str(price) for p in acts for price in p.price)

    all_places: bool = False

    uses: str = ""

    def limit(self, word: Word) -> str:
        name = word.id
        for procedure in self.vocabulary.all(Procedure):
            if procedure.period is not None and procedure.serves == "turn":
                turn = str(procedure.period)
                if name in (f"once per {turn}", f"once during each of your {turn}s", f"once each player's {turn}"):
                    return "once per turn"
                for often in ("once", "any number of times"):
                    if name == f"{often} this {turn}":
                        return f"{often} this turn"
        return name

    def moment(self, word: Word) -> tuple[t.EventPattern, str] | None:
        """ "At the end of this turn" is the event that the period ends, the next time: whoever's turn it is."""
        name = word.id
        for procedure in self.vocabulary.all(Procedure):
            if procedure.period is None:
                continue
            period = str(procedure.period)
            if name == "at its start" and self.one_more(period):
                name = f"at the start of your next {period}"
            for said, verb in (
                (f"at the end of this {period}", "end"),
                (f"at the start of your next {period}", "begin"),
                (f"at the start of their next {period}", "begin"),
            ):
                if name == said:
                    for event in self.vocabulary.all(VerbDecl):
                        if str(event.name) == f"{verb} a {period}":
                            if verb == "end":
                                return t.EventPattern(event.id, ()), "next"
                            who = self.their(word) if " their " in said else YOU
                            return t.EventPattern(event.id, (t.Arg("who", who),)), "next"
        return None

    def one_more(self, period: str) -> bool:
        """ "Take another turn after this one. At its start, …": whether the sentence before was about a further one."""
        before = self.before_sentence
        decl = self.vocabulary.declaration(before.verb, VerbDecl) if isinstance(before, t.Do) else None
        yours = isinstance(before, t.Do) and before.who in (None, YOU)
        return yours and decl is not None and f" another {period} " in str(decl.name)

    def at_moment(self, moment: tuple[t.EventPattern, str], effect: t.Effect) -> t.When:
        """What is done at the end of a turn is done before anything is cleared away; but cards that come to a place
        which is filled anew in between ("draw two extra cards at the end of this turn") come when it is."""
        if not moment[0].args and not isinstance(effect, t.If):
            for decl in self.vocabulary.all(VerbDecl):
                if decl.fills is not None and decl.takes is None and self.brings(effect, str(decl.fills)):
                    return t.When(t.EventPattern(decl.id, ()), effect, once="next", duration="turn")
        return t.When(moment[0], effect, once=moment[1])

    def brings(self, effect: t.Effect, zone: str) -> bool:
        """Whether something comes to such a place."""
        there = {z.id for z in self.vocabulary.all(Zone) if str(z.name) == zone}
        for node in effect.walk():
            if isinstance(node, t.Do):
                decl = self.vocabulary.declaration(node.verb, VerbDecl)
                if any(
                    isinstance(arg.value, t.Zone) and arg.value.zone in there for arg in node.args if arg.role == "to"
                ):
                    return True
                if decl is not None and str(decl.does or "").endswith(f"to your {zone}."):
                    return True
        return False

    def with_duration(self, effect: t.Effect, period: str, word: Word) -> t.Effect:
        """A fronted duration governs the whole sentence."""
        match effect:
            case t.Change() | t.Gain() | t.Do() | t.Permit() | t.When():
                if effect.duration:
                    return effect
                return replace(effect, duration=period)
            case t.Seq(effects=effects):
                return replace(effect, effects=tuple(self.with_duration(e, period, word) for e in effects))
            case t.May(effect=inner):
                return replace(effect, effect=self.with_duration(inner, period, word))
            case t.If(then=inner):
                return replace(effect, then=self.with_duration(inner, period, word))
            case _:
                raise Stop("duration", word.start, word.end, word.text)

    def lead_to(self, lead: Lead, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        """ "To play this, you must also discard a card": a further cost of an act."""
        assert lead.cond is not None
        self.pending = []
        self.any_object = True
        act = self.effect(lead.cond.clauses[0])
        self.any_object = False
        one = self.one_name(units[at].clause)
        if one and isinstance(act, t.Do) and at == len(units) - 1:
            return t.Permit(YOU, "only", act, price=t.Price("one name", attr=one))
        if not any(a.id == "must" for a in units[at].clause.aux):
            raise Stop("left over", lead.word.start, lead.word.end, lead.word.text)
        cost = self.after_lead(rest, units, at)
        if isinstance(cost, t.Do) and any(arg.role == "subject" for arg in cost.args):
            raise Stop("not yet", lead.word.start, lead.word.end, lead.word.text)  # what a card must do to do it
        return t.PayTo(self.owned(cost), act, False)

    def one_name(self, clause: Clause) -> str:
        """ "spend points from only one Hero Name": the kind of name, or nothing."""
        words = list(clause.row)
        if clause.verb is None or clause.verb.id != "spend" or clause.subject or len(words) < 4:
            return ""
        sense = words[-1].sense("name_kind")
        said = [w.id for w in words[:-1]]
        if sense is None or said[0] != "point" or "from" not in said or "1" not in said:
            return ""
        for word in (clause.verb, *words):
            word.read = True
        return sense.id

    def led_by(self, effect: t.Effect) -> t.Effect:
        """What happens under its conditions."""
        return self.led_by(effect.then) if isinstance(effect, t.If) else effect

    def lead_adverb(self, lead: Lead, rest: list[Lead], units: list[Unit], at: int) -> t.Effect:
        name = lead.word.id
        if name == "instead":
            of = "line" if self.line_start and self.scope.line else "sentence"
            effect = self.after_lead(rest, units, at)
            if isinstance(effect, t.Instead):
                return effect
            if self.would:
                of = "event"
            return t.Instead(effect, of)
        if name in ("then", "otherwise", "either way", "first", "in turn", "without talking"):
            return self.after_lead(rest, units, at)
        if name in ORDERS:
            return in_order(self.after_lead(rest, units, at), lead.word)
        if name == "if you wish":
            return t.May(YOU, self.after_lead(rest, units, at))
        if name == "any number of times":
            effect = self.after_lead(rest, units, at)
            if isinstance(effect, t.May) or isinstance(effect, t.PayTo) and effect.may:
                return t.Repeat(t.Ref("any number", "number", name), effect)
        raise Stop("not yet", lead.word.start, lead.word.end, lead.word.text)


def _anything(value: t.Value) -> bool:
    """Whether it names no particular cards."""
    return isinstance(value, t.Sel) and value.noun == "card" and not value.where and value.quant.kind == "any"


def _all_steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _all_steps(step.steps)
