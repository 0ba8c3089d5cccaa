"""Every example of docs/language.md compiles and has no finding."""

from __future__ import annotations

import inspect

import pytest

from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.reader import TextResolver

from .boxes import Box, boxes, one_set

BOXES = list(boxes())
CARDS = [box for box in BOXES if box.sort == "card"]
SETS = [box for box in BOXES if box.sort == "set"]


def test_there_are_examples() -> None:
    print(f"language.md: {len(CARDS)} examples of cards, {len(SETS)} of sets")
    assert len(CARDS) >= 30
    assert SETS


def test_examples_of_cards() -> None:
    result = compile_sets(given={"boxes.yaml": one_set(CARDS).encode()})
    named = {box.name: box.place for box in CARDS}
    found = [f"{named.get(item.card or '', item.card)}: {item.code} {item.message}" for item in result.findings]
    assert not found, "\n".join(found)
    assert result.image is not None


@pytest.mark.parametrize("box", SETS, ids=lambda box: box.place)
def test_examples_of_sets(box: Box) -> None:
    result = compile_sets(given={"example.yaml": box.body.encode()})
    assert not result.findings, [f"{item.code} {item.message}" for item in result.findings]
    assert result.image is not None


def test_examples_cover_the_tree() -> None:
    """Nearly every kind of node that a card's text can have occurs in an example."""
    declared = Compiler().declare(given={"boxes.yaml": one_set(CARDS).encode()}).declared["boxes"]
    resolver = TextResolver(declared.vocabulary, "boxes", [])
    texts = [resolver.card(card, face) for card in declared.decl.all_cards() for face in card.faces]
    found = {type(node) for text in texts if text is not None for node in text.walk()}
    kinds = {kind for _, kind in inspect.getmembers(t, inspect.isclass) if issubclass(kind, t.Node)}
    abstract = {t.Node, t.Value, t.Pred, t.Condition, t.Effect}
    missing = sorted(kind.__name__ for kind in kinds - found - abstract)
    print(f"language.md: {len(found)} kinds of nodes in the examples, {len(missing)} in none: {', '.join(missing)}")
    assert len(found) >= 55
    assert len(missing) <= 25
