"""Law 2, the real proof: sets with every declared word replaced compile to the same image and play the same game.

`renamed_files` gives the files of sets with all names, keys and texts renamed; `skeleton` is an image without its name
tables and debug text. Texts are printed anew by the canonical printer where trees are at hand (`printed`), else renamed
as they stand. It must not know any declared word, only the forms of declarations (model.py) and of cards.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cardwright.dsl.source import LoadedSet, Node, Scalar, Sequence
from cardwright.dsl.source import Mapping as Keys
from cardwright.dsl.source.nodes import LITERAL
from cardwright.dsl.words import model
from cardwright.dsl.words.fields import GENERAL
from cardwright.dsl.words.shapes import Choice, Flag, LangMap, Many, Raw, Whole
from cardwright.runtime.bytecode.image import Image

from .wordmap import WordMap

# Keys of declarations whose values the program itself acts on, although their form is any word.
OWN_VALUES = frozenset(("ends", "offer", "enter", "set up", "preposition", "takes", "subject"))
STEP_KEYS = frozenset(("step", "else", "then", "before", "after", "instead of"))
SLOT_KEYS = frozenset(("of", "each", "with"))  # keys of mappings whose own keys are `{slots}`
TABLE_KEYS = frozenset(
    (
        "slots",
        "each player",
        "stacks",
        "out",
        "like",
        "default",
        "hand",
        "check",
        "players",
        "table",
        "joins",
        "start",
        "leads",
        "without",
        "at least",
        "score",
    )
)
SLOT_ROWS = frozenset(("slot", "choose", "to", "with", "of", "each", "from", "deal", "in full", "parts", "name"))

Printed = Callable[[Scalar], "list[str] | None"]  # the lines of a text, printed anew, by the node it stands in


@dataclasses.dataclass
class Edit:
    start: int
    end: int
    text: str


class Renamer:
    """The edits of one file."""

    def __init__(self, words: WordMap, printed: Printed | None = None) -> None:
        self.words = words
        self.printed = printed
        self.edits: list[Edit] = []
        self.reprinted = 0

    def file(self, source: str, root: Node | None) -> str:
        """The renamed file."""
        self.edits = []
        sections = {section.name: section.cls for section in model.SECTIONS}
        for key, value in root if isinstance(root, Keys) else ():
            if key.value in sections:
                for item in value.items if isinstance(value, Sequence) else ():
                    self.declaration(item, sections[key.value])
            elif key.value == "cards":
                self.cards(value)
        made = source
        for edit in sorted(self.edits, key=lambda one: -one.start):
            made = made[: edit.start] + edit.text + made[edit.end :]
        return made

    # -- scalars -----------------------------------------------------------------------------------------------

    def scalar(self, node: Scalar, rename: Callable[[str], str] | None = None) -> None:
        start, end = node.span.start, node.span.end
        old = node.span.file.text[start:end]
        made = (rename or self.words.renamed)(old)
        if made != old:
            self.edits.append(Edit(start, end, made))

    def all(self, node: Node, keys: bool = True) -> None:
        """Every scalar of a node."""
        match node:
            case Scalar():
                self.scalar(node)
            case Sequence():
                for item in node.items:
                    self.all(item, keys)
            case Keys():
                for key, value in node:
                    if keys:
                        self.scalar(key)
                    self.all(value, keys)

    # -- declarations ------------------------------------------------------------------------------------------

    def declaration(self, node: Node, cls: type[model.Declaration]) -> None:
        if not isinstance(node, Keys):
            return
        known = {
            field.metadata["name"] or field.name.rstrip("_").replace("_", " "): field.metadata["shape"]
            for field in dataclasses.fields(cls)
            if "shape" in field.metadata
        }
        for key, value in node:
            if key.value not in known:
                self.rest(key, value, cls)
            elif key.value not in OWN_VALUES:
                self.value(key.value, value, known[key.value], cls)

    def value(self, key: str, node: Node, shape: object, cls: type[model.Declaration]) -> None:
        match shape:
            case Choice() | Flag() | Whole():
                return
            case Many():
                for item in node.items if isinstance(node, Sequence) else ():
                    self.declaration(item, model.Step)
            case LangMap() | Raw() if isinstance(node, Keys) and key in ("players", "table"):
                self.all(node)
            case LangMap() | Raw() if isinstance(node, Keys) and key in SLOT_KEYS:
                for _, value in node:
                    self.all(value)
            case _ if key in STEP_KEYS and cls is model.Step and isinstance(node, Scalar):
                self.scalar(node, self.words.step)
            case _:
                self.all(node)

    def rest(self, key: Scalar, value: Node, cls: type[model.Declaration]) -> None:
        """Bodies of keywords under their kinds; rows of set-up tables."""
        if cls is not model.Setup:
            self.scalar(key)
            self.all(value)
        elif key.value not in ("hand", "default"):
            if key.value not in TABLE_KEYS:
                self.scalar(key)
            if key.value == "slots":
                for row in value.items if isinstance(value, Sequence) else ():
                    for name, item in row if isinstance(row, Keys) else ():
                        if name.value not in SLOT_ROWS:
                            self.scalar(name)
                        self.all(item)
            else:
                self.all(value)

    # -- cards -------------------------------------------------------------------------------------------------

    def cards(self, node: Node) -> None:
        for item in node.items if isinstance(node, Sequence) else ():
            for key, value in item if isinstance(item, Keys) else ():
                folded = key.value.casefold()
                if folded == "cards":
                    self.cards(value)
                elif folded == "text" and isinstance(value, Scalar):
                    self.text(value)
                elif folded == "faces":
                    self.faces(value)
                elif folded in GENERAL:
                    self.all(value)
                else:
                    self.scalar(key)
                    self.part(value)

    def part(self, value: Node) -> None:
        """The value of a card's key: cards that belong to it, or any words."""
        inside = value.get("cards") if isinstance(value, Keys) else value
        if isinstance(inside, Sequence) and any(isinstance(item, Keys) for item in inside.items):
            self.cards(inside)
        else:
            self.all(value)

    def faces(self, node: Node) -> None:
        rows = list(node) if isinstance(node, Keys) else []
        for key, value in rows:
            self.scalar(key)
            self.cards(Sequence(value.span, (value,)))
        if isinstance(node, Sequence):
            self.cards(node)

    def text(self, node: Scalar) -> None:
        lines = self.printed(node) if self.printed is not None else None
        if lines is None:
            self.scalar(node)
            return
        self.reprinted += len(lines)
        source = node.span.file.text
        if node.style != LITERAL:
            quote = '"' if '"' not in lines[0] else "'"
            self.edits.append(Edit(node.span.start, node.span.end, f"{quote}{lines[0]}{quote}"))
            return
        first = source.index("\n", node.span.start) + 1
        row = source[first : source.index("\n", first)]
        margin = " " * (len(row) - len(row.lstrip(" ")))
        end = node.span.end
        tail = source[first:end]
        made = "".join(f"{margin}{line}\n" for line in lines)
        self.edits.append(Edit(first, end, made if tail.endswith("\n") else made.rstrip("\n")))


def renamed_files(loaded: LoadedSet, words: WordMap, printed: Printed | None = None) -> Iterator[tuple[str, str, int]]:
    """Name, renamed text, and number of reprinted lines of each file of a set."""
    for part in loaded.files:
        renamer = Renamer(words, printed)
        made = renamer.file(part.source.text, part.root)
        yield Path(part.source.name).name, made, renamer.reprinted


# -- images ----------------------------------------------------------------------------------------------------

DEBUG = {
    "Image": ("names", "rules"),
    "CardDef": ("text", "rules"),
    "EventDef": ("log",),
    "ProcDef": ("name",),
    "SentenceDef": ("file", "line", "column", "end_line", "end_column", "text", "modes", "texts", "asks", "rules"),
}


def skeleton(value: object) -> object:
    """An image as plain data without what may differ: names, texts, places."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        left_out = DEBUG.get(type(value).__name__, ())
        return {
            field.name: skeleton(getattr(value, field.name))
            for field in dataclasses.fields(value)
            if field.name not in left_out
        }
    if isinstance(value, Mapping):
        return {str(key): skeleton(inner) for key, inner in value.items()}
    if isinstance(value, (tuple, list)):
        return [skeleton(inner) for inner in value]
    return value


def differences(left: object, right: object, at: str = "image") -> Iterator[str]:
    """Where two skeletons differ."""
    if isinstance(left, dict) and isinstance(right, dict):
        for key in (*left, *(key for key in right if key not in left)):
            if key not in left or key not in right:
                yield f"{at}.{key}: only in one"
            else:
                yield from differences(left[key], right[key], f"{at}.{key}")
    elif isinstance(left, list) and isinstance(right, list):
        if len(left) != len(right):
            yield f"{at}: {len(left)} and {len(right)} members"
        for place, (one, other) in enumerate(zip(left, right, strict=False)):
            yield from differences(one, other, f"{at}[{place}]")
    elif left != right:
        yield f"{at}: {left!r} and {right!r}"


def compare(old: Image, new: Image) -> list[str]:
    """The differences of two images that are no names, texts or places."""
    return list(differences(skeleton(old), skeleton(new)))
