"""Scenarios as they stand in files: what is given, done and expected, as plain values with the places they come from.

Must not know any declared word, nor how a game is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from cardwright.dsl.diagnostics import Finding, Span, finding
from cardwright.dsl.source import LoadedSet, Mapping, Name, Node, Scalar, inline_set
from cardwright.dsl.source import Sequence as SequenceNode

Plain = None | bool | int | str | list["Plain"] | dict[str, "Plain"]
KEYS = ("scenario", "rules", "cards", "given", "do", "expect", "note")


@dataclass(frozen=True)
class Entry:
    """One line of `do` or `expect`."""

    value: Plain
    span: Span


@dataclass(frozen=True)
class Scenario:
    """One scenario."""

    name: str
    span: Span
    rules: tuple[Name, ...]
    given: dict[str, Plain]
    do: tuple[Entry, ...]
    expect: tuple[Entry, ...]
    cards: Node | None = None
    set_name: str = ""  # the set its cards are sought in first
    findings: tuple[Finding, ...] = ()  # keys that could not be read: the scenario would prove less than it says
    position: Mapping | None = None  # `given` with its places

    @property
    def where(self) -> str:
        return f"{self.span.file.name}:{self.span.line}"

    def line_given(self, name: str = "") -> int:
        """The line of `given` in which that name is written; else of the scenario."""
        found = _written(self.position, name) if self.position is not None and name else None
        return (found or self.span).line


@dataclass
class ScenarioFile:
    """A scenario file:

    its own declarations as a set, one small set for the cards of each scenario, and the scenarios.
    """

    name: str
    own: LoadedSet | None
    inline: list[LoadedSet] = field(default_factory=list)
    scenarios: list[Scenario] = field(default_factory=list)
    requires: tuple[str, ...] = ()
    findings: list[Finding] = field(default_factory=list)


def _written(node: Node, name: str) -> Span | None:
    """Where a name is first written as a key or a value."""
    if isinstance(node, Scalar):
        return node.span if node.value == name else None
    if isinstance(node, SequenceNode):
        return next((found for item in node if (found := _written(item, name)) is not None), None)
    for key, value in node:
        found = key.span if key.value == name else _written(value, name)
        if found is not None:
            return found
    return None


def plain(node: Node) -> Plain:
    """A node without its places."""
    if isinstance(node, Scalar):
        if node.is_null or node.value == "-":
            return None
        if node.style == "plain":
            if node.as_bool is not None:
                return node.as_bool
            number = node.as_int
            if number is not None:
                return number
        return node.value
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node]
    return {key.value: plain(value) for key, value in node}


def read(root: Node, name: str, default: str) -> ScenarioFile:
    """The scenarios of a composed file. `default`: the set its scenarios use if it declares none."""
    made = ScenarioFile(name, None)
    listed: Node | None = root
    needs: tuple[Name, ...] = ()
    if isinstance(root, Mapping):
        listed = root.get("scenarios")
        needs = _own(made, root, name, default)
    if not isinstance(listed, SequenceNode):
        made.findings.append(finding("CW601", root.span))
        return made
    for at, item in enumerate(listed, 1):
        if not isinstance(item, Mapping):
            made.findings.append(finding("CW602", item.span))
            continue
        _scenario(made, item, at, needs or (Name(default, root.span),))
    made.requires = tuple(str(need) for need in needs) or (default,)
    return made


def _own(made: ScenarioFile, root: Mapping, name: str, default: str) -> tuple[Name, ...]:
    """The declarations at the top of the file, as a set."""
    title = root.get("set")
    wanted = root.get("requires")
    items: Iterable[Node] = wanted.items if isinstance(wanted, SequenceNode) else [] if wanted is None else [wanted]
    needs = tuple(item.name for item in items if isinstance(item, Scalar) and not item.is_null)
    declared = tuple((key, value) for key, value in root if key.value != "scenarios")
    if title is None and not declared:
        return needs
    own = title.value if isinstance(title, Scalar) and not title.is_null else _simple(name)
    if wanted is None:  # an empty list means none, for a game that shares nothing with the others
        needs = (Name(default, root.span),)
    made.own = inline_set(own, [Mapping(root.span, declared)], needs)
    return (Name(own, root.span),)


def _scenario(made: ScenarioFile, node: Mapping, at: int, needs: Sequence[Name]) -> None:
    before = len(made.findings)
    for key, _ in node:
        if key.value not in KEYS:
            made.findings.append(finding("CW603", key.span, key=key.value, known=", ".join(KEYS)))
    name = node.get("scenario")
    if not isinstance(name, Scalar) or name.is_null:
        made.findings.append(finding("CW602", node.span))
        return
    given, cards = node.get("given"), node.get("cards")
    if given is not None and not isinstance(given, Mapping):
        made.findings.append(finding("CW604", given.span, key="given", wanted="keys with values"))
        given = None
    set_name = str(needs[0])
    if cards is not None:
        set_name = f"{_simple(made.name)}-{at}"
        parts = tuple((key, value) for key, value in node if key.value == "cards")
        made.inline.append(inline_set(set_name, [Mapping(node.span, parts)], needs))
    rules = node.get("rules")
    named = rules.items if isinstance(rules, SequenceNode) else [] if rules is None else [rules]
    position = plain(given) if given is not None else {}
    do, expect = _entries(made, node, "do"), _entries(made, node, "expect")
    made.scenarios.append(
        Scenario(
            name.value,
            name.span,
            tuple(rule.name for rule in named if isinstance(rule, Scalar) and not rule.is_null),
            position if isinstance(position, dict) else {},
            do,
            expect,
            cards,
            set_name,
            tuple(made.findings[before:]),
            given,
        )
    )


def _entries(made: ScenarioFile, node: Mapping, key: str) -> tuple[Entry, ...]:
    value = node.get(key)
    if value is None or (isinstance(value, Scalar) and value.is_null):
        return ()
    if not isinstance(value, SequenceNode):
        made.findings.append(finding("CW604", value.span, key=key, wanted="a list"))
        return ()
    return tuple(Entry(plain(item), item.span) for item in value)


def _simple(name: str) -> str:
    """A set name out of a file name."""
    stem = name.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in stem) or "scenarios"
