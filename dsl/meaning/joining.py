"""Clauses that belong together become one effect: a sequence, a choice, "may" over all of them, a loop over players."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.words import Verb as VerbDecl

from . import tree as t
from .base import SAME, YOU, Base
from .context import Part, Stop
from .types import PLAYERS, several_players, type_of


class Joining(Base):
    # -- putting clauses together
    def combined(self, parts: list[Part]) -> t.Effect:
        """ "A and B", "A, then B", "A or B", with "may" over what shares its subject."""
        if len(parts) > 1 and parts[1].join == ":":
            if self.opens(parts[0].effect):
                rest = self.combined([replace(parts[1], join=""), *parts[2:]])
                return self.joined([parts[0], Part(rest, ":", None)])
            return self.modes(parts)
        if len(parts) > 1 and isinstance(parts[0].effect, t.SameEffect) and parts[1].join == "but":
            return replace(parts[0].effect, edit=self.combined([replace(parts[1], join=""), *parts[2:]]))
        for part in parts[1:]:
            if part.join == "but":
                part.join = "and"
        self.last_together(parts)
        groups: list[list[Part]] = []
        for part in parts:
            if groups and part.join == "or":
                groups[-1].append(part)
            else:
                groups.append([part])
        out: list[Part] = []
        i = 0
        flat = parts
        while i < len(flat):
            j = i + 1
            first = flat[i]
            while j < len(flat) and self.belongs(first, flat[j]):
                j += 1
            out.append(self.grouped(flat[i:j]))
            i = j
        return self.joined(out)

    def opens(self, effect: t.Effect) -> bool:
        """ "Choose a player: …", "Throw this at a Villain: …": a choice, or what does nothing by itself, and behind the
        colon what comes of it. Of anything else a colon might make a price."""
        if isinstance(effect, t.ChooseValue):
            return not isinstance(effect.what, t.ValueSort)
        decl = self.vocabulary.declaration(effect.verb, VerbDecl) if isinstance(effect, t.Do) else None
        return decl is not None and decl.takes is not None and decl.does is None and decl.procedure is None

    def last_together(self, parts: list[Part]) -> None:
        """ "A Hero loses X and gains Y this turn": both of them this turn."""
        for before, part in zip(reversed(parts[:-1]), reversed(parts[1:]), strict=True):
            match before.effect, part.effect:
                case (t.Change(what=what, duration="") | t.Gain(what=what, duration="")) as first, (
                    t.Change(duration=duration) | t.Gain(duration=duration)
                ) as second if part.join == "and" and part.inherits and second.what == what:
                    before.effect = replace(first, duration=duration)

    def belongs(self, first: Part, part: Part) -> bool:
        """Whether a clause shares subject and "may" with the first of its group."""
        if part.join in (":",):
            return False
        if part.join == "or":
            return True
        if first.grows and not part.may and part.subject is None:
            return True
        if first.may:
            return part.inherits and not part.may
        return bool(part.inherits and first.subject is not None and self.distributive(first.subject))

    def distributive(self, who: t.Value) -> bool:
        return several_players(who)

    def grouped(self, parts: list[Part]) -> Part:
        """One group: a choice, a sequence under one "may", a sequence of each player."""
        first = parts[0]
        if first.refusal is not None:
            return self.refused(parts, first.refusal)
        if first.proviso is not None:
            return self.provided(parts, first.proviso)
        if first.causer is not None:  # "you may have each other player draw a card": you may, they do it
            inner = [replace(p, may=False, causer=None, instead=False) for p in parts]
            offer = t.May(first.causer, self.grouped(inner).effect)
            return Part(self.maybe_instead(offer, any(p.instead for p in parts)), first.join, first.causer)
        if len(parts) == 1:
            effect = first.effect
            if first.may and not first.permit:
                effect = self.with_may(first, effect)
            return Part(self.maybe_instead(effect, first.instead), first.join, first.subject)
        instead = any(p.instead for p in parts)
        who = first.subject
        many = who is not None and self.distributive(who)
        if first.grows and isinstance(first.effect, t.PayTo):
            rest = self.joined([Part(first.effect.effect, "", None), *parts[1:]])
            return Part(self.maybe_instead(replace(first.effect, effect=rest), instead), first.join, who)
        if all(isinstance(p.effect, t.Permit) for p in parts):
            permits = [p.effect for p in parts if isinstance(p.effect, t.Permit)]
            duration = permits[-1].duration
            permits = [replace(p, duration=p.duration or duration) for p in permits]
            return Part(t.Seq(tuple(permits), ("and",) * (len(permits) - 1)), first.join, who)
        if any(p.join == "or" for p in parts):
            effect = self.either_of(parts, who, many)
        else:
            inner = [replace(p, effect=self.same_who(p.effect) if many and not first.may else p.effect) for p in parts]
            if first.may:
                inner = [replace(p, effect=self.nobody(p.effect)) for p in inner]
            effect = self.joined(inner)
            if many and not first.may:
                assert who is not None
                return Part(self.maybe_instead(t.Each(who, effect, "subject"), instead), first.join, who)
        if first.may:
            effect = t.May(who if who is not None else YOU, effect)
        return Part(self.maybe_instead(effect, instead), first.join, who)

    def refused(self, parts: list[Part], offer: t.Do) -> Part:
        """Each player does what is offered, or what follows happens to them."""
        first = parts[0]
        who = first.subject
        if who is None or not self.distributive(who) or first.may:
            word = first.word
            raise Stop("not yet", word.start if word else 0, word.end if word else 0, word.text if word else "")
        first.refusal = None
        effect = self.grouped(parts).effect
        effect = effect.effect if isinstance(effect, t.Each) and effect.over == who else self.same_who(effect)
        return Part(t.Choose(who, (offer, effect)), first.join, who)

    def provided(self, parts: list[Part], offer: t.Do) -> Part:
        """ "Each player who reveals a Hero draws a card": each may do the one for the other. "You and each player who
        …": you in any case."""
        first = parts[0]
        who = first.subject
        people = who.parts if isinstance(who, t.Union) else (who,)
        group, certain = people[-1], people[:-1]
        effect = first.effect
        plain = len(parts) == 1 and not first.may and isinstance(effect, t.Do) and effect.who == who
        if group is None or not self.distributive(group) or not plain or len(certain) > 1:
            word = first.word
            raise Stop("not yet", word.start if word else 0, word.end if word else 0, word.text if word else "")
        assert isinstance(effect, t.Do)
        bought = t.PayTo(replace(offer, who=group), replace(effect, who=None))
        if not certain:
            return Part(self.maybe_instead(bought, first.instead), first.join, group)
        given = replace(effect, who=certain[0], binds=self.scope.new_bind())
        return Part(self.maybe_instead(t.Seq((given, bought), ("and",)), first.instead), first.join, None)

    def either_of(self, parts: list[Part], who: t.Value | None, many: bool) -> t.Effect:
        modes: list[list[Part]] = [[]]
        for part in parts:
            if part.join == "or":
                modes.append([])
            modes[-1].append(part)
        effects: list[t.Effect] = []
        same = all(p.inherits or p is parts[0] for p in parts)
        for mode in modes:
            inner = [replace(p, effect=self.same_who(p.effect) if many and same else p.effect) for p in mode]
            if parts[0].may:
                inner = [replace(p, effect=self.nobody(p.effect)) for p in inner]
            effects.append(self.joined(inner))
        if not same:
            chooser = (
                parts[0].subject if parts[0].subject is not None and type_of(parts[0].subject) in PLAYERS else None
            )
            return t.Choose(chooser, tuple(effects))
        chooser = who if who is not None and type_of(who) in PLAYERS and not parts[0].may else None
        if isinstance(chooser, t.Ref) and chooser.to == "you":
            chooser = None
        return t.Choose(chooser, tuple(effects))

    def same_who(self, effect: t.Effect) -> t.Effect:
        """Inside "each player …": who does it is the current one."""
        match effect:
            case t.Do(who=who) | t.UseKeyword(who=who) | t.ChooseValue(who=who) | t.Pay(who=who) if (
                who is None or isinstance(who, t.Sel) or self.distributive(who)
            ):
                return replace(effect, who=SAME)
            case t.Get(who=who) if isinstance(who, t.Sel | t.Union) or isinstance(who, t.Ref) and who.to == "you":
                return replace(effect, who=SAME)
            case t.PayTo(cost=cost, effect=inner):
                return replace(effect, cost=self.same_who(cost), effect=inner)
            case t.If(then=then):
                return replace(effect, then=self.same_who(then))
            case t.Seq(effects=effects):
                return replace(effect, effects=tuple(self.same_who(e) for e in effects))
            case _:
                return effect

    def nobody(self, effect: t.Effect) -> t.Effect:
        """Inside "may": who does it is who may."""
        match effect:
            case t.Do() | t.UseKeyword() | t.ChooseValue() | t.Pay() if effect.who is not None:
                return replace(effect, who=None)
            case t.Repeat() if effect.effect is not None:
                return replace(effect, effect=self.nobody(effect.effect))
            case t.If() if effect.otherwise is None:
                return replace(effect, then=self.nobody(effect.then))
            case _:
                return effect

    def with_may(self, part: Part, effect: t.Effect) -> t.Effect:
        who = part.subject if part.subject is not None else YOU
        if type_of(who) not in PLAYERS:
            return t.May(YOU, effect)
        return t.May(who, self.nobody(effect))

    def maybe_instead(self, effect: t.Effect, instead: bool) -> t.Effect:
        if not instead or isinstance(effect, t.Instead):
            return effect
        return t.Instead(effect, "event" if self.would else "sentence")

    def joined(self, parts: list[Part]) -> t.Effect:
        if len(parts) == 1:
            return parts[0].effect
        effects: list[t.Effect] = []
        joins: list[str] = []
        instead_at = next((i for i, p in enumerate(parts) if isinstance(p.effect, t.Instead) and self.would), None)
        if instead_at == 0:
            first = parts[0].effect
            assert isinstance(first, t.Instead)
            rest = self.joined([replace(parts[0], effect=first.effect), *parts[1:]])
            return replace(first, effect=rest)
        for part in parts:
            if effects:
                joins.append(part.join or "and")
            effects.append(part.effect)
        flat: list[t.Effect] = []
        links: list[str] = []
        for i, each in enumerate(effects):
            if i:
                links.append(joins[i - 1])
            flat.append(each)
        return t.Seq(tuple(flat), tuple(links))

    def modes(self, parts: list[Part]) -> t.Effect:
        """ "Choose one: A, or B" on one line."""
        lead = parts[0].effect
        if not (isinstance(lead, t.ChooseValue) and isinstance(lead.what, t.ValueSort) and lead.what.sort == "mode"):
            word = parts[1].word
            raise Stop("left over", word.start if word else 0, word.end if word else 0, ":")
        modes: list[list[Part]] = [[]]
        for i, part in enumerate(parts[1:]):
            if i and part.join == "or":
                modes.append([])
            modes[-1].append(part)
        return self.choice_of(lead, tuple(self.combined(mode) for mode in modes), "choose one")
