"""Every example of docs/language.md compiles and has no finding."""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import compile_sets

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
