"""Set-up texts of Schemes, in games that are dealt: how many groups, which must be there, what is done for a name."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from .table import HEROES, Dealt, image_of, text

TERM = """terms:
  - term: Dear One
    plural: Dear Ones
    of: {name: a Hero Name}
    is: a Bystander captured by a set-aside Hero with {name}
"""


def heroes(dealt: Dealt) -> set[str]:
    places = ("Hero Deck", "HQ", "side pile")
    return {dealt.name(card).split(" ")[0] for place in places for card in dealt.zone(place)} & set(HEROES)


@pytest.mark.parametrize(
    ("said", "players", "groups"),
    [
        ("8 Twists.", 1, 3),
        ("8 Twists. 5 Heroes.", 1, 5),
        ("8 Twists. An extra Hero.", 1, 4),
        ("8 Twists. Two extra Heroes.", 1, 5),
        ("8 Twists. 1 player: 4 Heroes. 2-5 players: 6 Heroes.", 1, 4),
        ("8 Twists. 1 player: 4 Heroes. 2-5 players: 6 Heroes.", 2, 6),
    ],
)
def test_how_many_heroes_take_part(tmp_path: Path, said: str, players: int, groups: int) -> None:
    image = image_of(tmp_path, text(said))
    for seed in (1, 2):
        assert len(heroes(Dealt(image, players, seed)) | core_heroes(Dealt(image, players, seed))) == groups


def core_heroes(dealt: Dealt) -> set[str]:
    """Hero Names of core's own Heroes that were dealt, by their group."""
    groups = {dealt.printed(card).group for card in dealt.zone("Hero Deck") + dealt.zone("HQ")}
    return {dealt.image.names[group] for group in groups} - set(HEROES)


def test_a_group_that_must_be_there(tmp_path: Path) -> None:
    image = image_of(tmp_path, text("8 Twists. Always include Rooks as one of the Villain Groups."))
    for seed in range(6):
        names = Counter(Dealt(image, 1, seed).name(card) for card in Dealt(image, 1, seed).zone("Villain Deck"))
        assert names["Rook"] >= 3, names


def test_random_heroes_in_the_villain_deck(tmp_path: Path) -> None:
    image = image_of(tmp_path, text("8 Twists. Shuffle 12 random Heroes from the Hero Deck into the Villain Deck."))
    dealt = Dealt(image, 1, 3)
    kinds = dealt.image.kinds
    hero = next(i for i, kind in enumerate(kinds) if dealt.image.names[kind.name] == "core:Hero")
    places = dealt.zone("Villain Deck") + dealt.zone("city") + dealt.zone("KO pile") + dealt.zone("resolving")
    there = [card for card in places if dealt.printed(card).kind == hero]
    assert 11 <= len(there) <= 12


def test_for_each_hero_name_one_of_its_cards_is_set_aside(tmp_path: Path) -> None:
    said = (
        "8 Twists. Add an extra Hero. No two Heroes share a Hero Name. For each Hero Name, set aside one of its "
        "lowest-cost cards and put two Bystanders under it as its Dear Ones."
    )
    dealt = Dealt(image_of(tmp_path, text(said, TERM)), 1, 5)
    aside = dealt.zone("side pile")
    machine, state = dealt.game.machine, dealt.game.state
    groups = [dealt.printed(card).group for card in aside]
    assert len(aside) == 4 and len(set(groups)) == 4
    cost = next(i for i, name in enumerate(dealt.image.attrs) if dealt.image.names[name] == "core:cost")
    for card in aside:
        assert [dealt.name(held) for held in machine.held(state, card)] == ["Bystander", "Bystander"]
        own = dealt.printed(card)
        same = [c for c in dealt.image.cards if c.group == own.group and c.copies]
        assert own.numbers[cost] == min(c.numbers[cost] for c in same)
