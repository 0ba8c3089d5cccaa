"""The README: its examples work as printed, its links lead somewhere, its two commands are what people run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README, re.S)


def run(args: list[str], where: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "cardwright", *args], cwd=where, capture_output=True, text=True)


@pytest.fixture
def example(tmp_path: Path) -> Path:
    for block in blocks("yaml"):
        name = block.split("\n", 1)[0].removeprefix("# ")
        (tmp_path / name).write_text(block, "utf-8")
    return tmp_path


def test_the_set_compiles_and_its_scenario_holds(example: Path) -> None:
    checked = run(["check", "harbor.yaml"], example)
    assert checked.returncode == 0, checked.stdout
    tested = run(["test", "harbor-test.yaml"], example)
    assert tested.returncode == 0, tested.stdout


def test_the_mistake_is_shown_as_printed(example: Path) -> None:
    path = example / "harbor.yaml"
    lines = path.read_text("utf-8").replace("Attack: 2", "atack: 2", 1)
    path.write_text(lines, "utf-8")
    shown = run(["check", "harbor.yaml"], example)
    (printed,) = [block for block in blocks("console") if "check" in block]
    assert shown.returncode == 1 and shown.stdout.startswith(printed.split("\n", 1)[1])


def test_links_lead_somewhere() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", README) if "://" not in link]
    assert len(links) >= 3
    for link in links:
        assert (ROOT / link).exists(), link


def test_one_command_each_for_the_demo_and_the_tests() -> None:
    demo, tests = (block.strip() for block in blocks("sh")[:2])
    assert "\n" not in demo and "\n" not in tests
    assert demo.endswith("cardwright demo") and "pytest" in tests
