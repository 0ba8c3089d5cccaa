"""The vocabulary of the example sentences: core's words, the word set beside this file, its enemies' names."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from cardwright.dsl.source import bundled, compose, read_file
from cardwright.dsl.words import Entry, Form, SetDecl, Vocabulary, WordClass
from cardwright.dsl.words.model import SECTIONS
from cardwright.dsl.words.reading import read_declaration, reader

HERE = Path(__file__).parent / "suite"


def declarations(name: str, *paths: Path) -> SetDecl:
    """All declarations of some files, without cards."""
    reading = reader(name)
    found: dict[str, list[object]] = {}
    for path in paths:
        source, _ = read_file(path, path.name)
        root, *_ = compose(source)
        for key, value in root or ():
            for section in SECTIONS:
                if key.value == section.name:
                    for node in getattr(value, "items", ()):
                        made = read_declaration(section.cls, node, reading)
                        if made is not None:
                            found.setdefault(section.name, []).append(made)
    return SetDecl(name=name, **{key: tuple(rows) for key, rows in found.items()})  # type: ignore[arg-type]


def names() -> list[str]:
    return (HERE / "names.txt").read_text("utf-8").split("\n")[:-1]


@cache
def core() -> SetDecl:
    return declarations("core", *sorted((bundled() / "core").glob("*.yaml")))


@cache
def suite_vocabulary() -> Vocabulary:
    suite = declarations("suite", HERE / "words.yaml")
    made = Vocabulary.of(suite, (core(),))
    for name in names():
        made.entries.setdefault(name, []).append(Entry(name, WordClass.CARD, f"suite:{name}", Form.SINGULAR))
    return made
