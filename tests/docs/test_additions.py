"""The table of additions to the language: three unlike users and a made-up fourth each, and all of them compile."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from ruamel.yaml import YAML

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled

from .boxes import ROOT, Box, one_set

SOURCE = ROOT / "docs" / "decisions" / "additions.yaml"
FLOOR = 25


@cache
def additions() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(SOURCE.read_text("utf-8"))["additions"]
    return found


def texts() -> list[Box]:
    """Every text of the table as a card; its place is the addition."""
    rows = [(one, user) for one in additions() for user in (*one["users"], one["fourth"]) if "text" in user]
    return [Box("card", user["kind"], user["text"], f"{one['addition']}:{at}") for at, (one, user) in enumerate(rows)]


def test_each_has_three_unlike_users_and_a_fourth() -> None:
    assert len(additions()) >= FLOOR
    for one in additions():
        users = [str(user) for user in one["users"]]
        assert len(users) == len(set(users)) == 3, one["addition"]
        assert "text" in one["fourth"], one["addition"]


def test_the_cards_are_there() -> None:
    image = compile_sets([bundled()]).image
    assert image is not None
    names = {image.names[card.name] for card in image.cards if card.name >= 0}
    wanted = {user["card"] for one in additions() for user in one["users"] if "card" in user}
    assert len(wanted) > 25
    assert not wanted - names


def test_the_texts_compile(capsys: pytest.CaptureFixture[str]) -> None:
    boxes = texts()
    made = one_set(boxes).replace("requires: [core]", "requires: [core, weapon-x]")
    result = compile_sets(given={"additions.yaml": made.encode()})
    by_name = {box.name: box for box in boxes}
    found = [
        f"{by_name[item.card].place if item.card in by_name else item.card}: {item.code} {item.message}"
        for item in result.findings
    ]
    with capsys.disabled():
        print(f"\n{len(additions())} additions, {len(boxes)} texts of their own", end=" ")
    assert not found, "\n".join(found)
    assert result.image is not None
    assert len(boxes) > 50
