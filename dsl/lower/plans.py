"""Values and conditions of the typed tree become plans: pure queries of the image.

Single cards, players, places and numbers are ints, groups are tuples; `group`, `card`, `player`, `players`, `slots`,
`slot`, `num` and `cond` say which is wanted. Must not emit code: what has to be asked belongs to effects.py.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.meaning import tree as t
from cardwright.runtime.bytecode.image import KindDef, Plan

from .conditions import Conditions
from .defs import Defs, VerbDef
from .ids import Ids
from .numbers import Numbers
from .people import People
from .predicates import Predicates
from .scope import Bind, Env
from .selections import Selections
from .together import Together
from .unlowered import Unlowered, any_of

GROUP_TYPES = ("cards", "players", "names", "icons", "spaces")


def plural(ref: t.Ref) -> bool:
    """Whether a reference is worded for several ("those cards")."""
    return ref.type.endswith("s") or ref.form.split(" ")[0] in ("those", "they", "all")


class Plans(Together, Selections, Predicates, People, Numbers, Conditions):
    """Lowers pure trees with the words of one image."""

    def __init__(self, ids: Ids, defs: Defs) -> None:
        self.ids = ids
        self.defs = defs
        self.procedures: dict[str, int] = {}  # qualified id -> procedure
        self.acts: dict[str, int] = {}  # procedure -> its act
        self.begins: dict[str, int] = {}  # procedure -> the first event of it
        self.played: set[str] = set()  # kinds of cards of which that is done; "": of any
        self.afterwards: set[int] = set()  # events that are told when what they tell of has been done
        self.playing: list[int] = []  # the events that carry out what cards say when they are played
        self.acts_doing: dict[str, list[int]] = {}  # verb -> acts that do it to their card
        self.leaving: dict[int, str] = {}  # row -> procedure of a card that goes out at its end
        self.priced: dict[str, list[t.Value]] = {}  # number an act's price is -> the cards the act is done on
        self.subjects: dict[str, str] = {}  # procedure of an act -> the noun of the cards it is done on

    def act_of(self, verb: str) -> int | None:
        """The act a verb is: the one offered for its procedure."""
        declared = self.defs.verbs.get(verb)
        if declared is None or declared.procedure is None:
            return None
        return self.acts.get(declared.procedure)

    # ---------------------------------------------------------------------- references
    def ref(self, ref: t.Ref, env: Env) -> tuple[Plan, bool]:
        """Plan of a reference, and whether it gives a group."""
        to = ref.to
        if to == "this":
            return (("slot-of", env.source) if ref.type in ("space", "slot") else env.source), False
        if to == "you":
            return self.speaker(env), False
        if to == "performer":
            return env.you, False
        if to == "active":
            return ("active",), False
        if to == "loop" and ref.type == "name" and env.item is not None:
            return env.item, False
        if to == "loop":
            if env.loop is None:
                raise Unlowered("nothing to loop over here", ref)
            return env.loop, False
        if to in ("left", "right"):
            return (to, self.speaker(env)), False
        side, _, whose = to.partition(" of ")
        if side in ("left", "right") and whose:
            return (side, self.ref(replace(ref, to=whose), env)[0]), False
        if side == "owner" and whose:
            return self._owner(replace(ref, to=whose, type="card"), env), False
        if side == "subject" and whose:
            bind = env.binds.get(int(whose.partition(" ")[2]))
            if bind is None or bind.subject is None:
                raise Unlowered(f'"{ref.form}" refers to a clause that no card does', ref)
            return bind.subject, True
        if to == "event" and env.matched is not None:
            return ("row-cards", env.matched), True
        if to == "event":
            return ("row-cards", ("event-rows", ("event",))), True
        if to == "event player" and env.told is not None:
            return ("group", env.told), True
        if to == "event player":
            return ("row-players", ("event-rows", ("event",))), True
        if to == "event number":
            return ("row-amount", ("event-rows", ("event",))), False
        kind, _, name = to.partition(" ")
        if kind == "param":
            if name not in env.params:
                raise Unlowered(f"no parameter {{{name}}} here", ref)
            return env.params[name], ref.type in GROUP_TYPES
        if kind == "bind":
            return self._bound(ref, env.binds.get(int(name)), env)
        raise Unlowered(f"a reference to {to}", ref)

    def _owner(self, card: t.Ref, env: Env) -> Plan:
        """Whose a card is, or was before the clause that spoke of it moved it; nobody: -1."""
        kind, _, number = card.to.partition(" ")
        bind = env.binds.get(int(number)) if kind == "bind" else None
        if bind is not None and bind.owner is not None:
            return bind.owner
        if bind is not None and bind.rows is not None and bind.value is None:
            return ("slot-owner", ("row-from", ("one", bind.rows)))
        return ("owner", self.card(card, env))

    def _bound(self, ref: t.Ref, bind: Bind | None, env: Env) -> tuple[Plan, bool]:
        if bind is None:
            raise Unlowered(f'"{ref.form}" refers to a clause that binds nothing', ref)
        if ref.type in ("zone", "space") and bind.place is not None:
            return bind.place, True
        own = self._own_rows(ref, bind, env)
        if own is not None and ref.type in ("card", "cards"):
            return ("row-cards", own), True
        if ref.type in ("card", "cards"):
            if bind.value is not None:
                return bind.value, True
            if bind.rows is not None:
                return ("row-cards", bind.rows), True
        elif ref.type in ("player", "players"):
            if bind.player is not None:
                return ("group", bind.player), True
            if bind.rows is not None:
                return ("row-players", bind.rows), True
            if bind.value is not None:
                return bind.value, True
        elif ref.type == "number":
            if bind.number is not None:
                return bind.number, False
            if bind.rows is not None:
                return ("row-amount", bind.rows), False
            if bind.value is not None:
                return ("one", bind.value), False
        elif bind.value is not None:
            return bind.value, True
        raise Unlowered(f'"{ref.form}" refers to a clause that binds no {ref.type}', ref)

    def _own_rows(self, ref: t.Ref, bind: Bind, env: Env) -> Plan | None:
        """ "Each player reveals a card. Each player who … discards it": of what several did, what who acts now did."""
        if bind.rows is None or plural(ref) or not (bind.each or (bind.shared and env.you == env.loop)):
            return None
        return ("rfilter", bind.rows, ("eq", ("row-who", ("cand", env.depth)), env.you))

    # ---------------------------------------------------------------------- cards
    def card(self, value: t.Value, env: Env) -> Plan:
        """One card: the only member of a group."""
        if isinstance(value, t.Ref):
            plan, group = self.ref(value, env)
            return ("one", plan) if group else plan
        return ("one", self.group(value, env))

    def group(self, value: t.Value, env: Env, default: Plan | None = None) -> Plan:
        """All cards a value means, before a quantity is chosen from them."""
        if isinstance(value, t.Ref):
            plan, group = self.ref(value, env)
            return plan if group else ("group", plan)
        if isinstance(value, t.Sel):
            return self.selection(value, env, default)
        if isinstance(value, t.Union):
            plans = [self.group(part, env, default) for part in value.parts]
            joined = plans[0]
            for plan in plans[1:]:
                joined = ("union", joined, plan)
            return joined
        if isinstance(value, t.Beside):
            return ("held", self.group(value.of, env))
        if isinstance(value, (t.Zone, t.Space)):
            return ("in", self.slots(value, env))
        raise Unlowered("this as cards", value)

    def live(self, ref: t.Ref, env: Env) -> Plan:
        """Cards a pronoun means, if they are still where the clause that bound them left them."""
        kind, _, number = ref.to.partition(" ")
        if kind == "bind" and ref.type in ("card", "cards"):
            bind = env.binds.get(int(number))
            if bind is not None and bind.rows is not None and bind.value is None:
                return ("still", self._own_rows(ref, bind, env) or bind.rows)
            if bind is not None and bind.unmoved is not None:
                return bind.unmoved
        return self.group(ref, env)

    def called_kind(self, name: str) -> int:
        """The kind of the cards that a text has called so."""
        image = self.ids.image
        said = self.ids.name(name)
        known = next((at for at, kind in enumerate(image.kinds) if kind == KindDef(said, (at,))), None)
        if known is None:
            known = len(image.kinds)
            image.kinds.append(KindDef(said, (known,)))
        return known

    def allowed(self, verb: VerbDef | None, cards: Plan, env: Env) -> Plan:
        """Those of the cards to which nothing forbids to do it: what nobody can do is no way (C-15.4)."""
        if verb is None or verb.id not in self.defs.forbidden:
            return cards
        if cards[0] == "best":
            those = cards[1]
            assert isinstance(those, tuple)
            return ("best", self.allowed(verb, those, env), *cards[2:])
        act, event = self.act_of(verb.id), self.ids.events.get(verb.event)
        if act is not None:
            cards = ("filter", cards, ("may", env.you, act, ("cand", env.depth)))
        return cards if event is None else ("allowed", env.you, event, cards)

    def within_reach(self, ref: t.Ref, env: Env) -> Plan:
        """The same, and of this card only if it has not gone for good since it was played (C-15.16)."""
        gone = [("slots", self.ids.zones[name]) for name, zone in self.defs.zones.items() if zone.for_good]
        if not env.here or ref.to != "this" or not gone:
            return self.live(ref, env)
        lies: Plan = ("slot-of", ("cand", env.depth))
        return ("filter", self.live(ref, env), ("not", any_of([("member", lies, slots) for slots in gone])))
