"""Agreement, which reading ignores: "a" or "an" by sound, and the number of a noun behind "a" or a count.
Each slip is reported with what should stand there. It must not know what a sentence means.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from cardwright.dsl.words.english import article, plural

from .flat import FlatLine, Word
from .problems import Problem

COUNTED = ("kind", "term", "function")  # nouns with a regular number; points and zones are often said without
HEADS = ("NOUN", "LNOUN", "ICON", "QNAME")


def disagreements(line: FlatLine) -> Iterator[Problem]:
    """Slips of one line, those inside quotations and parentheses included."""
    words = line.tokens
    for at, (word, following) in enumerate(pairwise(words)):
        if word.type == "ART" and word.text.casefold() in ("a", "an") and following.type != "SLOT":
            right = article(line.text[following.start : line.end])
            if word.text.casefold() != right:
                mend = right.capitalize() if word.text[0].isupper() else right
                yield Problem("agreement", word.start, word.end, word.text, fix=mend, note=mend)
        several = word.type == "NUM" and word.value > 1
        single = word.type == "ART" and word.text.casefold() in ("a", "an")
        last = at + 2 >= len(words) or words[at + 2].type not in HEADS
        if (several or single) and last and following.type == "NOUN":
            mend = other_number(following, "sg" if several else "pl")
            if mend:
                yield Problem("agreement", following.start, following.end, following.text, fix=mend, note=mend)
    for word in words:
        for inner in word.inner:
            yield from disagreements(inner)


def other_number(word: Word, wrong: str) -> str:
    """The other form of a noun if it stands in the wrong number, else nothing."""
    forms = {sense.form for sense in word.senses if sense.kind in COUNTED}
    if not word.senses or word.senses[0].kind not in COUNTED or forms != {wrong}:
        return ""
    if wrong == "sg":
        declared = getattr(getattr(word.senses[0].decl, "declaration", None), "plural", None)
        return str(declared) if declared and word.text == word.senses[0].phrase else plural(word.text)
    return word.senses[0].id.split(":")[-1]
