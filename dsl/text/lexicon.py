"""The words a text may use: a trie over characters, filled from the declared words and grammar/function_words.yaml.

A phrase has *senses*; a sense says which class of word it is, what it refers to and in which English form it stands.
It must not know Lark, and it knows no declared word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from ruamel.yaml import YAML


@dataclass(frozen=True, slots=True)
class Sense:
    """One reading of a phrase. `cls` is the class the lexer works with; `kind` the kind of declaration ("" for
    function words);
    `id` the qualified id or the canonical function word; `form` number or tense."""

    cls: str
    id: str
    kind: str = ""
    form: str = ""
    decl: object = field(default=None, compare=False, repr=False)
    phrase: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """A declared word as the vocabulary hands it over."""

    phrase: str
    # kind, term, adjective, zone, space, point, number, icon, icons, name_kind, name, label, keyword, verb, event,
    # counter, period
    kind: str
    id: str
    form: str = ""  # sg, pl; base, third, past, part, ing
    decl: object = field(default=None, compare=False, repr=False)


NOUN_KINDS = frozenset(
    [
        "kind",
        "term",
        "zone",
        "space",
        "point",
        "number",
        "icons",
        "icon_word",
        "name_kind",
        "name",
        "label",
        "keyword",
        "counter",
        "period",
        "coined",
        "self",
        "step",
    ]
)
CAPITALS = frozenset(("kind", "term"))  # nouns that printed cards also write with a small letter
VERB_KINDS = frozenset(("verb", "event", "keyword_verb", "number_verb"))

LEAF = ""


class Trie:
    """Phrases by character. `copy` shares nothing that is written to afterwards: a card adds its own words to its own
    copy."""

    __slots__ = ("parent", "root", "starts")

    def __init__(self, parent: Trie | None = None) -> None:
        self.root: dict[str, Any] = {}
        self.parent = parent

    def add(self, phrase: str, sense: Sense) -> None:
        node = self.root
        for ch in phrase:
            nxt = node.get(ch)
            if nxt is None:
                nxt = node[ch] = {}
            node = nxt
        senses: list[Sense] = node.setdefault(LEAF, [])
        if sense not in senses:
            senses.append(sense)

    def has(self, phrase: str) -> list[Sense]:
        node: Any = self.root
        for ch in phrase:
            node = node.get(ch)
            if node is None:
                break
        found = list(node.get(LEAF, ())) if node else []
        if self.parent is not None:
            found += self.parent.has(phrase)
        return found

    def walk(self, text: str, at: int, end: int, out: dict[int, list[Sense]], lower: bool) -> None:
        """Add to `out` every phrase that begins at `at`: its end and its senses. `lower`: the first letter may be a
        capital that only the place (the start of a sentence) asks for."""
        self._walk(self.root, text, at, end, out)
        if lower:
            node = self.root.get(text[at].lower())
            if node is not None:
                self._walk({text[at]: node}, text, at, end, out)
        if self.parent is not None:
            self.parent.walk(text, at, end, out, lower)

    @staticmethod
    def _walk(node: dict[str, Any], text: str, at: int, end: int, out: dict[int, list[Sense]]) -> None:
        i = at
        while i < end:
            inner = node.get(text[i])
            if not isinstance(inner, dict):
                return
            node = inner
            i += 1
            leaf = node.get(LEAF)
            if leaf is not None and (i == end or not (text[i].isalnum() and text[i - 1].isalnum())):
                known = out.get(i)
                if known is None:
                    out[i] = leaf
                elif known is not leaf:
                    out[i] = known + [s for s in leaf if s not in known]

    def begun(self, text: str, at: int, end: int) -> int:
        """How far whole words from `at` are the beginning of a longer phrase; `at` if they are not."""
        best = at if self.parent is None else self.parent.begun(text, at, end)
        node: Any = self.root
        for i in range(at, end):
            node = node.get(text[i])
            if node is None:
                break
            if " " in node and (i + 1 == end or not text[i + 1].isalnum()):
                best = max(best, i + 1)
        return best

    def phrases(self) -> Iterator[tuple[str, list[Sense]]]:
        stack: list[tuple[str, dict[str, Any]]] = [("", self.root)]
        while stack:
            prefix, node = stack.pop()
            for key, below in node.items():
                if key == LEAF:
                    yield prefix, below
                else:
                    stack.append((prefix + key, below))
        if self.parent is not None:
            yield from self.parent.phrases()


@cache
def function_words() -> Mapping[str, Any]:
    """grammar/function_words.yaml as plain data."""
    text = files("cardwright.grammar").joinpath("function_words.yaml").read_text("utf-8")
    data: Mapping[str, Any] = YAML(typ="safe").load(text)
    return data


def _function_phrases(rows: Any, periods: Iterable[str]) -> Iterator[tuple[str, str]]:
    """(phrase, canonical) for each row of a list; `{period}` filled in."""
    names = list(periods)
    for row in rows if isinstance(rows, list) else list(dict(rows).items()):
        if isinstance(row, tuple):
            phrase, to = str(row[0]), str(row[1])
        elif isinstance(row, Mapping):
            ((phrase, to),) = ((str(k), str(v)) for k, v in row.items())
        else:
            phrase = to = str(row)
        if "{period}" in phrase:
            for name in names:
                yield phrase.replace("{period}", name), to.replace("{period}", name)
        else:
            yield phrase, to


class Lexicon:
    """All phrases of a set and the sets it requires, with the function words."""

    def __init__(self, entries: Iterable[Entry], parent: Lexicon | None = None) -> None:
        self.trie: Trie = Trie(parent.trie if parent else None)
        self.parent = parent
        entries = list(entries)
        if parent is None:
            self._add_functions([e.phrase for e in entries if e.kind == "period"])
        verbs = {e.phrase for e in entries if e.kind in VERB_KINDS}
        for entry in entries:
            self._add(entry, verbs)

    def _add_functions(self, periods: list[str]) -> None:
        words = function_words()
        add = self.trie.add
        for cls in ("ART", "PRO", "CMP", "ATTR", "ADJ", "PREP", "FOREACH", "INF", "RELW", "IF", "WHEN", "AUX"):
            for phrase, to in _function_phrases(words[cls], periods):
                add(phrase, Sense(cls, to, phrase=phrase))
        for phrase, to in _function_phrases(words["NUM"], periods):
            add(phrase, Sense("NUM", to, phrase=phrase))
        for phrase, to in _function_phrases(words["ADVW"], periods):
            add(phrase, Sense("ADV", to, phrase=phrase))
        for phrase, to in _function_phrases(words["TIMEW"], periods):
            add(phrase, Sense("TIME", to, phrase=phrase))
        for phrase, to in _function_phrases(words["AUXV"], periods):
            add(phrase, Sense("HAVE" if to == "have" else "DO", to, "function", _form_of(phrase, to), phrase=phrase))
        for phrase, _ in _function_phrases(words["BE"], periods):
            add(phrase, Sense("BE", "be", "function", phrase, phrase=phrase))
        for phrase, to in _function_phrases(words["NEGBE"], periods):
            add(phrase, Sense("BE", "be not", "function", to, phrase=phrase))
        for single, plural in dict(words["NOUNS"]).items():
            add(single, Sense("NOUN", single, "function", "sg", phrase=single))
            add(plural, Sense("NOUN", single, "function", "pl", phrase=plural))
        for base, forms in dict(words["VERBS"]).items():
            for phrase, form in zip((base, *forms), ("base", "third", "past", "part", "ing"), strict=True):
                add(phrase, Sense("V", base, "function", form, phrase=phrase))

    def _add(self, entry: Entry, verbs: set[str]) -> None:
        if entry.kind == "icon":
            self.trie.add(f"[{entry.phrase}]", Sense("ICON", entry.id, "icon", decl=entry.decl, phrase=entry.phrase))
            return
        if entry.kind == "adjective":
            cls = "ADJ"
        elif entry.kind in VERB_KINDS:
            cls = "V"
        elif entry.phrase in verbs and entry.phrase[:1].islower():
            cls = "LNOUN"
        else:
            cls = "NOUN"
        self.trie.add(entry.phrase, Sense(cls, entry.id, entry.kind, entry.form, entry.decl, entry.phrase))

    def at(self, text: str, at: int, end: int, lower: bool) -> list[tuple[int, list[Sense]]]:
        """Phrases that begin at a place, longest first."""
        out: dict[int, list[Sense]] = {}
        self.trie.walk(text, at, end, out, lower and text[at].isupper())
        if not out and text[at].islower():
            self.small(text, at, end, out)
        if len(out) < 2:
            return list(out.items())
        return sorted(out.items(), reverse=True)

    def small(self, text: str, at: int, end: int, out: dict[int, list[Sense]]) -> None:
        """A noun that is declared with a capital letter and written without: "every villain"."""
        found: dict[int, list[Sense]] = {}
        self.trie.walk(text[at].upper() + text[at + 1 :], 0, end - at, found, False)
        for stop, senses in found.items():
            nouns = [s for s in senses if s.kind in CAPITALS]
            if nouns:
                out[at + stop] = nouns

    def extended(self, entries: Iterable[Entry]) -> Lexicon:
        """This lexicon and the words of one card."""
        return Lexicon(entries, self)

    def words(self) -> dict[str, list[Sense]]:
        """Every phrase, for suggestions."""
        found: dict[str, list[Sense]] = {}
        for phrase, senses in self.trie.phrases():
            found.setdefault(phrase, []).extend(senses)
        return found


def _form_of(phrase: str, base: str) -> str:
    if phrase == base:
        return "base"
    return "past" if phrase.endswith("d") and phrase != base else "third"
