"""Suggestions for keys and values of a set, tried before they are given: the file is declared anew with the word in its
place, and the card in which it stands is read and lowered. Texts of cards are tried where they are read.

Must not know what a key means.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.dsl.diagnostics import Finding
from cardwright.dsl.lower.trying import Trials

if TYPE_CHECKING:
    from cardwright.dsl.compile import Compiler, Declarations

TRIES = 24  # of one compilation: a hostile file has very many mistakes
Declare = Callable[["Compiler", str, str], "Declarations | None"]


def proposed(
    findings: Iterable[Finding], known: Iterable[Finding], compiler: Compiler, declare: Declare
) -> list[Finding]:
    """These findings of declarations with those suggestions that hold. `known` are the findings of texts beside them;
    `declare(compiler, file, text)` declares all sets with another text of one file, None if it is not theirs.
    """
    listed = list(findings)
    before = Counter((item.code, item.message) for item in (*listed, *known) if item.is_error)
    left = TRIES
    made: list[Finding] = []
    for item in listed:
        kept: list[str] = []
        for word in item.suggestions:
            left -= 1
            if left >= 0 and _holds(item, word, before, compiler, declare):
                kept.append(word)
        made.append(replace(item, suggestions=tuple(kept)))
    return made


def _holds(item: Finding, word: str, before: Counter[tuple[str, str]], compiler: Compiler, declare: Declare) -> bool:
    """Whether the finding is gone with this word, and no error is there that was not there before."""
    text = item.span.file.text
    beside = compiler.beside()
    result = declare(beside, item.span.file.name, text[: item.span.start] + word + text[item.span.end :])
    if result is None:
        return True
    allowed = before - Counter({(item.code, item.message): 1})
    if not _errors(result.findings) <= allowed:
        return False
    resolvers = {name: beside.resolver(one) for name, one in result.declared.items()}
    trials = Trials()
    whole = not any(one.is_error for one in result.findings)
    for name, one in result.declared.items():
        for card in one.decl.cards:
            place = card.span
            if place.file.name != item.span.file.name or not place.start <= item.span.start < place.end:
                continue
            for inner in card.with_parts():
                for face in inner.faces:
                    read = resolvers[name].card(inner, face) if face.text is not None else None
                    if not whole or read is None or face.text is None:
                        continue
                    decls = [each.decl for each in result.declared.values()]
                    with trials.over(decls, resolvers):
                        if not trials.carries(inner, face, face.text, read):
                            return False
            if not _errors(resolvers[name].findings) <= allowed:
                return False
    return True


def _errors(findings: Iterable[Finding]) -> Counter[tuple[str, str]]:
    return Counter((item.code, item.message) for item in findings if item.is_error)
