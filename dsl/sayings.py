"""Everything a set says in the language, read for its findings alone.

When declarations have mistakes nothing can be lowered, and still all findings of all texts are wanted in one run. Here
stands how each value is read, as lowering does it. Must not know what any of it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from cardwright.dsl.lower.declaring import VERB_SLOTS
from cardwright.dsl.lower.procedures import PAYABLE
from cardwright.dsl.lower.resolved import Resolver, Unresolved
from cardwright.dsl.source import Mapping as MappingNode
from cardwright.dsl.source import Scalar, Text
from cardwright.dsl.words import Declaration, Keyword, Label, Procedure, Rule, Step, Term, Verb, Zone, pattern
from cardwright.dsl.words.declare import DeclaredSet

YOU = "you"
_NO_PLACE = ("home", "required")


@dataclass(frozen=True)
class Saying:
    """A value in the language: what it is read as, the parameters it may use, the kind of card it is written for."""

    kind: str
    text: Text
    scope: Mapping[str, str] = field(default_factory=dict)
    on: str = ""


def read_all(item: DeclaredSet, resolver: Resolver) -> None:
    """Read all texts of a set; the resolver keeps the findings."""
    for card in item.decl.all_cards():
        for face in card.faces:
            if face.text is not None:
                resolver.card(card, face)
    for saying in sayings(item):
        with suppress(Unresolved):
            resolver.fragment(saying.kind, saying.text, saying.scope, saying.on)


def sayings(item: DeclaredSet) -> Iterator[Saying]:
    """All language values of a set's declarations."""
    for declaration in item.decl.declarations():
        yield from _of(declaration, item)


def _of(declaration: Declaration, item: DeclaredSet) -> Iterator[Saying]:
    match declaration:
        case Term():
            yield from _term(declaration)
        case Verb():
            yield from _verb(declaration)
        case Label():
            yield from _some(("event", declaration.when), ("player", declaration.you), ("condition", declaration.if_))
        case Keyword() if pattern(str(declaration.name)).head in item.vocabulary.doubtful:
            return
        case Keyword():
            scope = declaration.scope
            for kind, body in declaration.bodies.items():
                known = item.visible.find("kinds terms", kind)
                if known is not None:
                    yield Saying("lines", body, scope, known.id)
                    if declaration.copied is not None:
                        yield Saying("lines", declaration.copied, scope, known.id)
        case Rule():
            yield from _some(("lines", declaration.does))
        case Zone():
            yield from _some(("lines", declaration.text))
        case Procedure():
            scope = {str(name): str(text) for name, text in declaration.of.items()}
            yield from _some(("condition", declaration.start_if), scope=scope)
            if declaration.act is not None:
                offered = [text for name, text in declaration.of.items() if name != YOU]
                yield from _some(*(("selector", text) for text in offered[:1]))
            for step in declaration.steps:
                yield from _step(step, scope)
        case Step():
            yield from _step(declaration, _scope_of(declaration, item))


def _scope_of(step: Step, item: DeclaredSet) -> dict[str, str]:
    """The parameters of the procedure that a step of a set's own belongs to."""
    place = step.before or step.after or step.instead_of
    for declared in (item.decl, *item.requires):
        for procedure in declared.procedures:
            if step.of in (None, procedure.name) and any(inner.name == place for inner in procedure.steps):
                return {str(name): str(text) for name, text in procedure.of.items()}
    return {}


def _some(*values: tuple[str, Text | None], scope: Mapping[str, str] | None = None) -> Iterator[Saying]:
    for kind, text in values:
        if text is not None:
            yield Saying(kind, text, scope or {})


def _term(term: Term) -> Iterator[Saying]:
    scope: dict[str, str] = {}
    if isinstance(term.of, MappingNode):
        scope = {key.value: value.value for key, value in term.of if isinstance(value, Scalar)}
    values = (("selector", term.is_), ("number", term.number), ("condition", term.condition), ("place", term.place))
    yield from _some(*values, scope=scope)


def _verb(verb: Verb) -> Iterator[Saying]:
    for text in (verb.from_, verb.to):
        if text is not None and str(text) not in _NO_PLACE:
            yield Saying("place", text)
    if verb.does is not None:
        yield Saying("effect", verb.does, VERB_SLOTS)


def _step(step: Step, scope: Mapping[str, str]) -> Iterator[Saying]:
    for text in (step.if_, step.repeat_while):
        if text is not None and str(text) != PAYABLE:
            yield Saying("condition", text, scope)
    for name, text in step.each.items():
        yield Saying("selector", text, scope)
        scope = {**scope, str(name): str(text)}
    if step.event is not None:
        yield Saying("event", step.event, scope)
    if step.text is not None:
        yield Saying("effect", step.text, scope)
    for inner in step.steps:
        yield from _step(inner, scope)
