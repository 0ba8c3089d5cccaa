"""What stands behind a clause and governs it alone: a condition, "until …", "unless …", the purpose of a cost."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Post, Unit, Word
from cardwright.dsl.words import Verb

from . import tree as t
from .base import YOU, Base
from .context import Part, Row, Stop, Tail
from .keeping import while_others
from .types import type_of


class Posts(Base):
    def owned(self, cost: t.Effect) -> t.Effect:
        if isinstance(cost, t.Choose):
            return replace(cost, modes=tuple(self.owned_cost(m) for m in cost.modes))
        return self.owned_cost(cost)

    # -- purposes: "may A to B", "choose a player to A"
    def purposed(self, part: Part, words: list[Word], may: bool, join: str, before: Part | None) -> None:
        row = Row(words)
        row.take()
        while row.kind() == "ADV":
            row.take()
        verb = row.take()
        rest = tuple(row.words[row.at :])
        clause = Clause((), (), verb, rest)
        effect, doer = part.effect, self.tail.doer
        if isinstance(effect, t.ChooseValue) and not may:
            self.pending = []
            chosen = effect.what
            if isinstance(chosen, t.Sel) and chosen.noun == "player" or isinstance(chosen, t.Union):
                who = t.Ref(f"bind {effect.binds}", "player", "that player")
                self.performer_given = who
                self.scope.again(who)
                inner = self.effect(clause)
                self.performer_given = None
                inner = self.subject_of(inner, who, False)
                self.note_do(inner)
                part.effect = t.Seq((effect, inner), (".",))
                part.subject = None
                part.instead = part.instead or self.tail.instead
                return
            if verb.senses[0].cls == "BE" and len(rest) == 1 and rest[0].type == "PART":
                part.effect = t.Seq((effect, self.done_to(effect, rest[0])), (".",))
                return
            if not rest:
                kind = "cards" if type_of(chosen) == "cards" else "card"
                ref = t.Ref(f"bind {effect.binds}", kind, "they" if kind == "cards" else "it")
                made = replace(self.transitive(verb, ref), who=doer)
                part.effect = t.Seq((effect, made), (".",))
                return
            raise Stop("left over", words[0].start, words[0].end, words[0].text)
        self.pending = []
        inner = self.effect(clause)
        part.instead = part.instead or self.tail.instead
        self.note_do(inner)
        if self.tail.moment is not None:  # "to draw a card at the end of this turn"
            inner = self.at_moment(self.tail.moment, inner)
        cost = effect
        part.effect = t.PayTo(cost if not self.lacks_who(cost) else self.owned_cost(cost), inner, may)
        part.grows = True
        part.may = False
        if not may:
            part.effect = replace(part.effect, may=False)
            if not part.must and join == "" and not isinstance(cost, t.PayTo):
                part.effect = t.PayTo(self.owned_cost(cost), inner, False)

    def done_to(self, chosen: t.ChooseValue, word: Word) -> t.Effect:
        """ "You choose one to be discarded": by its owner, if players do that with cards of theirs only."""
        word.read = True
        many = type_of(chosen.what) == "cards"
        ref = t.Ref(f"bind {chosen.binds}", "cards" if many else "card", "they" if many else "it")
        made = self.transitive(word, ref)
        decl = self.vocabulary.declaration(made.verb, Verb)
        if decl is not None and str(decl.from_).startswith("your "):
            if many:
                raise Stop("not yet", word.start, word.end, word.text, "what is done with cards of several players")
            made = replace(made, who=t.Ref(f"owner of bind {chosen.binds}", "player", "its owner"))
        return made

    def lacks_who(self, cost: t.Effect) -> bool:
        return getattr(cost, "who", YOU) is None

    def owned_cost(self, cost: t.Effect) -> t.Effect:
        if isinstance(cost, t.Do) and cost.who is None and not any(a.role == "subject" for a in cost.args):
            return replace(cost, who=YOU)
        if isinstance(cost, t.Pay | t.UseKeyword) and cost.who is None:
            return replace(cost, who=YOU)
        return cost

    def note_do(self, effect: t.Effect) -> None:
        if isinstance(effect, t.Do | t.UseKeyword | t.Pay):
            self.last_do = effect.binds

    def transitive(self, verb: Word, ref: t.Ref) -> t.Do:
        verb.read = True
        sense = verb.senses[0]
        made = t.Do(sense.id, None, (t.Arg("cards", ref),), self.scope.new_bind())
        return made

    # -- conditions behind a clause
    def posted(self, unit: Unit, part: Part) -> Part:
        for post in unit.posts:
            part.effect = self.post(post, part)
        return part

    def post(self, post: Post, part: Part) -> t.Effect:
        post.word.read = True
        name = post.word.id
        saved = self.tail
        if post.kind == "when":
            if name == "whenever" and self.each_time_done(post.clause):
                self.tail = saved
                return t.If(t.Done(self.last_do, form="each time"), part.effect, post=True)
            if name in ("when", "whenever") and (made := self.when_done_to_them(post.clause, part.effect)) is not None:
                self.tail = saved
                return replace(made, word=name)
            if name in ("when", "whenever", "after") and post.clause.verb is not None:
                pattern, duration = self.event_pattern(post.clause)
                self.tail = saved
                if isinstance(part.effect, t.Instead):
                    raise Stop("not yet", post.word.start, post.word.end, post.word.text)
                return t.When(pattern, part.effect, duration=duration, word=name)
            if name == "until" and post.clause.verb is None:
                until = self.until_next(post)
                self.tail = saved
                return self.with_duration(part.effect, until, post.word)
            then = self.until_done(post.clause) if name == "until" else None
            if then is not None:
                self.tail = saved
                held = self.with_duration(part.effect, f"until your next {then[1]}", post.word)
                return t.Seq((held, then[0]), (".",))
            if name == "until" and post.clause.verb is not None:
                most = self.at_most(part.effect)
                effect = self.one_at_a_time(part.effect, post.word)
                self.pending = []
                until_true = self.shown_at_last(effect, post.clause)
                self.tail = saved
                return t.Repeat(most, effect, until_true)
            raise Stop("not yet", post.word.start, post.word.end, post.word.text)
        self.pending = []
        if name == "even if":
            self.conceded(post.clause)
            self.tail = saved
            return part.effect
        if name == "if" and isinstance(part.effect, t.When):
            period = self.within(post.clause, part.effect)
            if period:
                self.tail = saved
                return replace(part.effect, duration=period)
        if name == "unless" and self.is_offer(post.clause) and not isinstance(part.effect, t.Permit):
            if part.instead:  # what is offered keeps the event, what is refused replaces it
                return self.kept_by(post, part, saved)
            return self.unless_done(post.clause, part, saved)
        own = [c for c in self.scope.candidates if c.clause == self.scope.clause and not c.weak]
        for each in own:
            each.weak = True  # "gains a Wound if it costs 1 or more": rather what was there before
        cond = self.condition(post.clause)
        for each in own:
            each.weak = False
        self.tail = saved
        if isinstance(part.effect, t.Permit):
            if name in ("only if", "only while"):
                return replace(part.effect, if_=cond)
            return replace(part.effect, if_=cond, unless=name == "unless")
        word = "while" if name in ("while", "only while") else "if"
        if word == "while":
            cond = while_others(cond, part.effect, self.carrier.kinds)
        return t.If(cond, part.effect, post=True, unless=name == "unless", word=word)

    def until_done(self, clause: Clause) -> tuple[t.When, str] | None:
        """ "… until it's turned face up again at the start of your next turn": that is done then, and ends it; what is
        done, and whose turns they are."""
        verb, row = clause.verb, clause.row
        lead = "at the start of your next "
        if verb is None or verb.senses[0].cls != "BE" or len(row) < 2 or row[0].type != "PART":
            return None
        if row[-1].type != "TIME" or not row[-1].id.startswith(lead):
            return None
        self.pending = []
        subject = self.subject_value(clause.subject)
        verb.read = True
        made = self.passive_effect(subject, Row(row))
        moment = self.tail.moment
        if moment is None or not isinstance(made, t.Do):
            return None
        made = replace(made, mods=tuple(mod for mod in made.mods if mod != "again"))
        return self.at_moment(moment, made), row[-1].id.removeprefix(lead)

    def each_time_done(self, clause: Clause) -> bool:
        """ "Rescue a Bystander each time you do." behind what may be done any number of times."""
        verb = clause.verb
        if verb is None or verb.senses[0].cls != "DO" or [w.id for w in clause.subject] != ["you"] or clause.row:
            return False
        if not self.last_do or not isinstance(self.before_sentence, t.Repeat):
            return False
        for word in (*clause.subject, verb):
            word.read = True
        return True

    def each_time(self, before: t.Effect, made: t.Effect) -> t.Effect | None:
        """What may be done any number of times, and what is done for it each time, as one."""
        again = isinstance(made, t.If) and isinstance(made.cond, t.Done) and made.cond.form == "each time"
        if not again or not isinstance(before, t.Repeat) or not isinstance(before.effect, t.May):
            return None
        assert isinstance(made, t.If)
        return replace(before, effect=t.PayTo(self.owned(before.effect.effect), made.then))

    def within(self, clause: Clause, waiting: t.When) -> str:
        """ "The next card you recruit … if you recruit it this turn": how long it waits."""
        verb = clause.verb
        said = [w.id for w in (*clause.subject, *clause.row[:-1])]
        if verb is None or waiting.duration or verb.id != waiting.pattern.event or said != ["you", "it"]:
            return ""
        period = self.period_of(clause.row[-1])
        for word in (*clause.subject, verb, *clause.row) if period else ():
            word.read = True
        return period

    def until_next(self, post: Post) -> str:
        """ "until the next Twist": how long something lasts."""
        row = Row(post.clause.row)
        row.took("ART", "the")
        if row.is_("ATTR", "next"):
            row.take()
            word = row.need()
            sense = word.sense("kind", "term")
            if sense is not None and row.peek(1) is None:
                row.take()
                return f"until the next {sense.id}"
        raise Stop("not yet", post.word.start, post.word.end, post.word.text)

    def at_most(self, effect: t.Effect) -> t.Value | None:
        """ "reveal up to five cards until …": how often at most."""
        cards = [arg.value for arg in effect.args if isinstance(arg.value, t.Sel)] if isinstance(effect, t.Do) else []
        return next((sel.quant.n for sel in cards if sel.quant.kind == "up to"), None)

    def one_at_a_time(self, effect: t.Effect, word: Word) -> t.Effect:
        """ "draw cards until …" draws one, again and again."""
        if isinstance(effect, t.Do):
            for arg in effect.args:
                if isinstance(arg.value, t.Sel) and (
                    arg.value.quant.kind in ("plural", "up to") or arg.value.quant == t.Quant("exactly", t.Num(1))
                ):
                    one = replace(arg.value, quant=t.Quant("exactly", t.Num(1)))
                    args = tuple(replace(a, value=one) if a is arg else a for a in effect.args)
                    return replace(effect, args=args, mods=tuple(m for m in effect.mods if m != "one at a time"))
        raise Stop("not yet", word.start, word.end, word.text)

    def shown_at_last(self, effect: t.Effect, clause: Clause) -> t.Condition:
        """ "reveal cards until you reveal a [Tech] card", "… until one has that icon": there is one among all that were
        revealed; "it" is that one. Any other condition is what it says."""
        verb = clause.verb
        if not isinstance(effect, t.Do) or verb is None:
            return self.condition(clause)
        group = t.Ref(f"bind {effect.binds}", "cards", "")
        if verb.senses[0].id == effect.verb and not clause.aux:
            who = self.subject_value(clause.subject)
            verb.read = True
            row = Row(clause.row)
            value = self.noun_phrase(row)
            self.finished_row(row)
            if not isinstance(value, t.Sel) or value.quant != t.Quant("exactly", t.Num(1)) or who != YOU:
                raise Stop("type", *clause.span, verb.text, "one card is meant here")
            shown = replace(value, of=group)
        else:
            cond = self.condition(clause)
            if not isinstance(cond, t.Is) or not isinstance(cond.what, t.Sel) or cond.what.of != group:
                return cond
            shown = replace(cond.what, where=self.ordered([*cond.what.where, *cond.preds]))
        self.pending = []
        bind = self.scope.new_bind()
        self.scope.add(t.Ref(f"bind {bind}", "card", ""), shown.noun, False, shown.span, effect.verb, value=shown)
        return t.Exists(shown, binds=bind)

    def is_offer(self, clause: Clause) -> bool:
        """ "unless they reveal a card", "unless you pay 1": something that may be done now to prevent it."""
        verb = clause.verb
        if verb is None or clause.aux or not clause.subject:
            return False
        sense = verb.senses[0]
        if sense.cls != "V" or sense.kind in ("number_verb", "event"):
            return False
        return all(s.form in ("base", "third") for s in verb.senses) and sense.id not in ("hold", "make")

    def when_done_to_them(self, clause: Clause, change: t.Effect) -> t.When | None:
        """ "Henchmen get -1 Attack whenever you fight them": whichever of them it is done to."""
        verb, row = clause.verb, clause.row
        them = row[0] if row and row[0].type == "PRO" and row[0].text.lower() == "them" else None
        if verb is None or them is None or not isinstance(change, t.Change) or not isinstance(change.what, t.Sel):
            return None
        if change.what.quant.kind not in ("plural", "all", "each") or change.duration or not self.is_act(verb.id):
            return None
        them.read = True
        pattern, duration = self.event_pattern(Clause(clause.subject, clause.aux, verb, row[1:]))
        one = replace(change.what, quant=t.Quant("exactly", t.Num(1)))
        ref = t.Ref("event", "card", f"that {one.noun}", span=(them.start, them.end))
        pattern = replace(pattern, args=(*pattern.args, t.Arg("cards", one)))
        return t.When(pattern, replace(change, what=ref), duration=duration)

    def kept_by(self, post: Post, part: Part, saved: Tail) -> t.Effect:
        """ "…, this captures it instead unless you pay 1 Recruit": you may pay; if you don't, that happens instead."""
        offer = self.effect(post.clause)
        self.tail = saved
        doer = self.doer(offer)
        if not self.would or not isinstance(offer, t.Pay) or doer != YOU:  # other things could be meant by "it" then
            where = (post.word.start, post.word.end)
            raise Stop("not yet", *where, post.word.text, "“instead” unless something is done")
        part.instead = False
        refused = t.If(t.Done(offer.binds, True, "don't"), t.Instead(part.effect, "event"))
        return t.Seq((t.May(YOU, self.nobody(offer)), refused), (".",))

    def unless_done(self, clause: Clause, part: Part, saved: Tail) -> t.Effect:
        who = part.subject
        if who is not None and self.distributive(who):
            self.performer = self.performer_given = who
        offer = self.effect(clause)
        self.performer = self.performer_given = None
        self.tail = saved
        old = part.effect
        if isinstance(offer, t.Do | t.Pay) and isinstance(old, t.Do | t.Get | t.Pay) and offer.binds == old.binds + 1:
            offer, part.effect = replace(offer, binds=old.binds), replace(old, binds=offer.binds)
        if who is not None and self.distributive(who):
            offer = self.same_who(self.nobody(offer))
            return t.Choose(who, (offer, self.same_who(part.effect)))
        return self.unless_offered(offer, part.effect, clause.subject[0])

    def unless_offered(self, offer: t.Effect, effect: t.Effect, word: Word) -> t.Effect:
        """What may be done now so that the effect does not happen: by one player, or by each of several."""
        doer = self.doer(offer)
        if isinstance(doer, t.Ref) and doer.to == "you":
            return t.Choose(None, (self.nobody(offer), effect))
        if doer is None or type_of(doer) not in ("player", "players"):
            raise Stop("not yet", word.start, word.end, word.text, "“unless” a card does something")
        if self.distributive(doer):
            if not isinstance(offer, t.Do | t.Pay):
                raise Stop("not yet", word.start, word.end, word.text, "“unless” each of several does that")
            anyone = t.Sel("player", t.Quant("any"))
            refused = t.If(t.Done(offer.binds, True, "don't", anyone), effect)
            return t.Seq((t.May(doer, self.nobody(offer)), refused), (".",))
        return t.Choose(doer, (self.same_who(self.nobody(offer)), effect))
