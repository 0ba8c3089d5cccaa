"""Finding sets: folders, single files, requirements, cycles."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.dsl.source import NoSuchPath, load


def write(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def found(root: Path, *names: str) -> tuple[list[str], list[tuple[str, str]]]:
    loaded = load([root / name for name in names])
    return list(loaded.sets), [(item.code, Path(item.span.file.name).name) for item in loaded.findings]


def test_a_folder_with_further_files(tmp_path: Path) -> None:
    write(tmp_path, {"a/set.yaml": "set: a\n", "a/cards.yaml": "cards: []\n", "a/scenarios/x.yaml": "- scenario: x\n"})
    loaded = load([tmp_path / "a"])
    assert not loaded.findings
    assert [Path(part.source.name).name for part in loaded.sets["a"].files] == ["set.yaml", "cards.yaml"]


def test_a_file_of_a_folder_stands_for_its_set(tmp_path: Path) -> None:
    write(tmp_path, {"a/set.yaml": "set: a\n", "a/cards.yaml": "cards: []\n"})
    assert found(tmp_path, "a/cards.yaml") == (["a"], [])


def test_a_folder_of_sets_stands_for_all(tmp_path: Path) -> None:
    write(tmp_path, {"a/set.yaml": "set: a\n", "b/set.yaml": "set: b\n", "c.yaml": "set: c\n", "d.yaml": "x: 1\n"})
    assert found(tmp_path, ".") == (["a", "b", "c"], [])


def test_requirements_come_first_from_beside_or_bundled(tmp_path: Path) -> None:
    write(tmp_path, {"a/set.yaml": "set: a\nrequires: [b, core]\n", "b.yaml": "set: b\n"})
    assert found(tmp_path, "a") == (["b", "core", "a"], [])


def test_what_is_seen_through_others(tmp_path: Path) -> None:
    write(tmp_path, {"a.yaml": "set: a\nrequires: [b]\n", "b.yaml": "set: b\nrequires: [c]\n", "c.yaml": "set: c\n"})
    loaded = load([tmp_path / "a.yaml"])
    assert loaded.requirements("a") == ["b", "c"]


def test_a_missing_one_is_reported_with_a_near_name(tmp_path: Path) -> None:
    write(tmp_path, {"a.yaml": "set: a\nrequires: [coer]\n"})
    loaded = load([tmp_path / "a.yaml"])
    (item,) = loaded.findings
    assert (item.code, item.span.line, item.span.column, item.suggestions) == ("CW501", 2, 12, ("core",))
    assert not loaded.is_whole("a")


def test_cycles(tmp_path: Path) -> None:
    write(tmp_path, {"a.yaml": "set: a\nrequires: [b]\n", "b.yaml": "set: b\nrequires: [a]\n"})
    names, findings = found(tmp_path, "a.yaml")
    assert sorted(names) == ["a", "b"] and findings == [("CW502", "b.yaml")]


@pytest.mark.parametrize("name", ["../core", "a b", "a:b", ""])
def test_names_that_could_reach_elsewhere(tmp_path: Path, name: str) -> None:
    write(tmp_path, {"a.yaml": f'set: a\nrequires: ["{name}"]\n'})
    assert found(tmp_path, "a.yaml") == (["a"], [("CW501", "a.yaml")])


def test_no_set_here(tmp_path: Path) -> None:
    write(tmp_path, {"a/readme.txt": "x", "b.yaml": "title: x\n", "c.yaml": "- 1\n"})
    assert found(tmp_path, "a")[1] == [("CW118", "a")]
    assert found(tmp_path, "b.yaml")[1] == [("CW118", "b.yaml")]
    assert found(tmp_path, "c.yaml")[1] == [("CW118", "c.yaml")]
    with pytest.raises(NoSuchPath):
        load([tmp_path / "nothing"])


def test_the_same_set_twice(tmp_path: Path) -> None:
    write(tmp_path, {"a.yaml": "set: x\n", "b.yaml": "set: x\n"})
    assert found(tmp_path, "a.yaml", "b.yaml")[1] == [("CW504", "b.yaml")]
    assert found(tmp_path, "a.yaml", "a.yaml")[1] == []


def test_files_from_elsewhere() -> None:
    loaded = load([], given={"<stdin>": b"set: a\nrequires: [core]\n"})
    assert list(loaded.sets) == ["core", "a"] and loaded.named == ["a"]


@pytest.mark.parametrize(
    ("here", "named", "needs"),
    [
        (".", "b", "b"),
        ("b", ".", "b"),  # the folder one stands in
        ("b", "set.yaml", "b"),
        ("b/deep", "..", "b"),
        ("b", "../c.yaml", "c"),
    ],
)
def test_what_lies_beside_is_found_from_everywhere(
    here: str, named: str, needs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A set requires one that lies beside it, wherever somebody stands who names it."""
    files = {"a/set.yaml": "set: a\n", "b/set.yaml": "set: b\nrequires: [a]\n", "c.yaml": "set: c\nrequires: [a]\n"}
    write(tmp_path, {**files, "b/deep/notes.txt": ""})
    monkeypatch.chdir(tmp_path / here)
    loaded = load([Path(named)])
    assert not loaded.findings and list(loaded.sets) == ["a", needs]
    assert not any(Path(part.source.name).is_absolute() for one in loaded.sets.values() for part in one.files)
