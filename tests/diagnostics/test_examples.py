"""Every code: its wrong example gives it and nothing else, its right example gives nothing.

The forms of examples are described in dsl/diagnostics/codes/README.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path

import pytest

from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.diagnostics import Code, Finding, codes
from cardwright.dsl.diagnostics.examples import write_example

COMPILER = Compiler()  # what the examples require is read once


def found(example: object, folder: Path) -> list[Finding]:
    return compile_sets(write_example(example, folder), compiler=COMPILER).findings


@pytest.mark.parametrize("code", [c for c in codes().values() if c.compiled], ids=lambda code: code.code)
def test_wrong_and_right(code: Code, tmp_path: Path) -> None:
    wrong = found(code.wrong, tmp_path / "wrong")
    assert {item.code for item in wrong} - set(code.also) == {code.code}, [item.message for item in wrong]
    right = found(code.right, tmp_path / "right")
    assert not right, [item.message for item in right]


@pytest.mark.parametrize("code", codes().values(), ids=lambda code: code.code)
def test_form(code: Code) -> None:
    assert re.fullmatch(r"CW[1-79][0-9][0-9]", code.code)
    assert code.why.endswith((".", "?", "!")) and code.headline and not code.headline.endswith(".")
    assert code.wrong is not None and code.right is not None


def test_hardly_any_code_is_without_a_compiled_example() -> None:
    assert sum(code.internal for code in codes().values()) <= 2


def test_every_code_is_reported_somewhere() -> None:
    """A code that no layer reports, or one that is reported and not registered, is a mistake."""
    used: set[str] = set()
    for package in ("cardwright.dsl", "cardwright.workbench"):
        for path in layer_files(package):
            used |= set(re.findall(r'"(CW[0-9]{3})"', path.read_text("utf-8")))
    registered = set(codes())
    assert used - registered == set()
    assert registered - used == set()


def test_headlines_know_their_slots() -> None:
    """Slots are plain names, so that a layer can fill each of them."""
    for code in codes().values():
        slots = re.findall(r"\{([^{}]*)\}", code.headline)
        assert all(slot.isidentifier() for slot in slots), code.code


def test_examples_are_of_a_known_form() -> None:
    for code in codes().values():
        for example in (code.wrong, code.right):
            assert isinstance(example, (str, Mapping)), code.code


def layer_files(package: str) -> list[Path]:
    """Python files of a package; the registry's own only speak about codes."""
    return [path for path in Path(str(files(package))).rglob("*.py") if "diagnostics" not in path.parts]
