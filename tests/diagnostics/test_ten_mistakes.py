"""Ten mistakes in one file give exactly ten findings, by a table written by hand before the checker saw the file."""

from __future__ import annotations

from pathlib import Path

from ruamel.yaml import YAML

from cardwright.dsl.compile import compile_sets

HERE = Path(__file__).parent / "ten"


def test_exactly_these_ten() -> None:
    expected = YAML(typ="safe", pure=True).load((HERE / "expected.yaml").read_text("utf-8"))
    result = compile_sets([HERE / "mistakes.yaml"])
    found = [(f.code, f.span.line, f.span.column, f.span.end_line, f.span.end_column) for f in result.findings]
    assert found == [(row["code"], row["line"], row["column"], row["line"], row["end"]) for row in expected]
    assert len(found) == 10 and result.image is None


def test_each_says_something_of_its_own() -> None:
    """One cause, one finding: no two with the same message, and each in the card it belongs to."""
    found = compile_sets([HERE / "mistakes.yaml"]).findings
    assert len({item.message for item in found}) == len(found)
    assert [item.card for item in found] == [
        None,
        None,
        "Fletcher",
        "Fletcher",
        "Fletcher",
        "Cooper",
        "Cooper",
        "Tollkeeper",
        "Fletcher",
        "Fletcher",
    ]
