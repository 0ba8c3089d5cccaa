"""Declared verbs: what stands behind them fills the roles of their signatures, in whatever order it is said.

It must not know any verb by name: what a verb takes, from where and to where, is in its declaration.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Kind, Verb, Zone

from . import tree as t
from .base import Base
from .context import Row, Stop, Tail, number_said, span
from .nouns import NOUN_START
from .types import PLAYERS, type_of


@dataclass(slots=True)
class Deed:
    """A verb while its roles are filled."""

    verb: str
    decl: Verb | None  # None: a verb of the language itself
    who: t.Value | None
    args: list[t.Arg] = field(default_factory=list)
    purpose: list[Word] | None = None  # the words of an infinitive clause
    further: list[Word] = field(default_factory=list)  # "(put one on top) and the other on the bottom"

    def has(self, role: str) -> bool:
        return any(arg.role == role for arg in self.args)

    def add(self, role: str, value: t.Value) -> None:
        self.args.append(t.Arg(role, value))

    @property
    def must_go(self) -> bool:
        """Whether the verb must say where the cards go."""
        return self.decl is not None and self.decl.to is not None and str(self.decl.to) == "required"


class Deeds(Base):
    def declared(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        """A declared verb with the roles of its signature."""
        decl = self.vocabulary.declaration(sense.id, Verb)
        assert decl is not None
        return self.deed(sense.id, decl, subject, row)

    def deed(self, verb: str, decl: Verb | None, subject: t.Value | None, row: Row) -> t.Effect:
        self.verb_now = verb
        player = subject is not None and type_of(subject) in PLAYERS
        self.performer = subject if player else self.performer_given
        deed = Deed(verb, decl, subject)
        role = self.object_role_of(deed, subject, row)
        if role and (row.kind() in NOUN_START or row.kind() == "QUOTE"):
            special = self.special_object(verb, subject, row)
            if special is not None:
                return special
        self.object(deed, role, row)
        if (counter := self.counter_put(deed, row)) is not None:
            return counter
        while not row.done and self.chunk(deed, row):
            pass
        if deed.must_go and not deed.has("to"):
            item = self.where_to(deed, row)
            if item is not None:
                return item
        return self.done_deed(deed, subject, row)

    def counter_put(self, deed: Deed, row: Row) -> t.Effect | None:
        """ "Put the Flood at 2.": a counter goes to a number."""
        counter = deed.args[0].value if deed.must_go and len(deed.args) == 1 else None
        if not isinstance(counter, t.CounterValue) or not row.took("PREP", "at"):
            return None
        args = (t.Arg("counter", counter), t.Arg("amount", self.number(row)))
        return t.Do("set", None, args, self.scope.new_bind())

    def object_role_of(self, deed: Deed, subject: t.Value | None, row: Row) -> str:
        """The role that the object fills; "" if the subject is what the verb is about."""
        decl = deed.decl
        thing = subject is not None and type_of(subject) not in PLAYERS
        if decl is None:
            if subject is not None and type_of(subject) in ("card", "cards"):
                deed.add("cards", subject)  # "it moves there"
                deed.who = None
                return ""
            return "cards"
        if decl.subject is not None and thing and subject is not None:
            deed.add("subject", subject)
            deed.who = None
        role = str(decl.takes) if decl.takes is not None else ""
        bare = decl.takes is None and decl.to is None and decl.subject is not None and subject is None
        if bare and row.kind() in NOUN_START:
            role = "subject"
        spaces = row.is_("NOUN", "space") and row.kind(1) == "PREP" and row.id(1) == "with"
        if role and subject is not None and type_of(subject) == "card" and spaces:
            row.take()  # "swaps spaces with …"
            deed.args = [t.Arg(role, subject)]
            deed.who = None
            return ""
        return role

    def object(self, deed: Deed, role: str, row: Row) -> None:
        """What stands right behind the verb: its object, or an amount."""
        self.wants_to = (deed.decl is None or deed.must_go) and role != ""
        self.wants_with = deed.decl is not None and "with" in deed.decl.with_
        if role and row.kind() in NOUN_START and not row.is_("PRO", "there"):
            self.as_object = True
            try:
                value = self.pile_meant(deed, row) or self.value(row)
            finally:
                self.as_object = False
            self.wants_to = self.wants_with = False
            self.check_object(value, role, row)
            deed.add(role, value)
        elif deed.decl is not None and deed.decl.amount is not None and row.kind() in NOUN_START:
            _, _, number = self.comparison(row)
            deed.add("amount", number)
        self.wants_to = self.wants_with = False

    def pile_meant(self, deed: Deed, row: Row) -> t.Zone | None:
        """ "If you searched your deck, shuffle it.": a pile is shuffled, and a card only into one."""
        if deed.verb != "shuffle" or not row.is_("PRO", "it") or row.kind(1) in ("PREP", "ADV"):
            return None
        scope = self.scope
        near = [
            c for c in scope.candidates if isinstance(c.value, t.Zone) and scope.distance(c) < 3 and self.piled(c.value)
        ]
        led = [c for c in near if c.lead]
        piles = {(c.value.zone, c.value.owner): c.value for c in led or near if isinstance(c.value, t.Zone)}
        if len(piles) != 1:
            return None
        row.take()
        return replace(next(iter(piles.values())), place="", span=t.NO_SPAN)

    def piled(self, place: t.Zone) -> bool:
        decl = self.vocabulary.declaration(place.zone, Zone)
        return decl is not None and str(decl.order) == "stack"

    def chunk(self, deed: Deed, row: Row) -> bool:
        """One chunk behind the object as a role, a manner or a time; False if the rest is for others to read."""
        word = row.need()
        match word.type:
            case "PRO" if word.id in ("there", "here") and not deed.has("to"):
                row.take()
                deed.add("to", self.resolve(word.id, word))
            case "NOUN" if self.is_place_phrase(word) and not deed.has("to"):
                deed.add("to", self.phrase_place(row.take()))
            case "COMMA_PH" if row.kind(1) == "ING" and row.id(1) == "ignore":
                row.take()
                row.take()
                deed.add("ignoring", self.noun_phrase(row))
            case "COMMA_PH" if row.peek(1) is None or row.kind(1) in ("ADV", "TIME", "FOREACH", "PREP", "ING"):
                row.take()
            case "ING" if self.makes_room(row, deed.args):
                pass
            case "INF" if row.kind(1) == "V_INF" and row.id(1) == "become" and not deed.has("as"):
                row.take()
                row.take()
                deed.add("as", self.role(row))
            case "INF":
                deed.purpose = list(row.rest())
                row.at = len(row.words)
            case "ADV" | "TIME":
                self.adverb(row.take())
            case "ADJ" if word.id in ("faceup", "facedown"):
                self.tail.mods += (row.take().id,)
            case "NUM" if row.kind(1) == "NOUN" and row.id(1) == "space" and not deed.has("spaces"):
                row.take()
                row.take()
                deed.add("spaces", number_said(word))
            case "NUM" if self.so_often(row):
                pass
            case "NOUN" if word.id in ("left", "right") and deed.has("spaces"):
                self.tail.mods += (row.take().id,)
            case "FOREACH":
                self.tail.times = self.per(row)
            case "SLOT" if word.form in ("place", "a place", "zone", "to") and not deed.has("to"):
                deed.add("to", self.slot_value(row))
            case "AND_PH" if row.kind(1) == "PRO" and row.id(1) in ("the other", "the rest"):
                row.take()
                deed.further = list(row.rest())
                row.at = len(row.words)
            case "PAREN":
                return False
            case "PREP" if word.id == "without" and (label := self.label_left_out(row)):
                self.tail.mods += (f"without {label}",)
            case "PREP":
                self.preposition_of(deed, row)
            case kind if kind in NOUN_START and self.goes_to(deed):
                deed.add("to", self.noun_phrase(row))
            case _:
                raise row.stop("left over")
        return True

    def label_left_out(self, row: Row) -> str:
        """ "… without an Ambush": it happens, but not as what that label waits for."""
        at = 2 if row.kind(1) == "ART" else 1
        word = row.peek(at)
        sense = word.sense("label") if word is not None and word.type == "NOUN" else None
        if sense is None:
            return ""
        for _ in range(at + 1):
            row.take()
        return sense.id

    def goes_to(self, deed: Deed) -> bool:
        """Whether a bare noun phrase is where it goes: "it enters the city"."""
        decl = deed.decl
        return decl is not None and decl.to is not None and decl.takes is None and not deed.has("to")

    def preposition_of(self, deed: Deed, row: Row) -> None:
        word = row.need()
        if word.id in ("toward", "to") and deed.has("spaces"):
            row.take()
            if row.is_("ART", "the") and row.id(1) in ("left", "right"):
                row.take()
                self.tail.mods += (row.take().id,)
            else:
                deed.add("toward", self.noun_phrase(row))
            return
        if word.id == "per":
            self.tail.times = self.per(row)
            return
        if word.id == "instead of" and row.kind(1) == "ING" and self.usual_fate(row, deed.args):
            return
        arg = self.prepositional(deed.verb, deed.decl, row, deed.args)
        if arg is None:
            raise row.stop("left over")
        deed.args.append(arg)

    def where_to(self, deed: Deed, row: Row) -> t.Effect | None:
        """A place that must be said is missing: "put it back" is where it came from; in a set-up, things are added."""
        back = self.back_place(deed.args) if self.back_said else None
        if back is not None:
            deed.add("to", replace(back, place="top"))
            return None
        if not self.setting_up or not deed.args:
            raise row.stop("missing", "where to")
        extra, self.extra_said = bool(self.extra_said), ""
        if len(deed.args) > 1:
            raise row.stop("not yet", "a set-up with this")
        return t.SetupItem(deed.args[0].value, extra=extra)  # "Add an extra Villain Group."

    def from_home(self, cards: t.Value, to: t.Value) -> t.Value:
        """ "Setup: … Add 6 Wounds to the Villain Deck.": from where such cards lie when a game begins."""
        kind = self.vocabulary.declaration(cards.noun, Kind) if isinstance(cards, t.Sel) else None
        if not isinstance(cards, t.Sel) or kind is None or cards.of is not None:
            return cards
        if any(isinstance(p, t.InZone | t.OwnedBy | t.AttachedTo) for p in cards.where):
            return cards
        homes = [z for z in self.vocabulary.all(Zone) if str(z.name) == str(kind.home)]
        if len(homes) != 1 or kind.home is None:
            return cards
        if isinstance(to, t.Zone) and to.zone == homes[0].id:
            raise Stop("not yet", *cards.span, cards.noun.split(":")[-1], "more of them where they lie anyhow")
        return replace(cards, where=(*cards.where, t.InZone((t.Zone(homes[0].id),))))

    def done_deed(self, deed: Deed, subject: t.Value | None, row: Row) -> t.Effect:
        """The deed with all its roles, and what it leaves behind for pronouns."""
        self.back_said = False
        decl, bind = deed.decl, self.scope.new_bind()
        for mod in (self.extra_said, "fewer" if self.fewer_said else ""):
            if mod:
                self.tail.mods += (mod,)
        self.extra_said, self.fewer_said = "", False
        if decl is not None and decl.takes is not None and str(decl.subject) == str(decl.takes):
            takes = str(decl.takes)
            if not deed.has(takes):  # "it returns to …"
                deed.args = [replace(a, role=takes) if a.role == "subject" else a for a in deed.args]
        takes = "cards" if decl is None else str(decl.takes) if decl.takes is not None else ""
        if takes and not self.any_object and not any(deed.has(role) for role in (takes, "copy of", "keyword")):
            verb = row.words[0] if row.words else None
            raise Stop("missing", *(span(verb) if verb is not None else (0, 0)), "", "what it is done to")
        if self.setting_up and deed.has("to"):
            to = next(arg.value for arg in deed.args if arg.role == "to")
            deed.args = [replace(a, value=self.from_home(a.value, to)) if a.role == takes else a for a in deed.args]
        made = self.finish(t.Do(deed.verb, deed.who, tuple(deed.args), bind))
        self.bind_deed(made, deed.verb)
        self.tail.purpose = deed.purpose
        if not deed.further:
            return made
        self.tail = Tail()
        return t.Seq((made, self.deed(deed.verb, decl, subject, Row(deed.further))), ("and",))
