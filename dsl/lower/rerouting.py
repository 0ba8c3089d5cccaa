"""What waits for another event than the one that is named: an act that ends elsewhere than usual, and what comes last.

"Whenever you recruit a Hero, this captures it instead": what was paid for is done, so it has been recruited; only where
the card goes is another place. "After you draw a new hand" comes after all that "when you draw a new hand" sets off.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .plans import Plans
from .scope import Env

ROWS: Plan = ("event-rows", ("event",))
STAYS = 5  # place of a row whose card takes part in an event and goes nowhere
PLACE = "place"  # what an `Instead` replaces: where the card of the event goes


def rerouted(part: t.When, plans: Plans) -> t.When:
    """The replacement of where the card goes, if it is an act with a price that is replaced and its card is moved."""
    then, act = part.effect, plans.act_of(part.pattern.event)
    if part.would or act is None or plans.ids.image.acts[act].price < 0 or not isinstance(then, t.Instead):
        return part
    deed = then.effect
    verb = plans.defs.verbs.get(deed.verb) if isinstance(deed, t.Do) else None
    if not isinstance(deed, t.Do) or verb is None or not isinstance(verb.does, t.Do):
        return part
    its = any(arg.role == "cards" and isinstance(arg.value, t.Ref) and arg.value.to == "event" for arg in deed.args)
    moves = verb.does.verb in ("move", "attach")
    return replace(part, effect=replace(then, of=PLACE), would=True) if its and moves and then.of != "event" else part


def finished(part: t.When, plans: Plans) -> t.When:
    """What comes after something, and what is done until there is enough whatever else adds to it, waits for the end of
    that."""
    verb = plans.defs.verbs.get(part.pattern.event)
    last = part.word == "after" or isinstance(part.effect, t.Repeat) and part.effect.until is not None
    if verb is None or not verb.finish or part.would or not last:
        return part
    return replace(part, pattern=replace(part.pattern, event=verb.finish))


def still_in(env: Env) -> Plan:
    """The rows of the event being proposed, in which the cards that match go nowhere by the event itself."""
    matched = env.matched or ROWS
    stay: Plan = ("rows-move", ("one", ("row-players", matched)), ("row-cards", matched), ("num", -1), STAYS)
    return ("join", ("rows-without", ROWS, matched), stay)
