"""Words that stand where a label would, and the labels that could stand there.

Must not know files nor findings.
"""

from __future__ import annotations

import re

from cardwright.dsl.words import Kind, Vocabulary
from cardwright.dsl.words import Label as LabelDecl

from .resolve import Resolver

SLOTS = {"{icons}": "icons in brackets"}
HEAD = re.compile(r"[A-Z][\w'-]*(?: [\w'-]+){0,3}(?=: )")


def no_label(line: str, vocabulary: Vocabulary) -> int:
    """How long the head of a line is that stands like a label and begins like none ("Enter: …"); 0: there is none."""
    match = HEAD.match(line)
    if match is None:
        return 0
    begins = {str(label.name).split()[0] for label in vocabulary.all(LabelDecl)}
    return 0 if match[0].split()[0] in begins else match.end()


def labels_of(resolver: Resolver) -> list[str]:
    """The labels that lines of this card may have, in the order of their declarations."""
    found = [str(label.name) for label in resolver.vocabulary.all(LabelDecl) if resolver.label_of(label.id) is label]
    for kind in resolver.carrier.kinds:
        declared = resolver.vocabulary.declaration(kind, Kind)
        found += [SLOTS.get(str(name), str(name)) for name in declared.labels] if declared is not None else []
    return list(dict.fromkeys(found))
