"""What somebody who writes a first card gets wrong, each sort of it: the finding says what is wrong, at its place, and
shows a way out.
"""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.diagnostics import Finding, as_text, codes
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.repair import chosen
from cardwright.workbench.explain.explain import explain_card
from cardwright.workbench.explain.texts import Texts

COMPILER = Compiler()
HEAD = "set: x\nlanguage: 1\nrequires: [core]\n"
NUMBERS = {
    "Hero": "cost: 3",
    "Villain": "Attack: 3",
    "Mastermind": "Attack: 8",
    "Bystander": "VP: 1",
    "Wound": "cost: 0",
}


def card(kind: str, text: str) -> str:
    numbers = f"    {NUMBERS[kind]}\n" if kind in NUMBERS else ""
    return f"{HEAD}cards:\n  - kind: {kind}\n    name: Dunlin\n{numbers}    text: |\n{text}\n"


def found(text: str) -> list[Finding]:
    return compile_sets(given={"x.yaml": text.encode()}, compiler=COMPILER).findings


def mended(text: str) -> str:
    """The file after the safe repairs of one pass."""
    findings = found(text)
    for rows in chosen(findings).values():
        for edit in sorted(rows, key=lambda one: -one.span.start):
            text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return text


# -- rows of a text in the wrong column --------------------------------------------------------------------------------

FIGHT, AMBUSH = "Fight: Draw a card.", "Ambush: Each player discards a card."
ROWS = [
    # the rows with their blanks, the code, the place, whether one repair makes it right
    ((6, AMBUSH, 8, FIGHT), "CW318", "Fight:", True),  # goes on with the line above by its blanks
    ((6, f"{AMBUSH} {FIGHT}"), "CW318", "Fight:", True),  # goes on in the line itself
    ((6, AMBUSH, 7, FIGHT), "CW319", " ", True),
    ((6, AMBUSH, 10, FIGHT), "CW319", "    ", True),
    ((6, "Ambush: Each player", 9, "discards a card."), "CW319", "   ", True),  # a small letter: more of the same line
    ((6, AMBUSH, 10, "You get +1 Attack."), "CW319", "    ", False),  # nobody can tell
    ((8, AMBUSH, 6, FIGHT), "CW120", FIGHT, False),
    ((10, AMBUSH, 6, FIGHT, 6, "Escape: Each player gains a Wound."), "CW120", FIGHT, False),
]


@pytest.mark.parametrize(("rows", "code", "place", "repaired"), ROWS)
def test_a_row_in_the_wrong_column(rows: tuple[object, ...], code: str, place: str, repaired: bool) -> None:
    text = "\n".join(" " * int(str(blanks)) + str(words) for blanks, words in zip(rows[::2], rows[1::2], strict=True))
    findings = found(card("Villain", text))
    assert [(one.code, one.span.text) for one in findings] == [(code, place)]
    assert (findings[0].fix is not None) is repaired
    if repaired:
        assert found(mended(card("Villain", text))) == []


def test_a_label_may_stand_inside_a_quotation() -> None:
    assert not found(card("Hero", '      A Villain in the city gains "Fight: Draw a card."\n        this turn.'))


@pytest.mark.parametrize("text", ["You get +2 Attack", "[Tech]: Draw a card", "Draw a card. KO a Wound from your hand"])
def test_a_stop_that_is_missing(text: str) -> None:
    findings = found(card("Hero", f"      {text}"))
    assert [one.code for one in findings] == ["CW317"] and not findings[0].is_error
    assert found(mended(card("Hero", f"      {text}"))) == []


KEYWORDS = """\
set: it
language: 1
requires: [core]
keywords:
  - keyword: "Comb {number}"
    forms: [Combs, Combed, Combing]
    Hero: |
      Draw {number} cards.
  - keyword: Lend
    forms: [Lends, Lent, Lending]
    Hero: |
      Choose a player. They draw a card.
cards:
  - kind: Hero
    name: It
    text: |
      WORDS
"""


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Comb 2", []),
        ("Comb 2, Lend", []),
        ("[Tech]: Lend", []),
        ("Comb 2, then draw a card", ["CW317"]),
    ],
)
def test_a_keyword_by_itself_has_no_stop_though_it_is_a_verb_too(text: str, codes: list[str]) -> None:
    assert [one.code for one in found(KEYWORDS.replace("WORDS", text))] == codes


# -- a line without a label --------------------------------------------------------------------------------------------

DONE = [
    ("Villain", "Each player gains a Wound.", "Fight, Ambush or Escape"),
    ("Villain", "You may draw a card.", "Fight, Ambush or Escape"),
    ("Villain", "You get +2 Attack.", "Fight, Ambush or Escape"),
    ("Villain", "[Tech]: Draw a card.", "Fight, Ambush or Escape"),
    ("Mastermind", "KO a Hero in the HQ.", "Fight, Escape or Master Strike"),
    ("Scheme", "KO all Heroes in the HQ.", "Twist"),
    ("Wound", "Draw a card.", "Healing"),
    ("Bystander", "Draw a card.", "none"),
]


@pytest.mark.parametrize(("kind", "text", "labels"), DONE)
def test_what_is_done_on_a_card_that_nobody_plays_needs_a_label(kind: str, text: str, labels: str) -> None:
    (one,) = found(card(kind, f"      {text}"))
    assert (one.code, one.span.text) == ("CW451", text.removeprefix("[Tech]: "))
    assert one.message.endswith(f": {labels}")


@pytest.mark.parametrize("text", ["This gets +1 Attack for each Villain in the city.", "You can't fight this."])
def test_what_holds_all_the_time_needs_none(text: str) -> None:
    assert found(card("Villain", f"      {text}")) == []


@pytest.mark.parametrize("text", ["You may draw a card.", "Each player gains a Wound."])
def test_what_is_done_behind_a_label_of_what_holds(text: str) -> None:
    (one,) = found(card("Scheme", f"      Special Rules: {text}"))
    assert (one.code, one.span.text) == ("CW452", text)


def test_what_the_machine_cannot_carry_is_shown_in_its_line() -> None:
    (one,) = found(card("Hero", "      Draw a card.\n      You get +1/2 Attack."))
    assert (one.code, one.span.text) == ("CW450", "You get +1/2 Attack.")


# -- keys and words ----------------------------------------------------------------------------------------------------

KEYWORD = """keywords:
  - keyword: "Beacon {number}"
    of: {number: number}
    Hero: You get +{number} Attack.
cards:
  - {kind: Hero, name: A, cost: 2, text: Beacon 2}
  - {kind: Hero, name: B, cost: 2, text: Beacon 3}
"""


@pytest.mark.parametrize(
    ("key", "written"), [("keywords", "keyword"), ("keywords", "Keywords"), ("cards", "card"), ("requires", "require")]
)
def test_a_misspelt_key_of_a_set_is_the_only_finding(key: str, written: str) -> None:
    text = f"{HEAD}{KEYWORD}".replace(f"{key}:", f"{written}:", 1)
    (one,) = found(text)
    assert (one.code, one.span.text, one.suggestions) == ("CW202", written, (key,))


def test_an_unknown_key_is_answered_with_the_keys_there_are() -> None:
    (one,) = found(f"{HEAD}cards:\n  - {{kind: Villain, name: A, Attack: 3, health: 2}}\n")
    assert one.code == "CW202" and "its keys: kind, name," in one.message and "Villain Group" in one.message


def test_a_set_that_requires_none() -> None:
    (one,) = found("set: x\nlanguage: 1\nrequires: []\ncards:\n  - {kind: Hero, name: A, cost: 2}\n")
    assert one.code == "CW212" and "requires no set that does" in one.message
    assert "requires: [core]" in as_text([one])


def test_labels_of_a_kind_are_said_in_words() -> None:
    (one,) = found(card("Hero", "      Fight: Draw a card."))
    assert one.code == "CW410" and "{" not in one.message and "[Strength]" in one.message


@pytest.mark.parametrize(("word", "meant"), [("[Technology]", "[Tech]"), ("[Strengths]", "[Strength]")])
def test_another_form_of_an_icon(word: str, meant: str) -> None:
    (one,) = found(card("Hero", f"      {word}: Draw a card."))
    assert one.span.text == word and meant in one.suggestions


# -- the way out -------------------------------------------------------------------------------------------------------


def test_a_report_says_once_what_helps_against_a_code() -> None:
    findings = found(f"{HEAD}[a, b]: c\n")
    assert f"help: {codes()['CW111'].fix}" in as_text(findings)
    twice = found(card("Villain", "      Draw a card.\n") + KEYWORD[KEYWORD.index("  - {k") :])
    assert as_text([*twice, *twice]).count("help:") == len({one.code for one in twice if not one.suggestions})


def test_every_code_has_a_way_out() -> None:
    without = [name for name, one in codes().items() if not one.fix]
    assert not without and len(codes()) > 50


# -- keywords in sentences ---------------------------------------------------------------------------------------------

COMB = """keywords:
  - keyword: "Beachcomb {{number}}"
    of: {{number: number}}
{forms}    Hero: Look at the top {{number}} cards of your deck. Draw one of them and put the rest back in any order.
cards:
  - kind: Hero
    name: Dunlin
    cost: 2
    text: |
      {text}
"""
FORMS = "    forms: [Beachcombs, Beachcombed, Beachcombing]\n"


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("You may Beachcomb 2.", "Beachcomb"),
        ("Each player Beachcombs 2.", "Beachcombs"),
        ("You may discard a card. If you do, you may Beachcomb 3.", "Beachcomb"),
        ("For each Wound you have, Beachcomb 2.", "Beachcomb"),
        ("Beachcomb 2 for each Wound you have.", "Beachcomb"),
    ],
)
def test_a_keyword_as_a_verb_needs_its_forms(text: str, word: str) -> None:
    (one,) = found(HEAD + COMB.format(forms="", text=text))
    assert (one.code, one.span.text) == ("CW320", word)
    assert FORMS.strip() in one.message and one.labels[0].span.text == '"Beachcomb {number}"'
    assert found(HEAD + COMB.format(forms=FORMS, text=text)) == []


@pytest.mark.parametrize("text", ["Beachcomb 2", "Beachcomb 2."])
def test_a_keyword_alone_needs_no_stop(text: str) -> None:
    assert found(HEAD + COMB.format(forms=FORMS, text=text)) == []


@pytest.mark.parametrize(
    "text",
    [
        "KO all Heroes with Beachcomb from your hand.",
        "You get +1 Attack for each other Hero with Beachcomb you played this turn.",
        "Draw a card for each Hero without Beachcomb you have.",
        "Your Heroes with Beachcomb get +1 Attack this turn.",
    ],
)
def test_cards_that_have_a_keyword_whatever_stands_behind_it(text: str) -> None:
    assert found(HEAD + COMB.format(forms="", text=text)) == []


def test_what_stands_behind_a_keyword_of_others_is_not_dropped() -> None:
    (one,) = found(HEAD + COMB.format(forms="", text="KO all Heroes with Beachcomb 2 from your hand."))
    assert one.code == "CW450"


@pytest.mark.parametrize(
    "text",
    ["A Villain in the city can't escape this turn.", "Choose a Villain in the city. It can't escape this turn."],
)
def test_what_is_told_afterwards_cannot_be_kept_from_happening(text: str) -> None:
    """An escape is told when the Villain has left, so nothing that is said of it could hold it."""
    assert [one.code for one in found(card("Hero", f"      {text}"))] == ["CW450"]


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Draw a card for each Villain in the city, up to 3.", "up to a maximum of 3"),
        ("Double your Attack.", "You get +Attack equal to the Attack you have."),
        ("KO the leftmost other Villain.", "KO the leftmost other Villain."),
        ("KO the highest-cost other Hero in the HQ.", "KO the highest-cost other Hero"),
    ],
)
def test_sentences_as_cards_print_them(text: str, printed: str) -> None:
    result = compile_sets(given={"x.yaml": card("Hero", f"      {text}").encode()}, compiler=COMPILER)
    assert not result.findings
    made = result.declarations.declared["x"]
    (one,) = made.decl.cards
    read = COMPILER.resolver(made).card(one, one.face)
    assert read is not None and printed in canonical(read, VocabularyForms(made.vocabulary))[0]


def test_an_explanation_tells_a_mistake_once() -> None:
    texts = Texts.of((), {"x.yaml": card("Hero", "      Drw two cards.\n      Draw a card.").encode()})
    (one,) = texts.declarations.declared["x"].decl.cards
    assert [(item.code, item.card) for item in explain_card(texts, one, one.face).findings] == [("CW301", "Dunlin")]
