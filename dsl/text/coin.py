"""Nouns that a text coins: a short name in quotation marks becomes a word of that card, with its plural."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardwright.dsl.diagnostics.nearest import distance
from cardwright.dsl.words.english import plural

from .lexicon import Entry

QUOTED = re.compile(r'"([^":]+)"')
INTRODUCES = re.compile(
    r"(?:\bas (?:an? |another )?|\bis an? |\bare (?:an? )?|\brepresenting |\b(?:an?|the|into an?|face-down) (?:\S+ )?)$"
)


def coined_entries(text: str, set: str) -> Iterator[Entry]:
    """Every coined noun of a text: quoted, without a stop inside, at most four words that begin with capitals."""
    seen: dict[str, None] = {}
    for match in QUOTED.finditer(text):
        name = match.group(1).rstrip(".,!")
        words = name.split()
        if not words or len(words) > 4 or not all(w[0].isupper() or w in ("of", "the") for w in words):
            continue
        seen.setdefault(name)
    for name in seen:
        single, many = forms(name)
        yield Entry(single, "coined", f"{set}:{single}", "sg")
        yield Entry(many, "coined", f"{set}:{single}", "pl")


def forms(name: str) -> tuple[str, str]:
    """Singular and plural: a name that is coined in the plural gives both."""
    if name.endswith("s") and not name.endswith("ss"):
        single = name[:-3] + "y" if name.endswith("ies") else name[:-1]
        return single, name
    return name, plural(name)


def near_coined(word: str, line: str) -> Iterator[tuple[int, int]]:
    """Places of a line that give a name one word of which is like this one, which is not known."""
    for match in QUOTED.finditer(line):
        parts = [part for part in match.group(1).rstrip(".,!").split() if part[0].isupper()]
        if any(distance(part.casefold(), word.casefold(), 1) <= (len(part) > 3) for part in parts):
            yield match.span(1)
