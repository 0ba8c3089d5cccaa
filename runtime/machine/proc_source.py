"""The second back end, procedures: verified code as one Python function per procedure.

`f(s, st, base, pc)` runs the frame at `base` from an instruction where it may be entered (its begin, jump targets,
and after each opcode that may leave the frame) until control leaves it: 0 another frame runs now, 1 something is
asked, 2 over, 3 it cannot be entered here. Frames look the same under both back ends, so a state can change from one
to the other at any question. Must not know what opcodes do beyond calling those who do it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import ProcDef
from cardwright.runtime.bytecode.optable import OPS

from .plan_needs import locals_of
from .plan_source import PlanSource

if TYPE_CHECKING:
    from .program import Program
    from .ways import Ways

LEAVES = frozenset(
    (
        "ASK", "EVENT", "EVENTAS", "X.EVENT", "CALL", "CALLAS", "RUN", "RUNWITH", "X.RUN", "X.OUT", "X.ACT", "DRAIN",
        "PAY", "ACTS",
        "ABILITIES", "REFILL", "X.DRAIN", "X.AFTER",
    )
)  # fmt: skip


# natives of the kernel that are one expression over their operands
EXPRESSIONS = {
    "X.FLOOR": "len(s.pool)", "X.ACTS": "OFFERED(s, {})", "X.CONCAT": "({} + {})", "X.STATES": "STATES(s)",
    "X.PLAY": "PLAYABLE(s, {}, {})",
}  # fmt: skip


class ProcSource:
    """Writes the function of one procedure. `lines[i]` is the pc of line i + 1, for faults."""

    def __init__(
        self,
        program: Program,
        plans: list[Any],
        writer: PlanSource,
        ways: Ways,
        number: int,
        proc: ProcDef,
        shift: int,
    ) -> None:
        self.p = program
        self.plans = plans
        self.w = writer
        self.ways = ways
        self.number = number
        self.shift = shift
        self.code = instructions(proc.code)
        self.sizes = {pc: pc + len(words) for pc, words in self.code}
        self.entries = self._entries({first for _, first, _ in proc.steps})
        self.text: list[str] = []
        self.lines: list[int] = []
        self.stack: list[str] = []  # operands that lie in Python locals
        self.temps = 0
        self.pc = 0
        self.parts: tuple[str, list[str]] | None = None  # way and arguments of the event that is next, instead of rows

    def _entries(self, steps: set[int]) -> list[int]:
        """Where the frame may be entered: also at named steps."""
        found = {0, *steps}
        for pc, words in self.code:
            op = OPS[words[0]]
            found.update(v for k, v in zip(op.operands, words[1:], strict=True) if k == "j")
            if op.name in LEAVES:
                found.add(self.sizes[pc])
                following = self.code_at(self.sizes[pc])
                if (
                    op.name in ("EVENT", "EVENTAS")
                    and following is not None
                    and OPS[following[0]].name in ("POP", "STORE")
                ):
                    found.add(self.sizes[self.sizes[pc]])
        return sorted(e for e in found if e in self.sizes)

    def code_at(self, pc: int) -> tuple[int, ...] | None:
        return next((words for at, words in self.code if at == pc), None)

    # ------------------------------------------------------------------------------------------------------- writing
    def put(self, text: str, depth: int = 3) -> None:
        self.text.append("    " * depth + text)
        self.lines.append(self.pc)

    def temp(self, value: str) -> str:
        """Keep a value in a Python local and push it."""
        self.temps += 1
        name = f"t{self.temps}"
        self.put(f"{name} = {value}")
        self.stack.append(name)
        return name

    def pop(self) -> str:
        if self.stack:
            return self.stack.pop()
        self.temps += 1
        name = f"t{self.temps}"
        self.put(f"{name} = st.pop()")
        return name

    def flush(self) -> None:
        """Operands go onto the stack of the state."""
        if len(self.stack) == 1:
            self.put(f"st.append({self.stack[0]})")
        elif self.stack:
            self.put(f"st += ({', '.join(self.stack)})")
        self.stack.clear()

    def write(self) -> str:
        """The source of the function."""
        self.put(f"def f(s, st, base, pc):  # procedure {self.number}", 0)
        self.put("while True:", 1)
        live = True
        for at, (pc, words) in enumerate(self.code):
            self.pc = pc
            if pc in self.entries:
                if at and live:
                    self.flush()
                    self.put(f"pc = {pc}")
                self.stack.clear()
                self.put(f"if pc == {pc}:", 2)
                live = True
            elif not live:
                continue  # not reached: the verifier saw no way here
            live = self.instruction(OPS[words[0]].name, words[1:], self.sizes[pc])
        if self.text[-1].lstrip().startswith("if pc =="):  # a stretch nothing leads to, of instructions that do nothing
            self.put("return 3")
        self.put("return 3", 2)  # the frame cannot be entered here
        return "\n".join(self.text) + "\n"

    def loc(self, n: int) -> str:
        return f"st[base + {n}]" if n else "st[base]"

    # ------------------------------------------------------------------------------------------------------- opcodes
    def instruction(self, op: str, a: tuple[int, ...], after: int) -> bool:
        """Write one instruction; whether control goes on behind it inside the same stretch."""
        method = getattr(self, "op_" + op.replace(".", "_"), None)
        if method is not None:
            return bool(method(a, after))
        if op in EXPRESSIONS:
            pops = [self.pop() for _ in OPS[self.number_of(op)].pops][::-1]
            self.temp(EXPRESSIONS[op].format(*pops))
            return True
        if OPS[self.number_of(op)].private and op not in LEAVES:
            self.flush()
            self.put(f"{self.w.name(self.p.natives[self.number_of(op)], 'n')}(s, base)")
            return True
        return self.rare(op, a, after)

    @staticmethod
    def number_of(op: str) -> int:
        return next(i for i, o in enumerate(OPS) if o.name == op)

    def rare(self, op: str, a: tuple[int, ...], after: int) -> bool:
        """An opcode done by the interpreter's method for the rarer ones."""
        self.flush()
        if op == "X.AFTER":
            a = (a[0] + self.shift, *a[1:])
        ins = self.w.name((self.number_of(op), after, *a), "i")
        self.put(f"st[base - 4] = {after}")
        method = f"R{self.number_of(op)}"
        self.put(f"if {method}(s, st, base, {ins}): return 0" if op in LEAVES else f"{method}(s, st, base, {ins})")
        if op == "OVER":
            self.put("return 2")
            return False
        if op == "X.AFTER":
            return False
        if op in LEAVES:
            self.put(f"pc = {after}")
            return False
        return True

    def op_NOP(self, a: Any, after: int) -> bool:
        return True

    op_SENTENCE = op_NOP

    def op_PUSH(self, a: Any, after: int) -> bool:
        self.stack.append(str(a[0]) if a[0] >= 0 else f"({a[0]})")
        return True

    def op_NONE(self, a: Any, after: int) -> bool:
        self.stack.append("()")
        return True

    def op_POP(self, a: Any, after: int) -> bool:
        if self.stack:
            self.stack.pop()
        else:
            self.put("st.pop()")
        return True

    def op_LOAD(self, a: Any, after: int) -> bool:
        self.temp(self.loc(a[0]))
        return True

    def op_STORE(self, a: Any, after: int) -> bool:
        self.put(f"{self.loc(a[0])} = {self.pop()}")
        return True

    def op_EVAL(self, a: Any, after: int) -> bool:
        plan = self.plans[a[0]]
        frame = f"st[base : base + {max(3, locals_of(plan))}]"
        self.parts = self.short(plan, frame, after)
        if self.parts is None:
            self.temp(self.w.expr(plan, self.loc, frame))
        return True

    def short(self, plan: Any, frame: str, after: int) -> tuple[str, list[str]] | None:
        """The short way of the event whose rows this plan makes, if it is next and has one, and the parts of the rows
        as its arguments.
        """
        event = self.code_at(after)
        if event is None or OPS[event[0]].name != "EVENT" or after in self.entries:
            return None
        kind, op, a = event[1], plan[0], plan[1:]

        def go(*plans: Any) -> list[str]:
            return [self.w.expr(p, self.loc, frame) for p in plans]

        if op == "rows-move" and kind in self.ways.moved:
            return f"MW{kind}", [*go(*a[:3]), str(a[3])]
        if op == "rows-pile" and kind in self.ways.drawn:
            return f"DW{kind}", [*go(*a[:4]), str(a[4])]
        if kind in self.ways.given and op == "rows-points":
            return f"PW{kind}", [*go(a[0]), self.loc(0), str(a[1]), *go(a[2])]
        if kind in self.ways.given and op == "rows-from" and a[0][0] == "rows-points":
            (who, point, n), card = a[0][1:], *go(a[1])
            source = f"{card} if {card} >= 0 else {self.loc(0)}"
            return f"PW{kind}", [*go(who), source, str(point), *go(n)]
        following = self.code_at(after + len(event))
        dropped = following is not None and OPS[following[0]].name == "POP"
        if op == "rows-fact" and kind in self.ways.told and dropped:
            return f"TW{kind}", go(*a)
        return None

    def jump(self, target: int) -> None:
        if target <= self.pc:
            self.put("s.fuel -= 1")
            self.put("if s.fuel < 0: SPENT()")
        self.put(f"pc = {target}")
        if target <= self.pc:
            self.put("continue")

    def op_JUMP(self, a: Any, after: int) -> bool:
        self.flush()
        self.jump(a[0])
        return False

    def branch(self, test: str, target: int, after: int) -> bool:
        """Go to the target if the test holds, else on."""
        if target > self.pc and after in self.entries:
            self.put(f"pc = {target} if {test} else {after}")
            return False
        self.put(f"if {test}:")
        if target <= self.pc:
            self.put("s.fuel -= 1", 4)
            self.put("if s.fuel < 0: SPENT()", 4)
        self.put(f"pc = {target}", 4)
        self.put("continue", 4)
        return True

    def op_JFALSE(self, a: Any, after: int) -> bool:
        value = self.pop()
        self.flush()
        return self.branch(f"not {value}", a[0], after)

    def op_JTRUE(self, a: Any, after: int) -> bool:
        value = self.pop()
        self.flush()
        return self.branch(value, a[0], after)

    def op_NEXT(self, a: Any, after: int) -> bool:
        self.flush()
        group, at, item, end = a
        self.temps += 2
        g, i = f"t{self.temps - 1}", f"t{self.temps}"
        self.put(f"{g} = {self.loc(group)}; {i} = {self.loc(at)}")
        self.put(f"if {i} >= len({g}):")
        if end <= self.pc:
            self.put("s.fuel -= 1", 4)
            self.put("if s.fuel < 0: SPENT()", 4)
        self.put(f"pc = {end}", 4)
        self.put("continue", 4)
        self.put(f"{self.loc(item)} = {g}[{i}]")
        self.put(f"{self.loc(at)} = {i} + 1")
        return True

    def op_RET(self, a: Any, after: int) -> bool:
        value = self.pop()
        self.put("o = st[base - 3]")
        self.put("del st[base - 5:]")
        self.put("s.base = o")
        self.put("if o < 0: return 2")
        self.put(f"st.append({value})")
        self.put("return 0")
        return False

    def op_X_END(self, a: Any, after: int) -> bool:
        self.put("o = st[base - 3]")
        self.put("del st[base - 5:]")
        self.put("s.base = o")
        self.put("return 0")
        return False

    def op_CALL(self, a: Any, after: int, by: str | None = None) -> bool:
        args = [self.pop() for _ in range(a[1])][::-1]
        you = self.loc(1) if by is None else self.pop()
        self.flush()
        self.put(f"st[base - 4] = {after}")
        given = "(" + "".join(f"{x}, " for x in args) + ")"
        self.put(f"CALL(s, {a[0] + self.shift}, st[base], {you}, st[base + 2], {given}, st[base - 2])")
        self.put("return 0")
        return False

    def op_CALLAS(self, a: Any, after: int) -> bool:
        return self.op_CALL(a, after, "you")

    def op_EVENT(self, a: Any, after: int) -> bool:
        if self.parts is None:
            rows = self.pop()
            call = f"W{a[0]}(s, {rows}, {a[1]}, {self.cause()}) if {rows} else ()"
        else:
            way, parts = self.parts
            call = f"{way}(s, {', '.join(parts)}, {a[1]}, {self.cause()})"
            self.parts = None
        self.flush()
        self.put(f"st[base - 4] = {after}")
        self.temps += 1
        made = f"t{self.temps}"
        self.put(f"{made} = {call}")
        self.put(f"if {made} is None: return 0")
        following = self.code_at(after)
        name = OPS[following[0]].name if following is not None else ""
        if name == "POP":
            self.put(f"pc = {self.sizes[after]}")
        elif name == "STORE" and following is not None:
            self.put(f"{self.loc(following[1])} = {made}")
            self.put(f"pc = {self.sizes[after]}")
        else:
            self.put(f"st.append({made})")
            self.put(f"pc = {after}")
        return False

    def cause(self) -> str:
        """The card that acts, who does it and the ability."""
        return f"{self.loc(0)}, {self.loc(1)}, st[base - 2]"

    def op_EVENTAS(self, a: Any, after: int) -> bool:
        rows, card, actor = self.pop(), self.pop(), self.pop()
        self.flush()
        self.put(f"st[base - 4] = {after}")
        self.temps += 1
        made = f"t{self.temps}"
        self.put(f"{made} = W{a[0]}(s, {rows}, {a[1]}, {card}, {actor}, st[base - 2]) if {rows} else ()")
        self.put(f"if {made} is None: return 0")
        self.put(f"st.append({made})")
        self.put(f"pc = {after}")
        return False

    def op_X_EVENT(self, a: Any, after: int) -> bool:
        tail, rows, kind = self.pop(), self.pop(), self.pop()
        self.flush()
        self.put(f"st[base - 4] = {after}")
        self.temps += 1
        made = f"t{self.temps}"
        self.put(f"{made} = EVENT(s, {kind}, {rows}, {tail}, st[base], st[base + 1], st[base - 2]) if {rows} else ()")
        self.put(f"if {made} is None: return 0")
        self.put(f"st.append({made})")
        self.put(f"pc = {after}")
        return False

    def op_ASK(self, a: Any, after: int) -> bool:
        high, low, options, who = self.pop(), self.pop(), self.pop(), self.pop()
        self.flush()
        self.put(f"st[base - 4] = {after}")
        self.temps += 1
        made = f"t{self.temps}"
        self.put(
            f"{made} = ASK(s, base, {who}, {options}, {low}, {high}, {a[0]}, {a[1]}, {a[2]}, {self.number}, {self.pc})"
        )
        self.put(f"if {made} is None: return 1")
        self.put(f"st.append({made})")
        self.put(f"pc = {after}")
        return False
