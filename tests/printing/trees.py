"""Short builders of trees for the printer's tests. Words are given bare; ids are made here."""

from __future__ import annotations

from cardwright.dsl.meaning import tree as t

YOU = t.Ref("you", "player", "you")
THIS = t.Ref("this", "card", "this")
SAME = t.Ref("loop", "player", "")
EACH_PLAYER = t.Sel("player", t.Quant("each"))
EACH_OTHER = t.Sel("player", t.Quant("each"), other=True)
THEIR = t.Ref("loop", "player", "they")


def ref(form: str, type: str = "card", to: str = "bind 1") -> t.Ref:
    return t.Ref(to, type, form)


def num(n: int) -> t.Num:
    return t.Num(n)


def q(kind: str | int, n: int | t.Value | None = None) -> t.Quant:
    if isinstance(kind, int):
        return t.Quant("exactly", t.Num(kind))
    return t.Quant(kind, t.Num(n) if isinstance(n, int) else n)


def sel(noun: str, quant: str | int | t.Quant, *where: t.Pred, **more: object) -> t.Sel:
    quantity = quant if isinstance(quant, t.Quant) else q(quant)
    noun = noun if noun in ("card", "player") else f"core:{noun}"
    return t.Sel(noun, quantity, where, **more)  # type: ignore[arg-type]


def a(noun: str, *where: t.Pred, **more: object) -> t.Sel:
    return sel(noun, 1, *where, **more)


def every(noun: str, *where: t.Pred, **more: object) -> t.Sel:
    return sel(noun, "each", *where, **more)


def top(n: int, *where: t.Pred, kind: str = "top", noun: str = "card") -> t.Sel:
    return sel(noun, t.Quant("the"), *where, pos=t.Pos(kind, t.Num(n) if n > 1 else None))


def icon(name: str) -> t.HasIcon:
    return t.HasIcon(f"core:{name}")


def is_(name: str) -> t.IsKind:
    return t.IsKind(f"core:{name}")


def zone(name: str, owner: t.Value | None = None, place: str = "") -> t.Zone:
    return t.Zone(f"core:{name}", owner, place)


def your(name: str, place: str = "") -> t.Zone:
    return zone(name, YOU, place)


def their(name: str, place: str = "") -> t.Zone:
    return zone(name, THEIR, place)


def space(name: str) -> t.Space:
    return t.Space("core:city", name)


def at(*zones: t.Value) -> t.InZone:
    return t.InZone(zones)


def mine(player: t.Value = YOU) -> t.OwnedBy:
    return t.OwnedBy(player)


def costs(op: str, n: int) -> t.Number:
    return t.Number("core:cost", op, t.Num(n))


def did(verb: str, who: t.Value | None = None, period: str = "turn") -> t.Did:
    return t.Did(f"core:{verb}", "cards", who, period)


def do(verb: str, cards: t.Value | None = None, who: t.Value | None = None, **more: object) -> t.Do:
    roles = {"to": "to", "from_": "from", "subject": "subject", "with_": "with"}
    args = [t.Arg("cards", cards)] if cards is not None else []
    args += [t.Arg(role, more.pop(key)) for key, role in roles.items() if key in more]  # type: ignore[arg-type]
    return t.Do(f"core:{verb}", who, tuple(args), **more)  # type: ignore[arg-type]


def plus(n: int | t.Value, unit: str = "Attack", per: t.Value | None = None) -> t.Amount:
    return t.Amount(t.Num(n) if isinstance(n, int) else n, f"core:{unit}", per)


def get(*amounts: t.Amount, who: t.Value = YOU, **more: object) -> t.Get:
    return t.Get(who, amounts, **more)  # type: ignore[arg-type]


def seq(first: t.Effect, *rest: str | t.Effect) -> t.Seq:
    """seq(A, "then", B, ".", C)"""
    joins = tuple(r for r in rest if isinstance(r, str))
    return t.Seq((first, *(r for r in rest if isinstance(r, t.Effect))), joins)


def label(name: str = "", *icons: str, numbers: tuple[tuple[int, int], ...] = ()) -> t.Label:
    return t.Label(f"core:{name}" if name else "", tuple(f"core:{i}" for i in icons), numbers)


def line(body: t.Effect, *labels: t.Label, uses: str = "") -> t.Line:
    return t.Line(labels, body, uses)


def event(verb: str, who: t.Value | None = None, cards: t.Value | None = None, **more: t.Value) -> t.EventPattern:
    args = [t.Arg("who", who)] if who is not None else []
    args += [t.Arg("cards", cards)] if cards is not None else []
    args += [t.Arg(role, value) for role, value in more.items()]
    return t.EventPattern(f"core:{verb}", tuple(args))


def happened(
    verb: str, who: t.Value | None, cards: t.Value | None = None, period: str = "turn", **more: bool
) -> t.Happened:
    args = [t.Arg("who", who)] if who is not None else []
    args += [t.Arg("cards", cards)] if cards is not None else []
    return t.Happened(f"core:{verb}", tuple(args), period, **more)


def count(of: t.Value) -> t.Count:
    return t.Count(of)


def keyword(name: str, **args: t.Value) -> t.UseKeyword:
    return t.UseKeyword(f"core:{name}", None, tuple(t.Arg(k, v) for k, v in args.items()))


def icons(*names: str) -> t.IconValue:
    return t.IconValue(tuple(f"core:{n}" for n in names))


HQ = zone("HQ")
CITY = zone("city")
IT = ref("it")
WOUND = a("Wound")
BYSTANDER = a("Bystander")
CARD = a("card")
DRAW = do("draw", CARD)


def reveal_or(reveal: t.Value, other: t.Effect, who: t.Sel = EACH_PLAYER) -> t.Effect:
    return t.Choose(who, (do("reveal", reveal, SAME), other))
