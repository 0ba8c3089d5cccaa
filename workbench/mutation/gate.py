"""Running the gate: remove each unit, rerun the scenarios that reach it, and say which nobody missed.

`killed`: a scenario fails without it. `survived`: all that reach it still pass. `unreachable`: no scenario reaches it.
Must not know any declared word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..scenarios.model import Scenario
from ..scenarios.runner import run
from ..scenarios.suite import Loaded
from .units import Place, Unit, units_of, without

KILLED, SURVIVED, UNREACHABLE = "killed", "survived", "unreachable"

Argued = tuple[str, str]  # the file of a set and the sentence: what an argument is about


@dataclass
class Verdict:
    """What became of a unit, and which scenario killed it."""

    place: Place
    text: str
    state: str
    by: str = ""
    tried: int = 0

    @property
    def known_as(self) -> Argued:
        """What stays the same when lines are moved."""
        return (self.place[0], self.text)


@dataclass
class Gate:
    """All verdicts. `score` is the share of killed among those that were reached."""

    verdicts: list[Verdict] = field(default_factory=list)

    def count(self, state: str) -> int:
        return sum(one.state == state for one in self.verdicts)

    @property
    def score(self) -> float:
        reached = self.count(KILLED) + self.count(SURVIVED)
        return self.count(KILLED) / reached if reached else 0.0

    def lines(self, argued: Mapping[Argued, str] | None = None) -> list[str]:
        """The report: counts, then every survivor with its argument and every sentence nobody reaches."""
        lines = [
            f"mutation: {len(self.verdicts)} sentences, {self.count(KILLED)} killed, {self.count(SURVIVED)} survived,"
            f" {self.count(UNREACHABLE)} unreachable: {100 * self.score:.1f} %"
        ]
        for state in (SURVIVED, UNREACHABLE):
            for one in self.verdicts:
                if one.state == state:
                    lines.append(f"  {state}: {one.place[0]}:{one.place[1]}:{one.place[2]} {one.text}")
                    why = (argued or {}).get(one.known_as, "") if state == SURVIVED else ""
                    lines += [f"    {why.strip()}"] if why else []
        return lines


@dataclass
class _Reached:
    """The scenarios of one file that reach a unit."""

    loaded: Loaded
    unit: Unit
    scenarios: list[Scenario]


def gate(
    files: Sequence[Loaded],
    *,
    wanted: Callable[[Unit], bool] = lambda unit: True,
    progress: Callable[[str], None] | None = None,
) -> Gate:
    """Remove every wanted unit of these files' images, one at a time."""
    reached = _coverage(files, wanted)
    made = Gate()
    for place in sorted(reached):
        rows = reached[place]
        verdict = Verdict(place, rows[0].unit.text, UNREACHABLE)
        for row in sorted(rows, key=lambda one: len(one.scenarios)):
            killer = _kill(row, verdict)
            if killer:
                verdict.by = killer
                verdict.state = KILLED
                break
        else:
            if verdict.tried:
                verdict.state = SURVIVED
        made.verdicts.append(verdict)
        if progress is not None:
            progress(f"{verdict.state} {place[0]}:{place[1]} {verdict.text}")
    return made


def _kill(row: _Reached, verdict: Verdict) -> str:
    """The name of a scenario that fails without the unit."""
    image = row.loaded.image
    if image is None or not row.scenarios:
        return ""
    mutant = without(image, row.unit)
    for scenario in row.scenarios:
        verdict.tried += 1
        if not run(scenario, mutant).ok:
            return scenario.name
    return ""


def _coverage(files: Iterable[Loaded], wanted: Callable[[Unit], bool]) -> dict[Place, list[_Reached]]:
    """For each unit the scenarios that reach it: whose run comes to its code; for one without code, all of its file."""
    found: dict[Place, list[_Reached]] = {}
    for loaded in files:
        image = loaded.image
        if image is None:
            continue
        seen: list[tuple[Scenario, frozenset[int]]] = []
        for scenario in loaded.file.scenarios:
            passed: set[int] = set()
            if run(scenario, image, watch=passed.add).ok:
                seen.append((scenario, frozenset(passed)))
        for unit in units_of(image):
            if wanted(unit):
                those = [one for one, passed in seen if unit.abilities or unit.sentence in passed]
                found.setdefault(unit.place, []).append(_Reached(loaded, unit, those))
    return found
