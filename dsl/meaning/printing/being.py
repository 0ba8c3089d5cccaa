"""What is said of a subject that is named already: "is a Villain", "costs 3 or less", "has a Bystander".

The same predicates as in predicates.py, as finite clauses; a kind takes the other predicates with it.
"""

from __future__ import annotations

from abc import abstractmethod

from ..tree import (
    AnyOf,
    Compare,
    Count,
    Did,
    Fits,
    HasIcon,
    HasKeyword,
    Holds,
    IsKind,
    Named,
    NameValue,
    NoIcon,
    Not,
    Num,
    Number,
    Pred,
    Quant,
    Sel,
    Value,
)
from .clauses import NOT
from .english import ORDINALS, join_list, quote, with_article
from .predicates import Predicates, order_of


class Being(Predicates):
    # -- said of a subject ----------------------------------------
    def predicate(self, preds: tuple[Pred, ...], base: bool, was: bool = False, negated: bool = False) -> str:
        """ "is a [Tech] …", "isn't …", "costs 3 or less", "has a …"; several are joined by "and"."""
        be = ("were" if base else "was") if was else ("are" if base else "is")
        if negated:
            be = f"{be}{NOT}"
        if len(preds) == 1 and (ordinal := self.ordinal(preds[0])):
            return f"{be} {ordinal}"
        nouns = [p for p in preds if isinstance(p, IsKind) and not p.printed and not self.forms.is_adjective(p.kind)]
        if len(nouns) == 1:
            return self.said_as_noun(nouns[0], preds, be, base)
        return join_list([self.said(p, be, base, was, negated) for p in sorted(preds, key=order_of)], "and")

    def ordinal(self, pred: Pred) -> str:
        """ "the only … you played this turn", "the second …": a count of what happened so far."""
        match pred:
            case Fits(cond=Compare(left=Count(of=Sel() as sel), op="==", right=Num(n=n))) if 1 <= n < len(ORDINALS):
                with self.saying(relative="", source=False):
                    return f"the {ORDINALS[n]} {self.noun_phrase(sel, False)}"
            case _:
                return ""

    def said_as_noun(self, noun: IsKind, preds: tuple[Pred, ...], be: str, base: bool) -> str:
        """A kind takes the other predicates with it: "is a [Tech] … that costs 3 or less"."""
        rest = tuple(p for p in preds if p is not noun)
        quant = Quant("plural") if base else Quant("exactly", n=Num(1))
        with self.saying(relative=""):
            return f"{be} {self.select(Sel(noun.kind, quant, rest))}"

    def said(self, pred: Pred, be: str, base: bool, was: bool, negated: bool) -> str:
        have = ("have" if base else "has") if not was else "had"
        if negated:
            have = "didn't have" if was else ("don't have" if base else "doesn't have")
        match pred:
            case Not(pred=IsKind()) if self.goes_before(pred) and not negated:
                return f"{be} {self.adjective(pred)}"
            case Not(pred=inner):
                return self.predicate((inner,), base, was, not negated)
            case IsKind(kind=kind, printed=True):
                return f"{be} a printed {self.forms.word(kind)}"
            case IsKind(kind=kind):
                return f"{be} {self.forms.word(kind)}"
            case HasIcon(icon=icon) if not icon.startswith("big:"):
                return f"{be} {self.icon(icon)}"
            case AnyOf(preds=preds) if all(isinstance(p, IsKind | HasIcon) for p in preds):
                return f"{be} {self.alternatives(preds, base)}"
            case Named(attr="name", value=value):
                return f"{be} named {quote(value.text) if isinstance(value, NameValue) else self.value(value)}"
            case Number(value=Value() as value, attr=attr, printed=False, op=op) if op != "!=" and not was:
                if self.forms.number_style(attr) == "verb":
                    negation = ("don't " if base else "doesn't ") if negated else ""
                    return f"{negation}{self.number_verb(attr, base or negated)} {self.compared(op, value)}"
                return f"{have} {self.number_said(pred)}"
            case Holds(cards=cards):
                return f"{have} {self.held(cards)}"
            case HasKeyword(keyword=keyword, args=args):
                return f"{have} {self.keyword(keyword, args)}"
            case HasIcon(icon=icon):
                return f"{have} {with_article(self.icon(icon))}"
            case NoIcon(family=family):
                return f"{have} no {self.forms.word(family)}"
            case Did(who=Value()) if pred.role == "cards":
                noun = self.select(Sel("card", Quant("plural" if base else "exactly"), (pred,)))
                return f"{be} {noun}"
            case Did() if pred.who is None:
                return f"{'was' if not base else 'were'}{NOT if negated else ''} {self.did(pred, '')}"
            case _:
                phrase = self.post(pred, Sel("card", Quant("any")), base, "or")
                for lead in ("that ", "who "):
                    if phrase.startswith(lead):
                        return phrase.removeprefix(lead)
                return f"{be} {phrase}"

    def number_said(self, pred: Number) -> str:
        """ "4 … or less", "… greater than the number of …"."""
        word = self.forms.word(pred.attr)
        value = pred.value
        assert value is not None
        if isinstance(value, Num) and pred.op not in {"<", ">", "!="}:
            return f"{self.digits(value)} {word}{ {'<=': ' or less', '>=': ' or more'}.get(pred.op, '') }"
        return f"{word} {self.compared(pred.op, value)}"

    def alternatives(self, preds: tuple[Pred, ...], base: bool) -> str:
        said: list[str] = []
        for p in preds:
            if isinstance(p, IsKind) and not self.forms.is_adjective(p.kind):
                noun = self.forms.word(p.kind, base)
                said.append(noun if base else with_article(noun))
            else:
                said.append(self.adjective(p))
        return join_list(said, "or")

    # -- said in other layers ----------------------------------------
    @abstractmethod
    def noun_phrase(self, sel: Sel, many: bool, keep_owner: Value | None = None, agrees: bool = True) -> str: ...
