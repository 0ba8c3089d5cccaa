"""Cards that move as something else: "enters the city as a Villain with …"."""

from __future__ import annotations

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan
from cardwright.runtime.bytecode.optable import FAMILIES

from .scope import Env
from .verb_base import VerbBase

GRANT = FAMILIES.index("grant")


class CountingAs(VerbBase):
    """Lowers what a card counts as while it is moved."""

    def _count_as(self, role: t.RoleValue | None, cards: Plan, env: Env, kept: bool = False, own: bool = False) -> None:
        """ "It enters the city as a Villain": from then on, as long as it lies where cards of that kind work, in a
        space of its own, or where it is of both kinds. `kept`: until it comes to a place where new cards of some kind
        lie. `own`: it is this card, which may have a face of that kind."""
        term = self.plans.defs.terms.get(role.kind) if role is not None else None
        if role is None or (term is not None and term.params):
            return  # what they are called from now on is said by where they lie
        image = self.plans.ids.image
        group: Plan = cards if kept else ("group", cards)
        there: Plan = ("lt", ("num", -1), ("cand", env.depth))
        plain = not (role.numbers or role.abilities or role.icons or role.name)
        if plain and role.kind in self.plans.ids.kinds:  # what it is by itself it is with all that is printed on it
            number = self.plans.ids.kinds[role.kind]
            there = ("and", there, ("not", ("base-kind", ("cand", env.depth), number)))
        local = self.code.cleared()
        self.code.set(local, ("filter", group, there))
        end = self.code.label()
        self.code.op("LOAD", local)
        self.code.op("JFALSE", end)
        inner = env.with_params({"role": ("one", ("local", local))})
        what = t.Ref("this" if own else "param role", "card", "it")
        given = self.install.given(t.Gain(what, (role,), also=False), inner)
        for definition, also, numbers in given.roles:
            zones = self._kept_zones() if kept else self._role_zones(image.cards[definition].kind)
            keep: Plan = ("list", *(("num", zone) for zone in sorted(zones)))
            row = (("local", local), ("num", definition), ("num", also), numbers, keep, ("num", -2))
            self.code.eval(("list", *row))
            self.code.op("ADDROW", 4)
        self.code.place(end)

    def _role_zones(self, kind: int) -> set[int]:
        image = self.plans.ids.image
        serving = {image.system[name] for name in ("resolving", "leaving") if name in image.system}
        single = {n for n, z in enumerate(image.zones) if z.order == "row" and z.refill < 0 or z.both}
        return {*image.kinds[kind].works, *serving, *single}

    def _kept_zones(self) -> set[int]:
        image = self.plans.ids.image
        return set(range(len(image.zones))) - {kind.home for kind in image.kinds}
