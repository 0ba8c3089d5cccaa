"""Law 3: one machine, all of it data. A live state is walked at every request of seeded games."""

from __future__ import annotations

import pytest

from cardwright.runtime.play.game import Game
from cardwright.workbench.scenarios import runner
from cardwright.workbench.scenarios.suite import run_files

from .games import HARD, answers, core, dealt, image_of
from .plain import is_plain, problems


def test_the_walk_finds_what_is_not_plain() -> None:
    class Sample:
        __slots__ = ("bits", "names", "number", "places", "rows")

        def __init__(self) -> None:
            self.number = 3
            self.bits = bytearray(b"12")
            self.places = [[1, 2], [3]]
            self.rows = [(1, (2, None)), None]
            self.names: object = [("a",)]

    assert [problem.split(" ")[0] for problem in problems(Sample())] == ["names[0]"]
    assert not is_plain((1, 2.0))
    assert not is_plain((1, [2]))
    assert not is_plain(True)
    assert is_plain((1, ((), (None, -3))))


@pytest.mark.parametrize("players", [1, 2, 3])
def test_a_live_state_is_plain_values_at_every_request(players: int) -> None:
    _, game = dealt(image_of(core()), players, 7)
    found: list[str] = []
    digests = list(answers(game, 7, 3000, lambda one: found.extend(problems(one.state))))
    print(f"walked {len(digests)} states of a game for {players}")
    assert not found[:5]
    assert len(digests) >= 50


def test_states_of_the_hard_cards_are_plain_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """At every question of every scenario of a hard card: roles, copies, grants, watchers, proposals in the middle."""
    found: list[str] = []
    walked = 0
    see = runner._Run._see

    def watched(self: runner._Run, game: Game) -> None:
        nonlocal walked
        walked += 1
        found.extend(f"{self.scenario.name}: {problem}" for problem in problems(game.state))
        see(self, game)

    monkeypatch.setattr(runner._Run, "_see", watched)
    report = run_files(sorted(HARD.glob("[0-9]*.yaml")))
    print(f"walked {walked} states in {len(report.results)} scenarios of {len(report.files)} hard cards")
    assert not found, "\n".join(found[:5])
    assert walked >= 300
    assert len(report.files) == 12
