"""The texts of sets, ready to be explained: everything declared and lowered once, one face explained at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cardwright.dsl.compile import Compiler, Declarations
from cardwright.dsl.diagnostics import Finding, Span
from cardwright.dsl.lower.image import Lowering
from cardwright.dsl.lower.same_thing import chosen_anew
from cardwright.dsl.meaning import tree as t
from cardwright.dsl.source import Text, TextLine
from cardwright.dsl.words import Card, Face
from cardwright.dsl.words.declare import DeclaredSet
from cardwright.runtime.bytecode.image import AbilityDef

from .lines import Moments
from .model import Part
from .paraphrase import Paraphrase
from .speaker import Speaker


class Texts:
    """All faces of the sets at some paths and of those they require."""

    def __init__(self, declarations: Declarations, compiler: Compiler) -> None:
        self.declarations = declarations
        self.compiler = compiler
        self.unlowered: list[Finding] = []
        resolvers = {name: compiler.resolver(item) for name, item in declarations.declared.items()}
        decls = [item.decl for item in declarations.declared.values()]
        self.resolvers = resolvers
        self.lowering = Lowering(decls, dict(resolvers), self.unlowered.append)
        self.image = self.lowering.lower()
        self._places = self._index()

    @classmethod
    def of(cls, paths: Sequence[Path], given: Mapping[str, bytes] | None = None) -> Texts:
        compiler = Compiler()
        return cls(compiler.declare(paths, given=given), compiler)

    def sets(self) -> Iterator[DeclaredSet]:
        """Named sets first."""
        named = self.declarations.loaded.named
        rest = [name for name in self.declarations.declared if name not in named]
        for name in (*named, *rest):
            if name in self.declarations.declared:
                yield self.declarations.declared[name]

    def faces(self) -> Iterator[tuple[Card, Face]]:
        for item in self.sets():
            for card in item.decl.all_cards():
                for face in card.faces:
                    yield card, face

    def tree(self, card: Card, face: Face) -> t.CardText | None:
        return self.resolvers[card.set].card(card, face)

    def definition(self, card: Card, face: Face) -> int:
        """The number of a face among the definitions of the image."""
        return self._places[id(face)]

    def _index(self) -> dict[int, int]:
        """Definitions by face, in the order in which lowering makes them."""
        found: dict[int, int] = {}
        for item in self.declarations.declared.values():
            for card in item.decl.all_cards():
                first = self.lowering.ids.cards.get(card.id)
                for at, face in enumerate(card.faces):
                    if first is not None:
                        found[id(face)] = first + at
        return found

    def paraphrase(self, card: Card, face: Face) -> list[Part]:
        """The lines of a face, clause by clause; empty if it has no text or one with a finding."""
        text = self.tree(card, face)
        if text is None or face.text is None or id(face) not in self._places:
            return []
        number = self._places[id(face)]
        speaker = Speaker(self.declarations.declared[card.set].vocabulary)
        moments = Moments(self.lowering, speaker, number)

        def body(use: t.UseKeyword, had: bool) -> t.CardText | None:
            of = self.lowering.abilities
            return (of.body_for(use.keyword, moments.kinds) if had else None) or of.body_done(use.keyword, use.who)

        walker = Paraphrase(self.lowering.plans, speaker, body)
        walker.leaves.of_table = self.lowering.abilities.of_table()
        made: list[Part] = []
        sources = heads(face.text)
        for at, line in enumerate(text.lines):
            source = sources[at] if at < len(sources) else None
            speaker.text = source.text if source is not None else ""
            abilities = self._abilities(number, source.span() if source is not None else None)
            moment, standing = moments.of(line, abilities)
            clauses = walker.line(moments.done(chosen_anew(text, line), abilities), standing=standing)
            made.append(Part(speaker.line(line), moment, clauses))
        return made

    def _abilities(self, number: int, span: Span | None) -> list[AbilityDef]:
        """The abilities that lowering made of the line at a place."""
        found = []
        for at in self.image.cards[number].abilities:
            ability = self.image.abilities[at]
            sentence = self.image.sentences[ability.sentence] if ability.sentence >= 0 else None
            if span is not None and sentence is not None and span.line <= sentence.line <= span.end_line:
                found.append(ability)
        return found


def heads(text: Text) -> list[TextLine]:
    """The lines of a text that begin something: a way of a choice below it, behind a hyphen, is part of its line."""
    return [line for line in text.lines if not line.text.startswith("- ")]
