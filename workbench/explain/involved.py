"""The rules of the rulebook that a text touches: those that speak of the words it uses, the rarer the word the more.

Must not know any rule or word.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cardwright.dsl.words import Rule, Vocabulary
from cardwright.dsl.words import WordClass as W

# how much a rule that speaks of such a word tells about a text that uses it
WEIGHTS = {
    W.KEYWORD: 3.0,
    W.LABEL: 2.5,
    W.TERM: 2.0,
    W.VERB: 1.0,
    W.EVENT: 1.0,
    W.KIND: 1.0,
    W.ZONE: 0.7,
    W.COUNTER: 1.5,
}
MOST = 6
_SHARE = 0.5  # of the best score
_LEAST = 4.0
_SHORT = 20  # words of a rule


@dataclass(frozen=True)
class Spoken:
    """A word that rules speak of: how to find it, and in which rules it stands."""

    weight: float
    rules: frozenset[str]


class Rulebook:
    """Rules of some sets, by the words they use."""

    def __init__(self, rules: Sequence[Rule], vocabulary: Vocabulary) -> None:
        self.rules = [rule for rule in rules if rule.name and rule.text is not None and rule.proof != "not built"]
        self.vocabulary = vocabulary
        self._words: dict[tuple[str, str], Spoken] = {}
        # a long rule speaks of much, and says the less about each
        self._breadth = {rule.id: max(1.0, len(str(rule.text).split()) / _SHORT) ** 0.5 for rule in self.rules}

    def involved(self, keys: Iterable[tuple[str, str]], named: Iterable[str] = (), most: int = MOST) -> list[Rule]:
        """The rules that speak of these words, best first; none that only share a common word with the text. `named`
        are rules that the declarations of these words name themselves.
        """
        scores: dict[str, float] = {}
        wanted = set(named)
        own = [rule.id for rule in self.rules if str(rule.name) in wanted]
        for key in dict.fromkeys(keys):
            spoken = self._spoken(key)
            if spoken is None or not spoken.rules:
                continue
            rarity = math.log(len(self.rules) / len(spoken.rules)) if len(self.rules) > len(spoken.rules) else 0.0
            for name in spoken.rules:
                scores[name] = scores.get(name, 0.0) + spoken.weight * rarity / self._breadth[name]
        best = max(scores.values(), default=0.0)
        order = {rule.id: at for at, rule in enumerate(self.rules)}
        kept = [name for name, score in scores.items() if score >= max(_LEAST, best * _SHARE) or name in own]
        kept += [name for name in own if name not in scores]
        kept = sorted(kept, key=lambda name: (name not in own, -scores.get(name, 0.0), order[name]))[:most]
        by_id = {rule.id: rule for rule in self.rules}
        return [by_id[name] for name in kept]

    def _spoken(self, key: tuple[str, str]) -> Spoken | None:
        if key not in self._words:
            kind = next((one for one in WEIGHTS if str(one) == key[0]), None)
            if kind is None:
                return None
            phrases = [
                entry.phrase
                for rows in self.vocabulary.entries.values()
                for entry in rows
                if entry.word is kind and entry.id == key[1] and len(entry.phrase) > 1
            ]
            pattern = "|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in sorted(phrases, key=len, reverse=True))
            found = frozenset(rule.id for rule in self.rules if pattern and re.search(pattern, str(rule.text)))
            self._words[key] = Spoken(WEIGHTS[kind], found)
        return self._words[key]
