"""Events as finite clauses: what is waited for, what happened, whose effect made it happen."""

from __future__ import annotations

from cardwright.dsl.text.flat import Clause, Word
from cardwright.dsl.words import Event, Keyword, Verb, WordClass

from . import tree as t
from .base import YOU, Base
from .conditions import PLAYER_TYPES
from .context import Row, Stop, span
from .nouns import NOUN_START
from .types import type_of


class Happenings(Base):
    # -- what happened, what is waited for
    def happened(self, clause: Clause, negated: bool) -> t.Condition:
        event, args, period = self.happening(clause)
        taken = self.taken_out(event, args) if not period else None
        if taken is not None:
            event, args, elsewhere = taken
            negated = negated != elsewhere
        now = next((a for a in clause.aux if a.id in ("don't", "doesn't")), None)
        if now is not None and period not in ("", "way"):  # "if you don't play any cards this turn": nor later in it
            if self.ahead is None or not negated:
                raise Stop("not yet", now.start, now.end, now.text, "what must not be done later either")
            self.ahead.append(t.Happened(event, args, period, negated))
            return self.ahead[-1]
        perfect = any(a.senses and (a.senses[0].cls == "HAVE" or a.id == "haven't") for a in clause.aux)
        return t.Happened(event, args, period or ("game" if perfect or self.losing_said else "way"), negated)

    def taken_out(self, event: str, args: tuple[t.Arg, ...]) -> tuple[str, tuple[t.Arg, ...], bool] | None:
        """ "Gain a card … from the HQ or Hero Deck. If you searched the Hero Deck, …": whoever took such a card out of
        a pile has looked through it, and so has whoever found none anywhere, though no clause before says so. What
        happened, and whether it must not have: the card was not taken from elsewhere.
        """
        decl = self.vocabulary.declaration(event, Verb)
        zone = next((arg.value for arg in args if arg.role == "zone"), None)
        silent = decl is not None and str(decl.takes) == "zone" and decl.does is None and decl.procedure is None
        if not silent or not isinstance(zone, t.Zone) or any(c.verb == event for c in self.scope.candidates):
            return None
        for c in reversed(self.scope.candidates):
            cards = c.value
            if (
                not c.verb
                or c.type != "card"
                or not isinstance(cards, t.Sel)
                or cards.pos is not None
                or not cards.where
            ):
                continue
            zones = next((p.zones for p in cards.where if isinstance(p, t.InZone) and zone in p.zones), ())
            if zones and len(cards.where) > 1:
                self.scope.add(t.Ref(c.ref.to, "zone", ""), zone.zone, False, zone.span, "", True, zone)
                others = tuple(arg for arg in args if arg.role != "zone")
                it = t.Arg("cards", t.Ref(c.ref.to, "card", "it"))
                elsewhere = tuple(other for other in zones if other != zone)
                place = t.Union(elsewhere) if len(elsewhere) > 1 else (*elsewhere, zone)[0]
                return c.verb, (*others, it, t.Arg("from", place)), bool(elsewhere)
        return None

    def happened_row(self, row: Row) -> t.Happened:
        """A clause inside a noun phrase: "each time you rescued a Bystander this turn"."""
        subject: list[Word] = []
        while not row.done and row.kind() not in ("V_REL", "AUX_REL"):
            subject.append(row.take())
        while row.kind() == "AUX_REL":
            row.take()
        if row.done:
            raise row.stop("expected verb")
        verb = row.take()
        rest = [row.take() for _ in list(row.rest())]
        event, args, period = self.happening(Clause(tuple(subject), (), verb, tuple(rest)))
        return t.Happened(event, args, period or "way")

    def happening(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        """The event of a finite clause, its parts, and the period that is said."""
        verb = clause.verb
        assert verb is not None
        verb.read = True
        for word in clause.aux:
            word.read = True
        sense = verb.senses[0]
        if sense.kind == "event" or clause.subject and clause.subject[0].sense("event"):
            return self.declared_event(clause)
        if sense.cls == "BE":
            return self.passive_event(clause)
        if sense.kind == "function" and sense.id in ("make", "cause"):
            return self.made_to(clause)
        who = self.subject_value(clause.subject) if clause.subject else YOU
        if sense.kind == "keyword_verb" and type_of(who) not in PLAYER_TYPES:
            return self.keyword_used(sense.id, who, Row(clause.row))
        self.performer = who if type_of(who) in PLAYER_TYPES else None
        row = Row(clause.row)
        decl = self.vocabulary.declaration(sense.id, Verb)
        args: list[t.Arg] = []
        if decl is not None and decl.subject is not None:
            args.append(t.Arg("subject", who))
        else:
            args.append(t.Arg("who", who))
        period = ""
        while not row.done:
            word = row.need()
            if word.type in NOUN_START and not any(a.role == "cards" for a in args):
                if decl is not None and decl.takes is None and decl.to is not None:
                    args.append(t.Arg("to", self.noun_phrase(row)))
                    continue
                value = self.value(row)
                args.append(t.Arg(self.takes(decl), value))
                continue
            if (
                word.type == "PREP"
                and (decl is None or decl.to is not None)
                and word.id in ("into", "to", "onto", "on", "in", "next to", "on top of", "under", "on the bottom of")
            ):
                row.take()
                args.append(t.Arg("to", self.places_of(row)[0]))
                continue
            step = row.peek(2) if row.kind(1) == "ART" else row.peek(1)
            if word.type == "PREP" and word.id == "in" and step is not None and step.sense("step") is not None:
                while row.peek() is not step:
                    row.take()
                row.take()
                args.append(t.Arg("during", t.NameValue("step", step.id)))
                continue
            if word.type == "PREP" and word.id in ("from", "on", "in"):
                row.take()
                places = self.places_of(row)
                args.append(t.Arg("from", places[0] if len(places) == 1 else t.Union(places, either=True)))
                continue
            if word.type == "PREP" and word.id in ("with", "using", "by"):
                row.take()
                args.append(t.Arg(word.id, self.noun_phrase(row)))
                continue
            if word.type == "PREP" and word.id == "other than" and row.kind(1) == "INF":
                args.append(t.Arg("but for", self.purpose_left_out(row)))
                continue
            if word.type in ("TIME", "ADV") or word.type == "PREP" and word.id == "since":
                found = self.period(row, "")
                if found:
                    period = found
                    continue
                if word.id.startswith("until your next "):
                    period = row.take().id
                    continue
                if word.type == "ADV" and word.id in ("already", "only", "again", "yet"):
                    row.take()
                    if (
                        word.id == "already"
                        and not self.conceding
                        and any(c.verb == sense.id for c in self.scope.candidates)
                    ):
                        raise Stop("not yet", word.start, word.end, word.text, "before what was done just now")
                    continue
            raise row.stop("left over")
        self.performer = None
        return sense.id, tuple(args), period

    def purpose_left_out(self, row: Row) -> t.Value:
        """ "… other than to play this": what an act itself asks for does not count."""
        row.take()
        row.take()
        verb = row.take()
        if verb.type != "V_INF" or not self.is_act(verb.id):
            raise Stop("not yet", verb.start, verb.end, verb.text, "what was done for something that is no act")
        card = self.noun_phrase(row)
        if type_of(card) != "card":
            raise row.stop("type", "a card is meant here")
        return t.EffectValue(t.Do(verb.id, None, (t.Arg("cards", card),)))

    def keyword_used(self, keyword: str, card: t.Value, row: Row) -> tuple[str, tuple[t.Arg, ...], str]:
        """ "one of your Heroes Salvages": what the keyword does, done by a card that has it."""
        period = self.period(row, "")
        self.finished_row(row)
        return keyword, (t.Arg("who", card),), period

    def keyword_gives(self, event: str, where: t.Span) -> None:
        """What a keyword did things to, by the words it gives for them ("the card discarded by Salvage")."""
        decl = self.vocabulary.declaration(event, Keyword)
        for said in decl.gives if decl is not None else ():
            for word in str(said).split(" "):
                for entry in self.vocabulary.lookup(word):
                    if entry.word is WordClass.VERB:
                        self.scope.add(t.Ref("event", "card", ""), "card", False, where, entry.id)

    def made_to(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        """ "an enemy's effect makes you discard this": the event, and whose effect it is (`EventPattern.source`)."""
        words = list(clause.subject)
        end = next((i for i, w in enumerate(words) if w.type == "POSS"), len(words))
        subject = Row(
            words[:end]
            if end < len(words)
            else [w for w in words if not (w.kind == "function" and w.id in ("effect", "ability"))]
        )
        for word in words:
            word.read = True
        source = self.noun_phrase(subject)
        while subject.kind() == "NOUN" and subject.is_function():
            subject.take()
        self.finished_row(subject)
        before: list[Word] = []
        words = list(clause.row)
        while words and words[0].type not in ("V_REL", "INF"):
            before.append(words.pop(0))
        if words and words[0].type == "INF":
            words.pop(0).read = True
        if not words:
            raise Stop("expected verb", *clause.span)
        inner = Clause(tuple(before), (), words[0], tuple(words[1:]))
        found = self.happening(inner)
        self.source_said = source
        return found

    def takes(self, decl: Verb | None) -> str:
        return str(decl.takes) if decl is not None and decl.takes is not None else "cards"

    def passive_event(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        """ "a Wound would be gained", "when a Villain is defeated", "when she's fought"."""
        what = self.subject_value(clause.subject)
        row = Row(clause.row)
        while row.kind() == "ADV" and row.id() in ("already",):
            row.take()
        if row.kind() != "PART":
            raise row.stop("expected verb")
        word = row.take()
        args: list[t.Arg] = [t.Arg("cards", what)]
        source: t.Value | None = None
        if row.took("PREP", "by"):
            source = self.by_effect(row)
            if source is None:
                args.insert(0, t.Arg("who", self.noun_phrase(row)))
        period = ""
        while row.kind() == "PREP" and row.id() in ("from", "into", "to", "onto", "next to"):
            prep = row.take()
            place = self.places_of(row)
            args.append(
                t.Arg(
                    "from" if prep.id == "from" else "to", place[0] if len(place) == 1 else t.Union(place, either=True)
                )
            )
        if not row.done:
            period = self.period(row, "")
        self.finished_row(row)
        self.source_said = source
        return word.senses[0].id, tuple(args), period

    def by_effect(self, row: Row) -> t.Value | None:
        """ "by an enemy effect", "by a card's effect": whose effect it is (`EventPattern.source`)."""
        words = list(row.rest())
        end = next((i for i, w in enumerate(words) if w.kind == "function" and w.id == "effect"), 0)
        if not end:
            return None
        source = Row([w for w in words[:end] if w.type != "POSS"])
        value = self.noun_phrase(source)
        self.finished_row(source)
        for _ in range(end + 1):
            row.take()
        return value

    def declared_event(self, clause: Clause) -> tuple[str, tuple[t.Arg, ...], str]:
        """An event declared as a sentence: the declaration whose subject fits, with its parameters filled."""
        verb = clause.verb
        assert verb is not None
        row = Row(clause.subject)
        values: list[t.Value] = []
        while not row.done:
            if row.kind() in NOUN_START:
                at = row.at
                try:
                    values.append(self.noun_phrase(row))
                    continue
                except Stop:
                    row.back(at)
            row.take()
        tail = Row(clause.row)
        for sense in verb.senses:
            decl = self.vocabulary.declaration(sense.id, Event)
            if decl is None:
                continue
            args: list[t.Arg] = []
            ok = True
            for name, kind in decl.of.items():
                fit = next((v for v in values if self.event_fits(v, str(kind))), None)
                if fit is None:
                    ok = str(name) == "you"
                    if ok:
                        args.append(t.Arg("who", YOU))
                    break
                args.append(t.Arg(str(name), fit))
            if not ok or not decl.of and values and not self.subject_said(clause, str(decl.name)):
                continue
            if not decl.of and not self.subject_said(clause, str(decl.name)):
                continue
            if tail.kind() in NOUN_START:
                args.append(t.Arg("card", self.noun_phrase(tail)))
            period = self.period(tail, "")
            self.finished_row(tail)
            return sense.id, tuple(args), period
        where = span(*clause.subject, verb) if clause.subject else span(verb)
        raise Stop("no such event", where[0], where[1], verb.text)

    def subject_said(self, clause: Clause, name: str) -> bool:
        said = " ".join(w.text for w in clause.subject)
        return name.lower().startswith(said.lower()) if said else False

    def event_fits(self, value: t.Value, kind: str) -> bool:
        """Whether a value can be what an event is about: a card of that kind, a player, or a bound card."""
        if kind in ("player", "a player"):
            return type_of(value) in PLAYER_TYPES
        if isinstance(value, t.Ref):
            return value.type == "card"
        if isinstance(value, t.Sel):
            name = value.noun.split(":", 1)[-1]
            words = kind.removeprefix("a ").removeprefix("an ")
            return name == words or self.related(value.noun, words)
        return False

    def related(self, noun: str, word: str) -> bool:
        return any(wide.split(":", 1)[-1] == word for wide in self.wider(noun))
