"""Every rule of the bundled sets is proven in the way it says. Must not run the compiler."""

from __future__ import annotations

from collections import Counter

from cardwright.dsl.source import bundled
from cardwright.workbench.coverage.rules import UNCOVERED, coverage

# what the base game may do without: options, and forms of cards that these sets do not have
OPTIONAL = {
    "C-2.7", "C-3.13", "C-4.10", "C-4.20", "C-4.21", "C-17.7", "C-17.8", "C-17.13", "C-19.2", "C-19.3", "C-19.5",
    "C-19.11", "C-19.12", "C-20.4", *(f"C-18.{number}" for number in range(1, 6)),
}  # fmt: skip


def test_rules_are_proven_as_they_say() -> None:
    made = coverage([bundled()])
    assert not made.findings, [f"{one.code} {one.span}: {one.message}" for one in made.findings]
    assert not made.in_state(UNCOVERED)
    counts = Counter(one.proof for one in made.rules)
    assert counts["scenario"] >= 240
    core = [one for one in made.rules if one.rule.set == "core"]
    proofs = Counter(one.proof for one in core)
    assert len(core) == 262
    assert proofs["scenario"] >= 225
    assert proofs["words"] <= 12
    assert {str(one.rule.name) for one in core if one.proof == "not built"} <= OPTIONAL
    assert all(one.proof == "test" for one in core if str(one.rule.name).startswith("C-21."))
    assert len({one.rule.id for one in made.rules}) == len(made.rules) >= 262
    print(f"{len(made.rules)} rules: " + ", ".join(f"{count} by {proof}" for proof, count in sorted(counts.items())))
