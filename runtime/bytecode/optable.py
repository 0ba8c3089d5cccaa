# ruff: noqa: E501  # a table: one row a line
"""The opcode table: the single source for dispatch, verifier, assembler, disassembler and docs.

A procedure is a flat list of ints: an opcode followed by its operands. The machine keeps one frame stack of plain
values; a frame has a header, its locals, and its operands on top. Exactly one opcode stops the machine: ASK.
Everything pure (numbers, selectors, conditions) is a *plan* (see plantable.py) evaluated by EVAL.
Must not know: the compiler, any declared word.

Operand kinds: n int, l local, p plan, j jump target (index into the code), e event type, f procedure, r request kind,
y option type, s sentence (-1 none), z period, w row family, x stream. Request kinds, option types, families and streams are
the tuples at the end of this file; their indices are the operands.
Private opcodes are for the kernel's procedures only: natives that never ask, refused in any other image.
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
    private: bool = False  # for kernel procedures only


# fmt: off
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
    # -- added by the machine ----------------------------------------------------------------------
    Op("ACTIVE", "", ("player",), (), "It is this player's turn from now on; turns are counted."),
    Op("ACTS", "s", ("player",), (), "Ask the player for acts, and do them, until the player ends it (or no act is left and `s` is not asked); acts of other seats that may be done now are offered with them. What they trigger is drained after each.", asks=True, calls=True),
    Op("ABILITIES", "", ("num", "card", "player"), (), "Do the `play` abilities of a definition from top to bottom, with this card (-1: none) and this player.", asks=True, calls=True),
    Op("NEED", "", ("slot", "num"), (), "A pile is about to be looked into this deep: if it holds fewer cards, what its zone is renewed from is shuffled and put under it."),
    Op("RUNWITH", "n", ("num", "card", "player", "any", "any*"), ("any",), "As RUN, with n arguments on top (locals 3.. of the ability's procedure).", calls=True),
    Op("EVENTAS", "en", ("player", "card", "rows"), ("rows",), "As EVENT, with another actor and cause card.", asks=True, calls=True),
    Op("REFILL", "n", (), (), "Fill the empty spaces of zone n from where it is refilled, first space first.", asks=True, calls=True),
    Op("ENDROWS", "w", ("card",), (), "Rows of a family that speak of this card by number end."),
    # -- private: kernel procedures ----------------------------------------------------------------
    Op("X.END", "", (), (), "Leave the frame without a value.", ends=True, private=True),
    Op("X.AFTER", "fn", ("any*",), (), "Go on in another procedure instead of this one: as CALL and RET, without this frame.", calls=True, ends=True, private=True),
    Op("X.DRAIN", "", ("num",), (), "As DRAIN, with the floor on the stack.", asks=True, calls=True, private=True),
    Op("X.FLOOR", "", (), ("num",), "How many triggered abilities wait.", private=True),
    Op("X.PROPOSE", "", ("num", "rows", "num"), (), "Open a proposal: event type, rows, level (0 the whole event, 1 a unit); what was applied to the one it stands in counts.", private=True),
    Op("X.WOULD", "", (), ("player", "options"), "Who picks next among the replacing abilities that match the open proposal, and which; () when none is left.", private=True),
    Op("X.OPTIONAL", "", ("any",), ("bool",), "Whether the picked ability is one its player may decline; questions of this frame are asked for it from now on.", private=True),
    Op("X.APPLY", "", ("any",), ("num", "card", "player", "any", "any"), "The picked ability counts as applied and used; what RUN needs, and captured values.", private=True),
    Op("X.DECLINE", "", ("any",), (), "The picked ability is not applied to this event.", private=True),
    Op("X.SPLIT", "", (), ("options",), "Groups of rows of the open proposal that commit one after the other.", private=True),
    Op("X.COMMIT", "", ("rows",), ("rows", "slots", "options"), "Commit and close the open proposal of these rows: committed rows, spaces that became empty and are refilled, (card, zone) pushed out.", private=True),
    Op("X.CLOSE", "", (), (), "Close the proposal of the whole event.", private=True),
    Op("X.COLLECT", "", ("num", "rows"), (), "Collect the abilities triggered by these committed rows.", private=True),
    Op("X.STATES", "", ("any",), ("options",), "Standing conditions that have become true, with these spaces to be filled: what asks of them waits.", private=True),
    Op("X.CONCAT", "", ("any", "any"), ("any",), "One group after the other.", private=True),
    Op("X.OUT", "", ("any",), ("any",), "Run the procedure of a card that was pushed out, if it still lies where such cards lie.", calls=True, private=True),
    Op("X.POOL", "", ("num",), ("player", "options"), "Who picks next among the triggered abilities above the floor, and which; () when none waits.", private=True),
    Op("X.TAKE", "", ("any",), ("num", "card", "player", "any", "any"), "Take a triggered ability out of the pool, as used; what RUN needs, and captured values.", private=True),
    Op("X.DROP", "", ("any",), (), "Take a triggered ability out of the pool: it was declined.", private=True),
    Op("X.RUN", "", ("num", "card", "player", "any", "any"), ("any",), "As RUN, with captured values as arguments.", calls=True, private=True),
    Op("X.EVENT", "", ("num", "rows", "num"), ("rows",), "As EVENT with the type and the flag on the stack; type -1 is silent.", asks=True, calls=True, private=True),
    Op("X.REFILL", "", ("slot",), ("num", "rows"), "Event type and rows that fill a space if it is empty; () if not.", private=True),
    Op("X.SPACES", "", ("num",), ("slots",), "The empty spaces of a zone.", private=True),
    Op("X.ACTS", "", ("player",), ("options",), "All acts that can be done now.", private=True),
    Op("X.ACT", "", ("any",), ("any",), "Do a chosen act.", calls=True, private=True),
    Op("X.PLAY", "", ("num", "card"), ("options",), "The play abilities of a definition, or of a card of that definition as it is now.", private=True),
    Op("X.WAYS", "", ("player", "card", "num"), ("num", "options"), "Whether a price can be paid, and in which ways (names, -1).", private=True),
    Op("X.POINTS", "", ("player", "card", "num", "any"), ("num", "options"), "For a way: how many points, and the points to choose from (() when it cannot matter).", private=True),
    Op("X.SPEND", "", ("player", "card", "num", "any", "any"), (), "Take the points, or pay out a price below zero.", private=True),
)
# fmt: on

OPCODE: dict[str, int] = {op.name: i for i, op in enumerate(OPS)}

# What a request asks for (operand r of ASK). "order": the answer's order counts. "may": yes or no, options (1, 0).
REQUESTS: tuple[str, ...] = (
    "act", "pick", "order", "yes-no", "mode", "number", "name", "allocate", "trigger", "replace",
)  # fmt: skip
# What its options are (operand y). An act is (seat, act or -1, ability or -1, card); an ability (ability, this, you, …);
# a point to pay with (name or -1, 1, kind, row of points); a way to pay a name, -1, or -2 - a kind of points; a mode its number.
OPTIONS: tuple[str, ...] = (
    "card", "player", "yes-no", "mode", "number", "name", "icon", "act", "ability", "slot", "point", "kind", "keyword",
    "row", "definition", "way",
)  # fmt: skip
FAMILIES: tuple[str, ...] = ("modifier", "permission", "watcher", "delayed", "role", "grant")  # operand w of ADDROW
STREAMS: tuple[str, ...] = ("shuffle", "random", "set up", "other")  # operand x of RANDOM
RESULTS: tuple[str, ...] = ("", "won", "lost", "draw")  # operand n of OVER
# Image.system: what the kernel must know of the image. turn: the period that is a turn; leaving, resolving: zones;
# refill, renew, pay: events (silent if absent).
SYSTEM: tuple[str, ...] = ("turn", "leaving", "resolving", "refill", "renew", "pay")
