"""What "Do the same thing to …" repeats: what the text said before it, with other cards, players or places in it.

Trees only; must not emit code.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

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
    body = _told_at(_choosing(meant[0].body, same.edit.what, same), same.span)
    assert isinstance(body, t.Effect)
    return replace(line, body=body)


def _told_at(node: object, span: t.Span) -> object:
    """A tree whose effects are said where another line says to do the same."""
    made = _parts(node, lambda part: _told_at(part, span))
    return replace(made, span=span) if isinstance(made, t.Effect) else made


def _choosing(body: t.Effect, what: t.Value, same: t.SameEffect) -> t.Effect:
    choice = next((node for node in body.walk() if isinstance(node, t.ChooseValue)), None)
    old = choice.what if choice is not None else None
    if isinstance(what, t.ValueSort) and isinstance(old, t.ValueSort) and old.sort == what.sort and old.options:
        assert choice is not None
        made = _replaced(body, choice, replace(choice, what=what))
        assert isinstance(made, t.Effect)
        return made
    player = isinstance(choice, t.ChooseValue) and isinstance(choice.what, t.Sel) and choice.what.noun == "player"
    if choice is not None and player and isinstance(body, t.Seq) and body.effects[0] is choice:
        rest = body.effects[1:] if len(body.effects) > 2 else body.effects[1]
        kept = replace(body, effects=rest, joins=body.joins[1:]) if isinstance(rest, tuple) else rest
        made = _fixed(kept, f"bind {choice.binds}", what)
        assert isinstance(made, t.Effect)
        return made
    raise Unlowered("an effect in which that is not chosen", same)


def _fixed(node: object, to: str, value: t.Value) -> object:
    """A tree in which what was chosen is this."""
    if isinstance(node, t.Ref) and node.to == to:
        return value
    return _parts(node, lambda part: _fixed(part, to, value))


def with_other(effect: t.Effect, on: t.Value) -> t.Effect:
    """An effect with these cards, or this place, in place of what it was done to; for players it is the same."""
    if isinstance(on, t.Zone):
        owner = OWNER if isinstance(on.owner, t.Sel) else on.owner
        made = _of(effect, on.zone, owner)
    elif isinstance(on, t.Sel | t.Ref) and _players(on):
        return effect
    else:
        made = _replaced(effect, _object(effect), on)
    if made == effect:
        raise Unlowered("the same thing with what was not spoken of", on)
    assert isinstance(made, t.Effect)
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


def _of(node: object, zone: str, owner: t.Value | None) -> object:
    """A tree in which "your" place of this sort is somebody else's."""
    if isinstance(node, t.Zone) and node.zone == zone and isinstance(node.owner, t.Ref) and node.owner.to == "you":
        return replace(node, owner=owner)
    return _parts(node, lambda part: _of(part, zone, owner))


def _replaced(node: object, old: t.Node | None, new: t.Node) -> object:
    if node == old:
        return new
    return _parts(node, lambda part: _replaced(part, old, new))


def _parts(node: object, change: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(change(part) for part in node)
    if isinstance(node, t.Node):
        changed: dict[str, Any] = {
            name: change(old)
            for name in node.__dataclass_fields__
            if isinstance(old := getattr(node, name), (t.Node, tuple))
        }
        return replace(node, **changed)
    return node
