"""What a selector means for those who play: who chooses, how many, from where, and what if there are none.

The readings are those of lowering: what a verb says about its objects, what a noun says about where its cards are.
Must not know any declared word.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

from cardwright.dsl.lower.defs import VerbDef
from cardwright.dsl.lower.plans import Plans
from cardwright.dsl.lower.scope import Env
from cardwright.dsl.lower.selections import UNSEEN
from cardwright.dsl.lower.together import said as together
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.meaning.types import is_many

from .phrases import say
from .speaker import Speaker

ALL = ("all", "each", "plural")
_SEEN_VERBS = ("show", "look", "reveal", "look at")


@dataclass(frozen=True)
class Facets:
    """The answers for one value. `asks`: whether somebody may be asked."""

    chooses: str
    how_many: str
    source: str
    if_none: str
    asks: bool = False


@dataclass(frozen=True)
class Doer:
    """Who does a clause: in words, as the value the clause is said with, and whether several do it in turn."""

    who: str
    ref: t.Value
    several: bool = False


class Selectors:
    """Facets of what clauses act on."""

    def __init__(self, plans: Plans, speaker: Speaker) -> None:
        self.plans = plans
        self.speaker = speaker

    # -- values ------------------------------------------------------------------------------------------------------
    def of(self, value: t.Value, doer: Doer, verb: VerbDef | None = None, node: t.Do | None = None) -> Facets:
        """The facets of what a clause acts on."""
        match value:
            case t.Sel(noun="player"):
                return self.players(value, doer)
            case t.Sel():
                return self.cards(value, doer, verb, node)
            case t.Ref():
                many = value.type in ("cards", "players")
                what = say("those") if many else say("one")
                place = say("where they are") if many else say("where it is")
                if value.type in ("player", "players"):
                    place = say("players meant")
                return Facets(say("nobody meant"), what, place, say("gone") if not many else say("none"))
            case t.Union():
                return self.union(value, doer, verb, node)
            case t.Zone() | t.Space() | t.Beside():
                place = self.speaker.place(value)
                return Facets(say("nobody"), say("all"), place, say("none"))
            case t.Num() | t.Count() | t.Arith() | t.Capped():
                pile = self._pile_of(verb)
                source = self._source_words(verb, None, doer) or say("nowhere")
                none = self._short(pile) if pile is not None else say("fewer")
                return Facets(say("nobody top"), self.number(value), source, none)
            case t.ValueSort(options=options):
                count = say("one")
                source = " or ".join(self.speaker.value(one) for one in options) or say("any of sort")
                return Facets(say("one value", who=doer.who), count, source, say("none"), True)
            case _:
                return Facets(say("nobody"), self.speaker.value(value), say("nowhere"), say("always"))

    def union(self, value: t.Union, doer: Doer, verb: VerbDef | None, node: t.Do | None) -> Facets:
        parts = [self.of(part, doer, verb, node) for part in value.parts]
        if value.either:
            first = parts[0]
            places = list(dict.fromkeys(part.source for part in parts))
            return replace(first, source=" or ".join(places))
        return Facets(
            "; ".join(dict.fromkeys(part.chooses for part in parts)),
            " and ".join(part.how_many for part in parts),
            "; ".join(dict.fromkeys(part.source for part in parts)),
            "; ".join(dict.fromkeys(part.if_none for part in parts)),
            any(part.asks for part in parts),
        )

    # -- players -----------------------------------------------------------------------------------------------------
    def players(self, sel: t.Sel, doer: Doer) -> Facets:
        source = say("players meant") if sel.of is not None else say("players")
        if sel.pos is not None and sel.pos.kind in ("highest", "lowest") and not sel.pos.ties:
            return Facets(say("ties", who=doer.who), say("one"), source, say("none"), True)
        fits = any(isinstance(p, t.Fits | t.Did) for p in sel.where)
        if sel.pos is not None or sel.quant.kind in (*ALL, "the", "no") or (sel.quant.kind == "any" and fits):
            return Facets(say("nobody all"), say("all"), source, say("none"))
        return Facets(say("which", who=self.chooser(sel, doer)), self.quantity(sel), source, say("none"), True)

    # -- cards -------------------------------------------------------------------------------------------------------
    def cards(self, sel: t.Sel, doer: Doer, verb: VerbDef | None, node: t.Do | None) -> Facets:
        if node is not None and "at random" in node.mods:
            sel = replace(sel, quant=t.Quant("random", sel.quant.n))
        source = self.source(sel, doer, verb, node)
        count = self.quantity(sel)
        pile = self.pile(sel, verb)
        kind = sel.quant.kind
        chooser = self.chooser(sel, doer)
        if pile is not None:
            if kind in ("up to", "any number", "from"):
                none = say("not asked") if kind != "from" else self._short(pile)
                return Facets(say("how many of top", who=chooser), count, source, none, True)
            by = (
                say("nobody alike")
                if verb is not None and verb.source == "home" and not sel.where
                else say("nobody top")
            )
            return Facets(by, count, source, self._short(pile))
        if sel.pos is not None and sel.pos.kind in ("highest", "lowest"):
            if sel.pos.ties:
                return Facets(say("nobody all"), count, source, say("none"))
            return Facets(say("ties", who=chooser), count, source, say("fewer" if is_many(sel) else "none"), True)
        if kind == "random":
            return Facets(say("chance"), count, source, say("fewer"))
        if sel.pos is not None and kind != "up to":
            by = (
                "nobody top" if sel.pos.kind == "top" else "nobody bottom" if sel.pos.kind == "bottom" else "nobody end"
            )
            return Facets(say(by), count, source, say("fewer") if is_many(sel) else say("none"))
        if kind in ALL:
            return Facets(say("nobody all"), count, source, say("none"))
        if kind == "the" and sel == t.Sel(sel.noun, sel.quant) and sel.noun in self.plans.ids.kinds:
            return Facets(say("usually one", who=chooser), count, source, say("none"), True)
        if kind == "the":
            return Facets(say("nobody meant"), count, source, say("none"))
        if kind == "from":
            return Facets(say("how many too", who=chooser), count, source, say("fewer"), True)
        if kind in ("up to", "any number"):
            return Facets(say("how many too", who=chooser), count, source, say("not asked"), True)
        if kind == "no":
            return Facets(say("nobody"), count, source, say("always"))
        piles = self.plans.unseen_piles(sel)
        if piles:
            pile_said = " and ".join(self.place(zone, doer) for zone in piles)
            chooser = say("looks through", who=chooser, pile=pile_said)
        none = say("all or none" if together(sel) is not None else "fewer") if is_many(sel) else say("none")
        return Facets(chooser if piles else say("which", who=chooser), count, source, none, True)

    def chooser(self, sel: t.Sel, doer: Doer) -> str:
        if sel.chooser is None:
            return doer.who
        return self.speaker.subject(sel.chooser)[0]

    def quantity(self, sel: t.Sel) -> str:
        """How many a selector takes."""
        kind, n = sel.quant.kind, sel.quant.n
        if sel.pos is not None and sel.pos.n is not None and kind not in ("up to",):
            return self.number(sel.pos.n)
        match kind:
            case "exactly" | "precisely" | "random":
                return self.number(n) if n is not None else say("one")
            case "up to":
                plain = isinstance(n, t.Num)
                return say("up to" if plain else "up to number", n=self.number(n) if n is not None else "")
            case "from":
                return say("from", least=self.number(t.Num(sel.quant.least)), n=self.number(n) if n is not None else "")
            case "at least":
                return say("at least", n=self.number(n) if n is not None else "")
            case "any number":
                return say("any number")
            case "all" | "each" | "plural":
                return say("all")
            case "half":
                return say("half")
            case _:
                return say("one") if not is_many(sel) else say("all")

    def number(self, value: t.Value) -> str:
        """A number as a quantity."""
        said = self.speaker.number(value)
        if isinstance(value, t.Ref):
            return said
        return (
            say("exactly", n=said)
            if isinstance(value, t.Num)
            else say("as many", n=said.removeprefix("the number of "))
        )

    # -- places ------------------------------------------------------------------------------------------------------
    def source(self, sel: t.Sel, doer: Doer, verb: VerbDef | None, node: t.Do | None, *, live: bool = True) -> str:
        """Where the cards of a selector are looked for. `live`: something is to be done with them now."""
        given = next((arg.value for arg in node.args if arg.role == "from"), None) if node is not None else None
        if given is not None:
            return self.place(given, doer)
        if sel.of is not None:
            return say("group")
        places = [zone for p in sel.where if isinstance(p, t.InZone) for zone in p.zones]
        if places:
            return " or ".join(self.place(zone, doer) for zone in places)
        host = next((p.host for p in sel.where if isinstance(p, t.AttachedTo)), None)
        owner = next((p.player for p in sel.where if isinstance(p, t.OwnedBy)), None)
        if owner is not None:
            if verb is not None and isinstance(verb.source, t.Zone):
                return self.place(replace(verb.source, owner=owner), doer)
            return self.belongings(sel.noun, owner, doer)
        if host is not None:
            return say("attached", host=self.speaker.value(host))
        if any(isinstance(p, t.Did) and not p.negated and p.role == "cards" for p in sel.where):
            return say("done" if live else "done ever")
        return self._source_words(verb, sel, doer) or self._usual(sel, verb, node, doer)

    def _source_words(self, verb: VerbDef | None, sel: t.Sel | None, doer: Doer) -> str:
        """Where a verb takes its objects from when a text does not say."""
        if verb is None:
            return ""
        if verb.source == "home" and sel is not None:
            home = self.home(sel)
            return self.place(t.Zone(home), doer) if home else ""
        if isinstance(verb.source, t.Sel) and verb.source.pos is not None:
            place = verb.source.where[0]
            zone = place.zones[0] if isinstance(place, t.InZone) else None
            return self.place(replace(zone, place=verb.source.pos.kind), doer) if isinstance(zone, t.Zone) else ""
        if isinstance(verb.source, t.Value):
            return self.place(verb.source, doer)
        return ""

    def _usual(self, sel: t.Sel, verb: VerbDef | None, node: t.Do | None, doer: Doer) -> str:
        """Where cards are meant to be by their noun."""
        selections = self.plans
        shows = verb is not None and isinstance(verb.does, t.Do) and verb.does.verb in _SEEN_VERBS
        yours = node is not None and selections.yours(sel, Env(), node) is not None
        plain = verb is not None and sel.noun == "card" and not any(isinstance(p, t.Named) for p in sel.where)
        if shows or yours or plain:
            return self.belongings(sel.noun, doer.ref, doer)
        term = selections.defs.terms.get(sel.noun)
        if term is not None and isinstance(term.body, t.Value):
            zones = [node for node in term.body.walk() if isinstance(node, t.InZone)]
            if zones:
                return " or ".join(dict.fromkeys(self.place(zone, doer) for one in zones for zone in one.zones))
        usual = selections.usual_zones(sel.noun)
        for p in sel.where:
            if isinstance(p, t.Named) and not usual:
                usual = selections.named_zones(p.attr)
        if sel.quant.kind == "the" and sel.pos is None and not sel.where and sel.noun in selections.ids.kinds:
            return say("wherever")
        if not usual:
            return say("anywhere")
        return " or ".join(self.place(t.Zone(zone, self._owner(zone, doer)), doer) for zone in usual)

    def _owner(self, zone: str, doer: Doer) -> t.Value | None:
        return doer.ref if self.plans.defs.zones[zone].of_player else None

    def belongings(self, noun: str, owner: t.Value, doer: Doer) -> str:
        """Where a player has such cards."""
        defs = self.plans.defs
        kinds = self.plans.kinds_of(noun)
        if kinds and all(defs.kind_yours.get(kind) for kind in kinds):
            zones = list(dict.fromkeys(zone for kind in kinds for zone in defs.kind_yours[kind]))
        elif defs.belongings is not None:
            body = defs.terms[defs.belongings].body
            zones = list(dict.fromkeys(one.zone for one in body.walk() if isinstance(one, t.Zone)))
        else:
            return say("anywhere")
        return " or ".join(self.place(t.Zone(zone, owner), doer) for zone in zones)

    def place(self, value: t.Value, doer: Doer) -> str:
        """A place in words, "your" being whoever does the clause."""
        info = self.plans.defs.zones.get(value.zone) if isinstance(value, t.Zone) else None
        if isinstance(value, t.Zone) and info is not None and info.of_player and value.owner is None:
            value = replace(value, owner=doer.ref)
        made = self.of_doer(value, doer)
        assert isinstance(made, t.Value)
        return self.speaker.place(made) if isinstance(made, t.Zone | t.Space | t.Beside) else self.speaker.value(made)

    def of_doer(self, value: t.Node, doer: Doer) -> t.Value:
        """The same with "you" being whoever does the clause."""
        made = _owned_by(value, doer.ref)
        assert isinstance(made, t.Value)
        return made

    # -- piles -------------------------------------------------------------------------------------------------------
    def home(self, sel: t.Sel) -> str:
        """The pile new cards of that noun come from, or "" if there is none."""
        number = self.plans.home(sel.noun, sel, required=False)
        return (
            next((name for name, at in self.plans.ids.zones.items() if at == number), "") if number is not None else ""
        )

    def pile(self, sel: t.Sel, verb: VerbDef | None) -> str | None:
        """The pile whose top cards are taken, if that is how the selector is read."""
        places = [p for p in sel.where if isinstance(p, t.InZone)]
        if len(sel.where) == 1 and len(places) == 1 and len(places[0].zones) == 1:
            zone = places[0].zones[0]
            stack = isinstance(zone, t.Zone) and self.plans.defs.zones[zone.zone].stack
            top = sel.pos is not None and sel.pos.kind == "top"
            plain = sel.pos is None and sel.quant.kind in UNSEEN and stack
            plain = plain and (sel.noun == "card" or self.plans.holds_only(zone, sel.noun))
            if stack and isinstance(zone, t.Zone) and (top and sel.quant.kind != "up to" or plain):
                return zone.zone
        if sel.where or sel.pos is not None or sel.of is not None or sel.quant.kind not in ("exactly", "up to"):
            return None
        if verb is not None and verb.source == "home":
            return self.home(sel) or None
        return self._pile_of(verb) if sel.noun == "card" or verb is not None else None

    def _pile_of(self, verb: VerbDef | None) -> str | None:
        """The pile a verb takes from."""
        if verb is None or not isinstance(verb.source, t.Sel):
            return None
        place = verb.source.where[0]
        zone = place.zones[0] if isinstance(place, t.InZone) else None
        return zone.zone if isinstance(zone, t.Zone) else None

    def _short(self, pile: str) -> str:
        info = self.plans.defs.zones[pile]
        if info.renew and info.renewed_from:
            return say("renewed", zone=f"the {self.speaker.word(info.renewed_from)}")
        return say("short")


def _owned_by(node: t.Node, ref: t.Value) -> t.Node:
    """The node with every "you" replaced."""
    if isinstance(node, t.Ref) and node.to == "you":
        return ref
    changes: dict[str, Any] = {}
    for part in fields(node):
        value = getattr(node, part.name)
        if isinstance(value, t.Node):
            made: object = _owned_by(value, ref)
        elif isinstance(value, tuple) and any(isinstance(one, t.Node) for one in value):
            made = tuple(_owned_by(one, ref) if isinstance(one, t.Node) else one for one in value)
        else:
            continue
        if made != value:
            changes[part.name] = made
    return replace(node, **changes) if changes else node
