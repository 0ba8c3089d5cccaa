"""The guides can be followed: every file and command of them does what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from .guide import fits, follow

GUIDES = {"docs/first-hero.md": (4, 7), "docs/expansions.md": (4, 8), "docs/bytecode.md": (1, 5)}


@pytest.mark.parametrize("page", GUIDES)
def test_follow(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    files, commands = follow(page, tmp_path)
    print(f"{page}: {files} files, {commands} commands")
    assert (files, commands) >= GUIDES[page] and commands >= GUIDES[page][1]


def test_what_is_shown_must_be_printed() -> None:
    assert fits("a\n…\nc\n", "a\nb\nb\nc\n") and fits("a\n…\n", "a\n") and fits("…\nc\n", "b\nc\n")
    assert not fits("a\n", "a\nb\n") and not fits("a\n…\nd\n", "a\nb\nc\n") and not fits("b\n…\n", "a\nb\n")
