#!/usr/bin/env python3
"""docs/decisions/0017-additions.md: the table of what the bundled sets added to the language, from additions.yaml."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generated import DOCS, head, main, table
from ruamel.yaml import YAML

PAGE = "decisions/0017-additions.md"
SOURCE = DOCS / "decisions" / "additions.yaml"
INTRO = """\
# 0017 What the bundled sets added to the language

Each addition is of the language, not of a card: it stands with three unlike texts that use it and a fourth, made up,
that it gives for nothing. A name is a bundled card. A test compiles them all.

"""
OUTRO = """
The plan operations `longest-run`, `rows-as`, `attr-from` and `name-has` each answer one kind of question no other one
answers, and are kept on purpose ([0008](0008-kept-on-purpose.md)). Wordings that are printed again as they were
written, because the printed cards have them: "two more cards" beside "two extra cards", "each extra card you drew this
turn", "for each color of Hero you have", "this is the first Hero you played this turn", "Any Villain you fight … this
turn gets …", "Play a copy of …".
"""


def additions() -> list[dict[str, Any]]:
    """The entries of the source, in order."""
    found: list[dict[str, Any]] = YAML(typ="safe", pure=True).load(SOURCE.read_text("utf-8"))["additions"]
    return found


def said(user: dict[str, str]) -> str:
    if "text" in user:
        return f"`{user['text'].replace(chr(10), ' / ')}`"
    return user["card"]


def make() -> str:
    rows = [
        [f"**{one['addition']}**: {one['says']}", "; ".join(map(said, one["users"])), said(one["fourth"])]
        for one in additions()
    ]
    return head(Path(__file__).stem) + INTRO + table(["addition", "users", "a fourth"], rows) + OUTRO


if __name__ == "__main__":
    main(PAGE, make)
