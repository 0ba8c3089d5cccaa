"""Examples of codes as files: for the test that compiles them, and for whoever explains a code. See codes/README.md."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path


def write_example(example: object, folder: Path) -> list[Path]:
    """Write an example below a folder and give the paths to compile."""
    folder.mkdir(parents=True, exist_ok=True)
    if isinstance(example, str):
        return [write_file(folder / "example.yaml", example)]
    if not isinstance(example, Mapping):
        raise TypeError(f"no form of an example: {example!r}")
    if "files" in example:
        for name, value in example["files"].items():
            write_file(folder / "example" / name, value)
        return [folder / "example"]
    if "repeat" in example:
        lines = "".join(str(example["repeat"]).replace("{n}", str(n)) for n in range(example["times"]))
        return [write_file(folder / "example.yaml", f"{example['after']}{lines}")]
    if "paths" in example:
        return [write_file(folder / name, value) for name, value in example["paths"].items()]
    return [write_file(folder / "example.yaml", _one_card(example))]


def _one_card(example: Mapping[str, object]) -> str:
    """A set with one card that requires core. JSON is YAML, so that any value can be written; texts become blocks."""
    more = example.get("set")
    card = {"name": "Example", **{key: value for key, value in example.items() if key != "set"}}
    lines = ["set: example", "language: 1", "requires: [core]"]
    if isinstance(more, Mapping):
        lines += [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in more.items()]
    if not isinstance(more, Mapping) or "cards" not in more:
        lines.append("cards:")
        for place, (key, value) in enumerate(card.items()):
            lead = "  - " if not place else "    "
            if key == "text" and isinstance(value, str):
                lines.append(f"{lead}text: |")
                lines += [f"      {line}" for line in value.rstrip("\n").split("\n")]
            else:
                lines.append(f"{lead}{key}: {json.dumps(value, ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


def write_file(path: Path, value: object) -> Path:
    """One file of an example: text, bytes as hex digits, or a folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(value, str):
        path.write_text(value, encoding="utf-8", newline="")
    elif isinstance(value, Mapping) and "hex" in value:
        path.write_bytes(bytes.fromhex(str(value["hex"])))
    elif isinstance(value, Mapping) and value.get("folder"):
        path.mkdir()
    else:
        raise TypeError(f"no form of a file: {value!r}")
    return path
