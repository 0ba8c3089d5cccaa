"""Named faults: how the machine stops when a program goes wrong. Must not know who shows them."""

from __future__ import annotations


class Fault(Exception):
    """A program did something the verifier cannot exclude. `kind` is a short stable name."""

    def __init__(self, kind: str, what: str = "") -> None:
        super().__init__(f"{kind}: {what}" if what else kind)
        self.kind = kind
        self.what = what


class MachineFault(Exception):
    """A fault with its place: card definition, sentence and procedure (-1: none). `code` is a message code."""

    def __init__(self, kind: str, what: str, card: int, sentence: int, proc: int, pc: int) -> None:
        super().__init__(f"{kind} {what} (card {card}, sentence {sentence}, procedure {proc}, at {pc})")
        self.kind = kind
        self.what = what
        self.card = card
        self.sentence = sentence
        self.proc = proc
        self.pc = pc
        self.code = "CW861" if kind == "fuel" else "CW862"
