"""The second back end, events by which a card goes under another one: as those of way_source.py, of one card.

Where it goes under a card that lies under none itself, no ring can come of it; anything else goes the usual way. Must
not know procedures.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.state.state import S_ZONES, State

from .quiet_source import QuietSource
from .way_source import EVERYBODY, GIVEN

AWAY = 0  # the slot of what lies under a card
NO_PLACE = 0  # what rows say of where there it lies


def rows_attach(s: State, who: int, cards: Any, host: int) -> Any:
    """Rows to be of cards that go under a card."""
    those = cards if type(cards) is tuple else (cards,)
    return tuple([(who, card, s.slot[card], host, 1, NO_PLACE) for card in those if card >= 0 and card != host])


class AttachSource(QuietSource):
    """Writes also ways of what goes under a card."""

    def attaching(self, kind: int) -> bool:
        """Whether events of this type have a short way."""
        return self.t.prim[kind] == "attach" and not self.t.limited[self.t.layout.zone[AWAY]]

    def attach(self, kind: int, tail: int, wanted: bool) -> str:
        """`(s, who, cards, host, …)`: a card or a group goes under a card."""
        self.w.enter(self, {"RA": rows_attach})
        return self._made(("attach", kind, tail, wanted), lambda: self._attach(kind, tail, wanted))

    def _attach(self, kind: int, tail: int, wanted: bool) -> list[str]:
        zone = self.t.layout.zone[AWAY]
        eyes = self._eyes(zone).replace("[to]", f"[{AWAY}]")
        seen = [f"s.known[one] {'' if eyes == EVERYBODY else '|'}= {eyes}"] if eyes else []
        row = f"((who, one, s.slot[one], host, 1, {NO_PLACE}),)"
        would = f" or ({self._wary(kind)} and REPLACEABLE(s, {kind}, {row}))" if self.t.would[kind] else ""
        return [
            f"s, who, cards, host, {GIVEN}):",
            "one = cards if type(cards) is not tuple else cards[0] if len(cards) == 1 else -1",
            f"if {self.odd(kind)} or one < 0 or host < 0 or one == host or s.flags[one] or s.host[host] >= 0{would}:",
            "    rows = RA(s, who, cards, host) if host >= 0 else ()",
            f"    return W{kind}(s, rows, {tail}, {GIVEN}) if rows else ()",
            "zones, slot = s.zones, s.slot",
            "frm = slot[one]",
            "zones[frm].remove(one)",
            "s.host[one] = host",
            f"slot[one] = {AWAY}",
            *seen,
            f"zones[{AWAY}].append(one)",
            f"if HOME[frm] != HOME[{AWAY}]: s.stamp[one] += 1",
            "stamps = s.stamps",
            "stamps[STAMP[frm]] += 1",
            f"stamps[{S_ZONES + zone}] += 1",
            *self._end(
                kind,
                tail,
                self._alone(kind, NO_PLACE, "host"),
                wanted,
                ("REFILLED[frm]", "(frm,) if REFILLED[frm] else ()") if self.refills else None,
                self._heard(kind),
                self._wakes(zone, to=str(AWAY)),
            ),
        ]
