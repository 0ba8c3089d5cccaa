"""The one open question: who is asked, what may be answered, and why it is asked.

Options carry stable semantic keys. A seat that does not know a card gets neither its id nor its name: such an option is
named by its place and position. Must not know any declared word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from cardwright.runtime.bytecode.optable import REQUESTS
from cardwright.runtime.messages import LOWER_PRICE, USUAL_PRICE, Refused
from cardwright.runtime.state.rows import LOWER, unpacked
from cardwright.runtime.state.state import Row

from .names import Names, knows
from .port import Ask, Machine, State, Value

Price = tuple[int, tuple[str, ...]]
ORDER, ORDERED = REQUESTS.index("order"), "order"
_NONE = (-1, -1, -1, -1)
T = TypeVar("T")


@dataclass(frozen=True)
class Option:
    """One thing that may be answered.

    `seat`: whose act it is (acts of other seats may be open too); `act`: which act, or the ability that is used.
    """

    key: str
    label: str
    seat: int
    card: int = -1
    place: str = ""
    act: str = ""

    def again(self, number: int) -> Option:
        """The same again, when one question offers two things alike."""
        return replace(self, key=f"{self.key}~{number}")


@dataclass(frozen=True)
class Why:
    """What asks: a card (or a rule), and the sentence with its place in the set file.

    `asks`: if that sentence only names a keyword or gives an ability, the sentence of its that asks; `rules`: the rules
    of the keywords it names, in words.
    """

    card: str
    sentence: str
    file: str
    line: int
    column: int
    asks: str = ""
    rules: tuple[str, ...] = ()


class _Kept(Generic[T]):
    """Something of a request that is made when it is first read. A request has slots only: one is made for every
    question, and most are answered by programs that read nothing of it but numbers.
    """

    def __init__(self, make: Callable[[Request], T]) -> None:
        self._make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type[Request], name: str) -> None:
        self._name = name

    def __get__(self, request: Request, owner: type[Request]) -> T:
        try:
            kept = request._kept
        except AttributeError:
            kept = request._kept = {}
        if self._name not in kept:
            kept[self._name] = self._make(request)
        made: T = kept[self._name]
        return made


class Request:
    """A question, as the seat that is asked may see it. Keys, labels and reasons are made when they are first read.

    They must be read while the question is open; when it is answered, only what was read is left.
    `decision`: whether at least two answers are legal; `values`: what may be answered, as the machine reads it.
    Made by `opened`.
    """

    __slots__ = (
        "_asked", "_kept", "_machine", "_state", "decision", "id", "kind", "max", "min", "seat", "values",
    )  # fmt: skip
    id: int
    seat: int
    kind: str
    decision: bool
    min: int
    max: int
    values: tuple[Value, ...]
    _machine: Machine
    _state: State
    _asked: Row  # the open question of the state, see `Ask`
    _kept: dict[str, Any]

    @_Kept
    def _ask(self) -> Ask:
        """The question with the names of its parts."""
        ask = self._machine.ask(self._state)
        assert ask is not None  # whoever wants to know has seen that it is open
        return ask

    def _open(self) -> tuple[Machine, State, Names]:
        if self._state.ask is not self._asked:
            raise RuntimeError("the question was answered before this was read")
        return self._machine, self._state, self._machine.names

    @_Kept
    def options(self) -> tuple[Option, ...]:
        """What may be answered, each with a key of its own."""
        machine, state, names = self._open()
        made: list[Option] = []
        seen: Counter[str] = Counter()
        for value in self.values:
            option = _option(machine, state, names, self._ask, value)
            seen[option.key] += 1
            made.append(option if seen[option.key] == 1 else option.again(seen[option.key]))
        return tuple(made)

    @_Kept
    def prices(self) -> tuple[Price | None, ...]:
        """What each option costs, if it is an act with a price: how many points, and the kinds that may pay."""
        machine, state, names = self._open()
        return tuple(
            _price(machine, state, names, value) if self._ask.option == "act" else None for value in self.values
        )

    @_Kept
    def visible(self) -> tuple[int, ...]:
        """The seats that may know who is asked and why: those that know the card that asks, where it lies."""
        machine, state, _ = self._open()
        card = self._ask.card
        return tuple(
            seat for seat in range(state.players) if seat == self.seat or card < 0 or knows(machine, state, seat, card)
        )

    @_Kept
    def why(self) -> Why:
        """What asks."""
        machine, state, names = self._open()
        return why(machine, state, names, self._ask)

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(option.key for option in self.options)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that may answer."""
        return tuple(sorted({self.seat, *(option.seat for option in self.options)}))

    @property
    def ordered(self) -> bool:
        """Whether the order of an answer counts."""
        return self.kind == ORDERED


def opened(machine: Machine, state: State, serial: int) -> Request | None:
    """The open question of a state as a request with this number, or None when the game is over.

    Once for every question: a function that fills slots, since a class with `__init__` is called in a roundabout way.
    """
    ask = state.ask
    if ask is None or state.result:
        return None
    made = Request()
    made._asked = ask
    made.seat, kind, _, made.values, low, high, _, _, _ = ask
    made.id = serial
    made._machine = machine
    made._state = state
    made.kind = REQUESTS[kind]
    made.min = low
    made.max = high
    if low < high and kind != ORDER:
        made.decision = True
    else:
        many = len(ask[3])
        made.decision = many > 1 if kind == ORDER else 0 < low < many
    return made


def _price(machine: Machine, state: State, names: Names, value: Value) -> Price | None:
    seat, act, _, card = (
        (part if isinstance(part, int) else -1 for part in value) if isinstance(value, tuple) else _NONE
    )
    found = machine.price(state, seat, act, card) if act >= 0 else None
    return None if found is None else (found[0], tuple(names.attr(kind) for kind in found[1]))


def why(machine: Machine, state: State, names: Names, ask: Ask) -> Why:
    """The card and the sentence that ask."""
    card = names.card(machine.definition(state, ask.card)) if ask.card >= 0 else ""
    sentences = names.image.sentences
    if 0 <= ask.sentence < len(sentences):
        sentence = sentences[ask.sentence]
        place = (sentence.file, sentence.line, sentence.column)
        return Why(card, sentence.text, *place, sentence.asks, sentence.rules)
    return Why(card, "", "", 0, 0)


def card_option(machine: Machine, state: State, names: Names, seat: int, card: int, verb: str = "") -> Option:
    """A card as an option for a seat: by name if the seat knows it, else by where it lies."""
    slot = machine.slot_of(state, card)
    place = names.place(machine.slots(state)[slot])
    start = f"{verb} " if verb else ""
    if knows(machine, state, seat, card):
        name = names.card(machine.definition(state, card))
        return Option(f"{start}card:{name}#{card}", f"{start}{name}", seat, card, place)
    position = list(machine.cards_in(state, slot)).index(card)
    return Option(f"{start}hidden:{place}:{position}", f"{start}a card of {place}", seat, -1, place)


def _option(machine: Machine, state: State, names: Names, ask: Ask, value: Value) -> Option:
    seat = ask.seat
    if isinstance(value, tuple):
        return _compound(machine, state, names, ask, value)
    match ask.option:
        case "card":
            return card_option(machine, state, names, seat, value)
        case "player":
            return Option(names.player(value), names.player(value), seat)
        case "slot":
            place = names.place(machine.slots(state)[value])
            return Option(f"place:{place}", place, seat, place=place)
        case "yes-no":
            answer = "yes" if value else "no"
            return Option(answer, answer, seat)
        case "mode":
            mode = names.mode(ask.sentence, value)
            return Option(f"mode:{mode}", mode, seat)
        case "way":
            return _way(names, seat, *unpacked(value))
        case "icon":
            icon = names.plain(names.image.icons[value].name)
            return Option(f"icon:{icon}", icon, seat)
        case "kind":
            return Option(f"kind:{names.kind(value)}", names.kind(value), seat)
        case "keyword":
            keyword = names.plain(names.image.keywords[value])
            return Option(f"keyword:{keyword}", keyword, seat)
        case "definition":
            return Option(f"name:{names.card(value)}", names.card(value), seat)
        case "name":
            return Option(f"{ask.option}:{names.plain(value)}", names.plain(value), seat)
        case _:
            return Option(f"number:{value}", str(value), seat)


def _way(names: Names, seat: int, which: int, way: int) -> Option:
    """One of the ways to pay: with points of one name or of one kind, at the lower or at the usual price."""
    sort, name = ("points", names.attr(-2 - way)) if way < -1 else ("name", names.plain(way) or "none")
    if not which:
        return Option(f"{sort}:{name}", name, seat)
    price = LOWER_PRICE if which == LOWER else USUAL_PRICE
    if way == -1:
        return Option(f"price:{price}", price, seat)
    return Option(f"price:{price}:{sort}:{name}", f"{price} with {name}", seat)


def _compound(machine: Machine, state: State, names: Names, ask: Ask, value: tuple[Value, ...]) -> Option:
    """Acts `(seat, act, ability, card)`, abilities `(ability, this, …)`, points `(name, 1, kind, …)`."""
    parts = [part if isinstance(part, int) else -1 for part in value]
    if ask.option == "act":
        seat, act, ability, card = parts[:4]
        verb = names.act(act) if act >= 0 else f"use {names.ability(ability)}:"
        return replace(card_option(machine, state, names, seat, card, verb), act=verb.rstrip(":"))
    if ask.option == "ability":
        label = names.ability(parts[0])
        if parts[1] < 0:
            return Option(f"ability:{label}", label, ask.seat)
        option = card_option(machine, state, names, ask.seat, parts[1])
        return Option(f"ability:{label} {option.key}", f"{option.label}: {label}", ask.seat, option.card, option.place)
    if ask.option == "point":
        name, _, attr = parts[:3]
        label = names.plain(name) or "none"
        return Option(f"points:{label}:{names.attr(attr)}", label, ask.seat)
    return Option(f"{ask.option}:{','.join(str(part) for part in parts)}", ask.option, ask.seat)


def choose(request: Request, keys: list[str], seat: int | None = None) -> tuple[Value, ...]:
    """The values a legal answer (of a seat) stands for. Refused: anything else, saying what is legal for that seat."""
    options = [(at, one) for at, one in enumerate(request.options) if seat is None or one.seat == seat]
    by_key = {option.key: at for at, option in options}
    legal = ", ".join(by_key) or "nothing"
    for key in keys:
        if key not in by_key:
            raise Refused("CW823", key=key, legal=legal)
    return choose_at(request, [by_key[key] for key in keys], legal)


def choose_at(request: Request, positions: Sequence[int], legal: str = "") -> tuple[Value, ...]:
    """As `choose`, by the positions of the options."""
    values = request.values
    many = len(values)
    if len(positions) == 1:
        if request.min <= 1 <= request.max and 0 <= positions[0] < many:
            return (values[positions[0]],)
    elif not positions and not request.min and not request.ordered:
        return ()
    low, high = (many, many) if request.ordered else (request.min, request.max)
    chosen = set(positions)
    if len(chosen) < len(positions):
        twice = next(at for at in positions if positions.count(at) > 1)
        raise Refused("CW825", key=request.options[twice].key)
    if not low <= len(positions) <= high:
        wanted = str(low) if low == high else f"{low} to {high}"
        raise Refused("CW824", given=len(positions), wanted=wanted, legal=legal or ", ".join(request.keys) or "nothing")
    if chosen and not 0 <= min(chosen) <= max(chosen) < many:
        raise Refused("CW823", key=str(positions), legal=f"0 to {many - 1}")
    return tuple([values[at] for at in positions])
