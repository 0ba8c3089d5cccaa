"""The text form of procedures: assembler and disassembler. The kernel is written in it; `disasm` shows it.

    proc NAME PARAM …          begins a procedure; its parameters are its first own locals
    local NAME …               further locals (this, you, event are always there)
    label:                     a jump target
    OPCODE operand …           one instruction a line, or several joined by `;`
    # comment

Operands by the op table: a number, a local, a label, a procedure, a plan `(op …)`, a request kind, an option type, a
row family, a stream; `_` is -1. Must not know what opcodes do.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .image import Image, Plan, ProcDef
from .optable import FAMILIES, OPCODE, OPS, OPTIONS, REQUESTS, STREAMS

FIXED = ("this", "you", "event")


class AssemblyError(ValueError):
    """A line of assembly that says nothing."""


@dataclass
class Assembled:
    procs: list[ProcDef] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)


@dataclass
class _Proc:
    name: str
    params: int
    locals: list[str]
    lines: list[tuple[int, list[str]]] = field(default_factory=list)


_TOKEN = re.compile(r"\(|\)|[^\s()]+")


def assemble(text: str, events: dict[str, int] | None = None) -> Assembled:
    """Procedures and their plans. `events` names event types for operands of kind e."""
    procs = _read(text)
    numbers = {p.name: i for i, p in enumerate(procs)}
    out = Assembled()
    plans: dict[Plan, int] = {}
    for proc in procs:
        out.procs.append(_assemble(proc, numbers, events or {}, plans))
    out.plans = list(plans)
    return out


def _read(text: str) -> list[_Proc]:
    procs: list[_Proc] = []
    for number, raw in enumerate(text.splitlines(), 1):
        for part in raw.split("#", 1)[0].split(";"):
            words = _TOKEN.findall(part)
            if not words:
                continue
            if words[0] == "proc":
                if len(words) < 2:
                    raise AssemblyError(f"line {number}: a procedure needs a name")
                procs.append(_Proc(words[1], len(words) - 2, [*FIXED, *words[2:]]))
            elif not procs:
                raise AssemblyError(f"line {number}: no procedure begun")
            elif words[0] == "local":
                procs[-1].locals += words[1:]
            else:
                procs[-1].lines.append((number, words))
    return procs


def _assemble(proc: _Proc, numbers: dict[str, int], events: dict[str, int], plans: dict[Plan, int]) -> ProcDef:
    code: list[int] = []
    labels: dict[str, int] = {}
    fixes: list[tuple[int, str, int]] = []
    for number, words in proc.lines:
        if len(words) == 1 and words[0].endswith(":"):
            labels[words[0][:-1]] = len(code)
            continue
        opcode = OPCODE.get(words[0])
        if opcode is None:
            raise AssemblyError(f"line {number}: no opcode {words[0]}")
        code.append(opcode)
        rest = words[1:]
        for kind in OPS[opcode].operands:
            if not rest:
                raise AssemblyError(f"line {number}: {words[0]} needs {len(OPS[opcode].operands)} operands")
            if kind == "j":
                fixes.append((len(code), rest.pop(0), number))
                code.append(0)
            elif kind == "p" and rest[0] == "(":
                plan = _plan(rest, proc.locals, number)
                code.append(plans.setdefault(plan, len(plans)))
            else:
                code.append(_operand(kind, rest.pop(0), proc.locals, numbers, events, number))
        if rest:
            raise AssemblyError(f"line {number}: {' '.join(rest)} is left over")
    for at, name, number in fixes:
        if name.lstrip("-").isdigit():
            code[at] = int(name)
        elif name in labels:
            code[at] = labels[name]
        else:
            raise AssemblyError(f"line {number}: no label {name}")
    return ProcDef(proc.name, proc.params, len(proc.locals), tuple(code))


def _operand(kind: str, word: str, names: list[str], procs: dict[str, int], events: dict[str, int], line: int) -> int:
    if word == "_":
        return -1
    if re.fullmatch(r"-?\d+", word):
        return int(word)
    tables: dict[str, dict[str, int]] = {
        "l": {n: i for i, n in enumerate(names)},
        "f": procs,
        "e": events,
        "r": {n: i for i, n in enumerate(REQUESTS)},
        "y": {n: i for i, n in enumerate(OPTIONS)},
        "w": {n: i for i, n in enumerate(FAMILIES)},
        "x": {n: i for i, n in enumerate(STREAMS)},
    }
    found = tables.get(kind, {}).get(word)
    if found is None:
        raise AssemblyError(f"line {line}: {word} is no operand of kind {kind}")
    return found


def _plan(words: list[str], names: list[str], line: int) -> Plan:
    """A plan in brackets; names of locals stand for ["local", n]."""
    words.pop(0)
    if not words:
        raise AssemblyError(f"line {line}: a plan is not closed")
    parts: list[object] = [words.pop(0)]
    while words and words[0] != ")":
        if words[0] == "(":
            parts.append(_plan(words, names, line))
            continue
        word = words.pop(0)
        if re.fullmatch(r"-?\d+", word):
            parts.append(int(word))
        elif word in FIXED:
            parts.append((word,))
        elif word in names:
            parts.append(("local", names.index(word)))
        else:
            raise AssemblyError(f"line {line}: {word} in a plan")
    if not words:
        raise AssemblyError(f"line {line}: a plan is not closed")
    words.pop(0)
    return tuple(parts)


# -- the other way ---------------------------------------------------------------------------------
def disassemble(image: Image, proc: int, with_text: bool = True) -> str:
    """One procedure as text; with the sentences it carries out as comments."""
    return disassemble_proc(image.procs[proc], image.plans, image, with_text)


def disassemble_proc(proc: ProcDef, plans: list[Plan], image: Image | None = None, with_text: bool = True) -> str:
    names = [*FIXED, *(f"p{i}" for i in range(proc.params))]
    names += [f"t{i}" for i in range(proc.locals - len(names))]
    lines = [" ".join(["proc", _word(proc.name), *names[3 : 3 + proc.params]])]
    if names[3 + proc.params :]:
        lines.append(" ".join(["local", *names[3 + proc.params :]]))
    targets = sorted({code[1 + i] for _, code in instructions(proc.code) for i in _jumps(code[0])})
    label = {t: f"L{n}" for n, t in enumerate(targets)}
    for pc, code in instructions(proc.code):
        if pc in label:
            lines.append(f"{label[pc]}:")
        op = OPS[code[0]]
        words = [
            op.name,
            *(_show(k, v, names, plans, image, label) for k, v in zip(op.operands, code[1:], strict=True)),
        ]
        text = "    " + " ".join(words)
        if with_text and image is not None and op.name == "SENTENCE" and 0 <= code[1] < len(image.sentences):
            text += f"   # {image.sentences[code[1]].text}"
        lines.append(text)
    return "\n".join(lines) + "\n"


def instructions(code: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """(pc, opcode and operands) of each instruction; raises IndexError on a torn one."""
    out: list[tuple[int, tuple[int, ...]]] = []
    pc = 0
    while pc < len(code):
        size = 1 + len(OPS[code[pc]].operands)
        if pc + size > len(code):
            raise IndexError(pc)
        out.append((pc, code[pc : pc + size]))
        pc += size
    return out


def _jumps(opcode: int) -> list[int]:
    return [i for i, kind in enumerate(OPS[opcode].operands) if kind == "j"]


def _word(text: str) -> str:
    return re.sub(r"[\s();#]+", "-", text) or "-"


def _show(
    kind: str, value: int, names: list[str], plans: list[Plan], image: Image | None, label: dict[int, str]
) -> str:
    if kind == "l":
        return names[value]
    if kind == "j":
        return label[value]
    if kind == "p" and 0 <= value < len(plans):
        return show_plan(plans[value], names)
    if value == -1:
        return "_"
    table: tuple[str, ...] = {"r": REQUESTS, "y": OPTIONS, "w": FAMILIES, "x": STREAMS}.get(kind, ())
    if 0 <= value < len(table):
        return table[value]
    if image is not None and kind == "f" and 0 <= value < len(image.procs):
        return _word(image.procs[value].name)
    if image is not None and kind == "e" and 0 <= value < len(image.events):
        return _word(image.names[image.events[value].name])
    return str(value)


def show_plan(plan: object, names: list[str]) -> str:
    """A plan in brackets, locals by name."""
    if isinstance(plan, (tuple, list)):
        if len(plan) == 2 and plan[0] == "local" and isinstance(plan[1], int) and 0 <= plan[1] < len(names):
            return names[plan[1]]
        if len(plan) == 1 and plan[0] in FIXED:
            return str(plan[0])
        return "(" + " ".join(show_plan(p, names) for p in plan) + ")"
    return str(plan)
