"""Every rule of the bundled sets is proven in the way it says. Must not run the compiler."""

from __future__ import annotations

from collections import Counter

from cardwright.dsl.source import bundled
from cardwright.workbench.coverage.rules import UNCOVERED, coverage


def test_rules_are_proven_as_they_say() -> None:
    made = coverage([bundled()])
    assert not made.findings, [f"{one.code} {one.span}: {one.message}" for one in made.findings]
    assert not made.in_state(UNCOVERED)
    counts = Counter(one.proof for one in made.rules)
    assert counts["scenario"] >= 240
    assert len({one.rule.id for one in made.rules}) == len(made.rules) >= 262
    print(f"{len(made.rules)} rules: " + ", ".join(f"{count} by {proof}" for proof, count in sorted(counts.items())))
