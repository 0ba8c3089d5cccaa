"""What procedures without frames need: to have their frame written after all, to run abilities and those pushed out.

Must not know source.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.state.state import HEADER, State

if TYPE_CHECKING:
    from .interpreter import Interpreter

MAX_STACK = 60_000
DEEP = 30  # how deep abilities run each other without frames: Python's own stack is not endless
ASKED, OVER, ELSEWHERE = 1, 2, 0  # what functions of frames say; 0 as well where a frame has ended
Direct = Callable[..., Any]  # (state, stack, base, ability, this, you, event, arguments …): a value, None if it stopped


class Leaving(list[tuple[Any, ...]]):
    """The frames of those that have stopped without one, the innermost first: each notes its own and returns None."""

    def write(self, s: State, st: list[Any], base: int) -> int:
        """Put them on the stack, called by the frame at `base`, under those they have entered. What a function then
        says: something is asked, it is over, or another frame runs now.
        """
        if s.base < 0:
            self.clear()
            return OVER
        if self:
            if s.base == base:  # they have entered none, as is usual
                outer = base
                for frame in reversed(self):
                    here = len(st) + HEADER
                    st += frame
                    st[here - 3] = outer
                    outer = here
                s.base = outer
                if outer > MAX_STACK:
                    raise Fault("stack", "calls are nested too deeply")
            else:
                self._under(s, st, base)
            self.clear()
        return ASKED if s.ask is not None else ELSEWHERE

    def _under(self, s: State, st: list[Any], base: int) -> None:
        """Put them between the frame at `base` and those that were entered since."""
        top = low = s.base
        while (outer := st[low - 3]) != base:
            low = outer
        at = low - HEADER
        frames: list[Any] = []
        outer = base
        for frame in reversed(self):
            here = len(frames) + HEADER
            frames += frame
            frames[here - 3] = outer
            outer = at + here
        size = len(frames)
        s.base = top + size
        while top != low:
            st[top - 3] += size
            top = st[top - 3] - size
        st[low - 3] = outer
        st[at:at] = frames


class Running:
    """Runs abilities and procedures of cards pushed out. `direct`: the functions by procedure and what is known of its
    arguments; `plain`: by procedure, those that know nothing and are made.
    """

    def __init__(self, machine: Interpreter, direct: dict[tuple[int, str], Direct], plain: list[Direct | None]) -> None:
        self.machine = machine
        self.p = machine.p
        self.direct = direct
        self.plain = plain
        self.depth = 0
        procs = self.p.procs
        self.procs = tuple(
            (one.proc, procs[one.proc].params if one.proc >= 0 else 0, one.image.card != -1)
            for one in self.p.tables.ability
        )

    def call(
        self, function: Direct, s: State, st: list[Any], base: int, proc: int, ability: int, this: int, you: int,
        event: Any, *args: Any,
    ) -> Any:  # fmt: skip
        """Call a procedure that may come back to the one that calls it. (`DirectSource.op_CALL` writes it out.)"""
        if self.depth >= DEEP:
            self.machine.enter(s, proc, this, you, event, args, ability)
            return None
        self.depth += 1
        try:
            return function(s, st, base, ability, this, you, event, *args)
        finally:
            self.depth -= 1

    def ability(
        self, s: State, st: list[Any], base: int, ability: int, this: int, you: int, event: Any, args: tuple[Any, ...]
    ) -> Any:
        """As `Opcodes._ability`; the value of its procedure, None if it stopped."""
        s.fuel -= 5
        if s.fuel < 0:
            raise Fault("fuel", "a chain of abilities")
        if not 0 <= ability < len(self.procs):
            raise Fault("value", "no such ability")
        proc, params, copied = self.procs[ability]
        if proc < 0:
            return 0
        if len(args) != params:
            args = (*args, *(None,) * (params - len(args)))[:params]
        if self.depth >= DEEP or (this < 0 and copied):  # the card that does it is looked for in frames
            self.machine.enter(s, proc, this, you, event, args, ability)
            return None
        function = self.plain[proc] or self.direct[proc, ""]
        self.depth += 1
        try:
            if params:
                return function(s, st, base, ability, this, you, event, *args)
            return function(s, st, base, ability, this, you, event)
        finally:
            self.depth -= 1

    def out(self, s: State, st: list[Any], base: int, pushed: tuple[int, int]) -> Any:
        """As `Opcodes.out`."""
        card, zone = pushed
        t = self.p.tables
        where = t.layout.zone[s.slot[card]]
        proc = t.image.zones[zone].out if t.pushes[zone] else t.on_full[zone]
        if proc < 0 or where != (t.leaving if t.leaving >= 0 else 1):
            return 0
        args, known = ((card,), "c") if self.p.procs[proc].params else ((), "")
        return self.call(self.direct[proc, known], s, st, base, proc, -1, card, s.active, (), *args)
