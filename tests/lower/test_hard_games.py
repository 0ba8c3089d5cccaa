"""Whole games with the hard cards, played by a bot: no fault, and a save, a clone and the game itself go on alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl.compile import compile_sets
from cardwright.runtime.bots import RandomBot
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game

HARD = Path(__file__).resolve().parents[1] / "hard"
FILES = sorted(path for path in HARD.glob("*.yaml") if path.name[0].isdigit())
SLOTS = {
    "core:Hero": ("Heroes", 3),
    "core:Scheme": ("Schemes", 1),
    "core:Mastermind": ("Masterminds", 1),
    "core:Villain": ("Villain Groups", 1),
}
COPIES = 4  # of each of the file's own cards, so that they are met


def image_of(folder: Path, path: Path) -> Image:
    """The set of a file, without its scenarios."""
    (folder / "bond-mini.yaml").write_text((HARD / "bond-mini.yaml").read_text("utf-8"), "utf-8")
    said = path.read_text("utf-8")
    own = folder / path.name
    own.write_text(said[: said.index("\nscenarios:")] + "\n", "utf-8")
    result = compile_sets([own])
    assert result.image is not None, [f"{item.code} {item.message}" for item in result.findings]
    return result.image


def wishes(image: Image) -> dict[str, object]:
    """A set-up in which the file's own cards take part."""
    found: dict[str, object] = {"table": "short game", "players": 2}
    own = [card for card in image.cards if card.set_id == len(image.sets) - 1 and card.copies and card.group >= 0]
    for kind, (slot, most) in SLOTS.items():
        cards = [card for card in own if image.names[image.kinds[card.kind].name] == kind]
        for card in cards:
            card.copies = COPIES if most > 1 or kind == "core:Villain" else 1
        groups = sorted({image.names[card.group] for card in cards})
        if groups:
            found[slot] = groups[:most]
    for table in image.setups:
        table.checks = {}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.stem))
def test_a_game_with_hard_cards(tmp_path: Path, path: Path) -> None:
    image = image_of(tmp_path, path)
    game = Game.new(image, wishes(image), 3)
    bot = RandomBot(3, eager=True)
    for number in range(3000):
        request = game.request
        if request is None:
            break
        if number % 41 == 0:
            assert game.clone().digest == Game.load(game.save()).digest == game.digest
        game.answer_at(request.id, bot.choose(request))
    assert game.over in ("won", "lost", "draw")
