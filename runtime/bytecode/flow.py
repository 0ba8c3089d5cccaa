"""Types of procedures: abstract interpretation of the operand stack and the locals over the op table.

Every instruction is reached with one stack depth; a local is read only where it was set on every way; jumps end on
instructions; control never runs off the end. Loops are allowed: the machine burns fuel at every backward jump. Must not
know what opcodes do beyond their stack pictures.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .asm import instructions
from .image import Image, Plan, ProcDef
from .optable import FAMILIES, OPS, OPTIONS, REQUESTS, RESULTS, STREAMS, Op
from .plantypes import PlanChecker, assignable
from .refused import ImageRefused, unverified

MAX_CODE = 100_000
MAX_LOCALS = 400
MAX_STACK = 200
FIXED = ("card", "player", "event")

Types = tuple[str, ...]


@dataclass(frozen=True)
class At:
    """What is known when an instruction is reached: the stack, and the locals ("" not set)."""

    stack: Types
    locals: Types


class Flow:
    """Checks procedures of one image (or of the kernel)."""

    def __init__(
        self, image: Image, procs: Sequence[ProcDef], plans: Sequence[Plan], checker: PlanChecker, kernel: bool
    ) -> None:
        self.image = image
        self.procs = procs
        self.plans = plans
        self.checker = checker
        self.kernel = kernel

    def proc(self, number: int) -> int:
        """Check one procedure; how many instructions were reached."""
        return len(self.reached(number))

    def reached(self, number: int, given: Types = ()) -> dict[int, At]:
        """What is known when each instruction is reached, for arguments of these types (else any)."""
        proc = self.procs[number]
        where = f"procedure {number} ({proc.name[:60]})"
        if not 0 <= proc.params <= proc.locals - 3 <= MAX_LOCALS:
            raise unverified(f"{where}: the number of locals")
        if not proc.code or len(proc.code) > MAX_CODE:
            raise unverified(f"{where}: the length of the code")
        code = self._decode(proc, where)
        rest = ["any"] * (proc.params - len(given))
        start = At((), (*FIXED, *given, *rest, *[""] * (proc.locals - 3 - proc.params)))
        known: dict[int, At] = {0: start}
        work = [0]
        while work:
            pc = work.pop()
            try:
                after = self._step(pc, code[pc], known[pc], f"{where} at {pc}")
            except ImageRefused as refusal:
                refusal.pc = pc
                raise
            for target, at in after:
                if target not in code:
                    raise unverified(f"{where}: a jump to {target}, where no instruction begins")
                before = known.get(target)
                merged = at if before is None else self._merge(before, at, f"{where} at {target}")
                if merged != before:
                    known[target] = merged
                    work.append(target)
        return known

    def _decode(self, proc: ProcDef, where: str) -> dict[int, tuple[int, ...]]:
        for word in proc.code:
            if type(word) is not int or not -(1 << 31) < word < 1 << 31:
                raise unverified(f"{where}: a word of the code")
        try:
            return dict(instructions(self._known(proc.code, where)))
        except IndexError as error:
            raise unverified(f"{where}: a torn instruction") from error

    @staticmethod
    def _known(code: tuple[int, ...], where: str) -> tuple[int, ...]:
        pc = 0
        while pc < len(code):
            if not 0 <= code[pc] < len(OPS):
                raise unverified(f"{where}: no opcode {code[pc]}")
            pc += 1 + len(OPS[code[pc]].operands)
        return tuple(code)

    def _merge(self, one: At, two: At, where: str) -> At:
        if len(one.stack) != len(two.stack):
            raise unverified(f"{where}: reached with {len(one.stack)} and with {len(two.stack)} values on the stack")
        stack = tuple(_join(a, b) for a, b in zip(one.stack, two.stack, strict=True))
        locals_ = tuple(_join(a, b) if a and b else "" for a, b in zip(one.locals, two.locals, strict=True))
        return At(stack, locals_)

    # ------------------------------------------------------------------------------------------------------- one step
    def _step(self, pc: int, words: tuple[int, ...], at: At, where: str) -> list[tuple[int, At]]:
        op = OPS[words[0]]
        if op.private and not self.kernel:
            raise unverified(f"{where}: {op.name} is for the kernel only")
        operands = words[1:]
        for kind, value in zip(op.operands, operands, strict=True):
            self._operand(op, kind, value, where)
            if kind == "l" and value >= len(at.locals):
                raise unverified(f"{where}: no local {value}")
        stack = list(at.stack)
        locals_ = list(at.locals)
        self._pop(op, operands, stack, locals_, where)
        pushed = self._pushed(op, operands, locals_, at, where)
        stack += pushed
        if len(stack) > MAX_STACK:
            raise unverified(f"{where}: more than {MAX_STACK} values on the stack")
        out = At(tuple(stack), tuple(locals_))
        after = pc + len(words)
        targets = [v for k, v in zip(op.operands, operands, strict=True) if k == "j"]
        if op.name == "NEXT":
            done = list(at.locals)
            return [(after, out), (targets[0], At(tuple(stack), tuple(done)))]
        return [*((t, out) for t in targets), *([] if op.ends else [(after, out)])]

    def _pop(self, op: Op, operands: tuple[int, ...], stack: list[str], locals_: list[str], where: str) -> None:
        wanted: list[str] = []
        for t in op.pops:
            if t.endswith("*"):
                wanted += [t[:-1]] * self._arguments(op, operands, where)
            else:
                wanted.append(t)
        if len(stack) < len(wanted):
            raise unverified(f"{where}: {op.name} needs {len(wanted)} values, there are {len(stack)}")
        taken = stack[len(stack) - len(wanted) :] if wanted else []
        for given, want in zip(taken, wanted, strict=True):
            if not assignable(given, want):
                raise unverified(f"{where}: {op.name} wants {want}, not {given}")
        if wanted:
            del stack[len(stack) - len(wanted) :]
        if op.name == "STORE":
            locals_[operands[0]] = taken[0]
        elif op.name == "NEXT":
            for local, want in ((operands[0], "options"), (operands[1], "num")):
                if not locals_[local]:
                    raise unverified(f"{where}: local {local} is read before it is set")
                if locals_[local] in ("num", "card", "player", "slot", "bool") and want == "options":
                    raise unverified(f"{where}: NEXT goes over a group, not a {locals_[local]}")
                if want == "num" and not assignable(locals_[local], "num"):
                    raise unverified(f"{where}: NEXT counts with a number")
            locals_[operands[2]] = "any"

    @staticmethod
    def _arguments(op: Op, operands: tuple[int, ...], where: str) -> int:
        n = operands[-1]
        if not 0 <= n <= 100:
            raise unverified(f"{where}: {op.name} with {n} arguments")
        return n

    def _pushed(self, op: Op, operands: tuple[int, ...], locals_: list[str], at: At, where: str) -> list[str]:
        if op.name == "LOAD":
            if not at.locals[operands[0]]:
                raise unverified(f"{where}: local {operands[0]} is read before it is set")
            return [at.locals[operands[0]]]
        if op.name == "EVAL":
            found = self.checker.plan(self.plans[operands[0]], (), where)
            if found.locals > len(at.locals):
                raise unverified(f"{where}: the plan reads a local this procedure does not have")
            for local in _locals(self.plans[operands[0]]):
                if not at.locals[local]:
                    raise unverified(f"{where}: local {local} is read before it is set")
            return [found.type]
        if op.name in ("CALL", "CALLAS", "X.AFTER") and operands[1] != self.procs[operands[0]].params:
            raise unverified(f"{where}: procedure {operands[0]} takes {self.procs[operands[0]].params} arguments")
        return list(op.pushes)

    def _operand(self, op: Op, kind: str, value: int, where: str) -> None:
        image = self.image
        limits: dict[str, int] = {
            "p": len(self.plans), "e": len(image.events), "f": len(self.procs), "r": len(REQUESTS), "y": len(OPTIONS),
            "z": len(image.periods), "w": len(FAMILIES), "x": len(STREAMS), "s": len(image.sentences),
        }  # fmt: skip
        if kind == "s" and value == -1:
            return
        if kind in limits and not 0 <= value < limits[kind]:
            raise unverified(f"{where}: {op.name} has the operand {value}")
        if kind == "n":
            if op.name == "OVER" and not 1 <= value < len(RESULTS):
                raise unverified(f"{where}: no result {value}")
            if op.name == "REFILL" and not 0 <= value < len(image.zones):
                raise unverified(f"{where}: no zone {value}")
        if kind == "l" and value < 0:
            raise unverified(f"{where}: no local {value}")


def _join(a: str, b: str) -> str:
    return a if a == b else "any"


def _locals(plan: object) -> set[int]:
    if not isinstance(plan, (tuple, list)):
        return set()
    if len(plan) == 2 and plan[0] == "local" and isinstance(plan[1], int):
        return {plan[1]}
    return set().union(*(_locals(p) for p in plan[1:])) if len(plan) > 1 else set()
