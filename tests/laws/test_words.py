"""Law 2, by words: the code knows no declared word but the few English ones that a primitive owns."""

from __future__ import annotations

from functools import cache

import pytest
from ruamel.yaml import YAML

from .words import ROOT, Hit, Place, code_places, declared, english, hits, homographs

MOST = 60


@cache
def places() -> tuple[Place, ...]:
    return tuple(code_places())


@cache
def found() -> dict[str, Hit]:
    return hits(declared(), places())


def test_enough_was_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    """A test that looks at nothing would always pass: floors for what was counted."""
    words, parts = declared(), places()
    files = {place.file for place in parts}
    with capsys.disabled():
        print(
            f"\nwords: {len(words)} declared phrases, {len(parts)} identifiers and literals in {len(files)} files, ",
            end="",
        )
        print(f"{len(found())} phrases stand in code, {len(english())} English words may")
    assert len(words) >= 200
    assert len(parts) >= 15_000
    assert len(files) >= 80
    assert any(file.startswith("grammar/") for file in files)
    assert any(file.startswith("runtime/") for file in files)


def test_no_word_of_a_game_stands_in_code() -> None:
    """Names, kinds, labels, keywords, icons, kinds of points, zones: never."""
    bad = {word: hit for word, hit in found().items() if hit.forbidden and word not in homographs()}
    assert not bad, "\n".join(f"{word}: {[f'{p.file}:{p.line}' for p in hit.places[:5]]}" for word, hit in bad.items())


def test_every_other_word_has_an_owner() -> None:
    bad = {word: hit for word, hit in found().items() if not hit.forbidden and word not in english()}
    assert not bad, "\n".join(f"{word}: {[f'{p.file}:{p.line}' for p in hit.places[:5]]}" for word, hit in bad.items())


def test_the_list_is_short_and_needed() -> None:
    allowed = english()
    assert len(allowed) <= MOST
    assert len(homographs()) <= 2
    assert all(owner and owner != "None" for owner in (*allowed.values(), *homographs().values()))
    assert not [word for word in allowed if word not in found()], "a word of the list that no longer stands in code"
    assert not [word for word in allowed if word in found() and found()[word].forbidden]


def test_grammar_has_no_word_of_a_game() -> None:
    """Function words are read as they stand, not in pieces: none of them is a declared phrase of a game."""
    words = YAML(typ="safe", pure=True).load((ROOT / "grammar" / "function_words.yaml").read_text("utf-8"))
    assert len(words) >= 10
    bad = [
        hit.word
        for hit in hits(declared(), [p for p in places() if p.file.startswith("grammar/")]).values()
        if hit.forbidden
    ]
    assert not [word for word in bad if word not in homographs()]
