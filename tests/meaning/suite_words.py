"""The vocabulary of the example sentences: core's words, the suite's own, its enemies' names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.source import LoadedSet
from cardwright.dsl.words import Entry, Form, Vocabulary, WordClass
from cardwright.runtime.bytecode.image import Image

DATA = Path(__file__).resolve().parents[1] / "data"
SUITE = DATA / "suite"


class WithWords:
    """Compiles scenario files together with the words of the suite."""

    def __init__(self) -> None:
        self._compiler = Compiler()

    def __call__(self, inline: list[LoadedSet]) -> tuple[Image | None, list[Finding]]:
        result = compile_sets([SUITE], inline=inline, compiler=self._compiler)
        return result.image, result.findings


def names() -> list[str]:
    return (DATA / "names.txt").read_text("utf-8").split("\n")[:-1]


@cache
def suite_vocabulary() -> Vocabulary:
    made = Compiler().declare([SUITE]).declared["suite"].vocabulary
    for name in names():
        made.entries.setdefault(name, []).append(Entry(name, WordClass.CARD, f"suite:{name}", Form.SINGULAR))
    return made
