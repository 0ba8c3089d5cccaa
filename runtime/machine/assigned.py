"""Which locals of a procedure are set where: what a frame that is written only when it is needed has to hold.

Must not know what opcodes do beyond where they write locals and where control goes on.
"""

from __future__ import annotations

from typing import NamedTuple

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import ProcDef
from cardwright.runtime.bytecode.optable import OPS


class Assigned(NamedTuple):
    """Locals before an instruction: set on every way to it, and on some way."""

    surely: frozenset[int]
    perhaps: frozenset[int]


def assigned(proc: ProcDef) -> dict[int, Assigned]:
    """What is set before each instruction that is reached, by its pc."""
    code = dict(instructions(proc.code))
    given = frozenset(range(3 + proc.params))
    known = {0: Assigned(given, given)}
    work = [0]
    while work:
        pc = work.pop()
        words, before = code[pc], known[pc]
        op = OPS[words[0]]
        targets = [v for kind, v in zip(op.operands, words[1:], strict=True) if kind == "j"]
        written = words[1:2] if op.name == "STORE" else words[3:4] if op.name == "NEXT" else ()
        set_now = Assigned(before.surely.union(written), before.perhaps.union(written))
        ways = [(target, before if op.name == "NEXT" else set_now) for target in targets]
        for target, now in ways if op.ends else (*ways, (pc + len(words), set_now)):
            old = known.get(target)
            new = now if old is None else Assigned(old.surely & now.surely, old.perhaps | now.perhaps)
            if new != old:
                known[target] = new
                work.append(target)
    return known
