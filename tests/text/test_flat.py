"""Tokens own every character; the grammar is strict and small; terminals have friendly names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.dsl.text.characters import look_alikes
from cardwright.dsl.text.job import LexError
from cardwright.dsl.text.parser import Context, grammar, parse_condition, parse_line, parse_row
from cardwright.dsl.text.problems import NAMES, Problem
from cardwright.dsl.text.words import lexicon_of

from ..meaning.suite_report import items
from ..meaning.suite_words import suite_vocabulary

LINES = [line for item in items() for line in item.lines]


def context() -> Context:
    return Context(lexicon_of(suite_vocabulary()))


def test_grammar_is_small_and_strict() -> None:
    lark = grammar()
    rules = {rule.origin.name for rule in lark.rules}
    assert lark.options.strict and lark.options.parser == "lalr"
    assert 0 < len(rules) <= 200, len(rules)


def test_every_terminal_has_a_friendly_name() -> None:
    lark = grammar()
    used = {symbol.name for rule in lark.rules for symbol in rule.expansion if symbol.is_term}
    assert used - set(NAMES) == set()


def test_tokens_rebuild_the_text() -> None:
    whole = 0
    for text in LINES:
        problems: list[Problem] = []
        line = parse_line(text, context(), problems)
        assert [w.text for w in line.tokens] == [text[w.start : w.end] for w in line.tokens]
        starts = [w.start for w in line.tokens]
        assert starts == sorted(starts)
        if not line.broken:
            whole += 1
            assert line.rebuilt() == text
            between = "".join(text[a.end : b.start] for a, b in zip(line.tokens, line.tokens[1:], strict=False))
            assert not between.strip(" ")
    print(f"{whole} of {len(LINES)} lines rebuilt from their tokens")
    assert whole > 0.8 * len(LINES)


def test_all_broken_sentences_are_reported_in_one_run() -> None:
    problems: list[Problem] = []
    parse_line("Drw a card. Draw a card. Discrd it.", context(), problems)
    assert [(p.code, p.word) for p in problems] == [("unknown", "Drw"), ("unknown", "Discrd")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Draw a\u00a0card.", "CW304"),
        ("You get +½ Attack.", "CW304"),
        ("Draw @ card.", "CW304"),
        ("Draw  a card.", "CW312"),
    ],
)
def test_odd_characters_are_found(text: str, code: str) -> None:
    assert [row[0] for row in look_alikes(text)] == [code]


def test_stray_quotation_mark() -> None:
    problems: list[Problem] = []
    parse_line('Draw a "card.', context(), problems)
    assert [p.code for p in problems] == ["quote"]


WORDS = sorted({w for text in LINES for w in text.split(" ")})


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join))
def test_no_exception_on_shuffled_words(text: str) -> None:
    problems: list[Problem] = []
    parse_line(text, context(), problems)
    parse_condition(text, context(), problems)
    parse_row(text, context(), problems)


@given(st.text(max_size=60))
def test_no_exception_on_any_text(text: str) -> None:
    problems: list[Problem] = []
    parse_line(text, context(), problems)


def test_lex_errors_are_problems() -> None:
    assert issubclass(LexError, Exception)
