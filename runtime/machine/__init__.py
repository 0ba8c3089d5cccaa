"""The machine: a linked image that runs states. `link(image)` verifies and links; then `run`, `answer`, `run`, …

Must not know the compiler, nor how a game is shown.
"""

from __future__ import annotations

from cardwright.runtime.bytecode.format import load_image
from cardwright.runtime.rules.fault import MachineFault
from cardwright.runtime.state.saves import digest

from .back_end import BackEnd
from .interpreter import Status
from .machine import IllegalAnswer, Machine, link
from .program import Program

__all__ = [
    "BackEnd",
    "IllegalAnswer",
    "Machine",
    "MachineFault",
    "Program",
    "Status",
    "digest",
    "link",
    "load_image",
]
