"""Entries of the bundled sets as sets of their own, and the places in them where somebody may make a mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardwright.dsl.compile import Compiler, CompileResult, compile_sets, ordered
from cardwright.dsl.diagnostics import Finding, finding
from cardwright.dsl.lower.image import Lowering
from cardwright.dsl.lower.verifying import refusals
from cardwright.dsl.meaning.renumber import renumbered
from cardwright.dsl.naming import nameless
from cardwright.dsl.sayings import read_all
from cardwright.dsl.source import LoadedSet, Mapping, Node, Scalar, Sequence, bundled

FILE = "mutant.yaml"
SET = "mutant"
WORD = re.compile(r"[A-Za-z][A-Za-z'-]*[A-Za-z]")
LISTED = ("kind", "class", "team")  # keys whose values are one of a list
FREE = ("name", "text", "cards")

Place = tuple[int, int]


@dataclass
class Unit:
    """One entry of a `cards:` list as a set of its own: its text, and places in it."""

    set: str
    name: str
    text: str
    words: list[Place] = field(default_factory=list)  # of texts of cards
    keys: list[Place] = field(default_factory=list)
    values: list[tuple[int, int, str]] = field(default_factory=list)  # single values with their keys
    lines: list[Place] = field(default_factory=list)  # of texts of cards
    signature: object = None


class Bench:
    """Compiles entries over the bundled sets, which are read once. `every`: only each so many-th entry is used."""

    def __init__(self, every: int = 1) -> None:
        self.compiler = Compiler()
        result = compile_sets([bundled()], compiler=self.compiler)
        assert result.image is not None, "the bundled sets do not compile"
        names = ", ".join(result.declarations.loaded.named)
        compile_sets(given={FILE: f"set: {SET}\nlanguage: 1\nrequires: [{names}]\n".encode()}, compiler=self.compiler)
        self.shared = (set(self.compiler._declared), set(self.compiler._resolvers))
        declared = result.declarations.declared
        self.icons: dict[str, list[str]] = {}
        for item in declared.values():
            for family in item.decl.icons:
                key = str(family.key_ or family.name)
                self.icons.setdefault(key, []).extend(str(icon) for icon in family.of)
        self.unused: list[str] = []
        nodes = [
            (name, node)
            for name in result.declarations.loaded.named
            for node in _entries(result.declarations.loaded.sets[name])
        ]
        made = (self._unit(name, node) for name, node in nodes[::every])
        self.units = [unit for unit in made if unit is not None]

    def check(self, text: str) -> CompileResult:
        """What `check` finds."""
        self._forget()
        return compile_sets(given={FILE: text.encode()}, compiler=self.compiler)

    def carry(self, text: str) -> CompileResult:
        """The same without lowering the cards of the bundled sets again, which have no findings (a test compares)."""
        self._forget()
        result = self.compiler.declare(given={FILE: text.encode()})
        if any(item.is_error for item in result.findings):
            return self.check(text)
        found = list(result.findings)
        resolvers = {name: self.compiler.resolver(item) for name, item in result.declared.items()}
        decls = [item.decl for item in result.declared.values()]
        uncarried: list[Finding] = []
        with self.compiler.trials.over(decls, resolvers):
            lowering = Lowering(decls, dict(resolvers), uncarried.append)
            lowering.begin()
            lowering.parts = []  # the declarations are those of the bundled sets
            for card in result.declared[SET].decl.cards:
                lowering.card(card)
            for what, place in refusals(lowering.image, lowering.parts):
                uncarried.append(finding("CW450", place, what=what))
        if not any(resolver.broken for resolver in resolvers.values()):
            found += uncarried
        found += [one for resolver in resolvers.values() for one in resolver.findings]
        found += nameless([(item.decl, resolvers[name]) for name, item in result.declared.items()], [SET])
        return CompileResult(None, ordered(found, result), {}, result)

    def read(self, text: str) -> list[Finding]:
        """The findings of `check` that need no bytecode: the same, or fewer, and much sooner."""
        self._forget()
        result = self.compiler.declare(given={FILE: text.encode()})
        found = list(result.findings)
        item = result.declared.get(SET)
        if item is not None:
            kept = self.compiler.resolver(item)
            read_all(item, kept)
            found += kept.findings
        return ordered(found, result)

    def _forget(self) -> None:
        """Keep of all that was compiled only what the mutants share."""
        for table, known in ((self.compiler._declared, self.shared[0]), (self.compiler._resolvers, self.shared[1])):
            for key in [key for key in table if key not in known]:
                del table[key]  # type: ignore[arg-type]

    def _unit(self, name: str, node: Node) -> Unit | None:
        source = node.span.file.text
        begin = source.rfind("\n", 0, node.span.start) + 1
        end = source.find("\n", node.span.end - 1)
        entry = source[begin : end if end >= 0 else len(source)].rstrip() + "\n"
        unit = Unit(name, _name(node), f"set: {SET}\nlanguage: 1\nrequires: [{name}]\ncards:\n{entry}")
        result = self.carry(unit.text)
        if result.findings:
            self.unused.append(f"{name}: {unit.name}: {result.findings[0].span} {result.findings[0].message}")
            return None
        unit.signature = self.signature(result)
        for card in result.declarations.declared[SET].decl.all_cards():
            for face in card.faces:
                for line in face.text.lines if face.text is not None else ():
                    start, stop = line.span().start, line.span().end
                    unit.lines.append((start, stop))
                    unit.words += [match.span() for match in WORD.finditer(unit.text, start, stop)]
        root = result.declarations.loaded.sets[SET].files[0].root
        assert root is not None
        below = root.get("cards")
        assert below is not None
        _walk(unit, below, "")
        return unit

    def signature(self, result: CompileResult) -> object:
        """All that the cards of an entry say."""
        declared = result.declarations.declared.get(SET)
        if declared is None:
            return None
        kept = self.compiler.resolver(declared)
        rows: list[object] = []
        for card in declared.decl.all_cards():
            for face in card.faces:
                tree = kept.card(card, face) if face.text is not None else None
                rows.append(
                    (
                        *(str(face.name), face.kind, face.side, card.copies, face.icons, face.text is None),
                        tuple((key, str(number)) for key, number in face.numbers.items()),
                        tuple((key, str(name)) for key, name in face.names.items()),
                        tuple((key, str(text)) for key, text in face.values.items()),
                        None if tree is None else renumbered(tree),
                    )
                )
        return rows


def _entries(loaded: LoadedSet) -> Iterator[Node]:
    for part in loaded.files:
        cards = part.root.get("cards") if part.root is not None else None
        yield from cards.items if isinstance(cards, Sequence) else ()


def _walk(unit: Unit, node: Node, key: str) -> None:
    if isinstance(node, Mapping):
        for name, value in node:
            unit.keys.append((name.span.start, name.span.end))
            _walk(unit, value, name.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            _walk(unit, item, key)
    elif isinstance(node, Scalar) and key not in FREE:
        unit.values.append((node.span.start, node.span.end, key))


def _name(node: Node) -> str:
    for key in ("name", "Hero Name", "Villain Group"):
        value = node.get(key) if isinstance(node, Mapping) else None
        if isinstance(value, Scalar):
            return value.value
    return "?"
