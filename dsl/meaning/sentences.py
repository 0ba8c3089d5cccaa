"""Sentences and lines: lead-ins, joins, "may", "instead", "otherwise", labels; clauses become one effect.

A lead-in governs all clauses of its sentence behind it; a condition behind a clause governs that clause alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardwright.dsl.text.flat import Clause, FlatLine, Lead, Post, Sentence, Unit, Word
from cardwright.dsl.words import Label as LabelDecl
from cardwright.dsl.words import Procedure
from cardwright.dsl.words import Verb as VerbDecl

from . import tree as t
from .base import YOU, Base
from .context import Carrier, Row, Stop, Tail, span
from .types import several_players, type_of

PLAYERS = frozenset(("player", "players"))
SAME = t.Ref("loop", "player", "")


@dataclass(slots=True)
class Part:
    """A clause with what its neighbours need to know of it."""

    effect: t.Effect
    join: str
    subject: t.Value | None
    may: bool = False
    must: bool = False
    instead: bool = False
    inherits: bool = False
    chooses: bool = False
    word: Word | None = None
    purpose: t.Effect | None = None
    permit: bool = False
    pending_cost: bool = False
    refusal: t.Do | None = None  # what its subject may do instead: "each player who doesn't reveal a Hero"
    grows: bool = False  # further clauses belong inside (the purpose of "may … to …")


class Sentences(Base):
    line_start: bool = True
    would: bool = False
    last_if: bool = False
    previous: t.Effect | None = None

    # -- lines
    def sentence_effects(self, sentences: Sequence[Sentence]) -> tuple[t.Effect | None, bool]:
        """All sentences of a line as one effect; False if one had a finding."""
        effects: list[t.Effect] = []
        joins: list[str] = []
        ok = True
        for i, sentence in enumerate(sentences):
            if i or self.scope.sentence:
                self.scope.sentence += 1
            self.line_start = not effects
            if self.below_zero(sentence, effects):
                continue
            self.shared, self.performer = "", None
            try:
                made, then = self.sentence(sentence)
            except Stop as stop:
                self.problem(stop)
                ok = False
                for word in sentence.tokens:
                    word.read = True
                continue
            if made is None:
                continue
            if self.shared and not self.is_otherwise(sentence):
                if not effects or not self.for_each_of_them(effects, made, then):
                    first = sentence.tokens[0]
                    self.problem(Stop("not yet", first.start, first.end, first.text, "one for each of several players"))
                    ok = False
                continue
            if self.is_otherwise(sentence):
                if not effects or not self.attach_otherwise(effects, made):
                    first = sentence.tokens[0]
                    self.problem(Stop("otherwise", first.start, first.end, first.text))
                    ok = False
                continue
            if effects:
                joins.append(". then" if then else ".")
            effects.append(replace(made, span=sentence.span))  # questions and the log name the whole sentence
            self.previous = made
        if not effects:
            return None, ok
        if len(effects) == 1:
            return effects[0], ok
        return self.under_trigger(effects, joins), ok

    def under_trigger(self, effects: Sequence[t.Effect], joins: Sequence[str]) -> t.Effect:
        """What is said after a standing "When …, …." happens then as well, up to the next standing sentence."""
        out: list[t.Effect] = []
        links: list[str] = []
        for i, each in enumerate(effects):
            last = out[-1] if out else None
            if isinstance(last, t.When) and not last.duration and last.once != "next" and not self.stands(each):
                out[-1] = replace(last, effect=self.flat((last.effect, each), (joins[i - 1],)))
                continue
            if out:
                links.append(joins[i - 1])
            out.append(each)
        return out[0] if len(out) == 1 else self.flat(out, links)

    def stands(self, effect: t.Effect) -> bool:
        """Whether a sentence holds by itself as long as the card works."""
        match effect:
            case (
                t.When(duration=duration)
                | t.Change(duration=duration)
                | t.Permit(duration=duration)
                | t.Gain(duration=duration)
            ):
                return not duration
            case t.If(then=then, otherwise=None):
                return self.stands(then)
            case _:
                return False

    def flat(self, effects: Sequence[t.Effect], joins: Sequence[str]) -> t.Effect:
        """Sentences in a row; one that is several by itself ("Choose a player to draw a card.") is them."""
        out: list[t.Effect] = []
        links: list[str] = []
        for i, each in enumerate(effects):
            if i:
                links.append(joins[i - 1])
            if isinstance(each, t.Seq) and set(each.joins) == {"."}:
                out.extend(each.effects)
                links.extend(each.joins)
            else:
                out.append(each)
        return t.Seq(tuple(out), tuple(links))

    def for_each_of_them(self, effects: list[t.Effect], made: t.Effect, then: bool) -> bool:
        """ "Each player reveals the top card of their deck. If it costs 0, KO it.": the second sentence goes on for
        each of the players."""
        joins = (". then" if then else ".",)
        made = self.one_of_them(made)
        match effects[-1]:
            case t.Each(over=over, effect=before) as each if self.distributive(over):
                effects[-1] = replace(each, effect=self.flat((before, made), joins))
                return True
            case t.Do(who=t.Sel() as who) | t.ChooseValue(who=t.Sel() as who) as before if self.distributive(who):
                effects[-1] = t.Each(who, t.Seq((self.same_who(before), made), joins), "subject")
                return True
            case t.Each(effect=before) as each:
                inner = [before]
                found = self.for_each_of_them(inner, made, then)
                effects[-1] = replace(each, effect=inner[0])
                return found
            case _:
                return False

    def one_of_them(self, effect: t.Effect) -> t.Effect:
        """ "A player discards it if …": a player of those who did it."""
        match effect:
            case t.Do(who=t.Sel(noun="player", quant=t.Quant("exactly", t.Num(1)), where=())):
                return replace(effect, who=replace(SAME, form="that player"))
            case t.If(then=then):
                return replace(effect, then=self.one_of_them(then))
            case _:
                return effect

    def is_otherwise(self, sentence: Sentence) -> bool:
        unit = sentence.units[0]
        for lead in unit.leads:
            if lead.kind == "adv" and lead.word.id == "otherwise":
                return True
        row = unit.clause.subject or unit.clause.row
        return bool(row) and row[0].type == "ADV" and row[0].id == "otherwise"

    def attach_otherwise(self, effects: list[t.Effect], other: t.Effect) -> bool:
        last = effects[-1]
        if isinstance(last, t.If) and last.otherwise is None:
            effects[-1] = replace(last, otherwise=other)
            return True
        if isinstance(last, t.May):
            self_bind = self.last_do
            effects.append(t.If(t.Done(self_bind, True, "don't"), other))
            return False
        if isinstance(last, t.Each):
            inner = list(last.effect.effects) if isinstance(last.effect, t.Seq) else [last.effect]
            if not self.attach_otherwise(inner, other):
                return False
            whole = replace(last.effect, effects=tuple(inner)) if isinstance(last.effect, t.Seq) else inner[0]
            effects[-1] = replace(last, effect=whole)
            return True
        return False

    last_do: int = 0

    # -- one sentence
    def sentence(self, sentence: Sentence) -> tuple[t.Effect | None, bool]:
        """The effect of a sentence, and whether "then" opened it."""
        if sentence.end is not None:
            sentence.end.read = True
        units = list(sentence.units)
        for unit in units:
            for word in unit.join:
                word.read = True
        then = self.opens_with_then(units[0])
        if len(units) == 1 and self.only_parenthesis(units[0]):
            return self.parenthesis(units[0].clause.row[0]), False
        self.would = False
        return self.chain(units, 0), then

    def opens_with_then(self, unit: Unit) -> bool:
        for lead in unit.leads:
            if lead.kind == "adv" and lead.word.id == "then":
                return True
        row = unit.clause.subject or unit.clause.row
        return bool(row) and row[0].type == "ADV" and row[0].id == "then" and row[0].text.lower() == "then"

    def only_parenthesis(self, unit: Unit) -> bool:
        clause = unit.clause
        return clause.verb is None and len(clause.row) == 1 and clause.row[0].type == "PAREN"

    def parenthesis(self, word: Word) -> t.Effect | None:
        raise Stop("parenthesis", word.start, word.end, word.text)

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
        cond = self.conditions(lead.cond)
        self.last_condition = cond
        effect = self.after_lead(rest, units, at)
        word = lead.word.id
        if word in ("unless",):
            return t.If(cond, effect, unless=True, word="if")
        return t.If(cond, effect, word="while" if word == "while" else "if")

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
        if len(lead.cond.clauses) > 1:
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
        for clause in lead.cond.clauses:
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
        made = [t.When(p, effect, would, once, d, spoken, cond) for p, d in patterns]
        if word.id in ("until", "as", "once"):
            raise Stop("not yet", word.start, word.end, word.text)
        return made[0] if len(made) == 1 else t.Seq(tuple(made), (".",) * (len(made) - 1))

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
        self.bind_event(args)
        return t.EventPattern(event, args, plural, source), period

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
        if name.startswith(("once per", "once this", "once during", "once each")):
            limit = self.limit(word)
            self.fronted = "turn" if limit == "once this turn" else ""
            effect = self.after_lead(rest, units, at)
            self.fronted = ""
            if limit == "once this turn" and isinstance(effect, t.Permit):
                return replace(effect, uses=1, duration="turn")
            if isinstance(effect, t.When) and not effect.once:
                return replace(effect, once=limit)
            self.uses = limit
            return effect
        moment = self.moment(word)
        if moment is not None:
            effect = self.after_lead(rest, units, at)
            return t.When(moment[0], effect, once=moment[1])
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

    uses: str = ""
    fronted: str = ""

    def limit(self, word: Word) -> str:
        name = word.id
        for procedure in self.vocabulary.all(Procedure):
            if procedure.period is not None and procedure.serves == "turn":
                turn = str(procedure.period)
                if name in (f"once per {turn}", f"once during each of your {turn}s", f"once each player's {turn}"):
                    return "once per turn"
                if name == f"once this {turn}":
                    return "once this turn"
        return name

    def moment(self, word: Word) -> tuple[t.EventPattern, str] | None:
        """ "At the end of this turn" is the event that the period ends, the next time."""
        name = word.id
        for procedure in self.vocabulary.all(Procedure):
            if procedure.period is None:
                continue
            period = str(procedure.period)
            for said, verb in (
                (f"at the end of this {period}", "end"),
                (f"at the start of your next {period}", "begin"),
                (f"at the start of their next {period}", "begin"),
            ):
                if name == said:
                    for event in self.vocabulary.all(VerbDecl):
                        if str(event.name) == f"{verb} a {period}":
                            who = self.their(word) if " their " in said else YOU
                            return t.EventPattern(event.id, (t.Arg("who", who),)), "next"
        return None

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
        act = self.effect(lead.cond.clauses[0])
        one = self.one_name(units[at].clause)
        if one and isinstance(act, t.Do) and at == len(units) - 1:
            return t.Permit(YOU, "only", act, price=t.Price("one name", attr=one))
        if not any(a.id == "must" for a in units[at].clause.aux):
            raise Stop("left over", lead.word.start, lead.word.end, lead.word.text)
        cost = self.after_lead(rest, units, at)
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

    def put_in(self, effect: t.Effect, inner: t.Effect) -> t.Effect:
        return replace(effect, then=self.put_in(effect.then, inner)) if isinstance(effect, t.If) else inner

    def below_zero(self, sentence: Sentence, effects: list[t.Effect]) -> bool:
        """ "This cost can be less than 0.": the change before has no floor. "This ability can be used only once per
        game.": a limit."""
        unit = sentence.units[0]
        clause = unit.clause
        if self.used_once(sentence):
            return True
        if (
            len(sentence.units) > 1
            or unit.leads
            or not effects
            or not isinstance(self.led_by(effects[-1]), t.Change)
            or clause.verb is None
        ):
            return False
        subject = [w.id for w in clause.subject]
        row = [w.id for w in clause.row]
        if (
            [a.id for a in clause.aux] != ["can"]
            or len(subject) != 2
            or subject[0] not in ("this", "its")
            or row != ["less than", "0"]
        ):
            return False
        for word in sentence.tokens:
            word.read = True
        last = self.led_by(effects[-1])
        assert isinstance(last, t.Change)
        effects[-1] = self.put_in(effects[-1], replace(last, floor=False))
        return True

    def used_once(self, sentence: Sentence) -> bool:
        """ "This ability can be used only once per game." limits the line."""
        unit = sentence.units[0]
        clause = unit.clause
        said = [w.id for w in clause.words()]
        if len(sentence.units) > 1 or unit.leads or said[:1] != ["this"] or "use" not in said or "only" not in said:
            return False
        times = [w for w in clause.row if w.type == "TIME"]
        if len(times) != 1 or not times[0].id.startswith("once"):
            return False
        for word in sentence.tokens:
            word.read = True
        self.uses = self.limit(times[0])
        return True

    def owned(self, cost: t.Effect) -> t.Effect:
        if isinstance(cost, t.Choose):
            return replace(cost, modes=tuple(self.owned_cost(m) for m in cost.modes))
        return self.owned_cost(cost)

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
        if name in ("then", "otherwise", "either way", "first", "in turn"):
            return self.after_lead(rest, units, at)
        raise Stop("not yet", lead.word.start, lead.word.end, lead.word.text)

    # -- clauses in a row
    def parts(self, units: list[Unit], at: int) -> t.Effect:
        """The clauses from one on, until one with its own lead-in, which governs the rest."""
        found: list[Part] = []
        before: Part | None = None
        for i in range(at, len(units)):
            unit = units[i]
            join = self.join_of(unit) if i > at else ""
            if i > at and unit.leads:
                rest = self.chain(units, i)
                found.append(Part(rest, join, None))
                break
            part = self.part(unit, join, before, units, i)
            if before is None or not self.more_points(before, part, unit, units[i - 1]):
                found.append(part)
                before = part
        return self.combined(found)

    def more_points(self, before: Part, part: Part, unit: Unit, last: Unit) -> bool:
        """ "You get +1 Attack and +1 Recruit": one clause with two amounts."""
        old, new = before.effect, part.effect
        if unit.clause.verb is not None or last.posts or part.join not in ("and", ","):
            return False
        if not isinstance(old, t.Get) or not isinstance(new, t.Get) or old.who != new.who:
            return False
        if old.only or new.only or old.either or new.either:
            return False
        before.effect = replace(old, amounts=(*old.amounts, *new.amounts))
        before.instead = before.instead or part.instead
        return True

    def join_of(self, unit: Unit) -> str:
        kinds = [w.type for w in unit.join]
        if "COLON" in kinds:
            return ":"
        if any(w.text == "but" for w in unit.join):
            return "but"
        if "OR_CL" in kinds:
            return "or"
        row = unit.clause.subject or unit.clause.row
        if row and row[0].type == "ADV" and row[0].id == "then":
            return "then"
        for lead in unit.leads:
            if lead.word.id == "then":
                return "then"
        if "AND_CL" in kinds:
            return "and"
        return ","

    def part(self, unit: Unit, join: str, before: Part | None, units: list[Unit], at: int) -> Part:
        """One clause: its subject or the one it shares, "may", its condition, its purpose."""
        clause = unit.clause
        self.pending = []
        self.prospect = self.refusal = None
        self.scope.clause += 1
        inherited: t.Value | None = None
        verb = clause.verb
        if verb is None and before is not None and self.amount_row(clause):
            clause = self.borrow(units, at)
            verb = clause.verb
        said = bool([w for w in clause.subject if w.type not in ("ADV", "TIME", "COMMA_PH")])
        base = (
            verb is not None
            and any(s.form in ("base", "are", "") for s in verb.senses)
            and not any(s.form == "third" for s in verb.senses)
        )
        if (
            not said
            and before is not None
            and before.subject is not None
            and not clause.aux
            and (not base or before.may or self.plural_subject(before.subject))
        ):
            inherited = before.subject
        if (
            before is not None
            and before.permit
            and not said
            and not clause.aux
            and join in ("or", "and", ",")
            and verb is not None
        ):
            old = units[at - 1].clause
            clause = Clause(old.subject, self.again_aux(units, at), verb, clause.row)
            inherited = None
        aux = [a.id for a in clause.aux]
        if not said and before is not None and "can't" in aux and not clause.subject:
            clause = Clause(units[at - 1].clause.subject, clause.aux, clause.verb, clause.row)
        may = "may" in aux
        part = Part(t.Nothing(""), join, None, word=verb)
        self.performer_given = inherited if inherited is not None and type_of(inherited) in PLAYERS else None
        permit = self.permission(clause, unit) if aux else None
        if permit is not None:
            part.effect = permit
            part.subject = permit.who if isinstance(permit, t.Permit) else None
            part.permit = True
            part.instead = self.tail.instead
            return self.posted(unit, part)
        if inherited is not None:
            effect = self.effect(Clause(clause.subject, clause.aux, clause.verb, clause.row))
            effect = self.subject_of(effect, inherited, bool(before and before.may))
            part.subject = inherited
            part.inherits = True
        else:
            effect = self.effect(clause)
            part.subject = self.doer(effect)
            if not said:
                part.subject = None
        if self.tail.moment is not None:
            effect = t.When(self.tail.moment[0], effect, once=self.tail.moment[1])
        if self.now_only and isinstance(effect, t.Change) and isinstance(effect.what, t.Sel):
            loop = t.Ref("loop", "card", "it")
            effect = replace(effect, what=replace(effect.what, quant=t.Quant("all")))
            assert isinstance(effect.what, t.Sel)
            effect = t.Each(effect.what, replace(effect, what=loop))
        elif self.now_only:
            raise Stop("not yet", *clause.span, "currently")
        self.now_only = False
        if self.prospect is not None:
            effect = self.whenever(effect, self.what_will_be(effect, part.subject), clause)
            part.subject = None
        part.refusal = self.refusal
        part.may = may = may or self.tail.wish
        part.must = "must" in aux
        part.instead = self.tail.instead
        purpose = self.tail.purpose
        once = self.tail.once
        if once:
            self.uses = self.limit_name(once)
        self.performer_given = None
        part.effect = effect
        if isinstance(effect, t.Do | t.UseKeyword | t.Pay | t.ChooseValue):
            self.last_do = effect.binds
            self.last_who = part.subject
        if purpose is not None:
            self.purposed(part, purpose, may, join, before)
        return self.posted(unit, part)

    def again_aux(self, units: list[Unit], at: int) -> tuple[Word, ...]:
        """The auxiliaries of the clause before: "can't recruit or fight"."""
        for i in range(at - 1, -1, -1):
            if units[i].clause.aux:
                return units[i].clause.aux
        return ()

    def what_will_be(self, effect: t.Effect, subject: t.Value | None) -> t.Value | None:
        """ "Put the next Hero you recruit on top of your deck.": the object instead of the subject."""
        if isinstance(effect, t.Do) and (subject is None or isinstance(subject, t.Ref)):
            return next((a.value for a in effect.args if isinstance(a.value, t.Sel)), subject)
        return subject

    def whenever(self, effect: t.Effect, subject: t.Value | None, clause: Clause) -> t.Effect:
        """ "Each Villain that enters the city captures a Bystander": whenever one does, that one."""
        assert self.prospect is not None
        ahead, self.prospect = self.prospect, None
        duration = ahead.period or self.tail.duration
        if not isinstance(subject, t.Sel) or self.label_happens and not duration:
            raise Stop("not yet", *clause.span, "what will be done")
        one = replace(subject, quant=t.Quant("exactly", t.Num(1)), pos=None)
        ref = t.Ref("event", "card", f"that {subject.noun}" if subject.noun != "card" else "that card")
        inner = self.swapped(effect, subject, ref)
        if inner is None:
            raise Stop("not yet", *clause.span, "what will be done")
        if getattr(inner, "duration", ""):
            inner = replace(inner, duration="")  # type: ignore[call-arg]
        pattern = t.EventPattern(ahead.event, (*ahead.args, t.Arg(ahead.role, one)))
        return t.When(pattern, inner, False, ahead.once, duration, "when" if ahead.once else "whenever")

    def swapped(self, effect: t.Effect, old: t.Value, new: t.Value) -> t.Effect | None:
        """The same clause with another subject."""
        match effect:
            case t.Change(what=what) | t.Gain(what=what) if what == old:
                return replace(effect, what=new)
            case t.Do(args=args) if any(a.value == old for a in args):
                return replace(effect, args=tuple(replace(a, value=new) if a.value == old else a for a in args))
            case _:
                return None

    def limit_name(self, name: str) -> str:
        return self.limit(Word("TIME", name, 0, 0))

    def amount_row(self, clause: Clause) -> bool:
        return bool(clause.row) and (
            clause.row[0].type == "PLUS"
            or clause.row[0].id == "another"
            and len(clause.row) > 1
            and clause.row[1].type == "PLUS"
        )

    def borrow(self, units: list[Unit], at: int) -> Clause:
        """ "+1 Recruit if …" without verb takes subject and verb of the clause before."""
        clause = units[at].clause
        for i in range(at - 1, -1, -1):
            old = units[i].clause
            if old.verb is not None:
                return Clause(old.subject, old.aux, old.verb, clause.row)
        raise Stop("expected verb", *clause.span)

    def plural_subject(self, value: t.Value) -> bool:
        return type_of(value) in ("players", "cards") and not (
            isinstance(value, t.Sel) and value.quant.kind in ("each", "any")
        )

    def doer(self, effect: t.Effect) -> t.Value | None:
        """Who or what does a clause."""
        match effect:
            case t.Do(who=who) | t.UseKeyword(who=who) | t.Get(who=who) | t.ChooseValue(who=who) | t.Pay(who=who):
                if who is None and isinstance(effect, t.Do):
                    for arg in effect.args:
                        if arg.role == "subject":
                            return arg.value
                return who
            case t.Change(what=what) | t.Gain(what=what):
                return what
            case _:
                return None

    def subject_of(self, effect: t.Effect, who: t.Value, in_may: bool) -> t.Effect:
        """Give a clause the subject it shares with the one before."""
        if (
            isinstance(who, t.Ref)
            and who.to == "you"
            and isinstance(effect, t.Do | t.UseKeyword | t.ChooseValue | t.Pay)
        ):
            return effect
        if in_may and isinstance(effect, t.Do | t.UseKeyword | t.ChooseValue | t.Pay):
            return effect
        match effect:
            case t.Do(who=None):
                if type_of(who) in PLAYERS:
                    return replace(effect, who=who)
                return replace(effect, args=(t.Arg("subject", who), *effect.args))
            case t.UseKeyword(who=None) | t.ChooseValue(who=None) | t.Pay(who=None):
                return replace(effect, who=who)
            case t.Get() if type_of(who) in PLAYERS:
                return replace(effect, who=who)
            case t.Get(amounts=amounts):
                return t.Change(who, amounts, duration=self.tail.duration)
            case t.Change() | t.Gain():
                return replace(effect, what=who)
            case _:
                return effect

    # -- purposes: "may A to B", "choose a player to A"
    def purposed(self, part: Part, words: list[Word], may: bool, join: str, before: Part | None) -> None:
        row = Row(words)
        row.take()
        while row.kind() == "ADV":
            row.take()
        verb = row.take()
        rest = tuple(row.words[row.at :])
        clause = Clause((), (), verb, rest)
        effect = part.effect
        if isinstance(effect, t.ChooseValue) and not may:
            self.pending = []
            chosen = effect.what
            if isinstance(chosen, t.Sel) and chosen.noun == "player" or isinstance(chosen, t.Union):
                who = t.Ref(f"bind {effect.binds}", "player", "that player")
                self.performer_given = who
                self.scope.again(who)
                inner = self.effect(clause)
                self.performer_given = None
                inner = self.subject_of(inner, who, False)
                self.note_do(inner)
                part.effect = t.Seq((effect, inner), (".",))
                part.subject = None
                part.instead = part.instead or self.tail.instead
                return
            if not rest:
                kind = "cards" if type_of(chosen) == "cards" else "card"
                ref = t.Ref(f"bind {effect.binds}", kind, "they" if kind == "cards" else "it")
                made = self.transitive(verb, ref)
                part.effect = t.Seq((effect, made), (".",))
                return
            raise Stop("left over", words[0].start, words[0].end, words[0].text)
        self.pending = []
        inner = self.effect(clause)
        part.instead = part.instead or self.tail.instead
        self.note_do(inner)
        cost = effect
        part.effect = t.PayTo(cost if not self.lacks_who(cost) else self.owned_cost(cost), inner, may)
        part.grows = True
        part.may = False
        if not may:
            part.effect = replace(part.effect, may=False)
            if not part.must and join == "" and not isinstance(cost, t.PayTo):
                part.effect = t.PayTo(self.owned_cost(cost), inner, False)

    def lacks_who(self, cost: t.Effect) -> bool:
        return getattr(cost, "who", YOU) is None

    def owned_cost(self, cost: t.Effect) -> t.Effect:
        if isinstance(cost, t.Do) and cost.who is None and not any(a.role == "subject" for a in cost.args):
            return replace(cost, who=YOU)
        if isinstance(cost, t.Pay | t.UseKeyword) and cost.who is None:
            return replace(cost, who=YOU)
        return cost

    def note_do(self, effect: t.Effect) -> None:
        if isinstance(effect, t.Do | t.UseKeyword | t.Pay):
            self.last_do = effect.binds

    def transitive(self, verb: Word, ref: t.Ref) -> t.Effect:
        verb.read = True
        sense = verb.senses[0]
        made = t.Do(sense.id, None, (t.Arg("cards", ref),), self.scope.new_bind())
        return made

    # -- conditions behind a clause
    def posted(self, unit: Unit, part: Part) -> Part:
        for post in unit.posts:
            part.effect = self.post(post, part)
        return part

    def post(self, post: Post, part: Part) -> t.Effect:
        post.word.read = True
        name = post.word.id
        saved = self.tail
        if post.kind == "when":
            if name in ("when", "whenever", "after") and post.clause.verb is not None:
                pattern, duration = self.event_pattern(post.clause)
                self.tail = saved
                if isinstance(part.effect, t.Instead):
                    raise Stop("not yet", post.word.start, post.word.end, post.word.text)
                return t.When(pattern, part.effect, duration=duration, word=name)
            if name == "until" and post.clause.verb is None:
                until = self.until_next(post)
                self.tail = saved
                return self.with_duration(part.effect, until, post.word)
            if name == "until" and post.clause.verb is not None:
                effect = self.one_at_a_time(part.effect, post.word)
                self.pending = []
                until_true = self.shown_at_last(effect, post.clause)
                self.tail = saved
                return t.Repeat(None, effect, until_true)
            raise Stop("not yet", post.word.start, post.word.end, post.word.text)
        self.pending = []
        if name == "unless" and self.is_offer(post.clause) and not isinstance(part.effect, t.Permit):
            return self.unless_done(post.clause, part, saved)
        own = [c for c in self.scope.candidates if c.clause == self.scope.clause and not c.weak]
        for each in own:
            each.weak = True  # "gains a Wound if it costs 1 or more": rather what was there before
        cond = self.condition(post.clause)
        for each in own:
            each.weak = False
        self.tail = saved
        if isinstance(part.effect, t.Permit):
            if name in ("only if", "only while"):
                return replace(part.effect, if_=cond)
            return replace(part.effect, if_=cond, unless=name == "unless")
        if name == "even if":
            raise Stop("not yet", post.word.start, post.word.end, post.word.text)
        word = "while" if name in ("while", "only while") else "if"
        return t.If(cond, part.effect, post=True, unless=name == "unless", word=word)

    def until_next(self, post: Post) -> str:
        """ "until the next Twist": how long something lasts."""
        row = Row(post.clause.row)
        row.took("ART", "the")
        if row.is_("ATTR", "next"):
            row.take()
            word = row.need()
            sense = word.sense("kind", "term")
            if sense is not None and row.peek(1) is None:
                row.take()
                return f"until the next {sense.id}"
        raise Stop("not yet", post.word.start, post.word.end, post.word.text)

    def one_at_a_time(self, effect: t.Effect, word: Word) -> t.Effect:
        """ "draw cards until …" draws one, again and again."""
        if isinstance(effect, t.Do):
            for arg in effect.args:
                if isinstance(arg.value, t.Sel) and (
                    arg.value.quant.kind == "plural" or arg.value.quant == t.Quant("exactly", t.Num(1))
                ):
                    one = replace(arg.value, quant=t.Quant("exactly", t.Num(1)))
                    args = tuple(replace(a, value=one) if a is arg else a for a in effect.args)
                    return replace(effect, args=args, mods=tuple(m for m in effect.mods if m != "one at a time"))
        raise Stop("not yet", word.start, word.end, word.text)

    def shown_at_last(self, effect: t.Effect, clause: Clause) -> t.Condition:
        """ "reveal cards until you reveal a [Tech] card", "… until one has that icon": there is one among all that were
        revealed; "it" is that one. Any other condition is what it says."""
        verb = clause.verb
        if not isinstance(effect, t.Do) or verb is None:
            return self.condition(clause)
        group = t.Ref(f"bind {effect.binds}", "cards", "")
        if verb.senses[0].id == effect.verb and not clause.aux:
            who = self.subject_value(clause.subject)
            verb.read = True
            row = Row(clause.row)
            value = self.noun_phrase(row)
            self.finished_row(row)
            if not isinstance(value, t.Sel) or value.quant != t.Quant("exactly", t.Num(1)) or who != YOU:
                raise Stop("type", *clause.span, verb.text, "one card is meant here")
            shown = replace(value, of=group)
        else:
            cond = self.condition(clause)
            if not isinstance(cond, t.Is) or not isinstance(cond.what, t.Sel) or cond.what.of != group:
                return cond
            shown = replace(cond.what, where=self.ordered([*cond.what.where, *cond.preds]))
        self.pending = []
        bind = self.scope.new_bind()
        self.scope.add(t.Ref(f"bind {bind}", "card", ""), shown.noun, False, shown.span, effect.verb, value=shown)
        return t.Exists(shown, binds=bind)

    def is_offer(self, clause: Clause) -> bool:
        """ "unless they reveal a card", "unless you pay 1": something that may be done now to prevent it."""
        verb = clause.verb
        if verb is None or clause.aux or not clause.subject:
            return False
        sense = verb.senses[0]
        if sense.cls != "V" or sense.kind in ("number_verb", "event"):
            return False
        return all(s.form in ("base", "third") for s in verb.senses) and sense.id not in ("hold", "make")

    def unless_done(self, clause: Clause, part: Part, saved: Tail) -> t.Effect:
        who = part.subject
        if who is not None and self.distributive(who):
            self.performer = self.performer_given = who
        offer = self.effect(clause)
        self.performer = self.performer_given = None
        self.tail = saved
        old = part.effect
        if isinstance(offer, t.Do | t.Pay) and isinstance(old, t.Do | t.Get | t.Pay) and offer.binds == old.binds + 1:
            offer, part.effect = replace(offer, binds=old.binds), replace(old, binds=offer.binds)
        if who is not None and self.distributive(who):
            offer = self.same_who(self.nobody(offer))
            return t.Choose(who, (offer, self.same_who(part.effect)))
        doer = self.doer(offer)
        if isinstance(doer, t.Ref) and doer.to == "you":
            return t.Choose(None, (self.nobody(offer), part.effect))
        return t.Choose(doer, (self.same_who(self.nobody(offer)), part.effect))

    # -- putting clauses together
    def combined(self, parts: list[Part]) -> t.Effect:
        """ "A and B", "A, then B", "A or B", with "may" over what shares its subject."""
        if len(parts) > 1 and parts[1].join == ":":
            return self.modes(parts)
        if len(parts) > 1 and isinstance(parts[0].effect, t.SameEffect) and parts[1].join == "but":
            return replace(parts[0].effect, edit=self.combined([replace(parts[1], join=""), *parts[2:]]))
        for part in parts[1:]:
            if part.join == "but":
                part.join = "and"
        groups: list[list[Part]] = []
        for part in parts:
            if groups and part.join == "or":
                groups[-1].append(part)
            else:
                groups.append([part])
        out: list[Part] = []
        i = 0
        flat = parts
        while i < len(flat):
            j = i + 1
            first = flat[i]
            while j < len(flat) and self.belongs(first, flat[j]):
                j += 1
            out.append(self.grouped(flat[i:j]))
            i = j
        return self.joined(out)

    def belongs(self, first: Part, part: Part) -> bool:
        """Whether a clause shares subject and "may" with the first of its group."""
        if part.join in (":",):
            return False
        if part.join == "or":
            return True
        if first.grows and not part.may and part.subject is None:
            return True
        if first.may:
            return part.inherits and not part.may
        return bool(part.inherits and first.subject is not None and self.distributive(first.subject))

    def distributive(self, who: t.Value) -> bool:
        return several_players(who)

    def grouped(self, parts: list[Part]) -> Part:
        """One group: a choice, a sequence under one "may", a sequence of each player."""
        first = parts[0]
        if first.refusal is not None:
            return self.refused(parts, first.refusal)
        if len(parts) == 1:
            effect = first.effect
            if first.may and not first.permit:
                effect = self.with_may(first, effect)
            return Part(self.maybe_instead(effect, first.instead), first.join, first.subject)
        instead = any(p.instead for p in parts)
        who = first.subject
        many = who is not None and self.distributive(who)
        if first.grows and isinstance(first.effect, t.PayTo):
            rest = self.joined([Part(first.effect.effect, "", None), *parts[1:]])
            return Part(self.maybe_instead(replace(first.effect, effect=rest), instead), first.join, who)
        if all(isinstance(p.effect, t.Permit) for p in parts):
            permits = [p.effect for p in parts if isinstance(p.effect, t.Permit)]
            duration = permits[-1].duration
            permits = [replace(p, duration=p.duration or duration) for p in permits]
            return Part(t.Seq(tuple(permits), ("and",) * (len(permits) - 1)), first.join, who)
        if any(p.join == "or" for p in parts):
            effect = self.either_of(parts, who, many)
        else:
            inner = [replace(p, effect=self.same_who(p.effect) if many and not first.may else p.effect) for p in parts]
            if first.may:
                inner = [replace(p, effect=self.nobody(p.effect)) for p in inner]
            effect = self.joined(inner)
            if many and not first.may:
                assert who is not None
                return Part(self.maybe_instead(t.Each(who, effect, "subject"), instead), first.join, who)
        if first.may:
            effect = t.May(who if who is not None else YOU, effect)
        return Part(self.maybe_instead(effect, instead), first.join, who)

    def refused(self, parts: list[Part], offer: t.Do) -> Part:
        """Each player does what is offered, or what follows happens to them."""
        first = parts[0]
        who = first.subject
        if who is None or not self.distributive(who) or first.may:
            word = first.word
            raise Stop("not yet", word.start if word else 0, word.end if word else 0, word.text if word else "")
        first.refusal = None
        effect = self.grouped(parts).effect
        effect = effect.effect if isinstance(effect, t.Each) and effect.over == who else self.same_who(effect)
        return Part(t.Choose(who, (offer, effect)), first.join, who)

    def either_of(self, parts: list[Part], who: t.Value | None, many: bool) -> t.Effect:
        modes: list[list[Part]] = [[]]
        for part in parts:
            if part.join == "or":
                modes.append([])
            modes[-1].append(part)
        effects: list[t.Effect] = []
        same = all(p.inherits or p is parts[0] for p in parts)
        for mode in modes:
            inner = [replace(p, effect=self.same_who(p.effect) if many and same else p.effect) for p in mode]
            if parts[0].may:
                inner = [replace(p, effect=self.nobody(p.effect)) for p in inner]
            effects.append(self.joined(inner))
        if not same:
            chooser = (
                parts[0].subject if parts[0].subject is not None and type_of(parts[0].subject) in PLAYERS else None
            )
            return t.Choose(chooser, tuple(effects))
        chooser = who if who is not None and type_of(who) in PLAYERS and not parts[0].may else None
        if isinstance(chooser, t.Ref) and chooser.to == "you":
            chooser = None
        return t.Choose(chooser, tuple(effects))

    def same_who(self, effect: t.Effect) -> t.Effect:
        """Inside "each player …": who does it is the current one."""
        match effect:
            case t.Do(who=who) | t.UseKeyword(who=who) | t.ChooseValue(who=who) | t.Pay(who=who) if (
                who is None or isinstance(who, t.Sel)
            ):
                return replace(effect, who=SAME)
            case t.Get(who=who) if isinstance(who, t.Sel) or isinstance(who, t.Ref) and who.to == "you":
                return replace(effect, who=SAME)
            case t.PayTo(cost=cost, effect=inner):
                return replace(effect, cost=self.same_who(cost), effect=inner)
            case t.If(then=then):
                return replace(effect, then=self.same_who(then))
            case t.Seq(effects=effects):
                return replace(effect, effects=tuple(self.same_who(e) for e in effects))
            case _:
                return effect

    def nobody(self, effect: t.Effect) -> t.Effect:
        """Inside "may": who does it is who may."""
        match effect:
            case t.Do() | t.UseKeyword() | t.ChooseValue() | t.Pay() if effect.who is not None:
                return replace(effect, who=None)
            case _:
                return effect

    def with_may(self, part: Part, effect: t.Effect) -> t.Effect:
        who = part.subject if part.subject is not None else YOU
        if type_of(who) not in PLAYERS:
            return t.May(YOU, effect)
        return t.May(who, self.nobody(effect))

    def maybe_instead(self, effect: t.Effect, instead: bool) -> t.Effect:
        if not instead or isinstance(effect, t.Instead):
            return effect
        return t.Instead(effect, "event" if self.would else "sentence")

    def joined(self, parts: list[Part]) -> t.Effect:
        if len(parts) == 1:
            return parts[0].effect
        effects: list[t.Effect] = []
        joins: list[str] = []
        instead_at = next((i for i, p in enumerate(parts) if isinstance(p.effect, t.Instead) and self.would), None)
        if instead_at == 0:
            first = parts[0].effect
            assert isinstance(first, t.Instead)
            rest = self.joined([replace(parts[0], effect=first.effect), *parts[1:]])
            return replace(first, effect=rest)
        for part in parts:
            if effects:
                joins.append(part.join or "and")
            effects.append(part.effect)
        flat: list[t.Effect] = []
        links: list[str] = []
        for i, each in enumerate(effects):
            if i:
                links.append(joins[i - 1])
            flat.append(each)
        return t.Seq(tuple(flat), tuple(links))

    def modes(self, parts: list[Part]) -> t.Effect:
        """ "Choose one: A, or B" on one line."""
        lead = parts[0].effect
        if not (isinstance(lead, t.ChooseValue) and isinstance(lead.what, t.ValueSort) and lead.what.sort == "mode"):
            word = parts[1].word
            raise Stop("left over", word.start if word else 0, word.end if word else 0, ":")
        modes: list[list[Part]] = [[]]
        for i, part in enumerate(parts[1:]):
            if i and part.join == "or":
                modes.append([])
            modes[-1].append(part)
        return t.Choose(lead.who, tuple(self.combined(mode) for mode in modes), self.mode_count(lead), "choose one")

    def mode_count(self, lead: t.ChooseValue) -> int:
        assert isinstance(lead.what, t.ValueSort)
        n = lead.what.options[0]
        return n.n if isinstance(n, t.Num) else 1

    # -- permissions
    def permission(self, clause: Clause, unit: Unit) -> t.Effect | None:
        """ "can't …", "can …", and "may" with an act of the rules for a time or at a price; None for a plain "may"."""
        aux = [a.id for a in clause.aux]
        verb = clause.verb
        assert verb is not None
        if not any(a in ("can", "can't", "may", "don't") for a in aux):
            return None
        if "don't" in aux:
            return self.prohibited(clause)
        sense = verb.senses[0]
        cannot = "can't" in aux or "don't" in aux
        passive = sense.cls == "BE"
        act = (
            sense.kind == "verb"
            and (self.is_act(sense.id) or bool(self.act_begun(sense.id)))
            or sense.id == "use"
            and sense.cls == "V"
        )
        if "may" in aux and (not act or not self.lasting(clause)):
            return None
        if "don't" in aux:
            raise Stop("not yet", clause.aux[0].start, clause.aux[0].end, clause.aux[0].text)
        if passive and (not clause.row or clause.row[0].type not in ("PART", "ADV")):
            raise Stop("not yet", verb.start, verb.end, verb.text)
        words = list(clause.row)
        price, words = self.price_of(words)
        if sense.id == "use" and sense.cls == "V":
            return self.use_permit(clause)
        bare = Clause(clause.subject, (), verb, tuple(words))
        for word in clause.aux:
            word.read = True
        only = any(a.id == "only" for a in clause.aux)
        effect = self.effect(bare)
        if not isinstance(effect, t.Do):
            raise Stop("not yet", verb.start, verb.end, verb.text)
        who: t.Value = effect.who if effect.who is not None else (t.Sel("player", t.Quant("any")) if passive else YOU)
        if not passive and any(a.role == "subject" for a in effect.args):
            who = next(a.value for a in effect.args if a.role == "subject")
            effect = replace(effect, args=tuple(a for a in effect.args if a.role != "subject"))
        duration = effect.duration
        if price is not None and price.kind == "gate" and self.act_begun(effect.verb):
            effect = replace(effect, verb=self.act_begun(effect.verb))
        act_effect = replace(effect, who=None, duration="", binds=effect.binds)
        kind = "can't" if cannot else "only" if only or self.only_said else "may"
        self.only_said = False
        given = next((a for a in act_effect.args if a.role == "price"), None)
        if given is not None:
            act_effect = replace(act_effect, args=tuple(a for a in act_effect.args if a is not given))
            value = given.value
            if isinstance(value, t.Arith):
                price = t.Price("less" if value.op == "-" else "more", by=value.right)
            else:
                raise Stop("not yet", verb.start, verb.end, verb.text)
        uses = 0
        for arg in act_effect.args:
            if isinstance(arg.value, t.Sel) and arg.value.quant == t.Quant("exactly", t.Num(1)) and kind == "may":
                uses = 1
        if "for free" in act_effect.mods:
            act_effect = replace(act_effect, mods=tuple(m for m in act_effect.mods if m != "for free"))
            price = t.Price("free")
        return t.Permit(who, kind, act_effect, duration=duration, price=price, uses=uses)

    def prohibited(self, clause: Clause) -> t.Effect:
        """ "Don't refill that space", "it doesn't refill": nobody may do it."""
        effect = self.effect(Clause(clause.subject, (), clause.verb, clause.row))
        if not isinstance(effect, t.Do) or effect.who is not None:
            raise Stop("not yet", clause.aux[0].start, clause.aux[0].end, clause.aux[0].text)
        for word in clause.aux:
            word.read = True
        act = replace(effect, duration="")
        return t.Permit(t.Sel("player", t.Quant("any")), "can't", act, duration=effect.duration)

    def act_begun(self, verb: str) -> str:
        """ "start to fight" begins the act "fight": its verb, or nothing."""
        name = verb.split(":", 1)[-1]
        for decl in self.vocabulary.all(VerbDecl):
            if name == f"start to {decl.name}" and self.is_act(decl.id):
                return decl.id
        return ""

    def use_permit(self, clause: Clause) -> t.Effect:
        """ "You may use this on any player's turn."."""
        row = Row(clause.row)
        what = self.noun_phrase(row)
        when = ""
        while row.is_("TIME"):
            when = row.take().id
        if not row.done or not when:
            raise row.stop("not yet", "“use”")
        for word in clause.aux:
            word.read = True
        for word in clause.subject:
            word.read = True
        if clause.verb is not None:
            clause.verb.read = True
        return t.Permit(YOU, "may", t.Do("use", None, (t.Arg("cards", what),)), duration=when)

    def lasting(self, clause: Clause) -> bool:
        """A time, a price or a way to pay: then "may fight" is a permission, not something done now."""
        for word in clause.row:
            if word.type == "TIME":
                return True
            if word.type == "ING" and word.id in ("use", "spend"):
                return True
            if word.type == "PREP" and word.id in ("for", "as if", "with", "with"):
                return True
        return bool(self.fronted)

    def price_of(self, words: list[Word]) -> tuple[t.Price | None, list[Word]]:
        """ "using Recruit instead of Attack", "only with Recruit", "with any combination of Recruit and Attack",
        "with its
        printed Attack"."""
        for i, word in enumerate(words):
            if word.type == "PREP" and word.id == "with" or word.type == "ING" and word.id == "use":
                made = self.combined_points(Row(words[i:]), words[:i])
                if made is not None:
                    return made
            if word.type == "ING" and word.id == "use":
                row = Row(words[i:])
                row.take()
                only = bool(row.took("ADV", "only") or row.took("ATTR", "only"))
                points: list[str] = []
                while True:
                    points.append(self.unit(row))
                    if row.kind() in ("OR_PH", "AND_PH") and self.is_unit(row.peek(1)):
                        row.take()
                        continue
                    break
                if row.took("PREP", "instead of"):
                    self.unit(row)
                    only = True
                rest = list(row.rest())
                return t.Price("points", tuple(points), only), words[:i] + rest
        return None, words

    def combined_points(self, row: Row, before: list[Word]) -> tuple[t.Price, list[Word]] | None:
        how = row.take()
        only = bool(row.took("ADV", "only"))
        if row.is_("PRO", "any") and row.id(1) == "combination" or row.is_("ART", "a") and row.id(1) == "combination":
            row.take()
            row.take()
            if not row.took("PREP", "of"):
                raise row.stop("expected", "“of”")
        elif how.type == "ING":
            row.back(0)
            return None
        elif row.is_("ART", "its") and row.kind(1) == "ATTR" and row.id(1) == "printed":
            value = self.noun_phrase(row)
            return t.Price("gate", by=value), before + list(row.rest())
        points: list[str] = []
        while row.means(0, "point"):
            points.append(self.unit(row))
            if row.kind() not in ("AND_PH", "OR_PH") or not self.is_unit(row.peek(1)):
                break
            row.take()
        if not points:
            row.back(0)
            return None
        return t.Price("points", tuple(points), only and len(points) == 1), before + list(row.rest())

    # -- said in other layers
    pending: list[tuple[t.Value, str, bool, t.Span]]


__all__ = ["Carrier", "FlatLine", "LabelDecl", "Part", "Sentences", "span"]
