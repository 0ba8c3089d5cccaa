"""Names in declarations that must be declared words: zones, kinds, procedures, …; and words declared twice in one set.

Follows from the `ref` of shapes in model.py; knows no declared word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.dsl.diagnostics import Finding, either, finding
from cardwright.dsl.source import Name

from .declared import SetDecl
from .fields import card_form
from .model import SECTIONS, Declaration, Keyword, Kind, Label, Rule, Step
from .reading import head_of, keys_of
from .shapes import Many
from .visible import Visible

_ONE = {
    "zones": "zone",
    "kinds": "kind",
    "terms": "term",
    "labels": "label",
    "procedures": "procedure",
    "counters": "counter",
    "numbers": "number",
    "points": "kind of point",
    "icons": "family of icons",
    "names": "kind of name",
}


def check_references(own: SetDecl, visible: Visible) -> Iterator[Finding]:
    """Names that refer to nothing declared here or in a required set."""
    for item in own.declarations():
        yield from _references(item, visible)
        if isinstance(item, Kind):
            yield from _fields(item, visible)
        if isinstance(item, Keyword):
            for name in item.bodies:
                yield from _known(name, "kinds terms", visible)


def _references(item: Declaration, visible: Visible) -> Iterator[Finding]:
    for key in keys_of(type(item)):
        shape = key.metadata["shape"]
        value = getattr(item, key.name)
        if isinstance(shape, Many):
            for inner in value:
                yield from _references(inner, visible)
            continue
        ref = getattr(shape, "ref", "")
        if not ref:
            continue
        for name in _names(value):
            yield from _known(name, ref, visible)


def _names(value: Any) -> Iterator[Name]:
    if isinstance(value, Name):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _names(inner)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _names(inner)


def _known(name: Name, ref: str, visible: Visible) -> Iterator[Finding]:
    if visible.find(ref, name) is not None:
        return
    near = visible.missing(ref, name)
    if near is None:
        return
    what = either([_ONE[section] for section in ref.split()])
    yield finding("CW210", name.span, word=name, what=what, suggestions=near)


def _fields(kind: Kind, visible: Visible) -> Iterator[Finding]:
    form = card_form(kind, visible)
    for name, type_ in kind.fields.items():
        if type_ is None and form.find(name) is None:
            yield from _known(name, "numbers points icons names", visible)


def check_twice(own: SetDecl) -> Iterator[Finding]:
    """The same word declared twice in one section of a set. Labels may repeat for other kinds; steps for other
    procedures.
    """
    for section in SECTIONS:
        seen: dict[tuple[str, ...], Declaration] = {}
        for item in getattr(own, section.name):
            if isinstance(item, (Step, Rule)) and not (isinstance(item, Rule) and item.text is not None):
                continue
            key = (str(item.name), *(sorted(map(str, item.on)) if isinstance(item, Label) else ()))
            first = seen.setdefault(key, item)
            if first is not item:
                labels = [(first.name.span, "it is declared here already")]
                yield finding("CW211", item.name.span, word=item.name, what=head_of(type(item)), labels=labels)
