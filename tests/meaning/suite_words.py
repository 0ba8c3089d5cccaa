"""The vocabulary of the example sentences: core's words, the suite's own, its enemies' names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardwright.dsl.compile import Compiler
from cardwright.dsl.words import Entry, Form, Vocabulary, WordClass

DATA = Path(__file__).resolve().parents[1] / "data"


def names() -> list[str]:
    return (DATA / "names.txt").read_text("utf-8").split("\n")[:-1]


@cache
def suite_vocabulary() -> Vocabulary:
    made = Compiler().declare([DATA / "suite"]).declared["suite"].vocabulary
    for name in names():
        made.entries.setdefault(name, []).append(Entry(name, WordClass.CARD, f"suite:{name}", Form.SINGULAR))
    return made
