"""Pronouns, demonstratives and nouns left out: each becomes a reference to something bound, or is an error.

Which candidate is meant is decided by bind.py; here stands which candidates a word can mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import Kind as KindDecl

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
                return self.register(t.Sel("card", t.Quant("all"), (t.InZone((group,)),), span=span(word)), word)
            raise row.stop("type", "a place is meant here")
        if form == "you":
            return t.Ref("you", "player", "you", span=span(word))
        if form == "the same":
            raise Stop("not yet", word.start, word.end, word.text)
        return self.resolve(form, word)

    def pronoun(self, row: Row, word: str) -> t.Ref:
        return self.resolve(word, row.take())

    def resolve(self, form: str, word: Word, noun: str = "", many: bool | None = None) -> t.Ref:
        """The reference a pronoun stands for."""
        where = span(word)
        if self.role_said and form in ("it", "he", "she"):
            return t.Ref("loop", "card", form, span=where)
        if form in ("there", "here"):
            if form == "here" or not self.has(lambda c: c.type in ("space", "zone")):
                return t.Ref("this", "space", form, span=where)
            found = self.scope.find(lambda c: c.type in ("space", "zone"), word.text, where)
            assert found is not None
            return replace(found.ref, form=form, span=where)
        if form == "they":
            return self.them(word) if word.text == "them" else self.they(word)  # type: ignore[return-value]
        if form in ("the rest", "the other"):
            return self.rest(form, word)
        fits: Callable[[Candidate], bool]
        if form in ("he", "she"):
            if not self.has(lambda c: c.type == "card" and not c.many and c.noun != "player" and self.another(c)):
                return self.this(form, where)
            fits = lambda c: c.type == "card" and not c.many  # noqa: E731
        else:
            fits = lambda c: c.type in ("card", "icon", "space", "zone", "number") and not c.many  # noqa: E731
        has = self.must_have
        found = self.scope.find(
            lambda c: fits(c) and c.type == "card" and (not has or self.carries(c.noun, has)), word.text, where
        )
        if found is None:
            found = self.scope.find(fits, word.text, where) if not self.carrier.living or form == "it" else None
            if found is not None and found.type in ("space", "zone", "number", "icon") and self.carrier.living:
                found = None
        if found is None and self.carrier.living:
            return self.this(form, where)
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        if found.ref.to.startswith("held"):
            return self.described(found, t.Quant("exactly", t.Num(1)))  # type: ignore[return-value]
        self.share(found)
        self.scope.again(found.ref)
        return replace(found.ref, form=form, span=where)

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

    def rest(self, form: str, word: Word) -> t.Ref:
        """Those of a looked-at or revealed group not yet moved."""
        where = span(word)
        found = self.scope.find(lambda c: c.many and c.type in CARDS and c.verb in SHOWN, word.text, where)
        if found is None:
            found = self.scope.find(lambda c: c.many and c.type in CARDS, word.text, where)
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        kind = "card" if form == "the other" else "cards"
        return replace(found.ref, type=kind, form=form, span=where)

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

    # -- this, that, these, those
    def demonstrative(self, row: Row) -> t.Value:
        word = row.take()
        near = word.id in ("this", "these")
        nxt = row.peek()
        if nxt is not None and nxt.type == "NUM" and word.id in ("these", "those"):
            row.take()
            nxt = row.peek()
        if nxt is not None and self.is_place_phrase(nxt):
            nxt = None
        if (
            nxt is None
            or nxt.type not in ("NOUN", "LNOUN", "ICON", "ADJ", "ATTR", "PARTA")
            or near
            and nxt.type not in ("NOUN", "LNOUN")
        ):
            if word.id == "this":
                return self.self_or_event(word, "this", "")
            if word.id == "that":
                return self.resolve_that(word, "that", "", None)
            return self.those_who(row, word)
        adjectives = 0
        while nxt is not None and nxt.type in ("ICON", "ADJ", "ATTR", "PARTA") and not near:
            adjectives += 1
            nxt = row.peek(adjectives)
        if adjectives:
            for _ in range(adjectives):
                row.take()
        if nxt is None or nxt.type not in ("NOUN", "LNOUN"):
            raise row.stop("expected noun")
        noun = row.take()
        while (
            row.kind() == "NOUN"
            and noun.sense("kind", "term", "name", "zone")
            and row.means(0, "kind", "term")
        ):
            noun = row.take()
        return self.pointed(word, noun)

    def those_who(self, row: Row, word: Word) -> t.Value:
        if row.is_("RELW", "who"):
            draft = Draft(noun="player", quant=t.Quant("each"), start=word, counted=True)
            self.phrases(row, draft)
            return self.finished_players(draft, word)
        found = self.scope.find(lambda c: (c.many or c.spread) and c.type in CARDS, word.text, span(word))
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        self.scope.again(found.ref)
        ref = replace(found.ref, form=word.id, span=span(word))
        if row.kind() in ("RELW",) or row.is_("PREP", "of", "with"):
            draft = Draft(noun="card", quant=t.Quant("all"), start=word, counted=True, of=ref)
            self.phrases(row, draft)
            return t.Sel(draft.noun, draft.quant, self.ordered(draft.where), of=ref, span=span(word))
        return ref

    def whoever(self, row: Row) -> t.Value:
        """ "Whoever has the fewest cards": the player who does."""
        word = row.take()
        draft = Draft(noun="player", quant=t.Quant("the"), start=word, counted=True)
        saved, self.performer = self.performer, t.Sel("player", t.Quant("each"))
        if not self.predicate(row, draft):
            raise row.stop("left over")
        self.performer = saved
        return self.finished_players(draft, word)

    def finished_players(self, draft: Draft, word: Word) -> t.Value:
        made = t.Sel("player", draft.quant, self.ordered(draft.where), draft.pos, draft.other, span=span(word))
        return self.register(made, word)

    def pointed(self, word: Word, noun: Word) -> t.Value:
        """ "this Hero", "that card", "those players", "that class"."""
        sense = noun.sense(
            "kind", "term", "coined", "icons", "name_kind", "zone", "space", "keyword", "number", "point", "counter"
        )
        if sense is None:
            sense = noun.senses[0]
        if sense.kind == "function":
            said = noun.text if noun.form == "pl" else sense.id
        elif sense.kind == "coined":
            said = noun.text
        else:
            said = sense.id
        form = f"{word.id} {said}"
        if (
            word.id == "this"
            and sense.kind in ("kind", "term", "coined", "function", "self")
            and (sense.kind != "function" or sense.id in ("card", "side"))
        ):
            return self.self_or_event(word, form, sense.id if sense.kind in ("kind", "term") else "")
        many = word.id in ("those", "these")
        where = span(word, noun)
        if sense.kind in ("icons",) or (sense.kind == "function" and sense.id == "icon"):
            return self.bound(form, word, where, lambda c: c.type == "icon" or c.type == "sort")
        if sense.kind == "name_kind" or (sense.kind == "function" and sense.id == "name"):
            found = self.scope.find(lambda c: c.type in ("name", "sort"), word.text, where)
            if found is not None:
                self.scope.again(found.ref)
                if isinstance(found.value, t.AttrOf):
                    return replace(found.value, span=where)
                return replace(found.ref, form=form, span=where)
            card = self.bound(form, word, where, lambda c: c.type == "card" and self.carries(c.noun, sense.id))
            made = t.AttrOf(replace(card, form=""), sense.id, span=where)
            self.scope.add(t.Ref(card.to, "name", ""), sense.id, False, where, value=made)
            return made
        if sense.kind in ("zone",):
            found = self.scope.find(
                lambda c: c.type == "zone" and self.zone_fits(c.noun, sense.id), self.spoken(form), where
            )
            if found is None:
                raise Stop("no antecedent", where[0], where[1], self.spoken(form))
            if isinstance(found.value, t.Zone):
                return replace(self.settled(found.value, found.ref.to), span=where)
            return replace(found.ref, form=form, span=where)
        if sense.kind == "space" or sense.kind == "function" and sense.id == "space":
            return self.bound(form, word, where, lambda c: c.type == "space")
        if sense.kind in ("number", "point") or sense.kind == "function" and sense.id in ("number", "amount"):
            found = self.scope.find(lambda c: c.type == "number", word.text, where)
            if found is not None:
                return replace(found.ref, form=form, span=where)
            card = self.bound(form, word, where, lambda c: c.type == "card")
            return t.AttrOf(replace(card, form=form), sense.id, span=where)
        if sense.kind == "function" and sense.id == "group":
            found = self.scope.find(lambda c: c.type in ("name", "sort"), word.text, where)
            if found is None:
                raise Stop("no antecedent", where[0], where[1], self.spoken(form))
            return replace(found.ref, type="name", form=f"that {found.noun}", span=where)
        if sense.kind == "function" and sense.id == "player":
            one_of_each = self.one_of_each(many)
            if one_of_each:
                self.shared = one_of_each
                return t.Ref("loop", "player", form, span=where)
            return self.bound(form, word, where, lambda c: c.type in PLAYERS and (c.many == many) and c.ref.to != "you")
        if sense.kind == "function" and sense.id not in ("card", "copy"):
            return self.bound(form, word, where, lambda c: c.noun == sense.id)
        return self.bound(
            form,
            word,
            where,
            lambda c: c.type in CARDS and self.count_fits(c, many) and self.may_be(c, sense.id, sense.kind),
        )

    def one_of_each(self, many: bool) -> str:
        """ "that player", when the only ones named are several who each did the same: the bind of what they did."""
        if many:
            return ""
        players = [c for c in self.scope.candidates if c.type in PLAYERS and c.ref.to != "you"]
        if not players or not all(c.many and c.sentence < self.scope.sentence for c in players):
            return ""
        last = max(players, key=lambda c: (c.line, c.sentence))
        spread = any(c.spread and c.ref.to == last.ref.to for c in self.scope.candidates)
        return last.ref.to if spread else ""

    def carries(self, noun: str, attr: str) -> bool:
        """Whether cards of a kind have such a name."""
        decl = self.vocabulary.declaration(noun, KindDecl)
        return decl is None or attr.split(":", 1)[-1] in {str(name) for name in decl.fields}

    def settled(self, zone: t.Zone, bind: str) -> t.Zone:
        """A place that was named with "any player's" is that player's from then on."""
        if isinstance(zone.owner, t.Sel) and not is_many(zone.owner):
            return replace(zone, owner=t.Ref(bind, "player", "that player"))
        if isinstance(zone.owner, t.Sel):
            return replace(zone, owner=t.Ref("owner", "player", "its owner"))
        return zone

    def zone_fits(self, zone: str, said: str) -> bool:
        """ "that deck" may mean any pile whose name ends so."""
        return (
            zone == said
            or zone.split(":", 1)[-1].split(" ")[-1].lower() == said.split(":", 1)[-1].split(" ")[-1].lower()
        )

    def count_fits(self, c: Candidate, many: bool) -> bool:
        return c.many or c.spread if many else not c.many

    def may_be(self, c: Candidate, noun: str, kind: str) -> bool:
        """Whether a candidate named by one noun may be called by another: a card is anything, a kind is itself or a
        term of it."""
        if kind == "function" or c.noun in ("card", noun, "") or kind == "coined":
            return True
        return self.akin(c.noun, noun) or self.akin(noun, c.noun)

    def akin(self, narrow: str, wide: str) -> bool:
        """Whether cards of one kind or term can be of the other."""
        if narrow == wide:
            return True
        return wide in self.wider(narrow)

    def bound(self, form: str, word: Word, where: t.Span, fits: Callable[[Candidate], bool]) -> t.Ref:
        found = self.scope.find(fits, form, where)
        if found is None:
            raise Stop("no antecedent", where[0], where[1], self.spoken(form))
        if form.split(" ")[0] in ("this", "that"):
            self.share(found)
        self.scope.again(found.ref)
        kind = "icon" if found.type == "sort" else found.type
        return replace(found.ref, type=kind, form=form, span=where)

    def spoken(self, form: str) -> str:
        return " ".join(part.split(":", 1)[1] if ":" in part else part for part in form.split(" "))

    def resolve_that(self, word: Word, form: str, noun: str, many: bool | None) -> t.Ref:
        found = self.scope.find(lambda c: c.type == "card" and not c.many, word.text, span(word))
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        return replace(found.ref, form=form, span=span(word))

    def self_or_event(self, word: Word, form: str, noun: str) -> t.Ref:
        """ "this Hero" is the card itself; "this Twist" on a card that is none is the card the label's event is
        about."""
        where = span(word)
        if noun and noun not in self.carrier.kinds and noun in self.event_kinds:
            ref = t.Ref("event", "card", form, span=where)
            self.scope.again(ref)
            return ref
        if not self.carrier.living:
            self.scope.add(t.Ref("this", "card", ""), "card", False, where, "", True)
        return t.Ref("this", "card", form, span=where)

    def self_ref(self, form: str, word: Word) -> t.Ref:
        return t.Ref("this", "card", form, span=span(word))

    # -- nouns left out
    def after_each(self, row: Row) -> bool:
        """ "each" without a noun: "For each, …", "a card for each."."""
        return not self.starts_noun(row)

    def starts_noun(self, row: Row) -> bool:
        return row.kind() in ("NOUN", "LNOUN", "ATTR", "ADJ", "ICON", "PARTA", "NUM", "QNAME", "PLUS", "SLOT")

    def elided(self, row: Row, draft: Draft, word: Word | None) -> t.Value:
        """A quantity without a noun: "discard one", "draw two": of the group just shown, or the noun said before."""
        where = span(word)
        text = word.text if word is not None else ""
        if row.kind() in ("RELW", "PREP", "ING", "PART") and row.id() not in (
            "back into",
            "into",
            "onto",
            "to",
            "under",
            "back to",
            "instead of",
            "back under",
        ):
            before = self.last_noun()
            draft.noun = before
            self.phrases(row, draft)
            made = t.Sel(draft.noun, draft.quant, self.ordered(draft.where), draft.pos, draft.other, span=where)
            shown = self.shown()
            if shown is not None:
                made = replace(made, noun="card", of=replace(shown.ref, form=""))
            return self.register(made, word)
        shown = self.shown()
        if shown is not None:
            made = t.Sel(
                "card",
                draft.quant,
                self.ordered(draft.where),
                draft.pos,
                draft.other,
                of=replace(shown.ref, form=""),
                span=where,
            )
            return self.register(made, word)
        last = self.last()
        if last is None:
            raise Stop("no antecedent", where[0], where[1], text)
        noun = last.noun if last.noun not in ("zone", "space", "number") else "card"
        if last.ref.to.startswith("held") and isinstance(last.value, t.Sel):
            draft.where.extend(last.value.where)
        made = t.Sel(noun, draft.quant, self.ordered(draft.where), draft.pos, draft.other, span=where)
        return self.register(made, word)

    def shown(self) -> Candidate | None:
        """The group of cards shown last, if cards of it may still be handled."""
        for c in reversed(self.scope.candidates):
            if c.many and c.type in CARDS and c.verb in SHOWN and self.scope.distance(c) < 3:
                return c
        return None

    def last(self) -> Candidate | None:
        for c in reversed(self.scope.candidates):
            if c.type in CARDS and self.scope.distance(c) <= 3:
                return c
        return None

    def last_noun(self) -> str:
        last = self.last()
        return last.noun if last is not None else "card"


SHOWN = frozenset(("reveal", "look at"))
