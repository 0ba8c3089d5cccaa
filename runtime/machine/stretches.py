"""The frame of a generated function: the stretches between jumps, operands and locals.

A function is written for one place where a procedure begins or goes on, and for what can be come to from there. A
stretch begins there and wherever a jump leads. Stretches stand one below the other, first those behind the place, then
those before it; one that some jump passes over stands under `if pc <= its number:`. A jump ahead sets `pc`, going on to
the next stretch needs nothing, a jump back goes through a loop around all.
Where a frame goes on is written into it only when it is left, and a local that is read more than once in a stretch is
read from the frame once: the source is written twice, and the first time only counts.
Must not know what opcodes do.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import ProcDef
from cardwright.runtime.bytecode.optable import OPS

from .plan_source import PlanSource

LEFT = frozenset(("EVENT", "EVENTAS", "X.EVENT", "CALL", "CALLAS", "X.ACT"))  # they leave a value to who comes back
LEAVES = frozenset(
    (
        "ASK", "EVENT", "EVENTAS", "X.EVENT", "CALL", "CALLAS", "RUN", "RUNWITH", "X.RUN", "X.OUT", "X.ACT", "DRAIN",
        "PAY", "ACTS",
        "ABILITIES", "REFILL", "X.DRAIN", "X.AFTER",
    )
)  # fmt: skip


class Stretches(ABC):
    """Writes what is around the instructions of one procedure. `lines[i]` is the pc of line i + 1, for faults."""

    def __init__(self, writer: PlanSource, number: int, proc: ProcDef, start: int) -> None:
        self.w = writer
        self.number = number
        self.start = start
        self.code = instructions(proc.code)
        self.words = dict(self.code)
        self.sizes = {pc: pc + len(words) for pc, words in self.code}
        self._order()
        # what takes the value an opcode leaves is done with that opcode, but for those who come back
        self.taken = {
            self.sizes[pc] for pc, words in self.code if OPS[words[0]].name in LEFT and self.taker(self.sizes[pc])
        }
        self.counted: Counter[tuple[int, int, int]] | None = None  # reads of a local, from the first time
        self.begin()

    @abstractmethod
    def instruction(self, op: str, a: tuple[int, ...], after: int) -> bool:
        """Write one instruction; whether control goes on behind it inside the same stretch."""

    def begin(self) -> None:
        self.w.begin(("s", "st", "base"), lambda n: f"st[base + {n}]")
        self.text: list[str] = []
        self.lines: list[int] = []
        self.stack: list[str] = []  # operands that lie in Python locals
        self.known: dict[int, str] = {}  # locals of the frame that Python locals or numbers are equal to
        self.written: Counter[int] = Counter()  # how often a local was written, so that reads can be told apart
        self.reads: Counter[tuple[int, int, int]] = Counter()
        self.temps = 0
        self.depth = 3
        self.pc = self.entry = 0

    def _order(self) -> None:
        """The stretches, in the order they are written in, and which of them stand under a test."""
        targets = {v for _, words in self.code for v in _targets(words)}
        edges: dict[int, set[int]] = {}
        work = [self.start]
        while work:
            pc = head = work.pop()
            if head in edges:
                continue
            edges[head] = set()
            while True:
                words = self.words[pc]
                edges[head] |= _targets(words)
                pc = self.sizes[pc]
                if OPS[words[0]].ends:
                    break
                if pc in targets or pc == self.start:
                    edges[head].add(pc)
                    break
            work += edges[head]
        self.entries = sorted(edges, key=lambda pc: (pc < self.start, pc))
        self.places = {pc: at for at, pc in enumerate(self.entries)}
        jumps = [(self.places[head], self.places[to]) for head, all_ in edges.items() for to in all_]
        self.looped = any(to <= at for at, to in jumps)
        self.tested = {over for at, to in jumps for over in (range(at + 1, to) if to > at else range(to))}

    def follows(self, after: int, *ops: str) -> bool:
        """Whether the instruction there is one of these and can only be come to from the one before."""
        words = self.words.get(after)
        return words is not None and after not in self.places and OPS[words[0]].name in ops

    # ------------------------------------------------------------------------------------------------------- writing
    def put(self, text: str, more: int = 0) -> None:
        self.text.append("    " * (self.depth + more) + text)
        self.lines.append(self.pc)

    def name(self) -> str:
        self.temps += 1
        return f"t{self.temps}"

    def temp(self, value: str) -> str:
        """Keep a value in a Python local and push it."""
        if value.isidentifier():
            self.stack.append(value)
            return value
        name = self.name()
        self.put(f"{name} = {value}")
        self.stack.append(name)
        return name

    def pop(self) -> str:
        if self.stack:
            return self.stack.pop()
        name = self.name()
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
        if self.counted is None:
            self._write()
            self.counted = self.reads
            self.begin()
        self._write()
        return "\n".join((*self.text, *self.w.loops)) + "\n"

    def _write(self) -> None:
        self.depth = 0
        self.head()
        if self.tested:
            self.put("pc = 0")
        if self.looped:
            self.put("while True:")
        for at, pc in enumerate(self.entries):
            self._stretch(at, pc)
            live = True
            while live:
                self.pc = pc
                after = self.sizes[pc]
                if pc not in self.taken:
                    live = self.instruction(OPS[self.words[pc][0]].name, self.words[pc][1:], after)
                pc = after
                if live and pc in self.places:
                    self.settle()
                    if self.places[pc] != at + 1:
                        self.goes(pc)
                    break
        if self.text[-1].endswith(":"):
            self.put("pass")

    def head(self) -> None:
        """What a function of a frame begins with."""
        self.put(f"def f(s, st, base):  # procedure {self.number} from {self.start}")
        self.depth = 1

    def settle(self) -> None:
        """A stretch ends: operands go where the next one takes them from."""
        self.flush()

    def goes(self, target: int, more: int = 0) -> bool:
        """Go on at another stretch; whether that is one further down."""
        place = self.places[target]
        ahead = place > self.places[self.entry]
        if ahead or self.tested:
            self.put(f"pc = {place}", more)
        if not ahead:
            self.put("continue", more)
        return ahead

    def _stretch(self, at: int, pc: int) -> None:
        if self.text[-1].endswith(":") and not self.text[-1].endswith("while True:"):
            self.put("pass")
        self.stack.clear()
        self.known.clear()
        self.w.kept = {}
        self.pc = self.entry = pc
        self.depth = 2 if self.looped else 1
        if at in self.tested:
            self.put(f"if pc <= {at}:")
            self.depth += 1

    def taker(self, after: int) -> tuple[int, ...] | None:
        """The instruction that drops or keeps the rows an event has left, if they come from nowhere else."""
        words = self.words.get(after)
        if words is None or after in self.places or OPS[words[0]].name not in ("POP", "STORE"):
            return None
        return words

    def loc(self, n: int) -> str:
        known = self.known.get(n)
        if known is not None:
            return known
        source = f"st[base + {n}]" if n else "st[base]"
        key = (self.entry, n, self.written[n])
        self.reads[key] += 1
        if self.counted is None or self.counted[key] < 2:
            return source
        name = self.known[n] = self.name()
        self.put(f"{name} = {source}")
        return name

    def write_local(self, n: int, value: str) -> None:
        self.put(f"st[base + {n}] = {value}" if n else f"st[base] = {value}")
        self.written[n] += 1
        self.known[n] = value

    def forget(self) -> None:
        """Something else may have written locals."""
        self.known.clear()
        for n in range(3):
            self.written[n] += 1


def _targets(words: tuple[int, ...]) -> set[int]:
    """Where an instruction may jump."""
    return {v for kind, v in zip(OPS[words[0]].operands, words[1:], strict=True) if kind == "j"}
