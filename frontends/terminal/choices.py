"""What a person may answer, numbered; and what a typed line means.

Options that are alike get one number. A line is numbers, words of a label, or a word such as “done”. Must not know any
declared word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Data = Mapping[str, Any]
NOTHING = frozenset({"0", "done", "end", "none", "no more", "pass"})
YES, NO = frozenset({"y", "yes"}), frozenset({"n", "no"})
MANY = "all"


@dataclass
class Choice:
    """One or more options that are alike."""

    number: int
    label: str
    act: str
    place: str
    price: str
    cards: list[int] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The label without the act it begins with."""
        return self.label.removeprefix(self.act).lstrip(": ") if self.act else self.label


@dataclass(frozen=True)
class Answer:
    """Keys to answer with, one question after another; or what is wrong with the line."""

    keys: tuple[str, ...] = ()
    wrong: str = ""


def price_of(option: Data) -> str:
    """The price of an option in words, “” if it has none."""
    price = option.get("price")
    if price is None:
        return ""
    return f"{price['amount']} {' or '.join(price['points']) or 'points'}"


def choices(request: Data, acts: Sequence[str]) -> list[Choice]:
    """The options of a question by number, acts of one sort together in the order of the game's acts."""
    options: list[Data] = list(request["options"])
    if request["kind"] == "act":
        rank = {act: at for at, act in enumerate(acts)}
        options.sort(key=lambda one: rank.get(one.get("act") or "", len(rank)))
    found: dict[tuple[str, ...], Choice] = {}
    for at, one in enumerate(options):
        alike: tuple[str, ...] = (one["label"], one["place"], price_of(one))
        if request["kind"] in ("order", "trigger", "replace"):
            alike = (*alike, str(at))
        choice = found.get(alike)
        if choice is None:
            act = one.get("act") or ""
            choice = found[alike] = Choice(len(found) + 1, one["label"], act, one["place"], price_of(one))
        choice.keys.append(one["key"])
        if one["card"] is not None:
            choice.cards.append(one["card"])
    return list(found.values())


def read(line: str, known: Sequence[Choice], request: Data) -> Answer:
    """What a line means as an answer to a question."""
    text = " ".join(line.lower().split())
    low, high = request["min"], request["max"]
    if request["kind"] == "yes-no":
        if text in YES | NO:
            return Answer(("yes" if text in YES else "no",))
        if text not in ("1", "2"):
            return Answer(wrong="say yes or no")
    if text in NOTHING:
        return Answer() if low == 0 else Answer(wrong=f"you must choose {amount(request)}")
    if text == MANY:
        return _all(known, request)
    if re.fullmatch(r"[\d\s,]+", text):
        return _numbers([int(part) for part in re.findall(r"\d+", text)], known, request)
    matching = [one for one in known if _matches(text, one)]
    exact = [one for one in matching if one.name.lower() == text or one.label.lower() == text]
    matching = exact or matching
    if len(matching) == 1:
        return _counted(matching[0].keys[:1], low, high, request)
    if matching:
        return Answer(wrong=f"which of them: {', '.join(f'{one.number} {one.label}' for one in matching[:6])}?")
    return Answer(wrong=f"“{line.strip()}” is no answer here; type a number from 1 to {len(known)}, or help")


def amount(request: Data) -> str:
    """How many must be chosen, in words."""
    low, high = request["min"], min(request["max"], len(request["options"]))
    if low == high:
        return str(low)
    return f"up to {high}" if low == 0 else f"{low} to {high}"


def _matches(text: str, one: Choice) -> bool:
    words = f"{one.label} {one.place}".lower()
    return all(part in words for part in text.split())


def _all(known: Sequence[Choice], request: Data) -> Answer:
    """Everything that may be chosen; of acts, those that cost nothing and use no ability."""
    if request["kind"] != "act":
        return _counted([key for one in known for key in one.keys], request["min"], request["max"], request)
    first = next((one.act for one in known if not one.price and not one.act.startswith("use ")), None)
    keys = [key for one in known if one.act == first and not one.price for key in one.keys]
    return Answer(tuple(keys)) if keys else Answer(wrong="there is nothing to do that costs nothing")


def _numbers(numbers: Sequence[int], known: Sequence[Choice], request: Data) -> Answer:
    taken: dict[int, int] = {}
    keys: list[str] = []
    for number in numbers:
        if not 1 <= number <= len(known):
            return Answer(wrong=f"there is no choice {number}; they go from 1 to {len(known)}")
        choice = known[number - 1]
        used = taken.get(number, 0)
        if used == len(choice.keys):
            return Answer(wrong=f"{choice.label} is there {len(choice.keys)} times" if used > 1 else f"{number} twice")
        taken[number] = used + 1
        keys.append(choice.keys[used])
    if request["kind"] == "act":  # acts are done one after another
        return Answer(tuple(keys))
    return _counted(keys, request["min"], request["max"], request)


def _counted(keys: Sequence[str], low: int, high: int, request: Data) -> Answer:
    if request["kind"] == "order" and len(keys) != len(request["options"]):
        return Answer(wrong=f"name all {len(request['options'])} in the order you want, such as 2 1 3")
    if request["kind"] not in ("order", "act") and not low <= len(keys) <= high:
        return Answer(wrong=f"you chose {len(keys)}, but it must be {amount(request)}")
    return Answer(tuple(keys))
