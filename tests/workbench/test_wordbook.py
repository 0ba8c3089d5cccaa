"""The wordbook: every word of a vocabulary is found, and its use on cards is what the texts say."""

from __future__ import annotations

from pathlib import Path

from cardwright.dsl.compile import Compiler
from cardwright.dsl.source import bundled
from cardwright.dsl.words import WordClass
from cardwright.workbench.wordbook.usage import usage
from cardwright.workbench.wordbook.words import PHRASE, search, words_of

SET = """set: x
language: 1
requires: [core]
zones: [{zone: Harbor, of: table, also: [harbour]}]
keywords: [{keyword: Rally, Hero: Draw a card.}]
cards:
  - Hero Name: Crew
    kind: Hero
    cost: 2
    cards:
      - {name: Pilot, class: Tech, text: Put up to two Wounds from your hand into the Harbor.}
      - name: Mate
        team: Avengers
        text: |
          Rally
          [Tech]: Whenever you fight a Villain this turn, draw a card.
"""


def names(words: list[object]) -> list[str]:
    return [f"{one.kind} {one.phrase}" for one in words]  # type: ignore[attr-defined]


def test_every_entry_is_a_word() -> None:
    declarations = Compiler().declare([bundled()])
    words = words_of(declarations)
    keys = {word.key for word in words}
    count = 0
    for item in declarations.declared.values():
        for rows in item.vocabulary.entries.values():
            for entry in rows:
                assert (str(entry.word), entry.id) in keys
                count += 1
    assert len(keys) == len(words)
    phrases = [word for word in words if word.kind == PHRASE]
    print(f"{count} entries, {len(words)} words, {len(phrases)} of the language itself")
    assert count >= 350 and len(phrases) >= 300


def test_other_wordings_have_the_forms_of_the_same_verb() -> None:
    """ "draw your new hand" is another wording of "draw a new hand": its forms are as irregular as those given."""
    made = Compiler().declare([], given={"x.yaml": SET.encode()})
    also = {phrase for word in words_of(made) if word.phrase == "draw a new hand" for phrase in word.also}
    assert "drew your new hand" in also and not any(one.startswith("drawed") for one in also)


def test_search_and_use(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(SET)
    compiler = Compiler()
    declarations = compiler.declare([tmp_path / "x.yaml"])
    assert not declarations.findings
    words = words_of(declarations)
    assert names(search(words, "HARBOUR")) == ["zone Harbor"]
    assert names(search(words, "arbo")) == ["zone Harbor"]
    assert names(search(words, "r?lly")) == ["keyword Rally"]
    assert names(search(words, "fought", ["verb"])) == ["verb fight"]
    assert search(words, "nothing like it") == []
    used = usage(declarations, compiler)
    said = {
        (str(WordClass.ZONE), "x:Harbor"): ["Pilot"],
        (str(WordClass.ZONE), "core:hand"): ["Pilot"],
        (str(WordClass.KIND), "core:Wound"): ["Pilot"],
        (str(WordClass.KIND), "core:Villain"): ["Mate"],
        (str(WordClass.KIND), "core:Hero"): [],
        (str(WordClass.KEYWORD), "x:Rally"): ["Mate"],
        (str(WordClass.ICON), "core:Tech"): ["Mate"],
        (str(WordClass.VERB), "core:fight"): ["Mate"],
        (str(WordClass.VERB), "core:draw"): ["Mate"],
        (str(WordClass.PROCEDURE), "core:fight"): [],
        (PHRASE, "ART:up to"): ["Pilot"],
        (PHRASE, "WHEN:whenever"): ["Mate"],
    }
    for key, cards in said.items():
        assert [str(card.name) for card in used.said.get(key, [])] == cards, key
    printed = {
        (str(WordClass.ICON), "core:Tech"): ["Pilot"],
        (str(WordClass.ICON), "core:Avengers"): ["Mate"],
        (str(WordClass.NAME), "x:Crew"): ["Pilot", "Mate"],
        (str(WordClass.KIND), "core:Hero"): ["Pilot", "Mate"],
        (str(WordClass.NUMBER), "core:cost"): ["Pilot", "Mate"],
    }
    for key, cards in printed.items():
        assert [str(card.name) for card in used.printed.get(key, [])] == cards, key
