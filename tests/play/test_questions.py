"""What is asked, and what is known of a turn: rules C-21.3 and C-21.6 of the base game."""

from __future__ import annotations

from pathlib import Path

from cardwright.dsl.compile import compile_sets
from cardwright.dsl.source import bundled
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.play.game import Game
from cardwright.workbench.scenarios.suite import run_files

QUESTIONS = 150


def test_one_legal_answer_is_taken_and_a_choice_is_asked() -> None:
    """Of what must be answered, never less than two answers; what is optional is asked with a single option too."""
    image = compile_sets([bundled()]).image
    assert image is not None
    forced = optional = 0
    for seed in (1, 2, 3):
        game = Game.new(image, {"players": 2, "table": "short game"}, seed, log=False)
        bot = RandomBot(seed)
        for _ in range(QUESTIONS):
            asked = game.request
            if asked is None:
                break
            if asked.kind == "order" or asked.min == asked.max:
                assert len(asked.options) > (1 if asked.kind == "order" else asked.min), game.explain()
                forced += 1
            else:
                assert asked.options or asked.kind == "act", game.explain()
                optional += 1
            game.answer_at(asked.id, bot.choose(asked))
    print(f"questions: {forced} that had to be answered, {optional} that were optional")
    assert forced >= 5
    assert optional >= 100


FACTS = """
set: facts
requires: [core]
cards:
  - {kind: Villain, name: Thug, Attack: 2, VP: 1}
  - {kind: Hero, Hero Name: Ann, name: Plain, class: Tech, team: Avengers, cost: 2, Attack: 2}
  - {kind: Hero, Hero Name: Bea, name: Coin, class: Covert, cost: 2, Recruit: 3}
  - {kind: Hero, Hero Name: Bea, name: Drawer, class: Covert, cost: 2, text: Draw a card.}
  - kind: Hero
    Hero Name: Cam
    name: Ledger
    class: Ranged
    cost: 2
    text: |
      If you played a [Tech] Hero this turn, rescue a Bystander.
      If you played an [Avengers] Hero this turn, rescue a Bystander.
      If you made at least 2 Attack this turn, rescue a Bystander.
      If you made at least 3 Recruit this turn, rescue a Bystander.
      If you recruited a Hero this turn, rescue a Bystander.
      If you fought a Villain this turn, rescue a Bystander.
      If you drew a card this turn, rescue a Bystander.
scenarios:
  - scenario: nothing was done
    given: {players: 2, Bystander Stack: {Bystander: 9}, P1: {hand: [Ledger]}}
    do:
      - P1: play Ledger
    expect:
      - {P1: {Victory Pile: []}}
  - scenario: everything was done, and what was KO'd or spent counts
    given:
      players: 2
      Bank: [Thug]
      HQ: [Drawer]
      Bystander Stack: {Bystander: 9}
      P1: {hand: [Plain, Coin, Drawer, Ledger], deck: [Wound]}
    do:
      - P1: play Plain
      - P1: play Coin
      - P1: play Drawer
      - P1: recruit Drawer
      - P1: fight Thug
      - P1: play Ledger
    expect:
      - {P1: {Attack: 0, Victory Pile: [Thug, {Bystander: 7}]}}
  - scenario: it is known of each player, and only of this turn
    given:
      players: 2
      Villain Deck: {Scheme Twist: 5}
      HQ: [Drawer]
      Bystander Stack: {Bystander: 9}
      P1: {hand: [Coin, Plain]}
      P2: {hand: [Ledger]}
    do:
      - P1: play Coin
      - P1: play Plain
      - P1: recruit Drawer
      - P1: done
      - P2: play Ledger
    expect:
      - {P2: {Victory Pile: []}}
  - scenario: who healed may not recruit or fight
    given: {players: 1, Bank: [Thug], P1: {Attack: 2, hand: [Wound]}}
    do:
      - P1: Healing Wound
    expect:
      - refused: {P1: fight Thug}
"""


def test_what_is_known_of_a_turn(tmp_path: Path) -> None:
    file = tmp_path / "facts.yaml"
    file.write_text(FACTS, encoding="utf-8")
    made = run_files([file])
    assert not made.findings
    assert len(made.results) == 4
    assert all(one.ok for one in made.results), [(one.scenario.name, one.complaints) for one in made.results]
