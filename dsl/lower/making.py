"""Cards that make points of another kind: "You may have this card make Recruit instead of Attack."

What a card has made since it came there becomes points of the other kind; what it makes later does so when it comes.
Must not know any declared word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from .ability_base import AbilityBase
from .code import FIXED_LOCALS, Code
from .scope import Env
from .unlowered import Unlowered

if TYPE_CHECKING:
    from .effects import Effects

ROWS: Plan = ("event-rows", ("event",))


class Making(AbilityBase):
    """Makes the ability that changes what cards make."""

    def remade(self, effect: t.Make) -> int:
        """A replacement of the points that the cards make; of one card, which is what the ability captures."""
        ids = self.ids
        row: Plan = ("cand", 0)
        of_kind: Plan = ("eq", ("row-to", row), ("num", ids.attrs[effect.usual]))
        if isinstance(effect.what, t.Sel):
            inner = Env(cand=("row-card", row), loop=("row-card", row), depth=1)
            theirs = self.plans.fits(effect.what, inner)
        else:
            theirs = ("eq", ("row-card", row), ("local", FIXED_LOCALS))
        matched: Plan = ("rfilter", ROWS, ("and", of_kind, theirs))
        code = Code(ids, f"{self.face.name}: make", 0 if isinstance(effect.what, t.Sel) else 1)
        code.eval(("join", ("rows-without", ROWS, matched), ("rows-as", matched, ids.attrs[effect.given])))
        code.op("SETROWS")
        pattern = ids.plan(("some", matched))
        event = ids.events["get"]
        made = AbilityDef(
            -2, "would", self.proc(code), event=event, level="event", pattern=pattern, you=ids.plan(("active",))
        )
        ids.image.abilities.append(made)
        return len(ids.image.abilities) - 1


def make(owner: Effects, effect: t.Make, env: Env) -> None:
    """Emit both: the change of what was made, and the ability for what will be."""
    plans, code = owner.plans, owner.code
    given, usual = plans.ids.attrs[effect.given], plans.ids.attrs[effect.usual]
    captured: tuple[Plan, ...] = ()
    if isinstance(effect.what, t.Ref):
        card = plans.card(effect.what, env)
        row: Plan = ("cand", env.depth)
        made_here: Plan = ("some", ("still", ("list", row)))
        test: Plan = ("and", ("eq", ("row-card", row), card), ("eq", ("row-to", row), ("num", usual)), made_here)
        event = plans.ids.events["get"]
        so_far = code.zeroed()
        code.set(so_far, ("row-amount", ("rfilter", ("history", event, ("list",), ("num", -1)), test)))
        for kind, number in ((usual, ("neg", ("local", so_far))), (given, ("local", so_far))):
            code.eval(("rows-from", ("rows-points", env.you, kind, number), card))
            code.op("EVENT", event, 0)
            code.op("POP")
        captured = (card,)
    elif not isinstance(effect.what, t.Sel) or effect.what.quant.kind not in ("all", "each", "plural", "any"):
        raise Unlowered("which cards make other points", effect)
    ability = owner.install.remade(effect)
    row_of: Plan = ("list", ("num", ability), ("num", -1), ("num", 0), env.source, env.you, ("list", *captured))
    code.eval(row_of)
    code.op("ADDROW", 2)
