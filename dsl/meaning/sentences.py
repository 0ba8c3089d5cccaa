"""Sentences and lines: lead-ins, joins, "may", "instead", "otherwise", labels; clauses become one effect.

A lead-in governs all clauses of its sentence behind it; a condition behind a clause governs that clause alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.dsl.text.flat import Clause, FlatLine, Sentence, Unit, Word
from cardwright.dsl.words import Label as LabelDecl

from . import tree as t
from .carried import carried
from .context import Carrier, Part, Prospect, Row, Stop, span
from .following import Following
from .turn_order import in_order
from .types import several_players, type_of

PLAYERS = frozenset(("player", "players"))


class Sentences(Following):
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
            if self.below_zero(sentence, effects) or self.stays_empty(sentence, effects):
                continue
            if effects and len(sentence.units) == 1 and self.only_parenthesis(sentence.units[0]):
                aside = sentence.units[0].clause.row[0]
                rounded = self.rounded(aside, effects[-1])
                if rounded is not None:
                    effects[-1] = rounded
                    for word in (aside, *(token for line in aside.inner for token in line.tokens)):
                        word.read = True
                    continue
            self.shared, self.performer, self.any_object, self.same_said = "", None, False, False
            self.before_sentence = effects[-1] if effects else None
            try:
                made, then = self.sentence(sentence)
                both = carried(effects[-1] if effects else None, made) if made is not None else None
            except Stop as stop:
                self.problem(stop)
                ok = False
                for word in sentence.tokens:
                    word.read = True
                continue
            if both is not None:
                effects[-1] = both
                continue
            if made is None:
                continue
            if not effects and self.scope.line and isinstance(made, t.Instead) and made.of == "sentence":
                made = replace(made, of="line")  # there is no sentence before it in its line
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
            if effects and (each := self.each_time(effects[-1], made)) is not None:
                effects[-1] = each
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
        joins = [word for unit in units for word in unit.join]
        kinds = {word.type for word in joins}
        if {"COMMA_CL", "AND_CL", "OR_CL"} <= kinds and "COLON" not in kinds:  # "A, B, and C or D"
            mixed = next(word for word in joins if word.type == "OR_CL")
            raise Stop("and or", mixed.start, mixed.end, mixed.text)
        then = self.opens_with_then(units[0])
        if len(units) == 1 and self.only_parenthesis(units[0]):
            return self.parenthesis(units[0].clause.row[0]), False
        self.would = False
        led = any(lead.kind in ("when", "to", "time") for unit in units for lead in unit.leads)
        timed = any(word.type in ("TIME", "TIMEL") for word in sentence.tokens)
        self.standing = self.carrier.living and not (self.label_happens or self.setting_up or led or timed)
        return self.chain(units, 1 if self.taken_from(units) else 0), then

    def taken_from(self, units: list[Unit]) -> bool:
        """ "Of all the cards revealed, you choose one": of the group that was shown last, as "one" means anyway."""
        clause = units[0].clause
        row = Row(clause.subject)
        if len(units) < 2 or clause.verb is None or clause.row or clause.aux or not row.is_("PREP", "of", "from among"):
            return False
        shown = self.shown()
        if shown is None or clause.verb.id != shown.verb or units[0].leads or self.join_of(units[1]) != ",":
            return False
        row.take()
        said = row.took("ART", "all the", "the") and row.is_("NOUN", "card") and row.take()
        if not said or not row.done:
            return False
        clause.verb.read = True
        return True

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
            if before is None or not (
                self.more_points(before, part, unit, units[i - 1]) or self.all_at_once(before, part)
            ):
                found.append(part)
                before = part
        order, self.order_said = self.order_said, None
        made = self.combined(found)
        return made if order is None else in_order(made, order)

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

    def all_at_once(self, before: Part, part: Part) -> bool:
        """ "Each player chooses a card and all reveal them at once": what each chose is unseen until all do it."""
        old, new = before.effect, part.effect
        if not isinstance(old, t.ChooseValue) or not isinstance(new, t.Do) or not several_players(old.who):
            return False
        chosen = [arg for arg in new.args if isinstance(arg.value, t.Ref) and arg.value.to == f"bind {old.binds}"]
        everybody = new.who == t.Sel("player", t.Quant("all")) and "simultaneously" in new.mods
        if not everybody or len(chosen) != 1 or part.join != "and" or not isinstance(old.what, t.Sel):
            return False
        args = tuple(replace(arg, value=old.what) if arg is chosen[0] else arg for arg in new.args)
        before.effect = replace(new, who=old.who, args=args, binds=old.binds)
        self.scope.binds = self.last_do = old.binds
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
        self.nothing_ahead()
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
            effect = self.subject_of(effect, inherited, bool(before and before.may and before.causer is None))
            part.subject = inherited
            part.inherits = True
        else:
            effect = self.effect(clause)
            part.subject = self.doer(effect)
            if not said:
                part.subject = None
            if may and part.subject is not None and type_of(part.subject) in PLAYERS:
                part.causer = self.causer
        if self.tail.moment is not None:
            effect = self.at_moment(self.tail.moment, effect)
        if self.now_only and isinstance(effect, t.Change) and isinstance(effect.what, t.Sel):
            loop = t.Ref("loop", "card", "it")
            effect = replace(effect, what=replace(effect.what, quant=t.Quant("all")))
            assert isinstance(effect.what, t.Sel)
            effect = t.Each(effect.what, replace(effect, what=loop))
        elif self.now_only:
            raise Stop("not yet", *clause.span, "currently")
        self.now_only = False
        effect = self.habit(effect, part.subject)
        if self.prospect is not None:
            effect = self.whenever(effect, self.what_will_be(effect, self.doer(effect)), clause)
            part.subject = None
        part.refusal, part.proviso = self.refusal, self.proviso
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

    def nothing_ahead(self) -> None:
        """A new clause: it speaks of nothing that will happen or be refused, until a phrase of it says so."""
        self.prospect = None
        self.refusal = self.proviso = None
        self.causer = None

    def habit(self, effect: t.Effect, subject: t.Value | None) -> t.Effect:
        """ "A Wound played from the Villain Deck goes to …": what stands says it whenever that happens."""
        if not self.standing or self.prospect is not None or not isinstance(subject, t.Sel) or subject.pos is not None:
            return effect
        dids = [p for p in subject.where if isinstance(p, t.Did) and p.period == "game" and not p.negated]
        if len(dids) != 1 or dids[0].by is not None or subject.quant.kind not in ("exactly", "each", "plural"):
            return effect
        places = [p.zones[0] for p in subject.where if isinstance(p, t.InZone)]
        rest = tuple(p for p in subject.where if p is not dids[0] and not isinstance(p, t.InZone))
        one = replace(subject, where=rest)
        changed = self.with_other(effect, subject, one)
        if changed is None or len(places) > 1:
            return effect
        args = tuple(t.Arg("from", place) for place in places)
        who = () if dids[0].who is None else (t.Arg("who", dids[0].who),)
        self.prospect = Prospect(dids[0].event, (*who, *args), dids[0].role, "", "")
        return changed

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
        inner = self.with_other(effect, subject, ref)
        if inner is None:
            raise Stop("not yet", *clause.span, "what will be done")
        if isinstance(inner, t.Do | t.Change | t.Gain | t.Permit | t.When):
            inner = replace(inner, duration="")
        origin = tuple(arg for arg in ahead.args if arg.role == "from")
        others = tuple(arg for arg in ahead.args if arg.role != "from")
        pattern = t.EventPattern(ahead.event, (*others, t.Arg(ahead.role, one), *origin))
        return t.When(pattern, inner, False, ahead.once, duration, "when" if ahead.once else "whenever")

    def with_other(self, effect: t.Effect, old: t.Value, new: t.Value) -> t.Effect | None:
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


__all__ = ["Carrier", "FlatLine", "LabelDecl", "Part", "Sentences", "span"]
