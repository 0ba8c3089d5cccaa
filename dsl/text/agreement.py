"""What reading ignores in a sentence that it understands: "a" or "an" by sound, the number of a noun behind "a" or a
count, the capital letter a sentence begins with and the stop it ends with. Each slip is reported with what should stand
there. It must not know what a sentence means.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cardwright.dsl.words.english import article, plural

from .flat import FlatLine, Word
from .problems import Problem

COUNTED = ("kind", "term", "function")  # nouns with a regular number; points and zones are often said without
CLOSED = ("END", "QUOTE", "PAREN", "COLON")
HEADS = ("NOUN", "LNOUN", "ICON", "QNAME")


def disagreements(line: FlatLine) -> Iterator[Problem]:
    """Slips of one line, those inside quotations and parentheses included."""
    words = line.tokens
    for at, (word, following) in enumerate(pairwise(words)):
        if not joined(line, word.end, following.start):
            continue
        if word.type == "ART" and word.text.casefold() in ("a", "an") and not following.text.startswith("{"):
            right = article(line.text[following.start : line.end])
            if word.text.casefold() != right:
                mend = right.capitalize() if word.text[0].isupper() else right
                yield Problem("agreement", word.start, word.end, word.text, fix=mend, note=mend)
        several = word.type == "NUM" and word.value > 1
        single = word.type == "ART" and word.text.casefold() in ("a", "an")
        third = words[at + 2] if at + 2 < len(words) else None
        last = third is None or third.type not in HEADS
        last = last and joined(line, following.end, line.end if third is None else third.start)
        if (several or single) and last and following.type == "NOUN":
            mend = other_number(following, "sg" if several else "pl")
            if mend:
                yield Problem("agreement", following.start, following.end, following.text, fix=mend, note=mend)
    yield from unwritten(line)
    for word in words:
        for inner in word.inner:
            yield from disagreements(inner)


def doubled(line: FlatLine) -> Iterator[Problem]:
    """Words that stand twice in a row. A name may have them: it is one token."""
    for word, following in pairwise(line.tokens):
        same = word.text.casefold() == following.text.casefold() and joined(line, word.end, following.start)
        if same and word.text[:1].isalpha() and word.type not in ("QUOTE", "PAREN"):
            yield Problem("twice", word.start, following.end, word.text, fix=word.text)


def joined(line: FlatLine, start: int, end: int) -> bool:
    """Whether nothing that was not read stands there: of a word nobody knows neither the sound nor the number is
    told, and it has a finding of its own."""
    return not any(char.isalnum() for char in line.text[start:end])


def unwritten(line: FlatLine) -> Iterator[Problem]:
    """Sentences that begin with a small letter or end without a stop. What is no sentence (a keyword, a group that a
    Mastermind leads) has no stop."""
    for sentence in line.sentences:
        if sentence.tokens and sentence.tokens[0].text[:1].islower():
            first = sentence.tokens[0]
            mend = first.text[0].upper() + first.text[1:]
            yield Problem("capital", first.start, first.end, first.text, fix=mend, note=mend)
    if not line.sentences or not line.sentences[-1].tokens:
        return
    words = line.sentences[-1].tokens
    last = words[-1]
    open_end = last.type not in CLOSED and not last.text.endswith(":") and words[0].sense("keyword") is None
    verbs = [unit.clause.verb for unit in line.sentences[-1].units if unit.clause.verb is not None]
    if open_end and any(verb.sense("keyword_verb") is None for verb in verbs):
        mend = f"{last.text}."
        yield Problem("stop", last.start, last.end, last.text, fix=mend, note=mend)


def other_number(word: Word, wrong: str) -> str:
    """The other form of a noun if it stands in the wrong number, else nothing."""
    forms = {sense.form for sense in word.senses if sense.kind in COUNTED}
    if not word.senses or word.senses[0].kind not in COUNTED or forms != {wrong}:
        return ""
    if wrong == "sg":
        declared = getattr(getattr(word.senses[0].decl, "declaration", None), "plural", None)
        return str(declared) if declared and word.text == word.senses[0].phrase else plural(word.text)
    return word.senses[0].id.split(":")[-1]
