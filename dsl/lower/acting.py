"""Procedures of an image and the acts that offer them."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.words import Procedure, SetDecl, Step, Zone
from cardwright.runtime.bytecode.image import (
    ActDef,
    PriceDef,
    ProcDef,
)

from .code import FIXED_LOCALS, Code
from .image_base import ImageBase
from .procedures import Procedures
from .scope import Env

AT_START = "start"


class Acting(ImageBase):
    """Lowers procedures and acts."""

    # ---------------------------------------------------------------------- procedures
    def procedures(self) -> None:
        decls = {p.id: p for one in self.sets for p in one.procedures}
        for decl in decls.values():
            self.plans.procedures[decl.id] = len(self.image.procs)
            self.image.procs.append(ProcDef(decl.id, 0, FIXED_LOCALS, ()))
            if decl.serves:
                self.image.entry.setdefault(decl.serves, self.plans.procedures[decl.id])
        for decl in decls.values():
            if decl.act is not None:
                self.ids.acts[f"{decl.set}:{decl.act}"] = len(self.image.acts)
                self.plans.acts[decl.id] = len(self.image.acts)
                self.image.acts.append(ActDef(self.ids.name(str(decl.act)), -1, proc=self.plans.procedures[decl.id]))
        for one in self.sets:
            for zone in one.zones:
                if zone.in_ is not None:
                    comes = self.defs.verbs.get(self.find(self.defs.verbs, str(zone.in_), one.name))
                    self.defs.zones[zone.id].way_in = str(comes.procedure or "") if comes is not None else ""
        for decl in decls.values():
            if decl.act is not None:
                self.guarded(decl.span, partial(self.act, decl))
        for decl in decls.values():
            self.guarded(decl.span, partial(self.procedure, decl, decls))
        for one in self.sets:
            for zone in one.zones:
                if zone.out is not None:
                    self._out(one, zone)

    def procedure(self, decl: Procedure, decls: dict[str, Procedure]) -> None:
        resolver = self._reader = self.resolvers[decl.set]
        lowering = Procedures(self.plans, self.abilities, resolver, self.sentences)
        lowering.decls, lowering.facts, lowering.readers = decls, self.facts, self.resolvers
        lowering.starts = self._starts()
        index = self.plans.procedures[decl.id]
        self.image.procs[index] = ProcDef(
            decl.id, len([n for n in decl.of if n != "you"]), FIXED_LOCALS + len(decl.of), self._nothing()
        )
        self.image.procs[index] = lowering.lower(decl, self._steps(decl))

    def _starts(self) -> list[tuple[int, t.Sel]]:
        """The labels of what is done when all is set up, with the cards on which they stand."""
        nouns = [*self.ids.kinds, *self.defs.terms]
        return [
            (self.ids.labels[label.id], t.Sel(self.find(nouns, name, one.name), t.Quant("all")))
            for one in self.sets
            for label in one.labels
            if label.set_up == AT_START
            for name in label.on
        ]

    def _nothing(self) -> tuple[int, ...]:
        return Code(self.ids, "").finish().code

    def _steps(self, decl: Procedure) -> tuple[Step, ...]:
        """Its steps, with those other sets put before, after or in place of one."""
        steps = decl.steps
        for one in self.sets:
            for step in one.steps:
                if step.of is None or str(step.of) in (decl.name, decl.id):
                    steps = with_step(steps, step)
        return steps

    def act(self, decl: Procedure) -> None:
        assert decl.act is not None
        resolver = self._reader = self.resolvers[decl.set]
        made = self.image.acts[self.ids.acts[f"{decl.set}:{decl.act}"]]
        scope: dict[str, str] = {str(name): str(text) for name, text in decl.of.items()}
        card, on = next((name, text) for name, text in decl.of.items() if name != "you")
        selector = resolver.fragment("selector", on, {})
        assert isinstance(selector, t.Value)
        made.cards = self.ids.plan(self.plans.group(selector, Env()))
        if isinstance(selector, t.Sel):
            self.plans.subjects[decl.id] = selector.noun
        env = Env(params={card: ("local", FIXED_LOCALS)})
        if decl.start_if is not None:
            condition = resolver.fragment("condition", decl.start_if, scope)
            assert isinstance(condition, t.Condition)
            made.if_ = self.ids.plan(self.plans.cond(condition, env))
        for amount, points in decl.price.items():
            number = resolver.words("number", str(amount), points, scope)
            assert isinstance(number, t.Value)
            if isinstance(number, t.AttrOf):
                self.plans.priced.setdefault(number.attr, []).append(selector)
            kinds = tuple(
                self.ids.attrs[self.find(self.ids.attrs, name.strip(), decl.set)] for name in str(points).split(" or ")
            )
            made.price = len(self.image.prices)
            known, self.defs.paid_only = self.defs.paid_only, set()  # here what is to be paid now is meant
            self.image.prices.append(PriceDef(self.ids.plan(self.plans.num(number, env)), kinds))
            said = {node.attr for node in number.walk() if isinstance(node, t.AttrOf)}
            self.defs.paid_only = known | {attr for attr in said if not self.ids.point(attr)}

    def _out(self, one: SetDecl, zone: Zone) -> None:
        """A card pushed out of a row runs the declared procedure with itself as argument."""
        verb = self.defs.verbs.get(self.find(self.defs.verbs, str(zone.out), one.name))
        if verb is None or verb.procedure is None:
            return
        self.plans.leaving[self.ids.zones[zone.id]] = verb.procedure
        code = Code(self.ids, f"{zone.id}: out")
        for plan in (("you",), ("this",)):
            code.eval(plan)
        code.op("CALLAS", self.plans.procedures[verb.procedure], 1)
        code.op("POP")
        self.image.zones[self.ids.zones[zone.id]].out = len(self.image.procs)
        self.image.procs.append(code.finish())


def with_step(steps: tuple[Step, ...], step: Step) -> tuple[Step, ...]:
    """The steps with one put before, after or in place of the step it names, which may be a step of a step."""
    anchor = step.before or step.after or step.instead_of
    at = next((i for i, one in enumerate(steps) if one.name == anchor), -1)
    if at < 0:
        return tuple(replace(one, steps=with_step(one.steps, step)) if one.steps else one for one in steps)
    if step.instead_of is not None:
        return (*steps[:at], replace(step, name=steps[at].name), *steps[at + 1 :])
    at += 0 if step.before is not None else 1
    return (*steps[:at], step, *steps[at:])
