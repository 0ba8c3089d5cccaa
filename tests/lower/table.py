"""A small set that can be dealt in full, with one Scheme of its own: what tests of set-up texts share."""

from __future__ import annotations

from pathlib import Path

from cardwright.dsl.compile import compile_sets
from cardwright.runtime.bytecode.image import CardDef, Image
from cardwright.runtime.play.game import Game

HEAD = """set: dealt
title: Dealt
language: 1
requires: [core]
setup:
  - setup: wide
    like: short game
    players:
      1: {Masterminds: 1, Schemes: 1, Villain Groups: 2, Henchman Groups: 1, Henchmen: all, Heroes: 3}
      2: {Masterminds: 1, Schemes: 1, Villain Groups: 2, Henchman Groups: 1, Henchmen: all, Heroes: 3}
cards:
  - {kind: Villain, Villain Group: Ravens, name: Raven, Attack: 3, VP: 1, copies: 4}
  - {kind: Villain, Villain Group: Crows, name: Crow, Attack: 3, VP: 1, copies: 4}
  - {kind: Villain, Villain Group: Rooks, name: Rook, Attack: 3, VP: 1, copies: 4}
"""
HEROES = ("Ash", "Birch", "Cedar", "Elm", "Fir", "Hazel")


def text(setup: str, more: str = "") -> str:
    heroes = ""
    for name in HEROES:
        for cost in (2, 4, 6):
            own = f"name: {name} {cost}, class: Tech, cost: {cost}, copies: 4"
            heroes += f"  - {{kind: Hero, Hero Name: {name}, {own}}}\n"
    lines = ("  - kind: Scheme", "    name: Grove", "    text: |", f"      Setup: {setup}")
    end = "      Evil Wins: When the Wound Stack runs out."
    return HEAD + heroes + "\n".join((*lines, end, "")) + more


def image_of(folder: Path, said: str) -> Image:
    path = folder / "dealt.yaml"
    path.write_text(said, "utf-8")
    result = compile_sets([path])
    assert result.image is not None, [f"{item.code} {item.message}" for item in result.findings]
    return result.image


class Dealt:
    """A game that was dealt, and what lies where."""

    def __init__(self, image: Image, players: int, seed: int) -> None:
        self.image = image
        heroes = {"Schemes": "Grove"}
        self.game = Game.new(image, {"table": "wide", "players": players, **heroes}, seed)
        for _ in range(40):  # questions of the set-up itself: the first answer
            request = self.game.request
            if request is None or request.kind == "act":
                break
            self.game.answer(request.id, [option.key for option in request.options[: request.min]])

    def zone(self, name: str) -> list[int]:
        """Cards in a zone of the table."""
        state, machine = self.game.state, self.game.machine
        number = [self.image.names[zone.name] for zone in self.image.zones].index(f"core:{name}")
        slots = [slot for slot, place in enumerate(machine.slots(state)) if place.zone == number]
        return [card for slot in slots for card in machine.cards_in(state, slot)]

    def printed(self, card: int) -> CardDef:
        return self.image.cards[self.game.machine.definition(self.game.state, card)]

    def name(self, card: int) -> str:
        return self.image.names[self.printed(card).name]
