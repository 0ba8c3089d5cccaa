"""How many of the example sentences compile, and at which words and constructs the others stop.

python -m tests.meaning.suite_report            counts, and a ranked list of what is missing
python -m tests.meaning.suite_report --trees    every compiled text with its canonical wording and its meaning in words
python -m tests.meaning.suite_report --rest     every place where a text stops
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass
from functools import cache

from ruamel.yaml import YAML

from cardwright.dsl.meaning.context import Carrier
from cardwright.dsl.meaning.printing import canonical
from cardwright.dsl.meaning.printing.words import VocabularyForms
from cardwright.dsl.meaning.resolve import Result, resolve_lines

from .suite_words import DATA, names, suite_vocabulary

KINDS = {
    "hero": "core:Hero",
    "villain": "core:Villain",
    "henchman": "core:Henchman",
    "mastermind": "core:Mastermind",
    "tactic": "core:Mastermind Tactic",
    "scheme": "core:Scheme",
    "wound": "core:Wound",
    "bystander": "core:Bystander",
}
OTHERS = frozenset(("Doctor Vex",))  # named on cards of others


@dataclass(frozen=True)
class Item:
    id: str
    on: str
    text: str
    means: str
    check: str

    @property
    def lines(self) -> list[str]:
        return self.text.rstrip().split("\n")

    @property
    def carrier(self) -> Carrier:
        """What the text stands on: its kind, and its own name as far as the text says it."""
        own: tuple[str, ...] = ()
        if self.on in ("villain", "mastermind"):
            found = [name for name in names() if name in self.text]
            if found:
                first = min(found, key=self.text.find)
                if not (self.on == "villain" and first in OTHERS):
                    own = tuple(sorted({first, first.removeprefix("the "), first.removeprefix("The ")}))
        return Carrier((KINDS[self.on],), own, "suite", {}, self.on != "hero")


@cache
def items() -> tuple[Item, ...]:
    rows = YAML(typ="safe", pure=True).load((DATA / "sentences.yaml").read_text("utf-8"))
    return tuple(Item(r["id"], r["on"], r["text"], r["means"], r.get("check", "")) for r in rows)


def resolve(item: Item) -> Result:
    return resolve_lines(item.lines, suite_vocabulary(), item.carrier)


def wording(item: Item, result: Result) -> list[str]:
    assert result.text is not None
    return canonical(result.text, VocabularyForms(suite_vocabulary()))


def again(item: Item, lines: list[str]) -> Result:
    """The canonical wording read again."""
    return resolve_lines(lines, suite_vocabulary(), item.carrier)


def main(args: list[str]) -> None:
    started = time.perf_counter()
    results = {item: resolve(item) for item in items()}
    spent = time.perf_counter() - started
    good = [item for item, result in results.items() if result.text is not None]
    size = sum(len(item.text) for item in items())
    print(f"{len(good)} of {len(results)} texts compile ({100 * len(good) / len(results):.0f} %)")
    print(f"{spent / size * 1e6:.0f} µs a character")
    kinds = Counter(item.on for item in good)
    print(", ".join(f"{kind} {n} of {sum(i.on == kind for i in results)}" for kind, n in kinds.items()))
    trips: Counter[str] = Counter()
    for item in good:
        how, lines, other = "same tree", [], None
        try:
            lines = wording(item, results[item])
            other = again(item, lines)
            if other.text is None:
                how = "not read again"
            elif other.text != results[item].text:
                how = "another tree"
        except Exception as error:
            how = f"not printed: {error}"
        trips[how.split(":")[0]] += 1
        if "--trees" in args or how != "same tree":
            print(f"{item.id} [{how}] {' // '.join(item.lines)}")
            if lines != item.lines:
                print(f"      printed  {' // '.join(lines)}")
            if "--trees" in args:
                print(f"      means    {item.means}")
            if other is not None and other.text is None:
                print(f"      stops at {[(p.code, p.word, p.note) for _, p in other.problems]}")
    print(", ".join(f"{n} {how}" for how, n in trips.most_common()))
    why: Counter[str] = Counter()
    for item, result in results.items():
        if result.text is not None:
            continue
        first = True
        for number, problem in result.problems:
            if first:
                why[f"{problem.code}: {problem.note or problem.word}"] += 1
            first = False
            if "--rest" in args:
                line = item.lines[number]
                print(
                    item.id,
                    "|",
                    problem.code,
                    "|",
                    problem.note,
                    "|",
                    f"{line[: problem.start]}>>{line[problem.start :]}",
                )
    print("what is missing, by the first place where a text stops:")
    for what, n in why.most_common(40 if "--rest" not in args else 10):
        print(f"  {n:3} {what}")


if __name__ == "__main__":
    main(sys.argv[1:])
