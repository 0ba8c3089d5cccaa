"""Single clauses: declared verbs, points, changes of numbers, roles and keywords, permissions, triggers, the end.

Time stands at the end of its clause, unless something that could take it stands before it: then it is fronted.
"""

from __future__ import annotations

from ..tree import (
    Amount,
    Change,
    Do,
    Effect,
    End,
    EventPattern,
    Gain,
    Get,
    IconValue,
    KeywordValue,
    Num,
    Permit,
    Price,
    RoleValue,
    UseKeyword,
    Value,
    When,
)
from .base import Spoken, Unprintable
from .clauses import CANNOT, Tense
from .english import join_list, quote, sentence, spaced, with_article
from .joins import Joins

_ONCE = {"once per turn": "once per turn, ", "once per game": "once per game, "}


class Effects(Joins):
    def simple(self, effect: Effect) -> str:
        match effect:
            case Do():
                return self.deed(effect)
            case Get():
                return self.get(effect)
            case Change():
                return self.change(effect)
            case Gain():
                return self.gain(effect)
            case UseKeyword():
                return self.use_keyword(effect)
            case Permit():
                return self.permit(effect)
            case When():
                return self.when(effect)
            case End(result=result):
                return self.happening(self.forms.ending(result), (), "present", False)
            case _:
                raise Unprintable(effect, "no effect")

    # -- declared verbs ----------------------------------------
    def deed(self, do: Do) -> str:
        words = self.clause(do.verb, do.args, do.who, mods=do.mods)
        words = spaced([words, self.repeated(do.times)])
        return self.timed(words, self.duration(do.duration), do.times is not None)

    def timed(self, words: str, duration: str, fronted: bool) -> str:
        if not duration:
            return words
        return f"{duration}, {words}" if fronted else f"{words} {duration}"

    # -- points and numbers ----------------------------------------
    def get(self, get: Get) -> str:
        said = self.lead(get.who)
        amounts = join_list([self.amount(a) for a in get.amounts], "or" if get.either else "and")
        only = f", usable only to {self.infinitive(get.only)}" if get.only is not None else ""
        return f"{spaced([said.words, self.get_verb(said), amounts])}{only}"

    def get_verb(self, said: Spoken) -> str:
        return "get" if said.base or (self.bare and not said.words) else "gets"

    def change(self, change: Change) -> str:
        """ "gets +2 …", "costs 1 less", "is worth 2 … more", "has … equal to …"."""
        said = self.lead(change.what)
        many = any(a.per is not None or not isinstance(a.value, Num) for a in change.amounts)
        plain = [self.changed(a, change.mode, said) for a in change.amounts]
        if len({p[0] for p in plain}) == 1:
            words = f"{plain[0][0]} {join_list([p[1] for p in plain])}"
        else:
            words = join_list([f"{verb} {what}" for verb, what in plain])
        duration = self.duration(change.duration)
        words = self.timed(spaced([said.words, words]), duration, many)
        if not change.floor:
            units = join_list([self.forms.word(a.unit) for a in change.amounts])
            words = f"{sentence(words)} this {units} can be less than 0"
        return words

    def changed(self, amount: Amount, mode: str, said: Spoken) -> tuple[str, str]:
        """The verb of a change and what it changes to or by."""
        unit = self.forms.word(amount.unit)
        style = self.forms.number_style(amount.unit)
        times = self.per(amount.per) if amount.per is not None else ""
        if style == "verb":
            verb = self.number_verb(amount.unit, said.base)
            return verb, spaced([self.difference(amount, mode), times])
        if mode == "set":
            verb = "have" if said.base else "has"
            if isinstance(amount.value, Num):
                return verb, spaced([self.digits(amount.value), unit, times])
            return verb, spaced([unit, f"equal to {self.number(amount.value)}", times])
        if style == "worth":
            return ("are worth" if said.base else "is worth"), self.amount(amount)
        verb = "get" if said.base else "gets"
        if mode == "less" and isinstance(amount.value, Num):
            return verb, self.amount(Amount(Num(-amount.value.n), amount.unit, amount.per))
        return verb, self.amount(amount)

    def difference(self, amount: Amount, mode: str) -> str:
        """ "1 less", "2 more", "3"."""
        value = amount.value
        if mode == "set":
            return self.compared("==", value)
        if isinstance(value, Num):
            down = mode == "less" or value.n < 0
            return f"{abs(value.n)} {'less' if down else 'more'}"
        return f"{self.digits(value)} {'less' if mode == 'less' else 'more'}"

    # -- roles, keywords, granted text ----------------------------------------
    def gain(self, gain: Gain) -> str:
        said = self.lead(gain.what)
        base = said.base or (self.bare and not said.words)
        words: list[str] = []
        for give in gain.gives:
            verb, what = self.given(give, gain, base)
            words.append(what if words and verb == words[0].split(" ", 1)[0] else f"{verb} {what}")
        head, *rest = words
        verb = head.split(" ", 1)[0]
        joined = join_list([head, *(w.removeprefix(f"{verb} ") for w in rest)])
        return self.timed(spaced([said.words, joined]), self.duration(gain.duration), False)

    def given(self, give: Value, gain: Gain, base: bool) -> tuple[str, str]:
        match give:
            case IconValue() if not gain.lose:
                be = "are" if base else "is"
                return be, f"{'also ' if gain.also else ''}{self.value(give)}"
            case RoleValue() if not gain.lose:
                count = "count" if base else "counts"
                return (f"also {count}" if gain.also else count), f"as {self.role(give)}"
            case KeywordValue(keyword=keyword, args=args):
                verb = ("lose" if base else "loses") if gain.lose else ("gain" if base else "gains")
                return verb, self.keyword(keyword, args)
            case _:
                verb = ("lose" if base else "loses") if gain.lose else ("gain" if base else "gains")
                return verb, self.value(give)

    def role(self, role: RoleValue) -> str:
        """ "a … … with … equal to its cost plus 2 and "…"": kind, icons, name, numbers, abilities."""
        noun = spaced([self.icons(role.icons), self.forms.word(role.kind)])
        named = f"named {self.value(role.name)}" if role.name is not None else ""
        traits: list[str] = []
        for amount in role.numbers:
            unit = self.forms.word(amount.unit)
            if isinstance(amount.value, Num):
                traits.append(f"{self.digits(amount.value)} {unit}")
            else:
                traits.append(f"{unit} equal to {self.number(amount.value)}")
        traits += [quote(self.line(line)) for line in role.abilities]
        having = f"with {join_list(traits)}" if traits else ""
        return spaced([with_article(noun), named, having])

    # -- keywords ----------------------------------------
    def use_keyword(self, use: UseKeyword) -> str:
        """A keyword alone, as a verb, or as what somebody gets or makes; n times are n words in a row."""
        words = self.keyword(use.keyword, use.args)
        said = self.lead(use.who) if use.form != "label" or use.who is not None else Spoken("", True)
        base = said.base or (self.bare and not said.words)
        match use.form:
            case "make":
                said_words = spaced([said.words, "make" if base else "makes", with_article(words)])
            case "get":
                said_words = spaced([said.words, "get" if base else "gets", words])
            case "have":
                said_words = spaced([said.words, "have" if base else "has", words])
            case _ if said.words and not self.bare:
                said_words = f"{said.words} {self.forms.verb(use.keyword, 'base' if base else 'third')}"
            case _:
                if isinstance(use.times, Num) and use.form == "" and use.times.n > 1:
                    return ", ".join([words] * use.times.n)
                said_words = spaced([said.words, words])
        return spaced([said_words, self.repeated(use.times)])

    # -- permissions ----------------------------------------
    def permit(self, permit: Permit) -> str:
        said = self.lead(permit.who)
        act = self.infinitive_of(permit.act, permit.who)
        price = self.price(permit.price) if permit.price is not None else ""
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
            words = f"{words} {'unless' if permit.unless else 'if'} {self.condition(permit.if_)}"
        return words

    def price(self, price: Price) -> str:
        """ "using only …", "for free", "for 2 less", "as though …"."""
        by = self.digits(price.by) if price.by is not None else ""
        points = join_list([self.forms.word(p) for p in price.points], "or")
        match price.kind:
            case "free":
                return "for free"
            case "less" | "more":
                return f"for {by} {price.kind}"
            case "points":
                return f"using only {points}" if price.only else f"using {points}"
            case "one name":
                return spaced(["using", points, "from only one", self.forms.word(price.attr)])
            case "as though":
                attr = self.forms.word(price.attr) if price.attr else ""
                return spaced(["as though its", attr, f"were {by}"])
            case _:
                return f"for {by}"

    # -- triggers ----------------------------------------
    def when(self, when: When) -> str:
        """ "When …, …", "If … would …, …", "The first time … this turn, …"."""
        event = self.event(when.pattern, when.would)
        duration = self.duration(when.duration)
        match when.once:
            case "first":
                lead = f"the first time {event} {duration or 'each turn'}"
            case "next":
                lead = f"the next time {event} {duration}"
            case once:
                word = "if" if when.would and when.word == "when" else when.word
                lead = f"{_ONCE.get(once, '')}{word} {event} {duration}"
        cond = f", if {self.condition(when.cond)}" if when.cond is not None else ""
        return f"{lead.strip()}{cond}, {self.fresh(when.effect)}"

    def event(self, pattern: EventPattern, would: bool) -> str:
        """What happens, as a finite clause."""
        source = f"by {self.value(pattern.source)}" if pattern.source is not None else ""
        self.reset_subject()
        was, self.bare = self.bare, False
        try:
            tense: Tense = "would" if would else "present"
            return spaced([self.clause(pattern.event, pattern.args, None, tense, passive=True), source])
        finally:
            self.bare = was
