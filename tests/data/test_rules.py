"""Every rule of the base game is proven in the way it says. Must not run the compiler."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from ruamel.yaml import YAML

CORE = Path(__file__).parents[2] / "sets" / "core"


def read(path: Path) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = YAML(typ="safe").load(path.read_text(encoding="utf-8"))
    return found


def named_rules() -> Counter[str]:
    """How often each rule is named by a scenario of the set."""
    found: Counter[str] = Counter()
    for path in sorted((CORE / "scenarios").glob("*.yaml")):
        whole: object = read(path)
        for scenario in whole["scenarios"] if isinstance(whole, dict) else whole:  # type: ignore[attr-defined]
            found.update(scenario.get("rules", ()))
    return found


def test_rules_are_proven_as_they_say() -> None:
    rules = {str(item["rule"]): item for item in read(CORE / "rules.yaml")["rules"]}
    named = named_rules()
    counts = Counter(str(item["proof"]) for item in rules.values())
    assert not [rule for rule in named if rule not in rules]
    for rule, item in rules.items():
        assert item["proof"] != "scenario" or named[rule], rule
        assert item["proof"] != "words" or item.get("because"), rule
    assert counts["scenario"] >= 140
    print(f"{len(rules)} rules: " + ", ".join(f"{count} by {proof}" for proof, count in sorted(counts.items())))
