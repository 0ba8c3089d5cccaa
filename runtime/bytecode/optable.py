"""The opcode table: the single source for dispatch, verifier, assembler, disassembler and docs.

A procedure is a flat list of ints: an opcode followed by its operands. The machine keeps one frame stack of plain
values; a frame has a header, its locals, and its operands on top. Exactly one opcode stops the machine: ASK.
Everything pure (numbers, selectors, conditions) is a *plan* (see plantable.py) evaluated by EVAL.
Must not know: the compiler, any declared word.

Operand kinds: n int, l local, p plan, j jump target (index into the code), e event type, f procedure, r request kind,
y option type, s sentence, z period, w row family, x stream.
Value types: num bool card cards player players slot slots name names icon icons kind rows event options any.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Op:
    name: str
    operands: str  # one letter per operand
    pops: tuple[str, ...]  # types, topmost last
    pushes: tuple[str, ...]
    doc: str
    asks: bool = False  # may stop the machine
    calls: bool = False  # enters another frame
    ends: bool = False  # control does not reach the next opcode


OPS: tuple[Op, ...] = (
    Op("NOP", "", (), (), "Does nothing."),
    Op("PUSH", "n", (), ("num",), "Push a number."),
    Op("NONE", "", (), ("any",), "Push the empty group ()."),
    Op("POP", "", ("any",), (), "Drop the top value."),
    Op("LOAD", "l", (), ("any",), "Push a local."),
    Op("STORE", "l", ("any",), (), "Pop into a local."),
    Op("EVAL", "p", (), ("any",), "Evaluate a plan in this frame and push its value."),
    Op("JUMP", "j", (), (), "Go on at the target; a backward jump burns fuel.", ends=True),
    Op("JFALSE", "j", ("bool",), (), "Jump if the popped value is false, 0 or ()."),
    Op("JTRUE", "j", ("bool",), (), "Jump if the popped value is true."),
    Op("NEXT", "lllj", (), (), "NEXT list index item end: if index < len(list): item = list[index], index += 1; else jump to end."),
    Op("CALL", "fn", ("any*",), ("any",), "Call a procedure with n arguments (its locals 3..); this, you, event and cause are this frame's. Its RET value is pushed.", calls=True),
    Op("CALLAS", "fn", ("player", "any*"), ("any",), "As CALL, with another player as `you` (below the arguments).", calls=True),
    Op("RUN", "", ("num", "card", "player", "any"), ("any",), "Run ability (id, this, you, event): a frame with that ability as cause.", calls=True),
    Op("RET", "", ("any",), (), "Leave the frame; its value is pushed in the caller's.", ends=True),
    Op("ASK", "rys", ("player", "any", "num", "num"), ("any",), "Ask a player: options, min, max -> the chosen options as a group. Taken at once if only one answer is legal and it is not optional (min == max, or no options). Request kind r, option type y, sentence s.", asks=True),
    Op("RANDOM", "x", ("any", "num"), ("any",), "Draw n of the options from a random stream, in drawn order."),
    Op("EVENT", "en", ("rows",), ("rows",), "Propose and commit an event of type e with these rows; pushes the rows committed. Flag 1: tail (what it triggers joins the pool of the caller's drain); without it what it triggered runs before the next opcode. Empty rows: nothing happens.", asks=True, calls=True),
    Op("DRAIN", "", (), (), "Run what was triggered since this frame's floor; owners choose the order.", asks=True, calls=True),
    Op("SETROWS", "", ("rows",), (), "In a replacement: the rows of the event being proposed become these (may be empty)."),
    Op("ADDROW", "w", ("any",), (), "Add a row to a family (modifier, permission, watcher, delayed); see rows.py for its shape."),
    Op("OPEN", "z", (), (), "Open a period (a transaction); nested ones close first."),
    Op("CLOSE", "z", (), (), "Close the innermost open period of that kind: its rows end."),
    Op("PAY", "", ("player", "card", "num"), ("bool",), "Pay the price of act n on the card; may ask how to allocate. False if it cannot be paid.", asks=True, calls=True),
    Op("OVER", "n", (), (), "The game ends with result n: 1 won, 2 lost, 3 draw.", ends=True),
    Op("SENTENCE", "s", (), (), "The code that follows belongs to this sentence (debug span, mutation gate, `why` of requests)."),
)

OPCODE: dict[str, int] = {op.name: i for i, op in enumerate(OPS)}
