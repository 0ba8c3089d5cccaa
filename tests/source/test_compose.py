"""Set files as nodes: places, limits, and what is refused. Expected places are counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.source import Mapping, Scalar, Sequence, compose, read_bytes, read_text


def composed(text: str) -> tuple[object, list[Finding]]:
    source, found = read_text(text, "x.yaml")
    if found:
        return None, found
    node, complaints = compose(source)
    return node, complaints


def codes(text: str) -> list[tuple[str, int, int, int]]:
    """Code, line, column and end column of each finding."""
    return [(f.code, f.span.line, f.span.column, f.span.end_column) for f in composed(text)[1]]


def test_scalars_know_their_places_and_types() -> None:
    node, found = composed("a: 12\nb: 'it''s'\nc: true\nd:\ne: [x, \"2\"]\n")
    assert not found and isinstance(node, Mapping)
    a, b, c, d, e = (value for _, value in node)
    assert isinstance(a, Scalar) and a.as_int == 12 and (a.span.line, a.span.column, a.span.end_column) == (1, 4, 6)
    assert isinstance(b, Scalar) and b.value == "it's" and b.span.text == "'it''s'"
    assert isinstance(c, Scalar) and c.as_bool is True
    assert isinstance(d, Scalar) and d.is_null and d.span.line == 4
    assert isinstance(e, Sequence) and [item.span.text for item in e] == ["x", '"2"']


def test_a_quoted_true_is_text() -> None:
    node, _ = composed('a: "true"\nb: yes\n')
    assert isinstance(node, Mapping)
    assert all(isinstance(value, Scalar) and value.as_bool is None for _, value in node)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: 1\nb: 2\na: 3\n", [("CW109", 3, 1, 2)]),
        ("a: &x 1\nb: 2\n", [("CW107", 1, 4, 6)]),
        ("a: *x\n", [("CW107", 1, 4, 6)]),
        ("a: !!str 1\n", [("CW108", 1, 4, 9)]),
        ("a: 1\n---\nb: 2\n", [("CW115", 2, 1, 4)]),
        ("? [a, b]\n: 1\n", [("CW111", 1, 3, 6)]),
        ("# only a remark\n", [("CW114", 1, 1, 1)]),
        ("a:\n\tb: 1\n", [("CW102", 2, 1, 2)]),
        ("a: [1, 2\n", [("CW101", 2, 1, 1)]),
        ("a: Dr. X: the doctor\n", [("CW110", 1, 4, 21)]),
        ("text: Draw a card. # one\n", [("CW110", 1, 7, 25)]),
        ("text: [Tech]: Draw a card.\n", [("CW110", 1, 7, 27)]),
        ('text: "2" Heroes are played.\n', [("CW110", 1, 7, 29)]),
        ("{text: Draw a card, then KO it., copies: 2}\n", [("CW110", 1, 8, 32)]),
        ("- {text: Fight: Draw a card., name: A}\n", [("CW110", 1, 10, 29)]),
        ("- {step: play, event: you play {card}}\n", [("CW110", 1, 23, 38)]),
        ("cost: 3 # a remark\n", []),
        ("text: |\n  Fight: Draw # a card.\n", []),
        ('text: "Fight: Draw a card."  # a remark\n', []),
        ("name: 'It''s: a trap'\n", []),
        ('a: "one\n  two: three"\nb: 1\n', []),
    ],
)
def test_what_is_refused(text: str, expected: list[tuple[str, int, int, int]]) -> None:
    assert codes(text) == expected


def test_a_masked_value_is_read_back_and_the_rest_is_checked() -> None:
    node, found = composed("cards:\n  - name: A\n    text: Fight: KO it.\n    copies: 2\n")
    assert [item.code for item in found] == ["CW110"]
    assert isinstance(node, Mapping)
    cards = node.get("cards")
    assert isinstance(cards, Sequence)
    card = cards.items[0]
    assert isinstance(card, Mapping)
    text, copies = card.get("text"), card.get("copies")
    assert isinstance(text, Scalar) and text.value == "Fight: KO it."
    assert isinstance(copies, Scalar) and copies.as_int == 2


@pytest.mark.parametrize("char", ["\x00", "\x1b", "\x85", "\u2028", "\u202e", "\ufeff", "\r"])
def test_characters_that_cannot_stand_in_a_file(char: str) -> None:
    assert codes(f"a: b{char}c\n") == [("CW104", 1, 5, 6)]


def test_windows_line_ends_and_a_leading_mark_are_fine() -> None:
    source, found = read_bytes(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n", "x.yaml")
    assert not found
    node, complaints = compose(source)
    assert not complaints and isinstance(node, Mapping)
    assert [(key.value, key.span.line, key.span.column) for key, _ in node] == [("a", 1, 1), ("b", 2, 1)]


def test_bytes_that_are_no_utf8() -> None:
    _, found = read_bytes(b"a: \xff\n", "x.yaml")
    assert [(f.code, f.span.line, f.span.column) for f in found] == [("CW103", 1, 4)]


def test_limits_stop_before_the_work_is_done() -> None:
    assert codes("a: " + "[" * 100_000)[0][0] == "CW105"
    assert codes("- " * 60 + "x\n")[0][0] == "CW105"
    assert codes("a: " + "x" * 5_000 + "\n")[0][0] == "CW105"
    _, found = read_bytes(b"a" * 5_000_000, "x.yaml")
    assert [f.code for f in found] == ["CW105"]


@given(st.text(alphabet="ab:-#|>[]{}&*!%@`\"'\\,? \n\t\r\ufeffé0", max_size=60))
def test_no_text_makes_the_reader_fail(text: str) -> None:
    node, found = composed(text)
    assert node is not None or found


@given(st.binary(max_size=40))
def test_no_bytes_make_the_reader_fail(data: bytes) -> None:
    source, found = read_bytes(data, "x.yaml")
    if not found:
        compose(source)


def test_both_parsers_give_the_same_tree() -> None:
    """The C parser is used when it is installed; nothing may depend on that."""
    c_parser = pytest.importorskip("_ruamel_yaml")
    text = "a: |\n  x\n\n  y\nb: 🎉é\nc: 'q'\nd:\ne: >-\n a\n b\n#c\nf: {x: 1, y: [z]}\ng:\n- 1\n- {h: i}\n"
    from cardwright.dsl.source import compose as module

    assert module and c_parser
    source, _ = read_text(text, "x.yaml")
    with_c, _ = compose(source)
    import sys

    kept = sys.modules.pop("_ruamel_yaml")
    sys.modules["_ruamel_yaml"] = None  # type: ignore[assignment]
    try:
        pure, _ = compose(source)
    finally:
        sys.modules["_ruamel_yaml"] = kept
    assert shape(with_c) == shape(pure)


def shape(node: object) -> object:
    if isinstance(node, Mapping):
        return (node.span.start, node.span.end, [(shape(key), shape(value)) for key, value in node])
    if isinstance(node, Sequence):
        return (node.span.start, node.span.end, [shape(item) for item in node])
    assert isinstance(node, Scalar)
    return (node.span.start, node.span.end, node.value, node.style)


@pytest.mark.parametrize(
    ("text", "above"),
    [
        ("- a: 1\n   b: 2\n", ["a: 1"]),
        ("x:\n    a: 1\n  b: 2\n", ["a: 1"]),
        ("x:\n  - a: 1\n    b: [\n  c: 2\n", []),  # the bracket is to blame
        ("a: 1\nb 2\nc: 3\n", []),  # the columns are right
    ],
)
def test_yaml_that_stands_at_an_odd_column_shows_the_line_above(text: str, above: list[str]) -> None:
    (one,) = composed(text)[1]
    assert one.code == "CW101"
    assert [label.span.text for label in one.labels] == above
