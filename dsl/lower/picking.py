"""What fills a keyword's slot only when it is used: an icon of somebody's choice, or one of a card's."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .scope import Env
from .selecting import ICON
from .unlowered import Unlowered

if TYPE_CHECKING:
    from .effects import Effects


def picked(effects: Effects, effect: t.UseKeyword, env: Env) -> tuple[t.UseKeyword, list[Plan]]:
    """The use with such arguments as parameters, and their values."""
    args: list[t.Arg] = []
    values: list[Plan] = []
    for arg in effect.args:
        value = _value(effects, arg.value, env)
        if value is not None:
            arg = replace(arg, value=t.Ref(f"param picked {len(values)}", "icon", "that icon"))
            values.append(value)
        args.append(arg)
    return replace(effect, args=tuple(args)), values


def _value(effects: Effects, value: t.Value, env: Env) -> Plan | None:
    families = effects.plans.ids.families
    if isinstance(value, t.ValueSort) and value.sort in families and not value.options:
        return effects._sort(value, env).group
    if not isinstance(value, t.AttrOf) or value.attr not in families or not isinstance(value.of, t.Sel):
        return None
    if value.of.quant.kind not in ("exactly", "the") or value.of.quant.n not in (None, t.Num(1)):
        raise Unlowered("the icons of several cards", value)
    code = effects.code
    chosen = effects.selecting.choose(value.of, env)
    if chosen.pile is not None:
        raise Unlowered("the icons of a card of a pile", value)
    card = code.cleared()
    code.set(card, chosen.group)
    code.eval(("rows-move", env.you, ("local", card), ("num", -1), 0))  # others must see that it has that icon
    code.op("EVENT", effects.plans.ids.events["reveal"], 0)
    code.op("POP")
    icons: Plan = (
        "if",
        ("some", ("local", card)),
        ("icons", ("one", ("local", card)), families[value.attr]),
        ("list",),
    )
    one = t.Sel("card", t.Quant("exactly", t.Num(1)), span=value.span)
    return effects.selecting.pick(icons, ("num", 1), ("num", 1), env, one, ICON).group
