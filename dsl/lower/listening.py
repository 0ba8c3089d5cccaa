"""Abilities that wait for an event, of faces and of effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from .ability_base import GRANTED, AbilityBase
from .code import FIXED_LOCALS, Code
from .effects import Effects
from .patterns import ROWS
from .patterns import Listening as Heard
from .primitives import PRIMITIVES
from .rewriting import waits_for_this
from .scope import Bind, Env
from .unlowered import Unlowered, all_of


class Listening(AbilityBase):
    """Lowers what waits for an event."""

    def in_time(self, part: t.When, heard: Heard) -> None:
        """What is told only when it has been done can't be kept from happening."""
        if part.would and any(event in self.plans.afterwards for event in heard.events):
            raise Unlowered("that this does not happen: it is told when it has been done", part)

    def listener(
        self,
        part: t.When,
        conditions: list[t.Condition],
        sentence: int,
        keyword: int = -1,
        times: int = -1,
        tests: Sequence[Plan] = (),
    ) -> int:
        """A standing When or would. `tests`: what else must hold."""
        if part.word == "before":
            raise Unlowered("what is done before an event", part)
        env = Env()
        listening = self.patterns.listen(part.pattern, env, cond=part.cond)
        self.in_time(part, listening)
        tests = [*tests, *(self.plans.cond(c, env) for c in conditions)]
        of_others = not waits_for_this(part)  # who has it in hand is meant by "when you draw this"
        if listening.matched is None and of_others and self.speaks_to_active() and _done_by_you(part.pattern):
            tests.append(("member", ("active",), ("row-players", ROWS)))
        code = Code(self.ids, f"{self.face.name}: {part.word}")
        effects = Effects(self.plans, code, self)
        env = effects.start(
            Env(matched=listening.matched if part.would else None, proposed=_proposed(part)), part.effect
        )
        effects.sentence(sentence)
        once = part.once
        if env.matched is not None and _one_player(part.pattern):
            self.of_each_player(effects, part, env)
            once = ""
        else:
            effects.effect(part.effect, env, tail=not part.would)
        uses = {"once per turn": "turn", "first": "turn", "once each turn": "each turn"}.get(once, "")
        if uses:
            listening.event(part)
        if self.face.card >= 0:
            self.not_pushed(listening, part)
        proc = self.proc(code)
        return [
            self.add(
                AbilityDef(
                    self.face.card,
                    "would" if part.would else "on",
                    proc,
                    event=event,
                    level=listening.level,
                    pattern=self.ids.plan(all_of([listening.pattern, *tests])),
                    you=self.ids.plan(listening.you),
                    zones=self.zones(part),
                    uses=uses,
                    keyword=keyword,
                    times=times,
                    sentence=sentence,
                )
            )
            for event in listening.events
        ][-1]

    def speaks_to_active(self) -> bool:
        """Whether "you" on this face is whose turn it is: that of a card that works in places of the table."""
        image = self.ids.image
        works = [zone for kind in self.face.kinds for zone in image.kinds[self.ids.kinds[kind]].works]
        return self.face.card >= 0 and bool(works) and all(image.zones[zone].owner == "table" for zone in works)

    def of_each_player(self, effects: Effects, part: t.When, env: Env) -> None:
        """ "If a player would KO any Wounds, …": of what each player would do in one event. "The first time each
        turn" is each player's own: whoever has done it this turn because of this card has had it."""
        code = effects.code
        matched = env.matched
        assert matched is not None
        code.eval(("event-rows", ("event",)))
        left = code.store_new()

        def one(inner: Env) -> None:
            assert inner.loop is not None
            theirs: Plan = ("rfilter", matched, ("eq", ("row-who", ("cand", env.depth)), inner.loop))
            own = replace(inner, matched=theirs, told=inner.loop, left=left)
            end = code.label()
            if part.once == "first":
                code.eval(self.has_had(part, own))
                code.op("JTRUE", end)
            effects.effect(part.effect, own)
            code.place(end)

        effects.each_of(("row-players", matched), env, one)

    def has_had(self, part: t.When, env: Env) -> Plan:
        """Whether a player has done what the effect begins with, this turn and because of this card."""
        deed = next((node for node in part.effect.walk() if isinstance(node, t.Do)), None)
        if deed is None or part.once != "first" or deed.verb not in self.ids.events:
            raise Unlowered("the first time for each player", part)
        row: Plan = ("cand", env.depth)
        rows: Plan = ("history", self.ids.events[deed.verb], ("group", env.told or env.you), ("num", -1))
        return ("some", ("rfilter", rows, ("eq", ("row-cause", row, 0), env.source)))

    def zones(self, part: t.When) -> tuple[int, ...]:
        """Where a reaction works: in the zone its text names for the card itself."""
        for node in part.walk():
            if isinstance(node, t.Do):
                values = {arg.role: arg.value for arg in node.args}
                cards = values.get("cards")
                if isinstance(cards, t.Ref) and cards.to == "this":
                    source = values.get("from")
                    if isinstance(source, t.Zone):
                        return (self.ids.zones[source.zone],)
            if isinstance(node, t.Is) and isinstance(node.what, t.Ref) and node.what.to == "this":
                for p in node.preds:
                    if isinstance(p, t.InZone) and isinstance(p.zones[0], t.Zone):
                        return (self.ids.zones[p.zones[0].zone],)
        return self.reaction_zones(part)

    def reaction_zones(self, part: t.When) -> tuple[int, ...]:
        """A card its own reaction discards works from where such a verb takes cards; what a card was given works where
        the card lies that has it."""
        if self.face.card == GRANTED:
            return ()
        for node in part.effect.walk():
            if not isinstance(node, t.Do):
                continue
            verb = self.plans.defs.verbs.get(node.verb)
            own = node.args and isinstance(node.args[0].value, t.Ref) and node.args[0].value.to == "this"
            if own and node.verb in PRIMITIVES and PRIMITIVES[node.verb] == "show":
                return self.shown_from()
            taken = next((a.value for a in node.args if a.role == "cards"), None)
            parts = taken.parts if isinstance(taken, t.Union) and not taken.either else (taken,)
            this = any(isinstance(part, t.Ref) and part.to == "this" for part in parts)
            if this and verb is not None and isinstance(verb.source, t.Zone):
                return (self.ids.zones[verb.source.zone],)
        return ()

    def shown_from(self) -> tuple[int, ...]:
        """Where a card lies that its player can show: among what belongs to them."""
        term = self.plans.defs.terms.get(self.plans.defs.belongings or "")
        found = [n for n in term.body.walk() if isinstance(n, t.Zone)] if term is not None else []
        return tuple(dict.fromkeys(self.ids.zones[zone.zone] for zone in found))

    def watcher(self, effect: t.When, env: Env, sentence: int) -> tuple[list[int], list[Plan]]:
        """What the effect refers to outside becomes arguments of the installed abilities, one for each event that
        tells what is waited for; their questions are those of the sentence that installs them.
        """
        captured: list[Plan] = []
        binds: dict[int, Bind] = {}

        def take(plan: Plan) -> Plan:
            captured.append(plan)
            return ("local", FIXED_LOCALS + len(captured) - 1)

        for number, bind in env.binds.items():
            if any(isinstance(n, t.Ref) and n.to == f"bind {number}" for n in effect.walk()):
                binds[number] = Bind(
                    rows=take(bind.rows) if bind.rows is not None else None,
                    value=take(bind.value) if bind.value is not None else None,
                    place=take(bind.place) if bind.place is not None else None,
                )
        listening = self.patterns.listen(effect.pattern, Env(binds=binds), cond=effect.cond)
        self.in_time(effect, listening)
        code = Code(self.ids, f"{self.face.name}: {effect.word}", len(captured))
        effects = Effects(self.plans, code, self)
        matched = listening.matched if effect.would else None
        scope = Env(binds=binds, matched=matched, here=not waits_for_this(effect), proposed=_proposed(effect))
        inner = effects.start(scope, effect.effect)
        effects.sentence(sentence)
        effects.effect(effect.effect, inner, tail=not effect.would)
        if effect.once:
            listening.event(effect)
        self.not_pushed(listening, effect)
        proc = self.proc(code)
        first = len(self.ids.image.abilities)
        self.ids.image.abilities += [
            AbilityDef(
                -2,
                "would" if effect.would else "on",
                proc,
                event=event,
                level=listening.level,
                pattern=self.ids.plan(listening.pattern),
                you=self.ids.plan(listening.you),
                sentence=sentence,
            )
            for event in listening.events
        ]
        return list(range(first, len(self.ids.image.abilities))), captured

    def not_pushed(self, listening: Heard, part: t.When) -> None:
        """What is pushed out of a row leaves it by a step that tells nothing of that."""
        for place in (arg.value for arg in part.pattern.args if len(listening.events) > 1):
            if isinstance(place, t.Zone) and self.ids.zones[place.zone] in self.plans.leaving:
                raise Unlowered("leaving a row that cards are pushed out of", part)


def _proposed(effect: t.When) -> str:
    return effect.pattern.event if effect.would else ""


def _done_by_you(pattern: t.EventPattern) -> bool:
    return any(arg.role == "who" and isinstance(arg.value, t.Ref) and arg.value.to == "you" for arg in pattern.args)


def _one_player(pattern: t.EventPattern) -> bool:
    """Whether what any one player would do is meant, and not that of all together."""
    who = next((arg.value for arg in pattern.args if arg.role == "who"), None)
    return (
        isinstance(who, t.Sel) and who.noun == "player" and who.quant.kind in ("exactly", "any") and not pattern.plural
    )
