"""Prepositions of a verb: where from, where to, as what, for what."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.words import Kind, Verb
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import YOU, Base
from .clauses import DESTINATIONS, MOVERS, PLACES
from .context import Row, Stop, span
from .nouns import NOUN_START
from .types import type_of


class Roles(Base):
    back_said: bool = False

    def check_object(self, value: t.Value, role: str, row: Row) -> None:
        """The object must be of the type that the verb takes."""
        if self.setting_up:
            return
        kind = type_of(value)
        wanted = {
            "cards": ("card", "cards", "mixed", "zone"),
            "card": ("card", "cards"),
            "subject": ("card", "cards"),
            "spaces": ("space",),
            "zone": ("zone",),
            "player": ("player", "players"),
        }.get(role)
        if wanted is not None and kind not in wanted:
            where = (
                value.span
                if value.span != t.NO_SPAN
                else (row.words[max(row.at - 1, 0)].start, row.words[max(row.at - 1, 0)].end)
            )
            raise Stop("type", where[0], where[1], note=f"{role} are meant here")

    # -- prepositions of a verb
    def prepositional(self, verb: str, decl: Verb | None, row: Row, args: list[t.Arg]) -> t.Arg | None:
        """A preposition and its phrase as a role of the verb; None if it fits none."""
        word = row.need()
        name = word.id
        roles = {a.role for a in args}
        further = {} if decl is None else {str(k): v for k, v in decl.with_.items()}
        if name in further and name not in roles:
            row.take()
            self.partnered(verb, args)
            other = self.value(row)
            if name == "with" and any(isinstance(node, t.Holds) for node in other.walk()):
                raise Stop("not yet", *span(word), word.text, "cards that have others, behind “with”")
            return t.Arg(name, other)
        if name in DESTINATIONS and "to" not in roles and (decl is None or decl.to is not None or verb in MOVERS):
            return t.Arg("to", self.destination(row, args))
        if name == "down to":
            row.take()
            n = self.plain_number(row)
            row.took("NOUN", "card")
            return self.down_to(decl, n, row)
        if name in ("from", "in", "on") and "from" not in roles:
            row.take()
            places = self.places_of(row)
            if not all(type_of(p) in ("zone", "space", "card") for p in places):
                raise row.stop("type", "a place is meant here")
            return t.Arg("from", places[0] if len(places) == 1 else t.Union(places, either=True))
        if name == "as" and "as" not in roles:
            row.take()
            return self.as_role(row, args)
        if name in ("as a copy of", "a copy of") and "copy of" not in roles:
            row.take()
            value = self.value(row)
            self.copied(value)
            return t.Arg("copy of", value)
        if name == "equal to":
            row.take()
            number = self.number(row)
            return self.count_by(args, number, row)
        if name == "for":
            thing = row.peek(1)
            if thing is not None and (thing.type == "ART" and thing.id == "a" or thing.type in ("NOUN", "ICON")):
                row.take()  # "search the … for a …": what is looked for
                return t.Arg("for", self.value(row))
            return self.price_phrase(row)
        if name == "instead of":
            row.take()
            return t.Arg("instead of", self.instead_of(row, args))
        if name == "including":
            at = row.at
            row.take()
            if row.is_("PRO", "this", "it"):
                row.take()
                row.took("NUM")
                return None if row.done else t.Arg("including", t.Ref("this", "card", "this"))
            row.back(at)
        return None

    def partnered(self, verb: str, args: list[t.Arg]) -> None:
        """ "Swap a card with one of the same cost": as the card that was named first."""
        first = args[0].value if args else None
        if isinstance(first, t.Sel) and type_of(first) == "card":
            ref = t.Ref(f"bind {self.scope.binds + 1}", "card", "")
            self.scope.add(ref, first.noun, False, first.span, verb, False, first)

    def down_to(self, decl: Verb | None, n: t.Value, row: Row) -> t.Arg:
        """ "discards down to four cards": as many as there are where the verb takes from, less that number."""
        if decl is None or decl.from_ is None:
            raise row.stop("left over")
        owner: t.Value = YOU if self.performer is None or self.performer == YOU else t.Ref("loop", "player", "they")
        place = self.place_of_text(str(decl.from_), owner)
        every = t.Sel("card", t.Quant("all"), (t.InZone((place,)),))
        made = t.Sel("card", t.Quant("exactly", t.Arith("-", t.Count(every), n)), (t.InZone((place,)),))
        return t.Arg(str(decl.takes), self.register(made, None))

    def place_of_text(self, said: str, owner: t.Value) -> t.Value:
        """The place in a declaration such as "your hand", of this owner."""
        for zone in self.vocabulary.all(ZoneDecl):
            if said == f"your {zone.name}":
                return t.Zone(zone.id, owner)
        raise Stop("not yet", 0, 0, said)

    def copied(self, value: t.Value) -> None:
        """ "the copied classes" are those of this card."""
        bind = self.scope.binds + 1
        if isinstance(value, t.Sel):
            self.scope.add(t.Ref(f"bind {bind}", "card", ""), value.noun, False, value.span, "copy", True, value)

    def instead_of(self, row: Row, args: list[t.Arg]) -> t.Value:
        """ "(draw eight cards) instead of six (cards)": a number alone is of the same things."""
        if row.kind() == "ING":
            raise row.stop("not yet", "“instead of” and a verb")
        if row.kind() == "PREP":
            row.take()
        done = next((a.value for a in args if isinstance(a.value, t.Sel)), None)
        if done is not None and row.kind() == "NUM" and row.kind(1) not in ("NOUN", "ICON"):
            return replace(done, quant=t.Quant("exactly", self.plain_number(row)), span=t.NO_SPAN)
        return self.value(row)

    def count_by(self, args: list[t.Arg], number: t.Value, row: Row) -> t.Arg | None:
        """ "draw cards equal to …": the quantity of the object."""
        for i, arg in enumerate(args):
            if isinstance(arg.value, t.Sel) and arg.value.quant.kind == "plural":
                new = self.reregister(arg.value, replace(arg.value, quant=t.Quant("exactly", number)))
                last = t.Arg(arg.role, new)
                del args[i]
                return last
        raise row.stop("left over")

    def destination(self, row: Row, args: list[t.Arg]) -> t.Value:
        """Where cards go: a place with where in it; "on the bottom" alone is of the place they came from."""
        word = row.take()
        name = word.id
        where = PLACES.get(name, "")
        if row.kind() not in NOUN_START:
            if name in ("on the top", "on top", "on the bottom", "on the top or bottom"):
                origin = self.back_place(args)
                if origin is None:
                    raise row.stop("missing", "of which pile")
                return replace(origin, place=where, span=span(word))
            raise row.stop("expected noun")
        of_player = name == "in front of" and row.is_(
            "PRO", "they"
        )  # "in front of them": what they put there is no "them"
        value = self.their(row.take()) if of_player else self.noun_phrase(row)
        if isinstance(value, t.Ref) and value.type == "zone":
            for c in self.scope.candidates:
                if isinstance(value, t.Ref) and c.ref.to == value.to and isinstance(c.value, t.Zone):
                    value = self.settled(c.value, c.ref.to)
        if isinstance(value, t.Zone):
            made: t.Value = replace(value, place=where)
            if row.kind() in ("OR_PH", "AND_PH") and row.kind(1) == "PREP" and row.id(1) in DESTINATIONS:
                joint = row.take()
                other = self.destination(row, args)
                return t.Union((made, other), either=joint.type == "OR_PH")
            return made
        if (
            name in ("next to", "above", "under", "in front of", "below")
            or type_of(value)
            in (
                "card",
                "cards",
                "player",
            )
        ) and name in ("next to", "above", "under", "in front of", "below"):
            coined = ""
            if (
                row.is_("PREP", "as")
                and row.kind(1) == "ART"
                and row.kind(2) in ("QNAME", "NOUN")
                and row.means(2, "coined")
            ):
                row.take()
                row.take()
                noun = row.take()
                sense = noun.sense("coined")
                assert sense is not None
                coined = self.coined_name(sense)
            return t.Beside(name, value, coined, span=span(word))
        home = self.home_of(value)
        if home is not None:
            return replace(home, place=where, span=span(word))
        if (
            isinstance(value, t.Sel)
            and value.noun != "player"
            and type_of(value) in ("card", "cards")
            and self.verb_now != "attach"
        ):
            raise Stop("type", word.start, word.end, word.text, "a place is meant here")
        return value

    def home_of(self, value: t.Value) -> t.Zone | None:
        """ "into its remaining Tactics", "on top of the other Tactics": the pile where such cards lie."""
        if not isinstance(value, t.Sel) or value.quant.kind not in ("plural", "all") or value.of is not None:
            return None
        kind = self.vocabulary.declaration(value.noun, Kind)
        if kind is None or kind.home is None or not (value.other or value.where):
            return None
        if not all(isinstance(p, t.AttachedTo) for p in value.where):
            return None
        self.forget(value)
        homes = [z for z in self.vocabulary.all(ZoneDecl) if str(z.name) == str(kind.home) and z.order == "stack"]
        return t.Zone(homes[0].id) if len(homes) == 1 else None

    def back_place(self, args: list[t.Arg]) -> t.Zone | None:
        """The place that the cards of a clause came from."""
        for arg in args:
            value = arg.value
            found = self.origin_of(value)
            if found is not None:
                return found
        return None

    def origin_of(self, value: t.Value) -> t.Zone | None:
        if isinstance(value, t.Sel):
            for pred in value.where:
                if isinstance(pred, t.InZone) and isinstance(pred.zones[0], t.Zone):
                    return pred.zones[0]
            return self.origin_of(value.of) if value.of is not None else None
        if isinstance(value, t.Ref):
            for c in reversed(self.scope.candidates):
                if c.ref.to == value.to and isinstance(c.value, t.Sel):
                    found = self.origin_of(c.value)
                    return None if found is None else self.settled(found, c.ref.to)
        return None
