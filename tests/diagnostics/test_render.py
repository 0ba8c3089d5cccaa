"""How findings are shown: carets under the right columns, nothing that steers a terminal, the JSON of the
specification.
"""

from __future__ import annotations

import json

import pytest

from cardwright.dsl.diagnostics import Source, as_json, as_text, either, finding, in_order, nearest


def test_text_points_at_the_place() -> None:
    source = Source("sets/x.yaml", "a: 1\nkind: Heroo\n")
    item = finding(
        "CW212", source.span(11, 16), word="Heroo", kinds="there are: Hero", suggestions=["Hero"], card="Quay Watch"
    )
    assert as_text([item]) == (
        "error[CW212]: There is no kind of card “Heroo”; there are: Hero\n"
        " --> sets/x.yaml:2:7 (Quay Watch)\n"
        "  |\n"
        "2 | kind: Heroo\n"
        "  |       ^^^^^\n"
        "  = did you mean “Hero”?\n"
    )


def test_wide_characters_and_tabs_keep_the_caret_in_its_column() -> None:
    source = Source("x", "漢\té: zz\n")
    lines = as_text([finding("CW212", source.span(5, 7), word="zz", kinds="Hero")]).splitlines()
    assert lines[3] == "1 | 漢\té: zz" and lines[4] == "  |   \t   ^^"


def test_nothing_in_a_file_steers_the_terminal() -> None:
    source = Source("x\x1b[2J", "a\x1b[31m: b\u202e\n")
    shown = as_text([finding("CW212", source.span(0, 2), word="a\x1b[31m", kinds="Hero")])
    assert "\x1b" not in shown and "\u202e" not in shown
    assert "\x1b[1;31m" in as_text([finding("CW212", source.span(0, 2), word="a", kinds="Hero")], colour=True)


def test_a_place_over_several_lines_and_an_empty_one() -> None:
    source = Source("x", "abc\ndef\n")
    assert as_text([finding("CW114", source.span(1, 6))]).splitlines()[4] == "  |  ^^"
    assert as_text([finding("CW114", source.span(8, 8))]).splitlines()[4] == "  | ^"
    empty = Source("x", "")
    assert as_text([finding("CW114", empty.span(0, 0))]).splitlines()[4] == "  | ^"


def test_further_places() -> None:
    one, two = Source("one", "a: 1\n"), Source("two", "\nb: 2\n")
    item = finding("CW504", one.span(0, 1), name="a", labels=[(two.span(1, 2), "it is here as well")])
    assert " --> two:2:1\n2 | b: 2\n  | - it is here as well\n" in as_text([item])


def test_json_has_the_keys_of_the_specification() -> None:
    source = Source("x.yaml", "kind: Heroo\n")
    item = finding("CW212", source.span(6, 11), word="Heroo", kinds="there are: Hero", suggestions=["Hero"], card="A")
    report = json.loads(as_json([item], {"sets": 1, "cards": 2, "texts": 3}))
    assert report == {
        "ok": False,
        "summary": {"sets": 1, "cards": 2, "texts": 3},
        "diagnostics": [
            {
                "code": "CW212",
                "severity": "error",
                "message": "There is no kind of card “Heroo”; there are: Hero",
                "file": "x.yaml",
                "line": 1,
                "column": 7,
                "end_line": 1,
                "end_column": 12,
                "card": "A",
                "suggestions": ["Hero"],
            }
        ],
    }
    assert json.loads(as_json([], {}))["ok"] is True


def test_order_and_one_finding_per_cause() -> None:
    source = Source("x", "abcdef\n")
    late, early = finding("CW114", source.span(3, 4)), finding("CW114", source.span(0, 1))
    assert in_order([late, early, late]) == [early, late]


@pytest.mark.parametrize(
    ("word", "expected"),
    [("hreo", ["Hero"]), ("villian", ["Villain"]), ("bystanderss", ["Bystander"]), ("xyzzy", []), ("her", ["Hero"])],
)
def test_nearest(word: str, expected: list[str]) -> None:
    assert nearest(word, ["Villain", "Hero", "Bystander", "Wound"]) == expected


def test_either() -> None:
    assert [either([]), either(["a"]), either(["a", "b"]), either(["a", "b", "c"])] == ["", "a", "a or b", "a, b or c"]
