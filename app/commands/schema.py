"""`cardwright schema`: the JSON Schema of set files, for editors."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cardwright.dsl.compile import Compiler
from cardwright.dsl.schema.editor import editor_schema_text
from cardwright.dsl.source import bundled
from cardwright.dsl.words.visible import Visible

from .output import finish, show_on_stderr, split_paths

CORE = "core"


def schema(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Sets whose words the schema knows; - reads one from standard input; core if left out."),
    ] = None,
) -> None:
    """Print the JSON Schema of set files for editors: keys, kinds of cards and their fields, with the words of sets.

    Write it to a file and name that file in the settings of the editor, or in the first line of a set:
    `# yaml-language-server: $schema=FILE`.
    """
    found, given = split_paths(paths or [str(Path(bundled()) / CORE)])
    declarations = Compiler().declare(found, given=given)
    named = [name for name in declarations.loaded.named if name in declarations.declared]
    show_on_stderr(declarations.findings)
    if named:
        others = [item.decl for name, item in declarations.declared.items() if name != named[-1]]
        typer.echo(editor_schema_text(Visible(declarations.declared[named[-1]].decl, others)), nl=False)
    finish(declarations.findings)
