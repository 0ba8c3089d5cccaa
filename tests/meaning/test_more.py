"""Texts besides the suite: what must be read, and what must be refused rather than misread."""

from __future__ import annotations

from pathlib import Path

import pytest
from ruamel.yaml import YAML

from .suite_report import Item, again, resolve, wording

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
