"""What every generated page shares: its head line, writing it, and telling whether it is fresh.

A page is made by a function that gives its text. `python tools/NAME.py` writes it, `--check` compares and exits with 1
if it is stale. It must not know what any page says.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"


def head(tool: str) -> str:
    """The line that says where a page comes from."""
    return f"<!-- Made by `python tools/{tool}.py`; a test says when it is stale. Edit the source, not this page. -->\n"


def cell(text: str) -> str:
    """Text as the cell of a table."""
    return text.replace("|", "\\|").replace("\n", " ").strip()


def table(titles: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    lines += ["| " + " | ".join(cell(part) for part in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def fresh(path: Path, made: str) -> bool:
    """Whether the page on disk is what would be made now."""
    return path.is_file() and path.read_text("utf-8") == made


def main(page: str, make: Callable[[], str]) -> None:
    """Write the page, or check it with `--check`."""
    path, made = DOCS / page, make()
    if "--check" in sys.argv[1:]:
        if not fresh(path, made):
            sys.exit(f"docs/{page} is stale: run python tools/{Path(sys.argv[0]).stem}.py")
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(made, encoding="utf-8")
    print(f"docs/{page}: {made.count(chr(10))} lines")
