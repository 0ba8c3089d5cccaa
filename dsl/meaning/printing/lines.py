"""Lines of a card: labels, limits, bodies, set-up items; and the whole text of a face.

A label stands before a colon; icons stand side by side; several labels follow each other. Set-up lines and numbers of
labels are digits.
"""

from __future__ import annotations

from ..tree import CardText, Effect, If, Label, Line, Nothing, Seq, SetupItem, UseKeyword
from .effects import Effects
from .english import capital, sentence, spaced


class Lines(Effects):
    def line(self, line: Line) -> str:
        self.reset_subject()
        labels = " ".join(f"{self.label(label)}:" for label in line.labels)
        body = self.body(line)
        return f"{labels} {body}".strip()

    def body(self, line: Line) -> str:
        effect = line.body
        if self.is_bare_keyword(effect):
            words = capital(self.effect(effect))
            return words
        words = self.effect(effect)
        if isinstance(effect, Nothing):
            return words
        if line.uses:
            words = f"{line.uses}, {words}"
        if line.labels and isinstance(effect, If) and isinstance(effect.then, Nothing):
            words = f"when {self.condition(effect.cond)}"
        return "\n".join(part if part.startswith("- ") else self.closed(part) for part in words.split("\n"))

    def closed(self, words: str) -> str:
        return capital(words) if words.endswith(":") else sentence(words)

    def is_bare_keyword(self, effect: Effect) -> bool:
        """A keyword and nothing else is a heading, not a sentence."""
        match effect:
            case UseKeyword(form="", who=None):
                return True
            case Seq(effects=effects, joins=joins):
                return all(self.is_bare_keyword(e) for e in effects) and set(joins) <= {","}
            case _:
                return False

    def label(self, label: Label) -> str:
        """ "Fight", "[Tech][Tech]", "Twists 1-4", a keyword with its slots."""
        icons = self.icons(label.icons)
        if not label.id:
            return icons
        if label.args:
            return spaced([self.keyword(label.id, label.args), icons])
        spans = [str(a) if a == b else f"{a}-{b}" for a, b in label.numbers]
        several = len(spans) > 1 or any(a != b for a, b in label.numbers)
        word = self.forms.word(label.id, several)
        return spaced([word, ", ".join(spans), icons])

    def simple(self, effect: Effect) -> str:
        if isinstance(effect, SetupItem):
            return self.setup(effect)
        return super().simple(effect)

    def setup(self, item: SetupItem) -> str:
        """ "8 …", "14 … in the …"; for some numbers of players only: "1-2 players: 6 …"."""
        with self.saying(digits=True):
            words = self.value(item.what)
            where = self.place(item.where) if item.where is not None else ""
        spans = [str(a) if a == b else f"{a}-{b}" for a, b in item.players]
        if not spans:
            return spaced([words, where])
        noun = "player" if spans == ["1"] else "players"
        return f"{', '.join(spans)} {noun}: {spaced([words, where])}"

    def card(self, text: CardText) -> list[str]:
        """All lines of a face, as they are written in a set file."""
        return [part for line in text.lines for part in self.line(line).split("\n")]
