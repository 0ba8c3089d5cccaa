"""Every text of a declaration of the bundled sets and the hard cards is printed and read back to the same tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from cardwright.dsl.compile import compile_sets
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.printing import Printer
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.reader import TextResolver
from cardwright.dsl.meaning.resolve import resolve_lines
from cardwright.dsl.meaning.unresolved import Unresolved
from cardwright.dsl.source import Text, TextLine, bundled, plain_text
from cardwright.dsl.text.lexicon import Entry

HARD = Path(__file__).resolve().parents[1] / "hard"
FLOOR = 200
Read = tuple[TextResolver, str, tuple[str, ...], Carrier, t.Node]


def everything(patch: pytest.MonkeyPatch) -> list[Read]:
    """All texts that compiling reads, with their trees."""
    found: list[Read] = []
    one, lines = TextResolver.one, TextResolver.lines

    def noted_one(self: TextResolver, kind: str, line: TextLine, carrier: Carrier) -> t.Node:
        node = one(self, kind, line, carrier)
        found.append((self, kind, (line.text,), carrier, node))
        return node

    def noted_lines(
        self: TextResolver, text: Text, carrier: Carrier, extra: Sequence[Entry] = (), *more: Any
    ) -> t.CardText | None:
        node = lines(self, text, carrier, extra, *more)
        if node is not None:
            found.append((self, "lines", tuple(line.text for line in text.lines), carrier, node))
        return node

    with patch.context() as during:
        during.setattr(TextResolver, "one", noted_one)
        during.setattr(TextResolver, "lines", noted_lines)
        for path in (bundled(), *sorted(HARD.glob("*.yaml"))):
            compile_sets([path])
    return found


def printed(printer: Printer, node: t.Node) -> list[str]:
    match node:
        case t.CardText():
            return printer.card(node)
        case t.Effect():
            return [printer.line(t.Line((), node))]
        case t.Condition():
            return [printer.condition(node)]
        case t.EventPattern():
            return [printer.event(node, False)]
        case t.Value():
            return [printer.value(node)]
        case _:
            raise AssertionError(node)


def read(resolver: TextResolver, kind: str, lines: list[str], carrier: Carrier) -> t.Node | None:
    if kind == "lines":
        return resolve_lines(lines, resolver.vocabulary, carrier).text
    try:
        return resolver.one(kind, plain_text(lines[0]).line, carrier)
    except Unresolved:
        return None


def test_declared_texts_are_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    kinds: Counter[str] = Counter()
    bad: list[str] = []
    known: set[tuple[str, ...]] = set()
    for resolver, kind, lines, carrier, node in everything(monkeypatch):
        key = (resolver.set, kind, str(sorted(carrier.slots)), *lines)
        if key in known:
            continue
        known.add(key)
        kinds[kind] += 1
        said = printed(Printer(VocabularyForms(resolver.vocabulary)), node)
        if read(resolver, kind, said, carrier) != node:
            bad.append(f"{kind} {lines} → {said}")
    print(f"declared texts: {kinds.total()} read back, {dict(kinds)}")
    assert kinds.total() >= FLOOR
    assert not bad, "\n".join(bad)
