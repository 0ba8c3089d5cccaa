#!/usr/bin/env python3
"""Grammar rules, opcodes, plan operations and writers with fewer than three unlike users, one line each.

A user is a sentence of a bundled set or of a hard card; two are unlike if their rows of word classes differ. What is
listed is argued for in docs/decisions/0008-kept-on-purpose.md or should go. It reports and never fails.
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any
from unittest.mock import patch

from lark import Lark

from cardwright.dsl.compile import Compiler, compile_sets
from cardwright.dsl.source import bundled
from cardwright.dsl.text import parser as reading
from cardwright.dsl.text.build import FlatBuilder
from cardwright.dsl.text.job import Job
from cardwright.dsl.text.lexer import SentenceLexer
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import OPS
from cardwright.runtime.bytecode.plantable import PLANS
from cardwright.workbench.scenarios.suite import SuiteCompiler, load

ROOT = Path(__file__).resolve().parent.parent
FEW = 3
EXPANSIONS = ("mini-expansion", "tide")
Users = dict[str, set[object]]


class Recorder(FlatBuilder):
    """Builds the flat tree and notes which rules did."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def __getattribute__(self, name: str) -> Any:
        value = super().__getattribute__(name)
        if name.startswith("_") or name == "seen" or not callable(value) or not hasattr(FlatBuilder, name):
            return value
        method: Callable[[list[object]], object] = value

        def noted(parts: list[object]) -> object:
            self.seen.add(name)
            return method(parts)

        return noted


class RecordingGrammar:
    """Stands for the parser: notes the rules and word classes of every sentence that is read."""

    def __init__(self) -> None:
        self.builder = Recorder()
        text = files("cardwright.grammar").joinpath("card.lark").read_text("utf-8")
        self.lark = Lark(
            text,
            parser="lalr",
            lexer=SentenceLexer,
            strict=True,
            start=reading.STARTS,
            maybe_placeholders=False,
            transformer=self.builder,
        )
        self.users: Users = defaultdict(set)
        self.classes: dict[str, tuple[str, ...]] = {}

    @property
    def rules(self) -> list[str]:
        """Names of rules, an alternative with its own name for itself."""
        plain = {
            str(rule.origin.name) for rule in self.lark.rules if not rule.options.expand1 or len(rule.expansion) > 1
        }
        found = {rule.alias or str(rule.origin.name) for rule in self.lark.rules}
        names = {str(rule.origin.name) for rule in self.lark.rules}
        return sorted(name for name in found if not name.startswith("_") and (name in plain or name not in names))

    def parse(self, job: Job, start: str) -> object:
        self.builder.seen = set()
        made = self.lark.parse(job, start=start)
        sequence = tuple(word.type for word in job.tokens)
        for rule in self.builder.seen:
            self.users[rule].add(sequence)
        at = job.tokens[-1].end if job.tokens else job.end
        self.classes[job.text[job.start : at].strip()] = sequence
        return made


def plan_ops(plan: object) -> Iterator[str]:
    """The operations in a plan."""
    if isinstance(plan, (tuple, list)):
        if plan and isinstance(plan[0], str):
            yield plan[0]
        for part in plan:
            yield from plan_ops(part)


def instructions(code: tuple[int, ...]) -> Iterator[tuple[str, tuple[int, ...]]]:
    at = 0
    while at < len(code):
        op = OPS[code[at]]
        size = len(op.operands)
        yield op.name, code[at + 1 : at + 1 + size]
        at += 1 + size


def image_users(
    image: Image, classes: dict[str, tuple[str, ...]], opcodes: Users, plans: Users, writers: Users
) -> None:
    """Note which sentences use which opcodes, plan operations and writers."""

    def user(sentence: int, other: str) -> object:
        if sentence < 0:
            return other
        text = image.sentences[sentence].text
        return classes.get(text.strip(), text)

    def note(plan: object, who: object) -> None:
        for name in plan_ops(plan if not isinstance(plan, int) else image.plans[plan] if plan >= 0 else ()):
            plans[name].add(who)

    for proc in image.procs:
        sentence = -1
        for name, operands in instructions(proc.code):
            if name == "SENTENCE":
                sentence = operands[0]
            who = user(sentence, proc.name)
            opcodes[name].add(who)
            if name == "EVAL":
                note(operands[0], who)
            if name in ("EVENT", "EVENTAS"):
                writers[image.events[operands[0]].prim].add(who)
    for number, ability in enumerate(image.abilities):
        who = user(ability.sentence, f"ability {number}")
        for plan in (ability.pattern, ability.you, ability.condition, ability.times):
            note(plan, who)
        for _, template in ability.rows:
            for name in plan_ops(template):
                plans[name].add(who)
            for part in template:
                if isinstance(part, int) and not isinstance(part, bool) and 0 <= part < len(image.plans):
                    note(part, who)


def images(broken: list[str]) -> Iterator[Image]:
    """The images of the bundled sets, of hard cards, of expansions and of the checks of example sentences."""
    first = compile_sets([bundled()], compiler=Compiler()).image
    if first is not None:
        yield first
    tests = ROOT / "tests"
    compiler = SuiteCompiler()
    for path in (*sorted((tests / "hard").glob("[0-9]*.yaml")), *sorted((tests / "data").rglob("*.yaml"))):
        if path.name[0].islower() and path.stem not in EXPANSIONS and path.parent.name == "data":
            continue
        try:
            made = load(path, compiler)
        except Exception as error:  # a report goes on; other tests say what is wrong
            broken.append(f"{path.name} ({type(error).__name__} {error})"[:60])
            continue
        if made.image is None:
            broken.append(path.name)
        else:
            yield made.image


def few(title: str, names: list[str], users: Users, kept: frozenset[str]) -> Iterator[str]:
    """One line for each name with few users."""
    rare = [name for name in names if len(users.get(name, ())) < FEW]
    yield f"{title}: {len(names)}, of them {len(rare)} with fewer than {FEW} unlike users"
    for name in rare:
        mark = "kept on purpose" if name in kept else "argue for it or remove it"
        yield f"  {title.split()[0]} {name}: {len(users.get(name, ()))} ({mark})"


def kept_on_purpose() -> frozenset[str]:
    """Names that the decision argues for: those in its first column."""
    path = ROOT / "docs" / "decisions" / "0008-kept-on-purpose.md"
    rows = re.findall(r"^\| ([^|]+) \|", path.read_text("utf-8"), re.MULTILINE) if path.is_file() else []
    return frozenset(name for row in rows for name in re.findall(r"`([^`]+)`", row))


def report() -> list[str]:
    """All lines."""
    recording = RecordingGrammar()
    opcodes: Users = defaultdict(set)
    plans: Users = defaultdict(set)
    writers: Users = defaultdict(set)
    count = 0
    broken: list[str] = []
    with patch.object(reading, "grammar", lambda: recording):
        for image in images(broken):
            count += 1
            image_users(image, recording.classes, opcodes, plans, writers)
    kept = kept_on_purpose()
    public = [op.name for op in OPS if not op.private]
    prims = ["move", "attach", "points", "set", "shuffle", "show", "look", "turn", "role"]
    unlike = len(set(recording.classes.values()))
    return [
        f"users: {len(recording.classes)} sentences in {unlike} rows of word classes, {count} images",
        *([f"  {len(broken)} files give no image, the first: {', '.join(broken[:5])}"] if broken else []),
        *few("rules of the grammar", recording.rules, recording.users, kept),
        *few("opcodes", public, opcodes, kept),
        *few("plan operations", list(PLANS), plans, kept),
        *few("writers", prims, writers, kept),
    ]


if __name__ == "__main__":
    sys.stdout.write("\n".join(report()) + "\n")
