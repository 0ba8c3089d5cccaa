"""Edits by place."""

from __future__ import annotations

import pytest

from cardwright.dsl.diagnostics import Edit, Source
from cardwright.dsl.source.edits import Overlap, apply


def test_edits_touch_their_places_only() -> None:
    source = Source("x", "a: hreo  # keep\nb: villian\n")
    edits = [Edit(source.span(19, 26), "villain"), Edit(source.span(3, 7), "hero"), Edit(source.span(3, 7), "hero")]
    assert apply(source, edits) == "a: hero  # keep\nb: villain\n"
    assert apply(source, [Edit(source.span(0, 0), "# new\n")]) == f"# new\n{source.text}"


def test_edits_of_other_files_are_none_of_ours_and_overlaps_are_refused() -> None:
    source, other = Source("x", "abcdef"), Source("y", "abcdef")
    assert apply(source, [Edit(other.span(0, 3), "z")]) == "abcdef"
    with pytest.raises(Overlap):
        apply(source, [Edit(source.span(0, 3), "z"), Edit(source.span(2, 4), "y")])
