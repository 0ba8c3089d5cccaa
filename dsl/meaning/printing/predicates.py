"""What is said of a selector's candidates: adjectives before the noun, phrases and relative clauses behind it.

`order_of` is the canonical order of predicates; the same order makes two selectors that say the same equal. A predicate
that no adjective or phrase says becomes a relative clause, made of the same conditions as everywhere.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from ..belonging import outnumbered
from ..tree import (
    AllOf,
    AnyOf,
    AttachedTo,
    AttrOf,
    Compare,
    CountValues,
    Did,
    Different,
    Fits,
    HasDigit,
    HasIcon,
    HasIconRef,
    HasKeyword,
    Holds,
    InZone,
    Is,
    IsKind,
    Named,
    NameHas,
    NameValue,
    NoIcon,
    Not,
    Num,
    Number,
    OwnedBy,
    Pos,
    Pred,
    Ref,
    Sel,
    Value,
)
from .base import Unprintable
from .clauses import Clauses
from .english import join_list, quote, spaced, with_article
from .nominals import POSSESSIVE

_ORDER: tuple[type[Pred], ...] = (
    IsKind,
    HasIcon,
    Named,
    AnyOf,
    InZone,
    NameHas,
    AttachedTo,
    OwnedBy,
    Did,
    HasIconRef,
    NoIcon,
    HasDigit,
    Holds,
    HasKeyword,
    Different,
    Number,
    Not,
    Fits,
)


def order_of(pred: Pred) -> int:
    """The place of a predicate in the canonical order."""
    inner = pred
    while isinstance(inner, Not):
        inner = inner.pred
    if isinstance(inner, AnyOf) and inner.preds:
        return order_of(inner.preds[0])
    if isinstance(inner, HasIcon) and inner.icon.startswith("big:"):
        return _ORDER.index(NoIcon)
    return _ORDER.index(type(inner))


_SIDES = {"left", "right"}
_STATES = {"faceup": "face-up", "facedown": "face-down"}
OR_LESS = {"<=": " or less", ">=": " or more"}


class Predicates(Clauses):
    # -- before the noun ----------------------------------------
    def goes_before(self, pred: Pred, sel: Sel | None = None) -> bool:
        match pred:
            case HasIcon(icon=icon):
                return not icon.startswith("big:")
            case IsKind(kind=kind, printed=printed):
                return printed or self.forms.is_adjective(kind)
            case Named(attr=attr, value=NameValue()):
                return attr != "name"
            case Not(pred=HasIcon() | IsKind() | Named() as inner):
                return self.goes_before(inner)
            case Fits(cond=Is(what=Ref(to="loop"), preds=(), state=state, was=False)):
                return state not in _SIDES
            case Did(who=None, period="now"):
                return True
            case Different(attr="card"):
                return True
            case HasIconRef(family="", of=Ref(to=to), none=False):
                return to.startswith("param ")
            case HasKeyword(keyword=keyword, args=()):
                return bool(self.forms.patterns(keyword))
            case AnyOf(preds=preds):
                return all(self.goes_before(p) and not isinstance(p, Not) for p in preds)
            case _:
                return False

    def before(self, sel: Sel) -> list[str]:
        """The adjectives, in canonical order: what kind, which icons, whose name."""
        return [self.adjective(p) for p in sorted(sel.where, key=order_of) if self.goes_before(p, sel)]

    def adjective(self, pred: Pred) -> str:
        match pred:
            case HasIcon(icon=icon):
                return self.icon(icon)
            case IsKind(kind=kind, printed=printed):
                return f"printed {self.forms.word(kind)}" if printed else self.forms.word(kind)
            case Named(value=NameValue(text=text)):
                return text
            case Not(pred=inner):
                return f"non-{self.adjective(inner)}"
            case Fits(cond=Is(state=state)):
                return _STATES.get(state, state)
            case Did(event=event):
                return self.forms.verb(event, "participle").replace(" ", "-")
            case Different():
                return "different"
            case HasIconRef(of=of):
                return self.value(of)
            case HasKeyword(keyword=keyword):
                return self.forms.word(keyword)
            case AnyOf(preds=preds):
                return join_list([self.adjective(p) for p in preds], "or")
            case _:
                raise Unprintable(pred, "no adjective")

    # -- behind the noun ----------------------------------------
    def post(self, pred: Pred, sel: Sel, many: bool, joint: str) -> str:
        """A phrase behind the noun, or a relative clause."""
        who = "who" if sel.noun == "player" else "that"
        match pred:
            case InZone(zones=zones):
                return self.location(zones, joint, sel.pos)
            case AttachedTo(host=Ref(form=form) as host) if form in POSSESSIVE and form != "this" and " " not in form:
                said = self.subject(host)
                return f"{said.words} {'have' if said.base else 'has'}"
            case AttachedTo(host=host):
                holder = self.forms.holder()
                how = f"{self.forms.verb(holder, 'participle')} by" if holder else "attached to"
                return f"{how} {self.value(host)}"
            case Fits(cond=Is(what=Ref(to="loop"), preds=(), state=state)) if state in _SIDES:
                return f"on your {state}"
            case OwnedBy(player=player):
                said = self.subject(player)
                return f"{said.words} {'have' if said.base else 'has'}"
            case HasIcon(icon=icon):
                return f"with {with_article(self.icon(icon))}"
            case Not(pred=HasIcon(icon=icon)) if icon.startswith("big:"):
                return f"with no {self.icon(icon)}"
            case NoIcon(family=family):
                return f"with no {self.forms.word(family)}"
            case HasIconRef():
                return self.icon_ref(pred)
            case Named(attr="name", value=value):
                return f"named {self.value(value)}"
            case Named(attr=attr, value=value):
                return f"with {self.name_ref(attr, value)}"
            case NameHas(attr=attr, words=words):
                return f"with {join_list([quote(word) for word in words], 'or')} in its {self.attribute(attr)}"
            case HasDigit(digit=digit):
                return f"with the digit {digit}"
            case Holds(cards=cards):
                return f"with {self.held(cards)}"
            case Not(pred=Holds(cards=cards)):
                return f"without {self.held(cards)}"
            case HasKeyword(keyword=keyword, args=args):
                return f"with {self.keyword(keyword, args)}"
            case Not(pred=HasKeyword(keyword=keyword, args=args)):
                return f"without {self.keyword(keyword, args)}"
            case Number() if (phrase := self.number_phrase(pred, who, many)) is not None:
                return phrase
            case AnyOf(preds=preds) if (listed := self.number_list(preds, who, many)) is not None:
                return listed
            case Different(attr=attr, run=True):
                return f"with consecutive {self.attribute(attr, True)}"
            case Different(attr=attr, same=same):
                word = self.attribute(attr, not same)
                return f"with the same {word}" if same else f"with different {word}"
            case Did():
                return self.did(pred, who)
            case Fits(cond=Is(what=held, preds=(AttachedTo(host=Ref(to="loop")),))):
                said = self.subject(held)
                return f"{said.words} {'are' if said.base else 'is'} attached to"
            case Fits(cond=Compare() as cond) if (found := outnumbered(cond)) is not None:
                cards, op, player = found
                rest = replace(cards, where=tuple(p for p in cards.where if not isinstance(p, OwnedBy)))
                return f"with {'more' if op == '>' else 'fewer'} {self.several(rest)} than {self.value(player)}"
            case Fits(cond=Compare(left=CountValues(attr=attr, of=Ref(to="loop")), op=op, right=Num() | Ref() as n)):
                return f"with {self.icons_counted(attr, op, n)}"
            case Fits(cond=AllOf(conds=(Is(preds=(Number(attr=attr, op=">=", value=Num() as low),)), Is() as high))):
                return f"that {self.number_verb(attr, many)} between {self.digits(low)} and {self.upper(high)}"
            case Fits(cond=cond):
                with self.saying(relative=who, many=many, source=False):
                    return self.condition(cond)
            case _:
                with self.saying(relative=who, many=many, source=False):
                    return f"{who} {self.predicate((pred,), base=many)}"

    def held(self, cards: Sel) -> str:
        """What a player or card has; that it is theirs goes without saying."""
        with self.saying(source=False):
            return self.select(cards)

    def attribute(self, attr: str, plural: bool = False) -> str:
        if ":" in attr:
            return self.forms.word(attr, plural)
        return f"card {attr}" + ("s" if plural else "")

    def icon_ref(self, pred: HasIconRef) -> str:
        family = self.forms.word(pred.family) if pred.family else "icon"
        if isinstance(pred.of, Ref) and pred.of.type in {"icon", "icons"}:
            if pred.none:
                return f"that isn't {self.value(pred.of)}"
            return f"{'of' if pred.family else 'with'} {self.value(pred.of)}"
        if isinstance(pred.of, Ref) and pred.of.form == "":
            return f"of the same {family}"
        verb = "doesn't share" if pred.none else "shares"
        return f"that {verb} {with_article(family)} with {self.value(pred.of)}"

    def name_ref(self, attr: str, value: Value) -> str:
        if isinstance(value, NameValue):
            return f"{self.attribute(attr)} {self.value(value)}"
        if isinstance(value, AttrOf) and isinstance(value.of, Ref) and value.attr == attr:
            if value.of.form == "":
                return f"that {self.attribute(attr)}"
            return f"the same {self.attribute(attr)} as {self.value(value.of)}"
        return self.value(value)

    # -- numbers of the candidate ----------------------------------------
    def number_phrase(self, pred: Number, who: str, many: bool) -> str | None:
        """ "that costs 3 or less", "worth 2 VP", "with 4 … or less"; None if only a relative clause says it."""
        style = self.forms.number_style(pred.attr)
        word = self.forms.word(pred.attr)
        if self.is_same(pred):
            if pred.op == "==" and style == "verb":
                return f"that {self.number_verb(pred.attr, many)} the same"
            return f"with the same {word}{OR_LESS.get(pred.op, '')}"
        match pred:
            case Number(op="==", value=AttrOf(of=Sel() as one, attr=attr, fold="")) if attr == pred.attr:
                return f"with the same {word} as {self.select(one)}"
        if pred.parity is not None:
            return (
                f"with {pred.parity}-numbered {self.forms.word(pred.attr, True)}"
                if many
                else (f"with {with_article(f'{pred.parity}-numbered {word}')}")
            )
        if pred.value is None or pred.printed:
            return None
        if pred.op == "!=":
            return None
        if style == "verb" and (isinstance(pred.value, Num | Ref) or pred.op in {"<", ">"}):
            than = self.compared(pred.op, pred.value).replace("greater than", "more than")
            return f"that {self.number_verb(pred.attr, many)} {than}"
        if pred.op in {"<", ">"} and not isinstance(pred.value, Num):
            return f"with {'less' if pred.op == '<' else 'more'} {word} than {self.set_beside(pred.attr, pred.value)}"
        if not isinstance(pred.value, Num) or pred.op in {"<", ">"}:
            return f"with {word} {self.compared(pred.op, pred.value)}"
        amount = self.digits(pred.value)
        tail = OR_LESS.get(pred.op, "")
        return f"worth {amount} {word}{tail}" if style == "worth" else f"with {amount} {word}{tail}"

    def icons_counted(self, attr: str, op: str, n: Num | Ref) -> str:
        """ "two or more teams", "exactly one team"."""
        lead = {"==": "exactly ", "<": "fewer than ", ">": "more than "}.get(op, "")
        return f"{lead}{self.number(n)}{OR_LESS.get(op, '')} {self.attribute(attr, n != Num(1))}"

    def set_beside(self, attr: str, value: Value) -> str:
        """What a number is compared with: the card alone if it is the same number of one."""
        match value:
            case AttrOf(of=of, attr=same, printed=False, fold="") if same == attr and not (
                isinstance(of, Ref) and (of.type != "card" or not of.form)
            ):
                return self.value(of)
            case _:
                return self.digits(value)

    def upper(self, high: Is) -> str:
        """The upper end of a range."""
        match high.preds:
            case (Number(op="<=", value=Num() as value),):
                return self.digits(value)
            case _:
                raise Unprintable(high, "no range")

    def is_same(self, pred: Number) -> bool:
        """Compared with the same number of the card spoken of."""
        match pred.value:
            case AttrOf(of=Ref(form=""), attr=attr, printed=False, fold=""):
                return attr == pred.attr and pred.op in {"==", "<=", ">="}
            case _:
                return False

    def digits(self, value: Value) -> str:
        with self.saying(digits=True):
            return self.number(value)

    def number_verb(self, attr: str, base: bool) -> str:
        """The verb that a number of this style is: a declared number "…" is said as "that …s 3"."""
        word = self.forms.word(attr)
        return word if base else f"{word}s"

    def number_list(self, preds: tuple[Pred, ...], who: str, many: bool) -> str | None:
        """ "that costs 1, 2, or 4"."""
        numbers = [p for p in preds if isinstance(p, Number) and p.op == "==" and p.value is not None]
        if len(numbers) != len(preds) or len({(n.attr, n.printed) for n in numbers}) != 1 or numbers[0].printed:
            return None
        values = join_list([self.digits(n.value) for n in numbers if n.value is not None], "or")
        word = self.forms.word(numbers[0].attr)
        match self.forms.number_style(numbers[0].attr):
            case "verb":
                return f"that {self.number_verb(numbers[0].attr, many)} {values}"
            case "worth":
                return f"worth {values} {word}"
            case _:
                return f"with {values} {word}"

    # -- history ----------------------------------------
    def did(self, pred: Did, who: str) -> str:
        """ "you played this turn", "KO'd this way", "discarded by … this fight", "who drew a card this turn"."""
        frame = self.forms.frame(pred.event)
        by = f"by {self.value(pred.by)}" if pred.by is not None else ""
        when = self.period(pred.period)
        if pred.role in {"player", "you", frame.subject or "player"} and pred.role != "cards":
            verb = self.finite(pred.event, base=True, tense="past", negated=pred.negated)
            return spaced([who, verb, by, when])
        if pred.who is not None:
            verb = self.finite(pred.event, base=True, tense="past", negated=pred.negated)
            said = self.subject(pred.who).words
            return spaced(["that" if pred.negated else "", said, verb, by, when])
        participle = self.forms.verb(pred.event, "participle")
        return spaced(["not" if pred.negated else "", participle, by, when])

    # -- said in other layers ----------------------------------------
    def is_candidate(self, value: Value) -> bool:
        return isinstance(value, Ref) and value.to == "loop"

    @abstractmethod
    def compounds(self, pos: Pos) -> bool: ...
