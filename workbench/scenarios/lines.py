"""What the log offers for matching: one line per row of an event, with its names, numbers and words.

Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardwright.runtime.play.log import Entry, Item
from cardwright.runtime.play.port import Place

from .phrases import Line
from .world import World


def lines_of(world: World, entries: Sequence[Entry], slots: Sequence[Place]) -> Iterator[Line]:
    """The lines of the log, in order."""
    for entry in entries:
        if entry.sort == "event":
            yield from _event(world, entry, slots)
        elif entry.sort == "row":
            yield from _row(world, entry)


def _event(world: World, entry: Entry, slots: Sequence[Place]) -> Iterator[Line]:
    names = world.names
    kind, actor, cause = (part if isinstance(part, int) else -1 for part in (*entry.head, -1, -1)[:3])
    event = world.image.events[kind]
    for item in entry.items or (Item(actor, -1, -1, -1, -1, 0, 0, -1),):
        line = Line(names.event(kind))
        line.say(names.event(kind))
        line.say(event.log)
        who = item.who if item.who >= 0 else actor
        if who >= 0:
            line.name(names.player(who))
        if item.definition >= 0:
            line.name(names.card(item.definition))
        line.numbers.update((item.amount, sum(1 for other in entry.items if other.who == item.who)))
        if event.prim == "points":
            if 0 <= item.target < len(world.image.attrs):
                line.name(names.attr(item.target))
        elif event.prim == "set":
            if 0 <= item.target < len(world.image.counters):
                line.name(names.counter(item.target))
        else:
            for slot in (item.source, item.target):
                if 0 <= slot < len(slots):
                    _place(world, line, slots[slot])
        _ = cause
        line.text = f"{names.event(kind)}: {', '.join(sorted(line.names))} {sorted(line.numbers)}"
        yield line


def _place(world: World, line: Line, place: Place) -> None:
    line.name(world.names.place(place))
    line.name(world.names.zone(place.zone))
    if place.owner >= 0:
        line.name(world.names.player(place.owner))


def _row(world: World, entry: Entry) -> Iterator[Line]:
    family, attr, amount = (*entry.head, "", -1, 0)[:3]
    if family != "modifier" or not isinstance(attr, int) or not isinstance(amount, int):
        return
    for item in entry.items:
        line = Line("")
        if item.definition >= 0:
            line.name(world.names.card(item.definition))
        line.numbers.update((amount, abs(amount)))
        if 0 <= attr < len(world.image.attrs):
            line.name(world.names.attr(attr))
        line.words.update(("gets", "get", "has"))
        line.text = f"{', '.join(sorted(line.names))} {amount:+}"
        yield line
