"""`cardwright words`: search the words that texts may use."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from cardwright.dsl.compile import Compiler
from cardwright.dsl.diagnostics import either, nearest, visible
from cardwright.dsl.source import bundled
from cardwright.dsl.words import Card
from cardwright.workbench.wordbook.usage import Usage, usage
from cardwright.workbench.wordbook.words import KINDS, Word, search, words_of

from .output import STDIN, Format, count, split_paths

_SUFFIXES = (".yaml", ".yml")


def words(
    pattern: Annotated[
        str | None,
        typer.Argument(help="Part of a word, in any case; * and ? stand for any characters. All words if left out."),
    ] = None,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="Sets whose words are searched; - reads one from standard input; bundled ones if left out."
        ),
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help=f"Only words of this kind: {either(KINDS)}. May be repeated.")
    ] = None,
    show_usage: Annotated[bool, typer.Option("--usage", help="Name the cards that use each word.")] = False,
    format: Annotated[Format, typer.Option("--format", help="For people, or for programs.")] = Format.TEXT,
) -> None:
    """Search the words that texts may use: words of the sets, of those they require, and words of the language itself.

    A first argument that is a path (it has a slash, or ends with .yaml) is taken as one. The exit code is 1 if no word
    is found.
    """
    wanted, given_paths = _split(pattern, paths or [])
    kinds = [_kind(one) for one in kind or ()]
    found, given = split_paths(given_paths or [str(bundled())])
    compiler = Compiler()
    declarations = compiler.declare(found, given=given)
    known = words_of(declarations)
    made = search(known, wanted, kinds)
    used = usage(declarations, compiler) if show_usage else None
    if format is Format.JSON:
        rows = [{**word.as_data(), **_used(word, used)} for word in made]
        typer.echo(json.dumps({"words": rows}, ensure_ascii=False, indent=2))
    else:
        for line in _report(made, used):
            typer.echo(visible(line))
    errors = sum(item.is_error for item in declarations.findings)
    if errors:
        typer.echo(f"{count(errors, 'error')} in these sets: see cardwright check", err=True)
    if not made:
        near = nearest(wanted, () if len(wanted) < 3 else (one for word in known for one in word.phrases()))
        hint = f"; did you mean {either([f'“{one}”' for one in near])}?" if near else ""
        typer.echo(visible(f"no word is like “{wanted[:80]}”{hint}"), err=True)
    raise typer.Exit(0 if made else 1)


def _split(pattern: str | None, paths: Sequence[str]) -> tuple[str, list[str]]:
    """The pattern and the paths; the pattern may have been left out."""
    if pattern is None:
        return "", list(paths)
    if pattern == STDIN or (("/" in pattern or pattern.endswith(_SUFFIXES)) and Path(pattern).exists()):
        return "", [pattern, *paths]
    return pattern, list(paths)


def _kind(name: str) -> str:
    if name not in KINDS:
        near = nearest(name, KINDS, most=1)
        hint = f"; did you mean “{near[0]}”?" if near else ""
        raise typer.BadParameter(f"there is no kind of word “{name}”{hint}")
    return name


def _used(word: Word, used: Usage | None) -> dict[str, object]:
    if used is None:
        return {}
    return {"said_by": _names(used.said.get(word.key, ())), "printed_on": _names(used.printed.get(word.key, ()))}


def _names(cards: Sequence[Card]) -> list[str]:
    return [str(card.name) for card in cards]


def _report(made: Sequence[Word], used: Usage | None) -> Iterator[str]:
    wide = min(30, max((len(word.phrase) for word in made), default=0))
    kinds = max((len(_what(word)) for word in made), default=0)
    for word in made:
        rest = [form for form in dict.fromkeys(word.forms.values()) if form != word.phrase]
        said = ", ".join(rest) + (f" (also: {', '.join(word.also)})" if word.also else "")
        said += f" (not: {', '.join(word.suggested_for)})" if word.suggested_for else ""
        yield f"{word.phrase:<{wide}}  {_what(word):<{kinds}}  {word.set:<6}  {said}".rstrip()
        for title, cards in _used(word, used).items():
            if isinstance(cards, list) and cards:
                yield f"    {title.replace('_', ' ')}: {', '.join(cards)}"
    yield count(len(made), "word")


def _what(word: Word) -> str:
    return f"{word.kind} ({word.of})" if word.of else word.kind
