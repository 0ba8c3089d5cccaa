"""Set-up tables of the sets become tables of the image (their form: runtime/play/setup.py). Knows no slot by name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from cardwright.dsl.diagnostics import Span
from cardwright.dsl.source import Mapping, Scalar
from cardwright.dsl.source import Sequence as Items
from cardwright.dsl.words import SetDecl, Setup
from cardwright.runtime.bytecode.image import SetupDef, SlotDef

from .ids import Ids

Find = Callable[[Iterable[str], str, str], str]
Score = Callable[[str, str, Span], int]
ALL = -1


def lower_setups(sets: Sequence[SetDecl], ids: Ids, find: Find, homes: dict[str, int], score: Score) -> None:
    """Add every set-up table; a table `like` another one begins as its copy, one that `joins` another one is added to
    it and to those like it. `homes`: zones of terms that have one; `score`: the plan of a term as a set sees
    it, reported at the place that names it.
    """
    made: dict[str, SetupDef] = {}
    like: dict[str, str] = {}
    joined: list[tuple[str, _Table]] = []
    for one in sets:
        for decl in one.setup:
            table = _Table(one, decl, ids, find, homes, score)
            joins = table.text("joins")
            if joins:
                joined.append((joins, table))
                continue
            made[str(decl.name)] = table.lower(made)
            like[str(decl.name)] = table.text("like")
    for name, table in joined:
        for other, base in made.items():
            while other and other != name:
                other = like[other]
            if other:
                table.fill(base)
    ids.image.setups.extend(made.values())


class _Table:
    """One set-up declaration."""

    def __init__(
        self,
        one: SetDecl,
        decl: Setup,
        ids: Ids,
        find: Find,
        homes: dict[str, int],
        score: Score,
    ) -> None:
        self.homes = homes
        self.score = score
        self.one = one
        self.decl = decl
        self.ids = ids
        self.find = find

    def lower(self, made: dict[str, SetupDef]) -> SetupDef:
        like = self.text("like")
        base = made.get(like) if like else None
        name = self.ids.name(str(self.decl.name))
        table = replace(base, name=name, default=False, checks={}) if base is not None else SetupDef(name)
        table.rows, table.starts, table.least = dict(table.rows), dict(table.starts), dict(table.least)
        table.default = self.text("default") == "true"
        rows = {str(key): node for key, node in self.decl.rows.items()}
        if "slots" in rows:
            table.slots = self._slots(rows["slots"])
        if self.decl.players is not None:
            table.rows = dict(self._rows(self.decl.players, table.slots))
        if "check" in rows:
            table.checks = dict(self._checks(rows["check"]))
        self.fill(table)
        return table

    def fill(self, table: SetupDef) -> None:
        """What a table says besides its slots and rows, over what it begins with."""
        rows = {str(key): node for key, node in self.decl.rows.items()}
        joins = bool(self.text("joins"))
        if "each player" in rows:
            table.own = (*(table.own if joins else ()), *self._own(rows["each player"]))
        if "stacks" in rows:
            table.stacks = (*(table.stacks if joins else ()), *self._stacks(rows["stacks"]))
        if "out" in rows:
            table.out = (*(table.out if joins else ()), *(self._card(name) for name in _words(rows["out"])))
        table.without = tuple(dict.fromkeys((*table.without, *map(self._card, _words(rows.get("without"))))))
        table.starts |= {
            self.ids.counters[self.find(self.ids.counters, name, self.one.name)]: number
            for name, number in self._numbers(rows.get("start"))
        }
        table.least |= {self._zone(name): number for name, number in self._numbers(rows.get("at least"))}
        if "leads" in rows:
            table.leads = self.text("leads") == "true"
        if "score" in rows:
            table.score = self.score(self.text("score"), self.one.name, rows["score"].span)

    def text(self, key: str) -> str:
        """The word behind a key; empty if there is none."""
        node = {str(name): value for name, value in self.decl.rows.items()}.get(key)
        return node.value if isinstance(node, Scalar) else ""

    def _zone(self, name: str) -> int:
        return self.ids.zones[self.find(self.ids.zones, name, self.one.name)]

    def _kind(self, name: str) -> int:
        words = name.split(" ", 1)
        bare = words[1] if words[0] in ("a", "an") and len(words) > 1 else name
        return self.ids.kinds[self.find(self.ids.kinds, bare, self.one.name)]

    def _card(self, name: str) -> int:
        return self.ids.cards[self.find(self.ids.cards, name, self.one.name)]

    def _slots(self, node: object) -> tuple[SlotDef, ...]:
        made: list[SlotDef] = []
        names: list[str] = []
        for item in node if isinstance(node, Items) else ():
            if not isinstance(item, Mapping):
                continue
            keys = {key.value: value for key, value in item}
            text = {key: value.value for key, value in keys.items() if isinstance(value, Scalar)}
            slot = SlotDef(self.ids.name(text["slot"]), "choose", self._zone(text["to"]) if "to" in text else -1)
            if "choose" in text:
                slot.kind = self._kind(text.get("of", text["choose"]))
            elif "each" in text:
                slot.how, slot.ref = "each", names.index(text["each"])
            elif "from" in text:
                slot.how, slot.ref = "pile", self._zone(text["from"])
            elif "deal" in text:
                slot.how, slot.ref = "deal", self._card(text["deal"])
            parts = keys.get("with")
            if isinstance(parts, Mapping):
                slot.parts = tuple(
                    (self.ids.name(key.value), self._zone(value.value))
                    for key, value in parts
                    if isinstance(value, Scalar)
                )
            names.append(text["slot"])
            made.append(slot)
        return tuple(made)

    def _numbers(self, node: object) -> list[tuple[str, int]]:
        found: list[tuple[str, int]] = []
        for key, value in node if isinstance(node, Mapping) else ():
            if isinstance(value, Scalar):
                number = value.as_int
                found.append((key.value, ALL if number is None else number))
        return found

    def _own(self, node: object) -> tuple[tuple[int, int, int], ...]:
        """Starting cards lie in the zone of a player that is a stack."""
        pile = next(
            i for i, zone in enumerate(self.ids.image.zones) if zone.owner == "player" and zone.order == "stack"
        )
        return tuple((self._card(name), pile, number) for name, number in self._numbers(node))

    def _stacks(self, node: object) -> tuple[tuple[int, int, int], ...]:
        """Cards go to the home of the term of that name, or of their kind; a kind means all cards of it."""
        made: list[tuple[int, int, int]] = []
        for name, number in self._numbers(node):
            home = self.homes.get(name)
            for card in self._alike(name):
                made.append(
                    (card, self.ids.image.kinds[self.ids.image.cards[card].kind].home if home is None else home, number)
                )
        return tuple(made)

    def _alike(self, name: str) -> list[int]:
        try:
            kind = self.ids.kinds[self.find(self.ids.kinds, name, self.one.name)]
        except KeyError:
            return [self._card(name)]
        image = self.ids.image
        parts = {part for card in image.cards for parts in card.parts.values() for part in parts}
        return [
            at
            for at, card in enumerate(image.cards)
            if kind in image.kinds[card.kind].isa and card.copies and at not in parts
        ]

    def _rows(self, node: object, slots: tuple[SlotDef, ...]) -> list[tuple[int, dict[int, int]]]:
        made: list[tuple[int, dict[int, int]]] = []
        for key, value in node if isinstance(node, Mapping) else ():
            made.append((int(key.value), {self.ids.name(name): number for name, number in self._numbers(value)}))
        return made

    def _checks(self, node: object) -> list[tuple[int, dict[int, int]]]:
        made: list[tuple[int, dict[int, int]]] = []
        for key, value in node if isinstance(node, Mapping) else ():
            made.append((int(key.value), {self._zone(name): number for name, number in self._numbers(value)}))
        return made


def slot_names(sets: Iterable[SetDecl]) -> set[str]:
    """The names of all slots for which something is chosen."""
    rows = [node for one in sets for decl in one.setup for key, node in decl.rows.items() if str(key) == "slots"]
    items = [item for node in rows if isinstance(node, Items) for item in node if isinstance(item, Mapping)]
    named = [{key.value: value for key, value in item} for item in items]
    slots = [keys["slot"] for keys in named if "slot" in keys and "choose" in keys]
    return {slot.value for slot in slots if isinstance(slot, Scalar)}


def _words(node: object) -> list[str]:
    if isinstance(node, Scalar):
        return [node.value]
    return [item.value for item in node if isinstance(item, Scalar)] if isinstance(node, Items) else []
