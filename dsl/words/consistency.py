"""Declarations that fit their form and still cannot mean what they say: steps that lead nowhere, slots without a type,
words that say nothing. Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl.diagnostics import Finding, either, finding, nearest
from cardwright.dsl.source import Name

from .declared import SetDecl
from .model import Declaration, Keyword, Kind, Label, Procedure, Rule, Step, Term
from .pattern import SLOT_TYPES, pattern
from .visible import Visible

END = "end"
YOU = "you"
FIELD_TYPES = ("number", "price")
_SAYS: dict[type[Declaration], tuple[str, ...]] = {
    Term: ("is_", "number", "place", "condition"),
    Label: ("when", "use", "set_up", "standing", "loses_when"),
    Keyword: ("bodies", "copied"),
}

_PROOF_NEEDS = {"words": "because", "not built": "because", "test": "test"}

_OTHER_TYPES = ("card", "player", "zone")  # and any noun that is declared
OBJECT = "cards"  # the slot of a keyword that is used as a verb with an object


def check_consistency(own: SetDecl, visible: Visible) -> Iterator[Finding]:
    """Findings about single declarations of a set."""
    for item in own.declarations():
        says = _SAYS.get(type(item))
        if says is not None and not any(getattr(item, name) for name in says):
            yield finding("CW216", item.name.span, what=type(item).__name__.lower())
        if isinstance(item, Keyword):
            yield from _slots(item)
            yield from _slot_types(item, visible)
        if isinstance(item, Procedure):
            yield from _targets(item)
            if item.act is not None and not any(name != YOU for name in item.of):
                yield finding("CW203", item.name.span, key="of", what="act, which must say what it is done to")
            yield from _price(item, visible)
        if isinstance(item, Kind):
            yield from _types(item)
        if isinstance(item, Rule):
            needed = _PROOF_NEEDS.get(item.proof)
            if needed is not None and getattr(item, needed) is None:
                yield finding("CW203", item.name.span, key=needed, what=f"rule, whose proof is “{item.proof}”")
    yield from _roles(own, visible)
    for step in own.steps:
        yield from _place(step, own, visible)


def _types(kind: Kind) -> Iterator[Finding]:
    """Types of the fields that only this kind has."""
    for type_ in kind.fields.values():
        if type_ is not None and type_ not in FIELD_TYPES:
            near = nearest(type_, FIELD_TYPES, most=1)
            options = either(FIELD_TYPES)
            yield finding("CW205", type_.span, key="fields", word=type_, options=options, suggestions=near)


def _roles(own: SetDecl, visible: Visible) -> Iterator[Finding]:
    """What the machine needs is served by one declaration only."""
    seen: dict[str, Declaration] = {}
    for decl in (*reversed(visible.sets[1:]), own):
        served: list[tuple[str, Declaration]] = [(zone.serves, zone) for zone in decl.zones]
        served += [(one.serves, one) for one in decl.procedures]
        for role, item in served:
            if not role:
                continue
            first = seen.setdefault(role, item)
            if first is not item and item.set == own.name:
                labels = [(first.name.span, "this one serves as it already")]
                yield finding("CW211", item.name.span, word=role, what="role", labels=labels)


def doubtful(own: SetDecl, visible: Visible) -> frozenset[str]:
    """The first words of keywords that have a finding about their slots: what they are written with is not known, so
    nothing is found in texts that use them.
    """
    wrong = (item for item in own.keywords if any(_slots(item)) or any(_slot_types(item, visible)))
    return frozenset(pattern(str(item.name)).head for item in wrong)


def _slots(keyword: Keyword) -> Iterator[Finding]:
    """Slots of a keyword and their types."""
    slots = [slot.name for slot in pattern(keyword.name).slots]
    without = [name for name in slots if name not in keyword.of and (keyword.of or name not in SLOT_TYPES)]
    more = [name for name in keyword.of if name not in slots and not (name == OBJECT and keyword.forms)]
    if len(without) == len(more) == 1:  # one name written in two ways is one mistake
        labels = [(keyword.name.span, f"its slot is {{{without[0]}}}")]
        said = "has a type, but does not stand in the keyword"
        yield finding(
            "CW217", more[0].span, slot=f"{{{more[0]}}}", said=said, labels=labels, suggestions=[str(without[0])]
        )
        return
    for name in without:
        yield finding("CW217", keyword.name.span, slot=f"{{{name}}}", said="has no type under “of:”")
    for name in more:
        said = "has a type, but does not stand in the keyword"
        yield finding("CW217", name.span, slot=f"{{{name}}}", said=said)


def _slot_types(keyword: Keyword, visible: Visible) -> Iterator[Finding]:
    for text in keyword.of.values():
        type_ = str(text).strip()
        noun = type_.removeprefix("an ").removeprefix("a ")
        if noun in (*SLOT_TYPES, *_OTHER_TYPES) or visible.find("kinds terms icons names", noun) is not None:
            continue
        if visible.whole:
            near = nearest(type_, SLOT_TYPES, most=1)
            yield finding("CW205", text.span, key="of", word=type_, options=either(SLOT_TYPES), suggestions=near)


def _all_steps(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        yield from _all_steps(step.steps)


def _targets(procedure: Procedure) -> Iterator[Finding]:
    """Where steps lead, and that no two have one name."""
    seen: dict[str, Step] = {}
    for step in _all_steps(procedure.steps):
        if not step.name:
            continue
        first = seen.setdefault(str(step.name), step)
        if first is not step:
            labels = [(first.name.span, "it is declared here already")]
            yield finding("CW211", step.name.span, word=step.name, what="step", labels=labels)
    for step in _all_steps(procedure.steps):
        for target in (step.then, step.else_):
            if target is not None and target != END and target not in seen:
                yield _no_step(target, list(seen))


def _price(procedure: Procedure, visible: Visible) -> Iterator[Finding]:
    for text in procedure.price.values():
        word = str(text)
        if visible.find("points", word) is None:
            near = visible.missing("points", word)
            if near is not None:
                yield finding("CW210", text.span, what="kind of point", word=word, suggestions=near)


def _place(step: Step, own: SetDecl, visible: Visible) -> Iterator[Finding]:
    """A step of a set's own stands before, after or instead of a named one."""
    places = [name for name in (step.before, step.after, step.instead_of) if name is not None]
    if len(places) != 1:
        yield finding("CW219", step.name.span if step.name else step.span)
        return
    procedures = [item for decl in (own, *visible.sets) for item in decl.procedures if step.of in (None, item.name)]
    known = [str(inner.name) for item in procedures for inner in _all_steps(item.steps) if inner.name]
    known += [str(other.name) for decl in (own, *visible.sets) for other in decl.steps if other is not step]
    if places[0] not in known:
        yield _no_step(places[0], known)


def _no_step(name: Name, known: list[str]) -> Finding:
    return finding("CW210", name.span, what="step", word=name, suggestions=nearest(name, known, most=1))
