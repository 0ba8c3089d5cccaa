"""Finding sets: from paths to composed files, requirements, cycles. Knows the keys `set` and `requires`, no other.

A set is a folder with `set.yaml` and any further YAML files beside it, or one file that begins with `set:`. What it
requires is looked for among the sets that were named, then beside it, then among the bundled ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from cardwright.dsl.diagnostics import Finding, Source, Span, finding, nearest

from . import limits
from .compose import compose
from .disk import Disk, Question
from .nodes import Mapping as MappingNode
from .nodes import Name, Node, Scalar
from .nodes import Sequence as SequenceNode
from .reading import read_bytes, read_file, read_text

SET_FILE = "set.yaml"
_SUFFIXES = (".yaml", ".yml")
_NAME = re.compile(r"""^\ufeff?set:[ \t]*["']?([\w-]+)""", re.MULTILINE)


@dataclass(frozen=True)
class SetFile:
    """One composed file of a set."""

    source: Source
    root: MappingNode | None


@dataclass(frozen=True)
class LoadedSet:
    """A set as it lies on disk. `whole` is false if a file could not be read to its end: words may be missing then."""

    name: str
    files: tuple[SetFile, ...]
    requires: tuple[Name, ...] = ()
    place: Span | None = None
    whole: bool = True


@dataclass
class Loaded:
    """All sets that were found, each after those it requires; `named` are those the paths stand for."""

    sets: dict[str, LoadedSet] = field(default_factory=dict)
    named: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    disk: Disk = field(default_factory=Disk)  # with all that was asked of it

    def requirements(self, name: str) -> list[str]:
        """Every set that a set requires, directly or through others: nearest first, each once."""
        found: dict[str, None] = {}
        layer = [name]
        while layer:
            below = [str(need) for each in layer for need in self.sets[each].requires if str(need) in self.sets]
            layer = [each for each in dict.fromkeys(below) if each not in found and each != name]
            found.update(dict.fromkeys(layer))
        return list(found)

    def is_whole(self, name: str) -> bool:
        """Whether a set and all it requires could be read to their ends, so that an unknown word is really unknown."""
        seen = [self.sets[each] for each in (name, *self.requirements(name))]
        return all(each.whole and all(str(need) in self.sets for need in each.requires) for each in seen)


class NoSuchPath(Exception):
    """A path that was named and is not there: a mistake in the command, not in a set."""


def bundled() -> Path:
    """The folder of the bundled sets."""
    return Path(str(files("cardwright.sets")))


@dataclass
class Shelf:
    """Sets that were read before, kept as long as no file of theirs has changed."""

    kept: dict[Path, tuple[tuple[object, ...], LoadedSet | None, list[Finding], dict[Question, str]]] = field(
        default_factory=dict
    )


def load(
    paths: Iterable[Path],
    given: Mapping[str, bytes] | None = None,
    inline: Sequence[LoadedSet] = (),
    shelf: Shelf | None = None,
    disk: Disk | None = None,
) -> Loaded:
    """All sets at these paths and all they require.

    `given` holds files that are not on disk, by the name to show; `inline` sets that stand inside other files.
    """
    return _Loader(given or {}, inline, shelf or Shelf(), disk or Disk()).run(list(paths))


def above(path: Path, levels: int = 1) -> list[Path]:
    """The folders around a path, the nearest first, named as from where somebody is: above “.” is “..”."""
    found: list[Path] = []
    for _ in range(levels):
        path = path.parent if path.name not in ("", "..") else path / ".."
        found.append(path)
    return found


def inline_set(name: str, roots: Sequence[MappingNode], requires: Sequence[Name]) -> LoadedSet:
    """A set whose declarations stand inside another file, such as a scenario."""
    parts = tuple(SetFile(root.span.file, root) for root in roots)
    return LoadedSet(name, parts, tuple(requires), roots[0].span if roots else None)


class _Loader:
    def __init__(self, given: Mapping[str, bytes], inline: Sequence[LoadedSet], shelf: Shelf, disk: Disk) -> None:
        self.disk = disk
        self.given = given
        self.inline = inline
        self.shelf = shelf
        self.result = Loaded(disk=disk)
        self.places: dict[str, list[Path]] = {}
        self.state: dict[str, str] = {}
        self.open_sets: dict[str, LoadedSet] = {}

    def run(self, paths: list[Path]) -> Loaded:
        pending: list[tuple[LoadedSet, list[Path]]] = []
        for path in paths:
            for folder_or_file in self._sets_at(path):
                made = self._open(folder_or_file, str(folder_or_file))
                if made is not None:
                    pending.append((made, above(folder_or_file)))
        for name, data in self.given.items():
            source, found = read_bytes(data, name)
            made = self._of_files([self._composed(source, found)], name)
            if made is not None:
                pending.append((made, []))
        for item in self.inline:
            # a scenario lies in a folder of its set, so the set may be two or three folders up
            where = Path(item.files[0].source.name) if item.files else Path()
            pending.append((item, above(where, 3) if item.files else []))
        ready: dict[str, LoadedSet] = {}
        for made, beside in pending:
            if made.name in ready:
                first = ready[made.name]
                if made.place is not None and first.place is not None and str(made.place) != str(first.place):
                    labels = [(first.place, "it is here as well")]
                    self.result.findings.append(finding("CW504", made.place, name=made.name, labels=labels))
                continue
            ready[made.name] = made
            self.places[made.name] = beside
        self.result.named = list(ready)
        self.open_sets = ready
        for made in ready.values():
            self._settle(made, ())
        return self.result

    # -- requirements ------------------------------------------------------------------------------------------------

    def _settle(self, made: LoadedSet, chain: tuple[str, ...]) -> None:
        """Load what a set requires, then put the set behind it."""
        if made.name in self.result.sets:
            return
        self.state[made.name] = "open"
        for need in made.requires:
            name = str(need)
            if self.state.get(name) == "open":
                at = chain.index(name) if name in chain else len(chain)
                circle = [*chain[at:], made.name, name]
                self.result.findings.append(finding("CW502", need.span, circle=" → ".join(circle)))
                continue
            beside = self.places.get(made.name, [])
            found = self._find(name, beside)
            if found is None:
                known = [other for other in self._known(beside) if other != made.name]
                near = nearest(name, known)
                self.result.findings.append(finding("CW501", need.span, name=name, suggestions=near))
                continue
            if len(self.state) > limits.REQUIRED_SETS:
                continue
            self._settle(found, (*chain, made.name))
        self.state[made.name] = "done"
        self.result.sets[made.name] = made

    def _find(self, name: str, beside: Sequence[Path]) -> LoadedSet | None:
        if name in self.result.sets:
            return self.result.sets[name]
        if name in self.open_sets:
            return self.open_sets[name]
        if not _is_simple(name):
            return None
        for folder in beside:  # what lies inside a set's folder may use that set, whatever the folder is called
            file = folder / SET_FILE
            if folder.name != name and self.disk.is_file(file) and name_of_set(self.disk.head(file)) == name:
                made = self._open(folder, str(folder))
                if made is not None:
                    self.places[name] = above(folder)
                    return made
        for folder in (*beside, bundled()):
            for path in (folder / name, folder / f"{name}.yaml", folder / f"{name}.yml"):
                if self.disk.is_file(path / "set.yaml") or (path.suffix in _SUFFIXES and self.disk.is_file(path)):
                    shown = f"{name}/" if folder == bundled() else str(path)
                    made = self._open(path, shown.rstrip("/"))
                    if made is not None and made.name == name:
                        self.places[name] = above(path)
                        return made
        return None

    def _known(self, beside: Sequence[Path]) -> list[str]:
        names = list(self.open_sets)
        for folder in (*beside, bundled()):
            names += [item.name for item in self.disk.inside(folder) if self.disk.is_file(item / "set.yaml")]
        return list(dict.fromkeys(names))

    # -- files -------------------------------------------------------------------------------------------------------

    def _sets_at(self, path: Path) -> list[Path]:
        """The sets that a path stands for: itself, or the folders in it."""
        disk = self.disk
        if disk.is_file(path):
            if path.name == "set.yaml":
                return [path.parent]
            beside = path.parent / "set.yaml"
            return [path.parent] if disk.is_file(beside) and not begins_with_set(disk.head(path)) else [path]
        if not disk.is_dir(path):
            raise NoSuchPath(str(path))
        if disk.is_file(path / "set.yaml"):
            return [path]
        every = disk.inside(path)
        inside = [item for item in every if disk.is_file(item / "set.yaml")]
        singles = [item for item in every if item.suffix in _SUFFIXES and begins_with_set(disk.head(item))]
        if not inside and not singles:
            source = Source(str(path), "")
            self.result.findings.append(finding("CW118", source.span(0, 0)))
        return [*inside, *singles]

    def _open(self, path: Path, shown: str) -> LoadedSet | None:
        """Read all files of one set, or take what was read before."""
        names = self._files_of(path)
        state = (shown, *((item.name, self.disk.stamp(item)) for item in names))
        kept = self.shelf.kept.get(path)
        if kept is not None and kept[0] == state:
            self.result.findings += kept[2]
            self.disk.answers.update(kept[3])
            return kept[1]
        before = len(self.result.findings)
        with self.disk.noting() as answers:
            made = self._read(path, names, shown)
        self.shelf.kept[path] = (state, made, self.result.findings[before:], answers)
        return made

    def _files_of(self, path: Path) -> list[Path]:
        """The files of a set, `set.yaml` first."""
        if self.disk.is_file(path):
            return [path]
        inside = (item for item in self.disk.inside(path) if item.suffix in _SUFFIXES)
        return sorted(inside, key=lambda item: (item.name != "set.yaml", item.name))

    def _read(self, path: Path, names: Sequence[Path], shown: str) -> LoadedSet | None:
        if self.disk.is_file(path):
            source, found = read_file(path, shown, self.disk)
            return self._of_files([self._composed(source, found)], shown)
        parts: list[tuple[SetFile, bool]] = []
        for item in names[: limits.FILES]:
            source, found = read_file(item, f"{shown}/{item.name}", self.disk)
            parts.append(self._composed(source, found))
        return self._of_files(parts, f"{shown}/set.yaml")

    def _composed(self, source: Source, found: list[Finding]) -> tuple[SetFile, bool]:
        self.result.findings += found
        if any(item.is_error for item in found):
            return SetFile(source, None), False
        node, complaints = compose(source)
        self.result.findings += complaints
        if node is not None and not isinstance(node, MappingNode):
            self.result.findings.append(finding("CW118", source.span(node.span.start, node.span.start + 1)))
            return SetFile(source, None), False
        return SetFile(source, node), node is not None

    def _of_files(self, parts: list[tuple[SetFile, bool]], shown: str) -> LoadedSet | None:
        made = tuple(part for part, _ in parts)
        whole = all(fine for _, fine in parts)
        root = made[0].root if made else None
        if root is None:
            return None
        name = root.get("set")
        if not isinstance(name, Scalar) or name.is_null:
            self.result.findings.append(finding("CW118", made[0].source.span(root.span.start, root.span.start + 1)))
            return None
        if not _is_simple(name.value):
            self.result.findings.append(finding("CW503", name.span, name=name.value))
            return None
        requires: list[Name] = []
        for part in made:
            node = _requires(part.root) if part.root is not None else None
            items = node.items if isinstance(node, SequenceNode) else (node,)
            requires += [item.name for item in items if isinstance(item, Scalar) and not item.is_null]
        return LoadedSet(name.value, made, tuple(requires), name.span, whole)


def _requires(root: MappingNode) -> Node | None:
    """What a file says its set requires; a key that is nearly “requires” is read as that, and reported later."""
    exact = root.get("requires")
    return exact or next((value for key, value in root if nearest(key.value, ("requires",))), None)


def _is_simple(name: str) -> bool:
    """A name that can stand before a colon in an id and be a folder: letters, digits, hyphens."""
    return name.replace("-", "a").replace("_", "a").isalnum() and name.isascii()


def begins_with_set(head: bytes) -> bool:
    """Whether a file is a set of its own, by its beginning: the first line that says something begins with `set:`."""
    text = head.decode("utf-8", "replace")
    lines = (
        line for line in text.lstrip("\ufeff").splitlines() if line.strip() and not line.startswith(("#", "---", "%"))
    )
    return next(lines, "").startswith("set:")


def name_of_set(head: bytes) -> str:
    """The name that a set file gives its set, by the beginning of the file; nothing if it is not found there."""
    found = _NAME.search(head.decode("utf-8", "replace"))
    return found.group(1) if found is not None else ""


__all__ = [
    "Loaded",
    "LoadedSet",
    "NoSuchPath",
    "SetFile",
    "Shelf",
    "bundled",
    "inline_set",
    "load",
    "name_of_set",
    "read_text",
]
