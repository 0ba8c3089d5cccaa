"""What a set can see: its own declarations and those of all sets it requires, by section and word. Knows no
particular one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from cardwright.dsl.diagnostics import nearest

from .declared import SetDecl
from .model import SECTIONS, Declaration, Icons, Kind, NameKind, Noun, Number, Point, Zone

D = TypeVar("D", bound=Declaration)


class Visible:
    """Declarations by section and by any of their words; case does not matter."""

    def __init__(self, own: SetDecl, requires: Sequence[SetDecl] = (), *, whole: bool = True) -> None:
        self.own = own
        self.whole = whole  # false: a required set or a file is missing, so an unknown word may be none of the author's
        self.sets = (own, *requires)
        self._words: dict[str, dict[str, Declaration]] = {}
        for section in SECTIONS:
            found: dict[str, Declaration] = {}
            for decl in self.sets:
                for item in getattr(decl, section.name):
                    for word in words_of(item):
                        found.setdefault(word.casefold(), item)
            self._words[section.name] = found

    def find(self, section: str, word: str) -> Declaration | None:
        """The declaration a word means in one of some sections (separated by spaces)."""
        for name in section.split():
            found = self._words[name].get(word.casefold())
            if found is not None:
                return found
        return None

    def names(self, section: str) -> list[str]:
        """The names declared in some sections, for suggestions."""
        return [
            str(item.name)
            for name in section.split()
            for item in dict.fromkeys(self._words[name].values())
            if item.name
        ]

    def missing(self, section: str, word: str) -> list[str] | None:
        """Near words for one that is not declared; None if it may stand in a set or file that could not be read."""
        near = nearest(word, self.names(section), most=1)
        return near if near or self.whole else None

    def kind(self, word: str) -> Kind | None:
        found = self.find("kinds", word)
        return found if isinstance(found, Kind) else None

    def all(self, section: str) -> list[Declaration]:
        return list(dict.fromkeys(self._words[section].values()))


def words_of(item: Declaration) -> Iterator[str]:
    """The words under which files refer to a declaration."""
    if item.name:
        yield str(item.name)
    if isinstance(item, Noun):
        if item.plural is not None:
            yield str(item.plural)
        yield from (str(other) for other in item.also)
    if isinstance(item, Icons) and item.key_ is not None:
        yield str(item.key_)


__all__ = ["Icons", "NameKind", "Number", "Point", "Visible", "Zone", "words_of"]
