"""`cardwright new`: skeletons of a set and of what stands in one. What does not pass `check` is not written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from cardwright.dsl.diagnostics import Finding, Span, either, visible
from cardwright.dsl.source import bundled, load
from cardwright.dsl.source.nodes import Mapping, Scalar, Sequence
from cardwright.dsl.source.reading import read_bytes
from cardwright.dsl.source.sets import LoadedSet
from cardwright.workbench.authoring.insert import NoRoom, with_item
from cardwright.workbench.authoring.skeletons import FILES, LISTS, SLOTS, skeleton, slug_of, unfit, without_slot

from . import SETTINGS
from .output import Cache, compile_for, show

SET = "set.yaml"
NAMING = ("name", "Hero Name", "Villain Group", "keyword")  # keys that say what the skeletons here are called
SUFFIXES = (".yaml", ".yml")

application = typer.Typer(
    help="Write the skeleton of a set, or of cards or a keyword into a set. What is written passes check at once.",
    no_args_is_help=True,
    **SETTINGS,
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name, as it will be printed.")]
To = Annotated[
    Path | None,
    typer.Option(
        "--to",
        help="The folder or file of a set; the set in this folder, or else a new file of its own, if left out.",
    ),
]


@application.command("set")
def new_set(
    name: Name,
    to: Annotated[
        Path | None, typer.Option("--to", help="The folder or file it becomes; a folder of its name if left out.")
    ] = None,
    cache: Cache = "",
) -> None:
    """Write a set without cards: a folder with a set.yaml, or one file if --to ends in .yaml."""
    slug = _slug(name)
    path = to or Path(slug)
    file = path if path.suffix in SUFFIXES else path / SET
    if path.exists() and (path.is_file() or any(path.iterdir())):
        raise typer.BadParameter(f"“{path}” is there already; nothing was written")
    _write({file: skeleton("set", name, slug)}, path, name, cache)


def _slug(name: str) -> str:
    _fit(name)
    slug = slug_of(name)
    if not slug:
        raise typer.BadParameter("the name of a set has letters from a to z or digits")
    if (bundled() / slug).is_dir():
        raise typer.BadParameter(f"“{slug}” is a bundled set; choose another name")
    return slug


def _fit(name: str, sort: str = "") -> None:
    wrong = unfit(name, sort)
    if wrong:
        raise typer.BadParameter(wrong)


def _command(sort: str, what: str) -> Callable[..., None]:
    def command(name: Name, to: To = None, cache: Cache = "") -> None:
        _fit(name, sort)
        _add(sort, name, to, cache)

    command.__doc__ = f"Write {what} into a set."
    return command


for _sort, _what in (
    ("hero", "a Hero of four cards"),
    ("villain", "a Villain Group of four cards"),
    ("mastermind", "a Mastermind with four Tactics"),
    ("scheme", "a Scheme"),
    ("keyword", f"a keyword, with a value behind it if NAME ends in {either([f'{{{one}}}' for one in SLOTS])},"),
):
    application.command(_sort)(_command(_sort, _what))


# -- where it goes -----------------------------------------------------------------------------------------------------


def _add(sort: str, name: str, to: Path | None, cache: str) -> None:
    """Put a skeleton into a set: an existing file of it, or a new one."""
    key, item = LISTS.get(sort, "cards"), skeleton(sort, name)
    title = without_slot(name)
    whole = to if to is not None else Path() if Path(SET).is_file() else Path(f"{slug_of(title) or sort}.yaml")
    if whole.is_dir():
        if not (whole / SET).is_file():
            raise typer.BadParameter(
                f"there is no set in “{whole}”: “cardwright new set” writes one", param_hint="--to"
            )
        file = whole / f"{FILES[sort]}.yaml"
        other = file.with_suffix(".yml")
        file = other if other.is_file() else file
    elif whole.suffix not in SUFFIXES:
        raise typer.BadParameter(f"“{whole}” is no folder of a set and no .yaml file", param_hint="--to")
    elif to is None and whole.exists():
        raise typer.BadParameter(f"“{whole}” is there already; name it with --to to add to it")
    else:
        file = whole
    if file.is_file():
        if not whole.is_dir() and (whole.parent / SET).is_file():
            whole = whole.parent  # one file of a set
        _unknown(whole, name)
        text = _with(file, key, item)
    else:
        head = "" if whole.is_dir() else skeleton("set", title, _slug(title)).split("\n\n")[0] + "\n\n"
        text = f"{head}{key}:\n{''.join(f'  {line}'.rstrip() + chr(10) for line in item.rstrip().split(chr(10)))}"
    _write({file: text}, whole, name, cache)


def _unknown(whole: Path, name: str) -> None:
    """Refuse a path that is no set, and a name that the set has already."""
    loaded = load([whole])
    if not loaded.named:
        raise typer.BadParameter(f"“{whole}” is no set: it says no “set:”", param_hint="--to")
    for one in loaded.named:
        for place in _named(loaded.sets[one], name):
            raise typer.BadParameter(f"“{name}” is there already, in {place.file.name}, line {place.line}")


def _named(loaded: LoadedSet, name: str) -> Iterator[Span]:
    """Where cards, groups and keywords of that name stand."""
    for file in loaded.files:
        for key in ("cards", "keywords"):
            items = file.root.get(key) if file.root is not None else None
            for item in items.items if isinstance(items, Sequence) else ():
                for label, value in item if isinstance(item, Mapping) else ():
                    if label.value in NAMING and isinstance(value, Scalar) and value.value.lower() == name.lower():
                        yield value.span


def _with(file: Path, key: str, item: str) -> str:
    """A file with an item more."""
    try:
        source, findings = read_bytes(file.read_bytes(), str(file))
    except OSError as error:
        raise typer.BadParameter(f"“{file}” cannot be read: {error.strerror}") from None
    if any(one.is_error for one in findings):
        show(findings)
        raise typer.Exit(1)
    try:
        return with_item(source, key, item)
    except NoRoom as error:
        raise typer.BadParameter(str(error)) from None


# -- writing -----------------------------------------------------------------------------------------------------------


def _write(texts: dict[Path, str], whole: Path, name: str, cache: str) -> None:
    """Write files, check the set, and take them back if that brought errors."""
    before = {path: path.read_bytes() if path.exists() else None for path in texts}
    folders = [path.parent for path in texts if not path.parent.exists()]
    _put(texts, before, folders)
    found = _errors(whole, cache)
    if found:  # perhaps they were there before
        _back(before, folders)
        found = _new(found, _errors(whole, cache) if whole.exists() else [])
        if found:
            show(found)
            typer.echo(visible(f"“{name}” does not fit into this set; nothing was written"), err=True)
            raise typer.Exit(1)
        _put(texts, before, folders)
    for path in texts:
        typer.echo(visible(f"{'wrote' if before[path] is None else 'added to'} {path}"))
    typer.echo(visible(f"next: cardwright check {whole}"))


def _put(texts: dict[Path, str], before: dict[Path, bytes | None], folders: list[Path]) -> None:
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode("utf-8"))
    except OSError as error:
        _back(before, folders)
        raise typer.BadParameter(f"“{error.filename}” cannot be written: {error.strerror}") from None


def _errors(whole: Path, cache: str) -> list[Finding]:
    return [one for one in compile_for([whole], {}, cache).findings if one.is_error]


def _new(found: list[Finding], was: list[Finding]) -> list[Finding]:
    """Findings that were not there before, wherever they have moved to."""
    left = [(one.code, one.message) for one in was]
    out = []
    for one in found:
        if (one.code, one.message) in left:
            left.remove((one.code, one.message))
        else:
            out.append(one)
    return out


def _back(before: dict[Path, bytes | None], made: list[Path]) -> None:
    """Everything as it was."""
    for path, data in before.items():
        if data is None:
            path.unlink(missing_ok=True)
        else:
            path.write_bytes(data)
    for folder in reversed(made):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()
