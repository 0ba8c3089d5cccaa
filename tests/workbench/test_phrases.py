"""Phrases of scenarios: names, numbers and forms of words, never prose."""

from __future__ import annotations

import pytest

from cardwright.workbench.scenarios.phrases import Line, Names, fits, in_order, same_word

NAMES = Names(["Bruiser", "Mauler", "Attack", "P1", "P2", "discard pile", "HYDRA Kidnappers"])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("discard", "discarded"),
        ("discards", "discarding"),
        ("ko", "ko'd"),
        ("fail", "fails"),
        ("carry", "carries"),
        ("escape", "escaping"),
        ("put", "putting"),
        ("play", "played"),
        ("lose", "loses"),
        ("move", "moving"),
    ],
)
def test_forms_of_one_word(one: str, other: str) -> None:
    assert same_word(one, other) and same_word(other, one)


@pytest.mark.parametrize(("one", "other"), [("escape", "escort"), ("gain", "game"), ("fight", "fit"), ("a", "as")])
def test_unlike_words(one: str, other: str) -> None:
    assert not same_word(one, other)


def line(words: str, *names: str, numbers: tuple[int, ...] = ()) -> Line:
    made = Line(words)
    made.say(words)
    for name in names:
        made.name(name)
    made.numbers.update(numbers)
    return made


@pytest.mark.parametrize("phrase", ["discard Bruiser", "P1 discarded Bruiser", "Bruiser is discarded", "P1 discards 1"])
def test_what_fits(phrase: str) -> None:
    assert fits(NAMES.read(phrase), line("{you} discarded {cards}", "P1", "Bruiser", numbers=(1,)))


@pytest.mark.parametrize(
    "phrase", ["draw Bruiser", "discard Mauler", "P2 discards Bruiser", "discard 2", "Mauler +3 Attack"]
)
def test_what_does_not_fit(phrase: str) -> None:
    assert not fits(NAMES.read(phrase), line("{you} discarded {cards}", "P1", "Bruiser", numbers=(1,)))


def test_numbers_may_be_words_and_have_signs() -> None:
    assert NAMES.read("Mauler +3 Attack").numbers == (3,)
    assert NAMES.read("Mauler -1 Attack").numbers == (-1,)
    assert NAMES.read("draws two cards").numbers == (2,)
    assert NAMES.read("HYDRA Kidnappers fight").names == ("hydra kidnappers",)


def test_a_phrase_of_small_words_fits_nothing() -> None:
    assert NAMES.read("it is the").says_nothing
    assert not fits(NAMES.read("it is the"), line("{you} discarded {cards}", "P1", "Bruiser", numbers=(1,)))


def test_order_with_gaps() -> None:
    lines = [line("discard", "Bruiser"), line("draw", "Mauler"), line("fight fails")]
    assert in_order([NAMES.read("discard Bruiser"), NAMES.read("fight fails")], lines) is None
    missing = in_order([NAMES.read("fight fails"), NAMES.read("discard Bruiser")], lines)
    assert missing is not None and missing.text == "discard Bruiser"
