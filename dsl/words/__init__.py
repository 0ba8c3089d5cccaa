"""The words of a set: every declaration as a dataclass, cards with their typed values, and the vocabulary they make.

`declare` reads composed files into a `SetDecl`; `Vocabulary.of(set, requires)` makes what the language reads with (see
vocabulary.py for the classes of entries); model.py holds the form of every declaration.
"""

from .declared import Card, Face, Printed, SetDecl
from .model import (
    Counter,
    Declaration,
    Event,
    Icons,
    Keyword,
    Kind,
    Label,
    NameKind,
    Noun,
    Number,
    Point,
    Procedure,
    Rule,
    Setup,
    Step,
    Term,
    Verb,
    Zone,
)
from .pattern import Pattern, Slot, pattern
from .vocabulary import Entry, Form, Vocabulary, WordClass

__all__ = [
    "Card",
    "Counter",
    "Declaration",
    "Entry",
    "Event",
    "Face",
    "Form",
    "Icons",
    "Keyword",
    "Kind",
    "Label",
    "NameKind",
    "Noun",
    "Number",
    "Pattern",
    "Point",
    "Printed",
    "Procedure",
    "Rule",
    "SetDecl",
    "Setup",
    "Slot",
    "Step",
    "Term",
    "Verb",
    "Vocabulary",
    "WordClass",
    "Zone",
    "pattern",
]
