"""The commands, one file each. They read arguments, call the layers below and choose the exit code; nothing else."""

from __future__ import annotations

from typing import Annotated

import typer

from cardwright.version import VERSION

from . import check, demo, disasm, play, rules, test

application = typer.Typer(
    name="cardwright",
    help="Card texts are programs: check them, test them, play them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cardwright {VERSION}")
        raise typer.Exit()


@application.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Card texts are programs: check them, test them, play them."""


application.command("check")(check.check)
application.command("test")(test.test)
application.command("rules")(rules.rules)
application.command("disasm")(disasm.disasm)
application.command("play")(play.play)
application.command("demo")(demo.demo)
