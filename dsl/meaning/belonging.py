"""Cards of one player set beside those of another: "more Bystanders than you"."""

from __future__ import annotations

from dataclasses import replace

from . import tree as t

CANDIDATE = t.Ref("loop", "player", "they")


def belonging_to(sel: t.Sel, player: t.Value) -> t.Sel:
    """All such cards of a player: in the places that were said, else wherever that player has them."""
    where = tuple(_of(pred, player) for pred in sel.where)
    if not any(isinstance(pred, t.InZone | t.OwnedBy) for pred in where):
        where = (*where, t.OwnedBy(player))
    return replace(sel, quant=t.Quant("all"), where=where)


def _of(pred: t.Pred, player: t.Value) -> t.Pred:
    match pred:
        case t.OwnedBy():
            return t.OwnedBy(player)
        case t.InZone(zones=zones):
            return t.InZone(tuple(_owned(zone, player) for zone in zones))
        case _:
            return pred


def _owned(zone: t.Value, player: t.Value) -> t.Value:
    return replace(zone, owner=player) if isinstance(zone, t.Zone) and zone.owner is not None else zone


def owner_of(sel: t.Sel) -> t.Value | None:
    """Whose such cards are."""
    for pred in sel.where:
        if isinstance(pred, t.OwnedBy):
            return pred.player
        if isinstance(pred, t.InZone) and isinstance(pred.zones[0], t.Zone):
            return pred.zones[0].owner
    return None


def outnumbers(cards: t.Sel, op: str, player: t.Value) -> t.Compare:
    """The candidate has more (or fewer) such cards than a player."""
    return t.Compare(t.Count(belonging_to(cards, CANDIDATE)), op, t.Count(belonging_to(cards, player)))


def outnumbered(cond: t.Condition) -> tuple[t.Sel, str, t.Value] | None:
    """What `outnumbers` made: the candidate's cards, the comparison, whom they are compared with."""
    match cond:
        case t.Compare(left=t.Count(of=t.Sel() as cards), op=("<" | ">") as op, right=t.Count(of=t.Sel() as others)):
            player = owner_of(others)
            if player is not None and owner_of(cards) == CANDIDATE and belonging_to(cards, player) == others:
                return cards, op, player
    return None
