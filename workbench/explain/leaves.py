"""Clauses that hold no others: a verb with its arguments, points, changes of numbers, what is gained, permissions.

Each gives the facets of what it acts on and says its sentence with its subject written out. Must not know any declared
word.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardwright.dsl.lower.defs import VerbDef
from cardwright.dsl.lower.plans import Plans
from cardwright.dsl.lower.primitives import PRIMITIVES
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import several_players, type_of

from .facets import ALL, Doer, Facets, Selectors
from .phrases import say
from .speaker import Speaker

THEY = t.Ref("loop", "player", "they")
YOU = Doer("you", t.Ref("you", "player", "you"))
TURN, GAME = "turn", "game"  # periods by their role, whatever a game calls them
NOBODY_ASKED = Facets(say("nobody"), say("once"), say("nowhere"), say("always"))


@dataclass(frozen=True)
class Leaf:
    """A clause before it has a number."""

    says: str
    facets: Facets
    lasts: str


class Leaves:
    """Says single clauses."""

    def __init__(self, plans: Plans, speaker: Speaker) -> None:
        self.plans = plans
        self.speaker = speaker
        self.selectors = Selectors(plans, speaker)
        self.of_table = False  # the card works in a place of no player

    def leaf(self, effect: t.Effect, doer: Doer, standing: bool) -> Leaf:
        """The clause of an effect. `standing`: the line holds as long as its card works."""
        match effect:
            case t.Do():
                return self.do(effect, doer)
            case t.Get():
                return self.get(effect, doer)
            case t.Pay():
                return self.pay(effect, doer)
            case t.Change(what=what, amounts=amounts, duration=duration):
                facets = self.changed(what, doer, standing)
                said = " and ".join(self.speaker.amount(one) for one in amounts)
                count = say("both", first=facets.how_many, second=said) if effect.mode == "add" else facets.how_many
                facets = replace(facets, how_many=count)
                usual = GAME if self.of_table else TURN
                return Leaf(self.speaker.effect(effect), facets, self.lasting(duration, standing, usual))
            case t.Gain(what=what, duration=duration):
                facets = self.changed(what, doer, standing)
                lasts = self.lasting(duration, standing, GAME)
                return Leaf(self.speaker.effect(effect), facets, lasts)
            case t.Permit():
                return self.permit(effect, doer, standing)
            case t.ChooseValue(what=what):
                facets = self.selectors.of(what, self.doing(effect.who, doer))
                return Leaf(self.speaker.effect(self.said(effect, doer)), facets, say("decided now"))
            case t.End():
                return Leaf(self.speaker.effect(effect), NOBODY_ASKED, say("at once"))
            case t.SameEffect(label=label):
                words = self.speaker.effect(effect)
                more = say("same effect", label=self.speaker.word(label)) if label else say("same effect before")
                facets = NOBODY_ASKED
                if effect.of is not None:
                    facets, more = self.selectors.of(effect.of, doer), ""
                if effect.times is not None:
                    facets = replace(facets, how_many=self.often(effect.times))
                return Leaf(f"{words} {more}".strip(), facets, say("at once"))
            case t.SetupItem(what=what):
                count = self.speaker.number(what.quant.n) if isinstance(what, t.Sel) and what.quant.n else say("once")
                facets = replace(NOBODY_ASKED, how_many=count)
                return Leaf(say("setup", what=self.speaker.effect(effect)), facets, say("for the game"))
            case _:
                return Leaf(self.speaker.effect(self.said(effect, doer)), NOBODY_ASKED, say("at once"))

    # -- verbs -------------------------------------------------------------------------------------------------------
    def verb(self, effect: t.Do) -> VerbDef:
        """The declaration of a verb; one of the language itself has none."""
        known = self.plans.defs.verbs.get(effect.verb)
        if known is not None:
            return known
        does = t.Do(PRIMITIVES.get(effect.verb, effect.verb), None, ())
        return VerbDef(effect.verb, takes="cards", does=does, event=effect.verb)

    def do(self, effect: t.Do, doer: Doer) -> Leaf:
        verb = self.verb(effect)
        args = {arg.role: arg.value for arg in effect.args}
        said = self.said(effect, doer)
        inner = self.doing(effect.who, doer)
        objects = args.get("cards", args.get("amount"))
        facets = NOBODY_ASKED
        copied = args.get("copy of")
        if copied is not None:
            facets = self.selectors.of(copied, inner)
            if type_of(copied) == "cards" and "cards" not in args:
                facets = self.also(facets, say("order", who=inner.who))
        elif objects is not None:
            facets = self.selectors.of(objects, inner, verb, effect)
            facets = self.ordered(effect, verb, args, objects, facets, inner)
        elif verb.subject == "card" and "subject" in args:
            facets = self.selectors.of(args["subject"], doer)
        elif isinstance(args.get("zone"), t.Zone):
            facets = replace(NOBODY_ASKED, source=self.selectors.place(args["zone"], inner))
        subject = args.get("subject")
        if verb.subject == "card" and isinstance(subject, t.Sel) and objects is not None:
            facets = self.by_cards(subject, facets, doer)
        elif several_players(effect.who) and isinstance(effect.who, t.Sel):
            facets = self.by_players(effect.who, facets, doer)
        facets = self.chosen_player(effect.who, facets, doer)
        facets = self.somebodys(effect, facets, doer)
        facets = self.goes(args.get("to"), facets, inner)
        if "spaces" in args and objects is None:
            facets = replace(facets, how_many=say("one"), if_none=say("none"))
            facets = self.goes(args["spaces"], facets, inner)
        for role in verb.further if verb.does is None else ():
            other = self.selectors.of(args[role], inner) if role in args else NOBODY_ASKED
            facets = self.also(facets, other.chooses) if other.asks else facets
        if effect.times is not None:
            times = self.often(effect.times)
            facets = replace(facets, how_many=say("both", first=facets.how_many, second=times))
        lasts = self.lasting(effect.duration, False)
        if isinstance(args.get("as"), t.RoleValue) and not effect.duration:
            lasts = say("until put back" if objects is not None else "until it leaves")
        return Leaf(self.speaker.effect(said), facets, lasts)

    def ordered(
        self, effect: t.Do, verb: VerbDef, args: dict[str, t.Value], objects: t.Value, facets: Facets, doer: Doer
    ) -> Facets:
        """Several cards that go onto a pile: somebody says in which order."""
        does = verb.does if isinstance(verb.does, t.Do) else None
        to = args.get("to") or (verb.target if isinstance(verb.target, t.Value) else None)
        if to is None and does is not None:
            to = next((arg.value for arg in does.args if arg.role == "to"), None)
        if not isinstance(to, t.Zone) or to.zone not in self.plans.defs.zones or "in random order" in effect.mods:
            return facets
        info = self.plans.defs.zones[to.zone]
        placed = to.place or ("shuffled" if info.shuffled else "bottom")
        if effect.verb in ("shuffle", "shuffle in") or ("in any order" in effect.mods and not to.place):
            placed = "shuffled" if effect.verb.startswith("shuffle") else "top"
        several = facets.how_many != say("one") and not (isinstance(objects, t.Ref) and objects.type == "card")
        if not info.stack or placed == "shuffled" or placed == "random" or not several:
            return facets
        if isinstance(objects, t.Sel) and self.selectors.pile(objects, verb) is not None:
            return facets
        return self.also(facets, say("order", who=doer.who))

    def also(self, facets: Facets, more: str) -> Facets:
        """Somebody is asked one thing more."""
        if not facets.asks:
            return replace(facets, chooses=more, asks=True)
        return replace(facets, chooses=say("both", first=facets.chooses, second=say("then", rest=more)))

    def goes(self, to: t.Value | None, facets: Facets, doer: Doer) -> Facets:
        """Where it goes, if one of several spaces is to be chosen."""
        named = isinstance(to, t.Space) and bool(to.name or {"leftmost", "rightmost"} & set(to.where))
        either = isinstance(to, t.Union) and to.either and isinstance(to.parts[0], t.Space)
        if either or isinstance(to, t.Space) and not named:
            return self.also(facets, say("one space", who=doer.who))
        return facets

    def somebodys(self, effect: t.Do, facets: Facets, doer: Doer) -> Facets:
        """ "Any player's deck": whose is chosen first."""
        for arg in effect.args:
            for node in arg.walk():
                owner = node.owner if isinstance(node, t.Zone) else None
                if isinstance(owner, t.Sel) and owner.quant.kind in ("any", "exactly") and owner.pos is None:
                    return self.also(facets, say("which", who=doer.who))
                most = owner.pos if isinstance(owner, t.Sel) and owner.quant.kind == "the" else None
                if most is not None and most.by is not None and not most.ties:
                    return self.also(facets, say("ties", who=doer.who))
        return facets

    def chosen_player(self, who: t.Value | None, facets: Facets, doer: Doer) -> Facets:
        """One of several players does it: who that is is chosen first."""
        parts = who.parts if isinstance(who, t.Union) else (who,)
        for part in parts:
            if isinstance(part, t.Sel) and part.noun == "player" and not several_players(part):
                chosen = self.selectors.players(part, doer)
                if chosen.asks and facets.asks:
                    then = say("then", rest=facets.chooses)
                    return replace(facets, chooses=say("both", first=chosen.chooses, second=then))
                if chosen.asks:
                    return replace(facets, chooses=chosen.chooses, asks=True)
        return facets

    def by_players(self, who: t.Sel, facets: Facets, doer: Doer) -> Facets:
        """The same done by each of several players."""
        chooses = say("in turn") if facets.asks else facets.chooses
        none = say("each fewer") if facets.if_none == say("fewer") else facets.if_none
        return replace(facets, chooses=chooses, how_many=say("each player", n=facets.how_many), if_none=none)

    def by_cards(self, who: t.Sel, facets: Facets, doer: Doer) -> Facets:
        """The same done by cards: which ones may be chosen as well."""
        subject = self.selectors.of(who, doer)
        if who.quant.kind in ALL:
            facets = replace(facets, how_many=say("each card", n=facets.how_many))
            if facets.chooses == say("nobody alike"):  # several take from one pile
                return replace(facets, chooses=say("order if few"), asks=True)
        return self.also(facets, subject.chooses) if subject.asks else facets

    # -- points ------------------------------------------------------------------------------------------------------
    def get(self, effect: t.Get, doer: Doer) -> Leaf:
        amounts = [self.speaker.amount(one) for one in effect.amounts]
        count = (" or " if effect.either else " and ").join(amounts)
        counted = any(one.per is not None or not isinstance(one.value, t.Num) for one in effect.amounts)
        none = say("nothing got") if counted else say("always")
        chooses = say("one point", who=doer.who) if effect.either else say("nobody")
        facets = Facets(chooses, count, say("made"), none, effect.either)
        if several_players(effect.who) and isinstance(effect.who, t.Sel):
            facets = self.by_players(effect.who, facets, doer)
        facets = self.chosen_player(effect.who, facets, doer)
        return Leaf(self.speaker.effect(self.said(effect, doer)), facets, say("until spent"))

    def pay(self, effect: t.Pay, doer: Doer) -> Leaf:
        inner = self.doing(effect.who, doer)
        amounts = [self.speaker.value(one.value) if not one.unit else self.cost(one) for one in effect.amounts]
        count = (" or " if effect.either else " and ").join(amounts)
        all_of_them = all(isinstance(one.value, t.Points) for one in effect.amounts)
        chooses = say("nobody") if all_of_them else say("paid with", who=inner.who)
        none = say("always") if all_of_them else say("can't pay")
        whose = say("of who", whose=self.speaker.possessive(inner.ref))
        facets = Facets(chooses, say("all") if all_of_them else count, whose, none, not all_of_them)
        return Leaf(self.speaker.effect(self.said(effect, doer)), facets, say("at once"))

    def cost(self, amount: t.Amount) -> str:
        value = amount.value
        number = str(value.n) if isinstance(value, t.Num) else self.speaker.number(value)
        return f"{number} {self.speaker.word(amount.unit)}"

    def often(self, times: t.Value) -> str:
        """How often: “twice”, “six times”, “as often as the number of …”."""
        if not isinstance(times, t.Num):
            return say("times", n=self.speaker.number(times))
        usual = {1: "once", 2: "twice"}.get(times.n)
        return say(usual) if usual else say("n times", n=self.speaker.number(times))

    # -- what lasts --------------------------------------------------------------------------------------------------
    def changed(self, what: t.Value, doer: Doer, standing: bool) -> Facets:
        """What a change or gain is about; in a standing text all that fit at every moment."""
        facets = self.selectors.of(what, doer)
        if isinstance(what, t.Union) and all(
            isinstance(p, t.Sel) and p.quant.kind in (*ALL, "the") for p in what.parts
        ):
            return replace(facets, chooses=say("nobody all"), asks=False)
        if facets.asks and standing:
            return replace(facets, chooses=say("nobody all"), how_many=say("all"), if_none=say("no role"), asks=False)
        return facets

    def permit(self, effect: t.Permit, doer: Doer, standing: bool) -> Leaf:
        act = effect.act
        objects = next((arg.value for arg in act.args if arg.role == "cards"), None) if isinstance(act, t.Do) else None
        source = say("nowhere")
        if objects is not None and isinstance(act, t.Do):
            source = self.selectors.of(objects, doer, self.verb(act), None).source
        count = say("once") if effect.uses == 1 else say("every time")
        who = self.speaker.subject(effect.who)[0] if not isinstance(effect.who, t.Ref) else doer.who
        chooses = say("whether", who=who) if effect.kind == "may" else say("nobody")
        facets = Facets(chooses, count, source, say("no role"))
        return Leaf(self.speaker.effect(effect), facets, self.lasting(effect.duration, standing, TURN))

    def lasting(self, duration: str, standing: bool, usual: str = "") -> str:
        """How long, in words; `usual` is what holds if a text that is done does not say."""
        duration = duration or ("" if standing else usual)
        if not duration:
            return say("as long") if standing else say("at once")
        if duration == GAME:
            return say("for the game")
        said = self.speaker.duration(duration)
        if said.startswith("this "):
            return say("until the end of", period=said.removeprefix("this "))
        return say("as said", said=said)

    # -- subjects ----------------------------------------------------------------------------------------------------
    def doing(self, who: t.Value | None, doer: Doer) -> Doer:
        """Who does a clause with that subject."""
        if who is None or (isinstance(who, t.Ref) and (who.to == "you" or who.form == "")):
            return doer
        if isinstance(who, t.Sel) and several_players(who):
            return Doer(say("in turn"), THEY, True)
        if isinstance(who, t.Ref) and who.type in ("card", "cards"):
            return doer
        said = self.speaker.subject(who)[0]
        return Doer(said, who if isinstance(who, t.Ref) else t.Ref("loop", "player", "that player"))

    def said(self, effect: t.Effect, doer: Doer) -> t.Effect:
        """The effect with its subject written out."""
        if isinstance(effect, t.Do) and self.verb(effect).subject == "card":
            return effect
        if not isinstance(effect, t.Do | t.Get | t.Pay | t.UseKeyword | t.ChooseValue):
            return effect
        who = effect.who
        if isinstance(effect, t.UseKeyword) and who is None:
            return effect
        if who is None or (isinstance(who, t.Ref) and (who.to == "you" or who.form == "")):
            return replace(effect, who=doer.ref)
        return effect
