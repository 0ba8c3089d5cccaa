"""What has happened, as plain records with the seats that may know each card. Text is made only when somebody reads it.

The log lies outside the state: it is not cloned and nothing in a game depends on it. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .names import Names
from .port import Machine, Place, State

EVENT, MOVED, ROW, PAID, TURN, ANSWER = "event", "moved", "row", "paid", "turn", "answer"  # sorts of records


class Item(NamedTuple):
    """One row of an event, as it was:

    the name is that of the card at the time, `mask` the seats that may know which card.
    """

    who: int
    card: int
    definition: int
    source: int
    target: int
    amount: int
    place: int
    mask: int


class Entry(NamedTuple):
    """One record.

    `sort` says which; `head` are its numbers; `items` the rows of an event; `mask` who may see the record at all.
    """

    number: int
    sort: str
    head: tuple[object, ...]
    items: tuple[Item, ...]
    mask: int


EVERYBODY = -1
PLACED = ("move", "shuffle", "close", "none")  # what committing such a row targets is a place


class Log:
    """The records of one game. A record keeps what is needed to render it later, never the state."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries: list[Entry] = list(entries)

    def __len__(self) -> int:
        return len(self.entries)

    def add(self, sort: str, head: tuple[object, ...], items: tuple[Item, ...] = (), mask: int = EVERYBODY) -> None:
        self.entries.append(Entry(len(self.entries) + 1, sort, head, items, mask))

    def cut(self, length: int) -> None:
        """Forget the records after so many (undo)."""
        del self.entries[length:]

    def copy(self) -> Log:
        return Log(self.entries)

    def plain(self) -> list[object]:
        """For a save: lists of numbers and texts."""
        return [[e.sort, list(e.head), [list(item) for item in e.items], e.mask] for e in self.entries]


class Renderer:
    """Makes sentences of records for one seat (None: for everybody who may know everything)."""

    def __init__(self, names: Names, slots: Sequence[Place]) -> None:
        self.names = names
        self.slots = slots

    def text(self, entry: Entry, seat: int | None) -> str:
        """The sentence of a record, or "" if the seat may not see it."""
        if seat is not None and not entry.mask >> seat & 1:
            return ""
        match entry.sort:
            case "event":
                return self._event(entry, seat)
            case "answer":
                who, what = entry.head[:2]
                return f"{who}: {what}"
            case "row":
                return self._row(entry, seat)
            case "paid":
                spent = ", ".join(f"{item.amount:+} {self.names.attr(item.target)}" for item in entry.items)
                who = entry.head[0] if isinstance(entry.head[0], int) else -1
                return f"{self.names.player(who)} {spent}" if spent else ""
            case "moved":
                item = entry.items[0]
                to = self.names.place(self.slots[item.target]) if 0 <= item.target < len(self.slots) else ""
                return f"{self.cards(entry.items, seat)} → {to}" if item.card >= 0 else ""
            case _:
                return ""

    def moves(self, entry: Entry, seat: int | None) -> list[dict[str, object]]:
        """The cards that changed their place in a record: those a seat does not know have neither name nor id."""
        prim = ""
        if entry.sort == EVENT and isinstance(entry.head[0], int):
            prim = self.names.image.events[entry.head[0]].prim
        if entry.sort != MOVED and prim != "move":
            return []
        return [self._move(item, seat) for item in entry.items if item.card >= 0]

    def _move(self, item: Item, seat: int | None) -> dict[str, object]:
        known = seat is None or item.mask >> seat & 1
        return {
            "card": self.names.card(item.definition) if known else None,
            "id": item.card if known else None,
            "from": self._slot(item.source),
            "to": self._slot(item.target),
        }

    def _slot(self, slot: int) -> str | None:
        return self.names.place(self.slots[slot]) if 0 <= slot < len(self.slots) else None

    def cards(self, items: Sequence[Item], seat: int | None) -> str:
        """The cards of rows as the seat knows them, equal ones counted."""
        counts: dict[str, int] = {}
        for item in items:
            if item.card < 0 and item.definition < 0:
                continue
            known = seat is None or item.mask >> seat & 1
            name = self.names.card(item.definition) if known else ""
            counts[name] = counts.get(name, 0) + 1
        parts = []
        for name, count in counts.items():
            if not name:
                parts.append("a card" if count == 1 else f"{count} cards")
            else:
                parts.append(name if count == 1 else f"{count} × {name}")
        return ", ".join(parts)

    def _event(self, entry: Entry, seat: int | None) -> str:
        kind, actor = (part if isinstance(part, int) else -1 for part in entry.head[:2])
        event = self.names.image.events[kind]
        groups: dict[tuple[int, int], list[Item]] = {}
        for item in entry.items:
            groups.setdefault((item.who, item.target), []).append(item)
        if not groups:
            return self._said(event.log or self.names.event(kind), actor, "", "", "0", "")
        sentences = []
        for (who, target), items in groups.items():
            cards = self.cards(items, seat)
            to = self.names.place(self.slots[target]) if event.prim in PLACED and 0 <= target < len(self.slots) else ""
            amount = sum(item.amount for item in items)
            template = event.log or self.names.event(kind)
            number = self._amount(event.prim, items) or str(amount)
            said = self._said(template, who if who >= 0 else actor, cards, to, number, "")
            if event.log and cards and cards not in said:
                said = f"{said}: {cards}"
            elif not event.log:
                rest = ", ".join(part for part in (cards, self._amount(event.prim, items), to) if part)
                player = self.names.player(who if who >= 0 else actor)
                said = f"{player}: {said}" if player else said
                said = f"{said} ({rest})" if rest else said
            sentences.append(said)
        return "; ".join(sentences)

    def _amount(self, prim: str, items: Sequence[Item]) -> str:
        amount = sum(item.amount for item in items)
        if prim == "points":
            attr = items[0].target
            return f"{amount:+} {self.names.attr(attr)}" if 0 <= attr < len(self.names.image.attrs) else f"{amount:+}"
        if prim == "set":
            counter = items[0].target
            known = 0 <= counter < len(self.names.image.counters)
            return f"{self.names.counter(counter)} {amount:+}" if known else f"{amount:+}"
        return ""

    def _said(self, template: str, who: int, cards: str, to: str, amount: str, subject: str) -> str:
        values = {
            "you": self.names.player(who) or "the game",
            "cards": cards or "no card",
            "card": cards or "no card",
            "to": to,
            "n": amount,
            "amount": amount,
            "subject": subject or cards,
        }
        for key, value in values.items():
            template = template.replace("{" + key + "}", value)
        return template

    def _row(self, entry: Entry, seat: int | None) -> str:
        family, attr, amount = (*entry.head, -1, 0)[:3]
        cards = self.cards(entry.items, seat)
        if family == "modifier" and isinstance(attr, int) and isinstance(amount, int) and attr >= 0:
            return f"{cards or 'some cards'} {amount:+} {self.names.attr(attr)}"
        return ""


def seen_before(machine: Machine, state: State, cards: Iterable[int]) -> dict[int, int]:
    """The seats that know some cards now; kept by a game between two records."""
    return {card: machine.known(state, card) for card in cards}
