"""The packages as they are declared, as they lie on disk, and what belongs into them."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUP = PROJECT["tool"]["setuptools"]


def folder_of(package: str) -> Path:
    """Where a package lies: by the longest name that is mapped."""
    mapping: dict[str, str] = SETUP["package-dir"]
    name, rest = package, ""
    while name not in mapping:
        name, _, last = name.rpartition(".")
        rest = f"{last}/{rest}" if rest else last
    return ROOT / mapping[name] / rest


def test_every_listed_package_is_there_and_every_folder_is_listed() -> None:
    listed = set(SETUP["packages"])
    for package in listed:
        assert (folder_of(package) / "__init__.py").is_file(), package
    on_disk: set[str] = set()
    for package, folder in SETUP["package-dir"].items():
        for file in (ROOT / folder).rglob("*.py"):  # a folder without __init__.py would be left out of the wheel
            inner = file.parent.relative_to(ROOT / folder).parts
            on_disk.add(".".join((package, *inner)))
    assert on_disk == listed
    assert len(listed) >= 23


def test_packages_are_typed_and_data_folders_hold_no_code() -> None:
    for package, folder in SETUP["package-dir"].items():
        if package.count(".") <= 1 and package != "cardwright.commands":
            assert (ROOT / folder / "py.typed").is_file(), package
    for data in ("sets", "grammar"):
        assert (ROOT / data / "__init__.py").read_text("utf-8").strip() == ""
        assert [path.name for path in (ROOT / data).rglob("*.py")] == ["__init__.py"]


def test_no_folder_shadows_the_installed_package() -> None:
    assert not (ROOT / "cardwright").exists()


def test_the_links_for_editors(tmp_path: Path) -> None:
    """The script makes the shape of the installed package; it is run on a copy of the project's outline."""
    for folder in SETUP["package-dir"].values():
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text("utf-8"))
    (tmp_path / ".ci").mkdir()
    script = tmp_path / ".ci" / "typing"
    script.write_text((ROOT / ".ci" / "typing").read_text("utf-8"))
    for _ in range(2):
        subprocess.run([sys.executable, str(script)], check=True, capture_output=True)
    top = tmp_path / ".typing" / "cardwright"
    assert (top / "__init__.py").resolve() == (tmp_path / "app" / "__init__.py")
    assert (top / "dsl").resolve() == tmp_path / "dsl" and (top / "sets").resolve() == tmp_path / "sets"


def test_python_and_libraries_are_pinned() -> None:
    assert PROJECT["project"]["requires-python"] == ">=3.11"
    assert "lark>=1.3,<1.4" in PROJECT["project"]["dependencies"]
    assert all(">=" in need for need in PROJECT["project"]["dependencies"])
