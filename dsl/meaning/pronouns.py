"""Pronouns, demonstratives and nouns left out: each becomes a reference to something bound, or is an error.

Which candidate is meant is decided by bind.py; here stands which candidates a word can mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import Verb as VerbDecl
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import Base
from .bind import Candidate
from .context import Row, Stop, span
from .nouns import Draft
from .types import is_many, several_players, type_of

CARDS = frozenset(("card", "cards"))
PLAYERS = frozenset(("player", "players"))


class Pronouns(Base):
    # -- remembering

    def register(self, made: t.Sel, start: Word | None, partitive: bool = False) -> t.Value:
        """A selector was said: the clause that uses it binds it."""
        self.pending.append((made, made.noun, is_many(made), made.span))
        return made

    def reregister(self, old: t.Value, new: t.Sel) -> t.Value:
        for i in range(len(self.pending) - 1, -1, -1):
            if self.pending[i][0] is old:
                self.pending[i] = (new, new.noun, is_many(new), new.span)
                return new
        self.pending.append((new, new.noun, is_many(new), new.span))
        return new

    def register_union(self, union: t.Union, draft: Draft) -> t.Value:
        first = union.parts[0]
        assert isinstance(first, t.Sel)
        self.pending.append((union, first.noun, is_many(first) or not union.either, union.span))
        return union

    def remember(self, value: t.Value, word: Word | None) -> None:
        where = value.span
        self.pending.append((value, type_of(value), False, where))

    # -- pronouns
    def pronoun_phrase(self, row: Row) -> t.Value:
        word = row.need()
        form = word.id
        if form in ("anything", "something"):
            row.take()
            return t.Sel("card", t.Quant("any"), span=span(word))
        if form in ("anyone", "everyone", "nobody"):
            row.take()
            kind = {"anyone": "any", "everyone": "each", "nobody": "no"}[form]
            return t.Sel("player", t.Quant(kind), span=span(word))
        row.take()
        if form == "the rest" and row.is_("PREP", "of"):
            row.take()
            group = self.noun_phrase(row)
            if isinstance(group, t.Zone):
                where = self.ordered([t.InZone((group,)), *self.come_there(group)])
                return self.register(t.Sel("card", t.Quant("all"), where, span=span(word)), word)
            raise row.stop("type", "a place is meant here")
        if form == "you":
            return t.Ref("you", "player", "you", span=span(word))
        if form == "the same":
            raise Stop("not yet", word.start, word.end, word.text)
        return self.resolve(form, word)

    def come_there(self, place: t.Zone) -> list[t.Pred]:
        """ "Draw a card, then put the rest of your hand …": what has just come there is no part of the rest."""
        found: list[t.Pred] = []
        for c in self.scope.candidates:
            verb = self.vocabulary.declaration(c.verb, VerbDecl)
            name = place.zone.split(":", 1)[-1]
            if self.scope.distance(c) == 0 and verb is not None and str(verb.does).endswith(f"to your {name}."):
                found = [t.Did(c.verb, "cards", place.owner, "way", negated=True)]
        return found

    def pronoun(self, row: Row, word: str) -> t.Value:
        return self.resolve(word, row.take())

    def resolve(self, form: str, word: Word) -> t.Value:
        """The reference a pronoun stands for."""
        where = span(word)
        if self.each_said and form == "they" and not several_players(self.performer):
            return t.Ref("loop", "card", form, span=where)
        if (self.role_said or self.each_said) and form in ("it", "he", "she"):
            return t.Ref("loop", "card", form, span=where)
        if form in ("there", "here"):
            beside = self.scope.find(lambda c: self.beside_it(c.value), word.text, where) if form == "here" else None
            if beside is not None and isinstance(beside.value, t.Zone):
                return replace(beside.value, place="", span=where)
            if form == "here" or not self.has(lambda c: c.type in ("space", "zone")):
                return t.Ref("this", "space", form, span=where)
            found = self.scope.find(lambda c: c.type in ("space", "zone"), word.text, where)
            assert found is not None
            if isinstance(found.value, t.Zone) and found.value.owner is None:  # a place of the table is what it is
                return replace(found.value, place="", span=where)
            if isinstance(found.value, t.Space) and found.value.name:
                return replace(found.value, span=where)
            return replace(found.ref, form=form, span=where)
        if form == "they":
            return self.them(word) if word.text == "them" else self.they(word)
        if form in ("the rest", "the other"):
            return self.rest(form, word)
        fits: Callable[[Candidate], bool]
        if form in ("he", "she"):
            if not self.has(lambda c: c.type == "card" and not c.many and c.noun != "player" and self.another(c)):
                return self.this(form, where)
            fits = lambda c: c.type == "card" and not c.many  # noqa: E731
        else:
            fits = lambda c: c.type in ("card", "icon", "space", "zone", "number") and not c.many  # noqa: E731
        has, none = self.must_have, self.none_there
        # "A Villain captures a Bystander. KO it.": what is done to a card speaks of the one that something was done to
        object_only = self.as_object and self.has(lambda c: fits(c) and c.type == "card" and not c.did)
        found = self.scope.find(
            lambda c: (
                fits(c)
                and c.type == "card"
                and c.noun not in none
                and (not has or self.carries(c.noun, has))
                and not (c.did and object_only)
            ),
            *(word.text, where),
        )
        if found is None:
            found = self.scope.find(fits, word.text, where) if not self.carrier.living or form == "it" else None
            if found is not None and found.type in ("space", "zone", "number", "icon") and self.carrier.living:
                found = None
        if found is None and self.carrier.living:
            return self.this(form, where)
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        if found.ref.to == "each of them" and not self.scope.in_lead:
            found = self.waited_for(word)
        if found.ref.to == "each of them":
            self.scope.candidates.remove(found)  # from here on the one of the lead-in is meant
            return self.described(found, t.Quant("exactly", t.Num(1)))
        if found.ref.to.startswith("held"):
            return self.described(found, t.Quant("exactly", t.Num(1)))
        self.share(found)
        self.scope.again(found.ref)
        return replace(found.ref, form=form, span=where)

    def unsaid(self, word: Word) -> t.Value:
        """ "with the same cost", "a printed cost of 3": whose it is, where no word says so."""
        one = self.resolve("it", word)
        return replace(one, form="") if isinstance(one, t.Ref) else one

    def waited_for(self, word: Word) -> Candidate:
        """Behind "Each Villain gets …", "it" can only be the one that the lead-in of its own sentence waits for."""
        here = (self.scope.line, self.scope.sentence)
        led = [c for c in self.scope.candidates if c.ref.to == "event" and c.lead and (c.line, c.sentence) == here]
        if len(led) != 1:
            raise Stop("not yet", word.start, word.end, word.text, "one of those of which each is spoken")
        return led[0]

    def beside_it(self, place: t.Value | None) -> bool:
        """Whether a place is named after the card the text stands on ("next to the Scheme"): then it is "here"."""
        zone = self.vocabulary.declaration(place.zone, ZoneDecl) if isinstance(place, t.Zone) else None
        if zone is None or not zone.is_phrase:
            return False
        return any(zone.name.endswith(f" {kind.partition(':')[2]}") for kind in self.carrier.kinds)

    def share(self, found: Candidate) -> None:
        """One card of each of several players, spoken of as "it": what is said is said for each of them."""
        earlier = found.sentence < self.scope.sentence
        if found.spread and not found.many and earlier and not several_players(self.performer):
            self.shared = found.ref.to

    def described(self, found: Candidate, quant: t.Quant) -> t.Value:
        """What a player "has" is known by its description only: "it" is one of those, "them" are all."""
        assert isinstance(found.value, t.Sel)
        return replace(found.value, quant=quant)

    def another(self, candidate: Candidate) -> bool:
        return candidate.ref.to != "this" and not self.carrier.living

    def this(self, form: str, where: t.Span) -> t.Ref:
        return t.Ref("this", "card", form, span=where)

    def has(self, fits: Callable[[Candidate], bool]) -> bool:
        return any(fits(c) for c in self.scope.candidates)

    def they(self, word: Word) -> t.Ref:
        """The cards or players bound before; a player if there is one in the same clause."""
        where = span(word)
        if self.performer is not None and type_of(self.performer) in PLAYERS and not self.same_player(self.performer):
            return t.Ref("loop", "player", "they", span=where)
        found = self.scope.find(lambda c: c.many and c.type in CARDS or c.type in PLAYERS, word.text, where)
        if found is None and self.carrier.living:
            return self.this("they", where)
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        self.scope.again(found.ref)
        return replace(found.ref, form="they", span=where)

    def same_player(self, value: t.Value) -> bool:
        return isinstance(value, t.Ref) and value.to == "you"

    def pair(self) -> t.Union | None:
        """ "Swap them": the two cards just named one by one."""
        near = {
            c.ref.to: c for c in self.scope.candidates if c.type == "card" and not c.many and self.scope.distance(c) < 3
        }
        if len(near) != 2:
            return None
        return t.Union(tuple(replace(c.ref, form="they") for c in near.values()))

    def than_before(self, made: t.Sel) -> t.Sel:
        """ "Defeat a Villain. Then another Villain …": nor the one just handled, if this card is none of them."""
        if not made.other or made.noun == "player" or made.of is not None:
            return made
        noun = made.noun
        handled = (c for c in reversed(self.scope.candidates) if c.type in CARDS and c.ref.to not in ("this", "role"))
        near = [c for c in handled if not c.weak and self.may_be(c, noun, "") and not c.ref.to.startswith("param")]
        if not near:
            return made
        last = max(near, key=lambda c: (c.line, c.sentence, c.clause))
        return replace(made, than=replace(last.ref, form=""))

    def the_two(self, form: str, where: t.Span, fits: Callable[[Candidate], bool]) -> t.Value | None:
        """ "Swap the two Villains": two named one by one; or one that was moved, and who is in its space."""
        near = {c.ref.to: c for c in self.scope.candidates if fits(c) and not c.many and self.scope.distance(c) < 4}
        if len(near) == 2:
            return t.Union(tuple(replace(c.ref, form=form, span=where) for c in near.values()), span=where)
        moved = [c for c in near.values() if c.verb == "move"]
        decl = self.vocabulary.declaration(self.verb_now, VerbDecl)
        if len(near) == 1 and moved and decl is not None and str(decl.does).lower().startswith("exchange "):
            return replace(moved[0].ref, type="cards", form=form, span=where)
        return None

    def them(self, word: Word) -> t.Value:
        """As an object: the bound group of cards first, then players, then a single card spoken of as "them"."""
        where = span(word)
        found = self.scope.find(lambda c: (c.many or c.spread) and c.type in CARDS, word.text, where)
        if found is None:
            found = self.scope.find(lambda c: c.type in PLAYERS, word.text, where)
        pair = self.pair() if found is None else None
        if pair is not None:
            return replace(pair, span=where)
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        if found.ref.to.startswith("held"):
            return self.described(found, t.Quant("plural"))
        self.scope.again(found.ref)
        return replace(found.ref, form="they", span=where)

    def their(self, word: Word) -> t.Ref:
        """Each player's own; else the player bound last; else the cards'."""
        where = span(word)
        if self.performer is not None and type_of(self.performer) in PLAYERS and not self.same_player(self.performer):
            return t.Ref("loop", "player", "they", span=where)
        found = self.scope.find(lambda c: c.type in PLAYERS and c.ref.to != "you", word.text, where)
        if found is None:
            found = self.scope.find(lambda c: c.many and c.type in CARDS, word.text, where)
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        self.scope.again(found.ref)
        return replace(found.ref, form="they", span=where)

    def rest(self, form: str, word: Word) -> t.Value:
        """Those of a looked-at or revealed group not yet moved."""
        where = span(word)
        found = self.scope.find(lambda c: c.many and c.type in CARDS and c.verb in SHOWN, word.text, where)
        left = self.scope.find(self.taken_from_a_card, word.text, where) if found is None else None
        if left is not None and isinstance(left.value, t.Sel):
            return self.register(replace(left.value, quant=t.Quant("all"), span=where), word)
        if found is None:
            found = self.scope.find(lambda c: c.many and c.type in CARDS, word.text, where)
        if found is None and self.verb_now == "shuffle":
            taken = self.scope.find(lambda c: c.type == "card" and self.pile_it_is_in(c) is not None, word.text, where)
            if taken is not None:  # "Find a Hero in the Hero Deck. Shuffle the rest …": the pile it was found in
                place = self.pile_it_is_in(taken)
                assert place is not None
                return place
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        kind = "card" if form == "the other" else "cards"
        return replace(found.ref, type=kind, form=form, span=where)

    def taken_from_a_card(self, c: Candidate) -> bool:
        """ "Gain one of the Heroes captured by this. KO the rest.": the rest are those that still lie there."""
        verb, cards = self.vocabulary.declaration(c.verb, VerbDecl), c.value
        moved = verb is not None and str(verb.does).startswith("Move ") and self.scope.distance(c) < 2
        if not moved or not isinstance(cards, t.Sel) or cards.of is not None or cards.pos is not None:
            return False
        return any(isinstance(p, t.AttachedTo) for p in cards.where) and cards.quant.kind in (
            "exactly",
            "up to",
            "any number",
        )

    def pile_it_is_in(self, candidate: Candidate) -> t.Zone | None:
        """The one pile a card was chosen from, if nothing has been done with it but choosing."""
        cards, verb = candidate.value, self.vocabulary.declaration(candidate.verb, VerbDecl)
        if not isinstance(cards, t.Sel) or verb is None or verb.does is not None or verb.procedure is not None:
            return None
        places = [zone for p in cards.where if isinstance(p, t.InZone) for zone in p.zones]
        place = places[0] if len(places) == 1 else None
        decl = self.vocabulary.declaration(place.zone, ZoneDecl) if isinstance(place, t.Zone) else None
        return place if isinstance(place, t.Zone) and decl is not None and str(decl.order) == "stack" else None

    def both(self, word: Word) -> t.Value:
        where = span(word)
        found = self.scope.find(lambda c: c.many and c.type in CARDS, word.text, where)
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        return replace(found.ref, form="both", span=where)

    def that_many(self, word: Word) -> t.Value:
        """The number the last clause made: cards moved if it moved cards."""
        found = self.scope.find(lambda c: c.type in CARDS and c.verb != "" or c.type == "number", word.text, span(word))
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        return t.Ref(found.ref.to, "number", "that many", span=span(word))


SHOWN = frozenset(("reveal", "look at"))
