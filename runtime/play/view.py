"""What one seat may see: a whitelist, built from what the seat knows and from what lies open, never by taking away.

A card the seat does not know is `None` in its place; its id, name and numbers are never touched. Must not know any
declared word.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from .names import Names, knows
from .port import Machine, State
from .request import Request, Why
from .setup import find_table

View = dict[str, object]
OUT = 1  # cards under others are shown with those; cards that are out of the game are not shown


def view(
    machine: Machine, state: State, names: Names, seat: int, request: Request | None, setup: Mapping[str, object]
) -> View:
    """The table as a seat sees it: numbers and scores are those it may know."""
    image = names.image
    seeing, known = machine.shown(state, seat)
    scored = scores(seeing, known, names, setup)
    places: list[View] = []
    for slot, place in enumerate(machine.slots(state)):
        cards = list(machine.cards_in(state, slot))
        if place.zone <= OUT or not (cards or machine.exists(state, slot)):
            continue
        places.append(
            {
                "place": names.place(place),
                "zone": names.zone(place.zone),
                "space": place.space,
                "player": names.player(place.owner) or None,
                "count": len(cards),
                "cards": cards_of(seeing, known, names, seat, slot),
            }
        )
    return {
        "seat": names.player(seat),
        "players": [names.player(one) for one in range(state.players)],
        "turn": names.player(machine.active(state)),
        "over": over(state),
        "places": places,
        "points": {names.player(one): points(machine, state, names, one) for one in range(state.players)},
        "counters": {names.counter(at): machine.counter(state, at, -1) for at in range(len(image.counters))},
        "scores": {names.player(one): score for one, score in enumerate(scored)},
        "best": [names.player(one) for one in best(state, scored)],
        "request": asked(request, names, seat),
    }


def cards_of(machine: Machine, state: State, names: Names, seat: int, slot: int) -> list[View | None]:
    """The cards of a place in order; of a place whose order nobody may tell, the known ones first."""
    cards = list(machine.cards_in(state, slot))
    shown: list[View | None] = [
        card_of(machine, state, names, seat, card) if knows(machine, state, seat, card) else None for card in cards
    ]
    if names.image.zones[machine.slots(state)[slot].zone].order == "none":
        known = [card for card in shown if card is not None]
        return [*known, *([None] * (len(cards) - len(known)))]
    return shown


def card_of(machine: Machine, state: State, names: Names, seat: int, card: int) -> View:
    """A known card: what it is, its current numbers, and what is attached to it."""
    definition = machine.definition(state, card)
    image = names.image
    face = image.cards[definition]
    kinds = [kind for kind in range(len(image.kinds)) if machine.isa(state, card, kind)]
    numbers = {attr: machine.number(state, card, attr) for attr in sorted(face.numbers)}
    if not set(kinds) <= {face.kind, *image.kinds[face.kind].isa}:  # it counts as something else, with numbers of that
        more = {attr: machine.number(state, card, attr) for attr in range(len(image.attrs)) if attr not in numbers}
        numbers |= {attr: number for attr, number in more.items() if number}
    seen: View = {
        "id": card,
        "name": names.card(definition),
        "kind": names.kind(face.kind),
        "kinds": [names.kind(kind) for kind in kinds],
        "numbers": {names.attr(attr): number for attr, number in numbers.items()},
        "icons": [names.plain(image.icons[icon].name) for icon in machine.icons(state, card)],
        "text": list(face.text),
    }
    held = machine.held(state, card)
    if held:
        seen["holds"] = [
            card_of(machine, state, names, seat, other) if knows(machine, state, seat, other) else None
            for other in held
        ]
    return seen


def points(machine: Machine, state: State, names: Names, seat: int) -> View:
    """A seat's points by kind; they are public."""
    totals: dict[int, int] = {}
    for attr, amount, _, _ in machine.points(state, seat):
        totals[attr] = totals.get(attr, 0) + amount
    return {names.attr(attr): total for attr, total in sorted(totals.items())}


def asked(request: Request | None, names: Names, seat: int) -> View | None:
    """The open question for a seat: all of it, if it may answer; else that somebody is waited for."""
    if request is None:
        return None
    own = [one for one in zip(request.options, request.prices, strict=True) if one[0].seat == seat]
    if seat != request.seat and not own:
        if seat not in request.visible:
            return {"waiting": True}
        return {"waiting": True, "for": names.player(request.seat), "kind": request.kind, "why": request.why.sentence}
    shown: View = {
        "id": request.id,
        "kind": request.kind,
        "seat": names.player(seat),
        "options": [
            {
                "key": one.key,
                "label": one.label,
                "card": one.card if one.card >= 0 else None,
                "place": one.place,
                "act": one.act or None,
                "price": None if price is None or one.card < 0 else {"amount": price[0], "points": list(price[1])},
            }
            for one, price in own
        ],
        "min": request.min if seat == request.seat else 0,
        "max": request.max,
        "visible": [names.player(one) for one in request.visible],
    }
    if seat in request.visible:
        shown["why"] = plain(request.why)
    return shown


def plain(why: Why) -> View:
    """What asks as plain data."""
    return {**asdict(why), "rules": list(why.rules)}


def scores(machine: Machine, state: State, names: Names, setup: Mapping[str, object]) -> list[int]:
    """The score of each seat by the set-up table of a game; empty if none is declared."""
    table = find_table(machine.image, names, str(setup.get("table", "")))
    if table is None or table.score < 0:
        return []
    return [machine.evaluated(state, table.score, seat) for seat in range(state.players)]


def best(state: State, scored: Sequence[int]) -> list[int]:
    """Who has the highest score of a game that has ended and was not lost."""
    if over(state) in (None, "lost"):
        return []
    return [seat for seat, score in enumerate(scored) if score == max(scored)]


def over(state: State) -> str | None:
    """How the game ended."""
    return (None, "won", "lost", "draw")[state.result]
