"""How a sentence goes on from the one before it: what happens then as well, for each of them, otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.dsl.text.flat import Sentence

from . import tree as t
from .base import Base

SAME = t.Ref("loop", "player", "")


class Following(Base):
    """Joins sentences to those before them."""

    def under_trigger(self, effects: Sequence[t.Effect], joins: Sequence[str]) -> t.Effect:
        """What is said after a standing "When …, …." happens then as well, up to the next standing sentence."""
        out: list[t.Effect] = []
        links: list[str] = []
        for i, each in enumerate(effects):
            last = out[-1] if out else None
            standing = isinstance(last, t.When) and not last.duration and last.once != "next" and not self.stands(each)
            if isinstance(last, t.When) and (standing or self.speaks_of(last, each)):
                also = _in_its_place(each) if last.would else each
                out[-1] = replace(last, effect=self.flat((last.effect, also), (joins[i - 1],)))
                continue
            if out:
                links.append(joins[i - 1])
            out.append(each)
        return out[0] if len(out) == 1 else self.flat(out, links)

    def speaks_of(self, before: t.When, effect: t.Effect) -> bool:
        """Whether an effect refers to what happens only when the trigger before it does."""
        made = {getattr(node, "binds", 0) for node in before.effect.walk()} - {0}
        return any(
            isinstance(node, t.Done)
            and node.bind in made
            or isinstance(node, t.Ref)
            and node.to.startswith("bind ")
            and int(node.to.split(" ")[1]) in made
            for node in effect.walk()
        )

    def stands(self, effect: t.Effect) -> bool:
        """Whether a sentence holds by itself as long as the card works."""
        match effect:
            case (
                t.When(duration=duration)
                | t.Change(duration=duration)
                | t.Permit(duration=duration)
                | t.Gain(duration=duration)
            ):
                return not duration
            case t.If(then=then, otherwise=None):
                return self.stands(then)
            case _:
                return False

    def flat(self, effects: Sequence[t.Effect], joins: Sequence[str]) -> t.Effect:
        """Sentences in a row; one that is several by itself ("Choose a player to draw a card.") is them."""
        out: list[t.Effect] = []
        links: list[str] = []
        for i, each in enumerate(effects):
            if i:
                links.append(joins[i - 1])
            if isinstance(each, t.Seq) and set(each.joins) == {"."}:
                out.extend(each.effects)
                links.extend(each.joins)
            else:
                out.append(each)
        return t.Seq(tuple(out), tuple(links))

    def for_each_of_them(self, effects: list[t.Effect], made: t.Effect, then: bool) -> bool:
        """ "Each player reveals the top card of their deck. If it costs 0, KO it.": the second sentence goes on for
        each of the players."""
        joins = (". then" if then else ".",)
        made = self.one_of_them(made)
        match effects[-1]:
            case t.Each(over=over, effect=before) as each if self.distributive(over):
                effects[-1] = replace(each, effect=self.flat((before, made), joins))
                return True
            case t.Do(who=t.Sel() as who) | t.ChooseValue(who=t.Sel() as who) as before if self.distributive(who):
                effects[-1] = t.Each(who, t.Seq((self.same_who(before), made), joins), "subject")
                return True
            case t.Each(effect=before) as each:
                inner = [before]
                found = self.for_each_of_them(inner, made, then)
                effects[-1] = replace(each, effect=inner[0])
                return found
            case _:
                return False

    def one_of_them(self, effect: t.Effect) -> t.Effect:
        """ "A player discards it if …": a player of those who did it."""
        match effect:
            case t.Do(who=t.Sel(noun="player", quant=t.Quant("exactly", t.Num(1)), where=())):
                return replace(effect, who=replace(SAME, form="that player"))
            case t.If(then=then):
                return replace(effect, then=self.one_of_them(then))
            case _:
                return effect

    def is_otherwise(self, sentence: Sentence) -> bool:
        unit = sentence.units[0]
        for lead in unit.leads:
            if lead.kind == "adv" and lead.word.id == "otherwise":
                return True
        row = unit.clause.subject or unit.clause.row
        return bool(row) and row[0].type == "ADV" and row[0].id == "otherwise"

    def attach_otherwise(self, effects: list[t.Effect], other: t.Effect) -> bool:
        last = effects[-1]
        before = effects[-2] if len(effects) > 1 else None
        if self.asks(last) and self.asks(before):
            return False  # it could answer either
        if isinstance(last, t.If) and last.otherwise is None:
            effects[-1] = replace(last, otherwise=other)
            return True
        if isinstance(last, t.Each):
            inner = list(last.effect.effects) if isinstance(last.effect, t.Seq) else [last.effect]
            if not self.attach_otherwise(inner, other):
                return False
            whole = replace(last.effect, effects=tuple(inner)) if isinstance(last.effect, t.Seq) else inner[0]
            effects[-1] = replace(last, effect=whole)
            return True
        return False

    def asks(self, effect: t.Effect | None) -> bool:
        """A sentence with a question of its own, not about how the clause before went."""
        return isinstance(effect, t.If) and effect.otherwise is None and not isinstance(effect.cond, t.Done)


def _in_its_place(effect: t.Effect) -> t.Effect:
    """ "If you would …, you may …. If you don't, … instead": instead of what would happen."""
    then = effect.then if isinstance(effect, t.If) and isinstance(effect.cond, t.Done) else None
    if isinstance(effect, t.If) and isinstance(then, t.Instead) and then.of == "sentence":
        return replace(effect, then=replace(then, of="event"))
    return effect
