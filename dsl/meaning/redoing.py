"""Verbs that do something again: "Do its Fight effect", "Do the same thing to …", "Repeat this process"."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Label

from . import tree as t
from .base import Base
from .context import Row, Stop
from .types import PLAYERS, type_of


class Redoing(Base):
    def do(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        """ "do its Fight effect twice", "do both"."""
        if row.is_("PRO", "both"):
            row.take()
            return t.Instead(t.Nothing(""), "line", True)
        if row.is_("PRO", "the same"):
            return self.same_thing(row)
        again = self.numbered_effect(row)
        if again is not None:
            self.end_of(row)
            return replace(again, times=self.tail.times)
        value = self.noun_phrase(row)
        if not isinstance(value, t.AbilityRef):
            raise row.stop("left over")
        edit = self.choosing_else(row)
        self.end_of(row)
        return t.SameEffect(value.label, value.of, self.tail.times, edit, last=value.last)

    def happens(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "The Scheme's last Twist effect happens again.": without what it waits for."""
        if not isinstance(subject, t.AbilityRef) or not self.vocabulary.declaration(subject.label, Label):
            raise row.stop("type", "an effect with a label is meant here")
        self.end_of(row)
        if "again" not in self.tail.mods and self.tail.times is None:
            raise row.stop("expected", "“again”")
        return t.SameEffect(subject.label, subject.of, self.tail.times, last=subject.last)

    def choosing_else(self, row: Row) -> t.ChooseValue | None:
        """ "…, choosing yourself": what is chosen this time."""
        if not row.is_("COMMA_PH") or row.kind(1) != "ING" or row.id(1) != "choose":
            return None
        row.take()
        row.take()
        value = self.choice(row)
        if not isinstance(value, t.ValueSort) and not (isinstance(value, t.Ref) and value.to == "you"):
            raise row.stop("not yet", "what is chosen this time")
        return t.ChooseValue(None, value)

    def same_thing(self, row: Row) -> t.Effect:
        """ "Do the same thing to each other player's deck": what was said before, with something else in it."""
        row.take()
        if row.is_("FOREACH"):
            counted = self.per(row)
            of = counted.of if isinstance(counted, t.Count) else None
            value: t.Value = replace(of, quant=t.Quant("each")) if isinstance(of, t.Sel) else t.Num(0)
            prep = "for"
        else:
            word = row.took("PREP", "to", "with", "for")
            if word is None:
                raise row.stop("expected", "“to”, “with” or “for”")
            prep = word.id
            value = self.noun_phrase(row)
        if not isinstance(value, t.Zone) and type_of(value) not in ("card", "cards", *PLAYERS):
            raise row.stop("type", "cards, players or a place are meant here")
        self.forget(value)
        self.end_of(row)
        return t.SameEffect(on=value, prep=prep)

    def numbered_effect(self, row: Row) -> t.SameEffect | None:
        """ "the effect of Twists 1-6": the labelled line before, if that is the one meant."""
        if not (row.is_("ART", "the") and row.id(1) == "effect" and row.id(2) == "of"):
            return None
        word = row.peek(3)
        label = word.sense("label") if word is not None else None
        if label is None:
            return None
        numbers: list[tuple[int, int]] = []
        at = 4
        while row.kind(at) == "NUM" and not row.means(at, "slot"):
            said = row.words[row.at + at].text.replace("–", "-").split("-")
            numbers.append((int(said[0]), int(said[-1])))
            at += 1
        if not self.labelled or self.labelled[-1] != (label.id, tuple(numbers)):
            raise row.stop("not yet", "an effect that is not the one before")
        for _ in range(at):
            row.take()
        return t.SameEffect()

    labelled: list[tuple[str, tuple[tuple[int, int], ...]]]

    def repeat(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "repeat this process", "each Villain repeats its Ambush effect"."""
        word = row.need()
        ahead = row.peek(1)
        if word.type == "ART" and word.id in ("its", "the") or word.id == "this" and ahead and ahead.id == "card":
            value = self.noun_phrase(row)
            if not isinstance(value, t.AbilityRef):
                raise Stop("not yet", word.start, word.end, word.text)
            edit = self.choosing_else(row)
            self.end_of(row)
            again = t.SameEffect(value.label, value.of, self.tail.times, edit, last=value.last)
            if subject is None or subject == value.of:
                return again
            if not isinstance(subject, t.Sel) or subject.noun == "player" or subject.quant.kind != "each":
                raise Stop("not yet", word.start, word.end, word.text)
            return t.Each(subject, replace(again, of=t.Ref("loop", "card", "it")), form="subject")
        row.take()
        if word.id == "this process":
            return t.Repeat(None, None)
        nxt = row.peek()
        if word.type == "PRO" and word.id == "this" and nxt is not None and nxt.id == "process":
            row.take()
            return t.Repeat(None, None)
        raise Stop("not yet", word.start, word.end, word.text)
