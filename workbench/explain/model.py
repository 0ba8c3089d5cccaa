"""What a paraphrase is: lines of a card, each with its moment and its numbered clauses. Plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .phrases import FACETS


@dataclass
class Clause:
    """One numbered clause: what it says, and for each facet who chooses, how many, from where, what if none, how long.

    `asks` tells whether a player may be asked something by it; `refers` what its words refer to.
    """

    number: str
    says: str
    chooses: str
    how_many: str
    source: str
    if_none: str
    lasts: str
    asks: bool = False
    refers: tuple[str, ...] = ()

    def facets(self) -> Iterator[tuple[str, str]]:
        """Each facet by the words it is introduced with."""
        for name, title in FACETS.items():
            yield title, str(getattr(self, name))

    def as_data(self) -> dict[str, object]:
        made: dict[str, object] = {"number": self.number, "says": self.says}
        made.update({name: getattr(self, name) for name in FACETS})
        made["refers"] = list(self.refers)
        return made


@dataclass
class Part:
    """One line of a text: as it stands, when it happens, its clauses."""

    text: str
    moment: str
    clauses: list[Clause] = field(default_factory=list)

    def as_data(self) -> dict[str, object]:
        return {"text": self.text, "moment": self.moment, "clauses": [one.as_data() for one in self.clauses]}
