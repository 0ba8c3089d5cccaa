"""Which procedures call which, and whose frames are looked at: what may do without a frame.

Must not know how they are run.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.optable import OPCODE

if TYPE_CHECKING:
    from .program import Program

CALLS = frozenset((OPCODE["CALL"], OPCODE["CALLAS"]))


class Calls:
    """The calls of one program."""

    def __init__(self, program: Program) -> None:
        first = len(program.image.procs)
        self.called = [
            {words[1] + (first if number >= first else 0) for _, words in instructions(proc.code) if words[0] in CALLS}
            for number, proc in enumerate(program.code)
        ]

    def reaches(self, start: int, goal: int) -> bool:
        """Whether a procedure may call another, at once or by way of others."""
        seen, work = {start}, [start]
        while work:
            at = work.pop()
            if at == goal:
                return True
            work += self.called[at] - seen
            seen |= self.called[at]
        return False


def stepped(program: Program) -> set[int]:
    """Procedures with a step some plan asks for: whether it is being done is told by their frames."""
    asked = set(_steps(program.image.plans))
    return {
        number for number, proc in enumerate(program.image.procs) if any(name in asked for name, _, _ in proc.steps)
    }


def _steps(plan: object) -> Iterator[object]:
    if isinstance(plan, (tuple, list)) and plan:
        if plan[0] == "in-step":
            yield plan[1]
        for part in plan:
            yield from _steps(part)
