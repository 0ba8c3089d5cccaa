"""Event patterns: what a When, a would or a label listens to becomes an event type, a level and a bool plan.

The plan sees this, you and event (locals 0 to 2) of the ability. Must not emit code.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import type_of
from cardwright.runtime.bytecode.image import Plan

from .plans import Plans
from .primitives import LEAVE, told
from .rewriting import is_card
from .scope import Env
from .unlowered import Unlowered, all_of, any_of, unheard

EVENT: Plan = ("event",)
ROWS: Plan = ("event-rows", EVENT)
ROW: Plan = ("one", ROWS)
ACTOR: Plan = ("one", ("row-players", ROWS))


NO_OBJECTS = frozenset(("who", "player", "you", "to", "place", "from", "amount", "number"))


def is_object(arg: t.Arg) -> bool:
    """Whether an argument of an event is what it is about: the cards, under whatever name its parameter has."""
    return arg.role in ("cards", "subject") or (arg.role not in NO_OBJECTS and type_of(arg.value) in ("card", "cards"))


@dataclass
class Listening:
    """Event types, level ("event" or "unit"), whether it matches, and who is "you" (-1: the source's owner)."""

    events: tuple[int, ...]
    level: str
    pattern: Plan
    you: Plan
    matched: Plan | None = None  # of the whole event: the rows it speaks of

    def event(self, node: t.Node) -> int:
        """The one event it listens to."""
        if len(self.events) > 1:
            raise Unlowered("what several events tell, here", node)
        return self.events[0]


def _all_at_once(value: t.Value) -> bool:
    """ "any Wounds": however many, once."""
    return isinstance(value, t.Sel) and value.quant.kind in ("any", "any number", "all")


class Patterns:
    """Lowers event patterns."""

    def __init__(self, plans: Plans) -> None:
        self.plans = plans

    def listen(
        self, pattern: t.EventPattern, env: Env, you: Plan | None = None, cond: t.Condition | None = None
    ) -> Listening:
        """`you`: who is "you" if a label says so; else the owner of the source, or the player of the event if the
        source belongs to the table."""
        if pattern.event in self.plans.defs.deeds:
            return self._keyword_used(pattern, env)
        if pattern.event == LEAVE:
            return self._leaving(pattern, env, cond)
        loose = any(is_object(arg) and not isinstance(arg.value, t.Zone) for arg in pattern.args)
        event = self.plans.ids.events.get(told(pattern.event, loose))
        if event is None:
            raise Unlowered(unheard(pattern.event, self.plans.ids.keywords), pattern)
        tests: list[Plan] = []
        if self.plans.act_of(pattern.event) is not None and any(_placed(arg.value) for arg in pattern.args):
            # an act is told when its card may have gone: it is asked where the card came from
            tests = [self._from(arg, p, env) for arg in pattern.args for p in _places(arg.value)]
            pattern = replace(pattern, args=tuple(_anywhere(arg) for arg in pattern.args))
        givers = [arg.value for arg in pattern.args if arg.role == "from" and is_card(arg.value)]
        for arg in pattern.args:
            if arg.role == "subject" and self.plans.hosts(pattern.event):
                tests.append(self._host(arg.value, env))
                continue
            if givers and arg.role == "from" and not is_card(arg.value):
                # "from a Mastermind in the Harbor": where the card it is taken from lies
                giver = self.plans.card(givers[0], env)
                tests.append(("member", ("slot-of", giver), self.plans.slots(arg.value, env)))
                continue
            played = event in self.plans.playing and is_object(arg) and isinstance(arg.value, t.Sel)
            test = self._played(arg.value, env) if played else self._arg(arg, env, you is not None)
            if test is not None:
                tests.append(test)
        if pattern.source is not None:
            tests.append(self._source(pattern.source, env))
        for noun in {arg.value.noun for arg in pattern.args if is_object(arg) and isinstance(arg.value, t.Sel)}:
            resolved = self.plans.resolved(pattern.event, noun, ("row-to", ROW))
            if resolved is not None:
                tests.append(("not", resolved))
        if event == self.plans.ids.events.get("move") and any(arg.role in ("who", "player") for arg in pattern.args):
            tests.append(("le", ("num", 0), ("event-cause", EVENT, 1)))  # a text moved it, not a step of the game
        if cond is not None:
            tests.append(self.plans.cond(cond, env))
        owner: Plan = ("owner", ("this",))
        default: Plan = (
            "if",
            ("lt", owner, ("num", 0)),
            ("if", ("some", ("row-players", ROWS)), ACTOR, ("active",)),
            owner,
        )
        whole = pattern.plural or any(is_object(arg) and _all_at_once(arg.value) for arg in pattern.args)
        level = "event" if whole else "unit"
        matched = self._matched(pattern, env) if whole else None
        return Listening((event,), level, all_of(tests), you if you is not None else default, matched)

    def _leaving(self, pattern: t.EventPattern, env: Env, cond: t.Condition | None) -> Listening:
        """ "When a card leaves the HQ": whatever takes it to another place."""
        by = {arg.role: arg.value for arg in pattern.args}
        place, card = by.get("cards"), by.get("who")
        if not isinstance(place, t.Zone) or card is None or len(by) != 2:
            raise Unlowered("leaving something that is no place", pattern)
        events = self.plans.ids.image.events
        moving = tuple(number for number, event in enumerate(events) if event.prim in ("move", "attach"))
        moves = replace(pattern, event="move", args=(t.Arg("cards", card), t.Arg("from", place)))
        heard = self.listen(moves, env, cond=cond)
        gone: Plan = ("not", ("member", ("row-to", ROW), self.plans.slots(place, env)))
        return replace(heard, events=moving, pattern=all_of([heard.pattern, gone]))

    def _from(self, arg: t.Arg, said: t.InZone, env: Env) -> Plan:
        """Whether the card of an act lay in one of these places."""
        found: list[Plan] = []
        for place in said.zones:
            if isinstance(place, t.Beside) and place.relation in ("next to", "adjacent to"):
                near = self.plans.beside(t.Space("", where=("adjacent",)), place.of, env)
                found.append(("member", ("row-from", ROW), near))
            elif isinstance(place, t.Beside):
                raise Unlowered("where the card of an act was attached", arg)
            else:
                found.append(("member", ("row-from", ROW), self.plans.slots(place, env)))
        return any_of(found)

    def _keyword_used(self, pattern: t.EventPattern, env: Env) -> Listening:
        """ "Whenever one of your Heroes Salvages": what the keyword does to cards, done by such a card."""
        event = self.plans.ids.events[self.plans.defs.deeds[pattern.event]]
        tests: list[Plan] = [("eq", ("event-cause", EVENT, 2), ("num", self.plans.ids.keywords[pattern.event]))]
        inner = env.candidate()
        cause: Plan = ("group", ("event-cause", EVENT, 0))
        for arg in pattern.args:
            if arg.role != "who" or not isinstance(arg.value, (t.Sel, t.Ref)):
                raise Unlowered(f"listening to the {arg.role} of a keyword", arg)
            if isinstance(arg.value, t.Ref):
                tests.append(("member", self.plans.card(arg.value, env), cause))
            else:
                tests.append(("some", ("filter", cause, self.plans.fits(arg.value, inner))))
        return Listening((event,), "unit", all_of(tests), ("if", ("some", ("row-players", ROWS)), ACTOR, ("active",)))

    def _matched(self, pattern: t.EventPattern, env: Env) -> Plan:
        """Those rows of the event a replacement takes; it leaves the others."""
        row: Plan = ("cand", env.depth)
        inner = replace(env, cand=("row-card", row), loop=("row-card", row), depth=env.depth + 1)
        tests: list[Plan] = []
        for arg in pattern.args:
            if arg.role in ("who", "player", "you") and isinstance(arg.value, t.Ref):
                tests.append(("eq", ("row-who", row), self.plans.player(arg.value, env)))
            elif arg.role == "subject" and self.plans.hosts(pattern.event):
                tests.append(self._hosted(row, arg.value, env))
            elif is_object(arg) and isinstance(arg.value, t.Sel) and arg.value.noun != "card":
                tests.append(self.plans.fits(arg.value, inner))
        return ("rfilter", ROWS, all_of(tests))

    def _arg(self, arg: t.Arg, env: Env, you_given: bool) -> Plan | None:
        value = arg.value
        if arg.role in ("who", "player", "you"):
            if isinstance(value, t.Ref):
                if value.to == "you" and you_given:
                    return None
                return ("member", self.plans.player(value, env), ("row-players", ROWS))
            if isinstance(value, t.Sel) and value.noun == "player" and not value.where and not value.other:
                return None
            return (
                "some",
                ("pfilter", self.plans.players(value, env), ("member", ("cand", env.depth), ("row-players", ROWS))),
            )
        if is_object(arg):
            if isinstance(value, t.Ref):
                return ("member", self.plans.card(value, env), ("row-cards", ROWS))
            return self._fits(value, env)
        if arg.role in ("to", "place"):
            if type_of(value) == "space" and not self._way_in(value):
                raise Unlowered("what comes into one space, where it may be pushed there", arg)
            slots = self.plans.slots(value, env)
            there: Plan = ("member", ("row-to", ROW), slots)
            if not isinstance(value, t.Zone):
                return there
            return ("and", there, ("not", ("member", ("row-from", ROW), slots)))  # from elsewhere
        if arg.role == "from" and is_card(value):
            return ("eq", ("event-cause", EVENT, 0), self.plans.card(value, env))
        if arg.role == "from":
            return ("member", ("row-from", ROW), self.plans.slots(value, env))
        if arg.role in ("amount", "number"):
            return None
        if arg.role == "during" and isinstance(value, t.NameValue):
            return ("in-step", self.plans.ids.name(value.text.split(":", 1)[-1]))
        raise Unlowered(f"listening to the {arg.role} of an event", arg)

    def _way_in(self, space: t.Value) -> bool:
        """Whether nothing can be pushed into a space: it is the first of its row."""
        zone = self.plans.defs.zones.get(space.zone) if isinstance(space, t.Space) else None
        if zone is None:
            return not any(zone.way_in for zone in self.plans.defs.zones.values())
        return not zone.way_in or isinstance(space, t.Space) and space.name == zone.spaces[0]

    def _fits(self, value: t.Value, env: Env) -> Plan | None:
        """Whether a card of the event is such a one, as it was when the event happened."""
        if isinstance(value, t.Sel) and value.noun == "card" and not value.where and not value.other:
            return None
        return ("some", ("filter", ("row-cards", ROWS), self.plans.fits(value, env.candidate())))

    def _host(self, value: t.Value, env: Env) -> Plan:
        """Whether it is such a card that others are attached to by the event: "whenever a Villain captures a Hero"."""
        return ("some", ("rfilter", ROWS, self._hosted(("cand", env.depth), value, env)))

    def _hosted(self, row: Plan, value: t.Value, env: Env) -> Plan:
        host: Plan = ("row-host", row)
        if isinstance(value, t.Sel):
            return self.plans.fits(value, replace(env, cand=host, depth=env.depth + 1))
        return ("eq", host, self.plans.card(value, env))

    def _played(self, value: t.Value, env: Env) -> Plan | None:
        """As `_fits`, of an act that a copy without a card can take part in."""
        if self._fits(value, env) is None:
            return None
        row: Plan = ("cand", env.depth)
        inner = replace(env, cand=("row-card", row), depth=env.depth + 1)
        return ("some", ("rfilter", ROWS, self.plans.fits(value, inner)))

    def _source(self, source: t.Value, env: Env) -> Plan:
        """ "by Salvage", "an Enemy's effect makes you …"."""
        if isinstance(source, t.KeywordValue):
            return ("eq", ("event-cause", EVENT, 2), ("num", self.plans.ids.keywords[source.keyword]))
        inner = env.candidate()
        assert inner.cand is not None
        cause: Plan = ("group", ("event-cause", EVENT, 0))
        test = self.plans.fits(source, inner)
        if isinstance(source, t.Sel) and not source.where:  # what a part of such a card does, it does
            parts = [
                part for kind in self.plans.kinds_of(source.noun) for part in self.plans.defs.kind_parts.get(kind, ())
            ]
            test = any_of([test, *(("is-kind", inner.cand, self.plans.ids.kinds[part]) for part in parts)])
        # and not a rule about such a card; the price of fighting an enemy is no effect of the enemy, but a card says it
        anything = isinstance(source, t.Sel) and source.noun == "card" and not source.where
        by_text: Plan = ("le", ("num", 0), ("event-cause", EVENT, 4 if anything else 1))
        return ("and", by_text, ("some", ("filter", cause, test)))


def _places(value: t.Value) -> tuple[t.InZone, ...]:
    return tuple(p for p in value.where if isinstance(p, t.InZone)) if isinstance(value, t.Sel) else ()


def _placed(value: t.Value) -> bool:
    """Whether cards are meant by where they lie."""
    return bool(_places(value))


def _anywhere(arg: t.Arg) -> t.Arg:
    """The same cards, wherever they are."""
    value, places = arg.value, _places(arg.value)
    if not isinstance(value, t.Sel) or not places:
        return arg
    return replace(arg, value=replace(value, where=tuple(p for p in value.where if p not in places)))
