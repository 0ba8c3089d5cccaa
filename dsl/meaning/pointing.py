"""Demonstratives and nouns left out: "this Hero", "that class", "those who did", "one", "two"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import Kind as KindDecl
from cardwright.dsl.words import Verb as VerbDecl

from . import tree as t
from .base import Base
from .bind import Candidate
from .carried import ROLE
from .context import Row, Stop, span
from .nouns import Draft
from .pronouns import CARDS, PLAYERS, SHOWN
from .types import is_many, several_players


class Pointing(Base):
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
            and not self.is_place_phrase(row.need())
        ):
            noun = row.take()
        following = row.peek()
        if noun.sense("zone") and following is not None and following.kind == "function" and following.id == "space":
            noun = row.take()  # "that city space": the space that was named
        return self.pointed(word, noun)

    def those_who(self, row: Row, word: Word) -> t.Value:
        if row.is_("RELW", "who"):
            draft = Draft(noun="player", quant=t.Quant("plural"), start=word, counted=True)
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
        if draft.pos is not None:
            draft.pos = replace(draft.pos, ties=True)  # whoever has the most: all of them
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
            return self.self_or_event(
                word, form, sense.id if sense.kind in ("kind", "term") else "", sense.kind == "coined"
            )
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

        def fits(c: Candidate) -> bool:
            return c.type in CARDS and self.may_be(c, sense.id, sense.kind)

        theirs = self.shown_by_them(fits) if not many and several_players(self.performer) else None
        if theirs is not None:
            return replace(theirs, span=where)
        if many and not self.has(lambda c: fits(c) and self.count_fits(c, many)):
            held = self.held_before(sense.id if sense.kind in ("kind", "term") else "card")
            if held is not None:
                return self.register(replace(held, span=where), word)
            two = self.the_two(form, where, fits)
            if two is not None:
                return two
        return self.bound(form, word, where, lambda c: fits(c) and self.count_fits(c, many))

    def held_before(self, noun: str) -> t.Sel | None:
        """ "Whenever you recruit a Hero, this captures it. When you fight this, gain those Heroes.": what the sentence
        before attaches to this card, whenever it does."""
        waiting = self.before_sentence
        for node in waiting.walk() if isinstance(waiting, t.When) else ():
            decl = self.vocabulary.declaration(node.verb, VerbDecl) if isinstance(node, t.Do) else None
            if not isinstance(node, t.Do) or decl is None or not str(decl.does).lower().startswith("attach "):
                continue
            by = [arg.value for arg in node.args if arg.role == "subject"]
            if by and isinstance(by[0], t.Ref) and by[0].to == "this":
                return t.Sel(noun, t.Quant("all"), (t.AttachedTo(by[0]),))
        return None

    def shown_by_them(self, fits: Callable[[Candidate], bool]) -> t.Sel | None:
        """ "Whoever revealed the highest cost discards that card.": each of them the one they showed."""
        near = [c for c in self.scope.candidates if fits(c) and c.spread and c.verb in SHOWN]
        near = [c for c in near if c.sentence < self.scope.sentence and self.scope.distance(c) < 3]
        if not near:
            return None
        theirs = t.Ref("loop", "player", "they")
        return t.Sel("card", t.Quant("the"), (t.Did(near[-1].verb, "cards", theirs, "way"),))

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
        if zone.others:
            form = f"that {zone.zone}"
            return replace(zone, owner=t.Ref(bind, "zone", form), others=())
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
        found = self.scope.find(fits, self.spoken(form), where)
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

    def self_or_event(self, word: Word, form: str, noun: str, coined: bool = False) -> t.Ref:
        """ "this Hero" is the card itself; "this Twist" on a card that is none is the card the label's event is
        about, by whatever name the text calls it."""
        where = span(word)
        other = noun and noun not in self.carrier.kinds and noun in self.event_kinds
        foreign = set(self.event_kinds) - set(self.carrier.kinds)
        if other or foreign and (coined or form == "this card"):
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
        if last.ref.to == ROLE and draft.quant == t.Quant("exactly", t.Num(1)) and not draft.where:
            return replace(last.ref, form="one", span=where)
        found = self.one_found(last, word)
        if found is not None:
            made = t.Sel("card", draft.quant, self.ordered(draft.where), draft.pos, draft.other, of=found, span=where)
            return self.register(made, word)
        noun = last.noun if last.noun not in ("zone", "space", "number") else "card"
        if last.ref.to.startswith("held") and isinstance(last.value, t.Sel):
            draft.where.extend(last.value.where)
        made = t.Sel(noun, draft.quant, self.ordered(draft.where), draft.pos, draft.other, span=where)
        return self.register(self.than_before(made), word)

    def one_found(self, last: Candidate, word: Word | None) -> t.Ref | None:
        """ "If there is a Wound in the KO pile, put one into your hand.": one of those that were asked for. A verb that
        knows where such cards come from could mean another one."""
        places = [p for p in last.value.where if isinstance(p, t.InZone)] if isinstance(last.value, t.Sel) else []
        if not places or not last.weak or not last.ref.to.startswith("bind "):
            return None
        decl = self.vocabulary.declaration(self.verb_now, VerbDecl)
        if decl is not None and decl.from_ is not None:
            where = span(word)
            raise Stop("not yet", where[0], where[1], word.text if word else "", "one that was found, or another one")
        return replace(last.ref, form="")

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
