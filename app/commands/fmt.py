"""`cardwright fmt`: texts of cards in their canonical form."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .output import count, show, split_paths
from .rewrites import show_differences, write_all

if TYPE_CHECKING:
    from cardwright.dsl.diagnostics import Finding
    from cardwright.dsl.source.rewriting import Rewrite

PASSES = 5


def fmt(
    paths: Annotated[
        list[str],
        typer.Argument(
            help="Folders or files of sets; a folder of sets stands for all in it; - reads one from standard input and "
            "writes it to standard output."
        ),
    ],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; leave with 1 if something would change.")
    ] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Write nothing; show what would change.")] = False,
    wording: Annotated[
        bool, typer.Option("--wording", help="Also change other wordings of one thing to the canonical one.")
    ] = False,
) -> None:
    """Put the texts of cards into their canonical form.

    Blanks, the form of numbers, articles and agreement are mended; with --wording whole lines are printed anew. What a
    text means does not change; comments and all else in the files stay. Texts with errors are left and reported.
    The exit code is 0 if all is well, 1 if there are errors or (with --check or --diff) something would change,
    2 if the command was used wrongly.
    """
    found, given = split_paths(paths)
    if given and (found or len(given) > 1):
        raise typer.BadParameter("standard input is formatted by itself; name either - or files")
    made = _Work(found, given, wording)
    rewrites = made.run()
    errors = [item for item in made.findings if item.is_error]
    if given and not check and not diff:
        sys.stdout.buffer.write(rewrites[0].after if rewrites else next(iter(given.values())))
        sys.stdout.buffer.flush()
        show(errors, err=True)
        raise typer.Exit(1 if errors else 0)
    if diff:
        show_differences(rewrites)
    show(errors, err=diff)
    if not check and not diff and not write_all(rewrites):
        raise typer.Exit(1)
    typer.echo(made.summary(len(rewrites), would=check or diff), err=diff)
    raise typer.Exit(1 if errors or (check or diff) and rewrites else 0)


class _Work:
    """Safe repairs first, then the canonical forms of what can be read; until nothing changes any more."""

    def __init__(self, paths: Sequence[Path], given: Mapping[str, bytes], wording: bool) -> None:
        from cardwright.dsl.compile import Compiler

        self.paths = paths
        self.given = dict(given)
        self.wording = wording
        self.compiler = Compiler()
        self.findings: Sequence[Finding] = ()
        self.texts = 0

    def run(self) -> list[Rewrite]:
        from cardwright.dsl.compile import compile_sets
        from cardwright.dsl.formatting import formatted
        from cardwright.dsl.repair import chosen
        from cardwright.dsl.source.disk import Disk
        from cardwright.dsl.source.rewriting import Rewrite, rewritten

        before: dict[Path, bytes] = {Path(name): data for name, data in self.given.items()}
        after: dict[Path, bytes] = {}
        for _ in range(PASSES):
            given = {name: after.get(Path(name), data) for name, data in self.given.items()}
            disk = Disk(after)
            result = compile_sets(self.paths, given=given, compiler=self.compiler, disk=disk)
            self.findings = result.findings
            loaded = result.declarations.loaded
            own = {part.source.name for name in loaded.named if name in loaded.sets for part in loaded.sets[name].files}
            edits = chosen(item for item in result.findings if item.span.file.name in own)
            if not edits:
                made = formatted(result.declarations, self.compiler, wording=self.wording)
                self.texts, edits = made.texts, made.edits
            if not edits:
                break
            for source, rows in edits.items():
                path = Path(source.name)
                if path not in before:
                    before[path] = path.read_bytes()
                now = after.get(path, before[path])
                if now.decode("utf-8-sig", "replace") == source.text:
                    after[path] = rewritten(source, rows, now)
        return [Rewrite(path, before[path], data) for path, data in after.items() if data != before[path]]

    def summary(self, files: int, *, would: bool) -> str:
        texts = count(self.texts, "text")
        if not files:
            return f"{texts}: nothing to change"
        return f"{texts}: {count(files, 'file')} {'would change' if would else 'changed'}"
