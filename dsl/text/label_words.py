"""The words of a label, and where the labels of a line end."""

from __future__ import annotations

import re

from .flat import Word
from .job import (
    LABEL_NUMBER,
    RANGE,
    WORD,
    Job,
    LexError,
)
from .marks import Marks
from .word_classes import WordClasses


class LabelWords(WordClasses, Marks):
    __slots__ = ()

    def label_word(self, at: int) -> Word:
        job, text = self.job, self.job.text
        ch = text[at]
        if ch == ":":
            return Word("LCOLON", ch, at, at + 1)
        if ch == "—":
            return Word("LDASH", ch, at, at + 1)
        if ch == ",":
            return Word("COMMA_PH", ch, at, at + 1)
        if ch in "0123456789":
            match = RANGE.match(text, at)
            if match:
                return Word("RANGE", match.group(), at, match.end())
            return self.number(at) or self.phrase(at)
        for end, senses in job.phrases(at):
            labels = tuple(s for s in senses if s.kind == "label")
            if labels:
                return Word("LABEL", text[at:end], at, end, labels)
            icons = tuple(s for s in senses if s.cls == "ICON")
            if icons:
                return Word("ICON", text[at:end], at, end, icons)
            words = tuple(s for s in senses if s.kind in LABEL_NOUNS)
            if words:
                return Word("NOUN", text[at:end], at, end, words)
            if any(s.cls == "ATTR" for s in senses):
                return Word("ATTR", text[at:end], at, end, tuple(s for s in senses if s.cls == "ATTR"))
        for word in ("and", "or"):
            if text.startswith(word + " ", at):
                return Word(word.upper() + "_PH", word, at, at + len(word))
        match = WORD.match(text, at)
        raise LexError(at, match.end() if match else at + 1, "unknown")


LABEL_END = re.compile(r"(?: [0-9][0-9, –-]*)?$")
LABEL_NOUNS = frozenset(("keyword", "point", "kind", "coined", "self", "name"))


def is_label(job: Job) -> int:
    """The end of the labels a text begins with: everything up to the last colon or dash that only label words
    precede; 0 if none."""
    text, end = job.text, job.end
    at = job.skip(job.start)
    best = 0
    words = 0
    while at < end:
        ch = text[at]
        if ch in ":—":
            if not words:
                break
            best = at + 1
            words = 0
            at = job.skip(at + 1)
            continue
        if ch == "," and words:
            at = job.skip(at + 1)
            continue
        if ch in "0123456789":
            match = LABEL_NUMBER.match(text, at)
            assert match is not None
            at = job.skip(match.end())
            words += 1
            continue
        step = 0
        for stop, senses in job.phrases(at):
            if any(
                s.kind == "label" or s.cls == "ICON" or s.kind in ("keyword", "point", "name", "kind", "coined", "self")
                for s in senses
            ):
                step = stop
                break
            if any(s.cls == "ATTR" for s in senses):
                step = stop
                break
        if not step:
            for word in ("and ", "or "):
                if words and text.startswith(word, at):
                    step = at + len(word)
        if not step:
            break
        words += 1
        at = job.skip(step)
    return best


def wrong_case(job: Job) -> int:
    """The end of words before the first colon that are a label, written with other capitals; 0 if there are none."""
    text = job.text
    start = job.skip(job.start)
    colon = text.find(":", start, job.end)
    behind = LABEL_END.search(text, start, max(colon, start))
    end = behind.start() if behind is not None else colon
    words = text[start:end]
    if colon < 0 or not 0 < len(words) <= 40:
        return 0
    trie = job.lexicon.trie
    if any(sense.kind == "label" for sense in trie.has(words)):
        return 0
    tried = (words.lower(), words.capitalize(), words.title())
    return end if any(s.kind == "label" for one in tried for s in trie.has(one)) else 0
