"""A set may put a step beside a step that stands in another one."""

from __future__ import annotations

from pathlib import Path

from cardwright.workbench.scenarios.suite import run_files

STEPPING = """
set: stepping
requires: [core]
steps:
  - {before: points, of: play, step: bonus, text: You get +1 Recruit.}
  - {after: Tactic, of: defeat, step: further, text: You get +2 Recruit.}
cards:
  - {kind: Hero, Hero Name: Nobody, name: Rookie, class: Tech, cost: 2, Attack: 1}
  - {kind: Mastermind, name: Boss, Attack: 1, VP: 5, tactics: [{name: Plan, VP: 5}, {name: Plot, VP: 5}]}
scenarios:
  - scenario: a step of a step may be named
    given: {players: 1, Mastermind space: [Boss], Tactic Pile: [Plan, Plot], P1: {hand: [Rookie]}}
    do:
      - P1: play Rookie
      - expect: {P1: {Attack: 1, Recruit: 1}}
      - P1: fight Boss
    expect:
      - {P1: {Attack: 0, Recruit: 3}}
"""


def test_a_step_of_a_step_may_be_named(tmp_path: Path) -> None:
    file = tmp_path / "stepping.yaml"
    file.write_text(STEPPING, encoding="utf-8")
    made = run_files([file])
    assert not made.findings
    assert [(one.scenario.name, one.complaints) for one in made.results] == [("a step of a step may be named", [])]
