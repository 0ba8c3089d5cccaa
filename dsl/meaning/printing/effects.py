"""Single clauses: declared verbs, points, changes of numbers, roles and keywords, permissions, triggers, the end.

Time stands at the end of its clause, unless something that could take it stands before it: then it is fronted.
"""

from __future__ import annotations

from ..tree import (
    AbilityValue,
    Amount,
    Arg,
    AttrOf,
    Change,
    Do,
    Effect,
    End,
    Gain,
    Get,
    IconValue,
    KeywordValue,
    Make,
    NameValue,
    Num,
    Pay,
    Permit,
    Points,
    Ref,
    RoleValue,
    Sel,
    SlotEffect,
    UseKeyword,
    Value,
    When,
)
from .base import Spoken, Unprintable
from .english import join_list, quote, spaced, with_article
from .joins import follow
from .standing import Standing


class Effects(Standing):
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
            case Make():
                return self.make(effect)
            case UseKeyword():
                return self.use_keyword(effect)
            case Permit():
                return self.permit(effect)
            case When():
                return self.when(effect)
            case End(result=result):
                return self.forms.ending(result)
            case Pay():
                return self.pay(effect)
            case SlotEffect(name=name):
                return "{" + name + "}"
            case _:
                raise Unprintable(effect, "no effect")

    # -- declared verbs ----------------------------------------
    def deed(self, do: Do) -> str:
        """A declared verb with its arguments; "discard down to four cards" instead of a difference of counts."""
        if (start := self.starting(do)) is not None:
            return start
        words = self.clause(do.verb, do.args, do.who, mods=do.mods)
        words = spaced([words, self.repeated(do.times)])
        return self.timed(words, self.duration(do.duration), do.times is not None)

    def starting(self, do: Do) -> str | None:
        """ "The … starts at 10": what a counter is set to."""
        match do:
            case Do(verb="set", args=(Arg(role="counter", value=counter), Arg(role="amount", value=amount))):
                return f"{self.value(counter)} starts at {self.slot(amount)}"
            case _:
                return None

    # -- points and numbers ----------------------------------------
    def get(self, get: Get) -> str:
        said = self.lead(get.who)
        amounts = self.printed(get) or join_list([self.amount(a) for a in get.amounts], "or" if get.either else "and")
        only = f", usable only to {self.infinitive(get.only)}" if get.only is not None else ""
        return f"{spaced([said.words, self.get_verb(said), amounts])}{only}"

    def printed(self, get: Get) -> str:
        """ "its printed … and printed …": several printed numbers of the same cards."""
        owner: Value | None = None
        units: list[str] = []
        for amount in get.amounts:
            match amount.value:
                case AttrOf(of=of, attr=attr, printed=True, fold="") if attr == amount.unit and amount.per is None:
                    if owner is not None and of != owner:
                        return ""
                    owner = of
                    units.append(f"printed {self.forms.word(attr)}")
                case _:
                    return ""
        if owner is None or len(units) < 2 or get.either:
            return ""
        return f"{self.possessive(owner)} {join_list(units)}"

    def make(self, make: Make) -> str:
        """ "… make Recruit instead of Attack": somebody may have cards do so, or they do."""
        given, usual = self.forms.word(make.given), self.forms.word(make.usual)
        points = f"{given} instead of {usual}"
        if self.bare:
            return f"have {self.value(make.what)} make {points}"
        said = self.lead(make.what)
        time = f" {self.period('turn')}" if isinstance(make.what, Sel) else ""
        return f"{said.words} {'make' if said.base else 'makes'} {points}{time}"

    def pay(self, pay: Pay) -> str:
        """ "pay 3 …", "lose all your … and …"."""
        said = self.lead(pay.who)
        base = said.base or (self.bare and not said.words)
        word = "or" if pay.either else "and"
        lost = [self.forms.word(a.unit) for a in pay.amounts if isinstance(a.value, Points)]
        if len(lost) == len(pay.amounts) and isinstance(pay.amounts[0].value, Points):
            what = f"all {self.possessive(pay.amounts[0].value.who)} {join_list(lost, word)}"
        else:
            what = join_list([self.cost(a) for a in pay.amounts], word)
        return spaced([said.words, self.forms.verb(pay.verb, "base" if base else "third"), what])

    def cost(self, amount: Amount) -> str:
        """An amount that is given up: digits without a sign."""
        if not amount.unit:
            return self.value(amount.value)
        unit = self.forms.word(amount.unit)
        times = self.per(amount.per) if amount.per is not None else ""
        if isinstance(amount.value, Num | Ref):
            return spaced([self.digits(amount.value), unit, times])
        return spaced([unit, f"equal to {self.number(amount.value)}", times])

    def get_verb(self, said: Spoken) -> str:
        return "get" if said.base or (self.bare and not said.words) else "gets"

    def change(self, change: Change) -> str:
        """ "gets +2 …", "costs 1 less", "is worth 2 … more", "has … equal to …"."""
        if change.mode == "set" and len(change.amounts) == 1 and self.forms.is_point(change.amounts[0].unit):
            return self.defined(change, change.amounts[0])
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
            words = follow(words, f"this {units} can be less than 0")
        return words

    def defined(self, change: Change, amount: Amount) -> str:
        """ "Its … is equal to twice its …": a value in place of the printed one."""
        value = self.compared("==", amount.value)
        times = self.per(amount.per) if amount.per is not None else ""
        words = spaced([self.possessive(change.what), self.forms.word(amount.unit), "is", value, times])
        return self.timed(words, self.duration(change.duration), False)

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
                verb = verb if style != "worth" else "are worth" if said.base else "is worth"
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
        if len(gain.gives) == 2 and not gain.lose and all(isinstance(g, IconValue | AttrOf) for g in gain.gives):
            both = join_list([self.copied(g) for g in gain.gives])
            words = f"{'are' if base else 'is'} both {both}"
            return self.timed(spaced([said.words, words]), self.duration(gain.duration), False)
        parts: list[str] = []
        for give in gain.gives:
            verb, what = self.given(give, gain, base)
            parts.append(what if parts and verb == parts[0].split(" ", 1)[0] else f"{verb} {what}")
        head, *rest = parts
        verb = head.split(" ", 1)[0]
        joined = join_list([head, *(w.removeprefix(f"{verb} ") for w in rest)])
        times = self.per(gain.times) if gain.times is not None else ""
        return self.timed(spaced([said.words, joined, times]), self.duration(gain.duration), bool(times))

    def copied(self, value: Value) -> str:
        """ "[Covert]", "the copied classes": what a card is besides."""
        if isinstance(value, AttrOf) and isinstance(value.of, Ref):
            return f"{self.ref_words(value.of)} {self.forms.word(value.attr, True)}"
        return self.value(value)

    def given(self, give: Value, gain: Gain, base: bool) -> tuple[str, str]:
        match give:
            case IconValue() if not gain.lose:
                be = "are" if base else "is"
                return be, f"{'also ' if gain.also else ''}{self.value(give)}"
            case RoleValue(kind="card", name=NameValue(text=text)) if not gain.lose and not gain.also:
                return "are" if base else "is", with_article(quote(text))  # "Each Twist is a "Rift.""
            case RoleValue() if not gain.lose:
                if not gain.also:
                    return "become" if base else "becomes", self.role(give)
                return "count" if base else "counts", f"as {self.role(give)}"
            case KeywordValue(keyword=keyword, args=args) if gain.times is not None and not gain.lose:
                return "have" if base else "has", self.keyword(keyword, args)
            case AbilityValue() if not gain.lose and not gain.duration:
                return "have" if base else "has", self.value(give)
            case KeywordValue(keyword=keyword, args=args):
                verb = ("lose" if base else "loses") if gain.lose else ("gain" if base else "gains")
                return verb, self.keyword(keyword, args)
            case _:
                verb = ("lose" if base else "loses") if gain.lose else ("gain" if base else "gains")
                return verb, self.value(give)

    def role(self, role: RoleValue) -> str:
        """ "a 5 … "Wave" … worth 4 …", "a … with … equal to its cost plus 2 and "…"": all that a role says."""
        before: list[str] = []
        behind: list[str] = []
        traits: list[str] = []
        for amount in role.numbers:
            unit = self.forms.word(amount.unit)
            if not isinstance(amount.value, Num):
                traits.append(f"{unit} equal to {self.number(amount.value)}")
            elif self.forms.is_point(amount.unit):
                before.append(f"{self.digits(amount.value)} {unit}")
            else:
                behind.append(f"worth {self.digits(amount.value)} {unit}")
        name = role.name
        if isinstance(name, NameValue):
            known = name.attr != "name" or self.forms.is_name(name.text)
            before.append(name.text if known else quote(name.text))
        elif name is not None:
            behind.insert(0, f"named {self.value(name)}")
        noun = spaced([*before, self.icons(role.icons), self.forms.word(role.kind)])
        traits += [quote(self.line(line)) for line in role.abilities]
        having = f"with {self.trait_list(traits)}" if traits else ""
        return spaced([with_article(noun), *behind, having])

    def trait_list(self, traits: list[str]) -> str:
        """As any list, but a quotation has its own stop and no comma behind it."""
        if len(traits) > 2 and traits[-2].endswith('"'):
            return f"{', '.join(traits[:-1])} and {traits[-1]}"
        return join_list(traits)

    # -- keywords ----------------------------------------
    def use_keyword(self, use: UseKeyword) -> str:
        """A keyword alone, as a verb, or as what somebody gets or makes; n times are n words in a row."""
        words = self.keyword(use.keyword, use.args)
        said = self.lead(use.who) if use.form != "label" or use.who is not None else Spoken("", True)
        base = said.base or (self.bare and not said.words)
        match use.form:
            case "gives":
                return f"{words} gives {join_list([self.amount(one) for one in use.giving], 'and')}"
            case "make":
                said_words = spaced([said.words, "make" if base else "makes", with_article(words)])
            case "get":
                said_words = spaced([said.words, "get" if base else "gets", words])
            case "have":
                said_words = spaced([said.words, "have" if base else "has", words])
            case _ if said.words and not self.bare:
                verb = self.forms.verb(use.keyword, "base" if base else "third")
                behind = words.split(" ")[len(verb.split(" ")) :] if use.args else []  # what fills its slots
                said_words = spaced([said.words, verb, *behind])
            case _:
                if isinstance(use.times, Num) and use.times.n == 2 and not use.instead and not use.using:
                    return spaced([said.words, "Doubled" if use.form == "doubled" else "Double", words])
                said_words = spaced([said.words, words])
        said_words = spaced([said_words, self.repeated(use.times)])
        if use.instead:
            given, usual = (self.forms.word(point) for point in use.instead)
            said_words = f"{said_words}, getting {given} instead of {usual}"
        if use.using:
            given, usual = (self.value(place) for place in use.using)
            said_words = f"{said_words}, using {given} instead of {usual}"
        return said_words
