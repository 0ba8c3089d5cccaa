"""Cards whose own text makes them cards of another kind: "Gain this as a Hero."

What stands below that line without a label is what the card does as one; its numbers as one are those its kind declares
for cards that come to be of it. Must not know any declared word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import CardDef

from .faces import Face

if TYPE_CHECKING:
    from .ability_base import AbilityBase


def bare(role: t.RoleValue) -> bool:
    """Whether a role is a kind and nothing else."""
    return not (role.name or role.numbers or role.abilities or role.icons)


def with_other_kind(owner: AbilityBase, face: Face, text: t.CardText) -> t.CardText:
    """The lines the card has as what is printed; the others become a definition of the other kind."""
    if face.card < 0:
        return text
    for at, line in enumerate(text.lines):
        kind = _becomes(owner, face, line)
        if kind is None:
            continue
        below = tuple(one for one in text.lines[at + 1 :] if not any(label.id for label in one.labels))
        image, ids = owner.ids.image, owner.ids
        printed = image.cards[face.card]
        made = CardDef(printed.name, ids.kinds[kind], copies=0, icons=printed.icons, names=dict(printed.names))
        for wanted, instead in owner.plans.defs.kind_lacking.get(kind, {}).items():
            number = printed.numbers.get(wanted, printed.numbers.get(instead))
            if number is not None:
                made.numbers[wanted] = number
        index = len(image.cards)
        image.cards.append(made)
        face.others = {**face.others, kind: index}
        isa = image.kinds[ids.kinds[kind]].isa
        kinds = tuple(name for name, number in ids.kinds.items() if number in isa)
        made.abilities = tuple(owner.granted(kinds, t.CardText(below), (), "", index)) if below else ()
        return t.CardText(tuple(one for one in text.lines if one not in below), span=text.span)
    return text


def _becomes(owner: AbilityBase, face: Face, line: t.Line) -> str | None:
    """The kind of cards in a player's own places that a line makes of its card."""
    image, kinds = owner.ids.image, owner.ids.kinds
    for node in line.walk():
        args = {arg.role: arg.value for arg in node.args} if isinstance(node, t.Do) else {}
        role, cards = args.get("as"), args.get("cards")
        if not isinstance(role, t.RoleValue) or not bare(role) or role.kind not in kinds or role.kind in face.kinds:
            continue
        works = image.kinds[kinds[role.kind]].works
        if isinstance(cards, t.Ref) and cards.to == "this" and any(image.zones[z].owner != "table" for z in works):
            return None if role.kind in face.others else role.kind
    return None
