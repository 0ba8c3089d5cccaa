"""The driver of the compiler: load → declare → read texts → lower. All findings of all files come in one run.

`compile_sets` is the entry point of commands; a `Compiler` keeps what it read, for tools that compile many small sets
over the same large ones. Must not know what any layer does inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from cardwright.dsl.diagnostics import Finding, at_most, finding, in_order
from cardwright.dsl.lower.image import lower
from cardwright.dsl.lower.trying import Trials
from cardwright.dsl.meaning.reader import TextResolver
from cardwright.dsl.naming import nameless
from cardwright.dsl.progress import Progress, silent
from cardwright.dsl.proposing import proposed
from cardwright.dsl.resolving import Kept
from cardwright.dsl.sayings import read_all
from cardwright.dsl.source import Loaded, LoadedSet, Shelf, load
from cardwright.dsl.source.disk import Disk
from cardwright.dsl.source.limits import FINDINGS_PER_FILE
from cardwright.dsl.words.declare import DeclaredSet, declare
from cardwright.runtime.bytecode.image import Image


@dataclass
class Declarations:
    """Everything that is declared, each set after those it requires."""

    loaded: Loaded
    declared: dict[str, DeclaredSet] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


class Compiler:
    """Compiles sets, and keeps what did not change since the last time."""

    def __init__(self) -> None:
        self._shelf = Shelf()
        self._declared: dict[tuple[int, ...], tuple[LoadedSet, DeclaredSet]] = {}
        self._resolvers: dict[int, Kept] = {}
        self.trials = Trials()

    def beside(self) -> Compiler:
        """Another one that begins with what this one keeps, and adds nothing to it."""
        made = Compiler()
        made._shelf = Shelf(dict(self._shelf.kept))
        made._declared = dict(self._declared)
        made._resolvers = dict(self._resolvers)
        return made

    def declare(
        self,
        paths: Iterable[Path] = (),
        *,
        given: Mapping[str, bytes] | None = None,
        inline: Sequence[LoadedSet] = (),
        disk: Disk | None = None,
    ) -> Declarations:
        """Load and declare. `given` holds files that are not on disk; `inline` sets that stand inside other files."""
        loaded = load(paths, given, inline, self._shelf, disk)
        result = Declarations(loaded, findings=list(loaded.findings))
        for name, item in loaded.sets.items():
            needs = [result.declared[need] for need in loaded.requirements(name) if need in result.declared]
            made = self._declare(item, needs, loaded.is_whole(name))
            result.declared[name] = made
            result.findings += made.findings
        return result

    def _declare(self, item: LoadedSet, needs: Sequence[DeclaredSet], whole: bool) -> DeclaredSet:
        """Declare a set, unless it and all it requires are the very ones of an earlier time."""
        key = (id(item), whole, *(id(need) for need in needs))
        kept = self._declared.get(key)
        if kept is not None:
            return kept[1]
        made = declare(item, tuple(need.decl for need in needs), whole=whole)
        self._declared[key] = (item, made)
        return made

    def resolver(self, item: DeclaredSet) -> Kept:
        """What reads the texts of a set."""
        kept = self._resolvers.get(id(item))
        if kept is None:
            collected: list[Finding] = []
            cards = TextResolver(item.vocabulary, item.decl.name, collected, self.trials.carries)
            declarations = TextResolver(item.inner, item.decl.name, collected)
            kept = Kept(cards, declarations, collected)
            self._resolvers[id(item)] = kept
        kept.begin()
        return kept


@dataclass
class CompileResult:
    """What compiling gave: the image if there was no error, all findings in order, and counts for a report."""

    image: Image | None
    findings: list[Finding]
    summary: dict[str, int]
    declarations: Declarations

    @property
    def ok(self) -> bool:
        return not any(item.is_error for item in self.findings)


def compile_sets(
    paths: Iterable[Path] = (),
    *,
    given: Mapping[str, bytes] | None = None,
    inline: Sequence[LoadedSet] = (),
    compiler: Compiler | None = None,
    disk: Disk | None = None,
    progress: Progress = silent,
) -> CompileResult:
    """Compile the sets at these paths with all they require; `progress` is told how many texts of cards were read."""
    compiler = compiler or Compiler()
    paths = list(paths)
    result = compiler.declare(paths, given=given, inline=inline, disk=disk)
    findings = list(result.findings)
    resolvers = {name: compiler.resolver(item) for name, item in result.declared.items()}
    tell(resolvers.values(), progress, texts_of(result))
    image: Image | None = None
    if any(item.is_error for item in findings):
        for name, item in result.declared.items():
            read_all(item, resolvers[name])
        told = [found for resolver in resolvers.values() for found in resolver.findings]
        findings = proposed(findings, told, compiler, partial(_otherwise, paths, given, inline, result.loaded))
    elif result.declared:
        decls = [item.decl for item in result.declared.values()]
        uncarried: list[Finding] = []
        with compiler.trials.over(decls, resolvers):
            image = lower(decls, dict(resolvers), uncarried.append)
        if not any(resolver.broken for resolver in resolvers.values()):
            findings += uncarried
    findings += [found for resolver in resolvers.values() for found in resolver.findings]
    readers = [(item.decl, resolvers[name]) for name, item in result.declared.items()]
    findings += nameless(readers, result.loaded.named)
    findings = ordered(findings, result)
    if any(item.is_error for item in findings):
        image = None
    return CompileResult(image, findings, summary(result, findings), result)


def _otherwise(
    paths: Sequence[Path],
    given: Mapping[str, bytes] | None,
    inline: Sequence[LoadedSet],
    loaded: Loaded,
    compiler: Compiler,
    file: str,
    text: str,
) -> Declarations | None:
    """The declarations if a file held another text; None if it is none of the files of sets."""
    data = text.encode("utf-8", "surrogatepass")
    if given is not None and file in given:
        return compiler.declare(paths, given={**given, file: data}, inline=inline, disk=loaded.disk.but({}))
    if not any(part.source.name == file for item in loaded.sets.values() for part in item.files):
        return None
    return compiler.declare(paths, given=given, inline=inline, disk=loaded.disk.but({Path(file): data}))


def texts_of(result: Declarations) -> int:
    """How many faces have a text."""
    cards = (card for item in result.declared.values() for card in item.decl.all_cards())
    return sum(face.text is not None for card in cards for face in card.faces)


def tell(resolvers: Iterable[Kept], progress: Progress, whole: int) -> None:
    """Let all resolvers count towards one number."""
    done = 0

    def one_more() -> None:
        nonlocal done
        done += 1
        progress(min(done, whole), whole)

    for resolver in resolvers:
        resolver.told = one_more


def ordered(findings: Iterable[Finding], result: Declarations) -> list[Finding]:
    """Findings as they are reported."""
    every = in_order(attributed(findings, result))
    return at_most(every, FINDINGS_PER_FILE, lambda item: finding("CW119", item.span, limit=FINDINGS_PER_FILE))


def attributed(findings: Iterable[Finding], result: Declarations) -> list[Finding]:
    """Findings with the name of the card they lie in, where they do not know it themselves."""
    places: dict[str, list[tuple[int, int, str]]] = {}
    for item in result.declared.values():
        for card in item.decl.all_cards():
            rows = places.setdefault(card.span.file.name, [])
            rows.append((card.span.start, card.span.end, str(card.name)))
    made: list[Finding] = []
    for found in findings:
        if found.card is None:
            at = found.span.start
            inside = [row for row in places.get(found.span.file.name, ()) if row[0] <= at < row[1]]
            if inside:
                found = replace(found, card=min(inside, key=lambda row: row[1] - row[0])[2])
        made.append(found)
    return made


def summary(result: Declarations, findings: Sequence[Finding]) -> dict[str, int]:
    """Counts of the sets that were named, and of the findings."""
    decls = [result.declared[name].decl for name in result.loaded.named if name in result.declared]
    cards = [card for decl in decls for card in decl.all_cards()]
    errors = sum(item.is_error for item in findings)
    return {
        "sets": len(decls),
        "required_sets": len(result.declared) - len(decls),
        "words": sum(1 for decl in decls for _ in decl.declarations()),
        "cards": len(cards),
        "texts": sum(len(face.text.lines) for card in cards for face in card.faces if face.text is not None),
        "errors": errors,
        "warnings": len(findings) - errors,
    }
