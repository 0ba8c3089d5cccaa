"""Which declared words stand in the code: identifiers and literals of the packages against the words of bundled sets.

Identifiers and literals are split at `_`, case, spaces and punctuation; a declared phrase is hit where its pieces stand
in a row. Docstrings and comments are prose and do not count. It must not know any declared word itself: what may stand
in code is listed in `tests/data/english.yaml`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml import YAML

from cardwright.dsl.compile import Compiler
from cardwright.dsl.source import bundled
from cardwright.dsl.words import Vocabulary, WordClass

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("dsl", "runtime", "grammar")
NEVER = frozenset(
    {
        *(WordClass.KIND, WordClass.LABEL, WordClass.KEYWORD, WordClass.ICON, WordClass.POINT),
        *(WordClass.ZONE, WordClass.SPACE, WordClass.NAME, WordClass.NAMEKIND, WordClass.CARD),
    }
)
MESSAGE_KEYS = ("headline", "why", "fix")  # of a code; its examples are made of declared words on purpose
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")


@dataclass(frozen=True)
class Place:
    """An identifier or a literal, and where it stands."""

    file: str
    line: int
    text: str
    pieces: tuple[str, ...]


@dataclass
class Hit:
    """A declared phrase that stands in code."""

    phrase: tuple[str, ...]
    classes: frozenset[WordClass]
    places: list[Place] = field(default_factory=list)

    @property
    def word(self) -> str:
        return " ".join(self.phrase)

    @property
    def forbidden(self) -> bool:
        """It is a word that no primitive of the machine may own."""
        return bool(self.classes & NEVER)


def pieces(text: str) -> tuple[str, ...]:
    """The words of an identifier or a literal, lower case."""
    return tuple(piece.lower() for piece in _PIECE.findall(text.replace("'", "")))


def declared() -> dict[tuple[str, ...], frozenset[WordClass]]:
    """Every phrase that a bundled set declares, by its pieces. Words that no card may use count as names of steps."""
    found: dict[tuple[str, ...], set[WordClass]] = {}

    def add(phrase: str, *classes: WordClass) -> None:
        key = pieces(re.sub(r"\{[^}]*\}", " ", phrase))
        if key and not all(piece.isdigit() for piece in key):
            found.setdefault(key, set()).update(classes)

    for made in Compiler().declare([bundled()]).declared.values():
        for phrase, entries in Vocabulary.of(made.decl).entries.items():
            add(phrase, *(entry.word for entry in entries))
        for zone in made.decl.zones:
            add(str(zone.name), WordClass.STEP if zone.hidden_word else WordClass.ZONE)
        for table in made.decl.setup:
            add(str(table.name), WordClass.STEP)
    return {key: frozenset(classes) for key, classes in found.items()}


def code_places() -> Iterator[Place]:
    """All identifiers and literals of the packages: Python, the grammar, function words."""
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield from _python(path)
        for path in sorted((ROOT / folder).rglob("*.lark")):
            yield from _lark(path)
        for path in sorted((ROOT / folder).rglob("*.asm")):
            yield from _lines(path)
    for path in sorted((ROOT / "grammar").glob("*.yaml")):
        yield from _yaml(path, YAML(typ="safe", pure=True).load(path.read_text("utf-8")))
    for path in sorted((ROOT / "dsl").rglob("codes/*.yaml")):
        rows = YAML(typ="safe", pure=True).load(path.read_text("utf-8"))
        yield from _yaml(path, [[row.get(key) for key in MESSAGE_KEYS] for row in rows])


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _python(path: Path) -> Iterator[Place]:
    tree = ast.parse(path.read_text("utf-8"), str(path))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for call in ast.walk(tree):
        if isinstance(call, ast.Call):
            prose |= {id(word.value) for word in call.keywords if word.arg == "doc"}
            prose |= {id(part) for word in call.keywords if word.arg == "doc" for part in ast.walk(word.value)}
    modules = {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name in sys.stdlib_module_names
    }
    for node in ast.walk(tree):  # names that Python's own library gives, such as re.sub
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            node.attr = "attr"
    for text, line in _parts(tree, prose):
        yield Place(_name(path), line, text, pieces(text))


def _parts(tree: ast.AST, prose: set[int]) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield text, line
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
                yield text, line
            case ast.FunctionDef(name=text) | ast.AsyncFunctionDef(name=text) | ast.ClassDef(name=text):
                yield text, line
            case ast.keyword(arg=str(text)):
                yield text, line
            case ast.ImportFrom(module=str(text)):
                yield text, line
            case ast.alias(name=text, asname=other):
                yield text, line
                if other:
                    yield other, line
            case _:
                pass


def _lark(path: Path) -> Iterator[Place]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        code = line.split("//", 1)[0]
        for word in re.findall(r"[A-Za-z_]+", code):
            yield Place(_name(path), number, word, pieces(word))


def _lines(path: Path) -> Iterator[Place]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        code = line.split(";", 1)[0]
        yield Place(_name(path), number, code.strip(), pieces(code))


def _yaml(path: Path, data: object) -> Iterator[Place]:
    def walk(node: object) -> Iterator[str]:
        if isinstance(node, Mapping):
            for key, value in node.items():
                yield str(key)
                yield from walk(value)
        elif isinstance(node, Sequence) and not isinstance(node, str):
            for item in node:
                yield from walk(item)
        elif node is not None:
            yield str(node)

    for text in walk(data):
        plain = re.sub(r"\{[^}]*\}", " ", text)
        yield Place(_name(path), 0, text, pieces(plain))


def hits(words: Mapping[tuple[str, ...], frozenset[WordClass]], places: Iterable[Place]) -> dict[str, Hit]:
    """The declared phrases that stand in code, by phrase."""
    longest = max(map(len, words), default=0)
    found: dict[str, Hit] = {}
    for place in places:
        for start in range(len(place.pieces)):
            for stop in range(start + 1, min(start + longest, len(place.pieces)) + 1):
                phrase = place.pieces[start:stop]
                if phrase in words:
                    hit = found.setdefault(" ".join(phrase), Hit(phrase, words[phrase]))
                    hit.places.append(place)
    return dict(sorted(found.items()))


def english(part: str = "words") -> dict[str, str]:
    """The English words that may stand in code, each with the primitive that owns it."""
    data = YAML(typ="safe", pure=True).load((ROOT / "tests" / "data" / "english.yaml").read_text("utf-8"))
    return {str(word): str(owner) for word, owner in data[part].items()}


def homographs() -> dict[str, str]:
    """The few words that are a label and the design's own name of something public."""
    return english("homographs")


def main() -> None:
    """Print every hit with its places."""
    for word, hit in hits(declared(), code_places()).items():
        files = sorted({f"{place.file}:{place.line}" for place in hit.places})
        mark = "!! " if hit.forbidden else ""
        print(f"{mark}{word} ({', '.join(sorted(hit.classes))}): {len(hit.places)} in {files[:6]}")


if __name__ == "__main__":
    main()
