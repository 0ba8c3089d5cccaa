"""The second back end, frames: verified code as one Python function per procedure.

`f(s, st, base)` runs the frame at `base` from the place it is written for, until control leaves it: 0 it has ended or
another frame runs now, 1 something is asked, 2 over, 3 it cannot be entered here. What it calls needs no frame
(direct_source.py) unless that stops.
Frames look the same under both back ends, so a state can change from one to the other at any question. Must not know
what opcodes do beyond calling those who do it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.image import ProcDef
from cardwright.runtime.bytecode.optable import OPCODE, OPS
from cardwright.runtime.rules.reads import Reads
from cardwright.runtime.state.rows import C_STATICS
from cardwright.runtime.state.state import ODD_RUN

from .attach_source import AttachSource
from .plan_needs import locals_of
from .plan_source import PlanSource
from .short_source import ShortSource
from .stretches import LEAVES

if TYPE_CHECKING:
    from .functions import Functions
    from .program import Program

STILL = frozenset(("NOP", "SENTENCE", "PUSH", "NONE", "POP", "LOAD", "STORE", "EVAL"))  # no card moves meanwhile
ACT_KIND = 0  # the request kind that offers acts
# the play abilities of a definition, and of a card of it: as printed, unless something may have changed that
PLAYED = "(PLAYS[{0}] if {0} >= 0 and not (GRANTED or s.roles or s.grants) else PLAYABLE(s, {0}, {1}))"
# natives of the kernel that are one expression over their operands
EXPRESSIONS = {
    "X.FLOOR": "len(s.pool)", "X.ACTS": f"OFFERED[s.cast[{C_STATICS}]](s, {{}})", "X.CONCAT": "({} + {})",
    "X.STATES": "STATES(s, {})", "X.PLAY": PLAYED,
}  # fmt: skip


class ProcSource(ShortSource):
    """Writes the function of one procedure, for its frames."""

    def __init__(
        self,
        program: Program,
        plans: list[Any],
        writer: PlanSource,
        ways: AttachSource,
        number: int,
        proc: ProcDef,
        shift: int,
        env: Functions,
        start: int,
        given: str = "",
    ) -> None:
        self.p = program
        self.plans = plans
        self.ways = ways
        self.shift = shift
        self.number = number
        self.env = env
        self.given = given
        self.prepare()
        super().__init__(writer, number, proc, start)

    def prepare(self) -> None:
        """What is known of the procedure before anything is written."""
        self.types = self.env.types.of(self.number, ())

    def comes_back(self, number: int) -> bool:
        """Whether a procedure may call this one."""
        return self.env.calls.reaches(number, self.number)

    def begin(self) -> None:
        super().begin()
        self.parts: tuple[str, list[str], str] | None = None  # of the event that is next, instead of its rows
        self.test = ""  # the condition of the jump that is next
        self.lies: tuple[str, Reads | None] = "", None  # the value of the plan before, and the zones its cards lie in
        self.unheard: dict[int, str] | None = None  # locals known before the test an unheard fact stands under

    def instruction(self, op: str, a: tuple[int, ...], after: int) -> bool:
        """Write one instruction; whether control goes on behind it inside the same stretch."""
        if op not in STILL:
            self.w.kept = {}
        if op != "STORE":
            self.lies = "", None
        method = getattr(self, "op_" + op.replace(".", "_"), None)
        if method is not None:
            return bool(method(a, after))
        if op in EXPRESSIONS:
            pops = [self.pop() for _ in OPS[OPCODE[op]].pops][::-1]
            self.temp(EXPRESSIONS[op].format(*pops))
            return True
        if OPS[OPCODE[op]].private and op not in LEAVES:
            return self.native(op)
        return self.rare(op, a, after)

    def native(self, op: str) -> bool:
        self.flush()
        self.put(f"{self.w.name(self.p.natives[OPCODE[op]], 'n')}(s, base)")
        self.forget()
        return True

    def rare(self, op: str, a: tuple[int, ...], after: int) -> bool:
        """An opcode done by the interpreter's method for the rarer ones."""
        self.flush()
        if op == "X.AFTER":
            a = (a[0] + self.shift, *a[1:])
        call = f"R{OPCODE[op]}(s, st, base, {self.w.name((OPCODE[op], after, *a), 'i')})"
        if op == "X.AFTER":  # the frame is gone
            self.put(call)
            self.put("return 0")
            return False
        if op == "OVER":
            self.put(call)
            self.put("return 2")
            return False
        if op in LEAVES:
            self.put(f"if {call}:")
            self.inner(after)
            return True
        self.put(call)
        self.forget()
        return True

    def op_DRAIN(self, a: Any, after: int) -> bool:
        self.flush()
        self.put("if len(s.pool) != st[base - 1]:")
        return self.drained("st[base - 1]", after)

    def op_X_DRAIN(self, a: Any, after: int) -> bool:
        floor = self.pop()
        self.flush()
        self.put(f"if len(s.pool) > {floor}:")
        return self.drained(floor, after)

    def drained(self, floor: str, after: int) -> bool:
        """As `Opcodes.drain`, written out, under a test that there is something to drain."""
        self.put(f"st[base - 4] = {after}", 1)
        told = "st[base], st[base + 1], st[base + 2]"
        call = f"{self.env.direct(self.p.kernel['drain'])}(s, st, base, st[base - 2], {told}, {floor})"
        self.put(f"if {call} is None: return LEFT(s, st, base)", 1)
        return True

    def asking(self, ability: str, player: str) -> str:
        """The frame of the procedure that asks a player for acts, as it begins."""
        number = self.p.kernel["acts"]
        fill = "None, " * (self.p.code[number].locals - 4)
        told = f"{self.loc(0)}, {self.loc(1)}, {self.loc(2)}, {player}"
        return f"({number}, 0, 0, {ability}, len(s.pool), {told}, {fill})"

    def op_ACTS(self, a: Any, after: int) -> bool:
        player = self.pop()
        self.flush()
        self.put(f"LEAVE({self.asking('st[base - 2]', player)})")
        self.put(f"st[base - 4] = {after}")
        self.put("return LEFT(s, st, base)")
        return False

    def op_OPEN(self, a: Any, after: int) -> bool:
        return self.told_of(f"OPENED(s, {a[0]})", f'"open", s, {a[0]}, {self.loc(1)}')

    def op_CLOSE(self, a: Any, after: int) -> bool:
        return self.told_of(f"CLOSED(s, {a[0]})", f'"close", s, {a[0]}, {self.loc(1)}')

    def op_ACTIVE(self, a: Any, after: int) -> bool:
        return self.told_of(f"TURNED(s, {self.pop()})", '"turn", s, s.active')

    def told_of(self, call: str, words: str) -> bool:
        """Something that who looks on is told of afterwards."""
        for line in (call, f"if s.odd & {ODD_RUN}: TELL({words})"):
            self.put(line)
        return True

    def op_ABILITIES(self, a: Any, after: int) -> bool:
        you, card, definition = self.pop(), self.pop(), self.pop()
        self.flush()
        self.put(f"if {PLAYED.format(definition, card)}:")
        return self.frame("ABILITIES", (definition, card, you), after)

    def frame(self, op: str, operands: tuple[str, ...], after: int) -> bool:
        """Enter a frame of the kernel, under a test that says there is something for it to do."""
        if operands:
            self.put(f"st += ({', '.join(operands)}, )", 1)
        self.put(f"R{OPCODE[op]}(s, st, base, ())", 1)
        self.inner(after)
        return True

    def inner(self, after: int) -> None:
        """A frame was entered, under a test."""
        self.put(f"st[base - 4] = {after}", 1)
        self.put("return 0", 1)

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
        known = self.loc(a[0])
        if known.startswith("st["):
            self.temp(known)
        else:
            self.stack.append(known)
        return True

    def op_STORE(self, a: Any, after: int) -> bool:
        value = self.pop()
        self.write_local(a[0], value)
        self.w.kept.pop(a[0], None)
        lie = frozenset() if value == "()" else self.lies[1] if value == self.lies[0] else None
        if lie is not None:
            self.w.kept[a[0]] = lie
        self.lies = "", None
        return True

    def op_EVAL(self, a: Any, after: int) -> bool:
        plan = self.plans[a[0]]
        frame = self.frame_of(plan)
        if self.follows(after, "JFALSE", "JTRUE"):
            self.test = self.w.cond(plan, self.loc, frame)
            return True
        self.parts = self.short(plan, frame, after)
        if self.parts is None:
            lie = self.w.lie(plan)
            self.lies = self.temp(self.w.expr(plan, self.loc, frame)), lie
        return True

    def frame_of(self, plan: Any) -> str:
        """The locals a plan reads, as a sequence."""
        self.w.types = self.types[self.pc].locals if self.pc in self.types else ()
        return f"st[base : base + {max(3, locals_of(plan))}]"

    def op_JUMP(self, a: Any, after: int) -> bool:
        self.settle()
        self.jump(a[0])
        return False

    def jump(self, target: int, more: int = 0) -> bool:
        """Go on at a target; whether that is further down."""
        if target <= self.pc:
            self.put("s.fuel -= 1", more)
            self.put("if s.fuel < 0: SPENT()", more)
        return self.goes(target, more)

    def branch(self, test: str, target: int, after: int) -> bool:
        """Go to the target if the test holds, else on."""
        self.put(f"if {test}:")
        if self.jump(target, 1) and after not in self.places:
            self.put("else:")
            self.depth += 1
        return True

    def condition(self) -> str:
        """The condition of a jump, and the operands below it go onto the stack."""
        value = self.test or self.pop()
        self.test = ""
        self.flush()
        return value

    def op_JFALSE(self, a: Any, after: int) -> bool:
        return self.branch(f"not {self.condition()}", a[0], after)

    def op_JTRUE(self, a: Any, after: int) -> bool:
        return self.branch(self.condition(), a[0], after)

    def op_NEXT(self, a: Any, after: int) -> bool:
        self.flush()
        group, at, item, end = a
        g, i = self.loc(group), self.loc(at)
        if not i.isidentifier():
            self.put(f"{(i2 := self.name())} = {i}")
            i = i2
        if not g.isidentifier():
            self.put(f"{(g2 := self.name())} = {g}")
            g = g2
        self.branch(f"{i} >= len({g})", end, -1)
        self.put(f"{(x := self.name())} = {g}[{i}]")
        self.write_local(item, x)
        self.put(f"st[base + {at}] = {i} + 1")
        self.written[at] += 1
        self.known.pop(at, None)
        return True

    def op_RET(self, a: Any, after: int) -> bool:
        value = self.pop()
        self.put("s.base = o = st[base - 3]")
        self.put(f"st[base - 5:] = ({value},)")
        self.put("if o >= 0: return 0")
        self.put("st.pop()")
        self.put("return 2")
        return False

    def op_X_END(self, a: Any, after: int) -> bool:
        self.put("s.base = st[base - 3]")
        self.put("del st[base - 5:]")
        self.put("return 0")
        return False

    def op_CALL(self, a: Any, after: int, by: str | None = None) -> bool:
        """As `Interpreter.call`, written out."""
        args = [self.pop() for _ in range(a[1])][::-1]
        you = self.loc(1) if by is None else self.pop()
        self.flush()
        number = a[0] + self.shift
        fill = ["None"] * (self.p.procs[number].params - len(args))
        given = ", ".join((self.loc(0), you, self.loc(2), *args, *fill))
        self.put(f"st[base - 4] = {after}")  # no fuel: stacks and Python's own are bounded, and loops are counted
        return self.result(f"{self.env.direct(number)}(s, st, base, st[base - 2], {given})", after)

    def result(self, call: str, after: int) -> bool:
        """Something that leaves a value unless others have to run first."""
        made = self.name()
        self.put(f"{made} = {call}")
        self.put(f"if {made} is None: return LEFT(s, st, base)")
        return self.take(made, after)

    def take(self, made: str, after: int) -> bool:
        """A value is left to what follows."""
        taker = self.taker(after) if after in self.taken else None
        if taker is None:
            self.stack.append(made)
        elif OPS[taker[0]].name == "STORE":
            self.write_local(taker[1], made)
        return True

    def op_CALLAS(self, a: Any, after: int) -> bool:
        return self.op_CALL(a, after, "you")

    def event_call(self, a: Any) -> str:
        """The call of the way an event goes."""
        if self.parts is None:
            rows = self.pop()
            call = f"W{a[0]}(s, {rows}, {a[1]}, {self.cause()}) if {rows} else ()"
        else:
            way, parts, test = self.parts
            call = f"{way}(s, {', '.join(parts)}, {self.cause()})"
            if test:
                call = f"{call} if {test} else ()"
            self.parts = None
        return call

    def op_EVENT(self, a: Any, after: int) -> bool:
        call = self.event_call(a)
        self.flush()
        made = self.name()
        self.put(f"{made} = {call}")
        self.stopped(made, after)
        if self.unheard is not None:  # all of it stands under a test
            self.depth -= 1
            self.known, self.unheard = self.unheard, None
        return self.take(made, after)

    def stopped(self, made: str, after: int) -> None:
        """Others have to run first if nothing was made."""
        self.put(f"if {made} is None:")
        self.put(f"st[base - 4] = {after}", 1)
        self.put("return LEFT(s, st, base)", 1)

    def cause(self) -> str:
        """The card that acts, who does it and the ability."""
        return f"{self.loc(0)}, {self.loc(1)}, st[base - 2]"

    def op_EVENTAS(self, a: Any, after: int) -> bool:
        rows, card, actor = self.pop(), self.pop(), self.pop()
        return self._event(f"W{a[0]}(s, {rows}, {a[1]}, {card}, {actor}, st[base - 2]) if {rows} else ()", after)

    def op_X_EVENT(self, a: Any, after: int) -> bool:
        tail, rows, kind = self.pop(), self.pop(), self.pop()
        refill = f"({self.ways.refill(1)} if {tail} else {self.ways.refill(0)})"
        usual = f"EVENT(s, {kind}, {rows}, {tail}, {self.cause()})"
        if self.p.tables.refill_event < 0:
            return self._event(f"{usual} if {rows} else ()", after)
        short = f"{refill}(s, {rows}, {self.cause()})"
        return self._event(f"({short} if {kind} == {self.p.tables.refill_event} else {usual}) if {rows} else ()", after)

    def op_ASK(self, a: Any, after: int) -> bool:
        high, low, options, who = self.pop(), self.pop(), self.pop(), self.pop()
        sentence = a[2] if a[2] >= 0 else self.p.sentence_at(self.number, self.pc)
        if a[0] == ACT_KIND and (low, high) == ("0", "1") and who.isidentifier():
            return self.ask_act(who, options, a[1], sentence, after)
        self.flush()
        made = self.name()
        how = f"{low}, {high}, {a[0]}, {a[1]}, {sentence}, {self.loc(0)}, st[base - 2]"
        self.put(f"{made} = ASKS(s, {who}, {options}, {how})")
        self.put(f"if {made} is None:")
        self.put(f"st[base - 4] = {after}", 1)
        self.put("return 1", 1)
        self.stack.append(made)
        return True

    def ask_act(self, who: str, options: str, sort: int, sentence: int, after: int) -> bool:
        """As `Interpreter.ask`, where an act may be chosen or none."""
        self.flush()
        (test, options), this = self.w.named(options), self.loc(0)
        self.put(f"if {test} and 0 <= {who} < s.players:")
        self.put(f"s.ask = ({who}, {ACT_KIND}, {sort}, {options}, 0, 1, {sentence}, {this}, st[base - 2])", 1)
        self.put(f"st[base - 4] = {after}", 1)
        self.put("return 1", 1)
        made = self.name()
        how = f"0, 1, {ACT_KIND}, {sort}, {sentence}, {this}, st[base - 2]"
        self.put(f"{made} = ASKS(s, {who}, {options}, {how})")
        self.put(f"if {made} is None:")
        self.put(f"st[base - 4] = {after}", 1)
        self.put("return 1", 1)
        self.stack.append(made)
        return True

    def op_X_ACT(self, a: Any, after: int) -> bool:
        """As `Opcodes.act`, for the procedure of an act that nobody counts."""
        act = self.pop()
        self.flush()
        self.put(f"st[base - 4] = {after}")
        made = self.name()
        self.put(f"if not s.permissions and (f := ACTS[{act}[1]]) is not None:")
        self.put(f"{made} = f(s, st, base, -1, -1, {act}[0], (), {act}[3])", 1)
        self.put(f"if {made} is None: return LEFT(s, st, base)", 1)
        self.put("else:")
        self.put(f"st.append({act})", 1)
        self.put(f"if R{OPCODE['X.ACT']}(s, st, base, ()): return 0", 1)
        self.put(f"{made} = st.pop()", 1)
        return self.take(made, after)

    def _event(self, call: str, after: int) -> bool:
        self.flush()
        made = self.name()
        self.put(f"{made} = {call}")
        self.stopped(made, after)
        return self.take(made, after)
