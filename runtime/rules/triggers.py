"""Who listens: collecting triggered abilities into the pool, and finding the abilities that would replace an event.

Entries of the pool and options of replacements are (ability, this, you, event, captured, watcher): event is the
record (type, actor, cause card, cause ability, cause keyword, rows). Rules come first in their order, then the
players from the active one on. Must not run anything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from cardwright.runtime.state.rows import C_DUE, C_EARS, C_ON, C_STATES, C_WOULD
from cardwright.runtime.state.state import ODD_DUE, S_ROWS, S_ZONES, Row, State

from .odd import look
from .plan_rows import row_card
from .reads import Reading
from .tables import Ability, Tables
from .values import Values

if TYPE_CHECKING:
    from .casts import Casts

N_ABILITY, N_THIS, N_YOU, N_EVENT, N_CAPTURED, N_WATCHER = range(6)
# a proposal: (type, level, rows, actor, cause card, cause ability, cause keyword, applied)
P_TYPE, P_LEVEL, P_ROWS, P_ACTOR, P_CARD, P_ABILITY, P_KEYWORD, P_APPLIED = range(8)


class Readers(dict[int, Any]):
    """Getters of the stamps that a selection of standing conditions reads, made when they are first asked for."""

    def __init__(self, triggers: Triggers) -> None:
        super().__init__()
        self.triggers = triggers

    def __missing__(self, number: int) -> Any:
        triggers = self.triggers
        made = self[number] = itemgetter(*sorted(triggers.reading.of_states(triggers.casts.states[number])))
        return made


class Triggers:
    reading: Reading
    casts: Casts

    def __init__(self, tables: Tables, values: Values) -> None:
        self.t = tables
        self.values = values
        self.caching = True
        self.cache_at = 0
        self.dues: Sequence[Callable[[State], bool]] | None = None  # `due`, by selection, of the second back end
        # as `collect`, of one card that is what is printed on it, by those who listen, of the second back end
        self.gathers: Sequence[Callable[..., None]] | None = None
        self.of_filled: frozenset[int] = frozenset()  # standing conditions that ask what lies in spaces that are filled
        self.reads = Readers(self)  # of what standing conditions depend on, by their selection in a cast

    # ------------------------------------------------------------------------------------------------------- matching
    def _sources(self, s: State, ability: Ability, rows: Any) -> list[int]:
        """Cards an ability listens with: where it works, and cards of the rows themselves that carry it."""
        if ability.always and not ability.about_only:
            return [-1]
        if ability.about_only:
            works = self.values.works
            cards = [row[1] if row[1] >= 0 else row_card(s, row) for row in rows]
            found = [card for card in cards if card >= 0 and works(s, ability, card)]
            if len(found) > 1:
                found = sorted(set(found))
        else:
            found = self.values.working(s, ability)
        if ability.always:
            return found
        working = found
        zone = self.t.layout.zone
        for row in rows:
            card = row[1]
            if card < 0 or card in found:
                continue
            if not ability.about_this and not (row[2] >= 0 and ability.zoneok[zone[row[2]]]):
                continue
            # as it was when it happened
            carried: tuple[int, ...] = ()
            if len(row) > 7 and row[7] >= 0:
                carried = self.t.abilities[row[7]] if row[-1] is None else row[-1][4]
            if ability.id in carried or self.values.carries(s, ability, card):
                if found is working:
                    found = list(working)
                found.append(card)
        return found

    def _you(self, s: State, ability: Ability, this: int, event: Row) -> int:
        base = self.values.controller(s, this) if this >= 0 else s.active
        if ability.you is None:
            return base
        return int(ability.you(s, (this, base, event), ()))

    def _matches(self, s: State, ability: Ability, this: int, you: int, event: Row, captured: Row = ()) -> bool:
        v = (this, you, event, *captured)
        if ability.pattern is not None and not ability.pattern(s, v, ()):
            return False
        return ability.condition is None or bool(ability.condition(s, v, ()))

    def is_used(self, s: State, ability: Ability, this: int, you: int) -> bool:
        """Whether an ability with limited uses was used up: per card, or per player for a rule."""
        if not ability.uses:
            return False
        holder = this if this >= 0 else -1 - you
        return any(r[0] == ability.id and r[1] == holder and (r[3] == 3 or r[2] == s.turn) for r in s.used)

    def use(self, s: State, ability: Ability, this: int, you: int) -> None:
        if ability.uses:
            s.used.append((ability.id, this if this >= 0 else -1 - you, s.turn, ability.uses))
            s.stamps[S_ROWS] += 1
            s.odd |= ODD_DUE

    # ------------------------------------------------------------------------------------------------------- spaces
    # that are filled again: until then nothing is known of what will lie there, so no standing condition is true of it.
    # `fired` has them as negative numbers
    def emptied(self, s: State, slots: Sequence[int]) -> None:
        """Spaces that will be filled as soon as what emptied them is done."""
        if slots and self.of_filled:
            s.fired += [-1 - slot for slot in slots]

    def filled(self, s: State, slot: int) -> None:
        """A space is being filled, or there is nothing to fill it with."""
        if -1 - slot in s.fired:
            s.fired.remove(-1 - slot)
            s.stamps[S_ROWS] += 1
            s.odd |= ODD_DUE

    # ------------------------------------------------------------------------------------------------------- after
    # events
    def collect(
        self, s: State, kind: int, rows: tuple[Any, ...], actor: int, ccard: int, cability: int, ckeyword: int,
        listeners: Sequence[int] | None = None,
    ) -> None:  # fmt: skip
        """Put what these committed rows trigger into the pool. `listeners`: those that may hear of it, if that was
        looked at.
        """
        if listeners is None:
            listeners = s.cast[C_ON][kind]
            if self.gathers is not None and listeners and len(rows) == 1 and not s.grants:
                row = rows[0]
                card = row[1]  # if it is what is printed on it, and was so
                if card >= 0 and row[-1] is None and not s.flags[card] and row[7] == s.defn[card]:
                    self.gathers[s.cast[C_EARS][kind]](s, kind, rows, actor, ccard, cability, ckeyword)
                    listeners = ()
        if rows and (listeners or s.watchers):
            head = (kind, actor, ccard, cability, ckeyword)
            for number in listeners:
                ability = self.t.ability[number]
                if ability.level:
                    for row in rows:
                        one = (row,)
                        self.listen(s, ability, one, (*head, one))
                else:
                    self.listen(s, ability, rows, (*head, rows))
            if s.watchers:
                self._watch(s, kind, rows, head)

    def listen(self, s: State, ability: Ability, rows: tuple[Any, ...], event: Row) -> None:
        """Put an ability into the pool for each card it is triggered with."""
        for this in self._sources(s, ability, rows):
            self.enter(s, ability, this, event)

    def enter(self, s: State, ability: Ability, this: int, event: Row) -> None:
        """Put an ability into the pool if an event triggers it with a card (-1: with none)."""
        # most events are none that it listens for: often that is known before it is known whose it is
        pattern, early = ability.pattern, ability.early
        if pattern is not None and early and not pattern(s, (this, -1, event), ()):
            return
        you = self._you(s, ability, this, event)
        if not 0 <= you < s.players:
            return
        v = (this, you, event)
        if pattern is not None and not early and not pattern(s, v, ()):
            return
        if ability.condition is not None and not ability.condition(s, v, ()):
            return
        if ability.uses and self.is_used(s, ability, this, you):
            return
        entry = (ability.id, this, you, event, (), -1)
        for _ in range(1 if ability.times is None else min(100, self.values.times(s, ability, this, you))):
            s.pool.append(entry)

    def _watch(self, s: State, kind: int, rows: tuple[Any, ...], head: Row) -> None:
        for watcher in s.watchers[:]:
            ability = self.t.ability[watcher[0]]
            if ability.event != kind or ability.kind != "on":
                continue
            this, you, captured = watcher[3], watcher[4], watcher[5]
            for part in [(row,) for row in rows] if ability.level else [rows]:
                event = (*head, part)
                who = you if ability.you is None else ability.you(s, (this, you, event, *captured), ())
                if who < 0 or not self._matches(s, ability, this, who, event, captured):
                    continue
                s.pool.append((ability.id, this, who, event, captured, -1))
                if self._spend(s, watcher):
                    break
                if watcher not in s.watchers:
                    watcher = next(w for w in s.watchers if w[0] == watcher[0] and w[3:] == watcher[3:])

    def _spend(self, s: State, watcher: Row) -> bool:
        """Count a use of a watcher; true when it has no more."""
        uses = watcher[2]
        if not uses:
            return False
        at = s.watchers.index(watcher)
        if uses == 1:
            del s.watchers[at]
            look(self.t, s)
            return True
        s.watchers[at] = (watcher[0], watcher[1], uses - 1, *watcher[3:])
        return False

    def states(self, s: State, emptied: Sequence[int]) -> tuple[Row, ...]:
        """Standing conditions that have become true: they act at once, and only once. `emptied`: spaces to fill."""
        self.emptied(s, emptied)
        found: list[Row] = []
        if self.caching and s.cache[self.cache_at] == self.reads[s.cast[C_DUE]](s.stamps):
            return ()  # none of them held when they were last looked at, and nothing has changed
        if not self.due(s):
            return ()
        for number in s.cast[C_STATES]:
            ability = self.t.ability[number]
            at = self.true(s, ability)
            if at is not None:
                s.fired.append(ability.id)
                found.append((ability.id, *at, (), (), -1))
        return tuple(found)

    def true(self, s: State, ability: Ability) -> tuple[int, int] | None:
        """Card and player for whom a standing condition holds that has not acted yet."""
        if ability.id in s.fired or ability.id in self.of_filled and any(at < 0 for at in s.fired):
            return None
        # most never hold and speak of no card: where the ability works need not be known then
        if ability.alone and ability.condition is not None and not ability.condition(s, (-1, s.active, ()), ()):
            return None
        for this in self.values.working(s, ability):
            you = self._you(s, ability, this, ())
            if 0 <= you < s.players and self._matches(s, ability, this, you, ()):
                return this, you
        return None

    def due(self, s: State) -> bool:
        """Whether `states` would find any. What was false stays false until something it reads was written."""
        if self.dues is not None:
            return self.dues[s.cast[C_DUE]](s)
        return self.plainly_due(s)

    def plainly_due(self, s: State) -> bool:
        """As `due`, by the reference."""
        if self.caching:
            now = self.reads[s.cast[C_DUE]](s.stamps)
            if s.cache[self.cache_at] == now:
                return False
        for number in s.cast[C_STATES]:
            ability = self.t.ability[number]
            if self.true(s, ability) is not None:
                return True
        if self.caching:
            s.cache[self.cache_at] = now
        return False

    def link(self, reading: Reading, cache_at: int, casts: Casts) -> None:
        """Note what standing conditions read; their place in the cache."""
        self.cache_at = cache_at
        self.reading, self.casts = reading, casts
        casts.reads = reading.of_states
        self.reads.clear()
        rows = frozenset(S_ZONES + zone for zone, source in enumerate(self.t.refill) if source >= 0)
        self.of_filled = frozenset(a.id for a in self.t.states if rows & reading.plan(a.image.condition))

    def next(self, s: State, floor: int) -> tuple[int, tuple[Any, ...]]:
        """Who picks the next triggered ability above the floor, and among which (identical ones once)."""
        many = len(s.pool) - floor
        if many <= 0:
            return -1, ()
        if many == 1 and not self.t.ability[s.pool[floor][0]].uses:
            return s.pool[floor][2], (s.pool[floor],)
        best: list[Row] = []
        player = -1
        distance = s.players + 1
        for entry in s.pool[floor:]:
            ability = self.t.ability[entry[0]]
            if ability.uses and self.is_used(s, ability, entry[1], entry[2]):
                continue
            you = entry[2]
            if entry[1] == -1 and ability.always or ability.image.rule:
                if distance != -1 or entry[0] < best[0][0]:
                    best, player, distance = [entry], you, -1
                continue
            d = (you - s.active) % s.players
            if d < distance:
                best, player, distance = [entry], you, d
            elif d == distance:
                best.append(entry)
        if not best:
            del s.pool[floor:]  # what is left was used up meanwhile
            return -1, ()
        if len(best) == 1:
            return player, (best[0],)
        return player, _unlike(self._first_lines(best))

    def _first_lines(self, entries: list[Row]) -> list[Row]:
        """Lines of one card behind the same label are one text: they are done from top to bottom, unasked."""
        first: dict[tuple[object, ...], int] = {}
        for e in entries:
            label = self.t.ability[e[N_ABILITY]].label
            if label >= 0 and e[N_THIS] >= 0:
                key = (e[N_THIS], e[N_YOU], e[N_EVENT], label)
                first[key] = min(first.get(key, e[N_ABILITY]), e[N_ABILITY])
        return [
            e
            for e in entries
            if first.get((e[N_THIS], e[N_YOU], e[N_EVENT], self.t.ability[e[N_ABILITY]].label), e[N_ABILITY])
            == e[N_ABILITY]
        ]

    def take(self, s: State, entry: Row) -> None:
        """Remove an entry from the pool (the last equal one)."""
        for at in range(len(s.pool) - 1, -1, -1):
            if s.pool[at] == entry:
                del s.pool[at]
                return

    # ------------------------------------------------------------------------------------------------------- before
    # events
    def replaceable(self, s: State, kind: int, rows: Any) -> bool:
        """Whether some ability might replace this event: false is certain."""
        for number in s.cast[C_WOULD][kind]:
            ability = self.t.ability[number]
            if self._sources(s, ability, rows) or self._on_pile(s, ability, rows):
                return True
        return bool(s.watchers) and any(
            a.event == kind and a.kind == "would" for a in (self.t.ability[w[0]] for w in s.watchers)
        )

    def _on_pile(self, s: State, ability: Ability, rows: Any) -> bool:
        """A row that takes cards from a pile might take one that carries the ability."""
        return ability.about_this and any(r[1] < 0 and r[2] >= 0 for r in rows)

    def splits(self, s: State, kind: int, rows: Any) -> bool:
        """Whether units must be proposed one by one."""
        for number in s.cast[C_WOULD][kind]:
            ability = self.t.ability[number]
            if ability.level and (self._sources(s, ability, rows) or self._on_pile(s, ability, rows)):
                return True
        return bool(s.watchers) and any(
            a.event == kind and a.kind == "would" and a.level for a in (self.t.ability[w[0]] for w in s.watchers)
        )

    def replacing(self, s: State, proposal: Row) -> tuple[int, tuple[Any, ...]]:
        """Who picks next among the abilities that match a proposal, and which; rules come alone and in order."""
        kind, level, rows = proposal[0], proposal[1], proposal[2]
        if not rows:
            return -1, ()
        event = (kind, *proposal[3:7], rows)
        applied = proposal[7]
        found: list[Row] = []
        for number in s.cast[C_WOULD][kind]:
            ability = self.t.ability[number]
            if ability.level != level:
                continue
            for this in self._sources(s, ability, rows):
                if (ability.id, this) in applied:
                    continue
                you = self._you(s, ability, this, event)
                if not 0 <= you < s.players or not self._matches(s, ability, this, you, event):
                    continue
                if ability.uses and self.is_used(s, ability, this, you):
                    continue
                entry = (ability.id, this, you, event, (), -1)
                if this == -1 or ability.image.rule:
                    return you, (entry,)
                found.append(entry)
        for at, watcher in enumerate(s.watchers):
            ability = self.t.ability[watcher[0]]
            if ability.event != kind or ability.kind != "would" or ability.level != level:
                continue
            this, you, captured = watcher[3], watcher[4], watcher[5]
            if (ability.id, this) in applied:
                continue
            who = you if ability.you is None else ability.you(s, (this, you, event, *captured), ())
            if 0 <= who < s.players and self._matches(s, ability, this, who, event, captured):
                found.append((ability.id, this, who, event, captured, at))
        if not found:
            return -1, ()
        nearest = min((e[2] - s.active) % s.players for e in found)
        mine = [e for e in found if (e[2] - s.active) % s.players == nearest]
        return mine[0][2], _unlike(mine)

    def forbidden(self, s: State, kind: int, who: int, card: int) -> bool:
        """Whether an event of this type, done to a card by nobody's text, would be left away."""
        forbids = self.t.forbids[kind]
        if not forbids:
            return False
        rows = ((who, card, s.slot[card], -1, 1, 0),)
        event = (kind, who, -1, -1, -1, rows)
        would = s.cast[C_WOULD][kind]
        for ability in forbids:
            if ability.id not in would:
                continue
            for this in self._sources(s, ability, rows):
                you = self._you(s, ability, this, event)
                if 0 <= you < s.players and self._matches(s, ability, this, you, event):
                    return True
        for watcher in s.watchers:
            ability = self.t.ability[watcher[0]]
            if ability in forbids:
                this, you, captured = watcher[3], watcher[4], watcher[5]
                told = you if ability.you is None else ability.you(s, (this, you, event, *captured), ())
                if 0 <= told < s.players and self._matches(s, ability, this, told, event, captured):
                    return True
        return False

    def apply(self, s: State, entry: Row, used: bool) -> None:
        """Note that an entry was applied (or declined) to the open proposal."""
        ability = self.t.ability[entry[0]]
        proposal = s.pending[-1]
        applied = proposal[7]
        s.pending[-1] = (*proposal[:7], (*applied, (entry[0], entry[1])))
        if used:
            self.use(s, ability, entry[1], entry[2])
            at = entry[5]
            if 0 <= at < len(s.watchers):
                self._spend(s, s.watchers[at])

    def units(self, s: State, rows: tuple[Any, ...]) -> tuple[Any, ...]:
        """Rows as units of amount 1, in turn order from the active player."""
        parts: list[Any] = []
        for row in rows:
            if row[1] < 0 and row[2] >= 0 and row[4] > 1:
                parts += [(*row[:4], 1, row[5])] * min(row[4], 1000)
            else:
                parts.append(row)
        parts.sort(key=lambda r: (r[0] - s.active) % s.players if r[0] >= 0 else -1)
        return tuple((p,) for p in parts)


def _unlike(entries: list[Row]) -> tuple[Row, ...]:
    """Entries that can be told apart: the first of each ability and player."""
    seen: dict[tuple[object, object], Row] = {}
    for e in entries:
        seen.setdefault((e[0], e[2]), e)
    return tuple(seen.values())
