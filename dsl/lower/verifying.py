"""What the verifier refuses of a lowered set, traced to the declarations and cards it was made from.

Must not know what bytecode is allowed: it asks the machine's own verifier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from cardwright.dsl.diagnostics import Span
from cardwright.runtime.bytecode.asm import instructions
from cardwright.runtime.bytecode.image import Image
from cardwright.runtime.bytecode.optable import OPS
from cardwright.runtime.bytecode.refused import ImageRefused
from cardwright.runtime.bytecode.verify import Verifier


@dataclass(frozen=True)
class Part:
    """What one declaration or card added to the image: numbers of plans, abilities and procedures."""

    span: Span
    plans: range
    abilities: range
    procs: range


def sizes(image: Image) -> tuple[int, int, int]:
    return len(image.plans), len(image.abilities), len(image.procs)


def part(span: Span, before: tuple[int, int, int], after: tuple[int, int, int]) -> Part:
    plans, abilities, procs = (range(old, new) for old, new in zip(before, after, strict=True))
    return Part(span, plans, abilities, procs)


def refusals(image: Image, parts: list[Part]) -> Iterator[tuple[str, Span]]:
    """The first refusal of each part, at the sentence it comes from."""
    verifier = Verifier(image)
    for one in parts:
        checks: tuple[tuple[Callable[[int], None], range, Callable[[Image, Part, int, int], int]], ...] = (
            (verifier.plan, one.plans, _of_plan),
            (verifier.ability, one.abilities, _of_ability),
            (verifier.proc, one.procs, _of_proc),
        )
        found = _first(checks)
        if found is not None:
            refusal, number, said_by = found
            yield refusal.message, _place(image, one, said_by(image, one, number, refusal.pc))


def _first(
    checks: Sequence[tuple[Callable[[int], None], range, Callable[[Image, Part, int, int], int]]],
) -> tuple[ImageRefused, int, Callable[[Image, Part, int, int], int]] | None:
    for check, numbers, said_by in checks:
        for number in numbers:
            try:
                check(number)
            except ImageRefused as refusal:
                return refusal, number, said_by
    return None


def _of_proc(image: Image, one: Part, number: int, pc: int) -> int:
    """The sentence that an instruction of a procedure belongs to; without an instruction, its first one."""
    sentence = next((a.sentence for a in image.abilities if a.proc == number), -1)
    for at, words in _instructions(image, number):
        if OPS[words[0]].name == "SENTENCE":
            if at > pc >= 0 or (pc < 0 and sentence >= 0):
                break
            sentence = words[1]
    return sentence


def _of_plan(image: Image, one: Part, number: int, pc: int) -> int:
    """The sentence that first asks for a plan."""
    for proc in one.procs:
        for at, words in _instructions(image, proc):
            if OPS[words[0]].name == "EVAL" and words[1] == number:
                return _of_proc(image, one, proc, at)
    for ability in one.abilities:
        made = image.abilities[ability]
        if number in (made.pattern, made.you, made.condition):
            return made.sentence
    return -1


def _of_ability(image: Image, one: Part, number: int, pc: int) -> int:
    return image.abilities[number].sentence


def _instructions(image: Image, proc: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    try:
        yield from instructions(image.procs[proc].code)
    except IndexError:
        return


def _place(image: Image, one: Part, sentence: int) -> Span:
    """Where a sentence stands, if it is of the file the part is of."""
    made = image.sentences[sentence] if 0 <= sentence < len(image.sentences) else None
    file = one.span.file
    if made is None or made.file != file.name:
        return one.span
    start = file.line_starts[made.line - 1] + made.column - 1
    return file.span(start, file.line_starts[made.end_line - 1] + made.end_column - 1)
