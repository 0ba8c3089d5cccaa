"""What can be removed from an image: the code of a sentence, a named step, or an ability that has no code of its own.

A unit is named by its place in the set files, so that the same sentence in two images is one unit. Must not know any
declared word, nor scenarios.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, replace
from pathlib import PurePath

from cardwright.runtime.bytecode.image import AbilityDef, Image, ProcDef
from cardwright.runtime.bytecode.optable import OPCODE, OPS

_SENTENCE = OPCODE["SENTENCE"]
_JUMP = OPCODE["JUMP"]
_NONE = OPCODE["NONE"]
_STORE = OPCODE["STORE"]
_SENTENCE_SIZE = 2
_TAIL = 3  # PUSH 1, RET
CODE, ABILITY = "sentence", "ability"

Place = tuple[str, int, int, int, int, int]  # file, line, column, end line, end column, which of those that stand there


@dataclass(frozen=True)
class Unit:
    """A sentence of one image: its place and text, and where its code lies, or which abilities are nothing but it."""

    place: Place
    text: str
    sort: str
    sentence: int
    card: int = -1
    code: tuple[tuple[int, int, int], ...] = ()  # (procedure, pc of SENTENCE, where the sentence ends)
    abilities: tuple[int, ...] = ()
    part: bool = False  # one of several things a line is made into that have no words of their own

    @property
    def where(self) -> str:
        return f"{self.place[0]}:{self.place[1]}:{self.place[2]}"


def instructions(code: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """(pc, opcode) of every instruction."""
    pc = 0
    while pc < len(code):
        yield pc, code[pc]
        pc += 1 + len(OPS[code[pc]].operands)


def units_of(image: Image) -> list[Unit]:
    """Every unit of an image that has a place in a file, in the order of its sentences."""
    regions: dict[int, list[tuple[int, int, int]]] = {}
    for number, proc in enumerate(image.procs):
        for which, start, end in _regions(proc):
            regions.setdefault(which, []).append((number, start, end))
    standing: dict[int, list[int]] = {}
    for number, ability in enumerate(image.abilities):
        if ability.sentence >= 0 and (ability.rows or ability.proc < 0 or ability.sentence not in regions):
            standing.setdefault(ability.sentence, []).append(number)
    found: list[Unit] = []
    there: dict[tuple[str, int, int, int, int], int] = {}
    for number, sentence in enumerate(image.sentences):
        if not sentence.file:
            continue
        file = "/".join(PurePath(sentence.file).parts[-2:])  # a set is found in several ways; it is the same file
        span = (file, sentence.line, sentence.column, sentence.end_line, sentence.end_column)
        if number in regions or number in standing:
            place = (*span, there.get(span, 0))
            there[span] = place[5] + 1
            sort = CODE if number in regions else ABILITY
            found.append(
                Unit(
                    place,
                    sentence.text,
                    sort,
                    number,
                    sentence.card,
                    tuple(regions.get(number, ())),
                    tuple(standing.get(number, ())),
                )
            )
    return [_pieced(unit, there[unit.place[:5]]) for unit in found]


def _pieced(unit: Unit, count: int) -> Unit:
    """The piece of a line a unit stands for, where several stand at the same place."""
    flat = " / ".join(unit.text.splitlines())
    if count == 1:
        return replace(unit, text=flat)
    pieces = re.split(r"(?<=[.!?])[\"”)]*\s+(?=[A-Z\[(\"“])", flat) if unit.place[1] == unit.place[3] else []
    if len(pieces) == count:
        return replace(unit, text=pieces[unit.place[5]])
    return replace(unit, text=f"{flat} ({unit.place[5] + 1} of {count})", part=True)


def _regions(proc: ProcDef) -> Iterator[tuple[int, int, int]]:
    """(sentence, start, end) of the code of each sentence: to the next one, but not beyond the step it is in."""
    marks = [(pc, proc.code[pc + 1]) for pc, op in instructions(proc.code) if op == _SENTENCE]
    tail = max(0, len(proc.code) - _TAIL)
    for at, (start, sentence) in enumerate(marks):
        end = marks[at + 1][0] if at + 1 < len(marks) else tail
        steps = [last for _, first, last in proc.steps if first <= start < last]
        if steps:
            end = min(steps) if at + 1 == len(marks) or marks[at + 1][0] > min(steps) else end
        if sentence >= 0 and end > start + _SENTENCE_SIZE:
            yield sentence, start, end


def without(image: Image, unit: Unit) -> Image:
    """The image in which the unit is jumped over; what it would have bound is empty."""
    made = copy(image)
    made.procs = list(image.procs)
    made.abilities = list(image.abilities)
    for number in {number for number, _, _ in unit.code}:
        cuts = [(start, end) for proc, start, end in unit.code if proc == number]
        made.procs[number] = _skipping(image.procs[number], cuts)
    for number in unit.abilities:
        ability = image.abilities[number]
        made.abilities[number] = _silent(ability)
    return made


def _silent(ability: AbilityDef) -> AbilityDef:
    """An ability that does nothing: it can only be run by a name it does not have."""
    return replace(ability, kind="label", rows=(), label=-1, event=-1, pattern=-1, condition=-1)


def _skipping(proc: ProcDef, cuts: list[tuple[int, int]]) -> ProcDef:
    """The procedure with jumps over pieces of its code, and all its own locals empty at the start."""
    first = 3 + proc.params
    prologue: list[int] = []
    for local in range(first, proc.locals):
        prologue += [_NONE, _STORE, local]
    shift = len(prologue)
    code = list(proc.code)
    for pc, op in instructions(proc.code):
        for at, letter in enumerate(OPS[op].operands):
            if letter == "j":
                code[pc + 1 + at] += shift
    for start, end in cuts:
        code[start] = _JUMP
        code[start + 1] = end + shift
    steps = tuple((name, start + shift, end + shift) for name, start, end in proc.steps)
    return replace(proc, code=(*prologue, *code), steps=steps)
