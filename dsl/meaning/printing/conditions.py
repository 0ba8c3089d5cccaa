"""Conditions as finite clauses: existence, possession, comparison, what something is, what happened, what was done.

The same words serve after "if", as relative clauses of selectors (the candidate is then the pronoun of the clause), and
negated. It never says the conjunction itself.
"""

from __future__ import annotations

from dataclasses import replace

from ..tree import (
    AllOf,
    AnyCond,
    Arg,
    AttrOf,
    CanDo,
    Compare,
    Condition,
    Did,
    Done,
    EffectValue,
    Exists,
    Happened,
    HistoryCount,
    InZone,
    Is,
    Last,
    Not,
    NotCond,
    Nth,
    Num,
    OwnedBy,
    Points,
    Quant,
    Ref,
    Sel,
    SlotCond,
    TermCond,
    Value,
    Zone,
)
from .base import Spoken, Unprintable
from .clauses import CANNOT, NOT, Tense
from .english import ORDINALS, join_list, spaced
from .numbers import Numbers

_STATES = {"faceup": "face up", "facedown": "face down"}
YOU = Ref("you", "player", "you")

_ORDINALS = ("first", "second", "third", "fourth", "fifth")


class Conditions(Numbers):
    def condition(self, condition: Condition) -> str:
        match condition:
            case Exists(have=True):
                return self.possession(condition)
            case Exists(what=what):
                return self.existence(what)
            case Compare(left=HistoryCount(did=Happened() as did), op="==", right=Num(n=n)):
                return self.so_far(did, n) or self.comparison(condition)
            case Compare():
                return self.comparison(condition)
            case Is():
                return self.being(condition)
            case Happened(args=args) if args and args[-1].role == "but for":
                left_out = args[-1].value
                assert isinstance(left_out, EffectValue)
                rest = self.condition(replace(condition, args=args[:-1]))
                return f"{rest} other than to {self.infinitive(left_out.effect)}"
            case Happened():
                return self.happened(condition)
            case Done():
                return self.done(condition)
            case CanDo(effect=effect, negated=negated):
                return f"you {CANNOT if negated else 'can'} {self.infinitive(effect)}"
            case Last(kind=kind):
                return f"this is the last {self.forms.word(kind)}"
            case Nth(n=n, did=did, only=only):
                return f"this is {self.which_one('only' if only else ORDINALS[n], did)}"
            case TermCond(term=term, args=args, negated=negated):
                words = self.keyword(term, args)
                return f"it isn't true that {words}" if negated else words
            case NotCond(cond=cond):
                return self.negated(cond)
            case SlotCond(name=name):
                return "{" + name + "}"
            case AllOf(conds=conds) | AnyCond(conds=conds) if (said := self.both(condition, conds)) is not None:
                return said
            case AllOf(conds=conds):
                return " and ".join(self.condition(c) for c in conds)
            case AnyCond(conds=conds):
                return " or ".join(self.condition(c) for c in conds)
            case _:
                raise Unprintable(condition, "no condition")

    def which_one(self, ordinal: str, did: Happened) -> str:
        """ "the third … you played this turn"."""
        roles = {arg.role: arg.value for arg in did.args}
        role = next(role for role in roles if role != "who")
        cards = roles[role]
        assert isinstance(cards, Sel)
        done = Did(did.event, role, roles.get("who"), did.period)
        said = self.select(replace(cards, quant=Quant("the"), where=(*cards.where, done)))
        return said.replace("the ", f"the {ordinal} ", 1)

    def both(self, condition: Condition, conds: tuple[Condition, ...]) -> str | None:
        """ "you have a … and a …": one owner of several things; "you didn't … or … anything": one thing not done in
        several ways."""
        if (said := self.neither(condition, conds)) is not None:
            return said
        owners: list[Value] = []
        things: list[str] = []
        for cond in conds:
            match cond:
                case Exists(what=Sel() as what, have=True, binds=0):
                    owned = [p for p in what.where if isinstance(p, OwnedBy)]
                    if len(owned) != 1:
                        return None
                    owners.append(owned[0].player)
                    things.append(self.select(replace(what, where=tuple(p for p in what.where if p not in owned))))
                case _:
                    return None
        if any(o != owners[0] for o in owners):
            return None
        word = "and" if isinstance(condition, AllOf) else "or"
        return self.has(self.subject(owners[0]), join_list(things, word))

    def neither(self, condition: Condition, conds: tuple[Condition, ...]) -> str | None:
        first, rest = conds[0], conds[1:]
        if not isinstance(condition, AllOf) or not isinstance(first, Happened) or not first.negated:
            return None
        events = [first.event]
        for cond in rest:
            if not isinstance(cond, Happened) or replace(cond, event=first.event, span=first.span) != first:
                return None
            events.append(cond.event)
        if any(self.forms.event(event) for event in events):
            return None
        verbs = [self.forms.verb(event, "base") for event in events]
        said, one = self.condition(first), f"did{NOT} {verbs[0]}"
        return said.replace(one, f"did{NOT} {join_list(verbs, 'or')}", 1) if one in said else None

    def negated(self, cond: Condition) -> str:
        """The opposite, said in the verb."""
        match cond:
            case Is():
                return self.being(cond, negated=True)
            case Happened(negated=negated):
                return self.condition(replace(cond, negated=not negated))
            case Done(form="is you", negated=negated):
                return self.condition(replace(cond, negated=not negated))
            case Done(negated=negated):
                return self.condition(replace(cond, negated=not negated, form="do" if negated else "don't"))
            case CanDo(negated=negated):
                return self.condition(replace(cond, negated=not negated))
            case TermCond(negated=negated):
                return self.condition(replace(cond, negated=not negated))
            case Exists(what=Sel(quant=Quant(kind="any")) as sel) if (said := self.all_do(sel)) is not None:
                return said
            case Exists(have=True):
                return self.possession(cond, negated=True)
            case Exists(what=what):
                return self.existence(what, negated=True)
            case Compare():
                return self.comparison(cond, negated=True)
            case Last(kind=kind):
                return f"this isn't the last {self.forms.word(kind)}"
            case Nth():
                return self.condition(cond).replace("this is", "this isn't", 1)
            case NotCond(cond=inner):
                return self.condition(inner)
            case _:
                raise Unprintable(cond, "no negative")

    # -- existence and possession ----------------------------------------
    def all_do(self, sel: Sel) -> str | None:
        """None of them fails to: "all … cost 2 or less"."""
        fails = [p for p in sel.where if isinstance(p, Not)]
        if len(fails) != 1:
            return None
        rest = tuple(p for p in sel.where if p is not fails[0])
        said = self.subject(replace(sel, quant=Quant("all"), where=rest))
        return f"{said.words} {self.predicate((fails[0].pred,), True)}"

    def existence(self, what: Value, negated: bool = False) -> str:
        said = self.subject(what)
        return f"there {'are' if said.base else 'is'}{NOT if negated else ''} {said.words}"

    def possession(self, condition: Exists, negated: bool = False) -> str:
        """ "you have a …": the owner is the subject and is not said again."""
        what = condition.what
        if isinstance(what, Sel):
            for pred in what.where:
                if isinstance(pred, OwnedBy):
                    rest = replace(what, where=tuple(p for p in what.where if p is not pred))
                    return self.has(self.subject(pred.player), self.select(rest), negated)
            for pred in what.where:
                if isinstance(pred, InZone) and isinstance(pred.zones[0], Zone) and pred.zones[0].owner is not None:
                    return self.has(self.subject(pred.zones[0].owner), self.select(what), negated)
        return self.has(self.subject(YOU), self.value(what), negated)

    def has(self, who: Spoken, what: str, negated: bool = False) -> str:
        if negated:
            return f"{who.words} {'do' if who.base else 'does'}{NOT} have {what}"
        return f"{who.words} {'have' if who.base else 'has'} {what}"

    # -- comparison ----------------------------------------
    def comparison(self, c: Compare, negated: bool = False) -> str:
        match c.left:
            case Points(who=who, point=point, made=made, way=way) if isinstance(c.right, Num):
                said = self.subject(who)
                much = self.at_least(c.op, c.right, self.forms.word(point))
                if way:
                    return f"{said.words} {f'did{NOT} get' if negated else 'got'} {much} this way"
                if made:
                    return f"{said.words} {f'did{NOT} make' if negated else 'made'} {much} {self.period('turn')}"
                return self.has(said, much, negated)
            case AttrOf(of=of, attr=attr, printed=False, fold="") if isinstance(c.right, Num) and self.is_verb(attr):
                said = self.subject(of)
                no = negated != (c.op == "!=")
                negation = f"{'do' if said.base else 'does'}{NOT} " if no else ""
                op = "==" if c.op == "!=" else c.op
                verb = self.number_verb(attr, said.base or bool(negation))
                return f"{said.words} {negation}{verb} {self.compared(op, c.right)}"
            case left:
                said = self.subject(left)
                be = "are" if said.base else "is"
                not_ = NOT if negated != (c.op == "!=") else ""
                return f"{said.words} {be}{not_} {self.compared('==' if c.op == '!=' else c.op, c.right)}"

    def is_verb(self, attr: str) -> bool:
        return ":" in attr and self.forms.number_style(attr) == "verb"

    # -- being ----------------------------------------
    def being(self, c: Is, negated: bool = False) -> str:
        said = self.subject(c.what)
        if isinstance(c.what, Ref) and c.what.form == "" and not self.now.relative:
            words = self.predicate(c.preds, False) if c.preds else f"is {_STATES.get(c.state, c.state)}"
            return words.removeprefix("is ")
        if c.state:
            be = ("were" if said.base else "was") if c.was else ("are" if said.base else "is")
            words = f"{said.words} {be}{NOT if negated else ''} {_STATES.get(c.state, c.state)}"
        else:
            words = f"{said.words} {self.predicate(c.preds, said.base, c.was, negated)}"
        if c.period:
            words = spaced([words, self.period(c.period)])
        return self.contracted(words)

    def contracted(self, words: str) -> str:
        """ "it is" is written "it's"."""
        return f"it's {words.removeprefix('it is ')}" if words.startswith("it is ") else words

    # -- what happened ----------------------------------------
    def so_far(self, did: Happened, n: int) -> str:
        """ "this is the second Hero you played this turn"; "" if it is said by a count only."""
        match did:
            case Happened(
                event=event,
                args=(Arg(role="who", value=who), Arg(role="cards", value=Sel(quant=Quant(kind="exactly")) as one)),
                period=period,
                negated=False,
            ) if 0 < n <= len(_ORDINALS) and one.pos is None and not one.other:
                where = (*one.where, Did(event, "cards", who, period))
                every = self.select(replace(one, quant=Quant("the"), where=where))
                return f"this is the {_ORDINALS[n - 1]} {every.removeprefix('the ')}"
            case _:
                return ""

    def awaited(self, condition: Condition) -> str:
        """A condition something goes on until: what happened is said as what happens."""
        if isinstance(condition, Happened) and condition.period == "way" and not condition.negated:
            return self.happened(condition, awaited=True)
        return self.condition(condition)

    def happened(self, c: Happened, awaited: bool = False) -> str:
        self.reset_subject()
        was, self.bare = self.bare, False
        try:
            tense: Tense = "present" if awaited else "past"
            with self.saying(some=True):
                words = self.clause(c.event, c.args, None, tense=tense, negated=c.negated, passive=True)
        finally:
            self.bare = was
        plain = awaited or (c.period == "way" and not self.forms.frame(c.event).takes_from)
        return words if plain else spaced([words, self.period(c.period)])

    def done(self, c: Done) -> str:
        """ "you do", "who can't", "that player doesn't", "it is you"."""
        if c.form == "is you":
            return "it isn't you" if c.negated else "it is you"
        said = (
            self.subject(c.who)
            if c.who is not None
            else (Spoken(self.now.relative, self.now.many) if self.now.relative else self.subject(YOU))
        )
        if c.form == "can't":
            return f"{said.words} {CANNOT}"
        do = "do" if said.base else "does"
        return f"{said.words} {do}{NOT}" if c.negated or c.form == "don't" else f"{said.words} {do}"
