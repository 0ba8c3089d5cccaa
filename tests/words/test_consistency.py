"""Declarations that fit their form and still mean nothing are findings. Expected is what each key is there for."""

from __future__ import annotations

import pytest

from cardwright.dsl.compile import Compiler

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
        ('keywords: [{keyword: "K {n}", of: {m: number}, Hero: x}]', [("CW217", "m"), ("CW217", '"K {n}"')]),
        ("kinds: [{kind: S, fields: {a: numbr}}]", [("CW205", "numbr")]),
        ("zones: [{zone: Z, of: table, out: nowhere}]", [("CW210", "nowhere")]),
        ("zones: [{zone: Z, of: table, serves: resolving}]", [("CW211", "Z")]),
    ],
)
def test_declarations(text: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(found(text)) == sorted(expected)
