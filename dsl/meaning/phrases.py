"""What stands behind a noun: where it is, whose, with what, relative clauses, participles. Each says something about
the candidate.

A phrase that does not fit the noun is left in the row: it belongs to the verb, or the clause has an error.
"""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import NameKind, Procedure, Verb
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import YOU, Base
from .context import Prospect, Row, Stop, span
from .nouns import NOUN_START, Draft
from .types import type_of

LOCATIONS = frozenset(
    (
        "in",
        "from",
        "on",
        "at",
        "under",
        "next to",
        "above",
        "below",
        "among",
        "from among",
        "in front of",
        "to",
        "toward",
    )
)
LOOP = t.Ref("loop", "card", "")
SAME = t.Ref("loop", "player", "")
LOOP_PLAYER = t.Ref("loop", "player", "")
GAME = "game"
WAY = "way"


class Phrases(Base):
    in_history: bool = False  # inside "you rescued this turn": a time phrase belongs to the inner verb

    def phrases(self, row: Row, draft: Draft) -> None:
        """Read all phrases that belong to the noun of the draft. "Their" behind a player is that player's own."""
        saved = self.performer
        bare, self.bare_ok = self.bare_ok, False
        if draft.noun == "player":
            self.performer = t.Sel("player", t.Quant("each"))
        try:
            while not row.done:
                at = row.at
                if not self.phrase(row, draft):
                    row.back(at)
                    return
        finally:
            self.performer = saved
            self.bare_ok = bare

    def phrase(self, row: Row, draft: Draft) -> bool:
        word = row.need()
        match word.type:
            case "PREP":
                return self.preposition(row, draft, word)
            case "RELW":
                return self.relative(row, draft)
            case "PRO" if (
                word.id in ("you", "they", "he", "she", "it")
                and row.kind(1) in ("V_REL", "AUX_REL", "ADV")
                or (
                    word.type == "PRO"
                    and word.id in ("you", "they", "he", "she", "it")
                    and row.kind(1) == "PRO"
                    and row.kind(2) in ("V_REL", "AUX_REL")
                )
            ):
                return self.object_relative(row, draft)
            case "PRO" if (
                word.id == "this" and row.kind(1) == "V_REL" and row.kind(2) == "PART" and row.id(2) == "attach"
            ):
                this = row.take()
                row.take()
                row.take()
                if not row.took("PREP", "to"):
                    return False
                host = t.Is(t.Ref("this", "card", "this", span=span(this)), (t.AttachedTo(LOOP),))
                draft.where.append(t.Fits(host))
                return True
            case "PRO" if word.id in ("there", "here"):
                row.take()
                draft.where.append(t.InZone((self.resolve(word.id, word),)))
                return True
            case "PRO" if word.id in ("any", "each", "any other") and self.subject_then_verb(row):
                return self.object_relative(row, draft)
            case "ART" if word.id == "whose":
                return self.whose(row, draft)
            case "PART":
                return self.participle(row, draft)
            case "ING":
                return self.doing(row, draft)
            case "ADV" if word.id in ("of your choice", "of their choice"):
                row.take()
                draft.chooser = YOU if word.id == "of your choice" else self.their(word)
                if draft.noun != "player" and word.id == "of your choice":
                    draft.chooser = YOU
                return True
            case "ADV" if word.id == "currently" and row.kind(1) == "PREP":
                row.take()
                self.now_only = True
                return True
            case "COMMA_PH" if row.kind(1) == "PREP" and row.id(1) in ("including", "other than"):
                row.take()
                return self.preposition(row, draft, row.peek())  # type: ignore[arg-type]
            case "PAREN":
                return self.note(row, draft, word)
            case "NOUN" if self.is_place_phrase(word) and not self.wants_to:
                row.take()
                draft.where.append(t.InZone((t.Zone(word.id),)))
                return True
            case "ADJ" if word.id == "adjacent" and row.kind(1) == "PREP" and row.id(1) == "to":
                row.take()
                row.take()
                draft.where.append(t.InZone((t.Beside("adjacent to", self.noun_phrase(row)),)))
                return True
            case "AND_PH" if self.more_traits and row.kind(1) == "ART" and row.id(1) == "no":
                row.take()
                return self.with_(row, draft, row.peek())  # type: ignore[arg-type]
            case _:
                return False

    more_traits: bool = False
    wants_to: bool = False  # the verb waits for a place where its cards go

    def subject_then_verb(self, row: Row) -> bool:
        return row.kind(1) == "NOUN" and row.id(1) == "player" and row.kind(2) in ("V_REL", "AUX_REL")

    def is_place_phrase(self, word: Word) -> bool:
        """A zone whose words are a whole phrase: "next to the Scheme"."""
        decl = getattr(getattr(word.sense("zone"), "decl", None), "declaration", None)
        return bool(getattr(decl, "is_phrase", False))

    # -- prepositions
    def preposition(self, row: Row, draft: Draft, word: Word) -> bool:
        name = word.id
        if name == "of":
            return self.of(row, draft)
        if name in ("in", "from", "on", "at", "under", "next to", "above", "below", "in front of"):
            return self.location(row, draft, word)
        if name in ("from the top of", "from the bottom of") and draft.pos is None and draft.noun == "card":
            row.take()
            place = self.places_of(row)
            n = draft.quant.n
            single = isinstance(n, t.Num) and n.n == 1
            draft.pos = t.Pos(name.split(" ")[2], None if single else n)
            draft.quant, draft.counted = t.Quant("the"), True
            draft.where.append(t.InZone(place))
            return True
        if name == "more than" and isinstance(draft.quant.n, t.Num) and row.kind(1) == "PRO" and row.kind(2) == "V_REL":
            number = self.number_done(row, 1)
            draft.quant = t.Quant("exactly", t.Arith("+", number, draft.quant.n))
            return True
        if name == "as" and isinstance(draft.quant.n, t.Ref) and draft.quant.n.form == "as many":
            draft.quant = t.Quant("exactly", self.number_done(row, 1))
            return True
        if name in ("among", "from among"):
            row.take()
            group = self.value(row)
            if isinstance(group, t.Ref) and type_of(group) in ("cards", "card"):
                draft.of = group
                return True
            if isinstance(group, t.Sel):
                if group.pos is not None and group.pos.kind in ("top", "bottom"):
                    draft.where.append(t.Fits(t.Is(LOOP, (t.InZone((group,)),))))
                    raise row.stop("not yet", "“among”")
                draft.where.extend(p for p in group.where)
                return True
            raise row.stop("type", "a group of cards is meant here")
        if name in ("with", "without"):
            row.take()
            return self.with_(row, draft, word)
        if name == "per" and row.id(1) == "player" and isinstance(draft.quant.n, t.Num):
            row.take()
            row.take()
            every = t.Count(t.Sel("player", t.Quant("all")))
            draft.quant = replace(draft.quant, n=t.Arith("*", draft.quant.n, every))
            return True
        if name == "named":
            row.take()
            name_word = row.peek()
            if name_word is not None and name_word.type == "QNAME":
                row.take()
                value: t.Value = t.NameValue("name", name_word.text.strip('"'))
            else:
                value = self.noun_phrase(row)
            if isinstance(value, t.Sel):
                value = self.name_of_sel(value, row)
            if isinstance(value, t.Ref) and value.to == "this":
                value = t.NameValue("name", value.form)
            draft.where.append(t.Named("name", value, span=span(word)))
            return True
        if name == "worth":
            row.take()
            trait = self.number_trait(row, word)
            if isinstance(trait, t.Number) and self.is_point(trait.attr):
                raise Stop("not yet", word.start, word.end, word.text, "cards are worth no points to spend")
            draft.where.append(trait)
            return True
        if name == "other than":
            row.take()
            return self.other_than(row, draft)
        if name == "including":
            row.take()
            if row.is_("PRO", "this") or row.is_("PRO", "it") or row.is_("PRO", "those"):
                row.take()
                if row.is_("NUM") or row.is_("NOUN"):
                    row.take()
                return True
            return False
        return False

    def name_of_sel(self, value: t.Sel, row: Row) -> t.Value:
        for pred in value.where:
            if isinstance(pred, t.Named):
                return pred.value
        raise row.stop("type", "a name is meant here")

    def number_done(self, row: Row, skip: int) -> t.Ref:
        """ "(more than) you discarded": the number the clause with that verb made."""
        for _ in range(skip):
            row.take()
        row.take()
        verb = row.take()
        found = self.scope.find(lambda c: c.verb == verb.id and c.type in ("card", "cards"), verb.text, span(verb))
        if found is None:
            raise Stop("no antecedent", verb.start, verb.end, verb.text)
        return t.Ref(found.ref.to, "number", "that many", span=span(verb))

    def of(self, row: Row, draft: Draft) -> bool:
        """ "the top card of your deck", "a card of that class", "a Hero of the same cost or less"."""
        row.take()
        word = row.peek()
        if word is None:
            return False
        if (
            word.type == "PRO"
            and word.id.startswith("the same")
            or word.type == "ART"
            and word.id == "the"
            and row.kind(1) == "ATTR"
            and row.id(1) in ("same", "equal")
        ):
            return self.same(row, draft)
        if word.type == "ATTR" and word.id in ("same or lower", "equal or lower"):
            return False
        if word.type in ("NOUN", "LNOUN") and self.is_number(word) and row.kind(1) == "NUM":  # "of cost 3 or less"
            draft.where.append(self.number_trait(row, word))
            return True
        if word.type == "ART" and word.id == "your" and row.kind(1) == "NOUN" and row.id(1) == "choice":
            row.take()
            row.take()
            draft.chooser = YOU
            return True
        value = self.value(row)
        kind = type_of(value)
        if isinstance(value, t.AttrOf):
            return self.trait_of(draft, value)
        if isinstance(value, t.Ref) and kind in ("icon", "sort"):
            draft.where.append(self.icon_ref(value))
            return True
        if isinstance(value, t.Ref) and kind == "name":
            draft.where.append(t.Named(self.name_attr(value), value))
            return True
        if kind in ("zone", "space"):
            draft.where.append(t.InZone(self.places(value)))
            return True
        if isinstance(value, t.Sel) and draft.noun == "card" and draft.pos is not None:
            draft.where.append(t.InZone((value,)))
            return True
        if isinstance(value, t.Ref) and kind == "card" and value.to == "this" and draft.noun not in ("card", "player"):
            draft.where.append(t.AttachedTo(value))
            return True
        return False

    def name_attr(self, ref: t.Ref) -> str:
        noun = ref.form.split(" ", 1)[-1]
        return noun if ":" in noun else "name"

    def icon_ref(self, ref: t.Ref) -> t.Pred:
        noun = ref.form.split(" ", 1)[-1]
        return t.HasIconRef(noun if ":" in noun else "", ref)

    def trait_of(self, draft: Draft, value: t.AttrOf) -> bool:
        """Behind "of" or "with": "that Hero Name", "its cost" as an equality."""
        if self.is_icons(value.attr):
            draft.where.append(t.HasIconRef(value.attr, value.of))
        elif self.is_name(value.attr):
            draft.where.append(t.Named(value.attr, value))
        else:
            draft.where.append(t.Number(value.attr, "==", value))
        return True

    def same(self, row: Row, draft: Draft) -> bool:
        """ "the same cost (or less) (as …)", "the same class as this card", "the same or lower cost"."""
        said = row.take().id
        if row.is_("ATTR", "same", "equal"):
            row.take()
        first = said.removeprefix("the same ") if said.startswith("the same or") else ""
        if row.is_("CMP"):
            first = row.take().id
        word = row.peek()
        if word is None or word.type not in ("NOUN", "LNOUN"):
            raise row.stop("expected noun")
        row.take()
        op = {"or less": "<=", "or more": ">="}.get(first, "==")
        if row.is_("CMP"):
            op = "<=" if row.take().id == "or less" else ">="
        other: t.Value | None = None
        if row.took("PREP", "as"):
            other = self.noun_phrase(row)
        sense = word.sense("number", "point", "icons", "name_kind")
        if sense is None and word.kind == "function" and word.id in ("card name", "name"):
            if other is None:
                draft.where.append(t.Different("name", same=True))
            else:
                draft.where.append(t.Named("name", t.AttrOf(other, "name")))
            return True
        if sense is None:
            raise Stop("type", word.start, word.end, word.text)
        group = draft.quant.kind in ("exactly", "at least", "plural", "up to") and (draft.plural or self.two(draft))
        if other is None and group and op == "==":
            draft.where.append(t.Different(sense.id, same=True))
            return True
        if other is None:
            other = self.resolve("it", word)
            other = replace(other, form="")
        if sense.kind == "icons":
            draft.where.append(t.HasIconRef(sense.id, other))
        elif sense.kind == "name_kind":
            draft.where.append(t.Named(sense.id, t.AttrOf(other, sense.id)))
        else:
            draft.where.append(t.Number(sense.id, op, t.AttrOf(other, sense.id)))
        return True

    def two(self, draft: Draft) -> bool:
        return isinstance(draft.quant.n, t.Num) and draft.quant.n.n > 1

    def location(self, row: Row, draft: Draft, word: Word) -> bool:
        """Where the cards (or players) are; "from your hand or discard pile", "on the Bridge or Streets"."""
        row.take()
        if self.wants_to and word.id in ("under", "next to", "above", "in front of"):
            return False
        if row.kind() not in NOUN_START:
            return False
        place = self.places_of(row)
        kinds = {type_of(p) for p in place}
        if word.id in ("under", "next to", "above", "in front of") and not kinds <= {"zone"}:
            if len(place) != 1:
                return False
            draft.where.append(t.InZone((t.Beside(word.id, place[0]),)))
            return True
        if word.id == "from" and kinds == {"name"} and isinstance(place[0], t.Ref):  # "Villains from that group"
            draft.where.append(t.Named(self.name_attr(place[0]), place[0]))
            return True
        if not kinds <= {"zone", "space"}:
            return False
        if draft.noun == "player":
            return False
        draft.where.append(t.InZone(place, span=span(word)))
        return True

    def places_of(self, row: Row) -> tuple[t.Value, ...]:
        """One place or several: "your hand or discard pile" shares its owner."""
        self.and_said = False
        first = self.noun_phrase(row)
        if isinstance(first, t.Sel) and isinstance(first.where, tuple) and first.noun == "card" and not first.where:
            return (first,)
        found = [first]
        while row.kind() in ("OR_PH", "AND_PH", "COMMA_PH") and type_of(first) in ("zone", "space"):
            at = row.at
            joint = row.take()
            if row.kind() in ("OR_PH", "AND_PH"):
                joint = row.take()
            if row.took("PREP", "from", "in", "on"):
                pass
            elif row.is_("PREP", "next to", "under", "above"):
                beside = row.take()
                found.append(t.Beside(beside.id, self.noun_phrase(row)))
                continue
            both = joint.type == "AND_PH"
            if row.kind() not in NOUN_START:
                row.back(at)
                break
            try:
                owner = first.owner if isinstance(first, t.Zone) else None
                nxt = self.shared_place(row, owner)
            except Stop:
                row.back(at)
                break
            if nxt is None or type_of(nxt) not in ("zone", "space"):
                row.back(at)
                break
            found.append(nxt)
            self.and_said = self.and_said or both
        return tuple(found)

    and_said: bool = False

    def shared_place(self, row: Row, owner: t.Value | None) -> t.Value | None:
        word = row.need()
        sense = word.sense("zone")
        if (
            word.type == "NOUN"
            and sense is not None
            and owner is not None
            and row.kind(1) != "POSS"
            and row.kind(1) not in ("NOUN",)
        ):
            return self.place_with_owner(row, word, owner)
        return self.noun_phrase(row)

    def place_with_owner(self, row: Row, word: Word, owner: t.Value) -> t.Value:
        sense = word.sense("zone")
        assert sense is not None
        row.take()
        return t.Zone(sense.id, owner if self.zone_has_owner(sense.id) else None, span=span(word))

    def places(self, value: t.Value) -> tuple[t.Value, ...]:
        return value.parts if isinstance(value, t.Union) else (value,)

    # -- with, without
    def with_(self, row: Row, draft: Draft, word: Word) -> bool:
        """Icons, numbers, keywords, names, or cards that it has."""
        negative = word.id == "without"
        nxt = row.peek()
        if nxt is None:
            return False
        pred = self.trait(row, draft, negative)
        if pred is None:
            return False
        if isinstance(pred, t.Pred):
            draft.where.append(t.Not(pred) if negative and not isinstance(pred, t.NoIcon) else pred)
        while row.kind() == "AND_PH" and row.kind(1) in ("ART", "NUM", "NOUN", "PRO"):
            at = row.at
            row.take()
            try:
                more = self.trait(row, draft, False)
            except Stop:
                more = None
            if more is None or row.kind() in ("V", "V_REL", "AUX"):
                row.back(at)
                break
            if isinstance(more, t.Pred):
                draft.where.append(more)
        return True

    def trait(self, row: Row, draft: Draft, negative: bool) -> t.Pred | bool | None:
        """One thing behind "with": a predicate, True if it went into the draft, None if it belongs to the verb."""
        at = row.at
        word = row.need()
        if word.type == "PREP" and word.id in ("more than", "fewer than") and row.kind(1) == "NUM":
            row.take()
            return self.held_number(row, draft, word)
        if (
            word.type == "ART"
            and word.id == "the"
            and row.kind(1) == "ATTR"
            and row.id(1) in ("highest", "lowest", "most", "fewest")
        ):
            return self.superlative(row, draft)
        if word.type == "ATTR" and word.id == "different":
            row.take()
            attr = row.take()
            draft.where.append(t.Different(self.attr_of(attr)))
            return True
        if word.type == "SLOT":
            kind = self.carrier.slots.get(word.id, "").removeprefix("a ").removeprefix("an ")
            for decl in self.vocabulary.all(NameKind):
                if str(decl.name) == kind:
                    return t.Named(decl.id, self.slot_value(row))
        if word.type == "ART" and word.id == "a" and self.is_number(row.peek(1)) and row.id(2) == "of":
            row.take()
            number = self.attr_of(row.take())
            row.take()
            op, amount = self.compared(row)
            return t.Number(number, op, amount)
        if word.type == "ART" and word.id == "the" and row.id(1) == "digit" and row.kind(2) == "NUM":
            return self.digit(row)
        if (
            word.type == "PRO"
            and word.id == "the same"
            or word.type == "ART"
            and word.id == "the"
            and row.kind(1) == "ATTR"
            and row.id(1) in ("same", "equal")
        ):
            return self.same(row, draft)
        if word.type in ("NOUN", "LNOUN") and word.sense("number", "point") and not self.icon_noun(row, 1):
            return self.number_trait(row, word)
        if (
            word.type == "NUM"
            and row.peek(1) is not None
            and (self.is_number(row.peek(1)) or row.kind(1) == "CMP" and self.is_number(row.peek(2)))
        ):
            return self.number_trait(row, word)
        if (
            word.type == "ART"
            and word.id in ("a", "the", "no")
            and row.kind(1) == "ATTR"
            and row.id(1) in ("odd-numbered", "even-numbered")
        ):
            row.take()
            parity = row.take()
            attr = row.take()
            return t.Number(self.attr_of(attr), "==", None, parity=parity.id.split("-")[0])
        if word.type == "ATTR" and word.id in ("odd-numbered", "even-numbered"):
            parity = row.take()
            attr = row.take()
            return t.Number(self.attr_of(attr), "==", None, parity=parity.id.split("-")[0])
        no = word.type == "ART" and word.id == "no"
        start = (
            1
            if word.type == "ART" and word.id in ("a", "no", "the") or word.type == "PRO" and word.id in ("any",)
            else 0
        )
        noun = row.peek(start)
        if noun is not None and noun.type == "NOUN" and noun.sense("point") and self.icon_noun(row, start + 1):
            for _ in range(start + 2):
                row.take()
            pred = t.HasIcon("big:" + self.attr_of(noun))
            return t.Not(pred) if no else pred
        if noun is not None and noun.type == "ICON" and start == 0:
            several = self.icons_or(row)
            if several is not None:
                return several
        if noun is not None and noun.type == "ICON":
            ahead = row.peek(start + 1)
            if (
                ahead is None
                or ahead.type not in ("NOUN", "LNOUN", "ICON", "OR_PH")
                or ahead.kind == "function"
                and ahead.id == "icon"
            ):
                for _ in range(start + 1):
                    row.take()
                if row.is_("NOUN", "icon"):
                    row.take()
                pred = t.HasIcon(noun.id)
                return t.Not(pred) if no else pred
        if noun is not None and noun.type == "NOUN" and noun.sense("icons") and (no or negative):
            for _ in range(start + 1):
                row.take()
            return t.NoIcon(self.attr_of(noun))
        if noun is not None and noun.type == "NOUN" and noun.sense("keyword") and start == 0:
            value = self.noun_phrase(row)
            if isinstance(value, t.KeywordValue):
                return t.HasKeyword(value.keyword, value.args)
        if (
            word.type == "PRO"
            and word.id == "that"
            and row.means(1, "number", "icons", "name_kind", "point")
        ):
            return self.that_trait(row, draft)
        if word.type == "PRO" and word.id == "that" and row.id(1) == "icon":
            row.take()
            row.take()
            ref = self.bound_icon(word)
            return t.HasIconRef("", ref)
        if word.type not in NOUN_START:
            return None
        value = self.noun_phrase(row)
        if isinstance(value, t.Sel) and value.noun != "player":
            self.forget(value)
            if draft.noun == "player" and not no:
                self.hold(value)
            return t.Holds(value, "with")
        row.back(at)
        return None

    def icons_or(self, row: Row) -> t.Pred | None:
        """ "with [Tech] or [Covert]": one of them; None if a noun stands behind."""
        at = row.at
        found: list[t.Pred] = [t.HasIcon(row.take().id)]
        while row.kind() in ("OR_PH", "COMMA_PH") and (
            row.kind(1) == "ICON" or row.kind(1) == "OR_PH" and row.kind(2) == "ICON"
        ):
            row.take()
            row.took("OR_PH")
            found.append(t.HasIcon(row.take().id))
        if len(found) > 1 and row.kind() not in ("NOUN", "LNOUN", "ICON", "ADJ"):
            return t.AnyOf(tuple(found))
        row.back(at)
        return None

    def held_number(self, row: Row, draft: Draft, word: Word) -> t.Pred:
        """ "with more than one Bystander", "that has fewer than two cards"."""
        number = self.plain_number(row)
        bare, self.bare_ok = self.bare_ok, True
        value = self.noun_phrase(row)
        self.bare_ok = bare
        if not isinstance(value, t.Sel) or not isinstance(number, t.Num):
            raise Stop("type", word.start, word.end, word.text, "cards are meant here")
        self.forget(value)
        more = word.id == "more than"
        enough = t.Num(number.n + 1) if more else number
        value = replace(value, quant=t.Quant("at least", enough))
        held = t.Holds(value, "with")
        if draft.noun == "player" and more:
            self.hold(value)
        return held if more else t.Not(held)

    def digit(self, row: Row) -> t.Pred:
        """ "with the digit 2 printed in its cost, Attack, class or text": as a character on the face."""
        row.take()
        row.take()
        number = row.take()
        if row.took("PREP", "printed in"):
            while row.kind() in ("ART", "NOUN", "LNOUN", "COMMA_PH", "OR_PH"):
                row.take()
        return t.HasDigit(number.text)

    def bound_icon(self, word: Word) -> t.Ref:
        found = self.scope.find(lambda c: c.type in ("icon", "sort"), word.text, span(word))
        if found is None:
            raise Stop("no antecedent", word.start, word.end, word.text)
        return replace(found.ref, type="icon", form="that icon", span=span(word))

    def that_trait(self, row: Row, draft: Draft) -> t.Pred | bool:
        value = self.noun_phrase(row)
        if isinstance(value, t.AttrOf):
            self.trait_of(draft, value)
            return True
        if isinstance(value, t.Ref) and value.type == "icon":
            return self.icon_ref(value)
        if isinstance(value, t.Ref) and value.type == "name":
            return t.Named(self.name_attr(value), value)
        if isinstance(value, t.Ref) and value.type == "number":
            return t.Number(value.form.split(" ", 1)[-1], "==", value)
        raise row.stop("type")

    def hold(self, value: t.Sel) -> None:
        """ "Each player who has a Wound may KO it": what they have can be meant by its description."""
        where = value.where
        if not any(isinstance(p, t.InZone | t.OwnedBy) for p in where):
            where = self.ordered([*where, t.OwnedBy(t.Ref("loop", "player", "they"))])
        many = value.quant.kind != "exactly" or self.two_of(value)
        self.scope.add(
            t.Ref(f"held {len(self.scope.candidates)}", "cards" if many else "card", ""),
            *(value.noun, many, value.span, "", True, replace(value, where=where)),
        )

    def two_of(self, value: t.Sel) -> bool:
        return isinstance(value.quant.n, t.Num) and value.quant.n.n > 1

    def icon_noun(self, row: Row, ahead: int) -> bool:
        return row.kind(ahead) == "NOUN" and row.id(ahead) == "icon"

    def is_number(self, word: Word | None) -> bool:
        return word is not None and word.sense("number", "point") is not None

    def attr_of(self, word: Word) -> str:
        sense = word.sense("number", "point", "icons", "name_kind")
        if sense is not None:
            return sense.id
        if word.kind == "function" and word.id in ("name", "card name"):
            return "name"
        raise Stop("type", word.start, word.end, word.text)

    def superlative(self, row: Row, draft: Draft) -> bool | None:
        """ "with the lowest cost", "with the most Wounds"; "or tied for most"."""
        row.take()
        which = row.take()
        word = row.peek()
        if word is None:
            return None
        kind = {"most": "highest", "fewest": "lowest"}.get(which.id, which.id)
        if which.id in ("highest", "lowest"):
            row.take()
            draft.pos = t.Pos(kind, None, self.attr_of(word))
        else:
            if draft.noun != "player":
                row.take()
                draft.pos = t.Pos(kind, None, self.attr_of(word))
                return True
            value = self.noun_phrase(row)
            if not isinstance(value, t.Sel):
                raise row.stop("type", "cards are meant here")
            self.forget(value)
            sel = replace(
                value,
                quant=t.Quant("all"),
                where=self.ordered(
                    [*value.where, t.OwnedBy(t.Ref("loop", "player", "they"))]
                    if not any(isinstance(p, t.InZone) for p in value.where)
                    else list(value.where)
                ),
            )
            draft.pos = t.Pos(kind, by=t.Count(sel))
            self.hold(replace(value, quant=t.Quant("plural")))
        return True

    def number_trait(self, row: Row, word: Word) -> t.Pred:
        """ "cost 3 or less", "5 Attack or less", "Attack equal to …"."""
        attr, op, value = self.comparison(row)
        return t.Number(attr, op, value, span=span(word))

    def other_than(self, row: Row, draft: Draft) -> bool:
        word = row.peek()
        if word is None:
            return False
        if word.type == "ICON":
            row.take()
            draft.where.append(t.Not(t.HasIcon(word.id)))
            return True
        if word.type == "PRO" and word.id in ("this", "it"):
            row.take()
            if row.is_("NUM") or row.is_("NOUN"):
                row.take()
            draft.other = True
            return True
        if word.type == "PRO" and word.id == "those" and row.kind(1) in ("PREP", "RELW"):
            row.take()
            left_out = Draft(noun=draft.noun, counted=True, start=word)
            self.phrases(row, left_out)
            draft.where.extend(t.Not(pred) for pred in left_out.where)
            return len(left_out.where) == 1
        value = self.noun_phrase(row)
        if isinstance(value, t.Sel):
            if value.noun not in ("card", draft.noun):
                draft.where.append(t.Not(t.IsKind(value.noun)))
            for pred in value.where:
                draft.where.append(t.Not(pred))
            return True
        if isinstance(value, t.Ref):
            draft.where.append(t.Not(t.Fits(t.Is(LOOP, (t.Named("name", value),)))))
            raise row.stop("not yet", "“other than” a bound card")
        return False

    # -- relative clauses
    def relative(self, row: Row, draft: Draft) -> bool:
        """ "that costs 3 or less", "who has a Wound", "that is grey and costs 2"."""
        head = row.take()
        if head.id == "that is":
            return self.being(row, draft, False)
        if row.kind() == "PRO" and row.id() in ("you", "they") and row.kind(1) in ("V_REL", "AUX_REL", "ADV"):
            return self.object_relative(row, draft)
        if row.kind() in ("NOUN", "ART") and not (row.kind() == "ART" and row.id() == "no"):
            owner = self.noun_phrase(row)
            verb = row.peek()
            if verb is None or verb.type != "V_REL" or verb.senses[0].cls != "HAVE":
                return False
            row.take()
            draft.where.append(t.OwnedBy(owner) if type_of(owner) in ("player", "players") else t.AttachedTo(owner))
            return True
        while True:
            if not self.predicate(row, draft):
                return False
            if row.kind() == "AND_PH" and row.kind(1) in ("V_REL",):
                row.take()
                continue
            return True

    def predicate(self, row: Row, draft: Draft) -> bool:
        negated = perfect = modal = present = False
        while row.kind() in ("AUX_REL", "ADV") and not row.is_("ADV", "this way"):
            aux = row.take()
            present = present or aux.id == "don't"
            if aux.id in ("don't", "didn't", "haven't"):
                negated = True
            if aux.senses and aux.senses[0].cls == "HAVE" or aux.id == "haven't":
                perfect = True
            if aux.id in ("can't", "may", "can"):
                modal = True
                negated = aux.id == "can't"
        verb = row.peek()
        if verb is None or verb.type != "V_REL":
            if modal and negated:
                draft.where.append(t.Fits(self.done(row, "can't", draft)))
                return True
            return False
        row.take()
        sense = verb.senses[0]
        if sense.cls == "BE":
            return self.being(row, draft, negated or sense.id == "be not", verb)
        if sense.cls == "HAVE":
            return self.having(row, draft, negated)
        if sense.cls in ("DO", "AUX"):
            negative = negated or sense.id in ("don't", "didn't", "can't")
            if row.is_("ADV", "not"):
                row.take()
                negative = True
            row.took("ADV", "so")
            form = "can't" if sense.id == "can't" else "don't" if negative else "do"
            draft.where.append(t.Fits(self.done(row, form, draft)))
            return True
        if sense.kind == "number_verb":
            pred = self.cost_predicate(row, sense.id)
            draft.where.append(t.Not(pred) if negated else pred)
            return True
        if sense.id in ("hold",) and sense.kind == "function":
            return self.having(row, draft, negated)
        if sense.id == "share" and sense.kind == "function":
            return self.sharing(row, draft)
        if modal:
            return False
        if present and draft.noun == "player":
            return self.refuses(row, verb)
        return self.did(row, draft, verb, negated, perfect)

    def sharing(self, row: Row, draft: Draft) -> bool:
        """ "two Heroes that share a class", "a card that shares a class with it"."""
        row.took("ART", "a")
        attr = row.take()
        if row.took("PREP", "with"):
            other = self.noun_phrase(row)
            draft.where.append(t.HasIconRef(self.attr_of(attr), other))
        else:
            draft.where.append(t.Different(self.attr_of(attr), same=True))
        return True

    def being(self, row: Row, draft: Draft, negated: bool, verb: Word | None = None) -> bool:
        """ "that is a Villain", "that isn't [Tech]", "that was KO'd this turn"."""
        row.took("ADV", "also", "already", "currently")
        if row.took("ADV", "not"):
            negated = True
        word = row.peek()
        if word is None:
            return False
        if word.type == "PART":
            before = len(draft.where)
            ok = self.participle(row, draft)
            if ok and negated:
                draft.where[before:] = [t.Not(p) for p in draft.where[before:]]
            return ok
        if word.type == "PREP":
            if word.id in ("worth",):
                row.take()
                draft.where.append(self.number_trait(row, word))
                return True
            before = len(draft.where)
            ok = self.preposition(row, draft, word)
            if ok and negated:
                draft.where[before:] = [t.Not(p) for p in draft.where[before:]]
            return ok
        preds = self.complement(row)
        if preds is None:
            return False
        if len(preds) == 1 or not negated:
            draft.where.extend(t.Not(p) if negated else p for p in preds)
        else:
            draft.where.append(t.Not(t.AnyOf(tuple(preds))))
        return True

    def having(self, row: Row, draft: Draft, negated: bool) -> bool:
        """ "who has a Wound", "that has an Attack icon", "that has 3 or less Attack and no Bystanders"."""
        row.took("ADV", "already")
        pred = self.trait(row, draft, negated)
        if pred is None:
            return False
        if isinstance(pred, t.Holds):
            pred = replace(pred, verb="have")
        if isinstance(pred, t.Pred):
            draft.where.append(t.Not(pred) if negated and not isinstance(pred, t.NoIcon) else pred)
        while row.kind() == "AND_PH" and row.kind(1) in ("ART", "NUM"):
            at = row.at
            row.take()
            more = self.trait(row, draft, False)
            if more is None:
                row.back(at)
                break
            if isinstance(more, t.Holds):
                more = replace(more, verb="have")
            if isinstance(more, t.Pred):
                draft.where.append(more)
        return True

    def whose(self, row: Row, draft: Draft) -> bool:
        """ "whose Attack is less than 4", "whose hand has seven or more cards"."""
        row.take()
        noun = row.peek()
        if noun is None:
            return False
        sense = noun.sense("number", "point")
        if sense is not None:
            row.take()
            verb = row.take()
            if verb.senses[0].cls != "BE":
                return False
            op, value = self.compared(row)
            draft.where.append(t.Number(sense.id, op, value))
            return True
        zone = noun.sense("zone")
        if zone is not None:
            row.take()
            verb = row.take()
            if verb.senses[0].cls != "HAVE":
                return False
            value = self.noun_phrase(row)
            if not isinstance(value, t.Sel):
                return False
            self.forget(value)
            place = t.Zone(zone.id, t.Ref("loop", "player", "they"))
            self.hold(replace(value, where=self.ordered([*value.where, t.InZone((place,))])))
            draft.where.append(t.Holds(replace(value, where=self.ordered([*value.where, t.InZone((place,))])), "with"))
            return True
        return False

    # -- history
    def refuses(self, row: Row, verb: Word) -> bool:
        """ "Each player who doesn't reveal a Hero gains a Wound": each may do it now, or what follows happens."""
        sense = verb.senses[0]
        if sense.kind != "verb" and sense.cls != "V" or not self.in_subject or self.refusal is not None:
            raise Stop("not yet", verb.start, verb.end, verb.text, "what is done now as a condition")
        was, self.performer = self.performer, t.Sel("player", t.Quant("each"))
        value = self.value(row)
        self.performer = was
        self.forget(value)
        self.refusal = t.Do(sense.id, SAME, (t.Arg(self.object_role(sense.id), value),), self.scope.new_bind())
        return True

    def did(self, row: Row, draft: Draft, verb: Word, negated: bool, perfect: bool) -> bool:
        """ "who discarded a card this way", "that escaped this turn", "that entered the city": the candidate did it."""
        sense = verb.senses[0]
        event = sense.id
        present = all(s.form in ("third", "base") for s in verb.senses) and not perfect and not negated
        if draft.noun == "player":
            if present:
                raise Stop("not yet", verb.start, verb.end, verb.text, "what will be done")
            args: list[t.Arg] = [t.Arg("who", LOOP_PLAYER)]
            if row.kind() in NOUN_START and not (row.kind() == "PRO" and row.id() in ("there",)):
                was, self.performer = self.performer, t.Sel("player", t.Quant("each"))
                value = self.value(row)
                self.performer = was
                self.forget(value)
                args.append(t.Arg("cards", value))
            period = self.period(row, WAY if not perfect else GAME)
            draft.where.append(t.Fits(t.Happened(event, tuple(args), period, negated)))
            return True
        role = self.subject_role(event)
        args = []
        if present and sense.kind == "verb":
            if row.kind() in NOUN_START:
                value = self.noun_phrase(row)
                self.forget(value)
                decl = self.vocabulary.declaration(event, Verb)
                args.append(t.Arg("to" if decl is not None and decl.takes is None else "cards", value))
            self.will_be(verb, draft, tuple(args), role, self.period(row, ""))
            return True
        if present:
            raise Stop("not yet", verb.start, verb.end, verb.text, "what will be done")
        if row.kind() in NOUN_START:
            value = self.value(row)
            period = self.period(row, GAME)
            draft.where.append(
                t.Fits(t.Happened(event, (t.Arg(role, LOOP), t.Arg(self.object_role(event), value)), period, negated))
            )
            return True
        period = self.period(row, GAME)
        draft.where.append(t.Did(event, role, None, period, negated=negated))
        return True

    def subject_role(self, event: str) -> str:
        decl = self.vocabulary.declaration(event, Verb)
        return "subject" if decl is not None and decl.subject is not None else "who"

    def object_role(self, event: str) -> str:
        return "cards"

    def object_relative(self, row: Row, draft: Draft) -> bool:
        """ "Heroes you played this turn", "a card they hold", "Wounds you have", "each Tactic any player has taken"."""
        word = row.take()
        who: t.Value
        if word.id == "you":
            who = t.Ref("you", "player", "you", span=span(word))
        elif word.id in ("any", "each"):
            row.take()
            who = t.Sel("player", t.Quant("any"))
        else:
            who = self.resolve(word.id, word)
        if row.is_("PRO", "each"):
            row.take()
        negated = perfect = False
        while row.kind() in ("AUX_REL", "ADV"):
            aux = row.take()
            if aux.id in ("don't", "didn't", "haven't"):
                negated = True
            if aux.senses and aux.senses[0].cls == "HAVE" or aux.id == "haven't":
                perfect = True
        verb = row.peek()
        if verb is None or verb.type != "V_REL":
            return False
        row.take()
        sense = verb.senses[0]
        if sense.cls == "HAVE":
            if type_of(who) in ("player", "players"):
                draft.where.append(t.OwnedBy(who))
            else:
                draft.where.append(t.AttachedTo(who))
            return True
        if sense.kind == "function" and sense.id == "hold":
            draft.where.append(t.InZone(self.held(who)) if type_of(who) in ("player", "players") else t.AttachedTo(who))
            return True
        if sense.kind == "function" and sense.id in ("choose", "name"):
            return self.chosen(row, draft, verb)
        by: t.Value | None = None
        event = sense.id
        if (sense.form == "base" and not perfect or sense.form == "third") and sense.kind == "verb" and not negated:
            where = self.history_place(row)
            period = self.period(row, "")
            if draft.pos == t.Pos("first") and self.each_turn(row.peek()):
                row.take()
            self.will_be(verb, draft, (t.Arg("who", who),), "cards", period)
            if where is not None:
                draft.where.append(t.InZone(where))
            return True
        if sense.form == "base" and not perfect or sense.form == "third":
            raise Stop("not yet", verb.start, verb.end, verb.text, "what will be done")
        if sense.kind == "keyword_verb":
            draft.where.append(t.Did(event, "cards", who, self.period(row, WAY), negated=negated))
            return True
        place = self.history_place(row)
        period = self.period(row, GAME if perfect or sense.form not in ("past",) else WAY)
        if place is not None:
            draft.where.append(t.InZone(place))
        role = "cards"
        draft.where.append(t.Did(event, role, who, period, by, negated))
        return True

    def each_turn(self, word: Word | None) -> bool:
        """ "the first Villain you fight each turn": the first time counts anew in every one."""
        turns = [f"each {p.period}" for p in self.vocabulary.all(Procedure) if p.serves == "turn"]
        return word is not None and word.type == "TIME" and word.id in turns

    def will_be(self, verb: Word, draft: Draft, args: tuple[t.Arg, ...], role: str, period: str) -> None:
        """ "Each Villain you fight this turn …": what is said of it is said whenever that happens. Only a subject can
        be meant so."""
        once = draft.once
        if draft.pos == t.Pos("first"):
            draft.pos, once = None, "first"
        many = draft.quant.kind in ("each", "all", "plural", "any")
        if not (many and self.in_subject or once) or self.prospect is not None:
            raise Stop("not yet", verb.start, verb.end, verb.text, "what will be done")
        self.prospect = Prospect(verb.senses[0].id, args, role, period, once)

    in_subject: bool = False

    def held(self, who: t.Value) -> tuple[t.Value, ...]:
        """What a player holds: the cards in the places that only their owner sees."""
        found = tuple(
            t.Zone(z.id, who) for z in self.vocabulary.all(ZoneDecl) if z.of == "player" and z.seen_by == "owner"
        )
        if not found:
            raise Stop("not yet", 0, 0, "hold")
        return found

    def history_place(self, row: Row) -> tuple[t.Value, ...] | None:
        """ "each Villain you fight on the Bridge": where it was then."""
        if row.kind() == "PREP" and row.id() in ("on", "in", "from"):
            at = row.at
            row.take()
            try:
                places = self.places_of(row)
            except Stop:
                row.back(at)
                return None
            if all(type_of(p) in ("zone", "space") for p in places):
                return places
            row.back(at)
        return None

    def period(self, row: Row, default: str) -> str:
        """The time of a past event: "this turn", "this way", "this fight", "this game"."""
        if row.is_("ADV", "earlier"):
            row.take()
        if row.is_("ADV", "this way"):
            row.take()
            return WAY
        if row.is_("TIME"):
            found = self.period_of(row.peek())
            if found:
                row.take()
                return found
        if row.is_("ADV", "already"):
            row.take()
        return default

    # -- participles
    def participle(self, row: Row, draft: Draft) -> bool:
        """ "KO'd this way", "discarded by Berserk this fight", "captured by a Villain", "stacked next to it"."""
        word = row.take()
        sense = word.senses[0]
        event = sense.id
        if sense.kind == "function" and event == "name":
            return False
        by: t.Value | None = None
        who: t.Value | None = None
        place: tuple[t.Value, ...] | None = None
        if event in ("hold",) and sense.kind == "function" or event == "attach":
            if row.took("PREP", "by", "to"):
                draft.where.append(t.AttachedTo(self.noun_phrase(row)))
                return True
            return False
        if row.took("PREP", "by"):
            at = row.at
            value = self.noun_phrase(row)
            if isinstance(value, (t.KeywordValue, t.AbilityRef)):
                by = value
            elif self.attaches(event):
                draft.where.append(t.AttachedTo(value))
                return True
            elif type_of(value) in ("player", "players"):
                who = value
            elif isinstance(value, (t.Ref, t.Sel)):
                by = value
            else:
                row.back(at)
                return False
        elif row.kind() == "PREP" and row.id() in ("from", "next to", "on", "in", "under", "above"):
            prep = row.take()
            values = self.places_of(row)
            if prep.id in ("next to", "under", "above") and type_of(values[0]) not in ("zone",):
                values = (t.Beside(prep.id, values[0]),)
            if prep.id in ("next to", "under", "above", "on", "in"):
                draft.where.append(t.InZone(values))
                return True
            place = values
        elif row.kind() == "PRO" and row.id() in ("here", "there"):
            where = row.take()
            draft.where.append(t.InZone((self.resolve(where.id, where),)))
            if row.is_("ADV", "this way"):
                draft.where.append(t.Did(event, "cards", who, self.period(row, WAY)))
            return True
        period = self.period(row, GAME)
        if place is not None:
            draft.where.append(t.InZone(place))
        draft.where.append(t.Did(event, "cards", who, period, by))
        return True

    def attaches(self, event: str) -> bool:
        """Whether a verb puts cards under its subject ("capture"): then "captured by" says where they are."""
        decl = self.vocabulary.declaration(event, Verb)
        return decl is not None and decl.subject is not None and decl.takes is not None

    def participle_before(self, row: Row, draft: Draft, word: Word) -> t.Pred | t.Value | bool | None:
        """ "the discarded card", "rescued Bystanders", "a KO'd Hero"."""
        sense = word.senses[0]
        event = sense.id
        if draft.definite or draft.quant.kind in ("the",) and draft.start is not None and draft.start.id == "the":
            noun = row.peek()
            if noun is not None and noun.type == "NOUN":
                return self.definite(row, draft, word, noun)
        if self.attaches(event) or self.rests(event):
            return t.Did(event, "cards", None, "now")
        return t.Did(event, "cards", None, GAME)

    def rests(self, event: str) -> bool:
        """Whether a verb puts cards into one place of the table ("KO"): such a card is one that lies there."""
        decl = self.vocabulary.declaration(event, Verb)
        if decl is None or decl.does is None or decl.to is not None or decl.subject is not None:
            return False
        said = str(decl.does)
        places = [z for z in self.vocabulary.all(ZoneDecl) if z.of == "table" and said.endswith(f"to the {z.name}.")]
        return bool(places)

    def definite(self, row: Row, draft: Draft, word: Word, noun: Word) -> t.Value:
        """ "the discarded card": what the clause with that verb bound."""
        sense = noun.sense("icons", "name_kind")
        if sense is not None and any(one.kind == "function" and one.id == "copy" for one in word.senses):
            row.take()
            card = self.scope.find(lambda c: c.verb == "copy", word.text, span(word))
            if card is not None:
                return t.AttrOf(replace(card.ref, form=f"the {word.text}"), sense.id, span=span(draft.start, noun))
        row.take()
        event = word.senses[0].id
        where = span(draft.start, noun)
        said = noun.id if ":" in noun.id else noun.text
        form = f"the {word.text} {said}"
        found = self.scope.find(lambda c: c.verb == event and c.type in ("card", "cards"), form, where)
        if found is None and self.carrier.slots and noun.id == "card":
            draft.where.append(t.Did(event, "cards", None, GAME))
            draft.noun = "card"
            return self.selected_here(row, draft, noun)
        if found is None:
            raise Stop("no antecedent", where[0], where[1], f"the {word.text} {noun.text}")
        ref = replace(found.ref, form=form, span=where)
        return ref

    def selected_here(self, row: Row, draft: Draft, noun: Word) -> t.Value:
        """A definite phrase in a declaration means the cards it describes."""
        self.phrases(row, draft)
        return t.Sel(draft.noun, t.Quant("the"), self.ordered(draft.where), span=span(draft.start, noun))

    # -- -ing
    def doing(self, row: Row, draft: Draft) -> bool:
        """ "costing 3 or less", "holding six or more cards"."""
        word = row.take()
        sense = word.senses[0]
        if sense.kind == "number_verb":
            draft.where.append(self.cost_predicate(row, sense.id))
            return True
        if sense.kind == "function" and sense.id == "hold":
            value = self.noun_phrase(row)
            if isinstance(value, t.Sel):
                self.forget(value)
                held = t.InZone(self.held(t.Ref("loop", "player", "they")))
                draft.where.append(t.Holds(replace(value, where=self.ordered([*value.where, held])), "with"))
                return True
        return False
