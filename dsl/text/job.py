"""One sentence to be lexed, and what is known of it while it is read. It must not decide anything."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

from .flat import Word
from .lexicon import Lexicon, Sense

Phrase = tuple[int, list[Sense]]
NUMBER = re.compile(r"[0-9]+/[0-9]+|[0-9]+-(?=[A-Za-z])|[0-9]+")
RANGE = re.compile(r"[0-9]+[-–][0-9]+")
LABEL_NUMBER = re.compile(r"[0-9]+(?:[-–][0-9]+)?")
PLUS = re.compile(r"[+−-](?=[0-9])|\+(?=[A-Z\[{])|(?<!\S)[−-](?=[A-Z\[{])")
WORD = re.compile(r"[^\s.,:!?\"()\[\]{}+—]+|\S")
SUBJECTS = frozenset(("you", "they", "he", "she", "it"))
SUBJECT_RELATIVE_AFTER = frozenset(("NOUN", "LNOUN", "ICON", "ADJ", "CMP", "QNAME", "SLOT"))
QUANTITIES = frozenset(
    [
        "this",
        "that",
        "these",
        "those",
        "each",
        "any",
        "all",
        "both",
        "either",
        "another",
        "other",
        "the_other",
        "all_other",
        "each_other",
        "any_other",
        "one_of",
    ]
)
MODALS = frozenset(["may", "can", "can't", "must", "would", "will", "don't", "didn't"])
NUMBER_SLOTS = frozenset(("number", "amount"))  # kinds of slots that hold a number
NOUNISH = frozenset(("NOUN", "LNOUN", "ICON", "QNAME", "SLOT"))


class LexError(Exception):
    """No class of word fits here. `expected` are terminals that could stand here instead."""

    def __init__(self, start: int, end: int, code: str, classes: tuple[str, ...] = ()) -> None:
        super().__init__(code)
        self.start, self.end, self.code, self.classes = start, end, code, classes
        self.expected: frozenset[str] = frozenset()


@dataclass(slots=True)
class Look:
    """What the next phrase could be."""

    end: int
    classes: frozenset[str] = frozenset()
    forms: frozenset[str] = frozenset()
    senses: tuple[Sense, ...] = ()


NOTHING = Look(-1)


@dataclass(slots=True)
class Job:
    """One sentence to be lexed: where it begins in the line, and what was found out on the way."""

    lexicon: Lexicon
    text: str
    start: int
    end: int
    mode: str = "sentence"
    tokens: list[Word] = field(default_factory=list)
    cache: dict[int, list[Phrase]] = field(default_factory=dict)
    looks: dict[int, Look] = field(default_factory=dict)
    at: int = 0
    coined: frozenset[str] = frozenset()
    slots: dict[str, str] = field(default_factory=dict)
    error: LexError | None = None
    state: Any = None
    prefers: tuple[str, ...] = ()

    def phrases(self, at: int) -> list[Phrase]:
        found = self.cache.get(at)
        if found is None:
            lower = at == self.start or self._opens(at)
            found = self.cache[at] = self.lexicon.at(self.text, at, self.end, lower)
        return found

    def _opens(self, at: int) -> bool:
        """Whether a capital letter here may be one that only the place asks for."""
        i = at - 1
        while i >= 0 and self.text[i] == " ":
            i -= 1
        return i < 0 or self.text[i] in '.!?:"(—-'

    def skip(self, at: int) -> int:
        text, end = self.text, self.end
        while at < end and text[at] == " ":
            at += 1
        return at


class Reading(ABC):
    """The state of one sentence while it is read."""

    __slots__ = ("done", "each_lead", "have", "job", "main", "opening", "parser", "prev", "prev_word", "rel")

    def __init__(self, job: Job, parser: Any) -> None:
        self.job = job
        self.parser = parser
        self.prev = ""  # terminal of the token before
        self.prev_word: Word | None = None
        self.main = False  # the verb of this clause has been seen
        self.rel = False  # a relative clause waits for its verb
        self.opening = True  # a unit begins here
        self.done = False
        self.have = False  # "have" as an auxiliary waits for its participle
        self.each_lead = False

    @abstractmethod
    def verb(self, at: int, end: int, senses: list[Sense]) -> tuple[str, ...]:
        """The classes that a form of a verb may have here, best first."""

    @abstractmethod
    def can(self, terminal: str) -> bool:
        """Whether a word of this class can stand here."""
