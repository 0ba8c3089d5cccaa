"""Texts of cards and values of declarations as typed trees, with findings where they stand in the file.

This is what lowering asks (`dsl.lower.resolved.Resolver`). It knows the vocabulary of one set; it must not know
bytecode.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardwright.dsl.diagnostics import Finding, Label, Span, finding, replacement
from cardwright.dsl.source import Text, TextLine, plain_text
from cardwright.dsl.text.characters import look_alikes
from cardwright.dsl.text.coin import near_coined
from cardwright.dsl.text.lexicon import Entry, Lexicon
from cardwright.dsl.text.parser import Context, parse_condition, parse_line, parse_row
from cardwright.dsl.text.problems import Problem
from cardwright.dsl.text.words import lexicon_of, own_names
from cardwright.dsl.words import Card, Face, Form, Kind, Vocabulary, WordClass, Zone
from cardwright.dsl.words import Entry as Declared

from . import tree as t
from .base import YOU
from .clauses import PLACES
from .consequences import SOFT
from .context import Carrier, Row, Stop
from .formless import used_as_verb
from .label_heads import labels_of, no_label
from .layout import goes_on, indented, own_row, too_far
from .printing import Unprintable, canonical, print_effect
from .printing.words import VocabularyForms
from .repairs import Repairs
from .resolve import Resolver, resolve_lines
from .unresolved import Unresolved

TWICE = re.compile(r"\b(\w[\w']*) \1\b", re.IGNORECASE)
COINED = "this name is given here"
DECLARED = "it is declared here"
HOME_WORDS = frozenset(("home", "required"))
Carries = Callable[[Card, Face, Text, t.CardText], bool]


def anything(card: Card, face: Face, text: Text, read: t.CardText) -> bool:
    """Where nothing is lowered, whatever can be read will do."""
    return True


class TextResolver:
    """One set's texts. Findings are appended to the list it is given. `carries` says whether a text that is suggested
    for a face could be carried.
    """

    def __init__(self, vocabulary: Vocabulary, set: str, findings: list[Finding], carries: Carries = anything) -> None:
        self.vocabulary = vocabulary
        self.set = set
        self.findings = findings
        self.repairs = Repairs(vocabulary)
        self.carries = carries

    # -- cards
    def card(self, card: Card, face: Face) -> t.CardText | None:
        """All lines of a face; None if one of them has a finding."""
        if face.text is None:
            return t.CardText(())
        kinds = (face.kind,)
        extra = [Entry(name, "name", f"{self.set}:{name}", "sg") for name in self.part_names(card)]
        carrier = Carrier(kinds, self.self_names(face), self.set, {}, self.is_living(face))
        return self.lines(face.text, carrier, extra, lambda text, read: self.carries(card, face, text, read))

    def is_living(self, face: Face) -> bool:
        """Whether "it" and "he" may mean the card itself: not on cards that work in front of a player."""
        kind = self.vocabulary.declaration(face.kind, Kind)
        if kind is None or not kind.works_in:
            return True
        zones = {str(z.name): z.of for z in self.vocabulary.all(Zone)}
        return any(zones.get(str(name)) != "player" for name in kind.works_in)

    def part_names(self, card: Card) -> list[str]:
        return []

    def self_names(self, face: Face) -> tuple[str, ...]:
        """A card's own name and parts of it, as far as no word that is declared or of the language is meant by them."""
        known, lexicon = self.vocabulary, lexicon_of(self.vocabulary)
        found: list[str] = []
        for name in own_names(str(face.name)):
            entries = known.lookup(name)
            said = any(e.word.value not in ("card", "name") for e in entries)
            said = said or any(s.kind in ("", "function") for s in lexicon.trie.has(name.lower()))
            if name == str(face.name) or not said:
                found.append(name)
        return tuple(dict.fromkeys(found))

    def lines(
        self,
        text: Text,
        carrier: Carrier,
        extra: Sequence[Entry] = (),
        carries: Callable[[Text, t.CardText], bool] = lambda text, read: True,
    ) -> t.CardText | None:
        bad = {number for number, line in enumerate(text.lines) if self.characters(line, not number)}
        bad |= {number - 1 for number in bad if goes_on(text.lines[number])}
        result = resolve_lines([line.text for line in text.lines], self.vocabulary, carrier, extra)
        for number, problem in self.said_twice(result.problems, text, carrier, extra, carries):
            doubt = any(head in text.lines[number].text for head in self.vocabulary.doubtful)
            if number not in bad and not doubt:  # the odd character, or the keyword, is the cause
                own = (*carrier.names, *(entry.phrase for entry in extra))
                near = coinages(problem, number, text) if problem.code == "unknown" else []
                near += [(text.lines[number + n].span(a, b), said) for n, a, b, said in problem.others if n]
                fine = self.reads(text, number, carrier, extra, carries)
                self.report(problem, text.lines[number], fine, own, near, carrier)
        return None if bad else result.text

    def said_twice(
        self,
        problems: Sequence[tuple[int, Problem]],
        text: Text,
        carrier: Carrier,
        extra: Sequence[Entry],
        carries: Callable[[Text, t.CardText], bool],
    ) -> Iterator[tuple[int, Problem]]:
        """The problems; of a line that could be read if a word did not stand in it twice in a row, that alone."""
        found: dict[int, Problem] = {}
        for number in dict.fromkeys(at for at, one in problems if one.code not in SOFT and one.code != "twice"):
            line = text.lines[number].text
            for match in TWICE.finditer(line):
                made = Problem("twice", match.start(), match.end(), match.group(1), fix=match.group(1))
                if self.reads(text, number, carrier, extra, carries)(_instead(line, made)):
                    found[number] = made
                    break
        yield from found.items()
        yield from ((number, one) for number, one in problems if number not in found)

    def reads(
        self,
        text: Text,
        number: int,
        carrier: Carrier,
        extra: Sequence[Entry],
        carries: Callable[[Text, t.CardText], bool],
    ) -> Callable[[str], bool]:
        """Whether a line of a text could be read, and carried, if it were written otherwise."""

        def fine(words: str) -> bool:
            lines = [line.text for line in text.lines]
            lines[number] = words
            result = resolve_lines(lines, self.vocabulary, carrier, extra)
            bad = {at for at, one in result.problems if one.code not in SOFT}
            if number in bad:
                return False
            if bad:  # in other lines: they have findings of their own
                lines = [line for at, line in enumerate(lines) if at not in bad]
                result = resolve_lines(lines, self.vocabulary, carrier, extra)
            return result.text is None or carries(plain_text("\n".join(lines)), result.text)

        return fine

    def characters(self, line: TextLine, first: bool = True) -> bool:
        """Characters that only look like the right ones, and blanks too many: findings with a safe fix."""
        odd = indented(line, lexicon_of(self.vocabulary), first)
        if odd is not None:
            self.findings.append(odd)
        found = odd is not None
        for code, start, end, said, fix in look_alikes(line.text):
            if odd is not None and end <= too_far(line):
                continue
            place = line.span(start, end)
            mend = replacement(place, fix, safe=True) if fix is not None else None
            self.findings.append(finding(code, place, word=said, fix=mend))
            found = True
        return found

    # -- declarations
    def fragment(self, kind: str, text: Text, scope: Mapping[str, str], on: str = "") -> t.Node:
        """A declaration's value: selector, number, condition, event, effect, place, player, lines."""
        carrier = Carrier((on,) if on else (), (), self.set, dict(scope), bool(on) or kind != "lines")
        if kind == "lines":
            made = self.lines(text, carrier)
            if made is None:
                raise Unresolved
            return made
        line = text.line if len(text.lines) == 1 else None
        if line is None:
            if kind == "effect":
                made = self.lines(text, carrier)
                if made is None:
                    raise Unresolved
                bodies = tuple(each.body for each in made.lines)
                return bodies[0] if len(bodies) == 1 else t.Seq(bodies, (".",) * (len(bodies) - 1))
            line = text.lines[0]
        if self.characters(line):
            raise Unresolved
        return self.one(kind, line, carrier)

    def said(self, effect: t.Effect) -> str:
        """An effect as canonical English, for questions that offer it."""
        try:
            return print_effect(effect, VocabularyForms(self.vocabulary))
        except Unprintable:
            return ""

    def said_lines(self, text: t.CardText) -> list[str]:
        """A text as canonical English, line by line; empty if it cannot be printed."""
        try:
            return canonical(text, VocabularyForms(self.vocabulary))
        except Unprintable:
            return []

    def words(self, kind: str, words: str, text: Text, scope: Mapping[str, str]) -> t.Node:
        """A piece of a declaration's value, reported at `text`."""
        line = plain_text(words).line
        before = len(self.findings)
        try:
            return self.one(kind, line, Carrier((), (), self.set, dict(scope), True))
        finally:
            self.findings[before:] = [replace(f, span=text.span, labels=(), fix=None) for f in self.findings[before:]]

    def one(self, kind: str, line: TextLine, carrier: Carrier) -> t.Node:
        """One line of a declaration as a node of the given kind."""
        problems: list[Problem] = []
        resolver = Resolver(self.vocabulary, carrier, self.hidden())
        made = fragment(kind, line.text, resolver, problems)

        def fine(words: str) -> bool:
            found: list[Problem] = []
            again = Resolver(self.vocabulary, carrier, self.hidden())
            read = fragment(kind, words, again, found)
            return read is not None and all(one.code in SOFT for one in (*found, *again.problems))

        for problem in (*problems, *resolver.problems):
            self.report(problem, line, fine)
        if made is None or [p for p in (*problems, *resolver.problems) if p.code not in SOFT]:
            raise Unresolved
        return made

    def hidden(self) -> Lexicon:
        """The lexicon with the words that only declarations use."""
        made: Lexicon | None = self.vocabulary.__dict__.get("_hidden_lexicon")
        if made is None:
            zones = [z for z in self.vocabulary.all(Zone) if z.hidden_word]
            made = lexicon_of(self.vocabulary).extended(
                Entry(str(z.name), "zone", z.id, "sg", Declared(str(z.name), WordClass.ZONE, z.id, Form.SINGULAR, z))
                for z in zones
            )
            self.vocabulary.__dict__["_hidden_lexicon"] = made
        return made

    # -- findings
    def report(
        self,
        problem: Problem,
        line: TextLine,
        reads: Callable[[str], bool],
        own: Sequence[str] = (),
        near: Sequence[tuple[Span, str]] = (),
        carrier: Carrier | None = None,
    ) -> None:
        """A problem of a line as a finding in its file. `reads` says whether the line could be read in another form;
        `own` are words that only this text may use; `near` are other places that may be the cause, with what is said
        of them; `carrier` is what a text that may have labels stands on.
        """
        begin = problem.start if problem.lead < 0 else problem.lead
        place = line.span(begin, problem.end)
        code = CODES.get(problem.code, "CW401")
        labels = [*((line.span(a, b), said) for down, a, b, said in problem.others if not down), *near]
        word = problem.word or line.text[problem.start : problem.end]
        slots: dict[str, Any] = {"word": word, "note": problem.note or " ".join(problem.classes)}
        slots["noun"] = "words" if " " in word else "word"
        if problem.code == "type":
            slots["note"] = f"; {problem.note}" if problem.note else ""
        if code == "CW402":
            slots["note"] = problem.note or "a noun or a number"
            slots["side"] = "Behind" if begin == problem.start and problem.lead >= 0 else "Before"
        if problem.code in ("unexpected", "ends"):
            slots["expected"] = expected(problem.expected)
            before = line.text[begin : problem.start].strip()
            slots["where"] = f"behind “{before}”" if before else "here"
        suggestions: Sequence[str] = ()
        if problem.code == "twice" and problem.fix and reads(_instead(line.text, problem)):
            suggestions = [problem.fix]
        elif problem.code not in (*SOFT, "parameter", "label inside"):  # the word is right, what belongs to it is not
            repair = self.repairs.of(problem, line.text, reads, own)
            if repair is not None:
                place, suggestions = line.span(repair.start, repair.end), repair.words
        if carrier is not None:
            slots["allowed"] = ", ".join(labels_of(Resolver(self.vocabulary, carrier))) or "none"
            head = no_label(line.text, self.vocabulary)
            if head and problem.start < head and not suggestions and problem.code not in SOFT and code != "CW410":
                code, place, slots["word"] = "CW418", line.span(0, head), line.text[:head]
        formless = None if suggestions else used_as_verb(problem, line.text, self.vocabulary)
        if formless is not None:
            keyword, forms, start, end = formless
            code, place, slots["word"] = "CW320", line.span(start, end), line.text[start:end]
            slots["forms"] = ", ".join((forms.third, forms.past, forms.ing))
            labels = [(keyword.name.span, DECLARED)]
        mend = replacement(place, problem.fix, safe=True) if problem.code in SOFT and problem.fix else None
        if problem.code == "label inside":
            mend = own_row(line, problem.start)
        self.findings.append(finding(code, place, labels=labels, suggestions=suggestions, fix=mend, **slots))


def _instead(line: str, problem: Problem) -> str:
    return line[: problem.start] + (problem.fix or "") + line[problem.end :]


def coinages(problem: Problem, number: int, text: Text) -> list[tuple[Span, str]]:
    """Where a text gives a name like an unknown word: the mistake may be there."""
    return [
        (line.span(a, b), COINED)
        for at, line in enumerate(text.lines)
        for a, b in near_coined(problem.word, line.text)
        if at != number or not a <= problem.start < b
    ]


def expected(words: Sequence[str]) -> str:
    shown = list(words[:6])
    if len(words) > 6:
        shown.append("…")
    return ", ".join(shown)


def fragment(kind: str, text: str, resolver: Resolver, problems: list[Problem]) -> t.Node | None:
    """A value of a declaration; None after a problem."""
    context = Context(resolver.lexicon, dict(resolver.carrier.slots), frozenset())
    try:
        return READERS[kind](text, resolver, context, problems)
    except Stop as stop:
        resolver.problem(stop)
        return None


def _row(text: str, context: Context, problems: list[Problem], start: int = 0) -> Row | None:
    words = parse_row(text, context, problems, start)
    return None if words is None else Row(words)


def _selector(text: str, resolver: Resolver, context: Context, problems: list[Problem]) -> t.Node | None:
    row = _row(text, context, problems)
    if row is None:
        return None
    value = resolver.value(row)
    if not row.done:
        raise row.stop("left over")
    return value


def _number(text: str, resolver: Resolver, context: Context, problems: list[Problem]) -> t.Node | None:
    row = _row(text, context, problems)
    if row is None:
        return None
    value = resolver.noun_phrase(row) if row.is_("SLOT") else resolver.number(row)
    if not row.done:
        raise row.stop("left over")
    return value


def _place(text: str, resolver: Resolver, context: Context, problems: list[Problem]) -> t.Node | None:
    """A place, as words after "from" or "to": "your hand", "the top of your deck", "next to the Mastermind"."""
    start = 0
    where = ""
    for words, said in (
        ("the top of ", "top"),
        ("the bottom of ", "bottom"),
        ("on top of ", "top"),
        ("on the bottom of ", "bottom"),
    ):
        if text.startswith(words):
            start, where = len(words), said
    row = _row(text, context, problems, start)
    if row is None:
        return None
    if row.kind() == "PREP":
        value: t.Value = resolver.destination(row, [])
    else:
        value = resolver.value(row)
    if not row.done:
        raise row.stop("left over")
    if where and isinstance(value, t.Zone):
        return replace(value, place=where)
    return value


def _player(text: str, resolver: Resolver, context: Context, problems: list[Problem]) -> t.Node | None:
    """Who "you" is: "the active player", "its owner", "the player who defeated this"."""
    if text == "the active player":
        return t.Ref("active", "player", "the active player")
    return _selector(text, resolver, context, problems)


def _condition(text: str, resolver: Resolver, context: Context, problems: list[Problem]) -> t.Node | None:
    cond = parse_condition(text, context, problems)
    return None if cond is None else resolver.conditions(cond)


def _event(text: str, resolver: Resolver, context: Context, problems: list[Problem]) -> t.Node | None:
    cond = parse_condition(text, context, problems)
    if cond is None:
        return None
    pattern, _ = resolver.event_pattern(cond.clauses[0])
    return pattern


def _effect(text: str, resolver: Resolver, context: Context, problems: list[Problem]) -> t.Node | None:
    line = parse_line(text, context, problems)
    if line.broken:
        return None
    effect, ok = resolver.sentence_effects(line.sentences)
    if ok:
        resolver.unread(line)
    return effect if ok else None


Reader = Callable[[str, Resolver, Context, list[Problem]], "t.Node | None"]
READERS: dict[str, Reader] = {
    "selector": _selector,
    "number": _number,
    "place": _place,
    "player": _player,
    "condition": _condition,
    "event": _event,
    "effect": _effect,
}
CODES = {
    "unknown": "CW301",
    "unexpected": "CW302",
    "ends": "CW303",
    "quote": "CW306",
    "paren": "CW307",
    "stray": "CW305",
    "classes": "CW308",
    "slot": "CW310",
    "article": "CW311",
    "agreement": "CW313",
    "capital": "CW314",
    "twice": "CW316",
    "stop": "CW317",
    "label inside": "CW318",
    "ends here": "CW402",
    "expected noun": "CW402",
    "expected number": "CW402",
    "expected verb": "CW403",
    "expected": "CW402",
    "left over": "CW404",
    "missing": "CW405",
    "type": "CW406",
    "no antecedent": "CW407",
    "two antecedents": "CW408",
    "parameter": "CW409",
    "wrong label": "CW410",
    "label": "CW410",
    "and or": "CW411",
    "otherwise": "CW412",
    "duration": "CW413",
    "bullets": "CW414",
    "parenthesis": "CW415",
    "no such event": "CW416",
    "unread": "CW417",
    "not yet": "CW401",
}
__all__ = ["PLACES", "YOU", "Label", "TextResolver", "Unresolved", "fragment"]
