"""Generated pages are what would be generated now."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = {
    "opcodes": ("opcodes.md", 120),
    "errors": ("errors.md", 150),
    "follow": ("architecture.md", 150),
    "messages": ("messages.md", 150),
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
