"""The nearest known word to a mistyped one, and lists of words as English. Must not know where words come from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SHORTEST = 4  # letters of a word that another one may begin with to be near it


def distance(a: str, b: str, limit: int) -> int:
    """Edits (insert, delete, replace, swap neighbours) from one word to another, or limit + 1 when more are needed."""
    if abs(len(a) - len(b)) > limit:
        return limit + 1
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before, last = last, row
    return min(last[-1], limit + 1)


def nearest(word: str, known: Iterable[str], most: int = 3, *, parts: bool = True) -> list[str]:
    """Known words that the author may have meant, best first; none when nothing is near. `parts`: also those of which
    the word is one of several.
    """
    folded = word.casefold()
    limit = max(1, min(3, len(folded) // 3))
    scored: list[tuple[int, int, str]] = []
    for place, candidate in enumerate(dict.fromkeys(filter(None, known))):
        far = distance(folded, candidate.casefold(), limit)
        if parts and (folded in candidate.casefold().split(" ") or begins(folded, candidate.casefold())):
            far = min(far, limit)  # one word of several, or another form: "group" for "Villain Group"
        if far <= limit:
            scored.append((far, place, candidate))
    scored.sort()
    best = [item for item in scored if item[0] <= scored[0][0] + 1] if scored else []
    return [candidate for _, _, candidate in best[:most]]


def begins(one: str, other: str) -> bool:
    """Whether one of two words is how the other begins, as "tech" and "technology" do, marks around them aside;
    "copies" begins with "copy".
    """
    short, long = sorted((one.strip("[]{}"), other.strip("[]{}")), key=len)
    if short.endswith("y") and long.startswith(f"{short[:-1]}ie"):
        return len(short) >= SHORTEST and " " not in long
    return len(short) >= SHORTEST and " " not in long and long.startswith(short)


def either(words: Sequence[str], conjunction: str = "or") -> str:
    """Words as an English list: a, b or c."""
    if len(words) <= 1:
        return "".join(words)
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def listed(words: Iterable[str], most: int = 24) -> str:
    """Words with commas, no more than so many."""
    known = list(dict.fromkeys(words))
    return ", ".join((*known[:most], "…") if len(known) > most else known)
