"""What stands behind a noun: where it is, whose, with what, relative clauses, participles. Each says something about
the candidate.

A phrase that does not fit the noun is left in the row: it belongs to the verb, or the clause has an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.words import Procedure, WordClass
from cardwright.dsl.words import Zone as ZoneDecl

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, span
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
SAME_OR = {"same or lower": "or less", "equal or lower": "or less", "same or higher": "or more"}
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
            case "V_REL" if (row.kind(1) == "PRO" and row.id(1) == "there" or row.kind(1) == "ADV") and any(
                s.form == "part" for s in word.senses
            ):
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
                return self.preposition(row, draft, row.need())
            case "ADV" if word.text.startswith(","):
                return self.tied(row, draft)
            case "PAREN":
                return self.note(row, draft, word)
            case "NOUN" if self.is_place_phrase(word) and not self.wants_to:
                draft.where.append(t.InZone((self.phrase_place(row.take()),)))
                return True
            case "ADJ" if word.id == "adjacent" and row.kind(1) == "PREP" and row.id(1) == "to":
                row.take()
                row.take()
                draft.where.append(t.InZone((t.Beside("adjacent to", self.noun_phrase(row)),)))
                return True
            case "AND_PH" if self.more_traits and row.kind(1) == "ART" and row.id(1) == "no":
                row.take()
                return self.with_(row, draft, row.need())
            case _:
                return False

    more_traits: bool = False
    wants_to: bool = False  # the verb waits for a place where its cards go
    wants_with: bool = False  # the verb waits for what its cards go together with: the last "with" is the verb's

    def subject_then_verb(self, row: Row) -> bool:
        return row.kind(1) == "NOUN" and row.id(1) == "player" and row.kind(2) in ("V_REL", "AUX_REL")

    def is_place_phrase(self, word: Word) -> bool:
        """A zone whose words are a whole phrase: "next to the Scheme"; or a term for such a place."""
        term = word.sense("term")
        if term is not None and self.is_place_term(term.id):
            place = self.term_place(term.id, word)
            decl = self.vocabulary.declaration(place.zone, ZoneDecl) if isinstance(place, t.Zone) else None
        else:
            decl = getattr(getattr(word.sense("zone"), "decl", None), "declaration", None)
        return bool(getattr(decl, "is_phrase", False))

    # -- prepositions
    def preposition(self, row: Row, draft: Draft, word: Word) -> bool:
        name = word.id
        if name == "of":
            return self.of(row, draft)
        if name == "than" and draft.extra == "more":
            row.take()
            number = self.number(row)
            draft.quant, draft.extra = t.Quant("exactly", t.Arith("+", t.Num(1), number)), ""
            return True
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
        if (
            name == "more than"
            and isinstance(draft.quant.n, t.Num)
            and row.kind(1) == "PRO"
            and row.kind(2) in ("V_REL", "PART")
        ):
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
                    draft.of = self.shown_before(group)
                    return True
                draft.where.extend(self.in_all_places(p) for p in group.where)
                return True
            raise row.stop("type", "a group of cards is meant here")
        if name in ("with", "without"):
            if self.wants_with and name == "with" and self.last_with_cards(row):
                return False
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
                value: t.Value = t.NameValue("name", name_word.text.strip('"'), span=span(name_word))
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
            if row.is_("ART", "the") and row.kind(1) == "ATTR" and row.id(1) in ("most", "fewest"):
                return bool(self.superlative(row, draft))
            trait = self.number_trait(row, word)
            if isinstance(trait, t.Number) and self.is_point(trait.attr):
                paid = self.number_paid_with(trait.attr)
                if not paid:
                    raise Stop("not yet", word.start, word.end, word.text, "cards are worth no points to spend")
                trait = replace(trait, attr=paid)
            draft.where.append(trait)
            return True
        if name == "other than":
            row.take()
            return self.other_than(row, draft)
        if name == "closest to" and draft.pos is None:
            row.take()
            draft.pos = t.Pos(self.nearest_end(row, draft))
            return True
        if name == "including":
            row.take()
            if row.is_("PRO", "this") or row.is_("PRO", "it") or row.is_("PRO", "those"):
                row.take()
                if row.is_("NUM") or row.is_("NOUN"):
                    row.take()
                return True
            return False
        return False

    shown_first: t.Do | None = None  # what a clause shows before it picks among it

    def shown_before(self, group: t.Sel) -> t.Ref:
        """ "play each Henchman among the top six cards of that deck": they are revealed first."""
        self.forget(group)
        shown = t.Do("reveal", None, (t.Arg("cards", group),), self.scope.new_bind())
        pending, self.pending = self.pending, [(group, group.noun, True, group.span)]
        self.bind_deed(shown, "reveal")
        self.pending = pending
        self.shown_first = shown
        return t.Ref(f"bind {shown.binds}", "cards", "they")

    def number_paid_with(self, point: str) -> str:
        """ "a Hero worth 6 or more Recruit": the number of a card that is paid with such points."""
        name = point.split(":", 1)[-1]
        for procedure in self.vocabulary.all(Procedure):
            for amount, points in procedure.price.items() if procedure.act is not None else ():
                said = str(amount).split("'s ", 1)[-1]
                numbers = [e.id for e in self.vocabulary.lookup(said) if e.word is WordClass.NUMBER]
                numbers += [point] if said == name else []
                if str(points) == name and numbers:
                    return numbers[0]
        return ""

    def in_all_places(self, pred: t.Pred) -> t.Pred:
        """ "all your cards" when the game has ended: wherever a player has them."""
        if not self.all_places or not isinstance(pred, t.OwnedBy):
            return pred
        return t.InZone(tuple(t.Zone(z.id, pred.player) for z in self.vocabulary.all(ZoneDecl) if z.of == "player"))

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
            or word.type == "ATTR"
            and word.id in SAME_OR
        ):
            return self.same(row, draft)
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
        first = said.removeprefix("the same ") if said.startswith("the same or") else SAME_OR.get(said, "")
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
            other = self.unsaid(word)
        if sense.kind == "icons":
            draft.where.append(t.HasIconRef(sense.id, other))
        elif sense.kind == "name_kind":
            draft.where.append(t.Named(sense.id, t.AttrOf(other, sense.id)))
        else:
            draft.where.append(t.Number(sense.id, op, t.AttrOf(other, sense.id)))
        return True

    def two(self, draft: Draft) -> bool:
        return isinstance(draft.quant.n, t.Num) and draft.quant.n.n > 1

    def last_with_cards(self, row: Row) -> bool:
        """Whether cards stand behind this "with", and behind none after it: "a Villain with 3 Attack with another one
        with a Bystander" is exchanged with what its last one names."""
        found = [
            at
            for at, word in enumerate(row.words)
            if word.type == "PREP" and word.id == "with" and self.cards_at(row.words[at + 1 :])
        ]
        return bool(found) and found[-1] == row.at

    def cards_at(self, words: Sequence[Word]) -> bool:
        for word in words:
            if word.type in ("NOUN", "LNOUN"):
                return word.sense("kind", "term", "coined", "self") is not None or word.id == "card"
            if word.type not in ("ART", "PRO", "ADJ", "ICON", "ATTR"):
                return False
        return bool(words)

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
