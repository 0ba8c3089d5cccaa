"""Changes of typed trees before they are lowered: parameters filled in, verbs exchanged, places named."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import type_of

from .primitives import LEAVE
from .unlowered import Unlowered

N = TypeVar("N", bound=t.Node)
PERFORMER = "performer"  # parameter: who does the whole effect, where somebody else is "you" in a part of it


def each_chooses(effect: t.Choose, who: t.Sel | t.Union) -> t.Choose:
    """ "Each other player reveals a card or you get +1 Attack": each of them chooses for themselves, "they" are the one
    that chooses and "you" is still who does the whole."""

    def own(node: t.Node) -> t.Node | None:
        if node == who:
            return t.Ref("loop", "player", "they")
        return replace(node, to=f"param {PERFORMER}") if isinstance(node, t.Ref) and node.to == "you" else None

    modes = tuple(t.mapped(t.Effect, mode, own) for mode in effect.modes)
    return replace(effect, who=t.Ref("loop", "player", "they"), modes=modes)


def used_any_turn(body: t.Effect) -> bool:
    """ "You may use this on any player's turn.": said of all that is used of a card."""
    if not isinstance(body, t.Permit) or body.kind != "may" or not isinstance(body.act, t.Do) or body.act.verb != "use":
        return False
    about = [arg.value for arg in body.act.args]
    return body.duration.startswith("on any player's ") and all(isinstance(v, t.Ref) and v.to == "this" for v in about)


def never(part: t.Permit, deed: t.Do) -> t.When:
    """ "Those cards are not put into Victory Piles", "you can't gain Wounds this turn": what is no act of a player just
    does not happen, a replacement by nothing."""
    args: list[t.Arg] = []
    anybody = isinstance(part.who, t.Sel) and not part.who.where and not part.who.other
    for arg in deed.args:
        value = arg.value
        if anybody and isinstance(value, t.Zone) and value.owner is not None:
            value = replace(value, owner=t.Sel("player", t.Quant("each")))
        args.append(replace(arg, value=value))
    if type_of(part.who) in ("card", "cards"):  # "Henchmen can't escape": what cards do themselves
        cards = part.who
        args.append(t.Arg("subject", replace(cards, quant=t.Quant("any")) if isinstance(cards, t.Sel) else cards))
    elif not anybody:
        args.append(t.Arg("who", part.who))
    nothing = t.Instead(t.Nothing(""), "event")
    cond = t.NotCond(part.if_) if part.unless and part.if_ is not None else part.if_
    return t.When(t.EventPattern(deed.verb, tuple(args)), nothing, would=True, duration=part.duration, cond=cond)


def beyond(effect: t.When) -> t.When:
    """ "When you draw a new hand this turn, draw eight cards instead of six": what is done then is done anyhow for the
    smaller number; only the difference is left to do."""
    deed = effect.effect
    if effect.would or not isinstance(deed, t.Do) or not better_line(deed):
        return effect
    usual = next(arg.value for arg in deed.args if arg.role == "instead of")
    made = [arg for arg in deed.args if arg.role != "instead of"]
    at = next((i for i, arg in enumerate(made) if isinstance(arg.value, t.Sel)), -1)
    now = made[at].value if at >= 0 else None
    if (
        not isinstance(now, t.Sel)
        or not isinstance(usual, t.Sel)
        or replace(now, quant=usual.quant, span=usual.span) != usual
    ):
        raise Unlowered("“instead of” other things than what is done", deed)
    more, fewer = now.quant.n, usual.quant.n
    if not isinstance(more, t.Num) or not isinstance(fewer, t.Num) or more.n <= fewer.n:
        raise Unlowered("“instead of” a number that is not smaller", deed)
    made[at] = replace(made[at], value=replace(now, quant=replace(now.quant, n=t.Num(more.n - fewer.n))))
    return replace(effect, effect=replace(deed, args=tuple(made)))


def replacing(effect: t.When) -> t.When:
    """ "The next time you draw a card, draw two instead": what would happen is replaced."""
    then = effect.effect
    if effect.would or not isinstance(then, t.Instead) or then.of == "event":
        return effect
    return replace(effect, would=True, effect=replace(then, of="event"))


def top_or_bottom(effect: t.Do) -> t.Choose | None:
    """ "Put it on the top or bottom of your deck": who does it chooses."""
    to = next((arg.value for arg in effect.args if arg.role == "to"), None)
    if not isinstance(to, t.Zone) or to.place != "top or bottom":
        return None
    ways = []
    for place in ("top", "bottom"):
        there = tuple(replace(a, value=replace(to, place=place)) if a.role == "to" else a for a in effect.args)
        ways.append(replace(effect, who=None, args=there))
    return t.Choose(effect.who, tuple(ways))


def asked_then(part: t.Effect) -> t.Effect:
    """ "If you didn't fight this turn, draw a card when …": asked when that happens."""
    if not isinstance(part, t.If) or not isinstance(part.then, t.When):
        return part
    when = part.then
    return replace(when, cond=part.cond if when.cond is None else t.AllOf((part.cond, when.cond)))


def substituted(body: t.CardText, args: tuple[t.Arg, ...]) -> t.CardText:
    """A keyword's body with its parameters filled in."""
    return _filled(t.CardText, body, {f"param {arg.role}": arg.value for arg in args})


def icons_said(node: N) -> N:
    """A text in which cards that share an icon with icons in brackets are said as a card says it: "[A] or [B]"."""

    def said(node: t.Node) -> t.Node | None:
        if not isinstance(node, t.HasIconRef) or not isinstance(node.of, t.IconValue) or node.none or node.family:
            return None
        icons = tuple(t.HasIcon(icon) for icon in dict.fromkeys(node.of.icons))
        return icons[0] if len(icons) == 1 else t.AnyOf(icons)

    return t.mapped(type(node), node, said)


def with_points(body: t.CardText, given: str, usual: str) -> t.CardText:
    """A keyword's body whose player gets points of another kind."""

    def pointed(node: t.Node) -> t.Node | None:
        if not isinstance(node, t.Get):
            return None
        return replace(node, amounts=tuple(replace(a, unit=given) if a.unit == usual else a for a in node.amounts))

    return t.mapped(t.CardText, body, pointed)


def elsewhere(body: t.CardText, given: t.Value, usual: t.Value) -> t.CardText:
    """A keyword's body that uses another place."""
    return t.mapped(t.CardText, body, lambda node: given if node == usual else None)


def better_line(body: t.Effect) -> bool:
    """A line that takes the place of the one before it, wholly or in one number."""
    if isinstance(body, t.Do):
        return any(arg.role == "instead of" for arg in body.args)
    if isinstance(body, t.UseKeyword):
        return any(isinstance(arg.value, t.EffectValue) and better_line(arg.value.effect) for arg in body.args)
    return isinstance(body, t.Instead) and body.of == "line"


def asked_by_keyword(body: t.CardText) -> t.If | None:
    """What a keyword is that does something under a condition."""
    only = body.lines[0].body if len(body.lines) == 1 and not body.lines[0].labels else None
    return only if isinstance(only, t.If) and only.otherwise is None and not only.unless else None


def exchanging(body: t.Effect, verb: str, old: t.Value, new: t.Value) -> t.Effect:
    """An effect in which a verb is done to something else."""

    def changed(node: t.Node) -> t.Node | None:
        if not isinstance(node, t.Do) or node.verb != verb:
            return None
        args = tuple(replace(arg, value=new) if arg.role == "cards" and arg.value == old else arg for arg in node.args)
        return replace(node, args=args)

    return t.mapped(t.Effect, body, changed)


def located(body: t.CardText, zone: str) -> t.CardText:
    """A place's text, with "here" as that place."""
    return _filled(t.CardText, body, {"here": t.Zone(zone)})


def there(line: t.Line, zone: str) -> t.Line:
    """ "here", and "there" without a place named before it: where cards of this kind are."""
    return _filled(t.Line, line, {"here": t.Zone(zone), "there": t.Zone(zone)})


def waits_for_this(effect: t.When) -> bool:
    """ "When it is defeated, …", "when it leaves the city, …": an ability of the card itself."""
    about = ("who",) if effect.pattern.event == LEAVE else ("cards", "subject")
    return not effect.would and any(
        arg.role in about and isinstance(arg.value, t.Ref) and arg.value.to == "this" for arg in effect.pattern.args
    )


def about_this(value: t.Node) -> bool:
    """Whether it is the card itself."""
    return isinstance(value, t.Ref) and value.to == "this"


def others(effect: t.Effect) -> t.Effect:
    """The same effect, with every selector of cards meaning others than this card."""

    def other(node: t.Node) -> t.Node:
        made = node.with_children(other)
        if isinstance(made, t.Sel) and made.noun != "player" and made.quant.kind in ("exactly", "up to"):
            return replace(made, other=True)
        return made

    return t.mapped(t.Effect, effect, other)


def _filled(kind: type[N], text: t.Node, values: dict[str, t.Value]) -> N:
    """A tree with references, slots and terms replaced by what they stand for."""

    def fill(node: t.Node) -> t.Node:
        match node:
            case t.Ref() if node.to in values:
                return values[node.to]
            case t.Ref(form="here" | "there", to="this") if node.form in values:
                return values[node.form]
            case t.SlotEffect() if (given := values.get(f"param {node.name}")) is not None:
                return given.effect if isinstance(given, t.EffectValue) else node
            case t.SlotCond() if (given := values.get(f"param {node.name}")) is not None:
                return given.cond if isinstance(given, t.CondValue) else node
            case t.TermCond() if (said := values.get(node.term)) is not None:
                return (t.NotCond(said.cond) if node.negated else said.cond) if isinstance(said, t.CondValue) else node
        made = node.with_children(fill)
        match made:
            case t.Named(value=t.NameValue(attr=attr) as name) if name not in node.children():
                return replace(made, attr=attr)
            case t.Amount(value=t.ValueSort(sort=sort, options=(price, *_)) as given) if given not in node.children():
                return replace(made, value=price, unit=sort)
        return made

    return t.mapped(kind, text, fill)


def is_card(value: t.Value) -> bool:
    """Whether a value is cards and no place."""
    return isinstance(value, t.Sel) or (isinstance(value, t.Ref) and value.type in ("card", "cards"))


def performers(place: t.Value) -> t.Value:
    """A place that a declaration calls "your", inside a text: it is of who performs."""
    you = isinstance(place, t.Zone) and isinstance(place.owner, t.Ref) and place.owner.to == "you"
    return replace(place, owner=t.Ref("performer", "player", "they")) if you and isinstance(place, t.Zone) else place


def within(sel: t.Sel, place: t.Value) -> t.Sel:
    """A selector with its source written as a place."""
    zones = place.parts if isinstance(place, t.Union) else (place,)
    if any(isinstance(p, t.InZone) for p in sel.where):
        return sel
    return replace(sel, where=(*sel.where, t.InZone(zones)))


def bounded(change: t.Change, amount: t.Amount) -> tuple[t.Amount, int]:
    """ "-1 Attack for each …, to a minimum of 3" bounds what the change makes, not how often it is made: the amount
    without the bound, and the row's FLOOR (one more than the least number, 0 for none)."""
    per = amount.per
    if not isinstance(per, t.Capped) or per.kind != "min":
        return amount, 1 if change.floor else 0
    if not isinstance(per.limit, t.Num) or per.limit.half or change.mode == "set" or not change.floor:
        raise Unlowered("a changed number that may not be less than another one", amount)
    return replace(amount, per=per.value), per.limit.n + 1
