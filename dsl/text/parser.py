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
from .job import Job, LexError
from .label_words import is_label
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
    if stop:
        job.mode = "labels"
        job.end = stop
        found = _run(job, "labels", problems)
        if found is None:
            line.broken = True
        else:
            line.labels = tuple(found)  # type: ignore[arg-type]
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
        expected = friendly(accepted(state))
        if isinstance(token, Word):
            problems.append(Problem("unexpected", token.start, token.end, token.text, expected))
        else:
            at = max(job.start, min(job.at, job.end))
            problems.append(Problem("ends", max(at - 1, job.start), at, "", expected))
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
