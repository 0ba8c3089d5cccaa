"""What a candidate has: icons, numbers, keywords, cards; the most or the fewest of them."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import NameKind

from . import tree as t
from .base import Base
from .belonging import outnumbers
from .bind import Candidate
from .context import Row, Stop, number_said, span
from .nouns import NOUN_START, Draft
from .phrases import LOOP
from .pronouns import SHOWN
from .types import type_of

THEIRS = t.Ref("loop", "player", "they")


class Traits(Base):
    # -- with, without
    def with_(self, row: Row, draft: Draft, word: Word) -> bool:
        """Icons, numbers, keywords, names, or cards that it has."""
        negative = word.id == "without"
        nxt = row.peek()
        if nxt is None:
            return False
        pred = self.trait(row, draft, negative)
        if pred is None:
            return False
        if isinstance(pred, t.Pred):
            draft.where.append(t.Not(pred) if negative and not isinstance(pred, t.NoIcon) else pred)
        while row.kind() == "AND_PH" and row.kind(1) in ("ART", "NUM", "NOUN", "PRO"):
            at = row.at
            row.take()
            try:
                more = self.trait(row, draft, False)
            except Stop:
                more = None
            if more is None or row.kind() in ("V", "V_REL", "AUX"):
                row.back(at)
                break
            if isinstance(more, t.Pred):
                draft.where.append(more)
        return True

    def trait(self, row: Row, draft: Draft, negative: bool) -> t.Pred | bool | None:
        """One thing behind "with": a predicate, True if it went into the draft, None if it belongs to the verb."""
        at = row.at
        word = row.need()
        if word.type == "QNAME":
            return self.name_words(row)
        several = self.icons_counted(row)
        if several is not None:
            return several
        if word.type == "PREP" and word.id in ("more than", "fewer than") and row.kind(1) == "NUM":
            row.take()
            return self.held_number(row, draft, word)
        if (
            word.type == "ART"
            and word.id == "the"
            and row.kind(1) == "ATTR"
            and row.id(1) in ("highest", "lowest", "most", "fewest")
        ):
            return self.superlative(row, draft)
        if word.type == "ATTR" and word.id in ("more", "fewer") and draft.noun == "player":
            return self.outnumbering(row)
        if word.type == "ATTR" and word.id in ("more", "less") and self.is_number(row.peek(1)) and row.id(2) == "than":
            return self.number_set_beside(row)
        if word.type == "ATTR" and word.id in ("different", "consecutive"):
            row.take()
            attr = row.take()
            run = word.id == "consecutive"
            if run and not self.is_number(attr):
                raise Stop("type", attr.start, attr.end, attr.text, "a number of cards is meant here")
            draft.where.append(t.Different(self.attr_of(attr), run=run))
            return True
        if word.type == "SLOT":
            kind = self.carrier.slots.get(word.id, "").removeprefix("a ").removeprefix("an ")
            for decl in self.vocabulary.all(NameKind):
                if str(decl.name) == kind:
                    return t.Named(decl.id, self.slot_value(row))
        if word.type == "ART" and word.id == "a" and self.is_number(row.peek(1)) and row.id(2) == "of":
            row.take()
            number = self.attr_of(row.take())
            row.take()
            op, amount = self.compared(row)
            return t.Number(number, op, amount)
        if word.type == "ART" and word.id == "the" and row.id(1) == "digit" and row.kind(2) == "NUM":
            return self.digit(row)
        if (
            word.type == "PRO"
            and word.id == "the same"
            or word.type == "ART"
            and word.id == "the"
            and row.kind(1) == "ATTR"
            and row.id(1) in ("same", "equal")
        ):
            return self.same(row, draft)
        if word.type in ("NOUN", "LNOUN") and word.sense("number", "point") and not self.icon_noun(row, 1):
            return self.number_trait(row, word)
        if (
            word.type == "NUM"
            and row.peek(1) is not None
            and (self.is_number(row.peek(1)) or row.kind(1) == "CMP" and self.is_number(row.peek(2)))
        ):
            return self.number_trait(row, word)
        if (
            word.type == "ART"
            and word.id in ("a", "the", "no")
            and row.kind(1) == "ATTR"
            and row.id(1) in ("odd-numbered", "even-numbered")
        ):
            row.take()
            parity = row.take()
            attr = row.take()
            return t.Number(self.attr_of(attr), "==", None, parity=parity.id.split("-")[0])
        if word.type == "ATTR" and word.id in ("odd-numbered", "even-numbered"):
            parity = row.take()
            attr = row.take()
            return t.Number(self.attr_of(attr), "==", None, parity=parity.id.split("-")[0])
        if (
            word.type == "ART"
            and word.id in ("a", "no")
            and row.kind(1) == "ATTR"
            and row.id(1) == "printed"
            and self.is_number(row.peek(2))
            and row.kind(3) not in ("NUM", "PREP")
        ):
            row.take()
            row.take()
            printed = t.HasIcon("big:" + self.attr_of(row.take()))
            return t.Not(printed) if word.id == "no" else printed
        no = word.type == "ART" and word.id == "no"
        start = (
            1
            if word.type == "ART" and word.id in ("a", "no", "the") or word.type == "PRO" and word.id in ("any",)
            else 0
        )
        noun = row.peek(start)
        if noun is not None and noun.type == "NOUN" and noun.sense("point") and self.icon_noun(row, start + 1):
            for _ in range(start + 2):
                row.take()
            pred = t.HasIcon("big:" + self.attr_of(noun))
            return t.Not(pred) if no else pred
        if noun is not None and noun.type == "ICON" and start == 0:
            several = self.icons_or(row)
            if several is not None:
                return several
        if noun is not None and noun.type == "ICON":
            ahead = row.peek(start + 1)
            if (
                ahead is None
                or ahead.type not in ("NOUN", "LNOUN", "ICON", "OR_PH")
                or ahead.kind == "function"
                and ahead.id == "icon"
            ):
                for _ in range(start + 1):
                    row.take()
                if row.is_("NOUN", "icon"):
                    row.take()
                pred = t.HasIcon(noun.id)
                return t.Not(pred) if no else pred
        if noun is not None and noun.type == "NOUN" and noun.sense("icons") and (no or negative):
            for _ in range(start + 1):
                row.take()
            return t.NoIcon(self.attr_of(noun))
        if noun is not None and noun.type == "NOUN" and noun.sense("keyword") and start == 0:
            with self.whatever_behind():
                value = self.noun_phrase(row)
            if isinstance(value, t.KeywordValue):
                return t.HasKeyword(value.keyword, value.args)
        if word.type == "PRO" and word.id == "that" and row.means(1, "number", "icons", "name_kind", "point"):
            return self.that_trait(row, draft)
        if word.type == "PRO" and word.id == "that" and row.id(1) == "icon":
            row.take()
            row.take()
            ref = self.bound_icon(word)
            return t.HasIconRef("", ref)
        if word.type not in NOUN_START:
            return None
        value = self.noun_phrase(row)
        if isinstance(value, t.Sel) and value.noun != "player":
            self.forget(value)
            if draft.noun == "player":
                value = self.of_that_kind(value)
            if draft.noun == "player" and not no:
                self.hold(value)
            return t.Holds(value, "with")
        row.back(at)
        return None

    def icons_counted(self, row: Row) -> t.Pred | None:
        """ "with two or more teams", "with exactly one team", "with fewer than two teams": how many of a family."""
        at = row.at
        lead = row.took("ART", "at least", "exactly") or row.took("PREP", "more than", "fewer than")
        number = row.took("NUM")
        behind = row.took("CMP") if number is not None and lead is None else None
        row.took("ATTR", "different")
        noun = row.peek()
        sense = noun.sense("icons") if noun is not None and noun.type == "NOUN" else None
        if number is None or sense is None or row.kind(1) in ("NOUN", "LNOUN"):
            row.back(at)
            return None
        row.take()
        op = {"at least": ">=", "exactly": "==", "more than": ">", "fewer than": "<"}[lead.id] if lead else "=="
        if behind is not None:
            op = ">=" if behind.id == "or more" else "<="
        return t.Fits(t.Compare(t.CountValues(sense.id, LOOP), op, number_said(number)), span=span(noun))

    def name_words(self, row: Row) -> t.Pred | None:
        """ "with "Storm" or "Rain" in its Hero Name": words of a name."""
        at = row.at
        words = [row.take().text.strip('"')]
        while row.kind() in ("OR_PH", "COMMA_PH") and row.kind(1) in ("QNAME", "OR_PH"):
            row.take()
            row.took("OR_PH")
            words.append(row.take().text.strip('"'))
        if not (row.is_("PREP", "in") and row.kind(1) == "ART" and row.id(1) in ("its", "their")):
            row.back(at)
            return None
        row.take()
        row.take()
        attr = row.need()
        if attr.sense("name_kind") is None and not (attr.kind == "function" and attr.id in ("name", "card name")):
            raise row.stop("type", "a name is meant here")
        row.take()
        return t.NameHas(self.attr_of(attr), tuple(words))

    def outnumbering(self, row: Row) -> t.Pred:
        """ "who has more Bystanders than you"."""
        op = ">" if row.take().id == "more" else "<"
        bare, self.bare_ok = self.bare_ok, True
        cards = self.noun_phrase(row)
        self.bare_ok = bare
        if not isinstance(cards, t.Sel) or not row.took("PREP", "than"):
            raise row.stop("expected", "“than”")
        self.forget(cards)
        other = self.noun_phrase(row)
        if type_of(other) != "player":
            raise row.stop("type", "a player is meant here")
        return t.Fits(outnumbers(cards, op, other))

    def number_set_beside(self, row: Row) -> t.Pred:
        """ "with less Attack than its cost", "than that Villain": a number, or the same number of another card."""
        op = ">" if row.take().id == "more" else "<"
        attr = self.attr_of(row.take())
        row.take()
        if row.is_("NUM") or row.is_("ART", "the number of"):
            return t.Number(attr, op, self.number(row))
        other = self.noun_phrase(row)
        if type_of(other) == "card":
            other = t.AttrOf(other, attr)
        if type_of(other) != "number":
            raise row.stop("type", "a number or a card is meant here")
        return t.Number(attr, op, other)

    def of_that_kind(self, value: t.Sel) -> t.Sel:
        """ "Each player rescues a Bystander. Each player who has four or more of them …": of what each got one of."""
        of = value.of
        each = next((c for c in self.scope.candidates if of is not None and c.ref.to == of.to and c.spread), None)
        return value if each is None or value.noun != "card" else replace(value, noun=each.noun, of=None)

    def icons_or(self, row: Row) -> t.Pred | None:
        """ "with [Tech] or [Covert]": one of them; None if a noun stands behind."""
        at = row.at
        found: list[t.Pred] = [t.HasIcon(row.take().id)]
        while row.kind() in ("OR_PH", "COMMA_PH") and (
            row.kind(1) == "ICON" or row.kind(1) == "OR_PH" and row.kind(2) == "ICON"
        ):
            row.take()
            row.took("OR_PH")
            found.append(t.HasIcon(row.take().id))
        if len(found) > 1 and row.kind() not in ("NOUN", "LNOUN", "ICON", "ADJ"):
            return t.AnyOf(tuple(found))
        row.back(at)
        return None

    def held_number(self, row: Row, draft: Draft, word: Word) -> t.Pred:
        """ "with more than one Bystander", "that has fewer than two cards"."""
        number = self.plain_number(row)
        bare, self.bare_ok = self.bare_ok, True
        value = self.noun_phrase(row)
        self.bare_ok = bare
        if not isinstance(value, t.Sel) or not isinstance(number, t.Num):
            raise Stop("type", word.start, word.end, word.text, "cards are meant here")
        self.forget(value)
        more = word.id == "more than"
        enough = t.Num(number.n + 1) if more else number
        value = replace(value, quant=t.Quant("at least", enough))
        held = t.Holds(value, "with")
        if draft.noun == "player" and more:
            self.hold(value)
        return held if more else t.Not(held)

    def digit(self, row: Row) -> t.Pred:
        """ "with the digit 2 printed in its cost, Attack, class or text": as a character on the face."""
        row.take()
        row.take()
        number = row.take()
        if row.took("PREP", "printed in"):
            while row.kind() in ("ART", "NOUN", "LNOUN", "COMMA_PH", "OR_PH"):
                row.take()
        return t.HasDigit(number.text)

    def bound_icon(self, word: Word) -> t.Ref:
        found = self.scope.find(lambda c: c.type in ("icon", "sort"), word.text, span(word))
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        return replace(found.ref, type="icon", form="that icon", span=span(word))

    def that_trait(self, row: Row, draft: Draft) -> t.Pred | bool:
        value = self.noun_phrase(row)
        if isinstance(value, t.AttrOf):
            self.trait_of(draft, value)
            return True
        if isinstance(value, t.Ref) and value.type == "icon":
            return self.icon_ref(value)
        if isinstance(value, t.Ref) and value.type == "name":
            return t.Named(self.name_attr(value), value)
        if isinstance(value, t.Ref) and value.type == "number":
            return t.Number(value.form.split(" ", 1)[-1], "==", value)
        raise row.stop("type")

    def hold(self, value: t.Sel) -> None:
        """ "Each player who has a Wound may KO it": what they have can be meant by its description."""
        where = value.where
        if not any(isinstance(p, t.InZone | t.OwnedBy) for p in where):
            where = self.ordered([*where, t.OwnedBy(t.Ref("loop", "player", "they"))])
        many = value.quant.kind != "exactly" or self.two_of(value)
        self.scope.add(
            t.Ref(f"held {len(self.scope.candidates)}", "cards" if many else "card", ""),
            *(value.noun, many, value.span, "", True, replace(value, where=where)),
        )

    def two_of(self, value: t.Sel) -> bool:
        return isinstance(value.quant.n, t.Num) and value.quant.n.n > 1

    def icon_noun(self, row: Row, ahead: int) -> bool:
        return row.kind(ahead) == "NOUN" and row.id(ahead) == "icon"

    def is_number(self, word: Word | None) -> bool:
        return word is not None and word.sense("number", "point") is not None

    def attr_of(self, word: Word) -> str:
        sense = word.sense("number", "point", "icons", "name_kind")
        if sense is not None:
            return sense.id
        if word.kind == "function" and word.id in ("name", "card name"):
            return "name"
        raise Stop("type", word.start, word.end, word.text)

    def superlative(self, row: Row, draft: Draft) -> bool | None:
        """ "with the lowest cost", "with the most Wounds"; "or tied for most"."""
        row.take()
        which = row.take()
        word = row.peek()
        if word is None:
            return None
        kind = {"most": "highest", "fewest": "lowest"}.get(which.id, which.id)
        if which.id in ("highest", "lowest") and draft.noun == "player":
            row.take()
            shown = self.shown_by_each()
            if shown is None:
                raise Stop("type", word.start, word.end, word.text, "players have no such number")
            self.number_shown(draft, kind, self.attr_of(word), shown.verb)
        elif which.id in ("highest", "lowest"):
            row.take()
            draft.pos = t.Pos(kind, None, self.attr_of(word))
        else:
            if draft.noun != "player":
                row.take()
                draft.pos = t.Pos(kind, None, self.attr_of(word))
                return True
            value = self.noun_phrase(row)
            if not isinstance(value, t.Sel):
                raise row.stop("type", "cards are meant here")
            self.forget(value)
            where = list(value.where)
            if not any(isinstance(p, t.InZone) for p in where):
                where.append(self.theirs())
            sel = replace(value, quant=t.Quant("all"), where=self.ordered(where))
            draft.pos = t.Pos(kind, by=t.Count(sel))
            self.hold(replace(value, quant=t.Quant("plural")))
        return True

    def theirs(self) -> t.Pred:
        """What players have; where they have just shown a place of theirs, what lies there: "Each player reveals their
        hand. The player with the most [Tech] cards …"."""
        they = t.Ref("loop", "player", "they")
        shown = self.shown()
        if shown is not None and shown.spread and isinstance(shown.value, t.Zone):
            return t.InZone((t.Zone(shown.value.zone, they),))
        return t.OwnedBy(they)

    def shown_by_each(self) -> Candidate | None:
        """What several players showed just now, one card each."""
        near = [c for c in self.scope.candidates if c.spread and c.verb in SHOWN and self.scope.distance(c) < 3]
        return near[-1] if near else None

    def number_shown(self, draft: Draft, kind: str, attr: str, event: str) -> None:
        """ "the player who revealed the highest cost": compared by what each of those who did has shown."""
        theirs = t.Sel("card", t.Quant("all"), (t.Did(event, "cards", THEIRS, "way"),))
        number = t.AttrOf(theirs, attr, fold="max" if kind == "highest" else "min")
        draft.where.append(t.Fits(t.Happened(event, (t.Arg("who", THEIRS),), "way")))
        every = draft.quant.kind in ("each", "all", "plural")  # "each player who revealed …": all who are tied
        draft.pos = t.Pos(kind, by=number, ties=draft.tied or every)
        draft.quant = t.Quant("the")

    def number_trait(self, row: Row, word: Word) -> t.Pred:
        """ "cost 3 or less", "5 Attack or less", "Attack equal to …"."""
        attr, op, value = self.comparison(row)
        return t.Number(attr, op, value, span=span(word))

    def other_than(self, row: Row, draft: Draft) -> bool:
        word = row.peek()
        if word is None:
            return False
        if word.type == "ICON":
            row.take()
            draft.where.append(t.Not(t.HasIcon(word.id)))
            return True
        if word.type == "PRO" and word.id in ("this", "it"):
            row.take()
            if row.is_("NUM") or row.is_("NOUN"):
                row.take()
            draft.other = True
            return True
        if word.type == "PRO" and word.id == "those" and row.kind(1) in ("PREP", "RELW"):
            row.take()
            left_out = Draft(noun=draft.noun, counted=True, start=word)
            self.phrases(row, left_out)
            draft.where.extend(t.Not(pred) for pred in left_out.where)
            return len(left_out.where) == 1
        value = self.noun_phrase(row)
        if isinstance(value, t.Sel):
            if value.noun not in ("card", draft.noun):
                draft.where.append(t.Not(t.IsKind(value.noun)))
            for pred in value.where:
                draft.where.append(t.Not(pred))
            return True
        if isinstance(value, t.Ref):
            draft.where.append(t.Not(t.Fits(t.Is(LOOP, (t.Named("name", value),)))))
            raise row.stop("not yet", "“other than” a bound card")
        return False
