"""Mutating instructions of an image: what the verifier lets pass must end well or in a named fault."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace

from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.format import dump_image, load_image
from cardwright.runtime.bytecode.image import Image, ProcDef
from cardwright.runtime.bytecode.optable import OPS
from cardwright.runtime.bytecode.refused import ImageRefused
from cardwright.runtime.machine import BackEnd, MachineFault, Status, digest, link

from .play import flat, pick
from .tiny import deal, listening, tiny

PUBLIC = [i for i, op in enumerate(OPS) if not op.private]


def mutate(image: Image, r: random.Random) -> Image:
    """One to three changes to instructions or plans."""
    procs = list(image.procs)
    plans = list(image.plans)
    for _ in range(r.choice((1, 1, 2, 3))):
        if r.random() < 0.3:
            at = r.randrange(len(plans))
            plans[at] = _plan(plans[at], r)  # type: ignore[assignment]
            continue
        at = r.randrange(len(procs))
        procs[at] = _code(procs[at], r)
    return replace(image, procs=procs, plans=plans)


def _code(proc: ProcDef, r: random.Random) -> ProcDef:
    parts = [list(words) for _, words in instructions(proc.code)]
    at = r.randrange(len(parts))
    what = r.randrange(6)
    if what <= 2 and len(parts[at]) > 1:
        i = r.randrange(1, len(parts[at]))
        parts[at][i] += r.choice((-1, 1, 2, -3, 7))
    elif what == 3:
        same = [o for o in PUBLIC if OPS[o].operands == OPS[parts[at][0]].operands]
        parts[at][0] = r.choice(same)
    elif what == 4:
        other = r.randrange(len(parts))
        parts[at], parts[other] = parts[other], parts[at]
    elif r.random() < 0.5:
        parts.insert(at, list(r.choice(parts)))
    else:
        del parts[at]
    return replace(proc, code=tuple(word for part in parts for word in part))


def _plan(plan: object, r: random.Random) -> object:
    if not isinstance(plan, tuple) or not plan:
        return plan
    at = r.randrange(len(plan))
    value = plan[at]
    if isinstance(value, tuple) and r.random() < 0.8:
        return (*plan[:at], _plan(value, r), *plan[at + 1 :])
    if isinstance(value, int):
        return (*plan[:at], value + r.choice((-1, 1, 2, 5)), *plan[at + 1 :])
    if len(plan) > 2 and r.random() < 0.5:
        return (plan[0], *reversed(plan[1:]))
    others = [p for p in plan[1:] if isinstance(p, tuple)]
    return r.choice(others) if others else plan


def run(text: str, r: random.Random, questions: int = 60) -> str:
    """Load and play for a while: how it ended."""
    try:
        image = load_image(text)
    except ImageRefused as refused:
        return "refused " + refused.code
    machine = link(image, check=False)
    machine.interpreter.fuel = 30_000
    if r.random() < 0.5:
        machine.back_end = BackEnd.GENERATED
    s = deal(machine, 2)
    try:
        for _ in range(questions):
            if machine.run(s) != Status.ASK:
                break
            machine.load(json.loads(json.dumps(machine.save(s))))
            machine.answer(s, pick(s, r, machine))
        flat(s)
        digest(s)
    except MachineFault as fault:
        return "fault " + fault.kind
    return "well"


def mutations(seed: int, count: int, base: Image | None = None) -> Counter[str]:
    """So many mutations of an image (of two, if none is given): counts by how they ended; "other" must be 0."""
    r = random.Random(seed)
    bases = [base] if base is not None else [tiny(), listening()]
    counts: Counter[str] = Counter()
    for at in range(count):
        counts["mutations"] += 1
        text = dump_image(mutate(bases[at % len(bases)], r))
        try:
            end = run(text, r)
        except Exception as error:  # whatever escapes is what we look for
            counts["other"] += 1
            counts[f"other {type(error).__name__}: {error}"[:100]] += 1
            continue
        counts[end.split()[0]] += 1
        counts[end] += 1
        if not end.startswith("refused"):
            counts["passed"] += 1
    return counts
