"""What keywords say, in words: for questions, and for whoever looks at a card. Must not know bytecode."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.dsl.meaning import tree as t

from .abilities import Abilities
from .resolved import Resolver
from .rewriting import icons_said, substituted

_Key = tuple[str, tuple[t.Arg, ...], tuple[str, ...]]


class KeywordRules:
    """The rules of keywords as a card of these kinds has them, with their slots filled."""

    def __init__(self, abilities: Abilities) -> None:
        self.abilities = abilities
        self._known: dict[_Key, str] = {}

    def of(self, node: t.Node, reader: Resolver | None) -> tuple[str, ...]:
        """The rules of all keywords a text names, each once: “Beacon 2 — If you …”."""
        if reader is None:
            return ()
        return tuple(dict.fromkeys(rule for use in _uses(node) if (rule := self.rule(*use, reader))))

    def rule(self, keyword: str, args: tuple[t.Arg, ...], reader: Resolver) -> str:
        """The rule of one; “” where no kind of cards has one that can be said."""
        key = (keyword, args, self.abilities.face.kinds)
        if key not in self._known:
            self._known[key] = self._said(keyword, args, reader)
        return self._known[key]

    def _said(self, keyword: str, args: tuple[t.Arg, ...], reader: Resolver) -> str:
        declared = self.abilities.keywords.get(keyword)
        body = self.abilities.body_for(keyword, self.abilities.face.kinds)
        if body is None and declared is not None:
            does = [one for _, one in declared.bodies if not self.abilities.stands(one)]
            body = next(iter(does), None)
        if body is None:
            return ""
        head = reader.said(t.UseKeyword(keyword, None, args)).rstrip(".")
        lines = reader.said_lines(icons_said(substituted(body, args)))
        return f"{head} — {' / '.join(lines)}" if head and lines else ""


def _uses(node: t.Node) -> Iterator[tuple[str, tuple[t.Arg, ...]]]:
    for one in node.walk():
        if isinstance(one, t.UseKeyword | t.KeywordValue):
            yield one.keyword, one.args
