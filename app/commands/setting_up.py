"""Set-ups from arguments: what takes part, by the kind of card it is chosen for, and who sits where.

An unknown name is wrong use and gets suggestions; a set-up that cannot be dealt is refused by the game, which names the
number that is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import typer

from cardwright.dsl.diagnostics import nearest
from cardwright.runtime.bots import BOTS
from cardwright.runtime.bytecode.image import Image, SetupDef, SlotDef
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game
from cardwright.runtime.play.names import Names
from cardwright.runtime.play.offering import groups_of
from cardwright.runtime.play.setup import table_of

# The options of `play` and the kind of card each chooses groups of; --choose serves every other slot.
KINDS = {
    "--mastermind": "Mastermind",
    "--scheme": "Scheme",
    "--villains": "Villain",
    "--henchmen": "Henchman",
    "--hero": "Hero",
}
MOST_KNOWN = 12


def chosen_slots(
    image: Image, table: str, by_option: Mapping[str, Sequence[str]], by_slot: Sequence[str]
) -> dict[str, list[str]]:
    """The choices of a set-up by slot of its table."""
    names = Names(image)
    if not any(by_option.values()) and not by_slot:
        return {}
    setup = _table(image, names, table)
    found: dict[str, list[str]] = {}
    for option, wanted in by_option.items():
        if wanted:
            slot = _slot_of(names, setup, option)
            found.setdefault(names.plain(slot.name), []).extend(_known(names, slot, wish) for wish in wanted)
    for given in by_slot:
        name, equals, wish = given.partition("=")
        if not equals or not wish:
            raise typer.BadParameter(f"“{given}” is no choice: say SLOT=NAME", param_hint="--choose")
        slot = _slot_named(names, setup, name)
        found.setdefault(names.plain(slot.name), []).append(_known(names, slot, wish))
    return found


def _table(image: Image, names: Names, name: str) -> SetupDef:
    try:
        return table_of(image, names, name)
    except Refused as refused:
        refuse(refused)
        raise typer.Exit(1) from None


def _choosing(setup: SetupDef) -> list[SlotDef]:
    return [slot for slot in setup.slots if slot.how == "choose"]


def _slot_of(names: Names, setup: SetupDef, option: str) -> SlotDef:
    for slot in _choosing(setup):
        if names.kind(slot.kind) == KINDS[option]:
            return slot
    raise typer.BadParameter(f"“{names.plain(setup.name)}” chooses no {KINDS[option]}", param_hint=option)


def _slot_named(names: Names, setup: SetupDef, name: str) -> SlotDef:
    slots = {names.plain(slot.name): slot for slot in _choosing(setup)}
    for known, slot in slots.items():
        if known.casefold() == name.strip().casefold():
            return slot
    raise typer.BadParameter(
        f"“{names.plain(setup.name)}” has no slot “{name}” to choose; it has {', '.join(slots) or 'none'}",
        param_hint="--choose",
    )


def _known(names: Names, slot: SlotDef, wish: str) -> str:
    """The group of that name; wrong use, with suggestions, if there is none."""
    groups = [names.plain(group) for group in groups_of(names, slot)]
    for group in groups:
        if group.casefold() == wish.strip().casefold():
            return group
    for number, cards in groups_of(names, slot).items():
        for card in cards:
            if names.card(card).casefold() == wish.strip().casefold():
                said = f"“{names.card(card)}” is a card of “{names.plain(number)}”"
                raise typer.BadParameter(f"{said}; did you mean “{names.plain(number)}”?")
    near = nearest(wish, groups)
    if near:
        hint = f"did you mean {' or '.join(f'“{one}”' for one in near)}?"
    elif groups:
        more = f" and {len(groups) - MOST_KNOWN} more" if len(groups) > MOST_KNOWN else ""
        hint = f"there are: {', '.join(sorted(groups)[:MOST_KNOWN])}{more}"
    else:
        hint = "these sets have none"
    raise typer.BadParameter(f"there is no “{wish}” among {names.plain(slot.name)}; {hint}")


def seats_of(given: Sequence[str], players: int, *, rest: str = "") -> dict[int, str]:
    """Bots by seat: “2=greedy”, “P2=greedy”, or the name alone for every seat. `rest`: for the seats not named."""
    seats = dict.fromkeys(range(players), rest) if rest else {}
    for one in given:
        where, equals, name = one.rpartition("=")
        if name not in BOTS:
            near = nearest(name, list(BOTS))
            hint = f"did you mean “{near[0]}”?" if near else f"there are: {', '.join(BOTS)}"
            raise typer.BadParameter(f"there is no bot “{name}”; {hint}", param_hint="--bot")
        if not equals:
            seats.update(dict.fromkeys(range(players), name))
            continue
        number = where.strip().upper().removeprefix("P")
        if not number.isdigit() or not 1 <= int(number) <= players:
            raise typer.BadParameter(f"there is no seat “{where}”; seats go from 1 to {players}", param_hint="--bot")
        seats[int(number) - 1] = name
    return seats


def deal(image: Image, setup: Mapping[str, object], seed: int, undo: str) -> Game:
    """A new game; a set-up that cannot be dealt ends the command with its reason, and with tables that can."""
    try:
        return Game.new(image, setup, seed, undo=undo)
    except Refused as refused:
        refuse(refused)
        if refused.code in ("CW832", "CW833"):
            others = [name for name in _tables(image) if _can(image, {**setup, "table": name}, seed)]
            if others:
                ways = ", ".join(f'--table "{name}"' for name in others)
                typer.echo(f"  = tables that can be dealt: {ways}", err=True)
        raise typer.Exit(1) from None


def refuse(refused: Refused) -> None:
    """Say why something was refused."""
    typer.echo(f"error[{refused.code}]: {refused.message}\n  = {refused.way_out}", err=True)


def _tables(image: Image) -> list[str]:
    names = Names(image)
    return [names.plain(setup.name) for setup in image.setups]


def _can(image: Image, setup: Mapping[str, object], seed: int) -> bool:
    try:
        Game.new(image, setup, seed, log=False)
    except Refused:
        return False
    return True
