"""Dealing a game by a set-up table: which groups take part, and where their cards lie when the game's procedure starts.

The table is data of the sets (`setup:` in set files, `Image.setups`). A table names *slots*; a row says, for a number
of
players, how many of each. What a slot counts:

    - {slot: Heroes, choose: a Hero Name, of: Hero, to: Hero Deck}               # so many groups, all their cards
    - {slot: Masterminds, choose: a Mastermind, to: Mastermind space, with: {tactics: Tactics}}
    - {slot: Henchmen, each: Henchman Groups, to: Villain Deck}                  # only so many cards of each such group
    - {slot: Bystanders, from: Bystander Stack, to: Villain Deck}                # so many cards of a pile
    - {slot: Master Strikes, deal: Master Strike, to: Villain Deck}              # so many copies of a card

`each player` gives each player cards, `stacks` fills the table's piles. Groups that a chosen card says must be there
(CardDef.musts) take a place before those that a card leads (CardDef.leads; they stay out if none is left), and these
before the rest is picked or drawn by lot. A card with another side by another name is chosen by either, and lies with
that side up. Groups added to a slot bring all their cards. Copies left over of the cards in `out`
wait in zone 1, where texts of cards take them from. Shuffling, first hands and who starts are the procedure that
plays the game, never code here. Must not know any declared word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from operator import gt

from cardwright.runtime.bytecode.image import Image, SetupDef, SlotDef
from cardwright.runtime.messages import Refused
from cardwright.runtime.state.streams import below, seeded, skip

from .names import Names
from .offering import Choice, Filling, Laid, Offering, Run, groups_of, offering
from .port import Dealt, Machine

OUT_ZONE = 1
ALL = -1
TRIES = 64
MAX_SEATS = 8
STREAMS = 4
CARDS, LOTS = 2, 3  # streams of dealing: which cards of a group or pile, which groups


@dataclass(frozen=True)
class Setup:
    """What is asked for: a table, how many players, and choices by slot (what is not chosen is drawn by lot)."""

    players: int = 2
    table: str = ""
    choose: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @classmethod
    def read(cls, data: Mapping[str, object]) -> Setup:
        """From plain data; anything but the known keys is a choice for the slot of that name."""
        players = data.get("players", 2)
        table = data.get("table", "")
        if not isinstance(players, int) or isinstance(players, bool) or not 1 <= players <= MAX_SEATS:
            raise Refused("CW838", what=f"“{players}” is no number of players")
        if not isinstance(table, str):
            raise Refused("CW831", name=table, known="")
        choices: dict[str, Sequence[str]] = {}
        nested = data.get("choose", {})
        rest = {key: value for key, value in data.items() if key not in ("players", "table", "choose", "seed", "undo")}
        for key, value in {**(nested if isinstance(nested, Mapping) else {}), **rest}.items():
            chosen = [value] if isinstance(value, str) else value
            if not isinstance(chosen, (list, tuple)) or not all(isinstance(one, str) for one in chosen):
                raise Refused("CW834", name=value, slot=key, known="names")
            choices[str(key)] = tuple(chosen)
        return cls(players, table, choices)

    def plain(self) -> dict[str, object]:
        return {
            "players": self.players,
            "table": self.table,
            "choose": {key: list(value) for key, value in self.choose.items()},
        }


@dataclass
class _Deal:
    """The deal in progress."""

    used: dict[int, int] = field(default_factory=dict)  # definition -> copies dealt
    piles: dict[int, list[Run]] = field(default_factory=dict)  # slot -> what lies there, top first

    def put(self, slot: int, definition: int, copies: int = 1) -> None:
        if copies > 0:
            self.used[definition] = self.used.get(definition, 0) + copies
            self.piles.setdefault(slot, []).append((definition, copies))

    def lay(self, laid: Laid) -> None:
        """As `put`, of many cards at once."""
        piles, used = self.piles, self.used
        for slot, cards in laid.piles.items():
            if slot in piles:
                piles[slot] += cards
            else:
                piles[slot] = list(cards)
        if used.keys().isdisjoint(laid.used):
            used.update(laid.used)
        else:
            for definition, copies in laid.used.items():
                used[definition] = used.get(definition, 0) + copies


def find_table(image: Image, names: Names, name: str) -> SetupDef | None:
    """The table of that name; without a name the default one, or the only one."""
    return names.tables.get(name.lower())


def table_of(image: Image, names: Names, name: str) -> SetupDef:
    """As `find_table`. Refused: there is none."""
    found = find_table(image, names, name)
    if found is not None:
        return found
    known = ", ".join(names.plain(one.name) for one in image.setups) or "none"
    raise Refused("CW831", name=name, known=known)


@dataclass(frozen=True)
class Settled:
    """A set-up with nothing left to lot. `setup`: the same seed deals the same game by it, whatever else the sets
    offer; `row`: that of the table, as chosen cards change it; `chosen`: the groups that take part, by choosing slot.
    """

    setup: Setup
    table: SetupDef
    label: str
    row: dict[int, int]
    chosen: dict[int, list[int]]


def deal(machine: Machine, names: Names, setup: Setup, seed: int) -> tuple[Dealt, ...]:
    """The cards of a game in the order they lie. Refused: as by `settle` and `piles`."""
    laid = piles(machine, names, settle(machine.image, names, setup, seed), seed)
    return tuple([Dealt(card, slot) for slot in sorted(laid) for card, copies in laid[slot] for _ in range(copies)])


def piles(machine: Machine, names: Names, settled: Settled, seed: int) -> dict[int, list[Run]]:
    """What lies in each slot when a game begins, top first.

    Refused: a set-up that the sets at hand cannot fill, naming the number.
    """
    image = machine.image
    setup, table, label, row, chosen = settled.setup, settled.table, settled.label, settled.row, settled.chosen
    streams = seeded(seed, STREAMS)
    made = _Deal()
    offer = offering(image, names, table)
    if setup.players not in offer.begun:
        offer.begun[setup.players] = _stacks(machine, table, setup.players)
        offer.fillings = tuple([_filling(machine, at, slot) for at, slot in enumerate(table.slots)])
    made.lay(offer.begun[setup.players])
    for filling in offer.fillings:
        wanted = _fill(machine, names, table, offer, filling, row, chosen, made, streams)
        if wanted is not None:
            name = names.plain(filling.slot.name)
            raise Refused("CW833", table=label, players=setup.players, slot=name, wanted=wanted[0], there=wanted[1])
    for definition in table.out:
        left = image.cards[definition].copies - made.used.get(definition, 0)
        made.put(machine.slot(OUT_ZONE, -1), definition, left)
    _check(machine.image, names, setup, made, label)
    for zone, least in table.least.items():
        there = sum(copies for _, copies in made.piles.get(machine.slot(zone, -1), ()))
        if there < least:
            raise Refused("CW833", table=label, players=setup.players, slot=names.zone(zone), wanted=least, there=there)
    return made.piles


def settle(image: Image, names: Names, setup: Setup, seed: int) -> Settled:
    """Lot what a set-up leaves open. Refused: a set-up that cannot be dealt by its table."""
    table = table_of(image, names, setup.table)
    label = names.plain(table.name)
    printed = table.rows.get(setup.players)
    if printed is None:
        raise Refused(
            "CW832", table=label, players=setup.players, known=", ".join(str(n) for n in sorted(table.rows)) or "none"
        )
    offer = offering(image, names, table)
    for key in setup.choose:
        if key.lower() not in offer.slots or offer.slots[key.lower()].how != "choose":
            known = ", ".join(names.plain(slot.name) for slot in table.slots if slot.how == "choose") or "none"
            raise Refused("CW837", name=key, table=label, known=known)
    streams = seeded(seed, STREAMS)
    first: Refused | None = None
    for _ in range(TRIES):  # what the lot falls on may not go with what was wished for: then it falls anew
        row = dict(printed)  # a chosen card may change how many groups of a later slot take part
        try:
            chosen = _choose(image, names, table, offer, row, setup, streams, label)
        except Refused as refused:
            if refused.code not in ("CW833", "CW839"):
                raise
            first = first or refused
            continue
        choices = {choice.name: tuple([choice.plain[group] for group in chosen[choice.at]]) for choice in offer.choices}
        return Settled(Setup(setup.players, label, choices), table, label, row, chosen)
    assert first is not None
    raise first


def _choose(
    image: Image,
    names: Names,
    table: SetupDef,
    offer: Offering,
    row: dict[int, int],
    setup: Setup,
    streams: list[int],
    label: str,
) -> dict[int, list[int]]:
    """The groups of each choosing slot, by its place in the table."""
    wishes = {key.lower(): value for key, value in setup.choose.items()} if setup.choose else {}
    chosen: dict[int, list[int]] = {}
    musts: list[int] = []
    led: list[int] = []
    worded: list[tuple[int, int, tuple[int, ...]]] = []
    bearing: list[tuple[int, int, int]] = []
    for choice in offer.choices:
        slot, name, groups, first = choice.slot, choice.name, choice.groups, choice.first
        number = row.get(slot.name, 0)
        picked = _wished(names, choice, wishes[choice.key]) if choice.key in wishes else []
        if number == ALL:
            number = len(first)
        if len(picked) > number:
            raise Refused("CW836", slot=name, wanted=number, there=len(picked))
        if number > len(first):
            raise Refused("CW833", table=label, players=setup.players, slot=name, wanted=number, there=len(first))
        needed = [group for group in dict.fromkeys(musts) if group in groups] if musts else []
        if len(needed) > number:
            raise Refused("CW833", table=label, players=setup.players, slot=name, wanted=len(needed), there=number)
        for group in led if table.leads else ():  # what must be there comes first; without a place it stays out
            if group in groups and group not in needed and len(needed) < number:
                needed.append(group)
        missing = [group for group in needed if group not in picked] if needed else []
        if len(picked) + len(missing) > number:
            raise Refused("CW839", slot=name, name=", ".join(names.plain(group) for group in needed))
        picked += missing
        rest = list(first)
        if picked:
            fronts = choice.fronts
            there = [fronts[group] for group in picked]
            rest = [group for group in first if fronts[group] not in there]
        for kind, wanted_words, words in worded:
            if kind == slot.kind:
                rest = _worded(names, picked, rest, number, wanted_words, words, streams, name)
        for kind, least, icon in bearing:
            if kind == slot.kind:
                _bearing(image, names, choice, picked, rest, number, least, icon, streams)
        for _ in range(number - len(picked)):
            if not rest:
                raise Refused("CW833", table=label, players=setup.players, slot=name, wanted=number, there=len(picked))
            picked.append(rest.pop(below(streams, LOTS, len(rest))))
        chosen[choice.at] = picked
        for group in picked:
            asks = choice.asks[group]
            led += asks.leads
            musts += asks.musts
            worded += asks.words
            bearing += asks.bearing
            for card in asks.wanting:
                _wanted(image, table.slots[choice.at + 1 :], row, card, setup.players)
    return chosen


def _wished(names: Names, choice: Choice, wanted: Sequence[str]) -> list[int]:
    """The groups that are asked for by name. Refused: one there is not, or one card twice."""
    picked: list[int] = []
    groups = choice.groups
    by_name = {names.plain(group).lower(): group for group in groups}
    for wish in wanted:
        if wish.lower() not in by_name:
            known = ", ".join(sorted(names.plain(group) for group in groups)) or "none"
            raise Refused("CW834", name=wish, slot=choice.name, known=known)
        group = by_name[wish.lower()]
        if any(choice.fronts[group] == choice.fronts[other] for other in picked):
            raise Refused("CW835", name=wish, slot=choice.name)
        picked.append(group)
    return picked


def _worded(
    names: Names,
    picked: list[int],
    rest: list[int],
    number: int,
    wanted: int,
    words: tuple[int, ...],
    streams: list[int],
    slot: str,
) -> list[int]:
    """Pick by lot what is missing of so many groups with one of these words in their names; the groups that are left,
    none of which has one.
    """
    said = [re.compile(rf"\b{re.escape(names.plain(word))}\b") for word in words]

    def has(group: int) -> bool:
        return any(one.search(names.plain(group)) for one in said)

    those = [group for group in rest if has(group)]
    missing = wanted - sum(has(group) for group in picked)
    if missing < 0 or missing > len(those) or len(picked) + missing > number:
        called = " or ".join(f"“{names.plain(word)}”" for word in words)
        raise Refused("CW840", slot=slot, wanted=wanted, words=called)
    for _ in range(missing):
        picked.append(those.pop(below(streams, LOTS, len(those))))
    return [group for group in rest if not has(group)]


def _bearing(
    image: Image,
    names: Names,
    choice: Choice,
    picked: list[int],
    rest: list[int],
    number: int,
    least: int,
    icon: int,
    streams: list[int],
) -> None:
    """Pick by lot what is missing of so many groups all of whose cards have an icon."""

    def has(group: int) -> bool:
        return all(icon in image.cards[card].icons for card in choice.groups[group])

    missing = max(0, least - sum(has(group) for group in picked))
    those = [group for group in rest if has(group)]
    if missing > len(those) or len(picked) + missing > number:
        raise Refused("CW844", slot=choice.name, wanted=least, icon=names.plain(image.icons[icon].name))
    for _ in range(missing):
        one = those.pop(below(streams, LOTS, len(those)))
        rest.remove(one)
        picked.append(one)


def _wanted(image: Image, slots: Sequence[SlotDef], row: dict[int, int], card: int, players: int) -> None:
    """A chosen card changes how many groups the first later slot of a kind has; how many more there are than usual
    is kept below its slot's name.
    """
    for kind, number, added, low, high in image.cards[card].wants:
        slot = next((slot for slot in slots if slot.how == "choose" and slot.kind == kind), None)
        if slot is not None and low <= players <= high and row.get(slot.name, 0) != ALL:
            row[slot.name] = row.get(slot.name, 0) + number if added else number
            if added:
                row[_more(slot)] = row.get(_more(slot), 0) + number


def _more(slot: SlotDef) -> int:
    """The key of a row under which the number of added groups of a slot is kept: no name has it."""
    return -1 - slot.name


def _stacks(machine: Machine, table: SetupDef, players: int) -> Laid:
    """The cards of each player and of the table that no slot deals."""
    made = _Deal()
    for definition, zone, count in table.own:
        for seat in range(players):
            made.put(machine.slot(zone, seat), definition, count)
    for definition, zone, count in table.stacks:
        left = machine.image.cards[definition].copies - made.used.get(definition, 0)
        made.put(machine.slot(zone, -1), definition, left if count == ALL else count)
    return Laid(made.piles, made.used)


def _filling(machine: Machine, at: int, slot: SlotDef) -> Filling:
    target = machine.slot(slot.to, -1) if slot.to >= 0 else -1
    return Filling(at, slot, target, machine.slot(slot.ref, -1) if slot.how == "pile" else -1)


def _fill(
    machine: Machine,
    names: Names,
    table: SetupDef,
    offer: Offering,
    filling: Filling,
    row: Mapping[int, int],
    chosen: Mapping[int, list[int]],
    made: _Deal,
    streams: list[int],
) -> tuple[int, int] | None:
    """Put the cards of one slot where they go; how many it wants and how many there are, if that is too few."""
    at, slot, target, source = filling
    image = machine.image
    number = row.get(slot.name, 0)
    if slot.how == "choose":
        limited = False
        for other in offer.limits[at]:
            limited = limited or row.get(other, 0) != ALL
        laid = offer.laid
        for group in chosen[at]:
            key = (at, group, limited)
            if key not in laid:
                laid[key] = _laid(machine, slot, groups_of(names, slot)[group], limited, target)
            made.lay(laid[key])
    elif slot.how == "each":
        if number == ALL:
            return None
        groups = groups_of(names, table.slots[slot.ref])
        usual = len(chosen[slot.ref]) - row.get(_more(table.slots[slot.ref]), 0)
        for place, group in enumerate(chosen[slot.ref]):
            runs = [(card, image.cards[card].copies) for card in groups[group]]
            if place < usual:  # an added group brings all it has
                there = sum(copies for _, copies in runs)
                if number > there:
                    return number, there
                runs = _taken(runs, number, streams)
            for card, copies in runs:
                made.put(target, card, copies)
    elif slot.how == "pile":
        pile = made.piles.get(source, [])
        there = sum([copies for _, copies in pile])
        wanted = there if number == ALL else number
        if wanted > there:
            return wanted, there
        if wanted:
            made.piles.setdefault(target, []).extend(_taken(pile, wanted, streams))
    elif slot.how == "deal":
        left = image.cards[slot.ref].copies - made.used.get(slot.ref, 0)
        wanted = left if number == ALL else number
        if wanted > left:
            return wanted, left
        made.put(target, slot.ref, wanted)
    return None


def _taken(pile: list[Run], wanted: int, streams: list[int]) -> list[Run]:
    """Take so many cards by lot out of a pile."""
    if len(pile) == 1:  # all are alike: it does not matter which the lot falls on
        definition, there = pile[0]
        skip(streams, CARDS, wanted)
        pile[:] = [(definition, there - wanted)] if wanted < there else []
        return [(definition, wanted)]
    cards = [definition for definition, copies in pile for _ in range(copies)]
    taken = [(cards.pop(below(streams, CARDS, len(cards))), 1) for _ in range(wanted)]
    pile[:] = [(definition, 1) for definition in cards]
    return taken


def _laid(machine: Machine, slot: SlotDef, group: Sequence[int], limited: bool, target: int) -> Laid:
    """All cards of a group, or only their parts, where they go."""
    image = machine.image
    made = _Deal()
    for definition in group:
        side = image.cards[definition].side_of
        card = image.cards[side if side >= 0 else definition]
        if not limited:
            made.put(target, definition, card.copies)
        for part, zone in slot.parts:
            for piece in card.parts.get(part, ()):
                made.put(machine.slot(zone, -1), piece, image.cards[piece].copies)
    return Laid(made.piles, made.used)


def _check(image: Image, names: Names, setup: Setup, made: _Deal, label: str) -> None:
    """No card has more copies in the game than it has."""
    if not any(map(gt, made.used.values(), map(names.copies.__getitem__, made.used))):
        return
    for definition, used in made.used.items():
        side = image.cards[definition].side_of
        card = image.cards[side if side >= 0 else definition]
        if used > card.copies:
            raise Refused(
                "CW833",
                table=label,
                players=setup.players,
                slot=names.card(definition),
                wanted=used,
                there=card.copies,
            )


def sums(machine: Machine, names: Names, setup: Setup, cards: Sequence[Dealt]) -> list[str]:
    """Where a deal differs from the sums its table gives for groups of the usual size; for whoever writes tables."""
    table = table_of(machine.image, names, setup.table)
    found: list[str] = []
    for zone, wanted in table.checks.get(setup.players, {}).items():
        there = sum(card.slot == machine.slot(zone, -1) for card in cards)
        if there != wanted:
            found.append(f"{names.zone(zone)}: {there} cards, not {wanted}")
    return found
