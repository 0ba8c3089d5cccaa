"""Relative clauses and participles: what a candidate is, has, did, or what was done to it."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import Kind as KindDecl
from cardwright.dsl.words import Procedure, Verb
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .context import Prospect, Row, Stop, span
from .nouns import NOUN_START, Draft
from .numbers import COMPARE
from .participles import Participles
from .phrases import GAME, LOOP, LOOP_PLAYER, SAME, WAY
from .types import type_of


class Relatives(Participles):
    # -- relative clauses
    def relative(self, row: Row, draft: Draft) -> bool:
        """ "that costs 3 or less", "who has a Wound", "that is grey and costs 2"."""
        head = row.take()
        if head.id == "that is":
            return self.being(row, draft, False)
        if row.kind() == "PRO" and row.id() in ("you", "they") and row.kind(1) in ("V_REL", "AUX_REL", "ADV"):
            return self.object_relative(row, draft)
        if row.kind() in ("NOUN", "ART") and not (row.kind() == "ART" and row.id() == "no"):
            owner = self.noun_phrase(row)
            verb = row.peek()
            if verb is None or verb.type != "V_REL" or verb.senses[0].cls != "HAVE":
                return False
            row.take()
            draft.where.append(t.OwnedBy(owner) if type_of(owner) in ("player", "players") else t.AttachedTo(owner))
            return True
        while True:
            if not self.predicate(row, draft):
                return False
            if row.kind() == "AND_PH" and row.kind(1) in ("V_REL",):
                row.take()
                continue
            return True

    def predicate(self, row: Row, draft: Draft) -> bool:
        negated = perfect = modal = present = False
        while row.kind() in ("AUX_REL", "ADV") and not row.is_("ADV", "this way"):
            aux = row.take()
            if aux.id == "would" and not self.would:
                raise Stop("not yet", aux.start, aux.end, aux.text, "what has not happened as a condition")
            present = present or aux.id == "don't"
            if aux.id in ("don't", "didn't", "haven't"):
                negated = True
            if aux.senses and aux.senses[0].cls == "HAVE" or aux.id == "haven't":
                perfect = True
            if aux.id in ("can't", "may", "can"):
                modal = True
                negated = aux.id == "can't"
        verb = row.peek()
        if verb is None or verb.type != "V_REL":
            if modal and negated:
                draft.where.append(t.Fits(self.done(row, "can't", draft)))
                return True
            return False
        row.take()
        sense = verb.senses[0]
        if sense.cls == "BE":
            return self.being(row, draft, negated or sense.id == "be not", verb)
        if sense.cls == "HAVE":
            return self.having(row, draft, negated)
        if sense.cls in ("DO", "AUX"):
            negative = negated or sense.id in ("don't", "didn't", "can't")
            if row.is_("ADV", "not"):
                row.take()
                negative = True
            row.took("ADV", "so")
            form = "can't" if sense.id == "can't" else "don't" if negative else "do"
            draft.where.append(t.Fits(self.done(row, form, draft)))
            return True
        if sense.kind == "number_verb":
            pred = self.cost_predicate(row, sense.id)
            draft.where.append(t.Not(pred) if negated else pred)
            return True
        if sense.id in ("hold",) and sense.kind == "function":
            return self.having(row, draft, negated)
        if sense.id == "share" and sense.kind == "function":
            return self.sharing(row, draft)
        if modal:
            return False
        if present and draft.noun == "player":
            return self.refuses(row, verb)
        return self.did(row, draft, verb, negated, perfect)

    def sharing(self, row: Row, draft: Draft) -> bool:
        """ "two Heroes that share a class", "a card that shares a class with it"."""
        row.took("ART", "a")
        attr = row.take()
        if row.took("PREP", "with"):
            other = self.noun_phrase(row)
            draft.where.append(t.HasIconRef(self.attr_of(attr), other))
        else:
            draft.where.append(t.Different(self.attr_of(attr), same=True))
        return True

    def being(self, row: Row, draft: Draft, negated: bool, verb: Word | None = None) -> bool:
        """ "that is a Villain", "that isn't [Tech]", "that was KO'd this turn"."""
        row.took("ADV", "also", "already", "currently")
        if row.took("ADV", "not") or self.neither(row):
            negated = True
        word = row.peek()
        if word is None:
            return False
        if word.type == "PART":
            before = len(draft.where)
            ok = self.participle(row, draft)
            if ok and negated:
                draft.where[before:] = [t.Not(p) for p in draft.where[before:]]
            return ok
        if word.type == "PREP":
            if word.id in ("worth",):
                row.take()
                draft.where.append(self.number_trait(row, word))
                return True
            before = len(draft.where)
            ok = self.preposition(row, draft, word)
            if ok and negated:
                draft.where[before:] = [t.Not(p) for p in draft.where[before:]]
            return ok
        preds = self.complement(row)
        if preds is None:
            return False
        if len(preds) == 1 or not negated:
            draft.where.extend(t.Not(p) if negated else p for p in preds)
        else:
            draft.where.append(t.Not(t.AnyOf(tuple(preds))))
        return True

    def having(self, row: Row, draft: Draft, negated: bool) -> bool:
        """ "who has a Wound", "that has an Attack icon", "that has 3 or less Attack and no Bystanders"."""
        row.took("ADV", "already")
        pred = self.trait(row, draft, negated)
        if pred is None:
            return False
        if isinstance(pred, t.Holds):
            pred = replace(pred, verb="have")
        if isinstance(pred, t.Pred):
            draft.where.append(t.Not(pred) if negated and not isinstance(pred, t.NoIcon) else pred)
        while row.kind() == "AND_PH" and row.kind(1) in ("ART", "NUM"):
            at = row.at
            row.take()
            more = self.trait(row, draft, False)
            if more is None:
                row.back(at)
                break
            if isinstance(more, t.Holds):
                more = replace(more, verb="have")
            if isinstance(more, t.Pred):
                draft.where.append(more)
        return True

    def whose(self, row: Row, draft: Draft) -> bool:
        """ "whose Attack is less than 4", "whose hand has seven or more cards"."""
        row.take()
        noun = row.peek()
        if noun is None:
            return False
        if noun.type in ("PART", "PARTA") and draft.noun == "player":
            return self.whose_handled(row, draft)
        sense = noun.sense("number", "point")
        if sense is not None:
            row.take()
            verb = row.take()
            if verb.senses[0].cls != "BE":
                return False
            op, value = self.set_against(sense.id, row) or self.compared(row)
            draft.where.append(t.Number(sense.id, op, value))
            return True
        zone = noun.sense("zone")
        if zone is not None:
            row.take()
            verb = row.take()
            if verb.senses[0].cls != "HAVE":
                return False
            value = self.noun_phrase(row)
            if not isinstance(value, t.Sel):
                return False
            self.forget(value)
            place = t.Zone(zone.id, t.Ref("loop", "player", "they"))
            self.hold(replace(value, where=self.ordered([*value.where, t.InZone((place,))])))
            draft.where.append(t.Holds(replace(value, where=self.ordered([*value.where, t.InZone((place,))])), "with"))
            return True
        return False

    def whose_handled(self, row: Row, draft: Draft) -> bool:
        """ "whose discarded card costs 3 or more": who did that to such a card this way."""
        done = row.take().senses[0]
        noun = row.peek()
        sense = noun.sense("kind", "term", "function") if noun is not None and noun.type == "NOUN" else None
        if sense is None or sense.kind == "function" and sense.id != "card":
            return False
        row.take()
        one = Draft(noun=sense.id, counted=True)
        if not self.predicate(row, one):
            return False
        such = t.Sel(one.noun, t.Quant("exactly", t.Num(1)), self.ordered(one.where))
        args = (t.Arg("who", LOOP_PLAYER), t.Arg("cards", such))
        draft.where.append(t.Fits(t.Happened(done.id, args, WAY)))
        return True

    def set_against(self, attr: str, row: Row) -> tuple[str, t.Value] | None:
        """ "whose cost is lower than this card's": than the same number of that card."""
        at = row.at
        word = row.took("PREP")
        if word is None or word.id not in COMPARE or row.kind() not in NOUN_START:
            row.back(at)
            return None
        card = self.noun_phrase(row)
        if type_of(card) != "card" or row.took("POSSN") is None:
            row.back(at)
            return None
        return COMPARE[word.id], t.AttrOf(card, attr)

    # -- history
    def refuses(self, row: Row, verb: Word, does: bool = False) -> bool:
        """ "Each player who doesn't reveal a Hero gains a Wound": each may do it now, or what follows happens. "Each
        player who reveals one …": each may do it now for what follows."""
        sense = verb.senses[0]
        if sense.kind != "verb" and sense.cls != "V" or not self.in_subject or self.refusal or self.proviso:
            raise Stop("not yet", verb.start, verb.end, verb.text, "what is done now as a condition")
        was, self.performer = self.performer, t.Sel("player", t.Quant("each"))
        value = self.value(row)
        self.performer = was
        self.forget(value)
        offer = t.Do(sense.id, SAME, (t.Arg(self.object_role(sense.id), value),), self.scope.new_bind())
        if does:
            self.proviso = offer
        else:
            self.refusal = offer
        return True

    def did(self, row: Row, draft: Draft, verb: Word, negated: bool, perfect: bool) -> bool:
        """ "who discarded a card this way", "that escaped this turn", "that entered the city": the candidate did it."""
        sense = verb.senses[0]
        event = sense.id
        present = all(s.form in ("third", "base") for s in verb.senses) and not perfect and not negated
        if draft.noun == "player":
            if present and self.in_subject and not any(c.verb == event for c in self.scope.candidates):
                return self.refuses(row, verb, True)
            if present:
                raise Stop("not yet", verb.start, verb.end, verb.text, "what will be done")
            args: list[t.Arg] = [t.Arg("who", LOOP_PLAYER)]
            if row.is_("ART", "the") and row.id(1) in ("highest", "lowest") and self.is_number(row.peek(2)):
                row.take()
                kind = row.take().id
                self.number_shown(draft, kind, self.attr_of(row.take()), event)
                return True
            if row.kind() in NOUN_START and not (row.kind() == "PRO" and row.id() in ("there",)):
                was, self.performer = self.performer, t.Sel("player", t.Quant("each"))
                value = self.value(row)
                self.performer = was
                self.forget(value)
                args.append(t.Arg("cards", value))
            period = self.period(row, WAY if not perfect else GAME)
            draft.where.append(t.Fits(t.Happened(event, tuple(args), period, negated)))
            return True
        role = self.subject_role(event)
        args = []
        if present and sense.kind == "verb":
            if row.kind() in NOUN_START:
                value = self.noun_phrase(row)
                self.forget(value)
                decl = self.vocabulary.declaration(event, Verb)
                args.append(t.Arg("to" if decl is not None and decl.takes is None else "cards", value))
            self.will_be(verb, draft, tuple(args), role, self.period(row, ""))
            return True
        if present:
            raise Stop("not yet", verb.start, verb.end, verb.text, "what will be done")
        if row.kind() in NOUN_START:
            value = self.value(row)
            period = self.period(row, GAME)
            draft.where.append(
                t.Fits(t.Happened(event, (t.Arg(role, LOOP), t.Arg(self.object_role(event), value)), period, negated))
            )
            return True
        period = self.period(row, GAME)
        draft.where.append(t.Did(event, role, None, period, negated=negated))
        return True

    def subject_role(self, event: str) -> str:
        decl = self.vocabulary.declaration(event, Verb)
        return "subject" if decl is not None and decl.subject is not None else "who"

    def object_role(self, event: str) -> str:
        return "cards"

    def object_relative(self, row: Row, draft: Draft) -> bool:
        """ "Heroes you played this turn", "a card they hold", "Wounds you have", "each Tactic any player has taken"."""
        word = row.take()
        who: t.Value
        if word.id == "you":
            who = t.Ref("you", "player", "you", span=span(word))
        elif word.id in ("any", "each"):
            row.take()
            who = t.Sel("player", t.Quant("any"))
        else:
            who = self.resolve(word.id, word)
        if row.is_("PRO", "each"):
            row.take()
        negated = perfect = past = False
        while row.kind() in ("AUX_REL", "ADV"):
            aux = row.take()
            past = past or aux.id == "didn't"
            if aux.id in ("don't", "didn't", "haven't"):
                negated = True
            if aux.senses and aux.senses[0].cls == "HAVE" or aux.id == "haven't":
                perfect = True
        verb = row.peek()
        if verb is None or verb.type != "V_REL":
            return False
        row.take()
        sense = verb.senses[0]
        if sense.cls == "HAVE":
            if type_of(who) in ("player", "players"):
                draft.where.append(t.OwnedBy(who))
            else:
                draft.where.append(t.AttachedTo(who))
            return True
        if sense.kind == "function" and sense.id == "hold":
            draft.where.append(t.InZone(self.held(who)) if type_of(who) in ("player", "players") else t.AttachedTo(who))
            return True
        if sense.kind == "function" and sense.id == "control" and type_of(who) in ("player", "players"):
            draft.where.append(t.InZone(self.in_front(who, draft.noun)))
            return True
        if sense.kind == "function" and sense.id in ("choose", "name"):
            return self.chosen(row, draft, verb)
        by: t.Value | None = None
        event = sense.id
        if (sense.form == "base" and not perfect or sense.form == "third") and sense.kind == "verb" and not negated:
            where = self.history_place(row)
            period = self.period(row, "")
            if draft.pos == t.Pos("first") and self.each_turn(row.peek()):
                row.take()
            self.will_be(verb, draft, (t.Arg("who", who),), "cards", period)
            if where is not None:
                draft.where.append(t.InZone(where))
            return True
        if sense.form == "base" and not perfect and not past or sense.form == "third":
            raise Stop("not yet", verb.start, verb.end, verb.text, "what will be done")
        if sense.kind == "keyword_verb":
            draft.where.append(t.Did(event, "cards", who, self.period(row, WAY), negated=negated))
            return True
        if row.is_("PREP", "to", "into") and not negated and (there := self.place_it_went(row, event)) is not None:
            draft.where.append(t.InZone((there,)))  # "the cards you sent to the Barracks": those that lie there now
            return True
        place = self.history_place(row)
        period = self.period(row, "" if perfect else GAME if sense.form not in ("past",) else WAY)
        if perfect and not period and place is None and not negated and self.attaches(event):
            draft.where.append(t.AttachedTo(who))  # "Heroes he has captured": those under him now
            return True
        period = period or GAME
        if place is not None:
            draft.where.append(t.InZone(place))
        role = "cards"
        draft.where.append(t.Did(event, role, who, period, by, negated))
        return True

    def place_it_went(self, row: Row, event: str) -> t.Value | None:
        """Where a verb that must say so has put the cards."""
        decl = self.vocabulary.declaration(event, Verb)
        if decl is None or decl.to is None or str(decl.to) != "required":
            return None
        row.take()
        place = self.places_of(row)[0]
        return place if isinstance(place, t.Zone) else None

    def each_turn(self, word: Word | None) -> bool:
        """ "the first Villain you fight each turn": the first time counts anew in every one."""
        turns = [f"each {p.period}" for p in self.vocabulary.all(Procedure) if p.serves == "turn"]
        return word is not None and word.type == "TIME" and word.id in turns

    def will_be(self, verb: Word, draft: Draft, args: tuple[t.Arg, ...], role: str, period: str) -> None:
        """ "Each Villain you fight this turn …": what is said of it is said whenever that happens. Only a subject can
        be meant so."""
        once = draft.once
        if draft.pos == t.Pos("first"):
            draft.pos, once = None, "first"
        many = draft.quant.kind in ("each", "all", "plural", "any")
        if not (many and self.in_subject or once) or self.prospect is not None:
            raise Stop("not yet", verb.start, verb.end, verb.text, "what will be done")
        self.prospect = Prospect(verb.senses[0].id, args, role, period, once)

    in_subject: bool = False

    def held(self, who: t.Value) -> tuple[t.Value, ...]:
        """What a player holds: the cards in the places that only their owner sees."""
        found = tuple(
            t.Zone(z.id, who) for z in self.vocabulary.all(ZoneDecl) if z.of == "player" and z.seen_by == "owner"
        )
        if not found:
            raise Stop("not yet", 0, 0, "hold")
        return found

    def in_front(self, who: t.Value, noun: str) -> tuple[t.Value, ...]:
        """Where a player controls cards of a kind: places of players where what stands on such cards works."""
        kinds = {noun, *self.wider(noun)} if noun != "card" else set(self.carrier.kinds)
        works = {str(zone) for kind in self.vocabulary.all(KindDecl) if kind.id in kinds for zone in kind.works_in}
        found = tuple(
            t.Zone(zone.id, who)
            for zone in self.vocabulary.all(ZoneDecl)
            if zone.of == "player" and zone.seen_by == "all" and str(zone.name) in works
        )
        if not found:
            raise Stop("not yet", 0, 0, "control")
        return found

    def history_place(self, row: Row) -> tuple[t.Value, ...] | None:
        """ "each Villain you fight on the Bridge": where it was then."""
        if row.kind() == "PREP" and row.id() in ("on", "in", "from"):
            at = row.at
            row.take()
            try:
                places = self.places_of(row)
            except Stop:
                row.back(at)
                return None
            if all(type_of(p) in ("zone", "space") for p in places):
                return places
            row.back(at)
        return None

    # -- participles
    # -- -ing
    def doing(self, row: Row, draft: Draft) -> bool:
        """ "costing 3 or less", "holding six or more cards"."""
        word = row.take()
        sense = word.senses[0]
        if sense.kind == "number_verb":
            draft.where.append(self.cost_predicate(row, sense.id))
            return True
        if sense.kind == "function" and sense.id == "hold":
            value = self.noun_phrase(row)
            if isinstance(value, t.Sel):
                self.forget(value)
                held = t.InZone(self.held(t.Ref("loop", "player", "they")))
                draft.where.append(t.Holds(replace(value, where=self.ordered([*value.where, held])), "with"))
                return True
        return False
