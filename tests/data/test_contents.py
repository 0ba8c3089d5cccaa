"""Rules of the base game that its data are (`proof: data`), compared with what the rulebook says. Runs no game."""

from __future__ import annotations

from collections import Counter
from functools import cache

from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.source import bundled
from cardwright.dsl.words import Card, SetDecl

# C-2.1: zone -> whose, in which order, who sees its cards
ZONES = {
    "deck": ("player", "stack", "nobody"),
    "hand": ("player", "none", "owner"),
    "play area": ("player", "none", "all"),
    "discard pile": ("player", "none", "all"),
    "Victory Pile": ("player", "none", "all"),
    "Hero Deck": ("table", "stack", "nobody"),
    "Villain Deck": ("table", "stack", "nobody"),
    "HQ": ("table", "row", "all"),
    "city": ("table", "row", "all"),
    "Mastermind space": ("table", "none", "all"),
    "Tactic Pile": ("table", "stack", "nobody"),
    "Scheme space": ("table", "none", "all"),
    "KO pile": ("table", "none", "all"),
    "Escape Pile": ("table", "none", "all"),
    "Bystander Stack": ("table", "stack", "nobody"),
    "Wound Stack": ("table", "stack", "nobody"),
    "S.H.I.E.L.D. Officer Stack": ("table", "stack", "all"),
}
# C-3.1
KINDS = {
    "Hero", "Villain", "Mastermind", "Mastermind Tactic", "Scheme", "Scheme Twist", "Master Strike", "Bystander",
    "Wound",
}  # fmt: skip
# C-4.10: players -> Villain Groups, Henchman Groups, Bystanders, Master Strikes, Heroes
UPDATED = {1: (1, 1, 1, 5, 3), 2: (2, 1, 2, 5, 5), 3: (3, 1, 8, 5, 5), 4: (4, 2, 8, 5, 5), 5: (5, 2, 16, 5, 6)}


@cache
def core() -> SetDecl:
    return Compiler().declare([bundled() / "core"]).declared["core"].decl


def of_kind(*kinds: str) -> list[Card]:
    return [card for card in core().cards if card.kind in {f"core:{kind}" for kind in kinds}]


def named(card: Card, name: str) -> str:
    return str(card.face.names.get(f"core:{name}", ""))


def test_zones() -> None:
    """C-2.1."""
    found = {str(zone.name): (zone.of, zone.order, zone.seen_by) for zone in core().zones}
    assert {name: found[name] for name in ZONES} == ZONES


def test_kinds_of_cards() -> None:
    """C-3.1."""
    assert {str(kind.name) for kind in core().kinds} >= KINDS


def test_what_a_hero_card_has() -> None:
    """C-3.3, C-3.17: 5 + 5 + 3 + 1 cards of each Hero, at most one team, a cost on each."""
    copies: dict[str, list[int]] = {}
    for card in of_kind("Hero"):
        face = card.face
        assert "core:cost" in face.numbers, card.name
        assert set(face.numbers) <= {"core:cost", "core:Attack", "core:Recruit"}, card.name
        teams = [icon for family in core().icons if family.name == "team" for icon in family.of]
        assert sum(icon in {f"core:{team}" for team in teams} for icon in face.icons) <= 1, card.name
        hero = named(card, "Hero Name")
        if hero != str(card.name):
            copies.setdefault(hero, []).append(card.copies)
    assert len(copies) >= 15
    assert all(sorted(numbers) == [1, 3, 5, 5] for numbers in copies.values()), copies


def test_groups() -> None:
    """C-3.18, C-3.19: 8 cards of a Villain Group, 10 equal ones of a Henchman Group, each with Attack and VP."""
    villains: Counter[str] = Counter()
    for card in of_kind("Villain"):
        villains[named(card, "Villain Group")] += card.copies
        assert set(card.face.numbers) <= {"core:Attack", "core:VP"} and "core:VP" in card.face.numbers, card.name
    henchmen = {named(card, "Villain Group"): card.copies for card in of_kind("Henchman")}
    assert len(villains) >= 7 and set(villains.values()) == {8}, villains
    assert len(henchmen) >= 4 and len(henchmen) == len(of_kind("Henchman")) and set(henchmen.values()) == {10}


def test_masterminds_and_their_tactics() -> None:
    """C-3.23."""
    masterminds = of_kind("Mastermind")
    assert len(masterminds) >= 4
    for card in masterminds:
        (tactics,) = card.parts.values()
        assert card.copies == 1 and sum(one.copies for one in tactics) == 4, card.name
        assert all("core:VP" in one.face.numbers and one.face.text is not None for one in tactics), card.name


def test_schemes() -> None:
    """C-3.24: a Scheme says its set-up, and what a Twist does or how Evil wins."""
    schemes = of_kind("Scheme")
    assert len(schemes) >= 7
    for card in schemes:
        assert card.face.text is not None
        labels = {str(line).partition(":")[0].split(" ")[0] for line in card.face.text.lines}
        assert {"Setup"} < labels <= {"Setup", "Special", "Twist", "Twists", "Evil"}, card.name


def test_the_updated_table() -> None:
    """C-4.10."""
    image = compile_sets([bundled() / "core"]).image
    assert image is not None
    plain = [name.rpartition(":")[2] for name in image.names]
    table = next(one for one in image.setups if plain[one.name] == "updated")
    keys = ("Villain Groups", "Henchman Groups", "Bystanders", "Master Strikes", "Heroes")
    for players, wanted in UPDATED.items():
        row = {plain[name]: number for name, number in table.rows[players].items()}
        assert tuple(row[key] for key in keys) == wanted, players
