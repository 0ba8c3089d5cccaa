"""A game at the terminal: every line a person may type, undo and saving, two people, bots, the ends of the input."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from cardwright.commands import application
from cardwright.commands.setting_up import deal
from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled
from cardwright.frontends.terminal import Client, Terminal
from cardwright.frontends.terminal.cards import find
from cardwright.frontends.terminal.choices import choices, read
from cardwright.runtime.bots import seat_bots
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.play.game import Game
from cardwright.runtime.protocol import Session
from cardwright.workbench.scenarios.position import game_of
from cardwright.workbench.scenarios.world import World


@cache
def image() -> Image:
    made = compile_sets([bundled() / "core"]).image
    assert made is not None
    return made


CHOSEN = {
    "Masterminds": ["Dr. Doom"],
    "Schemes": ["The Legacy Virus"],
    "Villain Groups": ["HYDRA"],
    "Henchman Groups": ["Doombot Legion"],
    "Heroes": ["Black Widow", "Captain America", "Hawkeye"],
}


def dealt(seed: int, players: int = 2, undo: str = "free") -> Game:
    setup = {"players": players, "table": "short game", "choose": CHOSEN}
    return Game.new(image(), setup, seed, undo=undo)


@cache
def seed_for(kind: str) -> int:
    """The first seed whose first question is of that kind: an act, or what Dr. Doom asks when a Strike comes first."""

    def first(seed: int) -> str:
        request = dealt(seed).request
        return request.kind if request is not None and request.seat == 0 else ""

    return next(seed for seed in range(1, 500) if first(seed) == kind)


class Typed:
    """A terminal with lines that somebody types, and what was shown."""

    def __init__(
        self,
        lines: Iterable[str] | Callable[[Client, str], str],
        *,
        kind: str = "pick",
        seed: int = 0,
        players: int = 2,
        bots: dict[int, str] | None = None,
        undo: str = "free",
        file: Path | None = None,
        width: int = 80,
        interactive: bool = False,
        game: Game | None = None,
        of: Image | None = None,
    ) -> None:
        self.game = game or dealt(seed or seed_for(kind), players, undo)
        self.out = io.StringIO()
        self.prompts: list[str] = []
        console = Console(file=self.out, width=width, color_system=None, highlight=False)
        self.client = Client(Session(of or image(), games={"game": self.game}), "game")
        seats = seat_bots(bots or {}, image(), seed)
        self._lines = lines if callable(lines) else iter(lines)
        self.terminal = Terminal(
            self.client,
            console,
            self._read,
            bots={f"P{seat + 1}": partial(bot.keys, self.game, seat) for seat, bot in seats.items()},
            file=file,
            interactive=interactive,
        )
        self.over = self.terminal.run()

    def _read(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        if callable(self._lines):
            return self._lines(self.client, prompt)
        return next(self._lines, None)

    @property
    def text(self) -> str:
        return self.out.getvalue()

    @property
    def flat(self) -> str:
        return " ".join(self.text.split())


def test_the_table_shows_all_that_a_player_needs() -> None:
    for width in (80, 120):
        shown = Typed([], width=width, bots={1: "greedy"})
        view = shown.client.view("P1")
        for place in view["places"]:
            open_ = [card["name"] for card in place["cards"] if card] if place["player"] in ("P1", None) else []
            for name in open_:
                assert all(word in shown.text for word in name.split()), (width, place["place"], name)
        for piece in ("Turn of P1", "HQ", "city", "Sewers", "Bridge", "Hero Deck", "Villain Deck", "P1 (you)", "P2"):
            assert piece in shown.text, (width, piece)
        assert max(map(len, shown.text.splitlines())) <= width


def test_no_other_hand_is_shown() -> None:
    """What P2 holds stands nowhere, though the same table with P2's eyes shows it."""
    shown = Typed([], bots={1: "greedy"})
    line = next(line for line in shown.text.splitlines() if line.startswith("P2 "))
    assert "hand 6" in line and "S.H.I.E.L.D." not in line


def test_a_question_names_who_asks_and_in_which_sentence() -> None:
    shown = Typed(["why"])
    assert "P1: choose 2 cards" in shown.text
    said = " ".join(shown.text.split())
    assert "Dr. Doom: “Each player with exactly six cards in their hand reveals a [Tech] Hero" in said
    assert "masterminds.yaml:" in shown.text


KEYWORD = """\
set: shore
language: 1
requires: [core]
keywords:
  - keyword: "Comb {number}"
    of: {number: number}
    Hero: |
      Look at the top {number} cards of your deck. You may KO one of them. Put the rest back in any order.
cards:
  - {kind: Hero, name: Low Tide, cost: 3, text: Comb 2}
"""
RULE = (
    "Comb 2 — Look at the top two cards of your deck. You may KO one of them. Put the rest on top of your deck in any"
)


def test_a_keyword_that_asks_says_its_rule() -> None:
    """At the question, at “why” and at “look”: what it asks here, and all it does."""
    shore = compile_sets(given={"shore.yaml": KEYWORD.encode()}).image
    assert shore is not None
    game = game_of(World(shore, "shore"), {"players": 1, "P1": {"hand": ["Low Tide"], "deck": ["Wound", "Wound"]}}, 1)
    game.go()
    shown = Typed(["1", "why", "look low tide", "table"], game=game, of=shore)
    question = " ".join(shown.text.partition("yes or no?")[2].split())
    assert question.startswith(f"Low Tide: “Comb 2” here: “You may KO one of them.” {RULE}")
    assert shown.flat.count(RULE) == 4  # the question, why, look, and the question again below the table


def test_which_of_equal_cards_is_not_asked() -> None:
    """Two Wounds in hand are one to the person who holds them; undo goes back to what they really decided."""
    card = "  - {kind: Hero, name: Drop, cost: 2, text: Discard a card.}"
    text = f"set: drop\nlanguage: 1\nrequires: [core]\ncards:\n{card}\n"
    drop = compile_sets(given={"drop.yaml": text.encode()}).image
    assert drop is not None

    def shown(hand: list[str], *lines: str) -> Typed:
        given: dict[str, Any] = {"players": 1, "P1": {"hand": ["Drop", *hand], "discard": []}}
        game = game_of(World(drop, "drop"), given, 1, undo="free")
        game.go()
        return Typed(lines, game=game, of=drop)

    alike = shown(["Wound", "Wound"], "play drop")
    assert "choose 1 card" not in alike.text and "P1 discarded Wound" in alike.text
    assert "choose 1 card" in shown(["Wound", "S.H.I.E.L.D. Agent"], "play drop").text
    back = shown(["Wound", "Wound"], "play drop", "undo")
    assert "Taken back." in back.text and back.game.request is not None
    assert "play card:Drop" in back.game.request.keys[0]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("help", "why not [WORDS]"),
        ("?", "why not [WORDS]"),
        ("look 1", "Hero [S.H.I.E.L.D.] 0 cost, 1 "),
        ("look 9", "Choice 9 is no card"),
        ("look", "Look at what?"),
        ("look silent sniper", "Defeat a Villain or Mastermind with a Bystander."),
        ("look snipper", "Did you mean “Silent Sniper”"),
        ("look zzzz", "There is no card “zzzz” in these sets."),
        ("why not doom", "fight Dr. Doom (Mastermind space): costs 9 Attack, there are 0"),
        ("why not zebra", "Nothing like that is refused now."),
        ("log", "P1 drew"),
        ("table", "Evil Wins: When the Wound Stack runs out."),
        ("0", "You must choose 2."),
        ("1", "You chose 1, but it must be 2."),
        ("7", "There is no choice 7; they go from 1 to 2."),
        ("frobnicate", "“frobnicate” is no answer here"),
        ("shield", "is no answer here"),
        ("s.h.i.e.l.d.", "Which of them: 1 S.H.I.E.L.D."),
        ("undo", "There is nothing to undo (CW842)."),
        ("save", "Save to which file?"),
        ("", "Type the number of a choice, or help."),
        ("as P2", "is no answer here"),
    ],
)
def test_lines_that_answer_nothing_change_nothing(line: str, says: str) -> None:
    before = Typed([]).game.digest
    shown = Typed([line])
    assert says in shown.flat, shown.flat[-400:]
    assert shown.game.digest == before and not shown.over


def test_several_acts_in_one_line_are_done_one_after_another() -> None:
    shown = Typed(["all", "log", "0"], kind="act", bots={1: "greedy"})
    plays = [line for line in shown.text.splitlines() if line.startswith("  P1 played S.H.I.E.L.D.")]
    assert len(plays) == 2 * 6  # told once by itself, and once by “log”
    assert "P2 played" in shown.text


def test_an_act_by_words_of_its_label() -> None:
    shown = Typed(["play agent", "why not doom"], kind="act")
    assert "P1 played S.H.I.E.L.D. Agent" in shown.text


def test_undo_goes_back_to_the_last_answer_of_a_person() -> None:
    start = Typed([], kind="act").game.digest
    shown = Typed(["1", "0", "undo", "undo", "quit"], kind="act", bots={1: "greedy"})
    assert shown.text.count("Taken back.") == 2 and shown.game.digest == start
    assert Typed(["1", "undo", "0"], kind="act", undo="off").text.count("CW841") == 1


def test_a_game_is_saved_and_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "a.save"
    there = tmp_path / "b.save"
    there.write_text("mine")
    shown = Typed(["1", "save " + str(there), f"save {file}", "save", f"save {tmp_path}", "quit"], kind="act")
    assert "exists already" in shown.flat and there.read_text() == "mine"
    assert shown.text.count("Saved;") == 2
    assert "exists already; save!" in shown.flat
    game = Game.load(file.read_bytes())
    assert game.digest == shown.game.digest
    more = Typed(["1"], game=game, file=file)
    assert Game.load(file.read_bytes()).digest == more.game.digest != shown.game.digest


def test_leaving_offers_to_save(tmp_path: Path) -> None:
    file = tmp_path / "c.save"
    shown = Typed(["quit", str(file)], interactive=True, bots={1: "greedy"})
    assert file.exists() and "Save the game?" in shown.prompts[-1]
    assert not Typed(["quit", ""], interactive=True, bots={1: "greedy"}).over
    assert "was not saved" in Typed([], bots={1: "greedy"}).text

    def interrupted(client: Client, prompt: str) -> str:
        raise KeyboardInterrupt

    shown = Typed(interrupted, interactive=True, bots={1: "greedy"})
    assert not shown.over


def test_two_people_at_one_terminal_do_not_see_each_others_cards() -> None:
    """The screen is handed over before the other one's table is drawn."""
    shown = Typed(["", "1 1", "", "1 1", "", "0", "", "quit", ""], interactive=True)
    handed = [prompt for prompt in shown.prompts if "when nobody else looks" in prompt]
    assert handed and handed[0].startswith("P2")


def anyhow(seed: int) -> Callable[[Client, str], str]:
    """Somebody who types a legal answer by chance."""
    lots = random.Random(seed)

    def line(client: Client, prompt: str) -> str:
        seat = prompt[:2]
        request = client.request(seat)
        known = choices(request, client.catalogue["acts"])
        if request["kind"] == "act":
            return str(lots.randint(0, len(known)))
        if request["kind"] == "yes-no":
            return lots.choice("yn")
        numbers = [one.number for one in known for _ in one.keys]
        lots.shuffle(numbers)
        many = len(numbers) if request["kind"] == "order" else lots.randint(request["min"], request["max"])
        return " ".join(map(str, numbers[:many])) or "none"

    return line


def test_a_whole_game_by_typed_lines() -> None:
    shown = Typed(anyhow(3), seed=3, players=1)
    assert shown.over and shown.game.over is not None
    assert "The game is over. The players have" in shown.text or "The game is a draw" in shown.text
    assert shown.text.count("Turn of P1") >= 5
    assert "no answer" not in shown.text and "must be" not in shown.text


def test_what_lines_mean() -> None:
    options = [
        {"key": f"card:{name}#{at}", "label": name, "place": "P1 hand", "card": at, "act": None, "price": None}
        for at, name in enumerate(["Twin", "Twin", "Solo"])
    ]
    request = {"kind": "pick", "min": 1, "max": 2, "options": options}
    known = choices(request, [])
    assert [(one.number, one.label, len(one.keys)) for one in known] == [(1, "Twin", 2), (2, "Solo", 1)]
    assert read("1 1", known, request).keys == ("card:Twin#0", "card:Twin#1")
    assert read("twin", known, request).keys == ("card:Twin#0",)
    assert read("solo", known, request).keys == ("card:Solo#2",)
    assert read("2 2", known, request).wrong == "2 twice"
    assert read("1 1 1", known, request).wrong == "Twin is there 2 times"
    order = {**request, "kind": "order", "min": 3, "max": 3}
    apart = choices(order, [])
    assert read("3 1 2", apart, order).keys == ("card:Solo#2", "card:Twin#0", "card:Twin#1")
    assert "name all 3" in read("3 1", apart, order).wrong
    assert read("none", known, {**request, "min": 0}) == read("0", known, {**request, "min": 0})


def test_cards_are_found_by_name_group_or_part() -> None:
    faces = Client(Session(image(), games={}), "game").catalogue["cards"]
    assert [face["name"] for face in find("quick draw", faces)[0]] == ["Quick Draw"]
    assert len(find("hawkeye", faces)[0]) == 4
    assert [face["name"] for face in find("sniper", faces)[0]] == ["Silent Sniper"]
    found, near = find("Perfekt Teamwork", faces)
    assert not found and near[0] == "Perfect Teamwork"


def test_a_game_of_the_command_is_saved_when_the_input_ends_and_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    first = ["play", "--table", "short game", "--bot", "2=greedy", "--save", "x.save"]
    done = CliRunner().invoke(application, first, input="help\n")
    assert done.exit_code == 0 and "Saved;" in done.stdout, done.output
    again = CliRunner().invoke(application, ["play", "--load", "x.save", "--bot", "greedy", "--save", "y.save"])
    assert again.exit_code == 0 and "The game is over:" in again.stdout, again.output
    assert Game.load((tmp_path / "y.save").read_bytes()).over is not None
    ended = CliRunner().invoke(application, ["play", "--load", "y.save", "--bot", "2=greedy"])
    assert ended.exit_code == 0 and "The game is over. " in ended.stdout


def test_a_setup_that_cannot_be_dealt_names_the_number_and_a_table_that_can(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(typer.Exit):
        deal(image(), {"players": 2, "table": "short game", "choose": {"Heroes": ["Hawkeye"] * 9}}, 1, "off")
    assert "error[CW835]" in capsys.readouterr().err
    with pytest.raises(typer.Exit):
        deal(image(), {"players": 3, "table": "solo basic"}, 1, "off")
    told = capsys.readouterr().err
    assert "error[CW832]" in told and "3 players" in told and '--table "short game"' in told
