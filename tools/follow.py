#!/usr/bin/env python3
"""docs/architecture.md: one text followed through all layers, from its English to the log of a game.

The page's prose stands here, beside the code that makes what it shows; a golden test compares the page.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

from generated import head, main

from cardwright.dsl.compile import Compiler
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.resolve import resolve_lines
from cardwright.dsl.source import bundled, read_file
from cardwright.dsl.text.flat import Clause, FlatLine, Lead, Word
from cardwright.dsl.text.parser import Context, parse_line
from cardwright.dsl.text.words import lexicon_of
from cardwright.dsl.words import Vocabulary
from cardwright.runtime.bytecode.asm import disassemble
from cardwright.runtime.bytecode.image import Image
from cardwright.workbench.scenarios.runner import Result
from cardwright.workbench.scenarios.suite import SuiteCompiler, load, results_of

NAME = "Sorting Room"
LINE = "Discard a card. If it costs 2 or more, draw two cards."
SET = f"""\
set: follow
language: 1
requires: [core]
cards:
  - kind: Hero
    name: {NAME}
    Hero Name: Postmaster
    cost: 3
    class: Tech
    text: |
      {LINE}
  - {{kind: Hero, name: Parcel, Hero Name: Postmaster, cost: 2, class: Tech, Recruit: 1}}
scenarios:
  - scenario: a dear card is worth two
    given: {{players: 1, P1: {{hand: [{NAME}, Parcel, Wound], deck: [Parcel, S.H.I.E.L.D. Agent, Parcel]}}}}
    do:
      - P1: play {NAME}
      - choose: Parcel
    expect:
      - {{P1: {{hand: [Wound, Parcel, S.H.I.E.L.D. Agent], discard: [Parcel]}}}}
"""


def block(lines: Iterator[str] | list[str], kind: str = "text") -> str:
    return "\n".join((f"```{kind}", *(line.rstrip() for line in lines), "```", ""))


# -- layers ----------------------------------------------------------------------------------------------------


def tokens(flat: FlatLine) -> Iterator[str]:
    for word in flat.tokens:
        senses = ", ".join(" ".join(part for part in (one.kind, one.id, one.form) if part) for one in word.senses)
        yield f"{word.start:3}–{word.end:<3} {word.type:<9} {word.text:<10} {senses}"


def row(words: tuple[Word, ...]) -> str:
    return " ".join(f"{word.type}:{word.text}" for word in words) or "·"


def clause(one: Clause) -> str:
    verb = f"{one.verb.type}:{one.verb.text}" if one.verb is not None else "·"
    return f"subject [{row(one.subject)}]  verb {verb}  row [{row(one.row)}]"


def lead(one: Lead) -> Iterator[str]:
    inside = "; ".join(clause(part) for part in one.cond.clauses) if one.cond is not None else row(one.row)
    yield f"    lead-in {one.kind}: {inside}"


def flat_tree(flat: FlatLine) -> Iterator[str]:
    for sentence in flat.sentences:
        yield "sentence"
        for unit in sentence.units:
            for one in unit.leads:
                yield from lead(one)
            yield f"    clause: {clause(unit.clause)}"


def typed(node: object, name: str = "", depth: int = 0) -> Iterator[str]:
    """A tree, one field a line; what has its default value is left out."""
    margin = "  " * depth
    title = f"{name}: " if name else ""
    if isinstance(node, t.Node):
        inner: list[str] = []
        for field in fields(node):
            value = getattr(node, field.name)
            if field.name != "span" and value != field.default and value not in ((), None, ""):
                inner += typed(value, field.name, depth + 1)
        yield f"{margin}{title}{type(node).__name__}"
        yield from inner
    elif isinstance(node, tuple) and any(isinstance(part, t.Node) for part in node):
        for place, part in enumerate(node):
            yield from typed(part, f"{name}[{place}]", depth)
    else:
        yield f"{margin}{title}{node!r}"


def bindings(text: t.CardText) -> Iterator[str]:
    """Every reference of the tree, and what it is bound to."""
    made = {node.binds: node for node in text.walk() if isinstance(node, t.Do) and node.binds}
    for node in text.walk():
        if isinstance(node, t.Ref):
            to = node.to
            clause_number = int(to.removeprefix("bind ")) if to.startswith("bind ") else 0
            what = f"what clause {clause_number} did ({made[clause_number].verb})" if clause_number in made else to
            yield f"“{node.form}” at {node.span[0]}–{node.span[1]}: a {node.type}, {what}"


# -- the whole way ---------------------------------------------------------------------------------------------


class Way:
    """The text, compiled and run."""

    def __init__(self, folder: Path) -> None:
        path = folder / "follow.yaml"
        path.write_text(SET, encoding="utf-8")
        self.source, _ = read_file(path, "follow.yaml")
        loaded = load(path, SuiteCompiler())
        assert loaded.image is not None, [f"{one.code} {one.message}" for one in loaded.findings]
        self.image: Image = loaded.image
        (self.result,) = results_of(loaded, trace=True)
        assert self.result.ok, self.result.complaints

    def code(self) -> Iterator[str]:
        """The disassembly, with its sentences counted from 1 so that other cards do not change the page."""
        lines = list(self._code())
        numbers = dict.fromkeys(re.findall(r"SENTENCE (\d+)", "\n".join(lines)))
        counted = {number: str(at) for at, number in enumerate(numbers, 1)}
        for line in lines:
            yield re.sub(r"(SENTENCE|ASK \S+ \S+) (\d+)", lambda m: f"{m[1]} {counted.get(m[2], m[2])}", line)

    def _code(self) -> Iterator[str]:
        for card in self.image.cards:
            if self.image.names[card.name].rpartition(":")[2] == NAME:
                for number in card.abilities:
                    yield from disassemble(self.image, self.image.abilities[number].proc).splitlines()


def resolved(vocabulary: Vocabulary) -> tuple[FlatLine, t.CardText, list[str]]:
    flat = parse_line(LINE, Context(lexicon_of(vocabulary)), [])
    made = resolve_lines([LINE], vocabulary, Carrier(("core:Hero",), (NAME,), "follow"))
    assert made.text is not None, made.problems
    return flat, made.text, canonical(made.text, VocabularyForms(vocabulary))


def log(result: Result) -> list[str]:
    """The committed lines of a trace, without their rows."""
    said = (line.strip() for line in result.trace)
    return [line.removeprefix("= ").split("  [")[0] for line in said if line.startswith("= ")]


def make() -> str:
    """The page."""
    vocabulary = Compiler().declare([bundled()]).declared["core"].vocabulary
    flat, text, printed = resolved(vocabulary)
    with tempfile.TemporaryDirectory() as folder:
        way = Way(Path(folder))
    return "\n".join(
        (
            head("follow"),
            "# One text, followed through every layer\n",
            "A card's English goes through these layers. Each knows the one before it and nothing else;",
            "imports go from `app` over `workbench` and `dsl` to `runtime`.\n",
            "| layer | package | gives |\n|---|---|---|\n"
            "| source | `dsl/source`, `dsl/schema` | nodes of the file with places; texts by line |\n"
            "| words | `dsl/words` | everything declared; the vocabulary of a set and those it requires |\n"
            "| text | `dsl/text`, `grammar` | tokens, the flat tree |\n"
            "| meaning | `dsl/meaning` | the typed tree with its bindings; English again |\n"
            "| lowering | `dsl/lower` | plans, procedures, the image |\n"
            "| machine | `runtime/bytecode`, `machine`, `rules`, `state` | a verified program; events; plain state |\n"
            "| play | `runtime/play` | questions, answers, views, the log |\n",
            "## Text\n",
            "A set file with two cards, and a scenario that plays one of them.\n",
            block(SET.splitlines(), "yaml"),
            "## Tokens\n",
            "Every character belongs to a token or is a blank between two. A token has its class in the grammar and",
            "the senses its phrase has in the vocabulary: declared words with their ids, function words in their",
            "canonical form.\n",
            block(tokens(flat)),
            "## Flat tree\n",
            "Subject row, verb, row. Nothing is attached yet: the grammar does not know what a verb takes.\n",
            block(flat_tree(flat)),
            "## Typed tree\n",
            "The resolver has given each chunk to the noun or to the verb, by the verb's declaration and by type.",
            "Fields that have their usual value are left out.\n",
            block(typed(text)),
            "## Bindings\n",
            "Words that refer are bound while resolving; two candidates at one distance, or none, are a finding.\n",
            block(bindings(text)),
            "Printed again, the tree says:\n",
            block(printed),
            "## Bytecode\n",
            "One procedure for the line. `SENTENCE` says which sentence the code behind it belongs to; `EVAL`",
            "evaluates a plan; `ASK` is the only opcode that stops.\n",
            block(way.code()),
            "## A run\n",
            "The scenario, traced: `→` a frame that is entered, quoted lines sentences, `=` what was committed, with",
            "its rows (who, card, its definition, from, to, amount).\n",
            block(list(way.result.trace)),
            "## The log\n",
            "What a player reads of it; text is made only when somebody does.\n",
            block(log(way.result)),
        )
    )


if __name__ == "__main__":
    main("architecture.md", make)
