"""Compiling with a store: the same questions with the same answers give what was kept. The compiler is imported only
when something must be compiled.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.progress import Progress, silent
from cardwright.dsl.source.disk import Disk, Question
from cardwright.runtime.bytecode.image import Image

from .entry import Damaged, Entry, Faces, read_entry, write_entry
from .stamp import compiler_stamp
from .store import Store

if TYPE_CHECKING:
    from cardwright.dsl.compile import Compiler, CompileResult
    from cardwright.dsl.source import LoadedSet

VERSION = 1
QUESTIONS, REPORT, IMAGE = "questions", "report", "image"
MOST_QUESTIONS = 50_000


@dataclass
class Checked:
    """What compiling gave, or what was kept of it. `image` is read when it is asked for."""

    entry: Entry
    make: Callable[[], Image | None]
    warm: bool  # whether it was kept

    @property
    def findings(self) -> Sequence[Finding]:
        return self.entry.findings

    @property
    def summary(self) -> Mapping[str, int]:
        return self.entry.summary

    @property
    def faces(self) -> Faces:
        """How many faces there are, by set and kind."""
        return self.entry.faces

    @property
    def named(self) -> Sequence[str]:
        """The sets that the paths stand for."""
        return self.entry.named

    @property
    def files(self) -> Sequence[str]:
        """The files of these sets that lie on disk, by the names that findings give them."""
        return self.entry.files

    @property
    def ok(self) -> bool:
        return not any(item.is_error for item in self.findings)

    @cached_property
    def image(self) -> Image | None:
        """The image, if there is no error."""
        return self.make() if self.entry.whole else None


def compile_kept(
    paths: Iterable[Path] = (),
    *,
    given: Mapping[str, bytes] | None = None,
    inline: Sequence[LoadedSet] = (),
    cache: Store | None = None,
    compiler: Compiler | None = None,
    progress: Progress = silent,
    answers: dict[Question, str] | None = None,
) -> Checked:
    """Compile the sets at these paths with all they require, or give what was kept of an equal time. `answers`
    takes what was asked of the disk, and what it said.
    """
    wanted = list(paths)
    told = dict[Question, str]() if answers is None else answers

    def compiled() -> CompileResult:
        from cardwright.dsl.compile import compile_sets

        made = compile_sets(wanted, given=given, inline=inline, compiler=compiler, progress=progress)
        told.update(made.declarations.loaded.disk.answers)
        return made

    if cache is None:
        result = compiled()
        return Checked(_entry(result, given or {}), lambda: result.image, False)
    asked = _key(wanted, given or {}, inline)
    now = _answers(cache, asked)
    if now is not None:
        kept = _kept(cache, _name(asked, now), compiled)
        if kept is not None:
            told.update(now)
            return kept
    result = compiled()
    entry = _entry(result, given or {})
    now = result.declarations.loaded.disk.answers
    cache.write(asked, QUESTIONS, json.dumps([list(question) for question in now]).encode())
    name = _name(asked, now)
    if result.image is not None:
        from cardwright.runtime.bytecode.format import dump_image

        cache.write(name, IMAGE, dump_image(result.image).encode("utf-8", "surrogatepass"))
    cache.write(name, REPORT, write_entry(entry))
    return Checked(entry, lambda: result.image, False)


def _entry(result: CompileResult, given: Mapping[str, bytes]) -> Entry:
    loaded = result.declarations.loaded
    faces: dict[str, dict[str, int]] = {}
    declared = result.declarations.declared
    files: list[str] = []
    for name in loaded.named:
        parts = [part.source.name for part in loaded.sets[name].files] if name in loaded.sets else []
        files += [part for part in parts if part not in given]
        kinds = faces.setdefault(name, {})
        for card in declared[name].decl.all_cards() if name in declared else ():
            for face in card.faces:
                if face.kind != card.kind:  # what a card of another kind turns into
                    continue
                kind = face.kind.partition(":")[2] or face.kind
                kinds[kind] = kinds.get(kind, 0) + 1
    return Entry(result.findings, result.summary, faces, loaded.named, files, result.image is not None)


def _key(paths: Sequence[Path], given: Mapping[str, bytes], inline: Sequence[LoadedSet]) -> str:
    """What is asked to be compiled, without what lies on disk."""
    parts: list[object] = [VERSION, compiler_stamp(), [str(path) for path in paths]]
    parts.append([[name, hashlib.sha256(data).hexdigest()] for name, data in given.items()])
    for item in inline:
        rows = []
        for part in item.files:
            text = hashlib.sha256(part.source.text.encode("utf-8", "surrogatepass")).hexdigest()
            place = [part.root.span.start, part.root.span.end] if part.root is not None else []
            rows.append([part.source.name, text, place])
        parts.append([item.name, rows, [str(need) for need in item.requires], item.whole])
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _name(asked: str, answers: Mapping[Question, str]) -> str:
    rows = [[*question, answer] for question, answer in sorted(answers.items())]
    return hashlib.sha256(json.dumps([asked, rows]).encode()).hexdigest()


def _answers(cache: Store, asked: str) -> Mapping[Question, str] | None:
    """What the disk answers now to the questions of last time."""
    body = cache.read(asked, QUESTIONS)
    if body is None:
        return None
    disk = Disk()
    try:
        rows = json.loads(body)
        if len(rows) > MOST_QUESTIONS:
            return None
        for what, where in rows:
            disk.ask((what, where))
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return disk.answers


def _kept(cache: Store, name: str, compiled: Callable[[], CompileResult]) -> Checked | None:
    body = cache.read(name, REPORT)
    if body is None:
        return None
    try:
        entry = read_entry(body)
    except Damaged:
        return None

    def image() -> Image | None:
        from cardwright.runtime.bytecode.format import load_image
        from cardwright.runtime.bytecode.refused import ImageRefused

        kept = cache.read(name, IMAGE)
        if kept is not None:
            try:
                return load_image(kept)
            except ImageRefused:
                pass
        return compiled().image

    return Checked(entry, image, True)
