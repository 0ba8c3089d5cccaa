"""Types of values, and what may stand for what: the one table for the resolver, for lowering and for the verifier's
signatures."""

from __future__ import annotations

from . import tree as t

# slot type -> types of values it takes
COERCES: dict[str, frozenset[str]] = {
    "card": frozenset(("card", "cards")),
    "cards": frozenset(("card", "cards")),
    "player": frozenset(("player",)),
    "players": frozenset(("player", "players")),
    "number": frozenset(("number",)),
    "name": frozenset(("name", "card")),
    "icon": frozenset(("icon", "icons")),
    "icons": frozenset(("icon", "icons")),
    "zone": frozenset(("zone", "space")),
    "place": frozenset(("zone", "space", "card")),
    "space": frozenset(("space",)),
    "spaces": frozenset(("space",)),
    "keyword": frozenset(("keyword",)),
    "ability": frozenset(("ability", "keyword")),
    "effect": frozenset(("effect",)),
    "condition": frozenset(("condition",)),
    "kind": frozenset(("kind",)),
}
MANY = frozenset(("all", "each", "any number", "plural", "up to", "at least", "half", "from"))


PLAYERS = frozenset(("player", "players"))


def type_of(value: t.Value) -> str:
    """The type of a value."""
    match value:
        case t.Ref(type=kind):
            return kind
        case t.Sel(noun="player"):
            return "players" if is_many(value) else "player"
        case t.Sel():
            return "cards" if is_many(value) else "card"
        case t.Zone() | t.TermValue():
            return "zone"
        case t.Space() | t.Beside():
            return "space"
        case t.AttrOf():
            return "number"
        case (
            t.Num()
            | t.Count()
            | t.CountValues()
            | t.Points()
            | t.Arith()
            | t.Capped()
            | t.CounterValue()
            | t.HistoryCount()
            | t.KeywordNumber()
        ):
            return "number"
        case t.NameValue():
            return "name"
        case t.IconValue():
            return "icons" if len(value.icons) > 1 else "icon"
        case t.KeywordValue():
            return "keyword"
        case t.EffectValue():
            return "effect"
        case t.CondValue():
            return "condition"
        case t.AbilityValue() | t.AbilityRef():
            return "ability"
        case t.ValueSort():
            return "sort"
        case t.Union(parts=parts):
            kinds = {type_of(p) for p in parts}
            if kinds <= {"card", "cards"}:
                return "cards"
            if kinds <= {"player", "players"}:
                return "players"
            return kinds.pop() if len(kinds) == 1 else "mixed"
        case _:
            return "value"


def several_players(value: t.Value | None) -> bool:
    """Whether something is said of more than one player, for each of them."""
    if isinstance(value, t.Sel):
        tied = value.pos is not None and value.pos.ties
        return value.noun == "player" and (tied or value.quant.kind in ("each", "all", "plural", "any"))
    return value is not None and type_of(value) == "players"


def is_many(sel: t.Sel) -> bool:
    """Whether a selector may give more than one."""
    n = sel.quant.n if sel.quant.n is not None else (sel.pos.n if sel.pos else None)
    if sel.pos is not None:
        for pred in sel.where:  # "the top card of each player's deck" is one of each
            if isinstance(pred, t.InZone):
                for zone in pred.zones:
                    if isinstance(zone, t.Zone) and isinstance(zone.owner, t.Sel) and zone.owner.quant.kind in MANY:
                        return True
    if sel.quant.kind in MANY:
        return not (sel.quant.kind == "up to" and isinstance(n, t.Num) and n.n == 1)
    if sel.quant.kind == "no":
        return True
    return n is not None and not (isinstance(n, t.Num) and n.n <= 1)


def fits(value: t.Value, slot: str) -> bool:
    """Whether a value may fill a slot of that type."""
    kind = type_of(value)
    return kind in COERCES.get(slot, frozenset((slot,)))
