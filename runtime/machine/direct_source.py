"""The second back end, procedures that begin: verified code as one Python function that needs no frame.

`d(s, st, base, ability, v0, v1, v2, …)` runs a procedure from its begin, called by one whose frame is at `base`, and
returns its value. What it knows lies in Python locals: this, you and the event in `v0` to `v2`, arguments and the other
locals behind them. Most procedures end without a question. Where one stops, or somebody else has to run first, it
writes its frame under the frames that were put on the stack meanwhile and returns None; who called it does the same,
and from then on the frames are all there is: the functions of resumed frames go on (proc_source.py).
Must not know what opcodes do beyond calling those who do it.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.optable import OPCODE, OPS
from cardwright.runtime.bytecode.plantypes import INTS

from .assigned import assigned
from .direct import DEEP
from .plan_needs import locals_of
from .proc_source import PLAYED, ProcSource

# natives of the kernel as expressions over you and their operands, and how many values they leave
NATIVES = {
    "X.POOL": ("POOLED(s, {0})", 2), "X.TAKE": ("TAKEN(s, {0})", 5), "X.DROP": ("DROP(s, {0})", 0),
    "X.REFILL": ("REFILLS(s, {you}, {0})", 2), "X.SPACES": ("SPACES(s, {you}, {0})", 1),
    "X.WAYS": ("WAYS(s, {0}, {1}, {2})", 2), "X.POINTS": ("POINTS(s, {0}, {1}, {2}, {3})", 2),
    "X.SPEND": ("SPEND(s, {0}, {1}, {2}, {3}, {4})", 0),
}  # fmt: skip
# opcodes that write rows
WRITERS = {
    "ADDROW": "ADDROW(s, {n}, {0}, {this}, {you})", "ENDROWS": "ENDROWS(s, {n}, {0})",
}  # fmt: skip


CARD, NUMBER, ANY = "c", "i", "a"  # what is known of an argument
SEAT = "y"  # … of “you”
TYPES = {CARD: "card", NUMBER: "card", ANY: "any"}


class Unsuited(Exception):  # no error: such a procedure is run with its frame
    """Operands would have to outlive a jump."""


class DirectSource(ProcSource):
    """Writes the function of one procedure that begins. `given`: what is known: that “you” is a player there is (`y`,
    before the rest); of each argument that it is a card that lies somewhere (`c`), a whole number (`i`), or nothing.
    """

    def prepare(self) -> None:
        """What is known of the procedure before anything is written."""
        self.proc = self.p.code[self.number]
        self.set = assigned(self.proc)
        self.seats = {"v1"} if self.given.startswith(SEAT) else set()
        self.given = self.given.removeprefix(SEAT)
        self.types = self.env.types.of(self.number, tuple(TYPES[kind] for kind in self.given))
        written = {words[1] for _, words in instructions(self.proc.code) if OPS[words[0]].name == "STORE"}
        written |= {words[3] for _, words in instructions(self.proc.code) if OPS[words[0]].name == "NEXT"}
        self.cards = {f"v{n}" for n, kind in enumerate(self.given, 3) if kind == CARD and n not in written}
        self.unsure: set[int] = set()  # locals that are written into a frame though they may not be set

    # ------------------------------------------------------------------------------------------------------- around
    def write(self) -> str:
        self.w.seats = self.seats
        with self.w.of_card(*self.cards, "card"):
            text = super().write()
        self.w.seats = set()
        return text

    def begin(self) -> None:
        super().begin()
        self.w.begin(("s",), self.loc)

    def head(self) -> None:
        given = ", ".join(f"v{n}" for n in range(3 + self.proc.params))
        self.put(f"def d(s, st, base, ability, {given}):  # procedure {self.number}")
        self.depth = 1
        if self.unsure:
            self.put(f"{' = '.join(f'v{n}' for n in sorted(self.unsure))} = None")
        self.put("floor = len(s.pool)")

    def settle(self) -> None:
        if self.stack:
            raise Unsuited

    def flush(self) -> None:
        """Operands stay in Python locals."""

    def forget(self) -> None:
        """Nobody else writes them."""

    def pop(self) -> str:
        if not self.stack:
            raise Unsuited
        return self.stack.pop()

    def loc(self, n: int) -> str:
        return f"v{n}"

    def write_local(self, n: int, value: str) -> None:
        name = f"v{n}"
        if name in self.stack:  # it is pushed, then changed
            kept = self.name()
            self.put(f"{kept} = {name}")
            self.stack = [kept if one == name else one for one in self.stack]
        if value != name:
            self.put(f"{name} = {value}")

    def frame_of(self, plan: Any) -> str:
        """The locals a plan reads, as a sequence; what walks over groups is given them."""
        known = self.set[self.pc].perhaps
        self.w.types = self.types[self.pc].locals if self.pc in self.types else ()
        needs = {n for n in reads(plan) if n in known} | {0, 1, 2}
        self.w.around = ("s", *(f"v{n}" for n in sorted(needs)))
        return "(" + "".join(f"v{n}, " if n in needs else "None, " for n in range(max(3, locals_of(plan)))) + ")"

    def jump(self, target: int, more: int = 0) -> bool:
        self.settle()
        return super().jump(target, more)

    # ------------------------------------------------------------------------------------------------------- leaving
    def frame_at(self, pc: int, operands: tuple[str, ...] = ()) -> str:
        """This frame, as it is when it goes on there."""
        surely, perhaps = self.set[self.pc]
        self.unsure |= perhaps - surely
        inner = [f"v{n}" if n in perhaps else "None" for n in range(self.proc.locals)]
        return f"({self.number}, {pc}, 0, ability, floor, {', '.join((*inner, *self.stack, *operands))})"

    def stopped(self, made: str, after: int) -> None:
        self.put(f"if {made} is None: return LEAVE({self.frame_at(after)})")

    def stop(self, pc: int, operands: tuple[str, ...] = ()) -> bool:
        """The frame goes on here: for what is done with a frame only."""
        self.put(f"return LEAVE({self.frame_at(pc, operands)})")
        return False

    def result(self, call: str, after: int) -> bool:
        made = self.name()
        self.put(f"{made} = {call}")
        self.stopped(made, after)
        return self.take(made, after)

    # ------------------------------------------------------------------------------------------------------- opcodes
    def instruction(self, op: str, a: tuple[int, ...], after: int) -> bool:
        if op in NATIVES:
            pops = [self.pop() for _ in OPS[OPCODE[op]].pops][::-1]
            call, many = NATIVES[op]
            made = [self.name() for _ in range(many)]
            left = f"{', '.join(made)} = " if made else ""
            self.put(left + call.format(*pops, you=self.loc(1)))
            self.stack += made
            return True
        if op in WRITERS:
            pops = [self.pop() for _ in OPS[OPCODE[op]].pops][::-1]
            self.put(WRITERS[op].format(*pops, n=a[0] if a else "", this=self.loc(0), you=self.loc(1)))
            return True
        return super().instruction(op, a, after)

    def rare(self, op: str, a: tuple[int, ...], after: int) -> bool:
        """An opcode that is done with a frame only, by the function of that frame or the interpreter."""
        return self.stop(self.pc)

    def native(self, op: str) -> bool:
        return self.stop(self.pc)

    def op_EVENTAS(self, a: Any, after: int) -> bool:
        return self.stop(self.pc)

    def cause(self) -> str:
        return f"{self.loc(0)}, {self.loc(1)}, ability"

    def op_NEXT(self, a: Any, after: int) -> bool:
        group, at, item, end = a
        g, i = self.loc(group), self.loc(at)
        self.settle()
        self.branch(f"{i} >= len({g})", end, -1)
        self.write_local(item, f"{g}[{i}]")
        self.write_local(at, f"{i} + 1")
        return True

    def op_POP(self, a: Any, after: int) -> bool:
        self.pop()
        return True

    def op_RET(self, a: Any, after: int) -> bool:
        self.put(f"return {self.pop()}")
        return False

    def op_X_END(self, a: Any, after: int) -> bool:
        self.put("return 0")
        return False

    def op_CALL(self, a: Any, after: int, by: str | None = None) -> bool:
        args = [self.pop() for _ in range(a[1])][::-1]
        you = self.loc(1) if by is None else self.pop()
        number = a[0] + self.shift
        if not self.comes_back(number):
            return self.result(self.direct(number, self.loc(0), you, args), after)
        name, told = self.told(number, self.loc(0), you, args)
        made = self.name()  # as `Running.call`, written out
        self.put(f"if RUNNING.depth < {DEEP}:")
        self.put("RUNNING.depth += 1", 1)
        self.put(f"{made} = {name}(s, st, base, {told})", 1)
        self.put("RUNNING.depth -= 1", 1)
        self.put(f"else: {made} = CALLS({name}, s, st, base, {number}, {told})")
        self.stopped(made, after)
        return self.take(made, after)

    def told(self, number: int, this: str, you: str, args: list[str]) -> tuple[str, str]:
        """The function of a procedure, and what it is told besides where it is called."""
        name = self.env.direct(number, (SEAT if you in self.seats else "") + self.kinds(args))
        args = [*args, *["None"] * (self.p.procs[number].params - len(args))]
        return name, ", ".join(("ability", this, you, self.loc(2), *args))

    def direct(self, number: int, this: str, you: str, args: list[str]) -> str:
        """A call of a procedure with the cause of this frame."""
        name, told = self.told(number, this, you, args)
        if self.comes_back(number):  # perhaps without end
            return f"CALLS({name}, s, st, base, {number}, {told})"
        return f"{name}(s, st, base, {told})"

    def kinds(self, args: list[str]) -> str:
        """What is known of arguments, which lie on top of the stack of this instruction."""
        types = self.types[self.pc].stack[-len(args) :] if args and self.pc in self.types else ()
        if len(types) != len(args):
            return ""
        return "".join(
            CARD if arg in self.cards else NUMBER if kind in INTS else ANY
            for arg, kind in zip(args, types, strict=True)
        )

    def drained(self, floor: str, after: int) -> bool:
        call = self.direct(self.p.kernel["drain"], self.loc(0), self.loc(1), [floor])
        self.put(f"if {call} is None: return LEAVE({self.frame_at(after)})", 1)
        return True

    def op_DRAIN(self, a: Any, after: int) -> bool:
        self.put("if len(s.pool) != floor:")
        return self.drained("floor", after)

    def op_ABILITIES(self, a: Any, after: int) -> bool:
        you, card, definition = self.pop(), self.pop(), self.pop()
        number = self.p.kernel["abilities"]
        call = self.direct(number, self.loc(0), self.loc(1), [definition, f"max({card}, -1)", you])  # three numbers
        self.put(f"if {PLAYED.format(definition, card)} and {call} is None:")
        self.put(f"return LEAVE({self.frame_at(after)})", 1)
        return True

    def op_PAY(self, a: Any, after: int) -> bool:
        act, card, you = self.pop(), self.pop(), self.pop()
        call = self.direct(self.p.kernel["pay"], self.loc(0), self.loc(1), [you, card, act])
        made = self.name()
        self.put(f"{made} = PAID(s, {you}, {act}, {card})")  # most often nobody has to be asked how
        self.put(f"if {made} is None: {made} = {call}")
        self.stopped(made, after)
        return self.take(made, after)

    def op_RUN(self, a: Any, after: int) -> bool:
        event, you, this, ability = self.pop(), self.pop(), self.pop(), self.pop()
        return self.result(f"RUNS(s, st, base, {ability}, {this}, {you}, {event}, ())", after)

    def op_RUNWITH(self, a: Any, after: int) -> bool:
        args = [self.pop() for _ in range(a[0])][::-1]
        event, you, this, ability = self.pop(), self.pop(), self.pop(), self.pop()
        given = "(" + "".join(f"{arg}, " for arg in args) + ")"
        return self.result(f"RUNS(s, st, base, {ability}, {this}, {you}, {event}, {given})", after)

    def op_X_RUN(self, a: Any, after: int) -> bool:
        captured, event, you, this, ability = (self.pop() for _ in range(5))
        return self.result(f"RUNS(s, st, base, {ability}, {this}, {you}, {event}, {captured})", after)

    def op_X_OUT(self, a: Any, after: int) -> bool:
        return self.result(f"OUTS(s, st, base, {self.pop()})", after)

    def op_X_OPTIONAL(self, a: Any, after: int) -> bool:
        entry = self.pop()
        self.write_local(0, f"{entry}[1]")
        self.put(f"ability = {entry}[0]")
        self.temp("OPTIONAL[ability]")
        return True

    def op_ACTS(self, a: Any, after: int) -> bool:
        self.put(f"LEAVE({self.asking('ability', self.pop())})")
        self.put(f"return LEAVE({self.frame_at(after)})")
        return False

    def op_X_ACT(self, a: Any, after: int) -> bool:
        return self.stop(self.pc)

    def op_SETROWS(self, a: Any, after: int) -> bool:
        self.put(f"st.append({self.pop()})")
        self.put(f"R{OPCODE['SETROWS']}(s, st, base, ())")
        return True

    def op_RANDOM(self, a: Any, after: int) -> bool:
        n, options = self.pop(), self.pop()
        self.put(f"st += ({options}, {n})")
        self.put(f"R{OPCODE['RANDOM']}(s, st, base, {self.w.name((OPCODE['RANDOM'], after, *a), 'i')})")
        self.temp("st.pop()")
        return True

    def op_OVER(self, a: Any, after: int) -> bool:
        return self.stop(self.pc)

    def op_ASK(self, a: Any, after: int) -> bool:
        high, low, options, who = self.pop(), self.pop(), self.pop(), self.pop()
        sentence = a[2] if a[2] >= 0 else self.p.sentence_at(self.number, self.pc)
        made = self.name()
        alone = f"{options} if len({options}) == 1 else " if low == high == "1" and options.isidentifier() else ""
        asked = f"{who}, {options}, {low}, {high}, {a[0]}, {a[1]}, {sentence}, {self.loc(0)}, ability"
        self.put(f"{made} = {alone}ASKS(s, {asked})")
        self.put(f"if {made} is None: return LEAVE({self.frame_at(after)})")
        self.stack.append(made)
        return True


def reads(plan: Any) -> set[int]:
    """The locals a plan reads by number."""
    if not isinstance(plan, (tuple, list)) or not plan:
        return set()
    if plan[0] == "local" and len(plan) == 2:
        return {int(plan[1])}
    return set().union(*(reads(part) for part in plan[1:]))
