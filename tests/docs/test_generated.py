"""Generated pages are what would be generated now."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from typer.testing import CliRunner

from cardwright.commands import COMMANDS, application

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "opcodes": ("opcodes.md", 120),
    "errors": ("errors.md", 150),
    "follow": ("architecture.md", 150),
    "messages": ("messages.md", 150),
    "additions": ("decisions/0017-additions.md", 30),
}


def tool(name: str) -> ModuleType:
    """A script of tools/ as a module."""
    folder = str(ROOT / "tools")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", PAGES)
def test_fresh(name: str) -> None:
    page, floor = PAGES[name]
    made: str = tool(name).make()
    assert made.count("\n") >= floor
    assert (ROOT / "docs" / page).read_text("utf-8") == made, f"docs/{page} is stale: run python tools/{name}.py"


def test_commands_say_what_help_says() -> None:
    """Every option that `--help` shows stands on the page of commands in the chapter of its command, and no other."""
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    chapters = dict(re.findall(r"^##+ ([a-z ]+)\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL))
    count = 0
    for name, text in chapters.items():
        shown = CliRunner().invoke(application, [*name.split(), "--help"], env={"COLUMNS": "200"}).stdout
        options = shown.partition("Options:")[2].partition("Commands:")[0]
        real = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", options, re.MULTILINE)) - {"--help"}
        told = set(re.findall(r"^\| `(?:-\w, )?(--[a-z-]+)", text, re.MULTILINE))
        assert told == real, name
        count += len(real)
    assert set(COMMANDS) <= set(chapters) and count >= 25
