"""What keywords say, in words: for questions, and for whoever looks at a card. Must not know bytecode."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl.meaning import tree as t

from .abilities import Abilities
from .keyworded import keywords_only
from .resolved import Resolver
from .rewriting import icons_said, substituted

_Key = tuple[str, tuple[t.Arg, ...], bool, tuple[str, ...]]


class KeywordRules:
    """The rules of keywords as a card of these kinds has them, with their slots filled."""

    def __init__(self, abilities: Abilities) -> None:
        self.abilities = abilities
        self._known: dict[_Key, str] = {}

    def of(self, node: t.Node, reader: Resolver | None, had: bool = False) -> tuple[str, ...]:
        """The rules of all keywords a text names, each once: “Beacon 2 — If you …”. `had`: it is of a line of keywords
        that the card has.
        """
        if reader is None:
            return ()
        return tuple(dict.fromkeys(rule for use in _uses(node, had) if (rule := self.rule(*use, reader))))

    def rule(self, keyword: str, args: tuple[t.Arg, ...], had: bool, reader: Resolver) -> str:
        """The rule of one that a card has (`had`) or that somebody does; “” where no kind of cards has one that can
        be said.
        """
        key = (keyword, args, had, self.abilities.face.kinds)
        if key not in self._known:
            self._known[key] = self._said(keyword, args, had, reader)
        return self._known[key]

    def _said(self, keyword: str, args: tuple[t.Arg, ...], had: bool, reader: Resolver) -> str:
        of = self.abilities
        body = of.body_for(keyword, of.face.kinds) if had else None
        body = body or of.body_done(keyword, None)
        if body is None:
            return ""
        head = reader.said(t.UseKeyword(keyword, None, args)).rstrip(".")
        lines = reader.said_lines(icons_said(substituted(body, args)))
        return f"{head} — {' / '.join(lines)}" if head and lines else ""


def _uses(node: t.Node, had: bool = False) -> Iterator[tuple[str, tuple[t.Arg, ...], bool]]:
    """Keywords with their slots, and whether the card (or who is given it) has the keyword: else somebody does it."""
    if isinstance(node, t.KeywordValue):
        yield node.keyword, node.args, True
    if isinstance(node, t.UseKeyword):
        yield node.keyword, node.args, had
    alone = isinstance(node, t.Line) and not node.labels and keywords_only(node.body)
    for child in node.children():
        yield from _uses(child, alone or had and isinstance(node, t.Seq))
