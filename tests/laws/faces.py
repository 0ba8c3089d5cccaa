"""Every text of a card in the bundled sets and the hard cards, read into its tree and printed again.

Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cardwright.dsl.compile import Compiler
from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.reader import TextResolver
from cardwright.dsl.meaning.resolve import Result, resolve_lines
from cardwright.dsl.source import bundled
from cardwright.dsl.words import Face, Vocabulary

HARD = Path(__file__).resolve().parents[1] / "hard"


@dataclass(frozen=True)
class Spoken:
    """A face with a text, and what is needed to read it."""

    where: str
    name: str
    lines: tuple[str, ...]
    vocabulary: Vocabulary
    carrier: Carrier

    def read(self, lines: tuple[str, ...] | None = None) -> Result:
        return resolve_lines(self.lines if lines is None else lines, self.vocabulary, self.carrier)

    def printed(self, result: Result) -> tuple[str, ...]:
        assert result.text is not None
        return tuple(canonical(result.text, VocabularyForms(self.vocabulary)))

    def __str__(self) -> str:
        return f"{self.where} {self.name}"


def carrier_of(face: Face, set_name: str, vocabulary: Vocabulary) -> Carrier:
    """What a face's text stands on, as the compiler sees it."""
    names = TextResolver(vocabulary, set_name, []).self_names(face)
    return Carrier((face.kind,), names, set_name, {}, True)


def paths() -> list[Path]:
    return [bundled(), *sorted(HARD.glob("*.yaml"))]


@cache
def spoken() -> tuple[Spoken, ...]:
    """All of them, each set's faces once."""
    return tuple(_spoken())


def _spoken() -> Iterator[Spoken]:
    seen: set[str] = set()
    for path in paths():
        for name, made in Compiler().declare([path]).declared.items():
            if name in seen:
                continue
            seen.add(name)
            for card in made.decl.all_cards():
                for face in card.faces:
                    if face.text is not None and face.text.lines:
                        lines = tuple(str(line) for line in face.text.lines)
                        carrier = carrier_of(face, name, made.vocabulary)
                        yield Spoken(name, str(face.name), lines, made.vocabulary, carrier)
