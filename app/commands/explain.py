"""`cardwright explain`: what a card does clause by clause; what a code, a rule or a word means."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NoReturn

import typer

from cardwright.dsl.compile import Compiler
from cardwright.dsl.diagnostics import Finding, as_row, visible
from cardwright.dsl.source import bundled
from cardwright.workbench.explain.explain import CodeExplained, explain_card, explain_rule, explain_words
from cardwright.workbench.explain.report import card_lines, code_lines, rule_lines, word_lines
from cardwright.workbench.explain.target import Target, find, find_code
from cardwright.workbench.explain.texts import Texts

from .output import Format, count, show, split_paths


def explain(
    what: Annotated[
        str,
        typer.Argument(help="A card, a code (CW201), a rule (C-1.2) or a word; if several: card:Wound, kind:Wound."),
    ],
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="The sets it belongs to; - reads one from standard input; the bundled sets if left out."),
    ] = None,
    bytecode: Annotated[bool, typer.Option("--bytecode", help="Also show what a card was compiled to.")] = False,
    format: Annotated[Format, typer.Option("--format", help="For people, or for programs.")] = Format.TEXT,
) -> None:
    """Explain a card, a code, a rule or a word.

    A card is told clause by clause: who chooses, how many, from where, what happens if there are none, how long it
    lasts. The exit code is 1 if nothing or more than one thing has that name, or if the text of the card has a mistake.
    """
    found, given = split_paths(paths or [str(bundled())])
    target: Target | Finding | None = find_code(what)
    compiler = Compiler()
    declarations = compiler.declare(found, given=given)
    target = target or find(what, declarations)
    if isinstance(target, Finding):
        _refused([target], format)
    errors = [item for item in declarations.findings if item.is_error]
    if target.card is not None:
        if errors:
            _refused(errors, format)
        made = explain_card(Texts(declarations, compiler), *target.card, bytecode=bytecode)
        if made.findings:
            _refused(made.findings, format)
        _tell(made.as_data(), card_lines(made), format)
        return
    if target.code:
        told = CodeExplained(target.code)
        _tell(told.as_data(), code_lines(told), format)
    elif target.rule is not None:
        rule = explain_rule(target.rule, declarations, found, given)
        _tell(rule.as_data(), rule_lines(rule), format)
    else:
        words = explain_words(target.words, declarations, compiler)
        lines = (line for at, word in enumerate(words) for line in (*([""] if at else []), *word_lines(word)))
        _tell({"words": [word.as_data() for word in words]}, lines, format)
    if errors and not target.code:
        typer.echo(f"{count(len(errors), 'error')} in these sets: see cardwright check", err=True)


def _tell(data: Mapping[str, Any], lines: Iterable[str], format: Format) -> None:
    if format is Format.JSON:
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for line in lines:
        typer.echo(visible(line))


def _refused(findings: list[Finding], format: Format) -> NoReturn:
    """Findings instead of an explanation."""
    if format is Format.JSON:
        typer.echo(json.dumps({"diagnostics": [as_row(item) for item in findings]}, ensure_ascii=False, indent=2))
    else:
        show(findings)
    raise typer.Exit(1)
