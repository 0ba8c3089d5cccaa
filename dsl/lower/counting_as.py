"""Cards that move as something else: "enters the city as a Villain with …"."""

from __future__ import annotations

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan
from cardwright.runtime.bytecode.optable import FAMILIES

from .becoming import bare
from .scope import Env
from .unlowered import any_of
from .verb_base import VerbBase

GRANT = FAMILIES.index("grant")


def _zones(zones: set[int]) -> Plan:
    return ("list", *(("num", zone) for zone in sorted(zones)))


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
        zones = self._kept_zones() if kept else None
        if bare(role) and role.kind in self.plans.ids.kinds:
            self._itself_again(self.plans.ids.kinds[role.kind], group, env)
            there = ("and", there, ("not", ("base-kind", ("cand", env.depth), self.plans.ids.kinds[role.kind])))
        local = self.code.cleared()
        self.code.set(local, ("filter", group, there))
        end = self.code.label()
        self.code.op("LOAD", local)
        self.code.op("JFALSE", end)
        inner = env.with_params({"role": ("one", ("local", local))})
        what = t.Ref("this" if own else "param role", "card", "it")
        given = self.install.given(t.Gain(what, (role,), also=False), inner)
        for definition, also, numbers in given.roles:
            keep = _zones(zones if zones is not None else self._role_zones(image.cards[definition].kind))
            row = (("local", local), ("num", definition), ("num", also), numbers, keep, ("num", -2))
            self.code.eval(("list", *row))
            self.code.op("ADDROW", 4)
        self.code.place(end)

    def _itself_again(self, kind: int, group: Plan, env: Env) -> None:
        """A card that is printed as such is that with all that is printed on it; what it served as it is no more."""
        kinds = self.plans.ids.image.kinds
        cand: Plan = ("cand", env.depth)
        unlike = [n for n, other in enumerate(kinds) if kind not in other.isa and n not in kinds[kind].isa]
        serving: Plan = ("and", ("base-kind", cand, kind), any_of([("is-kind", cand, n) for n in unlike]))

        def again(inner: Env) -> None:
            assert inner.loop is not None
            row = (("group", inner.loop), ("printed-def", inner.loop), ("num", 0), ("list",))
            self.code.eval(("list", *row, _zones(self._kept_zones()), ("num", -2)))
            self.code.op("ADDROW", 4)

        self._loop(("filter", group, ("and", ("lt", ("num", -1), cand), serving)), env, again)

    def _role_zones(self, kind: int) -> set[int]:
        image = self.plans.ids.image
        serving = {image.system[name] for name in ("resolving", "leaving") if name in image.system}
        single = {n for n, z in enumerate(image.zones) if z.order == "row" and z.refill < 0 or z.both}
        return {*image.kinds[kind].works, *serving, *single}

    def _kept_zones(self) -> set[int]:
        image = self.plans.ids.image
        return set(range(len(image.zones))) - {kind.home for kind in image.kinds}
