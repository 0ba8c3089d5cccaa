"""Set-up tables: that each has the form a table needs, and that all it names (zones, cards, slots, tables) is there.

Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cardwright.dsl.diagnostics import Finding, finding, listed, nearest
from cardwright.dsl.schema.check import check, place_of
from cardwright.dsl.source import Mapping, Name, Node, Scalar, Sequence

from .declared import SetDecl
from .model import Setup
from .shapes import WORD, Schema
from .visible import Visible

MOST_PLAYERS = 8
_COUNTS: Schema = {
    "type": "object",
    "additionalProperties": {
        "type": ["integer", "string"],
        "pattern": "^all$",
        "minimum": 0,
        "x-what": "a number or “all”",
    },
}
_NUMBERS: Schema = {
    "type": "object",
    "additionalProperties": {"type": "integer", "minimum": 0, "x-what": "a number"},
}
_BY_PLAYERS: Schema = {
    "type": "object",
    "properties": {str(number): _COUNTS for number in range(1, MOST_PLAYERS + 1)},
    "additionalProperties": False,
    "x-what": "table by the number of players",
}
_SLOT: Schema = {
    "type": "object",
    "properties": {
        **dict.fromkeys(("slot", "choose", "of", "to", "each", "from", "deal"), WORD),
        "with": {"type": "object", "additionalProperties": WORD},
    },
    "required": ["slot"],
    "additionalProperties": False,
    "x-what": "slot",
}
TABLE: Schema = {
    "type": "object",
    "properties": {
        "setup": WORD,
        "like": WORD,
        "default": {"type": "boolean"},
        "joins": WORD,
        "start": _NUMBERS,
        "leads": {"type": "boolean"},
        "without": {"type": ["array", "string"], "items": WORD},
        "at least": _NUMBERS,
        "score": WORD,
        "each player": _COUNTS,
        "stacks": _COUNTS,
        "out": {"type": ["array", "string"], "items": WORD},
        "slots": {"type": "array", "items": _SLOT},
        "players": _BY_PLAYERS,
        "check": _BY_PLAYERS,
    },
    "x-what": "set-up table",
}
_WAYS = ("choose", "each", "from", "deal")


def check_setups(own: SetDecl, visible: Visible) -> Iterator[Finding]:
    """Findings about the set-up tables of a set."""
    cards = {str(card.name) for decl in visible.sets for card in decl.all_cards()}
    cards |= {str(card.name) for card in own.all_cards()}
    tables = [table for decl in (own, *visible.sets) for table in decl.setup]
    for at, table in enumerate(own.setup):
        before = [*own.setup[:at], *(other for other in tables if other.set != own.name)]
        yield from _Table(table, visible, cards, before).check()


@dataclass
class _Table:
    decl: Setup
    visible: Visible
    cards: set[str]
    before: list[Setup]
    slots: list[str] = field(default_factory=list)

    def check(self) -> Iterator[Finding]:
        node = self.decl.node
        if not isinstance(node, Mapping):
            return
        complaints = check(node, TABLE)
        yield from complaints
        yield from self._further_keys(node)
        if complaints:
            return
        yield from self._like(node, "like")
        yield from self._like(node, "joins")
        yield from self._slots(node)
        own = node.key("each player")
        if own is not None and not any(
            zone.of == "player" and zone.order == "stack" for decl in self.visible.sets for zone in decl.zones
        ):
            yield finding("CW210", own.span, what="zone of a player that is a stack, for", word=own.value)
        yield from self._known_cards(_keys(node.get("each player")))
        for name in _keys(node.get("stacks")):
            yield from self._card_or_kind(name)
        yield from self._known_cards(_words(node.get("out")))
        yield from self._known_cards(_words(node.get("without")))
        for name in _keys(node.get("at least")):
            yield from self._zone(name)
        for name in _keys(node.get("start")):
            counters = {str(counter.name) for decl in self.visible.sets for counter in decl.counters}
            if name not in counters:
                yield from self._unknown("counter", name, counters)
        for name in _words(node.get("score")):
            terms = {str(term.name) for decl in self.visible.sets for term in decl.terms if term.number is not None}
            if name not in terms:
                yield from self._unknown("term that is a number", name, terms)
        for _, row in _pairs(node.get("players")):
            for name in _keys(row):
                yield from self._slot_name(name)
        for _, row in _pairs(node.get("check")):
            for name in _keys(row):
                yield from self._zone(name)

    def _further_keys(self, node: Mapping) -> Iterator[Finding]:
        known = list(TABLE["properties"])
        for key, _ in node:
            if key.value not in known:
                near = nearest(key.value, known, most=1)
                keys = "" if near else f"; its keys: {listed(known)}"
                yield finding("CW202", key.span, key=key.value, what="a set-up table", keys=keys, suggestions=near)

    def _like(self, node: Mapping, key: str) -> Iterator[Finding]:
        like = node.get(key)
        if not isinstance(like, Scalar):
            return
        names = [str(table.name) for table in self.before]
        if like.value not in names:
            near = nearest(like.value, names, most=1)
            yield finding(
                "CW210", like.span, what="set-up table before this one named", word=like.value, suggestions=near
            )

    def _slots(self, node: Mapping) -> Iterator[Finding]:
        slots = node.get("slots")
        for item in slots.items if isinstance(slots, Sequence) else ():
            if not isinstance(item, Mapping):
                continue
            text = {key.value: value.name for key, value in item if isinstance(value, Scalar)}
            ways = [way for way in _WAYS if way in text]
            if len(ways) != 1:
                yield finding("CW215", place_of(item), slot=text.get("slot", ""))
                continue
            for key in ("to", "from"):
                if key in text:
                    yield from self._zone(text[key])
            if "choose" in text:
                yield from self._kind(text.get("of", text["choose"]))
            if "each" in text and text["each"] not in self.slots:
                near = nearest(text["each"], self.slots, most=1)
                yield finding(
                    "CW210", text["each"].span, what="slot before this one named", word=text["each"], suggestions=near
                )
            if "deal" in text:
                yield from self._known_cards([text["deal"]])
            for zone in _values(item.get("with")):
                yield from self._zone(zone)
            if "slot" in text:
                self.slots.append(str(text["slot"]))

    def _slot_name(self, name: Name) -> Iterator[Finding]:
        """A row may count more than the slots say; a name that nearly is a slot's is a mistake."""
        known = self.slots or [str(slot) for table in self.before for slot in _slot_names(table)]
        near = [] if name in known else nearest(name, known, most=1)
        if near and near[0].rstrip("s") != name.rstrip("s"):
            yield finding("CW210", name.span, what="slot", word=name, suggestions=near)

    def _zone(self, name: Name) -> Iterator[Finding]:
        zones = {str(zone.name) for decl in self.visible.sets for zone in decl.zones}
        if name not in zones:
            yield from self._unknown("zone", name, zones)

    def _kind(self, name: Name) -> Iterator[Finding]:
        first, _, rest = name.partition(" ")
        bare = Name(rest, name.span) if first in ("a", "an") and rest else name
        kinds = {str(kind.name) for decl in self.visible.sets for kind in decl.kinds}
        if bare not in kinds:
            yield from self._unknown("kind", bare, kinds)

    def _known_cards(self, names: Iterable[Name]) -> Iterator[Finding]:
        for name in names:
            if name not in self.cards:
                yield from self._unknown("card", name, self.cards)

    def _card_or_kind(self, name: Name) -> Iterator[Finding]:
        kinds = {str(kind.name) for decl in self.visible.sets for kind in decl.kinds}
        if name not in kinds:
            yield from self._known_cards([name])

    def _unknown(self, what: str, name: Name, known: set[str]) -> Iterator[Finding]:
        near = nearest(name, sorted(known), most=1)
        if near or self.visible.whole:
            yield finding("CW210", name.span, what=what, word=name, suggestions=near)


def _slot_names(table: Setup) -> Iterator[str]:
    node = table.node.get("slots") if isinstance(table.node, Mapping) else None
    for item in node.items if isinstance(node, Sequence) else ():
        slot = item.get("slot") if isinstance(item, Mapping) else None
        if isinstance(slot, Scalar):
            yield slot.value


def _pairs(node: Node | None) -> Iterator[tuple[Scalar, Node]]:
    yield from node if isinstance(node, Mapping) else ()


def _keys(node: Node | None) -> Iterator[Name]:
    for key, _ in _pairs(node):
        yield key.name


def _values(node: Node | None) -> Iterator[Name]:
    for _, value in _pairs(node):
        if isinstance(value, Scalar):
            yield value.name


def _words(node: Node | None) -> Iterator[Name]:
    items = node.items if isinstance(node, Sequence) else (node,)
    for item in items:
        if isinstance(item, Scalar):
            yield item.name
