"""How far long work is: whoever waits for it may be told. Must not know who shows it."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[int, int], None]  # how many texts were read, of how many


def silent(done: int, whole: int) -> None:
    """Nobody waits."""
