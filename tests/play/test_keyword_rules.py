"""What a keyword asks and does stands beside its name: at questions, in `look`, for front ends without the compiler."""

from __future__ import annotations

import pytest

from cardwright.dsl import compile_sets
from cardwright.runtime.bytecode.format import dump_image, load_image
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game
from cardwright.runtime.protocol import Session
from cardwright.workbench.scenarios.position import game_of
from cardwright.workbench.scenarios.world import World

from ..protocol.talk import say

SET = """\
set: it
language: 1
requires: [core]
keywords:
  - keyword: "Comb {{number}}"
    of: {{number: number}}
    forms: [Combs, Combed, Combing, Combed]
    Hero: |
      Look at the top {{number}} cards of your deck. You may KO one of them. Put the rest back in any order.
    Enemy: |
      Fight: Choose {{number}} of your Heroes. KO them.
  - keyword: Lend
    Hero: |
      Choose a player. They draw a card.
  - keyword: "Shoal {{Hero Class}}"
    of: {{Hero Class: Hero Class}}
    Hero: |
      You may discard a {{Hero Class}} Hero. If you do, draw two cards.
cards:
  - kind: Hero
    name: It
    class: Tech
    cost: 3
    text: |
      {hero}
  - kind: Villain
    name: Eel
    Attack: 0
    VP: 1
    text: |
      {villain}
"""
COMB = (
    "Comb 2 — Look at the top two cards of your deck. You may KO one of them. "
    "Put the rest on top of your deck in any order."
)
LEND = "Lend — Choose a player. They draw a card."


def compiled(hero: str, villain: str) -> Image:
    made = compile_sets(given={"it.yaml": SET.format(hero=hero, villain=villain).encode()})
    assert made.image is not None and not made.findings, [one.message for one in made.findings]
    return load_image(dump_image(made.image))  # a front end has no compiler


def asked(hero: str = "Draw a card.", villain: str = "Fight: Draw a card.", act: str = "play") -> Game:
    """The question that playing the Hero, or fighting the Villain, comes to."""
    given = {"players": 2, "Bank": ["Eel"], "P1": {"hand": ["It", "It", "It"], "deck": ["Wound", "Wound", "Wound"]}}
    game = game_of(World(compiled(hero, villain), "it"), given, 1)  # type: ignore[arg-type]
    game.go()
    request = game.request
    assert request is not None
    game.answer(request.id, [next(key for key in request.keys if key.startswith(act))])
    return game


@pytest.mark.parametrize(
    ("text", "sentence", "asks", "rules"),
    [
        ("Comb 2", "Comb 2", "You may KO one of them.", (COMB,)),  # in the keyword's own rule
        ("You may Comb 2.", "You may Comb 2.", "", (COMB,)),  # whether to do it at all
        ("Lend", "Lend", "Choose a player.", (LEND,)),
        ("Choose one: Lend, or Comb 2.", "Choose one: Lend, or Comb 2.", "", (LEND, COMB)),
        (
            "Shoal [Tech]",
            "Shoal [Tech]",
            "You may discard a [Tech] Hero.",
            ("Shoal [Tech] — You may discard a [Tech] Hero. If you do, draw two cards.",),
        ),
        ("You may draw a card.", "You may draw a card.", "", ()),  # nothing to add
    ],
)
def test_a_question_says_the_sentence_and_the_rule(text: str, sentence: str, asks: str, rules: tuple[str, ...]) -> None:
    game = asked(text)
    assert game.request is not None
    why = game.request.why
    assert (why.sentence, why.asks, why.rules) == (sentence, asks, rules)
    assert why.asks in game.explain()


@pytest.mark.parametrize(
    ("villain", "asks"),
    [
        ("Comb 1", "Choose one of your Heroes."),
        ("Fight: Choose a player. They draw a card.", ""),
    ],
)
def test_of_an_enemy_too(villain: str, asks: str) -> None:
    game = asked(villain=villain, act="fight")
    assert game.request is not None and game.request.why.card == "Eel"
    assert game.request.why.asks == asks


def test_what_is_given_asks_with_its_own_words() -> None:
    """A quoted ability asks by the sentence in the quotation marks, not by all that gives it."""
    game = asked('A Villain in the city gains "Fight: You may draw a card." this turn.')
    request = game.request
    assert request is not None
    game.answer(request.id, [next(key for key in request.keys if key.startswith("fight"))])
    assert game.request is not None and game.request.why.asks == "You may draw a card."


def test_faces_and_messages_carry_them() -> None:
    image = compiled("Comb 2", "Comb 1")
    faces = {face["name"]: face for face in say(Session(image), do="catalogue")["cards"]}
    assert faces["It"]["rules"] == [COMB]
    assert faces["Eel"]["rules"] == ["Comb 1 — Fight: Choose one of your Heroes. KO them."]
    assert faces["Wound"]["rules"] == []
