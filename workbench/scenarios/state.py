"""Comparing a state with what is expected of it, written as in `given`. Must not know any declared word."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardwright.runtime.play.port import State

from .model import Plain
from .world import Unknown, World

_REST = "..."


def check_state(world: World, state: State, wanted: dict[str, Plain]) -> list[str]:
    """The complaints: one for each thing that is not as expected."""
    found: list[str] = []
    for key, value in wanted.items():
        seat = world.seat(key)
        if seat is not None:
            found += _player(world, state, seat, value)
            continue
        place = world.table_key(key)
        if place is None:
            found += _card(world, state, key, value)
            continue
        what, at, index = place
        if what == "counter":
            now = world.machine.counter(state, at, -1)
            found += [] if now == value else [f"{key}: expected {value}, found {now}"]
        else:
            first = world.machine.slot(at, -1)
            row = world.machine.row(first)
            if what == "space":
                found += _place(world, state, key, [row[index]], at, value)
            elif isinstance(value, dict) and all((world.table_key(k) or ("",))[0] == "space" for k in value):
                for space, cards in value.items():
                    spot = world.table_key(space)
                    slot = row[spot[2]] if spot is not None else first
                    found += _place(world, state, space, [slot], at, cards)
            else:
                found += _place(world, state, key, list(row), at, value)
    return found


def _player(world: World, state: State, seat: int, wanted: Plain) -> list[str]:
    if not isinstance(wanted, dict):
        return [f"P{seat + 1} takes zones and points"]
    if seat >= state.players:
        return [f"there is no P{seat + 1}"]
    found: list[str] = []
    for key, value in wanted.items():
        place = world.player_key(key)
        if place is None:
            raise Unknown(f"“{key}” is no zone and no kind of points of a player", key, world.of_player)
        what, at = place
        if what == "zone":
            found += _place(world, state, f"P{seat + 1} {key}", [world.machine.slot(at, seat)], at, value)
        else:
            found += _points(world, state, seat, key, at, value)
    return found


def _points(world: World, state: State, seat: int, key: str, attr: int, wanted: Plain) -> list[str]:
    rows = [row for row in world.machine.points(state, seat) if row[0] == attr]
    if isinstance(wanted, dict):
        found: list[str] = []
        for name, amount in wanted.items():
            label = "" if name == "none" else name.lower()
            now = sum(row[1] for row in rows if world.names.plain(row[2]).lower() == label)
            found += [] if now == amount else [f"P{seat + 1} {key} of {name}: expected {amount}, found {now}"]
        return found
    total = sum(row[1] for row in rows)
    return [] if total == wanted else [f"P{seat + 1} {key}: expected {wanted}, found {total}"]


def _place(world: World, state: State, key: str, slots: Sequence[int], zone: int, wanted: Plain) -> list[str]:
    """Cards of places: exactly these; in order for a stack, by space for a row that names empty ones."""
    machine, names = world.machine, world.names
    now: list[str | None] = []
    cards: list[int] = []
    for slot in slots:
        here = list(machine.cards_in(state, slot))
        cards += here
        now += [names.card(machine.definition(state, card)) for card in here] or ([None] if len(slots) > 1 else [])
    present = [name for name in now if name is not None]
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        there = f"{len(present)} ({', '.join(present)})" if present else "none"
        return [] if len(present) == wanted else [f"{key}: expected {wanted} cards, found {there}"]
    items = wanted if isinstance(wanted, list) else [] if wanted is None else [wanted]
    texts, holds = _expected(world, items)
    if len(slots) > 1 and None in texts:
        padded = texts + [None] * (len(now) - len(texts))
        fine = padded == now
    else:
        named = [text for text in texts if text is not None]
        ordered = names.image.zones[zone].order == "stack" or len(slots) > 1
        fine = _same(named, present, ordered)
    if not fine:
        shown = [name or "null" for name in now] if None in texts else present
        asked = ", ".join("null" if text is None else text for text in texts)
        return [f"{key}: expected [{asked}], found [{', '.join(shown)}]"]
    found: list[str] = []
    for name, below in holds:
        hosts = [card for card in cards if names.card(machine.definition(state, card)) == name]
        held = [[names.card(machine.definition(state, other)) for other in machine.held(state, host)] for host in hosts]
        if not any(_same(below, one, False) for one in held):
            there = ", ".join(f"[{', '.join(one)}]" for one in held) or f"no {name}"
            found.append(f"{key}: what {name} holds: expected [{', '.join(below)}], found {there}")
    return found


def _expected(world: World, items: Sequence[Plain]) -> tuple[list[str | None], list[tuple[str, list[str]]]]:
    """Names (None: empty space) and what some of them hold."""
    texts: list[str | None] = []
    holds: list[tuple[str, list[str]]] = []
    for item in items:
        if isinstance(item, dict):
            for name, value in item.items():
                shown = world.names.card(world.card(name))
                if isinstance(value, int) and not isinstance(value, bool):
                    texts += [shown] * value
                else:
                    texts.append(shown)
                    below = value if isinstance(value, list) else [value]
                    holds.append((shown, [world.names.card(world.card(str(one))) for one in below if one is not None]))
        elif item is None:
            texts.append(None)
        else:
            texts.append(_REST if item in (_REST, "…") else world.names.card(world.card(str(item))))
    return texts, holds


def _same(wanted: Sequence[str], now: Sequence[str], ordered: bool) -> bool:
    open_end = _REST in wanted
    names = [name for name in wanted if name != _REST]
    if ordered:
        return list(now[: len(names)]) == names if open_end else list(now) == names
    missing = Counter(names) - Counter(now)
    extra = Counter(now) - Counter(names)
    return not missing and (open_end or not extra)


def _card(world: World, state: State, key: str, wanted: Plain) -> list[str]:
    """`Mauler: {Attack: 7, in: Bank, holds: [Bystander], is: Villain}`: one copy of it is so."""
    if not world.has_card(key):
        raise Unknown(f"“{key}” is no zone, space, counter or card", key, [*world.of_table, *world.cards])
    if not isinstance(wanted, dict):
        raise Unknown(f"{key} takes numbers of the card, `in`, `holds`, `is`")
    machine = world.machine
    definition = world.card(key)
    copies = [card for card in range(machine.count_cards(state)) if machine.definition(state, card) == definition]
    if not copies:
        return [f"{key}: there is none"]
    complaints = [_one_card(world, state, key, card, wanted) for card in copies]
    return min(complaints, key=len)


def _one_card(world: World, state: State, key: str, card: int, wanted: dict[str, Plain]) -> list[str]:
    machine, names = world.machine, world.names
    found: list[str] = []
    for part, value in wanted.items():
        if part == "in":
            place = names.place(machine.slots(state)[machine.slot_of(state, card)])
            fine = str(value).lower() in (
                place.lower(),
                names.zone(machine.slots(state)[machine.slot_of(state, card)].zone).lower(),
            )
            found += [] if fine else [f"{key} in: expected {value}, found {place}"]
        elif part == "holds":
            held = [names.card(machine.definition(state, other)) for other in machine.held(state, card)]
            below = [names.card(world.card(str(one))) for one in (value if isinstance(value, list) else [value])]
            found += (
                []
                if _same(below, held, False)
                else [f"{key} holds: expected [{', '.join(below)}], found [{', '.join(held)}]"]
            )
        elif part in ("is", "is not"):
            for one in value if isinstance(value, list) else [value]:
                kind = world.kind(str(one))
                if kind is None:
                    kinds = [world.names.kind(at) for at in range(len(world.image.kinds))]
                    raise Unknown(f"there is no kind “{one}”", str(one), kinds)
                found += (
                    []
                    if machine.isa(state, card, kind) == (part == "is")
                    else [f"{key} {part} {one}: it {'is not' if part == 'is' else 'is'}"]
                )
        else:
            attr = world.attr(part)
            if attr is None:
                raise Unknown(f"cards have no “{part}”", part, map(world.names.attr, world.attrs.values()))
            now = machine.number(state, card, attr)
            found += [] if now == value else [f"{key} {part}: expected {value}, found {now}"]
    return found
