"""What lowers values, predicates and conditions to plans has in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import Plan

from .defs import Defs, VerbDef
from .ids import Ids
from .scope import Env


class Planning(ABC):
    """What the parts of the lowering of expressions call of each other."""

    ids: Ids
    defs: Defs
    procedures: dict[str, int]
    acts: dict[str, int]
    begins: dict[str, int]
    subjects: dict[str, str]
    played: set[str]
    afterwards: set[int]
    playing: list[int]

    def alone(self) -> Plan | None:
        """Whether one plays alone, for texts of cards that ask: their kinds name a counter."""
        counter = next((self.defs.alone[kind] for kind in self.defs.written_on if kind in self.defs.alone), None)
        return None if counter is None else ("lt", ("num", 0), ("counter", counter))

    @abstractmethod
    def where_it_was(self, env: Env) -> Plan: ...

    @abstractmethod
    def done_with(self, event: str, noun: str, rows: Plan, env: Env) -> Plan:
        """Rows of an act but for those of cards that are only resolved."""

    @abstractmethod
    def lies(self, cand: Plan, place: t.Value, env: Env) -> Plan:
        """Whether a card lies in a place."""

    @abstractmethod
    def times_played(self, sel: t.Sel, env: Env) -> Plan | None:
        """How often such cards were played, if a selector asks for that."""

    @abstractmethod
    def act_of(self, verb: str) -> int | None:
        """The act a verb is: the one offered for its procedure."""

    def exchanges(self, verb: str) -> bool:
        """Whether a verb lets cards change places."""
        declared = self.defs.verbs.get(verb)
        return declared is not None and isinstance(declared.does, t.Do) and declared.does.verb == "exchange"

    def hosts(self, verb: str) -> bool:
        """Whether a verb attaches cards to who does it: "this captures a Hero"."""
        declared = self.defs.verbs.get(verb)
        return declared is not None and isinstance(declared.does, t.Do) and declared.does.verb == "attach"

    def free_points(self, you: Plan, kind: int) -> Plan:
        """How many points of a kind a player may spend on anything."""
        return ("points-as", you, kind, kind)

    def payable(self, you: Plan, unit: str) -> Plan:
        """How many points a player has to pay with where an effect asks for that kind."""
        kind = self.ids.attrs[unit]
        total = self.free_points(you, kind)
        for other in self.ids.other_points(unit):
            total = ("add", total, ("points-as", you, kind, other))
        return total

    @abstractmethod
    def ref(self, ref: t.Ref, env: Env) -> tuple[Plan, bool]:
        """Plan of a reference, and whether it gives a group."""

    @abstractmethod
    def card(self, value: t.Value, env: Env) -> Plan:
        """One card: the only member of a group."""

    @abstractmethod
    def group(self, value: t.Value, env: Env, default: Plan | None = None) -> Plan:
        """All cards a value means, before a quantity is chosen from them."""

    @abstractmethod
    def live(self, ref: t.Ref, env: Env) -> Plan:
        """Cards a pronoun means, if they are still where the clause that bound them left them."""

    @abstractmethod
    def called_kind(self, name: str) -> int:
        """The kind of the cards that a text has called so."""

    @abstractmethod
    def allowed(self, verb: VerbDef | None, cards: Plan, env: Env) -> Plan:
        """Those of the cards to which nothing forbids to do it: what nobody can do is no way (C-15.4)."""

    @abstractmethod
    def within_reach(self, ref: t.Ref, env: Env) -> Plan:
        """The same, and of this card only if it has not gone for good since it was played (C-15.16)."""

    @abstractmethod
    def selection(self, sel: t.Sel, env: Env, default: Plan | None = None, live: bool = False) -> Plan:
        """The candidates of a selector, narrowed by its position. `live`: to act on, so cards that events of the"""

    @abstractmethod
    def enough_together(self, sel: t.Sel, number: Plan, cards: Plan, env: Env) -> Plan: ...

    @abstractmethod
    def times_done(self, sel: t.Value, env: Env) -> Plan | None:
        """What a count of cards by what was done with them counts."""

    @abstractmethod
    def had(self, objects: t.Value, env: Env, node: t.Do) -> Plan | None:
        """ "KO a [Tech] card": of cards of no kind that lie nowhere by themselves, those that one has."""

    @abstractmethod
    def most_together(self, sel: t.Sel, cards: Plan, env: Env) -> Plan:
        """How many of the cards can be taken together."""

    @abstractmethod
    def argued(self, sel: t.Sel, env: Env) -> tuple[t.Sel, Env]:
        """The selector with names given to terms that ask for them, and participles of places as places."""

    @abstractmethod
    def whose(self, zone: str, who: t.Value | None) -> t.Value | None: ...

    @abstractmethod
    def now(self, p: t.Pred, owner: t.Value | None = None) -> t.Pred:
        """A participle without a time, of a verb that puts cards into one place: they lie there."""

    priced: dict[str, list[t.Value]]

    @abstractmethod
    def held_now(self, p: t.Did) -> bool:
        """ "A captured Hero": of a verb that attaches cards, without a time."""

    @abstractmethod
    def belongings(self, player: t.Value, env: Env, node: t.Node, noun: str = "card") -> Plan:
        """ "your Heroes", "cards they have": what the declared term calls so."""

    @abstractmethod
    def noun(self, noun: str, env: Env) -> Plan | None:
        """What the noun of a selector says about its candidate; None for "card"."""

    @abstractmethod
    def fits(self, body: t.Value | t.Condition, env: Env) -> Plan:
        """Whether the candidate is one of those a selector (with its places and other predicates) means."""

    @abstractmethod
    def pred(self, p: t.Pred, env: Env) -> Plan: ...

    @abstractmethod
    def did(self, p: t.Did, env: Env, who: Plan | None = None) -> Plan:
        """Committed rows a history predicate speaks of."""

    @abstractmethod
    def rows(self, event: str, who: Plan, period: str, env: Env, by: t.Value | None, node: t.Node) -> Plan:
        """Committed rows of an event in a period ("turn", "game", "way", a period id), perhaps by a keyword."""

    @abstractmethod
    def player(self, value: t.Value, env: Env) -> Plan: ...

    @abstractmethod
    def players(self, value: t.Value | None, env: Env) -> Plan:
        """A group of players, in turn order."""

    @abstractmethod
    def player_pred(self, p: t.Pred, env: Env) -> Plan: ...

    @abstractmethod
    def belongings_of(self, player: Plan, env: Env, node: t.Node, noun: str = "card") -> Plan: ...

    @abstractmethod
    def slots(self, value: t.Value, env: Env) -> Plan: ...

    @abstractmethod
    def _zone_slots(self, zone: str, owner: t.Value | None, env: Env) -> Plan: ...

    @abstractmethod
    def spaces(self, space: t.Space, env: Env) -> Plan: ...

    @abstractmethod
    def num(self, value: t.Value | None, env: Env) -> Plan: ...

    @abstractmethod
    def distinct(self, value: t.CountValues, env: Env) -> Plan: ...

    @abstractmethod
    def _attr(self, card: Plan, attr: str, printed: bool) -> Plan: ...

    @abstractmethod
    def name(self, value: t.Value, attr: str, env: Env) -> Plan: ...

    @abstractmethod
    def icons(self, value: t.Value, family: int, env: Env) -> Plan: ...

    @abstractmethod
    def cond(self, cond: t.Condition, env: Env) -> Plan: ...

    @abstractmethod
    def quantified(self, sel: t.Sel, env: Env, default: Plan | None) -> Plan:
        """Whether as many as the quantity says are there."""

    @abstractmethod
    def happened_rows(self, cond: t.Happened, env: Env) -> Plan:
        """Rows of an event in a period whose players and cards fit."""
