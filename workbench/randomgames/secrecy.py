"""The test of secrecy: what a seat does not know can be anything else, and the seat sees no difference.

At a question, the cards a seat does not know change places among the places where it does not know them. Its view, its
refusals and the events since the last question must stay byte-equal. Must not know any declared word.
"""

from __future__ import annotations

import json
from dataclasses import asdict

from cardwright.runtime.play.game import Game
from cardwright.runtime.play.log import Entry, Item, Log
from cardwright.runtime.state.streams import seeded, shuffle


def seen_by(game: Game, seat: int, since: int) -> str:
    """All a seat gets, as text."""
    parts = {
        "view": game.view(seat),
        "refusals": [asdict(one) for one in game.refusals(seat)],
        "events": game.events(since, seat),
    }
    return json.dumps(parts, sort_keys=True, default=str)


def differs(game: Game, seat: int, since: int, seed: int) -> str:
    """ "" if a permutation of unknown cards makes no difference to a seat, else the first place where it does."""
    before = seen_by(game, seat, since)
    other = game.clone()
    mapping = permute(other, seat, seed)
    if game.log is not None:
        other.log = _mapped(game.log, seat, mapping, other)
    after = seen_by(other, seat, since)
    if before == after:
        return ""
    at = next((i for i, (one, two) in enumerate(zip(before, after, strict=False)) if one != two), len(before))
    return f"seat {seat}: …{before[max(0, at - 80) : at + 40]}… became …{after[max(0, at - 80) : at + 40]}…"


def permute(game: Game, seat: int, seed: int) -> dict[int, int]:
    """Change the places of the cards a seat does not know; which card lies now where another one lay."""
    machine, state = game.machine, game.state
    hidden = [card for card in range(machine.count_cards(state)) if not machine.known(state, card) >> seat & 1]
    shuffled = hidden[:]
    shuffle(seeded(seed, 1), 0, shuffled)
    mapping = dict(zip(hidden, shuffled, strict=True))
    machine.permute(state, mapping, seat)
    game.look()
    return mapping


def _mapped(log: Log, seat: int, mapping: dict[int, int], game: Game) -> Log:
    """The log as it would be if the other cards had lain there."""
    made = Log()
    for entry in log.entries:
        items = tuple(_item(item, seat, mapping, game) for item in entry.items)
        made.entries.append(Entry(entry.number, entry.sort, entry.head, items, entry.mask))
    return made


def _item(item: Item, seat: int, mapping: dict[int, int], game: Game) -> Item:
    if item.card < 0 or item.mask >> seat & 1 or item.card not in mapping:
        return item
    card = mapping[item.card]
    return item._replace(card=card, definition=game.machine.definition(game.state, card))
