"""Wordings that are accepted beside the canonical one are printed canonically."""

from __future__ import annotations

import pytest

from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.resolve import resolve_lines

from ..meaning.suite_words import suite_vocabulary


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
