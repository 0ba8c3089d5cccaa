"""The example sentences: how many compile, that each prints and reads back as the same tree, that every word counts."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cardwright.dsl.meaning.resolve import resolve_lines
from cardwright.dsl.text.parser import Context, parse_line
from cardwright.dsl.text.problems import Problem
from cardwright.dsl.text.words import lexicon_of

from .suite_report import again, items, resolve, wording
from .suite_words import suite_vocabulary

FLOOR = 0.83
GOOD = [(item, result) for item in items() if (result := resolve(item)).text is not None]

# Tokens that may be left out without a change of meaning: at most ten classes.
SILENT = {
    "article": {"ART"},
    "stop": {"END", "COMMA_PH", "COMMA_CL"},
    "you": {"you"},  # who does it, if nobody is named
    "sequence": {"then", "and"},
    "emphasis": {
        "must",
        "also",
        "each",
        "all",
        "both",
        "already",
        "currently",
        "own",
        "back",
        "again",
        "too",
        "so",
        "new",
        "remaining",
    },
    "definiteness": {"exactly", "another", "printed", "total", "normal", "any", "have", "has"},
    "elided noun": {"card", "cards"},  # "draw two"
    "note": {"one", "in turn", "of your choice", "either way", "always", "immediately", "now", "first"},
    "contraction": {"'s", "is"},
    "reminder": {"PAREN"},  # checked against what the game does; one that changes the meaning changes the tree
}


def silent(kind: str, text: str) -> bool:
    return any(kind in words or text.lower() in words for words in SILENT.values())


def test_share_that_compiles() -> None:
    share = len(GOOD) / len(items())
    print(f"{len(GOOD)} of {len(items())} texts compile ({100 * share:.1f} %)")
    assert share >= FLOOR


def test_printed_text_reads_back_as_the_same_tree() -> None:
    trips: Counter[str] = Counter()
    for item, result in GOOD:
        lines = wording(item, result)
        other = again(item, lines)
        settled = other.text == result.text and wording(item, other) == lines
        trips["same" if settled else f"{item.id}: {lines}"] += 1
    print(trips["same"], "round trips")
    assert set(trips) == {"same"}


def test_every_token_counts() -> None:
    """Leave out any one token: a finding, or another tree; only the classes above may go unnoticed."""
    context = Context(lexicon_of(suite_vocabulary()))
    tried = 0
    unnoticed: list[str] = []
    for item, result in GOOD:
        for number, text in enumerate(item.lines):
            line = parse_line(text, context, [])
            if line.broken:
                continue
            for word in line.tokens:
                shorter = (text[: word.start] + text[word.end :]).replace("  ", " ").strip()
                lines = [*item.lines[:number], shorter, *item.lines[number + 1 :]]
                tried += 1
                other = resolve_lines(lines, suite_vocabulary(), item.carrier)
                if other.problems or other.text != result.text or silent(word.type, word.text):
                    continue
                unnoticed.append(f"{item.id}: “{word.text}” ({word.type}) of {text}")
    print(f"{tried} tokens left out; {len(unnoticed)} unnoticed outside the {len(SILENT)} silent classes")
    for row in unnoticed[:80]:
        print(" ", row)
    assert len(SILENT) <= 10
    assert len(unnoticed) <= tried * 0.01


WORDS = sorted({w for item in items() for w in item.text.split()})


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=12).map(" ".join))
def test_no_exception_on_shuffled_words(text: str) -> None:
    resolve_lines([text], suite_vocabulary(), items()[0].carrier)


PIECES = [sentence + "." for item, _ in GOOD for line in item.lines for sentence in line.split(". ")]


@given(st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map(" ".join), st.integers(0, 10))
def test_no_exception_on_sentences_put_together(text: str, kind: int) -> None:
    item = items()[kind * 40]
    resolve_lines([text.replace("..", ".")], suite_vocabulary(), item.carrier)


def test_problems_have_places() -> None:
    for item in items():
        for number, problem in resolve(item).problems:
            assert isinstance(problem, Problem)
            assert 0 <= problem.start <= problem.end <= len(item.lines[number])
