"""One mistake in one entry, by fixed operators. Every choice is the random stream's, which has a seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from .units import LISTED, Place, Unit

TOKEN = re.compile(r"\[[^\]\n]*\]|[\w'’!&/-]+|[^\s\w]")
LABEL = re.compile(r"(?:\[[A-Za-z-]+\])+: |[A-Z][A-Za-z -]*(?: [0-9][0-9, -]*)?: ")
ICON = re.compile(r"\[([^\]\n]+)\]")
# Keywords of other expansions, as their cards say them.
FOREIGN = (
    "Teleport.",
    "Focus 2: Draw a card.",
    "Versatile 2",
    "Cross-Dimensional Rampage.",
    "Elusive 6",
    "Dodge",
    "Wall-Crawl",
    "Bribe",
    "X-Treme Attack",
    "Soulbind a Villain.",
)
TYPOS = ("letter dropped", "letter doubled", "letters swapped")


@dataclass(frozen=True)
class Mutant:
    """A unit with one place replaced. `word` is the word that was mistyped, if one was."""

    unit: Unit
    operator: str
    start: int
    end: int
    new: str
    word: Place | None = None

    @property
    def text(self) -> str:
        return self.unit.text[: self.start] + self.new + self.unit.text[self.end :]

    @property
    def reach(self) -> Place:
        """The edit and the tokens beside it, in the mutant's text."""
        text, start, end = self.text, self.start, self.start + len(self.new)
        before = [match for match in TOKEN.finditer(text, max(0, start - 200), len(text)) if match.start() < start]
        after = next((match for match in TOKEN.finditer(text, end)), None)
        # an edit inside a token belongs to all of it, and then one more token counts
        low = next((match.start() for match in reversed(before) if match.end() < start), start)
        high = after.end() if after is not None else end
        if (
            after is not None
            and after.start() == end
            and text[end - 1 : end].isalnum()
            and text[end : end + 1].isalnum()
        ):
            high = next((match.end() for match in TOKEN.finditer(text, high)), high)
        return min(low, *(match.start() for match in before[-1:])) if before else low, high


Icons = dict[str, list[str]]
Operator = Callable[[Unit, random.Random, Icons], tuple[int, int, str] | None]


def _typo_place(unit: Unit, rng: random.Random) -> Place | None:
    """A word of a text; now and then a key or a value that is one of a list."""
    roll = rng.random()
    listed = [(start, end) for start, end, key in unit.values if key in LISTED]
    places = unit.keys if roll < 0.1 else listed if roll < 0.2 else unit.words
    places = [place for place in places if place[1] - place[0] >= 3]
    return rng.choice(places) if places else None


def _dropped(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    place = _typo_place(unit, rng)
    if place is None:
        return None
    at = rng.randrange(*place)
    return at, at + 1, ""


def _doubled(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    place = _typo_place(unit, rng)
    if place is None:
        return None
    at = rng.randrange(*place)
    return at, at + 1, unit.text[at] * 2


def _swapped(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    place = _typo_place(unit, rng)
    if place is None:
        return None
    at = rng.randrange(place[0], place[1] - 1)
    pair = unit.text[at : at + 2]
    return None if pair[0] == pair[1] or not pair.isalpha() else (at, at + 2, pair[::-1])


def _icon(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    """Another class or team where one stands: of the same family, or of the other one."""
    places = [(start, end, key) for start, end, key in unit.values if icons.get(key)]
    for start, end in unit.lines:
        for match in ICON.finditer(unit.text, start, end):
            key = next((key for key, names in icons.items() if match.group(1) in names), None)
            if key is not None:
                places.append((match.start(1), match.end(1), key))
    if not places:
        return None
    start, end, key = rng.choice(places)
    other = rng.choice(sorted(key for key, names in icons.items() if names))
    names = [name for name in icons[other] if name != unit.text[start:end]]
    return start, end, rng.choice(names)


def _missing(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    start, end = rng.choice(unit.words) if unit.words else (0, 0)
    if start == end:
        return None
    blank = unit.text[end] == " "
    return start, end + blank, ""


def _twice(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    start, end = rng.choice(unit.words) if unit.words else (0, 0)
    return None if start == end else (end, end, " " + unit.text[start:end])


def _no_stop(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    stops = [at for start, end in unit.lines for at in range(start, end) if unit.text[at] == "."]
    stops = [at for at in stops if unit.text[at + 1 : at + 2] in (" ", "\n", '"', "")]
    return None if not stops else ((at := rng.choice(stops)), at + 1, "")


def _case(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    start, end = rng.choice(unit.words) if unit.words else (0, 0)
    word = unit.text[start:end]
    made = rng.choice((word.swapcase()[:1] + word[1:], word.upper(), word.lower()))
    return None if made == word else (start, end, made)


def _key(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    start, end = rng.choice(unit.keys)
    word = unit.text[start:end]
    made = rng.choice((word + "s", word[:-1], "x" + word, "flavor", "Power", "effect"))
    return None if made == word else (start, end, made)


def _type(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    if not unit.values:
        return None
    start, end, _ = rng.choice(unit.values)
    number = unit.text[start:end].rstrip("+*").isdigit()
    made = rng.choice(("many", "{a: 1}", "3.5", "[1, 2]", "-") if number else ("{a: 1}", "[[x]]", "3.5", "true", "7"))
    return start, end, made


def _foreign(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    """A line with a keyword that no set here declares, before or behind a line."""
    if not unit.lines:
        return None
    start, end = rng.choice(unit.lines)
    indent = " " * (start - unit.text.rfind("\n", 0, start) - 1)
    if indent and unit.text[:start].rpartition("\n")[2].strip():
        return None  # not a block
    words = rng.choice(FOREIGN)
    return (start, start, f"{words}\n{indent}") if rng.random() < 0.5 else (end, end, f"\n{indent}{words}")


def _label(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    labels = [match for start, end in unit.lines if (match := LABEL.match(unit.text, start, end))]
    if not labels:
        return None
    match = rng.choice(labels)
    return match.start(), match.end(), ""


def _order(unit: Unit, rng: random.Random, icons: Icons) -> tuple[int, int, str] | None:
    """Two sentences of a line in the other order."""
    pairs = []
    for start, end in unit.lines:
        line = unit.text[start:end]
        label = LABEL.match(line)
        first = label.end() if label else 0
        stops = [match.end() for match in re.finditer(r"\. (?=[A-Z])", line)]
        cuts = [first, *stops, len(line)]
        pairs += [(start + a, start + b, start + c) for a, b, c in zip(cuts, cuts[1:], cuts[2:], strict=False)]
    if not pairs:
        return None
    a, b, c = rng.choice(pairs)
    one, two = unit.text[a:b].rstrip(), unit.text[b:c].rstrip()
    return a, a + len(unit.text[a:c].rstrip()), f"{two} {one}"


OPERATORS: dict[str, Operator] = {
    "letter dropped": _dropped,
    "letter doubled": _doubled,
    "letters swapped": _swapped,
    "wrong class or team": _icon,
    "word missing": _missing,
    "word doubled": _twice,
    "stop missing": _no_stop,
    "wrong case": _case,
    "unknown key": _key,
    "wrong type of value": _type,
    "foreign keyword": _foreign,
    "label removed": _label,
    "sentences swapped": _order,
}


def mutants(units: list[Unit], icons: Icons, wanted: int, seed: int) -> list[Mutant]:
    """That many different mutants, as many by each operator as it gives."""
    rng = random.Random(seed)
    each = -(-wanted // len(OPERATORS))
    found: list[Mutant] = []
    seen: set[tuple[int, int, int, str]] = set()
    short = 0
    for place, (name, operator) in enumerate(OPERATORS.items()):
        left = each + short // (len(OPERATORS) - place)
        made = 0
        for _ in range(60 * each):
            if made >= left:
                break
            number = rng.randrange(len(units))
            edit = operator(units[number], rng, icons)
            if edit is None or (key := (number, *edit)) in seen:
                continue
            seen.add(key)
            found.append(Mutant(units[number], name, *edit))
            made += 1
        short += each - made if made < left else 0
    return found
