"""The copied files are what was copied, and the checks quote the suite as it stands. Must not run the compiler."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

HERE = Path(__file__).parent


def read(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


def test_copies_have_their_hash() -> None:
    files = read(HERE / "manifest.yaml")["files"]
    assert files
    for item in files:
        assert hashlib.sha256((HERE / item["file"]).read_bytes()).hexdigest() == item["sha256"], item["file"]
    print(f"{len(files)} copied files compared")


def test_every_check_has_a_scenario_with_its_text() -> None:
    suite = {item["id"]: item for item in read(HERE / "sentences.yaml")}
    wanted = {key for key, item in suite.items() if "check" in item}
    found: set[str] = set()
    for path in sorted((HERE / "sentence_checks").glob("*.yaml")):
        for scenario in read(path).get("scenarios", ()):
            name = scenario["scenario"]
            texts = [card.get("text", "").strip() for card in scenario["cards"]]
            assert suite[name]["text"].strip() in texts, name
            found.add(name)
    assert found == wanted
    assert len(found) >= 89
    print(f"{len(found)} checks of {len(suite)} texts have a scenario")


@pytest.mark.parametrize("name", ["bond-mini.yaml"])
def test_the_borrowed_words_stay_few(name: str) -> None:
    lines = (HERE.parent / "hard" / name).read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60
