"""The second list of operators: small changes inside a sentence, printed without a gate.

A number one more or less, "may" dropped, a trait dropped, "each other" against "each", a zone swapped. Each is a
change of the plans and numbers of one sentence's code, or of an ability that is nothing but it. Must not know any
declared word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from itertools import islice

from cardwright.runtime.bytecode.image import Image, Plan
from cardwright.runtime.bytecode.optable import OPCODE, REQUESTS

from ..scenarios.runner import run
from ..scenarios.suite import Loaded
from .units import Place, Unit, instructions, units_of

_EVAL, _PUSH, _ASK = OPCODE["EVAL"], OPCODE["PUSH"], OPCODE["ASK"]
_MOST = 8  # changes tried per sentence and operator


@dataclass(frozen=True)
class Change:
    """A changed image, and what was changed in it."""

    operator: str
    what: str
    image: Image


Rewrite = Callable[[Plan, Image], Iterator[tuple[str, Plan]]]


def _numbers(plan: Plan, image: Image) -> Iterator[tuple[str, Plan]]:
    if plan[0] == "num" and isinstance(plan[1], int) and plan[1] >= 0:
        yield f"{plan[1]} → {plan[1] + 1}", ("num", plan[1] + 1)
        if plan[1] > 0:
            yield f"{plan[1]} → {plan[1] - 1}", ("num", plan[1] - 1)


def _traits(plan: Plan, image: Image) -> Iterator[tuple[str, Plan]]:
    """A filter lets everything through, or one condition of several is dropped."""
    if plan[0] in ("filter", "pfilter", "rfilter") and isinstance(plan[2], tuple):
        inner = plan[2]
        if inner[0] == "and" and len(inner) > 2:
            for at in range(1, len(inner)):
                yield f"without {_said(inner[at])}", (*plan[:2], ("and", *inner[1:at], *inner[at + 1 :]), *plan[3:])
        elif inner[0] != "yes":
            yield f"without {_said(inner)}", (*plan[:2], ("yes",), *plan[3:])


def _others(plan: Plan, image: Image) -> Iterator[tuple[str, Plan]]:
    if plan[0] == "others":
        yield "each other → each", ("players",)
    elif plan[0] == "players":
        yield "each → each other", ("others", ("you",))


def _zones(plan: Plan, image: Image) -> Iterator[tuple[str, Plan]]:
    """A zone of the same owner stands instead."""
    if plan[0] in ("slot", "slots", "in-zone") and any(isinstance(part, int) for part in plan[1:]):
        at = next(at for at in range(1, len(plan)) if isinstance(plan[at], int))
        zone = plan[at]
        if isinstance(zone, int) and 0 <= zone < len(image.zones):
            others = [
                other
                for other, found in enumerate(image.zones)
                if other > 1 and other != zone and found.owner == image.zones[zone].owner
            ]
            for other in others[:2]:
                swapped = f"{image.names[image.zones[zone].name]} → {image.names[image.zones[other].name]}"
                yield swapped, (*plan[:at], other, *plan[at + 1 :])


PLAN_OPERATORS: dict[str, Rewrite] = {
    "number ± 1": _numbers,
    "trait dropped": _traits,
    "each other ↔ each": _others,
    "zone swapped": _zones,
}


def _said(plan: object) -> str:
    return str(plan[0]) if isinstance(plan, tuple) and plan else str(plan)


def rewrites(plan: Plan, image: Image, rewrite: Rewrite) -> Iterator[tuple[str, Plan]]:
    """The plan with one node changed, for each node the operator knows."""
    yield from rewrite(plan, image)
    for at, part in enumerate(plan):
        if isinstance(part, tuple) and part and isinstance(part[0], str):
            for what, changed in rewrites(part, image, rewrite):
                yield what, (*plan[:at], changed, *plan[at + 1 :])


def changes(image: Image, unit: Unit) -> Iterator[Change]:
    """All changes of a unit, a few per operator."""
    for operator, rewrite in PLAN_OPERATORS.items():
        for what, changed in islice(_changed(image, unit, rewrite, operator), _MOST):
            yield Change(operator, what, changed)
    yield from _may(image, unit)


def _changed(image: Image, unit: Unit, rewrite: Rewrite, operator: str) -> Iterator[tuple[str, Image]]:
    for number, start, end in unit.code:
        code = image.procs[number].code
        for pc, op in instructions(code):
            if not start <= pc < end:
                continue
            if op == _EVAL:
                for what, plan in rewrites(image.plans[code[pc + 1]], image, rewrite):
                    made = _with_plan(image, plan)
                    yield what, _with_code(made, number, pc + 1, len(made.plans) - 1)
            elif op == _PUSH and operator == "number ± 1" and 0 < code[pc + 1] < 100:
                for to in (code[pc + 1] + 1, code[pc + 1] - 1):
                    yield f"{code[pc + 1]} → {to}", _with_code(copy(image), number, pc + 1, to)
    for number in unit.abilities:
        yield from _of_ability(image, number, rewrite)


def _of_ability(image: Image, number: int, rewrite: Rewrite) -> Iterator[tuple[str, Image]]:
    """Plans of a standing ability: its condition, and the plans its rows name."""
    ability = image.abilities[number]
    if ability.condition >= 0:
        for what, plan in rewrites(image.plans[ability.condition], image, rewrite):
            made = _with_plan(image, plan)
            made.abilities = list(image.abilities)
            made.abilities[number] = replace(ability, condition=len(made.plans) - 1)
            yield what, made
    for at, (family, row) in enumerate(ability.rows):
        for place in {"modifier": (3, 4), "permission": (2, 3, 4), "grant": (4,)}.get(family, ()):
            index = row[place] if place < len(row) else -1
            if not isinstance(index, int) or not 0 <= index < len(image.plans):
                continue
            for what, plan in rewrites(image.plans[index], image, rewrite):
                made = _with_plan(image, plan)
                changed = (*row[:place], len(made.plans) - 1, *row[place + 1 :])
                made.abilities = list(image.abilities)
                rows = (*ability.rows[:at], (family, changed), *ability.rows[at + 1 :])
                made.abilities[number] = replace(ability, rows=rows)
                yield what, made


def _may(image: Image, unit: Unit) -> Iterator[Change]:
    """A yes/no question has yes as its only answer; an optional ability is compulsory."""
    for number, start, end in unit.code:
        code = image.procs[number].code
        last: list[int] = []
        for pc, op in instructions(code):
            if start <= pc < end and op == _ASK and REQUESTS[code[pc + 1]] == "yes-no" and len(last) > 2:
                options = last[-3]
                if code[options] == _EVAL:
                    made = _with_plan(image, ("list", ("num", 1)))
                    yield Change(
                        "may dropped", "it is done", _with_code(made, number, options + 1, len(made.plans) - 1)
                    )
            last.append(pc)
    for number, ability in enumerate(image.abilities):
        if ability.sentence == unit.sentence and ability.optional:
            made = copy(image)
            made.abilities = list(image.abilities)
            made.abilities[number] = replace(ability, optional=False)
            yield Change("may dropped", "it is done", made)


def _with_plan(image: Image, plan: Plan) -> Image:
    made = copy(image)
    made.plans = [*image.plans, plan]
    return made


def _with_code(made: Image, number: int, at: int, value: int) -> Image:
    proc = made.procs[number]
    made.procs = list(made.procs)
    made.procs[number] = replace(proc, code=(*proc.code[:at], value, *proc.code[at + 1 :]))
    return made


@dataclass
class Tally:
    """What became of the changes of one operator."""

    killed: int = 0
    survived: int = 0
    survivors: list[str] = field(default_factory=list)


def tally(
    files: Sequence[Loaded], *, wanted: Callable[[Unit], bool] = lambda unit: True, most: int = 120
) -> dict[str, Tally]:
    """Try changes of every wanted unit on the scenarios that reach it; at most so many per operator."""
    made = {operator: Tally() for operator in (*PLAN_OPERATORS, "may dropped")}
    done: set[tuple[Place, str, str]] = set()
    for loaded in files:
        image = loaded.image
        if image is None:
            continue
        passed: list[set[int]] = []
        for scenario in loaded.file.scenarios:
            seen: set[int] = set()
            run(scenario, image, watch=seen.add)
            passed.append(seen)
        for unit in units_of(image):
            those = [
                one
                for one, seen in zip(loaded.file.scenarios, passed, strict=True)
                if unit.abilities or unit.sentence in seen
            ]
            if not those or not wanted(unit):
                continue
            for change in changes(image, unit):
                key = (unit.place, change.operator, change.what)
                count = made[change.operator]
                if key in done or count.killed + count.survived >= most:
                    continue
                done.add(key)
                if any(not run(scenario, change.image).ok for scenario in those):
                    count.killed += 1
                else:
                    count.survived += 1
                    count.survivors.append(f"{unit.where} {unit.text} [{change.what}]")
    return made


def lines(counts: dict[str, Tally]) -> list[str]:
    """The table, without a gate."""
    return [f"  {name}: {one.killed} killed, {one.survived} survived" for name, one in counts.items()]
