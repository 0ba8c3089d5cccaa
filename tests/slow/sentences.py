"""The training suite: how many of its texts compile to bytecode, which are proven right, and what the others miss.

python tests/slow/sentences.py              counts, the scenarios of its checks, the readings, the rest by construct
python tests/slow/sentences.py --sheet      the seeded hundred texts without a check, laid out for somebody to read
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from cardwright.dsl import compile_sets  # noqa: E402
from cardwright.dsl.diagnostics import Finding, as_text  # noqa: E402
from cardwright.workbench.scenarios.suite import run_files  # noqa: E402
from tests.meaning.suite_report import Item, items, resolve, wording  # noqa: E402
from tests.meaning.suite_words import DATA, SUITE, WithWords, names  # noqa: E402

CHECKS = DATA / "sentence_checks"
READINGS = DATA / "readings.yaml"
PROOFS = DATA / "sentence_proofs"
SEED = 20261130
READ = 100
SHARE = 0.80
KINDS = {
    "hero": ("Hero", "cost: 3, Attack: 1"),
    "villain": ("Villain", "Attack: 3, VP: 1"),
    "henchman": ("Henchman", "Attack: 3, VP: 1"),
    "mastermind": ("Mastermind", "Attack: 8, VP: 5"),
    "tactic": ("Mastermind Tactic", ""),
    "scheme": ("Scheme", ""),
    "wound": ("Wound", ""),
    "bystander": ("Bystander", "VP: 1"),
}


@dataclass
class Compiled:
    """What became of each text, by its id."""

    stops: dict[str, list[Finding]] = field(default_factory=lambda: defaultdict(list))
    others: list[Finding] = field(default_factory=list)  # of no text

    def good(self, item: Item) -> bool:
        return item.id not in self.stops


def own_name(item: Item) -> str:
    """The name of the card a text stands on, if it says it; else its id."""
    return max(item.carrier.names, key=len, default=item.id)


def card(item: Item, name: str) -> str:
    kind, numbers = KINDS[item.on]
    rows = [
        f"  - kind: {kind}",
        f'    name: "{name}"',
        *(f"    {part}" for part in numbers.split(", ") if part),
        "    text: |",
    ]
    return "\n".join([*rows, *(f"      {line}" for line in item.lines)])


def compiled(folder: Path) -> Compiled:
    """All texts as cards, through the whole compiler; a name that comes twice opens another set."""
    rounds: list[dict[str, Item]] = [{}]
    for item in items():
        name = own_name(item)
        place = next((one for one in rounds if name not in one), None)
        if place is None:
            place = {}
            rounds.append(place)
        place[name] = item
    found = Compiled()
    for number, texts in enumerate(rounds):
        others = [name for name in names() if name not in texts]
        home = folder / f"texts-{number}"
        home.mkdir()
        cards = [card(item, name) for name, item in texts.items()]
        cards += [f'  - kind: Villain\n    name: "{name}"\n    Attack: 3\n    VP: 1' for name in others]
        head = f"set: texts-{number}\ntitle: Texts\nlanguage: 1\nversion: 0.1.0\nrequires: [core, suite]\n"
        (home / "set.yaml").write_text(head + "cards:\n" + "\n".join(cards) + "\n", "utf-8")
        result = compile_sets([SUITE, home])
        for one in result.findings:
            if not one.is_error:
                continue
            if one.card in texts:
                found.stops[texts[one.card].id].append(one)
            else:
                found.others.append(one)
    return found


def record() -> dict[str, dict[str, object]]:
    """What the readers said of each text."""
    return {row["id"]: row for row in YAML(typ="safe", pure=True).load(READINGS.read_text("utf-8"))["texts"]}


def sheet(found: Compiled) -> list[Item]:
    """The texts to be read, drawn with the seed among those that compile and have no check."""
    left = [item for item in items() if found.good(item) and not item.check]
    return sorted(random.Random(SEED).sample(left, READ), key=lambda item: item.id)


def printed(item: Item) -> str:
    return "\n".join(wording(item, resolve(item)))


def checks(found: Compiled) -> int:
    """Run the scenarios of the texts that compile, those of the suite's checks and those written from the meanings;
    the number of checks that fail."""
    wanted = {item.id for item in items() if item.check and found.good(item)}
    failed = run("checks", [path for path in sorted(CHECKS.glob("*.yaml")) if path.stem in wanted])
    good = {item.id for item in items() if found.good(item)}
    run("scenarios written from meanings", [path for path in sorted(PROOFS.glob("*.yaml")) if path.stem in good])
    return failed


def run(what: str, files: list[Path]) -> int:
    """The number of files with a scenario that fails or is not run."""
    report = run_files(files, compiler=WithWords())
    bad = {Path(one.span.file.name).stem: "not run" for one in report.findings if one.is_error}
    for result in report.failed:
        bad.setdefault(Path(result.scenario.span.file.name).stem, "; ".join(result.complaints[:1]))
    print(f"{what}: those of {len(files) - len(bad)} of {len(files)} texts that compile hold ({len(report.results)})")
    for name, complaint in sorted(bad.items()):
        print(f"    {name}: {complaint}")
    return len(bad)


def readings(found: Compiled) -> tuple[int, int]:
    """What the readers of the sample said: how many are right, of how many that still compile. What reads otherwise
    since is not right."""
    known = record()
    by_id = {item.id: item for item in items()}
    good = [key for key in known if found.good(by_id[key])]
    now = [key for key in good if printed(by_id[key]) == str(known[key]["printed"]).rstrip()]
    wrong = [key for key in now if not known[key]["right"]]
    print(f"readings: {len(known)} texts read; {len(good)} of them compile, {len(now)} to what was read")
    print(f"    {len(now) - len(wrong)} right, {len(wrong)} wrong")
    for key in wrong:
        print(f"    {key}: {known[key]['note']}")
    for key in known:
        if key not in now:
            print(f"    {key}: {'reads otherwise since' if key in good else 'is refused since'}")
    return len(now) - len(wrong), len(good)


def construct(one: Finding) -> str:
    """What a finding says is missing."""
    return f"{one.code} {one.message.partition(': ')[2] or one.message}" if one.code in ("CW401", "CW450") else one.code


def main() -> int:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        found = compiled(folder)
        good = [item for item in items() if found.good(item)]
        if "--sheet" in sys.argv:
            for item in sheet(found):
                print(f"{item.id} ({item.on})\n  text:    {item.text.strip()}\n  printed: {printed(item)}")
                print(f"  means:   {item.means}\n")
            return 0
        share = len(good) / len(items())
        print(f"{len(good)} of {len(items())} texts compile to verified bytecode ({100 * share:.1f} %)")
        if found.others:
            print(as_text(found.others))
        failed = checks(found)
        right, read = readings(found)
        rest: dict[str, list[str]] = defaultdict(list)
        for item in items():
            if not found.good(item):
                rest[construct(found.stops[item.id][0])].append(item.id)
        print(f"the other {len(items()) - len(good)}, by what is missing first:")
        for what, ids in sorted(rest.items(), key=lambda row: (-len(row[1]), row[0])):
            print(f"  {len(ids):3} {what}: {', '.join(ids)}")
        tried = sum(bool(item.check) for item in good)
        rate = right / read if read else 0.0
        total = tried - failed + rate * (len(good) - tried)
        whole = total / len(items())
        print(f"right: {tried - failed} texts by their checks, {100 * rate:.1f} % of the {len(good) - tried} others")
        print(f"so {100 * whole:.1f} % of all texts compile and are right (at least {100 * SHARE:.0f} %)")
        by_kind = Counter(item.on for item in good)
        print(", ".join(f"{kind} {number}" for kind, number in sorted(by_kind.items())))
        return 0 if whole >= SHARE and len(record()) >= READ and not found.others else 1


if __name__ == "__main__":
    sys.exit(main())
