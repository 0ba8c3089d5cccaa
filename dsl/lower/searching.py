"""Looking for a card among those of a place."""

from __future__ import annotations

from cardwright.dsl.meaning import tree as t

from .defs import VerbDef
from .people import NOBODY
from .rewriting import within
from .scope import Bind, Env
from .unlowered import Unlowered
from .verb_base import VerbBase


class Searching(VerbBase):
    """Lowers "search the … for a …"."""

    def search(self, effect: t.Do, verb: VerbDef, env: Env) -> Bind:
        """Who searches sees what lies there and takes one of those meant, if there is one; nothing moves yet."""
        args = {arg.role: arg.value for arg in effect.args}
        place, sought = args.pop("zone", None), args.pop("for", None)
        if place is None or not isinstance(sought, t.Sel) or args or verb.does is not None:
            raise Unlowered(f"{effect.verb} for something", effect)
        ids = self.plans.ids
        there = ("in", self.plans.slots(place, env))
        for event, rows in (
            ("look at", ("rows-move", env.you, there, NOBODY, 0)),
            (verb.event, ("rows-fact", env.you, ("list",), ("num", 1))),
        ):
            self.code.eval(rows)
            self.code.op("EVENT", ids.events[event], 0)
            self.code.op("POP")
        self.selecting.searching = True
        chosen = self.selecting.choose(within(sought, place), env)
        self.selecting.searching = False
        local = self.code.cleared()
        self.code.set(local, chosen.group)
        return Bind(value=("local", local), done=("some", ("local", local)))
