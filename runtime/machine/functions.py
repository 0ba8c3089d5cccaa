"""The second back end: functions generated for the procedures that are run often.

A procedure becomes a function when it was entered HOT times, one for those that call it and one for its frames; until
then (and with a trace or a watch) the interpreter runs it. The source comes from verified code only. Must not know
opcodes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import CodeType, FunctionType, TracebackType
from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.plantypes import PlanChecker
from cardwright.runtime.kernel import kernel
from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.rules.paying import Paying
from cardwright.runtime.rules.tables import Tables

from .act_source import ActSource
from .attach_source import AttachSource
from .back_end import BackEnd
from .calls import Calls, stepped
from .direct import Leaving, Running
from .direct_source import ANY, CARD, NUMBER, SEAT, DirectSource, Unsuited
from .heard_source import HeardSource, Listed, Made
from .local_types import LocalTypes
from .plan_source import PlanSource, lies
from .proc_source import ProcSource
from .value_source import ValueSource

if TYPE_CHECKING:
    from cardwright.runtime.state.state import State

    from .interpreter import Interpreter
    from .program import Program

Resumed = Callable[["State", list[Any], int], int]  # the function of a frame

HOT = 12
PLACE = "<procedure "  # what the source of a procedure is called in tracebacks
NEVER = -(1 << 60)  # a procedure too deep for a function stays with the interpreter
TOO_MUCH = (SyntaxError, RecursionError, MemoryError)
STRANGE = 3  # what a function says of a frame that it cannot enter here
FRAMED = frozenset(("event", "replace", "acts"))  # procedures of the kernel that are nothing without a frame
PLANS_HOT = 300  # runs after which the plans of rules become functions too


def _spent() -> None:
    raise Fault("fuel", "a loop")


def _strange(s: State, st: list[Any], base: int) -> int:
    """What stands for a function that would be too deep."""
    return STRANGE


def rule_plans(image: Image) -> set[int]:
    """Plans that are no part of a procedure: of acts, prices, abilities and their templates, and without candidates."""
    found: set[int] = set()
    for act in image.acts:
        found |= {act.cards, act.if_}
    found |= {price.amount for price in image.prices}
    for ability in image.abilities:
        found |= {ability.pattern, ability.you}
        if ability.kind != "static":
            found |= {ability.condition, ability.times}
    return found - {-1}


class Functions:
    """The functions made so far, by procedure."""

    def __init__(self, program: Program, interpreter: Interpreter) -> None:
        self.p = program
        self.hot = HOT
        self.counts: dict[int, int] = {}
        self.interpreter = interpreter
        self.functions: Made = Made(self._begin)  # of procedures that begin, by what is known of their arguments
        self.plain: list[Any] = [None] * len(program.procs)  # those of no arguments known, by procedure, once made
        self._acts = self._of_acts()
        self.acting = [
            None if key is None else self.functions[key] for key in self._acts
        ]  # by act; for no act the last
        self.resumed = [self._resuming(proc) for proc in range(len(program.procs))]  # by procedure and place
        self.lines: dict[str, list[int]] = {}
        self.calls = Calls(program)
        self._framed = {program.kernel[name] for name in FRAMED} | stepped(program)
        self.runs = 0
        self.cold = True  # plans of rules may still become functions
        self._listening = False  # whether it is told of selections of those that listen
        self.back_end = BackEnd.AUTOMATIC
        self._reference: list[Any] = []  # the plans of the reference, while others stand in their place
        self._gathers = Listed(self._gather, program.casts.ears)  # by the number of those who listen
        self._dues = Listed(self._due, program.casts.states)  # by the standing conditions of a game
        self._offers = Listed(self.offered, program.casts.statics)  # by the static abilities of a game
        self.writer = PlanSource(program.linker, PlanChecker(program.image))
        self.leaving = leaving = Leaving()
        self.writer.enter(self, {
            "SPENT": _spent, "LEFT": leaving.write, "LEAVE": leaving.append,
            "map": map, "EVENT": interpreter.event,
            "MACHINE": interpreter,
            "ACTS": self.acting, "OFFERED": self._offers.functions,
            "ASKS": interpreter.asks,
            "STATES": program.triggers.states, "PLAYABLE": program.values.playable,
            "PLAYS": program.tables.plays, "GRANTED": bool(program.values.static_grants),
        })  # fmt: skip
        self.values = ValueSource(self.writer, program.values)
        self.values.reference()
        self.writer.enter(self, {f"W{kind}": way for kind, way in enumerate(interpreter.ways)})
        self.types = LocalTypes(program, self.writer.checker)
        self.ways = AttachSource(self.writer, interpreter, self.direct)
        self.heard = HeardSource(self.writer, program)
        self._ears: list[tuple[tuple[bool, ...], ...]] = []  # by the number of those who listen
        self.writer.enter(self, {
            "GATHER": self._gathers.functions, "ENTER": program.triggers.enter, "LISTEN": program.triggers.listen,
            "OWNS": program.values.controller, "WORKING": program.values.working,
            "HEARDS": Made(self._heards), "EARS": self._ears, "DEAF": self.heard.deaf,
            "DUES": self._dues.functions, "TRUE": program.triggers.true,
        })  # fmt: skip
        opcodes, natives, running = (
            interpreter.opcodes,
            program.kernel_natives,
            Running(interpreter, self.functions, self.plain),
        )
        self.running = running
        self.writer.enter(self, {f"R{opcode}": method for opcode, method in interpreter.rare.items()})
        self.writer.enter(self, {
            "RUNS": running.ability, "OUTS": running.out, "CALLS": running.call, "RUNNING": running,
            "ADDROW": opcodes.add, "ENDROWS": program.roles.end_rows, "OPENED": program.roles.open,
            "CLOSED": program.roles.close, "TURNED": program.roles.turn, "TELL": opcodes.tell,
            "POOLED": program.triggers.next, "TAKEN": natives.taken, "DROP": program.triggers.take,
            "REFILLS": natives.refilling, "SPACES": natives.empty, "WAYS": natives.payable, "POINTS": natives.paying,
            "SPEND": natives.spent, "PAID": Paying(program.prices).paid,
            "OPTIONAL": tuple(1 if a.optional else 0 for a in program.tables.ability),
        })  # fmt: skip

    def direct(self, proc: int, known: str = "") -> str:
        """The name of the function of a procedure that begins, for what is known of its arguments."""
        known = known.rstrip(ANY)
        name = f"D{proc}_{known}"
        if name not in self.writer.space:
            self.writer.enter(self, {name: self.functions[proc, known]})
        return name

    def _begin(self, key: tuple[int, str]) -> Any:
        return self._stub(*key)

    def _of_acts(self) -> list[tuple[int, str] | None]:
        """For each act the key of its procedure, if it has the usual arguments."""
        procs, image = self.p.procs, self.p.image
        return [
            (act.proc, SEAT + CARD if lies(image.plans[act.cards]) else SEAT + NUMBER)
            if act.proc >= 0 and procs[act.proc].params == 1
            else None
            for act in image.acts
        ] + [None]  # the last for what is no act

    def _hot(self, proc: int) -> bool:
        """A procedure is entered: whether that was often enough."""
        count = self.counts[proc] = self.counts.get(proc, 0) + 1
        return count > self.hot

    def _stub(self, proc: int, known: str) -> Any:
        """What stands for the function of a procedure that begins while it is not made yet: its frame is entered."""

        def stub(s: State, st: list[Any], base: int, ability: int, this: int, you: int, event: Any, *args: Any) -> Any:
            if proc not in self._framed and self._hot(proc):
                try:
                    made = self.functions[proc, known] = self.make(proc, 0, known)
                except Unsuited:
                    self._framed.add(proc)
                except TOO_MUCH:
                    self.counts[proc] = NEVER
                else:
                    self.writer.space.enter({f"D{proc}_{known}": made})
                    if not known:
                        self.plain[proc] = made
                    for at, key in enumerate(self._acts):
                        if key == (proc, known):
                            self.acting[at] = made
                    return made(s, st, base, ability, this, you, event, *args)
            self.interpreter.enter(s, proc, this, you, event, args, ability)
            return None

        return stub

    def _resuming(self, proc: int) -> list[Resumed]:
        """By place, what stands for the function of a frame that goes on there while it is not made yet."""
        counts: dict[int, int] = {}

        def stub(s: State, st: list[Any], base: int) -> int:
            pc = st[base - 4]
            count = counts[pc] = counts.get(pc, 0) + 1
            if not (count > self.hot if pc else self._hot(proc)):
                return STRANGE
            try:
                made = self.resumed[proc][pc] = self.make(proc, pc)
            except TOO_MUCH:
                made = self.resumed[proc][pc] = _strange
            return int(made(s, st, base))

        return [stub] * len(self.p.procs[proc].code)

    @property
    def many(self) -> int:
        """How many procedures have become functions."""
        return sum(count > self.hot for count in self.counts.values())

    def choose(self, back_end: BackEnd) -> None:
        """Make functions at once, when code runs often, or never; what was made is kept."""
        self.back_end = back_end
        self.hot = 0 if back_end is BackEnd.GENERATED else HOT
        if back_end is BackEnd.GENERATED:
            self.warm()
        elif self._reference:
            self.p.tables.plan[:] = self._reference
            self._reference = []
            self.p.link_plans()
            self.p.triggers.dues = self.p.triggers.gathers = None
            self.cold = True
            self._offers.clear()

    def cached(self) -> None:
        """Whether something is kept has changed."""
        self._offers.clear()
        self._dues.clear()

    def ran(self) -> None:
        """Something has run while plans were those of the reference."""
        self.runs += 1
        if self.runs > PLANS_HOT:
            self.warm()

    def warm(self) -> None:
        """The plans of rules, acts, prices and abilities become functions too: this image is played often."""
        if not self.cold:
            return
        self.cold = False
        image, table = self.p.image, self.p.tables
        numbers = sorted(rule_plans(image))
        lines = self.values.write()
        self.writer.begin(("s", "v"), lambda n: f"v[{n}]")
        for number in numbers:
            expression = self.writer.expr(image.plans[number], lambda n: f"v[{n}]", "v")
            lines.append(f"def p{number}(s, v, c):\n    return {expression}")
        with suppress(*TOO_MUCH):
            self._bind(numbers, "\n".join((*lines, *self.writer.loops)) + "\n", table)

    def _bind(self, numbers: list[int], source: str, table: Tables) -> None:
        code = compile(source, "<plans>", "exec", dont_inherit=True)
        made = self._functions(code)
        self.values.bind(made)
        self._reference = table.plan[:]
        for number in numbers:
            table.plan[number] = made[f"p{number}"]
        self.p.link_plans()
        self.p.triggers.dues, self.p.triggers.gathers = self._dues.functions, self._gathers.functions
        self.p.values.live = Made(self._live)
        self._offers.clear()

    def _live(self, number: int) -> Any:
        """The plan of a row that modifies numbers, of one card."""
        writer = self.writer
        writer.begin(("s", "v"), lambda n: f"v[{n}]")
        with suppress(*TOO_MUCH):
            with writer.of_card():
                expression = writer.expr(self.p.image.plans[number], writer.inside, "v", ("card",))
            lines = ["def live(s, v, c):", "    card = c[0]", f"    return {expression}", *writer.loops, ""]
            return self._functions(compile("\n".join(lines), "<live>", "exec", dont_inherit=True))["live"]
        return self.p.tables.plan[number]

    def offered(self, statics: int) -> Any:
        """The function that offers acts in games with these static abilities, if there can be one."""
        acts = self.p.acts
        if self.cold or not acts.caching:
            return acts.offered
        with suppress(*TOO_MUCH):
            source = ActSource(self.writer, acts, self.p.triggers.cache_at + 1).write(statics)
            if source is not None:
                return self._functions(compile(source, "<acts>", "exec", dont_inherit=True))["offered"]
        return acts.offered

    def _gather(self, number: int) -> Any:
        listeners, triggers = self.p.casts.ears[number], self.p.triggers
        try:
            source = self.heard.gather(listeners)
            return self._functions(compile(source, "<gather>", "exec", dont_inherit=True))["gather"]
        except TOO_MUCH:
            return partial(triggers.collect, listeners=listeners)

    def _hear(self, listeners: tuple[int, ...]) -> None:
        """There is another selection of those who listen."""
        self._ears.append(self.heard.ears(listeners))

    def _heards(self, listeners: tuple[int, ...]) -> Any:
        try:
            source = self.heard.heards(listeners)
            return self._functions(compile(source, "<heard>", "exec", dont_inherit=True))["heard"]
        except TOO_MUCH:
            return lambda *_: listeners  # too long a test: each of them may hear

    def _due(self, number: int) -> Any:
        try:
            source = self.heard.due(self.p.casts.states[number], number)
            return self._functions(compile(source, "<due>", "exec", dont_inherit=True))["due"]
        except TOO_MUCH:
            return self.p.triggers.plainly_due

    def make(self, proc: int, pc: int = 0, known: str | None = None) -> Any:
        """Compile a procedure: for a frame that goes on at `pc`, or for those that call it with what is known of its
        arguments.
        """
        if not self._listening:  # who runs nothing often needs no tables
            self._listening = True
            self.p.casts.ears.tell(self._hear)
        of_image = len(self.p.image.procs)
        plans, shift = (self.p.image.plans, 0) if proc < of_image else (kernel().plans, of_image)
        given = self.p, list(plans), self.writer, self.ways, proc, self.p.code[proc], shift, self, pc
        source = ProcSource(*given) if known is None else DirectSource(*given, known)
        place = f"{PLACE}{proc}, {f'from {pc}' if known is None else known}>"
        code = compile(source.write(), place, "exec", dont_inherit=True)
        self.lines[place] = source.lines
        return self._functions(code)["f" if known is None else "d"]

    def _functions(self, code: CodeType) -> dict[str, FunctionType]:
        """The functions of a compiled source, by name; those that walk over groups are called by the others."""
        made = self.writer.space.functions(code)
        self.writer.space.enter({name: function for name, function in made.items() if name[0] == "g"})
        return made

    def places(self, error: BaseException, proc: int) -> tuple[list[tuple[int, int, int, int]], tuple[int, int]]:
        """Where an error was raised: procedure, pc, ability and card of those that were called without frames, the
        innermost first; procedure and pc of the frame that called them.
        """
        trace: TracebackType | None = error.__traceback__
        inner: list[tuple[int, int, int, int]] = []
        found = proc, 0
        while trace is not None:
            frame = trace.tb_frame
            code = frame.f_code
            if code.co_name in ("f", "d") and code.co_filename.startswith(PLACE):
                lines = self.lines[code.co_filename]
                number = int(code.co_filename[len(PLACE) : -1].split(",")[0])
                at = number, lines[min(trace.tb_lineno, len(lines)) - 1]
                if code.co_name == "f":
                    found = at
                else:
                    inner.insert(0, (*at, frame.f_locals["ability"], frame.f_locals["v0"]))
            trace = trace.tb_next
        return inner, found
