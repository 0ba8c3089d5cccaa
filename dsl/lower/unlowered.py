"""What the machine cannot carry, and how conditions are joined."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from cardwright.dsl.diagnostics import Finding, Span, either, finding
from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

QUALIFIED = re.compile(r"\b[a-z][\w-]*:(?=\w)")
NOTHING = "none"
COMPARE = {"==": "eq", "<": "lt", "<=": "le"}


class Unlowered(Exception):
    """A tree the machine cannot carry: reported as a finding at the node's span."""

    def __init__(self, what: str, node: t.Node) -> None:
        super().__init__(what)
        self.what = what
        self.node = node
        self.place: Span | None = None  # known to whoever lowers the text

    def reported(self, place: Span) -> Finding:
        """The finding; names of words are said as the author writes them."""
        return uncarried(plain(self.what), place)


class NoMoment(Unlowered):
    """Something that is done, and nothing says when: `behind` which label it stands, if any; `labels` would say it."""

    def __init__(self, behind: str, labels: Sequence[str], node: t.Node) -> None:
        super().__init__(behind, node)
        self.labels = labels

    def reported(self, place: Span) -> Finding:
        ways = either(self.labels) or NOTHING
        return finding("CW452" if self.what else "CW451", place, behind=self.what, ways=ways)


def unheard(event: str, keywords: Container[str]) -> str:
    """Why nothing can wait for this, or ask whether it happened."""
    if event in keywords:
        return f"whether {event} was used, as it does not do one same thing to cards: ask about what it does instead"
    return f"whether this happened: {event}"


def plain(said: str) -> str:
    """Ids of words as the author writes them: without the name of their set."""
    return QUALIFIED.sub("", said)


def uncarried(what: str, place: Span) -> Finding:
    """The finding of something the machine cannot carry."""
    return finding("CW450", place, what=what)


def all_of(plans: list[Plan]) -> Plan:
    """Conjunction; true if there is none."""
    if not plans:
        return ("yes",)
    return plans[0] if len(plans) == 1 else ("and", *plans)


def any_of(plans: list[Plan]) -> Plan:
    return plans[0] if len(plans) == 1 else ("or", *plans)


def negate(plan: Plan, negated: bool) -> Plan:
    return ("not", plan) if negated else plan


def compare(op: str, left: Plan, right: Plan) -> Plan:
    if op in COMPARE:
        return (COMPARE[op], left, right)
    if op == "!=":
        return ("not", ("eq", left, right))
    return (COMPARE[{">": "<", ">=": "<="}[op]], right, left)
