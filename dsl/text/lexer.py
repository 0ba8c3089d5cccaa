"""Tokens of a card's English: the one file that knows Lark's inside.

Each sentence is lexed while it is parsed. A phrase of the lexicon may belong to several classes of word; rules that
look at the words around it (word_classes.py, joints.py, lookahead.py) leave the classes it can have here, in order,
and the first one that would finally be *shifted* is taken; classes that no rule orders and that are both viable are
an error, never a guess. Every character belongs to a token or is a blank between two tokens. It must not know what a
sentence means.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from .flat import Word
from .job import (
    PLUS,
    Job,
)
from .label_words import LabelWords


def viable(state: Any, terminal: str) -> bool:
    """Whether a terminal would finally be shifted: the pending reductions are played through on a copy of the stack."""
    table = state.parse_conf.parse_table.states
    stack = list(state.state_stack)
    while True:
        action = table[stack[-1]].get(terminal)
        if action is None:
            return False
        kind, arg = action
        if kind is Shift:
            return True
        size = len(arg.expansion)
        if size:
            del stack[-size:]
        stack.append(table[stack[-1]][arg.origin.name][1])


def accepted(state: Any) -> frozenset[str]:
    """All terminals that could be shifted now."""
    table = state.parse_conf.parse_table.states
    return frozenset(t for t in table[state.state_stack[-1]] if t.isupper() and viable(state, t))


class SentenceLexer(Lexer):
    """Handed to Lark; the text it is given is a `Job`."""

    __future_interface__ = 2

    def __init__(self, conf: object) -> None:
        pass

    def lex(self, lexer_state: Any, parser_state: Any) -> Iterator[Any]:
        job: Job = lexer_state.text
        reader = _Reader(job, parser_state)
        for word in reader.words():
            job.tokens.append(word)
            lexer_state.last_token = word
            yield word


class _Reader(LabelWords):
    """One sentence, word by word."""

    __slots__ = ()

    def can(self, terminal: str) -> bool:
        return viable(self.parser, terminal)

    def words(self) -> Iterator[Word]:
        job = self.job
        at = job.skip(job.start)
        labels = job.mode == "labels"
        while at < job.end and not self.done:
            job.at = at
            word = self.label_word(at) if labels else self.word(at)
            self.after(word)
            yield word
            at = job.skip(word.end)
        job.at = at

    def after(self, word: Word) -> None:
        """Keep track of where in the sentence we are."""
        kind = word.type
        if kind in ("COMMA_CL", "AND_CL", "OR_CL", "COLON", "IF", "WHEN", "FOREACHL"):
            self.main = self.rel = self.have = False
            self.opening = kind not in ("IF", "WHEN", "FOREACHL")
            self.each_lead = kind == "FOREACHL"
        elif kind == "V" or kind == "V_INF" and self.prev == "INFL":
            self.main, self.rel, self.have, self.opening = True, False, False, False
        elif kind == "V_REL":
            self.rel = self.have = self.opening = False
        elif kind == "RELW":
            self.rel, self.opening = True, False
        elif kind == "SLOT" and word.form == "condition":
            self.main, self.opening = True, False
        elif kind in ("TIMEL", "ADVL"):
            self.opening = False
        elif kind == "END":
            self.done = True
        elif kind != "ADV":
            self.opening = False
        if kind not in ("ADV",) or self.prev in ("", "COMMA_CL", "AND_CL", "OR_CL"):
            self.prev, self.prev_word = kind, word

    def word(self, at: int) -> Word:
        text = self.job.text
        ch = text[at]
        if ch == "b" and text.startswith("but ", at) and self.can("AND_CL"):
            return Word("AND_CL", "but", at, at + 3)
        if (
            ch.isalpha()
            and text[at : at + 3] in ("and", "or ", "or\n", "or,", "nor")
            or text[at : at + 2] == "or"
            and at + 2 == self.job.end
        ):
            found = self.connective(at)
            if found is not None:
                return found
        if ch in ",.!?:—":
            found = self.punctuation(at)
            if found is not None:
                return found
        if ch == '"' and not self.job.phrases(at):
            return self.quotation(at)
        if ch == "(":
            return self.parenthesis(at)
        if ch == "{":
            return self.slot(at)
        if ch == "'":
            return self.apostrophe(at)
        if ch in "0123456789":
            found = self.number(at)
            if found is not None:
                return found
        if ch in "+-−":
            match = PLUS.match(text, at)
            if match:
                return self.plus(at)
        return self.phrase(at)
