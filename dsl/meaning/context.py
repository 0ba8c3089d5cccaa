"""What the resolver works with: the words of a row, one after the other, and the face or declaration they stand on.

A word that was used is marked as read; what nobody reads is found by check.py. It must not know Lark, YAML or bytecode.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import Vocabulary

from . import tree as t

BETWEEN = ("expected noun", "expected number", "expected", "ends here", "left over")  # trouble between two words


class Stop(Exception):
    """This sentence has no meaning; `code` says why, the places show where."""

    def __init__(
        self,
        code: str,
        start: int,
        end: int,
        word: str = "",
        note: str = "",
        others: tuple[tuple[int, int, int, str], ...] = (),
    ) -> None:
        super().__init__(f"{code}: {word} {note}")
        self.code, self.start, self.end, self.word, self.note, self.others = code, start, end, word, note, others
        self.lead = -1  # where the word before begins, if something is missing between the two

    def at(self, *words: Word) -> Stop:
        """This, at those words if it knows no place."""
        if not self.end and words:
            self.start, self.end = words[0].start, words[-1].end
            self.word = self.word or words[0].text
        return self


def number_said(word: Word) -> t.Value:
    """What a number word means: a number, or the one that will fill a `{slot}`."""
    if word.kind == "slot":
        return t.Ref(f"param {word.id}", "number", word.text, span=span(word))
    return t.Num(word.value, span=span(word))


@dataclass(slots=True)
class Row:
    """Words with a place in them."""

    words: Sequence[Word]
    at: int = 0

    def peek(self, ahead: int = 0) -> Word | None:
        i = self.at + ahead
        return self.words[i] if i < len(self.words) else None

    def need(self) -> Word:
        """The next word, unread; an error if there is none."""
        if self.at >= len(self.words):
            raise self.stop("ends here")
        return self.words[self.at]

    def kind(self, ahead: int = 0) -> str:
        """The terminal of a word; "" at the end."""
        i = self.at + ahead
        return self.words[i].type if i < len(self.words) else ""

    def id(self, ahead: int = 0) -> str:
        i = self.at + ahead
        return self.words[i].id if i < len(self.words) else ""

    def means(self, ahead: int, *kinds: str) -> bool:
        """Whether a word has a sense of one of these kinds."""
        i = self.at + ahead
        return i < len(self.words) and self.words[i].sense(*kinds) is not None

    def is_function(self, ahead: int = 0) -> bool:
        """Whether a word is one of the language itself."""
        i = self.at + ahead
        return i < len(self.words) and self.words[i].kind == "function"

    def take(self) -> Word:
        """The next word, read; an error if there is none."""
        if self.at >= len(self.words):
            raise self.stop("ends here")
        word = self.words[self.at]
        word.read = True
        self.at += 1
        return word

    def is_(self, kind: str, *ids: str) -> bool:
        """Whether the next word has this terminal and one of these ids."""
        word = self.peek()
        return word is not None and word.type == kind and (not ids or word.id in ids)

    def took(self, kind: str, *ids: str) -> Word | None:
        return self.take() if self.is_(kind, *ids) else None

    def phrase_start(self, noun: Word) -> int:
        """Where the icons and adjectives before a noun of this row begin."""
        at = next(at for at, word in enumerate(self.words) if word is noun)
        while at and self.words[at - 1].type in ("ICON", "ATTR", "ADJ", "PARTA", "OR_PH", "AND_PH", "COMMA_PH"):
            at -= 1
        while self.words[at].type in ("OR_PH", "AND_PH", "COMMA_PH"):
            at += 1
        return self.words[at].start

    def back(self, at: int) -> None:
        """Return to a place; words after it are unread again."""
        for word in self.words[at : self.at]:
            word.read = False
        self.at = at

    @property
    def done(self) -> bool:
        return self.at >= len(self.words)

    def rest(self) -> Iterator[Word]:
        yield from self.words[self.at :]

    def stop(self, code: str, note: str = "") -> Stop:
        """An error at the next word (or at the last one)."""
        if not self.words:
            return Stop(code, 0, 0, note=note)
        word = self.words[min(self.at, len(self.words) - 1)]
        made = Stop(code, word.start, word.end, word.text, note)
        if code == "expected verb":
            made.end = self.words[-1].end
        if code in BETWEEN and self.at:
            made.lead = self.words[self.at - 1].start  # at the end it is the word itself
        return made


@dataclass(slots=True)
class Carrier:
    """What a text stands on. `kinds`: ids of the kinds and terms it answers to; `names`: its own name and parts of
    it; `event_kinds`: kinds of the card its label's event is about, when a line is read; `slots`: the parameters of a
    declaration and their types."""

    kinds: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    set: str = ""
    slots: Mapping[str, str] = field(default_factory=dict)
    living: bool = False  # "he", "she" and "it" may mean the card itself


@dataclass(slots=True)
class Facts:
    """What the resolver asks of the vocabulary, looked up once."""

    vocabulary: Vocabulary


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a subject will be: "each Villain you defeat this turn", "the next Hero you recruit"."""

    event: str
    args: tuple[t.Arg, ...]
    role: str
    period: str
    once: str = ""


@dataclass(slots=True)
class Tail:
    """What was found behind the verb besides its roles."""

    times: t.Value | None = None
    duration: str = ""
    mods: tuple[str, ...] = ()
    instead: bool = False
    purpose: list[Word] | None = None  # the words of an infinitive clause
    doer: t.Value | None = None  # who does it, if that is somebody else: "for them to discard"
    choice: bool = False
    wish: bool = False  # "if you wish": the same as "you may"
    extra: bool = False
    once: str = ""
    moment: tuple[t.EventPattern, str] | None = None  # "at the end of this turn": it happens then


@dataclass(slots=True)
class Part:
    """A clause with what its neighbours need to know of it."""

    effect: t.Effect
    join: str
    subject: t.Value | None
    may: bool = False
    must: bool = False
    instead: bool = False
    inherits: bool = False
    chooses: bool = False
    word: Word | None = None
    purpose: t.Effect | None = None
    permit: bool = False
    pending_cost: bool = False
    refusal: t.Do | None = None  # what its subject may do instead: "each player who doesn't reveal a Hero"
    proviso: t.Do | None = None  # what its subject may do first: "each player who reveals a Hero"
    causer: t.Value | None = None  # who may have its subject do it
    grows: bool = False  # further clauses belong inside (the purpose of "may … to …")


def span(*words: Word | t.Node | None) -> t.Span:
    """From the first to the last of some words or nodes."""
    starts = [w.start if isinstance(w, Word) else w.span[0] for w in words if w is not None]
    ends = [w.end if isinstance(w, Word) else w.span[1] for w in words if w is not None]
    return (min(starts), max(ends)) if starts else t.NO_SPAN
