# ruff: noqa: E501  # assembly reads best as it runs
"""The verifier refuses hand-broken images, and what passes ends in a named fault or well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from cardwright.runtime.bytecode.asm import AssemblyError, assemble, disassemble, disassemble_proc
from cardwright.runtime.bytecode.flow import Flow
from cardwright.runtime.bytecode.image import AbilityDef, Image, SetupDef, SlotDef
from cardwright.runtime.bytecode.optable import OPCODE, OPS
from cardwright.runtime.bytecode.plantable import PLANS
from cardwright.runtime.bytecode.plantypes import PlanChecker
from cardwright.runtime.bytecode.refused import ImageRefused
from cardwright.runtime.bytecode.verify import verify
from cardwright.runtime.kernel import kernel
from cardwright.runtime.kernel.natives import Natives
from cardwright.runtime.machine import BackEnd, MachineFault, link
from cardwright.runtime.rules.linker import BUILDERS

from .fuzz import mutations
from .tiny import PILE, STOCK, plan, tiny

BAD_CODE = {
    "empty": "proc go\n",
    "runs off the end": "proc go\n PUSH 1\n",
    "pops nothing": "proc go\n POP ; PUSH 1 ; RET\n",
    "returns nothing": "proc go\n RET\n",
    "uneven stack": "proc go\n PUSH 1 ; JFALSE a ; PUSH 1\na:\n PUSH 1 ; RET\n",
    "growing loop": "proc go\na:\n PUSH 1 ; JUMP a\n",
    "jump into an instruction": "proc go\n JUMP 3 ; PUSH 1 ; RET\n",
    "jump outside": "proc go\n JUMP 99\n",
    "jump backwards outside": "proc go\n JUMP -4\n",
    "local not set": "proc go\nlocal a\n LOAD a ; RET\n",
    "local not set on one way": "proc go\nlocal a\n PUSH 1 ; JFALSE b ; PUSH 1 ; STORE a\nb:\n LOAD a ; RET\n",
    "plan reads a local not set": "proc go\nlocal a\n EVAL (count a) ; RET\n",
    "no such local": "proc go\n LOAD 7 ; RET\n",
    "no such plan": "proc go\n EVAL 999 ; RET\n",
    "no such procedure": "proc go\n CALL 99 0 ; RET\n",
    "too many arguments": "proc go\n PUSH 1 ; CALL 0 1 ; RET\n",
    "no such event": "proc go\n NONE ; EVENT 99 0 ; RET\n",
    "no such period": "proc go\n OPEN 9 ; PUSH 1 ; RET\n",
    "no such family": "proc go\n NONE ; ADDROW 9 ; PUSH 1 ; RET\n",
    "no such stream": "proc go\n NONE ; PUSH 1 ; RANDOM 9 ; RET\n",
    "no such request": "proc go\n LOAD you ; NONE ; PUSH 0 ; PUSH 1 ; ASK 99 0 _ ; RET\n",
    "no such sentence": "proc go\n SENTENCE 99 ; PUSH 1 ; RET\n",
    "no such result": "proc go\n OVER 7\n",
    "a number asked": "proc go\n PUSH 1 ; NONE ; EVAL (all-cards) ; PUSH 1 ; ASK 0 0 _ ; RET\n",
    "rows of a number": "proc go\n PUSH 1 ; EVENT 0 0 ; RET\n",
    "points for a card": "proc go\n EVAL (rows-points this 0 (num 1)) ; RET\n",
    "a group for a card": "proc go\n EVAL (attr (in (slots 2)) 0) ; RET\n",
    "a card for a group": "proc go\n EVAL (count-rows this) ; RET\n",
    "no candidate": "proc go\n EVAL (cand 0) ; RET\n",
    "a candidate too deep": "proc go\n EVAL (filter (in (slots 2)) (is-kind (cand 1) 0)) ; RET\n",
    "no such zone": "proc go\n EVAL (slots 99) ; RET\n",
    "no such number": "proc go\n EVAL (attr this 99) ; RET\n",
    "no such kind": "proc go\n EVAL (is-kind this 99) ; RET\n",
    "no such point": "proc go\n EVAL (points you 2) ; RET\n",
    "no such space": "proc go\n EVAL (space 2 9) ; RET\n",
    "no such node": "proc go\n EVAL (launch this) ; RET\n",
    "too few arguments": "proc go\n EVAL (attr this) ; RET\n",
    "kernel only": "proc go\n X.CLOSE ; PUSH 1 ; RET\n",
    "next over a number": "proc go\nlocal a b c\n PUSH 1 ; STORE a ; PUSH 0 ; STORE b\nd:\n NEXT a b c e ; JUMP d\ne:\n PUSH 1 ; RET\n",
}


@pytest.mark.parametrize("why", BAD_CODE)
def test_broken_code_is_refused(why: str) -> None:
    with pytest.raises(ImageRefused):
        verify(tiny(BAD_CODE[why]))


def _set(**changes: object) -> Callable[[Image], None]:
    return lambda image: [setattr(image, k, v) for k, v in changes.items()] and None


BAD_TABLES: dict[str, Callable[[Image], object]] = {
    "no zones": _set(zones=[]),
    "first zone of players": lambda i: setattr(i.zones[0], "owner", "player"),
    "unknown order": lambda i: setattr(i.zones[2], "order", "heap"),
    "unknown owner": lambda i: setattr(i.zones[2], "owner", "nobody"),
    "unknown sight": lambda i: setattr(i.zones[2], "seen", "some"),
    "refilled from nowhere": lambda i: setattr(i.zones[2], "refill", 99),
    "table fed from a player": lambda i: setattr(i.zones[2], "refill", 5),
    "pushed out to nowhere": lambda i: setattr(i.zones[2], "out", 99),
    "zone without a name": lambda i: setattr(i.zones[2], "name", 9999),
    "kind of nothing": lambda i: setattr(i.kinds[0], "isa", (9,)),
    "works nowhere": lambda i: setattr(i.kinds[0], "works", (99,)),
    "card of no kind": lambda i: setattr(i.cards[0], "kind", 9),
    "number of no attribute": lambda i: i.cards[0].numbers.update({9: 1}),
    "icon": lambda i: setattr(i.cards[0], "icons", (9,)),
    "ability": lambda i: setattr(i.cards[0], "abilities", (9,)),
    "keyword": lambda i: setattr(i.cards[0], "keywords", (9,)),
    "unknown primitive": lambda i: setattr(i.events[0], "prim", "explode"),
    "more points than numbers": _set(points=9),
    "entry": lambda i: i.entry.update(game=99),
    "unknown system word": lambda i: i.system.update(magic=1),
    "system": lambda i: i.system.update(turn=9),
    "price plan of cards": lambda i: setattr(i.prices[0], "amount", plan(i, ("empty",))),
    "price that reads too much": lambda i: setattr(i.prices[0], "amount", plan(i, ("local", 4))),
    "act without cards": lambda i: setattr(i.acts[0], "cards", -1),
    "act on a number": lambda i: setattr(i.acts[0], "cards", plan(i, ("num", 1))),
    "act procedure": lambda i: setattr(i.acts[0], "proc", 0),
    "ability kind": lambda i: i.abilities.append(AbilityDef(-1, "always")),
    "ability card": lambda i: i.abilities.append(AbilityDef(99, "play")),
    "ability procedure": lambda i: i.abilities.append(AbilityDef(-1, "play", 99)),
    "listens to nothing": lambda i: i.abilities.append(AbilityDef(-1, "on", 0)),
    "pattern of cards": lambda i: i.abilities.append(AbilityDef(-1, "on", 0, 0, pattern=plan(i, ("local", 9)))),
    "you is a card": lambda i: i.abilities.append(AbilityDef(-1, "on", 0, 0, you=plan(i, ("this",)))),
    "template family": lambda i: i.abilities.append(AbilityDef(-1, "static", rows=(("spell", (1,)),))),
    "template shape": lambda i: i.abilities.append(AbilityDef(-1, "static", rows=(("modifier", (1,)),))),
    "template attribute": lambda i: i.abilities.append(
        AbilityDef(-1, "static", rows=(("modifier", (9, 0, (), -1, 0, 1)),))
    ),
    "template act": lambda i: i.abilities.append(
        AbilityDef(-1, "static", rows=(("permission", (9, 0, -1, -1, -1, -1)),))
    ),
    "too many copies": lambda i: setattr(i.cards[0], "copies", 10**6),
    "negative copies": lambda i: setattr(i.cards[0], "copies", -1),
    "group without a name": lambda i: setattr(i.cards[0], "group", 9999),
    "set-up of no card": lambda i: i.setups.append(SetupDef(0, stacks=((99, STOCK, 1),))),
    "set-up into a player's zone": lambda i: i.setups.append(SetupDef(0, stacks=((0, PILE, 1),))),
    "set-up for the table's zone": lambda i: i.setups.append(SetupDef(0, own=((0, STOCK, 1),))),
    "set-up for nobody": lambda i: i.setups.append(SetupDef(0, rows={0: {}})),
    "set-up of too many": lambda i: i.setups.append(SetupDef(0, rows={1: {0: 10**7}})),
    "slot of nothing": lambda i: i.setups.append(SetupDef(0, slots=(SlotDef(0, "deal", STOCK),))),
    "slot of no way": lambda i: i.setups.append(SetupDef(0, slots=(SlotDef(0, "steal", STOCK),))),
    "slot of itself": lambda i: i.setups.append(SetupDef(0, slots=(SlotDef(0, "each", STOCK, ref=0),))),
    "counter that starts too high": lambda i: setattr(i, "counters", [(0, 1 << 40)]),
    "plan without a node": lambda i: i.plans.append(()),
    "plan of text": lambda i: i.plans.append(("num", "one")),
    "plan too deep": lambda i: i.plans.append(_deep(60)),
    "torn instruction": lambda i: _code(i, (OPCODE["PUSH"],)),
    "no opcode": lambda i: _code(i, (len(OPS), 0)),
    "negative opcode": lambda i: _code(i, (-1, 0)),
    "more parameters than locals": lambda i: i.procs.__setitem__(0, replace(i.procs[0], params=9, locals=4)),
}


def _deep(n: int) -> tuple[object, ...]:
    return ("neg", _deep(n - 1)) if n else ("num", 1)


def _code(image: Image, code: tuple[int, ...]) -> None:
    image.procs[1] = replace(image.procs[1], code=code)


@pytest.mark.parametrize("why", BAD_TABLES)
def test_broken_tables_are_refused(why: str) -> None:
    image = tiny()
    verify(image)
    BAD_TABLES[why](image)
    with pytest.raises(ImageRefused):
        verify(image)


def test_the_kernel_is_verified_like_any_image() -> None:
    made, image = kernel(), Image()
    flow = Flow(image, made.procs, made.plans, PlanChecker(image), True)
    for number in range(len(made.procs)):
        assert flow.proc(number) > 3


def test_every_opcode_and_plan_node_has_somebody_who_does_it() -> None:
    from cardwright.runtime.machine import interpreter

    assert set(BUILDERS) == set(PLANS)
    machine = link(tiny())
    done = (
        set(Natives(machine.program).table)
        | {OPS[opcode].name for opcode in machine.interpreter.rare}
        | {n.replace("_", ".", 1) for n in vars(interpreter) if n.startswith("X_")}
    )
    for op in OPS:
        assert (op.name in done) if op.private else hasattr(interpreter, op.name), op.name
        assert op.doc


def test_disassembly_assembles_to_the_same_code() -> None:
    image = tiny()
    text = "".join(disassemble_proc(p, image.plans, None) for p in image.procs)
    again = assemble(text)
    assert [p.code for p in again.procs] == [p.code for p in assemble(text).procs]
    assert [len(p.code) for p in again.procs] == [len(p.code) for p in image.procs]
    assert "SENTENCE 0   # Do what you like." in disassemble(image, 1)


@pytest.mark.parametrize(
    "text",
    [
        "PUSH 1",
        "proc",
        "proc a\n FLY",
        "proc a\n PUSH",
        "proc a\n PUSH 1 2",
        "proc a\n JUMP x",
        "proc a\n EVAL (x",
        "proc a\n EVAL (x y)",
        "proc a\n LOAD z",
        "proc a\n CALL b 0",
    ],
)
def test_bad_assembly_is_refused(text: str) -> None:
    with pytest.raises(AssemblyError):
        assemble(text)


LOOPS = {
    "a loop": "proc go\na:\n SENTENCE 1 ; JUMP a\n",
    "calls": "proc go\n SENTENCE 1 ; CALL 4 0 ; RET\n",
    "events": "proc go\na:\n SENTENCE 1 ; EVAL (rows-fact you (empty) (num 1)) ; EVENT note 0 ; POP ; JUMP a\n",
    "growing": "proc go\nlocal a\n SENTENCE 1 ; EVAL (group (num 1) (num 2)) ; STORE a\nb:\n EVAL (group a a) ; STORE a ; JUMP b\n",
    "numbers": "proc go\nlocal a\n SENTENCE 1 ; PUSH 3 ; STORE a\nb:\n EVAL (mul a a) ; STORE a ; JUMP b\n",
    "nesting": "proc go\nlocal a\n SENTENCE 1 ; PUSH 3 ; STORE a\nb:\n EVAL (list a a) ; STORE a ; JUMP b\n",
    "rows": "proc go\na:\n SENTENCE 1 ; EVAL (list (num 1) (num 0) (list) (num -1) (num 1) (num 1) (num -2)) ; ADDROW modifier ; JUMP a\n",
    "periods": "proc go\na:\n SENTENCE 1 ; OPEN 0 ; JUMP a\n",
    "a loop by NEXT": "proc go\nlocal g i x\n SENTENCE 1 ; NONE ; STORE g ; PUSH 0 ; STORE i\na:\n NEXT g i x a ; PUSH 1 ; RET\n",
    "a loop by a test": "proc go\na:\n SENTENCE 1 ; PUSH 0 ; JFALSE a ; PUSH 1 ; RET\n",
    "types": "proc go\n SENTENCE 1 ; EVAL (attr (one (empty)) 1) ; POP ; EVAL (sum (all-cards) (one (all-cards))) ; POP ; EVAL (points (one (group (empty))) 0) ; POP ; EVAL (top (all-cards) (one (group (event)))) ; RET\n",
}


@pytest.mark.parametrize("generated", [False, True])
@pytest.mark.parametrize("why", LOOPS)
def test_a_loop_stops_with_its_sentence(why: str, generated: bool) -> None:
    image = tiny(LOOPS[why])
    machine = link(image)
    machine.back_end = BackEnd.GENERATED if generated else BackEnd.INTERPRETER
    machine.interpreter.fuel = 20_000
    s = machine.new_state(1, [(0, 2)], 1)
    machine.start(s, 4)
    try:
        machine.run(s)
    except MachineFault as fault:
        assert fault.kind in ("fuel", "size", "stack", "value")
        assert fault.sentence == 1
        return
    assert why == "types"


@pytest.mark.parametrize("generated", [False, True])
@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_what_an_event_leaves_may_come_from_elsewhere_too(first: int, second: int, generated: bool) -> None:
    """A jump to the instruction that takes the rows of an event, and a call behind a jump; under both back ends."""
    image = tiny(f"""
proc go
local x
    NONE
    EVAL (eq (num {first}) (num 1)) ; JTRUE kept
    POP
    EVAL (rows-set 0 (num 1)) ; EVENT count 0
kept:
    STORE x
    EVAL (eq (num {second}) (num 1)) ; JFALSE done
    PUSH 7 ; CALL more 1 ; STORE x
done:
    EVAL (rows-set 0 (num 2)) ; EVENT count 0 ; POP ; PUSH 1 ; RET
proc more n
    EVAL (rows-set 0 n) ; EVENT count 0 ; POP ; LOAD n ; RET
""")
    machine = link(image)
    machine.back_end = BackEnd.GENERATED if generated else BackEnd.INTERPRETER
    s = machine.new_state(1, [(0, 2)], 1)
    machine.start(s, 4)
    machine.run(s)
    assert s.counters == [2 + (0 if first else 1) + (7 if second else 0)]


def test_what_is_too_deep_for_a_function_is_interpreted() -> None:
    """A plan as deep as the verifier allows, in code and in an act's price."""
    deep = "(if (num 1) (add (num 0) " * 19 + "(num 7)" + ") (num 1))" * 19
    image = tiny(f"proc go\n EVAL (rows-set 0 {deep}) ; EVENT count 0 ; POP ; PUSH 1 ; RET\n")
    machine = link(image)
    machine.back_end = BackEnd.GENERATED
    s = machine.new_state(1, [(0, 2)], 1)
    machine.start(s, 4)
    machine.run(s)
    assert s.counters == [7]


def test_mutated_code_is_refused_or_ends() -> None:
    counts = mutations(seed=1, count=300)
    assert counts["mutations"] == 300
    assert counts["passed"] >= 30
    assert counts["other"] == 0, counts
