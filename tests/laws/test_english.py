"""Law 1: English is the source. Nothing of a text is dropped, and every tree prints as English that gives it back."""

from __future__ import annotations

from collections import Counter

import pytest

from cardwright.dsl.meaning.resolve import Result, lexicon_for
from cardwright.dsl.text.characters import look_alikes
from cardwright.dsl.text.flat import FlatLine
from cardwright.dsl.text.parser import Context, parse_line
from cardwright.dsl.text.problems import Problem

from .faces import Spoken, spoken

MOST_CLASSES = 10
FOREIGN = {"@": "@", "½": "½", "a stray quote": '"', "a no-break space": "\u00a0", "two spaces": "  "}


def flat(face: Spoken, line: str) -> FlatLine:
    found: list[Problem] = []
    lexicon = lexicon_for(face.lines, face.vocabulary, face.carrier)
    return parse_line(line, Context(lexicon, dict(face.carrier.slots)), found)


def readable() -> list[Spoken]:
    return [face for face in spoken() if face.read().text is not None]


def test_every_text_has_a_meaning() -> None:
    """No face of the bundled sets and the hard cards is without a tree."""
    bad = [
        f"{face}: {[(p.code, p.word) for _, p in result.problems]}" for face, result in _read() if result.text is None
    ]
    assert len(spoken()) >= 75
    assert not bad, f"{len(bad)} of {len(spoken())}:\n" + "\n".join(bad)


def _read() -> list[tuple[Spoken, Result]]:
    return [(face, face.read()) for face in spoken()]


def test_printed_trees_are_read_back() -> None:
    """tree = parse(print(tree)) for all texts."""
    bad: list[str] = []
    lines = 0
    for face in readable():
        result = face.read()
        printed = face.printed(result)
        lines += len(printed)
        again = face.read(printed)
        if again.text != result.text:
            bad.append(f"{face}: {printed}")
    print(f"round trip: {lines} lines of {len(readable())} faces")
    assert not bad, "\n".join(bad)


def test_printing_is_settled() -> None:
    """What was printed prints as it stands."""
    bad = []
    for face in readable():
        printed = face.printed(face.read())
        again = face.read(printed)
        if again.text is not None and face.printed(again) != printed:
            bad.append(f"{face}: {printed} → {face.printed(again)}")
    assert not bad, "\n".join(bad)


def test_tokens_own_every_character() -> None:
    """The tokens of a line and single blanks between them are the line, code point for code point."""
    characters = 0
    for face in readable():
        for line in face.lines:
            at = 0
            for word in flat(face, line).tokens:
                assert line[at : word.start] in ("", " "), (str(face), line[at : word.start])
                assert word.text == line[word.start : word.end]
                at = max(at, word.end)
            assert not line[at:].strip(), (str(face), line[at:])
            characters += len(line)
    assert characters >= 3000
    print(f"ownership: {characters} characters")


def test_every_token_carries_meaning() -> None:
    """Delete any one token: there is a finding, or another tree. Only a few classes of word are free of meaning."""
    free: Counter[str] = Counter()
    where: dict[str, str] = {}
    tried = 0
    for face in readable():
        tree = face.read().text
        for number, line in enumerate(face.lines):
            for word in flat(face, line).tokens:
                left = line[: word.start].rstrip(" ") if word.type in ("END", "COLON", "LCOLON") else line[: word.start]
                shorter = (
                    left + line[word.end :].lstrip(" ") if left.endswith(" ") or not left else left + line[word.end :]
                )
                if not shorter.strip():
                    continue
                lines = (*face.lines[:number], shorter, *face.lines[number + 1 :])
                tried += 1
                result = face.read(lines)
                if result.text == tree and not result.problems:
                    kind = "punctuation" if word.text in (",", ".", "!") else word.type
                    free[kind] += 1
                    where.setdefault(kind, f"{face}: {line!r} without {word.text!r}")
    print(f"deletions: {tried} tokens; without meaning: {dict(free)}")
    assert tried >= 800
    assert len(free) <= MOST_CLASSES, "\n".join(f"{name}: {place}" for name, place in where.items())


@pytest.mark.parametrize("name", FOREIGN)
def test_foreign_characters_are_found(name: str) -> None:
    """A character that no word owns is a finding wherever it stands."""
    tried = 0
    for face in readable():
        for number, line in enumerate(face.lines):
            place = line.find(" ", len(line) // 2)
            if place < 0:
                continue
            mark = FOREIGN[name]
            made = (
                line[:place] + (mark if mark.isspace() else f" {mark}") + line[place + (1 if mark.isspace() else 0) :]
            )
            lines = (*face.lines[:number], made, *face.lines[number + 1 :])
            tried += 1
            assert list(look_alikes(made)) or face.read(lines).problems, f"{face}: {made!r}"
    assert tried >= 40
