"""The keys a card of some kind may have, and how their values are typed. Follows from declared kinds; knows none of
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .model import Icons, Kind, NameKind, Number, Point
from .visible import Visible

# Keys of every card, whatever its kind.
GENERAL = ("kind", "name", "copies", "text", "faces", "note")


class Type(StrEnum):
    """How the value of a card's key is read."""

    NUMBER = "number"
    ICONS = "icons"
    NAME = "name"
    LANGUAGE = "language"
    PART = "part"


@dataclass(frozen=True, eq=False)
class FieldSpec:
    """A key of a card: how it is written, what it means."""

    key: str
    type: Type
    id: str = ""
    icons: Icons | None = None
    kind: Kind | None = None


@dataclass(frozen=True)
class CardForm:
    """All keys of cards of a kind, by every way to write them."""

    kind: Kind
    fields: Mapping[str, FieldSpec]

    def find(self, key: str) -> FieldSpec | None:
        return self.fields.get(key.casefold())

    def spelled(self) -> list[str]:
        """The keys as they are written, for suggestions."""
        return [*GENERAL, *dict.fromkeys(spec.key for spec in self.fields.values())]


def card_form(kind: Kind, visible: Visible) -> CardForm:
    """The keys of cards of a kind. A field that names nothing declared and has no type is left out; refs.py reports
    it.
    """
    found: dict[str, FieldSpec] = {}
    for name, type_ in kind.fields.items():
        made = _spec(str(name), None if type_ is None else str(type_), kind, visible)
        if made is None:
            continue
        spec, spellings = made
        for spelling in spellings:
            found.setdefault(spelling.casefold(), spec)
    for key, other in kind.parts.items():
        part = visible.kind(str(other)) if other is not None else None
        found.setdefault(key.casefold(), FieldSpec(str(key), Type.PART, kind=part))
    return CardForm(kind, found)


def _spec(name: str, type_: str | None, kind: Kind, visible: Visible) -> tuple[FieldSpec, list[str]] | None:
    if type_ == "number":
        shared = visible.find("numbers points", name)
        if isinstance(shared, (Number, Point)):
            type_ = None
    if type_ is not None:
        made = Type.NUMBER if type_ == "number" else Type.LANGUAGE
        return FieldSpec(name, made, f"{kind.set}:{name}"), [name]
    declared = visible.find("numbers points icons names", name)
    match declared:
        case Icons():
            key = str(declared.key_ or declared.name)
            spec = FieldSpec(key, Type.ICONS, declared.id, icons=declared)
            return spec, [key, str(declared.name), *(str(other) for other in declared.also)]
        case NameKind():
            return FieldSpec(str(declared.name), Type.NAME, declared.id), [str(declared.name), *map(str, declared.also)]
        case Number() | Point():
            spec = FieldSpec(str(declared.name), Type.NUMBER, declared.id)
            return spec, [str(declared.name), *(str(other) for other in declared.also)]
    return None
