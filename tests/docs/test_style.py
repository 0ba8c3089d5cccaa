"""The wordings of docs/style.md are printed as the page says."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from cardwright.dsl.compile import Compiler
from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.resolve import resolve_lines
from cardwright.dsl.source import bundled
from cardwright.dsl.words import Vocabulary

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "style.md").read_text("utf-8")
(BLOCK,) = re.findall(r"^```printed\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
LINES = [tuple(line.split(" → ")) for line in BLOCK.splitlines()]


@cache
def vocabulary() -> Vocabulary:
    return Compiler().declare([bundled()]).declared["core"].vocabulary


def test_there_are_lines() -> None:
    assert len(LINES) >= 8


@pytest.mark.parametrize(("written", "printed"), LINES)
def test_is_printed_so(written: str, printed: str) -> None:
    result = resolve_lines([written], vocabulary(), Carrier(("core:Hero",), (), "core", {}, True))
    assert result.text is not None, result.problems
    assert canonical(result.text, VocabularyForms(vocabulary())) == [printed]
