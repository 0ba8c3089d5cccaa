"""What "Do the same thing to …" repeats: what the text said before it, with other cards, players or places in it.

Trees only; must not emit code.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t

from .owners import OWNER
from .unlowered import Unlowered


def spelled_out(text: t.CardText) -> t.CardText:
    """The text in which each of them carries what it repeats: the sentences before it in its line, else the line
    above."""
    text = replace(text, lines=tuple(chosen_anew(text, line) for line in text.lines))
    lines: list[t.Line] = []
    for line in text.lines:
        above = lines[-1].body if lines else None
        lines.append(replace(line, body=_in(line.body, above)))
    return replace(text, lines=tuple(lines)) if tuple(lines) != text.lines else text


def _in(body: t.Effect, before: t.Effect | None) -> t.Effect:
    match body:
        case t.SameEffect(on=t.Value() as on):
            if before is None:
                raise Unlowered("the same thing as nothing", body)
            return replace(body, edit=with_other(before, on))
        case t.Seq(effects=parts):
            made: list[t.Effect] = []
            for part in parts:
                several = replace(body, effects=tuple(made), joins=body.joins[: len(made) - 1])
                made.append(_in(part, several if len(made) > 1 else made[0] if made else before))
            return replace(body, effects=tuple(made))
        case t.May(effect=inner):
            return replace(body, effect=_in(inner, before))
        case t.If(then=then, otherwise=otherwise):
            other = _in(otherwise, before) if otherwise is not None else None
            return replace(body, then=_in(then, before), otherwise=other)
        case _:
            return body


def chosen_anew(text: t.CardText, line: t.Line) -> t.Line:
    """ "Same effect, but with [Tech] or [Covert]", "…, choosing yourself": the effect of another line, in which
    something else is chosen."""
    same = line.body
    if not isinstance(same, t.SameEffect) or not isinstance(same.edit, t.ChooseValue):
        return line
    before = [other for other in text.lines[: text.lines.index(line)] if other.labels]
    others = [other for other in text.lines if other is not line and other.labels]
    if same.label:
        meant = [other for other in others if same.label in {label.id for label in other.labels}]
    else:
        meant = before[-1:] or others
    own = same.of is None or isinstance(same.of, t.Ref) and same.of.to == "this"
    if len(meant) != 1 or not own or same.times is not None:
        raise Unlowered("an effect in which something else is chosen", same)
    return replace(line, body=_told_at(_choosing(meant[0].body, same.edit.what, same), same.span))


def _told_at(effect: t.Effect, span: t.Span) -> t.Effect:
    """A tree whose effects are said where another line says to do the same."""

    def told(node: t.Node) -> t.Node:
        made = node.with_children(told)
        return replace(made, span=span) if isinstance(made, t.Effect) else made

    return t.mapped(t.Effect, effect, told)


def _choosing(body: t.Effect, what: t.Value, same: t.SameEffect) -> t.Effect:
    choice = next((node for node in body.walk() if isinstance(node, t.ChooseValue)), None)
    old = choice.what if choice is not None else None
    if isinstance(what, t.ValueSort) and isinstance(old, t.ValueSort) and old.sort == what.sort and old.options:
        assert choice is not None
        return _replaced(body, choice, replace(choice, what=what))
    player = isinstance(choice, t.ChooseValue) and isinstance(choice.what, t.Sel) and choice.what.noun == "player"
    if choice is not None and player and isinstance(body, t.Seq) and body.effects[0] is choice:
        rest = body.effects[1:] if len(body.effects) > 2 else body.effects[1]
        kept = replace(body, effects=rest, joins=body.joins[1:]) if isinstance(rest, tuple) else rest
        fixed = f"bind {choice.binds}"
        return t.mapped(t.Effect, kept, lambda node: what if isinstance(node, t.Ref) and node.to == fixed else None)
    raise Unlowered("an effect in which that is not chosen", same)


def with_other(effect: t.Effect, on: t.Value) -> t.Effect:
    """An effect with these cards, or this place, in place of what it was done to; for players it is the same."""
    if isinstance(on, t.Zone):
        owner = OWNER if isinstance(on.owner, t.Sel) else on.owner
        made = _of(effect, on.zone, owner)
    elif isinstance(on, t.Sel | t.Ref) and _players(on):
        return effect
    else:
        done_to = _object(effect)
        made = _replaced(effect, done_to, on) if done_to is not None else effect
    if made == effect:
        raise Unlowered("the same thing with what was not spoken of", on)
    return made


def _players(on: t.Value) -> bool:
    return isinstance(on, t.Sel) and on.noun == "player" or isinstance(on, t.Ref) and on.type in ("player", "players")


def _object(effect: t.Effect) -> t.Value | None:
    """What the first clause is done to."""
    for node in effect.walk():
        match node:
            case t.Do(args=args):
                return next((arg.value for arg in args if arg.role == "cards"), None)
            case t.Change(what=what) | t.Gain(what=what) | t.ChooseValue(what=what):
                return what
    return None


def _of(effect: t.Effect, zone: str, owner: t.Value | None) -> t.Effect:
    """A tree in which "your" place of this sort is somebody else's."""

    def other(node: t.Node) -> t.Node | None:
        if not isinstance(node, t.Zone) or node.zone != zone or not isinstance(node.owner, t.Ref):
            return None
        return replace(node, owner=owner) if node.owner.to == "you" else None

    return t.mapped(t.Effect, effect, other)


def _replaced(effect: t.Effect, old: t.Node, new: t.Node) -> t.Effect:
    return t.mapped(t.Effect, effect, lambda node: new if node == old else None)
