"""What a clause leaves behind for later pronouns: its cards, players, places, numbers and values. Which one a pronoun
means: bind.py."""

from __future__ import annotations

from typing import TypeGuard

from cardwright.dsl.text.flat import Word

from . import tree as t
from .base import Base
from .carried import ROLE, gives_role
from .types import is_many, several_players, type_of

CARDS = frozenset(("card", "cards", "mixed"))
PLAYERS = frozenset(("player", "players"))


class Binding(Base):
    def bind_deed(self, made: t.Do, verb: str) -> None:
        """The objects and the performer of a deed."""
        self.scope.spread = several_players(self.performer)
        for arg in made.args:
            if arg.role == "cards" and isinstance(arg.value, t.Zone):
                ref = t.Ref(f"bind {made.binds}", "cards", "")
                self.scope.add(ref, "card", True, arg.value.span, verb, False, arg.value)
                continue
            if arg.role == "subject" and self.beside_object(arg.value, made):
                kind = type_of(arg.value)
                ref = t.Ref(f"subject of bind {made.binds}", kind, "")
                self.scope.add(ref, arg.value.noun, kind != "card", arg.value.span, verb)
                continue
            self.bind_value(made.binds, arg.value, verb)
        self.scope.spread = False
        several = gives_role(made)
        if several is not None:
            self.scope.add(t.Ref(ROLE, "card", ""), several.noun, False, several.span, verb)
        if made.who is not None:
            self.bind_player(made.binds, made.who)
        self.pending = []

    def beside_object(self, value: t.Value, made: t.Do) -> TypeGuard[t.Sel]:
        """ "A Villain captures a Bystander": the Villain may be meant as well as the Bystander."""
        return isinstance(value, t.Sel) and type_of(value) in CARDS and any(arg.role == "cards" for arg in made.args)

    def bind_player(self, bind: int, who: t.Value) -> None:
        if isinstance(who, t.Sel | t.Union):
            many = type_of(who) == "players"
            self.scope.add(t.Ref(f"bind {bind}", "players" if many else "player", ""), "player", many, who.span)
        elif isinstance(who, t.Ref) and who.to not in ("you", "loop"):
            self.scope.again(who)
            if who.to.split(" ")[0] in ("left", "right"):
                self.scope.add(who, "player", False, who.span)

    def bind_value(self, bind: int, value: t.Value, verb: str, weak: bool = False) -> None:
        kind = type_of(value)
        if isinstance(value, t.Ref):
            self.scope.again(value)
            self.renamed(value, verb)
            return
        if isinstance(value, t.Sel | t.Union) and kind in CARDS:
            first = value.parts[0] if isinstance(value, t.Union) else value
            noun = first.noun if isinstance(first, t.Sel) else "card"
            many = kind != "card" or isinstance(value, t.Union) and not value.either
            ref = t.Ref(f"bind {bind}", "cards" if many else "card", "")
            self.scope.add(ref, noun, many, value.span, verb, weak, value)
            if isinstance(first, t.Sel):
                self.bind_places(bind, first)
            return
        if isinstance(value, t.Union) and value.either and all(isinstance(part, t.Space) for part in value.parts):
            self.scope.add(t.Ref(f"bind {bind}", "space", ""), "space", False, value.span, verb, weak, value)
            return
        if isinstance(value, t.Sel) and kind in PLAYERS:
            many = kind == "players"
            self.scope.add(t.Ref(f"bind {bind}", kind, ""), "player", many, value.span, "", weak)
            return
        if isinstance(value, t.Beside) and isinstance(value.of, t.Space):
            value = value.of  # "above the leftmost space": that is "that space"
        if isinstance(value, t.Space) and not value.name:
            many = value.quant is not None and value.quant.kind not in ("exactly", "the", "any")
            self.scope.add(t.Ref(f"bind {bind}", "space", ""), "space", many, value.span, verb, weak, value)
        elif isinstance(value, t.Space | t.Zone):
            self.scope.add(t.Ref(f"bind {bind}", type_of(value), ""), value.zone, False, value.span, verb, True, value)

    def bind_places(self, bind: int, sel: t.Sel) -> None:
        """ "that deck", "there": where the cards of a clause lay."""
        for pred in sel.where:
            if isinstance(pred, t.InZone):
                for zone in pred.zones:
                    if isinstance(zone, t.Zone):
                        many = isinstance(zone.owner, t.Sel) and is_many(zone.owner)
                        self.scope.add(t.Ref(f"bind {bind}", "zone", ""), zone.zone, many, sel.span, "", True, zone)
                        if isinstance(zone.owner, t.Sel):
                            self.scope.add(
                                t.Ref(f"bind {bind}", "players" if many else "player", ""),
                                "player",
                                many,
                                sel.span,
                                "",
                                True,
                            )
                    elif isinstance(zone, t.Space):
                        self.scope.add(t.Ref(f"bind {bind}", "space", ""), "space", False, sel.span, "", True, zone)
        if sel.chooser is not None:
            return

    def renamed(self, ref: t.Ref, verb: str) -> None:
        """A bound card was handled again: "the discarded card" may mean it."""
        for c in self.scope.candidates:
            if c.ref.to == ref.to and c.type == ref.type and c.verb not in ("reveal", "look at"):
                c.verb = verb

    def bind_number(self, bind: int, word: Word) -> None:
        return

    def bind_choice(self, made: t.ChooseValue, word: Word) -> None:
        """A chosen card, player, space or value."""
        what = made.what
        if isinstance(what, t.ValueSort):
            kind = "icon"
            if what.sort and not self.is_icons(what.sort):
                kind = "number" if what.sort == "number" else "name"
            self.scope.add(
                t.Ref(f"bind {made.binds}", kind, ""), what.sort or "icon", False, (word.start, word.end), "choose"
            )
        else:
            self.scope.spread = several_players(made.who)
            self.bind_value(made.binds, what, "choose")
            self.scope.spread = False
        if made.who is not None:
            self.bind_player(made.binds, made.who)
        self.pending = []

    def bind_keyword(self, made: t.UseKeyword, subject: t.Value | None) -> None:
        """What a keyword handled is known by its name only."""
        self.scope.add(t.Ref(f"bind {made.binds}", "card", ""), "card", False, made.span, made.keyword, True)
        if subject is not None:
            self.bind_player(made.binds, subject)
        self.pending = []

    def commit_weak(self, value: t.Value) -> int:
        """What a condition found."""
        if isinstance(value, t.Sel) and value.noun == "player" and value.quant.kind in ("exactly", "any"):
            bind = self.scope.new_bind()
            self.scope.add(t.Ref(f"bind {bind}", "player", ""), "player", False, value.span, "", True, value)
            return bind
        if (
            isinstance(value, t.Sel)
            and type_of(value) in CARDS
            and value.quant.kind in ("exactly", "any", "at least", "plural", "the")
        ):
            bind = self.scope.new_bind()
            kind = "card" if value.quant.kind in ("any", "the") else ("cards" if is_many(value) else "card")
            self.scope.add(t.Ref(f"bind {bind}", kind, ""), value.noun, kind == "cards", value.span, "", True, value)
            self.bind_places(bind, value)
            return bind
        return 0

    def bind_event(self, args: tuple[t.Arg, ...]) -> None:
        """What a lead-in waits for: "it", "that Villain", "that player"."""
        for arg in args:
            value = arg.value
            kind = type_of(value)
            if isinstance(value, t.Ref):
                if value.to == "this":
                    self.scope.add(t.Ref("this", "card", ""), "card", False, value.span)
                continue
            if kind in PLAYERS and arg.role in ("who", "you", "player"):
                many = kind == "players" and isinstance(value, t.Sel) and value.quant.kind in ("plural", "all")
                self.scope.add(t.Ref("event player", "players" if many else "player", ""), "player", many, value.span)
            elif kind in CARDS and arg.role not in ("to", "place", "from"):
                first = value.parts[0] if isinstance(value, t.Union) else value
                noun = first.noun if isinstance(first, t.Sel) else "card"
                many = kind != "card" and not (isinstance(first, t.Sel) and first.quant.kind in ("any", "each"))
                self.scope.add(
                    t.Ref("event", "cards" if many else "card", ""), noun, many, value.span, "", False, value
                )
                if isinstance(first, t.Sel):
                    for pred in first.where:
                        if isinstance(pred, t.InZone) and isinstance(pred.zones[0], t.Space):
                            self.scope.add(t.Ref("event", "space", ""), "space", False, value.span, "", True)
        self.pending = []
