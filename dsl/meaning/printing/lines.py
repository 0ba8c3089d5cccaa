"""Lines of a card: labels, limits, bodies, set-up items; and the whole text of a face.

A label stands before a colon; icons stand side by side; several labels follow each other. Set-up lines and numbers of
labels are digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..tree import (
    Arg,
    Arith,
    Beside,
    CardText,
    Condition,
    Different,
    Effect,
    Happened,
    If,
    Is,
    Label,
    Line,
    Named,
    NameValue,
    Nothing,
    Num,
    Quant,
    RoleValue,
    Sel,
    Seq,
    SetupItem,
    UseKeyword,
    Value,
    ValueSort,
    Zone,
)
from .clauses import PERFORMER_ROLES, Tense
from .effects import Effects
from .english import capital, sentence, spaced, with_article

SUBJECTS = (*PERFORMER_ROLES, "subject")


class Lines(Effects):
    def line(self, line: Line) -> str:
        self.reset_subject()
        labels = " ".join(f"{self.label(label)}:" for label in line.labels)
        body = self.body(line)
        return f"{labels} {body}".strip()

    def body(self, line: Line) -> str:
        effect = line.body
        if any(isinstance(node, SetupItem) for node in effect.walk()):
            with self.saying(digits=True):
                return self.said_line(line)
        return self.said_line(line)

    def said_line(self, line: Line) -> str:
        effect = line.body
        self.among_others = isinstance(effect, Seq)
        if self.is_bare_keyword(effect):
            words = capital(self.effect(effect))
            return words
        words = self.effect(effect)
        if isinstance(effect, Nothing) or self.is_name_list(effect):
            return words
        if line.uses:
            words = f"{self.limit(line.uses)}, {words}"
        if line.labels and isinstance(effect, If) and isinstance(effect.then, Nothing):
            with self.saying(digits=True):
                words = f"when {self.come_about(effect.cond)}"
        return "\n".join(part if part.startswith("- ") else self.closed(part) for part in words.split("\n"))

    def come_about(self, condition: Condition) -> str:
        """What ends a game: as something that comes about, not as a state."""
        match condition:
            case Is(what=Zone() as pile, preds=(), state="empty", was=False):
                return f"{self.place_name(pile)} runs out"
            case Happened(event=event, args=args, period="game", negated=False):
                self.reset_subject()
                tense: Tense = "present" if any(arg.role in SUBJECTS for arg in args) else "perfect"
                with self.saying(some=True):
                    return self.clause(event, args, None, tense=tense, passive=True)
            case _:
                return self.condition(condition)

    def is_name_list(self, effect: Effect) -> bool:
        """Names and nothing else: no sentence."""
        if not isinstance(effect, SetupItem) or effect.where is not None:
            return False
        match effect.what:
            case Sel(quant=Quant(kind="the", n=None), where=(Named(value=NameValue()),)):
                return True
            case what:
                return not isinstance(what, Sel)

    def closed(self, words: str) -> str:
        return capital(words) if words.endswith(":") else sentence(words)

    def is_bare_keyword(self, effect: Effect) -> bool:
        """A keyword and nothing else is a heading, not a sentence."""
        match effect:
            case UseKeyword(form="" | "doubled", who=None, instead=(), using=()):
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
            words = self.several_of(item.what)
            if isinstance(item.what, ValueSort) and not item.what.options:
                words = f"{'a' if item.extra else 'Any'} {self.forms.word(item.what.sort)}"
            if item.extra:
                count, _, noun = words.partition(" ")
                words = f"{'an' if count in {'1', 'a', 'an'} else count} extra {noun}"
            where = self.place(item.where) if item.where is not None else ""
            if item.where is not None and words.endswith(" per player"):
                words, where = f"{self.place_name(item.where)} holds {words}", ""
        spans = [str(a) if a == b else f"{a}-{b}" for a, b in item.players]
        if self.among_others and self.is_included(item.what):
            return f"include {spaced([words, where])}"
        if not spans:
            return spaced([words, where])
        noun = "player" if spans == ["1"] else "players"
        return f"{', '.join(spans)} {noun}: {spaced([words, where])}"

    among_others: bool = False

    def is_included(self, what: Value) -> bool:
        """A name or a least number: what must be in the game among others."""
        return isinstance(what, NameValue) or (isinstance(what, Sel) and what.quant.kind == "at least")

    def several_of(self, what: Value) -> str:
        """ "6 …, plus the number of players": a number and what is added to it."""
        match what:
            case Sel(quant=Quant(kind="no"), where=(Different(attr=attr, same=True),)):
                nouns = self.several(replace(what, where=()))
                return f"no two {nouns} share {with_article(self.attribute(attr))}"
            case Sel(
                quant=Quant(kind="exactly", n=Arith(op="+" | "-" as op, left=Num() as first, right=more)) as quant
            ):
                words = self.value(replace(what, quant=replace(quant, n=first)))
                return f"{words}, {'plus' if op == '+' else 'minus'} {self.number(more)}"
            case _:
                return self.value(what)

    def card(self, text: CardText) -> list[str]:
        """All lines of a face, as they are written in a set file."""
        self.coined_here = frozenset(names_coined(text))
        lines: list[str] = []
        for group in alike(text.lines):
            said = self.line(group[0])
            if len(group) > 1:
                first = self.label(group[0].labels[0])
                joined = " or ".join(self.label(line.labels[0]) for line in group)
                said = joined + said.removeprefix(first)
            lines += said.split("\n")
        return lines


def alike(lines: tuple[Line, ...]) -> Iterator[list[Line]]:
    """Neighbours that differ in their label alone are one line: "Fight or Fail: …"."""
    group: list[Line] = []
    for line in lines:
        joined = bool(group) and line.body == group[-1].body and line.uses == group[-1].uses
        plain = len(line.labels) == 1 and line.labels[0].id and not (line.labels[0].numbers or line.labels[0].args)
        if (
            joined
            and plain
            and len(group[-1].labels) == 1
            and line.labels != group[-1].labels
            and group[-1].labels[0].id
        ):
            group.append(line)
            continue
        if group:
            yield group
        group = [line]
    if group:
        yield group


def is_plain(line: Line) -> bool:
    """One label, a word and nothing else."""
    return len(line.labels) == 1 and bool(line.labels[0].id) and line.labels[0] == Label(line.labels[0].id)


def same(line: Line, other: Line) -> bool:
    return line.body == other.body and line.uses == other.uses


def names_coined(text: CardText) -> Iterator[str]:
    """Nouns that the text itself introduces in quotation marks."""
    for node in text.walk():
        match node:
            case Arg(role="as", value=NameValue(attr="name", text=name)) | RoleValue(name=NameValue(text=name)):
                yield name
            case Beside(name=name) if name:
                yield name
            case _:
                pass
