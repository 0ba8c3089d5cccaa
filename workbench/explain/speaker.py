"""Pieces of the tree as English, by the canonical printer; what it can't say is quoted as it is written.

Knows the printer and the words of one set; must not know what a clause means.
"""

from __future__ import annotations

from collections.abc import Callable

from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.printing import Printer, Unprintable, capital
from cardwright.dsl.meaning.printing.english import sentence
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.words import Vocabulary

from .phrases import say


class Speaker:
    """Says nodes of one card's text. `text`: the line a node is quoted from if it has no canonical form of its own."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.forms = VocabularyForms(vocabulary)
        self.text = ""

    def effect(self, effect: t.Effect) -> str:
        """A whole sentence."""
        return self._said(effect, lambda p: sentence(p.fresh(effect)))

    def condition(self, cond: t.Condition) -> str:
        match cond:
            case t.Compare(left=t.CounterValue(counter=counter), op="==", right=t.Num(n=n)):
                return say("counter at", counter=self.word(counter), n=n)
        return self._said(cond, lambda p: p.condition(cond))

    def awaited(self, cond: t.Condition) -> str:
        """A condition behind "until" or "unless"."""
        return self._said(cond, lambda p: p.awaited(cond))

    def value(self, value: t.Value) -> str:
        return self._said(value, lambda p: p.value(value))

    def subject(self, value: t.Value) -> tuple[str, bool]:
        """A subject, and whether its verb takes the base form."""
        words = self._said(value, lambda p: p.subject(value).words)
        try:
            return words, self._printer().subject(value).base
        except Unprintable:
            return words, False

    def possessive(self, value: t.Value) -> str:
        return self._said(value, lambda p: p.possessive(value))

    def number(self, value: t.Value) -> str:
        return self._said(value, lambda p: p.number(value))

    def amount(self, amount: t.Amount) -> str:
        return self._said(amount, lambda p: p.amount(amount))

    def place(self, value: t.Value) -> str:
        """A place by its name: "your hand", "the HQ"."""
        return self._said(value, lambda p: p.place_name(value))

    def over(self, value: t.Value) -> str:
        """What a loop runs over: "each Villain in the city"."""
        return self._said(value, lambda p: p.counted(value) if isinstance(value, t.Sel) else p.value(value))

    def moment(self, when: t.When) -> str:
        """The lead-in of something awaited: "whenever you defeat a Villain this turn"."""

        def said(p: Printer) -> str:
            nothing = t.Nothing("…")
            words = p.fresh(t.When(when.pattern, nothing, when.would, when.once, when.duration, when.word, when.cond))
            return words.removesuffix("…").rstrip(" ,")

        return capital(self._said(when, said))

    def event(self, pattern: t.EventPattern) -> str:
        return self._said(pattern, lambda p: p.event(pattern, False))

    def period(self, period: str) -> str:
        return self._printer().period(period)

    def duration(self, duration: str) -> str:
        return self._printer().duration(duration)

    def word(self, id: str, plural: bool = False) -> str:
        return self.forms.word(id, plural)

    def past(self, verb: str) -> str:
        return self.forms.verb(verb, "past")

    def line(self, line: t.Line) -> str:
        return self._said(line, lambda p: p.line(line))

    def _printer(self) -> Printer:
        printer = Printer(self.forms)
        printer.reset_subject()
        return printer

    def _said(self, node: t.Node, say: Callable[[Printer], str]) -> str:
        try:
            return say(self._printer())
        except Unprintable:
            start, end = node.span
            return self.text[start:end] or self.text
