"""`cardwright rules`: which rules are proven, and by which scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated

import typer

from cardwright.dsl.diagnostics import as_row, visible
from cardwright.dsl.source import bundled
from cardwright.workbench.coverage.rules import NOT_BUILT, UNCOVERED, Coverage, Covered, by_proof, coverage

from .output import Format, count, finish, show, split_paths


def rules(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="Sets, and files of further scenarios; - reads one from standard input; the bundled sets if left out."
        ),
    ] = None,
    ids: Annotated[
        bool, typer.Option("--ids", help="List every rule with its proof and whether it is covered or not built.")
    ] = False,
    scenarios: Annotated[
        bool, typer.Option("--scenarios", help="Like --ids, and below each rule the scenarios that prove it.")
    ] = False,
    format: Annotated[Format, typer.Option("--format", help="For people, or for programs.")] = Format.TEXT,
) -> None:
    """Show which rules are proven, and by which scenarios.

    A rule says how it is proven: by a scenario, by the data of its set, by a test, by words alone, or that it is not
    built. The exit code is 1 if a rule that is to be proven by a scenario or a test has none.
    """
    found, given = split_paths(paths or [str(bundled())])
    made = coverage(found, given)
    if format is Format.JSON:
        data = {**made.as_data(), "diagnostics": [as_row(item) for item in made.findings]}
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        show(made.findings)
        for line in _report(made, ids=ids or scenarios, scenarios=scenarios):
            typer.echo(visible(line))
    finish(made.findings)


def _report(made: Coverage, *, ids: bool, scenarios: bool) -> Iterator[str]:
    if ids:
        yield from _list(made.rules, scenarios=scenarios)
        if made.rules:
            yield ""
    for name in dict.fromkeys(one.rule.set for one in made.rules):
        yield f"{name}: {_counted([one for one in made.rules if one.rule.set == name])}"
    if not made.rules:
        yield "0 rules"
    named = sum(bool(one.scenarios) for one in made.rules)
    yield f"{count(made.scenarios, 'scenario')}; {count(named, 'rule is', 'rules are')} named by at least one"


def _counted(rules: list[Covered]) -> str:
    parts = []
    for proof, states in by_proof(rules).items():
        missing = states[UNCOVERED]
        how = proof if proof == NOT_BUILT else f"by {proof}"
        parts.append(f"{states.total():,} {how}" + (f" ({missing:,} uncovered)" if missing else ""))
    return f"{count(len(rules), 'rule')}: {', '.join(parts)}"


def _list(rules: list[Covered], *, scenarios: bool) -> Iterator[str]:
    """One line for each rule: its id, its proof, its state, and what the proof is."""
    wide = max((len(one.rule.name) for one in rules), default=0)
    for one in rules:
        proof = count(len(one.scenarios), "scenario") if one.scenarios else ""
        said = str(one.rule.test or one.rule.because or "")
        yield f"{one.rule.name:<{wide}}  {one.proof:<9}  {one.state:<9}  {proof or said}".rstrip()
        for scenario in one.scenarios if scenarios else ():
            yield f"{'':<{wide}}  · {scenario.name} ({scenario.where})"
