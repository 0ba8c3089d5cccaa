"""The flat tree: what the grammar gives. Words with places, rows of words, clauses, sentences, lines. No meaning
here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .lexicon import Sense


@dataclass(slots=True, eq=False)
class Word:
    """A token: its terminal, its place in the line, the senses it may have. `read` is set by the resolver that used
    it; `inner` holds the lines of a quotation or a parenthesis."""

    type: str
    text: str
    start: int
    end: int
    senses: tuple[Sense, ...] = ()
    read: bool = False
    inner: tuple[FlatLine, ...] = ()
    value: int = 0
    trouble: tuple[object, ...] = ()  # problems inside a parenthesis: they count only if it is no reminder

    line = column = end_line = end_column = 0  # what the parser asks of a token

    @property
    def start_pos(self) -> int:
        return self.start

    @property
    def end_pos(self) -> int:
        return self.end

    @property
    def id(self) -> str:
        """The canonical word or qualified id of the first sense; the text if there is none."""
        return self.senses[0].id if self.senses else self.text

    @property
    def kind(self) -> str:
        return self.senses[0].kind if self.senses else ""

    @property
    def form(self) -> str:
        return self.senses[0].form if self.senses else ""

    def sense(self, *kinds: str) -> Sense | None:
        """The first sense of one of these kinds of declaration."""
        for sense in self.senses:
            if sense.kind in kinds:
                return sense
        return None

    def __repr__(self) -> str:
        return f"{self.type}:{self.text!r}"


@dataclass(slots=True, eq=False)
class Clause:
    """Subject row, auxiliaries, verb, row of chunks. Everything but the verb may be missing, and so may the verb."""

    subject: tuple[Word, ...] = ()
    aux: tuple[Word, ...] = ()
    verb: Word | None = None
    row: tuple[Word, ...] = ()

    def words(self) -> Iterator[Word]:
        yield from self.subject
        yield from self.aux
        if self.verb is not None:
            yield self.verb
        yield from self.row

    @property
    def span(self) -> tuple[int, int]:
        words = list(self.words())
        return (words[0].start, words[-1].end) if words else (0, 0)


@dataclass(slots=True, eq=False)
class Cond:
    """Clauses joined by “and” or “or”."""

    clauses: tuple[Clause, ...]
    joins: tuple[Word, ...] = ()


@dataclass(slots=True, eq=False)
class Lead:
    """What stands before a clause up to its comma. `kind`: if, when, each, time, adv, and "if when":
    "If this is in your hand when you fight, …"."""

    kind: str
    word: Word
    cond: Cond | None = None
    row: tuple[Word, ...] = ()
    when: Lead | None = None


@dataclass(slots=True, eq=False)
class Post:
    """A condition or a time after its clause."""

    kind: str
    word: Word
    clause: Clause


@dataclass(slots=True, eq=False)
class Unit:
    """One clause with its lead-ins and posts, and how it is joined to the one before."""

    clause: Clause
    leads: tuple[Lead, ...] = ()
    posts: tuple[Post, ...] = ()
    join: tuple[Word, ...] = ()


@dataclass(slots=True, eq=False)
class Sentence:
    units: tuple[Unit, ...]
    end: Word | None = None
    tokens: tuple[Word, ...] = ()

    @property
    def span(self) -> tuple[int, int]:
        return (self.tokens[0].start, self.tokens[-1].end) if self.tokens else (0, 0)


@dataclass(slots=True, eq=False)
class FlatLabel:
    words: tuple[Word, ...]
    mark: Word


@dataclass(slots=True, eq=False)
class FlatLine:
    """A line: labels and sentences. `bullet` if it begins with a dash; `tokens` are all of it in order."""

    text: str
    labels: tuple[FlatLabel, ...] = ()
    sentences: tuple[Sentence, ...] = ()
    bullet: bool = False
    tokens: tuple[Word, ...] = ()
    start: int = 0
    end: int = 0
    condition: Cond | None = None  # behind a label that says when the game is lost
    broken: bool = False  # a finding was made: the resolver leaves this line alone
    extra: dict[str, object] = field(default_factory=dict)

    def rebuilt(self) -> str:
        """The text again, from the tokens and the blanks between them."""
        out: list[str] = []
        at = self.start
        for token in self.tokens:
            out.append(self.text[at : token.start])
            out.append(token.text)
            at = token.end
        out.append(self.text[at : self.end])
        return "".join(out)
