"""The example sentences that have a meaning: printed and read again they are the same tree; the print is settled."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.resolve import resolve_lines
from cardwright.dsl.text.words import own_names

MEANING = Path(__file__).resolve().parents[1] / "meaning"
sys.path.insert(0, str(MEANING))
from suite_words import DATA, names, suite_vocabulary  # noqa: E402

FLOOR = 230
MOST_FAILURES = 0.01
KINDS = {
    "hero": "core:Hero",
    "villain": "core:Villain",
    "henchman": "core:Henchman",
    "mastermind": "core:Mastermind",
    "tactic": "core:Mastermind Tactic",
    "scheme": "core:Scheme",
    "wound": "core:Wound",
    "bystander": "core:Bystander",
}
LIVING = {"villain", "henchman", "mastermind", "scheme"}


def carrier(kind: str, text: str) -> Carrier:
    """What such a text stands on; an enemy's own name is the one its text has."""
    mine = [name for name in names() if name in text] if kind in LIVING else []
    parts = tuple(dict.fromkeys(part for name in mine for part in own_names(name)))
    return Carrier((KINDS[kind],), parts, "suite", {}, kind in LIVING)


@cache
def texts() -> tuple[tuple[str, tuple[str, ...], Carrier], ...]:
    data = YAML(typ="safe").load((DATA / "sentences.yaml").read_text("utf-8"))
    return tuple(
        (item["id"], tuple(item["text"].rstrip().split("\n")), carrier(item["on"], item["text"])) for item in data
    )


def test_printed_texts_are_read_back() -> None:
    vocabulary = suite_vocabulary()
    forms = VocabularyForms(vocabulary)
    compiled, bad, as_written = 0, [], 0
    for name, lines, stands_on in texts():
        found = resolve_lines(lines, vocabulary, stands_on)
        if found.text is None:
            continue
        compiled += 1
        printed = tuple(canonical(found.text, forms))
        as_written += printed == lines
        again = resolve_lines(printed, vocabulary, stands_on)
        if again.text != found.text:
            bad.append(f"{name}: {printed} {[p.code for _, p in again.problems]}")
        elif tuple(canonical(again.text, forms)) != printed:  # type: ignore[arg-type]
            bad.append(f"{name} is not settled: {printed}")
    good = compiled - len(bad)
    print(f"suite: {len(texts())} texts, {compiled} have a meaning, {good} read back, {as_written} as written")
    assert compiled >= FLOOR
    assert len(bad) <= MOST_FAILURES * compiled, "\n".join(bad)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Draw 2 cards.", "Draw two cards."),
        ("If it is a Wound, KO it.", None),
        ("You may KO a 0-cost Hero from your discard pile.", "You may KO a Hero from your discard pile that costs 0."),
        ("Put a card from your hand under your deck.", "Put a card from your hand on the bottom of your deck."),
        ("Look at the Hero Deck's top card.", "Look at the top card of the Hero Deck."),
        (
            "This turn, you may recruit one Hero from the HQ for 3 less.",
            "Once this turn, you may recruit a Hero from the HQ for 3 less.",
        ),
        (
            "Draw a card. If you played four or more [Tech] cards this turn, draw three cards instead.",
            "Draw a card. If you played at least four [Tech] cards this turn, draw three cards instead.",
        ),
    ],
)
def test_other_wordings_print_canonically(text: str, printed: str | None) -> None:
    """Accepted wordings that are not the canonical one; None: no meaning by itself."""
    vocabulary = suite_vocabulary()
    found = resolve_lines([text], vocabulary, Carrier(("core:Hero",), (), "suite", {}, False))
    if printed is None:
        assert found.text is None
    else:
        assert found.text is not None, found.problems
        assert canonical(found.text, VocabularyForms(vocabulary)) == [printed]
