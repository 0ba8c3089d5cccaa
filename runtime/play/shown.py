"""Numbers as a seat may know them: what counts cards that nobody may look at now is left out until the game is over.

A card that is worth more for each card of a kind in somebody's deck would else tell everybody who sees it what lies
there. Works on plans of the image; must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from cardwright.runtime.bytecode.image import Image, Plan
from cardwright.runtime.state.rows import AMOUNT, FILTER

OPEN, OWN, CLOSED = 0, 1, 2  # how far a number may be known: by all, by whose turn it is, by nobody
_SEEN = {"all": OPEN, "owner": OWN, "nobody": CLOSED}
_LOOKS = frozenset(("filter", "sum", "highest", "lowest", "distinct", "attr", "printed", "has-icon", "is-kind", "name"))


def secrecy_of(image: Image, row: tuple[object, ...], condition: int = -1) -> int:
    """How far what a standing row says of numbers, if it does (`condition`), may be known."""
    worst = OPEN
    for number in (row[FILTER], row[AMOUNT], condition):
        if isinstance(number, int) and 0 <= number < len(image.plans):
            parts = list(_parts(image.plans[number]))
            if not _LOOKS.isdisjoint(part[0] for part in parts if isinstance(part[0], str)):
                worst = max([worst, *(_zone(image, part) for part in parts)])
    if worst == OWN and isinstance(row[0], int) and row[0] >= image.points:
        return CLOSED  # what is no point of the one whose turn it is may speak of any player
    return worst


def public(image: Image, level: int) -> Image | None:
    """The image without standing numbers that are kept more secret than this; None: there are none."""
    changed = {}
    for at, ability in enumerate(image.abilities):
        rows = tuple(
            row for row in ability.rows if row[0] != "modifier" or secrecy_of(image, row[1], ability.condition) <= level
        )
        if len(rows) < len(ability.rows):
            changed[at] = replace(ability, rows=rows)
    if not changed:
        return None
    made = copy(image)
    made.abilities = [changed.get(at, ability) for at, ability in enumerate(image.abilities)]
    return made


def _parts(plan: object) -> Iterator[Plan]:
    """A plan and all plans in it."""
    if isinstance(plan, tuple) and plan:
        yield plan
        for part in plan[1:]:
            yield from _parts(part)


def _zone(image: Image, part: Plan) -> int:
    if (
        part[0] in ("slot", "slots", "space")
        and len(part) > 1
        and isinstance(part[1], int)
        and part[1] < len(image.zones)
    ):
        return _SEEN.get(image.zones[part[1]].seen, CLOSED)
    return OPEN
