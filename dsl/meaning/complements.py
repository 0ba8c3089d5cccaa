"""What stands behind "is": adjectives, icons, nouns, "the first …"."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import Kind as KindDecl
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import Base
from .context import Row, Stop, span
from .nouns import NOUN_START

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


class Complements(Base):
    """Reads what something is said to be."""

    or_said: bool = False
    counted_said: t.Condition | None = None

    def said_count(self) -> t.Condition | None:
        """What the complement just read says of a number, if it does."""
        return self.counted_said

    def complement(self, row: Row) -> list[t.Pred] | None:
        """Behind "is": adjectives, icons, a kind; several joined by "or"."""
        self.or_said = False
        found: list[t.Pred] = []
        while True:
            word = row.peek()
            if word is None:
                break
            pred = self.one_complement(row, word)
            if pred is None:
                if not found:
                    return None
                break
            found.extend(pred)
            if row.kind() in ("OR_PH", "AND_PH", "COMMA_PH"):
                ahead = 2 if row.kind(1) in ("OR_PH", "AND_PH") else 1
                nxt = row.peek(ahead)
                if nxt is None or nxt.type not in ("ICON", "NOUN", "ART", "ADJ", "ATTR"):
                    break
                for _ in range(ahead):
                    joint = row.take()
                    if joint.type == "OR_PH":
                        self.or_said = True
                continue
            break
        if self.or_said and len(found) > 1:
            return [t.AnyOf(tuple(found))]
        return found or None

    def neither(self, row: Row) -> bool:
        """ "neither [Tech] nor [Covert]": not one of several."""
        word = row.took("ADV", "neither")
        if word is not None and not any(w.text == "nor" for w in row.rest()):
            raise Stop("expected", word.start, word.end, word.text, "“nor”")
        return word is not None

    def one_complement(self, row: Row, word: Word) -> list[t.Pred] | None:
        at = row.at
        if word.type == "ICON":
            row.take()
            return [t.HasIcon(word.id, span=span(word))]
        negate = False
        if word.type == "ATTR" and word.id == "non-":
            row.take()
            negate = True
            word = row.peek() or word
        if word.type == "ADJ":
            sense = word.sense("adjective")
            row.take()
            if sense is not None:
                kind: t.Pred = t.IsKind(sense.id, span=span(word))
                return [t.Not(kind) if negate else kind]
            return [t.Fits(t.Is(t.Ref("loop", "card", ""), state=word.id))]
        if word.type == "NOUN" and word.sense("kind", "term") is not None and row.kind(1) not in ("NOUN",):
            row.take()
            sense = word.sense("kind", "term")
            assert sense is not None
            return [t.IsKind(sense.id, span=span(word))]
        if word.type == "ART" and word.id == "the" and row.kind(1) == "ATTR":
            return self.ordinal(row)
        if word.type in NOUN_START:
            value = self.noun_phrase(row)
            if (
                isinstance(value, t.Sel)
                and value.quant.kind in ("exactly", "plural", "any", "the")
                and value.pos is None
            ):
                self.forget(value)
                preds: list[t.Pred] = [] if value.noun == "card" else [t.IsKind(value.noun, span=value.span)]
                preds.extend(value.where)
                if not preds:
                    row.back(at)
                    return None
                return preds
            if isinstance(value, t.Union) and value.either:
                self.or_said = True
                out: list[t.Pred] = []
                for part in value.parts:
                    if isinstance(part, t.Sel):
                        self.forget(value)
                        out.append(t.IsKind(part.noun, span=part.span))
                return out
            if isinstance(value, t.NameValue):
                return [t.Named(value.attr, value)]
            row.back(at)
        return None

    def ordinal(self, row: Row) -> list[t.Pred] | None:
        """ "the first Villain you fought this turn", "the only card you have played this turn": a count of the
        history."""
        at = row.at
        row.take()
        which = row.take().id
        n = 1 if which == "only" else ORDINALS.index(which) + 1 if which in ORDINALS else None
        if which in ("last", "final") and row.kind() == "NOUN":
            found = self.none_left(row)
            if found is not None:
                self.counted_said = found
                return [t.Fits(found)]
        if n is not None and row.kind() in NOUN_START:
            self.bare_ok = True
            value = self.noun_phrase(row)
            self.bare_ok = False
            if isinstance(value, t.Sel) and any(isinstance(p, t.Did) for p in value.where):
                self.forget(value)
                done = self.times_done(value)
                self.counted_said = t.Nth(n, done, which == "only") if done is not None else self.so_many(value, n)
                return [t.Fits(self.counted_said)]
        row.back(at)
        raise row.stop("not yet", "an ordinal")

    def times_done(self, value: t.Sel) -> t.Happened | None:
        """How often something was done to such cards: a card it was done to twice counts twice."""
        done = [p for p in value.where if isinstance(p, t.Did)]
        if len(done) != 1 or done[0].by is not None or done[0].negated or done[0].period == "now":
            return None
        deed = done[0]
        one = replace(value, quant=t.Quant("exactly", t.Num(1)), where=tuple(p for p in value.where if p is not deed))
        who = (t.Arg("who", deed.who),) if deed.who is not None else ()
        return t.Happened(deed.event, (*who, t.Arg(deed.role, one)), deed.period)

    def so_many(self, value: t.Sel, n: int) -> t.Condition:
        return t.Compare(t.Count(replace(value, quant=t.Quant("all"))), "==", t.Num(n))

    def none_left(self, row: Row) -> t.Condition | None:
        """ "the last Tactic": none is left where cards of its kind begin."""
        word = row.peek()
        sense = word.sense("kind") if word is not None else None
        decl = self.vocabulary.declaration(sense.id, KindDecl) if sense is not None else None
        if sense is None or decl is None or decl.home is None:
            return None
        row.take()
        for zone in self.vocabulary.all(ZoneDecl):
            if str(zone.name) == str(decl.home):
                return t.Last(sense.id, t.Zone(zone.id))
        return None
