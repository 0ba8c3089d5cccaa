"""What reading sets asks of the disk is noted, and the same questions give the same answers until something changes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardwright.dsl.source import load
from cardwright.dsl.source.disk import Disk

SET = "set: a\nlanguage: 1\n"


def answers(path: Path) -> dict[tuple[str, str], str]:
    return load([path]).disk.answers


def again(asked: dict[tuple[str, str], str]) -> dict[tuple[str, str], str]:
    disk = Disk()
    for question in asked:
        disk.ask(question)
    return disk.answers


CHANGES = {
    "a file says something else": lambda at: (at / "a" / "set.yaml").write_text(SET + "title: A\n"),
    "a file came": lambda at: (at / "a" / "more.yaml").write_text("cards: []\n"),
    "a file went": lambda at: (at / "a" / "set.yaml").unlink(),
    "a set came": lambda at: ((at / "b").mkdir(), (at / "b" / "set.yaml").write_text(SET)),
    "a file cannot be read any more": lambda at: ((at / "a" / "set.yaml").unlink(), (at / "a" / "set.yaml").mkdir()),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_seen(change: str, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "set.yaml").write_text(SET)
    asked = answers(tmp_path)
    assert len(asked) >= 4
    assert again(asked) == asked
    CHANGES[change](tmp_path)
    assert again(asked) != asked


def test_where_a_required_set_was_looked_for_is_noted(tmp_path: Path) -> None:
    one = tmp_path / "one.yaml"
    one.write_text("set: one\nlanguage: 1\nrequires: [core]\n")
    asked = answers(one)
    (tmp_path / "core.yaml").write_text("set: core\nlanguage: 1\n")  # it would come before the bundled one
    assert again(asked) != asked


def test_hostile_questions_have_answers(tmp_path: Path) -> None:
    """No question waits or raises: pipes, devices, names that cannot be."""
    os.mkfifo(tmp_path / "pipe.yaml")
    disk = Disk()
    for path in (str(tmp_path / "pipe.yaml"), "/dev/zero", "a\0b", "x" * 5000, str(tmp_path)):
        for what in ("file", "folder", "names", "head", "bytes"):
            assert isinstance(disk.ask((what, path)), str)
    with pytest.raises(OSError):
        disk.read(tmp_path / "pipe.yaml")
    with pytest.raises(KeyError):
        disk.ask(("run", "x"))
