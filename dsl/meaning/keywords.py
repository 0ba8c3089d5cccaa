"""Keywords: their parameters in a sentence, their wording as a label or as a whole line, roles that cards take."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from cardwright.dsl.text.flat import Clause
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Icons, Keyword, Pattern, Slot, pattern

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, number_said, span
from .nouns import NOUN_START, Draft
from .types import fits, type_of

ICON_SLOTS = {"class": "icons", "classes": "icons", "icon": "icons"}
MEANT = {
    "icons": "an icon is meant here",
    "number": "a number is meant here",
    "cards": "cards are meant here",
    "card": "a card is meant here",
    "player": "a player is meant here",
    "zone": "a place is meant here",
    "keyword": "a keyword is meant here",
}
UNTYPED = ("value", "sort", "mixed")

TWICE = "Double "  # before a keyword: it is there twice


@dataclass(frozen=True)
class Shape:
    """A wording of a keyword: the words before its first slot, then small words and slots in turn."""

    head: str
    slots: tuple[tuple[str, Slot], ...]  # literal before the slot, slot
    tail: str = ""


def shape_of(made: Pattern) -> Shape:
    head = ""
    literal = ""
    slots: list[tuple[str, Slot]] = []
    for piece in made.pieces:
        if isinstance(piece, Slot):
            slots.append((literal.strip(), piece))
            literal = ""
        else:
            literal += piece
            if not slots and not head:
                head = piece
    return Shape(head, tuple(slots), literal.strip())


class Keywords(Base):
    def reminder(self, row: Row, id: str) -> None:
        """A parenthesis behind a keyword must be its reminder."""
        word = row.peek()
        if word is None or word.type != "PAREN":
            return
        decl = self.vocabulary.declaration(id, Keyword)
        if decl is None or decl.reminder is None or str(decl.reminder).strip("()") != word.text.strip("()"):
            raise Stop("parenthesis", word.start, word.end, word.text)
        row.take()
        for line in word.inner:
            for token in line.tokens:
                token.read = True

    def patterns(self, id: str) -> list[Pattern]:
        """All wordings of a keyword, longest first."""
        cache: dict[str, list[Pattern]] = self.__dict__.setdefault("_patterns", {})
        found = cache.get(id)
        if found is None:
            decl = self.vocabulary.declaration(id, Keyword)
            if decl is None:
                return []
            types = decl.scope
            found = [pattern(str(p), types) for p in (decl.name, *decl.also)]
            found.sort(key=lambda p: -len(p.slots))
            cache[id] = found
        return found

    def keyword_args(self, row: Row, sense: Sense) -> tuple[t.Arg, ...]:
        """The parameters behind a keyword: each wording is tried, the one with most slots first."""
        best: Stop | None = None
        for made in self.patterns(sense.id):
            at, pending = row.at, list(self.pending)
            try:
                args = self.fill(row, made)
            except Stop as stop:
                row.back(at)
                self.pending[:] = pending
                if best is None or stop.start > best.start:
                    best = stop
                continue
            if args is not None:
                return args
            row.back(at)
        patterns = self.patterns(sense.id)
        if patterns and all(p.slots for p in patterns) and not self.any_parameters:
            bare = best is not None and best.code == "no antecedent" and best.word.isdigit()  # a number is no card
            if best is not None and best.code not in ("expected noun", "expected number") and not bare:
                raise best
            word = row.words[max(row.at - 1, 0)]
            raise Stop("parameter", word.start, word.end, word.text, str(patterns[0]))
        return ()

    def fill(self, row: Row, made: Pattern) -> tuple[t.Arg, ...] | None:
        """The slots of one wording; None if its small words are not there."""
        shape = shape_of(made)
        args: list[t.Arg] = []
        first = True
        for literal, slot in shape.slots:
            words = literal.split()
            if first:
                head = self.head_words(made)
                words = words[len(head) :]
                first = False
            for word in words:
                nxt = row.peek()
                if nxt is None or nxt.text != word and nxt.id != word:
                    return None
                if nxt.type == "INF" and slot.type == "effect":
                    break
                row.take()
            value = self.slot_argument(row, slot)
            if value is None:
                return None
            args.append(t.Arg(slot.name, value))
        return tuple(args)

    any_parameters: bool = False  # "loses K", "with K": whatever its parameters are

    @contextmanager
    def whatever_behind(self, free: bool = True) -> Iterator[None]:
        """While a keyword may stand without what belongs behind it, if it is `free` to."""
        before, self.any_parameters = self.any_parameters, free
        try:
            yield
        finally:
            self.any_parameters = before

    def head_words(self, made: Pattern) -> list[str]:
        from cardwright.dsl.text.words import _head

        return _head(made).split()

    def slot_argument(self, row: Row, slot: Slot) -> t.Value | None:
        """A value of the slot's type."""
        first = row.peek()
        value = self.parameter(row, slot)
        if value is not None and first is not None:
            self.of_slot(value, slot.type, (first.start, row.words[row.at - 1].end), first.text)
        return value

    def of_slot(self, value: t.Value, slot: str, place: tuple[int, int], word: str) -> None:
        """Whether a value is of a slot's type; what has no type of its own may stand in any."""
        family = self.family_called(slot)
        if family is not None:
            self.of_family(value, family, slot, place, word)
            return
        if self.slot_type(slot) == "name" and slot not in MEANT and isinstance(value, t.IconValue):
            raise Stop("type", *place, word, f"a {slot} is meant here")
        wanted = ICON_SLOTS.get(slot, slot)
        if wanted not in MEANT or type_of(value) in UNTYPED or fits(value, wanted):
            return
        if wanted == "icons" and isinstance(value, t.AttrOf) and self.is_icons(value.attr):
            return  # "the Hero Class of a card in your hand"
        raise Stop("type", *place, word, MEANT[wanted])

    def family_called(self, slot: str) -> Icons | None:
        """The family of icons a slot's type names, by any of its words."""
        said = slot.removeprefix("an ").removeprefix("a ")
        families = self.vocabulary.all(Icons)
        found = next((f for f in families if said in (str(f.name), str(f.plural or ""))), None)
        same = found.same_as if found is not None else None
        return found if same is None else next((f for f in families if f.name == same), found)

    def of_family(self, value: t.Value, family: Icons, slot: str, place: tuple[int, int], word: str) -> None:
        """Whether what fills such a slot is of that family: its icons, one if the slot's word is in the singular."""
        home = family.id.split(":", 1)[0]
        own = {f"{home}:{name}" for name in family.of}
        if isinstance(value, t.IconValue):
            if not own.issuperset(value.icons):
                raise Stop("type", *place, word, f"one of {', '.join(map(str, family.of))} is meant here")
            if len(value.icons) > 1 and slot.removeprefix("a ") != str(family.plural or ""):
                raise Stop("type", *place, word, f"one {slot.removeprefix('a ')} is meant here")
        elif type_of(value) not in UNTYPED and not fits(value, "icons") and not isinstance(value, t.AttrOf):
            raise Stop("type", *place, word, MEANT["icons"])

    def parameter(self, row: Row, slot: Slot) -> t.Value | None:
        match slot.type:
            case "icons" | "icon" | "class" | "classes":
                return self.icon_list(row)
            case "number":
                return self.number(row)
            case "effect":
                return self.effect_argument(row)
            case "price":
                n = self.plain_number(row)
                return t.ValueSort(self.unit(row), (n,))
            case "cards" | "card" | "player" | "name" | "zone" | "keyword":
                if row.kind() not in NOUN_START:
                    return None
                return self.noun_phrase(row)
            case _:
                if row.kind() not in NOUN_START:
                    return None
                return self.noun_phrase(row)

    def icon_list(self, row: Row) -> t.Value | None:
        """ "[Tech][Tech]", "[Tech] and [Instinct]", "the class of your choice", "that class"."""
        icons: list[str] = []
        while row.is_("ICON"):
            icons.append(row.take().id)
            if row.kind() in ("AND_PH", "COMMA_PH", "OR_PH"):
                ahead = 2 if row.kind(1) in ("AND_PH", "OR_PH") else 1
                if row.kind(ahead) == "ICON":
                    for _ in range(ahead):
                        row.take()
        if icons:
            return t.IconValue(tuple(icons))
        if row.kind() in NOUN_START:
            return self.noun_phrase(row)
        return None

    def effect_argument(self, row: Row) -> t.Value | None:
        """ "to rescue three Bystanders": the rest of the row is the effect."""
        if not row.is_("INF"):
            return None
        row.take()
        while row.is_("ADV"):
            row.take()
        verb = row.take()
        rest = [row.take() for _ in list(row.rest())]
        for word in rest:
            word.read = False
        return t.EffectValue(self.inner_effect(Clause((), (), verb, tuple(rest))))

    # -- whole lines
    def line_pattern(self, text: str) -> tuple[Keyword, Pattern, dict[str, tuple[int, int]], t.Num | None] | None:
        """A line that is a keyword with its wording: "Relic — If {condition}, you may discard this to {effect}."; how
        many times it has it ("Double …")."""
        rows: list[tuple[Keyword, Pattern, re.Pattern[str]]] = self.vocabulary.__dict__.setdefault("_line_patterns", [])
        if not rows and not self.vocabulary.__dict__.get("_line_patterns_made"):
            self.vocabulary.__dict__["_line_patterns_made"] = True
            for decl in self.vocabulary.all(Keyword):
                for made in self.patterns(decl.id):
                    said = any(isinstance(p, str) and ("—" in p or "," in p or ":" in p) for p in made.pieces)
                    if said or any(slot.type == "condition" for slot in made.slots):
                        rows.append((decl, made, compiled(made)))
        start = len(TWICE) if text.startswith(TWICE) else 0
        for decl, made, regex in rows:
            match = regex.fullmatch(text, start)
            if match is not None:
                spans = {s.name: match.span(i + 1) for i, s in enumerate(made.slots)}
                return decl, made, spans, t.Num(2) if start else None
        return None

    # -- roles
    def role(self, row: Row) -> t.Value:
        """ "a Guild Villain with Attack equal to its cost plus 2 and "Fight: …"": "its" is said of the card that
        gets it."""
        before, self.role_said = self.role_said, True
        try:
            return self.role_phrase(row)
        finally:
            self.role_said = before

    def role_phrase(self, row: Row) -> t.Value:
        start = row.peek()
        row.took("ART", "a", "its", "their", "his")
        row.took("PRO", "another")
        row.took("ATTR", "new")
        numbers: list[t.Amount] = []
        name: t.Value | None = None
        icons: list[str] = []
        kind = ""
        while not row.done:
            word = row.need()
            if word.type == "NUM" and self.is_unit(row.peek(1)):
                row.take()
                numbers.append(t.Amount(number_said(word), self.unit(row)))
                continue
            if word.type == "ICON":
                icons.append(row.take().id)
                continue
            if word.type == "QNAME":
                row.take()
                name = t.NameValue("name", word.text.strip('"'))
                continue
            if word.type == "ADJ" and word.sense("adjective"):
                raise row.stop("not yet", "a role with an adjective")
            if word.type == "NOUN":
                sense = word.sense("kind", "term")
                if sense is not None:
                    row.take()
                    ahead = row.peek()
                    if ahead is not None and ahead.type == "NOUN" and ahead.sense("kind", "term") is not None:
                        continue
                    kind = sense.id
                    break
                named = word.sense("name", "coined")
                if named is not None:
                    row.take()
                    shared = getattr(named.decl, "of", "") if named.kind == "name" else ""
                    name = t.NameValue(shared or "name", word.text)
                    continue
            break
        if not kind and name is not None:
            kind = "card"  # "Each Twist is a "Rift.""
        if not kind:
            raise row.stop("expected", "a kind of card")
        abilities: list[t.Line] = []
        if row.took("PREP", "named"):
            value = self.noun_phrase(row)
            name = value if isinstance(value, t.NameValue) else name
        while (
            row.is_("PREP", "with")
            or row.is_("PREP", "worth")
            or row.kind() in ("AND_PH", "COMMA_PH")
            and (numbers or abilities)
            and row.kind(1) in ("QUOTE", "NOUN", "NUM")
        ):
            row.take()
            word = row.need()
            if word.type == "QUOTE":
                value = self.quoted_ability(row)
                assert isinstance(value, t.AbilityValue)
                abilities.extend(value.lines)
                continue
            attr, op, number = self.comparison(row)
            if op != "==":
                raise row.stop("left over")
            numbers.append(t.Amount(number, attr))
        if row.kind() == "ART" and row.id() == "whose" and self.is_unit(row.peek(1)):
            row.take()
            unit = self.unit(row)
            row.take()
            _, number = self.compared(row)
            numbers.append(t.Amount(number, unit))
        return t.RoleValue(kind, name, tuple(numbers), tuple(abilities), tuple(icons), span=span(start))

    def as_role(self, row: Row, args: list[t.Arg]) -> t.Arg:
        """Behind a verb: "as a Hero", "as a Guild Villain with …", "as a "Dark Omen"", "as a copy of …"."""
        at = row.at
        row.took("ART", "a", "the")
        noun_word = row.peek()
        if (
            noun_word is not None
            and noun_word.type in ("QNAME", "NOUN")
            and noun_word.sense("coined") is not None
            and row.kind(1) not in ("NOUN",)
        ):
            noun = row.take()
            sense = noun.sense("coined")
            assert sense is not None
            return t.Arg("as", t.NameValue("name", self.coined_name(sense), span=span(noun)))
        row.back(at)
        return t.Arg("as", self.role(row))

    def quoted_ability(self, row: Row) -> t.Value:
        """Abilities in quotation marks."""
        word = row.take()
        said, self.role_said = self.role_said, False
        lines = self.lines_of(word.inner)
        self.role_said = said
        return t.AbilityValue(lines, span=span(word))

    def special_object(self, verb: str, subject: t.Value | None, row: Row) -> t.Effect | None:
        """ "gains Salvage this turn", "gains "Fight: …"": a keyword or an ability is no card."""
        word = row.peek()
        if word is None:
            return None
        ability = (
            word.type == "QUOTE"
            or word.type == "NOUN"
            and word.sense("keyword") is not None
            and word.sense("kind", "term", "zone") is None
        )
        ability = (
            ability or word.type == "ART" and word.id == "the" and row.kind(1) == "NOUN" and row.id(1) == "ability"
        )
        ability = ability or self.icon_named(row)
        ability = ability or word.type == "SLOT" and self.slot_type(word.form or word.id) in ("keyword", "ability")
        if not ability:
            return None
        return self.grant(subject if subject is not None else YOU, row, lose=False)

    def price_phrase(self, row: Row) -> t.Arg | None:
        """ "for 2 less", "for free" is an adverb; "for half its cost": that of the card it is the price of."""
        row.take()
        was, self.role_said = self.role_said, True
        n = self.number(row)
        self.role_said = was
        word = row.peek()
        if word is not None and word.id in ("less", "more"):
            row.take()
            return t.Arg("price", t.Arith("-" if word.id == "less" else "+", t.Ref("price", "number", ""), n))
        return t.Arg("price", n)

    def draft(self) -> Draft:
        return Draft()


def compiled(made: Pattern) -> re.Pattern[str]:
    """The wording as an expression over the line; the last slot may hold several sentences."""
    out: list[str] = []
    for piece in made.pieces:
        if isinstance(piece, str):
            out.append(re.escape(piece).replace(r"\ ", " "))
        else:
            out.append("(.+?)" if piece.type != "number" else r"(\d+)")
    return re.compile("".join(out))


__all__ = ["Keywords", "compiled", "replace", "shape_of"]
