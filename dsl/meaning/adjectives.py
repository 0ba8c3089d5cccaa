"""What stands before a noun: icons, adjectives, positions, names of places and kinds."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Entry as Declared

from . import tree as t
from .base import Base
from .context import Row, Stop, number_said, span
from .nouns import ONE, POSITIONS, Draft


class Adjectives(Base):
    def join_icons(self, draft: Draft, icons: list[t.Pred], joint: str) -> None:
        """ "[A] or [B]" has at least one; "[A] and [B]" with "each" as well, with "a" both are needed;
        "[A][B]" are both."""
        if len(icons) < 2 or joint == "next" or (joint == "and" and draft.quant.kind not in ("each", "all", "plural")):
            draft.where.extend(icons)
        elif icons:
            draft.where.append(t.AnyOf(tuple(icons)))

    def modifies(self, row: Row) -> bool:
        """Whether a noun stands before the noun it belongs to: "HQ Hero", "Henchman Villain", "Attack icon"."""
        nxt = row.peek(1)
        word = row.need()
        if nxt is None:
            return False
        if nxt.type in ("NOUN", "LNOUN"):
            if word.sense("keyword") and nxt.sense("keyword"):
                return False
            if word.kind == "function" and word.id in ("card", "player") and nxt.kind != "function":
                return False
            if self.is_place_phrase(nxt):  # "five … next to the Scheme"
                return False
            return not (
                nxt.sense("point", "number")
                and not nxt.sense("kind", "term", "zone")
                and word.sense("kind", "term", "zone", "space", "name")
            )
        if nxt.type in ("ICON",) and word.sense("name", "zone", "kind"):
            return self.noun_ahead(row, 2)
        if nxt.type == "ADJ" and word.sense("name", "zone", "kind"):
            return self.noun_ahead(row, 2)
        return False

    def adjective(self, row: Row, draft: Draft, word: Word) -> t.Pred | t.Value | bool | None:
        """One word before the noun: a predicate, True if it went into the draft, None if it is no adjective here."""
        if word.type == "ATTR":
            return self.attribute_word(row, draft, word)
        if word.type == "ADJ":
            if self.space_ahead(row):
                return None
            row.take()
            sense = word.sense("adjective")
            if sense is not None:
                return t.IsKind(sense.id, span=span(word))
            return t.Fits(t.Is(t.Ref("loop", "card", ""), state=word.id), span=span(word))
        if word.type == "NUM":
            if not self.cost_adjective(row):
                return None
            row.take()
            attr = row.take()
            return t.Number(self.number_id(attr), "==", number_said(word), span=span(word, attr))
        if word.type == "PARTA":
            row.take()
            return self.participle_before(row, draft, word)
        if word.type == "QNAME":
            row.take()
            return t.Named("name", t.NameValue("name", self.bare(word), span=span(word)), span=span(word))
        sense = word.sense("name")
        if sense is not None:
            row.take()
            declared = sense.decl
            of = declared.of if isinstance(declared, Declared) and declared.of else "name"
            return t.Named(of, t.NameValue(of, word.text), span=span(word))
        sense = word.sense("kind", "term")
        if sense is not None:
            row.take()
            return t.IsKind(sense.id, self.printed_kind(sense, word), span=span(word))
        sense = word.sense("zone")
        if sense is not None:
            if self.space_ahead(row):
                return None
            row.take()
            return t.InZone((self.zone_value(sense, None),), span=span(word))
        sense = word.sense("keyword")
        if sense is not None and row.peek(1) is not None:
            nxt = row.peek(1)
            assert nxt is not None
            if nxt.kind == "function" and nxt.id in ("effect", "ability"):
                return None
            row.take()
            return t.HasKeyword(sense.id, span=span(word))
        sense = word.sense("coined")
        if sense is not None:
            row.take()
            return t.Named("name", t.NameValue("name", word.text, span=span(word)), span=span(word))
        return None

    def printed_kind(self, sense: Sense, word: Word) -> bool:
        """ "a printed Hero": of that kind by what is printed on it."""
        printed, self.printed_said = self.printed_said, False
        if printed and sense.kind != "kind":
            raise Stop("type", word.start, word.end, word.text, "a kind of card is meant here")
        return printed

    printed_said: bool = False

    def space_ahead(self, row: Row) -> bool:
        """Whether the noun of this phrase is "space": then adjectives and zones belong to it."""
        for ahead in range(1, 4):
            word = row.peek(ahead)
            if word is None or word.type not in ("NOUN", "ADJ", "ATTR"):
                return False
            if word.kind == "function" and word.id == "space":
                return True
        return False

    def attribute_word(self, row: Row, draft: Draft, word: Word) -> t.Pred | t.Value | bool | None:
        name = word.id
        row.take()
        if name in POSITIONS:
            nxt = row.peek()
            if name in ("highest", "lowest"):
                if nxt is not None and self.number_noun(nxt) and self.noun_ahead(row, 1 + (row.id(1) == "other")):
                    attr = row.take()
                    draft.pos = t.Pos(name, self.pos_count(draft), self.number_id(attr))
                    return True
                if nxt is not None and self.number_noun(nxt):
                    return self.extreme(row, name)
            draft.pos = t.Pos(name, self.pos_count(draft))
            if nxt is not None and nxt.type == "NUM":
                count = row.take()
                draft.pos = replace(draft.pos, n=number_said(count))
            return True
        match name:
            case "random":
                draft.quant = t.Quant("random", draft.quant.n or ONE)
                return True
            case "extra" | "additional" | "more":
                draft.extra = name
                return True
            case "next":
                draft.once = name
                return True
            case "fewer":
                self.fewer_said = True
                return True
            case "same" | "equal" | "different" | "printed" | "total":
                return self.same_or_different(row, draft, name)
            case "only" | "single":
                draft.quant = t.Quant("the", None) if name == "only" else draft.quant
                return True
            case "current" | "active":
                draft.where.append(t.Fits(t.Is(t.Ref("loop", "player", ""), state="active")))
                return True
            case _:
                raise Stop("not yet", word.start, word.end, word.text)

    def slot_trait(self, ref: t.Ref) -> t.Pred:
        """ "each {icons} card": a parameter as an adjective."""
        if ref.type in ("icon", "icons"):
            return t.HasIconRef("", ref)
        if ref.type == "name":
            return t.Named("name", ref)
        raise Stop("type", ref.span[0], ref.span[1], ref.form)

    def pos_count(self, draft: Draft) -> t.Value | None:
        n = draft.quant.n
        if draft.quant.kind == "the" and n is not None:
            draft.quant = t.Quant("the")
            return n
        return None
