"""What the verifier refuses of a lowered set, traced to the declarations and cards it was made from.

Must not know what bytecode is allowed: it asks the machine's own verifier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cardwright.dsl.diagnostics import Span
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.refused import ImageRefused
from cardwright.runtime.bytecode.verify import Verifier


@dataclass(frozen=True)
class Part:
    """What one declaration or card added to the image: numbers of plans, abilities and procedures."""

    span: Span
    plans: range
    abilities: range
    procs: range


def sizes(image: Image) -> tuple[int, int, int]:
    return len(image.plans), len(image.abilities), len(image.procs)


def part(span: Span, before: tuple[int, int, int], after: tuple[int, int, int]) -> Part:
    plans, abilities, procs = (range(old, new) for old, new in zip(before, after, strict=True))
    return Part(span, plans, abilities, procs)


def refusals(image: Image, parts: list[Part]) -> Iterator[tuple[str, Span]]:
    """The first refusal of each part."""
    verifier = Verifier(image)
    for one in parts:
        checks: tuple[tuple[Callable[[int], None], range], ...] = (
            (verifier.plan, one.plans),
            (verifier.ability, one.abilities),
            (verifier.proc, one.procs),
        )
        try:
            for check, numbers in checks:
                for number in numbers:
                    check(number)
        except ImageRefused as refusal:
            yield refusal.message, one.span
