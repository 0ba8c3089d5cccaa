"""The programs of docs/playing.md run as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "playing.md").read_text("utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.M | re.S)


@pytest.mark.parametrize("at", range(len(PROGRAMS)))
def test_runs(at: int, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(PROGRAMS[at], f"playing.md, program {at + 1}", "exec"), {})
    assert capsys.readouterr().out.strip() in ("won", "lost", "draw")


def test_there_are_programs() -> None:
    assert len(PROGRAMS) == 2
