"""Permissions and prohibitions: "can't", "may only", an act of the rules for a time or at another price."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Unit, Word
from cardwright.dsl.words import Verb as VerbDecl

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, Tail

STAND_FOR = frozenset(("use", "spend", "pay"))  # what points may do as points of another kind


class Permits(Base):
    # -- permissions
    def permission(self, clause: Clause, unit: Unit) -> t.Effect | None:
        """ "can't …", "can …", and "may" with an act of the rules for a time or at a price; None for a plain "may"."""
        aux = [a.id for a in clause.aux]
        verb = clause.verb
        assert verb is not None
        if not any(a in ("can", "can't", "may", "don't") for a in aux):
            return None
        if "don't" in aux:
            return self.prohibited(clause)
        sense = verb.senses[0]
        if sense.id in STAND_FOR and (made := self.standing_for(sense.id, clause)) is not None:
            return made
        cannot = "can't" in aux or "don't" in aux
        passive = sense.cls == "BE"
        act = (
            sense.kind == "verb"
            and (self.is_act(sense.id) or bool(self.act_begun(sense.id)))
            or sense.id == "use"
            and sense.cls == "V"
        )
        if "may" in aux and (not act or not (self.lasting(clause) or self.by_rule(unit))):
            return None
        if "don't" in aux:
            raise Stop("not yet", clause.aux[0].start, clause.aux[0].end, clause.aux[0].text)
        if passive and (not clause.row or clause.row[0].type not in ("PART", "ADV")):
            raise Stop("not yet", verb.start, verb.end, verb.text)
        words = list(clause.row)
        price, words = self.price_of(words)
        words, when = self.period_in_which(words)
        if sense.id == "use" and sense.cls == "V":
            return self.use_permit(clause)
        bare = Clause(clause.subject, (), verb, tuple(words))
        for word in clause.aux:
            word.read = True
        only = any(a.id == "only" for a in clause.aux)
        self.any_object = True
        effect = self.effect(bare)
        self.any_object = False
        if not isinstance(effect, t.Do):
            raise Stop("not yet", verb.start, verb.end, verb.text)
        who: t.Value = effect.who if effect.who is not None else (t.Sel("player", t.Quant("any")) if passive else YOU)
        if not passive and any(a.role == "subject" for a in effect.args):
            who = next(a.value for a in effect.args if a.role == "subject")
            effect = replace(effect, args=tuple(a for a in effect.args if a.role != "subject"))
        duration = effect.duration
        if price is not None and price.kind == "gate" and self.act_begun(effect.verb):
            effect = replace(effect, verb=self.act_begun(effect.verb))
        act_effect = replace(effect, who=None, duration="", binds=effect.binds)
        kind = "can't" if cannot else "only" if only or self.only_said else "may"
        self.only_said = False
        given = next((a for a in act_effect.args if a.role == "price"), None)
        if given is not None:
            act_effect = replace(act_effect, args=tuple(a for a in act_effect.args if a is not given))
            value = given.value
            if isinstance(value, t.Arith) and value.op in ("+", "-") and value.left == t.Ref("price", "number", ""):
                price = t.Price("less" if value.op == "-" else "more", by=value.right)
            else:
                raise Stop("not yet", verb.start, verb.end, verb.text)
        uses = 0
        for arg in act_effect.args:
            if isinstance(arg.value, t.Sel) and arg.value.quant == t.Quant("exactly", t.Num(1)) and kind == "may":
                uses = 0 if price is not None and price.kind == "as if" else 1
        if "for free" in act_effect.mods:
            act_effect = replace(act_effect, mods=tuple(m for m in act_effect.mods if m != "for free"))
            price = t.Price("free")
        made = t.Permit(who, kind, act_effect, duration=duration, price=price, uses=uses)
        return made if when is None else replace(made, if_=self.then_done(*when))

    def period_in_which(self, words: list[Word]) -> tuple[list[Word], tuple[str, list[Word]] | None]:
        """ "… during the turn in which it entered the city": the rest, the period, and what was done in it."""
        for at, word in enumerate(words):
            noun = words[at + 2] if word.type == "PREP" and word.id == "during" and len(words) > at + 5 else None
            period = self.period_named(f"this {noun.text}") if noun is not None else ""
            if period and [w.id for w in words[at + 3 : at + 5]] == ["in", "which"] and words[at + 1].id == "the":
                for said in words[at : at + 5]:
                    said.read = True
                return words[:at], (period, words[at + 5 :])
        return words, None

    def then_done(self, period: str, words: list[Word]) -> t.Condition:
        """What was done in this period."""
        done = self.happened_row(Row(words))
        if done.period not in ("way", period):
            raise Stop("left over", words[-1].start, words[-1].end, words[-1].text)
        return replace(done, period=period)

    def prohibited(self, clause: Clause) -> t.Effect:
        """ "Don't refill that space", "it doesn't refill": nobody may do it."""
        self.any_object = True
        effect = self.effect(Clause(clause.subject, (), clause.verb, clause.row))
        self.any_object = False
        if not isinstance(effect, t.Do) or effect.who is not None:
            raise Stop("not yet", clause.aux[0].start, clause.aux[0].end, clause.aux[0].text)
        for word in clause.aux:
            word.read = True
        act = replace(effect, duration="")
        return t.Permit(t.Sel("player", t.Quant("any")), "can't", act, duration=effect.duration)

    def act_begun(self, verb: str) -> str:
        """ "start to fight" begins the act "fight": its verb, or nothing."""
        name = verb.split(":", 1)[-1]
        for decl in self.vocabulary.all(VerbDecl):
            if name == f"start to {decl.name}" and self.is_act(decl.id):
                return decl.id
        return ""

    def use_permit(self, clause: Clause) -> t.Effect:
        """ "You may use this on any player's turn."."""
        row = Row(clause.row)
        what = self.noun_phrase(row)
        when = ""
        while row.is_("TIME"):
            when = row.take().id
        if not row.done or not when:
            raise row.stop("not yet", "“use”")
        for word in clause.aux:
            word.read = True
        for word in clause.subject:
            word.read = True
        if clause.verb is not None:
            clause.verb.read = True
        return t.Permit(YOU, "may", t.Do("use", None, (t.Arg("cards", what),)), duration=when)

    def standing_for(self, verb: str, clause: Clause) -> t.Effect | None:
        """ "You may spend Recruit as Attack this turn.": points of one kind wherever the other is asked for, or only
        "to …" do an act."""
        row = Row(clause.row)
        if not (row.means(0, "point") and row.kind(1) == "PREP" and row.id(1) == "as" and row.means(2, "point")):
            return None
        given = self.unit(row)
        row.take()
        price = t.Price("points", (given,), attr=self.unit(row))
        act: t.Effect = t.Do(verb, None, ())
        rest = list(row.rest())
        who = self.subject_value(clause.subject) if clause.subject else None
        for word in (*clause.aux, *([clause.verb] if clause.verb is not None else [])):
            word.read = True
        self.tail = Tail()
        row = Row(rest)
        while row.kind() == "TIME":
            self.adverb(row.take())
        if row.is_("INF"):
            act = self.act_for(row)
        self.end_of(row)
        return t.Permit(who or YOU, "may", act, duration=self.tail.duration, price=price)

    def act_for(self, row: Row) -> t.Do:
        """ "… to fight Villains": the act that points may be used for."""
        start = row.take()
        verb = row.take()
        if verb.kind != "verb" or not self.is_act(verb.id):
            raise Stop("not yet", start.start, verb.end, f"{start.text} {verb.text}")
        saved = self.tail
        self.any_object = True
        made = self.deed(verb.id, self.vocabulary.declaration(verb.id, VerbDecl), None, row)
        self.any_object = False
        self.tail = saved
        if not isinstance(made, t.Do):
            raise Stop("not yet", start.start, verb.end, f"{start.text} {verb.text}")
        return replace(made, duration="")

    def lasting(self, clause: Clause) -> bool:
        """A time, a price or a way to pay: then "may fight" is a permission, not something done now."""
        for word in clause.row:
            if word.type == "TIME":
                return True
            if word.type == "ING" and word.id in ("use", "spend"):
                return True
            if word.type == "PREP" and word.id in ("for", "as if", "with", "with"):
                return True
        return bool(self.fronted)

    def by_rule(self, unit: Unit) -> bool:
        """A rule that waits for nothing does nothing now: "you may play …" is what it allows."""
        return not (self.carrier.kinds or self.carrier.names or self.carrier.slots or unit.leads) and self.line_start

    def price_of(self, words: list[Word]) -> tuple[t.Price | None, list[Word]]:
        """ "using Recruit instead of Attack", "only with Recruit", "with any combination of Recruit and Attack",
        "with its
        printed Attack"."""
        for i, word in enumerate(words):
            if word.type == "PREP" and word.id == "with" or word.type == "ING" and word.id == "use":
                made = self.combined_points(Row(words[i:]), words[:i])
                if made is not None:
                    return made
            if word.type == "PREP" and word.id == "as if":
                return self.as_if(Row(words[i:]), words[:i])
            if word.type == "ING" and word.id == "use":
                row = Row(words[i:])
                row.take()
                only = bool(row.took("ADV", "only") or row.took("ATTR", "only"))
                points: list[str] = []
                while True:
                    points.append(self.unit(row))
                    if row.kind() in ("OR_PH", "AND_PH") and self.is_unit(row.peek(1)):
                        row.take()
                        continue
                    break
                if row.took("PREP", "instead of"):
                    self.unit(row)
                    only = True
                rest = list(row.rest())
                return t.Price("points", tuple(points), only), words[:i] + rest
        return None, words

    def some_of_each(self, row: Row) -> bool:
        """ "…, spending at least 1 of each"."""
        said = [row.id(at) for at in range(2, 6)]
        if said != ["at least", "1", "of", "each"]:
            raise row.stop("not yet", "how much of each is paid")
        for _ in range(6):
            row.take()
        return True

    def as_if(self, row: Row, before: list[Word]) -> tuple[t.Price, list[Word]]:
        """ "as if its Attack were 4": what is paid is another number; nothing else of the card is."""
        row.take()
        sense = row.words[2].sense("number", "point") if len(row.words) > 2 else None
        if not row.is_("ART", "its") or sense is None or row.words[3:4] == [] or row.words[3].text != "were":
            raise row.stop("not yet", "“as if” something else")
        for _ in range(3):
            row.take()
        return t.Price("as if", by=self.number(row), attr=sense.id), before + list(row.rest())

    def combined_points(self, row: Row, before: list[Word]) -> tuple[t.Price, list[Word]] | None:
        how = row.take()
        only = bool(row.took("ADV", "only"))
        if row.is_("PRO", "any") and row.id(1) == "combination" or row.is_("ART", "a") and row.id(1) == "combination":
            row.take()
            row.take()
            if not row.took("PREP", "of"):
                raise row.stop("expected", "“of”")
        elif how.type == "ING":
            row.back(0)
            return None
        elif row.is_("ART", "its") and row.kind(1) == "ATTR" and row.id(1) == "printed":
            value = self.noun_phrase(row)
            return t.Price("gate", by=value), before + list(row.rest())
        points: list[str] = []
        while row.means(0, "point"):
            points.append(self.unit(row))
            if row.kind() not in ("AND_PH", "OR_PH") or not self.is_unit(row.peek(1)):
                break
            row.take()
        if not points:
            row.back(0)
            return None
        if row.is_("COMMA_PH") and row.kind(1) == "ING" and row.id(1) in ("spend", "pay"):
            return t.Price("points", tuple(points), each=self.some_of_each(row)), before + list(row.rest())
        return t.Price("points", tuple(points), only and len(points) == 1), before + list(row.rest())
