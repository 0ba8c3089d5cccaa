"""Pronouns: what earlier clauses bound, and which of it a pronoun means. Distance first, then type and number.

Distances: 0 the same sentence, 1 the sentence before, 2 the lead-in, 3 the line above (and what came before it), 4
the card itself.
The first distance that has any candidate decides; two different ones there are an error that shows both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from . import tree as t
from .context import Stop

ALWAYS = frozenset(("this", "you"))


@dataclass(slots=True)
class Candidate:
    """Something a pronoun may mean: the reference to it, its type, the noun it was named by, where it was said."""

    ref: t.Ref
    type: str
    noun: str
    many: bool
    line: int
    sentence: int
    clause: int
    span: t.Span
    lead: bool = False
    verb: str = ""
    weak: bool = False  # known only from a condition or from inside a longer phrase: gives way to one that was acted on
    value: t.Value | None = None
    spread: bool = False  # one for each of several players: "those cards" are all of them

    @property
    def did(self) -> bool:
        """Whether it is the card that did something, beside the one it was done to."""
        return self.ref.to.startswith("subject of ")


@dataclass
class Scope:
    """The bindings of a text: its lines share one scope where they run together."""

    candidates: list[Candidate] = field(default_factory=list)
    line: int = 0
    sentence: int = 0
    clause: int = 0
    binds: int = 0
    in_lead: bool = False
    spread: bool = False
    time: int = 0  # 0: the lines without a label, or with icons; else the one line behind a label
    apart: dict[int, list[Candidate]] = field(default_factory=dict)  # what lines of other times bound

    def begin(self, time: int) -> bool:
        """A line begins. What lines of another time bound is out of reach, but for what holds at any time: the card
        itself, its reader, what a keyword was given. True if the time is another than that of the line before.
        """
        if time == self.time:
            return False
        always = [c for c in self.candidates if c.ref.to in ALWAYS or c.ref.to.startswith("param ")]
        self.apart[self.time] = [c for c in self.candidates if c not in always]
        self.candidates[:] = [*self.apart.pop(time, ()), *always]
        self.time = time
        return True

    def new_bind(self) -> int:
        self.binds += 1
        return self.binds

    def add(
        self,
        ref: t.Ref,
        noun: str,
        many: bool,
        span: t.Span,
        verb: str = "",
        weak: bool = False,
        value: t.Value | None = None,
    ) -> None:
        """Something was named: later pronouns may mean it."""
        for old in self.candidates:
            if old.ref.to == ref.to and old.type == ref.type and old.noun == noun:
                old.line, old.sentence, old.clause = self.line, self.sentence, self.clause
                old.lead = self.in_lead
                old.weak = old.weak and weak
                return
        self.candidates.append(
            Candidate(
                *(
                    ref,
                    ref.type,
                    noun,
                    many,
                    self.line,
                    self.sentence,
                    self.clause,
                    span,
                    self.in_lead,
                    verb,
                    weak,
                    value,
                ),
                self.spread,
            )
        )

    def elsewhere(self, verb: str) -> bool:
        """Whether a line of another time does that."""
        return any(c.verb == verb for several in self.apart.values() for c in several)

    def label(self, ref: t.Ref, noun: str, span: t.Span) -> None:
        """What the label of this line waits for: meant if nothing that the line says may be."""
        self.add(ref, noun, False, span, "", True)
        self.candidates[-1].clause = -1

    def again(self, ref: t.Ref) -> None:
        """A bound thing was named once more: it is near again."""
        for old in self.candidates:
            if old.ref.to == ref.to and old.type == ref.type:
                old.sentence, old.line, old.clause, old.lead, old.weak = (
                    self.sentence,
                    self.line,
                    self.clause,
                    self.in_lead,
                    False,
                )

    def distance(self, c: Candidate) -> int:
        if c.ref.to == "this" and not c.lead:
            return 4  # the card itself, though it was named
        if c.line != self.line or c.clause < 0:  # said by no clause: the label's
            return 3
        if c.lead:
            return 2
        if c.sentence == self.sentence:
            return 0
        if c.sentence == self.sentence - 1:
            return 1
        return 3

    def find(self, fits: Callable[[Candidate], bool], word: str, span: t.Span) -> Candidate | None:
        """The nearest candidate that fits; an error if there are two at its distance."""
        best: list[Candidate] = []
        nearest = 9
        for candidate in self.candidates:
            if not fits(candidate):
                continue
            far = self.distance(candidate)
            if far < nearest:
                nearest, best = far, [candidate]
            elif far == nearest:
                best.append(candidate)
        if nearest == 3 and len(best) > 1:
            last = max((c.line, c.sentence) for c in best)
            best = [c for c in best if (c.line, c.sentence) == last]
        strong = [c for c in best if not c.weak]
        best = strong or best
        sources = {c.value.of.to for c in best if isinstance(c.value, t.Sel) and c.value.of is not None}
        best = [c for c in best if c.ref.to not in sources] or best  # some of a group are meant, not the group
        different = {(c.ref.to, c.type): c for c in best}
        if len(different) > 1:
            places = tuple((c.line - self.line, *c.span, "it could be this") for c in different.values())
            raise Stop("two antecedents", span[0], span[1], word, others=places)
        return next(iter(different.values())) if different else None
