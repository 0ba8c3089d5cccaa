"""The driver: declarations and cards of linked sets become one image.

Order: tables of words, verbs and terms, procedures (numbered first, so that they may call each other), labels and
keywords, cards, rules, set-up tables. A tree the machine cannot carry is reported at its place and left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from cardwright.dsl.diagnostics import Span
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.source import Text
from cardwright.dsl.words import Card, Rule, SetDecl, Zone
from cardwright.dsl.words import Face as Face_
from cardwright.dsl.words.visible import words_of
from cardwright.runtime.bytecode.image import (
    CardDef,
    Image,
    SentenceDef,
)

from .abilities import Abilities
from .acting import Acting
from .copies import as_copied
from .declaring import Declaring
from .defs import Defs
from .faces import Face
from .ids import Ids
from .image_base import Report
from .keyword_rules import KeywordRules
from .keyworded import keywords_only
from .plans import Plans
from .primitives import PRIMITIVES
from .resolved import Resolver, Unresolved
from .rewriting import icons_said, located
from .scope import Env
from .sentences import Sentences
from .setups import lower_setups
from .tables import Tables
from .unlowered import Unlowered, uncarried
from .verifying import Part, part, refusals, sizes


class Lowering(Tables, Declaring, Acting):
    """One image under construction."""

    def __init__(self, sets: Sequence[SetDecl], resolvers: dict[str, Resolver], report: Report) -> None:
        self.sets = sets
        self.resolvers = resolvers
        self.report = report
        self.image = Image()
        self.ids = Ids(self.image)
        self.defs = Defs()
        self.plans = Plans(self.ids, self.defs)
        self.sentences = Sentences(self.image)
        self.abilities = Abilities(self.plans, self)
        self.visible: dict[str, list[str]] = {}
        self.spelled: dict[str, dict[str, list[str]]] = {}  # set → a word in small letters → ids
        self.facts: set[int] = set()
        self.grouped = self.abilities.grouped
        self.parts: list[Part] = []
        self._reader: Resolver | None = None
        self._text: Text | None = None
        self._lines: tuple[t.Line, ...] = ()
        # by identity; the nodes are kept, because an id is free again when its object is gone
        self._known: dict[tuple[int, int, Span | None], tuple[int, t.Line, t.Node]] = {}
        self._rewritten: dict[int, tuple[int, t.Line]] = {}
        self._at: Span | None = None
        self.keyword_rules = KeywordRules(self.abilities)
        self._around: tuple[str, ...] = ()  # rules of the keywords whose bodies are being lowered

    # ---------------------------------------------------------------------- driver
    def lower(self) -> Image:
        self.defs.forbidden = {verb for one in self.sets for card in one.cards for verb in self.forbids(card)}
        self.begin()
        for one in self.sets:
            for card in one.cards:
                self.card(card)
        for one in self.sets:
            self.rules(one)
            self.places(one)
        homes = {
            str(term.name): self.ids.zones[zone]
            for one in self.sets
            for term in one.terms
            for zone in [self.defs.terms[term.id].home if term.id in self.defs.terms else None]
            if zone is not None
        }
        lower_setups(self.sets, self.ids, self.find, homes, self.score)
        for what, span in refusals(self.image, self.parts):
            self.report(uncarried(what, span))
        return self.image

    def begin(self) -> None:
        """All that texts of cards build on: words, procedures, labels and keywords."""
        for one in self.sets:
            self.visible[one.name] = [one.name, *self._requires(one)]
            spelled = self.spelled.setdefault(one.name, {})
            for item in one.declarations():
                for word in words_of(item):
                    spelled.setdefault(word.casefold(), []).append(item.id)
        self.image.sets = tuple((s.name, s.version) for s in self.sets)
        self.tables()
        for one in self.sets:
            for card in one.all_cards():
                sides = [str(face.name) for face in card.faces if face.kind == card.face.kind]
                for name in sides if len(set(sides)) > 1 else ():
                    self.defs.side_names[name] = tuple(other for other in sides if other != name)
                for attr, name in card.face.names.items():
                    self.defs.sorts.setdefault((attr, str(name)), card.face.kind)
            self.declared(one)
        self.procedures()
        for one in self.sets:
            self.labels_and_keywords(one)

    def score(self, name: str, of: str, span: Span) -> int:
        """The plan of a term that is a number of a player, for the player of its frame; -1 if it can't be carried."""
        made = -1

        def plan() -> None:
            nonlocal made
            term = self.defs.terms[self.find(self.defs.terms, name, of)]
            made = self.ids.plan(self.plans.num_of(term.body, Env()))

        self.guarded(span, plan)
        return made

    def _requires(self, one: SetDecl) -> list[str]:
        by_name = {s.name: s for s in self.sets}
        found: list[str] = []
        for name in one.requires:
            if name in by_name and name not in found:
                found += [name, *(n for n in self._requires(by_name[name]) if n not in found)]
        return found

    def find(self, table: Iterable[str], name: str, of: str) -> str:
        """The qualified id of a word as a set sees it; KeyError if it sees none (the reader has reported that)."""
        known = set(table)
        if name in known:
            return name
        for one in self.visible[of]:
            if f"{one}:{name}" in known:
                return f"{one}:{name}"
        for one in self.visible[of]:  # a plural, another wording or other letters, as `Visible.find` takes them
            for id in self.spelled[one].get(name.casefold(), ()):
                if id in known:
                    return id
        raise KeyError(name)

    def guarded(self, span: Span, work: Callable[[], None]) -> None:
        """Report what cannot be carried, and go on with the next declaration."""
        before = sizes(self.image)
        try:
            work()
            self.parts.append(part(span, before, sizes(self.image)))
        except Unlowered as failure:
            self.report(failure.reported(failure.place or span))
        except Unresolved:
            return
        except KeyError as missing:
            self.report(Unlowered(f"what depends on {missing.args[0]}", t.Nothing("")).reported(span))

    def place(self, node: t.Node) -> Span | None:
        """Where a node stands, if it is of the text being lowered."""
        if self._text is None or node.span == t.NO_SPAN:
            return None
        if len(self._lines) != len(self._text.lines):  # options stand on lines of their own
            return None
        for line, source in zip(self._lines, self._text.lines, strict=True):
            if any(inner is node for inner in line.walk()):
                return source.span(*node.span)
        return None

    # ---------------------------------------------------------------------- cards
    def card(self, card: Card) -> int:
        """A card and those that belong to it; its index."""
        face = card.face
        if not card.part_of:
            self.defs.led = []
        index = self.ids.cards[card.id] = len(self.image.cards)
        made = self.printed(card, face)
        made.copies = card.copies
        own = {a: n for a, n in made.names.items() if n != made.name or not self.image.name_attrs[a][1]}
        made.group = next(iter(own.values()), -1 if face.kind in self.grouped else made.name)
        others: dict[str, int] = {}
        for other in card.faces[1:]:
            others.setdefault(other.kind, len(self.image.cards))
            side = self.printed(card, other)
            if other.kind == face.kind and other.name != face.name:  # the same card by another name: chosen by it
                side.name, side.group, side.side_of = (*[self.ids.name(str(other.name))] * 2, index)
        for number, other in zip((index, *range(index + 1, len(self.image.cards))), card.faces, strict=False):
            self.face_of(card, other, number, others)
        made.parts = {
            self.ids.name(part): tuple(self.card(inner) for inner in cards) for part, cards in card.parts.items()
        }
        for side in self.image.cards[index + 1 : index + len(card.faces)]:
            side.parts = made.parts if side.side_of == index else side.parts
        self.sides(card, index)
        return index

    def sides(self, card: Card, index: int) -> None:
        """Which side comes after which. The back of a card that turns itself over is empty if nothing is said of it."""
        sides = [index + at for at, face in enumerate(card.faces) if face.kind == card.face.kind]
        if len(sides) == 1 and self.turns(card):
            sides.append(len(self.image.cards))
            plain = replace(self.image.cards[index], copies=0, abilities=(), keywords=(), parts={}, text=(), copied=-1)
            self.image.cards.append(replace(plain, leads=(), musts=(), wants=(), words=()))
        if len(sides) > 1:
            for one, other in zip(sides, (*sides[1:], sides[0]), strict=True):
                self.image.cards[one].turned = other

    def forbids(self, card: Card) -> set[str]:
        """Verbs of which a card, or one that belongs to it, says that something can't be done, or asks for a cost: what
        can't be paid can't be done."""
        found: set[str] = set()
        for one in card.with_parts():
            for face in one.faces:
                text = self.resolvers[one.set].card(one, face) if face.text is not None else None
                for node in text.walk() if text is not None else ():
                    if isinstance(node, t.Permit) and node.kind == "can't" and isinstance(node.act, t.Do):
                        found.add(node.act.verb)
                    elif isinstance(node, t.PayTo) and not node.may and isinstance(node.effect, t.Do):
                        found.add(node.effect.verb)
        return found

    def turns(self, card: Card) -> bool:
        """Whether a card says that it is turned over."""
        text = self.resolvers[card.set].card(card, card.face) if card.face.text is not None else None
        for node in text.walk() if text is not None else ():
            if not isinstance(node, t.Do):
                continue
            does = self.defs.verbs[node.verb].does if node.verb in self.defs.verbs else node
            if isinstance(does, t.Do) and PRIMITIVES.get(does.verb) == "turn":
                return True
        return False

    def printed(self, card: Card, face: Face_) -> CardDef:
        """A definition with what is printed on a face besides its text."""
        names = [one.name for one in self.sets]
        made = CardDef(self.ids.name(str(card.name)), self.ids.kinds[face.kind], copies=0)
        made.set_id = names.index(card.set)
        self.image.cards.append(made)
        made.numbers = {
            self.ids.attrs[number]: printed.value
            for number, printed in face.numbers.items()
            if number in self.ids.attrs
        }
        said = [str(printed.value) for printed in face.numbers.values()]
        said += [str(line) for line in face.text.lines] if face.text is not None else []
        made.digits = tuple(sorted({int(ch) for words in said for ch in words if ch in "0123456789"}))
        made.icons = tuple(self.ids.icons[icon] for icon in face.icons)
        made.names = {self.ids.name_attrs[attr]: self.ids.name(str(name)) for attr, name in face.names.items()}
        return made

    def face_of(self, card: Card, face: Face_, index: int, others: dict[str, int]) -> None:
        if face.text is not None:
            self.guarded(face.span, lambda: self.face(card, face, index, others))
            self.image.cards[index].text = tuple(str(line) for line in face.text.lines)

    def face(self, card: Card, face: Face_, index: int, others: dict[str, int]) -> None:
        self._reader = self.resolvers[card.set]
        text = self.resolvers[card.set].card(card, face)
        if text is None or face.text is None:
            return
        kinds = tuple(
            name for name, number in self.ids.kinds.items() if number in self.image.kinds[self.ids.kinds[face.kind]].isa
        )
        made = Face(index, kinds, name=str(face.name), others=others)
        try:
            with self._reading(face.text, text.lines):
                self.abilities.lower(made, text)
                self.copied(index, made, text)
        finally:
            self.image.cards[index].abilities = tuple(made.abilities)
            self.image.cards[index].keywords = self._keywords(text)
            self.image.cards[index].rules = self.keyword_rules.of(text, self._reader)
            self.image.cards[index].leads = tuple(self.ids.name(name) for name in made.leads)
            self.image.cards[index].words = tuple(
                (kind, number, tuple(self.ids.name(word) for word in words)) for kind, number, words in made.words
            )
            self.image.cards[index].bearing = tuple(made.bearing)
            self.image.cards[index].musts = tuple(self.ids.name(name) for name in made.musts)
            self.image.cards[index].wants = tuple(made.wants)

    def copied(self, index: int, face: Face, text: t.CardText) -> None:
        """A definition for copies of a card, if a keyword of it says what copies get."""
        said = {name: keyword.copied for name, keyword in self.abilities.keywords.items() if keyword.copied is not None}
        changed = as_copied(text, said)
        if changed is None:
            return
        made = replace(
            self.image.cards[index],
            copies=0,
            abilities=(),
            parts={},
            leads=(),
            musts=(),
            wants=(),
            words=(),
            side_of=-1,
        )
        self.image.cards[index].copied = len(self.image.cards)
        inner = Face(len(self.image.cards), face.kinds, name=face.name)
        self.image.cards.append(made)
        self.abilities.lower(inner, changed)
        made.abilities = tuple(inner.abilities)
        made.keywords = self._keywords(changed)

    def _keywords(self, text: t.CardText) -> tuple[int, ...]:
        found = [
            n.keyword
            for line in text.lines
            if not line.labels
            for n in line.walk()
            if isinstance(n, (t.UseKeyword, t.KeywordValue)) and not any(n in own for own in _elsewhere(line))
        ]
        return tuple(dict.fromkeys(self.ids.keywords[k] for k in found))

    def places(self, one: SetDecl) -> None:
        """What holds for cards in a place: a rule about it."""
        for zone in one.zones:
            if zone.text is not None:
                self.guarded(zone.span, partial(self.place_rule, one, zone))

    def place_rule(self, one: SetDecl, zone: Zone) -> None:
        assert zone.text is not None
        text = self.resolvers[one.name].fragment("lines", zone.text, {})
        assert isinstance(text, t.CardText)
        here = located(text, zone.id)
        with self._reading(zone.text, here.lines):
            self.abilities.lower(Face(-1, (), name=zone.id), here)

    def rules(self, one: SetDecl) -> None:
        for rule in one.rules:
            self.image.rules.append((rule.id, str(rule.text) if rule.text is not None else ""))
            if rule.does is not None:
                self.guarded(rule.span, partial(self.rule, one, rule))

    def rule(self, one: SetDecl, rule: Rule) -> None:
        assert rule.does is not None
        text = self.resolvers[one.name].fragment("lines", rule.does, {})
        assert isinstance(text, t.CardText)
        with self._reading(rule.does, text.lines):
            self.abilities.lower(Face(-1, (), name=rule.id), text)

    @contextmanager
    def _reading(self, text: Text, lines: tuple[t.Line, ...]) -> Iterator[None]:
        """While a text is being lowered, what stands in it has its place there."""
        self._text, self._lines = text, lines
        self._known, self._rewritten, self._at = {}, {}, None
        try:
            yield
        except Unlowered as failure:
            failure.place = failure.place or self.place(failure.node) or self._at or text.span
            raise
        finally:
            self._text, self._lines = None, ()

    def follow(self, lines: Sequence[t.Line]) -> None:
        own = [(line.span, line.labels) for line in self._lines]
        if (
            self._text is not None
            and len(lines) == len(self._text.lines)
            and [(n.span, n.labels) for n in lines] == own
        ):
            self._rewritten = {id(line): (number, line) for number, line in enumerate(lines)}

    def at(self, line: t.Line) -> None:
        number = self._number(line)
        if self._text is not None and number >= 0:
            self._at = self._text.lines[number].span()

    def _number(self, line: t.Line) -> int:
        """Which line of the text being lowered it is; -1: it stands elsewhere (in the body of a keyword)."""
        if self._text is not None and line in self._lines and len(self._lines) == len(self._text.lines):
            return self._lines.index(line)
        number, _ = self._rewritten.get(id(line), (-1, None))
        return number

    def __call__(self, card: int, line: t.Line, part: t.Node) -> int:
        """A sentence of the text being lowered; what a keyword's body does is said by the line with the keyword."""
        key = (id(line), id(part), self._at if self._number(line) < 0 else None)
        if key not in self._known:
            index = self._sentence(card, line, part)
            self._known[key] = (index, line, part)
            if self._text is not None:
                self._told(self.image.sentences[index], line, part)
        return self._known[key][0]

    def _told(self, made: SentenceDef, line: t.Line, part: t.Node) -> None:
        """What a question that comes of a sentence says besides it: what is really asked, and the keywords' rules."""
        had = not line.labels and keywords_only(line.body)
        made.rules = self.keyword_rules.of(part, self._reader, had)
        if self._number(line) < 0 and (inner := self.words(icons_said(part))) != made.text:
            made.asks = inner
            made.rules = tuple(dict.fromkeys((*self._around, *made.rules)))

    @contextmanager
    def within(self, keyword: str, args: tuple[t.Arg, ...], had: bool = True) -> Iterator[None]:
        before, reader = self._around, self._reader
        rule = self.keyword_rules.rule(keyword, args, had, reader) if reader is not None else ""
        self._around = (*before, rule) if rule else before
        try:
            yield
        finally:
            self._around = before

    def words(self, node: t.Node) -> str:
        if isinstance(node, t.Effect) and self._reader is not None:
            return self._reader.said(node)
        place = self.place(node)
        return place.text if place is not None else ""

    def _sentence(self, card: int, line: t.Line, part: t.Node) -> int:
        if self._text is None:
            return self.sentences.add_plain(card)
        number = self._number(line)
        if number >= 0:
            source = self._text.lines[number]
            own = any(node.span == part.span for node in self._lines[number].walk())  # else of a text put in its place
            span = source.span(*part.span) if own and part.span != t.NO_SPAN else source.span()
            self._at = source.span()
        elif self._at is not None:
            span = self._at
        else:
            return self.sentences.add(card, self._text.span, str(self._text))
        return self.sentences.add(card, span, span.text)


def _elsewhere(line: t.Line) -> list[tuple[t.Value, ...]]:
    """What a line gives to other cards, or takes from cards: no keyword of its own card."""
    return [
        node.gives
        for node in line.walk()
        if isinstance(node, t.Gain) and (node.lose or not isinstance(node.what, t.Ref) or node.what.to != "this")
    ]


def lower(sets: Sequence[SetDecl], resolvers: dict[str, Resolver], report: Report) -> Image:
    """Image of linked sets, in the order of `sets` (required ones first). `report` is given a finding for every tree
    the machine cannot carry."""
    return Lowering(sets, resolvers, report).lower()
