"""A text clause by clause: the typed tree is walked, and each clause gets a number with its own below it.

Must not know any declared word, nor how anything is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from cardwright.dsl.lower.effects import exchanged
from cardwright.dsl.lower.giving import with_amounts
from cardwright.dsl.lower.keyworded import keywords_only
from cardwright.dsl.lower.plans import Plans
from cardwright.dsl.lower.rewriting import elsewhere, icons_said, substituted, top_or_bottom, with_points
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import capital
from cardwright.dsl.meaning.types import several_players

from .facets import Doer, Facets
from .leaves import NOBODY_ASKED, TURN, YOU, Leaf, Leaves
from .model import Clause
from .phrases import say
from .speaker import Speaker

Bodies = Callable[[t.UseKeyword, bool], t.CardText | None]  # of a keyword that a card has, or that somebody does
THAT_PLAYER = Doer(say("that player"), t.Ref("loop", "player", "that player"))
_DEEP = 12
_PRONOUNS = ("it", "he", "she", "they")
_LEFT = ("the rest", "the other")


class Paraphrase:
    """Numbers and says the clauses of one line after the other; clauses of a card count through its lines."""

    def __init__(self, plans: Plans, speaker: Speaker, bodies: Bodies) -> None:
        self.speaker = speaker
        self.leaves = Leaves(plans, speaker)
        self.bodies = bodies
        self.clauses: list[Clause] = []
        self.bound: dict[int, str] = {}
        self.found: set[str] = set()
        self.standing = False
        self.count = 0
        self.keywords: list[str] = []
        self.had = False  # what is walked is a line of keywords that the card has
        self.asker: Facets | None = None  # of the last clause that asks

    def line(self, body: t.Effect, *, standing: bool) -> list[Clause]:
        """The clauses of one line. `standing`: it holds as long as the card works."""
        self.clauses, self.standing = [], standing
        self.had = standing and keywords_only(body)
        self.count = self.each((body,), "", self.count, YOU)
        return self.clauses

    # -- numbering ---------------------------------------------------------------------------------------------------
    def each(self, effects: Sequence[t.Effect], above: str, start: int, doer: Doer) -> int:
        """Walk effects as clauses of one level, numbered from `start`; the last number."""
        at = start
        for effect in effects:
            if isinstance(effect, t.Seq):
                at = self.each(exchanged(effect.effects), above, at, doer)
                continue
            at += 1
            self.walk(effect, f"{above}.{at}" if above else str(at), doer)
        return at

    def below(self, number: str, *effects: t.Effect, doer: Doer, start: int = 0) -> int:
        if number.count(".") > _DEEP:
            return start
        return self.each(effects, number, start, doer)

    def add(self, number: str, node: t.Effect, leaf: Leaf) -> Clause:
        """One clause with what its words refer to."""
        facets = leaf.facets
        if facets.source == say("group"):
            facets = replace(facets, source=self.group(node))
        if isinstance(node, t.SameEffect) and node.on is not None and self.asker is not None:
            facets = replace(facets, chooses=self.asker.chooses, asks=True)  # the same is asked again
        if isinstance(node, t.SameEffect) and isinstance(node.on, t.Sel | t.Zone):
            facets = replace(facets, how_many=say("each place"))
        if facets.asks:
            self.asker = facets
        clause = Clause(
            number,
            capital(leaf.says),
            facets.chooses,
            facets.how_many,
            facets.source,
            facets.if_none,
            leaf.lasts,
            facets.asks,
        )
        self.clauses.append(clause)
        return clause

    def group(self, node: t.Node) -> str:
        """Which clause the group comes from that something is taken out of."""
        for one in node.walk():
            if isinstance(one, t.Sel) and one.of is not None and one.of.to.startswith("bind "):
                number = self.bound.get(int(one.of.to.removeprefix("bind ")))
                if number:
                    return say("group of", number=number)
        return say("group")

    def head(self, number: str, node: t.Effect, says: str, facets: Facets = NOBODY_ASKED, lasts: str = "") -> Clause:
        """A clause that holds others."""
        return self.add(number, node, Leaf(says, facets, lasts or say("decided now")))

    # -- the walk ----------------------------------------------------------------------------------------------------
    def walk(self, effect: t.Effect, number: str, doer: Doer) -> None:
        match effect:
            case t.May():
                self.may(effect, number, doer)
            case t.PayTo():
                self.pay_to(effect, number, doer)
            case t.If():
                self.if_(effect, number, doer)
            case t.Choose():
                self.choose(effect, number, doer)
            case t.Each():
                self.loop(effect, number, doer)
            case t.Repeat():
                self.repeat(effect, number, doer)
            case t.Instead():
                self.instead(effect, number, doer)
            case t.When():
                self.when(effect, number, doer)
            case t.UseKeyword():
                self.keyword(effect, number, doer)
            case t.Do() if (ways := top_or_bottom(effect)) is not None:
                self.walk(ways, number, doer)
            case _:
                clause = self.add(
                    number, effect, self.picked(effect, self.leaves.leaf(effect, doer, self.standing), doer)
                )
                clause.refers = tuple(self.refers(effect))
                self.remember(effect, number)

    def picked(self, effect: t.Effect, leaf: Leaf, doer: Doer) -> Leaf:
        """ "If you have a Wound, KO it": of those that were found, the first clause that needs one has it chosen."""
        for node in effect.walk():
            if isinstance(node, t.Ref) and node.type == "card" and node.to in self.found:
                self.found.remove(node.to)
                return replace(leaf, facets=self.leaves.also(leaf.facets, say("which", who=doer.who)))
        return leaf

    def remember(self, effect: t.Node, number: str) -> None:
        """Which clause binds what later words refer to."""
        binds = getattr(effect, "binds", 0)
        if binds:
            self.bound[binds] = number
            if isinstance(effect, t.Exists):
                self.found.add(f"bind {binds}")

    def may(self, effect: t.May, number: str, doer: Doer) -> None:
        who, inner = self.performers(effect.who, doer)
        facets = replace(
            NOBODY_ASKED,
            chooses=say("whether", who=inner.who),
            if_none=say("not offered", who=inner.who),
            asks=True,
        )
        self.head(number, effect, say("may", who=who), facets)
        self.below(number, effect.effect, doer=inner)

    def performers(self, who: t.Value, doer: Doer) -> tuple[str, Doer]:
        """Who does something, in words and for the clauses inside."""
        if isinstance(who, t.Ref) and (who.to == "you" or who.form == ""):
            return doer.who, doer
        said = self.speaker.subject(who)[0]
        if several_players(who) or isinstance(who, t.Sel | t.Union):
            return said, THAT_PLAYER
        return said, self.leaves.doing(who, doer)

    def pay_to(self, effect: t.PayTo, number: str, doer: Doer) -> None:
        who = getattr(effect.cost, "who", None)
        named, inner = self.performers(who, doer) if isinstance(who, t.Value) else (doer.who, doer)
        at = len(self.clauses)
        self.head(number, effect, "")
        last = self.below(number, _without(effect.cost, who), doer=inner)
        end = self.below(number, _without(effect.effect, who), doer=inner, start=last)
        cost, rest = self.numbers(number, 1, last), self.numbers(number, last + 1, end)
        clause = self.clauses[at]
        if effect.may:
            clause.says = capital(say("pay to", who=named, cost=cost, rest=rest))
            clause.chooses, clause.asks = say("whether", who=inner.who), True
        else:
            clause.says = capital(say("must to" if self.standing else "pay then", cost=cost, rest=rest))
        clause.if_none = say("not paid", cost=cost, rest=rest)

    def numbers(self, above: str, first: int, last: int) -> str:
        """The numbers of clauses in words: "2.1 to 2.3"."""
        start, end = f"{above}.{first}", f"{above}.{max(first, last)}"
        return start if start == end else f"{start} to {end}"

    def if_(self, effect: t.If, number: str, doer: Doer) -> None:
        word = "unless" if effect.unless else "while" if effect.word == "while" else "if"
        cond = self.speaker.awaited(effect.cond) if effect.unless else self.speaker.condition(effect.cond)
        at = len(self.clauses)
        if isinstance(effect.then, t.Nothing | t.End) and self.standing:
            says = say("lost when", cond=f"{effect.word} {cond}")
            self.head(number, effect, says, replace(NOBODY_ASKED, if_none=say("none")), say("tested"))
            return
        lasts = say("as long") if self.standing else say("decided now")
        clause = self.head(number, effect, say(word, cond=cond), lasts=lasts)
        clause.refers = tuple(self.refers(effect.cond))
        self.remember(effect.cond, number)
        last = self.below(number, effect.then, doer=doer)
        skipped = self.numbers(number, 1, last)
        clause.if_none = say("skip", numbers=skipped, is_are=_are(last))
        if effect.otherwise is not None:
            other = f"{number}.{last + 1}"
            self.head(other, effect.otherwise, say("otherwise"))
            self.below(other, effect.otherwise, doer=doer)
            self.clauses[at].if_none = say("else", numbers=other, is_are=_are(1))

    def choose(self, effect: t.Choose, number: str, doer: Doer) -> None:
        who, inner = (doer.who, doer) if effect.who is None else self.performers(effect.who, doer)
        base = effect.who is None or self.speaker.subject(effect.who)[1] or who == YOU.who
        key = "choose" if effect.n == 1 else "choose n"
        verb = "choose" if base else "chooses"
        several = effect.who is not None and several_players(effect.who)
        chooser = say("in turn") if several else inner.who
        facets = Facets(
            say("one way", who=chooser) if effect.n == 1 else say("n ways", who=chooser, n=self.words(effect.n)),
            say("ways", n=self.words(effect.n), all=self.words(len(effect.modes))),
            say("ways not chosen", period=self.speaker.period(effect.once)) if effect.once else say("the ways"),
            say("no way"),
            True,
        )
        self.head(number, effect, say(key, who=who, chooses=verb, n=self.words(effect.n)), facets)
        for at, mode in enumerate(effect.modes, 1):
            if isinstance(mode, t.Seq):
                self.head(f"{number}.{at}", mode, self.speaker.effect(mode))
                self.below(f"{number}.{at}", mode, doer=inner)
            else:
                self.walk(mode, f"{number}.{at}", inner)

    def words(self, number: int) -> str:
        """A small number in words."""
        return self.speaker.number(t.Num(number))

    def loop(self, effect: t.Each, number: str, doer: Doer) -> None:
        over = effect.over
        said = self.speaker.over(over) if not isinstance(over, t.Sel) or over.noun != "player" else ""
        if said:
            facets = Facets(say("nobody"), say("each"), say("nowhere"), say("no loop"))
            if isinstance(over, t.Sel):
                facets = replace(facets, source=self.leaves.selectors.source(over, doer, None, None, live=False))
            self.head(number, effect, say("each of", over=said), facets)
            self.below(number, effect.effect, doer=doer)
            return
        who, inner = self.performers(over, doer)
        facets = Facets(say("nobody"), say("each"), say("players"), say("no loop"))
        self.head(number, effect, say("each player does", over=who), facets)
        self.below(number, effect.effect, doer=inner)

    def repeat(self, effect: t.Repeat, number: str, doer: Doer) -> None:
        if effect.effect is None:
            self.head(number, effect, say("again"), lasts=say("at once"))
            return
        facets = NOBODY_ASKED
        if effect.until is not None:
            says = say("repeat until", cond=self.speaker.awaited(_come_to(effect.until)))
        elif effect.times is not None and not isinstance(effect.times, t.Ref):
            says = say("number of times", n=capital(self.leaves.often(effect.times)))
        else:
            words = effect.times.form if isinstance(effect.times, t.Ref) else ""
            says = capital(say("as often as wanted", n=words))
            facets = replace(facets, chooses=say("whether", who=doer.who), how_many=say("any number"), asks=True)
        self.head(number, effect, says, facets, say("at once"))
        self.below(number, effect.effect, doer=doer)

    def instead(self, effect: t.Instead, number: str, doer: Doer) -> None:
        key = {"line": "instead line", "sentence": "instead sentence"}.get(effect.of, "instead")
        self.head(number, effect, say(key), lasts=say("at once"))
        self.below(number, effect.effect, doer=doer)

    def when(self, effect: t.When, number: str, doer: Doer) -> None:
        lasts = self.leaves.lasting(effect.duration, self.standing, TURN)
        if effect.once == "next":
            lasts = say("next time before", said=lasts) if effect.duration else say("next time")
        facets = replace(NOBODY_ASKED, how_many=say("each time"), if_none=say("no event"))
        if effect.once:
            facets = replace(facets, how_many=say("once"))
        clause = self.head(number, effect, say("when", moment=self.speaker.moment(effect)), facets, lasts)
        clause.refers = tuple(self.refers(effect.pattern))
        before, self.standing = self.standing, False
        self.below(number, effect.effect, doer=doer)
        self.standing = before

    def keyword(self, effect: t.UseKeyword, number: str, doer: Doer) -> None:
        facets = NOBODY_ASKED
        if effect.times is not None:
            facets = replace(facets, how_many=self.leaves.often(effect.times))
        if any(self.filled(arg.value) for arg in effect.args):
            facets = replace(facets, chooses=say("which", who=doer.who), asks=True)
        facets = self.leaves.chosen_player(effect.who, facets, doer)
        words = self.speaker.effect(self.leaves.said(effect, doer)).rstrip(".")
        lasts = say("as long") if self.standing else say("at once")
        self.head(number, effect, say("keyword", keyword=words), facets, lasts)
        self.remember(effect, number)
        had = self.had
        body = self.bodies(effect, had)
        if body is None or effect.keyword in self.keywords:
            return
        self.keywords.append(effect.keyword)
        at = 0
        said = icons_said(as_used(substituted(body, effect.args), effect))
        if effect.who is not None and several_players(effect.who):  # each of them is “you” in it
            doer, said = THAT_PLAYER, elsewhere(said, THAT_PLAYER.ref, YOU.ref)
        for line in said.lines:
            self.had = not line.labels and keywords_only(line.body)
            if line.labels:
                at += 1
                self.head(f"{number}.{at}", line.body, self.speaker.line(line))
                self.below(f"{number}.{at}", line.body, doer=doer)
            else:
                at = self.below(number, line.body, doer=doer, start=at)
        self.had = had
        self.keywords.pop()

    def filled(self, value: t.Value) -> bool:
        """Whether what fills a slot of a keyword is chosen when it is used: an icon, or the card that has it."""
        if isinstance(value, t.ValueSort):
            return not value.options
        return isinstance(value, t.AttrOf) and isinstance(value.of, t.Sel)

    # -- what words refer to -----------------------------------------------------------------------------------------
    def refers(self, node: t.Node) -> list[str]:
        """What the words of a clause that point elsewhere mean."""
        found: dict[str, None] = {}
        relative = {id(p.cond) for p in node.walk() if isinstance(p, t.Fits)}
        for one in node.walk():
            if isinstance(one, t.Done) and one.bind in self.bound:
                what = say("of not done" if one.negated else "of done", number=self.bound[one.bind])
                form = say("who doesn't" if one.negated else "who does")
                form = form if id(one) in relative else self.speaker.condition(one)
                found[say("reference", form=form, what=what)] = None
            if not isinstance(one, t.Ref) or not one.form:
                continue
            what = ""
            if one.to.startswith("bind "):
                number = self.bound.get(int(one.to.removeprefix("bind ")))
                key = "rest of" if one.form.startswith(_LEFT) else "of clause"
                what = say(key, number=number) if number else ""
            elif one.to == "this" and one.type == "card" and one.form in _PRONOUNS:
                what = say("itself")  # nothing nearer is named on its line, whatever the lines above speak of
            elif one.to == "event":
                what = say("of event")
            elif one.to == "event player":
                what = say("of who did")
            elif one.to == "active" and "active" not in one.form:
                what = say("active")
            if what:
                form = self.speaker.value(one) if ":" in one.form else one.form
                found[say("reference", form=form, what=what)] = None
        return list(found)


def as_used(body: t.CardText, effect: t.UseKeyword) -> t.CardText:
    """A keyword's body with other points, amounts or places in it, if that is how it is used."""
    if effect.instead:
        body = with_points(body, *effect.instead)
    if effect.giving:
        body = with_amounts(body, effect.giving)
    if effect.using:
        body = elsewhere(body, *effect.using)
    return body


def _without(effect: t.Effect, who: object) -> t.Effect:
    """The effect without the subject that was said already."""
    if isinstance(who, t.Sel) and isinstance(effect, t.Do | t.Get | t.Pay | t.UseKeyword) and effect.who == who:
        return replace(effect, who=t.Ref("you", "player", "you"))
    return effect


def _come_to(cond: t.Condition) -> t.Condition:
    """What is waited for, without the group it is sought in where no words say which group that is."""
    if isinstance(cond, t.Exists) and isinstance(cond.what, t.Sel) and cond.what.of is not None:
        return replace(cond, what=replace(cond.what, of=None)) if not cond.what.of.form else cond
    return cond


def _are(number: int) -> str:
    return "is" if number <= 1 else "are"
