"""From loaded sets to declared ones: schema, words, references, cards, clashes, set by set in the order of
requirements.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.schema.build import file_schema
from cardwright.dsl.schema.check import as_meant, check
from cardwright.dsl.source import LoadedSet, Mapping, Node, Scalar, Sequence

from .cards import CardReader, duplicates
from .clashes import check_clashes
from .consistency import check_consistency, doubtful
from .declared import Card, SetDecl
from .model import SECTIONS
from .reading import read_declaration, reader
from .refs import check_references, check_twice
from .setups import check_setups
from .visible import Visible
from .vocabulary import Vocabulary

_HEAD = ("set", "title", "language", "version", "requires", "note", "cards")


@dataclass
class DeclaredSet:
    """A declared set with what it can see."""

    decl: SetDecl
    requires: tuple[SetDecl, ...]
    visible: Visible
    vocabulary: Vocabulary  # for texts of cards
    inner: Vocabulary  # for declarations: with the words that only they may use
    findings: list[Finding] = field(default_factory=list)


def declare(loaded: LoadedSet, requires: tuple[SetDecl, ...], *, whole: bool = True) -> DeclaredSet:
    """Read everything a set declares. `requires` are all sets it can see, nearest first; `whole` is false if one is
    missing.
    """
    findings: list[Finding] = []
    reading = reader(loaded.name)
    sections: dict[str, list[Any]] = {section.name: [] for section in SECTIONS}
    further: dict[str, Node] = {}
    card_nodes: list[Node] = []
    head: dict[str, str] = {}
    for part in loaded.files:
        root = part.root
        if root is None:
            continue
        root, misspelt = as_meant(root, file_schema())
        findings += misspelt
        findings += check(root, file_schema())
        for section in SECTIONS:
            node = root.get(section.name)
            for item in node.items if isinstance(node, Sequence) else ():
                made = read_declaration(section.cls, item, reading)
                if made is not None:
                    sections[section.name].append(made)
        cards = root.get("cards")
        if cards is not None:
            card_nodes.append(cards)
        _read_head(root, head)
        known = {section.name for section in SECTIONS}
        further.update({key.value: value for key, value in root if key.value not in known and key.value not in _HEAD})
    findings += reading.findings
    decl = SetDecl(
        name=loaded.name,
        title=head.get("title", loaded.name),
        language=1,
        version=head.get("version", ""),
        requires=loaded.requires,
        span=loaded.place or loaded.files[0].source.span(0, 0),
        further=further,
        **{name: tuple(items) for name, items in sections.items()},
    )
    visible = Visible(decl, requires, whole=whole)
    findings += check_twice(decl)
    findings += check_references(decl, visible)
    findings += check_consistency(decl, visible)
    cards_read = CardReader(loaded.name, visible)
    made_cards: list[Card] = [card for node in card_nodes for card in cards_read.read(node)]
    findings += cards_read.findings
    findings += duplicates(made_cards)
    decl = replace(decl, cards=tuple(made_cards))
    visible.own = decl
    visible.sets = (decl, *requires)
    findings += check_setups(decl, visible)
    vocabulary = Vocabulary.of(decl, requires)
    findings += check_clashes(decl, requires, vocabulary)
    inner = Vocabulary.of(decl, requires, hidden=True)
    vocabulary.doubtful = inner.doubtful = doubtful(decl, visible)
    return DeclaredSet(decl, requires, visible, vocabulary, inner, findings)


def _read_head(root: Mapping, head: dict[str, str]) -> None:
    for key in ("title", "version"):
        node = root.get(key)
        if isinstance(node, Scalar) and key not in head:
            head[key] = node.value
