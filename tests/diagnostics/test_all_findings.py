"""All findings of all texts come in one run, even when a declaration has a mistake and nothing can be lowered."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.sayings import read_all, sayings
from cardwright.dsl.source import bundled

DATA = Path(__file__).resolve().parents[1] / "data"
TEXT = """set: x
language: 1
requires: [core]
zones: [{zone: Dock, of: table, ordr: row}]
verbs: [{verb: haul, takes: cards, does: "Move {cards} to the Dcok."}]
terms: [{term: Friend, is: a Hreo}]
labels: [{label: Sail, on: Hero, when: you drwa this, you: the active player}]
rules: [Each player draws a crad.]
keywords: [{keyword: Brisk, Hero: Drw a card.}]
procedures: [{procedure: p, of: {you: a player}, steps: [{step: a, text: KO a Wuond.}]}]
cards: [{kind: Hero, name: A, text: Rescue a Bystandre.}]
"""


def test_one_run() -> None:
    found = compile_sets(given={"x.yaml": TEXT.encode()}).findings
    words = [item.span.text for item in found]
    assert words == ["ordr", "Dcok", "Hreo", "drwa", "crad", "Drw", "Wuond", "Bystandre"]


@pytest.mark.parametrize(
    "path", [bundled() / "core", DATA / "tide.yaml", DATA / "mini-expansion.yaml"], ids=lambda p: p.name
)
def test_texts_are_read_as_lowering_reads_them(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What lowering asks of a set's declarations is what is read without it, and neither finds anything."""
    compiler = Compiler()
    result = compile_sets([path], compiler=compiler)
    assert result.image is not None
    (name,) = result.declarations.loaded.named
    item = result.declarations.declared[name]
    said = {(saying.kind, str(saying.text)) for saying in sayings(item)}
    asked: set[tuple[str, str]] = set()
    resolver = compiler.resolver(item)
    inner = resolver.fragment

    def recorded(kind: str, text: Any, scope: Any, on: str = "") -> Any:
        asked.add((kind, str(text)))
        return inner(kind, text, scope, on)

    monkeypatch.setattr(resolver, "fragment", recorded)
    compile_again = compile_sets([path], compiler=compiler)
    assert compile_again.image is not None and asked
    assert asked <= said
    read_all(item, resolver)
    assert not resolver.findings
