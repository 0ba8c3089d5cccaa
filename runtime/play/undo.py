"""Taking answers back: off, until somebody has learned something, or free.

A snapshot is the state before an answer with the length of the log. Something was learned if a random stream moved,
or if a seat now knows a card which the seat that answered did not know before. Must not know any declared word.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.runtime.messages import Refused

from .port import Machine, State

OFF, NEW_INFORMATION, FREE = "off", "until new information", "free"
POLICIES = (OFF, NEW_INFORMATION, FREE)


@dataclass(frozen=True)
class Snapshot:
    """The game just before an answer."""

    state: State
    records: int
    answers: int
    serial: int
    seat: int


class History:
    """The snapshots of one game."""

    def __init__(self, policy: str, most: int = 100_000) -> None:
        if policy not in POLICIES:
            raise ValueError(f"undo is one of {', '.join(POLICIES)}")
        self.policy = policy
        self.most = most
        self.snapshots: list[Snapshot] = []

    def keep(self, snapshot: Snapshot) -> None:
        if self.policy != OFF:
            self.snapshots.append(snapshot)
            if len(self.snapshots) > self.most:
                del self.snapshots[0]

    def back(self, machine: Machine, now: State) -> Snapshot:
        """The last snapshot, or a refusal."""
        if self.policy == OFF:
            raise Refused("CW841")
        if not self.snapshots:
            raise Refused("CW842")
        last = self.snapshots[-1]
        if self.policy == NEW_INFORMATION and learned(machine, last, now):
            raise Refused("CW843")
        return self.snapshots.pop()


def learned(machine: Machine, before: Snapshot, now: State) -> bool:
    """Whether anybody learned something the answering seat did not know."""
    if machine.chance(before.state) != machine.chance(now):
        return True
    for card in range(machine.count_cards(now)):
        old = machine.known(before.state, card)
        if machine.known(now, card) & ~old and not old >> before.seat & 1:
            return True
    return False
