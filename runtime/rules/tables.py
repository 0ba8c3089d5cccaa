"""Static tables of an image, made once at link time: what definitions carry, who listens to what, where abilities work.

Everything here is a function of the image alone and never changes afterwards. Must not know a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import AbilityDef, Image, Plan
from cardwright.runtime.bytecode.optable import OPCODE
from cardwright.runtime.state.layout import MAX_SEATS, Layout
from cardwright.runtime.state.state import S_ZONES

if TYPE_CHECKING:
    from cardwright.runtime.state.state import State

Locals = Sequence[object]
Cands = tuple[object, ...]
PlanFn = Callable[["State", Locals, Cands], Any]  # a plan gives one of several types, checked before it is linked
SENTENCE = OPCODE["SENTENCE"]
LEAVES = (OPCODE["NONE"], OPCODE["EVAL"])
FORBIDS = [OPCODE["SETROWS"], OPCODE["PUSH"], OPCODE["RET"]]


class Ability:
    """An ability, linked: plans as callables, zones as a table."""

    __slots__ = (
        "about_only", "about_this",
        "alone", "always", "card", "condition", "early", "event", "few", "few_of", "id", "image", "keyword",
        "kind", "label", "level", "mask", "optional", "pattern", "proc", "times", "uses", "you", "zoneok",
    )  # fmt: skip

    def __init__(self, index: int, image: AbilityDef, zones: int, works: Sequence[int]) -> None:
        self.id = index
        self.image = image
        self.card = image.card
        self.kind = image.kind
        self.proc = image.proc
        self.event = image.event
        self.level = 1 if image.level == "unit" else 0
        self.keyword = image.keyword
        self.label = image.label
        self.optional = image.optional
        self.uses = {"": 0, "turn": 1, "each turn": 2, "game": 3}.get(image.uses, 0)
        self.always = image.card in (-1, -2)
        self.zoneok = [0] * zones
        for z in image.zones or works:
            self.zoneok[z] = 1
        self.mask = 0  # definitions that carry it, a bit each
        self.few: tuple[int, ...] = ()  # the slots it works in, if few cards lie there and many carry it
        self.few_of: tuple[tuple[int, ...], ...] = ()  # by seat: those of the table and of the seat
        self.about_this = False  # its pattern speaks of the card itself: such an event finds it wherever it lies
        self.about_only = False  # its pattern holds only for an event of the card itself
        self.early = False  # its pattern does not speak of who it is for
        self.alone = False  # its condition speaks of nothing it is told: neither card, player nor event
        self.pattern: PlanFn | None = None
        self.you: PlanFn | None = None
        self.condition: PlanFn | None = None
        self.times: PlanFn | None = None


class Tables:
    """All static tables; `plan` is filled by linking the plans."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.layout = Layout(image.zones)
        self.nattrs = len(image.attrs)
        self.plan: list[PlanFn] = []
        self._definitions(image)
        self._zones(image)
        self._abilities(image)
        self._history(image)

    def _definitions(self, image: Image) -> None:
        self.numbers: list[dict[int, int]] = [dict(c.numbers) for c in image.cards]
        self.kind: list[int] = [c.kind for c in image.cards]
        self.name: list[int] = [c.name for c in image.cards]
        self.iskind: list[tuple[int, ...]] = []
        for k in range(len(image.kinds)):
            self.iskind.append(tuple([1 if k in image.kinds[c.kind].isa or k == c.kind else 0 for c in image.cards]))
        self.isa: list[frozenset[int]] = [frozenset((*k.isa, i)) for i, k in enumerate(image.kinds)]
        family = [i.family for i in image.icons]
        self.icon_family = family
        self.icons: list[list[tuple[int, ...]]] = [
            [tuple(i for i in c.icons if family[i] == f) for c in image.cards] for f in range(len(image.families))
        ]
        self.allicons: list[tuple[int, ...]] = [tuple(c.icons) for c in image.cards]
        self.keywords: list[frozenset[int]] = [frozenset(c.keywords) for c in image.cards]
        self.abilities: list[tuple[int, ...]] = [tuple(c.abilities) for c in image.cards]
        play = [ability.kind == "play" for ability in image.abilities]
        self.plays: list[tuple[int, ...]] = [tuple(a for a in c.abilities if play[a]) for c in image.cards]
        self.sides: list[tuple[int, ...]] = [_sides(image, d) for d in range(len(image.cards))]
        self.copied: list[int] = [c.copied if c.copied >= 0 else d for d, c in enumerate(image.cards)]
        self.names: list[tuple[int, ...]] = [
            tuple(self._name(image, i, a) for i in range(len(image.cards)))
            for a in range(max(1, len(image.name_attrs)))
        ]

    @staticmethod
    def _name(image: Image, card: int, attr: int) -> int:
        c = image.cards[card]
        if attr == 0:
            return c.name
        found = c.names.get(attr, -1)
        if found >= 0 or not image.name_attrs[attr][1]:
            return found
        kinds = image.name_kinds[attr] if attr < len(image.name_kinds) else ()
        if not kinds or c.kind in kinds or any(k in image.kinds[c.kind].isa for k in kinds):
            return c.name
        return -1

    def _zones(self, image: Image) -> None:
        def mask(seen: str) -> int:
            return {"all": 1, "owner": 2}.get(seen, 0)

        self.seen: list[int] = [mask(z.seen) for z in image.zones]
        lay = self.layout
        self.slot_seen: tuple[int, ...] = tuple(self.seen[z] for z in lay.zone)
        self.pushes: list[bool] = [z.order == "row" and z.on_full < 0 for z in image.zones]
        self.on_full: list[int] = [z.on_full for z in image.zones]
        self.limited: list[bool] = [z.order == "row" or z.on_full >= 0 for z in image.zones]
        self.refill: list[int] = [z.refill for z in image.zones]
        self.renew: list[int] = [z.renew for z in image.zones]
        self.both: list[bool] = [z.both for z in image.zones]
        self.leaving = image.system.get("leaving", -1)
        self.resolving = image.system.get("resolving", -1)
        self.turn_period = image.system.get("turn", -1)
        self.refill_event = image.system.get("refill", -1)
        self.renew_event = image.system.get("renew", -1)
        self.pay_event = image.system.get("pay", -1)

    def _abilities(self, image: Image) -> None:
        events = len(image.events)
        self.ability: list[Ability] = []
        self.holders: list[list[int]] = [[] for _ in image.abilities]  # ability -> definitions that carry it
        for d, c in enumerate(image.cards):
            for a in c.abilities:
                self.holders[a].append(d)
        self.on: list[list[Ability]] = [[] for _ in range(events)]
        self.would: list[list[Ability]] = [[] for _ in range(events)]
        self.forbids: list[list[Ability]] = [[] for _ in range(events)]  # what lets events of a type not happen
        self.states: list[Ability] = []
        self.uses: list[Ability] = []
        self.statics: list[Ability] = []
        for index, made in enumerate(image.abilities):
            works = image.kinds[image.cards[made.card].kind].works if made.card >= 0 else ()
            ability = Ability(index, made, len(image.zones), works)
            self.ability.append(ability)
            ability.mask = sum(1 << d for d in set(self.holders[index]))
            self._few(ability)
            ability.about_this = made.pattern >= 0 and speaks_of(image.plans[made.pattern], ("this",))
            ability.about_only = made.pattern >= 0 and made.card >= 0 and only_this(image.plans[made.pattern])
            ability.early = made.pattern >= 0 and not speaks_of(image.plans[made.pattern], WHOSE)
            ability.alone = made.condition >= 0 and not speaks_of(image.plans[made.condition], TOLD)
            if made.kind == "would" and 0 <= made.event < events and _nothing_instead(image.procs[made.proc].code):
                self.forbids[made.event].append(ability)
            if made.card == -2:
                continue
            if made.kind == "on" and 0 <= made.event < events:
                self.on[made.event].append(ability)
            elif made.kind == "would" and 0 <= made.event < events:
                self.would[made.event].append(ability)
            elif made.kind == "state":
                self.states.append(ability)
            elif made.kind == "use":
                self.uses.append(ability)
            elif made.kind == "static":
                self.statics.append(ability)
        for listeners in self.on + self.would:
            listeners.sort(key=lambda x: (not x.always, x.id))
        self.granting = any(f == "grant" for a in image.abilities for f, _ in a.rows)
        self.prim: list[str] = [e.prim for e in image.events]
        self.closes = "close" in self.prim  # whether spaces can go

    def _few(self, ability: Ability) -> None:
        """Where to look for an ability that many cards carry but that works only in places of few cards."""
        image, lay = self.image, self.layout
        copies = sum(image.cards[d].copies for d in self.holders[ability.id])
        zones = [z for z, ok in enumerate(ability.zoneok) if ok]
        small = all(z > 1 and image.zones[z].order != "stack" and image.zones[z].seen != "all" for z in zones)
        if copies > 10 and zones and small:
            ability.few = tuple(slot for slot in range(lay.slots) if ability.zoneok[lay.zone[slot]])
            ability.few_of = tuple(
                tuple(slot for slot in ability.few if lay.owner[slot] in (-1, seat)) for seat in range(MAX_SEATS)
            )

    def _history(self, image: Image) -> None:
        """Event types some plan asks the history of, and those asked about the whole game."""
        n = len(image.events)
        self.history_stamps = S_ZONES + len(image.zones)  # the stamp of event type 0's history
        self.stamps = self.history_stamps + n  # how many stamps there are
        self.counts_points = False  # some plan asks what points were made this turn
        self.recorded = bytearray(n)
        self.kept = bytearray(n)
        for plan in image.plans:
            self._scan(plan)
        for ability in image.abilities:
            for _, template in ability.rows:
                self._scan(template)

    def _scan(self, plan: Plan | Sequence[object]) -> None:
        if not isinstance(plan, (tuple, list)) or not plan:
            return
        op = plan[0]
        self.counts_points |= op == "points-made"
        if op in ("history", "history-since") and len(plan) > 2:
            event = plan[1]
            if isinstance(event, int) and 0 <= event < len(self.recorded):
                self.recorded[event] = 1
                when = plan[3] if op == "history" and len(plan) > 3 else ("num", -1)
                if not (isinstance(when, (tuple, list)) and when[0] == "num" and when[1] != -2):
                    self.kept[event] = 1
        for part in plan[1:]:
            if isinstance(part, (tuple, list)):
                self._scan(part)

    def link_abilities(self) -> None:
        """Bind the plans of abilities once the plans are linked."""
        for a in self.ability:
            i = a.image
            a.pattern = self.plan[i.pattern] if i.pattern >= 0 else None
            a.you = self.plan[i.you] if i.you >= 0 else None
            a.condition = self.plan[i.condition] if i.condition >= 0 else None
            a.times = self.plan[i.times] if i.times >= 0 else None


WHOSE = ("you", "local", "rows-set", "rows-points", "rows-points-for")  # what reads the player of the frame
TOLD = ("this", "you", "event", "local", "rows-set", "rows-points", "rows-points-for")  # what reads the frame


def speaks_of(plan: object, nodes: tuple[str, ...]) -> bool:
    """Whether one of these nodes stands in a plan."""
    if not isinstance(plan, (tuple, list)) or not plan:
        return False
    return plan[0] in nodes or any(speaks_of(p, nodes) for p in plan[1:])


CARDS = ("row-cards", ("event-rows", ("event",)))  # the cards of the event that is heard of
THIS = (
    ("member", ("this",), CARDS),
    ("some", ("filter", CARDS, ("eq", ("cand", 0), ("this",)))),
)


def only_this(plan: object) -> bool:
    """Whether a pattern asks that the card itself is among those of the event."""
    if not isinstance(plan, (tuple, list)) or not plan:
        return False
    return plan in THIS or (plan[0] == "and" and any(only_this(p) for p in plan[1:]))


def _sides(image: Image, definition: int) -> tuple[int, ...]:
    """The sides of a card, beginning with this one; none if it has no other."""
    found = [definition]
    while (other := image.cards[found[-1]].turned) >= 0 and other not in found:
        found.append(other)
    return tuple(found) if len(found) > 1 else ()


def _nothing_instead(code: tuple[int, ...]) -> bool:
    """Whether a replacement does nothing but leave away what it replaces."""
    said = [words[0] for _, words in instructions(code) if words[0] != SENTENCE]
    return len(said) == 4 and said[0] in LEAVES and said[1:] == FORBIDS
