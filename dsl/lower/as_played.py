"""Lines that are done while their card is being played: "As you play this card, choose a Hero Class. This card has that
class this turn". The act has begun, and nothing looks at the card before they are done.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import AbilityDef, Plan

from .code import Code
from .copies import act_of
from .effects import Effects
from .patterns import ROWS
from .scope import Env

if TYPE_CHECKING:
    from .ability_base import AbilityBase

THIS: Plan = ("this",)


def as_it_happens(body: t.Effect) -> t.When | None:
    """What a line does as something happens, if it begins so."""
    first = body.effects[0] if isinstance(body, t.Seq) else body
    return first if isinstance(first, t.When) and first.word == "as" else None


def lower(owner: AbilityBase, when: t.When, parts: Sequence[tuple[int, t.Effect]]) -> None:
    """An ability that changes nothing of the act that begins, and does the whole line before it is committed."""
    plans, ids = owner.plans, owner.ids
    _, begins = act_of(when.pattern.event, plans, when)
    code = Code(ids, f"{owner.face.name}: as")
    effects = Effects(plans, code, owner)
    said = [(at, part.effect if isinstance(part, t.When) and part.word == "as" else part) for at, part in parts]
    env = Env()
    for _, part in said:
        env = effects.start(env, part)
    for at, part in said:
        effects.sentence(at)
        effects.effect(part, env)
    owner.add(
        AbilityDef(
            owner.face.card,
            "would",
            owner.proc(code),
            event=begins,
            pattern=ids.plan(("member", THIS, ("row-cards", ROWS))),
            you=ids.plan(("one", ("row-players", ROWS))),
            zones=owner.itself(t.Ref("this", "card", "this")),
            sentence=said[0][0],
        )
    )
