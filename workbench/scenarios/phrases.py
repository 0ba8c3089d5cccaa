"""Matching a phrase of a scenario with what happened: by event, objects and amounts, never as prose.

A phrase (`Mauler +3 Attack`) is split into names (cards, players, places, points, known beforehand), numbers and
other words. A line of the log offers the same three; the phrase fits if everything in it is offered. Forms of one
word count as one (`discards`, `discarded`, `discard`). Must not know any declared word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

_SMALL = frozenset(
    (
        "a", "an", "the", "of", "to", "is", "are", "was", "were", "be", "been", "has", "have", "had", "and", "or", "by",
        "in", "on", "at", "from", "with", "for", "that", "this", "it", "its", "their", "his", "her", "your", "you",
        "they", "he", "she", "card", "cards", "more", "one's", "as", "into",
    )
)  # fmt: skip
_COUNTS: Mapping[str, int] = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip
_TOKEN = re.compile(r"[-+]?[0-9]+|[^\W_]+(?:['’.\-][^\W_]+)*\.?", re.UNICODE)
_ENDINGS = frozenset(
    ("", "s", "es", "ed", "d", "ing", "e", "y", "ies", "ied", "en", "n", "’d", "'d", "’s", "'s", "'ing")
)


def same_word(one: str, other: str) -> bool:
    """Whether two words are forms of one: the same beginning, then an ending each (a doubled consonant between)."""
    if one == other:
        return True
    at = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        at += 1
    if at < 2:
        return False
    ends = [one[at:], other[at:]]
    if all(end in _ENDINGS for end in ends):
        return True
    return any(end[:1] == one[at - 1] and end[1:] in ("ed", "ing") for end in ends) and "" in ends


@dataclass(frozen=True)
class Phrase:
    """What a phrase asks for."""

    text: str
    names: tuple[str, ...]
    numbers: tuple[int, ...]
    words: tuple[str, ...]

    @property
    def says_nothing(self) -> bool:
        return not (self.names or self.numbers or self.words)


@dataclass
class Line:
    """What one thing that happened offers. `text` is for people."""

    text: str
    names: set[str] = field(default_factory=set)
    numbers: set[int] = field(default_factory=set)
    words: set[str] = field(default_factory=set)

    def say(self, text: str) -> None:
        """Offer the words (and numbers) of a sentence or of an event's name."""
        for token in _TOKEN.findall(text):
            self.words.add(token.lower().rstrip("."))
            number = _number(token)
            if number is not None:
                self.numbers.add(number)

    def name(self, name: str) -> None:
        """Offer a name, also in its parts (“P2 discard pile” is also “P2” and “discard pile”)."""
        self.names.add(name.lower())


class Names:
    """The names that may stand in a phrase, longest first."""

    def __init__(self, names: Iterable[str]) -> None:
        known = sorted({name.lower() for name in names if name}, key=lambda name: (-len(name), name))
        parts = "|".join(re.escape(name) for name in known)
        self._pattern = re.compile(rf"(?<![\w])(?:{parts})(?![\w])") if known else None

    def read(self, text: str) -> Phrase:
        """Split a phrase."""
        low = text.lower()
        names: list[str] = []
        if self._pattern is not None:
            names = self._pattern.findall(low)
            low = self._pattern.sub(" ", low)
        numbers: list[int] = []
        words: list[str] = []
        for token in _TOKEN.findall(low):
            number = _number(token)
            if number is not None:
                numbers.append(number)
            elif token.strip("'’.-") not in _SMALL:
                words.append(token.rstrip("."))
        return Phrase(text, tuple(names), tuple(numbers), tuple(words))


def fits(phrase: Phrase, line: Line) -> bool:
    """Whether everything the phrase asks for is offered by the line."""
    return not phrase.says_nothing and (
        all(name in line.names or all(_offers(line, part) for part in _parts(name)) for name in phrase.names)
        and all(number in line.numbers for number in phrase.numbers)
        and all(_offers(line, word) for word in phrase.words)
    )


def _offers(line: Line, word: str) -> bool:
    return word in line.words or any(same_word(word, offered) for offered in line.words)


def in_order(phrases: Iterable[Phrase], lines: Iterable[Line]) -> Phrase | None:
    """The first phrase that does not fit a line after the one before it, or None."""
    rest = iter(lines)
    for phrase in phrases:
        if not any(fits(phrase, line) for line in rest):
            return phrase
    return None


def _parts(name: str) -> list[str]:
    return [token.rstrip(".") for token in _TOKEN.findall(name)] or [""]


def _number(token: str) -> int | None:
    if token.lstrip("+-").isdigit():
        return int(token)
    return _COUNTS.get(token.lower())
