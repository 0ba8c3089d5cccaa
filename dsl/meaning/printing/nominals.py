"""References, names, icons and unions: values that are said as they stand, in the case the sentence asks for.

It knows the closed pronouns of English; nouns inside the form of a reference are looked up, never spelled here.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from cardwright.dsl.words.english import possessive

from ..tree import (
    AbilityRef,
    AbilityValue,
    Arg,
    AttrOf,
    Beside,
    CondValue,
    Count,
    CountValues,
    Effect,
    EffectValue,
    IconValue,
    KeywordValue,
    Named,
    NameValue,
    Num,
    Quant,
    Ref,
    RoleValue,
    Sel,
    Space,
    Union,
    Value,
    ValueSort,
    Zone,
)
from .base import Base, Spoken, Unprintable
from .english import capital, join_list, quote, with_article

OBJECTIVE = {"they": "them", "he": "him", "she": "her", "who": "whom", "i": "me"}
POSSESSIVE = {
    "you": "your",
    "they": "their",
    "them": "their",
    "it": "its",
    "he": "his",
    "she": "her",
    "who": "whose",
    "that": "whose",
    "this": "this card's",
}
_BASE = {"you", "they", "we", "i", "both"}
_PLURAL_STARTS = ("those ", "these ", "the others", "the rest", "both ", "all ")
_ONE = ("that ", "this ")
_MANY = {"cards", "players", "icons"}


class Nominals(Base):
    def ref_words(self, ref: Ref) -> str:
        """The written form of a reference, with the ids of declared nouns in it looked up."""
        if ref.to == "loop" and self.now.relative and ref.form in ("", "loop", "it", "they", "who", "that"):
            return self.now.relative
        many = ref.form.startswith(("those ", "these ")) or (ref.type in _MANY and not ref.form.startswith(_ONE))
        plain, colon, _ = ref.form.partition(":")
        if not colon:
            return ref.form
        head, _, start = plain.rpartition(" ")  # an id goes on to the end: it may hold blanks
        id = ref.form.removeprefix(head).strip(" ")
        assert id.startswith(start)
        return f"{head} {self.forms.word(id, many)}".strip(" ")

    def reference(self, ref: Ref) -> str:
        words = self.ref_words(ref)
        return OBJECTIVE.get(words, words)

    def plural_ref(self, ref: Ref) -> bool:
        words = self.ref_words(ref)
        if words in {"who", "that"}:
            return self.now.many
        if words in _BASE:
            return True
        if words.startswith(_PLURAL_STARTS):
            return words != "the rest" or ref.type in _MANY
        return words in {"those", "these", "them"} or (ref.type in _MANY and not words.startswith(("that ", "this ")))

    # -- entry points ----------------------------------------
    def value(self, value: Value) -> str:
        match value:
            case Ref():
                return self.reference(value)
            case Sel(
                noun="card", quant=Quant(kind="the", n=None), where=(Named(attr="name", value=NameValue(text=text)),)
            ):
                return text if self.is_named(text) and value.pos is None and value.of is None else self.select(value)
            case Sel():
                return self.select(value)
            case Zone() | Space() | Beside():
                return self.place_name(value)
            case Union(parts=(Ref(form=first), Ref(form=second) as other)) if first == second and first:
                return self.reference(replace(other, type="cards"))
            case Union(parts=parts, either=either):
                word = "or" if either else "and"
                return self.one_phrase(parts, word) or join_list([self.value(p) for p in parts], word)
            case NameValue(attr=attr, text=text):
                return quote(text) if attr == "name" else text
            case IconValue(icons=icons):
                return self.icons(icons)
            case KeywordValue(keyword=keyword, args=args):
                return self.keyword(keyword, args)
            case AbilityValue(lines=lines):
                return quote(" ".join(self.line(line) for line in lines))
            case AbilityRef(label=label, of=of, last=last):
                return self.ability_of(label, of, last)
            case EffectValue(effect=effect):
                return self.purpose(effect, None)
            case CondValue(cond=cond):
                return self.condition(cond)
            case RoleValue():
                return self.role(value)
            case ValueSort():
                return self.sort(value)
            case _:
                return self.number(value)

    def subject(self, value: Value) -> Spoken:
        match value:
            case Ref():
                return Spoken(self.ref_words(value), self.plural_ref(value))
            case Sel(quant=quant):
                return Spoken(self.value(value), self.is_many(value) and quant.kind != "each")
            case Union(parts=parts, either=either) if phrase := self.one_phrase(parts, "or" if either else "and"):
                return Spoken(phrase, not either or self.subject(parts[0]).base)
            case Union(parts=parts, either=either):
                said = [self.subject(p) for p in parts]
                words = join_list([s.words for s in said], "or" if either else "and")
                return Spoken(words, said[-1].base if either else True)
            case Space() | Zone():
                words = self.place_name(value)
                return Spoken(words, words.endswith("s") and not words.endswith("ss"))
            case AttrOf() | Count() | CountValues():
                return Spoken(self.number(value), False)
            case _:
                return Spoken(self.value(value), False)

    def one_phrase(self, parts: tuple[Value, ...], word: str) -> str:
        """ "a … or … with a …": selectors that differ in their noun alone."""
        first = parts[0]
        nouns = [p.noun for p in parts if isinstance(p, Sel)]
        if not isinstance(first, Sel) or len(nouns) != len(parts) or ":" not in first.noun:
            return ""
        if len(set(nouns)) != len(nouns) or any(
            replace(p, noun=first.noun) != first for p in parts if isinstance(p, Sel)
        ):
            return ""
        before, self.nouns = self.nouns, (word, tuple(nouns))
        try:
            return self.select(first)
        finally:
            self.nouns = before

    nouns: tuple[str, tuple[str, ...]] = ("", ())

    def ability_of(self, label: str, of: Value, last: bool = False) -> str:
        """ "its … effect", "the … effect of another … in the …"."""
        effect = f"{'last ' if last else ''}{self.forms.word(label)} effect"
        if isinstance(of, Sel) and (of.where or of.chooser is not None):
            return f"the {effect} of {self.value(of)}"
        return f"{self.possessive(of)} {effect}"

    def possessive(self, value: Value) -> str:
        match value:
            case Ref():
                words = self.ref_words(value)
                return POSSESSIVE.get(words) or possessive(words)
            case _:
                return possessive(self.subject(value).words)

    # -- small values ----------------------------------------
    def icon(self, id: str) -> str:
        """ "[Tech]"; the large printed icon of a kind of points is said in words ("a Recruit icon")."""
        if id.startswith("big:"):
            return f"{self.forms.word(id.removeprefix('big:'))} icon"
        return f"[{self.forms.word(id)}]"

    def icons(self, icons: tuple[str, ...]) -> str:
        return "".join(self.icon(i) for i in icons)

    def sort(self, value: ValueSort) -> str:
        if value.options and isinstance(value.options[0], Num):
            return f"{self.slot(value.options[0])} {self.forms.word(value.sort)}"
        if value.options and all(isinstance(o, IconValue) and o.icons[0].startswith("big:") for o in value.options):
            points = [self.forms.word(i.removeprefix("big:")) for o in value.options for i in getattr(o, "icons", ())]
            return join_list(points, "or")
        if value.options:
            return join_list([self.value(o) for o in value.options], "or")
        noun = self.forms.word(value.sort) if ":" in value.sort else value.sort
        if self.now.chosen:
            return f"the {noun} of your choice"
        return noun if ":" in value.sort and self.forms.is_point(value.sort) else with_article(noun)

    def argument(self, args: tuple[Arg, ...], role: str) -> Value | None:
        return next((a.value for a in args if a.role == role), None)

    def keyword(self, id: str, args: tuple[object, ...]) -> str:
        """A keyword as its declaration words it, its slots filled."""
        given = tuple(a for a in args if isinstance(a, Arg))
        for pattern in self.forms.patterns(id):
            if set(pattern.slots) == {a.role for a in given}:
                return self.fill(pattern.words, given)
        return " ".join([self.forms.word(id), *(self.slot(a.value) for a in given)])

    def fill(self, words: str, args: tuple[Arg, ...]) -> str:
        """Puts arguments into `{slots}`; a slot followed by 's is an owner."""
        out = words
        for arg in args:
            slot = "{" + arg.role + "}"
            for owned in (slot + "'s", slot + "'"):
                if owned in out:
                    out = out.replace(owned, self.possessive(arg.value))
            if slot in out:
                opens = out.partition(slot)[0].endswith((": ", "— "))
                out = out.replace(slot, self.opening(arg.value) if opens else self.slot(arg.value))
        given = {arg.role for arg in args}
        if any(piece.split("}")[0] not in given for piece in words.split("{")[1:]):
            raise Unprintable(args[0] if args else NameValue("name", words), f"a slot of “{words}” is empty")
        return out

    def opening(self, value: Value) -> str:
        """An argument behind a colon or a dash: an effect is a sentence of its own there, abilities are not quoted."""
        match value:
            case EffectValue(effect=effect):
                return capital(self.fresh(effect))
            case AbilityValue(lines=lines):
                return " ".join(self.line(line) for line in lines)
            case _:
                return self.slot(value)

    def slot(self, value: Value) -> str:
        """An argument of a keyword, term or event: numbers in digits, icons side by side."""
        with self.saying(digits=isinstance(value, Num), chosen=isinstance(value, ValueSort)):
            return self.value(value)

    # -- said in other layers ----------------------------------------
    @abstractmethod
    def fresh(self, effect: Effect) -> str: ...

    @abstractmethod
    def purpose(self, effect: Effect, who: Value | None) -> str: ...

    def is_named(self, text: str) -> bool:
        return self.forms.is_name(text)

    @abstractmethod
    def is_many(self, sel: Sel) -> bool: ...

    @abstractmethod
    def place_name(self, value: Value) -> str: ...

    @abstractmethod
    def role(self, role: RoleValue) -> str: ...
