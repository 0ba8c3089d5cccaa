"""Language values: lines, continued lines, and the place of every code point."""

from __future__ import annotations

import pytest

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.source import Mapping, Text, compose, language_value, plain_text, read_text


def value(text: str, *, lines: bool = True) -> tuple[Text | None, list[Finding]]:
    source, _ = read_text(text, "x.yaml")
    node, complaints = compose(source)
    assert isinstance(node, Mapping)
    found: list[Finding] = list(complaints)
    return language_value(node.items[0][1], found, lines=lines), found


def test_one_ability_per_line_and_a_deeper_line_continues() -> None:
    text, found = value("text: |\n    Draw a card.\n    Fight: KO a Hero\n      from the HQ.\n\n    Berserk.\n")
    assert not found and text is not None
    assert [line.text for line in text] == ["Draw a card.", "Fight: KO a Hero from the HQ.", "Berserk."]


def test_every_code_point_has_its_place() -> None:
    text, _ = value("text: |\n    Fight: KO a\n      Hero.\n")
    assert text is not None
    line = text.line
    for i, char in enumerate(line.text):
        written = line.file.text[line.offsets[i]]
        assert written == char or (char == " " and written == "\n")
    hero = line.text.index("Hero")
    span = line.span(hero, hero + 4)
    assert (span.line, span.column, span.end_line, span.end_column) == (3, 7, 3, 11)
    across = line.span(line.text.index("a Hero"), len(line.text))
    assert (across.line, across.column, across.end_line, across.end_column) == (2, 15, 3, 12)


def test_windows_lines_have_no_carriage_return() -> None:
    text, found = value("text: |\r\n  Draw a card.\r\n  Berserk.\r\n")
    assert not found and text is not None
    assert [line.text for line in text] == ["Draw a card.", "Berserk."]


def test_a_remark_after_the_block_is_no_text() -> None:
    text, _ = value("text: |\n    Draw a card.\n# a remark\nname: A\n")
    assert text is not None and [line.text for line in text] == ["Draw a card."]


def test_a_line_indented_otherwise_keeps_its_spaces() -> None:
    text, _ = value("text: |\n  Draw a card.\n     Berserk.\n")
    assert text is not None and [line.text for line in text] == ["Draw a card.", "   Berserk."]


@pytest.mark.parametrize("written", ["Draw a card.", '"Draw a card."', "'Draw a card.'"])
def test_short_forms(written: str) -> None:
    text, found = value(f"text: {written}\n")
    assert not found and text is not None and text.line.text == "Draw a card."
    place = text.line.span(0, 4)
    assert place.text == "Draw"


@pytest.mark.parametrize(
    ("written", "code"),
    [
        (">\n  Draw a card.", "CW113"),
        ('"Draw \\u0061 card."', "CW113"),
        ("'Mauler''s card.'", "CW113"),
        ("Draw a\n  card.", "CW113"),
        ('""', "CW116"),
        ("|\n", "CW116"),
    ],
)
def test_forms_that_lose_places(written: str, code: str) -> None:
    text, found = value(f"text: {written}\n")
    assert text is None and [item.code for item in found] == [code]


def test_only_one_line_where_one_is_asked_for() -> None:
    text, found = value("is: |\n  a Hero\n  a Villain\n", lines=False)
    assert text is None and [(item.code, item.span.line) for item in found] == [("CW117", 3)]


def test_text_without_a_file() -> None:
    assert [line.text for line in plain_text("One.\nTwo.")] == ["One.", "Two."]
