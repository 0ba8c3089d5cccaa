"""From a line of text to the flat tree, with findings for every sentence that cannot be read. No meaning is decided
here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise

from lark import Lark
from lark.exceptions import UnexpectedToken

from .build import FlatBuilder
from .flat import Cond, FlatLabel, FlatLine, Sentence, Word
from .job import WORD, Job, LexError
from .label_words import is_label, wrong_case
from .lexer import SentenceLexer, accepted
from .lexicon import Lexicon
from .problems import Problem, friendly

STARTS = ["labels", "sentence", "whole_cond", "whole_row"]


@cache
def grammar() -> Lark:
    """The parser; its table is built once and kept in Lark's cache."""
    text = files("cardwright.grammar").joinpath("card.lark").read_text("utf-8")
    return Lark(
        text,
        parser="lalr",
        lexer=SentenceLexer,
        strict=True,
        start=STARTS,
        maybe_placeholders=False,
        transformer=FlatBuilder(),
        cache=True,
    )


@dataclass(slots=True)
class Context:
    """What a line is parsed with: the words, the slots a declaration has, the names the card coins."""

    lexicon: Lexicon
    slots: Mapping[str, str] = field(default_factory=dict)
    coined: frozenset[str] = frozenset()


def parse_line(
    text: str, context: Context, problems: list[Problem], start: int = 0, end: int | None = None
) -> FlatLine:
    """One line: labels, then sentences. Each problem ends its sentence; the next one is read all the same."""
    end = len(text) if end is None else end
    line = FlatLine(text, start=start, end=end)
    tokens: list[Word] = []
    at = _skip(text, start, end)
    if text.startswith(("- ", "• ", "– "), at, end):
        line.bullet = True
        tokens.append(Word("BULLET", text[at], at, at + 1, read=True))
        at = _skip(text, at + 1, end)
    job = _job(text, at, end, context)
    stop = is_label(job)
    other = 0 if stop else wrong_case(job)
    if other:
        problems.append(Problem("unknown", at, other, text[at:other]))
        line.broken = True
        return line
    if stop:
        job.mode = "labels"
        job.end = stop
        found = _run(job, "labels", problems)
        if isinstance(found, Iterable):
            line.labels = tuple(label for label in found if isinstance(label, FlatLabel))
        else:
            line.broken = True
        tokens += job.tokens
        at = _skip(text, stop, end)
    if at < end and _wants_condition(line.labels):
        job = _job(text, at, end, context)
        found = _run(job, "whole_cond", problems)
        line.condition = found if isinstance(found, Cond) else None
        line.broken = line.broken or line.condition is None
        line.tokens = (*tokens, *job.tokens)
        return line
    sentences: list[Sentence] = []
    while at < end:
        job = _job(text, at, end, context)
        stop = is_label(job) if sentences or line.broken else 0
        if stop:
            problems.append(Problem("label inside", at, stop, text[at:stop].rstrip(":—")))
            line.broken = True
            at = _skip(text, stop, end)
            continue
        found = _run(job, "sentence", problems)
        if isinstance(found, Sentence):
            found.tokens = tuple(job.tokens)
            sentences.append(found)
            for word in job.tokens:
                if word.type in ("QUOTE", "PAREN"):
                    _inside(word, text, context, problems)
            tokens += job.tokens
            at = _skip(text, job.at, end)
        else:
            line.broken = True
            tokens += job.tokens
            at = _next_sentence(text, max(job.at, at + 1), end, context)
    line.sentences = tuple(sentences)
    line.tokens = tuple(tokens)
    return line


def _wants_condition(labels: tuple[FlatLabel, ...]) -> bool:
    """Whether a label says when the game is lost: a condition follows, no sentence."""
    for label in labels:
        for word in label.words:
            for sense in word.senses:
                if getattr(getattr(sense.decl, "declaration", None), "loses_when", False):
                    return True
    return False


def parse_condition(
    text: str, context: Context, problems: list[Problem], start: int = 0, end: int | None = None
) -> Cond | None:
    """A condition or an event by itself: `start if`, `when`, what stands behind a label with a losing condition."""
    job = _job(text, start, len(text) if end is None else end, context)
    found = _run(job, "whole_cond", problems)
    return found if isinstance(found, Cond) else None


def parse_row(
    text: str, context: Context, problems: list[Problem], start: int = 0, end: int | None = None
) -> tuple[Word, ...] | None:
    """Noun phrases by themselves: a selector, a number, a place, the items of a set-up."""
    job = _job(text, start, len(text) if end is None else end, context)
    found = _run(job, "whole_row", problems)
    return tuple(found) if isinstance(found, list) else None


def _job(text: str, start: int, end: int, context: Context) -> Job:
    slots = {name: kind.removeprefix("an ").removeprefix("a ") for name, kind in context.slots.items()}
    return Job(context.lexicon, text, start, end, at=start, coined=context.coined, slots=slots)


def _inside(word: Word, text: str, context: Context, problems: list[Problem]) -> None:
    """The lines inside a quotation or a parenthesis."""
    if word.type == "PAREN":
        inside: list[Problem] = []
        word.inner = (parse_line(text, context, inside, word.start + 1, word.end - 1),)
        word.trouble = tuple(inside)
    else:
        starts = [*_abilities(text, word.start + 1, word.end - 1, context), word.end - 1]
        word.inner = tuple(parse_line(text, context, problems, a, b) for a, b in pairwise(starts))


def _abilities(text: str, start: int, end: int, context: Context) -> list[int]:
    """Where the abilities of a quotation begin: "Ambush: …. Fight: …." are two."""
    found = [start]
    at = _next_sentence(text, start, end, context)
    while at < end:
        if is_label(_job(text, at, end, context)):
            found.append(at)
        at = _next_sentence(text, at, end, context)
    return found


def _run(job: Job, start: str, problems: list[Problem]) -> object | None:
    try:
        return grammar().parse(job, start=start)
    except LexError as error:
        problems.append(
            Problem(error.code, error.start, error.end, job.text[error.start : error.end], classes=error.classes)
        )
        job.at = error.end
    except UnexpectedToken as error:
        token = error.token
        state = error.state
        verbless = _verbless(job) if start == "sentence" and getattr(token, "type", "") in ("END", "$END") else None
        if verbless is not None:
            problems.append(Problem("expected verb", *verbless, job.text[slice(*verbless)]))
            return None
        alone = _alone(job) if start == "sentence" and getattr(token, "type", "") in ("END", "$END") else None
        if alone is not None:
            problems.append(Problem("ends", *alone, "", ("a comma and what then happens",)))
            return None
        expected = friendly(accepted(state))
        if isinstance(token, Word):
            broken = _broken_phrase(job, token)
            if broken is not None:
                problems.append(Problem("unknown", *broken, job.text[slice(*broken)]))
                return None
            before = job.tokens[-2] if len(job.tokens) > 1 else None
            lead = before.start if before is not None else -1
            problems.append(Problem("unexpected", token.start, token.end, token.text, expected, lead=lead))
        else:
            at = max(job.start, min(job.at, job.end))
            problems.append(Problem("ends", max(at - 1, job.start), at, "", expected))
    return None


def _alone(job: Job) -> tuple[int, int] | None:
    """A lead-in behind which the sentence ends: "When the deck runs out."."""
    words = job.tokens
    if words and words[0].type in ("IF", "WHEN") and all(word.type != "COMMA_CL" for word in words):
        return words[0].start, words[-1].end
    return None


def _verbless(job: Job) -> tuple[int, int] | None:
    """The part of a sentence that cannot be finished because it has no verb: the lead-in, or else what follows it."""
    parts: list[list[Word]] = [[]]
    for word in job.tokens:
        if word.type in ("COMMA_CL", "COMMA_PH", "COLON"):
            parts.append([])
        elif word.type != "END":
            if word.type in ("IF", "WHEN") and parts[-1]:
                parts.append([])
            parts[-1].append(word)
    without = [part for part in parts if part and all(word.type != "V" for word in part)]
    without = [part for part in without if len(part) > 1 or part[0].type not in ("IF", "WHEN")]
    led = any(part and part[0].type in ("IF", "WHEN") for part in parts)
    if not led or not without:
        return None
    opened = next((part for part in without if part[0].type in ("IF", "WHEN")), without[-1])
    return opened[0].start, opened[-1].end


def _broken_phrase(job: Job, token: Word) -> tuple[int, int] | None:
    """A phrase of the language or of a set that was begun before a token, goes on over it, and ends otherwise than any
    phrase: "At the end of the gmae"."""
    for word in job.tokens[-5:-1]:
        said = word.text[:1].lower() + job.text[word.start + 1 : job.end]
        begun = max(
            job.lexicon.trie.begun(said, 0, len(said)) + word.start,
            job.lexicon.trie.begun(job.text, word.start, job.end),
        )
        if begun > token.end:
            match = WORD.match(job.text, _skip(job.text, begun, job.end))
            return word.start, match.end() if match is not None else begun
    return None


def _skip(text: str, at: int, end: int) -> int:
    while at < end and text[at] == " ":
        at += 1
    return at


def _next_sentence(text: str, at: int, end: int, context: Context) -> int:
    """Where the next sentence begins after a broken one: behind a full stop that is no part of a name, a quotation or
    a parenthesis."""
    depth = 0
    quoted = False
    while at < end:
        ch = text[at]
        if ch == '"':
            quoted = not quoted
        elif ch == "(":
            depth += 1
        elif ch == ")":
            depth = max(0, depth - 1)
        elif ch in ".!?" and not quoted and not depth:
            return _skip(text, at + 1, end)
        elif ch.isalpha() and (at == 0 or not text[at - 1].isalnum()):
            phrases = context.lexicon.at(text, at, end, False)
            if phrases:
                at = phrases[0][0]
                continue
        at += 1
    return end


__all__ = ["Context", "FlatLabel", "Iterable", "grammar", "parse_condition", "parse_line", "parse_row"]
