"""English forms: plurals, verb forms, a or an. Regular forms only; irregular ones stand at the declaration of their
word.
"""

from __future__ import annotations

from dataclasses import dataclass

_VOWELS = "aeiou"
_SIBILANTS = ("s", "x", "z", "ch", "sh")


def plural(noun: str) -> str:
    """The regular plural of a noun or of a phrase that ends with its noun."""
    low = noun.lower()
    if low.endswith(_SIBILANTS):
        return noun + "es"
    if low.endswith("y") and low[-2:-1] not in tuple(_VOWELS):
        return noun[:-1] + "ies"
    return noun + "s"


def possessive(noun: str) -> str:
    """Whose: the printed form after a name or noun."""
    return noun + ("'" if noun.endswith("s") and not noun.endswith("ss") else "'s")


def article(phrase: str) -> str:
    """`a` or `an` before a phrase, by the sound of its first word; single letters sound as their names ("an HQ")."""
    word = phrase.lstrip('["“(').split(" ", 1)[0].rstrip('].,"”')
    low = word.lower()
    if word[:1].isdigit():
        return "an" if low.startswith(("8", "11", "18")) and not low.startswith(("110", "180", "111")) else "a"
    if low.startswith(("one", "once", "uni", "use", "eu")):
        return "a"
    if low.startswith(("hour", "honest", "heir", "honor")):
        return "an"
    head = word.split("-", 1)[0].rstrip("]")
    letters = [c for c in head if c.isalpha()]
    if head.isupper() and (len(letters) == 1 or not any(c.lower() in _VOWELS for c in letters)):
        return "an" if head[0] in "AEFHILMNORSX" else "a"
    return "an" if low[:1] in tuple(_VOWELS) else "a"


@dataclass(frozen=True)
class VerbForms:
    """The forms of a verb, a phrase of several words included (start to fight, starts to fight, …)."""

    base: str
    third: str
    past: str
    ing: str
    participle: str


def verb_forms(base: str, given: tuple[str, ...] = ()) -> VerbForms:
    """The forms of a verb: those given in the order third person, past, -ing, participle; the others regular."""
    head, space, rest = base.partition(" ")
    tail = space + rest
    regular = (_third(head) + tail, _past(head) + tail, _ing(head) + tail)
    third, past, ing = (*given[:3], *regular[len(given[:3]) :])
    return VerbForms(base, third, past, ing, given[3] if len(given) > 3 else past)


def _third(verb: str) -> str:
    if verb.lower().endswith((*_SIBILANTS, "o")) and not verb.isupper():
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in tuple(_VOWELS):
        return verb[:-1] + "ies"
    return verb + "s"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in tuple(_VOWELS):
        return verb[:-1] + "ied"
    return verb + "ed"


def _ing(verb: str) -> str:
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith("ee"):
        return verb[:-1] + "ing"
    return verb + "ing"
