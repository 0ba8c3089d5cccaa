"""Checking what is expected.

Each check gives a list of complaints; none means it holds. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardwright.runtime.play.game import Game
from cardwright.runtime.play.request import Request

from .known import no_act, no_words
from .lines import lines_of
from .model import Plain
from .phrases import Line, Names, fits, in_order
from .state import check_state
from .steps import fitting, names_of
from .world import World


@dataclass(frozen=True)
class Asked:
    """A question that was asked, but for acts."""

    seat: int
    kind: str
    options: tuple[tuple[str, ...], ...]  # what each option may be called, its label first

    @classmethod
    def of(cls, request: Request) -> Asked:
        return cls(request.seat, request.kind, tuple((one.label, *names_of(one)) for one in request.options))

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(names[0] for names in self.options)

    def has(self, wanted: Sequence[str]) -> bool:
        """Whether these are exactly the options, each named in one of its ways."""
        left = list(self.options)
        for name in wanted:
            found = next((one for one in left if name in one), None)
            if found is None:
                return False
            left.remove(found)
        return not left


@dataclass
class Outcome:
    """A played scenario, for looking at."""

    world: World
    game: Game
    asked: Sequence[Asked]
    setup_refused: str = ""

    def names(self) -> Names:
        return Names(self.world.phrase_names(()))

    def lines(self) -> list[Line]:
        log = self.game.log
        entries = log.entries if log is not None else []
        return list(lines_of(self.world, entries, self.world.machine.slots(self.game.state)))


def check(outcome: Outcome, value: Plain) -> list[str]:
    """The complaints about one entry of `expect`."""
    if not isinstance(value, dict):
        return [f"“{value}” is nothing that can be expected"]
    found: list[str] = []
    rest: dict[str, Plain] = {}
    for key, part in value.items():
        match key:
            case "refused":
                found += _refused(outcome, part)
            case "offered":
                found += _offered(outcome, part)
            case "log":
                found += _log(outcome, part)
            case "no log":
                found += _no_log(outcome, part)
            case "asked":
                found += _asked(outcome, part)
            case "open":
                found += _open(outcome, part)
            case "over":
                now = outcome.game.over or "no"
                found += (
                    [] if part == now or (part is False and now == "no") else [f"over: expected {part}, found {now}"]
                )
            case "scores":
                found += _scores(outcome, part)
            case "best":
                found += _best(outcome, part)
            case "turn":
                turn = f"P{outcome.world.machine.active(outcome.game.state) + 1}"
                found += [] if part == turn else [f"turn: expected {part}, found {turn}"]
            case "knows" | "knows not":
                found += _knows(outcome, part, key == "knows")
            case _:
                rest[key] = part
    return found + (check_state(outcome.world, outcome.game.state, rest) if rest else [])


def _scores(outcome: Outcome, value: Plain) -> list[str]:
    now = {f"P{seat + 1}": score for seat, score in enumerate(outcome.game.scores)}
    wanted = value if isinstance(value, dict) else {}
    return [
        f"scores of {who}: expected {score}, found {now.get(who)}"
        for who, score in wanted.items()
        if now.get(who) != score
    ]


def _best(outcome: Outcome, value: Plain) -> list[str]:
    now = [f"P{seat + 1}" for seat in outcome.game.best]
    return [] if now == value else [f"best: expected {value}, found {now}"]


# -- acts --------------------------------------------------------------------------------------------------------------


def _acts(value: Plain) -> list[tuple[int | None, str]]:
    """(seat, act) of `P1: fight Mauler` or a list of such."""
    if isinstance(value, list):
        return [one for item in value for one in _acts(item)]
    if isinstance(value, dict):
        return [(World.seat(key), str(text)) for key, text in value.items() if key != "because"]
    return [(None, str(value))]


def _offers(outcome: Outcome, seat: int | None, act: str) -> bool:
    request = outcome.game.request
    if request is None or request.kind != "act":
        return False
    return bool(fitting(tuple(o for o in request.options if seat is None or o.seat == seat), act))


def _offered(outcome: Outcome, value: Plain) -> list[str]:
    return [
        f"offered: “{act}” is not offered; there is: {_options(outcome)}"
        for seat, act in _acts(value)
        if not _offers(outcome, seat, act)
    ]


def _options(outcome: Outcome) -> str:
    request = outcome.game.request
    if request is None:
        return "no question"
    return f"{request.kind} of P{request.seat + 1}: {', '.join(option.label for option in request.options)}"


def _refused(outcome: Outcome, value: Plain) -> list[str]:
    if isinstance(value, list):
        return [line for item in value for line in _refused(outcome, item)]
    because = value.get("because") if isinstance(value, dict) else None
    if isinstance(value, dict) and "setup" in value:
        reasons = [outcome.setup_refused] if outcome.setup_refused else []
        return _reason(outcome, "setup", because, reasons, "the set-up was dealt")
    found = [
        f"refused: “{key}” is no player"
        for key in (value if isinstance(value, dict) else ())
        if key != "because" and World.seat(key) is None
    ]
    for seat, act in _acts(value):
        unknown = no_act(outcome.world, act)
        if unknown:
            found.append(f"refused: {unknown}")
            continue
        if _offers(outcome, seat, act):
            found.append(f"refused: “{act}” is offered")
            continue
        who = outcome.world.machine.active(outcome.game.state) if seat is None else seat
        low = act.lower()
        reasons = [
            one.reason
            for one in outcome.game.refusals(who)
            if low in (f"{one.act} {one.card}".lower(), one.card.lower())
        ]
        if because is not None:
            found += _reason(outcome, act, because, reasons, "no reason is known for it")
    return found


def _reason(outcome: Outcome, act: str, because: Plain, reasons: list[str], none: str) -> list[str]:
    if not reasons:
        return [f"refused: “{act}”: {none}"]
    if because is None:
        return []
    names = outcome.names()
    phrase = names.read(str(because))
    for reason in reasons:
        line = Line(reason)
        read = names.read(reason)
        line.say(reason)
        line.names.update(read.names)
        line.numbers.update(read.numbers)
        if fits(phrase, line):
            return []
    return [f"refused: “{act}”: expected because “{because}”, found “{'; '.join(reasons)}”"]


# -- what happened -----------------------------------------------------------------------------------------------------


def _log(outcome: Outcome, value: Plain) -> list[str]:
    names = outcome.names()
    wanted = [names.read(str(item)) for item in (value if isinstance(value, list) else [value])]
    missing = in_order(wanted, outcome.lines())
    if missing is None:
        return []
    return [f"log: {no_words(outcome.world, missing) or f'no “{missing.text}” (in this order)'}"]


def _no_log(outcome: Outcome, value: Plain) -> list[str]:
    names = outcome.names()
    lines = outcome.lines()
    found: list[str] = []
    for item in value if isinstance(value, list) else [value]:
        phrase = names.read(str(item))
        unknown = no_words(outcome.world, phrase)
        found += [f"no log: {unknown}"] if unknown else []
        found += [f"no log: “{item}” did happen ({line.text})" for line in lines if fits(phrase, line)][:1]
    return found


def _asked(outcome: Outcome, value: Plain) -> list[str]:
    if value in ("none", None, []):
        return [f"asked: P{one.seat + 1} was asked {one.kind}: {', '.join(one.labels)}" for one in outcome.asked]
    rest = iter(outcome.asked)
    for item in value if isinstance(value, list) else [value]:
        if not any(_is_question(outcome, one, item) for one in rest):
            seen = (
                "; ".join(f"P{one.seat + 1} {one.kind} [{', '.join(one.labels)}]" for one in outcome.asked) or "nothing"
            )
            return [f"asked: no {item}; asked was: {seen}"]
    return []


def _is_question(outcome: Outcome, asked: Asked, wanted: Plain) -> bool:
    if not isinstance(wanted, dict) or len(wanted) != 1:
        return asked.kind == _kind(wanted)
    ((who, what),) = wanted.items()
    if World.seat(who) != asked.seat:
        return False
    if isinstance(what, list):
        return asked.has([_label(item) for item in what])
    return _kind(what) == asked.kind


def _kind(value: Plain) -> str:
    word = "yes" if value is True else str(value)
    return {"yes": "yes-no", "yes/no": "yes-no", "pay": "allocate"}.get(word, word)


def _label(value: Plain) -> str:
    return "yes" if value is True else "no" if value is False else str(value).lower()


def _open(outcome: Outcome, value: Plain) -> list[str]:
    request = outcome.game.request
    if value in ("none", None):
        fine = request is None or request.kind == "act"
        return [] if fine else [f"open: {_options(outcome)}"]
    if request is None:
        return ["open: nothing is asked"]
    asked = Asked.of(request)
    return [] if _is_question(outcome, asked, value) else [f"open: expected {value}, found {_options(outcome)}"]


def _knows(outcome: Outcome, value: Plain, wanted: bool) -> list[str]:
    if not isinstance(value, dict):
        return ["knows takes players with lists of cards"]
    machine, state, world = outcome.world.machine, outcome.game.state, outcome.world
    found: list[str] = []
    for who, cards in value.items():
        seat = world.seat(who)
        for name in cards if isinstance(cards, list) else [cards]:
            definition = world.card(str(name))
            copies = [at for at in range(machine.count_cards(state)) if machine.definition(state, at) == definition]
            known = any(machine.known(state, at) >> (seat or 0) & 1 for at in copies)
            if known != wanted:
                found.append(f"{who} {'does not know' if wanted else 'knows'} {name}")
    return found
