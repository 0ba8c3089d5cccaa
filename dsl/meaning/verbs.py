"""The verbs of the language itself: get, have, be, cost, choose, make, lose, pay, and the primitives over cards.

They are few; everything else is declared. A verb of a number ("costs 1 less") is the number's own.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Kind as KindDecl
from cardwright.dsl.words import Verb as VerbDecl
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, span
from .nouns import NOUN_START, Draft
from .types import type_of

PRIMITIVES = frozenset(("move", "attach", "shuffle", "reveal", "look at", "turn", "refill", "exchange"))
COUNTERS = frozenset(("raise", "lower", "set", "decrease"))
PAYMENTS = frozenset(("pay", "spend", "lose"))
PLAYERS = frozenset(("player", "players"))


class Verbs(Base):
    def structural(self, clause: Clause, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        """A verb that no set declares."""
        if sense.cls == "BE":
            return self.be(clause, sense, subject, row)
        if sense.cls == "HAVE":
            return self.have(subject, row)
        if sense.cls in ("DO", "AUX"):
            return self.do(sense, subject, row)
        if sense.kind == "number_verb":
            return self.number_change(sense, subject, row)
        match sense.id:
            case "get" | "give":
                return self.get(sense, subject, row)
            case "choose" | "name" | "say" | "guess":
                return self.choose(sense, subject, row)
            case "make":
                return self.make(subject, row)
            case "copy" if subject in (None, YOU):
                return self.copied_effects(row)
            case "repeat":
                return self.repeat(subject, row)
            case "happen":
                return self.happens(subject, row)
            case "double":
                return self.double(subject, row)
            case "become":
                return self.become(subject, row)
            case "equal":
                return self.equals(subject, row)
            case "count":
                return self.count_as(subject, row)
            case "pay" | "spend" | "lose":
                return self.points_out(sense.id, subject, row)
            case "prevent" | "cancel":
                return self.cancel(sense.id, subject, row)
            case "start":
                return self.starts(subject, row)
            case "stay":
                return self.stays(subject, row)
            case "leave" if subject is None:
                return self.left_there(row)
            case "include":
                return self.include(row)
            case "require" if subject is not None:
                amounts, _ = self.amounts(row)
                self.modifier_tail(row, amounts)
                return t.Change(subject, tuple(amounts), duration=self.tail.duration)
            case "share" if (
                self.setting_up and isinstance(subject, t.Sel) and any(w.value == 2 for w in clause.subject)
            ):
                row.took("ART", "a")
                attr = self.attr_of(row.take())
                return t.SetupItem(replace(subject, where=self.ordered([*subject.where, t.Different(attr, same=True)])))
            case "set" if any(w.type == "ADV" and w.id == "aside" for w in row.rest()):
                return self.particle(sense.id, "aside", subject, row)
            case "raise" | "lower":
                return self.shift(sense.id, subject, row)
            case "close" if subject is None:
                return t.Do("close", None, (t.Arg("spaces", self.value(row)),), self.scope.new_bind())
            case "refill":
                return t.Do("refill", subject, (t.Arg("cards", self.refilled(row)),), self.scope.new_bind())
            case name if name in COUNTERS and isinstance(subject, t.CounterValue):
                if not row.took("PREP", "by"):
                    raise row.stop("expected", "“by”")
                return t.Do(
                    "lower" if name == "decrease" else name,
                    None,
                    (t.Arg("counter", subject), t.Arg("amount", self.number(row))),
                    self.scope.new_bind(),
                )
            case name if name in COUNTERS:
                return self.counter(name, row)
            case name if name in PRIMITIVES:
                return self.deed(name, None, subject, row)
            case _:
                verb = clause.verb
                assert verb is not None
                raise Stop("not yet", verb.start, verb.end, verb.text)

    def inner_effect(self, clause: Clause) -> t.Effect:
        """An effect inside another clause: its own manner and times."""
        saved, self.tail = self.tail, type(self.tail)()
        try:
            made = self.effect(clause)
            if self.tail.purpose is not None:
                where = self.tail.purpose[0]
                raise Stop("left over", where.start, where.end, where.text)
            return made
        finally:
            self.tail = saved

    # -- be
    def be(self, clause: Clause, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        """ "is worth +2 VP", "is also [Tech]", "its Attack is twice its cost", "can't be fought" (passive)."""
        if subject is None:
            raise row.stop("expected noun")
        also = False
        negated = sense.id == "be not"
        while row.kind() == "ADV":
            if row.id() in ("also", "not"):
                also = also or row.id() == "also"
                negated = negated or row.id() == "not"
                row.take()
                continue
            self.adverb(row.take())
        word = row.peek()
        if word is None:
            raise row.stop("expected noun")
        if word.type == "PART":
            made = self.passive_effect(subject, row)
            if negated and isinstance(made, t.Do):
                return t.Permit(
                    t.Sel("player", t.Quant("any")), "can't", replace(made, duration=""), duration=made.duration
                )
            return made
        if negated:
            raise row.stop("not yet", "“is not”")
        if word.type == "PREP" and word.id == "worth":
            row.take()
            amounts, _ = self.amounts(row)
            self.modifier_tail(row, amounts)
            mode = "add" if row.words[row.at - 1].type != "X" and self.plus_said(row) else "set"
            return t.Change(subject, tuple(amounts), mode, self.tail.duration)
        if isinstance(subject, t.AttrOf):
            op, value = self.compared(row)
            if op != "==":
                raise row.stop("left over")
            about = self.itself(subject.of, value)
            return t.Change(about, (t.Amount(value, subject.attr),), "set", self.tail.duration)
        if word.type == "PRO" and word.id == "both" and row.kind(1) == "ICON":
            row.take()
            also = True
            word = row.peek() or word
        if word.type == "ICON":
            gives: list[t.Value] = [self.noun_phrase(row)]
            while row.is_("AND_PH") and row.kind(1) in ("ART", "ICON"):
                row.take()
                gives.append(self.noun_phrase(row))
            return t.Gain(subject, tuple(gives), False, also, self.tail.duration)
        if word.type == "ADV" or not row.is_("ART"):
            raise row.stop("not yet", "“is”")
        role = self.role_for(subject, row)
        return t.Gain(subject, (role,), False, also, self.tail.duration)

    def role_for(self, subject: t.Value, row: Row) -> t.Value:
        """What a card is or becomes; a player is no card."""
        start = row.need()
        role = self.role(row)
        if type_of(subject) in ("player", "players"):
            said = " ".join(word.text for word in row.words[row.words.index(start) : row.at])
            raise Stop("type", start.start, row.words[row.at - 1].end, said, "a player is no card")
        return role

    def plus_said(self, row: Row) -> bool:
        return any(w.type == "PLUS" for w in row.words)

    def passive_effect(self, subject: t.Value, row: Row) -> t.Effect:
        """ "each is KO'd", "it can't be fought": the deed with its object before it."""
        word = row.take()
        verb = word.senses[0].id
        args: list[t.Arg] = [t.Arg("cards", subject)]
        while row.kind() == "PREP" and row.id() in ("into", "to", "onto", "on top of", "next to"):
            args.append(t.Arg("to", self.destination(row, args)))
        bind = self.scope.new_bind()
        made = t.Do(verb, None, tuple(args), bind)
        self.end_of(row)
        made = self.finish(made)
        self.bind_deed(made, verb)
        return made

    # -- choose
    def choose(self, sense: Sense, subject: t.Value | None, row: Row) -> t.Effect:
        """Choose cards, a player, a space or a value, and remember it."""
        self.performer = subject if subject is not None and type_of(subject) in PLAYERS else None
        verb = {"name": "choose"}.get(sense.id, sense.id)
        word = row.peek()
        if word is None:
            raise row.stop("expected noun")
        options = self.options_said(subject, row)
        if options is not None:
            return t.ChooseValue(subject, options, 0, verb)
        what = self.choice(row)
        if isinstance(what, t.Sel) and what.of is not None and not what.of.form:  # "choose one" is of several ways
            what = self.reregister(what, replace(what, of=replace(what.of, form="they")))
        if isinstance(what, t.Sel) and what.quant.kind == "exactly" and row.took("ADV", "at random"):
            what = self.reregister(what, replace(what, quant=t.Quant("random", what.quant.n)))
        bind = self.scope.new_bind()
        made = t.ChooseValue(subject, what, bind, verb)
        if verb == "guess":
            self.guessed = made
        self.bind_choice(made, word)
        if row.is_("AND_PH") and row.kind(1) in NOUN_START:  # "a Villain and a city space": of two sorts
            row.take()
            more = self.choose(sense, subject, row)
            return t.Seq((made, more), ("and",))
        if row.is_("PREP", "for") and row.kind(1) == "PRO" and row.kind(2) == "INF":  # "… for them to discard"
            row.take()
            self.performer = None
            self.tail.doer = replace(self.their(row.take()), form="that player")
        if row.is_("INF"):
            self.tail.purpose = list(row.rest())
            row.at = len(row.words)
        return made

    def choice(self, row: Row) -> t.Value:
        """What is chosen: "Recruit or Attack", "[Strength] or [Tech]", "a Hero Class", a selector."""
        word = row.need()
        point = word.sense("point") if word.type == "NOUN" else None
        if point is not None and row.kind(1) in ("OR_PH",):
            options: list[t.Value] = []
            while True:
                noun = row.take()
                sense = noun.sense("point")
                if sense is None:
                    raise Stop("type", noun.start, noun.end, noun.text)
                options.append(t.IconValue(("big:" + sense.id,)))
                if row.kind() not in ("OR_PH",):
                    break
                row.take()
            return t.ValueSort("", tuple(options))
        value = self.value(row)
        if isinstance(value, t.Ref | t.Sel | t.Space | t.ValueSort | t.Union):
            return value
        raise row.stop("type", "something to choose from is meant here")

    # -- the rest
    def counter(self, verb: str, row: Row) -> t.Effect:
        """ "raise Twists by 1", "set the Flood to 2"."""
        word = row.peek()
        if row.is_("ART", "the"):
            row.take()
            word = row.peek()
        sense = word.sense("counter") if word is not None else None
        if sense is None:
            raise row.stop("type", "a counter is meant here")
        row.take()
        if not row.took("PREP", "by", "to"):
            raise row.stop("expected", "“by” or “to”")
        number = self.number(row)
        name = "lower" if verb == "decrease" else verb
        return t.Do(
            name, None, (t.Arg("counter", t.CounterValue(sense.id)), t.Arg("amount", number)), self.scope.new_bind()
        )

    def make(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "Make a Barter with … to …"."""
        if subject is not None and type_of(subject) not in PLAYERS and self.is_unit(row.peek()):
            return self.other_points_made(subject, row)
        self.performer = subject
        row.took("ART", "a")
        word = row.peek()
        if word is None or word.type != "NOUN" or word.sense("keyword") is None:
            raise row.stop("not yet", "“make”")
        found = self.keyword_use(row)
        if isinstance(found, t.UseKeyword):
            found = replace(found, who=subject, form="make")
        return found

    def other_points_made(self, subject: t.Value, row: Row) -> t.Effect:
        """ "have this card make Recruit instead of Attack", "your Heroes make Attack instead of Recruit this turn"."""
        given = self.unit(row)
        if not row.took("PREP", "instead of"):
            raise row.stop("expected", "“instead of”")
        usual = self.unit(row)
        if not (self.is_point(given) and self.is_point(usual)):
            raise row.stop("type", "points are meant here")
        while row.kind() == "TIME":
            self.adverb(row.take())
        if self.tail.duration not in ("", "turn"):
            raise row.stop("not yet", "points of another kind for another time")
        self.tail.duration = ""
        return t.Make(subject, given, usual)

    def become(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "This becomes a Mission", "it becomes a Master Strike that takes effect immediately"."""
        if subject is None:
            raise row.stop("expected noun")
        role = self.role_for(subject, row)
        made: t.Effect = t.Gain(subject, (role,), False, False, self.tail.duration)
        if row.is_("RELW") and (deed := row.peek(1)) and deed.type == "V_REL" and deed.kind == "verb":
            row.take()
            verb = row.take()
            row.took("ADV", "immediately")
            then = t.Do(verb.id, None, (t.Arg("subject", subject),), self.scope.new_bind())
            made = t.Seq((made, then), ("and",))
        return made

    def stays(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "It stays there instead": what would happen to it does not."""
        word = row.peek()
        if subject is not None and word is not None and self.is_place_phrase(word):  # "this Twist stays next to …"
            return self.deed("move", None, subject, row)
        if row.is_("PRO", "there"):
            row.take()
        else:
            raise row.stop("not yet", "“stays”")
        self.end_of(row)
        if not self.tail.instead:
            return t.Nothing("")
        return t.Nothing("")

    def left_there(self, row: Row) -> t.Effect:
        """ "Discard it or leave it there": what was shown stays where it is."""
        start = row.need()
        cards = self.both(row.take()) if row.is_("PRO", "both") else self.noun_phrase(row)
        if not isinstance(cards, t.Ref) or cards.type not in ("card", "cards") or not row.took("PRO", "there"):
            raise Stop("not yet", start.start, start.end, f"leave {start.text}")
        return t.Nothing(f"leave {start.text} there")

    def particle(self, verb: str, particle: str, subject: t.Value | None, row: Row) -> t.Effect:
        """ "Set it aside": a declared verb whose object stands before its particle."""
        name = f"{verb} {particle}"
        for decl in self.vocabulary.all(VerbDecl):
            if str(decl.name) == name:
                words = list(row.rest())
                at = next(i for i, w in enumerate(words) if w.type == "ADV" and w.id == particle)
                words[at].read = True
                rest = Row([*words[:at], *words[at + 1 :]])
                row.at = len(row.words)
                made = self.deed(decl.id, decl, subject, rest)
                self.end_of(rest)
                return made
        raise row.stop("not yet", f"“{name}”")

    def count_as(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "Heroes there count as Villains with …"; "Count your Wounds" binds a number."""
        if row.is_("PREP", "as"):
            row.take()
            if subject is None:
                raise row.stop("expected noun")
            role = self.role_for(subject, row)
            return t.Gain(subject, (role,), False, True, self.tail.duration)
        if row.is_("ART", "the number of"):
            row.take()
        value = self.count_of(row)
        bind = self.scope.new_bind()
        self.scope.add(t.Ref(f"bind {bind}", "number", ""), "number", False, value.span, "count")
        return t.ChooseValue(None, t.Count(value), bind, "count")

    def cancel(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect:
        """ "prevent it", "cancel that effect": the event of the lead-in does not happen."""
        word = row.peek()
        if word is None:
            raise row.stop("expected noun")
        if word.type == "PRO" and word.id in ("it", "that"):
            row.take()
            if row.kind() == "NOUN" and row.need().kind == "function":
                row.take()
            return t.Instead(t.Nothing(""), "event")
        raise row.stop("not yet", f"“{verb}”")

    def starts(self, subject: t.Value | None, row: Row) -> t.Effect:
        """ "The Flood starts at 2.": a counter before the game."""
        if self.setting_up and subject is not None and type_of(subject) in PLAYERS and row.took("PREP", "with"):
            return self.starts_with(subject, row)
        if not isinstance(subject, t.CounterValue) or not row.took("PREP", "at"):
            raise row.stop("not yet", "“starts”")
        return t.Do("set", None, (t.Arg("counter", subject), t.Arg("amount", self.number(row))), self.scope.new_bind())

    def starts_with(self, who: t.Value, row: Row) -> t.Effect:
        """ "Each player starts with two Wounds in their discard pile.": they come from where such cards lie."""
        self.performer = who
        what = self.noun_phrase(row)
        places = [p for p in what.where if isinstance(p, t.InZone)] if isinstance(what, t.Sel) else []
        decl = self.vocabulary.declaration(what.noun, KindDecl) if isinstance(what, t.Sel) else None
        homes = [z for z in self.vocabulary.all(ZoneDecl) if decl is not None and str(z.name) == str(decl.home)]
        if not isinstance(what, t.Sel) or len(places) != 1 or len(places[0].zones) != 1 or len(homes) != 1:
            raise row.stop("not yet", "“starts”")
        cards = replace(what, where=(*(p for p in what.where if p is not places[0]), t.InZone((t.Zone(homes[0].id),))))
        self.forget(what)
        args = (t.Arg("cards", cards), t.Arg("to", places[0].zones[0]))
        return t.Do("move", who, args, self.scope.new_bind())

    def include(self, row: Row) -> t.Effect:
        """ "Always include Guilds as one of the Villain Groups.": something that a set-up must hold."""
        value = self.noun_phrase(row)
        if row.took("PREP", "as"):
            while not row.done and row.kind() in ("ART", "NOUN", "PRO", "NUM"):
                row.take()
        return t.SetupItem(value)

    # -- said in other layers

    def draft(self) -> Draft:
        return Draft()

    def is_noun(self, row: Row) -> bool:
        return row.kind() in NOUN_START

    def where(self, word: Word) -> t.Span:
        return span(word)
