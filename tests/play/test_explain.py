"""Why a question is asked: card, sentence and place, by the image alone."""

from __future__ import annotations

from pathlib import Path

from cardwright.dsl.compile import compile_sets
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.format import dump_image, load_image
from cardwright.runtime.play.game import Game

SEEDS, LEAST = 5, 60


def test_card_sentence_and_place() -> None:
    """At every question of some games: the sentence stands at the place that is named, and the line holds all three."""
    made = compile_sets([Path(__file__).parents[2] / "sets" / "core"]).image
    assert made is not None
    image = load_image(dump_image(made))
    files: dict[str, list[str]] = {}
    said = 0
    for seed in range(SEEDS):
        game, bot = Game.new(image, {"players": 2, "table": "short game"}, seed), RandomBot(seed)
        while game.request is not None:
            request = game.request
            why = request.why
            assert " of ," not in game.explain(request)  # where no act is offered that is said, not an empty list
            if request.kind != "act":
                assert why.sentence and why.file and why.line > 0
                if why.file not in files:
                    files[why.file] = Path(why.file).read_text("utf-8").split("\n")
                at = files[why.file][why.line - 1][why.column - 1 :]
                assert at.startswith(why.sentence.split("\n")[0].split("{")[0].strip())
                line = game.explain(request)
                for part in (why.card, why.sentence, f"{why.file}:{why.line}:{why.column}"):
                    assert part in line
                said += 1
            game.answer_at(request.id, bot.choose(request))
    print(f"{said} questions explained")
    assert said >= LEAST


def test_the_image_says_what_cards_and_rules_say() -> None:
    made = compile_sets([Path(__file__).parents[2] / "sets" / "core"]).image
    assert made is not None
    image = load_image(dump_image(made))
    texts = {image.names[card.name].rpartition(":")[2]: card.text for card in image.cards}
    assert texts["Mission Accomplished"] == ("Draw a card.", "[Tech]: Rescue a Bystander.")
    rules = dict(image.rules)
    assert rules["core:C-7.6"].startswith("Escape step 1: the active player KOs one HQ Hero of cost 6 or less")
    assert len(rules) >= 262 and sum(map(bool, texts.values())) >= 90
