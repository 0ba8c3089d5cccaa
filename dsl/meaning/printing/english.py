"""The mechanics of written English: number words, lists, capitals, sentence ends.

Everything here works on strings and knows no tree, no vocabulary and no card. Words of a set never stand here; what
does is closed-class English (a / an, and, or, number words).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardwright.dsl.words.english import article

WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
TIMES = {1: "once", 2: "twice"}


def number_word(n: int, digits: bool = False) -> str:
    """Counts up to ten are words; in set-up, costs and amounts everything is digits."""
    if digits or not 0 <= n < len(WORDS):
        return str(n)
    return WORDS[n]


def times_word(n: int) -> str:
    return TIMES.get(n, f"{number_word(n)} times")


def with_article(phrase: str) -> str:
    return f"{article(phrase)} {phrase}"


def join_list(parts: Sequence[str], word: str = "and") -> str:
    """ "A", "A and B", "A, B, and C"."""
    if len(parts) <= 1:
        return "".join(parts)
    if len(parts) == 2:
        return f"{parts[0]} {word} {parts[1]}"
    return f"{', '.join(parts[:-1])}, {word} {parts[-1]}"


def capital(sentence: str) -> str:
    """First letter large; a sentence that opens with a quotation or a bracket is capitalised behind it."""
    for i, c in enumerate(sentence):
        if c.isalpha():
            return sentence[:i] + c.upper() + sentence[i + 1 :]
        if c not in '"(':
            return sentence
    return sentence


def sentence(words: str) -> str:
    """One finished sentence."""
    return stopped(capital(words.strip()))


def stopped(words: str) -> str:
    """With its stop. Words that end in a closed quotation with its own stop need no second one."""
    if not words or words.endswith((".", "!", "?", ".)", '."', '!"', '.")', "!)")):
        return words
    if words.endswith('"'):
        return f'{words[:-1]}."'
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
