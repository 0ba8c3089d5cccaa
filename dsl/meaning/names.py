"""Nouns that are no cards: names, icons, sorts of values, keywords with their parameters, abilities, slots of
declarations."""

from __future__ import annotations

from dataclasses import replace

from cardwright.dsl.text.flat import Word
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.words import Entry as Declared
from cardwright.dsl.words import Icons, Keyword, NameKind, Point, Term, Zone
from cardwright.dsl.words import Kind as KindDecl

from . import tree as t
from .base import YOU, Base
from .context import Row, Stop, span
from .nouns import Draft

TIED = {
    "highest": ("or tied for most", "or tied for highest"),
    "lowest": ("or tied for fewest", "or tied for lowest"),
}
SLOT_TYPES = {
    "cards": "cards",
    "card": "card",
    "player": "player",
    "players": "players",
    "number": "number",
    "amount": "number",
    "icons": "icons",
    "icon": "icon",
    "name": "name",
    "zone": "zone",
    "place": "zone",
    "to": "zone",
    "from": "zone",
    "spaces": "space",
    "space": "space",
    "effect": "effect",
    "condition": "condition",
    "keyword": "keyword",
    "price": "price",
    "ability": "ability",
    "kind": "kind",
}


class Names(Base):
    # -- what the vocabulary says of an id
    def is_icons(self, attr: str) -> bool:
        return self.vocabulary.declaration(attr, Icons) is not None

    def is_name(self, attr: str) -> bool:
        return attr == "name" or self.vocabulary.declaration(attr, NameKind) is not None

    def is_point(self, attr: str) -> bool:
        return self.vocabulary.declaration(attr, Point) is not None

    def zone_has_owner(self, zone: str) -> bool:
        decl = self.vocabulary.declaration(zone, Zone)
        return decl is not None and decl.of == "player"

    def wider(self, noun: str) -> frozenset[str]:
        """The kinds and terms that cards of a kind or term answer to as well."""
        cache: dict[str, frozenset[str]] = self.__dict__.setdefault("_wider", {})
        found = cache.get(noun)
        if found is None:
            ids: set[str] = {noun}
            kind = self.vocabulary.declaration(noun, KindDecl)
            if kind is not None:
                ids.update(self.kind_ids(kind.is_))
            for term in self.vocabulary.all(Term):
                said = str(term.is_) if term.is_ is not None else ""
                for word in [w for i in list(ids) for w in (i.split(":", 1)[-1],)]:
                    if word in said:
                        ids.add(term.id)
            term_decl = self.vocabulary.declaration(noun, Term)
            if term_decl is not None and term_decl.is_ is not None:
                for other in self.vocabulary.all(KindDecl):
                    if str(other.name) in str(term_decl.is_):
                        ids.add(other.id)
            found = cache[noun] = frozenset(ids)
        return found

    def kind_ids(self, names: tuple[object, ...]) -> list[str]:
        found = []
        for name in names:
            for kind in self.vocabulary.all(KindDecl):
                if str(kind.name) == str(name):
                    found.append(kind.id)
        return found

    # -- names
    def quoted(self, row: Row, draft: Draft | None = None) -> t.Value:
        """A name in quotation marks: a coined noun, the name of a card, a word for something."""
        word = row.take()
        text = word.text.strip('"')
        if (
            draft is None
            and row.kind() in ("PART", "PREP", "RELW")
            and word.sense("coined") is not None
            and row.id() not in ("into", "to")
        ):
            draft = Draft(start=word, counted=True, quant=t.Quant("all"))
        if row.kind() in ("NOUN", "QNAME") and row.means(0, "kind", "term") or draft is not None and draft.counted:
            draft = draft or Draft(start=word)
            draft.where.append(t.Named("name", t.NameValue("name", text, span=span(word))))
            if row.kind() in ("NOUN",):
                return self.nominal(row, draft)
            return self.selected(row, draft, word)
        coined = word.sense("coined")
        if coined is not None:
            text = self.coined_name(coined)
        return t.NameValue("name", text, span=span(word))

    def one_of_several(self, row: Row, draft: Draft) -> bool:
        """A determiner before a name makes it a noun for all cards of that name: "for each …", "another …"."""
        at = row.words.index(draft.start) if draft.start in row.words else row.at
        return draft.counted or (at > 0 and row.words[at - 1].type == "FOREACH")

    def name_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value:
        """The name of a card is that card; the name of a group is its cards."""
        declared = sense.decl
        of = declared.of if isinstance(declared, Declared) and declared.of else "name"
        if of == "name" and self.one_of_several(row, draft):
            draft.where.append(t.Named("name", t.NameValue("name", word.text, span=span(word))))
            return self.selected(row, draft, word)
        if of == "name":
            made = t.Sel(
                "card",
                t.Quant("the"),
                (t.Named("name", t.NameValue("name", word.text, span=span(word))),),
                span=span(word),
            )
            return (
                made
                if draft.start is word or draft.start is None
                else replace(made, quant=draft.quant, other=draft.other)
            )
        if draft.counted:
            draft.where.append(t.Named(of, t.NameValue(of, word.text)))
            return self.selected(row, draft, word)
        return t.NameValue(of, word.text, span=span(word))

    def icons_alone(self, draft: Draft) -> t.Value:
        """Icons without a noun: "[Tech][Tech]" as a value; "[A] or [B]" as a choice of values."""
        icons: list[t.Value] = []
        for pred in draft.where:
            for each in pred.preds if isinstance(pred, t.AnyOf) else (pred,):
                if not isinstance(each, t.HasIcon):
                    raise Stop("type", draft.start.start if draft.start else 0, draft.start.end if draft.start else 0)
                icons.append(t.IconValue((each.icon,), span=each.span))
        if any(isinstance(p, t.AnyOf) for p in draft.where):
            return t.ValueSort("", tuple(icons))
        return t.IconValue(tuple(i for v in icons if isinstance(v, t.IconValue) for i in v.icons))

    def sort_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        """ "a Hero Class", "the class of a card in your hand", "the class of your choice"."""
        row.take()
        row.took("NOUN", "icon")
        if row.is_("PREP", "of"):
            row.take()
            of = self.noun_phrase(row)
            return t.AttrOf(of, sense.id, span=span(word))
        if row.is_("ADV", "of your choice"):
            row.take()
            return t.ValueSort(sense.id, (), span=span(word))
        if row.is_("PRO", "you") and row.kind(1) in ("V_REL", "AUX_REL"):
            at = row.at
            row.take()
            if row.kind() == "AUX_REL":
                row.take()
            verb = row.take()
            if verb.kind == "function" and verb.id in ("choose", "name"):
                found = self.scope.find(lambda c: c.type in ("icon", "sort", "name"), word.text, span(word))
                if found is not None:
                    noun = found.noun if sense.kind == "function" else sense.id  # "the group you named"
                    return replace(found.ref, form=f"that {noun}", span=span(word, verb))
            row.back(at)
        if self.setting_up and draft.counted and draft.quant.n not in (None, t.Num(1)):
            raise Stop("not yet", word.start, word.end, word.text, "more than one at once")
        made = t.ValueSort(sense.id, (), span=span(word))
        self.extra_said = self.extra_said or draft.extra
        return made

    # -- keywords
    def keyword_value(self, row: Row, word: Word, sense: Sense) -> t.Value:
        """A keyword with its parameters, as a value: "Salvage", "Fed by [Tech]"."""
        row.take()
        if row.kind() == "NOUN" and row.is_function() and row.id() in ("ability", "effect"):
            row.take()
            return t.AbilityRef(sense.id, YOU, span=span(word))
        args = self.keyword_args(row, sense)
        return t.KeywordValue(sense.id, args, span=span(word))

    def keyword_decl(self, id: str) -> Keyword | None:
        return self.vocabulary.declaration(id, Keyword)

    # -- abilities
    def label_phrase(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        """ "the Fight effect of …": an ability by its label."""
        nxt = row.peek(1)
        if nxt is None or nxt.kind != "function" or nxt.id not in ("effect", "ability"):
            return None
        row.take()
        row.take()
        of: t.Value
        if row.took("PREP", "of"):
            of = self.noun_phrase(row)
        else:
            of = t.Ref("this", "card", "")
        return t.AbilityRef(sense.id, of, span=span(word))

    def ability_of(self, row: Row, owner: t.Value) -> t.AbilityRef:
        word = row.take()
        row.take()
        sense = word.sense("label", "keyword")
        assert sense is not None
        return t.AbilityRef(sense.id, owner, span=span(word))

    # -- nouns of the language itself
    def function_noun(self, row: Row, draft: Draft, word: Word, sense: Sense) -> t.Value | None:
        match sense.id:
            case "number":
                row.take()
                return t.ValueSort("number", (), span=span(word))
            case "name" | "card name":
                row.take()
                return t.ValueSort("name", (), span=span(word))
            case "copy":
                return None
            case _:
                return None

    # -- parameters of a declaration
    def slot_value(self, row: Row) -> t.Value:
        word = row.take()
        name = word.id
        kind = word.form or name
        return t.Ref(f"param {name}", self.slot_type(kind), "{" + name + "}", span=span(word))

    def slot_type(self, kind: str) -> str:
        """The type of a slot: a type of the tree by its name, cards for anything that is declared with a noun."""
        kind = kind.removeprefix("an ").removeprefix("a ")
        if kind in SLOT_TYPES:
            return SLOT_TYPES[kind]
        if any(str(n.name) == kind for n in self.vocabulary.all(NameKind)):
            return "name"
        if any(str(f.name) == kind for f in self.vocabulary.all(Icons)):
            return "icon"
        if any(f.plural is not None and str(f.plural) == kind for f in self.vocabulary.all(Icons)):
            return "icons"
        if "player" in kind.split():
            return "player"
        return "card"

    # -- same and different
    def same_or_different(self, row: Row, draft: Draft, word: str) -> t.Pred | t.Value | bool | None:
        """ "the printed Attack of …", "a different Hero", "the total cost of …"."""
        nxt = row.peek()
        if word == "printed":
            self.printed_said = True
            return True
        if word == "total":
            self.total_said = True
            return True
        if word == "different" and nxt is not None and nxt.sense("kind", "term") is not None:
            return t.Different("card")
        raise row.stop("not yet", f"“{word}”")

    printed_said: bool = False
    total_said: bool = False

    def note(self, row: Row, draft: Draft, word: Word) -> bool:
        """A parenthesis behind a noun: ties, inclusion."""
        text = word.text.strip("()").lower().rstrip(".")
        if draft.noun == "player" and text == "starting with you":
            row.take()
            for line in word.inner:
                for token in line.tokens:
                    token.read = True
            return True
        if draft.noun == "player" and draft.pos is None and text == "or players, if tied":
            row.take()
            for token in (token for line in word.inner for token in line.tokens):
                token.read = True
            draft.tied = True
            return True
        if draft.pos is not None and text in (
            *TIED.get(draft.pos.kind, ()),
            "all of them, if tied",
            "or all of them, if tied",
        ):
            row.take()
            for line in word.inner:
                for token in line.tokens:
                    token.read = True
            draft.pos = replace(draft.pos, ties=True)
            return True
        return False

    def tied(self, row: Row, draft: Draft) -> bool:
        """ "the player with the most Wounds, or tied for most": all who are level."""
        word = row.need()
        if draft.pos is None or word.id.removeprefix(", ") not in TIED.get(draft.pos.kind, ()):
            return False
        row.take()
        draft.pos = replace(draft.pos, ties=True)
        return True
