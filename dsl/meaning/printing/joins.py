"""How clauses stand together: sequences, may, if, choices, loops, repetition, "instead".

An effect is said as one string without its first capital and last stop; where a new sentence starts inside, the string
holds the stop and the capital already. Bullets are lines of their own. It knows no single clause.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from ..tree import (
    Arg,
    Arith,
    Change,
    Choose,
    ChooseValue,
    Count,
    CountValues,
    Do,
    Done,
    Each,
    Effect,
    Exists,
    Gain,
    Get,
    If,
    Instead,
    InZone,
    Is,
    May,
    Nothing,
    Num,
    Pay,
    PayTo,
    Permit,
    Quant,
    Ref,
    Repeat,
    SameEffect,
    Sel,
    Seq,
    UseKeyword,
    Value,
    When,
)
from .base import Spoken, Unprintable
from .clauses import CANNOT
from .conditions import YOU, Conditions
from .english import capital, join_list, number_word, sentence, spaced, stopped

_JOINS = {"and": " and ", "then": ", then ", ",": ", ", "or": " or "}
_STOPS = {".", ". then", "line"}


def last_once(effects: tuple[Effect, ...], joins: tuple[str, ...]) -> list[Effect]:
    """ "A Hero loses X and gains Y this turn": how long is said once, behind what lasts as long."""
    out = list(effects)
    for i, join in enumerate(joins):
        match effects[i], effects[i + 1]:
            case (Change(what=what, duration=duration) | Gain(what=what, duration=duration)) as first, (
                Change(duration=later) | Gain(duration=later)
            ) as second if join == "and" and duration and (duration, what) == (later, second.what):
                out[i] = replace(first, duration="")
    return out


def follow(first: str, second: str) -> str:
    """Two sentences in a row."""
    return f"{stopped(first)} {capital(second)}" if first else second


class Joins(Conditions):
    def effect(self, effect: Effect) -> str:
        match effect:
            case Seq():
                return self.sequence(effect)
            case May(who=who, effect=inner):
                return self.may(who, inner)
            case PayTo():
                return self.pay_to(effect)
            case If():
                return self.conditional(effect)
            case Choose():
                return self.choice(effect)
            case ChooseValue():
                said = self.lead(effect.who)
                verb = self.function_verb(effect.verb, said)
                return spaced([verb, self.value(effect.what)])
            case Each():
                return self.each(effect)
            case Repeat():
                return self.repeat(effect)
            case Instead():
                return self.instead(effect)
            case SameEffect():
                return self.same(effect)
            case Nothing(words=words):
                return words
            case _:
                return self.simple(effect)

    def infinitive(self, effect: Effect) -> str:
        return self.infinitive_of(effect, None)

    def infinitive_of(self, effect: Effect, who: Value | None) -> str:
        """Base form, its subject left out where it is the one just said."""
        before = (self.bare, self.bare_subject)
        self.bare, self.bare_subject = True, who
        try:
            return self.effect(effect)
        finally:
            self.bare, self.bare_subject = before

    def fresh(self, effect: Effect) -> str:
        """An effect that opens a sentence: nothing is left out, nothing is in base form."""
        before = (self.bare, self.bare_subject)
        self.bare, self.bare_subject = False, None
        self.reset_subject()
        try:
            return self.effect(effect)
        finally:
            self.bare, self.bare_subject = before

    # -- one after the other ----------------------------------------
    def sequence(self, seq: Seq) -> str:
        """Clauses with their joins; three and more joined by commas end in ", and"."""
        joins = seq.joins or ("and",) * (len(seq.effects) - 1)
        if set(joins) == {"and"} and (forbidden := self.forbidden_acts(seq.effects)):
            return forbidden
        effects = last_once(seq.effects, joins)
        out = self.effect(effects[0])
        for i, (join, effect) in enumerate(zip(joins, effects[1:], strict=True)):
            if join in _STOPS:
                said = self.fresh(effect)
                led = isinstance(effect, If | When | Each) and not said.startswith("each ")
                then = "" if join != ". then" else "then, " if led else "then "
                out = follow(out, then + said)
                continue
            if join == ":":
                out += ": " + capital(self.fresh(effect))
                continue
            said = self.effect(effect)
            serial = join == "and" and i > 0 and joins[i - 1] == ","
            out += (", and " if serial else _JOINS.get(join, f" {join} ")) + said
        return out

    def forbidden_acts(self, effects: tuple[Effect, ...]) -> str:
        """ "you can't recruit or fight this turn": one prohibition of several acts."""
        first = effects[0]
        if not isinstance(first, Permit) or first.kind != "can't" or first.if_ is not None or first.price is not None:
            return ""
        if any(not isinstance(e, Permit) or replace(e, act=first.act) != first for e in effects):
            return ""
        said = self.lead(first.who)
        acts = [self.infinitive_of(e.act, first.who) for e in effects if isinstance(e, Permit)]
        return spaced([said.words, CANNOT, join_list(acts, "or"), self.duration(first.duration)])

    def is_sentences(self, effect: Effect) -> bool:
        """More than one sentence: a condition or "instead" behind it would be read with the last one only."""
        match effect:
            case Seq(effects=effects, joins=joins):
                return any(j in _STOPS for j in joins) or any(self.is_sentences(e) for e in effects)
            case If(otherwise=otherwise):
                return otherwise is not None or not effect.post
            case Choose(form=form):
                return form in {"choose one", "bullets"}
            case May(effect=inner) | Each(effect=inner) | Instead(effect=inner):
                return self.is_sentences(inner)
            case _:
                return False

    # -- permission and price of a single step ----------------------------------------
    def may(self, who: Value, effect: Effect) -> str:
        said = self.lead(who)
        return spaced([said.words, "may", self.purpose(effect, who)])

    def pay_to(self, effect: PayTo) -> str:
        who = self.payer(effect.cost)
        if not effect.may:
            also = "also " if isinstance(effect.effect, Do) and self.forms.is_priced(effect.effect.verb) else ""
            act = self.infinitive_of(effect.effect, who)
            return f"to {act}, you must {also}{self.infinitive_of(effect.cost, who)}"
        if self.bare:
            return f"{self.infinitive_of(effect.cost, who)} to {self.purpose(effect.effect, who)}"
        said = self.lead(who if who is not None else YOU)
        cost = self.infinitive_of(effect.cost, who)
        return spaced([said.words, "may", cost, "to", self.purpose(effect.effect, who)])

    def payer(self, cost: Effect) -> Value | None:
        """Who does it: what stands before its verb."""
        match cost:
            case Seq(effects=effects):
                return self.payer(effects[0])
            case Do(verb=verb, args=args, who=who):
                return self.performer(self.forms.frame(verb).subject, args, who)[0]
            case Gain(what=what) | Change(what=what):
                return what
            case Get(who=who) | Pay(who=who) | UseKeyword(who=who) | ChooseValue(who=who):
                return who
            case _:
                return None

    def purpose(self, effect: Effect, who: Value | None) -> str:
        """Behind "to": what another one does is said with "have"."""
        if isinstance(effect, When) and (moment := self.moment(effect)):
            return f"{self.purpose(effect.effect, who)} {moment}"
        if isinstance(effect, Each) and effect.form == "subject" and not isinstance(effect.effect, SameEffect):
            self.waiting = Spoken(f"have {self.subject(effect.over).words}", True)
            return self.effect(effect.effect)
        doer = self.payer(effect)
        other = doer is not None and not self.is_you(doer) and not self.elided(doer) and doer != who
        if other and doer is not None:
            return f"have {self.subject(doer).words} {self.infinitive_of(effect, doer)}"
        return self.infinitive_of(effect, who)

    # -- conditions ----------------------------------------
    def conditional(self, effect: If) -> str:
        if isinstance(effect.cond, Is) and effect.cond.state == "active" and self.is_you(effect.cond.what):
            return f"during your {self.forms.word('turn')}, {self.effect(effect.then)}"
        word = "unless" if effect.unless else effect.word
        if effect.post:
            then = self.effect(effect.then)
            return self.otherwise(f"{then} {word} {self.hypothetical(effect)}", effect)
        cond = self.hypothetical(effect)
        was, self.bare = self.bare, False
        try:
            then = self.effect(effect.then)
        finally:
            self.bare = was
        return self.otherwise(f"{word} {cond}, {then}", effect)

    def hypothetical(self, effect: If) -> str:
        waiting, self.waiting = self.waiting, None
        subject = (self.said_subject, self.said_base)
        cond = self.awaited(effect.cond) if effect.unless else self.condition(effect.cond)
        self.waiting = waiting
        self.said_subject, self.said_base = subject
        return cond

    def otherwise(self, words: str, effect: If) -> str:
        """The other branch is a sentence of its own; after "If you do" it opens with the opposite."""
        if effect.otherwise is None:
            return words
        other = self.fresh(effect.otherwise)
        if isinstance(effect.cond, Done) and not effect.cond.negated:
            return follow(words, f"if {self.negated(effect.cond)}, {other}")
        return follow(words, f"otherwise, {other}")

    # -- choices ----------------------------------------
    def choice(self, effect: Choose) -> str:
        match effect.form:
            case "choose one":
                modes = [capital(self.fresh(effect.modes[0])), *(self.fresh(m) for m in effect.modes[1:])]
                said = modes[0] + "".join(f", {m}" for m in modes[1:-1])
                return f"{self.choose(effect)}: {said}, or {modes[-1]}"
            case "bullets":
                return f"{self.choose(effect)}:" + "".join(f"\n- {sentence(self.fresh(m))}" for m in effect.modes)
            case _:
                if effect.who is not None and not self.is_you(effect.who) and not self.elided(effect.who):
                    self.waiting = self.lead(effect.who)
                said_modes = [self.effect(effect.modes[0])]
                subject, base = self.said_subject, self.said_base
                for mode in effect.modes[1:]:
                    self.said_subject, self.said_base = subject, base
                    said_modes.append(self.effect(mode))
                join = ", or else " if effect.form == "or else" else " or "
                if len(said_modes) > 2:
                    return f"{', '.join(said_modes[:-1])},{join if join.startswith(' ') else join[1:]}{said_modes[-1]}"
                return join.join(said_modes)

    def choose(self, effect: Choose) -> str:
        said = self.lead(effect.who)
        once = f" that {'you' if not said.words else 'they'} haven't chosen yet {self.period(effect.once)}"
        return f"{self.function_verb('choose', said)} {number_word(effect.n)}{once if effect.once else ''}"

    # -- loops ----------------------------------------
    def each(self, effect: Each) -> str:
        if effect.form == "subject":
            said = self.lead(effect.over)
            match effect.effect:
                case SameEffect(label=label, of=Ref(to="loop") as of, on=None, edit=None, last=False) if label:
                    verb = "repeat" if said.base else "repeats"
                    times = self.repeated(effect.effect.times)
                    return spaced([said.words, verb, self.ability_of(label, of), times])
            self.waiting = said
            return self.effect(effect.effect)
        if currently := self.currently(effect):
            return currently
        over = self.per(effect.over if isinstance(effect.over, Arith | Count | CountValues) else Count(of=effect.over))
        return f"{over}, {self.fresh(effect.effect)}"

    def currently(self, each: Each) -> str:
        """ "Heroes currently in the … cost 2 less this turn": the set is fixed now, one change for each of it."""
        match each:
            case Each(over=Sel(quant=Quant(kind="all"), pos=None) as over, effect=Change(what=Ref() as one) as change):
                where = [p for p in over.where if isinstance(p, InZone)]
                if len(where) != 1 or not change.duration or one.to != "loop":
                    return ""
                place = self.location(where[0].zones, "or")
                words = self.select(replace(over, quant=Quant("plural")))
                self.waiting = Spoken(words.replace(f" {place}", f" currently {place}", 1), True)
                return self.effect(replace(change, what=replace(one, form="")))
            case _:
                return ""

    def repeat(self, effect: Repeat) -> str:
        words = "repeat this process" if effect.effect is None else self.effect(self.one_by_one(effect))
        fronted = isinstance(effect.effect, Seq | May | PayTo)
        if fronted and effect.times is not None and not isinstance(effect.times, Num):
            return f"{self.repeated(effect.times)}, {words}"
        times = self.repeated(effect.times) if effect.until is None else ""
        until = f"until {self.shown_at_last(effect)}" if effect.until is not None else ""
        return spaced([words, times, until])

    def shown_at_last(self, repeat: Repeat) -> str:
        """ "reveal cards until you reveal a …": one among those is what was waited for."""
        assert repeat.until is not None
        match repeat.effect, repeat.until:
            case Do(verb=verb, who=None), Exists(what=Sel(of=Ref()) as what):
                return f"you {self.forms.verb(verb, 'base')} {self.select(replace(what, of=None))}"
            case _:
                return self.awaited(repeat.until)

    def one_by_one(self, repeat: Repeat) -> Effect:
        """ "draw cards until …": one at a time is said as many."""
        match repeat.effect:
            case Do(args=(Arg(role="cards", value=Sel(quant=Quant(kind="exactly", n=Num(n=1))) as sel), *rest)) as do:
                if repeat.until is not None:
                    many = replace(sel, quant=Quant("up to", repeat.times) if repeat.times else Quant("plural"))
                    return replace(do, args=(Arg("cards", many), *rest))
                return do
            case Effect() as effect:
                return effect
            case _:
                raise Unprintable(repeat, "nothing to repeat")

    # -- what replaces or repeats ----------------------------------------
    def instead(self, effect: Instead) -> str:
        if effect.both:
            return "instead, do both"
        if isinstance(effect.effect, Nothing):
            return "prevent it"
        if effect.of == "line":
            return f"instead, {self.fresh(effect.effect)}"
        said = self.effect(effect.effect)
        if isinstance(effect.effect, Seq | If | Choose | Each) or self.is_sentences(effect.effect):
            return f"instead {said}"
        return f"{said} instead"

    def same(self, effect: SameEffect) -> str:
        if effect.on is not None:
            return f"do the same thing {effect.prep} {self.value(effect.on)}"
        if effect.label:
            if effect.of is not None:
                words = f"do {self.ability_of(effect.label, effect.of, effect.last)}"
            else:
                words = f"do the {self.forms.word(effect.label)} effect"
        elif effect.of is not None:
            words = f"copy the effects of {self.value(effect.of)}"
        else:
            words = "same effect"
        times = self.repeated(effect.times)
        edit = f", but {self.effect(effect.edit)}" if effect.edit is not None else ""
        match effect.edit:
            case ChooseValue(who=None, what=Ref(to="you")):
                edit = ", choosing yourself"
            case ChooseValue(who=None, what=what, binds=0):
                edit = f", choosing {self.value(what)}" if effect.label else f", but with {self.value(what)}"
        return f"{spaced([words, times])}{edit}"

    # -- said in other layers ----------------------------------------
    @abstractmethod
    def moment(self, when: When) -> str: ...

    @abstractmethod
    def simple(self, effect: Effect) -> str: ...
