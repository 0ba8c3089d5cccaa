"""The frame of a generated function: its entries, the stretches between them, operands and locals.

A procedure is written twice: with stretches only where jumps lead, for one that begins (direct_source.py), and (when it
is needed) for a frame that is resumed, with a stretch from each place where it may have stopped.

The stretches between entries stand one below the other as `if pc <= entry:`; a jump ahead sets `pc`, going on to the
next stretch needs nothing. What an event leaves for those who come back to it is an `elif` beside its stretch. Where
the frame goes on is written into it only when it is left, and a local that is read more than once in a stretch is
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

BLOCK = 5  # stretches
LEFT = frozenset(("EVENT", "CALL", "CALLAS"))  # they leave a value to who comes back
LEAVES = frozenset(
    (
        "ASK", "EVENT", "EVENTAS", "X.EVENT", "CALL", "CALLAS", "RUN", "RUNWITH", "X.RUN", "X.OUT", "X.ACT", "DRAIN",
        "PAY", "ACTS",
        "ABILITIES", "REFILL", "X.DRAIN", "X.AFTER",
    )
)  # fmt: skip


class Stretches(ABC):
    """Writes what is around the instructions of one procedure. `lines[i]` is the pc of line i + 1, for faults."""

    resumed: bool

    def __init__(self, writer: PlanSource, number: int, proc: ProcDef) -> None:
        self.w = writer
        self.number = number
        self.code = instructions(proc.code)
        self.words = dict(self.code)
        self.sizes = {pc: pc + len(words) for pc, words in self.code}
        self.entries = self._entries({first for _, first, _ in proc.steps})
        # what takes the rows of an event: only those who come back go there
        takers = {
            self.sizes[pc] for pc, words in self.code if OPS[words[0]].name in LEFT and self.taker(self.sizes[pc])
        }
        self.beside = takers if self.resumed else set()
        self.taken = set() if self.resumed else takers
        self.blocks = self._blocks()
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

    def _entries(self, steps: set[int]) -> list[int]:
        """Where the frame may be entered: also at named steps."""
        self.targets = {
            v for _, words in self.code for k, v in zip(OPS[words[0]].operands, words[1:], strict=True) if k == "j"
        }
        if not self.resumed:
            return sorted({0, *self.targets})
        found = {0, *steps, *self.targets}
        for pc, words in self.code:
            op = OPS[words[0]]
            if op.name in LEAVES:
                found.add(self.sizes[pc])
                if op.name in LEFT and self.taker(self.sizes[pc]) is not None:
                    found.add(self.sizes[self.sizes[pc]])
        return sorted(e for e in found if e in self.sizes)

    def follows(self, after: int, *ops: str) -> bool:
        """Whether the instruction there is one of these and can only be come to from the one before."""
        words = self.words.get(after)
        return words is not None and after not in self.entries and OPS[words[0]].name in ops

    # ------------------------------------------------------------------------------------------------------- writing
    def put(self, text: str, more: int = 0) -> None:
        self.text.append("    " * (self.depth + more) + text)
        self.lines.append(self.pc)

    def name(self) -> str:
        self.temps += 1
        return f"t{self.temps}"

    def temp(self, value: str) -> str:
        """Keep a value in a Python local and push it."""
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
        self.put("while True:")
        live = True
        for at, (pc, words) in enumerate(self.code):
            if pc in self.entries:
                if at and live:
                    self.settle()
                self._stretch(pc)
                live = True
            elif not live or pc in self.taken:
                continue  # not reached: the verifier saw no way here; or done with the event before
            self.pc = pc
            live = self.instruction(OPS[words[0]].name, words[1:], self.sizes[pc])
        if self.text[-1].lstrip().endswith(":"):  # a stretch nothing leads to, of instructions that do nothing
            self.put("pass")
        self.depth = 2
        self.put("return 3")

    def head(self) -> None:
        """What a function of a resumed frame begins with."""
        self.put(f"def f(s, st, base, pc):  # procedure {self.number}")
        self.depth = 1
        self.put(f"if pc not in {self.w.name(frozenset(self.entries), 'e')}: return 3")

    def settle(self) -> None:
        """A stretch ends: operands go where the next one takes them from."""
        self.flush()

    def _stretch(self, pc: int) -> None:
        """Begin a stretch, and perhaps a block of them."""
        if self.text[-1].endswith(":") and not self.text[-1].endswith("while True:"):
            self.put("pass")
        self.stack.clear()
        self.known.clear()
        self.pc = self.entry = pc
        if pc in self.blocks:
            self.depth = 2
            self.put(f"if pc <= {self.blocks[pc]}:")
        self.depth = 3 if self.blocks else 2
        self.put(f"elif pc == {pc}:" if pc in self.beside else f"if pc <= {pc}:")
        self.depth += 1

    def _blocks(self) -> dict[int, int]:
        """First and last entry of each block: where there are many, whole blocks are passed over at once."""
        heads = [pc for pc in self.entries if pc not in self.beside][::BLOCK]
        if len(heads) < 3:
            return {}
        ends = [max(pc for pc in self.entries if pc < head) for head in heads[1:]]
        return dict(zip(heads, [*ends, self.entries[-1]], strict=True))

    def taker(self, after: int) -> tuple[int, ...] | None:
        """The instruction that drops or keeps the rows an event has left, if they come from nowhere else."""
        words = self.words.get(after)
        if words is None or after in self.targets or OPS[words[0]].name not in ("POP", "STORE"):
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
