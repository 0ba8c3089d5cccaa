"""Quantities before a noun: "a", "two", "up to three", "one of them", "all but two", "half of"."""

from __future__ import annotations

from dataclasses import replace

from . import tree as t
from .base import Base
from .context import Row, number_said
from .nouns import ONE, OTHERS, QUANTS, Draft


class Determiners(Base):
    # -- determiners
    def determiner(self, row: Row, draft: Draft) -> t.Value | None:
        """Read quantity words into the draft; a whole value if the phrase is partitive ("one of them") or elided
        ("one")."""
        while True:
            word = row.peek()
            if word is None:
                break
            if word.type == "ART" and word.id in ("a", "the", "any number of", "half", "no", "every", "all the"):
                row.take()
                draft.quant = t.Quant(QUANTS[word.id], ONE if word.id == "a" else None)
                draft.definite = word.id == "the"
                draft.counted = True
                if word.id in ("any number of", "half") and self.group_ahead(row):
                    return self.partitive(row, draft)
                continue
            if word.type == "ART" and word.id in (
                "one of",
                "each of",
                "all of",
                "any of",
                "none of",
                "half of",
                "some of",
            ):
                row.take()
                draft.counted = True
                if word.id == "some of":
                    draft.quant = t.Quant("at least", ONE)
                else:
                    draft.quant = t.Quant(QUANTS[word.id], ONE if word.id == "one of" else None)
                return self.partitive(row, draft)
            if word.type == "ART" and word.id in ("up to", "at least", "exactly"):
                row.take()
                n = self.plain_number(row)
                draft.quant = t.Quant("precisely" if word.id == "exactly" else word.id, n)
                draft.counted = True
            elif word.type == "ART" and word.id == "all but":
                row.take()
                n = self.plain_number(row)
                row.took("PREP", "of")
                return self.all_but(self.noun_phrase(row), n, row)
            elif word.type == "PRO" and word.id in QUANTS:
                row.take()
                if not (draft.counted and word.id == "other"):  # "at least five other cards"
                    draft.quant = t.Quant(QUANTS[word.id], ONE if word.id in ("another", "either") else None)
                draft.other = draft.other or word.id in OTHERS
                draft.counted = True
                if word.id == "both" and not self.noun_ahead(row, 0):
                    return self.both(word)
                if word.id in ("all", "both") and self.group_ahead(row):
                    return self.partitive(row, draft)
                if word.id == "each" and self.after_each(row):
                    return self.elided(row, draft, word)
                if row.is_("PREP", "of") and self.group_ahead(row, 1):
                    row.take()
                    return self.partitive(row, draft)
                if (
                    word.id in ("another", "none", "either")
                    and not self.noun_ahead(row, int(row.is_("SLOT")))
                    and row.kind() not in ("ART", "PRO")
                ):
                    return self.elided(row, draft, word)
                continue
            elif word.type == "PRO" and word.id == "as many" and self.noun_ahead(row, 1):
                row.take()
                draft.quant = t.Quant("exactly", t.Ref("as many", "number", "as many"))
                draft.counted = True
                continue
            elif word.type == "PRO" and word.id == "that many":
                row.take()
                draft.quant = t.Quant("exactly", self.that_many(word))
                draft.counted = True
                if not self.noun_ahead(row, 0):
                    assert draft.quant.n is not None
                    return draft.quant.n
                continue
            elif word.type == "NUM":
                if self.cost_adjective(row):
                    break
                row.take()
                n = number_said(word)
                most = 0 if draft.counted or word.kind == "slot" else self.counts_on(row, word.value)
                if most:
                    draft.quant, draft.counted = t.Quant("from", t.Num(most), word.value), True
                    continue
                old = draft.quant
                if (
                    draft.counted
                    and old.kind in ("the", "any", "all", "each", "exactly")
                    and (draft.other or old.kind != "exactly")
                ):
                    draft.quant = t.Quant("exactly" if old.kind in ("exactly", "any") else old.kind, n)
                elif not draft.counted or old.kind == "exactly":
                    draft.quant = t.Quant("exactly", n)
                draft.counted = True
                if (
                    row.is_("CMP")
                    and (self.noun_ahead(row, 1) or row.kind(1) == "PREP" and row.id(1) == "of")
                    and not self.number_noun(row.peek(1))
                ):
                    cmp = row.take()
                    draft.quant = t.Quant("at least" if cmp.id == "or more" else "up to", n)
            else:
                break
            if row.is_("PREP", "of") and self.group_ahead(row, 1):
                row.take()
                return self.partitive(row, draft)
            if not self.noun_ahead(row, 0) and row.kind() not in ("ART", "PRO", "CMP"):
                if draft.counted and word.type in ("NUM", "ART"):
                    return self.elided(row, draft, word)
                break
        return None

    def counts_on(self, row: Row, first: int) -> int:
        """ "one, two, or three Wounds": numbers that follow one another, any of them by choice; the last one."""
        at, last, joined = row.at, first, False
        while row.kind() in ("COMMA_PH", "OR_PH"):
            joined = joined or row.kind() == "OR_PH"
            row.take()
            if row.kind() == "OR_PH":
                joined = row.take() is not None
            if not row.is_("NUM") or row.need().value != last + 1:
                break
            last = row.take().value
            if joined and self.noun_ahead(row, 0):
                return last
        row.back(at)
        return 0

    def all_but(self, group: t.Value, n: t.Value, row: Row) -> t.Value:
        """ "all but two of their cards": as many as there are, less that number."""
        if not isinstance(group, t.Sel):
            raise row.stop("type", "a group of cards is meant here")
        every = replace(group, quant=t.Quant("all"))
        number = t.Arith("-", t.Count(every), n)
        return self.reregister(group, replace(group, quant=t.Quant("exactly", number)))

    def group_ahead(self, row: Row, ahead: int = 0) -> bool:
        word = row.peek(ahead)
        if word is None:
            return False
        if word.type == "PRO" and word.id in ("they", "those", "these", "that", "it", "the rest", "you", "each", "any"):
            return True
        return word.type == "ART" and word.id in ("your", "their", "its", "his", "the")

    def cost_adjective(self, row: Row) -> bool:
        """ "0-cost", "3 cost": a number that belongs to an adjective."""
        word = row.peek()
        return bool(
            word is not None
            and (
                word.text.endswith("-")
                or (self.number_noun(row.peek(1)) and row.kind(1) == "LNOUN" and self.noun_ahead(row, 2))
            )
        )

    def partitive(self, row: Row, draft: Draft) -> t.Value:
        """Behind "one of": a bound group, or a selector whose quantity this is."""
        group = self.noun_phrase(row)
        if isinstance(group, t.AbilityRef) and draft.quant.kind == "each":
            return group
        if isinstance(group, t.Ref):
            if group.type in ("zone", "space") or group.to == "you":
                raise row.stop("type", "a group is meant here")
            narrowed = row.is_("RELW") or row.is_("PREP", "with")
            if draft.quant.kind == "all" and not narrowed:
                return replace(group, form=group.form)
            noun = "player" if group.type in ("player", "players") else "card"
            if narrowed:  # "one of them that costs 4 or less"
                draft.noun, draft.of = noun, group
                self.phrases(row, draft)
            where = self.ordered(draft.where)
            made = t.Sel(noun, draft.quant, where, draft.pos, draft.other, draft.chooser, replace(group))
            return self.register(made, draft.start, partitive=True)
        if isinstance(group, t.Sel):
            quant = draft.quant
            if group.quant.kind == "the" and group.pos is None and group.quant.n is None:
                quant = draft.quant
            elif group.quant.kind not in ("plural", "all", "the"):
                raise row.stop("type", "a group is meant here")
            if quant.kind == "half":
                quant = self.half_of(replace(group, quant=t.Quant("all")), row)
            return self.reregister(group, replace(group, quant=quant, other=draft.other or group.other))
        if isinstance(group, t.Zone) and draft.quant.kind == "half":
            every = t.Sel("card", t.Quant("all"), (t.InZone((group,)),))
            return self.register(replace(every, quant=self.half_of(every, row)), draft.start)
        raise row.stop("type", "a group is meant here")

    def half_of(self, every: t.Sel, row: Row) -> t.Quant:
        """Half of a group is a number; how it is rounded must be printed."""
        rounding = self.rounding(row)
        return t.Quant("exactly", t.Arith("//", t.Count(every), t.Num(2), rounding))
