"""The commands, one file each. They read arguments, call the layers below and choose the exit code; nothing else."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from cardwright.version import VERSION

# In the order of the help. A command is the function of its name in the file of its name, or the `application` there if
# it has commands of its own.
COMMANDS = (
    "check",
    "fmt",
    "test",
    "explain",
    "words",
    "rules",
    "schema",
    "compile",
    "disasm",
    "play",
    "serve",
    "new",
    "demo",
)

SETTINGS: dict[str, Any] = {
    "add_completion": False,
    "pretty_exceptions_enable": False,
    "rich_markup_mode": None,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class Commands(TyperGroup):
    """Commands that are imported when they are asked for: the compiler and the machine take longer to load than most
    answers take to give.
    """

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f".{cmd_name}", __package__)
        whole: typer.Typer | None = getattr(module, "application", None)
        if whole is None:
            whole = typer.Typer(**SETTINGS)
            whole.command(cmd_name)(getattr(module, cmd_name))
        return typer.main.get_command(whole)


application = typer.Typer(
    name="cardwright",
    cls=Commands,
    help="Card texts are programs: check them, test them, play them.",
    no_args_is_help=True,
    **SETTINGS,
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
