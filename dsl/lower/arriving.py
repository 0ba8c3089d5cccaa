"""Cards that come into a place with a way in of its own ("in: enter"): whatever verb brings them there, from elsewhere
they come in that way; what lies there already is only moved. Must not know any declared verb or zone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .changing_places import CHANGING
from .rewriting import within
from .scope import Bind, Env
from .selecting import Chosen

if TYPE_CHECKING:
    from .deeds import Deeds
    from .defs import VerbDef


def way_in(verbs: Deeds, effect: t.Do, verb: VerbDef) -> str:
    """The procedure by which a move's destination is come into; "" if there is none."""
    does = verb.does
    if not isinstance(does, t.Do) or does.verb != "move":
        return ""
    if any(mod.startswith("without ") for mod in effect.mods):
        return ""  # "without an Ambush": it is put there, and nothing waits for that
    named = {arg.role: arg.value for arg in (*does.args, *effect.args)}
    to = named.get("to", verb.target)
    if not isinstance(to, (t.Zone, t.Space)) or to.zone not in verbs.plans.defs.zones:
        return ""
    return verbs.plans.defs.zones[to.zone].way_in


def arrive(verbs: Deeds, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan], way: str) -> Bind:
    """Each card by itself: from elsewhere by the way in, else by a plain move."""
    code, plans = verbs.code, verbs.plans
    assert isinstance(verb.does, t.Do)
    named = {arg.role: arg.value for arg in (*verb.does.args, *effect.args)}
    to = named.get("to", verb.target)
    assert isinstance(to, (t.Zone, t.Space))
    chosen = _chosen(verbs, effect, verb, env, params)
    group = chosen.group if chosen.pile is None else ("top", ("in", ("group", chosen.pile)), chosen.number)
    local = code.cleared()
    code.set(local, group)
    role = named.get("as")
    if isinstance(role, t.RoleValue):
        verbs._count_as(role, ("local", local), env, kept=True)
    args = {arg.role: arg.value for arg in effect.args}
    slot, place = verbs._target(args, verb.does, verb, env, effect, ("local", local))
    zone: Plan = ("slots", plans.ids.zones[to.zone])
    event = plans.ids.events[verb.event]

    def one(inner: Env) -> None:
        assert inner.loop is not None
        there, after = code.label(), code.label()
        code.eval(("member", ("slot-of", inner.loop), zone))
        code.op("JTRUE", there)
        verbs.install_call(way, env, [inner.loop, slot])
        code.op("JUMP", after)
        code.place(there)
        rows: Plan = ("rows-move", env.you, ("group", inner.loop), slot, place)
        if CHANGING in effect.mods:
            who_is_there: Plan = ("in", ("group", slot))
            rows = ("join", rows, ("rows-move", env.you, who_is_there, ("slot-of", inner.loop), place))
        code.eval(rows)
        code.op("EVENT", event, 0)
        code.op("POP")
        code.place(after)

    verbs._loop(("local", local), env, one)
    least: Plan = chosen.need if chosen.need is not None else ("num", 1)
    came: Plan = ("filter", ("local", local), ("member", ("slot-of", ("cand", env.depth)), zone))
    return Bind(value=("local", local), done=("le", least, ("count", came)))


def _chosen(verbs: Deeds, effect: t.Do, verb: VerbDef, env: Env, params: dict[str, Plan]) -> Chosen:
    if "subject" in params:
        return Chosen(("group", params["subject"]), ("num", 1))
    args = {arg.role: arg.value for arg in effect.args}
    objects = args["cards"]
    if "from" in args and isinstance(objects, t.Sel):
        objects = within(objects, args["from"])
    return verbs._objects(objects, verb, env, effect)
