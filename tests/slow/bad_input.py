"""Bad input for `check` and `fmt`: very large, very long, not to be read. Each command is a process of its own.

    python tests/slow/bad_input.py [--cards 10000] [--megabytes 50]

Each row must leave with the code it should, say what is wrong with a code, and never show a traceback. Prints the
time of each.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HEAD = "set: x\nlanguage: 1\nrequires: [core]\n"
CARD = "  - {{kind: Hero, name: A{0}, Hero Name: B, cost: 2, class: Tech, text: Draw a card.}}\n"
PER_FILE = 500
SECONDS = 300.0  # of the processor, at most
FLOOR = 8


@dataclass(frozen=True)
class Row:
    """What lies in the folder `set`, and what a check of it must come to."""

    name: str
    exit: int
    says: str


def large(folder: Path, megabytes: int) -> Row:
    line = b"# " + b"x" * 997 + b"\n"
    (folder / "set.yaml").write_bytes(HEAD.encode() + line * (megabytes * 1000))
    return Row(f"a file of {megabytes} MB", 1, "CW105")


def many(folder: Path, cards: int) -> Row:
    (folder / "set.yaml").write_text(HEAD, encoding="utf-8")
    for first in range(0, cards, PER_FILE):
        rows = "".join(CARD.format(number) for number in range(first, min(cards, first + PER_FILE)))
        (folder / f"cards-{first:06}.yaml").write_text("cards:\n" + rows, encoding="utf-8")
    return Row(f"{cards:,} cards", 0, f"{cards:,} cards")


def long_line(folder: Path) -> Row:
    words = "Draw a card. " * 7_693
    text = HEAD + f"cards:\n  - {{kind: Hero, name: A, Hero Name: B, cost: 2, class: Tech, text: {words[:100_000]}}}\n"
    (folder / "set.yaml").write_text(text, encoding="utf-8")
    return Row("a line of 100,000 characters", 1, "CW105")


def unreadable(folder: Path) -> Row:
    (folder / "set.yaml").write_text(HEAD, encoding="utf-8")
    (folder / "more.yaml").symlink_to("more.yaml")  # whoever asks: a user with all rights can read any file there is
    return Row("a file that cannot be read", 1, "CW106")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cards", type=int, default=10_000)
    parser.add_argument("--megabytes", type=int, default=50)
    chosen = parser.parse_args()
    done = wrong = 0
    for makes in (
        lambda folder: large(folder, chosen.megabytes),
        lambda folder: many(folder, chosen.cards),
        long_line,
        unreadable,
    ):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place) / "set"
            folder.mkdir()
            row = makes(folder)
            for command in (["check"], ["fmt", "--check"]):
                complaint, numbers = runs(row, command, folder)
                print(f"{row.name}, {command[0]}: {numbers}{complaint}", flush=True)
                done += 1
                wrong += bool(complaint)
    print(f"{done} commands, {wrong} wrong")
    return 0 if not wrong and done >= FLOOR else 1


def runs(row: Row, command: list[str], folder: Path) -> tuple[str, str]:
    """What is wrong with how a command ends, and its numbers."""
    begun = os.times()
    started = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "cardwright", *command, str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "CARDWRIGHT_CACHE": "off"},
    )
    said = process.communicate()[0].decode("utf-8", "replace")
    ended = os.times()
    took = ended.children_user + ended.children_system - begun.children_user - begun.children_system
    numbers = f"exit {process.returncode}, {took:.1f} s of the processor, {time.monotonic() - started:.1f} s"
    wrong = []
    if process.returncode != row.exit:
        wrong.append(f"exit {row.exit} was due")
    if command[0] == "check" and row.says not in said:
        wrong.append(f"“{row.says}” was not said")
    if "Traceback" in said:
        wrong.append("a traceback")
    if took > SECONDS:
        wrong.append(f"more than {SECONDS:.0f} s")
    return "".join(f"; WRONG: {one}" for one in wrong) + ("\n" + said[-600:] if wrong else ""), numbers


if __name__ == "__main__":
    sys.exit(main())
