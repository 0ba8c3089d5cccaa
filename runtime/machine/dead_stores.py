"""What a procedure keeps and never reads is not kept: both back ends run the code without such stores.

The compiler names what every clause did, for the texts that go on to speak of it; most do not. Instructions stay where
they are. Must not know what plans mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import Plan, ProcDef
from cardwright.runtime.bytecode.optable import OPCODE, OPS

STORE, POP, NOP, NEXT, EVAL = (OPCODE[name] for name in ("STORE", "POP", "NOP", "NEXT", "EVAL"))
FRAME = 3  # this, you, event: others look at them too


def live(proc: ProcDef, plans: Sequence[Plan]) -> ProcDef:
    """The procedure with what is never read dropped instead of kept."""
    read = set(range(FRAME))
    for _, words in instructions(proc.code):
        op = words[0]
        if op == EVAL:
            read.update(_locals(plans[words[1]]))
        elif op == NEXT:
            read.update(words[1:3])
        elif op != STORE:
            read.update(v for kind, v in zip(OPS[op].operands, words[1:], strict=True) if kind == "l")
    code = list(proc.code)
    for pc, words in instructions(proc.code):
        if words[0] == STORE and words[1] not in read:
            code[pc : pc + 2] = POP, NOP
    return replace(proc, code=tuple(code))


def _locals(plan: object) -> Iterator[int]:
    if isinstance(plan, (tuple, list)) and plan:
        if plan[0] == "local":
            yield int(plan[1])
        else:
            for part in plan[1:]:
                yield from _locals(part)
