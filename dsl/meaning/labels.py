"""Labels of a line: what they mean on this kind of card, and what "you" and "this" are behind them."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.dsl.text.flat import FlatLabel, FlatLine, Word
from cardwright.dsl.words import Kind as KindDecl
from cardwright.dsl.words import Label as LabelDecl

from . import tree as t
from .base import Base
from .context import Row, Stop


class Labels(Base):
    # -- labels
    def labels(self, flat: Sequence[FlatLabel]) -> list[list[t.Label]]:
        """The labels of a line; "Fight or Fail" gives two lines."""
        lines: list[list[t.Label]] = [[]]
        for label in flat:
            label.mark.read = True
            options = self.label(label)
            lines = [[*line, option] for line in lines for option in options]
        return lines

    def label(self, flat: FlatLabel) -> list[t.Label]:
        row = Row(flat.words)
        icons: list[str] = []
        numbers: list[tuple[int, int]] = []
        ids: list[str] = []
        keyword = ""
        args: tuple[t.Arg, ...] = ()
        either = False
        while not row.done:
            word = row.take()
            match word.type:
                case "ICON":
                    icons.append(word.id)
                case "LABEL":
                    ids.append(self.check_label(word))
                case "RANGE":
                    low, high = word.text.replace("–", "-").split("-")
                    numbers.append((int(low), int(high)))
                case "NUM" if word.kind != "slot":
                    numbers.append((word.value, word.value))
                case "OR_PH":
                    either = True
                case "COMMA_PH" | "AND_PH":
                    pass
                case "NOUN" if word.sense("keyword") is not None:
                    sense = word.sense("keyword")
                    assert sense is not None
                    keyword = sense.id
                    args = self.keyword_args(row, sense)
                case _:
                    raise Stop("label", word.start, word.end, word.text)
        if not (keyword or ids or icons):
            first = flat.words[0]
            raise Stop("expected", first.start, first.end, first.text, "a label")
        if keyword:
            return [t.Label(keyword, tuple(icons), tuple(numbers), args)]
        if len(ids) > 1 and either:
            return [t.Label(i, tuple(icons), tuple(numbers)) for i in ids]
        return [t.Label(ids[0] if ids else "", tuple(icons), tuple(numbers))]

    def check_label(self, word: Word) -> str:
        """A label must be one of this kind of card; the one that is, if several sets declare it."""
        for sense in word.senses:
            if self.label_of(sense.id) is not None:
                return sense.id
        if not self.carrier.kinds:
            return word.id
        for kind in self.carrier.kinds:
            decl = self.vocabulary.declaration(kind, KindDecl)
            if decl is not None and any(str(name) == word.text for name in decl.labels):
                return word.id
        raise Stop("wrong label", word.start, word.end, word.text)

    def answers(self, name: str) -> bool:
        return any(wide.split(":", 1)[-1] == name for kind in self.carrier.kinds for wide in self.wider(kind))

    def label_of(self, id: str) -> LabelDecl | None:
        """The declaration of a label that holds for this card: the same label may be declared for several kinds."""
        for decl in self.vocabulary.all(LabelDecl):
            if decl.id == id and (not self.carrier.kinds or any(self.answers(str(on)) for on in decl.on)):
                return decl
        return None

    def label_decl(self, flat: Sequence[FlatLabel]) -> LabelDecl | None:
        for label in flat:
            for word in label.words:
                if word.type == "LABEL":
                    found = [self.label_of(s.id) for s in word.senses]
                    return next((f for f in found if f is not None), None)
        return None

    def kinds_of_event(self, decl: LabelDecl | None) -> tuple[str, ...]:
        if decl is None or decl.when is None:
            return ()
        said = f" {decl.when} "
        found = [k for k in self.vocabulary.all(KindDecl) if f" {k.name} " in said]
        longest = [k for k in found if not any(f" {k.name} " in f" {o.name} " and o.name != k.name for o in found)]
        return tuple(k.id for k in longest)

    def losing(self, flat: FlatLine) -> t.Effect | None:
        assert flat.condition is not None
        try:
            self.pending = []
            self.losing_said = True
            return t.If(self.conditions(flat.condition), t.Nothing(""))
        except Stop as stop:
            self.problem(stop)
            return None
        finally:
            self.losing_said = False
