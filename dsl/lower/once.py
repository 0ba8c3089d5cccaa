"""What a player may do once in a period, whichever copy of a card says so: the history tells whether it was done."""

from __future__ import annotations

from cardwright.runtime.bytecode.image import EventDef, Plan

from .code import Code
from .ids import Ids
from .primitives import LOGS

PERIODS = {"turn": -1, "game": -2}


def deed(ids: Ids, card: str, words: str) -> int:
    """The event that says that this part of the text of cards of that name was done."""
    name = f"once: {card}: {words}"
    if name not in ids.events:
        ids.events[name] = len(ids.image.events)
        ids.image.events.append(EventDef(ids.name(name), "none", LOGS["once"].replace("{words}", words)))
    return ids.events[name]


def not_yet(event: int, you: Plan, period: str) -> Plan:
    """Whether the player has not done it in the period."""
    return ("not", ("some", ("history", event, ("group", you), ("num", PERIODS[period]))))


def note(code: Code, event: int, you: Plan) -> None:
    """The player does it now."""
    code.eval(("rows-fact", you, ("list",), ("num", 1)))
    code.op("EVENT", event, 0)
    code.op("POP")
