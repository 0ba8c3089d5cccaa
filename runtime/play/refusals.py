"""Why an act is not offered: the sentence of the rule or card that forbids it, or what is missing to pay for it.

Reasons of rules and cards are canonical sentences of the image; only the shape of the rest is made here. Must not
know any declared word.
"""

from __future__ import annotations

from dataclasses import dataclass

from .names import Names, knows
from .port import Machine, State


@dataclass(frozen=True)
class Refusal:
    """An act on a card that is not offered to a seat now, and why."""

    act: str
    card: str
    id: int
    place: str
    reason: str
    sentence: int = -1


def refusals(machine: Machine, state: State, names: Names, seat: int) -> list[Refusal]:
    """All acts on cards the seat knows that it might expect and may not do, in the order of the image."""
    found: list[Refusal] = []
    slots = machine.slots(state)
    for act, card, reason in machine.reasons(state, seat):
        if card < 0 or not knows(machine, state, seat, card):
            continue
        sentence = reason[1] if reason[0] == "sentence" and isinstance(reason[1], int) else -1
        found.append(
            Refusal(
                names.act(act),
                names.card(machine.definition(state, card)),
                card,
                names.place(slots[machine.slot_of(state, card)]),
                said(names, reason),
                sentence,
            )
        )
    return found


def said(names: Names, reason: tuple[object, ...]) -> str:
    """A reason in words: `(kind, …)` as the machine gives it."""
    kind, rest = reason[0], [part if isinstance(part, int) else -1 for part in reason[1:]]
    match kind:
        case "sentence":
            return names.sentence(rest[0])
        case "price":
            # (price, points attr, needed, there are, name attribute or -1, (name, amount) pairs)
            attr, needed, found = rest[:3]
            label = names.attr(attr) if attr >= 0 else "points"
            if len(rest) > 3 and rest[3] >= 0:
                single = names.plain(names.image.name_attrs[rest[3]][0])
                pairs = reason[5] if len(reason) > 5 and isinstance(reason[5], tuple) else ()
                best = ", ".join(
                    f"{names.plain(pair[0]) or 'none'} {pair[1]}" for pair in pairs if isinstance(pair, tuple)
                )
                return f"no single {single} has {needed} {label}" + (f" ({best})" if best else "")
            return f"costs {needed} {label}, there are {found}"
        case "turn":
            return "not your turn"
        case "used":
            return "already used"
        case _:
            return "not possible now"
