"""What an author may have meant: for a place that cannot be read, words near those that stand there. Only words with
which the line can be read are given.

Looked at are the word that is not known, phrases of several words of which one is mistyped, and, where all words are
known and do not fit, the words around the place. Must not know any declared word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from cardwright.dsl.diagnostics import nearest
from cardwright.dsl.diagnostics.nearest import begins, distance
from cardwright.dsl.text.lexicon import Sense
from cardwright.dsl.text.problems import Problem
from cardwright.dsl.text.synonyms import synonyms
from cardwright.dsl.text.words import lexicon_of
from cardwright.dsl.words import Vocabulary
from cardwright.dsl.words.english import article

MOST = 3  # that are given
TRIES = 24  # lines that are read for one place
WHOLE = 1500  # lines that are read for all places of a set: hostile files have very many
_SMALL = ("ART", "PREP", "INF", "BE", "AUX", "NUM", "PRO", "CMP", "IF", "WHEN", "RELW")
AROUND = 2  # words before and behind a place that are looked at
UNFINISHED = ("ends", "expected verb")  # problems of a line that is no whole sentence
_SIGNED = re.compile(r"[+-]\d+")
_WORD = re.compile(r"[^\s.,:;!?\"()\[\]]+")


@dataclass(frozen=True)
class Repair:
    """What may stand instead of a piece of a line."""

    start: int
    end: int
    words: tuple[str, ...]


class Repairs:
    """Repairs for the lines of one set; it counts how often it has read one."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.left = WHOLE
        self._known: dict[int, list[str]] | None = None

    def known(self) -> dict[int, list[str]]:
        """All phrases, by how many words they have, those that most texts need first; made when they are needed."""
        if self._known is None:
            self._known = {}
            words = lexicon_of(self.vocabulary).words()
            ranked = sorted((min(map(_rank, senses)), phrase) for phrase, senses in words.items() if senses)
            for _, phrase in ranked:
                if len(phrase) > 1 or phrase.isalpha():
                    self._known.setdefault(phrase.count(" ") + 1, []).append(phrase)
        return self._known

    def labels(self) -> list[str]:
        """The labels a line can begin with."""
        words = lexicon_of(self.vocabulary).words()
        return [one for one, senses in words.items() if any(s.kind == "label" and s.form == "sg" for s in senses)]

    def of(self, problem: Problem, line: str, reads: Callable[[str], bool], own: Iterable[str]) -> Repair | None:
        """What may be meant at a problem of a line; None if nothing near can be read. `reads` says whether a line can
        be; `own` are words of this card alone.
        """
        attempt = _Attempt(self, line, reads, tuple(own))
        if problem.code == "unknown":
            return attempt.unknown(problem.start, problem.end)
        found = attempt.around(problem.start, problem.end)
        return attempt.labelled(problem.end) if found is None and problem.code in UNFINISHED else found


class _Attempt:
    def __init__(self, repairs: Repairs, line: str, reads: Callable[[str], bool], names: tuple[str, ...]) -> None:
        self.repairs = repairs
        self.line = line
        self.reads = reads
        self.names = names
        self.tries = TRIES

    def unknown(self, start: int, end: int) -> Repair | None:
        """A word that nobody declares: alone, or as a part of a phrase."""
        word = self.line[start:end]
        before = self.line[:start].rstrip(" ")
        if word[:1].isupper() and before[-1:].isalnum() and self.readable(len(before), start, [". "]):
            first = max(before.rfind(" ") + 1, 0)  # the sentence before has no stop
            return Repair(first, end, (f"{before[first:]}. {word}",))
        said = self.translated(start)
        if said is not None:
            return said
        whole = [one for one in self.repairs.known().get(word.count(" ") + 2, ()) if one.startswith(word + " ")]
        found = self.readable(
            start,
            end,
            [f"[{word}]", *whole, *self.near(start, word, 1 + word.count(" ")), *self.other_forms(start, word)],
        )
        if found:
            return Repair(start, end, tuple(found[:MOST]))
        for first, last, phrases in self.windows(start, end):
            found = self.readable(first, last, phrases)
            if found:
                return Repair(first, last, tuple(found[:MOST]))
        return self.around(start, end, own=False)

    def translated(self, start: int) -> Repair | None:
        """The words from here on that mean others in these sets, each said so, to the end of the last one of them."""
        known, lexicon = synonyms(self.repairs.vocabulary), lexicon_of(self.repairs.vocabulary)
        words = [match.span() for match in _WORD.finditer(self.line) if match.start() >= start]
        made: list[tuple[int, int, list[str]]] = []
        for at, (a, _) in enumerate(words):
            if made and a < made[-1][1]:
                continue
            for count in (2, 1):
                b = words[min(at + count, len(words)) - 1][1]
                meant = known.get(self.line[a:b].casefold(), ())
                if meant and not lexicon.trie.has(self.line[a:b]):
                    a = self.with_article(a, meant[0])
                    lead = f"{article(meant[0])} " if a < words[at][0] else ""
                    made.append((a, b, [lead + one for one in self.capital(words[at][0], self.line[a:b], meant)]))
                    break
        if not made or made[0][0] > start or made[0][1] <= start:
            return None
        first, last = made[0][0], made[-1][1]
        rest = "".join(self.line[b:c] + words[0] for (_, b, _), (c, _, words) in pairwise(made))
        found = self.readable(first, last, [one + rest for one in made[0][2]])
        return Repair(first, last, tuple(found)) if found else None

    def with_article(self, at: int, phrase: str) -> int:
        """Where a noun begins with its "a" or "an", if another noun in its place needs the other one."""
        before = self.line[:at].rpartition(" ")[0].rpartition(" ")[2]
        wrong = before in ("a", "an") and before != article(phrase)
        return at - len(before) - 1 if wrong else at

    def windows(self, start: int, end: int) -> Iterator[tuple[int, int, list[str]]]:
        """Pieces of two to five words that hold the place, each with the phrases that are near it."""
        words = [match.span() for match in _WORD.finditer(self.line)]
        here = [at for at, (a, b) in enumerate(words) if a < end and b > start]
        for count in range(2, 6):
            for first in range(max(0, (here[0] if here else 0) - count + 1), (here[-1] if here else -1) + 1):
                if first + count > len(words):
                    break
                a, b = words[first][0], words[first + count - 1][1]
                if "." in self.line[a:b] or b - a > 60:
                    continue
                phrases = self.near(a, self.line[a:b], count)
                if phrases:
                    yield a, b, phrases

    def around(self, start: int, end: int, own: bool = True) -> Repair | None:
        """Words that are all known but do not fit: another one near the place. The piece is grown to hold both."""
        words = [match.span() for match in _WORD.finditer(self.line)]
        here = [at for at, (a, b) in enumerate(words) if a < max(end, start + 1) and b > start]
        if not here:
            here = [sum(b <= start for _, b in words) - 1]
        low, high = max(0, here[0] - AROUND), here[-1] + AROUND
        order = sorted(range(low, min(high + 1, len(words))), key=lambda at: _apart(at, here))
        found: list[tuple[int, int, str]] = []
        for at in order:
            a, b = words[at]
            if b - a < 1 or not own and at in here:
                continue
            for made in self.readable(a, b, self.near(a, self.line[a:b], 1, limit=1)):
                found.append((a, b, made))
            if len(found) >= MOST:
                break
        if not found:
            return self.without(start, end)
        first = min(start, *(a for a, _, _ in found))
        last = max(end, *(b for _, b, _ in found))
        pieces = [self.line[first:a] + made + self.line[b:last] for a, b, made in found]
        return Repair(first, last, tuple(dict.fromkeys(pieces))[:MOST])

    def labelled(self, end: int) -> Repair | None:
        """ "8 Twists.": a line that can be read behind a label only."""
        if ":" in self.line:
            return None
        begun = self.line[:end]
        found = self.readable(0, end, [f"{label}: {begun}" for label in self.repairs.labels()])
        return Repair(0, end, tuple(found)) if found else None

    def without(self, start: int, end: int) -> Repair | None:
        """ "Rally 2 cards": what stands behind a number is too much."""
        head = self.line[:start].rstrip(" ")
        first = head.rfind(" ") + 1
        if not head[first:].isdigit() or not self.line[start:end].isalpha() or not self.readable(len(head), end, [""]):
            return None
        return Repair(first, end, (head[first:],))

    def near(self, at: int, written: str, count: int, limit: int = 0) -> list[str]:
        """Phrases of so many words near what is written, best first, with its capital letter where one is due."""
        if _SIGNED.fullmatch(written):
            return [written[1:]]  # a plain number, no change of one
        known = [*self.repairs.known().get(count, ()), *self.own(count)]
        known = [word for word in known if len(word) > 1 or word.islower()]  # a name of one letter is near any word
        if limit:
            low = written.casefold()
            found = [
                word for word in dict.fromkeys(known) if word != written and distance(low, word.casefold(), 1) <= 1
            ]
        else:
            found = nearest(written, known, 8, parts=False)
            head, dash, tail = written.partition("-")
            if dash and head and count == 1:  # "lowset-cost": one of two words in one
                found += [f"{one}-{tail}" for one in nearest(head, known, 8, parts=False)]
        found = self.capital(at, written, found)
        beside = (
            self.line[:at].rpartition(" ")[0].rpartition(" ")[2],
            self.line[at + len(written) :].lstrip().partition(" ")[0],
        )
        return [word for word in dict.fromkeys(found) if word != written and word not in beside]

    def other_forms(self, at: int, word: str) -> list[str]:
        """Phrases of one word that begin as this one does, or that this one begins with: "[Technology]"."""
        said = word.casefold()
        return self.capital(
            at, word, [one for one in self.repairs.known().get(1, ()) if begins(said, one.casefold())][:MOST]
        )

    def capital(self, at: int, written: str, words: Iterable[str]) -> list[str]:
        """Words with a capital letter where what is written has one that only the place asks for."""
        if written[:1].isupper() and self.line[:at].rstrip()[-1:] in ("", ".", ":", '"', "(", "!", "?", "]"):
            return [word[:1].upper() + word[1:] for word in words]
        return list(words)

    def own(self, count: int) -> list[str]:
        """Words of this card alone: its name and its parts, and what else it brings."""
        return [name for name in self.names if name.count(" ") + 1 == count]

    def readable(self, start: int, end: int, words: Iterable[str]) -> list[str]:
        """Those words with which the line has no error."""
        found: list[str] = []
        for word in dict.fromkeys(words):
            if self.tries <= 0 or self.repairs.left <= 0 or len(found) >= MOST:
                break
            self.tries -= 1
            self.repairs.left -= 1
            if self.reads(self.line[:start] + word + self.line[end:]):
                found.append(word)
        return found


def _rank(sense: Sense) -> int:
    """Words of the language before declared ones, the small ones first."""
    return _SMALL.index(sense.cls) if sense.cls in _SMALL and not sense.kind else len(_SMALL)


def _apart(at: int, here: Sequence[int]) -> tuple[int, int]:
    """How far a word is from the place; of two the one before it, since reading stops behind a mistake."""
    far = 0 if here[0] <= at <= here[-1] else min(abs(at - here[0]), abs(at - here[-1]))
    return (far, at)
