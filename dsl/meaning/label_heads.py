"""Words that stand where a label would, and the labels that could stand there.

Must not know files nor findings.
"""

from __future__ import annotations

import re

from cardwright.dsl.words import Icons, Kind, Vocabulary
from cardwright.dsl.words import Label as LabelDecl

from .resolve import Resolver

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
    known = resolver.vocabulary
    found = [str(label.name) for label in known.all(LabelDecl) if resolver.label_of(label.id) is label]
    for kind in resolver.carrier.kinds:
        declared = known.declaration(kind, Kind)
        found += [str(name) for name in declared.labels] if declared is not None else []
    icon = next((str(one) for family in known.all(Icons) for one in family.of), "")
    said = {"{icons}": f"icons in brackets, such as [{icon}]" if icon else "icons in brackets"}
    return list(dict.fromkeys(said.get(name, name) for name in found))
