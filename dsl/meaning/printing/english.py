"""The mechanics of written English: articles, number words, lists, capitals, possessives, sentence ends.

Everything here works on strings and knows no tree, no vocabulary and no card. Words of a set never stand here; what
does is closed-class English (a / an, and, or, number words).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
TIMES = {1: "once", 2: "twice"}

_SAID_AS_VOWEL = frozenset("AEFHILMNORSX")
_SOFT = ("hour", "honest", "heir", "honor")
_HARD = ("one", "once", "uni", "use", "usa", "eu", "ewe")
_VOWELS = frozenset("aeiouAEIOU")


def number_word(n: int, digits: bool = False) -> str:
    """Counts up to ten are words; in set-up, costs and amounts everything is digits."""
    if digits or not 0 <= n < len(WORDS):
        return str(n)
    return WORDS[n]


def ordinal(n: int) -> str:
    if 0 < n < len(ORDINALS):
        return ORDINALS[n]
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def times_word(n: int) -> str:
    return TIMES.get(n, f"{number_word(n)} times")


def article(phrase: str) -> str:
    """ "a" or "an", by the sound of the next word; a letter said by itself ("X-Men") sounds as its name."""
    word = phrase.lstrip('["“‘(').split(" ", 1)[0].rstrip('].,"')
    if not word:
        return "a"
    if word[0].isdigit():
        return "an" if word.startswith(("8", "11", "18")) and not word.startswith(("110", "180", "111")) else "a"
    lower = word.lower()
    if lower.startswith(_SOFT):
        return "an"
    if lower.startswith(_HARD):
        return "a"
    head = word.split("-", 1)[0].rstrip("]")
    letters = "".join(c for c in head if c.isalpha())
    spelled = head.isupper() and (len(letters) == 1 or not _VOWELS.intersection(letters))
    if spelled:
        return "an" if letters[:1] in _SAID_AS_VOWEL else "a"
    return "an" if word[0] in _VOWELS else "a"


def with_article(phrase: str) -> str:
    return f"{article(phrase)} {phrase}"


def join_list(parts: Sequence[str], word: str = "and") -> str:
    """ "A", "A and B", "A, B, and C"."""
    if len(parts) <= 1:
        return "".join(parts)
    if len(parts) == 2:
        return f"{parts[0]} {word} {parts[1]}"
    return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"


def possessive(phrase: str) -> str:
    """ "its owner" → "its owner's", "all players" → "all players'"."""
    return f"{phrase}'" if phrase.endswith(("s", "S")) and not phrase.endswith(("ss", "'s")) else f"{phrase}'s"


def genitive_of_name(name: str) -> str:
    return f"{name}'s"


def plural_of(noun: str) -> str:
    """The plural of a coined noun, by rule; declared words bring their own."""
    lower = noun.lower()
    if lower.endswith("man"):
        return f"{noun[:-2]}en"
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if lower.endswith("y") and lower[-2:-1] not in {"a", "e", "i", "o", "u"}:
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def capital(sentence: str) -> str:
    """First letter large; a sentence that opens with a quotation or a bracket is capitalised behind it."""
    for i, c in enumerate(sentence):
        if c.isalpha():
            return sentence[:i] + c.upper() + sentence[i + 1 :]
        if c not in '"(':
            return sentence
    return sentence


def sentence(words: str) -> str:
    """One finished sentence. Words that end in a closed quotation with its own stop need no second one."""
    words = capital(words.strip())
    if not words or words.endswith((".", "!", "?", ".)", '."', '!"', '.")', "!)")):
        return words
    return f"{words}."


def quote(words: str) -> str:
    return f'"{words}"'


def spaced(parts: Iterable[str]) -> str:
    """Words in a row; empty ones leave no gap, and a part that opens with a comma hangs on the one before."""
    out = ""
    for part in parts:
        part = part.strip()
        if part:
            out += part if not out or part.startswith((",", ".", "'s")) else f" {part}"
    return out


def signed(n: int) -> str:
    return f"+{n}" if n >= 0 else f"-{-n}"
