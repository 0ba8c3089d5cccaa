"""Verbs with their arguments: the one place that decides word order and agreement.

A verb's declaration gives its frame (which role stands before it, which behind it and with what word); this layer
conjugates it for its subject and sets manner, repetition and time behind it, in that order. Effects, events and history
all say their verbs here. It knows no particular verb; "get", "have" and "be" are function words and are said elsewhere.
"""

from __future__ import annotations

from typing import Literal

from ..tree import Arg, Arith, NameValue, Num, Quant, Ref, RoleValue, Sel, Value, Zone
from .base import Spoken, Unprintable
from .english import number_word, quote, spaced, times_word, with_article
from .forms import Sentence, VerbForm
from .places import Places

Tense = Literal["present", "past", "would", "perfect", "bare"]

PERFORMER_ROLES = ("who", "you", "player", "performer")
_BEFORE_THE_VERB = ("simultaneously", "also", "first")
_EXTRA = {"extra", "more", "additional", "fewer"}
_SAID = {"faceup": "face up", "facedown": "face down"}
FORMS: tuple[VerbForm, ...] = ("base", "third", "past", "participle")
NOBODY = Spoken("", True)
NOT = "n't"
CANNOT = "can't"


def _parted(duration: str) -> list[str]:
    """The words of a duration; a qualified id may hold blanks and stands at the end."""
    head, colon, tail = duration.partition(":")
    words = head.split(" ")
    return [*words[:-1], f"{words[-1]}{colon}{tail}"]


def third_person(verb: str) -> str:
    """The third person of a function-word verb ("choose", "name"); declared verbs bring theirs."""
    return f"{verb}es" if verb.endswith("s") else f"{verb}s"


SINCE = "since the last "  # a period that begins when a card of that kind took effect
TURN = "turn"  # the period that is a turn, whatever a game calls it


class Clauses(Places):
    # -- subjects ----------------------------------------
    def reset_subject(self) -> None:
        """A new sentence: nothing is left out because it was just said."""
        self.said_subject: Value | None = None
        self.said_base = True

    def elided(self, who: Value | None) -> bool:
        return isinstance(who, Ref) and who.form == "" and not (who.to == "loop" and self.now.relative)

    def is_you(self, who: Value | None) -> bool:
        return isinstance(who, Ref) and who.to == "you"

    def lead(self, who: Value | None) -> Spoken:
        """The subject of the next verb: said, waiting to be said, or left out."""
        waiting, self.waiting = self.waiting, None
        if who is None or self.elided(who):
            if waiting is not None:
                self.said_base = waiting.base
                return waiting
            return Spoken("", True if who is None or self.bare else self.said_base)
        if self.bare and (self.is_you(who) or who == self.bare_subject):
            return NOBODY
        if who == self.said_subject and not self.is_you(who) and isinstance(who, Sel | Ref):
            return waiting if waiting is not None else Spoken("", self.said_base)
        said = self.subject(who)
        self.said_subject, self.said_base = who, said.base
        return said

    # -- verbs ----------------------------------------
    def finite(self, verb: str, base: bool, tense: Tense = "present", negated: bool = False) -> str:
        """A declared verb in its tense: "discards", "didn't discard", "would discard"."""
        return self.conjugated({f: self.forms.verb(verb, f) for f in FORMS}, base, tense, negated)

    def conjugated(self, verb: dict[VerbForm, str], base: bool, tense: Tense, negated: bool) -> str:
        match tense:
            case "bare":
                return verb["base"]
            case "past":
                return f"did{NOT} {verb['base']}" if negated else verb["past"]
            case "perfect":
                return f"{'have' if base else 'has'}{NOT if negated else ''} {verb['participle']}"
            case "would":
                return f"would{NOT if negated else ''} {verb['base']}"
            case _:
                if negated:
                    return f"{'do' if base else 'does'}{NOT} {verb['base']}"
                return verb["base" if base else "third"]

    def function_verb(self, verb: str, said: Spoken, past: str | None = None) -> str:
        """A verb of the language itself ("choose"): no set declares it."""
        return spaced([said.words, past or (verb if said.base else third_person(verb))])

    def clause(
        self,
        verb: str,
        args: tuple[Arg, ...],
        who: Value | None,
        tense: Tense = "present",
        negated: bool = False,
        mods: tuple[str, ...] = (),
        passive: bool = False,
    ) -> str:
        """Subject, verb, roles in the order of its frame, manner. An event nobody is said to do is passive."""
        event = self.forms.event(verb)
        if event is not None:
            return self.happening(event, args, tense, negated)
        frame = self.forms.frame(verb)
        who, rest = self.performer(frame.subject, args, who)
        if who is None and passive:
            return self.passive(verb, rest, tense, negated)
        with self.saying(source=frame.moves_subject):
            said = self.lead(who)
        if self.bare and not said.words:
            tense = "bare"
        before = [m for m in mods if m in _BEFORE_THE_VERB]
        after = [self.manner(m) for m in mods if m not in _BEFORE_THE_VERB and m not in _EXTRA]
        was, self.bare = self.bare, False
        try:
            with self.saying(extra=next((m for m in mods if m in _EXTRA), "")):
                roles = self.roles(verb, rest)
        finally:
            self.bare = was
        if len(roles) > 1 and any(a.role == "from" for a in rest) and after:
            roles[1:1], after = after, []
        says = self.finite(verb, said.base, tense, negated)
        if frame.particle and frame.particle in roles:  # "set it aside"
            says = says.removesuffix(f" {frame.particle}")
        words = spaced([said.words, *before, says, *roles, *after])
        return words

    def manner(self, mod: str) -> str:
        """How something is done; "without an Ambush" names the label that does not wait for it."""
        if mod.startswith("without "):
            return f"without {with_article(self.forms.word(mod.removeprefix('without ')))}"
        return _SAID.get(mod, mod)

    def happening(self, event: Sentence, args: tuple[Arg, ...], tense: Tense, negated: bool) -> str:
        """A declared event, its verb in the tense asked for. An argument without a slot is what it is about."""
        slots = f"{event.subject} {event.tail}"
        about = [a for a in args if "{" + a.role + "}" not in slots and a.role not in PERFORMER_ROLES]
        filled = tuple(a for a in args if "{" + a.role + "}" in slots)
        if about:
            said = self.subject(about[0].value)
        else:
            words = self.fill(event.subject, filled)
            one = words.split(" ")[0] in ("a", "an", "each")
            said = Spoken(words, words == "you" or (not one and words.endswith("s") and not words.endswith("ss")))
        verb = self.conjugated(event.verb, said.base, tense, negated)
        return spaced([said.words, verb, self.fill(event.tail, filled)])

    def performer(
        self, subject_role: str, args: tuple[Arg, ...], who: Value | None
    ) -> tuple[Value | None, tuple[Arg, ...]]:
        """Who stands before the verb, and the arguments left to say behind it."""
        names = (subject_role,) if subject_role else PERFORMER_ROLES
        for arg in args:
            if arg.role in names:
                return arg.value, tuple(a for a in args if a is not arg)
        return who, args

    def passive(self, verb: str, args: tuple[Arg, ...], tense: Tense, negated: bool) -> str:
        """ "any … would be …", "a … was …": an event without its performer."""
        first = next((a for a in args if a.role == "cards"), None)
        if first is None:
            raise Unprintable(args[0] if args else Ref("you", "player", "you"), f"nobody does “{verb}”")
        said = self.subject(first.value)
        no = NOT if negated else ""
        match tense:
            case "would":
                be = f"would{no} be"
            case "perfect":
                be = f"{'have' if said.base else 'has'}{no} been"
            case "past":
                be = ("were" if said.base else "was") + no
            case _:
                be = ("are" if said.base else "is") + no
        with self.saying(some=False):
            roles = self.roles(verb, tuple(a for a in args if a is not first))
        words = spaced([said.words, be, self.forms.verb(verb, "participle"), *roles])
        return f"it's {words.removeprefix('it is ')}" if words.startswith("it is ") else words

    def roles(self, verb: str, args: tuple[Arg, ...]) -> list[str]:
        """What it is done to, then the other arguments as they come, each behind the word of its role."""
        frame = self.forms.frame(verb)
        marker = dict(frame.roles)
        said = []
        taken = False
        alone = all(arg.role != "cards" for arg in args)
        for arg in sorted(args, key=lambda a: marker.get(a.role, a.role) != "" and a.role != "counter"):
            if arg.role == "from" and taken:
                said.append(self.place(arg.value))
                continue
            taken = taken or arg.role == "from"
            beside = self.beside_cards(arg, next((a.value for a in args if a.role == "cards"), None))
            if beside:
                said.append(f"{marker.get(arg.role, arg.role)} {beside}")
                continue
            if arg.role == "copy of" and alone:
                said.append(f"a copy of {self.value(arg.value)}")
                continue
            said.append(self.role_words(arg, marker.get(arg.role, arg.role), frame.takes_from))
            if frame.particle and isinstance(arg.value, Ref) and marker.get(arg.role) == "":
                said.append(frame.particle)
        return said

    def beside_cards(self, arg: Arg, cards: Value | None) -> str:
        """What leans on the cards the verb is done to: their noun is not said again, and several are several."""
        match arg.value, cards:
            case Sel(quant=Quant(kind="exactly", n=Num(n=n)), where=()) as other, Sel() if other.noun == cards.noun:
                return number_word(n, self.now.digits) if arg.role == "instead of" else ""
            case RoleValue(kind=kind, name=None), Sel() if kind and arg.value == RoleValue(kind):
                return self.forms.word(kind, True) if self.quant_is_many(cards.quant, cards.pos) else ""
            case _:
                return ""

    def role_words(self, arg: Arg, marker: str, takes_from: bool) -> str:
        match arg.role:
            case "to":
                return self.destination(arg.value, marker)
            case "from" if not takes_from:
                return self.place(arg.value)
            case "from":
                return self.origin(arg.value, marker)
            case "counter":
                return self.value(arg.value)
            case "spaces" if isinstance(arg.value, Num):
                with self.saying(digits=False):
                    return f"{self.value(arg.value)} space{'' if arg.value.n == 1 else 's'}"
            case "spaces" if isinstance(arg.value, Ref):
                return f"{self.value(arg.value)} spaces"
            case "price":
                return self.price_words(arg.value)
            case "ignoring":
                return f", ignoring {self.value(arg.value)}"
            case "during" if isinstance(arg.value, NameValue):
                return f"in the {self.forms.word(arg.value.text)}"
            case "amount":
                return f"by {self.slot(arg.value)}"
            case "copy of":
                return f"as a copy of {self.value(arg.value)}"
            case "as" if isinstance(arg.value, NameValue):
                return f"as {with_article(quote(arg.value.text))}"
            case "cards":
                with self.saying(source=takes_from):
                    return f"{marker} {self.value(arg.value)}".strip()
            case _:
                return f"{marker} {self.value(arg.value)}".strip()

    def price_words(self, price: Value) -> str:
        """ "for 2 less", "for half its cost"."""
        match price:
            case Arith(op="-" | "+" as op, left=Ref(to="price"), right=by):
                return f"for {self.slot(by)} {'less' if op == '-' else 'more'}"
            case _:
                return f"for {self.slot(price)}"

    def origin(self, value: Value, marker: str) -> str:
        if isinstance(value, Zone) and value.place in {"top", "bottom"}:
            return f"{marker} {self.place_name(value)}".strip()
        with self.saying(source=True):
            return self.place(value) if marker == "from" else f"{marker} {self.place_name(value)}".strip()

    # -- repetition and time ----------------------------------------
    def repeated(self, times: Value | None) -> str:
        if times is None:
            return ""
        if isinstance(times, Num):
            return times_word(times.n)
        if isinstance(times, Ref) and times.to == "any number":
            return times.form
        if isinstance(times, Ref) and times.type == "number":
            return f"{self.number(times)} times"
        return self.per(times)

    def period(self, period: str) -> str:
        """Of history: "this turn", "this way", "this fight"."""
        if not period:
            return ""
        if period.startswith(SINCE):
            return SINCE + self.forms.word(period.removeprefix(SINCE))
        return f"this {self.forms.word(period) if ':' in period or period == TURN else period}"

    def limit(self, uses: str) -> str:
        """How often: "once per turn", "once this turn"."""
        return uses.replace(TURN, self.forms.word(TURN))

    def duration(self, duration: str) -> str:
        """How long: "this turn", "this fight", "for the rest of the game"; longer phrases stand as they are."""
        if not duration:
            return ""
        if duration == "game":
            return "for the rest of the game"
        if " " in duration and ":" in duration:  # "until the next …": its noun is declared
            return " ".join(self.forms.word(w) if ":" in w else w for w in _parted(duration))
        if " " in duration:
            return duration
        return self.period(duration)

    # -- state of the sentence ----------------------------------------
    waiting: Spoken | None = None
    bare: bool = False
    bare_subject: Value | None = None
    said_subject: Value | None = None
    said_base: bool = True
