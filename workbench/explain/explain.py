"""An explanation as data: of a card, a code, a rule, a word. Must not know how it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cardwright.dsl.compile import Compiler, Declarations, ordered
from cardwright.dsl.diagnostics import Finding, Span, code, codes
from cardwright.dsl.source import LoadedSet
from cardwright.dsl.source import Mapping as MappingNode
from cardwright.dsl.words import Card, Declaration, Face, Label, Rule, Verb, WordClass
from cardwright.dsl.words.declare import DeclaredSet
from cardwright.dsl.words.reading import schema_of
from cardwright.runtime.bytecode.asm import disassemble
from cardwright.runtime.messages import MESSAGES
from cardwright.workbench.coverage.rules import Covered, coverage
from cardwright.workbench.wordbook.usage import said, usage
from cardwright.workbench.wordbook.words import Word

from .involved import Rulebook
from .model import Part
from .texts import Texts


@dataclass
class CardExplained:
    """A face: what is printed on it, its lines clause by clause, the rules it touches, its bytecode."""

    card: Card
    face: Face
    parts: list[Part] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    bytecode: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    @property
    def values(self) -> list[tuple[str, str]]:
        """What is printed beside the text, as name and value."""
        face = self.face
        made = [(_short(id), str(value)) for id, value in face.numbers.items()]
        made += [(_short(id), str(value)) for id, value in face.names.items()]
        if face.icons:
            made.append(("icons", " ".join(f"[{_short(icon)}]" for icon in face.icons)))
        made += [(_short(id), str(value)) for id, value in face.values.items()]
        return made

    def as_data(self) -> dict[str, object]:
        made: dict[str, object] = {
            "card": str(self.face.name),
            "kind": _short(self.face.kind),
            "set": self.card.set,
            "copies": self.card.copies,
            "values": dict(self.values),
            **place_data(self.card.span),
            "text": [part.text for part in self.parts],
            "lines": [part.as_data() for part in self.parts],
            "rules": [{"id": str(rule.name), "text": str(rule.text)} for rule in self.rules],
        }
        return {**made, "bytecode": self.bytecode} if self.bytecode else made


def explain_card(texts: Texts, card: Card, face: Face, *, bytecode: bool = False) -> CardExplained:
    """One face of a card. A text with findings has no lines, only these."""
    made = CardExplained(card, face)
    made.parts = texts.paraphrase(card, face)
    resolver = texts.resolvers[card.set]
    every = ordered((*resolver.findings, *texts.unlowered), texts.declarations)
    made.findings = [one for one in every if one.is_error and _within(one.span, face.span)]
    if made.findings:
        made.parts = []
    tree = texts.tree(card, face)
    item = texts.declarations.declared[card.set]
    if tree is not None and face.text is not None:
        rules = [rule for decl in (item.decl, *item.requires) for rule in decl.rules]
        keys = list(said(tree, {}))
        if any(label.icons for line in tree.lines for label in line.labels):
            keys += [(str(WordClass.LABEL), label.id) for label in item.vocabulary.all(Label) if "{" in label.name]
        made.rules = Rulebook(rules, item.vocabulary).involved(keys, _beside(keys, item))
    if bytecode and made.parts:
        made.bytecode = list(_bytecode(texts, card, face))
    return made


def _beside(keys: Sequence[tuple[str, str]], item: DeclaredSet) -> Iterator[str]:
    """The rules that are named in comments beside the declarations of some words, and in those of the procedures that
    verbs among them run.
    """
    wanted = set(keys)
    for decl in (item.decl, *item.requires):
        for one in decl.declarations():
            kind = type(one).__name__.lower()
            if (kind, one.id) in wanted:
                yield from _commented(one.span)
            if isinstance(one, Verb) and one.procedure is not None and (kind, one.id) in wanted:
                called = item.visible.find("procedures", one.procedure)
                yield from _commented(called.span) if called is not None else ()


def _commented(span: Span) -> Iterator[str]:
    """What comments name on the lines of a place."""
    for number in range(span.line, span.end_line + 1):
        _, mark, comment = span.file.line(number).partition(" #")
        if mark:
            yield from re.findall(r"(?<![\w.])[A-Z][A-Z0-9-]*-[A-Z0-9.-]*\d", comment)


def _bytecode(texts: Texts, card: Card, face: Face) -> Iterator[str]:
    """The procedures of a face, those its effects install included."""
    image = texts.image
    abilities = [image.abilities[at] for at in image.cards[texts.definition(card, face)].abilities]
    own = [ability.proc for ability in abilities if ability.proc >= 0]
    waiting = [at for at, proc in enumerate(image.procs) if proc.name.startswith(f"{face.name}: ")]
    for at in dict.fromkeys((*own, *waiting)):
        yield from disassemble(image, at).rstrip("\n").split("\n")
        yield ""


def _within(inner: Span, outer: Span) -> bool:
    return inner.file is outer.file and outer.start <= inner.start < outer.end


@dataclass
class CodeExplained:
    """A code: what it says, why, how to mend it, an example wrong and right."""

    code: str

    @property
    def known(self) -> bool:
        return self.code in codes()

    def as_data(self) -> dict[str, object]:
        if not self.known:
            return {"code": self.code, "severity": "error", "headline": MESSAGES[self.code]}
        entry = code(self.code)
        return {
            "code": entry.code,
            "severity": str(entry.severity),
            "headline": entry.headline,
            "why": entry.why.strip(),
            "fix": entry.fix.strip(),
            "wrong": entry.wrong,
            "right": entry.right,
        }


@dataclass
class RuleExplained:
    """A rule: what it says, how it is proven, where else the files of its set name it."""

    rule: Rule
    covered: Covered | None
    named: list[tuple[str, int, str]] = field(default_factory=list)  # file, line, what stands there

    def as_data(self) -> dict[str, object]:
        made = self.covered.as_data() if self.covered is not None else {"id": str(self.rule.name)}
        named = [{"file": file, "line": line, "text": text} for file, line, text in self.named]
        return {"rule": made.pop("id"), **made, **place_data(self.rule.span), "named": named}


def explain_rule(
    rule: Rule, declarations: Declarations, paths: Sequence[Path], given: Mapping[str, bytes]
) -> RuleExplained:
    """A rule with its proof; scenarios of the sets at these paths are counted."""
    found = next((one for one in coverage(paths, given).rules if one.rule.id == rule.id), None)
    loaded = declarations.loaded.sets.get(rule.set)
    return RuleExplained(rule, found, list(_named(str(rule.name), loaded)) if loaded is not None else [])


def _named(name: str, loaded: LoadedSet) -> Iterator[tuple[str, int, str]]:
    """Lines of a set's files that name a rule in a comment: the step or declaration that carries it out."""
    pattern = re.compile(rf"#.*(?<![\w.-]){re.escape(name)}(?![\w-]|\.\d)")
    for part in loaded.files:
        for number, line in enumerate(part.source.text.split("\n"), 1):
            if pattern.search(line):
                yield part.source.name, number, line.partition("#")[0].strip(" -")


@dataclass
class WordExplained:
    """A word: what it is declared as, its forms, where it stands, which cards use it."""

    word: Word
    declared: list[tuple[str, str, str]] = field(default_factory=list)  # key, value, what the key means
    said: list[str] = field(default_factory=list)
    printed: list[str] = field(default_factory=list)

    def as_data(self) -> dict[str, object]:
        declared = {key: value for key, value, _ in self.declared}
        return {**self.word.as_data(), "declared": declared, "said_by": self.said, "printed_on": self.printed}


def explain_words(words: Sequence[Word], declarations: Declarations, compiler: Compiler) -> list[WordExplained]:
    """Every meaning of a word."""
    used = usage(declarations, compiler)
    return [
        WordExplained(word, list(_declared(word)), _cards(used.said, word), _cards(used.printed, word))
        for word in words
    ]


def _cards(rows: Mapping[tuple[str, str], Sequence[Card]], word: Word) -> list[str]:
    return [str(card.name) for card in rows.get(word.key, ())]


def _declared(word: Word) -> Iterator[tuple[str, str, str]]:
    """The keys of a declaration as the file has them, each with what it means."""
    declaration = word.declaration
    if declaration is None or isinstance(declaration, Card) or not isinstance(declaration.node, MappingNode):
        return
    docs = _docs(type(declaration))
    for key, value in declaration.node:
        text = " ".join(value.span.text.split())
        yield key.value, text.removeprefix("| "), docs.get(key.value, "")


def _docs(cls: type[Declaration]) -> dict[str, str]:
    """What the keys of a declaration mean."""
    keys: Mapping[str, Mapping[str, str]] = schema_of(cls).get("properties", {})
    return {name: entry.get("description", "") for name, entry in keys.items()}


def place_data(span: Span | None) -> dict[str, object]:
    return {"file": span.file.name, "line": span.line, "column": span.column} if span is not None else {}


def _short(id: str) -> str:
    return id.rpartition(":")[2] or id
