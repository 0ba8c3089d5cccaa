"""What is not given is out of a scenario: a pile nobody mentions is not tested for having run out.

The end of a game looks at piles (standing conditions, and the steps of the procedure that plays the game). In the image
a scenario runs on, such a test of a pile that is not given is never true. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from cardwright.runtime.bytecode.image import Image, Plan
from cardwright.runtime.bytecode.optable import OPCODE, OPS

_EVAL = OPCODE["EVAL"]
_KEPT: dict[tuple[int, frozenset[int]], tuple[Image, Image]] = {}
_MOST = 64


def without_tests(image: Image, absent: frozenset[int]) -> Image:
    """The image in which these zones are never found empty by what ends the game."""
    tested = frozenset(zone for _, plan in _tests(image) for zone in _zones(plan)) & absent
    if not tested:
        return image
    key = (id(image), tested)
    kept = _KEPT.get(key)
    if kept is None or kept[0] is not image:
        while len(_KEPT) >= _MOST:
            del _KEPT[next(iter(_KEPT))]
        kept = _KEPT[key] = (image, _rewritten(image, tested))
    return kept[1]


def piles(image: Image) -> frozenset[int]:
    """The table's piles."""
    return frozenset(at for at, zone in enumerate(image.zones) if zone.owner != "player" and zone.order == "stack")


def _tests(image: Image) -> Iterator[tuple[tuple[str, int, int], Plan]]:
    """Where the end of a game is tested ("ability", number, -1 or "proc", number, pc of the operand), and the plan."""
    for number, ability in enumerate(image.abilities):
        if ability.kind == "state" and 0 <= ability.condition < len(image.plans):
            yield ("ability", number, -1), image.plans[ability.condition]
    game = image.entry.get("game", -1)
    if game < 0:
        return
    code = image.procs[game].code
    pc = 0
    while pc < len(code):
        if code[pc] == _EVAL:
            yield ("proc", game, pc + 1), image.plans[code[pc + 1]]
        pc += 1 + len(OPS[code[pc]].operands)


def _zones(plan: object) -> Iterator[int]:
    """The zones a plan finds empty."""
    if not isinstance(plan, tuple):
        return
    if _is_test(plan):
        yield from _named(plan)
    for part in plan:
        yield from _zones(part)


def _is_test(plan: tuple[object, ...]) -> bool:
    """`not some in …`: a place holds no card."""
    if plan[:1] != ("not",) or len(plan) != 2 or not isinstance(plan[1], tuple) or plan[1][:1] != ("some",):
        return False
    inner = plan[1][1]
    return isinstance(inner, tuple) and inner[:1] == ("in",)


def _named(plan: object) -> Iterator[int]:
    if not isinstance(plan, tuple):
        return
    if plan[:1] in (("slot",), ("slots",)) and isinstance(plan[1], int):
        yield plan[1]
    for part in plan:
        yield from _named(part)


def _never(plan: Plan, zones: frozenset[int]) -> Plan:
    if _is_test(plan) and set(_named(plan)) & zones:
        return ("no",)
    return tuple(_never(part, zones) if isinstance(part, tuple) and part else part for part in plan)


def _rewritten(image: Image, zones: frozenset[int]) -> Image:
    made = copy(image)
    made.plans = list(image.plans)
    made.abilities = list(image.abilities)
    made.procs = list(image.procs)
    for (what, number, pc), plan in _tests(image):
        changed = _never(plan, zones)
        if changed == plan:
            continue
        made.plans.append(changed)
        at = len(made.plans) - 1
        if what == "ability":
            made.abilities[number] = replace(made.abilities[number], condition=at)
        else:
            code = made.procs[number].code
            made.procs[number] = replace(made.procs[number], code=(*code[:pc], at, *code[pc + 1 :]))
    return made
