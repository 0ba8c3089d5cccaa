"""The second back end, numbers: what the current number of a card is, as one function per attribute.

A modifier of a static ability becomes a function of the card it may modify, written for the places its ability works
in. Only where no number can depend on another one: anything else is answered by the reference, which notes what is
being worked out. Must not know procedures.
"""

from __future__ import annotations

from typing import Any

from cardwright.runtime.rules.reads import YOU
from cardwright.runtime.rules.tables import Ability, speaks_of
from cardwright.runtime.rules.values import StaticModifier, Values
from cardwright.runtime.state.rows import C_MODIFIERS, SET

from .plan_needs import locals_of
from .plan_source import PlanSource

NUMBERS = ("attr", "attr-from", "may", "may-copy", "can-pay", "points-as")  # they ask for current numbers
LOCALS = 3  # of an ability that is no event's: this, you, nothing


class ValueSource:
    """Writes the functions `ga<attribute>(s, card)` of one image."""

    def __init__(self, writer: PlanSource, values: Values) -> None:
        self.w = writer
        self.values = values
        self.t = values.t
        writer.enter(self, {
            "OPEN": values.open, "ATTR": values.attr, "BY_ROWS": values.by_rows, "WORKING": values.working,
            "CARRIES": values.carries, "CONTROLLER": values.controller,
        })  # fmt: skip
        for attr in range(self.t.nattrs):
            writer.enter(self, {f"N{attr}": tuple(numbers.get(attr, 0) for numbers in self.t.numbers)})

    def reference(self) -> None:
        """Until they are written, and where they cannot be, the reference answers."""
        for attr in range(self.t.nattrs):
            self.w.enter(self, {f"ga{attr}": lambda s, card, attr=attr: self.values.attr(s, card, attr)})

    def write(self) -> list[str]:
        """The source of all of them."""
        if self.values.static_grants:
            return []
        texts = []
        with self.w.of_card():
            for attr, modifiers in enumerate(self.values.static):
                for at, modifier in enumerate(modifiers):
                    texts += self._modifier(attr, at, modifier)
                texts.append(self._number(attr))
        return texts

    def bind(self, made: dict[str, Any]) -> None:
        """The functions of static modifiers, once there are some."""
        for attr, modifiers in enumerate(self.values.static):
            self.w.enter(self, {f"M{attr}": tuple(made.get(f"gm{attr}_{at}") for at in range(len(modifiers)))})

    # ------------------------------------------------------------------------------------------------------- numbers
    def _number(self, attr: int) -> str:
        """The printed number, static modifiers of the game, rows that modify."""
        static = self.values.static[attr]
        reference = f"return ATTR(s, card, {attr})"
        lines = [
            f"def ga{attr}(s, card):",
            f"    if card < 0 or OPEN or s.grants: {reference}",
            f"    n = PR(s, card, {attr}) if s.flags[card] else N{attr}[s.defn[card]]",
        ]
        if not static:
            return "\n".join((*lines, f"    return BY_ROWS(s, card, {attr}, n, 0, 0) if s.modifiers else n", ""))
        free = [not modifier.floor for modifier in static]
        self.w.enter(self, {f"FREE{attr}": tuple(free)})
        lines += [
            f"    static = s.cast[{C_MODIFIERS}][{attr}]",
            "    if not static and not s.modifiers: return n",
            "    plus = free = 0",
            "    for at in static:",
            f"        m = M{attr}[at]",
            f"        if m is None: {reference}",
            *(
                [f"        if FREE{attr}[at]: free += m(s, card)", "        else: plus += m(s, card)"]
                if any(free)
                else []
            ),
            *([] if any(free) else ["        plus += m(s, card)"]),
            f"    if s.modifiers: return BY_ROWS(s, card, {attr}, n, plus, free)",
            "    n += plus",
            "    return n + free if n > 0 else free",
            "",
        ]
        return "\n".join(lines)

    def _modifier(self, attr: int, at: int, modifier: StaticModifier) -> list[str]:
        """What one static modifier adds to the number of a card: nothing where it must be asked of the reference."""
        ability = modifier.ability
        image = ability.image
        _, _, _, filter_, amount, _ = modifier.template[:6]
        plans = [None if n < 0 else self.t.image.plans[n] for n in (filter_, image.condition, amount, image.times)]
        if (
            modifier.mode == SET
            or modifier.floor > 1
            or any(speaks_of(p, NUMBERS) or locals_of(p) > LOCALS for p in plans)
        ):
            return []
        w = self.w
        asks = any(speaks_of(p, YOU) for p in plans)
        given = ("this", "you", "()") if asks else ("this", "(-1)", "()")
        frame = f"({', '.join(given)})"
        w.begin(("s", "this", "you") if asks else ("s", "this"), given.__getitem__)
        which, condition, much, times = plans
        tests = []
        if which is not None and not modifier.only_this:
            tests.append(w.cond(which, given.__getitem__, frame, ("card",)))
        if condition is not None:
            tests.append(w.cond(condition, given.__getitem__, frame))
        value = w.expr(much, given.__getitem__, frame, ("card",))
        if times is not None:
            value = f"({value}) * {w.expr(times, given.__getitem__, frame)}"
        lines = [
            f"def gm{attr}_{at}(s, card):",
            "    out = 0",
            *self._sources(ability, modifier.only_this),
            *(["        you = CONTROLLER(s, this) if this >= 0 else s.active"] if asks else []),
            f"        if {' and '.join(tests)}: out += {value}" if tests else f"        out += {value}",
            "    return out",
            "",
        ]
        return ["\n".join(lines), *w.loops]

    def _sources(self, ability: Ability, only_this: bool) -> list[str]:
        """The head of a loop over the cards an ability works for; `only_this`: the card itself, if it does."""
        number = ability.id
        zone = self.t.layout.zone
        holders = self.t.holders[number]
        ok = f"OK{number}"
        self.w.enter(self, {ok: tuple([ability.zoneok[z] for z in zone]), f"AB{number}": ability})
        if only_this:
            self.w.enter(self, {f"HOLD{number}": tuple([d in holders for d in range(len(self.t.kind))])})
            carried = f"CARRIES(s, AB{number}, card) if s.flags[card] else HOLD{number}[s.defn[card]]"
            return [f"    for this in (card,) if {ok}[s.slot[card]] and ({carried}) else ():"]
        if ability.always:
            return ["    for this in (-1,):"]
        if len(holders) != 1:
            return [f"    for this in WORKING(s, AB{number}):"]
        self.w.enter(self, {f"MASK{number}": ability.mask})
        return [
            f"    for this in WORKING(s, AB{number}) if s.acting & MASK{number} else s.bydef[{holders[0]}]:",
            f"        if not {ok}[s.slot[this]]: continue",
        ]
