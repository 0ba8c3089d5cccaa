"""Explanations for people: lines of text, wrapped. Must not know where they come from."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from cardwright.dsl.diagnostics import Span

from .explain import CardExplained, CodeExplained, RuleExplained, WordExplained
from .model import Clause, Part
from .phrases import FACETS

WIDTH = 100
_TITLE = max(len(title) for title in FACETS.values()) + 2


def card_lines(made: CardExplained) -> Iterator[str]:
    """A card: its head, its text, the paraphrase, the rules it touches, its bytecode."""
    kind = made.face.kind.rpartition(":")[2]
    yield f"{made.face.name}: {kind} of {made.card.set} ({_place(made.card.span)})"
    values = [f"{name} {value}" for name, value in made.values]
    copies = "1 copy" if made.card.copies == 1 else f"{made.card.copies} copies"
    yield f"  {', '.join((*values, copies))}"
    if not made.parts:
        yield ""
        yield "It has no text."
    else:
        yield ""
        for part in made.parts:
            for row in part.text.split("\n"):  # the ways of a choice may stand one below the other
                yield from _wrapped(row, "  ", "    ")
    for part in made.parts:
        yield ""
        yield from _part(part)
    if made.rules:
        yield ""
        yield "Rules it touches:"
        for rule in made.rules:
            yield from _wrapped(f"{rule.name}  {_flat(str(rule.text))}", "  ", "    ")
    if made.bytecode:
        yield ""
        yield "Bytecode:"
        yield from (f"  {line}".rstrip() for line in made.bytecode)


def _part(part: Part) -> Iterator[str]:
    yield from _wrapped(f"{part.moment}:", "", "  ")
    for clause in part.clauses:
        yield from _clause(clause)


def _clause(clause: Clause) -> Iterator[str]:
    margin = "  " * (1 + clause.number.count("."))
    head = f"{clause.number}. "
    yield from _wrapped(head + clause.says, margin, margin + " " * len(head))
    inner = margin + "     "
    for title, said in clause.facets():
        yield from _wrapped(f"{title:<{_TITLE}}{said}", inner, inner + " " * _TITLE)
    for said in clause.refers:
        yield from _wrapped(said, inner, inner + "  ")


def code_lines(made: CodeExplained) -> Iterator[str]:
    """A code: headline, why, fix, and an example wrong and right."""
    data = made.as_data()
    yield f"{data['severity']}[{data['code']}]: {data['headline']}"
    if not made.known:
        yield ""
        yield "The machine says this when it refuses an image, a save, a set-up, an answer or a message."
        return
    for key in ("why", "fix"):
        if data[key]:
            yield ""
            yield from _wrapped(_flat(str(data[key])), "", "")
    for key in ("wrong", "right"):
        yield ""
        yield f"{key.capitalize()}:"
        yield from (f"  {line}".rstrip() for line in _example(data[key]))


def _example(example: object) -> list[str]:
    if isinstance(example, str):
        return example.rstrip("\n").split("\n")
    if not isinstance(example, Mapping):
        return [str(example)]
    lines: list[str] = []
    for key, value in example.items():
        if key in ("files", "paths") and isinstance(value, Mapping):
            for name, text in value.items():
                lines += [f"# {name}", *_example(text)]
        elif isinstance(value, str) and "\n" in value:
            lines += [f"{key}: |", *(f"  {line}" for line in value.rstrip("\n").split("\n"))]
        else:
            lines.append(f"{key}: {value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)}")
    return lines


def rule_lines(made: RuleExplained) -> Iterator[str]:
    """A rule: its text, its proof, its scenarios, where else it is named."""
    rule = made.rule
    yield f"{rule.name}: rule of {rule.set} ({_place(rule.span)})"
    yield ""
    yield from _wrapped(_flat(str(rule.text or rule.does or "")), "  ", "  ")
    if rule.does is not None and rule.text is not None:
        yield from _wrapped(f"As the game carries it out: {_flat(str(rule.does))}", "  ", "    ")
    if made.covered is not None:
        yield ""
        yield f"Proof: {made.covered.proof}; {made.covered.state}"
        for said in (rule.because, rule.test):
            if said is not None:
                yield from _wrapped(str(said), "  ", "    ")
        for scenario in made.covered.scenarios:
            yield from _wrapped(f"· {scenario.name} ({scenario.where})", "  ", "    ")
    if made.named:
        yield ""
        yield "Named in:"
        for file, line, text in made.named:
            yield from _wrapped(f"{file}:{line}  {text}".rstrip(), "  ", "    ")


def word_lines(made: WordExplained) -> Iterator[str]:
    """A word: what it is, its forms, how it is declared, who uses it."""
    word = made.word
    of = f" of {word.of}" if word.of else ""
    where = (
        f"{word.kind}{of}, declared by {word.set} ({_place(word.place)})" if word.set else f"{word.of} of the language"
    )
    yield f"{word.phrase}: {where}"
    if word.forms:
        yield from _wrapped(
            "forms: " + ", ".join(f"{form} “{said}”" for form, said in word.forms.items()), "  ", "    "
        )
    if word.also:
        yield from _wrapped("also understood: " + ", ".join(f"“{one}”" for one in word.also), "  ", "    ")
    for key, value, meaning in made.declared:
        yield from _wrapped(f"{key}: {value}", "  ", "    ")
        if meaning:
            yield from _wrapped(f"({meaning})", "      ", "      ")
    for title, cards in (("said by", made.said), ("printed on", made.printed)):
        if cards:
            yield from _wrapped(f"{title}: {', '.join(cards)}", "  ", "    ")


def _wrapped(text: str, first: str, rest: str) -> Sequence[str]:
    lines = wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return lines or [first]


def _flat(text: str) -> str:
    return " ".join(text.split())


def _place(span: Span | None) -> str:
    return f"{span.file.name}:{span.line}" if span is not None else ""
