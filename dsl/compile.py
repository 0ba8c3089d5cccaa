"""The driver of the compiler: load → declare → read texts → lower, set by set. Every finding of every file comes in one run.

The one entry point for commands and tools is `compile_sets`. Must not know what any layer does inside.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.source import Loaded, LoadedSet, load
from cardwright.dsl.words.declare import DeclaredSet, declare


@dataclass
class Declarations:
    """Everything that is declared, each set after those it requires."""

    loaded: Loaded
    declared: dict[str, DeclaredSet] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)


def declare_sets(
    paths: Iterable[Path] = (), *, given: Mapping[str, bytes] | None = None, inline: Iterable[LoadedSet] = ()
) -> Declarations:
    """Load and declare. `given` holds files that are not on disk; `inline` sets that stand inside other files."""
    loaded = load(paths, given)
    for item in inline:
        loaded.sets[item.name] = item
        loaded.named.append(item.name)
    result = Declarations(loaded, findings=list(loaded.findings))
    for name, item in loaded.sets.items():
        requires = tuple(result.declared[need].decl for need in loaded.requirements(name) if need in result.declared)
        made = declare(item, requires)
        result.declared[name] = made
        result.findings += made.findings
    return result
