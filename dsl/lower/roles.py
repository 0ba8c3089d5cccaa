"""What cards gain for a time: keywords, abilities in quotes, icons, and whole roles ("a Guild Villain with …").

A role is a definition of its own that the card answers to; what is granted are abilities that belong to no card. Must
not know any declared word.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import CardDef, Plan

from .becoming import bare
from .scope import Env
from .unlowered import Unlowered

if TYPE_CHECKING:
    from .ability_base import AbilityBase

ABILITY, KEYWORD, ICON, KIND = range(4)


@dataclass
class Given:
    """What a clause gives: (what, value) pairs of grant rows, and roles as (definition, also, numbers)."""

    grants: list[tuple[int, int | Plan]] = field(default_factory=list)  # a plan: of what was chosen
    roles: list[tuple[int, int, Plan]] = field(default_factory=list)


class Roles:
    """Lowers what cards gain."""

    def __init__(self, owner: AbilityBase) -> None:
        self.owner = owner
        self.ids = owner.ids

    def given(self, effect: t.Gain, env: Env) -> Given:
        made = Given()
        kinds = self._kinds(effect.what)
        for value in effect.gives:
            if isinstance(value, t.KeywordValue):
                made.grants.append((KEYWORD, self.ids.keywords[value.keyword]))
                if not effect.lose:
                    body = self.owner.body_for(value.keyword, kinds) or self._any_body(value)
                    made.grants += [(ABILITY, i) for i in self.owner.granted(kinds, body, value.args, value.keyword)]
            elif isinstance(value, t.AbilityValue):
                text = t.CardText(value.lines)
                made.grants += [(ABILITY, index) for index in self.owner.granted(kinds, text, (), "")]
            elif isinstance(value, t.IconValue):
                made.grants += [(ICON, self.ids.icons[icon]) for icon in value.icons]
            elif isinstance(value, t.Ref) and value.type == "icon":
                made.grants.append((ICON, ("one", self.owner.plans.group(value, env))))
            elif isinstance(value, t.RoleValue):
                made.roles.append(self._role(value, effect, env))
            else:
                raise Unlowered("gaining this", value)
        return made

    def called(self, name: str) -> int:
        """A definition of a kind of its own, with that name and nothing else."""
        image = self.ids.image
        said = self.ids.name(name)
        kind = self.owner.plans.called_kind(name)
        known = next((at for at, card in enumerate(image.cards) if card.kind == kind), None)
        if known is not None:
            return known
        image.cards.append(CardDef(said, kind, copies=0))
        return len(image.cards) - 1

    def _any_body(self, value: t.KeywordValue) -> t.CardText:
        declared = self.owner.keywords.get(value.keyword)
        if declared is None or not declared.bodies:
            raise Unlowered(f"the keyword {value.keyword}", value)
        return declared.bodies[0][1]

    def _kinds(self, what: t.Value) -> tuple[str, ...]:
        """Kinds the gaining cards may be of: those of the selector's noun, else those of this card."""
        if isinstance(what, t.Sel):
            named = list(self.owner.plans.kinds_of(what.noun))
            if named:
                return self._with_included(named)
        if isinstance(what, t.Ref) and ":" in what.form:  # "that Villain gains …"
            named = list(self.owner.plans.kinds_of(what.form.partition(" ")[2]))
            if named:
                return self._with_included(named)
        face = self.owner.face
        return (*face.kinds, *self._with_included([kind for kind in face.counted if kind not in face.kinds]))

    def _with_included(self, kinds: list[str]) -> tuple[str, ...]:
        by_number = {number: name for name, number in self.ids.kinds.items()}
        found: list[str] = []
        for kind in kinds:
            found += [by_number[k] for k in self.ids.image.kinds[self.ids.kinds[kind]].isa]
        return tuple(dict.fromkeys(found))

    def _role(self, value: t.RoleValue, effect: t.Gain, env: Env) -> tuple[int, int, Plan]:
        """A definition for the role: its kind, name, icons and abilities; its numbers are read when it begins."""
        if value.kind in self.ids.kinds:
            kind = value.kind
        else:
            named = self.owner.plans.kinds_of(value.kind)
            if not named:
                raise Unlowered(f"the role {value.kind}", value)
            kind = named[0]
        if (
            bare(value)
            and isinstance(effect.what, t.Ref)
            and effect.what.to == "this"
            and kind in self.owner.face.others
        ):
            return self.owner.face.others[kind], 1 if effect.also else 0, ("list",)  # its own face of that kind
        name = (
            self.ids.name(value.name.text) if isinstance(value.name, t.NameValue) and value.name.attr == "name" else -1
        )
        made = CardDef(name, self.ids.kinds[kind], copies=0)
        if isinstance(value.name, t.NameValue) and value.name.attr != "name":
            made.names = {self.ids.name_attrs[value.name.attr]: self.ids.name(value.name.text)}
        made.icons = tuple(self.ids.icons[icon] for icon in value.icons)
        index = len(self.ids.image.cards)
        self.ids.image.cards.append(made)
        made.abilities = tuple(
            self.owner.granted(self._with_included([kind]), t.CardText(value.abilities), (), "", index)
        )
        numbers: list[Plan] = []
        card = self.owner.plans.card(effect.what, env) if not isinstance(effect.what, t.Sel) else None
        for amount in value.numbers:
            inner = env if card is None else env.with_loop(card)
            number = self.owner.plans.num(amount.value, inner)
            numbers.append(("list", ("num", self.ids.attrs[amount.unit]), number))
        return index, 1 if effect.also else 0, ("list", *numbers)
