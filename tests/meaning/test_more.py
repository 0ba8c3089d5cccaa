"""Texts besides the suite: what must be read, and what must be refused rather than misread."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.resolve import resolve_lines

from .suite_report import Item, again, resolve, wording
from .suite_words import suite_vocabulary

DATA = YAML(typ="safe").load(Path(__file__).with_name("more.yaml").read_text("utf-8"))


def texts(part: str) -> list[Item]:
    return [
        Item(f"{on} {number}", on, text.replace(" // ", "\n"), "", "")
        for on, several in DATA[part].items()
        for number, text in enumerate(several, 1)
    ]


@pytest.mark.parametrize("item", texts("read"), ids=lambda item: item.id)
def test_read(item: Item) -> None:
    result = resolve(item)
    assert result.text is not None, (item.text, [(p.code, p.word, p.note) for _, p in result.problems])
    lines = wording(item, result)
    assert again(item, lines).text == result.text, (item.text, lines)


@pytest.mark.parametrize("item", texts("refused"), ids=lambda item: item.id)
def test_refused(item: Item) -> None:
    result = resolve(item)
    assert result.text is None and result.problems, item.text


@pytest.mark.parametrize("text", DATA["slots"])
def test_a_slot_is_a_number_wherever_a_number_word_is(text: str) -> None:
    """The slot is read as digits are: with digits in its place, the printed wording means what the text does."""
    carrier = Carrier(("core:Hero",), (), "suite", {"number": "number"}, True)
    words = suite_vocabulary()
    result = resolve_lines([text], words, carrier)
    assert result.text is not None, [(p.code, p.word, p.note) for _, p in result.problems]
    lines = canonical(result.text, VocabularyForms(words))
    assert resolve_lines(lines, words, carrier).text == result.text, lines
    assert text.count("{number}") == " ".join(lines).count("{number}")
    said, printed = ([line.replace("{number}", "3") for line in one] for one in ([text], lines))
    meant = resolve_lines(said, words, carrier).text
    assert meant is not None
    assert resolve_lines(printed, words, carrier).text == meant
