"""What a procedure keeps and never reads is not kept: both back ends run the code without such stores.

The compiler names what every clause did, for the texts that go on to speak of it; most do not. Instructions stay where
they are. Must not know what plans mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import Plan, ProcDef
from cardwright.runtime.bytecode.optable import OPCODE, OPS

STORE, POP, NOP, NEXT, EVAL = (OPCODE[name] for name in ("STORE", "POP", "NOP", "NEXT", "EVAL"))
FRAME = 3  # this, you, event: others look at them too


def live(proc: ProcDef, plans: Sequence[Plan]) -> ProcDef:
    """The procedure with what is never read dropped instead of kept, and not worked out if it need not be."""
    steps = list(instructions(proc.code))
    then = {pc: words for (pc, _), (_, words) in pairwise(steps)}  # what follows an instruction
    read = set(range(FRAME))
    for pc, words in steps:
        op = words[0]
        if op == EVAL:
            after = then.get(pc, (NOP,))  # a local that is only read to be kept again with more in it is not read
            read.update(set(_locals(plans[words[1]])) - ({after[1]} if after[0] == STORE else set()))
        elif op == NEXT:
            read.update(words[1:3])
        elif op != STORE:
            read.update(v for kind, v in zip(OPS[op].operands, words[1:], strict=True) if kind == "l")
    jumped = {v for _, words in steps for kind, v in zip(OPS[words[0]].operands, words[1:], strict=True) if kind == "j"}
    code = list(proc.code)
    made = -1  # where the value on top of the stack was worked out, if by the instruction before
    for pc, words in steps:
        if words[0] == STORE and words[1] not in read:
            code[pc : pc + 2] = POP, NOP
            if made >= 0 and pc not in jumped:  # plans write nothing
                code[made : pc + 2] = [NOP] * (pc + 2 - made)
        made = pc if words[0] == EVAL else -1
    return replace(proc, code=tuple(code))


def _locals(plan: object) -> Iterator[int]:
    if isinstance(plan, (tuple, list)) and plan:
        if plan[0] == "local":
            yield int(plan[1])
        else:
            for part in plan[1:]:
                yield from _locals(part)
