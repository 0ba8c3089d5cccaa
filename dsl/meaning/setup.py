"""The set-up line of a Scheme: numbers of cards, piles, counters, what stands at another place."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import FlatLine, Sentence, Unit

from . import tree as t
from .base import Base
from .context import Row, Stop, number_said, span


class SetUp(Base):
    def set_up(self, flat: FlatLine, *, names: bool) -> t.Effect | None:
        """Set-up items: noun phrases, one after the other. `names`: a name alone is one, too; else it must be said what
        is done with it ("Include …")."""
        items: list[t.Effect] = []
        self.setting_up = True
        for sentence in flat.sentences:
            try:
                if sentence.end is not None:
                    sentence.end.read = True
                held = self.held_at_start(sentence)
                if held is not None:
                    items.append(held)
                    continue
                players, unit = self.for_players(sentence)
                if unit is None or unit.clause.verb is not None or unit.leads or unit.posts:
                    made, _ = self.sentence(sentence)
                    if made is not None:
                        items.append(made)
                    continue
                items.append(self.set_up_item(unit, players, names))
                items += self.called_anew
            except Stop as stop:
                self.problem(stop)
                return None
        self.setting_up = False
        if not items:
            return None
        return items[0] if len(items) == 1 else t.Seq(tuple(items), (".",) * (len(items) - 1))

    def for_players(self, sentence: Sentence) -> tuple[tuple[tuple[int, int], ...], Unit | None]:
        """ "2-4 players: 10 Twists.": for which numbers of players an item is, and the item."""
        units = sentence.units
        if len(units) == 1:
            return (), units[0]
        self.one_item(sentence)
        row = Row(units[0].clause.row)
        number = row.peek()
        if (
            len(units) != 2
            or [w.type for w in units[1].join] != ["COLON"]
            or number is None
            or number.type != "NUM"
            or units[0].clause.verb is not None
        ):
            return (), None
        low, _, high = number.text.replace("–", "-").partition("-")
        row.take()
        if not row.took("NOUN", "player") or not row.done or not low.isdigit():
            return (), None
        for word in units[1].join:
            word.read = True
        return ((int(low), int(high or low)),), units[1]

    called_anew: tuple[t.Effect, ...] = ()

    def one_item(self, sentence: Sentence) -> None:
        """ "8 Twists 4-5 players: 5 Twists.": two items with no stop between them are found where it should be."""
        if len(sentence.units) < 3 or any(unit.clause.verb is not None for unit in sentence.units):
            return
        words = sentence.units[1].clause.row
        for at, word in enumerate(words):
            ahead = words[at + 1] if at + 1 < len(words) else None
            if at and word.type == "NUM" and ahead is not None and ahead.id == "player":
                made = Stop("expected", word.start, word.end, word.text, "a full stop")
                made.lead = words[at - 1].start
                raise made

    def set_up_item(self, unit: Unit, players: tuple[tuple[int, int], ...], names: bool) -> t.Effect:
        """So many cards, perhaps in a place, plus or minus a number by players."""
        row = Row(unit.clause.row)
        first = row.need()
        self.pending = []
        self.extra_said = ""
        value = self.value(row)
        extra, self.extra_said = bool(self.extra_said), ""
        where: t.Value | None = None
        if isinstance(value, t.Sel):
            for pred in value.where:
                if isinstance(pred, t.InZone):
                    where = pred.zones[0]
                    value = replace(value, where=tuple(p for p in value.where if p is not pred))
                    break
        if isinstance(value, t.Sel):
            value = self.numbered_by_players(row, value)
        self.called_anew = self.representing(row, value)
        if row.is_("PAREN") and self.in_any_game(row.need(), value):
            row.take()
        if not row.done:
            raise row.stop("left over")
        if isinstance(value, t.NameValue) and not names:
            raise Stop("expected verb", *span(first), first.text)
        return t.SetupItem(value, players, where, extra)

    def representing(self, row: Row, cards: t.Value) -> tuple[t.Effect, ...]:
        """ "8 Twists representing "Rifts"": all cards of that kind are called so."""
        if not row.is_("ING", "represent") or not isinstance(cards, t.Sel) or cards.where:
            return ()
        row.take()
        word = row.need()
        sense = word.sense("coined")
        if sense is None:
            raise row.stop("expected", "a word in quotation marks")
        row.take()
        role = t.RoleValue("card", t.NameValue("name", self.coined_name(sense), span=span(word)))
        return (t.Gain(t.Sel(cards.noun, t.Quant("each")), (role,), also=False),)

    def numbered_by_players(self, row: Row, cards: t.Sel) -> t.Sel:
        """ "8 Twists, plus 1 per player", "4 Twists plus 1 Twist for each player": a number that depends on others."""
        number, at = cards.quant.n, row.at
        row.took("COMMA_PH")
        if number is not None and row.is_("PREP", "plus", "minus"):
            op = "+" if row.take().id == "plus" else "-"
            more = self.so_many_more(row, cards.noun)
            per = self.each_of(row)
            number = t.Arith(op, number, more if per is None else per if more == t.Num(1) else t.Arith("*", per, more))
        elif number is not None and (row.is_("PREP", "per") or row.is_("FOREACH")):
            per = self.each_of(row)
            assert per is not None
            number = t.Arith("*", number, per)
        else:
            row.back(at)
            return cards
        return replace(cards, quant=replace(cards.quant, n=number))

    def each_of(self, row: Row) -> t.Value | None:
        """ "per player" needs no article in a list."""
        self.bare_ok = True
        try:
            return self.per(row)
        finally:
            self.bare_ok = False

    def so_many_more(self, row: Row, noun: str) -> t.Value:
        """The number behind "plus"; digits may have the noun once more behind them, but no other one."""
        if not row.is_("NUM") or row.kind(1) == "ART":
            return self.number(row)
        number = number_said(row.take())
        if row.kind() == "NOUN":
            again = row.need()
            if not any(sense.id == noun for sense in again.senses):
                raise row.stop("not yet", "a number of other things")
            row.take()
        return number

    def held_at_start(self, sentence: Sentence) -> t.SetupItem | None:
        """ "The Wound Stack holds 6 Wounds per player": how many lie in a pile when the game begins."""
        unit = sentence.units[0]
        verb = unit.clause.verb
        if len(sentence.units) != 1 or verb is None or verb.id != "hold" or unit.leads or unit.posts:
            return None
        self.pending = []
        verb.read = True
        where = self.value(Row(unit.clause.subject))
        row = Row(unit.clause.row)
        what = self.value(row)
        if row.took("PREP", "per") is not None:
            self.bare_ok = True
            each = self.noun_phrase(row)
            self.bare_ok = False
            if isinstance(what, t.Sel) and isinstance(each, t.Sel) and what.quant.n is not None:
                number = t.Arith("*", what.quant.n, t.Count(each))
                what = replace(what, quant=replace(what.quant, n=number))
        if not row.done:
            raise row.stop("left over")
        return t.SetupItem(what, (), where)
