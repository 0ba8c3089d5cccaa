"""Card entries of set files: groups, keys in any case, faces, cards that belong to others; typed values.

What an entry may hold follows from declared kinds (fields.py). Must not know any of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from cardwright.dsl.diagnostics import Finding, finding, listed, nearest
from cardwright.dsl.schema.build import card_schema
from cardwright.dsl.schema.check import check, place_of
from cardwright.dsl.source import Mapping, Name, Node, Scalar, Sequence, Text, kind_of, language_value
from cardwright.dsl.source.limits import FINDINGS_PER_FILE

from .declared import Card, Face, Printed
from .fields import GENERAL, CardForm, Type, card_form
from .model import Kind, NameKind
from .shapes import Schema
from .visible import Visible

_PRINTED = re.compile(r"(-?[0-9]{1,4})([+*]?)\Z")
_GROUP_DEPTH = 4


@dataclass
class CardReader:
    """Reads the cards of one set."""

    set: str
    visible: Visible
    findings: list[Finding] = field(default_factory=list)
    forms: dict[str, CardForm] = field(default_factory=dict)
    schemas: dict[tuple[str, bool], Schema] = field(default_factory=dict)
    blamed: dict[int, Scalar] = field(default_factory=dict)  # keys that were found where a kind is missing, by identity

    def read(self, node: Node) -> Iterator[Card]:
        """All cards of a `cards:` list."""
        for item in node.items if isinstance(node, Sequence) else ():
            yield from self._entry(item, (), 0)

    def _entry(self, node: Node, defaults: tuple[tuple[Scalar, Node], ...], depth: int) -> Iterator[Card]:
        if not isinstance(node, Mapping):
            self.findings.append(finding("CW204", place_of(node), key="cards", what=f"a card, not {kind_of(node)}"))
            return
        members = next((value for key, value in node if key.value.casefold() == "cards"), None)
        if members is None:
            card = self._card(node, defaults)
            if card is not None:
                yield card
            return
        if depth >= _GROUP_DEPTH or not isinstance(members, Sequence):
            self.findings.append(finding("CW204", place_of(members), key="cards", what="a list of cards"))
            return
        own = tuple((key, value) for key, value in node if key.value.casefold() != "cards")
        taken = {key.value.casefold() for key, _ in own}
        handed = (*own, *((key, value) for key, value in defaults if key.value.casefold() not in taken))
        before = len(self.findings)
        for item in members:
            yield from self._entry(item, handed, depth + 1)
        if len(self.findings) == before:
            self._unused(own, members, handed)

    def _unused(
        self, own: tuple[tuple[Scalar, Node], ...], members: Sequence, handed: tuple[tuple[Scalar, Node], ...]
    ) -> None:
        """Keys of a group that no member can take are mistakes of the group."""
        kinds: list[CardForm] = []
        for item in members:
            entry = (
                next((v for k, v in item if k.value.casefold() == "kind"), None) if isinstance(item, Mapping) else None
            )
            entry = entry or next((v for k, v in handed if k.value.casefold() == "kind"), None)
            kind = self.visible.kind(entry.value) if isinstance(entry, Scalar) else None
            if kind is not None:
                kinds.append(self._form(kind))
        if not kinds:
            return
        for key, _ in own:
            folded = key.value.casefold()
            if folded not in GENERAL and all(form.find(folded) is None for form in kinds):
                known = [name for form in kinds for name in form.spelled()]
                near = nearest(key.value, known, most=1)
                what = f"a group of {kinds[0].kind.plural or kinds[0].kind.name} cards"
                keys = "" if near else f"; keys of its cards: {listed(known)}"
                self.findings.append(finding("CW202", key.span, key=key.value, what=what, keys=keys, suggestions=near))

    # -- one card ----------------------------------------------------------------------------------------------------

    def _form(self, kind: Kind) -> CardForm:
        if kind.id not in self.forms:
            self.forms[kind.id] = card_form(kind, self.visible)
        return self.forms[kind.id]

    def _schema(self, form: CardForm, *, face: bool) -> Schema:
        key = (form.kind.id, face)
        if key not in self.schemas:
            self.schemas[key] = card_schema(form, face=face)
        return self.schemas[key]

    def _kind(self, node: Mapping, defaults: tuple[tuple[Scalar, Node], ...]) -> Kind | None:
        written = next((value for key, value in (*node, *defaults) if key.value.casefold() == "kind"), None)
        if written is None:
            self._no_kind(node, defaults)
            return None
        kind = self.visible.kind(written.value) if isinstance(written, Scalar) else None
        if kind is None:
            word = written.value if isinstance(written, Scalar) else kind_of(written)
            near = self.visible.missing("kinds", word)
            if near is not None:
                known = listed(str(one.name) for one in self.visible.all("kinds"))
                kinds = f"there are: {known}" if known else "this set declares none and requires no set that does"
                self.findings.append(finding("CW212", place_of(written), word=word, kinds=kinds, suggestions=near))
        return kind

    def _no_kind(self, node: Mapping, defaults: tuple[tuple[Scalar, Node], ...]) -> None:
        """A card without a kind: if another key stands where that one should, that is the mistake. Said once of a key
        that a group hands down.
        """
        forms = [self._form(kind) for kind in self.visible.all("kinds") if isinstance(kind, Kind)]
        strange = [
            key
            for key, _ in (*node, *defaults)
            if key.value.casefold() not in GENERAL and all(form.find(key.value) is None for form in forms)
        ]
        if any(id(key) in self.blamed for key in strange):
            return
        self.blamed |= {id(key): key for key in strange}
        near = next((key for key in strange if nearest(key.value, ("kind",), most=1)), None)
        if near is not None:
            self.findings.append(
                finding("CW202", near.span, key=near.value, what="a card", keys="", suggestions=["kind"])
            )
            return
        labels = [(key.span, "no kind of card has this key") for key in strange]
        self.findings.append(finding("CW203", place_of(node), key="kind", what="card", labels=labels))

    def _canonical(self, node: Mapping, form: CardForm, defaults: tuple[tuple[Scalar, Node], ...]) -> Mapping:
        """The entry with its keys in their canonical spelling and with the keys its group hands down."""
        items: list[tuple[Scalar, Node]] = []
        seen: dict[str, Scalar] = {}
        for inherited, pairs in ((False, node.items), (True, defaults)):
            for key, value in pairs:
                folded = key.value.casefold()
                spec = form.find(folded)
                name = folded if folded in GENERAL else spec.key if spec is not None else key.value
                if inherited and (name in seen or (folded not in GENERAL and spec is None)):
                    continue
                if name in seen:
                    labels = [(seen[name].span, "it stands here already")]
                    self.findings.append(finding("CW109", key.span, key=key.value, labels=labels))
                    continue
                seen[name] = key
                items.append((Scalar(key.span, name, key.style), value))
        return Mapping(node.span, tuple(items), node.flow)

    def _card(self, node: Mapping, defaults: tuple[tuple[Scalar, Node], ...], part_of: str = "") -> Card | None:
        kind = self._kind(node, defaults)
        if kind is None:
            return None
        form = self._form(kind)
        entry = self._canonical(node, form, defaults)
        if len(self.findings) <= FINDINGS_PER_FILE:
            self.findings += check(entry, self._schema(form, face=False), known=form.spelled())
        name = entry.get("name")
        if not isinstance(name, Scalar) or name.is_null:
            return None
        faces = self._faces(entry, form, name.name)
        copies = entry.get("copies")
        parts = {
            spec.key: tuple(
                self._inheriting(part, spec.kind, faces[0]) for part in self._parts(value, spec.kind, str(name.value))
            )
            for key, value in entry
            if (spec := form.find(key.value)) is not None and spec.type is Type.PART and spec.kind is not None
        }
        return Card(
            set=self.set,
            span=node.span,
            node=entry,
            name=name.name,
            kind=kind.id,
            copies=(copies.as_int if isinstance(copies, Scalar) else None) or 1,
            faces=faces,
            parts=parts,
            part_of=part_of,
        )

    def _parts(self, node: Node, kind: Kind, owner: str) -> Iterator[Card]:
        defaults: tuple[tuple[Scalar, Node], ...] = ()
        if isinstance(node, Mapping):
            defaults = tuple((key, value) for key, value in node if key.value.casefold() != "cards")
            node = next((value for key, value in node if key.value.casefold() == "cards"), node)
        at = node.span
        spelled = (Scalar(at, "kind", "plain"), Scalar(at, str(kind.name), "plain"))
        for item in node.items if isinstance(node, Sequence) else ():
            if not isinstance(item, Mapping):
                self.findings.append(finding("CW204", place_of(item), key="cards", what=f"a card, not {kind_of(item)}"))
                continue
            card = self._card(item, (*defaults, spelled), owner)
            if card is not None:
                yield card

    def _inheriting(self, part: Card, kind: Kind, owner: Face) -> Card:
        """The part with the numbers its kind takes from the card it belongs to, beneath those printed on it."""
        taken = {number.id for name in kind.inherits if (number := self.visible.find("numbers points", str(name)))}
        handed = {number: printed for number, printed in owner.numbers.items() if number in taken}
        return replace(part, faces=tuple(replace(face, numbers={**handed, **face.numbers}) for face in part.faces))

    # -- faces -------------------------------------------------------------------------------------------------------

    def _faces(self, entry: Mapping, form: CardForm, name: Name) -> tuple[Face, ...]:
        node = entry.get("faces")
        if node is None:
            return (self._face(entry, form, name, ""),)
        own = tuple((key, value) for key, value in entry if key.value not in ("faces", "copies"))
        made: list[Face] = [self._face(entry, form, name, "")] if "text" in entry else []
        handed = tuple((key, value) for key, value in own if key.value != "text")
        rows: list[tuple[str, Node]] = []
        if isinstance(node, Mapping):
            rows = [(key.value, value) for key, value in node]
        elif isinstance(node, Sequence):
            rows = [("", value) for value in node]
        for side, value in rows:
            if not isinstance(value, Mapping):
                self.findings.append(
                    finding("CW204", place_of(value), key=side or "faces", what="a face: a group of keys")
                )
                continue
            made.append(self._side(value, side, handed, form, name))
        return tuple(made) or (self._face(entry, form, name, ""),)

    def _side(
        self, node: Mapping, side: str, handed: tuple[tuple[Scalar, Node], ...], form: CardForm, name: Name
    ) -> Face:
        """One face: its kind is its own, or that of its side's name, or the card's."""
        kind = form.kind
        if any(key.value.casefold() == "kind" for key, _ in node):
            kind = self._kind(node, ()) or kind
        elif side:
            kind = self.visible.kind(side) or kind
        own_form = self._form(kind)
        defaults = tuple((key, value) for key, value in handed if key.value != "kind")
        entry = self._canonical(node, own_form, defaults)
        self.findings += check(entry, self._schema(own_form, face=True), known=own_form.spelled())
        own = entry.get("name")
        face_name = own.name if isinstance(own, Scalar) else name
        return replace(self._face(entry, own_form, face_name, side), span=node.span)

    def _face(self, entry: Mapping, form: CardForm, name: Name, side: str) -> Face:
        numbers: dict[str, Printed] = {}
        icons: list[str] = []
        names: dict[str, Name] = {}
        values: dict[str, Text] = {}
        for key, value in entry:
            spec = form.find(key.value)
            if spec is None:
                continue
            if spec.type is Type.NUMBER and isinstance(value, Scalar):
                match = _PRINTED.match(value.value)
                if match is not None:
                    numbers[spec.id] = Printed(int(match.group(1)), match.group(2))
            elif spec.type is Type.ICONS and spec.icons is not None:
                written = value.items if isinstance(value, Sequence) else (value,)
                known = {str(icon) for icon in spec.icons.of}
                icons += [
                    f"{spec.icons.set}:{item.value}"
                    for item in written
                    if isinstance(item, Scalar) and item.value in known
                ]
            elif spec.type is Type.NAME and isinstance(value, Scalar) and not value.is_null:
                names[spec.id] = value.name
            elif spec.type is Type.LANGUAGE:
                text = language_value(value, self.findings, lines=False)
                if text is not None:
                    values[spec.id] = text
        for spec in dict.fromkeys(form.fields.values()):
            if spec.type is Type.NAME and spec.id not in names:
                declared = self.visible.find("names", spec.key)
                if isinstance(declared, NameKind) and declared.else_ == "name":
                    names[spec.id] = name
        node = entry.get("text")
        text = language_value(node, self.findings, lines=True) if node is not None else None
        return Face(
            name=name,
            kind=form.kind.id,
            side=side,
            numbers=numbers,
            icons=tuple(icons),
            names=names,
            values=values,
            text=text,
            span=entry.span,
        )


def duplicates(cards: list[Card]) -> Iterator[Finding]:
    """Two cards of one kind with the same name: no text could tell them apart."""
    seen: dict[tuple[str, str], Card] = {}
    for card in (inner for outer in cards for inner in outer.with_parts()):
        first = seen.setdefault((card.kind, str(card.name)), card)
        if first is not card:
            yield finding("CW213", card.name.span, name=card.name, labels=[(first.name.span, "the first one is here")])
