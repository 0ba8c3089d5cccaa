"""What an explanation is asked for: a code, a rule, a card or a word, found by its name; several or none is a finding.

A name may say what is meant in front: `card:Wound`, `kind:Wound`, `rule:C-1.2`. Must not know any declared word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardwright.dsl.compile import Declarations
from cardwright.dsl.diagnostics import Finding, Source, codes, either, finding, nearest
from cardwright.dsl.text.synonyms import synonyms
from cardwright.dsl.words import Card, Face, Pattern, Rule, WordClass, pattern
from cardwright.runtime.messages import MESSAGES
from cardwright.workbench.wordbook.words import KINDS, Word, words_of

CODE, RULE, CARD = "code", "rule", "card"
SORTS = (CODE, RULE, CARD)
_LONGEST = 80  # of a name that is repeated in a finding
_OF_CARDS = (str(WordClass.CARD), str(WordClass.NAME))


@dataclass(frozen=True)
class Target:
    """One thing that can be explained: exactly one of the fields is set; a word may have several meanings."""

    code: str = ""
    rule: Rule | None = None
    card: tuple[Card, Face] | None = None
    words: tuple[Word, ...] = ()


def known_codes() -> list[str]:
    """Every code, those of the machine too."""
    return sorted({*codes(), *MESSAGES})


def find_code(what: str) -> Target | None:
    """A code, for which no set is needed."""
    name = what.removeprefix(f"{CODE}:").upper()
    return Target(code=name) if name in known_codes() else None


def find(what: str, declarations: Declarations) -> Target | Finding:
    """What a name means with the words of some sets."""
    sort, name = _parted(what)
    found = list(_candidates(name, sort, declarations))
    found = [row for row in found if _as_written(row[1], name)] or found
    if len(found) == 1:
        return found[0][1]
    what = what if len(what) <= _LONGEST else f"{what[:_LONGEST]}…"
    place = Source("WHAT", what).span(0, len(what))
    if found:
        names = [spelled for spelled, _ in found]
        said = either([f"“{one}”" for one in names], "and")
        return finding("CW902", place, what=what, several=said, suggestions=names[:6])
    return finding("CW901", place, what=what, suggestions=_near(name, declarations))


def _as_written(target: Target, name: str) -> bool:
    """Whether something is not only called so in other letters."""
    if target.card is not None:
        return str(target.card[1].name).casefold() != name.casefold() or str(target.card[1].name) == name
    others = [one for word in target.words for one in word.phrases() if one.casefold() == name.casefold()]
    return not others or name in others


def _parted(what: str) -> tuple[str, str]:
    """What is said in front of a name, and the name."""
    sort, colon, name = what.partition(":")
    if colon and name and sort in (*SORTS, *KINDS):
        return sort, name.strip()
    return "", what.strip()


def _candidates(name: str, sort: str, declarations: Declarations) -> Iterator[tuple[str, Target]]:
    """Everything of that name, each with a name that means it alone."""
    folded = name.casefold()
    if sort in ("", CODE) and name.upper() in known_codes():
        yield f"{CODE}:{name.upper()}", Target(code=name.upper())
    if sort in ("", RULE):
        for rule in _rules(declarations):
            if folded in (str(rule.name).casefold(), rule.id.casefold()):
                yield f"{RULE}:{rule.id}", Target(rule=rule)
    cards = [pair for pair in _faces(declarations) if folded in _names(pair)]
    if sort in ("", CARD):
        for card, face in cards:
            yield _spelled(cards, card, face), Target(card=(card, face))
    if sort in (CODE, RULE, CARD):
        return
    words = [word for word in words_of(declarations) if _means(word, folded) and sort in ("", word.kind)]
    if cards and not sort:
        words = [word for word in words if word.kind not in _OF_CARDS]
    if words:
        yield f"{words[0].kind}:{words[0].phrase}", Target(words=tuple(words))


def _means(word: Word, folded: str) -> bool:
    bare = folded.strip("[]") or folded  # an icon as it stands in a text
    phrases = [one.casefold() for one in word.phrases()]
    heads = [pattern(one).head for one in phrases if "{" in one]  # a keyword without what belongs into its slots
    filled = (_filled(pattern(one)) for one in phrases if "{" in one and not one.startswith("{"))
    return (
        any(one.fullmatch(folded) for one in filled)
        or folded == word.id.casefold()
        or any(one in (folded, bare) for one in (*phrases, *heads))
    )


def _filled(made: Pattern) -> re.Pattern[str]:
    """A phrase with something in its slots: "Haunt 2"."""
    return re.compile("".join(re.escape(one) if isinstance(one, str) else ".+" for one in made.pieces))


def _names(pair: tuple[Card, Face]) -> set[str]:
    """Names a face answers to: its own, with its set, with its kind."""
    card, face = pair
    kind = face.kind.partition(":")[2]
    name = str(face.name).casefold()
    return {name, f"{card.set}:{name}".casefold(), f"{name} ({kind})".casefold(), f"{name} ({face.side})".casefold()}


def _spelled(cards: Sequence[tuple[Card, Face]], card: Card, face: Face) -> str:
    """A name that means this face and no other of them."""
    name = str(face.name)
    if len(cards) == 1:
        return f"{CARD}:{name}"
    if len({one.set for one, _ in cards}) == len(cards):
        return f"{CARD}:{card.set}:{name}"
    return f"{CARD}:{name} ({face.side or face.kind.partition(':')[2]})"


def _rules(declarations: Declarations) -> Iterator[Rule]:
    for item in declarations.declared.values():
        yield from (rule for rule in item.decl.rules if rule.name)


def _faces(declarations: Declarations) -> Iterator[tuple[Card, Face]]:
    for item in declarations.declared.values():
        for card in item.decl.all_cards():
            for face in card.faces:
                yield card, face


def _near(name: str, declarations: Declarations) -> list[str]:
    cards = [str(face.name) for _, face in _faces(declarations)]
    rules = [str(rule.name) for rule in _rules(declarations)]
    words = [one for word in words_of(declarations) for one in word.phrases()]
    if name.upper().startswith("CW"):
        return nearest(name, known_codes()) or [one for one in known_codes() if one[:3] == name.upper()[:3]][:3]
    folded = name.casefold()
    meant = [phrase for item in declarations.declared.values() for phrase in synonyms(item.vocabulary).get(folded, ())]
    if meant:
        return list(dict.fromkeys(meant))[:3]
    near = nearest(name, [*cards, *words, *rules, *known_codes()])
    if near:
        return near
    return [one for one in dict.fromkeys((*cards, *words)) if len(folded) > 2 and folded in one.casefold()][:3]
