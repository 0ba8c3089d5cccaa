"""A tiny card game in the machine's own assembly: for tests that need no compiler.

Each turn a player takes two tiles off the stock, may lay tiles down for a mark each, and may then show one of those
left to all
or look at the top of the stock. When the stock is gone the game is won.
"""

from __future__ import annotations

from cardwright.runtime.bytecode.asm import assemble
from cardwright.runtime.bytecode.image import (
    ActDef,
    CardDef,
    EventDef,
    Image,
    KindDef,
    PeriodDef,
    Plan,
    SentenceDef,
    SetupDef,
    ZoneDef,
)
from cardwright.runtime.bytecode.optable import OPCODE

WORDS = [
    "attached", "out", "stock", "heap", "rack", "Tile", "mark", "take", "lay", "score", "show", "look", "lay down",
    "A", "B", "C", "D", "turn", "table", "tiny", "game",
]  # fmt: skip
N = {word: at for at, word in enumerate(WORDS)}
STOCK, HEAP, RACK = 2, 3, 4
TAKE, LAY, SCORE, SHOW, LOOK = range(5)

CODE = """
proc game
    OPEN 1
again:
    EVAL (active) ; CALLAS turn 0 ; POP
    EVAL (some (in (slots 2))) ; JFALSE over
    EVAL (left (active)) ; ACTIVE
    JUMP again
over:
    OVER 1

proc turn
local first chosen left
    OPEN 0
    SENTENCE 0
    EVAL (rows-pile you (slot 2 (no-one)) (num 2) (slot 4 you) 2) ; EVENT take 0 ; POP
    SENTENCE 1
    LOAD you ; ACTS 1
    SENTENCE 2
    LOAD you ; EVAL (in (group (slot 4 you))) ; PUSH 0 ; PUSH 1
    ASK pick card 2 ; STORE chosen
    EVAL (rows-fact you chosen (num 1)) ; EVENT show 0 ; POP
    SENTENCE 3
    LOAD you ; EVAL (list (num 1) (num 0)) ; PUSH 1 ; PUSH 1
    ASK yes-no yes-no 3 ; STORE first
    EVAL (one first) ; JFALSE done
    EVAL (rows-fact you (top (in (slots 2)) (num 1)) (num 1)) ; EVENT look 0 ; POP
done:
    CLOSE 0
    PUSH 1 ; RET

proc lay tile
    SENTENCE 4
    EVAL (rows-move you (group tile) (slot 3 (no-one)) 0) ; EVENT lay 0 ; POP
    EVAL (rows-points you 0 (num 1)) ; EVENT score 0 ; POP
    PUSH 1 ; RET
"""


def image() -> Image:
    """The image of the tiny game."""
    code = CODE.replace("(no-one)", "(num -1)")
    made = assemble(code, {"take": TAKE, "lay": LAY, "score": SCORE, "show": SHOW, "look": LOOK})
    plans: list[Plan] = list(made.plans)
    start = made.procs[1].code.index(OPCODE["ACTS"]) - 4  # SENTENCE 1, LOAD you
    made.procs[0].steps = ((N["turn"], 2, 8),)  # EVAL, CALLAS turn, POP
    made.procs[1].steps = ((N["lay"], start, len(made.procs[1].code) - 5),)  # up to CLOSE, PUSH, RET
    plans.append(("in", ("group", ("slot", RACK, ("you",)))))
    texts = ["Take two tiles.", "Lay tiles down.", "You may show a tile.", "You may look at the stock.", "Lay it down."]
    return Image(
        sets=(("tiny", "1"),),
        names=WORDS,
        zones=[
            ZoneDef(N["attached"], "table", "none"),
            ZoneDef(N["out"], "table", "none", seen="nobody"),
            ZoneDef(N["stock"], "table", "stack", seen="nobody"),
            ZoneDef(N["heap"], "table", "none"),
            ZoneDef(N["rack"], "player", "none", seen="owner"),
        ],
        kinds=[KindDef(N["Tile"], (0,))],
        attrs=[N["mark"]],
        points=1,
        name_attrs=[(N["Tile"], True)],
        periods=[PeriodDef(N["turn"]), PeriodDef(N["game"])],
        events=[
            EventDef(N["take"], "move", "{you} took {cards}"),
            EventDef(N["lay"], "move", "{you} laid {cards}"),
            EventDef(N["score"], "points"),
            EventDef(N["show"], "show", "{you} showed {cards}"),
            EventDef(N["look"], "look", "{you} looked at {cards}"),
        ],
        cards=[CardDef(N[name], 0, {0: at}, copies=5) for at, name in enumerate("ABCD")],
        procs=made.procs,
        plans=plans,
        acts=[ActDef(N["lay down"], len(plans) - 1, proc=2)],
        setups=[
            SetupDef(
                N["table"],
                rows={1: {}, 2: {}, 3: {}},
                stacks=((0, STOCK, -1), (1, STOCK, -1), (2, STOCK, -1), (3, STOCK, -1)),
                default=True,
            )
        ],
        sentences=[SentenceDef(-1, "tiny.yaml", at + 1, 1, at + 1, 9, text) for at, text in enumerate(texts)],
        entry={"game": 0, "turn": 1},
        system={"turn": 0},
    )
