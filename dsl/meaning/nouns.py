"""Noun phrases: determiner, count, adjectives, noun, possessives; what follows the noun is in phrases.py.

A phrase gives a `Value`: a selector, a reference, a place, a number, a name … It decides nothing about the verb.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.text.lexicon import Sense

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, span
from .types import is_many, type_of

NOUN_START = frozenset(("ART", "PRO", "NUM", "ATTR", "ADJ", "NOUN", "LNOUN", "ICON", "PLUS", "QNAME", "SLOT", "PARTA"))
PRONOUNS = frozenset(
    (
        "it",
        "he",
        "she",
        "they",
        "you",
        "there",
        "here",
        "the rest",
        "the other",
        "whoever",
        "the same",
        "anything",
        "something",
        "anyone",
        "everyone",
        "nobody",
    )
)
DEMONSTRATIVE = frozenset(("this", "that", "these", "those"))
QUANTS = {
    "a": "exactly",
    "the": "the",
    "any": "any",
    "any one": "any",
    "each": "each",
    "every": "each",
    "all": "all",
    "all the": "all",
    "no": "no",
    "none": "no",
    "any number of": "any number",
    "half": "half",
    "half of": "half",
    "one of": "exactly",
    "each of": "each",
    "all of": "all",
    "any of": "any number",
    "none of": "no",
    "another": "exactly",
    "other": "plural",
    "each other": "each",
    "any other": "any",
    "all other": "all",
    "both": "all",
    "either": "exactly",
}
PARTITIVE = frozenset(
    ("one of", "each of", "all of", "any of", "none of", "half of", "any number of", "half", "both", "all")
)
OTHERS = frozenset(("another", "other", "each other", "any other", "all other"))
POSITIONS = frozenset(("top", "bottom", "leftmost", "rightmost", "highest", "lowest", "first", "last"))
ONE = t.Num(1)


@dataclass(slots=True)
class Draft:
    """A selector while it is read."""

    noun: str = "card"
    quant: t.Quant = field(default_factory=lambda: t.Quant("exactly", ONE))
    where: list[t.Pred] = field(default_factory=list)
    pos: t.Pos | None = None
    other: bool = False
    chooser: t.Value | None = None
    of: t.Ref | None = None
    start: Word | None = None
    counted: bool = False  # a determiner or a number was said
    alternatives: list[str] = field(default_factory=list)  # further nouns: "a Villain or Mastermind"
    joint: str = "or"
    extra: str = ""  # extra, more, additional
    plural: bool = False
    definite: bool = False
    named: Word | None = None
    chosen: t.Ref | None = None  # "the Hero they chose": bound already
    once: str = ""  # "the next Hero you recruit"
    tied: bool = False  # "the player (or players, if tied) with …"


class Nouns(Base):
    # -- one noun phrase, with possessives
    def noun_phrase(self, row: Row) -> t.Value:
        """The next noun phrase and all that belongs to its noun."""
        if row.is_("RELW", "whoever"):
            return self.whoever(row)
        if row.kind() not in NOUN_START:
            raise row.stop("expected noun")
        value = self.primary(row)
        while row.is_("POSS"):
            row.take()
            value = self.possessed(row, value)
        if isinstance(value, t.Space | t.Zone) and row.is_("PRO", "it") and row.need().text == "itself":
            row.take()  # "the Bridge itself": not what was named by it just before
        return value

    def primary(self, row: Row) -> t.Value:
        word = row.need()
        if word.type == "PRO":
            if word.id in PRONOUNS:
                if word.id == "she" and self.noun_ahead(row, 1):  # "her hand"
                    return self.possessed(row, self.pronoun(row, "she"))
                if word.id == "the other" and self.others_ahead(row):
                    row.take()
                    every = t.Quant("all" if row.need().form == "pl" else "the")
                    return self.nominal(row, Draft(start=word, quant=every, other=True, counted=True))
                return self.pronoun_phrase(row)
            if word.id in DEMONSTRATIVE:
                return self.demonstrative(row)
        if word.type == "ART" and word.id == "its" and row.kind(1) == "NOUN" and row.id(1) == "owner":
            row.take()
            owner = row.take()
            whose = ""  # of each
            if not row.is_("POSS"):
                one = self.resolve("it", word)
                if not isinstance(one, t.Ref):
                    raise Stop("not yet", word.start, owner.end, "its owner", "the owner of one not named")
                whose = f" of {one.to}"
            return t.Ref(f"owner{whose}", "player", "its owner", span=span(word, owner))
        if word.type == "ART" and word.id in ("your", "its", "their", "his", "whose"):
            row.take()
            of_pile = word.id == "its" and row.is_("ATTR", "top", "bottom")
            return self.possessed(row, self.pile_of(word) if of_pile else self.owner(word))
        if word.type == "ART" and word.id in NUMBER_STARTS or word.type == "PLUS":
            return self.quantity(row)
        if word.type == "SLOT" and not self.noun_ahead(row, 1):
            return self.slot_value(row)
        if word.type == "QNAME":
            return self.quoted(row)
        draft = Draft(start=word)
        value = self.determiner(row, draft)
        if value is not None:
            return value
        return self.nominal(row, draft)

    def others_ahead(self, row: Row) -> bool:
        """ "the other players", "the other Tactics": all but one; behind a group that was shown, the rest of that."""
        noun = row.peek(1)
        if noun is None or noun.type != "NOUN" or noun.sense("kind", "term", "function") is None:
            return False
        return noun.id == "player" or noun.form == "pl" and noun.kind != "function" and self.shown() is None

    def noun_ahead(self, row: Row, ahead: int) -> bool:
        return row.kind(ahead) in ("NOUN", "LNOUN", "ATTR", "ADJ", "ICON", "PARTA", "NUM", "QNAME")

    def number_noun(self, word: Word | None) -> bool:
        return word is not None and word.sense("number", "point") is not None

    # -- the noun and what stands before it
    def nominal(self, row: Row, draft: Draft) -> t.Value:
        """Adjectives and noun; then, unless a possessive follows, what stands behind it."""
        negate = False
        icons: list[t.Pred] = []
        icon_join = "or"
        while True:
            word = row.peek()
            if word is None:
                break
            kind = word.type
            if kind == "ATTR" and word.id == "non-":
                row.take()
                negate = True
                continue
            if kind == "ICON":
                row.take()
                pred: t.Pred = t.HasIcon(word.id, span=span(word))
                icons.append(t.Not(pred) if negate else pred)
                negate = False
                nxt = 1 if row.kind() in ("COMMA_PH", "OR_PH", "AND_PH") else 0
                if nxt and row.kind(1) in ("OR_PH", "AND_PH"):
                    nxt = 2
                following = row.peek(nxt)
                if following is not None and following.type == "ICON" and not nxt:
                    icon_join = "next"
                if (
                    nxt
                    and following is not None
                    and (following.type == "ICON" or following.type == "ATTR" and following.id == "non-")
                ):
                    for _ in range(nxt):
                        joint = row.take()
                        if joint.type == "AND_PH":
                            icon_join = "and"
                continue
            if kind == "PRO" and word.id == "other" and draft.pos is not None and self.noun_ahead(row, 1):
                row.take()  # "the leftmost other Villain"
                draft.other = True
                continue
            if kind == "SLOT" and self.noun_ahead(row, 1):
                row.take()
                ref = t.Ref(
                    f"param {word.id}", self.slot_type(word.form or word.id), "{" + word.id + "}", span=span(word)
                )
                draft.where.append(self.slot_trait(ref))
                continue
            if kind in ("ADJ", "NOUN", "LNOUN", "PARTA", "ATTR", "NUM", "QNAME", "CMP"):
                if kind in ("NOUN", "LNOUN") and not self.modifies(row):
                    break
                if kind == "QNAME" and not self.noun_ahead(row, 1):
                    break
                if kind == "CMP":
                    break
                made = self.adjective(row, draft, word)
                if isinstance(made, t.Value):
                    return made
                if made is None:
                    break
                if isinstance(made, t.Pred):
                    draft.where.append(t.Not(made) if negate else made)
                    negate = False
                continue
            break
        self.join_icons(draft, icons, icon_join)
        if negate:
            raise row.stop("expected noun")
        return self.noun(row, draft, bool(icons))

    def bare(self, word: Word) -> str:
        return word.text.strip('"')

    # -- the noun itself
    def noun(self, row: Row, draft: Draft, icons: bool) -> t.Value:
        word = row.peek()
        if word is None or word.type not in ("NOUN", "LNOUN", "ADJ", "QNAME"):
            if icons and not draft.counted and draft.where:
                return self.icons_alone(draft)
            if draft.pos is not None and draft.pos.kind in ("first", "last") or draft.counted:
                return self.elided(row, draft, draft.start)
            if draft.pos is not None:
                return self.elided(row, draft, draft.start)
            raise row.stop("expected noun")
        if word.type == "ADJ" or (word.kind == "zone" or word.kind == "space") and self.space_ahead(row):
            return self.space_phrase(row, draft)
        if word.type == "QNAME":
            return self.quoted(row, draft)
        for sense in word.senses:
            made = self.noun_sense(row, draft, word, sense)
            if made is not None:
                return made
        raise Stop("type", word.start, word.end, word.text, "this word is no noun here")

    def noun_sense(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        """The phrase with its noun in one sense; None if that sense cannot stand here."""
        match sense.kind:
            case "term" if self.is_place_term(sense.id):
                row.take()
                return replace(self.term_place(sense.id, word), span=span(word))
            case "kind" | "term":
                row.take()
                draft.noun = sense.id
                if self.printed_kind(sense, word):
                    draft.noun = "card"
                    draft.where.append(t.IsKind(sense.id, True, span=span(word)))
                if word.text.startswith("your "):  # the term that says which cards are yours: they are cards you own
                    draft.noun, draft.plural = "card", True
                    draft.where.append(t.OwnedBy(YOU))
                    if not draft.counted:
                        draft.quant, draft.counted = t.Quant("plural"), True
                return self.selected(row, draft, word)
            case "function" if sense.id in ("card", "player"):
                row.take()
                draft.noun = sense.id
                return self.selected(row, draft, word)
            case "function" if sense.id == "neighbor":
                return None
            case "function" if sense.id == "space":
                return self.space_phrase(row, draft)
            case "function" if sense.id == "group" and draft.where:
                return None
            case "function" if sense.id == "group" and row.kind(1) == "PRO" and row.id(1) == "you":
                return self.sort_phrase(row, draft, word, sense)
            case "zone" | "space":
                return self.place(row, draft, word, sense)
            case "self" if not (self.one_of_several(row, draft) and any(s.kind == "name" for s in word.senses)):
                row.take()
                return self.self_ref(word.text, word)
            case "name":
                row.take()
                return self.name_phrase(row, draft, word, sense)
            case "coined":
                row.take()
                draft.where.append(t.Named("name", t.NameValue("name", self.coined_name(sense), span=span(word))))
                return self.selected(row, draft, word)
            case "point" | "number":
                return self.number_noun_phrase(row, draft, word, sense)
            case "icons" | "name_kind":
                return self.sort_phrase(row, draft, word, sense)
            case "keyword":
                return self.keyword_value(row, word, sense)
            case "counter":
                row.take()
                return t.CounterValue(sense.id, span=span(word))
            case "label":
                return self.label_phrase(row, draft, word, sense)
            case "function":
                return self.function_noun(row, draft, word, sense)
            case _:
                return None

    def selected(self, row: Row, draft: Draft, word: Word) -> t.Value:
        """A selector whose noun was just read: quantity by the form of the noun, alternatives, phrases behind it."""
        plural = word.senses[0].form == "pl" or any(s.form == "pl" for s in word.senses if s.id == draft.noun)
        draft.plural = plural
        if not draft.counted and draft.quant.kind != "random" and draft.pos is None:
            draft.quant = t.Quant("plural") if plural else t.Quant("the")
            if not plural:
                self.note_bare(word, row.phrase_start(word))
        elif draft.pos is not None and not draft.counted:
            draft.quant = t.Quant("the")
        elif plural and draft.pos is None and draft.quant == t.Quant("the") and not row.is_("POSS"):
            draft.quant = t.Quant("all")  # "the Heroes captured by it": all there are
        self.more_nouns(row, draft)
        beside = row.is_("PREP", "on", "to") and row.kind(1) == "ART" and row.id(2) in ("left", "right")
        if draft.noun == "player" and beside:
            row.take()
            whose = row.take()
            side = row.take()
            return self.neighbor(side, whose, span(draft.start, side))
        if not row.is_("POSS"):
            self.phrases(row, draft)
        return self.finished(draft, word)

    def neighbor(self, side: Word, whose: Word, where: t.Span) -> t.Ref:
        """ "the player on your left": who sits there; "on their left": beside the player spoken of."""
        to = side.id
        if whose.id != "your":
            of = self.their(whose)
            to = f"{side.id} of {of.to}"
        return t.Ref(to, "player", f"the player on {whose.id} {side.id}", span=where)

    def more_nouns(self, row: Row, draft: Draft) -> None:
        """ "a Villain or Mastermind", "Heroes and Bystanders": further nouns of the same phrase."""
        bare = self.noun_list(row, draft)
        if bare >= 0:
            row.back(bare)
            raise row.stop("left over")

    def noun_list(self, row: Row, draft: Draft) -> int:
        """Where the list ends without a conjunction; -1 if it does not."""
        bare = -1
        while row.kind() in ("OR_PH", "AND_PH", "COMMA_PH"):
            ahead = 1
            if row.kind(1) in ("OR_PH", "AND_PH"):
                ahead = 2
            word = row.peek(ahead)
            if (
                word is None
                or word.type != "NOUN"
                or word.sense("kind", "term") is None
                or draft.noun in ("card", "player")
            ):
                return bare
            follower = row.kind(ahead + 1)
            if follower in ("POSS",) or follower in ("NOUN",):
                return bare
            bare = row.at if ahead == 1 and row.kind() == "COMMA_PH" else -1
            for _ in range(ahead):
                joint = row.take()
                if joint.type == "AND_PH":
                    draft.joint = "and"
            row.take()
            sense = word.sense("kind", "term")
            assert sense is not None
            draft.alternatives.append(sense.id)
        return bare

    def finished(self, draft: Draft, word: Word) -> t.Value:
        """The selector, or a union of selectors; registered as something later pronouns may mean."""
        if draft.extra and any(isinstance(p, t.Did) for p in draft.where):  # "each extra card you drew this turn"
            draft.where = [replace(p, extra=True) if isinstance(p, t.Did) else p for p in draft.where]
            draft.extra = ""
        where = self.ordered(draft.where)
        if draft.chosen is not None:
            return replace(draft.chosen, form=f"that {draft.noun}", span=span(draft.start or word, word))
        if (
            draft.definite
            and draft.quant.n is not None
            and not where
            and draft.pos is None
            and draft.of is None
            and draft.start is not None
        ):
            of_noun = lambda c: c.type in ("card", "cards") and self.may_be(c, draft.noun, "")  # noqa: E731
            here = span(draft.start, word)
            two = self.the_two(f"those {draft.noun}", here, of_noun) if draft.quant.n == t.Num(2) else None
            if two is not None:
                return two
            raise Stop("no antecedent", draft.start.start, word.end, word.text)
        the = draft.quant == t.Quant("the") and draft.start is not None and draft.start.id == "the"
        bare = not (where or draft.pos or draft.of or draft.other or draft.alternatives)
        if the and bare and draft.noun in self.event_kinds and draft.noun not in self.carrier.kinds:
            assert draft.start is not None  # "the Twist" is the one that takes effect
            return self.self_or_event(draft.start, f"this {draft.noun}", draft.noun)
        first = t.Sel(
            draft.noun,
            draft.quant,
            where,
            draft.pos,
            draft.other,
            draft.chooser,
            draft.of,
            span=span(draft.start or word, word),
        )
        first = self.than_before(first)
        if not draft.alternatives:
            made = self.register(first, draft.start or word)
            self.extra_said = self.extra_said or draft.extra
            return made
        parts = (first, *(replace(first, noun=noun) for noun in draft.alternatives))
        either = draft.joint == "or" and draft.quant.kind not in ("each", "all", "plural", "no")
        union = t.Union(parts, either=either, span=first.span)
        return self.register_union(union, draft)

    # -- said in other layers

    def coined_name(self, sense: Sense) -> str:
        return sense.id.split(":", 1)[1]

    def number_id(self, word: Word) -> str:
        sense = word.sense("number", "point")
        if sense is None:
            raise Stop("type", word.start, word.end, word.text, "a number of cards is meant here")
        return sense.id

    def many(self, value: t.Value) -> bool:
        return isinstance(value, t.Sel) and is_many(value) or type_of(value) in ("cards", "players")


NUMBER_STARTS = frozenset(
    (
        "the number of",
        "the length of the longest run of consecutive",
        "your number of",
        "twice the number of",
        "three times the number of",
        "four times the number of",
        "five times the number of",
        "times the number of",
        "the total of",
        "a total of",
    )
)
