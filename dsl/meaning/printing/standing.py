"""What holds for a time: permissions with their prices, and what happens when something does.

Time stands at the end of its clause, unless something that could take it stands before it: then it is fronted.
"""

from __future__ import annotations

from dataclasses import replace

from ..tree import (
    Arg,
    Change,
    Do,
    EventPattern,
    HasIcon,
    InZone,
    Num,
    Permit,
    Price,
    Quant,
    Ref,
    Sel,
    Value,
    When,
)
from .clauses import CANNOT, TURN, Tense
from .english import join_list, spaced
from .joins import Joins

ONCE_PER = {f"once per {of}": f"once per {of}, " for of in ("turn", "game")} | {"once this turn": "once this turn, "}


class Standing(Joins):
    # -- permissions ----------------------------------------
    def permit(self, permit: Permit) -> str:
        said = self.lead(permit.who)
        if permit.price is not None and permit.price.kind == "one name" and permit.kind == "only":
            name = self.forms.word(permit.price.attr)
            return f"to {self.infinitive_of(permit.act, permit.who)}, spend points from only one {name}"
        if isinstance(permit.who, Sel) and permit.who.quant.kind == "any" and (passive := self.forbidden(permit)):
            return passive
        act = self.infinitive_of(permit.act, permit.who)
        price = self.price(permit.price) if permit.price is not None else ""
        if permit.price is not None and permit.price.kind == "points" and permit.price.attr:
            bare = isinstance(permit.act, Do) and not permit.act.args and ":" not in permit.act.verb
            act, price = (act, price) if bare else ("use", f"{price} to {act}")
        match permit.kind:
            case "can't":
                words = spaced([said.words, CANNOT, act, price])
            case "only":
                words = spaced([said.words, "can", act, "only" if not price.startswith("using only") else "", price])
            case "must also":
                words = spaced(["to", f"{act},", said.words, "must also", price])
            case _:
                words = spaced([said.words, "may", act, price])
        duration = self.duration(permit.duration)
        if permit.uses == 1 and duration:
            words = f"once {duration}, {words}"
        else:
            words = self.timed(words, duration, False)
            words = f"once, {words}" if permit.uses == 1 else words
        if permit.if_ is not None:
            word = "unless" if permit.unless else ("while" if permit.kind == "can't" else "if")
            words = f"{words} {word} {self.condition(permit.if_)}"
        return words

    def forbidden(self, permit: Permit) -> str:
        """ "… can't be fought": what nobody may do, said of the cards."""
        self.reset_subject()
        match permit:
            case Permit(
                kind="can't" | "may" as kind,
                act=Do(verb=verb, args=(Arg(role="cards", value=cards), *rest)),
                price=None,
                if_=None,
            ):
                said = self.subject(cards)
                can = CANNOT if kind == CANNOT else "can"
                words = spaced(
                    [said.words, can, "be", self.forms.verb(verb, "participle"), *self.roles(verb, tuple(rest))]
                )
                return self.timed(words, self.duration(permit.duration), False)
            case Permit(
                kind="only",
                act=Do(verb=verb, args=(Arg(role="cards", value=cards),)),
                price=Price(kind="points", attr="") as price,
                unless=False,
                uses=0,
            ):
                said = self.subject(cards)
                paid = self.price(replace(price, only=False))
                words = spaced([said.words, "can be", self.forms.verb(verb, "participle"), "only", paid])
                words = self.timed(words, self.duration(permit.duration), False)
                return words if permit.if_ is None else f"{words} if {self.condition(permit.if_)}"
            case _:
                return ""

    def price(self, price: Price) -> str:
        """ "using only …", "for free", "for 2 less", "as if its … were …"."""
        by = self.digits(price.by) if price.by is not None else ""
        points = join_list([self.forms.word(p) for p in price.points], "or")
        match price.kind:
            case "free":
                return "for free"
            case "less" | "more":
                return f"for {by} {price.kind}"
            case "points" if price.attr:
                return f"{points} as {self.forms.word(price.attr)}"
            case "points" if len(price.points) > 1 and not price.only:
                mixed = f"with any combination of {join_list([self.forms.word(p) for p in price.points])}"
                return f"{mixed}, spending at least 1 of each" if price.each else mixed
            case "points":
                return f"using only {points}" if price.only else f"using {points}"
            case "one name":
                return spaced(["using", points, "from only one", self.forms.word(price.attr)])
            case "gate":
                return f"with {self.number(price.by)}" if price.by is not None else ""
            case "as if":
                return f"as if its {self.forms.word(price.attr)} were {by}"
            case _:
                return f"for {by}"

    # -- triggers ----------------------------------------
    def when(self, when: When) -> str:
        """ "When …, …", "If … would …, …", "The first time … this turn, …"."""
        moment = self.moment(when)
        if moment:
            return f"{moment}, {self.fresh(when.effect)}"
        if any_of_them := self.whichever(when):
            return any_of_them
        event = self.event(when.pattern, when.would)
        duration = self.duration(when.duration)
        if when.word == "if" and when.cond is not None and not when.would:
            asked = self.condition(when.cond)
            return f"if {asked} {spaced(['when', event, duration])}, {self.fresh(when.effect)}"
        match when.once:
            case "first":
                lead = f"the first time {event} {duration or self.limit(f'each {TURN}')}"
            case "next":
                lead = f"the next time {event} {duration}"
            case once:
                word = "if" if when.would and when.word == "when" and not when.pattern.plural else when.word
                lead = f"{self.limit(ONCE_PER.get(once, ''))}{word} {event} {duration}"
        cond = f", if {self.condition(when.cond)}" if when.cond is not None else ""
        return f"{lead.strip()}{cond}, {self.fresh(when.effect)}"

    def whichever(self, when: When) -> str:
        """ "Any … you fight this turn gets …": a number that is another for whichever card it will be."""
        match when:
            case When(
                pattern=EventPattern(
                    event=verb,
                    args=(
                        Arg(role="who", value=Ref(to="you") as who),
                        Arg(role="cards", value=Sel(quant=Quant(kind="exactly", n=Num(n=1))) as one),
                    ),
                    source=None,
                ),
                effect=Change(what=Ref(to="event") as it, duration="") as change,
                cond=None,
                would=False,
                once="",
                word="whenever",
                duration=period,
            ) if (
                period and one.pos is None and not one.other and all(isinstance(p, InZone | HasIcon) for p in one.where)
            ):
                places = tuple(p for p in one.where if isinstance(p, InZone))
                bare = replace(one, quant=Quant("any"), where=tuple(p for p in one.where if p not in places))
                where = [self.location(p.zones, "or") for p in places]
                lead = [self.select(bare), self.subject(who).words, self.forms.verb(verb, "base"), *where]
                said = self.fresh(change).removeprefix(f"{self.reference(it)} ")
                return spaced([*lead, self.duration(period), said])
            case _:
                return ""

    def moment(self, when: When) -> str:
        """ "at the end of this …", "at the start of your next …": a declared event of a period."""
        if when.once != "next" or when.cond is not None or self.forms.event(when.pattern.event) is not None:
            return ""
        if when.duration and not when.pattern.args and self.forms.fills(when.pattern.event):
            return f"at the end of this {when.duration}"  # what comes there then
        does, _, period = self.forms.verb(when.pattern.event, "base").partition(" a ")
        match does:
            case "end" if period:
                return f"at the end of this {period}"
            case "begin" if period:
                return f"at the start of your next {period}"
            case _:
                return ""

    def maker(self, source: Value) -> str:
        """Whose effect it is: "a card effect", "an enemy's effect"."""
        if isinstance(source, Sel) and source.noun == "card" and not source.where:
            return f"{self.select(source)} effect"
        return f"{self.possessive(source)} effect"

    def event(self, pattern: EventPattern, would: bool) -> str:
        """What happens, as a finite clause."""
        self.reset_subject()
        was, self.bare = self.bare, False
        try:
            if pattern.source is None:
                with self.saying(some=pattern.plural):
                    return self.clause(pattern.event, pattern.args, None, "would" if would else "present", passive=True)
            if not any(arg.role in ("who", "subject") for arg in pattern.args):
                tense: Tense = "would" if would else "present"
                done = self.clause(pattern.event, pattern.args, None, tense, passive=True)
                return f"{done} by {self.maker(pattern.source)}"
            makes = "would make" if would else "makes"
            made = self.clause(pattern.event, pattern.args, None, "bare")
            return f"{self.maker(pattern.source)} {makes} {made}"
        finally:
            self.bare = was

    def timed(self, words: str, duration: str, fronted: bool) -> str:
        if not duration:
            return words
        if words.endswith('."'):
            words = words.removesuffix('."') + '"'
        return f"{duration}, {words}" if fronted else f"{words} {duration}"
