"""Types of plans: every node's arguments against the plan table, ids in range, candidates and locals within reach.

Ints and groups never mix; among ints a number may stand for anything and anything for a number (ids are checked where
they are used), but a card is no player. Must not know procedures.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .image import Image
from .plantable import PLANS
from .refused import unverified

MAX_DEPTH = 40
MAX_ARGS = 200
MAX_CONST = 1 << 31
INTS = frozenset(("num", "bool", "card", "player", "slot", "name", "icon", "kind"))
GROUPS = frozenset(("cards", "players", "slots", "names", "icons", "options"))
TUPLES = frozenset(("rows", "row", "event"))
SAME = frozenset(("filter", "top", "bottom", "best", "union", "minus"))  # give what their first argument is
ELEMENT = {"cards": "card", "players": "player", "slots": "slot", "names": "name", "icons": "icon", "rows": "row"}
# what the constant `n` of a node is an index of, by node and position among its arguments
TABLES: dict[tuple[str, int], str] = {
    ("slot", 0): "zones", ("slots", 0): "zones", ("space", 0): "zones", ("in-zone", 1): "zones",
    ("history", 0): "events", ("history-since", 0): "events",
    ("attr", 1): "attrs", ("attr-from", 1): "attrs", ("attr-from", 2): "keywords",
    ("printed", 1): "attrs", ("has-printed", 1): "attrs", ("row-attr", 1): "attrs",
    ("points", 1): "points", ("points-made", 1): "points", ("points-as", 1): "points",
    ("points-as", 2): "points", ("rows-points", 1): "points",
    ("rows-as", 1): "points", ("rows-points-for",
    1): "points",
    ("icons", 1): "families",
    ("has-icon", 1): "icons", ("row-has-icon", 1): "icons",
    ("is-kind", 1): "kinds", ("base-kind", 1): "kinds", ("row-kind", 1): "kinds",
    ("name", 1): "name_attrs", ("text-name", 0): "names",
    ("name-has", 1): "name_attrs", ("name-has", 2): "names",
    ("has-keyword", 1): "keywords", ("ability-ids", 1): "names",
    ("counter", 0): "counters", ("rows-set", 0): "counters",
    ("may", 1): "acts", ("may-copy", 1): "acts", ("in-step", 0): "names", ("can-pay", 1): "acts",
    ("allowed", 1): "events",
    ("rows-points-for", 3): "plans",
}  # fmt: skip
RANGES: dict[tuple[str, int], tuple[int, int]] = {
    ("event-cause", 1): (0, 4), ("row-cause", 1): (0, 3), ("best", 2): (-1, 1), ("best", 3): (0, 1), ("div", 2): (0, 1),
    ("rows-move", 3): (0, 5), ("rows-pile", 4): (0, 5), ("local", 0): (0, 500), ("cand",
    0): (0, 20),
}  # fmt: skip


@dataclass(frozen=True)
class PlanType:
    """What a plan needs and gives: how many locals, how many candidates from outside, and its type."""

    type: str
    locals: int
    cands: int


def assignable(given: str, wanted: str) -> bool:
    """Whether a value of one type may stand where another is wanted."""
    if given == wanted or "any" in (given, wanted):
        return True
    if given in INTS and wanted in INTS:
        return "num" in (given, wanted) or given == "bool" or wanted == "bool"
    if wanted == "bool":
        return True  # empty groups are false
    if given in GROUPS and wanted in GROUPS:
        return "options" in (given, wanted)
    return False


def size(image: Image, table: str) -> int:
    """How many entries a table of the image has."""
    if table == "points":
        return image.points
    if table == "name_attrs":
        return max(1, len(image.name_attrs))
    return len(getattr(image, table))


class PlanChecker:
    """Types the plans of one image; each is typed once for each set of candidates it is seen under."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self._memo: dict[tuple[Any, tuple[str, ...]], PlanType] = {}

    def plan(self, plan: object, cands: tuple[str, ...], where: str) -> PlanType:
        """Type of a whole plan, with the candidates it may use."""
        return self._node(plan, cands, where, 0)

    def _node(self, plan: Any, cands: tuple[str, ...], where: str, depth: int) -> PlanType:
        if not isinstance(plan, (tuple, list)) or not plan or not isinstance(plan[0], str):
            raise unverified(f"{where}: no plan")
        if depth > MAX_DEPTH:
            raise unverified(f"{where}: a plan is nested too deeply")
        key = (plan, cands) if isinstance(plan, tuple) else None
        if key is not None:
            try:
                found = self._memo.get(key)
            except TypeError as error:
                raise unverified(f"{where}: no plan") from error
            if found is not None:
                return found
        made = self._check(plan, cands, where, depth)
        if key is not None:
            self._memo[key] = made
        return made

    def _check(self, plan: Any, cands: tuple[str, ...], where: str, depth: int) -> PlanType:
        op = PLANS.get(plan[0])
        if op is None:
            raise unverified(f"{where}: no plan node {plan[0][:40]!r}")
        args = plan[1:]
        letters = self._letters(op.args, len(args), op.name, where)
        types: list[str] = []
        locals_ = needs = 0
        for at, (letter, arg) in enumerate(zip(letters, args, strict=True)):
            if letter in ("n", "s"):
                self._constant(op.name, at, arg, where)
                types.append("const")
                continue
            inner = cands
            wanted = letter.lower()
            if letter in ("PRED", "EACHNUM", "EACHVAL"):
                element = (
                    "any"
                    if op.name == "filter" and types[0] == "any"
                    else ELEMENT.get(types[0] if types else "", "any")
                )
                inner = (*cands, element)
                wanted = {"PRED": "bool", "EACHNUM": "num", "EACHVAL": "any"}[letter]
            elif op.name == "rows-each" and at == 1:
                inner = (*cands, "player")
            elif op.name in SAME and wanted == "cards":
                wanted = "any"
            found = self._node(arg, inner, where, depth + 1)
            if wanted == "any" and letter != "ANY" and letter != "ANY*" and letter != "EACHVAL" and found.type in INTS:
                raise unverified(f"{where}: {op.name} wants a group, not a {found.type}")
            if not assignable(found.type, wanted):
                raise unverified(f"{where}: {op.name} wants {wanted}, not {found.type}")
            types.append(found.type)
            locals_ = max(locals_, found.locals)
            needs = max(needs, found.cands - (len(inner) - len(cands)) if found.cands > len(cands) else found.cands)
        return self._result(op.name, op.result, args, types, cands, where, locals_, needs)

    def _result(
        self,
        name: str,
        result: str,
        args: Any,
        types: list[str],
        cands: tuple[str, ...],
        where: str,
        locals_: int,
        needs: int,
    ) -> PlanType:
        if name == "cand":
            if args[0] >= len(cands):
                raise unverified(f"{where}: no candidate {args[0]} here")
            return PlanType(cands[args[0]], 0, args[0] + 1)
        if name == "local":
            return PlanType("any", args[0] + 1, 0)
        if name == "space" and not 0 <= args[1] < max(1, len(self.image.zones[args[0]].spaces)):
            raise unverified(f"{where}: no such space")
        if name == "space" and self.image.zones[args[0]].owner == "player":
            raise unverified(f"{where}: a space of a player's zone")
        if name in SAME and types and types[0] in GROUPS | {"rows", "any"}:
            result = types[0]
        elif name == "if":
            result = types[1] if types[1] == types[2] else "any"
        elif name in ("this", "you", "event"):
            locals_ = 3
        return PlanType(result, locals_, needs)

    @staticmethod
    def _letters(table: tuple[str, ...], given: int, name: str, where: str) -> tuple[str, ...]:
        if table and table[-1].endswith("*"):
            if given > MAX_ARGS:
                raise unverified(f"{where}: {name} has too many arguments")
            return (*table[:-1], *(table[-1][:-1] for _ in range(given - len(table) + 1)))
        if len(table) != given:
            raise unverified(f"{where}: {name} takes {len(table)} arguments, not {given}")
        return table

    def _constant(self, name: str, at: int, value: object, where: str) -> None:
        if type(value) is not int or not -MAX_CONST < value < MAX_CONST:
            raise unverified(f"{where}: a constant of {name} is no number")
        table = TABLES.get((name, at))
        if table is not None and not 0 <= value < size(self.image, table):
            raise unverified(f"{where}: {name} names number {value} of {table}, which there is not")
        low_high = RANGES.get((name, at))
        if low_high is not None and not low_high[0] <= value <= low_high[1]:
            raise unverified(f"{where}: {name} has the constant {value}")
