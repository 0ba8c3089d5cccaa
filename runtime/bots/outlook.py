"""What the code of an image says about cards before anybody plays: where a chosen card goes, what a text gives.

Read once from procedures and plans: moves, points and the questions before them. It is a bot's reading of the rules,
not the rules: what it does not understand counts for nothing. Must not know any declared word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import OPCODE, OPTIONS, REQUESTS, RESULTS
from cardwright.runtime.play.names import Names
from cardwright.runtime.state.rows import CANNOT

STAYS, UNKNOWN = -1, -2  # where a card goes: nowhere, or not to be seen from the code
FIRST_LOCAL = 3  # the locals before are the card, the player and the event
DEPTH = 4  # how deep calls are followed
SAME = ("one", "group", "reverse", "nth", "local")  # plans that hand on what they are given

Instruction = tuple[int, tuple[int, ...]]
Plan = object


class Effect(NamedTuple):
    """One thing that code does.

    `sort`: points, pile (so many off a pile), move (certain cards) or forbid (acts are no longer allowed); `own`: done
    by whoever the text speaks to (else by others too); `start`, `to`: zones (`start` of a move: those its cards are
    looked for in); `kinds`: kinds of cards it speaks of; `amount`: how many (0: it must be counted); `chosen`: a player
    chooses which; `this`: it moves the card whose text it is; `sure`: no condition stands before it.
    """

    sort: str
    own: bool
    start: tuple[int, ...]
    to: int
    kinds: tuple[int, ...]
    amount: int
    chosen: bool
    this: bool
    sure: bool


@dataclass(frozen=True)
class Pick:
    """A question for cards: in which way of a choice it is asked (-1: in any), among which, and where the chosen go."""

    way: int
    zones: tuple[int, ...]
    kinds: tuple[int, ...]
    fates: frozenset[int]


@dataclass
class Sentence:
    """What the code of one sentence does, and its questions."""

    effects: list[Effect] = field(default_factory=list)
    picks: list[Pick] = field(default_factory=list)  # in the order of the code
    ways: dict[int, list[Effect]] = field(default_factory=lambda: defaultdict(list))  # by the way that is chosen
    then: list[Effect] = field(default_factory=list)  # what sentences after it do


class Outlook:
    """The reading of one image."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.names = Names(image)
        self._procs = {at: _Reader(self, at) for at in range(len(image.procs))}

    # -- places and numbers ----------------------------------------------------------------------------------------

    @cached_property
    def prices(self) -> frozenset[int]:
        """Number attributes that are no points and that acts are priced by."""
        found = {attr for price in self.image.prices for attr in _attributes(self.image.plans[price.amount])}
        return frozenset(attr for attr in found if attr >= self.image.points)

    @cached_property
    def mine(self) -> frozenset[int]:
        """Zones each player has."""
        return frozenset(at for at, zone in enumerate(self.image.zones) if zone.owner == "player")

    @cached_property
    def private(self) -> frozenset[int]:
        """Zones only their player sees: what lies there can be used at once."""
        return frozenset(at for at in self.mine if self.image.zones[at].seen == "owner")

    @cached_property
    def cycle(self) -> frozenset[int]:
        """Zones of players that cards come back from: a stack, what it is renewed from, and what is private."""
        zones = self.image.zones
        renewed = {at for at in self.mine if zones[at].renew >= 0}
        return frozenset(renewed | {zones[at].renew for at in renewed}) | self.private

    @cached_property
    def stacks(self) -> frozenset[int]:
        """Zones of players whose cards lie in an order that nobody sees."""
        return frozenset(at for at in self.mine if self.image.zones[at].seen == "nobody")

    # -- acts ------------------------------------------------------------------------------------------------------

    @cached_property
    def acts(self) -> dict[str, int]:
        """Acts by name."""
        return {self.names.act(at): at for at in range(len(self.image.acts))}

    @cached_property
    def keeping(self) -> frozenset[str]:
        """Acts with a price after which the card comes back to its player again and again."""
        found = set()
        for name, at in self.acts.items():
            act = self.image.acts[at]
            if act.price >= 0 and act.proc >= 0 and self.fates_of(act.proc, FIRST_LOCAL) & self.cycle:
                found.add(name)
        return frozenset(found)

    @cached_property
    def free_kinds(self) -> frozenset[int]:
        """Kinds of cards that acts without a price speak of."""
        plans = [self.image.plans[act.cards] for act in self.image.acts if act.price < 0]
        named = {kind for plan in plans for kind in _kinds(plan)}
        return frozenset(at for at, kind in enumerate(self.image.kinds) if named & {at, *kind.isa})

    @cached_property
    def goals(self) -> frozenset[int]:
        """Kinds of cards that are asked for before the players have won."""
        named = {kind for reader in self._procs.values() for kind in reader.won_by}
        return frozenset(at for at, kind in enumerate(self.image.kinds) if named & {at, *kind.isa})

    # -- texts -----------------------------------------------------------------------------------------------------

    @cached_property
    def sentences(self) -> dict[str, Sentence]:
        """What sentences do, by their text: equal texts mean the same."""
        found: dict[str, Sentence] = {}
        for reader in self._procs.values():
            reader.tell(found)
        return found

    def ability(self, ability: int) -> list[Effect]:
        """What an ability does."""
        proc = self.image.abilities[ability].proc
        return self._procs[proc].effects if proc >= 0 else []

    @cached_property
    def gives(self) -> dict[int, list[Effect]]:
        """What a card's own text does when it is used without a price, by definition."""
        abilities = self.image.abilities
        return {
            at: [effect for one in card.abilities if abilities[one].kind == "play" for effect in self.ability(one)]
            for at, card in enumerate(self.image.cards)
        }

    @cached_property
    def looks_back(self) -> frozenset[int]:
        """Definitions whose text asks what happened before in this turn, or counts: they are worth more later."""
        return frozenset(
            at
            for at, card in enumerate(self.image.cards)
            for one in card.abilities
            if self.image.abilities[one].proc >= 0 and self._procs[self.image.abilities[one].proc].looks_back
        )

    def fates_of(self, proc: int, local: int, depth: int = 0) -> set[int]:
        """The zones where a card goes that a procedure is given in a local."""
        return self._procs[proc].fates({local}, depth)


class _Reader:
    """One procedure, read."""

    def __init__(self, outlook: Outlook, at: int) -> None:
        self.outlook = outlook
        self.image = outlook.image
        found = instructions(self.image.procs[at].code)
        self.starts = [pc for pc, _ in found]
        self.code: list[Instruction] = [(words[0], words[1:]) for _, words in found]

    # -- where cards go --------------------------------------------------------------------------------------------

    def fates(self, locals_: set[int], depth: int) -> set[int]:
        """The zones where cards of these locals go."""
        known = set(locals_)
        found: set[int] = set()
        for at, (op, operands) in enumerate(self.code):
            following = self.code[at + 1] if at + 1 < len(self.code) else (-1, ())
            stored = following[1][0] if following[0] == _STORE else -1
            if op == _LOAD and operands[0] in known and stored >= 0:
                known.add(stored)
            elif op == _ASK and stored >= 0:  # put into an order, or some of them chosen
                if any(before == _LOAD and what[0] in known for before, what in self.code[max(0, at - 4) : at]):
                    known.add(stored)
            elif op == _NEXT and operands[0] in known:
                known.add(operands[2])
            elif op == _EVAL:
                plan = self.image.plans[operands[0]]
                if _gives_on(plan, known) and stored >= 0:
                    known.add(stored)
                found.update(to for to in _moved(plan, known))
            elif op in (_CALL, _CALLAS) and depth < DEPTH:
                given = self.code[max(0, at - operands[1]) : at]
                for number, (before, what) in enumerate(given):
                    if before == _LOAD and what[0] in known:
                        found |= self.outlook.fates_of(operands[0], FIRST_LOCAL + number, depth + 1)
        return found

    # -- what is done ----------------------------------------------------------------------------------------------

    @cached_property
    def effects(self) -> list[Effect]:
        return [effect for _, _, effect in self._said]

    @cached_property
    def looks_back(self) -> bool:
        """Whether it reads what happened before."""
        return any(
            op == _EVAL and _speaks(self.image.plans[operands[0]], ("history", "count")) for op, operands in self.code
        )

    @cached_property
    def won_by(self) -> set[int]:
        """Kinds of cards in the tests that stand right before the players have won."""
        found: set[int] = set()
        for at, (op, operands) in enumerate(self.code):
            if op == _OVER and RESULTS[operands[0]] == "won":
                before = at - 1
                while before >= 0 and self.code[before][0] in (_EVAL, _JFALSE, _SENTENCE):
                    if self.code[before][0] == _EVAL:
                        found |= _kinds(self.image.plans[self.code[before][1][0]])
                    before -= 1
        return found

    @cached_property
    def _asked(self) -> dict[int, tuple[int, Pick]]:
        """Locals that hold chosen cards, each with its sentence and its question."""
        found: dict[int, tuple[int, Pick]] = {}
        for at, (op, operands) in enumerate(self.code[:-1]):
            following = self.code[at + 1]
            if op != _ASK or following[0] != _STORE or OPTIONS[operands[1]] != "card":
                continue
            if REQUESTS[operands[0]] != "pick":
                continue
            # what is asked among stands before the least and the most that may be chosen
            plans = [self.image.plans[what[0]] for before, what in self.code[max(0, at - 3) : at] if before == _EVAL]
            among = next((plan for plan in plans if _zones(plan)), ())
            local = following[1][0]
            fates = frozenset(self.fates({local}, 0))
            pick = Pick(self._way_at(at), _zones(among), tuple(sorted(_kinds(among))), fates)
            found[local] = (operands[2], pick)
        return found

    def _way_at(self, at: int) -> int:
        """The way of a choice an instruction belongs to, -1 if it belongs to none."""
        way, ends = -1, -1
        for before in range(at + 1):
            if self.starts[before] == ends:
                way = -1
            op, operands = self.code[before]
            if op == _JFALSE and before and self.code[before - 1][0] == _EVAL:
                chosen = _way_of(self.image.plans[self.code[before - 1][1][0]])
                if chosen >= 0:
                    way, ends = chosen, operands[0]
        return way

    @cached_property
    def _said(self) -> list[tuple[int, int, Effect]]:
        """(sentence, way or -1, effect), in the order of the code."""
        found: list[tuple[int, int, Effect]] = []
        sentence, way, way_ends, sure_from = -1, -1, -1, -1
        for at, (op, operands) in enumerate(self.code):
            if self.starts[at] == way_ends:
                way = -1
            if op == _SENTENCE:
                sentence = operands[0]
            elif op == _JFALSE:
                tested = self.image.plans[self.code[at - 1][1][0]] if at and self.code[at - 1][0] == _EVAL else ()
                chosen = _way_of(tested)
                if chosen >= 0:
                    way, way_ends = chosen, operands[0]
                elif _speaks(tested, ("history",)):
                    sure_from = operands[0]
            elif op == _EVAL:
                sure = self.starts[at] >= sure_from
                plan = self.image.plans[operands[0]]
                found += [(sentence, way, one) for one in _effects(plan, self._among, True, sure)]
                following = self.code[at + 1] if at + 1 < len(self.code) else (-1, ())
                if following[0] == _ADDROW and _forbids(plan):
                    found.append((sentence, way, Effect("forbid", True, (), UNKNOWN, (), 1, False, False, sure)))
        return found

    @cached_property
    def _among(self) -> dict[int, Pick]:
        return {local: pick for local, (_, pick) in self._asked.items()}

    def tell(self, found: dict[str, Sentence]) -> None:
        """Add what this procedure says of its sentences; of equal texts the first one is kept."""
        texts = self.image.sentences
        here: dict[int, Sentence] = {}
        for sentence, way, effect in self._said:
            if 0 <= sentence < len(texts):
                for before in here:
                    if before != sentence:
                        here[before].then.append(effect)
                said = here.setdefault(sentence, Sentence())
                (said.ways[way] if way >= 0 else said.effects).append(effect)
        for sentence, pick in self._asked.values():
            if 0 <= sentence < len(texts):
                here.setdefault(sentence, Sentence()).picks.append(pick)
        for sentence, said in here.items():
            found.setdefault(texts[sentence].text, said)


_LOAD, _STORE, _NEXT, _EVAL, _CALL, _CALLAS, _ASK, _SENTENCE, _JFALSE, _ADDROW, _OVER = (
    OPCODE[name]
    for name in ("LOAD", "STORE", "NEXT", "EVAL", "CALL", "CALLAS", "ASK", "SENTENCE", "JFALSE", "ADDROW", "OVER")
)


def _parts(plan: Plan) -> Iterator[tuple[object, ...]]:
    """A plan and all plans in it."""
    if isinstance(plan, (tuple, list)) and plan:
        yield tuple(plan)
        for part in plan[1:]:
            yield from _parts(part)


def _speaks(plan: Plan, ops: Sequence[str]) -> bool:
    return any(part[0] in ops for part in _parts(plan))


def _attributes(plan: Plan) -> set[int]:
    return {part[2] for part in _parts(plan) if part[0] in ("attr", "printed") and isinstance(part[2], int)}


def _kinds(plan: Plan) -> set[int]:
    return {part[2] for part in _parts(plan) if part[0] in ("is-kind", "base-kind") and isinstance(part[2], int)}


def _zones(plan: Plan) -> tuple[int, ...]:
    found = [part[1] for part in _parts(plan) if part[0] in ("slot", "slots", "space") and isinstance(part[1], int)]
    return tuple(dict.fromkeys(found))


def _zone(plan: Plan) -> int:
    """Where a plan of a place points to."""
    if isinstance(plan, tuple) and tuple(plan[:1]) == ("num",):
        return STAYS
    found = _zones(plan)
    return found[0] if found else UNKNOWN


def _locals(plan: Plan) -> set[int]:
    return {part[1] for part in _parts(plan) if part[0] == "local" and isinstance(part[1], int)}


def _gives_on(plan: Plan, known: set[int]) -> bool:
    """Whether a plan is nothing but these locals in another form."""
    return all(part[0] in SAME or part[0] == "num" for part in _parts(plan)) and bool(_locals(plan) & known)


def _moved(plan: Plan, known: set[int]) -> Iterator[int]:
    """Where a plan of rows moves cards of these locals."""
    for part in _parts(plan):
        if part[0] == "rows-move" and _locals(part[2]) & known and not _speaks(part[2], ("minus",)):
            yield _zone(part[3])


def _effects(plan: Plan, asked: Mapping[int, Pick], own: bool, sure: bool) -> list[Effect]:
    """What rows of a plan do."""
    if not isinstance(plan, (tuple, list)) or not plan:
        return []
    match plan[0]:
        case "rows-points":
            amount = _constant(plan[3])
            return [Effect("points", own, (), UNKNOWN, (), amount, False, False, sure)]
        case "rows-pile":
            return [Effect("pile", own, _zones(plan[2]), _zone(plan[4]), (), _constant(plan[3]), False, False, sure)]
        case "rows-move":
            cards = plan[2]
            this = _speaks(cards, ("this",)) and not _zones(cards)
            picked = [asked[local] for local in sorted(_locals(cards)) if local in asked]
            start, kinds = _zones(cards), tuple(sorted(_kinds(cards)))
            if picked:
                start, kinds = picked[0].zones, picked[0].kinds
            return [Effect("move", own, start, _zone(plan[3]), kinds, 0, bool(picked), this, sure)]
        case "rows-each":
            return _effects(plan[2], asked, own and not _speaks(plan[1], ("others",)), sure)
        case _:
            return [one for part in plan[1:] for one in _effects(part, asked, own, sure)]


def _constant(plan: Plan) -> int:
    """A number that is written out; 0 for one that must be counted."""
    return plan[1] if isinstance(plan, tuple) and plan[:1] == ("num",) and isinstance(plan[1], int) else 0


def _way_of(plan: Plan) -> int:
    """Which way of a choice a test asks for; -1: it is no such test."""
    if isinstance(plan, tuple) and len(plan) == 3 and plan[0] == "member" and _constant_at(plan[1]):
        return _constant(plan[1])
    return -1


def _constant_at(plan: Plan) -> bool:
    return isinstance(plan, tuple) and plan[:1] == ("num",)


def _forbids(plan: Plan) -> bool:
    """Whether a row of permissions says that the player may not do something."""
    return (
        isinstance(plan, tuple) and plan[:1] == ("list",) and len(plan) > 3
        and plan[2] == ("num", CANNOT) and _speaks(plan[3], ("you",))
    )  # fmt: skip
