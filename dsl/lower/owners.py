"""Cards that each of several players gives up: "a Hero from the discard pile of each player". Must not emit code."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t

OWNER = t.Ref("param owner", "player", "they")


def each_owner(effect: t.Do) -> t.Sel | None:
    """The players from a place of each of whom so many cards are taken."""
    for arg in effect.args:
        value = arg.value
        if isinstance(value, t.Sel) and value.quant.kind == "exactly" and value.pos is None and value.chooser is None:
            for zone in _places(value):
                if isinstance(zone.owner, t.Sel) and zone.owner.quant.kind in ("each", "all", "plural"):
                    return zone.owner
    return None


def _places(value: t.Sel) -> list[t.Zone]:
    found = [zone for pred in value.where if isinstance(pred, t.InZone) for zone in pred.zones]
    return [zone for zone in found if isinstance(zone, t.Zone)] if len(found) == 1 else []


def of_one(effect: t.Do, owners: t.Sel) -> t.Do:
    """The same of one of them, who chooses."""
    args: list[t.Arg] = []
    for arg in effect.args:
        value = arg.value
        if isinstance(value, t.Sel) and any(zone.owner == owners for zone in _places(value)):
            where = tuple(
                t.InZone(tuple(replace(z, owner=OWNER) if isinstance(z, t.Zone) else z for z in p.zones))
                if isinstance(p, t.InZone)
                else p
                for p in value.where
            )
            arg = replace(arg, value=replace(value, where=where, chooser=OWNER))
        args.append(arg)
    return replace(effect, args=tuple(args))
