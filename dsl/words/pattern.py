"""Declared words with slots: `Relic — If {condition}, you may discard this to {effect}.` Must not know any
of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

SLOT_TYPES = ("number", "icons", "icon", "name", "cards", "condition", "price", "effect", "ability", "keyword")
_SLOT = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True)
class Slot:
    """A place for a value. `name` is as written between the braces; `type` its declared type, by default the name."""

    name: str
    type: str


@dataclass(frozen=True)
class Pattern:
    """Literal words and slots in turn. `pieces` never holds two literals or an empty one in a row."""

    pieces: tuple[str | Slot, ...]

    @property
    def slots(self) -> tuple[Slot, ...]:
        return tuple(piece for piece in self.pieces if isinstance(piece, Slot))

    @property
    def head(self) -> str:
        """The first literal, without spaces around it: what the lexer finds it by."""
        return next((piece.strip(" ") for piece in self.pieces if isinstance(piece, str) and piece.strip(" ")), "")

    @property
    def begins_with_slot(self) -> bool:
        return bool(self.pieces) and isinstance(self.pieces[0], Slot)

    @property
    def is_plain(self) -> bool:
        """No slots: an ordinary phrase."""
        return all(isinstance(piece, str) for piece in self.pieces)

    def __str__(self) -> str:
        return "".join(piece if isinstance(piece, str) else f"{{{piece.name}}}" for piece in self.pieces)


def pattern(phrase: str, types: dict[str, str] | None = None) -> Pattern:
    """Read a phrase with slots. `{name: type}` gives a slot's type in place, `types` elsewhere."""
    pieces: list[str | Slot] = []
    at = 0
    for match in _SLOT.finditer(phrase):
        if match.start() > at:
            pieces.append(phrase[at : match.start()])
        name, colon, given = match.group(1).partition(":")
        name = name.strip()
        pieces.append(Slot(name, given.strip() if colon else (types or {}).get(name, name)))
        at = match.end()
    if at < len(phrase):
        pieces.append(phrase[at:])
    return Pattern(tuple(pieces))
