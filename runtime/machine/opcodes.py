"""The rarer opcodes, one method each: shared by both back ends. A method says whether it entered a frame.

The loop has saved where the frame goes on before it calls one. Must not know how the loop works.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.optable import OPCODE
from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.state.state import State
from cardwright.runtime.state.streams import below

if TYPE_CHECKING:
    from .interpreter import Interpreter
    from .program import Program

Rare = Callable[[State, "list[Any]", int, Any], bool]


class Opcodes:
    """The methods of one program, by opcode."""

    def __init__(self, program: Program, interpreter: Interpreter) -> None:
        self.p = program
        self.enter = interpreter.enter
        self.procs = [act.proc for act in program.image.acts]
        self.table: dict[int, Rare] = {
            OPCODE[name]: method
            for name, method in {
                "NOP": self.nop, "X.RUN": self.run_captured, "RUN": self.run, "RUNWITH": self.run_with,
                "DRAIN": self.drain, "X.DRAIN": self.drain_above,
                "SETROWS": self.set_rows, "ADDROW": self.add_row, "OPEN": self.open, "CLOSE": self.close,
                "RANDOM": self.random, "ABILITIES": self.abilities, "PAY": self.pay, "ACTS": self.acts,
                "REFILL": self.refill, "ACTIVE": self.active, "OVER": self.over, "NEED": self.need,
                "ENDROWS": self.end_rows, "X.AFTER": self.instead, "X.OUT": self.out, "X.ACT": self.act,
            }.items()
        }  # fmt: skip

    # ------------------------------------------------------------------------------------------------------- frames
    def _kernel(self, s: State, base: int, name: str, args: tuple[Any, ...]) -> bool:
        """Enter a kernel procedure with this frame's this, you, event and cause."""
        s.fuel -= 5
        if s.fuel < 0:
            raise Fault("fuel", "a chain of calls")
        st = s.stack
        self.enter(s, self.p.kernel[name], st[base], st[base + 1], st[base + 2], args, st[base - 2])
        return True

    def _ability(
        self, s: State, st: list[Any], ability: int, this: int, you: int, event: Any, args: tuple[Any, ...]
    ) -> bool:
        s.fuel -= 5
        if s.fuel < 0:
            raise Fault("fuel", "a chain of abilities")
        if not 0 <= ability < len(self.p.tables.ability):
            raise Fault("value", "no such ability")
        proc = self.p.tables.ability[ability].proc
        if proc < 0:
            st.append(0)
            return False
        self.enter(s, proc, this, you, event, args[: self.p.procs[proc].params], ability)
        return True

    def run_captured(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        captured, event, you, this, ability = st.pop(), st.pop(), st.pop(), st.pop(), st.pop()
        return self._ability(s, st, ability, this, you, event, captured)

    def run(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        event, you, this, ability = st.pop(), st.pop(), st.pop(), st.pop()
        return self._ability(s, st, ability, this, you, event, ())

    def run_with(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        n = ins[2]
        args = tuple(st[-n:]) if n else ()
        if n:
            del st[-n:]
        event, you, this, ability = st.pop(), st.pop(), st.pop(), st.pop()
        return self._ability(s, st, ability, this, you, event, args)

    def drain(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        floor = st[base - 1]
        return len(s.pool) != floor and self._kernel(s, base, "drain", (floor,))

    def instead(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        """The frame is replaced by one of another procedure."""
        args = tuple(st[-ins[3] :])
        this, you, event, ability = st[base], st[base + 1], st[base + 2], st[base - 2]
        s.base = st[base - 3]
        del st[base - 5 :]
        self.enter(s, ins[2], this, you, event, args, ability)
        return True

    def drain_above(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        floor = st.pop()
        return len(s.pool) > floor and self._kernel(s, base, "drain", (floor,))

    def abilities(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        you, card, definition = st.pop(), st.pop(), st.pop()
        card = max(card, -1)
        if not self.p.values.playable(s, definition, card):
            return False
        return self._kernel(s, base, "abilities", (definition, card, you))

    def pay(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        act, card, you = st.pop(), st.pop(), st.pop()
        if not 0 <= act < len(self.p.image.acts):
            raise Fault("value", "no such act")
        return self._kernel(s, base, "pay", (you, card, act))

    def acts(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        return self._kernel(s, base, "acts", (st.pop(),))

    def refill(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        return self._kernel(s, base, "refill", (ins[2],))

    def act(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        """Do a chosen act: the procedure of an act, or an ability."""
        chosen = st.pop()
        seat, number, ability, card = chosen
        self.p.acts.begun(s, chosen)
        if number < 0:
            return self._ability(s, st, ability, card, seat, (), ())
        proc = self.procs[number]
        if proc < 0:
            st.append(0)
            return False
        self.enter(s, proc, -1, seat, (), (card,), -1)
        return True

    def out(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        """Run the procedure of a card pushed out of a zone, if it still lies among the leaving ones."""
        card, zone = st.pop()
        t = self.p.tables
        where = t.layout.zone[s.slot[card]]
        proc = t.image.zones[zone].out if t.pushes[zone] else t.on_full[zone]
        if proc < 0 or where != (t.leaving if t.leaving >= 0 else 1):
            st.append(0)
            return False
        args = (card,) if self.p.procs[proc].params else ()
        self.enter(s, proc, card, s.active, (), args, -1)
        return True

    # ------------------------------------------------------------------------------------------------------- rows,
    # periods
    def nop(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        return False

    def set_rows(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        rows = st.pop()
        if not s.pending:
            raise Fault("value", "no event is being proposed")
        proposal = s.pending[-1]
        s.pending[-1] = (*proposal[:2], tuple((*r[:6],) for r in rows), *proposal[3:])
        return False

    def add_row(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        self.add(s, ins[2], st.pop(), st[base], st[base + 1])
        return False

    def add(self, s: State, family: int, row: Any, this: int, you: int) -> None:
        self.p.roles.add(s, family, row, this, you)
        self.tell("row", s, family, row, this)

    def end_rows(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        self.p.roles.end_rows(s, ins[2], st.pop())
        return False

    def open(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        self.p.roles.open(s, ins[2])
        self.tell("open", s, ins[2], st[base + 1])
        return False

    def close(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        self.p.roles.close(s, ins[2])
        self.tell("close", s, ins[2], st[base + 1])
        return False

    def active(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        self.p.roles.turn(s, st.pop())
        self.tell("turn", s, s.active)
        return False

    def over(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        s.result = ins[2]
        self.tell("over", s, s.result)  # while whoever ends it is still on the stack
        s.ask = None
        s.stack.clear()
        s.base = -1
        return False

    def tell(self, what: str, s: State, *rest: Any) -> None:
        """Report something to who looks on. Generated code asks `State.odd` first: it says whether somebody does."""
        sink = self.p.events.sink
        if sink is not None:
            sink((what, s.turn, *rest))

    # ------------------------------------------------------------------------------------------------------- piles,
    # chance
    def need(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        n, slot = st.pop(), st.pop()
        ability = st[base - 2]
        keyword = self.p.tables.ability[ability].keyword if ability >= 0 else -1
        renewed = self.p.events.need(s, slot, n, (st[base], ability, keyword, st[base + 1]))
        if renewed and self.p.tables.renew_event >= 0:
            self.p.triggers.collect(s, self.p.tables.renew_event, renewed, st[base + 1], st[base], ability, keyword)
        return False

    def random(self, s: State, st: list[Any], base: int, ins: Any) -> bool:
        n, options = st.pop(), st.pop()
        left = list(options)
        out: list[Any] = []
        for _ in range(min(n, len(left))):
            out.append(left.pop(below(s.streams, ins[2], len(left))))
        st.append(tuple(out))
        return False
