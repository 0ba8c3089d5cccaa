"""Doing a line of `do`: finding the options it names and answering with them. Must not know any declared word."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.request import Option, Request

from .model import Plain
from .world import World

PLACE = re.compile(r"(.*\S)\s*\(([^()]*)\)\Z")
_WORDS = ("choose", "pick", "order", "number", "pay", "yes", "no", "done")


class CannotDo(Exception):
    """A line that cannot be done, with what was legal."""


@dataclass(frozen=True)
class Line:
    """A line, read: who answers (None: anybody), how, and with what."""

    seat: int | None
    verb: str
    value: Plain


def read(value: Plain) -> Line:
    """`P1: fight Mauler`, `P2: {choose: A}`, `P2: choose A`, `choose: A`, `yes`."""
    seat: int | None = None
    if isinstance(value, dict) and len(value) == 1:
        ((key, inner),) = value.items()
        found = World.seat(key)
        if found is not None:
            seat, value = found, inner
    if isinstance(value, dict):
        if len(value) != 1:
            raise CannotDo(f"a line does one thing, not {', '.join(value)}")
        ((verb, rest),) = value.items()
        if verb not in _WORDS:
            raise CannotDo(
                f"“{verb}” is nothing that can be done; there are: {', '.join(_WORDS)}, or an act by its name"
            )
        return Line(seat, verb, rest)
    if isinstance(value, bool):
        return Line(seat, "yes" if value else "no", None)
    if isinstance(value, int):
        return Line(seat, "number", value)
    if isinstance(value, list):
        return Line(seat, "pick", value)
    text = "" if value is None else value.strip()
    first, _, rest = text.partition(" ")
    if first in ("yes", "no", "done") and not rest:
        return Line(seat, first, None)
    if first in ("choose", "pick", "number") and rest:
        return Line(seat, "number" if first == "number" else "choose", rest)
    return Line(seat, "act", text)


def do(game: Game, line: Line) -> list[str]:
    """Answer the open question; the keys that were given."""
    request = game.request
    if request is None:
        raise CannotDo(f"nothing is asked: the game is over ({game.over})" if game.over else "nothing is asked")
    keys = keys_for(request, line)
    try:
        game.answer(request.id, keys)
    except Refused as refused:
        raise CannotDo(refused.message) from None
    return keys


def keys_for(request: Request, line: Line) -> list[str]:
    """The keys a line stands for."""
    _check_seat(request, line)
    value = line.value
    match line.verb:
        case "yes" | "no":
            return _yes_no(request, line.verb)
        case "done":
            if request.min:
                raise CannotDo(f"something must be chosen: {_legal(request)}")
            return []
        case "number":
            return [_one(request, str(value), line.seat).key]
        case "pay":
            return _payment(request, value)
        case "pick" | "order":
            items = value if isinstance(value, list) else [] if value is None else [value]
            return _many(request, [_text(item) for item in items], line.seat)
        case "act" if request.kind != "act" and line.seat is not None and _fits_none(request, _text(value)):
            raise CannotDo(
                f"“{value}” cannot be done now: P{request.seat + 1} is asked ({request.kind}): {_legal(request)}"
            )
        case _:
            return [_one(request, _text(value), line.seat).key]


def fitting(options: tuple[Option, ...], text: str) -> list[Option]:
    """The options a text names, exact names before beginnings."""
    place = ""
    found = PLACE.match(text)
    low = text.lower().strip()
    exact = [option for option in options if low in names_of(option)]
    if not exact and found is not None:
        low, place = found.group(1).lower(), found.group(2).lower()
        exact = [option for option in options if low in names_of(option)]
    if not exact:
        exact = [option for option in options if any(name.startswith(low) for name in names_of(option))]
    if place:
        exact = [option for option in exact if lies_at(option.place, place)]
    return exact


def names_of(option: Option) -> list[str]:
    """What an option may be called: its label, and for an ability used as an act its parts."""
    label = option.label.lower()
    names = [label]
    if label.startswith("use ") and ": " in label:
        ability, _, card = label[4:].rpartition(": ")
        names += [f"use {card}", f"{ability} {card}", f"use {ability}", f"use {ability} {card}"]
    elif option.key.startswith("ability:") and ": " in label:
        card, _, ability = label.partition(": ")
        names += [card, ability]
    if option.key.startswith("points:"):
        names.append(label.split(" (")[0])
    return names


def lies_at(spot: str, place: str) -> bool:
    """Whether a place, in lower case, is what is meant by (a part of) its name."""
    spot = spot.lower()
    return spot == place or spot.endswith(f" {place}") or spot.startswith(f"{place} ") or f" {place} " in f" {spot} "


def _one(request: Request, text: str, seat: int | None) -> Option:
    options = tuple(option for option in request.options if seat is None or option.seat == seat)
    found = fitting(options, text)
    if not found:
        raise CannotDo(f"“{text}” cannot be chosen; legal: {_legal(request)}")
    if len({(option.label, option.place) for option in found}) > 1:
        kinds = ", ".join(dict.fromkeys(f"{o.label} ({o.place})" if o.place else o.label for o in found))
        raise CannotDo(f"“{text}” may be any of: {kinds}")
    return found[0]


def _many(request: Request, texts: list[str], seat: int | None) -> list[str]:
    keys: list[str] = []
    for text in texts:
        rest = tuple(
            option for option in request.options if option.key not in keys and (seat is None or option.seat == seat)
        )
        found = fitting(rest, text)
        if not found:
            raise CannotDo(f"“{text}” cannot be chosen; legal: {_legal(request)}")
        if len({(option.label, option.place) for option in found}) > 1:
            raise CannotDo(f"“{text}” may be several things; legal: {_legal(request)}")
        keys.append(found[0].key)
    return keys


def _yes_no(request: Request, answer: str) -> list[str]:
    if request.kind == "yes-no":
        return [answer]
    if answer == "no" and not request.min:
        return []
    if answer == "yes" and len(request.options) == 1:
        return [request.options[0].key]
    raise CannotDo(f"the question is no yes/no question ({request.kind}): {_legal(request)}")


def _payment(request: Request, value: Plain) -> list[str]:
    """`{Wasp: 2, none: 1}`: so many of the points each name made."""
    if not isinstance(value, dict):
        raise CannotDo("pay takes names with numbers")
    keys: list[str] = []
    for name, amount in value.items():
        if not isinstance(amount, int):
            raise CannotDo(f"{name}: {amount} is no number of points")
        for _ in range(amount):
            rest = tuple(option for option in request.options if option.key not in keys)
            found = fitting(rest, name)
            if not found:
                raise CannotDo(f"there are not so many points of {name}; legal: {_legal(request)}")
            keys.append(found[0].key)
    return keys


def _check_seat(request: Request, line: Line) -> None:
    if line.seat is None or line.seat in request.seats:
        return
    raise CannotDo(f"P{line.seat + 1} is not asked; P{request.seat + 1} is ({request.kind}): {_legal(request)}")


def _fits_none(request: Request, text: str) -> bool:
    return not fitting(request.options, text)


def _text(value: Plain) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _legal(request: Request) -> str:
    labels = [f"{option.label} ({option.place})" if option.place else option.label for option in request.options]
    shown = ", ".join(dict.fromkeys(labels)) or "nothing"
    return f"{shown}, or done" if not request.min else shown
