"""The canonical printer: every tree as the English a printed card would say, which parses back to the same tree.

`canonical(text, forms)` gives the lines of a face; `print_line`, `print_effect`, `print_condition` and `print_value`
give the parts. It knows the tree and a vocabulary's `Forms`; it must not know the parser, files or bytecode.
"""

from __future__ import annotations

from ..tree import CardText, Condition, Effect, Line, Value
from .base import Unprintable
from .english import capital, sentence
from .forms import Forms, Frame, NumberStyle, Pattern, Sentence, VerbForm
from .lines import Lines


class Printer(Lines):
    """All families together."""


def canonical(text: CardText, forms: Forms) -> list[str]:
    """The lines of a whole face."""
    return Printer(forms).card(text)


def print_line(line: Line, forms: Forms) -> str:
    return Printer(forms).line(line)


def print_effect(effect: Effect, forms: Forms) -> str:
    """One or more finished sentences."""
    return sentence(Printer(forms).effect(effect))


def print_condition(condition: Condition, forms: Forms) -> str:
    return Printer(forms).condition(condition)


def print_value(value: Value, forms: Forms) -> str:
    return Printer(forms).value(value)


__all__ = [
    "Forms",
    "Frame",
    "NumberStyle",
    "Pattern",
    "Printer",
    "Sentence",
    "Unprintable",
    "VerbForm",
    "canonical",
    "capital",
    "print_condition",
    "print_effect",
    "print_line",
    "print_value",
]
