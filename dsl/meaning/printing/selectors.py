"""Selectors: determiner, count, adjectives, noun, where, and what else must hold, in that order.

What is said of the candidates before the noun, behind it or in a relative clause is decided in predicates.py. The owner
is said in the determiner where the quantity allows it ("one of your …"), else behind the noun ("each … you have").
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.words.english import plural

from ..tree import (
    Arith,
    AttrOf,
    Count,
    Did,
    Fits,
    Happened,
    Named,
    NameValue,
    Num,
    OwnedBy,
    Pos,
    Pred,
    Quant,
    Ref,
    Sel,
    Value,
)
from .base import Unprintable
from .being import Being
from .english import join_list, number_word, with_article
from .predicates import order_of

_ALWAYS_MANY = {"any number", "all", "no", "plural", "half"}
_ALWAYS_ONE = {"each", "any"}
_WITH = "with "
_NEUTRAL = {"top", "bottom"}
_SUPERLATIVE = {"highest", "lowest"}


class Selectors(Being):
    # -- number ----------------------------------------
    def is_many(self, sel: Sel) -> bool:
        if sel.quant.kind == "any" and sel.noun != "player" and self.now.some:
            return True
        return self.quant_is_many(sel.quant, sel.pos)

    def quant_is_many(self, quant: Quant, pos: Pos | None) -> bool:
        if quant.kind == "plural" and pos is not None and pos.n is None and pos.kind not in _NEUTRAL:
            return False
        if quant.kind in _ALWAYS_MANY:
            return True
        if quant.kind in _ALWAYS_ONE:
            return False
        n = quant.n if quant.n is not None else (pos.n if pos else None)
        return not (n is None or (isinstance(n, Num) and n.n == 1 and not n.half))

    # -- whole selectors ----------------------------------------
    def select(self, sel: Sel) -> str:
        extreme = sel.pos is not None and sel.pos.kind in _SUPERLATIVE
        if (
            sel.of is not None
            and not extreme
            and (sel.noun in {"card", "player"} and not any(self.goes_before(p, sel) for p in sel.where))
        ):
            return self.partitive(sel, sel.of)
        if sel.of is not None:
            return f"{self.select(replace(sel, of=None))} from among {self.reference(sel.of)}"
        owner, rest = self.take_owner(sel)
        many = self.is_many(sel)
        one_of = sel.pos is not None and sel.quant.kind == "exactly"
        noun = self.noun_phrase(replace(sel, where=rest), many or one_of, keep_owner=owner, agrees=not one_of)
        if owner is not None:
            return self.owned(sel, owner, noun, many)
        return self.finish(sel, self.determined(sel.quant, noun, sel.pos, sel.other))

    def counted(self, sel: Sel) -> str:
        """Behind "for each": one candidate, without a determiner; its owner is said behind the noun."""
        if sel.of is not None and (sel.where or sel.noun not in ("card", "player")):
            return f"{self.counted(replace(sel, of=None))} among {self.reference(sel.of)}"
        if sel.of is not None:
            return f"of {self.reference(sel.of)}"
        noun = self.noun_phrase(sel, False)
        return self.finish(sel, f"other {noun}" if sel.other else noun)

    def several(self, value: Value) -> str:
        """Behind "the number of", "among", "the most": all candidates, without a determiner."""
        if not isinstance(value, Sel):
            return self.value(value)
        if value.of is not None and (value.where or value.noun not in ("card", "player")):
            return f"{self.several(replace(value, of=None))} among {self.reference(value.of)}"
        if value.of is not None:
            return self.reference(value.of)
        if value.quant.kind == "the" and value.quant.n is None and value.pos is None:
            return f"the {self.several(replace(value, quant=Quant('plural')))}"
        if value.quant.kind in {"exactly", "up to", "at least", "the", "random"}:
            return self.select(value)
        owner, rest = self.take_owner(replace(value, quant=Quant("plural")))
        noun = self.noun_phrase(replace(value, where=rest), True, keep_owner=owner)
        if owner is not None:
            words = f"other {noun}" if value.other else noun
            return self.finish(value, f"{self.possessive(owner)} {words}")
        return self.finish(value, f"other {noun}" if value.other else noun)

    # -- the owner ----------------------------------------
    def take_owner(self, sel: Sel) -> tuple[Value | None, tuple[Pred, ...]]:
        """The owner that the determiner says, and the predicates left for the noun. Behind "each", "any", "no" and "at
        least" the owner stays behind the noun: "each Villain you have"."""
        if sel.quant.kind in {"each", "any", "no", "at least", "random"} and sel.pos is None:
            return None, sel.where
        for i, pred in enumerate(sel.where):
            if isinstance(pred, OwnedBy):
                return pred.player, sel.where[:i] + sel.where[i + 1 :]
            if isinstance(pred, Named) and isinstance(pred.value, Ref) and pred.value.form == "it":
                return pred.value, sel.where[:i] + sel.where[i + 1 :]
        return None, sel.where

    def owned(self, sel: Sel, owner: Value, noun: str, many: bool) -> str:
        """ "your highest-cost …", "one of your …", "all your …", "another of your …"."""
        whose = self.possessive(owner)
        kind = sel.quant.kind
        if sel.pos is not None:
            return self.finish(sel, self.determined(sel.quant, noun, sel.pos, sel.other, whose))
        several = replace(sel, where=self.without(sel.where, owner))
        plural = noun if many else self.noun_phrase(several, True, owner, agrees=False)
        rest = f"other {plural}" if sel.other else plural
        match kind:
            case "plural" | "the":
                words = f"{whose} {'other ' if sel.other else ''}{noun}"
            case "all":
                words = f"all {whose} {rest}"
            case "half":
                words = f"half {whose} {rest}"
            case "any number":
                words = f"any number of {whose} {rest}"
            case "exactly" | "up to":
                words = f"{self.how_many(sel.quant)} of {whose} {rest}"
            case _:
                raise Unprintable(sel, f"an owner before “{kind}”")
        return self.finish(sel, words)

    def without(self, where: tuple[Pred, ...], owner: Value) -> tuple[Pred, ...]:
        return tuple(p for p in where if not (isinstance(p, OwnedBy) and p.player == owner))

    # -- the parts ----------------------------------------
    def partitive(self, sel: Sel, of: Ref) -> str:
        """ "one of them", "any number of those cards"; alone if the group is not said ("discard one")."""
        group = self.reference(of)
        kind: str = sel.quant.kind
        head: str
        with self.saying(relative=""):
            tail = self.behind(sel, self.is_many(sel))
        match kind:
            case "all" | "each" | "any" | "any number":
                head = sel.quant.kind
            case "no":
                head = "none"
            case "half":
                return f"half of {group}" if group else "half"
            case _:
                head = "another" if sel.other and not self.is_many(sel) else self.how_many(sel.quant)
        if kind == "random":
            tail = f"{tail} at random".strip()
        if group.startswith("the ") and kind == "all":
            return " ".join(w for w in (f"all {group}", tail) if w)
        return " ".join(w for w in (head, f"of {group}" if group else "", tail) if w)

    def noun_phrase(self, sel: Sel, many: bool, keep_owner: Value | None = None, agrees: bool = True) -> str:
        """Adjectives, noun and everything behind it. `keep_owner` = the determiner says the owner; `agrees` is false
        for "one of your … that costs 3": the noun is plural, what is said of it singular."""
        coined = self.coined(sel)
        if coined is not None:
            sel = replace(sel, where=tuple(p for p in sel.where if p is not coined))
        before = self.before(sel)
        if coined is not None:
            noun = plural(self.coined_word(coined)) if many else self.coined_word(coined)
        else:
            noun = self.noun_word(sel, many)
        extra, chooser = self.now.extra, ""
        if extra in {"fewer", "more"} and not many:
            extra = f"one {extra}"
        if any(isinstance(p, Did) and p.extra for p in sel.where):
            extra = "extra"
        if sel.chooser is not None:
            chooser = f"of {self.possessive(sel.chooser)} choice"
        with self.saying(extra=""):
            return " ".join(w for w in (extra, *before, noun, chooser, self.behind(sel, many and agrees)) if w)

    def coined(self, sel: Sel) -> Named | None:
        """The noun that this text coined for the candidates: it takes the place of "card"."""
        if sel.noun != "card":
            return None
        return next((p for p in sel.where if isinstance(p, Named) and self.is_coined(self.coined_word(p))), None)

    coined_here: frozenset[str] = frozenset()

    def is_coined(self, name: str) -> bool:
        return name in self.coined_here or self.forms.is_coined(name)

    def coined_word(self, pred: Named) -> str:
        return pred.value.text if pred.attr == "name" and isinstance(pred.value, NameValue) else ""

    def behind(self, sel: Sel, many: bool) -> str:
        """Where the candidates are and what else holds of them, in canonical order."""
        said = [
            self.post(pred, sel, many, "or")
            for pred in sorted(sel.where, key=order_of)
            if not (self.goes_before(pred, sel) or self.says_so(pred, sel.pos))
        ]
        if sel.pos is not None and sel.pos.kind in _SUPERLATIVE and not self.compounds(sel.pos):
            said.append(self.superlative(sel.pos))
        out: list[str] = []
        for words in said:
            if out and out[-1].startswith(_WITH) and words.startswith(_WITH) and " the " not in words:
                words = f"and {words.removeprefix(_WITH)}"
            out.append(words)
        return " ".join(s for s in out if s)

    def says_so(self, pred: Pred, pos: Pos | None) -> bool:
        """ "who revealed the highest cost" says of itself that they revealed something."""
        match pred, pos:
            case Fits(cond=Happened(event=did)), Pos(by=AttrOf(of=Sel(where=(Did(event=shown),)))):
                return did == shown
            case _:
                return False

    def superlative(self, pos: Pos) -> str:
        """ "with the highest …", "with the most …"."""
        if isinstance(pos.by, Count) and isinstance(pos.by.of, Sel):
            with self.saying(source=False):
                return f"with the {'most' if pos.kind == 'highest' else 'fewest'} {self.owned_by_them(pos.by.of)}"
        match pos.by:
            case AttrOf(of=Sel(where=(Did(event=event),)), attr=attr):
                return f"who {self.forms.verb(event, 'past')} the {pos.kind} {self.forms.word(attr)}"
        if pos.by is not None:
            return f"with the {pos.kind} {self.number(pos.by)}"
        return f"with the {pos.kind} {self.forms.word(pos.attr or '')}"

    def owned_by_them(self, sel: Sel) -> str:
        """What a player with the most of it has; that it is the player's goes without saying."""
        where = tuple(p for p in sel.where if not (isinstance(p, OwnedBy) and self.is_candidate(p.player)))
        return self.several(replace(sel, where=where))

    def compounds(self, pos: Pos) -> bool:
        return pos.attr is not None and self.forms.number_style(pos.attr) == "verb"

    def finish(self, sel: Sel, words: str) -> str:
        if sel.pos is not None and sel.pos.ties:
            counted = sel.pos.by is not None and not isinstance(sel.pos.by, AttrOf)
            most = {"highest": "most", "lowest": "fewest"}.get(sel.pos.kind) if counted else None
            words = f"{words} (or tied for {most or sel.pos.kind})"
        if sel.quant.n is not None and self.per_player(sel.quant.n) is not None:
            return f"{words} per player"
        kept = self.down_to(sel)
        if kept is not None and len(sel.where) == 1 and isinstance(sel.where[0], OwnedBy):
            return f"all but {self.number(kept)} of {self.possessive(sel.where[0].player)} {self.noun_word(sel, True)}"
        if kept is not None:
            return f"down to {self.number(kept)} {self.noun_word(sel, kept != Num(1))}"
        match sel.quant.n:
            case Arith(op="+", left=Num(n=1), right=number):
                return f"more {words} than {self.number(number)}"
        if sel.quant.n is not None and self.is_computed(sel.quant.n):
            words = f"{words} equal to {self.number(sel.quant.n)}"
        return words

    def down_to(self, sel: Sel) -> Num | Ref | None:
        """All but so many of them: "down to four cards"."""
        match sel.quant.n:
            case Arith(op="-", left=Count(of=Sel(noun=noun, where=where)), right=Num() | Ref() as kept):
                return kept if noun == sel.noun and where == sel.where and sel.quant.kind == "exactly" else None
            case _:
                return None

    def noun_word(self, sel: Sel, many: bool) -> str:
        word, nouns = self.nouns
        if nouns and nouns[0] == sel.noun:
            self.nouns = ("", ())
            return join_list([self.forms.word(n, many) for n in nouns], word)
        return self.forms.word(sel.noun, many) if ":" in sel.noun else sel.noun + ("s" if many else "")

    def is_computed(self, n: Value) -> bool:
        return not isinstance(n, Num | Ref) and self.per_player(n) is None

    def per_player(self, n: Value) -> Num | None:
        """So many for each player of the game."""
        match n:
            case Arith(op="*", left=Num() as times, right=Count(of=Sel(noun="player", where=(), other=False))):
                return times
            case Arith(op="*", left=Count(of=Sel(noun="player", where=(), other=False)), right=Num() as times):
                return times
            case _:
                return None

    # -- determiners ----------------------------------------
    def how_many(self, quant: Quant) -> str:
        """The bare quantity: "two", "up to three", "that many"; nothing for one said behind the noun."""
        n = quant.n
        if n is None:
            words = "one"
        elif isinstance(n, Num):
            words = number_word(n.n, self.now.digits)
        elif isinstance(n, Ref):
            words = self.ref_words(n)
        elif (each := self.per_player(n)) is not None:
            words = number_word(each.n, self.now.digits)
        else:
            words = ""
        if quant.kind == "from" and isinstance(n, Num):
            return join_list([number_word(each, self.now.digits) for each in range(quant.least, n.n + 1)], "or")
        if quant.kind == "precisely":
            return f"exactly {words}".strip()
        return f"{quant.kind} {words}".strip() if quant.kind in {"up to", "at least"} else words

    def determined(self, quant: Quant, noun: str, pos: Pos | None, other: bool, whose: str = "") -> str:
        """Determiner, position and noun: "a card", "the top two cards", "their highest-cost …", "another …"."""
        if pos is not None:
            return self.positioned(quant, noun, pos, other, whose)
        one = quant.n is None or (isinstance(quant.n, Num) and quant.n.n == 1 and not quant.n.half)
        another = f"other {noun}" if other else noun
        match quant.kind:
            case "exactly" if one and noun.startswith("one "):
                return noun
            case "exactly" if one:
                return f"another {noun}" if other else with_article(noun)
            case "exactly" | "precisely" | "up to" | "at least" | "from":
                return f"{self.how_many(quant)} {another}".strip()
            case "random":
                count = "" if one else self.how_many(quant)
                return f"{count} random {another}".strip() if count else f"a random {another}"
            case "any number":
                return f"any number of {another}"
            case "the":
                count = "" if quant.n is None else self.how_many(quant)
                return " ".join(w for w in ("the", count, another) if w)
            case "plural":
                return another
            case "half":
                return f"half the {another}"
            case "all" | "each" | "any" | "no" as kind:
                return f"{kind} {another}"
            case kind:
                raise ValueError(kind)

    def positioned(self, quant: Quant, noun: str, pos: Pos, other: bool, whose: str) -> str:
        """ "the top two cards of …", "the two rightmost …", "one of the two leftmost …"."""
        word = pos.kind
        if pos.kind in _SUPERLATIVE:
            word = f"{pos.kind}-{self.forms.word(pos.attr)}" if pos.attr and self.compounds(pos) else ""
        if quant.kind == "exactly" and pos.n is None and isinstance(quant.n, Num) and quant.n.n == 1:
            return f"one of {self.positioned(Quant('plural'), noun, pos, other, whose)}"
        n = pos.n if pos.n is not None else (quant.n if quant.kind in {"the", "exactly"} else None)
        single = n is None or (isinstance(n, Num) and n.n == 1)
        count = "" if single or n is None else self.how_many(Quant("exactly", n=n))
        outward = pos.kind in {"leftmost", "rightmost"} or pos.kind in _SUPERLATIVE
        middle = (count, word) if outward else (word, count)
        return " ".join(w for w in (whose or "the", *middle, "other" if other else "", noun) if w)
