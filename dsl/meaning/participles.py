"""Participles at a noun: "KO'd this way", "captured by a Villain", "a captured Hero"."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import FlatLine, Word
from cardwright.dsl.words import Keyword, Verb
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import Base
from .context import Row, Stop, span
from .nouns import Draft
from .phrases import GAME, WAY
from .pronouns import SHOWN
from .types import type_of


class Participles(Base):
    """Reads what was done to a noun's cards."""

    def period(self, row: Row, default: str) -> str:
        """The time of a past event: "this turn", "this way", "this fight", "this game"."""
        if row.is_("ADV", "earlier"):
            row.take()
        if row.is_("ADV", "this way"):
            row.take()
            return WAY
        if row.is_("TIME"):
            found = self.period_of(row.peek())
            if found:
                row.take()
                return found
        if row.is_("PREP", "since"):
            return self.since(row)
        if row.is_("ADV", "already"):
            row.take()
        return default

    def ways(self, flat: FlatLine, body: t.Effect) -> None:
        """ "KO'd this way" speaks of what this ability does, not of what a line of another time does."""
        said = [word for word in flat.tokens if word.type == "ADV" and word.id == "this way"]
        events = {n.event for n in body.walk() if isinstance(n, (t.Did, t.Happened)) and n.period == WAY}
        events = {event for event in events if self.vocabulary.declaration(event, Keyword) is None}  # used when it says
        here = {c.verb for c in self.scope.candidates}
        if said and any(event not in here and self.scope.elsewhere(event) for event in events):
            self.problem(Stop("no antecedent", said[0].start, said[0].end, said[0].text))

    def since(self, row: Row) -> str:
        """ "since the last Master Strike": after the last card of a kind has taken effect, before this one."""
        start = row.take()
        row.took("ART", "the")
        word = row.peek(1)
        sense = word.sense("kind", "term") if word is not None else None
        if not row.took("ATTR", "last") or sense is None:
            raise Stop("not yet", start.start, start.end, start.text)
        row.take()
        return f"since the last {sense.id}"

    def participle(self, row: Row, draft: Draft) -> bool:
        """ "KO'd this way", "discarded by Salvage this fight", "captured by a Villain", "stacked next to it"."""
        word = row.take()
        sense = word.senses[0]
        event = sense.id
        if sense.kind == "function" and event == "name":
            return False
        by: t.Value | None = None
        who: t.Value | None = None
        place: tuple[t.Value, ...] | None = None
        if event in ("hold",) and sense.kind == "function" or event == "attach":
            if row.took("PREP", "by", "to"):
                draft.where.append(t.AttachedTo(self.noun_phrase(row)))
                return True
            return False
        if row.took("PREP", "by"):
            at = row.at
            value = self.noun_phrase(row)
            if isinstance(value, (t.KeywordValue, t.AbilityRef)):
                by = value
            elif self.attaches(event):
                draft.where.append(t.AttachedTo(value))
                return True
            elif type_of(value) in ("player", "players"):
                who = value
            elif isinstance(value, (t.Ref, t.Sel)):
                by = value
            else:
                row.back(at)
                return False
        elif event in SHOWN and self.shown_for_it(row, draft):
            return True
        elif row.kind() == "PREP" and row.id() in ("from", "next to", "on", "in", "under", "above"):
            prep = row.take()
            values = self.places_of(row)
            if prep.id in ("next to", "under", "above") and type_of(values[0]) not in ("zone",):
                values = (t.Beside(prep.id, values[0]),)
            if prep.id in ("next to", "under", "above", "on", "in"):
                draft.where.append(t.InZone(values))
                return True
            place = values
        elif row.kind() == "PRO" and row.id() in ("here", "there"):
            where = row.take()
            draft.where.append(t.InZone((self.resolve(where.id, where),)))
            if row.is_("ADV", "this way"):
                draft.where.append(t.Did(event, "cards", who, self.period(row, WAY)))
            return True
        period = self.period(row, "")
        if not period and place is None and by is None and who is None and self.rests(event) and not self.told(event):
            period = "now"  # "each Bystander carried off": those that lie where the verb puts them
        just_now = place is None and by is None and who is None and self.told(event, here=True)
        period = period or (WAY if just_now else GAME)  # "Reveal three cards. Gain a Wound for each Wound revealed."
        if place is not None:
            draft.where.append(t.InZone(place))
        draft.where.append(t.Did(event, "cards", who, period, by))
        return True

    def shown_for_it(self, row: Row, draft: Draft) -> bool:
        """ "for each Hero revealed from the top four cards of your deck": those are shown first, for this clause."""
        if not row.is_("PREP", "from", "among", "from among"):
            return False
        at, pending = row.at, list(self.pending)
        row.take()
        group = self.noun_phrase(row)
        if not isinstance(group, t.Sel) or group.pos is None or group.pos.kind not in ("top", "bottom"):
            row.back(at)
            self.pending = pending
            return False
        draft.of = self.shown_before(group)
        return True

    def told(self, event: str, here: bool = False) -> bool:
        """Whether a clause before this one (`here`: near it) does that: then what it did may be meant."""
        return any(c.verb == event and (not here or self.scope.distance(c) < 2) for c in self.scope.candidates)

    def attaches(self, event: str) -> bool:
        """Whether a verb puts cards under its subject ("capture"): then "captured by" says where they are."""
        decl = self.vocabulary.declaration(event, Verb)
        return decl is not None and decl.subject is not None and decl.takes is not None

    def participle_before(self, row: Row, draft: Draft, word: Word) -> t.Pred | t.Value | bool | None:
        """ "the discarded card", "rescued Bystanders", "a KO'd Hero"."""
        sense = word.senses[0]
        event = sense.id
        if draft.definite or draft.quant.kind in ("the",) and draft.start is not None and draft.start.id == "the":
            noun = row.peek()
            if noun is not None and noun.type == "NOUN":
                return self.definite(row, draft, word, noun)
        if self.attaches(event) or self.rests(event):
            return t.Did(event, "cards", None, "now")
        return t.Did(event, "cards", None, GAME)

    def rests(self, event: str) -> bool:
        """Whether a verb puts cards into one place that all can see ("KO", "rescue"): such a card lies there."""
        decl = self.vocabulary.declaration(event, Verb)
        if decl is None or decl.does is None or decl.to is not None or decl.subject is not None:
            return False
        said = str(decl.does)
        return any(
            said.endswith(f"to {'the' if z.of == 'table' else 'your'} {z.name}.")
            for z in self.vocabulary.all(ZoneDecl)
            if z.of == "table" or z.seen_by == "all"
        )

    def definite(self, row: Row, draft: Draft, word: Word, noun: Word) -> t.Value:
        """ "the discarded card": what the clause with that verb bound."""
        sense = noun.sense("icons", "name_kind")
        if sense is not None and any(one.kind == "function" and one.id == "copy" for one in word.senses):
            row.take()
            card = self.scope.find(lambda c: c.verb == "copy", word.text, span(word))
            if card is not None:
                return t.AttrOf(replace(card.ref, form=f"the {word.text}"), sense.id, span=span(draft.start, noun))
        row.take()
        event = word.senses[0].id
        where = span(draft.start, noun)
        said = noun.id if ":" in noun.id else noun.text
        form = f"the {word.text} {said}"
        found = self.scope.find(lambda c: c.verb == event and c.type in ("card", "cards"), form, where)
        if found is None and self.carrier.slots and noun.id == "card":
            draft.where.append(t.Did(event, "cards", None, GAME))
            draft.noun = "card"
            return self.selected_here(row, draft, noun)
        if found is None and self.attaches(event) and self.scope.elsewhere(event):
            # "Ambush: This captures a Hero. Fight: Gain the captured Hero.": what lies under the card by then
            quant = t.Quant("all" if noun.form == "pl" else "the")
            under = (t.AttachedTo(t.Ref("this", "card", "this")),)
            return self.register(t.Sel(noun.id if ":" in noun.id else "card", quant, under, span=where), noun)
        if found is None:
            raise Stop("no antecedent", where[0], where[1], f"the {word.text} {noun.text}")
        ref = replace(found.ref, form=form, span=where)
        if row.is_("PREP", "with") and row.kind(2) == "ATTR" and row.id(2) in ("highest", "lowest"):
            # "the revealed card with the highest cost": of those
            one_of = Draft(quant=t.Quant("the"), start=draft.start, counted=True, of=replace(ref, form="those cards"))
            self.phrases(row, one_of)
            return self.finished(one_of, noun)
        return ref

    def selected_here(self, row: Row, draft: Draft, noun: Word) -> t.Value:
        """A definite phrase in a declaration means the cards it describes."""
        self.phrases(row, draft)
        return t.Sel(draft.noun, t.Quant("the"), self.ordered(draft.where), span=span(draft.start, noun))
