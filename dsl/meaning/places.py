"""Places: zones with their owners, spaces, terms for places; what belongs to an owner."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Entry as Declared
from cardwright.dsl.words import Kind as KindDecl
from cardwright.dsl.words import Term as TermDecl
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import Base
from .bind import Candidate
from .context import Row, Stop, number_said, span
from .nouns import NOUN_START, Draft
from .types import type_of


class Places(Base):
    def term_place(self, id: str, word: Word) -> t.Value:
        """The place that a term means, as it is declared."""
        places: dict[str, t.Value] = self.vocabulary.__dict__.setdefault("_term_places", {})
        if id not in places:
            decl = self.vocabulary.declaration(id, TermDecl)
            assert decl is not None and decl.place is not None
            made = self.place_in_text(str(decl.place))
            if made is None:
                raise Stop("type", word.start, word.end, word.text)
            places[id] = made
        return places[id]

    def is_place_term(self, id: str) -> bool:
        decl = self.vocabulary.declaration(id, TermDecl)
        return decl is not None and decl.place is not None

    def phrase_place(self, word: Word) -> t.Value:
        """The place that such a phrase means."""
        term = word.sense("term")
        if term is not None:
            return replace(self.term_place(term.id, word), span=span(word))
        return t.Zone(word.id, span=span(word))

    def nearest_end(self, row: Row, draft: Draft) -> str:
        """ "the Villain closest to the Villain Deck", "closest to the Bridge": which end of their row. Cards
        come from their home to the first space, which is the rightmost."""
        start = row.need()
        place = self.noun_phrase(row)
        kind = self.vocabulary.declaration(draft.noun, KindDecl)
        if isinstance(place, t.Zone) and kind is not None and place.zone.endswith(f":{kind.home}"):
            return "rightmost"
        zone = self.vocabulary.declaration(place.zone, ZoneDecl) if isinstance(place, t.Space) else None
        spaces = zone.spaces if zone is not None and isinstance(zone.spaces, tuple) else ()
        names = [str(name) for name in spaces]
        if isinstance(place, t.Space) and place.name in (names[:1] or [""]):
            return "rightmost"
        if isinstance(place, t.Space) and place.name in (names[-1:] or [""]):
            return "leftmost"
        raise Stop("not yet", start.start, start.end, start.text, "“closest to” what is no end of a row")

    def refilled(self, row: Row) -> t.Value:
        """What is filled again: a row, or "those spaces" of it that something has left."""
        if not (row.is_("PRO", "those") and row.is_function(1) and row.id(1) == "space"):
            return self.noun_phrase(row)
        start, end = row.take(), row.take()
        found = self.scope.find(lambda c: self.is_filled(c.value), end.text, span(start, end))
        if found is None or not isinstance(found.value, t.Zone):
            raise Stop("no antecedent", start.start, end.end, f"{start.text} {end.text}")
        return replace(found.value, place="", span=span(start, end))

    def is_filled(self, place: t.Value | None) -> bool:
        decl = self.vocabulary.declaration(place.zone, ZoneDecl) if isinstance(place, t.Zone) else None
        return decl is not None and decl.refill_from is not None

    # -- possessives
    def pile_of_card(self, owner: t.Value, said: str) -> t.Zone | None:
        """ "Put that card under its deck": the pile it came from, if that is called so ("the Hero Deck")."""
        origin = self.origin_of(owner) if isinstance(owner, t.Ref) and owner.type == "card" else None
        if origin is None or origin.owner is not None:
            return None
        noun = said.split(":", 1)[-1].lower()
        return replace(origin, place="") if origin.zone.split(":", 1)[-1].lower().endswith(f" {noun}") else None

    def possessed(self, row: Row, owner: t.Value) -> t.Value:
        """What belongs to an owner: a place, a number, an ability, cards."""
        start = row.peek()
        if start is None:
            raise row.stop("expected noun")
        draft = Draft(start=start, quant=t.Quant("plural"))
        kind = type_of(owner)
        printed = total = False
        extreme = ""
        while row.kind() == "ATTR" and row.id() in ("printed", "total", "only", "own", "remaining"):
            said = row.take().id  # "its remaining Tactics": those there are
            printed = printed or said == "printed"
            total = total or said == "total"
        if (
            row.kind() == "ATTR"
            and row.id() in ("highest", "lowest")
            and self.number_noun(row.peek(1))
            and not self.noun_ahead(row, 2)
        ):
            extreme = row.take().id
        if row.is_("ATTR", "last") and row.means(1, "label") and row.id(2) == "effect":
            row.take()
            return replace(self.ability_of(row, owner), last=True)
        word = row.peek()
        if word is not None and word.type in ("NOUN", "LNOUN"):
            follower = row.peek(1)
            if (
                follower is not None
                and follower.kind == "function"
                and follower.id in ("effect", "ability")
                and word.sense("label", "keyword")
            ):
                return self.ability_of(row, owner)
            sense = word.sense("zone")
            if sense is not None and not (follower is not None and follower.type in ("NOUN",)):
                pile = self.pile_of_card(owner, sense.id)
                if pile is not None:
                    row.take()
                    return pile
                return self.place(row, draft, word, sense, owner)
            sense = word.sense("number", "point")
            if sense is not None and not (
                follower is not None and follower.kind == "function" and follower.id in ("icon",)
            ):
                row.take()
                fold = "sum" if total else {"highest": "max", "lowest": "min"}.get(extreme, "")
                if self.is_point(sense.id) and type_of(owner) == "player" and not printed and not fold:
                    return t.Points(owner, sense.id, span=span(start, word))  # "your Attack": what you have
                value: t.Value = t.AttrOf(owner, sense.id, printed, fold, span=span(start, word))
                if row.kind() in ("AND_PH",) and self.number_noun(
                    row.peek(2) if row.kind(1) == "ATTR" else row.peek(1)
                ):
                    row.take()
                    if row.is_("ATTR", "printed"):
                        row.take()
                    other = row.take()
                    value = t.Union((value, t.AttrOf(owner, self.number_id(other), printed, fold)))
                return value
            sense = word.sense("icons", "name_kind")
            if sense is not None:
                row.take()
                return t.AttrOf(owner, sense.id, printed, span=span(start, word))
            if word.kind == "function" and word.id == "owner":
                row.take()
                return t.Ref("owner", "player", "its owner", span=span(start, word))
            if word.kind == "function" and word.id in ("left", "right"):
                row.take()
                return t.Ref(word.id, "player", f"the player on your {word.id}", span=span(start, word))
            keyword = word.sense("keyword")
            if keyword is not None and not word.sense("kind", "term") and not self.noun_ahead(row, 1):
                row.take()
                return t.KeywordNumber(keyword.id, owner, span=span(start, word))
            if word.sense("counter"):
                row.take()
                return t.CounterValue(word.id, span=span(start, word))
        number = row.peek()
        if number is not None and number.type == "NUM" and not self.cost_adjective(row):
            row.take()
            draft.quant = t.Quant("exactly", number_said(number))
        elif row.is_("PRO", "other"):
            row.take()
            draft.other = True
        if isinstance(owner, t.Zone | t.Space):
            draft.where.append(t.InZone((owner,)))
            draft.quant = t.Quant("the")
            draft.counted = True
        elif kind in ("player", "players"):
            draft.where.append(t.OwnedBy(owner))
            draft.counted = True
        elif isinstance(owner, t.Ref) and owner.type == "name":
            attr = next((c.noun for c in self.scope.candidates if c.ref.to == owner.to and c.type == "name"), "name")
            draft.where.append(t.Named(attr, owner))
            draft.counted = True
        else:
            draft.where.append(t.AttachedTo(owner))
            draft.counted = True
        return self.nominal(row, draft)

    def named_loop(self) -> bool:
        """Whether the sentence runs over names and has handled no card yet."""
        here = [c for c in self.scope.candidates if c.line == self.scope.line and c.sentence == self.scope.sentence]
        looped = any(c.ref.to == "loop" and c.type == "name" for c in here)
        return looped and not any(c.type in ("card", "cards") for c in here)

    def owner(self, word: Word) -> t.Value:
        """Whose: your, its, their, his."""
        match word.id:
            case "your":
                return t.Ref("you", "player", "you", span=span(word))
            case "their":
                return self.their(word)
            case "its":
                if self.named_loop():  # "for each Hero Name, … one of its cards"
                    return t.Ref("loop", "name", "it", span=span(word))
                return self.resolve("it", word)
            case "his":
                return self.resolve("he", word)
            case _:
                raise Stop("not yet", word.start, word.end, word.text)

    def pile_of(self, word: Word) -> t.Value:
        """ "its top card": of the pile that was named."""
        found = self.scope.find(self.is_stack, word.text, span(word))
        return self.owner(word) if found is None or found.value is None else found.value

    def is_stack(self, c: Candidate) -> bool:
        """Whether a candidate is a pile, of which there are top and bottom cards."""
        zone = c.value.zone if isinstance(c.value, t.Zone) else ""
        decl = self.vocabulary.declaration(zone, ZoneDecl)
        return decl is not None and decl.order == "stack"

    # -- places
    def place(self, row: Row, draft: Draft, word: Word, sense: Sense, owner: t.Value | None = None) -> t.Value:
        """A zone or a named space, with its owner."""
        row.take()
        if sense.kind == "space":
            declared = sense.decl
            zone = declared.of if isinstance(declared, Declared) else ""
            return t.Space(zone, word.text, span=span(draft.start or word, word))
        if (
            owner is None
            and draft.quant.kind in ("any", "each", "all", "exactly")
            and draft.counted
            and self.of_player(sense)
        ):
            quant = draft.quant
            others = self.called_alike(sense.id)
            if others and quant.kind == "any":
                return t.Zone(
                    sense.id, t.Sel("player", t.Quant("any")), "", others, span=span(draft.start or word, word)
                )
            if others:
                raise Stop("not yet", word.start, word.end, word.text, "a pile of a player or of the table")
            owner = t.Sel("player", t.Quant("any" if quant.kind in ("any", "exactly") else "each"))
        if (
            owner is None
            and draft.start is not None
            and draft.start.type == "PRO"
            and draft.start.id in ("that", "those")
        ):
            raise row.stop("type")
        if self.of_player(sense) and owner is None and row.is_("PREP", "on", "of"):
            at = row.at
            prep = row.take()
            if prep.id == "on" and row.kind() == "ART" and row.id(1) in ("left", "right"):
                row.take()
                side = row.take()
                owner = t.Ref(side.id, "player", f"the player on your {side.id}")
            elif prep.id == "of" and row.kind() in NOUN_START:
                try:
                    whose = self.noun_phrase(row)
                except Stop:
                    whose = None
                if whose is not None and type_of(whose) in ("player", "players"):
                    self.forget(whose)
                    owner = whose
                else:
                    row.back(at)
            else:
                row.back(at)
        if owner is None and not draft.counted and self.of_player(sense):  # "cards in hand"
            owner = t.Ref("loop", "player", "they") if self.performer is not None else t.Ref("you", "player", "you")
        return self.zone_value(sense, owner, span(draft.start or word, word))

    def was_in(self, row: Row) -> bool:
        """ "the city space it was in": a pronoun or the card's name, "was", "in"."""
        subject = row.is_("PRO", "it", "he", "she", "this") or row.kind() == "NOUN" and row.means(0, "self")
        be = row.peek(1)
        past = be is not None and be.type in ("V", "V_REL") and be.senses[0].cls == "BE" and be.senses[0].form == "was"
        return bool(
            subject
            and past
            and row.kind(2) == "PREP"
            and row.id(2) in ("in", "on")
            and row.peek(3) is None
            or subject
            and past
            and row.kind(2) == "PREP"
            and row.id(3) == "without"
        )

    def called_alike(self, zone: str) -> tuple[str, ...]:
        """The piles of the table that are called by the same word: "any deck"."""
        last = zone.split(":", 1)[-1].lower()
        piles = (z for z in self.vocabulary.all(ZoneDecl) if z.of == "table")
        return tuple(z.id for z in piles if str(z.name).lower().endswith(" " + last))

    def of_player(self, sense: Sense) -> bool:
        declared = sense.decl
        return (
            isinstance(declared, Declared)
            and isinstance(declared.declaration, ZoneDecl)
            and declared.declaration.of == "player"
        )

    def zone_value(self, sense: Sense, owner: t.Value | None, where: t.Span = t.NO_SPAN) -> t.Zone:
        return t.Zone(sense.id, owner, span=where)

    def held_by_spaces(self, row: Row) -> tuple[t.Value | None, bool]:
        """ "(a space) without a Trap", "with a Villain", "that doesn't yet have a Trap": what is in or beside it."""
        at = row.at
        lacking = False
        if row.is_("PREP", "with", "without"):
            noun = next((word for word in (row.peek(1), row.peek(2)) if word is not None and word.type == "NOUN"), None)
            one = row.kind(1) == "NUM" and row.words[row.at + 1].value == 1 and row.kind(2) not in ("NOUN", "LNOUN")
            if not one and (noun is None or noun.sense("kind", "term", "coined") is None):
                return None, False  # "… without an Ambush" is said of the whole clause
            lacking = row.take().id == "without"
        elif row.kind() == "RELW" and row.kind(1) in ("AUX_REL", "ADV", "V_REL"):
            row.take()
            while row.kind() in ("AUX_REL", "ADV"):
                lacking = lacking or row.take().id == "doesn't"
            verb = row.peek()
            if verb is None or verb.type != "V_REL" or verb.senses[0].cls != "HAVE":
                row.back(at)
                return None, False
            row.take()
        else:
            return None, False
        if row.is_("ART", "no"):
            row.take()
            lacking = True
        held = self.noun_phrase(row)
        if type_of(held) not in ("card", "cards"):
            raise row.stop("type", "cards are meant here")
        self.forget(held)
        return held, lacking

    def space_phrase(self, row: Row, draft: Draft) -> t.Value:
        """ "an empty city space", "the HQ space under it", "two adjacent spaces"."""
        traits: list[str] = []
        zone = ""
        start = row.peek()
        while True:
            word = row.peek()
            if word is None:
                raise row.stop("expected noun")
            if word.type == "ADJ":
                traits.append(row.take().id)
                continue
            sense = word.sense("zone")
            if sense is not None:
                row.take()
                zone = sense.id
                continue
            if word.kind == "function" and word.id == "space":
                row.take()
                break
            raise row.stop("expected noun")
        if draft.pos is not None:
            traits.insert(0, draft.pos.kind)
        if draft.other:
            traits.insert(0, "other")
        of: t.Value | None = None
        if not row.is_("POSS"):
            if row.kind() == "ADJ" and row.id() == "adjacent":
                row.take()
                traits.append("adjacent")
                if row.took("PREP", "to"):
                    of = self.noun_phrase(row)
            elif (
                row.is_("PREP", "to") and row.kind(1) == "ART" and row.id(2) in ("left", "right") and row.id(3) == "of"
            ):
                row.take()
                row.take()
                traits.append(row.take().id)
                row.take()
                of = self.noun_phrase(row)
            elif self.was_in(row):
                of = self.noun_phrase(row)
                row.take()
                row.take()
                traits.append("was")
            elif row.is_("PREP", "under", "next to", "above"):
                prep = row.take()
                of = self.noun_phrase(row)
                traits.append(prep.id)
        holding, lacking = self.held_by_spaces(row)
        quant = draft.quant if draft.counted else t.Quant("plural")
        made = t.Space(zone, "", quant, tuple(traits), of, holding, lacking, span=span(start))
        if made.quant is not None and made.quant.kind in ("exactly", "any"):
            self.remember(made, start)
        if row.is_("ADV", "of your choice"):
            row.take()
        return made

    # -- several places
    def places_of(self, row: Row) -> tuple[t.Value, ...]:
        """One place or several: "your hand or discard pile" shares its owner."""
        self.and_said = False
        first = self.noun_phrase(row)
        if isinstance(first, t.Sel) and isinstance(first.where, tuple) and first.noun == "card" and not first.where:
            return (first,)
        found = [first]
        bare = -1  # where a list goes on without a conjunction
        while row.kind() in ("OR_PH", "AND_PH", "COMMA_PH") and type_of(first) in ("zone", "space"):
            at = row.at
            joint = row.take()
            if row.kind() in ("OR_PH", "AND_PH"):
                joint = row.take()
            if row.took("PREP", "from", "in", "on"):
                pass
            elif row.is_("PREP", "next to", "under", "above"):
                beside = row.take()
                found.append(t.Beside(beside.id, self.noun_phrase(row)))
                continue
            both = joint.type == "AND_PH"
            if row.kind() not in NOUN_START:
                row.back(at)
                break
            try:
                owner = first.owner if isinstance(first, t.Zone) else None
                nxt = self.shared_place(row, owner)
            except Stop:
                row.back(at)
                break
            if nxt is None or type_of(nxt) not in ("zone", "space"):
                row.back(at)
                break
            found.append(nxt)
            bare = at if joint.type == "COMMA_PH" else -1
            self.and_said = self.and_said or both
        if bare >= 0:
            row.back(bare)
            raise row.stop("left over")
        return tuple(found)

    and_said: bool = False

    def shared_place(self, row: Row, owner: t.Value | None) -> t.Value | None:
        word = row.need()
        sense = word.sense("zone")
        if (
            word.type == "NOUN"
            and sense is not None
            and owner is not None
            and row.kind(1) != "POSS"
            and row.kind(1) not in ("NOUN",)
        ):
            return self.place_with_owner(row, word, owner)
        return self.noun_phrase(row)

    def place_with_owner(self, row: Row, word: Word, owner: t.Value) -> t.Value:
        sense = word.sense("zone")
        assert sense is not None
        row.take()
        return t.Zone(sense.id, owner if self.zone_has_owner(sense.id) else None, span=span(word))

    def places(self, value: t.Value) -> tuple[t.Value, ...]:
        return value.parts if isinstance(value, t.Union) else (value,)
