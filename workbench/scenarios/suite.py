"""Finding scenario files, compiling what they need, and running them all. Must not know any declared word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from cardwright.dsl import Compiler
from cardwright.dsl.cache import Store, compile_kept
from cardwright.dsl.diagnostics import Finding, finding, in_order
from cardwright.dsl.source import SET_FILE, LoadedSet, Mapping, Name, compose, inline_set, name_of_set, read_file
from cardwright.runtime.bytecode.image import Image

from .model import ScenarioFile, read
from .runner import Result, run

FOLDER = "scenarios"
_SUFFIXES = (".yaml", ".yml")


class Compiles(Protocol):
    """The compiler as the suite needs it: sets that stand inside other files become one image."""

    def __call__(self, inline: list[LoadedSet]) -> tuple[Image | None, list[Finding]]: ...


class SuiteCompiler:
    """The project's compiler; what scenarios share is read once, and nothing of what a store has kept."""

    def __init__(self, cache: Store | None = None) -> None:
        self._compiler = Compiler()
        self._cache = cache

    def __call__(self, inline: list[LoadedSet]) -> tuple[Image | None, list[Finding]]:
        result = compile_kept(inline=inline, cache=self._cache, compiler=self._compiler)
        return result.image, list(result.findings)


@dataclass
class Loaded:
    """A scenario file with the image its scenarios run on."""

    path: Path
    file: ScenarioFile
    image: Image | None
    findings: list[Finding] = field(default_factory=list)

    @property
    def ok(self) -> bool:
        return self.image is not None and not any(one.is_error for one in self.findings)


@dataclass
class Report:
    """All results of a run."""

    files: list[Loaded] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)

    @property
    def findings(self) -> list[Finding]:
        return in_order(one for loaded in self.files for one in loaded.findings)

    @property
    def failed(self) -> list[Result]:
        return [one for one in self.results if not one.ok]

    @property
    def ok(self) -> bool:
        return not self.failed and all(loaded.ok for loaded in self.files)

    def counts(self) -> dict[str, int]:
        return {
            "files": len(self.files),
            "scenarios": len(self.results),
            "passed": sum(one.ok for one in self.results),
            "failed": len(self.failed),
            "questions": sum(one.questions for one in self.results),
            "checks": sum(one.checks for one in self.results),
        }


def files_at(path: Path) -> list[Path]:
    """The scenario files a path stands for: itself, those of a set's folder, or those of all sets in a folder."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        return []
    inner = path / FOLDER
    if inner.is_dir():
        return sorted(item for item in inner.iterdir() if item.suffix in _SUFFIXES)
    deeper = [item for folder in sorted(path.iterdir()) for item in (files_at(folder) if folder.is_dir() else [])]
    return deeper + sorted(item for item in path.iterdir() if item.suffix in _SUFFIXES and has_scenarios(item))


def has_scenarios(path: Path) -> bool:
    """Whether a file seems to hold scenarios."""
    text = path.read_text("utf-8", errors="replace")
    return "\nscenarios:" in text or text.lstrip().startswith("- scenario:") or "\n- scenario:" in text


def default_set(path: Path) -> str:
    """The set whose folder a scenario file lies in, by the name its set file says; else core."""
    for folder in path.resolve().parents[:3]:
        if (folder / SET_FILE).is_file():
            return name_of_set((folder / SET_FILE).read_bytes()) or folder.name
    return "core"


def load(path: Path, compiler: Compiles) -> Loaded:
    """Read and compile one scenario file."""
    source, findings = read_file(path, str(path))
    root, complaints = compose(source)
    findings = [*findings, *complaints]
    if root is None or any(one.is_error for one in findings):
        return Loaded(path, ScenarioFile(str(path), None), None, findings)
    file = read(root, str(path), default_set(path))
    findings += file.findings
    if not file.scenarios:
        findings += [] if file.findings else [finding("CW601", root.span)]
        return Loaded(path, file, None, findings)
    inline = [*([file.own] if file.own is not None else []), *file.inline]
    if file.own is None and not file.inline:
        needs = [Name(need, root.span) for need in file.requires]
        inline = [inline_set("scenarios-0", [Mapping(root.span, ())], needs)]
    image, more = compiler(inline)
    return Loaded(path, file, image, in_order([*findings, *more]))


def run_files(
    paths: Iterable[Path],
    *,
    everywhere: bool = False,
    trace: bool = False,
    compiler: Compiles | None = None,
    only: str = "",
) -> Report:
    """Run the scenarios of all files; `only`: those whose name contains this text."""
    report = Report()
    made = compiler or SuiteCompiler()
    for path in paths:
        loaded = load(path, made)
        report.files.append(loaded)
        report.results += results_of(loaded, everywhere=everywhere, trace=trace, only=only)
    return report


def results_of(loaded: Loaded, *, everywhere: bool = False, trace: bool = False, only: str = "") -> Iterator[Result]:
    """Run the scenarios of a file that compiled."""
    if loaded.image is None:
        return
    for scenario in loaded.file.scenarios:
        if only.lower() in scenario.name.lower():
            yield run(scenario, loaded.image, everywhere=everywhere, trace=trace)
