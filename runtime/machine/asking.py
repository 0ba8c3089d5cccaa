"""What is asked, of whom and for which sentence; and when only one answer is legal, so that nobody is.

Must not know the loop.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.state.state import State

if TYPE_CHECKING:
    from .program import Program

PICK = 1  # the request kind that asks for some of the options
ORDER = 2  # the request kind whose answer is an order
CARD = 0  # the option type of cards
ACT_KIND = 0  # the request kind that offers acts


class Asking:
    """Opens questions of one program."""

    p: Program
    hold: bool  # stop also where no act is left

    def ask(
        self, s: State, base: int, who: int, options: Any, low: int, high: int, kind: int, sort: int, sentence: int,
        proc: int, pc: int,
    ) -> Any:  # fmt: skip
        """The chosen options if only one answer is legal; None if a player is asked."""
        if sentence < 0:
            sentence = self.p.procs[proc].sentence[pc]
        st = s.stack
        return self.asks(s, who, options, low, high, kind, sort, sentence, st[base], st[base - 2])

    def asks(
        self, s: State, who: int, options: Any, low: int, high: int, kind: int, sort: int, sentence: int, this: int,
        ability: int,
    ) -> Any:  # fmt: skip
        """As `ask`, for one without a frame."""
        n = len(options)
        if low == 1 == high == n:
            return tuple(options)
        if high > n:
            high = n
        if high <= 0 and not (self.hold and kind == ACT_KIND):
            return ()
        if low > high:
            low = high
        if low < 0:
            low = 0
        if low == n:
            if n and (n == 1 or kind != ORDER or self._alike(s, sort, options)):
                return tuple(options)
        elif 0 < low == high and kind == PICK and sort == CARD and self._same(s, options):
            return tuple(options[:low])
        if who < 0:
            who = s.active
        if who >= s.players:
            raise Fault("value", "no such player")
        s.ask = (who, kind, sort, options, low, high, sentence, this, ability)
        return None

    def _same(self, s: State, options: Any) -> bool:
        """Cards in one place that are the same in everything: which is taken cannot matter. In a pile that is so
        if nobody knows where they are in it, or if there is nothing else in it."""
        first = options[0]
        slot, host, definition = s.slot[first], s.host[first], s.defn[first]
        t = self.p.tables
        if s.grants or s.modifiers or s.permissions:
            return False
        if t.image.zones[t.layout.zone[slot]].order == "stack":
            if len(options) < len(s.zones[slot]) and (t.slot_seen[slot] or any(s.known[card] for card in options)):
                return False
        elif t.slot_seen[slot] != 1:
            return False
        for card in options:
            if s.slot[card] != slot or s.host[card] != host or s.defn[card] != definition or s.flags[card]:
                return False
        return not any(card in options for card in s.host)

    def _alike(self, s: State, sort: int, options: Any) -> bool:
        """Cards nobody can tell apart are not put into an order."""
        return sort == CARD and len({s.defn[card] for card in options}) == 1

    def sentence(self, s: State) -> int:
        """The sentence that asks: of the instruction, else of the ability, else of the nearest frame that says so.

        The question names the first only; the others are looked for when somebody wants to know.
        """
        ask, st, base = s.ask, s.stack, s.base
        sentence = int(ask[6]) if ask is not None else -1
        if sentence >= 0 or base < 0:
            return sentence
        ability = st[base - 2]
        if ability >= 0:
            sentence = self.p.tables.ability[ability].image.sentence
        asking = self.p.procs[st[base - 5]]
        while sentence < 0 and asking.kernel:
            base = st[base - 3]
            if base < 0:
                break
            asking = self.p.procs[st[base - 5]]
            sentence = asking.sentence[st[base - 4] - 1]
        return sentence
