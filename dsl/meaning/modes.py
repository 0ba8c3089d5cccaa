"""Options to choose from: how many of them are taken, and whether one may be taken again."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Clause
from cardwright.dsl.words import Icons

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, number_said, span
from .types import type_of

SHOWN = frozenset(("reveal", "look at"))


class Modes(Base):
    modes_once: str = ""  # the period in which no option is chosen twice, of the last "Choose one"

    guessed: t.ChooseValue | None = None  # what was guessed last

    def guessed_right(self, clause: Clause, negated: bool) -> t.Condition:
        """ "If you guessed right": the card that was revealed has the icon that was guessed."""
        row = Row(clause.row)
        right = row.took("NOUN", "right")
        family = self.family_guessed()
        shown = self.scope.find(lambda c: c.type == "card" and c.verb in SHOWN, "", clause.span)
        if right is None or not row.done or self.guessed is None or not family or shown is None:
            raise Stop("not yet", *clause.span, "how a guess was")
        for word in clause.subject:
            word.read = True
        same = t.Ref(f"bind {self.guessed.binds}", "icon", f"that {family}")
        self.scope.again(shown.ref)
        found = t.Is(replace(shown.ref, form="it"), (t.HasIconRef(family, same),))
        return t.NotCond(found) if negated else found

    def family_guessed(self) -> str:
        """The family of icons of which one was guessed, if it was an icon."""
        what = self.guessed.what if self.guessed is not None else None
        if not isinstance(what, t.ValueSort) or what.sort:
            return what.sort if isinstance(what, t.ValueSort) and self.is_icons(what.sort) else ""
        icons = {icon for option in what.options if isinstance(option, t.IconValue) for icon in option.icons}
        for family in self.vocabulary.all(Icons):
            home = family.id.split(":", 1)[0]
            if icons and icons <= {f"{home}:{name}" for name in family.of}:
                return family.id
        return ""

    def options_said(self, subject: t.Value | None, row: Row) -> t.ValueSort | None:
        """ "Choose one:", "two different options:", "one of these that you haven't chosen yet this game:"."""
        at = row.at
        count = row.need()
        if count.type == "ART" and count.id == "one of" and row.kind(1) == "PRO" and row.id(1) in ("these", "this"):
            row.take()
            row.take()
        elif count.type == "NUM":
            row.take()
            row.took("ATTR", "different")
            row.took("NOUN", "option")
        else:
            return None
        self.modes_once = ""
        chooser = "they" if subject is not None and subject != YOU else "you"
        if not row.done and not self.not_again(chooser, row):
            row.back(at)
            return None
        return t.ValueSort("mode", (number_said(count) if count.type == "NUM" else t.Num(1),))

    def not_again(self, chooser: str, row: Row) -> bool:
        """ "that you haven't chosen yet this game": each option once in that period."""
        if [word.id for word in list(row.rest())[:4]] != ["that", chooser, "haven't", "choose"]:
            return False
        for _ in range(4):
            last = row.take()
        row.took("ADV", "yet")
        period = self.period_of(row.peek()) if row.kind() == "TIME" else ""
        if period not in ("turn", "game"):
            raise Stop("not yet", *span(last), last.text, "options chosen once in another time")
        row.take()
        self.modes_once = period
        return row.done

    def copied_effects(self, row: Row) -> t.Effect:
        """ "Copy the effects of a Hero you played this turn": what is done when it is played, by this card."""
        start = row.peek()
        said = row.took("ART", "the") and row.is_("NOUN", "effect") and row.take() and row.took("PREP", "of")
        if not said:
            raise row.stop("not yet", "“copy”")
        card = self.noun_phrase(row)
        if type_of(card) != "card":
            raise Stop("type", *span(start), "", "one card is meant here")
        self.forget(card)
        self.end_of(row)
        return t.SameEffect(of=card, times=self.tail.times)

    def choice_of(self, lead: t.ChooseValue, modes: tuple[t.Effect, ...], form: str) -> t.Choose:
        """The options with what was said of choosing among them."""
        assert isinstance(lead.what, t.ValueSort)
        n = lead.what.options[0]
        once, self.modes_once = self.modes_once, ""
        return t.Choose(lead.who, modes, n.n if isinstance(n, t.Num) else 1, form, once)
