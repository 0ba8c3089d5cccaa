"""The examples of docs/language.md as sets: boxes marked `card` and `set`. Must not know what any example says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_BOX = re.compile(r"^```(card|set)(?: ([^\n]*))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FIELDS = {"Hero": ["cost: 3", "class: Tech", "team: Avengers", "Hero Name: Example"]}


@dataclass(frozen=True)
class Box:
    """One example: what it is of, its kind of card, its lines, and where it stands."""

    sort: str
    kind: str
    body: str
    place: str

    @property
    def name(self) -> str:
        return "Example at " + self.place.rpartition(":")[2]

    def card(self) -> str:
        """The card of a `card` box, as an entry of a set file."""
        head = [f"  - kind: {self.kind}", f"    name: {self.name}"]
        head += [f"    {field}" for field in FIELDS.get(self.kind, ())]
        if self.kind == "Mastermind Tactic":
            head = [
                "  - kind: Mastermind",
                f"    name: Owner of {self.name}",
                "    tactics:",
                f"      - name: {self.name}",
                "        text: |",
                *(f"          {line}" for line in self.body.splitlines()),
            ]
            return "\n".join(head)
        return "\n".join([*head, "    text: |", *(f"      {line}" for line in self.body.splitlines())])


def boxes(page: str = "docs/language.md") -> Iterator[Box]:
    """Every marked example of a page."""
    text = (ROOT / page).read_text("utf-8")
    for match in _BOX.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        yield Box(match.group(1), match.group(2) or "Hero", match.group(3), f"{page}:{line}")


def one_set(cards: list[Box]) -> str:
    """All cards of the boxes in one set."""
    head = "set: boxes\nlanguage: 1\nrequires: [core]\ncards:\n"
    return head + "\n".join(box.card() for box in cards) + "\n"
