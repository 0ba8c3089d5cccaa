"""The private opcodes of the kernel: natives on the operand stack, none of which asks or enters a frame.

Each is a function of (state, base of the frame). Must not know the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.optable import OPCODE
from cardwright.runtime.rules.fault import Fault
from cardwright.runtime.state.state import State

if TYPE_CHECKING:
    from cardwright.runtime.machine.program import Program

Native = Callable[[State, int], None]


class Natives:
    """The natives of a program."""

    def __init__(self, program: Program) -> None:
        self.p = program
        self.t = program.tables
        self.table: dict[str, Native] = {
            "X.FLOOR": self.floor, "X.PROPOSE": self.propose, "X.WOULD": self.would, "X.OPTIONAL": self.optional,
            "X.APPLY": self.apply, "X.DECLINE": self.decline, "X.SPLIT": self.split, "X.COMMIT": self.commit,
            "X.CLOSE": self.close, "X.COLLECT": self.collect, "X.STATES": self.states, "X.CONCAT": self.concat,
            "X.POOL": self.pool, "X.TAKE": self.take, "X.DROP": self.drop, "X.REFILL": self.refill,
            "X.SPACES": self.spaces, "X.ACTS": self.acts, "X.PLAY": self.play, "X.WAYS": self.ways,
            "X.POINTS": self.points, "X.SPEND": self.spend,
        }  # fmt: skip
        lay = self.t.layout
        sources = [self.t.refill[zone] for zone in lay.zone]
        self.filled_from = tuple(  # by slot the pile it is filled from, -1 if it is not
            [lay.slot(zone, owner) if zone >= 0 else -1 for zone, owner in zip(sources, lay.owner, strict=True)]
        )
        self.by_opcode = {OPCODE[name]: fn for name, fn in self.table.items()}

    # ------------------------------------------------------------------------------------------------------- events
    def floor(self, s: State, base: int) -> None:
        s.stack.append(len(s.pool))

    def propose(self, s: State, base: int) -> None:
        st = s.stack
        level, rows, kind = st.pop(), st.pop(), st.pop()
        ability = st[base - 2]
        keyword = self.t.ability[ability].keyword if ability >= 0 else -1
        applied = s.pending[-1][7] if s.pending else ()
        if len(s.pending) >= 400:
            raise Fault("size", "events replace each other without end")
        if level and len(rows) == 1 and self._from_pile(rows[0], self.t.prim[kind]):
            rows = self._top(s, rows, (st[base], ability, keyword, st[base + 1]))
        s.pending.append((kind, level, rows, st[base + 1], st[base], ability, keyword, applied))

    @staticmethod
    def _from_pile(row: Any, prim: str) -> bool:
        return prim in ("move", "attach") and row[1] < 0 and row[2] >= 0 and row[4] == 1 and row[5] != 5

    def _top(self, s: State, rows: Any, cause: Any) -> Any:
        """A unit that takes the top card of a pile speaks of that card from here on."""
        row = rows[0]
        extra: list[Any] = []
        card = self.p.events.top(s, row[2], extra, cause)
        if extra:
            self._renewed(s, tuple(extra), cause)
        return ((row[0], card, row[2], row[3], 1, row[5]),) if card >= 0 else ()

    def _lifted(self, s: State, unit: Any, rows: Any, kind: int, cause: Any) -> Any:
        """What a unit takes from the top of a pile, if what replaced it has changed which card lies there."""
        row = rows[0]
        if not self._from_pile(unit, self.t.prim[kind]) or row != (unit[0], row[1], *unit[2:]):
            return rows
        pile = s.zones[unit[2]]
        if pile and pile[0] == row[1]:
            return rows
        return self._top(s, (unit,), cause)

    def _renewed(self, s: State, rows: Any, cause: Any) -> None:
        if self.p.events.sink is not None:
            self.p.events.sink(("extra", s.turn, rows))
        if self.t.renew_event >= 0:
            self.p.triggers.collect(s, self.t.renew_event, rows, cause[3], *cause[:3])

    def would(self, s: State, base: int) -> None:
        player, options = self.p.triggers.replacing(s, s.pending[-1])
        s.stack += [player, options]

    def optional(self, s: State, base: int) -> None:
        st = s.stack
        entry = st.pop()
        st[base] = entry[1]
        st[base - 2] = entry[0]
        st.append(1 if self.t.ability[entry[0]].optional else 0)

    def _entry(self, s: State, entry: Any) -> None:
        s.stack += entry[:5]

    def apply(self, s: State, base: int) -> None:
        entry = s.stack.pop()
        self.p.triggers.apply(s, entry, True)
        self._entry(s, entry)

    def decline(self, s: State, base: int) -> None:
        self.p.triggers.apply(s, s.stack.pop(), False)

    def split(self, s: State, base: int) -> None:
        proposal = s.pending[-1]
        rows = proposal[2]
        if not rows:
            s.stack.append(())
        elif self.p.triggers.splits(s, proposal[0], rows):
            s.stack.append(self.p.triggers.units(s, rows))
        else:
            s.stack.append((rows,))

    def commit(self, s: State, base: int) -> None:
        unit = s.stack.pop()
        kind, _, rows, actor, card, ability, keyword, _ = s.pending.pop()
        if len(unit) == 1 and len(rows) == 1:
            rows = self._lifted(s, unit[0], rows, kind, (card, ability, keyword, actor))
        if not rows:
            s.stack += [(), (), ()]
            return
        committed, emptied, outs, renewed = self.p.events.commit(s, kind, rows, actor, card, ability, keyword)
        if renewed:
            self._collect_renewed(s, renewed, (card, ability, keyword, actor))
        s.stack += [committed, emptied, outs]

    def _collect_renewed(self, s: State, renewed: Any, cause: Any) -> None:
        if self.t.renew_event >= 0:
            self.p.triggers.collect(s, self.t.renew_event, renewed, cause[3], *cause[:3])

    def close(self, s: State, base: int) -> None:
        s.pending.pop()

    def collect(self, s: State, base: int) -> None:
        st = s.stack
        rows, kind = st.pop(), st.pop()
        ability = st[base - 2]
        keyword = self.t.ability[ability].keyword if ability >= 0 else -1
        self.p.triggers.collect(s, kind, rows, st[base + 1], st[base], ability, keyword)

    def states(self, s: State, base: int) -> None:
        s.stack.append(self.p.triggers.states(s, s.stack.pop()))

    def concat(self, s: State, base: int) -> None:
        st = s.stack
        more = st.pop()
        st[-1] = st[-1] + more

    # ------------------------------------------------------------------------------------------------------- pool
    def pool(self, s: State, base: int) -> None:
        s.stack += self.p.triggers.next(s, s.stack.pop())

    def take(self, s: State, base: int) -> None:
        s.stack += self.taken(s, s.stack.pop())

    def taken(self, s: State, entry: Any) -> Any:
        if s.pool and s.pool[-1] is entry:  # it is usual that only one is there
            s.pool.pop()
        else:
            self.p.triggers.take(s, entry)
        ability = self.t.ability[entry[0]]
        if ability.uses:
            self.p.triggers.use(s, ability, entry[1], entry[2])
        return entry[:5]

    def drop(self, s: State, base: int) -> None:
        self.p.triggers.take(s, s.stack.pop())

    # ------------------------------------------------------------------------------------------------------- places
    def refill(self, s: State, base: int) -> None:
        st = s.stack
        st += self.refilling(s, st[base + 1], st.pop())

    def refilling(self, s: State, you: int, slot: int) -> tuple[int, Any]:
        """Rows that fill a space; silently done if the image has no event for it."""
        if s.fired:
            self.p.triggers.filled(s, slot)
        pile = self.filled_from[slot]
        rows: tuple[Any, ...] = ()
        if pile >= 0 and not s.zones[slot] and not s.gone >> slot & 1 and s.zones[pile]:
            rows = ((you, -1, pile, slot, 1, 2),)
        if rows and self.t.refill_event < 0:
            self.p.events.silent(s, rows)
            rows = ()
        return self.t.refill_event, rows

    def spaces(self, s: State, base: int) -> None:
        st = s.stack
        st.append(self.empty(s, st[base + 1], st.pop()))

    def empty(self, s: State, you: int, zone: int) -> tuple[int, ...]:
        lay = self.t.layout
        return tuple(x for x in lay.row(lay.slot(zone, you)) if not s.zones[x] and not s.gone >> x & 1)

    # ------------------------------------------------------------------------------------------------------- acts
    def acts(self, s: State, base: int) -> None:
        s.stack.append(self.p.acts.offered(s, s.stack.pop()))

    def play(self, s: State, base: int) -> None:
        st = s.stack
        card, definition = st.pop(), st.pop()
        st.append(self.p.values.playable(s, definition, card))

    # ------------------------------------------------------------------------------------------------------- paying
    def ways(self, s: State, base: int) -> None:
        st = s.stack
        act, card, player = st.pop(), st.pop(), st.pop()
        st += self.payable(s, player, card, act)

    def payable(self, s: State, player: int, card: int, act: int) -> tuple[int, tuple[int, ...]]:
        ways = self.p.prices.payments(s, player, act, card)
        return 1 if ways else 0, ways

    def points(self, s: State, base: int) -> None:
        st = s.stack
        way, act, card, player = st.pop(), st.pop(), st.pop(), st.pop()
        st += self.paying(s, player, card, act, way)

    def paying(self, s: State, player: int, card: int, act: int, said: int) -> tuple[int, Any]:
        price, way = self.p.prices.asked(s, player, act, card, said)
        return (0, ()) if price is None else self.p.prices.choose(s, player, price, card, way)

    def spend(self, s: State, base: int) -> None:
        st = s.stack
        chosen, way, act, card, player = st.pop(), st.pop(), st.pop(), st.pop(), st.pop()
        self.spent(s, player, card, act, way, chosen)

    def spent(self, s: State, player: int, card: int, act: int, said: int, chosen: Any) -> None:
        price, way = self.p.prices.asked(s, player, act, card, said)
        if price is None:
            return
        paid = self.p.prices.spend(s, player, price, card, way, chosen)
        usual = self.p.image.prices[self.p.image.acts[act].price].points
        unusual = frozenset(kind for kind, _, _ in paid if kind not in usual)
        self.p.permissions.spend(s, player, act, card, unusual, said)
        back = -price.amount
        if back > 0:
            self.p.events.get(s, player, price.kinds[0], back, -1, -1)
        if self.p.events.sink is not None:
            self.p.events.sink(("paid", s.turn, player, card, paid, max(0, back)))
