"""Many games in several processes, with forced coverage: first by chance, then driven to texts not seen done yet.

After each round the cards whose texts were not executed, or did nothing yet, are wanted: they take part in set-ups, and
players are driven to them. What no game has shown is looked for in scenarios. Must not know any declared word.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.messages import Refused
from cardwright.runtime.play.game import Game

from ..mutation.units import Place, Unit, units_of
from ..scenarios.runner import run
from ..scenarios.suite import SuiteCompiler, files_at, load
from .driven import bringing, helping, setups
from .effects import Effects
from .games import Plan, Played, Totals, play

NOT_EXECUTED, NOT_EFFECTIVE = 8, 1  # how much a text is wanted: first all must be executed
EACH = 5  # games in one piece of work


@dataclass
class Campaign:
    """What came of all games."""

    units: dict[Place, Unit]
    totals: Totals = field(default_factory=Totals)
    executed: set[Place] = field(default_factory=set)
    effective: set[Place] = field(default_factory=set)
    about: dict[int, set[int]] = field(default_factory=dict)  # event type -> definitions of cards it has been about
    scenarios: dict[Place, str] = field(default_factory=dict)  # of what no game has shown
    aimed: Counter[int] = field(default_factory=Counter)  # games that were driven to a definition
    driven: int = 0
    gifts: int = 0
    needed: int = 0  # games after which no text of a card was left that none had executed; 0: some are left
    refused: Counter[str] = field(default_factory=Counter)  # set-ups that cannot be dealt, by reason

    @property
    def unseen(self) -> list[Unit]:
        """Texts that no game executed."""
        return [unit for place, unit in self.units.items() if place not in self.executed]

    @property
    def idle(self) -> list[Unit]:
        """Texts that were executed and never did anything, with all that they are made into."""
        did = {place[:5] for place in self.effective}
        idle = self.executed - self.effective
        return [u for place, u in self.units.items() if place in idle and not (u.part and place[:5] in did)]

    def lines(self) -> list[str]:
        """The report."""
        lines = [
            *self.totals.lines(),
            f"  {self.driven} games driven to texts, {self.gifts} of them with gifts",
            f"  every text of a card was executed within {self.needed} games"
            if self.needed
            else "  not every text of a card was executed",
            f"texts: {len(self.executed)} of {len(self.units)} executed, {len(self.effective)} did something",
        ]
        for title, units in (("not executed", self.unseen), ("never did anything", self.idle)):
            for unit in units:
                where = self.scenarios.get(unit.place)
                lines.append(f"  {title}: {unit.where} {unit.text}")
                lines.append(f"    does something in {where}" if where else "    in no scenario either")
        if self.refused:
            lines.append(
                "set-ups that cannot be dealt: " + "; ".join(f"{n} × {w}" for w, n in self.refused.most_common(5))
            )
        return lines


_EFFECTS: list[Effects] = []  # of a working process


def _begin(image: Image) -> None:
    _EFFECTS[:] = [Effects(image)]


def _work(
    piece: tuple[Sequence[Plan], frozenset[Place]],
) -> tuple[list[Played], set[Place], set[Place], dict[int, set[int]]]:
    """Some games; what was executed, what did something besides what is known, and which cards events were about."""
    (effects,) = _EFFECTS
    plans, known = piece
    effects.forget(known)
    played = [play(effects.image, plan, effects if plan.watched else None) for plan in plans]
    return played, effects.executed, effects.effective, effects.about


def campaign(
    image: Image,
    *,
    games: int,
    full: int,
    first: int = 1,
    rounds: int = 8,
    by_chance: float = 0.4,
    plainly: int = 0,
    processes: int = 2,
    tables: Sequence[str] = (),
    tell: Callable[[str], None] = lambda line: None,
) -> Campaign:
    """Play so many games. `full`: how many are checked at every request; `by_chance`: the share that nobody drives."""
    made = Campaign({unit.place: unit for unit in units_of(image)})
    context = multiprocessing.get_context()
    with context.Pool(processes, _begin, (image,)) as pool:
        seed, left = first, games
        free = round(games * by_chance)
        sizes = [free, *_parts(games - free, rounds)]
        for number, size in enumerate(sizes):
            done = games - left
            checked, twice = (whole * (done + size) // games - whole * done // games for whole in (full, plainly))
            plans = _plans(image, made, number, size, seed, checked, twice, tables)
            seed += size
            known = frozenset(made.effective)
            pieces = [(plans[at : at + EACH], known) for at in range(0, len(plans), EACH)]
            for played, executed, effective, about in pool.imap_unordered(_work, pieces):
                made.totals.games += played
                made.executed |= executed & set(made.units)
                made.effective |= effective & set(made.units)
                for event, cards in about.items():
                    made.about.setdefault(event, set()).update(cards)
            left -= size
            if not made.needed and all(unit.card < 0 for unit in made.unseen):
                made.needed = games - left
            tell(
                f"… {games - left} games; {len(made.unseen)} texts not executed, {len(made.idle)} did nothing;"
                f" {len(made.totals.faults)} faults"
            )
    made.totals.games.sort(key=lambda one: one.plan.seed)
    return made


def _parts(whole: int, many: int) -> list[int]:
    return [whole * (at + 1) // many - whole * at // many for at in range(many)]


def _plans(
    image: Image, made: Campaign, number: int, size: int, seed: int, full: int, plainly: int, tables: Sequence[str]
) -> list[Plan]:
    """The games of a round: the first by chance, later ones driven."""
    wanted = wanted_of(image, made) if number else {}
    plans: list[Plan] = []
    for at, (setup, aims) in enumerate(setups(image, wanted, size, seed, tables)):
        plan = Plan(
            seed + at,
            setup,
            agree_every=1 if at < full else 20,
            secrecy_every=1 if at < full else 20,
            plainly=full <= at < full + plainly,
            eager=at % 2 == 1,
            watched=bool(number) or at % 2 == 0,
        )
        if number:
            gifts = at % 2 == 0
            helps = helping(image, made.about, aims)
            plan = replace(plan, wanted=aims | bringing(image, aims), helping=helps, gifts=gifts)
            made.driven += 1
            made.gifts += gifts
            made.aimed.update(aims)
        plans.append(replace(plan, setup=_dealable(image, plan, made.refused)))
    return plans


def _dealable(image: Image, plan: Plan, refused: Counter[str]) -> dict[str, object]:
    """The set-up of a plan if it can be dealt; else with nothing chosen, and at last by the usual table."""
    players = plan.setup["players"]
    without: dict[str, object] = {"players": players, "table": plan.setup["table"]}
    for setup in (dict(plan.setup), without):
        try:
            Game.dealt(image, setup, plan.seed, log=False)
        except Refused as error:
            refused[f"{error.code}: {error.message}"] += 1
        else:
            return setup
    return {"players": players}


def wanted_of(image: Image, made: Campaign) -> dict[int, float]:
    """How much is wanted of the cards whose texts were not executed or did nothing.

    The less, the more games were driven to them in vain. A part that cards play is wanted of whatever makes them play
    it, too.
    """
    wanted: Counter[int] = Counter()
    lines: dict[tuple[str, int], set[int]] = {}
    for place, unit in made.units.items():
        lines.setdefault(place[:2], set()).add(unit.card)
    for place, unit in made.units.items():
        if unit.card >= 0 and place not in made.effective:
            much = NOT_EFFECTIVE if place in made.executed else NOT_EXECUTED
            for card in {unit.card, *_makers(image, unit.card, lines[place[:2]])}:
                wanted[card] += much
    return {card: much / (1 + made.aimed[card]) for card, much in wanted.items()}


def _makers(image: Image, part: int, line: set[int]) -> set[int]:
    """The cards that make others play a part: none if it is a card itself, else those whose line says it (`line`: who
    speaks there), and its namesakes, of which it is a face."""
    cards = image.cards
    if cards[part].copies or cards[part].side_of >= 0:
        return set()
    namesakes = {at for at, card in enumerate(cards) if card.name == cards[part].name >= 0 and card.copies}
    return namesakes | {one for one in line if one >= 0 and cards[one].copies}


def explain(made: Campaign, folders: Iterable[Path], tell: Callable[[str], None] = lambda line: None) -> None:
    """Look in scenarios for what no game has shown."""
    missing = {unit.place for unit in (*made.unseen, *made.idle)}
    compiler = SuiteCompiler()
    for path in (file for folder in folders for file in files_at(folder)):
        if not missing:
            return
        loaded = load(path, compiler)
        if loaded.image is None:
            continue
        here = {unit.place for unit in units_of(loaded.image)} & missing
        if not here:
            continue
        effects = Effects(loaded.image)

        def see(game: Game, one: Effects = effects) -> None:
            one.look(game, now=True)

        for scenario in loaded.file.scenarios:
            effects.forget(set(effects.units) - missing)
            result = run(scenario, loaded.image, watch=effects.passed, tap=effects.told, see=see)
            for place in effects.effective & missing if result.ok else ():
                made.scenarios[place] = f"“{scenario.name}” ({scenario.where})"
                missing.discard(place)
        tell(f"… {path.name}: {len(missing)} still to be explained")
