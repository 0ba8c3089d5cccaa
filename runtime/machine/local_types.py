"""What the locals of a procedure are where it is called with values of known types: whole numbers or groups.

The same abstract interpretation that verifies, asked again with more that is known. Must not know what types are for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.flow import At, Flow
from cardwright.runtime.bytecode.optable import Op
from cardwright.runtime.bytecode.plantypes import ELEMENT, PlanChecker
from cardwright.runtime.bytecode.refused import ImageRefused
from cardwright.runtime.kernel import kernel

if TYPE_CHECKING:
    from .program import Program

Types = dict[int, At]


class LocalTypes:
    """The types of one program."""

    def __init__(self, program: Program, checker: PlanChecker) -> None:
        image, made = program.image, kernel()
        self.first = len(image.procs)
        self.of_image = Typing(image, program.code[: self.first], image.plans, checker, False)
        self.of_kernel = Typing(image, made.procs, made.plans, checker, True)

    def of(self, proc: int, given: tuple[str, ...]) -> Types:
        """What is known before each instruction, for arguments of these types; nothing if that cannot be told."""
        try:
            if proc < self.first:
                return self.of_image.reached(proc, given)
            return self.of_kernel.reached(proc - self.first, given)
        except ImageRefused:
            return {}


class Typing(Flow):
    """As the verifier, of what it has passed; but locals keep what is known of them."""

    def _pop(self, op: Op, operands: tuple[int, ...], stack: list[str], locals_: list[str], where: str) -> None:
        many = len(op.pops)
        if op.pops and op.pops[-1].endswith("*"):
            many += self._arguments(op, operands, where) - 1
        taken = stack[len(stack) - many :]
        del stack[len(stack) - many :]
        if op.name == "STORE":
            locals_[operands[0]] = taken[0]
        elif op.name == "NEXT":
            locals_[operands[2]] = ELEMENT.get(locals_[operands[0]], "any")

    def _pushed(self, op: Op, operands: tuple[int, ...], locals_: list[str], at: At, where: str) -> list[str]:
        if op.name == "ASK":
            return ["options"]
        if op.name == "EVAL":
            return [self._value(self.plans[operands[0]], at, where)]
        return super()._pushed(op, operands, locals_, at, where)

    def _value(self, plan: Any, at: At, where: str) -> str:
        if plan[0] == "local":
            return at.locals[int(plan[1])] or "any"
        if plan[0] == "one":
            return ELEMENT.get(self._value(plan[1], at, where), "any")
        return self.checker.plan(plan, (), where).type
