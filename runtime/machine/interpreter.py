"""The reference back end: the loop that runs frames until something is asked, the game is over, or fuel runs out.

All control lies in `State.stack`; the loop keeps only copies of where it is. Nothing here waits for an answer. Must not
know any rule: natives of `rules` do the work of an opcode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.optable import OPCODE
from cardwright.runtime.rules.fault import Fault, MachineFault
from cardwright.runtime.rules.odd import look
from cardwright.runtime.state.saves import IDLE_FUEL
from cardwright.runtime.state.state import ODD_RUN, State

from .asking import Asking
from .back_end import BackEnd
from .direct import MAX_STACK
from .functions import STRANGE, Functions
from .opcodes import Opcodes, Rare
from .ways import usual_ways

if TYPE_CHECKING:
    from .program import Program

FUEL = 3_000_000
HOST_ERRORS = (
    Fault, TypeError, IndexError, ValueError, KeyError, AttributeError, OverflowError, ZeroDivisionError,
    RecursionError, MemoryError,
)  # fmt: skip


class Status(IntEnum):
    """How a run ended."""

    RUNNING = 0
    ASK = 1
    OVER = 2


(
    NOP, PUSH, NONE, POP, LOAD, STORE, EVAL, JUMP, JFALSE, JTRUE, NEXT, CALL, CALLAS, RUN, RET, ASK, RANDOM, EVENT,
    DRAIN,
    SETROWS, ADDROW, OPEN, CLOSE, PAY, OVER, SENTENCE, ACTIVE, ACTS, ABILITIES, NEED, RUNWITH, EVENTAS, REFILL, ENDROWS,
) = (
    OPCODE[n]
    for n in (
        "NOP", "PUSH", "NONE", "POP", "LOAD", "STORE", "EVAL", "JUMP", "JFALSE", "JTRUE", "NEXT", "CALL", "CALLAS",
        "RUN", "RET",
        "ASK", "RANDOM", "EVENT", "DRAIN", "SETROWS", "ADDROW", "OPEN", "CLOSE", "PAY", "OVER", "SENTENCE", "ACTIVE",
        "ACTS",
        "ABILITIES", "NEED", "RUNWITH", "EVENTAS", "REFILL", "ENDROWS",
    )
)  # fmt: skip
X_OUT, X_RUN, X_EVENT, X_ACT, X_END = (OPCODE[n] for n in ("X.OUT", "X.RUN", "X.EVENT", "X.ACT", "X.END"))
EVENTS = frozenset((EVENT, X_EVENT, EVENTAS))
CALLS = frozenset((CALL, CALLAS))
KEPT = ~ODD_RUN  # what is odd about a state whatever runs it


STATUSES = tuple(Status)


class Interpreter(Asking):
    """Runs states of one program. `short`: take native short ways (off only to compare)."""

    def __init__(self, program: Program, fuel: int = FUEL, short: bool = True) -> None:
        self.p = program
        self.fuel = fuel
        self._short = short
        self.grants = bool(program.values.static_grants)  # cards are not what is printed on them
        self.opcodes = Opcodes(program, self)
        self.rare: dict[int, Rare] = self.opcodes.table
        self._frames = [(p.params, p.locals, (None,) * (p.locals - 3)) for p in program.procs]
        self.keywords = [*(a.keyword for a in program.tables.ability), -1]  # by ability, the last for none
        self.ways = usual_ways(self)
        self.functions = Functions(program, self)  # the second back end
        self.resumed = self.functions.resumed
        self.generated = True  # whether it may run anything
        self._watch: Callable[[int], None] | None = None
        self._trace: Any = None
        self.hold = False  # stop also where no act is left, so that a position can be looked at
        self.look()

    @property
    def watch(self) -> Callable[[int], None] | None:
        """Told the sentences that are passed."""
        return self._watch

    @watch.setter
    def watch(self, watch: Callable[[int], None] | None) -> None:
        self._watch = watch
        self.look()

    @property
    def trace(self) -> Any:
        """Called with (proc, pc, depth, state) before each instruction, outside the state."""
        return self._trace

    @trace.setter
    def trace(self, trace: Any) -> None:
        self._trace = trace
        self.look()

    @property
    def short(self) -> bool:
        return self._short

    @short.setter
    def short(self, on: bool) -> None:
        self._short = on
        self.look()

    def look(self) -> None:
        """Work out whether nothing is unusual about runs: functions do all of it, in the shortest way."""
        self.usual = (
            self.generated and self._short and not self.grants and self._watch is None and self._trace is None
            and not self.functions.cold
        )  # fmt: skip

    @property
    def back_end(self) -> BackEnd:
        """Which back end runs; it may change at any question."""
        return self.functions.back_end if self.generated else BackEnd.INTERPRETER

    @back_end.setter
    def back_end(self, chosen: BackEnd) -> None:
        self.generated = chosen is not BackEnd.INTERPRETER
        self.functions.choose(chosen)
        self.look()

    # ------------------------------------------------------------------------------------------------------- frames
    def enter(self, s: State, proc: int, this: int, you: int, event: Any, args: tuple[Any, ...], ability: int) -> None:
        """Put a frame on the stack; the caller has saved where it goes on."""
        params, size, fill = self._frames[proc]
        given = len(args)
        if given > params:
            raise Fault("call", f"{self.p.procs[proc].name} takes {params} arguments")
        st = s.stack
        st += (proc, 0, s.base, ability, len(s.pool), this, you, event, *args, *fill[given:])
        s.base = base = len(st) - size
        if base > MAX_STACK:
            raise Fault("stack", "calls are nested too deeply")

    def run(self, s: State) -> Status:
        """Go on until something is asked or nothing is left to run. Faults carry card and sentence."""
        if s.ask is not None:
            return Status.ASK
        if s.result or s.base < 0:
            return Status.OVER
        return STATUSES[self._go(s)]

    def go_on(self, s: State, chosen: tuple[Any, ...]) -> None:
        """Take an answer to the open question that is known to be legal, and run."""
        s.ask = None
        st = s.stack
        st.append(chosen)
        if not self.usual or self.p.events.sink is not None:
            self._go(s)
            return
        s.fuel = self.fuel
        resumed = self.resumed
        base = s.base
        proc = st[base - 5]
        try:
            status = resumed[proc][st[base - 4]](s, st, base)
            while not status:
                base = s.base
                proc = st[base - 5]
                status = resumed[proc][st[base - 4]](s, st, base)
        except HOST_ERRORS as error:
            raise self._failed(s, error, proc) from error
        if status == STRANGE:
            self._rest(s)
        else:
            s.fuel = IDLE_FUEL

    def _go(self, s: State) -> int:
        s.fuel = self.fuel
        look(self.p.tables, s)
        return self._rest(s)

    def _rest(self, s: State) -> int:
        """Run what is left of a run."""
        odd = self.p.events.sink is not None or self.grants or not self._short
        s.odd = s.odd | ODD_RUN if odd else s.odd & KEPT
        status: int
        if self.generated and self._trace is None and self._watch is None:
            status = self._generated(s)
            while status == STRANGE:  # frames without a function are interpreted one by one
                status = self._loop(s) or self._generated(s)
        else:
            status = Status.RUNNING
            while not status:
                status = self._loop(s)
        s.fuel = IDLE_FUEL
        return status

    def _generated(self, s: State) -> int:
        """Run frames with generated functions as long as they have one."""
        functions = self.functions
        if functions.cold:
            functions.ran()
            self.look()
        resumed = functions.resumed
        st = s.stack
        base = s.base
        proc = st[base - 5]
        try:
            while True:
                status: int = resumed[proc][st[base - 4]](s, st, base)
                if status:
                    return status
                base = s.base
                proc = st[base - 5]
        except HOST_ERRORS as error:
            raise self._failed(s, error, proc) from error

    def _failed(self, s: State, error: BaseException, proc: int) -> MachineFault:
        inner, place = self.functions.places(error, proc)
        self.functions.leaving.clear()
        self.functions.running.depth = 0
        if isinstance(error, Fault):
            return self._fault(s, error.kind, error.what, *place, inner)
        return self._fault(s, "value", f"{type(error).__name__} in a value", *place, inner)

    def _fault(
        self, s: State, kind: str, what: str, proc: int, pc: int, inner: Iterable[tuple[int, int, int, int]] = ()
    ) -> MachineFault:
        """`inner`: who was called without a frame, the innermost first."""
        self.p.values.reset()
        card, sentence = -1, -1
        places = [*inner, *self._frames_at(s, proc, pc)]
        proc, pc, ability, this = next((at for at in places if not self.p.procs[at[0]].kernel), (proc, pc, -1, -1))
        if not self.p.procs[proc].kernel:  # the nearest that is no kernel procedure
            sentence = self.p.sentence_at(proc, pc)
            if isinstance(ability, int) and ability >= 0:
                card = self.p.tables.ability[ability].card
                if sentence < 0:
                    sentence = self.p.tables.ability[ability].image.sentence
            if card < 0 and isinstance(this, int) and 0 <= this < len(s.defn):
                card = s.defn[this]
        return MachineFault(kind, what, card, sentence, proc, pc)

    @staticmethod
    def _frames_at(s: State, proc: int, pc: int) -> Iterator[tuple[int, int, int, int]]:
        """Procedure, address, ability and card of each frame, from the innermost outwards, which is at `pc`."""
        base, st = s.base, s.stack
        while base >= 0 and proc >= 0:
            yield proc, pc, st[base - 2] if len(st) > base - 2 else -1, st[base] if len(st) > base else -1
            base = st[base - 3]
            if base >= 0:
                proc, pc = st[base - 5], st[base - 4] - 1

    # ------------------------------------------------------------------------------------------------------- the loop
    def _loop(self, s: State) -> Status:
        p = self.p
        natives = p.natives
        rare = self.rare
        trace = self.trace
        watch = self.watch
        st = s.stack
        base = s.base
        proc = st[base - 5]
        code = p.procs[proc].code
        pc = st[base - 4]
        ins: Any = None
        try:
            while True:
                ins = code[pc]
                if trace is not None:
                    trace(proc, pc, base, s)
                op = ins[0]
                if op == EVAL:
                    st.append(ins[2](s, st[base : base + ins[3]], ()))
                    pc = ins[1]
                elif op == STORE:
                    st[base + ins[2]] = st.pop()
                    pc = ins[1]
                elif op == LOAD:
                    st.append(st[base + ins[2]])
                    pc = ins[1]
                elif op == JFALSE:
                    if st.pop():
                        pc = ins[1]
                    else:
                        if ins[2] <= pc:
                            self._burn(s, 1)
                        pc = ins[2]
                elif op == PUSH:
                    st.append(ins[2])
                    pc = ins[1]
                elif op == POP:
                    st.pop()
                    pc = ins[1]
                elif op == NEXT:
                    group, at = st[base + ins[2]], st[base + ins[3]]
                    if at < len(group):
                        st[base + ins[4]] = group[at]
                        st[base + ins[3]] = at + 1
                        pc = ins[1]
                    else:
                        if ins[5] <= pc:
                            self._burn(s, 1)
                        pc = ins[5]
                elif op == JUMP:
                    if ins[2] <= pc:
                        self._burn(s, 1)
                    pc = ins[2]
                elif op == JTRUE:
                    if st.pop():
                        if ins[2] <= pc:
                            self._burn(s, 1)
                        pc = ins[2]
                    else:
                        pc = ins[1]
                elif op == NONE:
                    st.append(())
                    pc = ins[1]
                elif op == SENTENCE:
                    if watch is not None:
                        watch(ins[2])
                    pc = ins[1]
                elif op == RET:
                    value = st.pop()
                    outer = st[base - 3]
                    del st[base - 5 :]
                    s.base = outer
                    if outer < 0:
                        return Status.OVER
                    st.append(value)
                    return Status.RUNNING
                elif op == X_END:
                    outer = st[base - 3]
                    del st[base - 5 :]
                    s.base = outer
                    return Status.RUNNING
                elif op in natives:
                    natives[op](s, base)
                    pc = ins[1]
                elif op == ASK:
                    high, low, options, who = st.pop(), st.pop(), st.pop(), st.pop()
                    st[base - 4] = ins[1]
                    x = self.ask(s, base, who, options, low, high, ins[2], ins[3], ins[4], proc, pc)
                    if x is None:
                        return Status.ASK
                    st.append(x)
                    pc = ins[1]
                elif op in EVENTS:
                    this, you = st[base], st[base + 1]
                    if op == EVENT:
                        kind, tail = ins[2], ins[3]
                        rows = st.pop()
                    elif op == X_EVENT:
                        tail, rows, kind = st.pop(), st.pop(), st.pop()
                    else:
                        kind, tail = ins[2], ins[3]
                        rows, this, you = st.pop(), st.pop(), st.pop()
                    pc = ins[1]
                    if not rows:
                        st.append(())
                        continue
                    st[base - 4] = pc
                    x = self.event(s, kind, rows, tail, this, you, st[base - 2])
                    if x is None:
                        return Status.RUNNING
                    st.append(x)
                elif op in CALLS:
                    self._burn(s, 2)
                    n = ins[3]
                    args = tuple(st[-n:]) if n else ()
                    if n:
                        del st[-n:]
                    you = st.pop() if op == CALLAS else st[base + 1]
                    st[base - 4] = ins[1]
                    self.enter(s, ins[2], st[base], you, st[base + 2], args, st[base - 2])
                    return Status.RUNNING
                else:
                    # the rarer opcodes: those that enter a frame say so
                    st[base - 4] = ins[1]
                    if rare[op](s, st, base, ins):
                        return Status.RUNNING
                    if s.result:
                        return Status.OVER
                    pc = ins[1]
        except Fault as fault:
            raise self._fault(s, fault.kind, fault.what, proc, pc) from None
        except HOST_ERRORS as error:
            raise self._fault(s, "value", f"{type(error).__name__} in a value", proc, pc) from error

    @staticmethod
    def _burn(s: State, n: int) -> None:
        s.fuel -= n
        if s.fuel < 0:
            raise Fault("fuel", "a loop")

    def event(self, s: State, kind: int, rows: Any, tail: int, this: int, you: int, ability: int) -> Any:
        """Commit an event; the rows committed, or None if a frame of the kernel does the rest."""
        return self.ways[kind](s, rows, tail, this, you, ability)

    def maker(self, s: State, this: int, ability: int) -> int:
        """Who did it when no card did: for an ability of a card that is done without one, the card around it."""
        return self._maker(s) if self.p.tables.ability[ability].image.card != -1 else this

    @staticmethod
    def _maker(s: State) -> int:
        """The card that does what a copy without a card does: that of the nearest frame around it, -1 if there is
        none.
        """
        at = s.base
        while at >= 0:
            card = s.stack[at]
            if isinstance(card, int) and card >= 0:
                return card
            at = s.stack[at - 3]
        return -1
