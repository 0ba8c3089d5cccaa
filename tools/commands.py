#!/usr/bin/env python3
"""docs/commands.md from the commands themselves: what each does, its arguments and options, as `--help` says them."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

import typer
from generated import head, main, table
from typer.models import ArgumentInfo

from cardwright.commands import COMMANDS

FIRST = """# Commands

Everything `cardwright` can do at the command line; `cardwright COMMAND --help` says the same. A *path* is a set: a
folder with a `set.yaml`, a single file that begins with `set:`, or a folder of sets. `-` stands for standard input.

| what every command keeps to | |
|---|---|
| exit code | 0: all is well; 1: something was found, with a code, a place and a way out; 2: wrong use |
| where it says so | results on standard output; wrong use, progress and refusals on standard error |
| colour | only on a terminal, and not if `NO_COLOR` is set |
| programs | `--format json` where it is offered; the keys stay as they are |
| files | only `--fix`, `new`, `compile -o` and `play --save` write anything beside the cache |
"""


EMPTY = inspect.Parameter.empty


@dataclass(frozen=True)
class Parameter:
    """One argument or option of a command's function."""

    name: str
    type: Any
    info: Any
    default: object

    @property
    def is_argument(self) -> bool:
        return isinstance(self.info, ArgumentInfo)

    @property
    def inner(self) -> tuple[Any, bool]:
        """The type of one value, and whether there may be several."""
        kinds = [one for one in get_args(self.type) if one is not type(None)] if get_args(self.type) else [self.type]
        kind = kinds[0]
        if get_origin(self.type) is list:
            return kind, True
        return (get_args(kind)[0], True) if get_origin(kind) is list else (kind, False)

    def shown(self) -> str:
        """As it is typed."""
        kind, many = self.inner
        if self.is_argument:
            name = (self.info.metavar or self.name).strip("[]{}.").upper()
            made = f"{name}…" if many else name
            return made if self.default is EMPTY else f"[{made}]"
        given = (self.info.default, *(self.info.param_decls or ()))  # in an annotation names may stand first
        known = [one for one in given if isinstance(one, str) and one.startswith("-")]
        names = ", ".join(sorted(known or [f"--{self.name.replace('_', '-')}"], key=len))
        return names if kind is bool else f"{names} {self.value(kind)}"

    def value(self, kind: Any) -> str:
        if self.info.metavar:
            return str(self.info.metavar)
        if isinstance(kind, type) and issubclass(kind, enum.Enum):
            return "|".join(str(one.value) for one in kind)
        return {int: "N", Path: "FILE"}.get(kind, "TEXT")

    def said(self) -> str:
        """What it means, with its limits and its default."""
        kind, many = self.inner
        extra = ["may be repeated"] if many and not self.is_argument else []
        low, high = getattr(self.info, "min", None), getattr(self.info, "max", None)
        if low is not None and high is not None:
            extra.append(f"{low} to {high}")
        default = self.default.value if isinstance(self.default, enum.Enum) else self.default
        if kind is not bool and default not in (None, "", EMPTY):
            extra.append(f"default `{default}`")
        if not self.is_argument and default is EMPTY:
            extra.append("must be given")
        help = (self.info.help or "").strip()
        return f"{help} ({'; '.join(extra)})" if extra else help


def parameters(function: Callable[..., object]) -> list[Parameter]:
    """The arguments and options of a command, in order."""
    hints = get_type_hints(function, include_extras=True)
    made = []
    for name, one in inspect.signature(function).parameters.items():
        kind, info = get_args(hints[name])[:2]
        made.append(Parameter(name, kind, info, one.default))
    return made


def make() -> str:
    """The page."""
    rows, chapters = [], []
    for name in COMMANDS:
        module = import_module(f"cardwright.commands.{name}")
        group: typer.Typer | None = getattr(module, "application", None)
        if group is None:
            function = getattr(module, name)
            chapters.append(chapter(name, function, "##"))
            rows.append([f"[`{name}`](#{name})", paragraphs(function)[0]])
            continue
        said = [" ".join(part.split()) for part in str(group.info.help or "").strip().split("\n\n")]
        chapters.append("\n".join((f"## {name}\n", *(f"{part}\n" for part in said))))
        rows.append([f"[`{name}`](#{name})", said[0]])
        for command in group.registered_commands:
            assert command.callback is not None
            chapters.append(chapter(f"{name} {command.name}", command.callback, "###"))
    return "\n".join((head("commands"), FIRST, table(["command", "does"], rows), *chapters))


def paragraphs(function: Callable[..., object]) -> list[str]:
    return [" ".join(part.split()) for part in (inspect.getdoc(function) or "").split("\n\n")]


def chapter(name: str, function: Callable[..., object], mark: str) -> str:
    """One command: what it does, how it is typed, its arguments and options."""
    every = parameters(function)
    arguments = [one for one in every if one.is_argument]
    options = [one for one in every if not one.is_argument]
    usage = " ".join((f"cardwright {name}", *(["[OPTIONS]"] if options else []), *(one.shown() for one in arguments)))
    lines = [f"{mark} {name}\n", f"```text\n{usage}\n```\n", *(f"{part}\n" for part in paragraphs(function))]
    for title, some in (("argument", arguments), ("option", options)):
        if some:
            lines.append(table([title, ""], [[f"`{one.shown()}`", one.said()] for one in some]))
    return "\n".join(lines)


if __name__ == "__main__":
    main("commands.md", make)
