"""Words that say what holds anyway: "even if …", "including …", "(This doesn't count as …)". They are read and checked,
and nothing of them is left in the tree."""

from __future__ import annotations

import re
from dataclasses import replace

from cardwright.dsl.text.flat import Clause, Sentence, Word
from cardwright.dsl.words import Term, Verb, Zone

from . import tree as t
from .base import Base
from .context import Row, Stop
from .nouns import NOUN_START

PUT = re.compile(r"(?:Put|Move) (?:it|them) (?:into|to) (.+)\.")


class Asides(Base):
    conceding: bool = False  # inside "even if …"

    def conceded(self, clause: Clause) -> None:
        """ "… even if you rescued one": it has to be a condition; whether it holds changes nothing."""
        was, self.conceding = self.conceding, True
        try:
            self.condition(clause)
        finally:
            self.conceding = was
            self.pending = []

    def usual_fate(self, row: Row, args: list[t.Arg]) -> bool:
        """ "… instead of putting it in your Victory Pile": what becomes of this card anyway behind the label of its
        event, unless something is done with it."""
        this = any(isinstance(arg.value, t.Ref) and arg.value.to == "this" for arg in args)
        if not self.label_happens or not this:
            return False
        at = row.at
        row.take()
        row.take()
        if row.is_("PRO", "it", "this") and row.kind(1) == "PREP" and row.kind(2) in NOUN_START:
            row.take()
            row.take()
            place = self.noun_phrase(row)
            if isinstance(place, t.Zone):
                self.forget(place)
                return True
        row.back(at)
        return False

    def makes_room(self, row: Row, args: list[t.Arg]) -> bool:
        """ "… moves to the Streets, pushing the Villain there": what that row does with a card that lies there."""
        word = row.need()
        verb = word.sense("verb")
        to = next((arg.value for arg in args if arg.role == "to"), None)
        zone = self.vocabulary.declaration(to.zone, Zone) if isinstance(to, t.Space | t.Zone) else None
        if verb is None or zone is None or str(zone.enter) != verb.id.split(":", 1)[1]:
            return False
        row.take()
        self.forget(self.noun_phrase(row))
        return True

    def counts_itself(self, word: Word, attr: str, of: t.Value) -> bool:
        """ "(including this card's class, but not grey)" behind different values of cards this card is one of."""
        if not isinstance(of, t.Sel) or of.other or len(word.inner) != 1:
            return False
        tokens = word.inner[0].tokens
        said = [w.text for w in tokens]
        if said[:3] != ["including", "this", "card"] or len(tokens) < 5:
            return False
        sense = tokens[4].sense("icons", "name_kind", "number")
        if sense is None or sense.id != attr:
            return False
        rest = [w for w in tokens[5:] if w.text not in (",", "but", "not")]
        if len(rest) > 1 or rest and not self.without_value(rest[0], attr):
            return False
        for token in tokens:
            token.read = True
        return True

    def says_what_it_does(self, word: Word) -> bool:
        """ "Unleash a card. (Put it into your hand.)": what the verb before does by its declaration."""
        said = PUT.fullmatch(word.text.strip("()"))
        deed = self.previous if isinstance(self.previous, t.Do) else None
        decl = self.vocabulary.declaration(deed.verb, Verb) if deed is not None else None
        if said is None or decl is None or not str(decl.does).endswith(f" to {said.group(1)}."):
            return False
        for token in (token for line in word.inner for token in line.tokens):
            token.read = True
        word.read = True
        return True

    def stays_empty(self, sentence: Sentence, before: list[t.Effect]) -> bool:
        """ "Destroy an HQ space. … It doesn't refill.": of a space that no longer exists that holds anyway."""
        unit = sentence.units[0]
        clause = unit.clause
        said = [w.id for w in clause.words()]
        if (
            len(sentence.units) > 1
            or unit.leads
            or said not in (["it", "don't", "refill"], ["that", "space", "don't", "refill"])
        ):
            return False
        gone = [
            node for effect in before for node in effect.walk() if isinstance(node, t.Do) and self.closes(node.verb)
        ]
        if len(gone) != 1:
            return False
        for word in sentence.tokens:
            word.read = True
        return True

    def closes(self, verb: str) -> bool:
        """Whether a verb makes spaces no longer exist."""
        decl = self.vocabulary.declaration(verb, Verb)
        return decl is not None and str(decl.does).startswith("Close ")

    def without_value(self, word: Word, attr: str) -> bool:
        """Whether a term means the cards that have no icon of the family, as "grey" does."""
        sense = word.sense("term", "adjective")
        decl = self.vocabulary.declaration(sense.id, Term) if sense is not None else None
        return decl is not None and str(decl.is_).endswith(f" with no {attr.split(':', 1)[1]}")

    def rounded(self, word: Word, before: t.Effect) -> t.Effect | None:
        """ "(Round up.)", "(Round up the losses.)": how the half that was said before is rounded."""
        said = word.text.strip("()").rstrip(".").lower().removesuffix(" the losses")
        if said not in ("round up", "round down"):
            return None
        made = _rounded(before, said.split()[1])
        return made if made != before else None

    def in_any_game(self, word: Word, value: t.Value) -> bool:
        """ "Any Villain Group (even in solo)": whoever plays, nothing asks for a certain one."""
        any_one = isinstance(value, t.ValueSort) or isinstance(value, t.Sel) and value.quant.kind == "any"
        return any_one and word.text.strip("()").rstrip(".").lower() == "even in solo"

    def not_counted(self, word: Word) -> bool:
        """ "(This doesn't count as fighting.)": no clause before it does that."""
        if len(word.inner) != 1 or self.previous is None:
            return False
        tokens = [w for w in word.inner[0].tokens if w.type != "END"]
        if [w.id for w in tokens[:4]] != ["this", "don't", "count", "as"] or len(tokens) != 5:
            return False
        verb = tokens[4].sense("verb")
        if verb is None:
            return False
        if any(isinstance(node, t.Do) and node.verb == verb.id for node in self.previous.walk()):
            raise Stop("parenthesis", word.start, word.end, word.text)
        for token in word.inner[0].tokens:
            token.read = True
        word.read = True
        return True


def _rounded(effect: t.Effect, way: str) -> t.Effect:
    """The same with what was divided rounded that way."""

    def rounded(node: t.Node) -> t.Node:
        made = node.with_children(rounded)
        if isinstance(made, t.Arith) and made.op == "//" and not made.rounding:
            return replace(made, rounding=way)
        return made

    return t.mapped(t.Effect, effect, rounded)
