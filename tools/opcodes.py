#!/usr/bin/env python3
"""docs/opcodes.md from the opcode table and the plan table: what the machine can do, in one page."""

from __future__ import annotations

from generated import cell, head, main, table

from cardwright.runtime.bytecode.optable import FAMILIES, OPS, OPTIONS, REQUESTS, RESULTS, STREAMS, SYSTEM, Op
from cardwright.runtime.bytecode.plantable import PLANS

OPERANDS = {
    "n": "a number",
    "l": "a local of the frame",
    "p": "a plan of the image",
    "j": "a jump target",
    "e": "an event type",
    "f": "a procedure",
    "r": "a kind of request",
    "y": "a type of options",
    "s": "a sentence (-1: none)",
    "z": "a period",
    "w": "a family of rows",
    "x": "a random stream",
}


def _stack(op: Op) -> str:
    return f"`{' '.join(op.pops) or '·'} → {' '.join(op.pushes) or '·'}`"


def _marks(op: Op) -> str:
    marks = {"asks": op.asks, "calls": op.calls, "ends": op.ends}
    return ", ".join(name for name, given in marks.items() if given)


def _ops(private: bool) -> str:
    rows = [
        [f"`{op.name}`", f"`{op.operands}`" if op.operands else "", _stack(op), _marks(op), op.doc]
        for op in OPS
        if op.private is private
    ]
    return table(["opcode", "operands", "stack", "", "what it does"], rows)


def _list(title: str, names: tuple[str, ...]) -> str:
    return f"- **{title}**: {', '.join(f'`{name or chr(8211)}`' for name in names)}\n"


def make() -> str:
    """The page."""
    public = sum(not op.private for op in OPS)
    plans = table(
        ["plan", "arguments", "result", "what it is"],
        [
            [f"`{plan.name}`", f"`{' '.join(plan.args)}`" if plan.args else "", f"`{plan.result}`", plan.doc]
            for plan in PLANS.values()
        ],
    )
    operands = "; ".join(f"`{letter}` {cell(what)}" for letter, what in OPERANDS.items())
    return "\n".join(
        (
            head("opcodes"),
            "# Opcodes and plans\n",
            f"A procedure is a list of opcodes and their operands; {public} opcodes are for compiled sets,",
            f"{len(OPS) - public} for the machine's own procedures only (`X.…`, refused in any image). Whatever is",
            f"only looked at is a *plan*, a nested tuple of {len(PLANS)} operations evaluated by `EVAL`; plans never",
            "write and never ask. Exactly one opcode stops the machine: `ASK`.\n",
            "The stack picture reads *popped → pushed*, the topmost last. **asks**: a player may be asked before the",
            "next opcode. **calls**: another frame runs first. **ends**: control does not reach the next opcode.\n",
            f"Operands: {operands}.\n",
            "## Opcodes\n",
            _ops(False),
            "## Opcodes of the machine's own procedures\n",
            _ops(True),
            "## Plans\n",
            "An argument in capitals is a plan of that type, `n` a number, `s` an id; `*` any number of them.\n",
            plans,
            "## Names behind operands\n",
            _list("requests", REQUESTS)
            + _list("options", OPTIONS)
            + _list("families of rows", FAMILIES)
            + _list("random streams", STREAMS)
            + _list("results", RESULTS)
            + _list("what an image names for the machine", SYSTEM),
        )
    )


if __name__ == "__main__":
    main("opcodes.md", make)
