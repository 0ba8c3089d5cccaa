"""Building one procedure: opcodes, labels, locals, sentences. Knows the opcode table, no trees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cardwright.runtime.bytecode.image import Plan, ProcDef
from cardwright.runtime.bytecode.optable import OPCODE, OPS

from .ids import Ids

FIXED_LOCALS = 3  # this, you, event


@dataclass
class Label:
    """A jump target, placed once, referred to from anywhere in its procedure."""

    at: int = -1
    uses: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class State:
    """How much of a procedure was built at a time."""

    code: int
    prologue: int
    locals: int
    labels: int


class Code:
    """One procedure under construction."""

    def __init__(self, ids: Ids, name: str, params: int = 0) -> None:
        self.ids = ids
        self.name = name
        self.params = params
        self.locals = FIXED_LOCALS + params
        self.code: list[int] = []
        self.prologue: list[int] = []  # runs first: locals that later clauses may find untouched
        self._labels: list[Label] = []

    def op(self, name: str, *operands: int | Label) -> None:
        """Append an opcode; a Label stands for its address once placed."""
        table = OPS[OPCODE[name]]
        if len(operands) != len(table.operands):
            raise ValueError(f"{name} takes {len(table.operands)} operands, not {len(operands)}")
        self.code.append(OPCODE[name])
        for operand in operands:
            if isinstance(operand, Label):
                operand.uses.append(len(self.code))
                self.code.append(-1)
            else:
                self.code.append(operand)

    def eval(self, plan: Plan) -> None:
        """Push a plan's value; constants and locals without a plan."""
        if plan[0] == "num":
            self.op("PUSH", _int(plan[1]))
        elif plan[0] == "local":
            self.op("LOAD", _int(plan[1]))
        else:
            self.op("EVAL", self.ids.plan(plan))

    def local(self) -> int:
        """A new local."""
        self.locals += 1
        return self.locals - 1

    def store_new(self) -> int:
        """Pop into a new local."""
        index = self.local()
        self.op("STORE", index)
        return index

    def cleared(self) -> int:
        """A new local that holds the empty group until it is stored: what a clause that was not reached leaves."""
        index = self.local()
        self.prologue += [OPCODE["NONE"], OPCODE["STORE"], index]
        return index

    def zeroed(self) -> int:
        """A new local that holds 0 until it is stored."""
        index = self.local()
        self.prologue += [OPCODE["PUSH"], 0, OPCODE["STORE"], index]
        return index

    def nobody(self) -> int:
        """A new local that holds no player until it is stored."""
        index = self.local()
        self.prologue += [OPCODE["PUSH"], -1, OPCODE["STORE"], index]
        return index

    def set(self, local: int, plan: Plan) -> None:
        self.eval(plan)
        self.op("STORE", local)

    def label(self) -> Label:
        label = Label()
        self._labels.append(label)
        return label

    def place(self, label: Label) -> None:
        label.at = len(self.code)

    def here(self) -> Label:
        label = self.label()
        self.place(label)
        return label

    def each(self, group: Plan, body: Callable[[int], None]) -> None:
        """Do something for each of a group, in its order; `body` takes the local that holds the one."""
        self.eval(group)
        members = self.store_new()
        index, item = self.local(), self.local()
        self.set(index, ("num", 0))
        end = self.label()
        start = self.here()
        self.op("NEXT", members, index, item, end)
        body(item)
        self.op("JUMP", start)
        self.place(end)

    def state(self) -> State:
        """What has been built so far, to go back to."""
        return State(len(self.code), len(self.prologue), self.locals, len(self._labels))

    def back(self, to: State) -> None:
        """Drop what was built since."""
        del self.code[to.code :], self.prologue[to.prologue :], self._labels[to.labels :]
        self.locals = to.locals

    def asks_of(self, value: Plan, since: State) -> bool:
        """Whether what was built since works something out from this value."""
        pc = since.code
        while pc < len(self.code):
            op = OPS[self.code[pc]]
            if op.name == "EVAL" and _within(value, self.ids.image.plans[self.code[pc + 1]]):
                return True
            pc += 1 + len(op.operands)
        return False

    def settle(self, start: int) -> None:
        """Move the prologue so far to an address passed already: what follows there may be entered by itself."""
        first = self.prologue
        if not first:
            return
        self.prologue = []
        self.code[start:start] = first
        for label in self._labels:
            if label.at > start:
                label.at += len(first)
            label.uses = [use + len(first) if use >= start else use for use in label.uses]

    def finish(self) -> ProcDef:
        """Close with RET and resolve the labels."""
        self.op("PUSH", 1)
        self.op("RET")
        for label in self._labels:
            for use in label.uses:
                if label.at < 0:
                    raise ValueError(f"a label of {self.name} was never placed")
                self.code[use] = label.at + len(self.prologue)
        return ProcDef(self.name, self.params, self.locals, (*self.prologue, *self.code))


def _within(value: Plan, plan: Plan) -> bool:
    return plan == value or any(isinstance(part, tuple) and _within(value, part) for part in plan)


def _int(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no operand")
    return value
