"""A linked image: static tables, plans as callables, procedures decoded, the kernel joined to them.

Linking follows verification; a program never changes and is shared by all games. The tables below are the seam for a
second back end: it may replace `plan` and the decoded code, nothing else. Must not know any state.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.format import content_hash
from cardwright.runtime.bytecode.image import Image, ProcDef
from cardwright.runtime.bytecode.optable import OPCODE, OPS
from cardwright.runtime.bytecode.verify import verify
from cardwright.runtime.kernel import kernel
from cardwright.runtime.kernel.natives import Natives
from cardwright.runtime.rules import plan_basic, plan_cards, plan_events, plan_numbers, plan_rows, plan_traits
from cardwright.runtime.rules.acts import Acts
from cardwright.runtime.rules.casts import Casts
from cardwright.runtime.rules.events import Events
from cardwright.runtime.rules.linker import Linker
from cardwright.runtime.rules.permissions import Permissions
from cardwright.runtime.rules.prices import Prices
from cardwright.runtime.rules.reads import Reading
from cardwright.runtime.rules.roles import Roles
from cardwright.runtime.rules.tables import Tables
from cardwright.runtime.rules.triggers import Triggers
from cardwright.runtime.rules.values import Values
from cardwright.runtime.state.rows import PRICE_ONE_NAME
from cardwright.runtime.state.state import Row

from .dead_stores import live
from .plan_needs import locals_of

_ = plan_basic, plan_cards, plan_events, plan_numbers, plan_rows, plan_traits  # they register the plan nodes

Instruction = tuple[Any, ...]  # (opcode, pc of the next, operands …)


class Proc:
    """A procedure ready to run."""

    __slots__ = ("code", "kernel", "locals", "name", "params", "sentence")

    def __init__(self, proc: ProcDef, code: list[Instruction | None], of_kernel: bool) -> None:
        self.name = proc.name
        self.params = proc.params
        self.locals = proc.locals
        self.code = code
        self.kernel = of_kernel
        self.sentence: list[int] = []  # by pc: the sentence it belongs to, -1 if none


class Program:
    """Everything a machine needs of an image."""

    def __init__(self, image: Image, check: bool = True) -> None:
        if check:
            verify(image)
        self.image = image
        self.hash = content_hash(image)
        self.tables = t = Tables(image)
        self.values = Values(t)
        self.linker = Linker(t, self.values)
        self.permissions = Permissions(t, self.values)
        self.prices = Prices(t, self.permissions)
        self.linker.permissions = self.permissions
        self.linker.prices = self.prices
        t.plan = [self.linker.link(p) for p in image.plans]
        self.roles = Roles(t)
        self.events = Events(t, self.values, self.roles)
        self.triggers = self.linker.triggers = Triggers(t, self.values)
        self.acts = Acts(t, self.values, self.permissions, self.prices, self.triggers)
        self.casts = Casts(t, self.values, self.permissions)
        self.roles.casts = self.casts
        self.link_plans()
        self._names()
        self.kernel_natives = Natives(self)
        self.natives = self.kernel_natives.by_opcode
        self._procs(image)

    def link_plans(self) -> None:
        """Bind the callables of plans wherever they are used; again when a second back end has replaced them."""
        t = self.tables
        t.link_abilities()
        self.values.link()
        self.permissions.link(self.linker.link)
        self.casts.link()
        values = self.values

        def reading(modifiers: Row) -> Reading:
            some = [[every[at] for at in of] for every, of in zip(values.static, modifiers, strict=True)]
            return Reading(t, some, values.static_grants)

        self.acts.link(reading, self.casts)
        self.triggers.link(reading(self.casts.every_modifier()), len(self.image.acts) + 1, self.casts)

    def _names(self) -> None:
        """Whether some price in this image can tell points of different names apart."""
        for ability in self.tables.statics:
            for family, template in ability.image.rows:
                price = template[5] if family == "permission" and len(template) > 5 else -1
                if isinstance(price, (tuple, list)) and price and price[0] == PRICE_ONE_NAME:
                    self._one_name(price[3], ability.card)
        for plan in self.image.plans:
            if len(plan) > 7 and plan[0] == "list":
                price = plan[7]
                if (
                    isinstance(price, (tuple, list))
                    and len(price) > 4
                    and price[:2] == ("list", ("num", PRICE_ONE_NAME))
                ):
                    attr = price[4]
                    self._one_name(attr[1] if isinstance(attr, (tuple, list)) else -1, -1)

    def _one_name(self, attr: object, card: int) -> None:
        if isinstance(attr, int) and 0 <= attr < len(self.tables.names):
            self.prices.naming.add(max(card, -1))
            self.events.name_attr = attr

    def _procs(self, image: Image) -> None:
        made = kernel()
        first = len(image.procs)
        plans = [self.linker.link(p) for p in made.plans]
        needs = [locals_of(p) for p in image.plans]
        kernel_needs = [locals_of(p) for p in made.plans]
        self.code = [*(live(proc, image.plans) for proc in image.procs), *made.procs]  # what is run
        self.procs: list[Proc] = []
        for proc in self.code[:first]:
            self.procs.append(self._decode(proc, self.tables.plan, needs, 0, False))
        for proc in self.code[first:]:
            self.procs.append(self._decode(proc, plans, kernel_needs, first, True))
        self.kernel: dict[str, int] = {proc.name: first + i for i, proc in enumerate(made.procs)}

    def _decode(self, proc: ProcDef, plans: list[Any], needs: list[int], shift: int, of_kernel: bool) -> Proc:
        code: list[Instruction | None] = [None] * (len(proc.code) + 1)
        sentence = [-1] * len(code)
        for pc, words in instructions(proc.code):
            op = OPS[words[0]]
            operands: list[Any] = list(words[1:])
            if op.name == "EVAL":
                operands = [plans[words[1]], max(3, needs[words[1]])]
            elif op.name in ("CALL", "CALLAS", "X.AFTER"):
                operands[0] += shift
            elif op.name == "SENTENCE":
                sentence[pc:] = [words[1]] * (len(code) - pc)
            code[pc] = (words[0], pc + len(words), *operands)
        made = Proc(proc, code, of_kernel)
        made.sentence = sentence
        return made

    def sentence_at(self, proc: int, pc: int) -> int:
        """The sentence an instruction belongs to, -1 if none."""
        return self.procs[proc].sentence[pc]


def link(image: Image) -> Program:
    """Verify and link an image."""
    return Program(image)


STRAIGHT = frozenset(
    OPCODE[n] for n in ("NOP", "PUSH", "NONE", "POP", "LOAD", "STORE", "EVAL", "SENTENCE", "SETROWS", "ADDROW")
)
