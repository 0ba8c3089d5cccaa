"""Where sentences of the image stand: each within one line, also what a keyword or a coined word says."""

from __future__ import annotations

from cardwright.dsl import compile_sets
from cardwright.dsl.source import bundled


def test_sentences_stand_in_one_line() -> None:
    image = compile_sets([bundled()]).image
    assert image is not None
    placed = [one for one in image.sentences if one.file]
    assert len(placed) > 400
    wide = [f"{one.file}:{one.line}-{one.end_line} {one.text!r}" for one in placed if one.line != one.end_line]
    assert not wide, "\n".join(wide)
    texts = {one.text for one in placed}
    assert {"Berserk, Berserk", "Sabretooth has Berserk for each card in his Savagery stack."} <= texts
    # the same keyword on two lines of one text: what each gives is said by its own line
    assert "Epic Sabretooth has Berserk for each card in his Savagery stack." in texts
