"""Declarations that fit their form and still mean nothing are findings. Expected is what each key is there for."""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import Compiler, compile_sets

COMPILER = Compiler()


def found(text: str) -> list[tuple[str, str]]:
    result = COMPILER.declare(given={"x.yaml": f"set: x\nlanguage: 1\nrequires: [core]\n{text}\n".encode()})
    return [(f.code, f.span.text) for f in result.findings]


STEPS = "procedures: [{procedure: p, steps: [%s]}]"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (STEPS % "{step: a, text: Draw a card., then: end}, {step: b, text: Draw a card., then: a}", []),
        (STEPS % "{step: a, text: Draw a card., then: nowhere}", [("CW210", "nowhere")]),
        (STEPS % "{step: a, if: you have a Hero, else: b, text: Draw a card.}", [("CW210", "b")]),
        (STEPS % "{step: a, text: Draw a card.}, {step: a, text: Draw a card.}", [("CW211", "a")]),
        (STEPS % "{step: a, offer: everything}", [("CW205", "everything")]),
        ("procedures: [{procedure: p, price: {two: Coins}, steps: [{step: a, text: x}]}]", [("CW210", "Coins")]),
        ("procedures: [{procedure: p, act: p, of: {you: a player}, steps: [{step: a, text: x}]}]", [("CW203", "p")]),
        ("procedures: [{procedure: p, serves: turn, steps: [{step: a, text: x}]}]", [("CW211", "p")]),
        ("steps: [{after: Clean Up Phase, step: s, text: x}]", []),
        ("steps: [{after: Clean Up Phse, step: s, text: x}]", [("CW210", "Clean Up Phse")]),
        ("steps: [{after: Clean Up Phase, before: Action Phase, step: s, text: x}]", [("CW219", "s")]),
        ("events: [{event: the sky falls, ends: badly}]", [("CW205", "badly")]),
        ("labels: [{label: L, on: Hero}]", [("CW216", "L")]),
        ("labels: [{label: L, on: Hero, set up: later}]", [("CW205", "later")]),
        ("terms: [{term: T}]", [("CW216", "T")]),
        ("keywords: [{keyword: K}]", [("CW216", "K")]),
        ('keywords: [{keyword: "K {n}", of: {m: number}, Hero: x}]', [("CW217", "m")]),  # one name in two spellings
        (
            'keywords: [{keyword: "K {n}", of: {m: number, o: cards}, Hero: x}]',
            [("CW217", t) for t in ('"K {n}"', "m", "o")],
        ),
        ('keywords: [{keyword: "K {n}", Hero: x}]', [("CW217", '"K {n}"')]),
        ('keywords: [{keyword: "K {number}", Hero: x}]', []),
        ('keywords: [{keyword: "K {n}", of: {n: nmber}, Hero: x}]', [("CW205", "nmber")]),
        ('keywords: [{keyword: "K {n}", of: {n: Hero Class}, Hero: x}]', []),
        ("kinds: [{kind: S, fields: {a: numbr}}]", [("CW205", "numbr")]),
        ("zones: [{zone: Z, of: table, out: nowhere}]", [("CW210", "nowhere")]),
        ("zones: [{zone: Z, of: table, serves: resolving}]", [("CW211", "Z")]),
    ],
)
def test_declarations(text: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(found(text)) == sorted(expected)


@pytest.mark.parametrize(
    "text",
    [
        "kinds: [{kind: S, home: hero Deck, works in: [hands]}]",
        "labels: [{label: L, on: Heroes, when: you play this, you: the active player}]",
        "keywords: [{keyword: K, hero: Draw a card.}]",
        "keywords: [{keyword: K, Enemies: This gets +1 Attack.}]",
    ],
)
def test_a_word_of_a_set_may_be_named_by_its_plural_and_in_other_letters(text: str) -> None:
    """What the check of names lets pass, the lowering finds too."""
    source = f"set: x\nlanguage: 1\nrequires: [core]\n{text}\n".encode()
    result = compile_sets(given={"x.yaml": source}, compiler=COMPILER)
    assert result.image is not None and [f.message for f in result.findings] == []


# what fits, and what is told at its own place: a number that has no kind of points, an icon for a number
FITS_OR_SAYS_MORE = (("number", " 2"), ("icons", " [Tech]"), ("price", " 2"), ("number", " [Tech]"))


@pytest.mark.parametrize("wrong", ["", " 2", " [Tech]", " draw a card"])
@pytest.mark.parametrize("slot", ["number", "icons", "effect", "price"])
def test_what_does_not_fit_behind_a_keyword_is_told_with_its_wording(slot: str, wrong: str) -> None:
    if (slot, wrong) in FITS_OR_SAYS_MORE:
        return
    text = f"""
keywords: [{{keyword: "Chime {{{slot}}}", Hero: Draw a card.}}]
cards: [{{kind: Hero, name: N, Hero Name: H, cost: 1, text: "Chime{wrong}"}}]"""
    source = f"set: x\nlanguage: 1\nrequires: [core]\n{text}\n".encode()
    (one,) = compile_sets(given={"x.yaml": source}, compiler=COMPILER).findings
    assert one.code == "CW409" and one.span.text.startswith("Chime")
    assert f"“Chime {{{slot}}}”" in one.message
