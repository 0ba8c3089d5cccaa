"""What the machine cannot carry, and how conditions are joined."""

from __future__ import annotations

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

COMPARE = {"==": "eq", "<": "lt", "<=": "le"}


class Unlowered(Exception):
    """A tree the machine cannot carry: reported as a finding at the node's span."""

    def __init__(self, what: str, node: t.Node) -> None:
        super().__init__(what)
        self.what = what
        self.node = node


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
